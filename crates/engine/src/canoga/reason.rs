use std::fmt;

use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Squares, WonBy};

use super::Chance;

/// Smaller differences in points don't show in two digits.
pub(super) const NOTICEABLE: f64 = 0.005;

/// The two kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Covering own squares.
    Cover,
    /// Uncovering the opponent's.
    Uncover,
}

impl MoveKind {
    /// Which kind a move is.
    pub fn of(chosen: Move) -> MoveKind {
        match chosen {
            Move::Cover(_) => MoveKind::Cover,
            Move::Uncover(_) => MoveKind::Uncover,
        }
    }
}

/// Why a move or a number of dice is chosen, or not. Each reason is a fact about the position. Points are exact, and
/// only the master mentions them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// There is no other move.
    OnlyMove,
    /// The round is won.
    Wins {
        /// How it is won.
        by: WonBy,
        /// For how many points.
        points: u32,
    },
    /// Another move would win, and is worth less.
    PassesUpWin {
        /// What the largest such win pays.
        points: u32,
    },
    /// The opponent is less likely to win with the first throw of the next turn than without this move.
    DeniesWin {
        /// How likely it was.
        before: Chance,
        /// How likely it is now.
        after: Chance,
    },
    /// The throw allows moves of this kind only.
    OnlyKind(MoveKind),
    /// It uses the largest square that a move of its kind can use, and other moves of its kind don't.
    Largest {
        /// Which kind it is.
        kind: MoveKind,
        /// That square.
        square: u8,
    },
    /// No other move uncovers more squares; some uncover fewer.
    UndoesMost {
        /// How many.
        squares: u32,
    },
    /// The last of the own squares from 7 up is covered, so one die may be thrown.
    FreesOneDie,
    /// No other move that allows one die leaves it more throws that can be played; some leave fewer.
    KeepsOneDie {
        /// How many of 6.
        throws: u8,
    },
    /// No other move leaves more throws of two dice that can be played; some leave fewer.
    LeavesMost {
        /// How many of 36.
        throws: u8,
    },
    /// How many throws of two dice can be played afterwards.
    Leaves {
        /// How many of 36.
        throws: u8,
    },
    /// It is better than every move of the other kind.
    BeatsOtherKind {
        /// By how many points at least.
        by: f64,
        /// The best of them.
        best: Move,
    },
    /// It is better than every other move.
    BeatsNext {
        /// By how many points at least.
        by: f64,
        /// The next best.
        next: Move,
    },
    /// Another move is better.
    Costs {
        /// By how many points.
        points: f64,
        /// That move.
        best: Move,
    },
    /// Two dice must be thrown: these own squares are still open.
    OnlyTwoDice {
        /// The open squares from 7 up.
        open: Squares,
    },
    /// How likely each number of dice is to win at once; the chosen one is likelier.
    WinsSooner {
        /// What is thrown.
        dice: DiceCount,
        /// Its chance to win at once.
        chance: Chance,
        /// The chance of the other number of dice.
        other: Chance,
    },
    /// How likely each number of dice is to allow a move; the chosen one is likelier.
    GoesOn {
        /// What is thrown.
        dice: DiceCount,
        /// Its chance to allow a move.
        chance: Chance,
        /// The chance of the other number of dice.
        other: Chance,
    },
    /// How likely the throw is to allow a move.
    Allows {
        /// What is thrown.
        dice: DiceCount,
        /// Its chance to allow a move.
        chance: Chance,
    },
    /// This number of dice is better than the other.
    BeatsOtherDice {
        /// By how many points.
        by: f64,
        /// The other number.
        other: DiceCount,
    },
    /// The other number of dice is better.
    CostsDice {
        /// By how many points.
        points: f64,
        /// The other number.
        best: DiceCount,
    },
}

/// A sentence about the choice, which is "it". It doesn't say who chooses, so that it fits below "The computer
/// covered 9." as well as below "Cover 9.".
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::OnlyMove => write!(f, "It is the only move."),
            Reason::Wins { by: WonBy::Covering, points } => {
                write!(f, "It covers the last open square and wins the round: {}.", Whole(points))
            }
            Reason::Wins { by: WonBy::Uncovering, points } => {
                write!(f, "It uncovers the opponent's last square and wins the round: {}.", Whole(points))
            }
            Reason::PassesUpWin { points } => {
                write!(f, "It passes up a win that pays only {}: playing on promises more.", Whole(points))
            }
            Reason::DeniesWin { before, after } if after.throws == 0 => {
                write!(f, "It takes away the opponent's chance to win at once, {before} throws.")
            }
            Reason::DeniesWin { before, after } => {
                write!(f, "It cuts the throws with which the opponent could win at once from {before} to {after}.")
            }
            Reason::OnlyKind(MoveKind::Cover) => {
                write!(f, "None of the opponent's squares can be uncovered with this throw.")
            }
            Reason::OnlyKind(MoveKind::Uncover) => write!(f, "No own square can be covered with this throw."),
            Reason::Largest { kind: MoveKind::Cover, square } => {
                write!(f, "It covers the largest square that this throw can cover, {square}.")
            }
            Reason::Largest { kind: MoveKind::Uncover, square } => {
                write!(f, "It takes back the largest square that this throw can uncover, {square}.")
            }
            Reason::UndoesMost { squares } => {
                write!(f, "It undoes the most squares of the opponent that this throw can, {squares}.")
            }
            Reason::FreesOneDie => {
                write!(f, "It covers the last square from 7 up, so one die may be thrown from now on.")
            }
            Reason::KeepsOneDie { throws } => {
                write!(f, "It keeps one die playable: {throws} of its 6 throws, and no other move keeps more.")
            }
            Reason::LeavesMost { throws } => {
                write!(f, "It leaves {throws} of 36 throws playable, and no other move leaves more.")
            }
            Reason::Leaves { throws } => write!(f, "It leaves {throws} of 36 throws playable."),
            Reason::BeatsOtherKind { by, best: Move::Cover(best) } => {
                write!(f, "It is worth {} more than the best way to cover, {best}.", Points(by))
            }
            Reason::BeatsOtherKind { by, best: Move::Uncover(best) } => {
                write!(f, "It is worth {} more than the best way to uncover, {best}.", Points(by))
            }
            Reason::BeatsNext { by, next } => {
                write!(f, "It is worth {} more than the next best move, {next}.", Points(by))
            }
            Reason::Costs { points, best } if points < NOTICEABLE => {
                write!(f, "It is worth nearly as much as the best move, {best}.")
            }
            Reason::Costs { points, best } => {
                write!(f, "It is worth {} less than the best move, {best}.", Points(points))
            }
            Reason::OnlyTwoDice { open } => write!(f, "It must be two dice until {} covered.", Still(open)),
            Reason::WinsSooner { dice, chance, other } => {
                write!(f, "It wins at once with {chance} throws; {} would with {other}.", name(the_other(dice)))
            }
            Reason::GoesOn { dice, chance, other } => {
                write!(f, "It allows a move with {chance} throws; {} would with {other}.", name(the_other(dice)))
            }
            Reason::Allows { chance, .. } => write!(f, "It allows a move with {chance} throws."),
            Reason::BeatsOtherDice { by, other } => write!(f, "It is worth {} more than {}.", Points(by), name(other)),
            Reason::CostsDice { points, best } if points < NOTICEABLE => {
                write!(f, "It is worth nearly as much as {}.", name(best))
            }
            Reason::CostsDice { points, best } => {
                write!(f, "It is worth {} less than {}.", Points(points), name(best))
            }
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.throws {
            0 => write!(f, "none of {}", self.of),
            throws => write!(f, "{throws} of {}", self.of),
        }
    }
}

/// The other number of dice.
pub(super) fn the_other(dice: DiceCount) -> DiceCount {
    match dice {
        DiceCount::One => DiceCount::Two,
        DiceCount::Two => DiceCount::One,
    }
}

fn name(dice: DiceCount) -> &'static str {
    match dice {
        DiceCount::One => "one die",
        DiceCount::Two => "two dice",
    }
}

/// Points as scored.
struct Whole(u32);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} point{plural}", self.0)
    }
}

/// Expected points, to two digits.
struct Points(f64);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} points", self.0)
    }
}

/// "9 is", "9 and 8 are", "9, 8 and 7 are".
struct Still(Squares);

impl fmt::Display for Still {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.count() as usize;
        for (i, square) in self.0.ascending().rev().enumerate() {
            let separator = match i {
                0 => "",
                _ if i + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{square}")?;
        }
        f.write_str(if count == 1 { " is" } else { " are" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_plain_sentences() {
        let squares = |bits| Squares::from_bits(bits);
        let (some, none) = (Chance { throws: 11, of: 36 }, Chance { throws: 0, of: 36 });
        for (reason, sentence) in [
            (
                Reason::Wins { by: WonBy::Covering, points: 1 },
                "It covers the last open square and wins the round: 1 point.",
            ),
            (
                Reason::DeniesWin { before: some, after: none },
                "It takes away the opponent's chance to win at once, 11 of 36 throws.",
            ),
            (
                Reason::DeniesWin { before: some, after: Chance { throws: 1, of: 6 } },
                "It cuts the throws with which the opponent could win at once from 11 of 36 to 1 of 6.",
            ),
            (
                Reason::BeatsOtherKind { by: 1.239, best: Move::Uncover(squares(0b1000_0001)) },
                "It is worth 1.24 points more than the best way to uncover, 8 1.",
            ),
            (
                Reason::Costs { points: 0.001, best: Move::Cover(squares(0b1_0000_0000)) },
                "It is worth nearly as much as the best move, cover 9.",
            ),
            (Reason::OnlyTwoDice { open: squares(0b1_1100_0000) }, "It must be two dice until 9, 8 and 7 are covered."),
            (Reason::OnlyTwoDice { open: squares(0b100_0000) }, "It must be two dice until 7 is covered."),
            (
                Reason::WinsSooner { dice: DiceCount::Two, chance: some, other: Chance { throws: 0, of: 6 } },
                "It wins at once with 11 of 36 throws; one die would with none of 6.",
            ),
        ] {
            assert_eq!(reason.to_string(), sentence);
        }
    }
}
