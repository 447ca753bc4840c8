//! The `minimax` crate's iterative search with our rules and our evaluation, as a yardstick.

use std::fs;
use std::time::{Duration, Instant};

use minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Strategy, Winner};
use parlor_engine::kono::{Limits, Thinker, evaluate};
use parlor_rules::Seat;
use parlor_rules::kono::{Board, Cell, Color, Move, Point, Position, QUIET_MOVES, REPETITIONS, Size, Standing};

use crate::match_up;

const MILLIS: u64 = 20;

/// Both get as much memory: 2^15 pairs of 32 bytes are 1 MiB.
const TABLE_BITS: u32 = 15;
const TABLE_BYTES: usize = 1 << 20;

/// What changes with a move.
#[derive(Clone, Copy)]
struct Moment {
    position: Position,
    mover: Color,
    hash: u64,
    /// How many quiet moves there were in a row.
    quiet: usize,
    called: bool,
}

/// The rules' position, played in place: the moments before it are there to go back to, and for rule
/// kon-called.
#[derive(Clone)]
struct State {
    now: Moment,
    before: Vec<Moment>,
}

/// A number for a piece at a point, mixed so that sums of them tell positions apart.
fn key(point: Point, color: Color, captures: bool) -> u64 {
    let piece = (color as u64) << 1 | u64::from(captures);
    let mut z = u64::from(point.row) << 16 | u64::from(point.column) << 8 | piece;
    z = (z + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 31)
}

/// For a change of the mover.
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
        let position = standing.position().unwrap();
        let white = position.seat(Color::White);
        let history = standing.history();
        let before = history.iter().enumerate().map(|(i, earlier)| moment(earlier.board, white, earlier.next, i));
        let now = moment(*position.board(), white, position.next().unwrap(), history.len());
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
            moves.extend(state.now.position.moves());
        }
        winner
    }

    fn apply(state: &mut State, chosen: Move) -> Option<State> {
        let Moment { position, mover, hash, quiet, .. } = state.now;
        let play = position.play_telling(chosen).unwrap();
        let mut hash = hash ^ TURN;
        if let Move::Step(from, direction) = chosen {
            let to = from.step(direction).unwrap();
            hash ^= key_at(position.board(), from) ^ key_at(position.board(), to) ^ key_at(play.after.board(), to);
        }
        state.before.push(state.now);
        let quiet = if play.captured || play.arrived { 0 } else { quiet + 1 };
        let earlier = state.before.iter().rev().take(quiet);
        let times = 1 + earlier.filter(|moment| moment.hash == hash).count();
        let called = quiet >= QUIET_MOVES || times >= REPETITIONS;
        state.now = Moment { position: play.after, mover: mover.other(), hash, quiet, called };
        None
    }

    fn undo(state: &mut State, _: Move) {
        state.now = state.before.pop().unwrap();
    }

    fn get_winner(state: &State) -> Option<Winner> {
        let Moment { position, mover, called, .. } = &state.now;
        if position.end().is_none() && !called {
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
        evaluate(&state.now.position) as Evaluation
    }
}

/// Time that this thread has really run, where the system tells: other work on the machine doesn't count.
fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok()).map(Duration::from_nanos);
    nanos.unwrap_or_else(|| START.with(Instant::elapsed))
}

/// The nodes that the crate's report gives: those of finished depths and of the one it was in.
fn nodes_of(report: &str) -> f64 {
    let after = |words: &str| {
        let rest = report.split(words).nth(1).unwrap();
        rest.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    after("Explored ") + after("next depth hit ")
}

pub fn compare(size: Size, rounds: usize) {
    let n = size.points();
    let mut thinker = Thinker::new(size, TABLE_BITS);
    let (mut our_nodes, mut our_time) = (0.0, Duration::ZERO);
    let (mut their_nodes, mut their_time) = (0.0, Duration::ZERO);
    let limits = Limits { millis: Some(MILLIS), ..Limits::default() };
    let mut ours = |standing: &Standing| {
        let start = busy();
        let thought = thinker.think(standing, limits, |_| ()).unwrap();
        our_time += busy().saturating_sub(start);
        our_nodes += thought.nodes as f64;
        thought.line[0]
    };
    let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let mut search = IterativeSearch::new(Ours, options);
    search.set_timeout(Duration::from_millis(MILLIS));
    let mut theirs = |standing: &Standing| {
        let mut state = State::new(standing);
        let start = busy();
        let chosen = search.choose_move(&state).unwrap();
        their_time += busy().saturating_sub(start);
        their_nodes += nodes_of(&search.stats(&mut state));
        chosen
    };
    let tally = match_up(size, rounds, &mut [&mut ours, &mut theirs]);
    tally.show(&format!("{n}\u{d7}{n}, ours against minimax, {MILLIS} ms a move"));
    let speed = [our_nodes / our_time.as_secs_f64() / 1e6, their_nodes / their_time.as_secs_f64() / 1e6];
    println!(
        "  nodes a second of its own time: ours {:.2} million, minimax {:.2} million, {:.2} times as many",
        speed[0],
        speed[1],
        speed[0] / speed[1]
    );
}
