use parlor_saves::printable;

use crate::long_list;

/// One line of a game's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Front ends style lines by kind.
    pub kind: LineKind,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineKind {
    /// An event of the game.
    Sentence,
    /// The computer's reason for the choice in the previous line.
    Reason,
    /// The end of a round or of the tournament.
    Result,
    /// About the table rather than the game: saved, undone, or out of queued dice.
    Note,
}

impl Line {
    /// Names of files and reasons may come from journals, so they can contain any character.
    fn new(kind: LineKind, text: &str) -> Line {
        Line { kind, text: printable(text) }
    }

    pub fn sentence(text: impl Into<String>) -> Line {
        Line::new(LineKind::Sentence, &text.into())
    }

    pub fn reason(text: impl Into<String>) -> Line {
        Line::new(LineKind::Reason, &text.into())
    }

    pub fn result(text: impl Into<String>) -> Line {
        Line::new(LineKind::Result, &text.into())
    }

    pub fn note(text: impl Into<String>) -> Line {
        Line::new(LineKind::Note, &text.into())
    }

    /// The text, but with only the ends of the long list in a reason: the plays in it follow one by one.
    pub fn short(&self) -> String {
        let list = long_list(&self.text).filter(|_| self.kind == LineKind::Reason);
        list.map_or_else(|| self.text.clone(), |(short, _)| short)
    }
}
