//! Names the rule that a Congkak turn breaks.

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position, Standing};

use super::variation::{self, Misreading, PitRing};
use crate::{Breach, Distance, FollowBudget, differences};

/// The maximum number of plays tried to find what a program does differently.
const EFFORT: u64 = 20_000;

pub(super) fn explain(before: &Standing, after: &Standing, distance: Distance) -> Breach {
    let (old, new) = (before.position.size(), after.position.size());
    if old != new {
        let why = format!("The board has {old} pits a side in this tournament, not {new}.");
        return Breach::new("con-board", why).at("the size");
    }
    let round_was_over = before.position.outcome().is_some();
    let mut start = *before;
    if round_was_over {
        if before == after {
            let why = "Nothing has changed: a turn of the next round must follow.";
            return Breach::new("con-end", why).at("the next player");
        }
        match before.next_round() {
            Ok(next) => start = next,
            Err(why) => return Breach::new("con-deal", format!("No round can follow: {why}.")),
        }
    }
    let [had, has] = [before, after].map(|standing| standing.totals().human + standing.totals().computer);
    if had != has {
        let why = format!("There were {had} seeds and now there are {has}: seeds are never added or lost.");
        return Breach::new("con-sow", why).at(first_difference(&start, after));
    }
    let one_step = matches!(distance, Distance::Turns(1) | Distance::Plays(1));
    if let Some(breach) = rounds_won(&start, after, one_step) {
        return breach;
    }
    let Some(mover) = start.position.turn().filter(|_| one_step) else {
        return Breach::new("con-sow", "The second file can't follow from the first in this number of turns or plays.");
    };
    if start == *after {
        return Breach::new("con-sow", format!("Nothing has changed: {mover} must sow.")).at("the next player");
    }
    if round_was_over && let Some(breach) = dealt_wrongly(&start, after, mover) {
        return breach;
    }
    played(&start, after, mover, distance)
}

/// Rounds are counted when the next one begins.
fn rounds_won(start: &Standing, after: &Standing, one_step: bool) -> Option<Breach> {
    let seat = Seat::BOTH.into_iter().find(|&seat| start.rounds[seat] != after.rounds[seat])?;
    let (right, wrong) = (start.rounds[seat], after.rounds[seat]);
    let rounds = start.rounds.human + start.rounds.computer;
    if !one_step || after.rounds.human + after.rounds.computer > rounds + 1 {
        let why = format!("{seat} can't have won {wrong} rounds: each round that ends adds one to its winner.");
        return Some(Breach::new("con-tournament", why).at(format!("{seat}'s rounds")));
    }
    let why =
        format!("{seat} has won {right} rounds, not {wrong}, and no play ends this round in a way that changes that.");
    Some(Breach::new("con-tournament", why).at(format!("{seat}'s rounds")))
}

/// Finds what is wrong with a turn of this round.
fn played(start: &Standing, after: &Standing, mover: Seat, distance: Distance) -> Breach {
    let other = mover.other();
    let (one, two) = (&start.position, &after.position);
    let results = results(one, mover, distance);
    let holes = |position: &Position| PitRing::of(position, mover).holes;
    let target = holes(two);
    if let Some((pits, position)) = results.iter().find(|(_, position)| holes(position) == target) {
        let breach = match (position.outcome(), position.turn()) {
            (Some(outcome), _) => {
                Breach::new("con-end", format!("The round is over, and {} has won it.", outcome.winner))
            }
            (None, Some(seat)) if seat == mover => {
                let why = format!(
                    "When pit {pits} is played, the last seed falls into {mover}'s own store, so {mover} plays again."
                );
                Breach::new("con-free", why)
            }
            _ => Breach::new(
                "con-free",
                format!(
                    "When pit {pits} is played, the last seed falls into a pit rather than the store, so {other} is next."
                ),
            ),
        };
        return breach.at("the next player");
    }
    if let Some((variation, pits)) = variation_of(start, after, distance) {
        let right = results.iter().find(|(played, _)| *played == pits);
        let place = right.map(|(_, position)| first_difference(&Standing { position: *position, ..*start }, after));
        let why = format!("Pit {pits} gives this result if a program {}.", variation.what);
        return Breach { place, ..Breach::new(variation.rule, why) };
    }
    if two.turn().is_some() && one.store(other) != two.store(other) {
        let why = format!("{other}'s store can't change in {mover}'s turn.");
        return Breach::new("con-sow", why).at(format!("{other}'s store"));
    }
    if one.store(mover) > two.store(mover) {
        let why = format!("Seeds never leave a store within a round: {mover}'s store had {}.", one.store(mover));
        return Breach::new("con-sow", why).at(format!("{mover}'s store"));
    }
    let differing = |position: &Position| {
        let wrong_player = usize::from(position.turn() != two.turn());
        holes(position).iter().zip(&target).filter(|(one, other)| one != other).count() + wrong_player
    };
    match results.iter().min_by_key(|(_, position)| differing(position)) {
        None => Breach::new("con-sow", "There is no play."),
        Some((pits, position)) => {
            let nearest = Standing { position: *position, ..*start };
            let why = format!("No play leaves these seeds; pit {pits} comes closest.");
            Breach::new("con-sow", why).at(first_difference(&nearest, after))
        }
    }
}

fn first_difference(one: &Standing, other: &Standing) -> String {
    let found = differences(&(*one).into(), &(*other).into());
    found.first().map_or("the board".to_owned(), |difference| difference.place.clone())
}

/// Finds what is wrong if the second save shows the new round before its first play.
fn dealt_wrongly(start: &Standing, after: &Standing, mover: Seat) -> Option<Breach> {
    let (one, two) = (&start.position, &after.position);
    if one.seeds() != two.seeds() {
        return None;
    }
    let same_rows = Seat::BOTH.into_iter().all(|seat| one.pits(seat) == two.pits(seat));
    if same_rows {
        let why = format!("{mover} won the previous round, so {mover} begins.");
        return Some(Breach::new("con-first", why).at("the next player"));
    }
    let undealt = Seat::BOTH.into_iter().all(|seat| two.store(seat) <= one.store(seat));
    let why =
        "Seeds are laid out in full pits from the one next to the store outward, then one by one over the others.";
    (undealt && two.turn() == Some(mover)).then(|| Breach::new("con-deal", why).at(first_difference(start, after)))
}

/// Every result of the turn or play with its pits in order, as far as the effort allows. Includes the positions within
/// the turn, for the message that the turn continues.
fn results(position: &Position, mover: Seat, distance: Distance) -> Vec<(String, Position)> {
    let mut results = Vec::new();
    let mut open = vec![(String::new(), *position)];
    let mut budget = FollowBudget::new(EFFORT);
    while let Some((pits, position)) = open.pop() {
        for pit in position.legal_moves() {
            if !budget.spend() {
                return results;
            }
            let after = position.play(pit).expect("the play is legal");
            let pits = with(&pits, pit);
            results.push((pits.clone(), after));
            if after.turn() == Some(mover) && matches!(distance, Distance::Turns(_)) {
                open.push((pits, after));
            }
        }
    }
    results
}

fn with(pits: &str, pit: Pit) -> String {
    if pits.is_empty() { pit.to_string() } else { format!("{pits} {pit}") }
}

/// The misreading under which the second save follows, and the pits that were played.
fn variation_of(start: &Standing, after: &Standing, distance: Distance) -> Option<(Misreading, String)> {
    let mover = start.position.turn()?;
    let target = PitRing::of(&after.position, mover);
    variation::ALL.into_iter().find_map(|variation| {
        let mut budget = FollowBudget::new(EFFORT);
        let mut open = vec![(String::new(), PitRing::of(&start.position, mover))];
        while let Some((pits, ring)) = open.pop() {
            for pit in ring.choices() {
                if !budget.spend() {
                    return None;
                }
                let Some(after) = ring.play(pit, variation) else { continue };
                let pits = with(&pits, Pit::new(mover, pit).expect("the pit is on the board"));
                if (&after.holes, after.over, after.next) == (&target.holes, target.over, target.next) {
                    return Some((variation, pits));
                }
                if after.next == mover && !after.over && matches!(distance, Distance::Turns(_)) {
                    open.push((pits, after));
                }
            }
        }
        None
    })
}
