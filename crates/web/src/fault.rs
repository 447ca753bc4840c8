use std::fmt::Display;

use axum::http::StatusCode;
use parlor_store::{StoreError, Token};
use parlor_view::capitalised;

/// Why a request isn't answered as it asked. As text it is a sentence on what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebError {
    /// The address leads nowhere.
    #[error("The lobby has the way to everything.")]
    NoPage,
    /// There is no table here.
    #[error("Perhaps the link was cut off when it was copied. Ask for it again, or begin a new table.")]
    NoTable,
    /// The link has no seat to give.
    #[error("Perhaps it was cut off when it was copied. Ask for it again.")]
    NoLink,
    /// Something in the request can't be understood, and what.
    #[error("{0}")]
    Unclear(String),
    /// Who asks isn't allowed to, and why.
    #[error("{0}")]
    NotAllowed(String),
    /// The game between two people at this table goes on, so it isn't looked into yet; a sentence says why.
    #[error("{1}")]
    NotOver(Token, &'static str),
    /// The seat was taken by somebody else.
    #[error("Somebody else was first. You can still watch the game.")]
    SeatTaken,
    /// The seat is held by as many devices as it can be.
    #[error("Please play on one of those that have it. You can still watch the game here.")]
    SeatFull,
    /// Too often, and how long to wait in seconds.
    #[error("Please wait a moment and try again. Nothing is lost.")]
    TooMany(u64),
    /// The request took too long to arrive.
    #[error("Please try again.")]
    TooSlow,
    /// The request is too long.
    #[error("A form can have 64 KiB, and a file 1 MiB.")]
    TooLong,
    /// The request comes as something that isn't understood.
    #[error("Forms are sent as a browser sends them.")]
    WrongKind,
    /// The method isn't one for this address.
    #[error("This address doesn't take that kind of request.")]
    WrongMethod,
    /// The host that it asks for isn't this one.
    #[error("Please use the address that the server printed when it was started.")]
    WrongHost,
    /// It comes from another site.
    #[error("Answers count only from Parlor's own pages.")]
    OtherSite,
    /// The store can't be used now, and why. An answer may have been written down all the same, if a database went away just
    /// after that; sent again, it counts once.
    #[error("Nothing that was shown is lost. Please try again in a moment: an answer counts only once.")]
    Store(StoreError),
    /// The program is at fault.
    #[error("Everything that was shown as done is kept.")]
    Failed,
}

/// Marks an answer that says that the store can't be used.
#[derive(Clone, Copy)]
pub(crate) struct StoreTrouble;

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> WebError {
        match error {
            StoreError::SeatTaken => WebError::SeatTaken,
            StoreError::SeatFull => WebError::SeatFull,
            StoreError::Unknown(_) => WebError::NoTable,
            error => WebError::Store(error),
        }
    }
}

/// Why a save, a journal or a position can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFaults {
    /// What is wrong, in a sentence.
    pub sentence: String,
    /// Every fault with its line, as `parlor check` shows it; may be empty.
    pub picture: String,
}

/// Words that begin small and have no end, as a sentence.
pub(crate) fn sentence(words: &str) -> String {
    let end = if words.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{end}", capitalised(words))
}

impl WebError {
    /// Something in the request can't be understood because of an error.
    pub(crate) fn unclear(error: &impl Display) -> WebError {
        WebError::Unclear(sentence(&error.to_string()))
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            WebError::NoPage | WebError::NoTable | WebError::NoLink => StatusCode::NOT_FOUND,
            WebError::Unclear(_) => StatusCode::BAD_REQUEST,
            WebError::NotAllowed(_) | WebError::NotOver(..) | WebError::OtherSite => StatusCode::FORBIDDEN,
            WebError::SeatTaken | WebError::SeatFull => StatusCode::CONFLICT,
            WebError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            WebError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            WebError::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            WebError::WrongKind => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            WebError::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            WebError::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            WebError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            WebError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What happened, in a few words.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            WebError::NoPage => "There is nothing here",
            WebError::NoTable => "There is no such table",
            WebError::NoLink => "This link doesn't lead to a seat",
            WebError::Unclear(_) => "That can't be understood",
            WebError::NotAllowed(_) => "That isn't yours to do",
            WebError::NotOver(..) => "The game isn\u{2019}t over yet",
            WebError::SeatTaken => "The seat is taken",
            WebError::SeatFull => "The seat is on too many devices",
            WebError::TooMany(_) => "That was a lot at once",
            WebError::TooSlow => "That took too long",
            WebError::TooLong => "That is too long",
            WebError::WrongKind => "That kind of request isn't understood",
            WebError::WrongMethod => "That can't be done here",
            WebError::WrongHost => "This server goes by another name",
            WebError::OtherSite => "This came from another site",
            WebError::Store(_) => "The table can't be written down now",
            WebError::Failed => "Something went wrong in this program",
        }
    }
}
