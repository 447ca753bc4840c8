//! Congkak's player. One turn can bank nearly everything, so `master` plans whole turns; `club` and
//! `novice` see one play at a time, as people do.
//!
//! ```
//! use parlor_engine::congkak;
//! use parlor_rules::{Level, Seat, congkak::{Position, Size}};
//!
//! let start = Position::start(Size::new(5).unwrap(), Seat::Human);
//! let advice = congkak::best(&start, Level::Master, congkak::Limits::default()).unwrap();
//! assert_eq!(advice.choice.value, 48.0);
//! assert!(advice.choice.exact, "nobody can do better than 49 seeds to 1");
//! ```

use parlor_rules::congkak::{Pit, Position};

use crate::Assessed;
use parlor_rules::Level;

mod budget;
mod club;
mod exact;
mod explain;
mod master;
mod reason;
mod ring;
mod score;
mod table;
mod turn;

pub use budget::Limits;
pub use reason::{Reason, Strategy, Within};
pub use turn::Progress;

use master::Found;

/// A play, what it is worth and why, and how the turn is meant to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The play. Its value is net seeds at the end of the round, for the player to play; `exact` says that
    /// this play is worth exactly that, and for the best play also that no other is worth more.
    pub choice: Assessed<Pit, Reason>,
    /// This turn as planned, pit by pit, beginning with the play. `club` looks no further than the next
    /// play, `novice` not that far.
    pub line: Vec<Pit>,
}

/// The play that this level makes: the first of [`rank`]. `None` if the round is over.
pub fn best(position: &Position, level: Level, limits: Limits) -> Option<Advice> {
    let ranked = look(position, level, limits);
    let (first, others) = ranked.split_first()?;
    advise(position, first, others)
}

/// The play with which a turn goes on that was planned with an earlier play of it: `rest` is what is left of that line,
/// and `value` and `exact` are what it was said to be worth. `None` if it can't be played from here; then it has to be
/// thought about anew.
///
/// ```
/// use parlor_engine::congkak;
/// use parlor_rules::{Level, Seat, congkak::{Position, Size}};
///
/// let start = Position::start(Size::new(5).unwrap(), Seat::Human);
/// let first = congkak::best(&start, Level::Master, congkak::Limits::default()).unwrap();
/// let then = start.play(first.choice.chosen).unwrap();
/// let second = congkak::go_on(&then, &first.line[1..], first.choice.value, first.choice.exact).unwrap();
/// assert_eq!(second.line, first.line[1..]);
/// assert!(second.choice.reasons[0].to_string().starts_with("It goes on with the planned turn"));
/// ```
pub fn go_on(position: &Position, rest: &[Pit], value: f64, exact: bool) -> Option<Advice> {
    let &chosen = rest.first()?;
    let mut now = *position;
    for &pit in rest {
        if now.winner().is_some() || now.next() != position.next() {
            return None;
        }
        now = now.play(pit).ok()?;
    }
    let others: Vec<Found> =
        club::club(position).into_iter().filter(|other| other.line.first() != Some(&chosen)).collect();
    let reasons = explain::explain(position, rest, true, &others);
    Some(Advice { choice: Assessed { chosen, value, exact, reasons }, line: rest.to_vec() })
}

/// Every legal play with what it is worth and why, best first. Empty if the round is over.
pub fn rank(position: &Position, level: Level, limits: Limits) -> Vec<Advice> {
    let ranked = look(position, level, limits);
    let advice = |(i, found)| advise(position, found, if i == 0 { &ranked[1..] } else { &[] });
    ranked.iter().enumerate().filter_map(advice).collect()
}

fn look(position: &Position, level: Level, limits: Limits) -> Vec<Found> {
    match level {
        Level::Novice => club::novice(position),
        Level::Club => club::club(position),
        Level::Master => master::rank(position, limits),
    }
}

fn advise(position: &Position, found: &Found, others: &[Found]) -> Option<Advice> {
    let choice = Assessed {
        chosen: *found.line.first()?,
        value: score::net_seeds(found.score).into(),
        exact: found.exact,
        reasons: explain::explain(position, &found.line, false, others),
    };
    Some(Advice { choice, line: found.line.clone() })
}

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

/// Looks for the turn that banks the most seeds, whatever comes after it, and tells how far it has come.
/// `None` if the round is over.
pub fn best_turn(position: &Position, limits: Limits, tell: &mut dyn FnMut(Progress)) -> Option<BestTurn> {
    let mut budget = budget::Budget::plays(limits.plays).with_millis(limits.millis);
    let plan = turn::plan_telling(position, turn::Aim::Bank, 1, &mut budget, tell);
    let best = plan.turns.into_iter().next()?;
    let seat = position.next();
    let banks = best.after.store(seat) - position.store(seat);
    Some(BestTurn { line: best.line, after: best.after, banks, proven: plan.complete, plays: budget.spent() })
}

/// A round looked at to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedRound {
    /// Net seeds at its end for the player to play, and whether they win it, if both play their best;
    /// `None` if the plays ran out.
    pub end: Option<(i32, bool)>,
    /// Plays that were tried.
    pub plays: u64,
}

/// Solves the round exactly, if the limits allow.
pub fn solve_round(position: &Position, limits: Limits) -> SolvedRound {
    let mut budget = budget::Budget::plays(limits.plays).with_millis(limits.millis);
    let mut table = table::Table::for_plays(limits.plays);
    let score = exact::solve(position, score::LOWEST, -score::LOWEST, &mut table, &mut budget);
    let end = score.map(|score| (score::net_seeds(score), score::wins(score)));
    SolvedRound { end, plays: budget.spent() }
}
