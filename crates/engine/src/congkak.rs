//! Congkak's player: it plans whole turns.

mod budget;
mod exact;
mod score;
mod table;
mod turn;

pub use budget::Limits;
pub use turn::Progress;

use parlor_rules::congkak::{Pit, Position};

/// The turn that banks the most seeds, as far as it was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// The pits to sow, one after the other.
    pub line: Vec<Pit>,
    /// The position that they lead to.
    pub after: Position,
    /// Seeds that the turn puts into the store.
    pub banks: u8,
    /// Whether no turn banks more.
    pub proven: bool,
    /// Plays that were tried.
    pub plays: u64,
}

/// Looks for the turn that banks the most seeds, whatever comes after it; `None` if the round is over.
pub fn best_turn(position: &Position, limits: Limits, tell: &mut dyn FnMut(Progress)) -> Option<BestTurn> {
    let mut budget = budget::Budget::plays(limits.plays).with_millis(limits.millis);
    let plan = turn::plan_telling(position, turn::Aim::Bank, 1, &mut budget, tell);
    let best = plan.turns.into_iter().next()?;
    let seat = position.next();
    let banks = best.after.store(seat) - position.store(seat);
    Some(BestTurn { line: best.line, after: best.after, banks, proven: plan.complete, plays: budget.spent() })
}
