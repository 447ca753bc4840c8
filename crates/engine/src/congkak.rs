//! Congkak's computer player. A single turn can bank nearly all seeds, so `master` plans whole turns; `club` and
//! `novice` look at one play at a time, as people do.
//!
//! ```
//! use parlor_engine::{Limits, congkak};
//! use parlor_rules::{Level, Seat, congkak::{Position, Size}};
//!
//! let start = Position::start(Size::new(5).unwrap(), Seat::Human);
//! let advice = congkak::best(&start, Level::Master, &Limits::default()).unwrap();
//! assert_eq!(advice.choice.value, 48.0);
//! assert!(advice.choice.exact, "no play does better than 49 seeds to 1");
//! ```

use parlor_rules::Level;
use parlor_rules::congkak::{Pit, Position};

use crate::limits::SEARCH_SHARE;
use crate::{Assessed, Limits};

mod budget;
mod club;
mod exact;
mod explain;
mod master;
mod reason;
mod ring;
mod score;
mod transposition;
mod turn;

pub use reason::{Reason, Strategy, Within};
pub use turn::PlanProgress;

use budget::Budget;
pub(crate) use budget::MASTER_PLAYS;
use explain::{Others, explain};
use master::PlannedTurn;
use transposition::TranspositionTable;

/// A play, what it is worth and why, and how the turn is meant to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct RankedPlay {
    /// The play. Its value is net seeds at the end of the round for the player to play. `exact` means that the play
    /// is worth exactly that, and for the best play also that no other is worth more.
    pub choice: Assessed<Pit, Reason>,
    /// This turn as planned, pit by pit, beginning with the play. `club` plans no further than the next play,
    /// `novice` no further than this one.
    pub line: Vec<Pit>,
}

/// The play that this level makes: the first of [`rank`], but without searching the others. `None` if the round is
/// over.
///
/// Past the deadline, or once the stop flag is set, `master` answers as `club` would.
pub fn best(position: &Position, level: Level, limits: &Limits) -> Option<RankedPlay> {
    let planned = match level {
        Level::Novice => club::novice(position).into_iter().next()?,
        Level::Club => club::club(position).into_iter().next()?,
        Level::Master => master::best(position, &limits.with_share_of_time(SEARCH_SHARE))?,
    };
    Some(advise(position, &planned, &alternatives(position, level, planned.line[0]), limits))
}

/// The next play of a turn that was planned with an earlier play. `rest` is what is left of that line, and `value`
/// and `exact` are what it was said to be worth. `None` if the line can't be played from here, so that the player
/// has to think again.
///
/// ```
/// use parlor_engine::{Limits, congkak};
/// use parlor_rules::{Level, Seat, congkak::{Position, Size}};
///
/// let (start, limits) = (Position::start(Size::new(5).unwrap(), Seat::Human), Limits::default());
/// let first = congkak::best(&start, Level::Master, &limits).unwrap();
/// let then = start.play(first.choice.chosen).unwrap();
/// let (value, exact) = (first.choice.value, first.choice.exact);
/// let second = congkak::continue_turn(&then, &first.line[1..], value, exact, &limits).unwrap();
/// assert_eq!(second.line, first.line[1..]);
/// assert!(second.choice.reasons[0].to_string().starts_with("It goes on with the planned turn"));
/// ```
pub fn continue_turn(
    position: &Position,
    rest: &[Pit],
    value: f64,
    exact: bool,
    limits: &Limits,
) -> Option<RankedPlay> {
    let &chosen = rest.first()?;
    let mut now = *position;
    for &pit in rest {
        if now.winner().is_some() || now.next() != position.next() {
            return None;
        }
        now = now.play(pit).ok()?;
    }
    let others = alternatives(position, Level::Club, chosen);
    let reasons = explain(position, rest, &Others { begun: true, ranked: &others }, limits);
    Some(RankedPlay { choice: Assessed { chosen, value, exact, reasons }, line: rest.to_vec() })
}

/// Every legal play with what it is worth and why, best first. Empty if the round is over.
pub fn rank(position: &Position, level: Level, limits: &Limits) -> Vec<RankedPlay> {
    let ranked = match level {
        Level::Novice => club::novice(position),
        Level::Club => club::club(position),
        Level::Master => master::rank(position, &limits.with_share_of_time(SEARCH_SHARE)),
    };
    let others = ranked.first().map(|best| alternatives(position, level, best.line[0])).unwrap_or_default();
    let advice = |(i, planned)| advise(position, planned, if i == 0 { &others } else { &[] }, limits);
    ranked.iter().enumerate().map(advice).collect()
}

/// The other plays, best first at a glance: what the choice can be compared with.
fn alternatives(position: &Position, level: Level, chosen: Pit) -> Vec<PlannedTurn> {
    let mut others = if level == Level::Novice { club::novice(position) } else { club::club(position) };
    others.retain(|other| other.line[0] != chosen);
    others
}

fn advise(position: &Position, planned: &PlannedTurn, others: &[PlannedTurn], limits: &Limits) -> RankedPlay {
    let choice = Assessed {
        chosen: planned.line[0],
        value: score::net_seeds(planned.score).into(),
        exact: planned.exact,
        reasons: explain(position, &planned.line, &Others { begun: false, ranked: others }, limits),
    };
    RankedPlay { choice, line: planned.line.clone() }
}

/// The turn that banks the most seeds of those that were searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// The pits to sow, in order.
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

/// Looks for the turn that banks the most seeds, whatever comes after it, and reports its progress. `None` if the
/// round is over.
pub fn best_turn(position: &Position, limits: &Limits, report: &mut dyn FnMut(PlanProgress)) -> Option<BestTurn> {
    let mut budget = Budget::new(limits);
    let plan = turn::plan_reporting(position, turn::Aim::Bank, 1, &mut budget, report);
    let best = plan.turns.into_iter().next()?;
    let seat = position.next();
    let banks = best.after.store(seat) - position.store(seat);
    Some(BestTurn { line: best.line, after: best.after, banks, proven: plan.complete, plays: budget.spent() })
}

/// A round searched to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedRound {
    /// Net seeds at its end for the player to play, and whether they win it, if both play their best; `None` if the
    /// limits were too tight.
    pub end: Option<(i32, bool)>,
    /// Plays that were tried.
    pub plays: u64,
}

/// Solves the round exactly, if the limits allow.
pub fn solve_round(position: &Position, limits: &Limits) -> SolvedRound {
    let mut budget = Budget::new(limits);
    let mut table = TranspositionTable::for_plays(budget.left());
    let score = exact::solve(position, score::LOWEST, -score::LOWEST, &mut table, &mut budget);
    let end = score.map(|score| (score::net_seeds(score), score::wins(score)));
    SolvedRound { end, plays: budget.spent() }
}
