//! Plays a match on several threads. The result doesn't depend on their number: pairs are counted in order, whichever
//! finishes first.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use parlor_engine::StopFlag;
use parlor_rules::{Game, canoga};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::bot::BotLine;
use crate::contestant::Contestant;
use crate::round::{self, Played, Round};
use crate::{Match, MatchPlayer, MatchTally, SprtVerdict};

/// A pair of rounds, as counted and stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairOfRounds {
    /// Its number in the match, from 0.
    pub pair: u64,
    /// The first player has the Human seat in the first of them.
    pub rounds: [Round; 2],
}

/// Progress events of a running match.
pub enum MatchProgress<'a> {
    /// A pair was counted, after all pairs before it.
    Pair {
        pair: &'a PairOfRounds,
        /// The journals of the rounds, if [`Running::keep`] is set.
        journals: &'a [Option<String>; 2],
        /// The requests to bots and their answers, one JSON object per line, if [`Running::log`] is set.
        log: &'a [String],
        tally: &'a MatchTally,
    },
    /// The end of a bot's standard error, sent when a thread has finished.
    Errors { player: usize, text: String },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    Complete,
    /// The sequential test reached a verdict.
    Decided(SprtVerdict),
    /// The caller set the stop flag.
    Stopped,
}

enum WorkerMessage {
    Pair { number: u64, played: [Played; 2], log: Vec<String> },
    Errors { player: usize, text: String },
}

/// Settings that don't change the result of a match.
pub struct Running {
    pub jobs: usize,
    /// Keep the journals of all rounds.
    pub keep: bool,
    /// Keep the requests to bots and their answers.
    pub log: bool,
    /// Stops the match when set.
    pub stop: StopFlag,
}

impl Running {
    pub fn new(jobs: usize) -> Running {
        Running { jobs, keep: false, log: false, stop: StopFlag::default() }
    }
}

/// Plays the pairs of a match that the tally doesn't have yet.
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
        // The master and the measurement of luck need the solution, and solving must not count towards the time of a move.
        parlor_engine::canoga::solution(size);
    }
    let next = AtomicU64::new(tally.pairs());
    // The threads have their own flag, because a verdict stops the match too.
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
            let result = match message {
                WorkerMessage::Errors { player, text } => progress(MatchProgress::Errors { player, text }),
                WorkerMessage::Pair { number, played, log } => {
                    waiting.insert(number, (played, log));
                    Ok(())
                }
            };
            failed = failed.or(result.err());
            while let Some((played, log)) = waiting.remove(&tally.pairs()) {
                if ended.is_some() || failed.is_some() {
                    break;
                }
                let [(first, one), (second, other)] = played;
                let pair = PairOfRounds { pair: tally.pairs(), rounds: [first, second] };
                tally.add(plan, &pair);
                let result = progress(MatchProgress::Pair { pair: &pair, journals: &[one, other], log: &log, tally });
                failed = failed.or(result.err());
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

/// A worker thread: plays one pair after another.
fn work(plan: &Match, running: &Running, next: &AtomicU64, stop: &StopFlag, messages: &Sender<WorkerMessage>) {
    let pairings = plan.pairings();
    let contestant = |player: &MatchPlayer| Contestant::new(player, &plan.limits, stop);
    let mut contestants: Vec<Contestant> = plan.players.iter().map(contestant).collect();
    if running.log {
        contestants.iter_mut().for_each(Contestant::keep_log);
    }
    while !stop.is_set() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.all_pairs() {
            break;
        }
        let (pairing, pair) = plan.pair(number);
        let (one, other) = pairings[pairing];
        let mut log = Vec::new();
        let mut play = |seating| {
            let seated = contestants.get_disjoint_mut([one, other]).expect("a pairing has two different players");
            let played = round::play(plan, pair, seating, [one, other], seated, running.keep);
            for player in [one, other] {
                let lines = contestants[player].take_log();
                log.extend(lines.iter().map(|line| logged(line, number, seating, &plan.names[player])));
            }
            played
        };
        let (Ok(first), Ok(second)) = (play(0), play(1)) else { break };
        if messages.send(WorkerMessage::Pair { number, played: [first, second], log }).is_err() {
            break;
        }
    }
    for (player, contestant) in contestants.iter().enumerate() {
        if let Some(text) = contestant.errors() {
            // Fails only if the match was stopped.
            let _ = messages.send(WorkerMessage::Errors { player, text });
        }
    }
}

/// A line of the log. Pairs and rounds are numbered from 1, like the files of journals.
fn logged(line: &BotLine, pair: u64, seating: usize, player: &str) -> String {
    let mut object = json!({ "pair": pair + 1, "round": seating + 1, "player": player });
    match line {
        BotLine::Sent(text) => object["sent"] = json!(text),
        BotLine::Received { text, millis } => {
            object["received"] = json!(text);
            object["millis"] = json!(millis);
        }
        BotLine::Fault(fault) => object["fault"] = json!(fault.to_string()),
    }
    object.to_string()
}
