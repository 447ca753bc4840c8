//! Counts positions, so that other programs can check their move generators.

use std::collections::HashMap;
use std::hash::Hash;

use crate::{DiceCount, Game, Seat, Throw, canoga, congkak, kono};

/// The counts after a given number of plays from the start of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftCount {
    /// Sequences of plays.
    pub lines: u64,
    /// Distinct positions that they lead to.
    pub positions: u64,
}

/// Counts after 1, 2, … `depth` plays from the start of a round, with Human first, who plays White in Kono; `None` if
/// the game has no such size.
///
/// In Canoga a play is an allowed throw (the order of the dice counts) with a move, or with the end of the turn. In
/// Kono earlier positions don't count, so no round is called.
///
/// ```
/// use parlor_rules::{Game, perft};
/// let counts: Vec<u64> = perft(Game::Kono, 5, 3).unwrap().iter().map(|count| count.lines).collect();
/// assert_eq!(counts, [8, 62, 564]);
/// ```
pub fn perft(game: Game, size: i64, depth: usize) -> Option<Vec<PerftCount>> {
    Some(match game {
        Game::Canoga => {
            count(canoga::Position::start(canoga::Size::new(size)?, Seat::Human, None), depth, |position, reach| {
                if position.outcome().is_some() {
                    return;
                }
                let one = position.may_throw_one().then_some(DiceCount::One);
                for throw in one.into_iter().chain([DiceCount::Two]).flat_map(Throw::all) {
                    let Ok(thrown) = position.throw(throw) else { continue };
                    thrown.pass().into_iter().for_each(&mut *reach);
                    thrown.legal_moves().filter_map(|chosen| thrown.play(chosen).ok()).for_each(&mut *reach);
                }
            })
        }
        Game::Congkak => {
            count(congkak::Position::start(congkak::Size::new(size)?, Seat::Human), depth, |position, reach| {
                position.legal_moves().filter_map(|pit| position.play(pit).ok()).for_each(reach);
            })
        }
        Game::Kono => {
            let start = kono::Position::start(kono::Size::new(size)?, Seat::Human, kono::Color::White);
            count(start, depth, |position, reach| {
                position.legal_moves().filter_map(|chosen| position.play(chosen).ok()).for_each(reach);
            })
        }
    })
}

/// Merges equal positions at each depth and adds up the lines that lead to them.
fn count<P: Eq + Hash>(start: P, depth: usize, after: impl Fn(&P, &mut dyn FnMut(P))) -> Vec<PerftCount> {
    let mut level = HashMap::from([(start, 1_u64)]);
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (position, lines) in &level {
            after(position, &mut |reached| {
                let sum: &mut u64 = next.entry(reached).or_default();
                *sum = sum.saturating_add(*lines);
            });
        }
        let lines = next.values().fold(0, |sum: u64, lines| sum.saturating_add(*lines));
        counts.push(PerftCount { lines, positions: next.len() as u64 });
        level = next;
    }
    counts
}
