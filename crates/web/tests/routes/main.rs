//! Every route with valid and invalid requests, as browsers without scripts and attackers send them.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod kit;
#[path = "../support/reopening.rs"]
mod reopening;

mod analysis;
mod attacks;
mod commitments;
mod create;
mod deleting;
mod engine;
mod escaping;
mod guard;
mod help;
mod limits;
mod lobby;
mod log;
mod monitoring;
mod offers;
mod phrases;
mod practice;
mod previews;
mod rematch;
mod replay;
mod review;
mod review_numbers;
mod rounds;
mod rpc;
mod seats;
mod stale;
mod stream;
mod undo;
mod uploads;
