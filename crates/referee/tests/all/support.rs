//! Helpers for the tests of all games.

use parlor_referee::{Condition, Distance, Query, Ruling, follows};
use parlor_rules::{Seat, Standing, Throw};
use parlor_saves::{Dialect, read, write};
use parlor_table::QueuedThrow;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The seat of a twin's player: 0 is Human, 1 is Computer.
pub fn seat(player: usize) -> Seat {
    Seat::BOTH[player]
}

/// The twin's player in a seat.
pub fn player(seat: Seat) -> usize {
    usize::from(seat == Seat::Computer)
}

/// The standing after it was written in a random dialect and read again.
pub fn saved(standing: &Standing, random: &mut ChaCha8Rng) -> Standing {
    let dialect = Dialect::ALL[random.random_range(0..3)];
    let text = write(standing, dialect).text;
    read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}")).standing
}

pub fn text(standing: &Standing) -> String {
    write(standing, Dialect::Text).text
}

pub fn queued(throws: &[Throw]) -> Vec<QueuedThrow> {
    throws.iter().zip(1..).map(|(&throw, line)| QueuedThrow { line, throw, of_save: false }).collect()
}

pub fn verdict(before: &Standing, after: &Standing, turns: u32, throws: &[Throw]) -> Ruling {
    let dice = queued(throws);
    follows(&Query { dice: &dice, distance: Distance::Turns(turns), ..Query::new(before, after) }).unwrap()
}

/// The conditions of a verdict; `None` if the verdict is no.
pub fn conditions(verdict: &Ruling) -> Option<Vec<Condition>> {
    match verdict {
        Ruling::Follows(_) => Some(vec![]),
        Ruling::OnlyIf { conditions, .. } => Some(conditions.clone()),
        Ruling::Broken(_) => None,
        Ruling::NotDecided { tried } => panic!("not decided after {tried} positions"),
    }
}

#[track_caller]
pub fn assert_rule(verdict: &Ruling, rule: &str) {
    match verdict {
        Ruling::Broken(breach) => assert_eq!(breach.rule, rule, "{breach:?}"),
        other => panic!("{other:?} instead of {rule}"),
    }
}
