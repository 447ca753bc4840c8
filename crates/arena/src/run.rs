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
    /// The end of a bot's standard error, sent at the end of the match.
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

/// The two rounds of a pair, as played by a thread.
struct PlayedPair {
    number: u64,
    played: [Played; 2],
    log: Vec<String>,
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
    // The threads have their own flag, because a verdict stops the match too.
    let stop = StopFlag::default();
    let mut teams: Vec<Vec<Contestant>> = (0..running.jobs.max(1)).map(|_| team(plan, running, &stop)).collect();
    let mut ended = Ok(None);
    while let Ok(None) = ended
        && tally.pairs() < plan.all_pairs()
        && !running.stop.is_set()
    {
        ended = play_stage(plan, running, &stop, &mut teams, tally, progress);
    }
    let ended = ended?;
    for (player, contestant) in teams.iter().flat_map(|team| team.iter().enumerate()) {
        if let Some(text) = contestant.errors() {
            progress(MatchProgress::Errors { player, text })?;
        }
    }
    Ok(ended.unwrap_or(if tally.pairs() >= plan.all_pairs() { MatchEnd::Complete } else { MatchEnd::Stopped }))
}

/// The players of a thread.
fn team(plan: &Match, running: &Running, stop: &StopFlag) -> Vec<Contestant> {
    let contestant = |player: &MatchPlayer| Contestant::new(player, &plan.limits, stop);
    let mut team: Vec<Contestant> = plan.players.iter().map(contestant).collect();
    if running.log {
        team.iter_mut().for_each(Contestant::keep_log);
    }
    team
}

/// Plays the pairings that are known. `None` if the match isn't decided by them.
fn play_stage(
    plan: &Match,
    running: &Running,
    stop: &StopFlag,
    teams: &mut [Vec<Contestant>],
    tally: &mut MatchTally,
    progress: &mut dyn FnMut(MatchProgress<'_>) -> io::Result<()>,
) -> io::Result<Option<MatchEnd>> {
    let pairings: Vec<(usize, usize)> = tally.pairings.iter().map(|pairing| pairing.players).collect();
    let (next, end) = (AtomicU64::new(tally.pairs()), tally.known_pairs(plan));
    let work = Work { plan, running, pairings: &pairings, next: &next, end, stop };
    let (messages, received) = channel();
    thread::scope(|scope| {
        for team in teams {
            let (messages, work) = (messages.clone(), &work);
            scope.spawn(move || work.run(team, &messages));
        }
        drop(messages);
        let mut waiting = BTreeMap::new();
        let mut ended = None;
        let mut failed = None;
        loop {
            if running.stop.is_set() {
                stop.set();
            }
            match received.recv_timeout(Duration::from_millis(50)) {
                Ok(PlayedPair { number, played, log }) => waiting.insert(number, (played, log)),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
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
        failed.map_or(Ok(ended), Err)
    })
}

/// The state that threads share while they play the pairs of a stage.
struct Work<'a> {
    plan: &'a Match,
    running: &'a Running,
    pairings: &'a [(usize, usize)],
    /// The next pair to play.
    next: &'a AtomicU64,
    /// The number of the stage's last pair plus one.
    end: u64,
    stop: &'a StopFlag,
}

impl Work<'_> {
    /// Plays one pair after another.
    fn run(&self, team: &mut [Contestant], messages: &Sender<PlayedPair>) {
        let Work { plan, running, .. } = *self;
        while !self.stop.is_set() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.end {
                break;
            }
            let (pairing, pair) = plan.pair(number);
            let (one, other) = self.pairings[pairing];
            let mut log = Vec::new();
            let mut play = |seating| {
                let seated = team.get_disjoint_mut([one, other]).expect("a pairing has two different players");
                let played = round::play(plan, pair, seating, [one, other], seated, running.keep);
                for player in [one, other] {
                    let lines = team[player].take_log();
                    log.extend(lines.iter().map(|line| logged(line, number, seating, &plan.names[player])));
                }
                played
            };
            let (Ok(first), Ok(second)) = (play(0), play(1)) else { break };
            if messages.send(PlayedPair { number, played: [first, second], log }).is_err() {
                break;
            }
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
