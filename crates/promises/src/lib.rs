//! What the program's readers promise for any bytes: the bodies of the fuzz targets.
//!
//! Each function asserts the promises of one reader and panics if they are broken. The targets in `fuzz/` call
//! them with what libFuzzer finds, on nightly Rust; `tests/any_bytes.rs` calls them on stable Rust with random and
//! mutated input.

mod journal;
mod rpc;
mod save;

pub use journal::{entries, header, journal};
pub use rpc::request;
pub use save::{lisp, prolog, text};
