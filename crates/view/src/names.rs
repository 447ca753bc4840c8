use parlor_rules::{Pair, Seat};
use parlor_saves::printable;
use parlor_table::Player;

/// The longest name that is shown, in characters.
const LONGEST: usize = 20;

/// What the players are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Pair<String>);

impl Names {
    /// A person's own name, or else the name of the seat: Human or Computer.
    pub fn of(players: &Pair<Player>) -> Names {
        Names(Pair::from_fn(|seat| match &players[seat] {
            // A name from a journal may be anything, and no terminal may be steered by it.
            Player::Human(name) if !name.trim().is_empty() => printable(name.trim()).chars().take(LONGEST).collect(),
            _ => seat.to_string(),
        }))
    }

    /// Just Human and Computer.
    pub fn plain() -> Names {
        Names(Pair::from_fn(|seat| seat.to_string()))
    }

    /// The name of the player in a seat.
    pub fn label(&self, seat: Seat) -> &str {
        &self.0[seat]
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Level;

    use super::*;

    #[test]
    fn a_person_without_a_name_is_called_by_the_seat() {
        let names = |human: &str| {
            let players = Pair { human: Player::Human(human.to_owned()), computer: Player::Computer(Level::Club) };
            Names::of(&players).label(Seat::Human).to_owned()
        };
        assert_eq!(names(" Ada "), "Ada");
        assert_eq!(names("  "), "Human");
        assert_eq!(names(&"é".repeat(30)), "é".repeat(20));
        assert_eq!(Names::plain().label(Seat::Computer), "Computer");
    }
}
