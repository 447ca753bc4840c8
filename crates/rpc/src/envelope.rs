use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::methods;

/// A request as it stands on the line. Its `id` and `params` are kept as they were written: an `id` is
/// answered to the letter, and what `params` may be depends on the method.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a request object")]
struct Request<'a> {
    #[serde(rename = "jsonrpc")]
    _version: Version,
    #[serde(borrow)]
    method: std::borrow::Cow<'a, str>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
}

#[derive(Deserialize)]
enum Version {
    #[serde(rename = "2.0")]
    Two,
}

/// Only the `id`, for answering a request that is otherwise wrong.
#[derive(Deserialize)]
struct OnlyId<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
}

/// An `id` of `null` is an `id`; only a request without the member is a notification.
fn present<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Serialize)]
struct Response<'a> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Result(Box<RawValue>),
    Error(Error),
}

fn respond(id: Option<&RawValue>, outcome: Result<Box<RawValue>, Error>) -> String {
    let outcome = match outcome {
        Ok(result) => Outcome::Result(result),
        Err(error) => Outcome::Error(error),
    };
    let response = Response { jsonrpc: "2.0", id, outcome };
    // Strings, numbers and raw JSON always serialise.
    serde_json::to_string(&response).unwrap_or_default()
}

/// The answer to something that wasn't even a request.
pub(crate) fn refuse(error: Error) -> String {
    respond(None, Err(error))
}

/// Answers one line: a request, or a batch of them. Notifications get no answer.
pub fn answer(line: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to() + 1;
            return Some(refuse(Error::parse(format!("byte {at} of the line is not UTF-8"))));
        }
    };
    let whole: &RawValue = match serde_json::from_str(text) {
        Ok(whole) => whole,
        Err(error) => return Some(refuse(Error::parse(format!("{} at column {}", plain(&error), error.column())))),
    };
    if !whole.get().starts_with('[') {
        return answer_one(whole);
    }
    let batch: Vec<&RawValue> = serde_json::from_str(whole.get()).unwrap_or_default();
    if batch.is_empty() {
        return Some(refuse(Error::request("a batch without requests")));
    }
    let answers: Vec<String> = batch.into_iter().filter_map(answer_one).collect();
    if answers.is_empty() { None } else { Some(format!("[{}]", answers.join(","))) }
}

fn answer_one(text: &RawValue) -> Option<String> {
    let parsed: Result<Request<'_>, _> = serde_json::from_str(text.get());
    let Request { method, params, id, .. } = match parsed {
        Ok(request) => request,
        Err(error) => {
            let id = serde_json::from_str(text.get()).ok().and_then(|OnlyId { id }| id).filter(|id| may_be_id(id));
            let why = if text.get().starts_with('{') { plain(&error) } else { "a request is an object".to_owned() };
            return Some(respond(id, Err(Error::request(why))));
        }
    };
    if let Some(id) = id
        && !may_be_id(id)
    {
        return Some(refuse(Error::request("id: must be a string, a number or null")));
    }
    if let Some(given) = params
        && !given.get().starts_with(['{', '['])
    {
        return Some(respond(id, Err(Error::request("params: must be an object"))));
    }
    // Nobody waits for the answer to a notification, and no method does anything but answer.
    id?;
    Some(respond(id, methods::call(&method, params)))
}

fn may_be_id(id: &RawValue) -> bool {
    let first = id.get().bytes().next().unwrap_or(b'{');
    first == b'"' || first == b'-' || first.is_ascii_digit() || id.get() == "null"
}

/// An error of the JSON reader without its line and column, which would count from the middle of the line.
pub(crate) fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
