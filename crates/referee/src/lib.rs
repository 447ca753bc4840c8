//! Judges saves that other programs wrote. A program's prompts and menus can't be compared, but its save files can:
//! [`follows`] decides whether one can come from another by the rules, and [`differences`] compares two.
//!
//! A file doesn't hold everything. If the answer depends on something that it leaves out, the verdict is
//! [`Ruling::OnlyIf`] and names it. A search that would take too long ends with [`Ruling::NotDecided`].

mod canoga;
mod cases;
mod compare;
mod congkak;
mod kono;
mod verdict;

pub use cases::{RuleCase, RuleNotShown, cases, rules_not_shown, shown_rules};
pub use compare::{Difference, differences};
pub use verdict::{Breach, Condition, Ruling, TurnStep};

use parlor_rules::{Game, Standing};
use parlor_table::QueuedThrow;

/// The distance from the first save to the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// Turns of either player. A new round may begin before, between and after them; that doesn't count as a turn.
    Turns(u32),
    /// Single plays. Only Congkak has several in a turn.
    Plays(u32),
}

/// Two saves of one game, and the known facts about the way from one to the other.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    pub before: &'a Standing,
    pub after: &'a Standing,
    pub distance: Distance,
    /// The throws in order. If the turns need more, any throws may follow these (rule dice-file).
    pub dice: &'a [QueuedThrow],
    /// The most positions to try.
    pub effort: u64,
}

impl<'a> Query<'a> {
    /// Asks about one turn with any throws and the usual effort.
    pub fn new(before: &'a Standing, after: &'a Standing) -> Query<'a> {
        Query { before, after, distance: Distance::Turns(1), dice: &[], effort: usual_effort(before.game()) }
    }
}

/// Enough for any turn in Canoga and Kono and nearly any turn in Congkak.
pub fn usual_effort(game: Game) -> u64 {
    match game {
        Game::Canoga | Game::Kono => 200_000,
        Game::Congkak => 2_000_000,
    }
}

/// Decides whether `after` can come from `before`. `None` if they are saves of different games.
///
/// ```
/// use parlor_referee::{Distance, Query, Ruling, follows};
/// use parlor_rules::{Seat, congkak};
///
/// // Seven seeds from pit P: the last one falls into Human's own store, so Human plays again.
/// let start = congkak::Standing::new(congkak::Size::USUAL, Seat::Human);
/// let mut next = start;
/// next.position = start.position.play("P".parse().unwrap()).unwrap();
/// let (before, after) = (start.into(), next.into());
/// let one_play = Query { distance: Distance::Plays(1), ..Query::new(&before, &after) };
/// assert!(matches!(follows(&one_play), Some(Ruling::Follows(_))));
/// let one_turn = Query::new(&before, &after);
/// assert!(matches!(follows(&one_turn), Some(Ruling::Broken(breach)) if breach.rule == "con-free"));
/// ```
pub fn follows(query: &Query<'_>) -> Option<Ruling> {
    match (query.before, query.after) {
        (Standing::Canoga(before), Standing::Canoga(after)) => Some(canoga::follows(before, after, query)),
        (Standing::Congkak(before), Standing::Congkak(after)) => Some(congkak::follows(before, after, query)),
        (Standing::Kono(before), Standing::Kono(after)) => Some(kono::follows(before, after, query)),
        _ => None,
    }
}

/// Counts the positions that a search tries.
#[derive(Debug)]
struct FollowBudget {
    tried: u64,
    most: u64,
}

impl FollowBudget {
    fn new(most: u64) -> FollowBudget {
        FollowBudget { tried: 0, most }
    }

    /// Counts a position; false if that exceeds the effort.
    fn spend(&mut self) -> bool {
        self.tried += 1;
        self.tried <= self.most
    }

    fn is_spent(&self) -> bool {
        self.tried > self.most
    }
}
