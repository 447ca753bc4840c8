use parlor_saves::printable;

/// One line of what is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What kind of line it is. A front end decides how that looks.
    pub kind: LineKind,
    /// Its words, without indentation.
    pub text: String,
}

/// What kind of line something is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineKind {
    /// Something that happened in the game.
    Told,
    /// Why the computer did what the line before says.
    Reason,
    /// How a round or the tournament ended.
    Result,
    /// Something about the table rather than the game: it was saved, taken back, or runs on its own dice again.
    Note,
}

impl Line {
    /// Names of files and reasons come from journals, so any character may be in them.
    fn new(kind: LineKind, text: &str) -> Line {
        Line { kind, text: printable(text) }
    }

    /// Something that happened in the game.
    pub fn told(text: impl Into<String>) -> Line {
        Line::new(LineKind::Told, &text.into())
    }

    /// Why the computer did what the line before says.
    pub fn reason(text: impl Into<String>) -> Line {
        Line::new(LineKind::Reason, &text.into())
    }

    /// How a round or the tournament ended.
    pub fn result(text: impl Into<String>) -> Line {
        Line::new(LineKind::Result, &text.into())
    }

    /// Something about the table rather than the game.
    pub fn note(text: impl Into<String>) -> Line {
        Line::new(LineKind::Note, &text.into())
    }
}
