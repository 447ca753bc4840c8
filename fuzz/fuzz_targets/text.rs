//! Whatever is in a file, the reader of the text dialect keeps its promises.

#![no_main]

#[path = "../../crates/saves/tests/promises/mod.rs"]
mod promises;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| promises::keep_in(parlor_saves::Dialect::Text, bytes));
