//! Finds out what is true of a play.

use parlor_rules::Seat;
use parlor_rules::congkak::{Capture, Pit, Play, Position};

use super::budget::Budget;
use super::master::Found;
use super::reason::{Reason, Strategy, Within};
use super::turn::{self, Aim};

/// Plays that may be spent on finding the opponent's best whole turn.
const WHOLE_TURN: u64 = 2_000;

/// Why to make the first play of a line, the plainest reason first; `begun` if the line is the rest of one that was
/// planned earlier; `others` are the plays that it was weighed against, best first. At least two strategies are named.
pub(super) fn explain(position: &Position, line: &[Pit], begun: bool, others: &[Found]) -> Vec<Reason> {
    let Some(&pit) = line.first() else { return Vec::new() };
    let Ok(play) = position.play_telling(pit) else { return Vec::new() };
    let mut reasons = Vec::from_iter(plan(position, line, begun));
    reasons.extend(merits(position, &play));
    reasons.extend(safety(position, pit, &play));
    reasons.extend(hunger(position, &play));
    // Where a planned turn leads to was said when it began.
    if !begun || line.len() == 1 {
        reasons.extend(answer(position, line));
    }
    let said: Vec<Option<Strategy>> = reasons.iter().map(Reason::strategy).collect();
    reasons.extend(others.iter().find_map(|other| weighed(position, other, &said)));
    if position.moves().count() == 1 {
        reasons.insert(0, Reason::OnlyPlay);
    }
    reasons
}

/// What a line of several plays comes to.
fn plan(position: &Position, line: &[Pit], begun: bool) -> Option<Reason> {
    let seat = position.next();
    let after = line.iter().try_fold(*position, |now, &pit| now.play(pit).ok())?;
    let banks = after.store(seat) - position.store(seat);
    let wins = after.winner().map(|winner| winner == seat);
    (line.len() > 1).then(|| Reason::Plan { line: line.to_vec(), begun, banks, wins })
}

/// What the play gains, best first; never empty.
fn merits(position: &Position, play: &Play) -> Vec<Reason> {
    let seat = position.next();
    let mut reasons = Vec::new();
    if let Some(winner) = play.after.winner() {
        let (own, theirs) = (play.after.store(seat), play.after.store(seat.other()));
        reasons.push(Reason::EndsRound { wins: winner == seat, own, theirs });
    }
    // After the round's end no other play follows, wherever the last seed fell.
    if play.free && play.after.winner().is_none() {
        reasons.push(Reason::FreeTurn);
    }
    if let Some(Capture { across, seeds: seeds @ 1.., .. }) = play.capture {
        reasons.push(Reason::Captures { from: across, seeds });
    }
    let banks = play.after.store(seat) - position.store(seat);
    reasons.push(Reason::KeepsSowing { laps: play.laps.len(), banks });
    reasons
}

/// The captures that the player to play could make right now: by which pit, from which, how many.
fn threats(position: &Position) -> Vec<(Pit, Pit, u8)> {
    let capture = |by| match position.play_telling(by).ok()?.capture? {
        Capture { across, seeds: seeds @ 1.., .. } => Some((by, across, seeds)),
        _ => None,
    };
    position.moves().filter_map(capture).collect()
}

/// The largest capture that the play keeps the opponent from.
fn safety(position: &Position, played: Pit, play: &Play) -> Option<Reason> {
    if play.after.winner().is_some() || play.after.next() == position.next() {
        return None;
    }
    let seat = position.next();
    let after = threats(&play.after);
    let saved = threats(&position.passed()).into_iter().filter_map(|(by, pit, seeds)| {
        if pit == played {
            return Some((seeds, Reason::Rescues { pit, seeds, by }));
        }
        let still_there = play.after.pits(seat)[pit.index()] >= seeds;
        let safe = after.iter().all(|&(_, from, _)| from != pit);
        (still_there && safe).then_some((seeds, Reason::Protects { pit, seeds, by }))
    });
    saved.max_by_key(|&(seeds, _)| seeds).map(|(_, reason)| reason)
}

fn row(position: &Position, seat: Seat) -> u8 {
    position.pits(seat).iter().sum()
}

/// Whether the opponent's row is much emptier than before, or fuller.
fn hunger(position: &Position, play: &Play) -> Option<Reason> {
    if play.after.winner().is_some() {
        return None;
    }
    let theirs = position.next().other();
    let (before, after) = (row(position, theirs), row(&play.after, theirs));
    match before.abs_diff(after) {
        0..4 if after > 3 => None,
        0 => None,
        _ if after < before => Some(Reason::Starves { before, after }),
        _ => Some(Reason::Feeds { before, after }),
    }
}

/// The most that the opponent can do about it, if the line comes to their turn.
fn answer(position: &Position, line: &[Pit]) -> Option<Reason> {
    let after = line.iter().try_fold(*position, |now, &pit| now.play(pit).ok())?;
    if after.winner().is_some() || after.next() == position.next() {
        return None;
    }
    let (seeds, within) = match most_in_a_turn(&after) {
        Some(seeds) => (seeds, Within::OneTurn),
        None => (most_in_a_play(&after), Within::OnePlay),
    };
    Some(Reason::LeavesAtMost { seeds, within, whole_turn: line.len() > 1 })
}

fn most_in_a_play(position: &Position) -> u8 {
    let seat = position.next();
    let banks = |pit| Some(position.play(pit).ok()?.store(seat) - position.store(seat));
    position.moves().filter_map(banks).max().unwrap_or(0)
}

/// `None` unless every way to play the turn was seen.
fn most_in_a_turn(position: &Position) -> Option<u8> {
    let plan = turn::plan(position, Aim::Bank, 1, &mut Budget::plays(WHOLE_TURN));
    let seat = position.next();
    let best = plan.turns.first().filter(|_| plan.complete)?;
    Some(best.after.store(seat) - position.store(seat))
}

/// What speaks for another play, if it is of a kind that hasn't been named yet.
fn weighed(position: &Position, other: &Found, said: &[Option<Strategy>]) -> Option<Reason> {
    let &pit = other.line.first()?;
    let play = position.play_telling(pit).ok()?;
    // A plan would take another sentence, and most plays begin one.
    let mut merits = merits(position, &play);
    merits.extend(safety(position, pit, &play));
    let merit = merits.into_iter().find(|merit| !said.contains(&merit.strategy()))?;
    Some(Reason::Weighed { pit, merit: Box::new(merit) })
}
