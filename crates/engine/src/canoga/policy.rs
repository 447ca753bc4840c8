use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Squares};

use super::Solution;
use super::board::ThrowerBoard;
use super::judge::{Judge, club_value, one_throw_ahead};
use super::parallel;
use super::solution::Chebyshev;
use super::turn::{ONE_DIE, POINTS, Pays, SUMS, Set, TWO_DICE, Turn};
use parlor_rules::Level;

/// A player's choices of dice and moves on every board. The expected result of one policy against another is computed, not
/// simulated.
pub struct Policy {
    turn: Turn,
    /// The move for each sum from 1 to 12, indexed by the player's row and the opponent's.
    plays: Vec<[u8; SUMS - 1]>,
    /// True if one die is thrown, indexed by the player's row and the opponent's.
    one_die: Vec<bool>,
}

/// The moves, and true where one die is thrown, indexed by the opponent's row.
type Boards<'a> = std::iter::Zip<std::slice::IterMut<'a, [u8; SUMS - 1]>, std::slice::IterMut<'a, bool>>;

/// The entry for a throw that allows no move. Other entries number the sets, covers first.
const TURN_ENDS: u8 = u8::MAX;

/// The measure of a round's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// The net points of the round.
    Points,
    /// One for a win, minus one for a loss.
    Wins,
}

/// The expected result of the first of two policies, at the start of a round without advantage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// With the first turn of the round.
    pub going_first: f64,
    /// With the second turn of the round.
    pub going_second: f64,
}

impl Policy {
    /// The choices of a level on every board of the solution's size.
    pub fn of(level: Level, solution: &Solution) -> Policy {
        let squares = solution.squares();
        let expert;
        let judge = match level {
            Level::Novice => Judge::Novice,
            Level::Club => Judge::Club,
            Level::Expert => {
                let club = BoardValues::new(squares, club_value);
                let values = BoardValues::new(squares, |board| one_throw_ahead(board, &|after| club.of(after)));
                expert = move |board| values.of(board);
                Judge::Expert(&expert)
            }
            Level::Master => return Self::best(solution),
        };
        let board = |own, opponent| ThrowerBoard { squares, own, opponent, locked: Squares::NONE };
        let dice = |own, opponent| judge.best_dice(board(own, opponent));
        Self::new(squares, dice, |own, opponent, sum| judge.best_move(board(own, opponent), sum))
    }

    /// The choices with the highest value; among equal ones, the first in the rules' order. The result is that of
    /// [`Self::new`] with the master's choices, found several times as fast.
    pub fn best(solution: &Solution) -> Policy {
        Self::best_by(solution.squares(), |own| solution.row(own), |own| solution.row(own), &POINTS)
    }

    /// The best choices, where `row` has the values of a mover's row against every opponent's row, and `opponents` those
    /// for the opponent.
    pub(super) fn best_by<'a>(
        squares: u8,
        row: impl Fn(usize) -> &'a [f32] + Sync,
        opponents: impl Fn(usize) -> &'a [f32] + Sync,
        pays: &Pays,
    ) -> Policy {
        let turn = Turn::new(squares);
        let sets = turn.sets_in_rules_order();
        Self::fill(turn, |turn, own, board| {
            let covers: Vec<_> = sets.iter().filter(|(set, _)| set.squares & own == 0).collect();
            let values = row(own);
            let after_cover: Vec<_> = covers.iter().map(|(set, _)| row(own | set.squares)).collect();
            for (opponent, (plays, one_die)) in board.enumerate() {
                let mut best = [f32::NEG_INFINITY; SUMS];
                let mut consider = |sum: usize, value: f32, number: u8| {
                    if value > best[sum] {
                        best[sum] = value;
                        plays[sum - 1] = number;
                    }
                };
                for ((set, number), after) in covers.iter().zip(&after_cover) {
                    consider(set.sum, after[opponent], *number);
                }
                for (set, number) in sets.iter().filter(|(set, _)| set.squares & !opponent == 0) {
                    let after = opponent & !set.squares;
                    let value = if after == 0 { turn.won_by_uncovering(own, pays) } else { values[after] };
                    consider(set.sum, value, number + sets.len() as u8);
                }
                if turn.may_throw_one(own) {
                    let end = -opponents(opponent)[own];
                    let after = |sum: usize| if plays[sum - 1] == TURN_ENDS { end } else { best[sum] };
                    let one: f32 = (1..=6).map(|sum| ONE_DIE * after(sum)).sum();
                    let two: f32 = (2..SUMS).map(|sum| TWO_DICE[sum] * after(sum)).sum();
                    *one_die = one > two;
                }
            }
        })
    }

    /// Any player's choices: `dice` and `play` get the covered squares of the player and of the opponent, and `play`
    /// also the sum of the throw. They must be legal (rules can-dice and can-move).
    pub fn new(
        squares: u8,
        dice: impl Fn(Squares, Squares) -> DiceCount + Sync,
        play: impl Fn(Squares, Squares, u8) -> Option<Move> + Sync,
    ) -> Policy {
        let full_row = Squares::up_to(squares);
        Self::fill(Turn::new(squares), |turn, own, boards| {
            let own = turn.squares_of(own);
            for (opponent, (plays, one_die)) in boards.enumerate() {
                let opponent = turn.squares_of(opponent);
                // With a full row the round is over.
                if !opponent.within(full_row) || opponent == full_row {
                    continue;
                }
                *one_die = dice(own, opponent) == DiceCount::One;
                for (sum, number) in (1..).zip(plays) {
                    if let Some(chosen) = play(own, opponent, sum) {
                        *number = turn.number_of(chosen);
                    }
                }
            }
        })
    }

    /// True if one die is thrown on this board, by the covered squares of the player and of the opponent.
    pub fn throws_one_die(&self, own: Squares, opponent: Squares) -> bool {
        self.one_die[self.turn.row(own.bits()) * self.turn.row_len() + self.turn.row(opponent.bits())]
    }

    /// Calls `choose` once for every own row that isn't full, with the plays and the dice of each opponent's row.
    fn fill(turn: Turn, choose: impl Fn(&Turn, usize, Boards<'_>) + Sync) -> Policy {
        let len = turn.row_len();
        let mut plays = vec![[TURN_ENDS; SUMS - 1]; turn.boards()];
        let mut one_die = vec![false; turn.boards()];
        let jobs = plays.chunks_exact_mut(len).zip(one_die.chunks_exact_mut(len)).enumerate();
        parallel::each(
            jobs,
            || (),
            |(), (own, (plays, one_die))| {
                if !turn.is_full(own) {
                    choose(&turn, own, plays.iter_mut().zip(one_die));
                }
            },
        );
        Policy { turn, plays, one_die }
    }

    /// The expectation of this policy against itself if it has the first turn.
    pub fn against_itself(&self, stake: Stake) -> f64 {
        let boards = self.turn.boards();
        let (mut values, mut ends, mut before) = (vec![0.0; boards], vec![0.0; boards], vec![0.0; boards]);
        let mut chebyshev = Chebyshev::of_turns();
        for _ in 0..MOST_TURNS {
            self.play_turn(&ends, &mut values, &stake.pays());
            let (step, memory) = chebyshev.next();
            let off = self.turn.update_ends(&values, &ends, &mut before, step, memory);
            std::mem::swap(&mut ends, &mut before);
            if off < stake.enough() {
                break;
            }
        }
        values[self.turn.index(0, 0)].into()
    }

    /// The expectation of this policy against another.
    ///
    /// # Panics
    /// If the two are for rows of different sizes.
    pub fn against(&self, other: &Policy, stake: Stake) -> Expectation {
        let pays = stake.pays();
        let (going_first, going_second) = self.meet(other, &pays, &pays, stake.enough());
        Expectation { going_first, going_second }
    }

    /// The expectation of this policy against another, with the first and with the second turn, if wins pay `pays` and
    /// `other_pays`. Repeated until no end of a turn changes by more than `enough`.
    pub(super) fn meet(&self, other: &Policy, pays: &Pays, other_pays: &Pays, enough: f32) -> (f64, f64) {
        let boards = self.turn.boards();
        assert_eq!(other.turn.boards(), boards, "policies must be for rows of the same size");
        let (mut mine, mut theirs) = (vec![0.0; boards], vec![0.0; boards]);
        let (mut my_ends, mut their_ends) = (vec![0.0; boards], vec![0.0; boards]);
        let mut before = vec![0.0; boards];
        let mut chebyshev = Chebyshev::of_pairs_of_turns();
        for _ in 0..MOST_TURNS {
            self.play_turn(&my_ends, &mut mine, pays);
            // The opponent's turn begins where this one ends. `theirs` is only used as a buffer here.
            self.turn.update_ends(&mine, &their_ends, &mut theirs, 1.0, 0.0);
            std::mem::swap(&mut their_ends, &mut theirs);
            other.play_turn(&their_ends, &mut theirs, other_pays);
            let (step, memory) = chebyshev.next();
            let off = self.turn.update_ends(&theirs, &my_ends, &mut before, step, memory);
            std::mem::swap(&mut my_ends, &mut before);
            if off < enough {
                break;
            }
        }
        let start = self.turn.index(0, 0);
        (mine[start].into(), -f64::from(theirs[start]))
    }

    /// The number of decisions between moves in which this policy and another differ, and the number of all such
    /// decisions: throws that allow several moves, on boards where the round isn't over.
    pub(super) fn different_moves(&self, other: &Policy) -> (u64, u64) {
        let (mut different, mut all) = (0, 0);
        let boards =
            (0..self.turn.row_len()).flat_map(|own| (0..self.turn.row_len()).map(move |opponent| (own, opponent)));
        for (own, opponent) in boards.filter(|&(own, opponent)| !self.turn.is_full(own) && !self.turn.is_full(opponent))
        {
            let mut moves = [0; SUMS];
            for set in &self.turn.sets {
                moves[set.sum] += u8::from(set.squares & own == 0) + u8::from(set.squares & !opponent == 0);
            }
            let at = own * self.turn.row_len() + opponent;
            for (sum, (mine, others)) in (1..).zip(self.plays[at].iter().zip(&other.plays[at])) {
                // A sum of 1 takes a single die, which must be allowed.
                let thrown = sum > 1 || self.turn.may_throw_one(own);
                all += u64::from(thrown && moves[sum] > 1);
                different += u64::from(thrown && mine != others);
            }
        }
        (different, all)
    }

    /// The value of every board if this policy plays the turn, given the values `ends` of the ends of turns.
    fn play_turn(&self, ends: &[f32], values: &mut [f32], pays: &Pays) {
        let len = self.turn.row_len();
        let levels = &self.turn.level_ends;
        values[..levels[0] * len].fill(0.0);
        for level in levels.windows(2) {
            let (known, unknown) = values.split_at_mut(level[0] * len);
            let rows = &self.turn.order[level[0]..level[1]];
            parallel::each(
                unknown.chunks_exact_mut(len).zip(rows),
                || (),
                |(), (row, &own)| {
                    self.play_row(usize::from(own), known, ends, row, pays);
                },
            );
        }
    }

    fn play_row(&self, own: usize, known: &[f32], ends: &[f32], row: &mut [f32], pays: &Pays) {
        let sets = &self.turn.sets;
        for opponent in 0..row.len() {
            let at = own * row.len() + opponent;
            let after = |sum: usize| match self.plays[at][sum - 1] {
                TURN_ENDS => ends[at],
                cover if usize::from(cover) < sets.len() => {
                    let after = own | sets[usize::from(cover)].squares;
                    if self.turn.is_full(after) {
                        pays[self.turn.covering_points(after, opponent)]
                    } else {
                        known[self.turn.index(after, opponent)]
                    }
                }
                uncover => match opponent & !sets[usize::from(uncover) - sets.len()].squares {
                    0 => self.turn.won_by_uncovering(own, pays),
                    after => row[after],
                },
            };
            row[opponent] = if self.one_die[at] {
                (1..=6).map(|sum| ONE_DIE * after(sum)).sum()
            } else {
                (2..SUMS).map(|sum| TWO_DICE[sum] * after(sum)).sum()
            };
        }
    }
}

/// The values of all boards of a size without a locked square.
struct BoardValues {
    squares: u8,
    values: Vec<f64>,
}

impl BoardValues {
    /// Computes the value of every board of a round that isn't over.
    fn new(squares: u8, value: impl Fn(ThrowerBoard) -> f64 + Sync) -> BoardValues {
        let rows = 1 << squares;
        let mut values = vec![0.0; rows * rows];
        parallel::each(
            values.chunks_exact_mut(rows).take(rows - 1).enumerate(),
            || (),
            |(), (own, values)| {
                let own = Squares::from_bits(own as u16);
                for (opponent, board_value) in values.iter_mut().take(rows - 1).enumerate() {
                    let opponent = Squares::from_bits(opponent as u16);
                    *board_value = value(ThrowerBoard { squares, own, opponent, locked: Squares::NONE });
                }
            },
        );
        BoardValues { squares, values }
    }

    fn of(&self, board: ThrowerBoard) -> f64 {
        self.values[usize::from(board.own.bits()) << self.squares | usize::from(board.opponent.bits())]
    }
}

/// Rounds rarely last longer.
const MOST_TURNS: usize = 200;

impl Stake {
    fn pays(self) -> Pays {
        match self {
            Stake::Points => POINTS,
            Stake::Wins => [1.0; POINTS.len()],
        }
    }

    /// Smaller changes of values don't matter. The value of the start changes much less than the value of the board
    /// that changes most: once no board's chance to win changes by more than this, the start's is accurate to 1e-4.
    fn enough(self) -> f32 {
        match self {
            Stake::Points => 1e-4,
            Stake::Wins => 3e-3,
        }
    }
}

impl Turn {
    /// The number of a move's set of squares. Covers are numbered first.
    fn number_of(&self, chosen: Move) -> u8 {
        let row = self.row(chosen.squares().bits());
        let found = self.sets.partition_point(|set| set.squares < row);
        match chosen {
            Move::Cover(_) => found as u8,
            Move::Uncover(_) => (found + self.sets.len()) as u8,
        }
    }

    /// The covered squares of a row, without the bits that pad a short row.
    fn squares_of(&self, row: usize) -> Squares {
        Squares::from_bits((row as u16).reverse_bits() >> (16 - self.bits))
    }

    /// Every set with its number, sorted as the rules list moves.
    fn sets_in_rules_order(&self) -> Vec<(Set, u8)> {
        let full = (1 << self.bits) - 1;
        // Squares beyond the row have no bit in its number.
        let listed = (1..SUMS as u8).flat_map(Squares::adding_up_to).filter(|set| set.bits() & !full == 0);
        let find = |set: &Squares| self.sets.binary_search_by_key(&self.row(set.bits()), |set| set.squares).ok();
        listed.filter_map(find).map(|number| (self.sets[number], number as u8)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::canoga::turn_values::TurnValues;

    #[test]
    fn the_best_policy_is_the_masters() {
        for squares in 3..=8 {
            let solution = Solution::solve(squares);
            let board = |own, opponent| ThrowerBoard { squares, own, opponent, locked: Squares::NONE };
            let start = board(Squares::NONE, Squares::NONE);
            let master = Judge::Master(TurnValues::new(&solution, start, &Limits::default()).unwrap());
            let dice = |own, opponent| master.best_dice(board(own, opponent));
            let masters = Policy::new(squares, dice, |own, opponent, sum| master.best_move(board(own, opponent), sum));
            let best = Policy::best(&solution);
            for own in 0..best.turn.row_len() {
                for opponent in 1..best.turn.row_len() {
                    let at = own * best.turn.row_len() + opponent;
                    let ended = best.turn.is_full(own) || best.turn.is_full(opponent);
                    assert!(ended || best.plays[at] == masters.plays[at], "rows of {squares}: {own} {opponent}");
                    assert!(ended || best.one_die[at] == masters.one_die[at], "rows of {squares}: {own} {opponent}");
                }
            }
        }
    }
}
