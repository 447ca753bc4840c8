//! Matches of Kono, and the tuning of its evaluation. Run `cargo run --release -p parlor-matches --bin kono_match --`
//! with one of
//!
//! - `club ROUNDS [SIZE]`: club against novice
//! - `master ROUNDS [SIZE] [NODES]`: master against club, about a minute a round unless with fewer nodes
//! - `minimax ROUNDS [SIZE]`: the search against the `minimax` crate's, 20 ms a move, and both speeds
//! - `speed ROUNDS [SIZE]`: the speeds of both, and of a plain use of `minimax`, on the same positions
//! - `tune SIZE ROUNDS`: self-play, and the weights that fit its results best
//!
//! Rounds come in pairs: the same few random moves from the start, once with each player moving first.

#![allow(clippy::unwrap_used, reason = "a match that can't go on stops, as it should")]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "counts of rounds and nodes are small")]

mod minimax_player;
mod tune;

use std::env;

use parlor_engine::{Limits, kono};
use parlor_rules::kono::{Color, End, Move, Size, Standing};
use parlor_rules::{Level, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<i64>().ok());
    let sizes = |place: usize| match number(place) {
        Some(size) => vec![Size::new(size).unwrap()],
        None => Size::ALL.to_vec(),
    };
    match words.first().map(String::as_str) {
        Some("club") => {
            for size in sizes(2) {
                levels(size, number(1).unwrap_or(200) as usize, (Level::Club, Level::Novice), None);
            }
        }
        Some("master") => {
            for size in sizes(2) {
                let nodes = number(3).map(i64::unsigned_abs);
                levels(size, number(1).unwrap_or(20) as usize, (Level::Master, Level::Club), nodes);
            }
        }
        Some("minimax") => {
            for size in sizes(2) {
                minimax_player::compare(size, number(1).unwrap_or(200) as usize);
            }
        }
        Some("speed") => {
            for size in sizes(2) {
                minimax_player::speeds(size, number(1).unwrap_or(4) as usize);
            }
        }
        Some("tune") => tune::tune(Size::new(number(1).unwrap()).unwrap(), number(2).unwrap_or(1000) as usize),
        // A short smoke test.
        _ => levels(Size::ALL[0], 4, (Level::Club, Level::Novice), None),
    }
}

/// Wins, ties and losses of the first player.
#[derive(Default, Clone, Copy)]
struct Tally {
    wins: u32,
    ties: u32,
    losses: u32,
    points: i64,
    /// How many rounds were called (rule kon-called), however they stood.
    called: u32,
}

impl Tally {
    fn rounds(self) -> u32 {
        self.wins + self.ties + self.losses
    }

    fn show(self, what: &str) {
        let share = |count: f64| 100.0 * count / f64::from(self.rounds().max(1));
        println!(
            "{what}: {} rounds, {} won ({:.1} %), {} tied, {} lost ({:.1} %), {} called; {:.1} % of the points, net {:+}",
            self.rounds(),
            self.wins,
            share(self.wins.into()),
            self.ties,
            self.losses,
            share(self.losses.into()),
            self.called,
            share(f64::from(self.wins) + f64::from(self.ties) / 2.0),
            self.points
        );
    }
}

/// A start for a pair of rounds: some random moves. Human moves first.
fn opening(size: Size, seed: u64, first_color: Color) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut standing = Standing::new(size).choose(Seat::Human, first_color);
        for _ in 0..2 * random.random_range(1..=3) {
            let moves: Vec<Move> = standing.position().unwrap().moves().collect();
            standing.play(moves[random.random_range(0..moves.len())]).unwrap();
        }
        if standing.position().unwrap().end().is_none() {
            return standing;
        }
    }
}

/// Plays `rounds` rounds in pairs, the first player at either seat.
fn match_up(size: Size, rounds: usize, players: &mut [&mut dyn FnMut(&Standing) -> Move; 2]) -> Tally {
    let mut tally = Tally::default();
    for round in 0..rounds {
        let color = if round / 2 % 2 == 0 { Color::White } else { Color::Black };
        let mut standing = opening(size, (round / 2) as u64, color);
        // In the first round of a pair the first player has the Human seat.
        let seat_of_first = Seat::BOTH[round % 2];
        while standing.position().unwrap().end().is_none() {
            let next = standing.position().unwrap().next().unwrap();
            let player = usize::from(next != seat_of_first);
            let chosen = players[player](&standing);
            standing.play(chosen).unwrap();
        }
        let outcome = standing.position().unwrap().outcome().unwrap();
        tally.called += u32::from(matches!(outcome.end, End::Called(_)));
        match outcome.winner {
            None => tally.ties += 1,
            Some(winner) if winner == seat_of_first => {
                tally.wins += 1;
                tally.points += i64::from(outcome.points);
            }
            Some(_) => {
                tally.losses += 1;
                tally.points -= i64::from(outcome.points);
            }
        }
    }
    tally
}

/// A match of two levels; `nodes` limits the better one.
fn levels(size: Size, rounds: usize, (better, worse): (Level, Level), nodes: Option<u64>) {
    let play = |level: Level, nodes: Option<u64>| {
        let limits = Limits { effort: nodes, ..Limits::default() };
        move |standing: &Standing| kono::best(standing, level, &limits).unwrap().chosen
    };
    let tally = match_up(size, rounds, &mut [&mut play(better, nodes), &mut play(worse, None)]);
    let n = size.points();
    let budget = nodes.map(|nodes| format!(", {nodes} nodes a move")).unwrap_or_default();
    tally.show(&format!("{n}\u{d7}{n}, {better} against {worse}{budget}"));
}
