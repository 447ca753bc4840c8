//! The `minimax` crate's iterative search with our rules of Kono and our evaluation, as a yardstick: used carefully
//! ([`Kono`]), as in the matches, and as simply as in its documentation ([`PlainKono`]).
//!
//! A node is a visit to a position, including leaves and our quiescence search. Both searches count that way
//! themselves; minimax has no quiescence search here.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Strategy, Winner};
use parlor_engine::Limits;
use parlor_engine::kono::{Searcher, evaluate};
use parlor_rules::Seat;
use parlor_rules::kono::{Board, Cell, Color, Move, Point, Position, REPETITIONS, Size, Standing};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const MILLIS: u64 = 20;

/// Both transposition tables get the same amount of memory: 2^15 pairs of 32 bytes are 1 MiB.
const TABLE_BITS: u32 = 15;
const TABLE_BYTES: usize = 1 << 20;

/// The part of the state that changes with a move.
#[derive(Clone, Copy)]
struct Moment {
    position: Position,
    mover: Color,
    hash: u64,
    /// The number of quiet moves in a row.
    quiet: usize,
    called: bool,
}

/// The rules' position, played in place. The moments before it are kept for undoing moves, and for rule kon-called.
#[derive(Clone)]
struct State {
    now: Moment,
    before: Vec<Moment>,
}

/// A number for a piece at a point, mixed so that sums of them distinguish positions.
fn key(point: Point, color: Color, captures: bool) -> u64 {
    let piece = (color as u64) << 1 | u64::from(captures);
    let mut z = u64::from(point.row) << 16 | u64::from(point.column) << 8 | piece;
    z = (z + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 31)
}

/// Mixed into the hash if Black is to move.
const TURN: u64 = 0x2545_F491_4F6C_DD1D;

fn key_at(board: &Board, point: Point) -> u64 {
    match board.cell(point) {
        Cell::Piece { color, captures } => key(point, color, captures),
        Cell::Vacant => 0,
    }
}

fn moment(board: Board, white: Seat, next: Seat, quiet: usize) -> Moment {
    let position = Position::new(board, white, next);
    let mover = position.color(next);
    let turn = if mover == Color::Black { TURN } else { 0 };
    let hash = board.points().fold(turn, |hash, point| hash ^ key_at(&board, point));
    Moment { position, mover, hash, quiet, called: false }
}

impl State {
    fn new(standing: &Standing) -> State {
        let position = standing.position.unwrap();
        let white = position.seat(Color::White);
        let quiet = standing.history().len();
        let before = standing.history().enumerate().map(|(i, earlier)| moment(earlier.board, white, earlier.next, i));
        let now = moment(*position.board(), white, position.turn().unwrap(), quiet);
        State { now, before: before.collect() }
    }
}

struct Kono;

impl Game for Kono {
    type S = State;
    type M = Move;

    fn generate_moves(state: &State, moves: &mut Vec<Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend(state.now.position.legal_moves());
        }
        winner
    }

    fn apply(state: &mut State, chosen: Move) -> Option<State> {
        let Moment { position, mover, hash, quiet, .. } = state.now;
        let play = position.play_with_details(chosen).unwrap();
        let mut hash = hash ^ TURN;
        if let Move::Step(from, direction) = chosen {
            let to = from.step(direction).unwrap();
            hash ^= key_at(position.board(), from) ^ key_at(position.board(), to) ^ key_at(play.after.board(), to);
        }
        state.before.push(state.now);
        let quiet = if play.captured || play.arrived { 0 } else { quiet + 1 };
        let earlier = state.before.iter().rev().take(quiet);
        let times = 1 + earlier.filter(|moment| moment.hash == hash).count();
        let called = quiet >= position.board().size().quiet_limit() || times >= REPETITIONS;
        state.now = Moment { position: play.after, mover: mover.other(), hash, quiet, called };
        None
    }

    fn undo(state: &mut State, _: Move) {
        state.now = state.before.pop().unwrap();
    }

    fn get_winner(state: &State) -> Option<Winner> {
        let Moment { position, mover, called, .. } = &state.now;
        if position.turn().is_some() && !called {
            return None;
        }
        Some(match position.scores().leader() {
            None => Winner::Draw,
            Some(seat) if seat == position.seat(*mover) => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State) -> u64 {
        state.now.hash
    }
}

struct Ours;

impl Evaluator for Ours {
    type G = Kono;

    fn evaluate(&self, state: &State) -> Evaluation {
        evaluate(&state.now.position).unwrap() as Evaluation
    }
}

/// A position of the rules as it is, copied for every move and hashed from scratch. It ignores called rounds, because
/// they depend on earlier positions, which it doesn't keep.
#[derive(Clone, Copy)]
struct Plain {
    position: Position,
    next: Seat,
}

struct PlainKono;

impl Game for PlainKono {
    type S = Plain;
    type M = Move;

    fn generate_moves(state: &Plain, moves: &mut Vec<Move>) -> Option<Winner> {
        moves.extend(state.position.legal_moves());
        Self::get_winner(state)
    }

    fn apply(state: &mut Plain, chosen: Move) -> Option<Plain> {
        let position = state.position.play(chosen).unwrap();
        Some(Plain { position, next: state.next.other() })
    }

    fn get_winner(state: &Plain) -> Option<Winner> {
        let outcome = state.position.outcome()?;
        Some(match outcome.winner {
            None => Winner::Draw,
            Some(seat) if seat == state.next => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &Plain) -> u64 {
        let mut hasher = DefaultHasher::new();
        (state.position.board(), state.next).hash(&mut hasher);
        hasher.finish()
    }
}

struct PlainOurs;

impl Evaluator for PlainOurs {
    type G = PlainKono;

    fn evaluate(&self, state: &Plain) -> Evaluation {
        evaluate(&state.position).unwrap() as Evaluation
    }
}

/// CPU time of this thread where the system reports it, so that other work on the machine doesn't count.
fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = stat.and_then(|text| text.split(' ').next()?.parse().ok()).map(Duration::from_nanos);
    nanos.unwrap_or_else(|| START.with(Instant::elapsed))
}

/// The number of nodes in the crate's report, for all finished depths and the unfinished one.
fn nodes_of(report: &str) -> f64 {
    let after = |words: &str| {
        let rest = report.split(words).nth(1).unwrap();
        rest.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    after("Explored ") + after("next depth hit ")
}

/// Nodes and the time they took.
#[derive(Clone, Copy, Default)]
struct Speed {
    nodes: f64,
    time: Duration,
}

impl Speed {
    /// Runs a search, and adds its time and its nodes.
    fn of<T>(&mut self, search: impl FnOnce() -> T, nodes: impl FnOnce(&T) -> f64) -> T {
        let start = busy();
        let found = search();
        self.time += busy().saturating_sub(start);
        self.nodes += nodes(&found);
        found
    }

    /// Millions of nodes per second.
    fn rate(self) -> f64 {
        self.nodes / self.time.as_secs_f64() / 1e6
    }
}

fn limits() -> Limits {
    Limits { deadline: Some(Instant::now() + Duration::from_millis(MILLIS)), ..Limits::default() }
}

/// On a busy machine the crate's clock can run out before the search has finished depth 1. In that case it gets
/// the same time again.
fn choose<E: Evaluator>(search: &mut IterativeSearch<E>, state: &<E::G as Game>::S) -> <E::G as Game>::M
where
    <E::G as Game>::S: Clone,
    <E::G as Game>::M: Copy + Eq,
{
    loop {
        if let Some(chosen) = search.choose_move(state) {
            return chosen;
        }
    }
}

fn iterative<E: Evaluator>(evaluator: E) -> IterativeSearch<E>
where
    <E::G as Game>::S: Clone,
    <E::G as Game>::M: Copy + Eq,
{
    let mut search = IterativeSearch::new(evaluator, IterativeOptions::new().with_table_byte_size(TABLE_BYTES));
    search.set_timeout(Duration::from_millis(MILLIS));
    search
}

/// The best move of a search to `depth`. Ties are broken arbitrarily.
pub(crate) fn best(standing: &Standing, depth: u32) -> Move {
    let mut search = iterative(Ours);
    search.set_max_depth(u8::try_from(depth).unwrap());
    choose(&mut search, &State::new(standing))
}

/// A position after some random moves, to start a round. Human moves first.
fn opening(size: Size, seed: u64) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut standing = Standing::new(size).choose(Seat::Human, Color::White);
        for _ in 0..2 * random.random_range(1..=3) {
            let moves: Vec<Move> = standing.position.unwrap().legal_moves().collect();
            standing.play(moves[random.random_range(0..moves.len())]).unwrap();
        }
        if standing.position.unwrap().turn().is_some() {
            return standing;
        }
    }
}

/// Runs all three searches on the same positions, one after the other so that other load affects them equally.
pub(crate) fn speeds(size: Size, rounds: usize) {
    let n = size.points();
    let mut searcher = Searcher::new(size, TABLE_BITS);
    let mut careful = iterative(Ours);
    let mut plain = iterative(PlainOurs);
    let [mut our_speed, mut careful_speed, mut plain_speed] = [Speed::default(); 3];
    for round in 0..rounds {
        let mut standing = opening(size, round as u64);
        while standing.position.unwrap().turn().is_some() {
            let thought = our_speed
                .of(|| searcher.search(&standing, None, &limits(), |_| ()).unwrap(), |found| found.nodes as f64);

            let mut state = State::new(&standing);
            careful_speed.of(|| choose(&mut careful, &state), |_| 0.0);
            careful_speed.nodes += nodes_of(&careful.stats(&mut state));

            let position = standing.position.unwrap();
            let mut state = Plain { position, next: position.turn().unwrap() };
            plain_speed.of(|| choose(&mut plain, &state), |_| 0.0);
            plain_speed.nodes += nodes_of(&plain.stats(&mut state));

            standing.play(thought.line[0]).unwrap();
        }
    }
    let [ours, careful, plain] = [our_speed, careful_speed, plain_speed].map(Speed::rate);
    println!("{n}\u{d7}{n}, {rounds} rounds of ours against itself, millions of nodes per second of CPU time:");
    println!("  ours {ours:.2}");
    println!("  minimax used carefully {careful:.2}, ours is {:.2} times as fast", ours / careful);
    println!("  minimax used plainly {plain:.2}, ours is {:.2} times as fast", ours / plain);
}
