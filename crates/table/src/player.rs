use std::fmt;

use parlor_rules::Level;

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person with this name, who plays through a front end.
    Human(String),
    /// The engine at a level.
    Computer(Level),
    /// An external program, with the name under which it was started.
    Bot(String),
}

impl Player {
    pub fn is_person(&self) -> bool {
        matches!(self, Player::Human(_))
    }

    /// The level of the engine; `None` for any other player.
    pub fn level(&self) -> Option<Level> {
        match self {
            Player::Computer(level) => Some(*level),
            Player::Human(_) | Player::Bot(_) => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human(name) | Player::Bot(name) => f.write_str(name),
            Player::Computer(level) => write!(f, "the {level} program"),
        }
    }
}
