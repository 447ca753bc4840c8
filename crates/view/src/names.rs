use parlor_rules::{Pair, Seat};
use parlor_saves::printable;
use parlor_table::Player;
use textwrap::core::display_width;

use crate::capitalised;

/// The longest name on a board, in columns.
const LONGEST_SHORT: usize = 20;

/// The longest name anywhere, in columns: a name from a journal may be of any length.
const LONGEST: usize = 60;

/// What the players are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    whole: Pair<String>,
    /// At most as wide as a board has room for.
    short: Pair<String>,
}

impl Names {
    /// A person's own name, or else the name of the seat: Human or Computer. Two programs are called by their levels
    /// or commands.
    pub fn of(players: &Pair<Player>) -> Names {
        let programs = match players {
            Pair { human, computer } if !human.is_person() && !computer.is_person() => {
                let number = |number: u8| if human == computer { format!(" {number}") } else { String::new() };
                let named = |player: &Player, place| match player {
                    Player::Computer(level) => format!("{}{}", capitalised(&level.to_string()), number(place)),
                    Player::Bot(name) | Player::Human(name) => {
                        format!("{}{}", shortened(&printable(name), LONGEST), number(place))
                    }
                };
                Some(Pair { human: named(human, 1), computer: named(computer, 2) })
            }
            _ => None,
        };
        Names::new(Pair::from_fn(|seat| match (&players[seat], &programs) {
            (_, Some(programs)) => programs[seat].clone(),
            // A name from a journal may be anything, and no terminal may be steered by it.
            (Player::Human(name), None) if !name.trim().is_empty() => shortened(&printable(name.trim()), LONGEST),
            _ => seat.to_string(),
        }))
    }

    fn new(whole: Pair<String>) -> Names {
        let short = Pair::from_fn(|seat| shortened(&whole[seat], LONGEST_SHORT));
        Names { whole, short }
    }

    /// Just Human and Computer.
    pub fn plain() -> Names {
        Names::new(Pair::from_fn(|seat| seat.to_string()))
    }

    /// The name of the player in a seat.
    pub fn label(&self, seat: Seat) -> &str {
        &self.whole[seat]
    }

    /// The same for a board: a name of more than 20 columns ends with an ellipsis.
    pub fn short(&self, seat: Seat) -> &str {
        &self.short[seat]
    }
}

/// A text that is at most this many columns wide. What is cut off shows as an ellipsis.
fn shortened(text: &str, columns: usize) -> String {
    if display_width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if display_width(&kept) >= columns {
            kept.pop();
            break;
        }
    }
    kept.push('\u{2026}');
    kept
}

#[cfg(test)]
mod tests {
    use parlor_rules::Level;

    use super::*;

    fn names(human: &str) -> Names {
        Names::of(&Pair { human: Player::Human(human.to_owned()), computer: Player::Computer(Level::Club) })
    }

    #[test]
    fn a_person_without_a_name_is_called_by_the_seat() {
        assert_eq!(names(" Ada ").label(Seat::Human), "Ada");
        assert_eq!(names("  ").label(Seat::Human), "Human");
        assert_eq!(names("Ada").label(Seat::Computer), "Computer");
        assert_eq!(Names::plain().label(Seat::Computer), "Computer");
    }

    #[test]
    fn two_programs_are_called_by_their_levels() {
        let programs = |one, two| {
            let names = Names::of(&Pair { human: Player::Computer(one), computer: Player::Computer(two) });
            [names.label(Seat::Human).to_owned(), names.label(Seat::Computer).to_owned()]
        };
        assert_eq!(programs(Level::Novice, Level::Master), ["Novice", "Master"]);
        assert_eq!(programs(Level::Club, Level::Club), ["Club 1", "Club 2"]);
    }

    #[test]
    fn a_long_name_is_shortened_on_the_board_only() {
        let long = names("Ada Augusta, Countess of Lovelace");
        assert_eq!(long.label(Seat::Human), "Ada Augusta, Countess of Lovelace");
        assert_eq!(long.short(Seat::Human), "Ada Augusta, Counte\u{2026}");
        let twenty = "abcdefghijklmnopqrst";
        assert_eq!(names(twenty).short(Seat::Human), twenty);
        // Each of these letters is two columns wide.
        let wide = names(&"\u{8239}".repeat(11));
        assert_eq!(wide.short(Seat::Human), format!("{}\u{2026}", "\u{8239}".repeat(9)));
        assert_eq!(display_width(names(&"x".repeat(10_000)).label(Seat::Human)), LONGEST);
    }
}
