//! Names the rule that a Kono turn breaks.

use parlor_rules::Seat;
use parlor_rules::kono::{Board, Cell, Color, Direction, Point, Position, Standing};

use super::{FollowSearch, StartedFrom, points_that_differ};
use crate::compare::cell;
use crate::{Breach, differences};

pub(super) fn explain(before: &Standing, after: &Standing, turns: u32, search: &FollowSearch<'_>) -> Breach {
    let start = match round_of_turn(before, after) {
        Ok(start) => start,
        Err(breach) => return breach,
    };
    if after.round != start.round {
        return other_round(&start, after);
    }
    let (old, new) = (start.board().size(), after.board().size());
    if old != new {
        return Breach::new("kon-board", format!("The board has {old} rows in this round, not {new}.")).at("the size");
    }
    if let Some(breach) = scores(&start, after) {
        return breach;
    }
    if turns != 1 {
        return Breach::new("kon-move", format!("The second file can't follow from the first in {turns} moves."));
    }
    let Some(position) = after.position else {
        let why = "The players and their colours must be chosen before a move.";
        return Breach::new("kon-first", why).at("the next player");
    };
    // Before the colours are chosen, take them from the second save.
    let start = if start.position.is_none() {
        let first = position.turn().map_or(Seat::Human, Seat::other);
        if !search.first_players(StartedFrom::Save, 0).0.contains(&first) {
            return Breach::new("kon-first", format!("With these throws {} begins.", first.other()))
                .at("the next player");
        }
        start.choose(first, position.color(first))
    } else {
        start
    };
    let Some(now) = start.position else { return Breach::new("kon-first", "The first player must be chosen.") };
    if now.color(Seat::Human) != position.color(Seat::Human) {
        let why = format!("Human plays {} in this round.", now.color(Seat::Human));
        return Breach::new("kon-first", why).at("Human's colour");
    }
    let Some(mover) = now.turn() else { return Breach::new("kon-end", "The round is over.") };
    let results = now.legal_moves().filter_map(|chosen| {
        let mut next = start.clone();
        next.play(chosen).ok().map(|_| next)
    });
    let nearest = results.min_by_key(|next| points_that_differ(next, after));
    let unchanged = points_that_differ(&start, after) == 0;
    let mut breach = if unchanged && position.turn() != Some(mover) {
        Breach::new("kon-stuck", format!("{mover} can move, so {mover} mustn't pass.")).at("the next player")
    } else if unchanged {
        Breach::new("kon-move", format!("Nothing has changed: {mover} must move.")).at("the next player")
    } else {
        moved(start.board(), after.board(), now.color(mover), mover).unwrap_or_else(|| {
            let why = format!("It was {mover}'s turn, so {} is next.", mover.other());
            Breach::new("kon-move", why).at("the next player")
        })
    };
    breach.nearest = nearest.map(Into::into);
    if let (None, Some(nearest)) = (&breach.place, &breach.nearest) {
        let found = differences(nearest, &after.clone().into());
        breach.place = found.first().map(|difference| difference.place.clone());
    }
    breach
}

/// The round in which the turn was made: the round of the first save, or the next one if that is over.
#[expect(clippy::result_large_err, reason = "it is called only once for each pair of saves")]
fn round_of_turn(before: &Standing, after: &Standing) -> Result<Standing, Breach> {
    let Some(outcome) = before.outcome() else { return Ok(before.clone()) };
    let next = before
        .next_round(after.board().size())
        .map_err(|why| Breach::new("kon-tournament", format!("No round can follow: {why}.")))?;
    if before.round == after.round {
        let why = "The round is over: a turn of the next round must follow.";
        return Err(Breach::new("kon-end", why).at("the round"));
    }
    if after.round == next.round
        && let Some(breach) = scores(&next, after)
    {
        return Err(breach);
    }
    if let (Some(winner), Some(position)) = (outcome.winner, after.position)
        && wrong_start(winner, &next, &position)
    {
        return Err(Breach::new("kon-first", format!("{winner} won the previous round, so {winner} begins."))
            .at("the next player"));
    }
    Ok(next)
}

fn scores(start: &Standing, after: &Standing) -> Option<Breach> {
    let seat = Seat::BOTH.into_iter().find(|&seat| start.scores[seat] != after.scores[seat])?;
    let (right, wrong) = (start.scores[seat], after.scores[seat]);
    let why = format!("{seat}'s score is that of the earlier rounds: it must be {right}, not {wrong}.");
    Some(Breach::new("kon-points", why).at(format!("{seat}'s score")))
}

/// True if the player who didn't win started the round, as far as one move shows.
fn wrong_start(winner: Seat, start: &Standing, position: &Position) -> bool {
    let begun = if position.board() == start.board() { position.turn() } else { position.turn().map(Seat::other) };
    begun == Some(winner.other())
}

/// The second save is of another round, and the first isn't over.
fn other_round(start: &Standing, after: &Standing) -> Breach {
    if after.round != start.round + 1 {
        let why =
            format!("This is round {}, or {} once it is over, not {}.", start.round, start.round + 1, after.round);
        return Breach::new("kon-tournament", why).at("the round");
    }
    let gains = Seat::BOTH.map(|seat| after.scores[seat].checked_sub(start.scores[seat]));
    let place = if gains[0] == Some(0) { "Computer's score" } else { "Human's score" };
    if gains.contains(&None) || gains.iter().all(|gain| gain.is_some_and(|gain| gain > 0)) {
        return Breach::new("kon-points", "Only the winner of the round is awarded points.").at(place);
    }
    Breach::new("kon-score", "No move ends the round with these points, and quitting doesn't either.").at(place)
}

fn has(cell: Cell, wanted: Color) -> bool {
    matches!(cell, Cell::Piece { color, .. } if color == wanted)
}

/// Finds what is wrong with the pieces that moved.
fn moved(before: &Board, after: &Board, color: Color, mover: Seat) -> Option<Breach> {
    let changed: Vec<Point> = before.points().filter(|&point| before.cell(point) != after.cell(point)).collect();
    let only_in = |one: &Board, other: &Board, wanted: Color| -> Vec<Point> {
        let here = |point: &&Point| has(one.cell(**point), wanted) && !has(other.cell(**point), wanted);
        changed.iter().filter(here).copied().collect()
    };
    let at = |rule, point: Point, why: String| Some(Breach::new(rule, why).at(format!("the point {point}")));
    let other = color.other();
    if let [point, ..] = only_in(after, before, other)[..] {
        return at("kon-move", point, format!("A {other} piece came to {point} in {mover}'s turn."));
    }
    let captured = only_in(before, after, other);
    let (from, to) = match (&only_in(before, after, color)[..], &only_in(after, before, color)[..]) {
        ([from], [to]) => (*from, *to),
        ([], []) if captured.is_empty() => {
            let &point = changed.first()?;
            let (was, is) = (cell(before.cell(point)), cell(after.cell(point)));
            return at("kon-capture", point, format!("{was} became {is} at {point} without a move."));
        }
        ([], []) => {
            return at("kon-capture", captured[0], format!("The piece at {} is gone without a move.", captured[0]));
        }
        ([from], []) => return at("kon-move", *from, format!("The {color} piece at {from} is gone.")),
        ([], [to, ..]) => return at("kon-move", *to, format!("A {color} piece came to {to} from nowhere.")),
        ([_, second, ..], _) | (_, [_, second, ..]) => {
            return at("kon-move", *second, format!("More than one {color} piece was moved."));
        }
    };
    if !Direction::ALL.into_iter().any(|direction| from.step(direction) == Some(to)) {
        return at("kon-move", to, format!("The piece at {from} can't go to {to}: a move is one step diagonally."));
    }
    if let Some(point) = captured.iter().find(|point| **point != to) {
        return at("kon-capture", *point, format!("The piece at {point} is gone, but the move went to {to}."));
    }
    let could = matches!(before.cell(from), Cell::Piece { captures: true, .. });
    if !captured.is_empty() && !could {
        let why = format!("The piece at {from} hasn't reached a home point, so it can't capture at {to}.");
        return at("kon-capture", to, why);
    }
    let may = could || before.home(to).is_some_and(|(home, _)| home == other);
    if matches!(after.cell(to), Cell::Piece { captures, .. } if captures != may) {
        let why = if may {
            "may capture, so it must be written double"
        } else {
            "may not capture yet, so it must be written single"
        };
        return at("kon-capture", to, format!("The piece at {to} {why}."));
    }
    let &extra = changed.iter().find(|point| **point != from && **point != to)?;
    let (was, is) = (cell(before.cell(extra)), cell(after.cell(extra)));
    at("kon-capture", extra, format!("{was} became {is} at {extra}, where no piece moved."))
}
