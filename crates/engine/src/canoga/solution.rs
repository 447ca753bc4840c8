use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parlor_rules::canoga::{Size, Squares};

use super::turn::Turn;

/// What every board is worth under best play by both: expected net points of the round for the player
/// who is about to throw.
///
/// ```
/// use parlor_engine::canoga::Solution;
/// use parlor_rules::canoga::{Size, Squares};
///
/// let solution = Solution::solve(Size::for_study(5).unwrap());
/// assert!(solution.residual() < 1e-4);
/// let start = solution.value(Squares::NONE, Squares::NONE);
/// assert!((start - 1.312).abs() < 1e-3, "on rows of 5 it is good to go first");
/// ```
pub struct Solution {
    size: Size,
    turn: Turn,
    values: Vec<f32>,
    residual: f32,
    sweeps: u32,
    time: Duration,
}

/// How far a solver has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// How often all boards have been gone through.
    pub sweeps: u32,
    /// By how much any board's value may still be wrong after one more turn.
    pub residual: f32,
    /// How much of the way that is, 0 to 1, on the residual's logarithmic scale.
    pub done: f32,
}

impl Solution {
    /// The residual that [`Self::solve`] goes down to: half of what is promised, so that a checker who adds
    /// up in another order finds less than that too.
    pub const RESIDUAL: f32 = 5e-5;

    /// Solves rows of this size.
    pub fn solve(size: Size) -> Solution {
        match Self::solve_to(size, Self::RESIDUAL, |_| ControlFlow::Continue(())) {
            Ok(solution) => solution,
            Err(Cancelled) => unreachable!("nobody asked to stop"),
        }
    }

    /// Solves until no board's value is further than `residual` from what one throw says. `progress` hears
    /// after every sweep how it stands and can stop it.
    ///
    /// Values have 24 bits: a residual below 2e-5 may be out of reach, and then 200 sweeps are made.
    pub fn solve_to(
        size: Size,
        residual: f32,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution, Cancelled> {
        let begin = Instant::now();
        let turn = Turn::new(size.squares());
        let boards = turn.boards();
        let (mut values, mut ends, mut before) = (vec![0.0; boards], vec![0.0; boards], vec![0.0; boards]);
        let most = f32::from(u16::from(size.squares()) * (u16::from(size.squares()) + 1) / 2);
        let mut pace = Pace::of_turns();
        let mut sweeps = 0;
        let found = loop {
            turn.solve(&ends, &mut values);
            sweeps += 1;
            let (step, memory) = pace.next();
            let off = turn.update_ends(&values, &ends, &mut before, step, memory);
            std::mem::swap(&mut ends, &mut before);
            let done = ((off / most).ln() / (residual / most).ln()).clamp(0.0, 1.0).abs();
            if progress(Progress { sweeps, residual: off, done }).is_break() {
                return Err(Cancelled);
            }
            if off <= residual || sweeps >= MOST_SWEEPS {
                // The ends that these very values give, believed at once; `before` stays as it is.
                turn.update_ends(&values, &before, &mut ends, 1.0, 0.0);
                let found = turn.residual(&ends, &values);
                if found <= residual || sweeps >= MOST_SWEEPS {
                    break found;
                }
                pace = Pace::of_turns();
            }
        };
        Ok(Solution { size, turn, values, residual: found, sweeps, time: begin.elapsed() })
    }

    /// How long the rows are.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What this board is worth to the one who throws, by own and opponent's covered squares, with nothing
    /// locked. Where the own row is full, it is what that win is worth.
    pub fn value(&self, own: Squares, opponent: Squares) -> f32 {
        let row = |squares: Squares| self.turn.row(squares.bits() & self.size.full_row().bits());
        self.values[self.turn.index(row(own), row(opponent))]
    }

    /// The largest difference, over all boards, between a board's value and what one throw from it is worth
    /// by the values of the boards that it leads to.
    pub fn residual(&self) -> f32 {
        self.residual
    }

    /// How often all boards were gone through.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// How long solving took.
    pub fn time(&self) -> Duration {
        self.time
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution { size, residual, sweeps, time, .. } = self;
        f.debug_struct("Solution")
            .field("size", size)
            .field("residual", residual)
            .field("sweeps", sweeps)
            .field("time", time)
            .finish_non_exhaustive()
    }
}

/// Solving was stopped by the one who asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("solving was stopped")
    }
}

impl std::error::Error for Cancelled {}

const MOST_SWEEPS: u32 = 200;

/// How far to move in each sweep: Chebyshev's semi-iteration.
///
/// With fixed strategies every plain sweep multiplies the error of the turns' ends by a matrix. Its largest
/// eigenvalue was measured to be 0.69, 0.75 and 0.81 in size on rows of 9, 10 and 11, and it is negative: what
/// one player gains by an error the other loses a turn later. The others are smaller. So a step that falls
/// short of the full one, with a memory of the sweep before, does better: 16, 16 and 18 sweeps to 1e-4 instead
/// of 34, 43 and 59.
/// None of this is believed: only the residual says when it is over, and should it fail to come down in
/// time, plain sweeps, which can't fail, take over.
pub(super) struct Pace {
    step: f32,
    spread: f32,
    sweeps: u32,
    weight: f32,
}

impl Pace {
    /// After so many sweeps, plain ones take over.
    const PATIENCE: u32 = 60;

    /// Between one turn and the next.
    pub(super) fn of_turns() -> Pace {
        Pace { step: 0.9, spread: 0.63, sweeps: 0, weight: 1.0 }
    }

    /// Between a player's turn and the same player's next: what was negative is squared, so that a step may go
    /// beyond the full one.
    pub(super) fn of_pairs_of_turns() -> Pace {
        Pace { step: 1.4, spread: 0.5, sweeps: 0, weight: 1.0 }
    }

    /// The next sweep's step and memory.
    pub(super) fn next(&mut self) -> (f32, f32) {
        self.sweeps += 1;
        if self.sweeps > Self::PATIENCE {
            return (1.0, 0.0);
        }
        let share = self.spread * self.spread / if self.sweeps == 2 { 2.0 } else { 4.0 };
        if self.sweeps > 1 {
            self.weight = 1.0 / (1.0 - share * self.weight);
        }
        (self.step, self.weight - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canoga::parallel::PRETENDED;

    fn fingerprint(solution: &Solution) -> u64 {
        let mut print = 0xcbf2_9ce4_8422_2325;
        for value in &solution.values {
            print = (print ^ u64::from(value.to_bits())).wrapping_mul(0x0100_0000_01b3);
        }
        print
    }

    /// The same bits for any number of threads, and on every machine.
    #[test]
    fn threads_change_nothing() {
        let size = Size::for_study(7).unwrap();
        for threads in [1, 2, 5, 16] {
            PRETENDED.set(threads);
            assert_eq!(fingerprint(&Solution::solve(size)), 18_433_176_205_953_626_422, "{threads} threads");
        }
    }

    #[test]
    fn whoever_asked_can_stop_it() {
        let mut heard = Vec::new();
        let stopped = Solution::solve_to(Size::for_study(6).unwrap(), 1e-4, |progress| {
            heard.push(progress);
            if heard.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.err(), Some(Cancelled));
        assert_eq!(heard.iter().map(|progress| progress.sweeps).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(heard.is_sorted_by(|one, next| one.done < next.done), "{heard:?}");
    }

    /// Residuals that 24 bits can't reach end too.
    #[test]
    fn impossible_wishes_end() {
        for wish in [0.0, -1.0, f32::NAN] {
            let solution = Solution::solve_to(Size::for_study(3).unwrap(), wish, |_| ControlFlow::Continue(()));
            let solution = solution.unwrap();
            assert!(solution.residual() < 1e-5, "{solution:?}");
        }
    }
}
