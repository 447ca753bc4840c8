//! What many programs do: alpha–beta to a fixed number of sowings by either player, and the difference of the stores
//! at the end.

use parlor_rules::congkak::{Pit, Position};

/// The play that looks best `depth` sowings ahead. Of equally good plays it is the first.
pub(crate) fn best(position: &Position, depth: u32) -> Option<Pit> {
    let mut best = None;
    let mut alpha = -1000;
    for pit in position.moves() {
        let score = after(position, pit, depth, alpha, 1000)?;
        if score > alpha {
            alpha = score;
            best = Some(pit);
        }
    }
    best
}

fn after(position: &Position, pit: Pit, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    let after = position.play(pit).ok()?;
    if after.next() == position.next() {
        search(&after, depth - 1, alpha, beta)
    } else {
        Some(-search(&after, depth - 1, -beta, -alpha)?)
    }
}

/// For whom `next` says, also in a finished round.
fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
    if depth == 0 || position.winner().is_some() {
        let seat = position.next();
        return Some(i32::from(position.store(seat)) - i32::from(position.store(seat.other())));
    }
    for pit in position.moves() {
        alpha = alpha.max(after(position, pit, depth, alpha, beta)?);
        if alpha >= beta {
            break;
        }
    }
    Some(alpha)
}
