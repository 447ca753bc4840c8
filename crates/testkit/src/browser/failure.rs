//! Failed actions of a person, with the line of the test.

use std::fmt;
use std::panic::Location;

/// A description of an action that failed, with the line of the test that requested it.
pub struct Failure {
    what: String,
    asked_at: Option<&'static Location<'static>>,
}

pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), asked_at: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.asked_at {
            Some(place) => write!(f, "{} (asked for at {}:{})", self.what, place.file(), place.line()),
            None => f.write_str(&self.what),
        }
    }
}

/// Like `Display`, because a test that returns a failure prints it with `Debug`.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Failure {}

/// Records the caller's line in a failure of `work`. An `async fn` doesn't know its caller, so public functions are
/// plain functions that return `here(async move { … })`.
#[track_caller]
pub(crate) fn here<T>(work: impl Future<Output = Result<T>>) -> impl Future<Output = Result<T>> {
    let place = Location::caller();
    async move {
        // If a public function called another one, the inner line is in this crate, and the outer one is the test's.
        work.await.map_err(|failure| Failure { asked_at: Some(place), ..failure })
    }
}
