//! A fixed workload for all three engines: its speed, and a fingerprint of the answers.

use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Evaluation, Limits, congkak, kono};
use parlor_rules::{Choice, Coin, Decision, Game, Level, Seat};
use parlor_table::{Answer, Ask, Draw, Entry, Next, Player, Seed, Setup, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The measurements of a game.
#[derive(Clone, Debug)]
pub struct Measured {
    pub game: Game,
    pub decisions: u64,
    /// Positions (Kono), plays (Congkak) or choices (Canoga) examined.
    pub nodes: u64,
    pub time: Duration,
    /// A hash of the choices, their values and their reasons.
    pub fingerprint: u64,
}

impl Measured {
    #[expect(clippy::cast_precision_loss, reason = "a speed of three digits")]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// The master's effort per decision.
const EFFORT: u64 = 20_000;

/// Number of positions per board size.
const POSITIONS: u64 = 12;

/// Runs the workload of a game. Only the time differs between runs.
pub fn measure(game: Game) -> Measured {
    let decisions: Vec<Decision> = game
        .sizes()
        .into_iter()
        .flat_map(|size| (0..positions(game)).filter_map(move |seed| position(game, size, seed)))
        .collect();
    if game == Game::Canoga {
        // Solving takes a second, once, and isn't part of the measurement.
        for size in parlor_rules::canoga::Size::ALL {
            parlor_engine::canoga::solution(size);
        }
    }
    let begun = Instant::now();
    let mut measured = Measured { game, decisions: 0, nodes: 0, time: Duration::ZERO, fingerprint: FNV_START };
    for decision in &decisions {
        measured.nodes += nodes(decision);
        for judged in decide(decision) {
            let plan: Vec<String> = judged.plan.iter().map(ToString::to_string).collect();
            let line = format!("{} {:.3} {} {}\n", judged.choice, judged.value, judged.exact, plan.join(""));
            measured.fingerprint = hash(measured.fingerprint, line.as_bytes());
            measured.decisions += 1;
        }
    }
    measured.time = begun.elapsed();
    // In Canoga, writing the sentences takes longer than deciding, so it isn't timed.
    for judged in decisions.iter().flat_map(decide) {
        for reason in judged.reasons {
            measured.fingerprint = hash(measured.fingerprint, reason.to_string().as_bytes());
        }
    }
    measured
}

/// The decisions of all levels, weakest first.
fn decide(decision: &Decision) -> impl Iterator<Item = Evaluation> {
    Level::ALL.into_iter().filter_map(|level| {
        EngineJob { limits: Limits::effort(EFFORT), ..EngineJob::new(decision.clone(), level) }.decide().ok()
    })
}

/// The fingerprint of all games together.
pub fn fingerprint(measured: &[Measured]) -> String {
    let bytes = measured.iter().flat_map(|measured| measured.fingerprint.to_le_bytes());
    format!("{:016x}", hash(FNV_START, &bytes.collect::<Vec<_>>()))
}

/// Canoga's decisions take microseconds, so there are more of them.
fn positions(game: Game) -> u64 {
    if game == Game::Canoga { 100 * POSITIONS } else { POSITIONS }
}

/// The number of nodes, as the engine counts them.
fn nodes(decision: &Decision) -> u64 {
    match decision {
        Decision::Congkak(position) => {
            congkak::best_turn(position, &Limits::effort(EFFORT), &mut |_| ()).map_or(0, |turn| turn.plays)
        }
        Decision::Kono(standing) => {
            let mut searcher = kono::Searcher::new(standing.board().size(), 14);
            searcher.search(standing, None, &Limits::effort(EFFORT), |_| ()).map_or(0, |report| report.nodes)
        }
        decision => decision.choices().len() as u64,
    }
}

/// A position in a random round; `None` if the round ended first.
fn position(game: Game, size: i64, seed: u64) -> Option<Decision> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let players = parlor_rules::Pair::from_fn(|_: Seat| Player::Computer(Level::Club));
    let setup = Setup { players, seed: Seed::Open(seed), size: Some(size), ..Setup::new(game) };
    let (mut table, _) = Table::new(setup);
    let mut plays = random.random_range(0..30);
    loop {
        let entry = match table.next() {
            Next::Throw { .. } | Next::Toss => match table.draw() {
                Some(Draw::Entry(entry)) => entry,
                _ => return None,
            },
            Next::Ask(question) => {
                let Ask::Decide(decision) = question.ask else { return None };
                let choices = decision.choices();
                let choice = match decision {
                    Decision::Call => Choice::Coin(Coin::Heads),
                    Decision::Color(_) => choices[0],
                    _ if plays == 0 => return Some(decision),
                    _ => {
                        plays -= 1;
                        choices[random.random_range(0..choices.len())]
                    }
                };
                Entry::Decision { seat: question.seat, answer: Answer::Choice(choice), rationale: None }
            }
            Next::Save { .. } | Next::Over => return None,
        };
        table.apply(entry).ok()?;
    }
}

/// The initial value of FNV-1a, which is short and portable.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn hash(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
