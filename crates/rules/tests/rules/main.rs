//! Tests of the rules: an example for each rule under its name (`rulebook`), properties of every game (`conformance`),
//! comparison with slow twins and the positions they counted (`against_twins`, `perft`), and checks of drafts
//! (`drafts`).

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

mod against_twins;
mod conformance;
mod drafts;
mod perft;
mod rulebook;
mod support;
mod twins;
