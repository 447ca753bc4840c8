use std::fmt::Display;

use axum::http::StatusCode;
use parlor_store::{StoreError, Token};
use parlor_view::capitalised;

/// Why a request isn't answered as it asked.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The address leads nowhere.
    NoPage,
    /// There is no table here.
    NoTable,
    /// The link has no seat to give.
    NoLink,
    /// Something in the request can't be understood, and what.
    Unclear(String),
    /// Who asks isn't allowed to, and why.
    NotAllowed(String),
    /// The game between two people at this table goes on, so it isn't looked into yet; a sentence says why.
    NotOver(Token, &'static str),
    /// The seat was taken by somebody else.
    SeatTaken,
    /// The seat is held by as many devices as it can be.
    SeatFull,
    /// Too often, and how long to wait in seconds.
    TooMany(u64),
    /// The request took too long to arrive.
    TooSlow,
    /// The request is too long.
    TooLong,
    /// The request comes as something that isn't understood.
    WrongKind,
    /// The method isn't one for this address.
    WrongMethod,
    /// The host that it asks for isn't this one.
    WrongHost,
    /// It comes from another site.
    OtherSite,
    /// The store can't be used now, and why. An answer may have been written down all the same, if a database went away just
    /// after that; sent again, it counts once.
    Store(StoreError),
    /// The program is at fault.
    Failed,
}

/// Marks an answer that says that the store can't be used.
#[derive(Clone, Copy)]
pub(crate) struct StoreTrouble;

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::SeatTaken => Fault::SeatTaken,
            StoreError::SeatFull => Fault::SeatFull,
            StoreError::Unknown(_) => Fault::NoTable,
            error => Fault::Store(error),
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

impl Fault {
    /// Something in the request can't be understood because of an error.
    pub(crate) fn unclear(error: &impl Display) -> Fault {
        Fault::Unclear(sentence(&error.to_string()))
    }

    /// The status, what happened in a few words, and a sentence on what to do.
    pub(crate) fn words(&self) -> (StatusCode, &'static str, String) {
        let say = |text: &str| text.to_owned();
        match self {
            Fault::NoPage => {
                (StatusCode::NOT_FOUND, "There is nothing here", say("The lobby has the way to everything."))
            }
            Fault::NoTable => (
                StatusCode::NOT_FOUND,
                "There is no such table",
                say("Perhaps the link was cut off when it was copied. Ask for it again, or begin a new table."),
            ),
            Fault::NoLink => (
                StatusCode::NOT_FOUND,
                "This link doesn't lead to a seat",
                say("Perhaps it was cut off when it was copied. Ask for it again."),
            ),
            Fault::Unclear(what) => (StatusCode::BAD_REQUEST, "That can't be understood", what.clone()),
            Fault::NotAllowed(why) => (StatusCode::FORBIDDEN, "That isn't yours to do", why.clone()),
            Fault::NotOver(_, why) => (StatusCode::FORBIDDEN, "The game isn\u{2019}t over yet", say(why)),
            Fault::SeatTaken => (
                StatusCode::CONFLICT,
                "The seat is taken",
                say("Somebody else was first. You can still watch the game."),
            ),
            Fault::SeatFull => (
                StatusCode::CONFLICT,
                "The seat is on too many devices",
                say("Please play on one of those that have it. You can still watch the game here."),
            ),
            Fault::TooMany(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                "That was a lot at once",
                say("Please wait a moment and try again. Nothing is lost."),
            ),
            Fault::TooSlow => (StatusCode::REQUEST_TIMEOUT, "That took too long", say("Please try again.")),
            Fault::TooLong => {
                (StatusCode::PAYLOAD_TOO_LARGE, "That is too long", say("A form can have 64 KiB, and a file 1 MiB."))
            }
            Fault::WrongKind => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "That kind of request isn't understood",
                say("Forms are sent as a browser sends them."),
            ),
            Fault::WrongMethod => (
                StatusCode::METHOD_NOT_ALLOWED,
                "That can't be done here",
                say("This address doesn't take that kind of request."),
            ),
            Fault::WrongHost => (
                StatusCode::MISDIRECTED_REQUEST,
                "This server goes by another name",
                say("Please use the address that the server printed when it was started."),
            ),
            Fault::OtherSite => (
                StatusCode::FORBIDDEN,
                "This came from another site",
                say("Answers count only from Parlor's own pages."),
            ),
            Fault::Store(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The table can't be written down now",
                say("Nothing that was shown is lost. Please try again in a moment: an answer counts only once."),
            ),
            Fault::Failed => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong in this program",
                say("Everything that was shown as done is kept."),
            ),
        }
    }
}
