//! Saves in the Prolog dialect.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| parlor_fuzz_targets::prolog(bytes));
