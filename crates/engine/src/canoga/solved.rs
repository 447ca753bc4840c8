use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parlor_rules::canoga::Size;

use super::Solution;
use crate::Limits;

/// The solution of one size, and the thread that computes it.
struct Slot {
    solution: OnceLock<Solution>,
    solver: Mutex<Option<JoinHandle<()>>>,
}

/// By number of squares. Each is filled at most once in the life of the process.
static SLOTS: [Slot; 13] = [const { Slot { solution: OnceLock::new(), solver: Mutex::new(None) } }; 13];

fn slot(size: Size) -> &'static Slot {
    &SLOTS[usize::from(size.squares())]
}

/// The solution for this size. The first call waits until it is solved.
///
/// # Panics
/// If the system can't start the thread that solves it.
pub fn solution(size: Size) -> &'static Solution {
    solution_within(size, &Limits::default()).expect("without a deadline or stop flag, nothing ends the wait")
}

/// The solution for this size, if it is solved already.
pub fn solution_if_ready(size: Size) -> Option<&'static Solution> {
    slot(size).solution.get()
}

/// The solution for this size, if it is solved before the limits are up. If not, solving goes on in the background.
pub fn solution_within(size: Size, limits: &Limits) -> Option<&'static Solution> {
    /// A stop flag can't wake a waiting thread, so waiting threads look at it this often.
    const POLL: Duration = Duration::from_millis(1);
    solve_in_background(size);
    let slot = slot(size);
    loop {
        if let Some(solution) = slot.solution.get() {
            return Some(solution);
        }
        if limits.is_up() {
            return None;
        }
        // Without this, a panic of the solver would leave everyone waiting forever.
        let has_ended = slot.solver().as_ref().is_some_and(JoinHandle::is_finished);
        assert!(!has_ended || slot.solution.get().is_some(), "the solver of rows of {} has panicked", size.squares());
        let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        thread::sleep(left.map_or(POLL, |left| left.min(POLL)));
    }
}

/// Starts to solve this size, unless that has been done before, so that the solution is ready when it is needed.
///
/// # Panics
/// If the system can't start a thread.
pub fn solve_in_background(size: Size) {
    let slot = slot(size);
    if slot.solution.get().is_some() {
        return;
    }
    let mut solver = slot.solver();
    if solver.is_none() {
        let name = format!("canoga-{}", size.squares());
        let solve = move || {
            slot.solution.get_or_init(|| Solution::solve(size));
        };
        *solver = Some(thread::Builder::new().name(name).spawn(solve).expect("the system can start a thread"));
    }
}

impl Slot {
    fn solver(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<()>>> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_is_solved_once() {
        let size = Size::for_study(4).unwrap();
        assert!(solution_if_ready(size).is_none());
        solve_in_background(size);
        let found = solution(size);
        assert!(std::ptr::eq(found, solution(size)));
        assert!(solution_if_ready(size).is_some_and(|ready| std::ptr::eq(found, ready)));
    }

    #[test]
    fn a_stop_flag_or_a_deadline_ends_the_wait_and_not_the_solving() {
        let size = Size::for_study(8).unwrap();
        let stopped = Limits::default();
        stopped.stop.set();
        assert!(solution_within(size, &stopped).is_none(), "rows of 8 take longer than a look at the flag");
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert!(solution_within(size, &late).is_none() || solution_if_ready(size).is_some());
        assert!(solution(size).residual() < 1e-4);
    }
}
