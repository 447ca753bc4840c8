use parlor_rules::Level;

/// Who decides for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person, by name, through a front end.
    Human(String),
    /// The program, at a level, through the engine.
    Computer(Level),
}

impl Player {
    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        matches!(self, Player::Human(_))
    }
}
