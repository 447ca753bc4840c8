use std::fmt::Display;

use axum::http::StatusCode;
use parlor_store::{StoreError, Token};
use parlor_view::capitalised;

/// A failed request. The error's text is a sentence that says what to do next.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebError {
    #[error("Check the address, or start from the lobby.")]
    NoPage,
    #[error("The link may have been cut off when it was copied. Ask for it again, or start a new table.")]
    NoTable,
    /// The link doesn't lead to a seat.
    #[error("It may have been cut off when it was copied. Ask for it again.")]
    NoLink,
    /// An invalid request, with the reason.
    #[error("{0}")]
    Unclear(String),
    #[error("{0}")]
    NotAllowed(String),
    /// An open game between two people can't be reviewed yet; the sentence says why.
    #[error("{1}")]
    NotOver(Token, &'static str),
    #[error("Another player took it first. You can still watch the game.")]
    SeatTaken(Token),
    /// The seat is open on too many devices.
    #[error("Play on one of the devices that already use this seat. You can still watch the game here.")]
    SeatFull(Token),
    /// With the number of seconds to wait.
    #[error("Wait a moment and try again. Nothing is lost.")]
    TooMany(u64),
    /// The client's share of expensive pages is used up.
    #[error("You requested several pages that take a long time to make. Wait until they have loaded.")]
    ShareUsed,
    /// Too many expensive pages are waiting.
    #[error("Many people are asking for pages like this one. Try again in a moment.")]
    Busy,
    /// The quota of uploads is used up.
    #[error("You, or others at your address, have uploaded many files within an hour. Try again later.")]
    Uploads,
    /// The quota of the whole store is used up.
    #[error("The server has no space for new tables. You can still play at existing tables.")]
    Full,
    #[error("Please try again.")]
    TooSlow,
    #[error("The limit is 64 KiB for a form and 1 MiB for a file.")]
    TooLong,
    #[error("Send forms the way a browser does.")]
    WrongKind,
    #[error("This address doesn't accept that method.")]
    WrongMethod,
    #[error("Use the address that the server printed when it started.")]
    WrongHost,
    #[error("Forms are accepted only from Parlor's own pages.")]
    OtherSite,
    /// The store can't be used at the moment, with the reason. If the connection to a database was lost just after an
    /// answer had been stored, the answer counts; if it is sent again, it still counts only once.
    #[error("Nothing you have seen is lost. Try again in a moment: an answer counts only once.")]
    Store(StoreError),
    /// The store's file is damaged, so trying again doesn't help.
    #[error("Tell the person who runs this server. The server's log has the details.")]
    Damaged(StoreError),
    /// The record of one game is damaged, or of another version of the rules.
    #[error(
        "Your other games aren\u{2019}t affected. The server\u{2019}s log has the reason: tell the person who runs it."
    )]
    BadGame(StoreError),
    #[error("Everything that the page has shown is saved.")]
    Failed,
}

/// Marks a response to a store error, for the metrics.
#[derive(Clone, Copy)]
pub(crate) struct StoreTrouble;

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> WebError {
        match error {
            StoreError::Unknown(_) => WebError::NoTable,
            error @ StoreError::Damaged { .. } => WebError::Damaged(error),
            error @ (StoreError::NotAJournal { .. } | StoreError::OtherRules { .. }) => WebError::BadGame(error),
            error => WebError::Store(error),
        }
    }
}

/// The reasons why a save, a journal or a position can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFaults {
    pub sentence: String,
    /// Each fault with its line, as `parlor check` prints it; may be empty.
    pub picture: String,
}

/// Capitalises the text and ends it with a full stop.
pub(crate) fn sentence(words: &str) -> String {
    let end = if words.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{end}", capitalised(words))
}

impl WebError {
    pub(crate) fn unclear(error: &impl Display) -> WebError {
        WebError::Unclear(sentence(&error.to_string()))
    }

    /// The reason why a seat at a table can't be taken.
    pub(crate) fn seat(error: StoreError, table: Token) -> WebError {
        match error {
            StoreError::SeatTaken => WebError::SeatTaken(table),
            StoreError::SeatFull => WebError::SeatFull(table),
            error => error.into(),
        }
    }

    /// The table that the page about this error leads to.
    pub(crate) fn table(&self) -> Option<Token> {
        match self {
            WebError::NotOver(table, _) | WebError::SeatTaken(table) | WebError::SeatFull(table) => Some(*table),
            _ => None,
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            WebError::NoPage | WebError::NoTable | WebError::NoLink => StatusCode::NOT_FOUND,
            WebError::Unclear(_) => StatusCode::BAD_REQUEST,
            WebError::NotAllowed(_) | WebError::NotOver(..) | WebError::OtherSite => StatusCode::FORBIDDEN,
            WebError::SeatTaken(_) | WebError::SeatFull(_) => StatusCode::CONFLICT,
            WebError::TooMany(_) | WebError::ShareUsed | WebError::Uploads => StatusCode::TOO_MANY_REQUESTS,
            WebError::Full => StatusCode::INSUFFICIENT_STORAGE,
            WebError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            WebError::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            WebError::WrongKind => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            WebError::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            WebError::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            WebError::Store(_) | WebError::Damaged(_) | WebError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            WebError::BadGame(_) | WebError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self {
            WebError::NoPage => "Page not found",
            WebError::NoTable => "Table not found",
            WebError::NoLink => "This link isn't valid",
            WebError::Unclear(_) => "Invalid request",
            WebError::NotAllowed(_) => "Not allowed",
            WebError::NotOver(..) => "The game isn\u{2019}t over yet",
            WebError::SeatTaken(_) => "The seat is taken",
            WebError::SeatFull(_) => "This seat is open on too many devices",
            WebError::TooMany(_) => "Too many requests",
            WebError::ShareUsed => "Too many pages at once",
            WebError::Busy => "The server is busy",
            WebError::Uploads => "Too many uploads",
            WebError::Full => "The server is full",
            WebError::TooSlow => "The request timed out",
            WebError::TooLong => "Too large",
            WebError::WrongKind => "Unsupported content type",
            WebError::WrongMethod => "Method not allowed",
            WebError::WrongHost => "Wrong host name",
            WebError::OtherSite => "Request from another site",
            WebError::Store(_) => "The server can't reach its database",
            WebError::Damaged(_) => "The server's tables are damaged",
            WebError::BadGame(_) => "This game can\u{2019}t be read",
            WebError::Failed => "Internal error",
        }
    }
}
