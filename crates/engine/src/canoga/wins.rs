//! How often the first player wins if both play for points, as the solution does.
//!
//! The best plays are written down once. Then only they are followed, which is much faster than finding them again in
//! every sweep.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parlor_rules::canoga::Squares;

use super::parallel;
use super::solution::{Cancelled, Pace, Solution, SolveProgress};
use super::turn::{ONE_DIE, SUMS, TWO_DICE, Turn};

/// How often the first player of a round without advantage wins it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinChance {
    /// From 0 to 1.
    pub first: f64,
    /// How often all boards were updated.
    pub sweeps: u32,
    /// How long it took.
    pub time: Duration,
}

impl WinChance {
    /// How far off it may be.
    pub const PRECISION: f64 = 1e-4;
}

/// A throw that allows no move. Other plays are the numbers of sets, covers first.
const TURN_ENDS: u8 = u8::MAX;

/// Below every value: there is no move.
const NONE: f32 = f32::NEG_INFINITY;

/// Once no board is off by more, the start, where rounds begin, is off by less than [`WinChance::PRECISION`].
const ENOUGH: f32 = 3e-3;

/// Rounds hardly ever last longer.
const MOST_SWEEPS: u32 = 200;

impl Solution {
    /// How often the first player wins. `progress` is called after every sweep and can cancel.
    pub fn win_chance(
        &self,
        mut progress: impl FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<WinChance, Cancelled> {
        let begin = Instant::now();
        let (turn, values) = self.parts();
        let plays = BestPlays::new(turn, values);
        let mut wins = vec![0.0; turn.boards()];
        let mut ends = first_guess(turn, values);
        let mut before = ends.clone();
        let mut pace = Pace::of_turns();
        let mut sweeps = 0;
        loop {
            plays.follow(&ends, &mut wins);
            sweeps += 1;
            let (step, memory) = pace.next();
            let off = turn.update_ends(&wins, &ends, &mut before, step, memory);
            std::mem::swap(&mut ends, &mut before);
            let done = (off.ln() / ENOUGH.ln()).clamp(0.0, 1.0);
            if progress(SolveProgress { sweeps, residual: off, done }).is_break() {
                return Err(Cancelled);
            }
            if off <= ENOUGH || sweeps >= MOST_SWEEPS {
                break;
            }
        }
        let first = f64::midpoint(1.0, wins[turn.index(0, 0)].into());
        Ok(WinChance { first, sweeps, time: begin.elapsed() })
    }
}

/// What the end of a turn on each board is about worth, 1 being a sure win: by the points expected and those at stake.
fn first_guess(turn: &Turn, values: &[f32]) -> Vec<f32> {
    let len = turn.row_len();
    let all = turn.sum(len - 1);
    let mut guess = vec![0.0; turn.boards()];
    let jobs = guess.chunks_exact_mut(len).enumerate();
    parallel::each(
        jobs,
        || (),
        |(), (own, row)| {
            for (opponent, guess) in row.iter_mut().enumerate() {
                // The opponent throws next, unless the round is over.
                if turn.is_full(opponent) {
                    *guess = -1.0;
                    continue;
                }
                // A win pays what is open in the other row, or what is covered in the own.
                let stake = |own: usize, other: usize| (all - turn.sum(other)).max(turn.sum(own));
                let stakes = stake(own, opponent) + stake(opponent, own);
                *guess = -(2.0 * values[turn.index(opponent, own)] / stakes).tanh();
            }
        },
    );
    guess
}

/// The best play for every board and sum, and the best number of dice.
struct BestPlays<'a> {
    turn: &'a Turn,
    /// By own and opponent's row: the play for each sum from 1 to 12.
    plays: Vec<[u8; SUMS - 1]>,
    /// Likewise: whether one die is thrown.
    one_die: Vec<bool>,
}

/// A set in the order of the rules, which decides between equals.
#[derive(Clone, Copy)]
struct Listed {
    squares: u16,
    sum: u8,
    number: u8,
}

/// The best covers of one own row, by sum and opponent's row.
struct Covers {
    values: Vec<f32>,
    plays: Vec<u32>,
    /// What it is worth to leave the opponent each row.
    row: Vec<f32>,
}

impl BestPlays<'_> {
    fn new<'a>(turn: &'a Turn, values: &[f32]) -> BestPlays<'a> {
        let len = turn.row_len();
        let listed = listed(turn);
        let uncovers: Vec<Vec<Listed>> = (0..len)
            .map(|row| listed.iter().copied().filter(|set| usize::from(set.squares) & !row == 0).collect())
            .collect();
        let mut plays = vec![[TURN_ENDS; SUMS - 1]; turn.boards()];
        let mut one_die = vec![false; turn.boards()];
        let jobs = plays.chunks_exact_mut(len).zip(one_die.chunks_exact_mut(len)).enumerate();
        parallel::each(
            jobs,
            || Covers { values: vec![NONE; SUMS * len], plays: vec![0; SUMS * len], row: vec![0.0; len] },
            |covers, (own, (plays, one_die))| {
                if !turn.is_full(own) {
                    covers.find(turn, values, &listed, own);
                    write_down(turn, values, &uncovers, own, covers, plays, one_die);
                }
            },
        );
        BestPlays { turn, plays, one_die }
    }

    /// What every board is worth, 1 being a sure win, if `ends` is what the ends of turns are worth.
    fn follow(&self, ends: &[f32], wins: &mut [f32]) {
        let len = self.turn.row_len();
        let levels = self.turn.levels();
        wins[..levels[0] * len].fill(1.0);
        for level in levels.windows(2) {
            let (known, unknown) = wins.split_at_mut(level[0] * len);
            let rows = self.turn.rows(level[0]..level[1]);
            parallel::each(
                unknown.chunks_exact_mut(len).zip(rows),
                || vec![0.0; 2 * len],
                |local, (row, &own)| {
                    self.follow_row(usize::from(own), known, &ends[usize::from(own) * len..][..len], row, local);
                },
            );
        }
    }

    /// One own row against every opponent's row.
    ///
    /// Where a play leads is looked up in `known`, for covers, and in `local`, which holds the row itself and then the
    /// ends of turns. Both are read, because a wrong guess at a branch takes longer.
    fn follow_row(&self, own: usize, known: &[f32], ends: &[f32], row: &mut [f32], local: &mut [f32]) {
        let len = row.len();
        let sets = self.turn.sets();
        let mut leads = [Lead { known: 0, is_known: 0, local: 0, keep: 0 }; 1 << u8::BITS];
        for (number, set) in sets.iter().enumerate() {
            if set.squares & own == 0 {
                let known = self.turn.index(own | set.squares, 0) as u32;
                leads[number] = Lead { known, is_known: u32::MAX, local: 0, keep: 0 };
            }
            leads[number + sets.len()] = Lead { known: 0, is_known: 0, local: 0, keep: !set.squares as u32 };
        }
        leads[usize::from(TURN_ENDS)] = Lead { known: 0, is_known: 0, local: len as u32, keep: u32::MAX };
        local[len..].copy_from_slice(ends);
        let at = own * len;
        let boards = self.plays[at..][..len].iter().zip(&self.one_die[at..][..len]).enumerate();
        let mut against_empty = 0.0;
        for (opponent, (plays, one_die)) in boards {
            let after = |play: u8| {
                let Lead { known: start, is_known, local: from, keep } = leads[usize::from(play)];
                let covered = known[start as usize + opponent].to_bits();
                let other = local[from as usize + (opponent & keep as usize)].to_bits();
                f32::from_bits(covered & is_known | other & !is_known)
            };
            let worth = if *one_die {
                plays[..6].iter().map(|&play| ONE_DIE * after(play)).sum()
            } else {
                plays[1..].iter().zip(&TWO_DICE[2..]).map(|(&play, chance)| chance * after(play)).sum()
            };
            local[opponent] = worth;
            if opponent == 0 {
                // Emptying the opponent's row wins; throwing against an empty one doesn't.
                against_empty = worth;
                local[0] = 1.0;
            }
        }
        row.copy_from_slice(&local[..len]);
        row[0] = against_empty;
    }
}

/// Where a play leads from an own row.
#[derive(Clone, Copy)]
struct Lead {
    /// For a cover: where the row begins that it leads to.
    known: u32,
    /// All bits set for a cover, and none for other plays.
    is_known: u32,
    /// For other plays: where to look, and which of the opponent's squares stay covered.
    local: u32,
    keep: u32,
}

/// Every set, in the order of the rules.
fn listed(turn: &Turn) -> Vec<Listed> {
    let sets = turn.sets();
    let mut listed = Vec::new();
    for sum in 1..SUMS {
        for set in Squares::adding_up_to(sum as u8) {
            let squares = turn.row(set.bits());
            let number = sets.partition_point(|set| set.squares < squares);
            if sets.get(number).is_some_and(|found| found.squares == squares && found.sum == sum) {
                listed.push(Listed { squares: squares as u16, sum: sum as u8, number: number as u8 });
            }
        }
    }
    listed
}

impl Covers {
    fn find(&mut self, turn: &Turn, values: &[f32], listed: &[Listed], own: usize) {
        let len = turn.row_len();
        self.values.fill(NONE);
        for set in listed.iter().filter(|set| usize::from(set.squares) & own == 0) {
            let after = &values[turn.index(own | usize::from(set.squares), 0)..][..len];
            let sum = usize::from(set.sum) * len;
            let best = self.values[sum..][..len].iter_mut().zip(&mut self.plays[sum..][..len]);
            let number = u32::from(set.number);
            for ((best, play), &after) in best.zip(after) {
                let better = after > *best;
                *best = if better { after } else { *best };
                *play = if better { number } else { *play };
            }
        }
    }
}

/// The best plays of one own row. Between equals the rules' order decides: covers first.
fn write_down(
    turn: &Turn,
    values: &[f32],
    uncovers: &[Vec<Listed>],
    own: usize,
    covers: &mut Covers,
    plays: &mut [[u8; SUMS - 1]],
    one_die: &mut [bool],
) {
    let len = turn.row_len();
    let may_throw_one = turn.may_throw_one(own);
    let first = turn.sets().len() as u8;
    // Emptying the opponent's row wins.
    covers.row.copy_from_slice(&values[turn.index(own, 0)..][..len]);
    covers.row[0] = turn.sum(own);
    let row = &covers.row;
    for (opponent, (plays, one_die)) in plays.iter_mut().zip(one_die).enumerate() {
        let mut best = [NONE; SUMS];
        for sum in 1..SUMS {
            best[sum] = covers.values[sum * len + opponent];
            if best[sum] > NONE {
                plays[sum - 1] = covers.plays[sum * len + opponent] as u8;
            }
        }
        for set in &uncovers[opponent] {
            let (sum, left) = (usize::from(set.sum), opponent & !usize::from(set.squares));
            let after = row[left];
            // Without branches: the processor would guess them wrong.
            let better = after > best[sum];
            best[sum] = if better { after } else { best[sum] };
            plays[sum - 1] = if better { set.number + first } else { plays[sum - 1] };
        }
        if may_throw_one {
            let end = -values[turn.index(opponent, own)];
            let after = |sum: usize| if best[sum] > NONE { best[sum] } else { end };
            let one: f32 = (1..=6).map(|sum| ONE_DIE * after(sum)).sum();
            let two: f32 = (2..SUMS).map(|sum| TWO_DICE[sum] * after(sum)).sum();
            *one_die = one > two;
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Level;
    use parlor_rules::canoga::Size;

    use super::*;
    use crate::canoga::{Stake, Strategy};

    /// The same as the master's strategy against itself, which is written down and played in another way.
    #[test]
    fn point_22_chances_are_those_of_the_master_against_itself() {
        for squares in 1..=8 {
            let solution = Solution::solve(Size::for_study(squares).unwrap());
            let wins = Strategy::of(Level::Master, &solution).against_itself(Stake::Wins);
            let found = solution.win_chance(|_| ControlFlow::Continue(())).unwrap();
            let off = (f64::midpoint(1.0, wins) - found.first).abs();
            assert!(off < WinChance::PRECISION, "rows of {squares}: {wins} and {found:?}");
        }
    }

    #[test]
    fn the_callback_can_cancel() {
        let solution = Solution::solve(Size::for_study(6).unwrap());
        let mut reports = 0;
        let stopped = solution.win_chance(|progress| {
            reports += 1;
            assert_eq!(progress.sweeps, reports);
            if reports == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.err(), Some(Cancelled));
    }
}
