//! Checks a reason against the position, with only the rules and the slow twin.

use parlor_engine::Evaluation;
use parlor_engine::congkak::{Reason, Within};
use parlor_rules::Choice;
use parlor_rules::congkak::{Pit, Play, Position};

use crate::congkak_twin::{most_in_a_long_turn, replay};

/// True if a reason for playing `advice` in `position` is correct.
pub(crate) fn holds(position: &Position, advice: &Evaluation, reason: &Reason) -> bool {
    let Choice::Congkak(pit) = advice.choice else { return false };
    let Ok(play) = position.play_with_details(pit) else { return false };
    let seat = position.turn().unwrap();
    let over = play.after.turn().is_none();
    let banked = |after: &Position| after.store(seat) - position.store(seat);
    let row = |position: &Position| position.pits(seat.other()).iter().sum::<u8>();
    match reason {
        Reason::OnlyPlay => position.legal_moves().eq([pit]),
        Reason::Plan { line, stores, wins, .. } => {
            let mut now = *position;
            let mut held = Vec::new();
            for &pit in line {
                if now.turn() != Some(seat) {
                    return false;
                }
                let Ok(after) = now.play(pit) else { return false };
                now = after;
                held.push(now.store(seat));
            }
            line.len() > 1
                && *line == advice.plan
                && line[0] == pit
                && held == *stores
                && now.outcome().map(|outcome| outcome.winner == seat) == *wins
        }
        Reason::EndsRound { wins, own, theirs } => {
            play.after.outcome().map(|outcome| outcome.winner == seat) == Some(*wins)
                && play.after.seeds()[seat] == u32::from(*own)
                && play.after.seeds()[seat.other()] == u32::from(*theirs)
        }
        Reason::FreeTurn => !over && play.after.turn() == Some(seat),
        Reason::Captures { from, seeds } => captured(&play) == Some((*from, *seeds)),
        Reason::KeepsSowing { sowings, banks } => {
            let wins = play.after.outcome().is_some_and(|outcome| outcome.winner == seat);
            let swept = if wins { play.swept } else { 0 };
            play.laps.len() == *sowings && banked(&play.after) - swept == *banks
        }
        Reason::Protects { pit: safe, seeds, by } => {
            let held = |position: &Position| position.pits(seat)[safe.index()];
            *safe != pit
                && ends_turn(position, &play)
                && safe.seat() == seat
                && captures(&position.passed(), *by) == Some((*safe, *seeds))
                && held(&play.after) >= *seeds
                && play.after.legal_moves().all(|by| captures(&play.after, by).is_none_or(|(from, _)| from != *safe))
        }
        Reason::Rescues { pit: left, seeds, by } => {
            *left == pit && ends_turn(position, &play) && captures(&position.passed(), *by) == Some((*left, *seeds))
        }
        Reason::Starves { before, after } => {
            !over && before > after && row(position) == *before && row(&play.after) == *after
        }
        Reason::Feeds { before, after } => {
            !over && before < after && row(position) == *before && row(&play.after) == *after
        }
        Reason::LeavesAtMost { seeds, within, whole_turn } => {
            let after = replay(position, &advice.plan);
            if after.turn().is_none() || after.turn() == Some(seat) || *whole_turn != (advice.plan.len() > 1) {
                return false;
            }
            let theirs = |then: Position| then.store(seat.other()) - after.store(seat.other());
            let most = match within {
                Within::OnePlay => after.legal_moves().map(|pit| theirs(after.play(pit).unwrap())).max().unwrap_or(0),
                Within::OneTurn => most_in_a_long_turn(&after),
            };
            most == *seeds
        }
        Reason::Weighed { pit: other, merit } => {
            // The merit of another play is checked for that play.
            let mut weighed = advice.clone();
            weighed.choice = Choice::Congkak(*other);
            weighed.plan = vec![*other];
            let simple = !matches!(**merit, Reason::Plan { .. } | Reason::Weighed { .. } | Reason::OnlyPlay);
            *other != pit && simple && holds(position, &weighed, merit)
        }
    }
}

fn ends_turn(position: &Position, play: &Play) -> bool {
    play.after.turn().is_some() && play.after.turn() != position.turn()
}

fn captured(play: &Play) -> Option<(Pit, u8)> {
    play.capture.map(|capture| (capture.across, capture.seeds)).filter(|&(_, seeds)| seeds > 0)
}

/// The capture of one play, and its pit.
fn captures(position: &Position, by: Pit) -> Option<(Pit, u8)> {
    captured(&position.play_with_details(by).ok()?)
}
