use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parlor_rules::canoga::Squares;

use super::turn::{POINTS, Turn};

/// The value of every board under perfect play: the expected net points of the round for the player who is about to
/// throw.
///
/// ```
/// use parlor_engine::canoga::Solution;
/// use parlor_rules::canoga::Squares;
///
/// let solution = Solution::solve(5);
/// assert!(solution.residual() < 1e-4);
/// let start = solution.value(Squares::NONE, Squares::NONE);
/// assert!((start - 1.312).abs() < 1e-3, "on rows of 5 it is good to go first");
/// ```
pub struct Solution {
    squares: u8,
    turn: Turn,
    values: Vec<f32>,
    residual: f32,
    sweeps: u32,
    time: Duration,
}

/// The progress of a solver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveProgress {
    /// The number of sweeps over all boards.
    pub sweeps: u32,
    /// The largest change of any board's value in the last sweep.
    pub residual: f32,
    /// The share of the work that is done, from 0 to 1, on a logarithmic scale of the residual.
    pub done: f32,
}

impl Solution {
    /// The residual at which [`Self::solve`] stops: half of the documented one, so that a checker that adds in another
    /// order still finds less than that.
    pub const RESIDUAL: f32 = 5e-5;

    /// Solves rows of 1 to 12 squares, including sizes that the game doesn't use.
    ///
    /// # Panics
    /// If no throw reaches the last square, because `squares` is 0 or more than 12.
    pub fn solve(squares: u8) -> Solution {
        match Self::solve_to(squares, Self::RESIDUAL, |_| ControlFlow::Continue(())) {
            Ok(solution) => solution,
            Err(Cancelled) => unreachable!("no one asked to stop"),
        }
    }

    /// Solves until no board's value differs by more than `residual` from its value after one more throw. `progress` is called
    /// after every sweep and can cancel.
    ///
    /// Values have 24 bits, so a residual below 2e-5 may be out of reach. In that case it stops after 200 sweeps.
    ///
    /// # Panics
    /// See [`Self::solve`].
    pub fn solve_to(
        squares: u8,
        residual: f32,
        mut progress: impl FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<Solution, Cancelled> {
        assert!((1..=12).contains(&squares), "rows have 1 to 12 squares, not {squares}");
        let begin = Instant::now();
        let turn = Turn::new(squares);
        let boards = turn.boards();
        let (mut values, mut ends, mut before) = (vec![0.0; boards], vec![0.0; boards], vec![0.0; boards]);
        let most = f32::from(u16::from(squares) * (u16::from(squares) + 1) / 2);
        let mut chebyshev = Chebyshev::of_turns();
        let mut sweeps = 0;
        let found = loop {
            turn.solve(&ends, &mut values, &POINTS);
            sweeps += 1;
            let (step, memory) = chebyshev.next();
            let off = turn.update_ends(&values, &ends, &mut before, step, memory);
            std::mem::swap(&mut ends, &mut before);
            let done = ((off / most).ln() / (residual / most).ln()).clamp(0.0, 1.0).abs();
            if progress(SolveProgress { sweeps, residual: off, done }).is_break() {
                return Err(Cancelled);
            }
            if off <= residual || sweeps >= MOST_SWEEPS {
                // Recomputes exactly the ends that these values give, to check the values against them.
                turn.update_ends(&values, &before, &mut ends, 1.0, 0.0);
                let found = turn.residual(&ends, &values, &POINTS);
                if found <= residual || sweeps >= MOST_SWEEPS {
                    break found;
                }
                chebyshev = Chebyshev::of_turns();
            }
        };
        Ok(Solution { squares, turn, values, residual: found, sweeps, time: begin.elapsed() })
    }

    /// The values of one of the player's rows against every opponent's row.
    pub(super) fn row(&self, own: usize) -> &[f32] {
        &self.values[self.turn.index(own, 0)..][..self.turn.row_len()]
    }

    /// Writes the values of all boards, to be read by other programs.
    ///
    /// First the 15 bytes `parlor canoga 1` and a byte with the number n of squares. Then a number of 4 bytes for each
    /// board, in order of the player's own row and then the opponent's, where square k is bit k - 1 of a row's number: the net points that
    /// the player who is about to throw can expect, or not a number if a row is full. At the end the CRC-32 of all of this.
    /// All numbers have their lowest byte first.
    pub fn write_table(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        let mut bytes = b"parlor canoga 1".to_vec();
        bytes.push(self.squares);
        let full = Squares::up_to(self.squares);
        let rows = || (0..=full.bits()).map(Squares::from_bits);
        for own in rows() {
            for opponent in rows() {
                let over = own == full || opponent == full;
                let value = if over { f32::NAN } else { self.value(own, opponent) };
                bytes.extend(value.to_le_bytes());
            }
        }
        let checksum = crc32fast::hash(&bytes);
        out.write_all(&bytes)?;
        out.write_all(&checksum.to_le_bytes())
    }

    pub(super) fn all(&self) -> &[f32] {
        &self.values
    }

    /// The length of the rows.
    pub fn squares(&self) -> u8 {
        self.squares
    }

    /// The value of a board for the player who throws, by own and opponent's covered squares, with no square locked. If the
    /// own row is full, this is the value of the win.
    pub fn value(&self, own: Squares, opponent: Squares) -> f32 {
        let row = |squares: Squares| self.turn.row(squares.bits() & Squares::up_to(self.squares).bits());
        self.values[self.turn.index(row(own), row(opponent))]
    }

    /// The largest difference, over all boards, between the value of a board and the value that one throw gives it.
    pub fn residual(&self) -> f32 {
        self.residual
    }

    /// The number of sweeps over all boards.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// The time that solving took.
    pub fn time(&self) -> Duration {
        self.time
    }
}

/// Solving was cancelled by the callback.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("solving was stopped")]
pub struct Cancelled;

const MOST_SWEEPS: u32 = 200;

/// The step and memory of each sweep, by Chebyshev semi-iteration.
///
/// With fixed strategies, every plain sweep multiplies the error of the turns' ends by a matrix. Its largest eigenvalue
/// was measured to be -0.69, -0.75 and -0.81 on rows of 9, 10 and 11; it is negative because what one player gains by an
/// error, the other loses a turn later. The other eigenvalues are smaller. So a shorter step with a memory of the last
/// sweep does better: 16, 16 and 18 sweeps to 1e-4 instead of 34, 43 and 59.
///
/// Correctness doesn't depend on any of this: the residual decides when to stop, and if it doesn't come down in time,
/// plain sweeps, which always converge, take over.
pub(super) struct Chebyshev {
    step: f32,
    spread: f32,
    sweeps: u32,
    weight: f32,
}

impl Chebyshev {
    /// The number of sweeps after which plain ones take over.
    const PATIENCE: u32 = 60;

    /// For sweeps from one turn to the next.
    pub(super) fn of_turns() -> Chebyshev {
        Chebyshev { step: 0.9, spread: 0.63, sweeps: 0, weight: 1.0 }
    }

    /// For sweeps from a player's turn to the same player's next: the eigenvalues are squared and so positive, and a step
    /// may be longer than the full one.
    pub(super) fn of_pairs_of_turns() -> Chebyshev {
        Chebyshev { step: 1.4, spread: 0.5, sweeps: 0, weight: 1.0 }
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

    /// The result is the same, bit for bit, with any number of threads and on any machine.
    #[test]
    fn threads_change_nothing() {
        for threads in [1, 2, 5, 16] {
            PRETENDED.set(threads);
            assert_eq!(fingerprint(&Solution::solve(7)), 18_433_176_205_953_626_422, "{threads} threads");
        }
    }

    #[test]
    fn the_callback_can_cancel() {
        let mut reports = Vec::new();
        let stopped = Solution::solve_to(6, 1e-4, |progress| {
            reports.push(progress);
            if reports.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.err(), Some(Cancelled));
        assert_eq!(reports.iter().map(|progress| progress.sweeps).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(reports.is_sorted_by(|one, next| one.done < next.done), "{reports:?}");
    }

    /// Solving stops even if 24 bits can't reach the residual.
    #[test]
    fn impossible_residuals_end() {
        for wish in [0.0, -1.0, f32::NAN] {
            let solution = Solution::solve_to(3, wish, |_| ControlFlow::Continue(()));
            let solution = solution.unwrap();
            assert!(solution.residual() < 1e-5, "{}", solution.residual());
        }
    }
}
