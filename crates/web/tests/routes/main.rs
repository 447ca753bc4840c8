//! Every route with valid and invalid requests, as browsers without scripts and attackers send them.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod kit;
#[path = "../support/reopening.rs"]
mod reopening;

mod attacks;
mod begin;
mod by_hand;
mod deleting;
mod engine;
mod escaping;
mod fair;
mod guard;
mod help;
mod limits;
mod lobby;
mod offers;
mod opening;
mod operation;
mod phrases;
mod practice;
mod previews;
mod rematch;
mod replay;
mod review;
mod rounds;
mod rpc;
mod same_numbers;
mod seats;
mod stale;
mod stream;
mod told;
mod undo;
