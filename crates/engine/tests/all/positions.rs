//! Random Canoga positions.

use parlor_rules::canoga::{Draft, DraftAdvantage, DraftRow, Position, Size};
use parlor_rules::{Pair, Seat};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A position of any kind, from empty to nearly full rows, sometimes with a lock.
pub(crate) fn random_position(size: Size, random: &mut ChaCha8Rng) -> Option<Position> {
    let rows = Pair::from_fn(|_| {
        let share = [0.2, 0.5, 0.8][random.random_range(0..3)];
        let covered = (1..=i64::from(size.squares())).filter(|_| random.random_bool(share)).collect();
        DraftRow { covered, score: 0 }
    });
    let next = if random.random_bool(0.5) { Seat::Human } else { Seat::Computer };
    let square = rows[next.other()].covered.iter().copied().rfind(|&square| square <= 9);
    let advantage = square
        .filter(|_| rows[next.other()].covered.len() < 3 && random.random_bool(0.2))
        .map(|square| DraftAdvantage { player: next.other(), square });
    let draft = Draft { size: size.squares().into(), rows, first: next, next, advantage, over: None };
    draft.check().ok().map(|standing| standing.position).filter(|position| position.outcome().is_none())
}

/// A position in which a throw of this sum wins by covering and by uncovering.
pub(crate) fn both_can_win(size: Size, sum: i64, random: &mut ChaCha8Rng) -> Option<Position> {
    let mut adding_up = |most: i64| -> Option<Vec<i64>> {
        let set: Vec<i64> = (1..=most).filter(|_| random.random_bool(0.3)).collect();
        (set.iter().sum::<i64>() == sum).then_some(set)
    };
    let most = i64::from(size.squares());
    let mut find = || (0..1000).find_map(|_| adding_up(most));
    let (open, shut) = (find()?, find()?);
    let covered: Vec<i64> = (1..=most).filter(|square| !open.contains(square)).collect();
    let row = |covered| DraftRow { covered, score: 0 };
    let rows = Pair { human: row(covered), computer: row(shut) };
    let (first, next) = (Seat::Computer, Seat::Human);
    let draft = Draft { size: most, rows, first, next, advantage: None, over: None };
    draft.check().ok().map(|standing| standing.position).filter(|position| position.outcome().is_none())
}
