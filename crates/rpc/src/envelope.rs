use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use parlor_engine::kono::Tablebase;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::json::{Json, Name, quoted};
use crate::methods;

/// The fields of a request, with their values as they were sent: the answer repeats the `id` exactly, and the type of
/// `params` depends on the method.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members<'a>, D::Error> {
        struct Object<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for Object<'a> {
            type Value = Members<'a>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Members<'a>, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = fields.next_entry::<Name<'a>, &'a RawValue>()? {
                    // One more than allowed is enough to show that there are too many.
                    if members.len() <= MEMBERS.len() {
                        members.push((name.0, value));
                    }
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}

/// The fields of a request.
const MEMBERS: [&str; 4] = ["jsonrpc", "method", "params", "id"];

impl<'a> Members<'a> {
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The reason why this isn't a request.
    fn fault(&self) -> Option<String> {
        for (i, (name, _)) in self.0.iter().enumerate() {
            if !MEMBERS.contains(&name.as_ref()) {
                return Some(format!("unknown field {} (known: {})", quoted(name), MEMBERS.join(", ")));
            }
            if self.0[..i].iter().any(|(earlier, _)| earlier == name) {
                return Some(format!("{name}: is given twice"));
            }
        }
        if self.get("jsonrpc").is_none_or(|version| version.get() != "\"2.0\"") {
            return Some("jsonrpc: must be \"2.0\"".to_owned());
        }
        if self.get("id").is_some_and(|id| !may_be_id(id)) {
            return Some("id: must be a string, a number or null".to_owned());
        }
        if self.get("method").is_none_or(|method| !method.get().starts_with('"')) {
            return Some("method: must be a string".to_owned());
        }
        if self.get("params").is_some_and(|params| !params.get().starts_with(['{', '['])) {
            return Some("params: must be an object".to_owned());
        }
        None
    }
}

#[derive(Serialize)]
struct Response<'a> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    outcome: ResponseBody,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ResponseBody {
    Result(Json<'static>),
    Error(Error),
}

fn respond(id: Option<&RawValue>, outcome: Result<Json<'static>, Error>) -> String {
    let outcome = match outcome {
        Ok(result) => ResponseBody::Result(result),
        Err(error) => ResponseBody::Error(error),
    };
    let response = Response { jsonrpc: "2.0", id, outcome };
    serde_json::to_string(&response).expect("strings, numbers and raw JSON always serialise")
}

/// The answer to a text that isn't a request.
pub(crate) fn refuse(error: Error) -> String {
    respond(None, Err(error))
}

#[derive(Clone, Copy, Default, Debug)]
pub struct RequestBounds {
    /// The maximum time of a request to the engine, in milliseconds, and the default if the request has no limit.
    pub most_millis: Option<u32>,
    /// The maximum number of requests in a batch.
    pub most_in_batch: Option<usize>,
    /// Solved endings of Kono for the engine.
    pub endings: Option<&'static Tablebase>,
}

/// Answers one line: a request, or a batch of them. Notifications get no answer.
pub fn answer(line: &[u8]) -> Option<String> {
    answer_within(line, RequestBounds::default())
}

/// Like [`answer`], with limits on the work of one line.
pub fn answer_within(line: &[u8], bounds: RequestBounds) -> Option<String> {
    answer_line(line, bounds).unwrap_or_else(|error| Some(refuse(error)))
}

/// Splits a batch into its requests if each can be answered separately to the same effect. `None` for a line that has
/// to
/// be answered as a whole: one that isn't a batch, has more than `most` requests, or contains something other than
/// objects.
pub fn split_batch(line: &str, most: usize) -> Option<Vec<String>> {
    if !line.trim_ascii_start().starts_with('[') {
        return None;
    }
    let batch: Vec<&RawValue> = serde_json::from_str(line).ok()?;
    let fits = !batch.is_empty() && batch.len() <= most && batch.iter().all(|request| request.get().starts_with('{'));
    fits.then(|| batch.into_iter().map(|request| request.get().to_owned()).collect())
}

/// An error is the answer to a line that is neither a request nor a batch.
fn answer_line(line: &[u8], bounds: RequestBounds) -> Result<Option<String>, Error> {
    let text = std::str::from_utf8(line).map_err(|error| {
        let at = error.valid_up_to() + 1;
        Error::parse(format!("byte {at} of the line is not UTF-8"))
    })?;
    let not_json = |error: serde_json::Error| {
        if error.is_eof() {
            Error::parse("the line ends in the middle of the JSON")
        } else {
            Error::parse(format!("not JSON at column {}", error.column()))
        }
    };
    // Only the syntax of an object can be wrong here, so there is no need to parse a request twice.
    if text.trim_ascii_start().starts_with('{') {
        return Ok(answer_one(&serde_json::from_str(text).map_err(not_json)?, bounds));
    }
    let whole: &RawValue = serde_json::from_str(text).map_err(not_json)?;
    let not_a_request = || Error::request("a request is an object");
    if !whole.get().starts_with('[') {
        return Err(not_a_request());
    }
    let batch: Vec<&RawValue> = serde_json::from_str(whole.get()).map_err(|error| Error::parse(plain(&error)))?;
    if batch.is_empty() {
        return Err(Error::request("the batch is empty"));
    }
    if let Some(most) = bounds.most_in_batch.filter(|most| batch.len() > *most) {
        return Err(Error::request(format!("a batch may have at most {most} requests")));
    }
    let answer = |request: &RawValue| match serde_json::from_str(request.get()) {
        Ok(members) => answer_one(&members, bounds),
        Err(_) => Some(refuse(not_a_request())),
    };
    let answers: Vec<String> = batch.into_iter().filter_map(answer).collect();
    Ok(if answers.is_empty() { None } else { Some(format!("[{}]", answers.join(","))) })
}

fn answer_one(members: &Members<'_>, bounds: RequestBounds) -> Option<String> {
    let id = members.get("id");
    if let Some(fault) = members.fault() {
        return Some(respond(id.filter(|id| may_be_id(id)), Err(Error::request(fault))));
    }
    // A request without an id is a notification. It gets no answer, and no method has side effects.
    id?;
    let method = members.get("method").expect("a request without a method is a fault");
    let outcome = match serde_json::from_str::<String>(method.get()) {
        Ok(method) => methods::call(&method, members.get("params"), bounds),
        Err(error) => Err(Error::request(format!("method: {}", plain(&error)))),
    };
    Some(respond(id, outcome))
}

fn may_be_id(id: &RawValue) -> bool {
    let first = id.get().as_bytes()[0];
    first == b'"' || first == b'-' || first.is_ascii_digit() || id.get() == "null"
}

/// An error of the JSON reader without its line and column, which don't count from the beginning of the line.
pub(crate) fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
