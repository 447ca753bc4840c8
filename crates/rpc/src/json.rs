//! Parameters as they were sent, and a reader that tracks the path to each value. It finds all problems, and reports
//! each one with its place and the expected value.

use std::borrow::{Borrow, Cow};
use std::cell::RefCell;
use std::fmt;

use parlor_rules::Seat;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Error, Located};

/// Any JSON value. Objects keep their order, and a duplicate field is an error. Strings without escapes are borrowed: a
/// Kono position has thousands of them.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Whole(i64),
    /// A number that isn't whole.
    Fraction(f64),
    /// A whole number beyond 64 bits.
    Huge(String),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    #[serde(serialize_with = "write_object")]
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

fn write_object<S: Serializer>(fields: &[(Cow<'_, str>, Json<'_>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// An object with its fields in this order; those of `serde_json::json` are sorted.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::json::Json::Object(vec![$(($name.into(), $value.into())),*])
    };
}
pub(crate) use object;

macro_rules! json_from {
    ($($type:ty, $value:ident => $json:expr;)*) => {
        $(impl From<$type> for Json<'_> {
            fn from($value: $type) -> Self {
                $json
            }
        })*
    };
}

json_from! {
    i64, number => Json::Whole(number);
    u8, number => Json::Whole(number.into());
    f64, number => Json::Fraction(number);
    bool, value => Json::Bool(value);
    &'static str, text => Json::Text(text.into());
    String, text => Json::Text(text.into());
    Seat, seat => Json::Text(seat.word().into());
}

impl<'a, T: Into<Json<'a>>> From<Option<T>> for Json<'a> {
    fn from(value: Option<T>) -> Json<'a> {
        value.map_or(Json::Null, Into::into)
    }
}

impl<'a, T: Into<Json<'a>>> From<Vec<T>> for Json<'a> {
    fn from(items: Vec<T>) -> Json<'a> {
        Json::List(items.into_iter().map(Into::into).collect())
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<'de>, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_unit<E>(self) -> Result<Json<'de>, E> {
                Ok(Json::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
                Ok(Json::Bool(value))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Json<'de>, E> {
                Ok(Json::Whole(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Json<'de>, E> {
                Ok(i64::try_from(number).map_or_else(|_| Json::Huge(number.to_string()), Json::Whole))
            }
            /// JSON doesn't distinguish 5.0 from 5, and some languages write every number with a decimal point.
            fn visit_f64<E>(self, number: f64) -> Result<Json<'de>, E> {
                const BEYOND: f64 = 9_223_372_036_854_775_808.0;
                Ok(if number.fract() != 0.0 {
                    Json::Fraction(number)
                } else if (-BEYOND..BEYOND).contains(&number) {
                    Json::Whole(number as i64)
                } else {
                    // Debug, because Display writes 1e300 with all its zeros.
                    Json::Huge(format!("{number:?}"))
                })
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Json<'de>, E> {
                Ok(Json::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Json<'de>, E> {
                Ok(Json::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Json::List(list))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json<'de>, A::Error> {
                let mut object: Vec<(Cow<'de, str>, Json<'de>)> = Vec::new();
                // The search for duplicates takes quadratic time, so hostile objects are cut short.
                while let Some(Name(name)) = fields.next_key::<Name<'de>>()? {
                    if object.len() >= MOST_FIELDS {
                        return Err(A::Error::custom(format!("an object with more than {MOST_FIELDS} fields")));
                    }
                    if object.iter().any(|(earlier, _)| *earlier == name) {
                        return Err(A::Error::custom(format!("field {} is given twice", quoted(&name))));
                    }
                    object.push((name, fields.next_value()?));
                }
                Ok(Json::Object(object))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// A field's name, borrowed if it has no escapes.
#[derive(Deserialize)]
pub(crate) struct Name<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

/// Far more than any object of a request has.
const MOST_FIELDS: usize = 100;

/// The start of a received text, in quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("\u{201c}{start}{more}\u{201d}")
}

impl fmt::Display for Json<'_> {
    /// Describes the value for sentences like "must be 1 or 2, not a list".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Whole(number) => write!(f, "{number}"),
            Json::Fraction(number) => write!(f, "{number:?}"),
            Json::Huge(number) => f.write_str(number),
            Json::Text(text) => f.write_str(&quoted(text)),
            Json::List(_) => f.write_str("a list"),
            Json::Object(_) => f.write_str("an object"),
        }
    }
}

/// The path from the parameters to a value.
#[derive(Clone, Copy)]
enum Path<'a> {
    Root,
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => f.write_str("params"),
            Path::Field(Path::Root, name) => f.write_str(name),
            Path::Field(outer, name) => write!(f, "{outer}.{name}"),
            Path::Item(outer, index) => write!(f, "{outer}[{index}]"),
        }
    }
}

/// Everything that is wrong with the parameters of a request.
#[derive(Default)]
pub(crate) struct Problems(RefCell<ProblemList>);

#[derive(Default)]
struct ProblemList {
    kept: Vec<Located>,
    more: usize,
}

impl Problems {
    fn add(&self, path: &Path<'_>, problem: impl fmt::Display) {
        let mut found = self.0.borrow_mut();
        if found.kept.len() < parlor_rules::Faults::MOST {
            found.kept.push(Located { at: path.to_string(), problem: problem.to_string() });
        } else {
            found.more += 1;
        }
    }

    /// Returns `read`, unless there are problems. (An optional field that is wrong reads as missing, so `read` alone
    /// doesn't show them.)
    pub(crate) fn or<T>(&self, read: Option<T>) -> Result<T, Error> {
        let ProblemList { kept, more } = self.0.take();
        match read {
            Some(read) if kept.is_empty() => Ok(read),
            _ => Err(Error::located(kept, more)),
        }
    }
}

/// A value in the parameters, with its path.
#[derive(Clone, Copy)]
pub(crate) struct PathValue<'a> {
    pub(crate) json: &'a Json<'a>,
    path: Path<'a>,
    pub(crate) problems: &'a Problems,
}

impl<'a> PathValue<'a> {
    pub(crate) fn root(json: &'a Json<'a>, problems: &'a Problems) -> PathValue<'a> {
        PathValue { json, path: Path::Root, problems }
    }

    /// A value with this name in messages.
    pub(crate) fn field(json: &'a Json<'a>, name: &'a str, problems: &'a Problems) -> PathValue<'a> {
        PathValue { json, path: Path::Field(&Path::Root, name), problems }
    }

    /// Reports that the value isn't the wanted one.
    pub(crate) fn refuse<T>(self, wanted: &str) -> Option<T> {
        self.fault(format_args!("must be {wanted}, not {}", self.json))
    }

    /// Reports a problem with this value.
    pub(crate) fn fault<T>(self, problem: impl fmt::Display) -> Option<T> {
        self.problems.add(&self.path, problem);
        None
    }

    pub(crate) fn text(self) -> Option<&'a str> {
        match self.json {
            Json::Text(text) => Some(text),
            _ => self.refuse("a string"),
        }
    }

    /// Reads one of some words and returns its meaning.
    pub(crate) fn word<T: Copy>(self, words: &[(impl AsRef<str>, T)]) -> Option<T> {
        let found = match self.json {
            Json::Text(text) => words.iter().find(|(word, _)| word.as_ref() == text.as_ref()),
            _ => None,
        };
        if let Some((_, meaning)) = found {
            return Some(*meaning);
        }
        let known: Vec<String> = words.iter().map(|(word, _)| format!("\"{}\"", word.as_ref())).collect();
        self.refuse(&listed(&known, "or"))
    }

    pub(crate) fn list<T>(self, what: &str, read: impl Fn(PathValue<'_>) -> Option<T>) -> Option<Vec<T>> {
        let Json::List(items) = self.json else { return self.refuse(&format!("a list of {what}")) };
        let item = |(i, json)| PathValue { json, path: Path::Item(&self.path, i), ..self };
        Some(items.iter().enumerate().filter_map(|numbered| read(item(numbered))).collect())
    }

    /// Reads an object with some of these fields and no others, unless anything is wrong with it.
    pub(crate) fn read<T>(self, known: &[&str], read: impl FnOnce(&ObjectFields<'_>) -> Option<T>) -> Result<T, Error> {
        self.problems.or(self.object(known).and_then(|fields| read(&fields)))
    }

    /// An object with some of these fields and no others.
    pub(crate) fn object(&'a self, known: &[&str]) -> Option<ObjectFields<'a>> {
        let all = if known.is_empty() { "none".to_owned() } else { listed(known, "and") };
        let found = self.any_object(&format!("an object (fields: {all})"))?;
        for (name, _) in found.fields {
            if !known.contains(&name.as_ref()) {
                let name = quoted(name);
                self.problems.add(
                    &self.path,
                    match known {
                        [] => format!("unknown field {name} (this object has no fields)"),
                        _ => format!("unknown field {name} (known: {all})"),
                    },
                );
            }
        }
        Some(found)
    }

    /// An object with any fields; `wanted` describes it for the refusal of anything else.
    pub(crate) fn any_object(&'a self, wanted: &str) -> Option<ObjectFields<'a>> {
        match self.json {
            Json::Object(fields) => Some(ObjectFields { fields, object: self }),
            _ => self.refuse(wanted),
        }
    }
}

pub(crate) fn whole(at: PathValue<'_>) -> Option<i64> {
    match at.json {
        Json::Whole(number) => Some(*number),
        Json::Huge(_) => at.refuse("a whole number of at most 18 digits"),
        _ => at.refuse("a whole number"),
    }
}

/// The fields of an object.
pub(crate) struct ObjectFields<'a> {
    fields: &'a [(Cow<'a, str>, Json<'a>)],
    object: &'a PathValue<'a>,
}

impl<'a> ObjectFields<'a> {
    fn find(&self, name: &'a str) -> Option<PathValue<'a>> {
        let (_, json) = self.fields.iter().find(|(known, _)| known == name)?;
        Some(PathValue { json, path: Path::Field(&self.object.path, name), ..*self.object })
    }

    /// Reads an optional field. A null field counts as missing.
    pub(crate) fn may<T>(&self, name: &'a str, read: impl FnOnce(PathValue<'a>) -> Option<T>) -> Option<T> {
        self.find(name).filter(|at| !matches!(at.json, Json::Null)).and_then(read)
    }

    pub(crate) fn must<T>(&self, name: &'a str, read: impl FnOnce(PathValue<'a>) -> Option<T>) -> Option<T> {
        let Some(at) = self.find(name) else {
            self.object.problems.add(&Path::Field(&self.object.path, name), "is missing");
            return None;
        };
        read(at)
    }
}

fn listed<T: Borrow<str>>(words: &[T], last_with: &str) -> String {
    match words {
        [words @ .., last] if !words.is_empty() => format!("{} {last_with} {}", words.join(", "), last.borrow()),
        _ => words.concat(),
    }
}
