//! Matches between two ways to play Congkak, paired: every opening is played twice, with the seats
//! changed. `cargo bench -p parlor-engine --bench congkak_match -- [PAIRS [PLAYS [SIZE [OPENING]]]]`
//!
//! The players are deterministic, so tournaments differ by their openings. OPENING is 1 where the first plays are
//! drawn among those that keep the turn, so that the first player still has it; 2 where they are drawn
//! among all, which mostly makes a present of the full board to one of them.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parlor_engine::{Level, congkak as engine};
use parlor_rules::congkak::{Pit, Position, Size, Standing};
use parlor_rules::{Pair, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

mod plain;

#[derive(Clone, Copy)]
enum Player {
    Level(Level, u64),
    Plain(u32),
}

impl Player {
    /// What to play now: the whole turn if it was planned.
    fn line(self, position: &Position) -> Vec<Pit> {
        match self {
            Player::Level(level, plays) => {
                let advice = engine::best(position, level, engine::Limits::plays(plays));
                advice.map(|advice| advice.line).unwrap_or_default()
            }
            Player::Plain(depth) => plain::best(position, depth).into_iter().collect(),
        }
    }

    fn name(self) -> String {
        match self {
            Player::Level(Level::Master, plays) => format!("master with {plays} plays a turn"),
            Player::Level(level, _) => level.to_string(),
            Player::Plain(depth) => format!("plain alpha\u{2013}beta of depth {depth}"),
        }
    }
}

const ROUNDS: u32 = 2;
/// Plays drawn at the start of a tournament, at most.
const DRAWN: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    KeepsTurn,
    Any,
}

/// One tournament; all that each seat has at its end, and the rounds won.
fn tournament(size: Size, opening: Opening, players: Pair<Player>, seed: u64, first: Seat) -> Pair<(u32, u32)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut standing = Standing::new(size, first);
    let drawn = if opening == Opening::Any { 2 } else { random.random_range(1..=DRAWN) };
    for _ in 0..drawn {
        let fits = |after: &Position| after.winner().is_none() && (opening == Opening::Any || after.next() == first);
        let choices: Vec<Position> =
            standing.position.moves().filter_map(|pit| standing.position.play(pit).ok()).filter(fits).collect();
        if choices.is_empty() {
            break;
        }
        standing.position = choices[random.random_range(0..choices.len())];
    }
    let mut won = Pair::default();
    for round in 0..ROUNDS {
        if round > 0 {
            let Ok(next) = standing.next_round() else { break };
            standing = next;
        }
        while standing.position.winner().is_none() {
            let seat = standing.position.next();
            for pit in players[seat].line(&standing.position) {
                standing.position = standing.position.play(pit).expect("engines play legally");
            }
        }
        if let Some(winner) = standing.position.winner() {
            won[winner] += 1;
        }
    }
    let totals = standing.position.totals();
    Pair::from_fn(|seat| (totals[seat], won[seat]))
}

fn run(size: Size, opening: Opening, pairs: u64, one: Player, other: Player) {
    let began = Instant::now();
    let next = AtomicU64::new(0);
    let sums: [AtomicU64; 4] = Default::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= 2 * pairs {
                        break;
                    }
                    // Both of a pair begin with the same draws; the seat that begins them is changed too.
                    let ours = if at.is_multiple_of(2) { Seat::Human } else { Seat::Computer };
                    let players = Pair::from_fn(|seat| if seat == ours { one } else { other });
                    let result = tournament(size, opening, players, at / 2, Seat::Human);
                    let counts = [result[ours].0, result[ours.other()].0, result[ours].1, result[ours.other()].1];
                    for (sum, count) in sums.iter().zip(counts) {
                        sum.fetch_add(count.into(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let [ours, theirs, won, lost] = sums.map(AtomicU64::into_inner);
    let hundredths = 10_000 * theirs / (ours + theirs).max(1);
    let kept = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    println!(
        "{} pits, {} tournaments of {ROUNDS} rounds: {} against {}",
        size.pits(),
        2 * pairs,
        one.name(),
        other.name()
    );
    println!(
        "    rounds {won} : {lost}, seeds {ours} : {theirs}, the second keeps {kept} % ({:.0} s)",
        began.elapsed().as_secs_f64()
    );
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [pairs, plays, pits, opening] =
        std::array::from_fn(|i| numbers.get(i).copied().unwrap_or([2, 20_000, 7, 1][i]));
    let opening = if opening == 2 { Opening::Any } else { Opening::KeepsTurn };
    let Some(size) = i64::try_from(pits).ok().and_then(Size::new) else {
        eprintln!("a board has 5 to 11 pits a side, not {pits}");
        return ExitCode::from(2);
    };
    let master = Player::Level(Level::Master, plays);
    run(size, opening, pairs, master, Player::Level(Level::Club, 0));
    run(size, opening, pairs, master, Player::Plain(8));
    run(size, opening, pairs, Player::Level(Level::Club, 0), Player::Level(Level::Novice, 0));
    ExitCode::SUCCESS
}
