//! Tables about a round, as the research pages show them.

use parlor_rules::canoga::{Handicap, Position, Size, Squares};
use parlor_rules::{DiceCount, Level, Seat, Throw};

use super::{Analysis, Expectation, Policy, Solution, Stake};

/// The best move for a sum of two dice in the first turn of a round without advantage.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FirstThrow {
    /// The sum of the dice.
    pub sum: u8,
    /// The best move, like "cover 9 1".
    pub best: String,
    /// The net points that the player expects after it.
    pub value: f64,
    /// The second-best move; `None` if there is only one.
    pub next: Option<String>,
    /// The value of the second-best move.
    pub next_value: Option<f64>,
}

/// The value of an advantage square to its owner, in points: the difference to a round without advantage.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AdvantageValue {
    /// The square.
    pub square: u8,
    /// If its owner has the first turn.
    pub going_first: f64,
    /// If its owner has the second turn.
    pub going_second: f64,
}

/// The number of boards on which one die is better, among those on which one die may be thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OneDieBoards {
    /// The sum of the thrower's open squares.
    pub open_sum: u32,
    /// The number of boards with that sum.
    pub boards: u32,
    /// The number of those on which one die is better than two.
    pub one_die_better: u32,
}

/// The points that a level gives away per round.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelCost {
    /// The level's name.
    pub level: String,
    /// The points per round that it loses to perfect play, on average over going first and going second.
    pub cost: f64,
}

fn size(solution: &Solution) -> Option<Size> {
    Size::new(solution.squares().into())
}

/// The first throw of a round for every sum of two dice. Empty if the rules have no rows of the solution's length.
pub fn first_throws(solution: &Solution) -> Vec<FirstThrow> {
    let Some(size) = size(solution) else { return vec![] };
    let start = Position::start(size, Seat::Human, None);
    let Some(analysis) = Analysis::new(solution, &start) else { return vec![] };
    let sums = 2..=Throw::all(DiceCount::Two).map(Throw::sum).max().unwrap_or(2);
    let throw = |sum| {
        let ranked = analysis.rank(Some(sum));
        let (best, next) = (ranked.first()?, ranked.get(1));
        Some(FirstThrow {
            sum,
            best: best.choice.to_string(),
            value: best.value,
            next: next.map(|next| next.choice.to_string()),
            next_value: next.map(|next| next.value),
        })
    };
    sums.filter_map(throw).collect()
}

/// The value of every advantage square from 1 to 9.
pub fn advantage_values(solution: &Solution) -> Vec<AdvantageValue> {
    let Some(size) = size(solution) else { return vec![] };
    let start = |handicap| {
        let start = Position::start(size, Seat::Human, handicap);
        Analysis::new(solution, &start).map_or(0.0, |analysis| analysis.value())
    };
    let without = start(None);
    let value = |square| {
        let with = |owner| start(Some(Handicap { owner, square }));
        AdvantageValue {
            square,
            going_first: with(Seat::Human) - without,
            going_second: without - with(Seat::Computer),
        }
    };
    (1..=9).map(value).collect()
}

/// The boards on which one die is better, by the sum of the thrower's open squares.
pub fn one_die_boards(solution: &Solution) -> Vec<OneDieBoards> {
    let (best, full) = (Policy::best(solution), Squares::up_to(solution.squares()));
    let rows = || (0..full.bits()).map(Squares::from_bits);
    let most = Squares::up_to(6).sum();
    let count = |open_sum| {
        let open = |own: &Squares| full.without(*own);
        let own = rows().filter(|own| open(own).within(Squares::up_to(6)) && open(own).sum() == open_sum);
        // An empty row of the opponent means that the thrower has won, except at the start of a round.
        let boards = own.flat_map(|own| rows().skip(1).map(move |opponent| (own, opponent)));
        let mut counts = OneDieBoards { open_sum, boards: 0, one_die_better: 0 };
        for (own, opponent) in boards {
            counts.boards += 1;
            counts.one_die_better += u32::from(best.throws_one_die(own, opponent));
        }
        counts
    };
    (1..=most).map(count).collect()
}

/// The cost of every level's choices.
pub fn level_costs(solution: &Solution) -> Vec<LevelCost> {
    let best = Policy::best(solution);
    let cost = |level: Level| {
        let Expectation { going_first, going_second } = Policy::of(level, solution).against(&best, Stake::Points);
        // No minus sign before a zero.
        LevelCost { level: level.to_string(), cost: f64::midpoint(going_first, going_second).abs() }
    };
    Level::ALL.into_iter().map(cost).collect()
}
