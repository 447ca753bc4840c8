//! Bodies of the fuzz targets: properties that the readers of saves, journals and requests must have for any input.
//!
//! Each function checks one reader and panics if a property fails. The targets in `fuzz/` call them with libFuzzer's
//! input, on nightly Rust; `tests/any_bytes.rs` calls them on stable Rust with random and mutated input.

mod journal;
mod rpc;
mod save;

pub use journal::{entries, header, journal};
pub use rpc::request;
pub use save::{lisp, prolog, text};
