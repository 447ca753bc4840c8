//! The rules, tried: examples under the rules' own names (`rulebook`), promises that every game keeps
//! (`conformance`), slow twins and the data they counted (`against_twins`, `perft`), and what becomes of
//! things written down (`drafts`).

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod against_twins;
mod conformance;
mod drafts;
mod perft;
mod rulebook;
mod support;
mod twins;
