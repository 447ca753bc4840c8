//! Plays a match on several threads. What it gives doesn't depend on how many: pairs are counted in their order, whichever is
//! played first.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use parlor_engine::StopFlag;
use parlor_rules::{Game, canoga};
use serde::{Deserialize, Serialize};

use crate::contestant::Contestant;
use crate::round::{self, Played, Round};
use crate::{Match, MatchPlayer, MatchTally, SprtVerdict};

/// A pair of rounds as it is counted and kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairOfRounds {
    /// Its number in the match, from 0.
    pub pair: u64,
    /// The first player has the Human seat in the first of them.
    pub rounds: [Round; 2],
}

/// What is told while a match is played.
pub enum MatchProgress<'a> {
    /// A pair has been counted, the pairs before it too.
    Pair {
        /// The pair.
        pair: &'a PairOfRounds,
        /// The journals of its rounds, if they are wanted.
        journals: &'a [Option<String>; 2],
        /// Everything so far.
        tally: &'a MatchTally,
    },
    /// What a bot last wrote to standard error, when a thread has finished.
    Errors {
        /// Which player, by its place.
        player: usize,
        /// The text.
        text: String,
    },
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All pairs were played.
    Complete,
    /// The test knows its answer.
    Decided(SprtVerdict),
    /// It was stopped from outside.
    Stopped,
}

enum WorkerMessage {
    Pair { number: u64, played: [Played; 2] },
    Errors { player: usize, text: String },
}

/// How a match is played; none of this changes its result.
pub struct Running {
    /// On how many threads.
    pub jobs: usize,
    /// Whether journals are wanted.
    pub keep: bool,
    /// Set from outside to stop it.
    pub stop: StopFlag,
}

/// Plays what is left of a match, after the pairs that the tally has already.
pub fn run(
    plan: &Match,
    running: &Running,
    tally: &mut MatchTally,
    progress: &mut dyn FnMut(MatchProgress<'_>) -> io::Result<()>,
) -> io::Result<MatchEnd> {
    if let Some(verdict) = tally.verdict(plan) {
        return Ok(MatchEnd::Decided(verdict));
    }
    if let (Game::Canoga, Some(size)) = (plan.game, canoga::Size::new(plan.size)) {
        // The master plays by it and luck is measured with it, so it isn't solved in somebody's time for a move.
        parlor_engine::canoga::solution(size);
    }
    let next = AtomicU64::new(tally.pairs());
    // The threads have a flag of their own: the match also stops by itself.
    let (messages, received) = channel();
    let stop = StopFlag::default();
    thread::scope(|scope| {
        for _ in 0..running.jobs.max(1) {
            let (messages, next, stop) = (messages.clone(), &next, &stop);
            scope.spawn(move || work(plan, running, next, stop, &messages));
        }
        drop(messages);
        let mut waiting = BTreeMap::new();
        let mut ended = None;
        let mut failed = None;
        loop {
            if running.stop.is_set() {
                stop.set();
            }
            let message = match received.recv_timeout(Duration::from_millis(50)) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let told = match message {
                WorkerMessage::Errors { player, text } => progress(MatchProgress::Errors { player, text }),
                WorkerMessage::Pair { number, played } => {
                    waiting.insert(number, played);
                    Ok(())
                }
            };
            failed = failed.or(told.err());
            while let Some(played) = waiting.remove(&tally.pairs()) {
                if ended.is_some() || failed.is_some() {
                    break;
                }
                let [(first, one), (second, other)] = played;
                let pair = PairOfRounds { pair: tally.pairs(), rounds: [first, second] };
                tally.add(plan, &pair);
                let told = progress(MatchProgress::Pair { pair: &pair, journals: &[one, other], tally });
                failed = failed.or(told.err());
                ended = tally.verdict(plan).map(MatchEnd::Decided);
            }
            if ended.is_some() || failed.is_some() {
                stop.set();
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        Ok(ended.unwrap_or(if tally.pairs() >= plan.all_pairs() { MatchEnd::Complete } else { MatchEnd::Stopped }))
    })
}

/// One thread: plays pair after pair.
fn work(plan: &Match, running: &Running, next: &AtomicU64, stop: &StopFlag, messages: &Sender<WorkerMessage>) {
    let pairings = plan.pairings();
    let contestant = |player: &MatchPlayer| Contestant::new(player, &plan.limits, stop);
    let mut contestants: Vec<Contestant> = plan.players.iter().map(contestant).collect();
    while !stop.is_set() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.all_pairs() {
            break;
        }
        let (pairing, pair) = plan.pair(number);
        let (one, other) = pairings[pairing];
        let players = [&plan.players[one], &plan.players[other]];
        let mut play = |seating| {
            let seated = contestants.get_disjoint_mut([one, other]).expect("nobody plays against themselves");
            round::play(plan, pair, seating, players, seated, running.keep)
        };
        let (Ok(first), Ok(second)) = (play(0), play(1)) else { break };
        if messages.send(WorkerMessage::Pair { number, played: [first, second] }).is_err() {
            break;
        }
    }
    for (player, contestant) in contestants.iter().enumerate() {
        if let Some(text) = contestant.errors() {
            // The other side is gone only when nobody wants to know any more.
            let _ = messages.send(WorkerMessage::Errors { player, text });
        }
    }
}
