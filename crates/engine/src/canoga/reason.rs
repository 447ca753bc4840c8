use std::cmp::Ordering;
use std::fmt;

use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Squares, WonBy};

use super::Chance;
use crate::evaluation::counted;

/// Smaller differences in points aren't visible with two decimals.
pub(super) const NOTICEABLE: f64 = 0.005;

/// The two kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveKind {
    /// Covering the player's own squares.
    Cover,
    /// Uncovering the opponent's.
    Uncover,
}

impl MoveKind {
    /// The kind of a move.
    pub fn of(chosen: Move) -> MoveKind {
        match chosen {
            Move::Cover(_) => MoveKind::Cover,
            Move::Uncover(_) => MoveKind::Uncover,
        }
    }

    /// The opposite kind of move.
    #[must_use]
    pub fn other(self) -> MoveKind {
        match self {
            MoveKind::Cover => MoveKind::Uncover,
            MoveKind::Uncover => MoveKind::Cover,
        }
    }

    /// "cover" or "uncover".
    fn verb(self) -> &'static str {
        match self {
            MoveKind::Cover => "cover",
            MoveKind::Uncover => "uncover",
        }
    }
}

/// A chance that depends on the throws after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Odds {
    /// The chance that the opponent wins with the first throw of the next turn.
    TheirWin,
    /// The chance that the next throw wins.
    OwnWin,
    /// The chance that the next throw allows a move, with the better number of dice.
    Playable,
    /// The chance that the next throw allows a move with two dice, whether or not one may be thrown.
    PlayableWithTwo,
}

/// The alternatives that a move is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Than {
    /// The best chance after any move of this kind.
    Kind(MoveKind),
    /// Another move of the same kind.
    Way(Move),
}

/// A reason for or against a move or a number of dice. Each reason is a fact about the position. Points are exact, and
/// only the master mentions them.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// This is the only legal move.
    OnlyMove,
    /// The round is won.
    Wins {
        /// The kind of move that wins.
        by: WonBy,
        /// The number of squares that the win takes.
        squares: u32,
        /// The points that the win pays.
        points: u32,
    },
    /// Another move would win, and has a lower value.
    PassesUpWin {
        /// The points of the largest such win.
        points: u32,
    },
    /// The opponent is less likely to win with the first throw of the next turn than without this move.
    DeniesWin {
        /// The chance before the move.
        before: Chance,
        /// The chance after the move.
        after: Chance,
    },
    /// A move of the other kind wins as well, and pays no more than the chosen win.
    OtherWin {
        /// The kind of the other win.
        kind: MoveKind,
        /// The points of the other win.
        points: u32,
    },
    /// The throw allows moves of this kind only.
    OnlyKind(MoveKind),
    /// The opponent has no covered square.
    NothingToUncover,
    /// The number of squares left to cover in the mover's row or, after uncovering, left to uncover in the opponent's.
    Progress {
        /// The kind of the move.
        kind: MoveKind,
        /// The number left after the move.
        left: u32,
        /// The number left after any move of the other kind.
        otherwise: u32,
    },
    /// The throws that follow are more favourable than after other moves.
    Favours {
        /// The chance that is compared.
        odds: Odds,
        /// The chance after this move.
        chance: Chance,
        /// The best chance after the other moves.
        other: Chance,
        /// The moves it is compared with.
        than: Than,
    },
    /// No other squares can be used in the same way.
    OnlyWay(MoveKind),
    /// It uses the largest square that a move of its kind can use, and other moves of its kind don't.
    Largest {
        /// The kind of the move.
        kind: MoveKind,
        /// The largest square that is used.
        square: u8,
    },
    /// No other move of its kind uses fewer squares; some use more.
    UsesFewest {
        /// The kind of the move.
        kind: MoveKind,
        /// The number of squares used.
        squares: u32,
    },
    /// Compared with another move of its kind, it uses the larger square.
    Larger {
        /// The move it is compared with.
        next: Move,
    },
    /// The move covers the last of the mover's squares from 7 up, so one die may be thrown.
    FreesOneDie,
    /// No other move of its kind makes the next throw likelier to allow a move, and some make it less likely. One die
    /// counts where it may be thrown and is likelier.
    LeavesMost {
        /// The kind of the move.
        kind: MoveKind,
        /// The chance, with the better number of dice.
        chance: Chance,
    },
    /// The chance that the next throw allows a move.
    Leaves {
        /// The chance, with the better number of dice.
        chance: Chance,
    },
    /// No other move of either kind is better.
    Beats {
        /// Its lead over all of them in points, which may be almost nothing.
        by: f64,
        /// The best of these moves.
        other: Move,
        /// True if the other moves are of the same kind.
        same_kind: bool,
    },
    /// Another move is better.
    Costs {
        /// The difference in points.
        points: f64,
        /// The better move.
        best: Move,
    },
    /// Two dice must be thrown: these squares of the player are still open.
    OnlyTwoDice {
        /// The open squares from 7 up.
        open: Squares,
    },
    /// Compares the chances to win at once with one die and with two; the chosen number has the better
    /// chance.
    WinsSooner {
        /// The number of dice thrown.
        dice: DiceCount,
        /// Its chance to win at once.
        chance: Chance,
        /// The chance of the other number of dice.
        other: Chance,
    },
    /// Compares the chances that one die and two allow a move.
    Allows {
        /// The number of dice thrown.
        dice: DiceCount,
        /// Its chance to allow a move.
        chance: Chance,
        /// The chance of the other number of dice.
        other: Chance,
    },
    /// The difference that the number of dice makes.
    ComparesDice {
        /// The lead over the other number in points; negative if the chosen one is worse.
        by: f64,
        /// The number it is compared with.
        other: DiceCount,
    },
}

impl Reason {
    /// True if the reason explains the choice of squares.
    pub(super) fn is_about_squares(&self) -> bool {
        matches!(
            self,
            Reason::OnlyWay(_)
                | Reason::Largest { .. }
                | Reason::UsesFewest { .. }
                | Reason::Larger { .. }
                | Reason::LeavesMost { .. }
                | Reason::Favours { than: Than::Way(_), .. }
        )
    }
}

/// A sentence about the choice, which it calls "it". It doesn't name the player, so that it fits below "The computer
/// covered 9." as well as below "Cover 9.".
impl fmt::Display for Reason {
    #[allow(clippy::too_many_lines, reason = "a sentence for each reason, and nothing else")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::OnlyMove => write!(f, "It is the only move."),
            Reason::Wins { by: WonBy::Covering, squares, points } => {
                let (last, points) = (last(squares, "open square"), counted(points, "point"));
                write!(f, "It covers the last {last} and wins the round: {points}.")
            }
            Reason::Wins { by: WonBy::Uncovering, squares, points } => {
                let (last, points) = (last(squares, "square"), counted(points, "point"));
                write!(f, "It uncovers the opponent's last {last} and wins the round: {points}.")
            }
            Reason::PassesUpWin { points } => {
                write!(f, "It passes up a win of only {}: playing on promises more.", counted(points, "point"))
            }
            Reason::DeniesWin { before, after } if after.throws == 0 => {
                write!(f, "It takes away the opponent's chance to win at once, which was {before} throws.")
            }
            Reason::DeniesWin { before, after } => {
                write!(f, "It cuts the throws with which the opponent could win at once from {before} to {after}.")
            }
            Reason::OtherWin { kind, points } => {
                let verb = if kind == MoveKind::Cover { "Covering" } else { "Uncovering" };
                write!(f, "{verb} would win as well, for {}.", counted(points, "point"))
            }
            Reason::OnlyKind(MoveKind::Cover) => {
                write!(f, "None of the opponent's squares can be uncovered with this throw.")
            }
            Reason::OnlyKind(MoveKind::Uncover) => {
                write!(f, "Nothing can be covered with this throw.")
            }
            Reason::NothingToUncover => {
                write!(f, "The opponent has no covered square yet, so there is nothing to uncover.")
            }
            Reason::Progress { kind: MoveKind::Cover, left, otherwise } => {
                write!(f, "It leaves {} to cover, where uncovering would leave {otherwise}.", counted(left, "square"))
            }
            Reason::Progress { kind: MoveKind::Uncover, left, otherwise } => {
                write!(
                    f,
                    "It leaves the opponent {} to cover, where covering would leave {otherwise}.",
                    counted(left, "square")
                )
            }
            Reason::Favours { odds, chance, other, than } => favours(f, odds, chance, other, than),
            Reason::OnlyWay(kind) => write!(f, "There is no other way to {} with this throw.", kind.verb()),
            Reason::Largest { kind, square } => {
                write!(f, "It {}s the largest square that this throw can {0}, {square}.", kind.verb())
            }
            Reason::UsesFewest { kind: MoveKind::Cover, squares } => {
                write!(f, "It covers as few squares as this throw allows, {squares}, and keeps the others for later.")
            }
            Reason::UsesFewest { kind: MoveKind::Uncover, squares } => {
                write!(
                    f,
                    "It uncovers as few squares as this throw allows, {squares}, so the opponent has fewer to use."
                )
            }
            Reason::Larger { next } => {
                let (verb, others) = (MoveKind::of(next).verb(), listed(next.squares()));
                write!(f, "It {verb}s larger squares than {others} would.")
            }
            Reason::FreesOneDie => {
                write!(f, "It covers the last square from 7 up, so one die may be thrown from now on.")
            }
            Reason::LeavesMost { kind, chance } => {
                let verb = kind.verb();
                write!(f, "It leaves {} playable, and no other way to {verb} leaves more.", throws_words(chance))
            }
            Reason::Leaves { chance } => write!(f, "It leaves {} playable.", throws_words(chance)),
            Reason::Beats { by, other, same_kind } => {
                let (more, verb) = (more_than(by), MoveKind::of(other).verb());
                let next = if same_kind { "next " } else { "" };
                write!(f, "It is worth {more} the {next}best way to {verb}, {}.", listed(other.squares()))
            }
            Reason::Costs { points, best } if points < NOTICEABLE => {
                write!(f, "It is worth nearly as much as the best move, to {}.", move_words(best))
            }
            Reason::Costs { points, best } => {
                write!(f, "It is worth {points:.2} points less than the best move, to {}.", move_words(best))
            }
            Reason::OnlyTwoDice { open } => {
                let are = if open.count() == 1 { "is" } else { "are" };
                write!(f, "It must be two dice until {} {are} covered.", listed(open))
            }
            Reason::WinsSooner { dice, chance, other } => {
                write!(f, "It wins at once with {chance} throws; {} would with {other}.", dice.other())
            }
            Reason::Allows { dice, chance, other } => {
                let dice = dice.other();
                match chance.of_36().cmp(&other.of_36()) {
                    Ordering::Greater => write!(f, "It allows a move with {chance} throws; {dice} would with {other}."),
                    Ordering::Equal => write!(f, "It allows a move as often as {dice}, with {chance} throws."),
                    Ordering::Less => {
                        write!(f, "It allows a move with {chance} throws only; {dice} would with {other}.")
                    }
                }
            }
            Reason::ComparesDice { by, other } if by >= 0.0 => write!(f, "It is worth {} {other}.", more_than(by)),
            Reason::ComparesDice { by, other } if by > -NOTICEABLE => {
                write!(f, "It is worth nearly as much as {other}.")
            }
            Reason::ComparesDice { by, other } => write!(f, "It is worth {:.2} points less than {other}.", -by),
        }
    }
}

/// "open square", "2 open squares".
fn last(count: u32, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { counted(count, noun) }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.throws {
            0 => write!(f, "none of {}", self.of),
            throws => write!(f, "{throws} of {}", self.of),
        }
    }
}

/// "5 of 6 throws of one die", "30 of 36 throws".
fn throws_words(chance: Chance) -> String {
    format!("{chance} throws{}", if chance.of == 6 { " of one die" } else { "" })
}

/// "0.20 points more than", or "as much as" where the difference wouldn't show.
fn more_than(points: f64) -> String {
    if points < NOTICEABLE { "as much as".to_owned() } else { format!("{points:.2} points more than") }
}

/// "cover 9 and 2".
fn move_words(chosen: Move) -> String {
    format!("{} {}", MoveKind::of(chosen).verb(), listed(chosen.squares()))
}

fn favours(f: &mut fmt::Formatter<'_>, odds: Odds, chance: Chance, other: Chance, than: Than) -> fmt::Result {
    let (otherwise, least, most) = match than {
        Than::Kind(MoveKind::Cover) => ("covering".to_owned(), "at least ", "at most "),
        Than::Kind(MoveKind::Uncover) => ("uncovering".to_owned(), "at least ", "at most "),
        Than::Way(chosen) => (listed(chosen.squares()), "", ""),
    };
    // "at most none" would be odd.
    let most = if other.throws == 0 { "" } else { most };
    match odds {
        Odds::TheirWin => {
            let left = if chance.throws == 0 { "no throw".to_owned() } else { format!("{chance} throws") };
            write!(f, "It leaves the opponent {left} to win at once, where {otherwise} would leave {least}{other}.")
        }
        Odds::OwnWin => {
            write!(f, "It can win next with {chance} throws, where {otherwise} could with {most}{other}.")
        }
        Odds::Playable => {
            write!(f, "It leaves {} playable, where {otherwise} would leave {most}{other}.", throws_words(chance))
        }
        Odds::PlayableWithTwo => {
            write!(f, "It leaves {chance} throws of two dice playable, where {otherwise} would leave {most}{other}.")
        }
    }
}

/// "9", "9 and 8", "9, 8 and 7".
fn listed(squares: Squares) -> String {
    let names: Vec<String> = squares.ascending().rev().map(|square| square.to_string()).collect();
    match &names[..] {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
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
                Reason::Wins { by: WonBy::Covering, squares: 1, points: 1 },
                "It covers the last open square and wins the round: 1 point.",
            ),
            (
                Reason::Wins { by: WonBy::Covering, squares: 2, points: 30 },
                "It covers the last 2 open squares and wins the round: 30 points.",
            ),
            (
                Reason::Wins { by: WonBy::Uncovering, squares: 3, points: 30 },
                "It uncovers the opponent's last 3 squares and wins the round: 30 points.",
            ),
            (Reason::Leaves { chance: Chance { throws: 5, of: 6 } }, "It leaves 5 of 6 throws of one die playable."),
            (
                Reason::Allows { dice: DiceCount::Two, chance: some, other: Chance { throws: 5, of: 6 } },
                "It allows a move with 11 of 36 throws only; one die would with 5 of 6.",
            ),
            (
                Reason::Allows {
                    dice: DiceCount::One,
                    chance: Chance { throws: 3, of: 6 },
                    other: Chance { throws: 18, of: 36 },
                },
                "It allows a move as often as two dice, with 3 of 6 throws.",
            ),
            (
                Reason::DeniesWin { before: some, after: none },
                "It takes away the opponent's chance to win at once, which was 11 of 36 throws.",
            ),
            (
                Reason::DeniesWin { before: some, after: Chance { throws: 1, of: 6 } },
                "It cuts the throws with which the opponent could win at once from 11 of 36 to 1 of 6.",
            ),
            (
                Reason::Beats { by: 1.239, other: Move::Uncover(squares(0b1000_0001)), same_kind: false },
                "It is worth 1.24 points more than the best way to uncover, 8 and 1.",
            ),
            (
                Reason::Costs { points: 0.001, best: Move::Cover(squares(0b1_0000_0000)) },
                "It is worth nearly as much as the best move, to cover 9.",
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
