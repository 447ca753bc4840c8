use parlor_rules::{Fault, FaultKind, Faults, NextRoundError, Place};
use parlor_saves::ReadError;
use serde::Serialize;

/// An error in the form used in answers, with the standard's code.
#[derive(Serialize, Debug)]
pub(crate) struct Error {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

#[derive(Serialize, Debug)]
struct Data {
    faults: Vec<Located>,
}

/// One of several problems, with its place.
#[derive(Serialize, Debug)]
pub(crate) struct Located {
    pub(crate) at: String,
    pub(crate) problem: String,
}

impl Error {
    fn new(code: i32, message: impl Into<String>) -> Error {
        Error { code, message: message.into(), data: None }
    }

    pub(crate) fn parse(why: impl std::fmt::Display) -> Error {
        Error::new(-32700, format!("Parse error: {why}"))
    }

    /// The JSON isn't a request.
    pub(crate) fn request(why: impl std::fmt::Display) -> Error {
        Error::new(-32600, format!("Invalid Request: {why}"))
    }

    pub(crate) fn method(name: &str) -> Error {
        let known = crate::methods::NAMES.join(", ");
        Error::new(-32601, format!("Method not found: {}; the methods are {known}", crate::json::quoted(name)))
    }

    pub(crate) fn params(at: &str, problem: impl std::fmt::Display) -> Error {
        Error::new(-32602, format!("Invalid params: {at}: {problem}"))
    }

    /// The error for an invalid position in a request, which lists everything that is wrong with it.
    pub(crate) fn position(faults: &Faults, row: &str) -> Error {
        let located: Vec<Located> = faults
            .iter()
            .map(|Fault { place, kind }| Located { at: path(*place, row), problem: format!("{kind}{}", hint(*kind)) })
            .collect();
        Error::located(located, faults.more())
    }

    /// The error for a text that isn't a save, which lists everything that is wrong with it by line and column.
    pub(crate) fn save(refusal: &ReadError) -> Error {
        let locate = |fault: &parlor_saves::SaveFault| Located {
            at: format!("text line {}, column {}", fault.line, fault.column),
            problem: format!("{}; expected {}; {}", fault.problem, fault.expected, fault.fix),
        };
        Error::located(refusal.faults().iter().map(locate).collect(), refusal.more())
    }

    /// There are several problems with the parameters.
    pub(crate) fn located(faults: Vec<Located>, more: usize) -> Error {
        let mut problems: Vec<String> =
            faults.iter().map(|Located { at, problem }| format!("{at}: {problem}")).collect();
        if more > 0 {
            problems.push(format!("and {more} more"));
        }
        let message = format!("Invalid params: {}", problems.join("; "));
        Error { code: -32602, message, data: Some(Data { faults }) }
    }

    /// The message without the standard's prefix.
    pub(crate) fn problem(&self) -> &str {
        self.message.strip_prefix("Invalid params: ").unwrap_or(&self.message)
    }

    pub(crate) fn next_round(why: NextRoundError) -> Error {
        match why {
            NextRoundError::RoundNotOver => Error::params(
                "position.over",
                "is null, and the board doesn't show that the round is over: play it to its end first",
            ),
            _ => Error::params("position", why),
        }
    }
}

/// Adds the JSON word `null` if a fault asks for the absence of a value.
fn hint(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NothingLockedNow { .. }
        | FaultKind::NothingLockedAtEnd
        | FaultKind::Winner(None)
        | FaultKind::NextAfterTie => "; it must be null",
        _ => "",
    }
}

/// The place of a fault as a path into the request. `row` is the game's word for a seat's row.
fn path(place: Place, row: &str) -> String {
    let within = match place {
        Place::Size => "size".to_owned(),
        Place::Round => "round".to_owned(),
        Place::Score(whose) => format!("{}.score", whose.word()),
        Place::Rounds(whose) => format!("{}.rounds", whose.word()),
        Place::Row(whose) => format!("{}.{row}", whose.word()),
        Place::Square(whose, i) | Place::Pit(whose, i) => format!("{}.{row}[{i}]", whose.word()),
        Place::Store(whose) => format!("{}.store", whose.word()),
        Place::Color(whose) => format!("{}.color", whose.word()),
        Place::Board => "board".to_owned(),
        Place::BoardRow(r) => format!("board[{r}]"),
        Place::Point(r, c) => format!("board[{r}][{c}]"),
        Place::History => "history".to_owned(),
        Place::Earlier(i) => format!("history[{i}]"),
        Place::Next => "next".to_owned(),
        Place::Advantage => "advantage".to_owned(),
        Place::Over => "over".to_owned(),
    };
    format!("position.{within}")
}
