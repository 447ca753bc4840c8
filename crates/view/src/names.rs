use parlor_rules::{Pair, Seat};
use parlor_saves::printable;
use parlor_table::Player;
use textwrap::core::display_width;

use crate::capitalised;

/// The width limit of a name on a board, in columns.
const LONGEST_SHORT: usize = 20;

/// The width limit of any name, in columns, because names from journals may have any length.
const LONGEST: usize = 60;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    whole: Pair<String>,
    /// Cut to fit on a board.
    short: Pair<String>,
    /// The player addressed as "you" in sentences.
    you: Option<Seat>,
}

impl Names {
    /// A person's own name, or else the name of the seat: Human or Computer. If both players are computers, their
    /// levels or commands.
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
            // Names from journals may contain terminal control sequences.
            (Player::Human(name), None) if !name.trim().is_empty() => shortened(&printable(name.trim()), LONGEST),
            _ => seat.to_string(),
        }))
    }

    fn new(whole: Pair<String>) -> Names {
        let short = Pair::from_fn(|seat| shortened(&whole[seat], LONGEST_SHORT));
        Names { whole, short, you: None }
    }

    /// Names for the screen of the only person at a table: sentences say "you" and "the computer". Like [`Names::of`]
    /// if two people play, or nobody does.
    pub fn for_player(players: &Pair<Player>) -> Names {
        let you = match Seat::BOTH.map(|seat| players[seat].is_person()) {
            [true, false] => Some(Seat::BOTH[0]),
            [false, true] => Some(Seat::BOTH[1]),
            _ => None,
        };
        Names { you, ..Names::of(players) }
    }

    pub fn plain() -> Names {
        Names::new(Pair::from_fn(|seat| seat.to_string()))
    }

    pub fn label(&self, seat: Seat) -> &str {
        &self.whole[seat]
    }

    /// A player in the middle of a sentence: "you", "the computer", or a name.
    pub fn object(&self, seat: Seat) -> &str {
        match self.you {
            Some(you) if you == seat => "you",
            Some(_) => "the computer",
            None => self.label(seat),
        }
    }

    /// A player at the start of a sentence.
    pub fn subject(&self, seat: Seat) -> String {
        if self.you.is_some() { capitalised(self.object(seat)) } else { self.label(seat).to_owned() }
    }

    /// "your", "the computer's", or "Ada's".
    pub fn possessive(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "your".to_owned() } else { format!("{}'s", self.object(seat)) }
    }

    pub fn is_addressed(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// A player and what they are doing: "You play", "The computer plays".
    pub(crate) fn does(&self, seat: Seat, third: &str, second: &str) -> String {
        format!("{} {}", self.subject(seat), self.agreeing(seat, third, second))
    }

    /// A player and an event. Sentences with "you" are in the past tense, the others in the present.
    pub(crate) fn did(&self, seat: Seat, present: &str, past: &str) -> String {
        format!("{} {}", self.subject(seat), self.tense(present, past))
    }

    pub(crate) fn agreeing<'a>(&self, seat: Seat, third: &'a str, second: &'a str) -> &'a str {
        if self.you == Some(seat) { second } else { third }
    }

    pub(crate) fn tense<'a>(&self, present: &'a str, past: &'a str) -> &'a str {
        if self.you.is_some() { past } else { present }
    }

    /// The name on a board: more than 20 columns are cut and end with an ellipsis.
    pub fn short(&self, seat: Seat) -> &str {
        &self.short[seat]
    }
}

/// Cuts a text to a number of columns, ending it with an ellipsis.
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
    fn a_person_without_a_name_has_the_name_of_the_seat() {
        assert_eq!(names(" Ada ").label(Seat::Human), "Ada");
        assert_eq!(names("  ").label(Seat::Human), "Human");
        assert_eq!(names("Ada").label(Seat::Computer), "Computer");
        assert_eq!(Names::plain().label(Seat::Computer), "Computer");
    }

    #[test]
    fn the_only_person_at_a_table_is_addressed() {
        let person = || Player::Human("Ada".to_owned());
        let one = Names::for_player(&Pair { human: person(), computer: Player::Computer(Level::Club) });
        assert_eq!(one.did(Seat::Human, "throws", "threw"), "You threw");
        assert_eq!(one.does(Seat::Computer, "plays", "play"), "The computer plays");
        assert_eq!([one.possessive(Seat::Human), one.possessive(Seat::Computer)], ["your", "the computer's"]);
        assert_eq!(one.label(Seat::Human), "Ada");
        let other_seat = Names::for_player(&Pair { human: Player::Computer(Level::Club), computer: person() });
        assert_eq!(other_seat.object(Seat::Computer), "you");
        let two = Names::for_player(&Pair { human: person(), computer: person() });
        assert_eq!(two.did(Seat::Human, "throws", "threw"), "Ada throws");
    }

    #[test]
    fn two_programs_are_named_after_their_levels() {
        let programs = |one, two| {
            let names = Names::of(&Pair { human: Player::Computer(one), computer: Player::Computer(two) });
            [names.label(Seat::Human).to_owned(), names.label(Seat::Computer).to_owned()]
        };
        assert_eq!(programs(Level::Novice, Level::Master), ["Novice", "Master"]);
        assert_eq!(programs(Level::Club, Level::Club), ["Club 1", "Club 2"]);
    }

    #[test]
    fn long_names_are_cut_on_the_board_only() {
        let long = names("Ada Augusta, Countess of Lovelace");
        assert_eq!(long.label(Seat::Human), "Ada Augusta, Countess of Lovelace");
        assert_eq!(long.short(Seat::Human), "Ada Augusta, Counte\u{2026}");
        let twenty = "abcdefghijklmnopqrst";
        assert_eq!(names(twenty).short(Seat::Human), twenty);
        // Each of these characters is two columns wide.
        let wide = names(&"\u{8239}".repeat(11));
        assert_eq!(wide.short(Seat::Human), format!("{}\u{2026}", "\u{8239}".repeat(9)));
        assert_eq!(display_width(names(&"x".repeat(10_000)).label(Seat::Human)), LONGEST);
    }
}
