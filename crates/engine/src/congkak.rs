//! Congkak's computer player. A single turn can bank nearly all seeds, so `master` plans whole turns; `expert` and `club`
//! look some plays ahead, and `novice` looks at one play at a time, as most people do.
//!
//! ```
//! use parlor_engine::{EngineJob, Plan};
//! use parlor_rules::{Choice, Decision, Seat, congkak::{Position, Size}};
//!
//! let start = Position::start(Size::new(5).unwrap(), Seat::Human);
//! let best = EngineJob::full_strength(Decision::Congkak(start)).decide().unwrap();
//! assert_eq!(best.value, 48.0);
//! assert!(best.exact, "no play does better than 49 seeds to 1");
//!
//! // The next play of the same turn.
//! let then = start.play(best.plan[0]).unwrap();
//! let plan = Some(Plan { pits: best.plan[1..].to_vec(), value: best.value, exact: best.exact });
//! let next = EngineJob { plan, ..EngineJob::full_strength(Decision::Congkak(then)) }.decide().unwrap();
//! assert_eq!(next.choice, Choice::Congkak(best.plan[1]));
//! assert!(next.reasons[0].to_string().starts_with("It continues the planned turn"));
//! ```

use parlor_rules::congkak::{Pit, Position};
use parlor_rules::{Choice, Level};

use crate::chance::TieBreak;
use crate::limits::SEARCH_SHARE;
use crate::{Evaluation, Limits, Plan};

mod backward;
mod bound;
mod budget;
mod club;
mod exact;
mod expert;
mod explain;
mod master;
mod reason;
mod ring;
mod score;
mod transposition;
mod turn;

pub use backward::{BackwardSearch, CheckpointError, LayerCount};
pub use bound::most_banked;
pub use reason::{Reason, ReasonTheme, Within};
pub use turn::PlanProgress;

use budget::Budget;
pub(crate) use budget::MASTER_PLAYS;
use explain::{Others, explain};
use master::PlannedTurn;
use transposition::TranspositionTable;

/// The level's play: the first of [`rank`], but without searching the others. `None` if the round is over.
///
/// Past the deadline, or once the stop flag is set, `master` answers as `club` would.
pub(crate) fn best(position: &Position, level: Level, limits: &Limits, chance: TieBreak) -> Option<Evaluation> {
    // A finished round has no plays.
    position.turn()?;
    let planned = match level {
        Level::Novice => club::novice(position, chance).into_iter().next()?,
        Level::Club => club::club(position, chance).into_iter().next()?,
        Level::Expert => expert::expert(position, limits, chance).into_iter().next()?,
        Level::Master => master::best(position, &limits.with_share_of_time(SEARCH_SHARE), chance)?,
    };
    let others = alternatives(position, level, planned.line[0]);
    Some(evaluation(position, planned, &others, limits))
}

/// The next play of a turn that was planned with an earlier play. `None` if the plan can't be played from here, so that
/// a new search is needed.
pub(crate) fn continue_turn(position: &Position, plan: &Plan, limits: &Limits) -> Option<Evaluation> {
    let &chosen = plan.pits.first()?;
    let mut now = *position;
    for &pit in &plan.pits {
        if now.turn() != Some(chosen.seat()) {
            return None;
        }
        now = now.play(pit).ok()?;
    }
    let others = alternatives(position, Level::Club, chosen);
    let reasons = explain(position, &plan.pits, &Others { begun: true, ranked: &others }, limits);
    let reasons = reasons.into_iter().map(crate::Reason::Congkak).collect();
    let Plan { pits, value, exact } = plan.clone();
    Some(Evaluation { choice: Choice::Congkak(chosen), value, exact, plan: pits, reasons })
}

/// Every legal play with its value and reasons, best first. Empty if the round is over.
pub(crate) fn rank(position: &Position, level: Level, limits: &Limits, chance: TieBreak) -> Vec<Evaluation> {
    if position.turn().is_none() {
        return Vec::new();
    }
    let ranked = match level {
        Level::Novice => club::novice(position, chance),
        Level::Club => club::club(position, chance),
        Level::Expert => expert::expert(position, limits, chance),
        Level::Master => master::rank(position, &limits.with_share_of_time(SEARCH_SHARE), chance),
    };
    let others = ranked.first().map(|best| alternatives(position, level, best.line[0])).unwrap_or_default();
    let evaluation = |(i, planned)| evaluation(position, planned, if i == 0 { &others } else { &[] }, limits);
    ranked.into_iter().enumerate().map(evaluation).collect()
}

/// The other plays, for comparison with the choice, ranked without a deep search.
fn alternatives(position: &Position, level: Level, chosen: Pit) -> Vec<PlannedTurn> {
    let mut others = if level == Level::Novice {
        club::novice(position, TieBreak::default())
    } else {
        club::club(position, TieBreak::default())
    };
    others.retain(|other| other.line[0] != chosen);
    others
}

fn evaluation(position: &Position, planned: PlannedTurn, others: &[PlannedTurn], limits: &Limits) -> Evaluation {
    let reasons = explain(position, &planned.line, &Others { begun: false, ranked: others }, limits);
    // The lower levels' penalties can exceed the seeds of the board.
    let all = club::all_seeds(position).cast_signed();
    Evaluation {
        choice: Choice::Congkak(planned.line[0]),
        value: score::net_seeds(planned.score).clamp(-all, all).into(),
        exact: planned.exact,
        plan: planned.line,
        reasons: reasons.into_iter().map(crate::Reason::Congkak).collect(),
    }
}

/// The turn that banks the most seeds among those searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// The pits to sow, in order.
    pub line: Vec<Pit>,
    /// The position after these plays.
    pub after: Position,
    /// Seeds that the turn puts into the store.
    pub banks: u8,
    /// True if it is proven that no turn banks more.
    pub proven: bool,
    /// Number of plays that were tried.
    pub plays: u64,
}

/// Searches for the turn that banks the most seeds, regardless of the reply, and reports its progress. `None` if the round
/// is over.
pub fn best_turn(position: &Position, limits: &Limits, report: &mut dyn FnMut(PlanProgress)) -> Option<BestTurn> {
    let mut budget = Budget::new(limits);
    let plan = turn::plan_reporting(position, turn::TurnAim::Bank, 0, 1, &mut budget, report);
    let best = plan.turns.into_iter().next()?;
    let seat = position.turn()?;
    let banks = best.after.store(seat) - position.store(seat);
    let proven = plan.complete || best.after.store(seat) == most_banked(position);
    Some(BestTurn { line: best.line, after: best.after, banks, proven, plays: budget.spent })
}

/// A round searched to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedRound {
    /// Net seeds at its end for the player to play, and whether they win it, if both play their best; `None` if the
    /// limits were too tight.
    pub end: Option<(i32, bool)>,
    /// Number of plays that were tried.
    pub plays: u64,
}

/// Solves the round exactly, if the limits allow.
pub fn solve_round(position: &Position, limits: &Limits) -> SolvedRound {
    let mut budget = Budget::new(limits);
    let mut table = TranspositionTable::for_plays(budget.left());
    let score = exact::solve(position, score::LOWEST, -score::LOWEST, &mut table, &mut budget);
    let end = score.map(|score| (score::net_seeds(score), score::wins(score)));
    SolvedRound { end, plays: budget.spent }
}
