//! Names the rule that a Canoga turn breaks.

use parlor_rules::Seat;
use parlor_rules::canoga::{Draft, Position, Squares, Standing};

use super::{FollowSearch, can_stop};
use crate::{Breach, FollowBudget};

pub(super) fn explain(before: &Standing, after: &Standing, turns: u32, mut search: FollowSearch<'_>) -> Breach {
    if turns != 1 {
        return fields(before, after).unwrap_or_else(|| {
            Breach::new("can-turn", format!("The second file can't follow from the first in {turns} turns."))
        });
    }
    // The difference between the saves is one turn of this round, whether or not the round is over.
    let start = match round_of_turn(before, after) {
        Ok(start) => start,
        Err(breach) => return breach,
    };
    let mut breach = fields(&start, after)
        .or_else(|| squares(&start, after))
        .unwrap_or_else(|| unreachable_squares(&start, after, &mut search));
    search.budget = FollowBudget::new(search.budget.most);
    search.by_choice = true;
    breach.nearest = nearest(&start, &mut search);
    if breach.place.is_none()
        && let Some(nearest) = &breach.nearest
        && let Some(difference) = crate::differences(nearest, &(*after).into()).first()
    {
        breach.place = Some(difference.place.clone());
    }
    breach
}

/// The round in which the turn was made: the round of the first save, or the next one if that is over.
#[expect(clippy::result_large_err, reason = "it is called only once for each pair of saves")]
fn round_of_turn(before: &Standing, after: &Standing) -> Result<Standing, Breach> {
    let Some(outcome) = before.position.outcome() else { return Ok(*before) };
    if before == after {
        return Err(
            Breach::new("can-turn", "Nothing has changed: a turn of the next round must follow.").at("the next turn")
        );
    }
    let next = before
        .next_round(after.position.size(), after.position.first())
        .map_err(|why| Breach::new("can-tournament", format!("No round can follow: {why}.")))?;
    for seat in Seat::BOTH {
        if after.scores[seat] != next.scores[seat] {
            let points = outcome.points;
            let why = format!(
                "{} has won the round with {points} points, so {seat}'s score must be {}, not {}.",
                outcome.winner, next.scores[seat], after.scores[seat]
            );
            return Err(Breach::new("can-points", why).at(format!("{seat}'s score")));
        }
    }
    Ok(next)
}

/// Fields that stay the same within a round.
fn fields(before: &Standing, after: &Standing) -> Option<Breach> {
    let (one, other) = (&before.position, &after.position);
    let starts =
        other.covered().human.count() + other.covered().computer.count() <= 1 && other.turn() == Some(other.first());
    let other_round = before.scores != after.scores || (one.size(), one.first()) != (other.size(), other.first());
    if starts && other_round && one.turn().is_some() {
        return Some(next_round(before, after));
    }
    if one.size() != other.size() {
        let why = format!("A row has {} squares in this round, not {}.", one.size(), other.size());
        return Some(Breach::new("can-row", why).at("the size"));
    }
    for seat in Seat::BOTH {
        if before.scores[seat] != after.scores[seat] {
            let why = format!(
                "{seat}'s score is that of earlier rounds and changes only when the next round begins: it must be {}, not {}.",
                before.scores[seat], after.scores[seat]
            );
            return Some(Breach::new("can-points", why).at(format!("{seat}'s score")));
        }
    }
    if one.first() != other.first() {
        let why = format!("{} took the first turn of this round, not {}.", one.first(), other.first());
        return Some(Breach::new("can-first", why).at("the first turn"));
    }
    None
}

/// The second save shows the start of a round that can't follow.
fn next_round(before: &Standing, after: &Standing) -> Breach {
    let Some(mover) = before.position.turn() else { return Breach::new("can-turn", "A turn must follow.") };
    let other = mover.other();
    if after.scores[other] != before.scores[other] {
        let why = format!(
            "Only {mover}, who had this turn, can have won the round, so {other}'s score must stay {}.",
            before.scores[other]
        );
        return Breach::new("can-win", why).at(format!("{other}'s score"));
    }
    let Some(points) = after.scores[mover].checked_sub(before.scores[mover]) else {
        let why = format!("{mover}'s score can't decrease.");
        return Breach::new("can-points", why).at(format!("{mover}'s score"));
    };
    let square = if points == 0 { 0 } else { (points - 1) % 9 + 1 };
    let owner = before.position.first().other();
    let rows = after.position.covered();
    let right = |seat: Seat| if seat == owner { Squares::one(square as u8) } else { Squares::NONE };
    if let Some(seat) = Seat::BOTH.into_iter().find(|&seat| rows[seat] != right(seat)) {
        let why = match square {
            0 => "The round was won with 0 points, so nobody has an advantage.".to_owned(),
            _ => format!(
                "After a round that was won with {points} points, only {owner}'s square {square} starts covered."
            ),
        };
        let wrong = rows[seat].without(right(seat)).with(right(seat).without(rows[seat]));
        let place =
            wrong.ascending().next().map_or("the rows".to_owned(), |square| format!("{seat}'s square {square}"));
        return Breach::new("can-handicap", why).at(place);
    }
    let why = format!("No turn by {mover} wins this round with {points} points.");
    Breach::new("can-points", why).at(format!("{mover}'s score"))
}

/// Squares that changed in a way that no turn allows.
fn squares(before: &Standing, after: &Standing) -> Option<Breach> {
    let mover = before.position.turn()?;
    let other = mover.other();
    let (old, new) = (before.position.covered(), after.position.covered());
    let place =
        |seat: Seat, squares: Squares| squares.ascending().next().map(|square| format!("{seat}'s square {square}"));
    if let Some(at) = place(mover, old[mover].without(new[mover])) {
        return Some(
            Breach::new(
                "can-move",
                format!("{at} was covered: in {mover}'s turn only {other}'s squares are uncovered."),
            )
            .at(at),
        );
    }
    if let Some(at) = place(other, new[other].without(old[other])) {
        return Some(
            Breach::new("can-move", format!("{at} was open: in {mover}'s turn only {mover}'s squares are covered."))
                .at(at),
        );
    }
    let locked = before.position.locked().map_or(Squares::NONE, |lock| Squares::one(lock.square));
    if let Some(at) = place(other, locked.without(new[other])) {
        let why = format!("{at} is the advantage square and can't be uncovered before {other} has had a turn.");
        return Some(Breach::new("can-lock", why).at(at));
    }
    let full = before.position.size().full_row();
    if new[mover] == full && new[other].is_empty() && !old[other].is_empty() {
        let why = "The round ends as soon as one row is full or the other is emptied, so both can't happen.";
        return Some(Breach::new("can-win", why).at(format!("{mover}'s row")));
    }
    None
}

/// Each square could have changed on its own, but they can't all have changed in this turn.
fn unreachable_squares(before: &Standing, after: &Standing, search: &mut FollowSearch<'_>) -> Breach {
    let Some(mover) = before.position.turn() else { return Breach::new("can-turn", "A turn must follow.") };
    let other = mover.other();
    let (old, new) = (before.position.covered(), after.position.covered());
    if after.position.turn() == Some(mover) {
        let why = format!("{mover}'s turn must have ended, so {other} is next.");
        return Breach::new("can-turn", why).at("the next turn");
    }
    let dice = std::mem::take(&mut search.dice);
    search.budget = FollowBudget::new(search.budget.most);
    if !dice.is_empty() && search.steps(before, 1).is_some() {
        let ways = "This turn is possible with other throws, but not with these.";
        return Breach::new("dice-file", ways);
    }
    search.dice = dice;
    let covered = new[mover].without(old[mover]);
    let uncovered = old[other].without(new[other]);
    for (seat, set, verb) in [(mover, covered, "covered"), (other, uncovered, "uncovered")] {
        if set == Squares::one(1) {
            let why = format!(
                "Only square 1 of {seat}'s row was {verb}, which takes a single die, and that is allowed only once all of {mover}'s squares from 7 up are covered."
            );
            return Breach::new("can-dice", why).at(format!("{seat}'s square 1"));
        }
    }
    if let Some(outcome) = after.position.outcome()
        && outcome.winner != mover
    {
        let why = format!("{other} can't win in {mover}'s turn.");
        return Breach::new("can-win", why).at("the next turn");
    }
    if after.position.outcome().is_none()
        && let Ok(end) =
            (Draft { next: mover, first: before.position.first(), advantage: None, over: None, ..Draft::from(after) })
                .check()
        && let Some(example) = still_possible(&end.position)
    {
        let why = format!("The turn can't end here, because every throw still allows a move: {example}.");
        return Breach::new("can-turn", why);
    }
    Breach::new("can-move", "No series of throws and moves changes exactly these squares and then ends the turn.")
}

/// A throw and a move, if every throw allows a move.
fn still_possible(position: &Position) -> Option<String> {
    if position.outcome().is_some() || can_stop(position) {
        return None;
    }
    let throw = parlor_rules::Throw::all(parlor_rules::DiceCount::Two).next()?;
    let chosen = position.throw(throw).ok()?.legal_moves().next()?;
    Some(format!("a throw of {throw} could {chosen}"))
}

/// The result of the turn with the fewest differing squares.
fn nearest(before: &Standing, search: &mut FollowSearch<'_>) -> Option<parlor_rules::Standing> {
    let mut found = None;
    search.each_result(&before.position, 0, false, &mut |_, position, _, _| {
        found = Some(Standing { position: *position, ..*before }.into());
        true
    });
    found
}
