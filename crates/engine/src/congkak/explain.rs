//! Finds the reasons for a play.

use parlor_rules::Seat;
use parlor_rules::congkak::{Capture, Outcome, Pit, Play, Position};

use super::budget::Budget;
use super::master::PlannedTurn;
use super::reason::{Reason, ReasonTheme, Within};
use super::score::mover;
use super::turn::{self, TurnAim};
use crate::Limits;

/// Plays that may be spent on finding the opponent's best whole turn.
const WHOLE_TURN: u64 = 2_000;

/// The context of a choice.
pub(super) struct Others<'a> {
    /// True if the line is the rest of one planned with an earlier play.
    pub(super) begun: bool,
    /// The alternatives that were considered, best first.
    pub(super) ranked: &'a [PlannedTurn],
}

/// The reasons for the first play of a line, simplest first. They cover at least two themes.
pub(super) fn explain(position: &Position, line: &[Pit], others: &Others, limits: &Limits) -> Vec<Reason> {
    let play = position.play_with_details(line[0]).expect("advice is about legal plays");
    let after = line.iter().fold(*position, |now, &pit| now.play(pit).expect("a planned line can be played"));
    let mut reasons = Vec::from_iter(plan(position, line, &after, others.begun));
    reasons.extend(merits(position, &play));
    reasons.extend(safety(position, line[0], &play));
    reasons.extend(hunger(position, &play));
    // The end of a planned turn was described when it began.
    if !others.begun || line.len() == 1 {
        reasons.extend(reply(position, line, &after, limits));
    }
    let said: Vec<Option<ReasonTheme>> = reasons.iter().map(Reason::theme).collect();
    reasons.extend(others.ranked.iter().find_map(|other| weighed(position, other.line[0], &said)));
    if position.legal_moves().count() == 1 {
        reasons.insert(0, Reason::OnlyPlay);
    }
    reasons
}

/// The result of a line of several plays.
fn plan(position: &Position, line: &[Pit], after: &Position, begun: bool) -> Option<Reason> {
    let seat = mover(position);
    let wins = after.outcome().map(|outcome| outcome.winner == seat);
    let mut now = *position;
    let store_after = |&pit: &Pit| {
        now = now.play(pit).expect("a planned line can be played");
        now.store(seat)
    };
    (line.len() > 1).then(|| Reason::Plan {
        line: line.to_vec(),
        begun,
        stores: line.iter().map(store_after).collect(),
        wins,
    })
}

/// The gains of the play, best first; never empty.
fn merits(position: &Position, play: &Play) -> Vec<Reason> {
    let seat = mover(position);
    let mut reasons = Vec::new();
    if let Some(Outcome { winner }) = play.after.outcome() {
        let (own, theirs) = (play.after.store(seat), play.after.store(seat.other()));
        reasons.push(Reason::EndsRound { wins: winner == seat, own, theirs });
    }
    // A free play at the end of the round is never made.
    if play.free && play.after.turn().is_some() {
        reasons.push(Reason::FreeTurn);
    }
    if let Some(Capture { across, seeds: seeds @ 1.., .. }) = play.capture {
        reasons.push(Reason::Captures { from: across, seeds });
    }
    // Swept seeds were not sown: the reason about the end of the round counts them.
    let swept = if play.after.outcome() == Some(Outcome { winner: seat }) { play.swept } else { 0 };
    let banks = play.after.store(seat) - position.store(seat) - swept;
    reasons.push(Reason::KeepsSowing { sowings: play.laps.len(), banks });
    reasons
}

/// The captures that the player to play could make right now: the pit to play, the captured pit, and the number of
/// seeds.
fn threats(position: &Position) -> Vec<(Pit, Pit, u8)> {
    let capture = |by| match position.play_with_details(by).expect("listed moves can be played").capture? {
        Capture { across, seeds: seeds @ 1.., .. } => Some((by, across, seeds)),
        _ => None,
    };
    position.legal_moves().filter_map(capture).collect()
}

/// The largest capture by the opponent that the play prevents.
fn safety(position: &Position, played: Pit, play: &Play) -> Option<Reason> {
    if play.after.turn().is_none_or(|next| next == mover(position)) {
        return None;
    }
    let seat = mover(position);
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

/// A reason if the opponent's row is much emptier or fuller than before.
fn hunger(position: &Position, play: &Play) -> Option<Reason> {
    play.after.turn()?;
    let theirs = mover(position).other();
    let (before, after) = (row(position, theirs), row(&play.after, theirs));
    match before.abs_diff(after) {
        0..4 if after > 3 => None,
        0 => None,
        _ if after < before => Some(Reason::Starves { before, after }),
        _ => Some(Reason::Feeds { before, after }),
    }
}

/// The most that the opponent can bank in reply, if the line ends with their turn.
fn reply(position: &Position, line: &[Pit], after: &Position, limits: &Limits) -> Option<Reason> {
    if after.turn().is_none_or(|next| next == mover(position)) {
        return None;
    }
    let (seeds, within) = match most_in_a_turn(after, limits) {
        Some(seeds) => (seeds, Within::OneTurn),
        None => (most_in_a_play(after), Within::OnePlay),
    };
    Some(Reason::LeavesAtMost { seeds, within, whole_turn: line.len() > 1 })
}

fn most_in_a_play(position: &Position) -> u8 {
    let seat = mover(position);
    let banks = |pit| position.play(pit).expect("listed moves can be played").store(seat) - position.store(seat);
    position.legal_moves().map(banks).max().expect("a round with no legal play is over")
}

/// `None` if there wasn't enough time to see every way to play the turn.
fn most_in_a_turn(position: &Position, limits: &Limits) -> Option<u8> {
    let plan = turn::plan(position, TurnAim::Bank, 0, 1, &mut Budget::new(limits).part(WHOLE_TURN));
    let seat = mover(position);
    let best = plan.turns.first().filter(|_| plan.complete)?;
    Some(best.after.store(seat) - position.store(seat))
}

/// A reason for playing another pit, if its theme hasn't been mentioned yet.
fn weighed(position: &Position, pit: Pit, said: &[Option<ReasonTheme>]) -> Option<Reason> {
    let play = position.play_with_details(pit).expect("advice is about legal plays");
    // Its plan isn't mentioned: that would take another sentence, and most plays begin one.
    let mut merits = merits(position, &play);
    merits.extend(safety(position, pit, &play));
    let merit = merits.into_iter().find(|merit| !said.contains(&merit.theme()))?;
    Some(Reason::Weighed { pit, merit: Box::new(merit) })
}
