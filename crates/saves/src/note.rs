use std::fmt;

use parlor_rules::Seat;
use parlor_rules::kono::Point;

use crate::fault::quoted;

/// Something that was read although we wouldn't write it that way, or that is worth knowing before playing on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it is.
    pub kindness: Kindness,
    /// The first line where it was seen, from 1; `None` if it is about the whole file.
    pub line: Option<usize>,
}

/// What was read generously.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kindness {
    /// The file begins with a byte-order mark.
    ByteOrderMark,
    /// Lines end with CRLF, or CR alone.
    LineEnds,
    /// The last line has no end.
    NoLastNewline,
    /// Tabs, spaces or blank lines that we wouldn't write.
    Spacing,
    /// A label, name, colour or piece in unusual upper or lower case.
    LetterCase,
    /// A label with a space before its colon.
    SpaceBeforeColon,
    /// Comments.
    Comments,
    /// A comment names one player, but the part after it is the other's.
    CommentDisagrees,
    /// A Prolog file without its last full stop.
    NoFullStop,
    /// The parts of the file are not in our order.
    Order,
    /// A number with zeros in front of it.
    LeadingZeros,
    /// Covered squares are `0` instead of `*`.
    ZeroForCovered,
    /// A `Dice:` section with this many throws.
    Dice(usize),
    /// The Human seat has this name.
    Name(String),
    /// A second person of this name sits in the Computer seat.
    SecondPerson(String),
    /// The seats are called player1 and player2.
    NumberedPlayers,
    /// Words after the name of the next or first player.
    WordsAfterName,
    /// A Congkak line without the word Player in its label.
    NoPlayerInLabel,
    /// `Scores:` for `Score:`.
    Scores,
    /// Kono's round 0 is taken as 1.
    RoundZero,
    /// `+` for a vacant point.
    PlusForVacant,
    /// Pieces written as single on an opponent's home points.
    SinglePieces(Vec<Point>),
    /// Colours and next player are open, because the first player isn't chosen yet.
    NotChosenYet,
    /// An open colour or next player is not written as we would.
    OpenField,
    /// The colours are given but the next player isn't: both are chosen again.
    NextMissing,
    /// The next player isn't given, and needn't be: the round is over.
    NextNotNeeded,
    /// No play leads to this board.
    Unreachable,
    /// Fewer seeds than a tournament of this size begins with.
    FewerSeeds {
        /// On the board.
        found: u32,
        /// In a tournament.
        all: u32,
    },
    /// Canoga's rows are both empty and the other player is next: the round begins with that player.
    NotBegun(Seat),
    /// A colour is written as a single letter.
    ColorLetter,
    /// The round is over: it is declared, and its points are added, as soon as the game is resumed.
    RoundOver,
}

impl fmt::Display for Kindness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Kindness::ByteOrderMark => "begins with a byte-order mark",
            Kindness::LineEnds => "lines end with a carriage return",
            Kindness::NoLastNewline => "the last line has no line end",
            Kindness::Spacing => "spaces, tabs or blank lines differ from the usual layout",
            Kindness::LetterCase => "small and capital letters differ from the usual",
            Kindness::SpaceBeforeColon => "a space before a colon",
            Kindness::Comments => "comments are ignored",
            Kindness::CommentDisagrees => {
                "this comment names the wrong player: the order of the parts counts, not what comments say"
            }
            Kindness::NoFullStop => "no full stop at the end",
            Kindness::Order => "the parts are not in the usual order",
            Kindness::LeadingZeros => "a number begins with 0",
            Kindness::ZeroForCovered => "0 is read as a covered square",
            Kindness::Dice(0) => "a section for dice, without throws",
            Kindness::Dice(1) => "1 throw to be used first",
            Kindness::Dice(throws) => return write!(f, "{throws} throws to be used first"),
            Kindness::Name(name) => return write!(f, "{} is read as Human", quoted(name)),
            Kindness::SecondPerson(name) => {
                return write!(f, "{} is a second person, in Computer's seat", quoted(name));
            }
            Kindness::NumberedPlayers => "player 1 is read as Human, player 2 as Computer",
            Kindness::WordsAfterName => "words after a player's name are ignored",
            Kindness::NoPlayerInLabel => "a label without the word Player",
            Kindness::Scores => "\u{201c}Scores\u{201d} is read as Score",
            Kindness::RoundZero => "round 0 is read as round 1",
            Kindness::PlusForVacant => "+ is read as a vacant point",
            Kindness::SinglePieces(points) => {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                let points = points.join(", ");
                return write!(f, "on an opponent's home point, so read as a double piece: {points}");
            }
            Kindness::NotChosenYet => "the first player has not been chosen yet",
            Kindness::OpenField => "an open colour or next player is not written as usual",
            Kindness::NextMissing => {
                "no next player, so the first player counts as not chosen yet, and the colours are open again"
            }
            Kindness::NextNotNeeded => "no next player, but the round is over",
            Kindness::Unreachable => "no play leads to this board, but it can be played",
            Kindness::FewerSeeds { found, all } => return write!(f, "{found} seeds, where a tournament has {all}"),
            Kindness::NotBegun(first) => {
                return write!(f, "both rows are empty, so the round has not begun: {first} plays first");
            }
            Kindness::ColorLetter => "W is read as White, B as Black",
            Kindness::RoundOver => "the round is already over, and its result is declared at once",
        };
        f.write_str(plain)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.kindness),
            None => write!(f, "{}", self.kindness),
        }
    }
}
