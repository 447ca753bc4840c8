use std::fmt;

use parlor_rules::Seat;
use parlor_rules::kono::Point;

use crate::fault::quoted;

/// A variation that was accepted, or a remark that is useful before the game is resumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The variation or the remark.
    pub leniency: Leniency,
    /// The first line to which it applies, from 1; `None` if it is about the whole file.
    pub line: Option<usize>,
}

/// An accepted variation, or a remark about the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leniency {
    /// Spaces, letter case, order, comments or the like differ from our layout.
    Layout,
    /// A comment names one player, but the part after it is the other player's.
    CommentDisagrees,
    /// Covered squares are `0` instead of `*`.
    ZeroForCovered,
    /// A `Dice:` section with this number of throws.
    Dice(usize),
    /// The Human seat has this name.
    Name(String),
    /// A second person of this name sits in the Computer seat.
    SecondPerson(String),
    /// The seats are called player1 and player2.
    NumberedPlayers,
    /// Words after the name of the next or first player.
    WordsAfterName,
    /// Kono's round 0 is taken as 1.
    RoundZero,
    /// `+` for a vacant point.
    PlusForVacant,
    /// Pieces written as single on an opponent's home points.
    SinglePieces(Vec<Point>),
    /// Colours and next player are open, because the first player isn't chosen yet.
    NotChosenYet,
    /// The colours are given but the next player isn't: both are chosen again.
    NextMissing,
    /// The next player isn't given, and needn't be: the round is over.
    NextNotNeeded,
    /// No play leads to this board.
    Unreachable,
    /// Fewer seeds than a tournament of this size begins with.
    FewerSeeds {
        /// The number of seeds on the board.
        found: u32,
        /// The number of seeds in a tournament.
        all: u32,
    },
    /// Canoga's rows are both empty and the other player is next: the round begins with that player.
    NotBegun(Seat),
    /// A colour is written as a single letter.
    ColorLetter,
    /// The round is over: its result is declared, and its points are added, as soon as the game is resumed.
    RoundOver,
}

impl Leniency {
    /// True for a remark about the game, which a file in our layout can have too.
    pub fn is_about_the_game(&self) -> bool {
        matches!(
            self,
            Leniency::RoundOver | Leniency::NotChosenYet | Leniency::FewerSeeds { .. } | Leniency::Unreachable
        )
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Leniency::Layout => "not in our layout, which makes no difference",
            Leniency::CommentDisagrees => {
                "this comment names the wrong player: only the order of the parts counts, not the comments"
            }
            Leniency::ZeroForCovered => "0 is read as a covered square",
            Leniency::Dice(0) => "the Dice section has no throws",
            Leniency::Dice(1) => "1 throw will be used first",
            Leniency::Dice(throws) => return write!(f, "{throws} throws will be used first"),
            Leniency::Name(name) => return write!(f, "{} is read as Human", quoted(name)),
            Leniency::SecondPerson(name) => {
                return write!(f, "{} is a second person, in Computer's seat", quoted(name));
            }
            Leniency::NumberedPlayers => "player 1 is read as Human, player 2 as Computer",
            Leniency::WordsAfterName => "words after a player's name are ignored",
            Leniency::RoundZero => "round 0 is read as round 1",
            Leniency::PlusForVacant => "+ is read as a vacant point",
            Leniency::SinglePieces(points) => {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                let points = points.join(", ");
                return write!(f, "on an opponent's home point, so read as a double piece: {points}");
            }
            Leniency::NotChosenYet => "the first player has not been chosen yet",
            Leniency::NextMissing => {
                "no next player, so the first player counts as not chosen yet, and the colours are to be chosen again"
            }
            Leniency::NextNotNeeded => "no next player, but the round is over",
            Leniency::Unreachable => "no play leads to this board, but it can be played",
            Leniency::FewerSeeds { found, all } => return write!(f, "{found} seeds, but a tournament has {all}"),
            Leniency::NotBegun(first) => {
                return write!(f, "both rows are empty, so the round has not begun: {first} plays first");
            }
            Leniency::ColorLetter => "W is read as White, B as Black",
            Leniency::RoundOver => "the round is already over, and its result is declared at once",
        };
        f.write_str(plain)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.leniency),
            None => write!(f, "{}", self.leniency),
        }
    }
}
