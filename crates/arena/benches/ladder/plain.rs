//! Alpha–beta to a fixed depth with a simple evaluation: in Congkak the difference of the stores, in Kono the score and
//! the rows that the pieces have advanced.

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position as Congkak};
use parlor_rules::kono::{Cell, Color, Move, Position as Kono, Standing};

const MOST: i32 = 100_000;

/// The play that looks best `depth` sowings ahead; the first of equally good ones.
pub(crate) fn congkak(position: &Congkak, depth: u32) -> Option<Pit> {
    let mut best = None;
    let mut alpha = -MOST;
    for pit in position.legal_moves() {
        let score = sown(position, pit, depth, alpha, MOST)?;
        if score > alpha {
            alpha = score;
            best = Some(pit);
        }
    }
    best
}

fn sown(position: &Congkak, pit: Pit, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    let after = position.play(pit).ok()?;
    if side(&after) == side(position) {
        sow_on(&after, depth - 1, alpha, beta)
    } else {
        Some(-sow_on(&after, depth - 1, -beta, -alpha)?)
    }
}

/// The player to play; in a finished round the winner.
fn side(position: &Congkak) -> Option<Seat> {
    position.turn().or(position.outcome().map(|outcome| outcome.winner))
}

fn sow_on(position: &Congkak, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
    if depth == 0 || position.turn().is_none() {
        let seat = side(position)?;
        return Some(i32::from(position.store(seat)) - i32::from(position.store(seat.other())));
    }
    for pit in position.legal_moves() {
        alpha = alpha.max(sown(position, pit, depth, alpha, beta)?);
        if alpha >= beta {
            break;
        }
    }
    Some(alpha)
}

/// The move that looks best `depth` moves ahead; the first of equally good ones.
pub(crate) fn kono(standing: &Standing, depth: u32) -> Option<Move> {
    let position = standing.position?;
    let mover = position.color(position.turn()?);
    let mut best = None;
    let mut alpha = -MOST;
    for chosen in position.legal_moves() {
        let score = -step_on(&position.play(chosen).ok()?, mover.other(), depth - 1, -MOST, -alpha);
        if score > alpha {
            alpha = score;
            best = Some(chosen);
        }
    }
    best
}

fn step_on(position: &Kono, mover: Color, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let sign = if mover == Color::White { 1 } else { -1 };
    if position.turn().is_none() {
        return sign * 10 * lead(position);
    }
    if depth == 0 {
        return sign * (10 * lead(position) + rows(position));
    }
    for chosen in position.legal_moves() {
        let Ok(after) = position.play(chosen) else { continue };
        alpha = alpha.max(-step_on(&after, mover.other(), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// White's lead in points.
fn lead(position: &Kono) -> i32 {
    let (scores, white) = (position.scores(), position.seat(Color::White));
    scores[white] - scores[white.other()]
}

/// White's lead in rows: how much further its pieces have advanced than Black's.
fn rows(position: &Kono) -> i32 {
    let board = position.board();
    let last = i32::from(board.size().points()) + 1;
    let forward = |cell: Cell, row: i32| match cell {
        Cell::Piece { color: Color::White, .. } => row,
        Cell::Piece { color: Color::Black, .. } => row - last,
        Cell::Vacant => 0,
    };
    board.points().map(|point| forward(board.cell(point), point.row.into())).sum()
}
