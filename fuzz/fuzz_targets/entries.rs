//! Entries of journals, and the tables they are applied to.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| parlor_fuzz_targets::entries(bytes));
