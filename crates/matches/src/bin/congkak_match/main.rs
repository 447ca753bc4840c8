//! Matches between two ways to play Congkak, paired: every opening is played twice, with the seats
//! changed. `cargo run --release -p parlor-matches --bin congkak_match -- [PAIRS [PLAYS [SIZE [OPENING [PROOF]]]]]`
//! plays all three matches, or only those against `club`, `plain` or `novice` where one is named.
//!
//! The players are deterministic, so tournaments differ by their openings. OPENING is 1 where the first plays are
//! drawn among those that keep the turn, so that the first player still has it; 2 where they are drawn
//! among all, which mostly makes a present of the full board to one of them; 0 where none are drawn.
//!
//! A player who hasn't decided anything yet can't have kept anything from the other, so what the other has
//! in the store by then is told beside the result; and, where PROOF plays are enough to solve the rest of the first
//! round, what the other would have after it if both played on perfectly. A deal lays out a full row at most, so
//! what is beyond one then is the other's for good: that much a perfect player can be sure of.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parlor_engine::{Limits, congkak as engine};
use parlor_rules::congkak::{Pit, Position, Size, Standing};
use parlor_rules::{Level, Seat};
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
                let advice = engine::best(position, level, &Limits::effort(plays));
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

const ROUNDS: usize = 2;
/// Plays drawn at the start of a tournament, at most.
const DRAWN: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    None,
    KeepsTurn,
    Any,
}

/// Seeds of one tournament, or of many added up.
#[derive(Clone, Copy, Default)]
struct Tally {
    tournaments: u32,
    /// All that each has at the end: the first player of the match, and the second.
    seeds: [u32; 2],
    rounds: [u32; 2],
    /// What the second has after each round.
    after: [u32; ROUNDS],
    /// What the second has in the store when the first decides for the first time in each round.
    before: [u32; ROUNDS],
    /// What the second could be sure of at the end by playing perfectly from there in the first round.
    sure: u32,
    /// First rounds that could be solved where the first decides for the first time; what the second
    /// has after them, and would have if both had played on perfectly.
    solved: u32,
    solved_after: u32,
    solved_perfect: u32,
}

/// With more seeds in play nothing can be solved.
const MOST_SOLVED: u8 = 60;

/// The seeds that the opponent of the player to play has after the round if both play perfectly; `None` if that takes
/// more than this many plays to find out.
fn perfect(position: &Position, plays: u64) -> Option<u32> {
    if position.seeds_in_play() > MOST_SOLVED {
        return None;
    }
    let (net, _) = engine::solve_round(position, &Limits::effort(plays)).end?;
    u32::try_from((position.size().seeds() as i32 - net) / 2).ok()
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        fn add<const N: usize>(sums: &mut [u32; N], with: &[u32; N]) {
            sums.iter_mut().zip(with).for_each(|(sum, with)| *sum += with);
        }
        self.tournaments += other.tournaments;
        add(&mut self.seeds, &other.seeds);
        add(&mut self.rounds, &other.rounds);
        add(&mut self.after, &other.after);
        add(&mut self.before, &other.before);
        self.sure += other.sure;
        self.solved += other.solved;
        self.solved_after += other.solved_after;
        self.solved_perfect += other.solved_perfect;
    }

    /// A number of seeds as a percentage of all.
    fn percent(&self, seeds: u32) -> f64 {
        100.0 * f64::from(seeds) / f64::from(self.seeds.iter().sum::<u32>().max(1))
    }
}

/// What all tournaments of a match have in common.
#[derive(Clone, Copy)]
struct Match {
    size: Size,
    opening: Opening,
    pairs: u64,
    /// Plays with which a first round may be solved.
    proof: u64,
}

/// One tournament, in which `one` has this seat.
fn tournament(all: Match, one: Player, other: Player, seed: u64, seat: Seat) -> Tally {
    let mut standing = opened(all.size, all.opening, seed);
    let mut tally = Tally { tournaments: 1, ..Tally::default() };
    for round in 0..ROUNDS {
        if round > 0 {
            let Ok(next) = standing.next_round() else {
                // Who has no seed at all can't play on.
                tally.before[round] = standing.position.totals()[seat.other()];
                tally.after[round] = tally.before[round];
                continue;
            };
            standing = next;
        }
        let mut before = None;
        let mut solved = None;
        while standing.position.winner().is_none() {
            let now = standing.position.next();
            if now == seat && before.is_none() {
                before = Some(standing.position.store(seat.other()));
                solved = if round == 0 { perfect(&standing.position, all.proof) } else { None };
            }
            for pit in if now == seat { one } else { other }.line(&standing.position) {
                standing.position = standing.position.play(pit).expect("engines play legally");
            }
        }
        let kept = standing.position.totals()[seat.other()];
        tally.before[round] = before.map_or(kept, u32::from);
        tally.after[round] = kept;
        if round == 0 {
            // The deal lays out a full row at most; what is left over stays in the store for good.
            tally.sure = solved.unwrap_or(tally.before[0]).saturating_sub(all.size.seeds() / 2);
        }
        if let Some(perfect) = solved {
            tally.solved = 1;
            tally.solved_after = kept;
            tally.solved_perfect = perfect;
        }
        if let Some(winner) = standing.position.winner() {
            tally.rounds[usize::from(winner != seat)] += 1;
        }
    }
    let totals = standing.position.totals();
    tally.seeds = [totals[seat], totals[seat.other()]];
    tally
}

/// The start, and the plays drawn for it; Human begins.
fn opened(size: Size, opening: Opening, seed: u64) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut standing = Standing::new(size, Seat::Human);
    let drawn = match opening {
        Opening::None => 0,
        Opening::Any => 2,
        Opening::KeepsTurn => random.random_range(1..=DRAWN),
    };
    for _ in 0..drawn {
        let fits =
            |after: &Position| after.winner().is_none() && (opening == Opening::Any || after.next() == Seat::Human);
        let choices: Vec<Position> =
            standing.position.moves().filter_map(|pit| standing.position.play(pit).ok()).filter(fits).collect();
        if choices.is_empty() {
            break;
        }
        standing.position = choices[random.random_range(0..choices.len())];
    }
    standing
}

fn run(all: Match, one: Player, other: Player) {
    let Match { size, opening, pairs, .. } = all;
    let began = Instant::now();
    let next = AtomicU64::new(0);
    // The player with the first full turn has most of the round, so both orders of play are counted apart.
    let ways = Mutex::new([Tally::default(); 2]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= 2 * pairs {
                        break;
                    }
                    // Both of a pair begin with the same draws; only who plays on from them is changed.
                    let seat = if at.is_multiple_of(2) { Seat::Human } else { Seat::Computer };
                    let first = opened(size, opening, at / 2).position.next();
                    let tally = tournament(all, one, other, at / 2, seat);
                    ways.lock().expect("no thread stops")[usize::from(first != seat)].add(&tally);
                }
            });
        }
    });
    let [leads, follows] = ways.into_inner().expect("no thread stops");
    let mut all = leads;
    all.add(&follows);
    println!(
        "{} pits, {} tournaments of {ROUNDS} rounds: {} against {} ({:.0} s)",
        size.pits(),
        all.tournaments,
        one.name(),
        other.name(),
        began.elapsed().as_secs_f64()
    );
    println!("    rounds {} : {}, seeds {} : {}", all.rounds[0], all.rounds[1], all.seeds[0], all.seeds[1]);
    println!(
        "    of all seeds, in percent      | the second keeps | after each round | in store before the first decides | can be sure of"
    );
    for (name, way) in [("all", all), ("first plays first", leads), ("second plays first", follows)] {
        let each = |seeds: [u32; ROUNDS]| seeds.map(|seeds| format!("{:.2}", way.percent(seeds))).join(", ");
        println!(
            "    {name:18} {:10} | {:16.2} | {:>16} | {:>33} | {:14.2}",
            way.tournaments,
            way.percent(way.seeds[1]),
            each(way.after),
            each(way.before),
            way.percent(way.sure)
        );
    }
    if follows.solved > 0 {
        let all = f64::from(follows.solved * size.seeds());
        println!(
            "    where the second plays first, {} first rounds were solved when the first decided: after them the second has {:.2} %, with perfect play of both {:.2} %",
            follows.solved,
            100.0 * f64::from(follows.solved_after) / all,
            100.0 * f64::from(follows.solved_perfect) / all
        );
    }
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [pairs, plays, pits, opening, proof] =
        std::array::from_fn(|i| numbers.get(i).copied().unwrap_or([2, 20_000, 7, 1, 1_000_000][i]));
    let opening = match opening {
        0 => Opening::None,
        2 => Opening::Any,
        _ => Opening::KeepsTurn,
    };
    let Some(size) = i64::try_from(pits).ok().and_then(Size::new) else {
        eprintln!("a board has 5 to 11 pits a side, not {pits}");
        return ExitCode::from(2);
    };
    let master = Player::Level(Level::Master, plays);
    let all = Match { size, opening, pairs, proof };
    let club = Player::Level(Level::Club, 0);
    let matches = [
        ("club", master, club),
        ("plain", master, Player::Plain(8)),
        ("novice", club, Player::Level(Level::Novice, 0)),
    ];
    let wanted = |name: &str| std::env::args().any(|word| word == name);
    let any = matches.iter().any(|(name, ..)| wanted(name));
    for (_, one, other) in matches.into_iter().filter(|(name, ..)| !any || wanted(name)) {
        run(all, one, other);
    }
    ExitCode::SUCCESS
}
