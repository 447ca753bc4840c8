use std::fmt;

use parlor_engine::canoga::{Expectation, MoveKind, Policy, Solution, Stake};
use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Squares};

/// A mistake that people keep making. The player is otherwise a master, and chooses the best that the habit allows, so
/// the cost of the player is the cost of the habit alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    TwoDice,
    OneDie,
    CoverFirst,
    UncoverFirst,
    ManySquares,
    FewSquares,
    /// Takes every win at once, however small.
    AnyWin,
}

impl Habit {
    /// All of them, the most costly first.
    pub const ALL: [Habit; 7] = [
        Habit::ManySquares,
        Habit::OneDie,
        Habit::CoverFirst,
        Habit::UncoverFirst,
        Habit::TwoDice,
        Habit::FewSquares,
        Habit::AnyWin,
    ];

    pub fn policy(self, solution: &Solution) -> Policy {
        let row = Squares::up_to(solution.squares());
        let dice = |own: Squares, opponent: Squares| match self {
            _ if !row.without(own).within(Squares::up_to(6)) => DiceCount::Two,
            Habit::TwoDice => DiceCount::Two,
            Habit::OneDie => DiceCount::One,
            _ => best_dice(solution, own, opponent),
        };
        Policy::new(solution.squares(), dice, |own, opponent, sum| self.best_move(solution, own, opponent, sum))
    }

    /// The best of the moves that the habit prefers; of equal moves, the first in the rules' order.
    fn best_move(self, solution: &Solution, own: Squares, opponent: Squares, sum: u8) -> Option<Move> {
        let preference = |chosen: Move| {
            let (Move::Cover(set) | Move::Uncover(set)) = chosen;
            match self {
                Habit::TwoDice | Habit::OneDie => 0,
                Habit::CoverFirst => i32::from(MoveKind::of(chosen) == MoveKind::Cover),
                Habit::UncoverFirst => i32::from(MoveKind::of(chosen) == MoveKind::Uncover),
                Habit::ManySquares => set.count() as i32,
                Habit::FewSquares => -(set.count() as i32),
                Habit::AnyWin => i32::from(set == opponent || own.with(set) == Squares::up_to(solution.squares())),
            }
        };
        let better = |(chosen, value): (Move, f32), (other, than): (Move, f32)| {
            preference(chosen).cmp(&preference(other)).then(value.total_cmp(&than)).is_gt()
        };
        let best =
            moves(solution, own, opponent, sum).reduce(|best, other| if better(other, best) { other } else { best });
        best.map(|(chosen, _)| chosen)
    }
}

/// The points that a policy loses to another per round, on average over going first and going second.
pub fn cost(policy: &Policy, against: &Policy) -> f64 {
    let Expectation { going_first, going_second } = policy.against(against, Stake::Points);
    -f64::midpoint(going_first, going_second)
}

/// Every legal move with its value, in the rules' order.
#[expect(clippy::cast_precision_loss, reason = "a row adds up to 66 at most")]
fn moves(solution: &Solution, own: Squares, opponent: Squares, sum: u8) -> impl Iterator<Item = (Move, f32)> {
    let open = Squares::up_to(solution.squares()).without(own);
    let sets = Squares::adding_up_to(sum).iter().copied();
    let covers = sets.clone().filter(move |set| set.within(open));
    let covers = covers.map(move |set| (Move::Cover(set), solution.value(own.with(set), opponent)));
    let uncovers = sets.filter(move |set| set.within(opponent)).map(move |set| {
        let wins = set == opponent;
        let value = if wins { own.sum() as f32 } else { solution.value(own, opponent.without(set)) };
        (Move::Uncover(set), value)
    });
    covers.chain(uncovers)
}

fn best_dice(solution: &Solution, own: Squares, opponent: Squares) -> DiceCount {
    let best = |sum| moves(solution, own, opponent, sum).map(|(_, value)| value).reduce(f32::max);
    let after = |sum: u8| best(sum).unwrap_or(-solution.value(opponent, own));
    let one: f32 = (1..=6).map(|sum| after(sum) / 6.0).sum();
    let two: f32 = (2..=12).map(|sum: u8| f32::from(6 - sum.abs_diff(7)) * after(sum) / 36.0).sum();
    if one > two { DiceCount::One } else { DiceCount::Two }
}

impl fmt::Display for Habit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Habit::TwoDice => "two dice always",
            Habit::OneDie => "one die whenever allowed",
            Habit::CoverFirst => "cover whenever possible",
            Habit::UncoverFirst => "uncover whenever possible",
            Habit::ManySquares => "as many squares as possible",
            Habit::FewSquares => "as few squares as possible",
            Habit::AnyWin => "take any win at once",
        })
    }
}
