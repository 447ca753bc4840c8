use std::fmt;

use parlor_rules::DiceCount;
use parlor_rules::canoga::Move;

use super::board::Board;
use super::judge::Judge;
use super::reason::MoveKind;

/// A mistake that people keep making, by a player who is otherwise a master: among what the habit allows, the best is
/// chosen. So the cost of that player is the cost of the habit alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Throws two dice even where one may be thrown.
    TwoDice,
    /// Throws one die wherever that is allowed.
    OneDie,
    /// Never uncovers where something can be covered.
    CoverFirst,
    /// Never covers where something can be uncovered.
    UncoverFirst,
    /// Uses as many squares as a throw allows.
    ManySquares,
    /// Uses as few squares as a throw allows.
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

    /// The number of dice that the habit insists on.
    pub(super) fn dice(self, board: Board) -> Option<DiceCount> {
        match self {
            Habit::TwoDice => Some(DiceCount::Two),
            Habit::OneDie => board.dice().first().copied(),
            _ => None,
        }
    }

    /// The best of the moves that the habit prefers.
    pub(super) fn best_move(self, judge: &Judge, board: Board, sum: u8) -> Option<Move> {
        let ranking = judge.rank_moves(board, sum);
        let preference = |chosen: Move| {
            let (Move::Cover(set) | Move::Uncover(set)) = chosen;
            match self {
                Habit::TwoDice | Habit::OneDie => 0,
                Habit::CoverFirst => i32::from(MoveKind::of(chosen) == MoveKind::Cover),
                Habit::UncoverFirst => i32::from(MoveKind::of(chosen) == MoveKind::Uncover),
                Habit::ManySquares => set.count() as i32,
                Habit::FewSquares => -(set.count() as i32),
                Habit::AnyWin => i32::from(board.wins(chosen)),
            }
        };
        let most = ranking.iter().map(|judged| preference(judged.chosen)).max()?;
        ranking.iter().map(|judged| judged.chosen).find(|&chosen| preference(chosen) == most)
    }
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
