//! A referee for matches between levels of the engine and bots, with statistics. Bot authors start with `docs/bots/bots.md`.
//!
//! - A [`Match`] holds everything that determines the rounds; [`run`] plays it, and a [`MatchTally`] counts pairs in order.
//! - A [`MatchPlayer`] is a level or a command. Bots run as child processes and speak `docs/bots/protocol.md`; a
//!   [`BotFault`] loses the round.
//! - [`PairCounts`] has Elo, normalised Elo and the likelihood of superiority; [`Sprt`] is the sequential test;
//!   [`Report`] presents everything as text or JSON.
//! - [`check`] tests whether a bot speaks the protocol; [`workload`] is the work that `parlor bench` measures.

mod bot;
pub mod check;
mod contestant;
mod elo;
mod estimate;
mod fault;
mod normal;
mod opening;
mod pairs;
mod plan;
mod player;
mod process;
mod ratings;
mod report;
mod results;
mod round;
mod run;
mod sprt;
mod swiss;
mod tally;
pub mod workload;

pub use bot::BotLimits;
pub use contestant::BotOpponent;
pub use elo::{NELO, Superiority, elo_of};
pub use estimate::{Estimate, Sample};
pub use fault::{BotFault, BotFaultKind};
pub use opening::Openings;
pub use pairs::PairCounts;
pub use plan::{MAX_PLAYS, Match, MoveLimits, Schedule};
pub use player::{BadPlayer, BotCommand, MatchPlayer, PlayerKind, unique_names};
pub use ratings::{Rating, RatingsFormat, ratings};
pub use report::Report;
pub use results::{BadResults, Results};
pub use round::Round;
pub use run::{MatchEnd, MatchProgress, PairOfRounds, Running, run};
pub use sprt::{BadSprt, Sprt, SprtVerdict};
pub use tally::{FaultCounts, MatchTally, PairingTally};
