//! The tests of the engine: solvers against slow twins, searches against plain ones, and a checker for every kind of reason.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

mod ask;
mod canoga_checker;
mod canoga_docs;
mod canoga_play;
mod canoga_reasons;
mod canoga_residual;
mod canoga_textbook;
mod congkak_checker;
mod congkak_doc;
mod congkak_levels;
mod congkak_reasons;
mod congkak_search;
mod congkak_twin;
mod habit;
mod job;
mod kono;
mod kono_checker;
mod positions;
mod rounds;
