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

/// Indexed by number of squares. Each slot is filled at most once per process.
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

/// The solution for this size, if it is solved before a limit is reached. If not, solving continues in the background.
pub fn solution_within(size: Size, limits: &Limits) -> Option<&'static Solution> {
    /// A stop flag can't wake a waiting thread, so waiting threads poll it at this interval.
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
        // Without this, a panic of the solver would leave all callers waiting forever.
        let has_ended = slot.solver().as_ref().is_some_and(JoinHandle::is_finished);
        assert!(!has_ended || slot.solution.get().is_some(), "the solver of rows of {} has panicked", size.squares());
        let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        thread::sleep(left.map_or(POLL, |left| left.min(POLL)));
    }
}

/// Starts solving this size unless that was done before, so that the solution is ready when it is needed.
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
            slot.solution.get_or_init(|| Solution::solve(size.squares()));
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
    use std::sync::mpsc;

    use parlor_rules::{Decision, Level, Seat, canoga};

    use super::*;
    use crate::EngineJob;

    /// A solver that starts only when it receives a message. No other test of this process may solve this size.
    fn held_solver(size: Size) -> mpsc::Sender<()> {
        let slot = slot(size);
        let (begin, wait) = mpsc::channel();
        let mut solver = slot.solver();
        assert!(solver.is_none());
        *solver = Some(thread::spawn(move || {
            if wait.recv().is_ok() {
                slot.solution.get_or_init(|| Solution::solve(size.squares()));
            }
        }));
        begin
    }

    #[test]
    fn each_size_is_solved_once() {
        let size = Size::USUAL;
        solve_in_background(size);
        let found = solution(size);
        assert!(std::ptr::eq(found, solution(size)));
        assert!(slot(size).solution.get().is_some_and(|ready| std::ptr::eq(found, ready)));
    }

    #[test]
    fn a_stop_flag_or_a_deadline_ends_the_wait_and_not_the_solving() {
        let size = Size::ALL[1];
        let begin = held_solver(size);
        let stopped = Limits::default();
        stopped.stop.set();
        assert!(solution_within(size, &stopped).is_none());
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert!(solution_within(size, &late).is_none());
        begin.send(()).unwrap();
        assert!(solution(size).residual() < 1e-4);
    }

    #[test]
    fn a_master_without_time_for_the_solution_estimates_as_club_does() {
        let size = Size::ALL[2];
        let _held = held_solver(size);
        let start = canoga::Position::start(size, Seat::Human, None);
        let thrown = start.throw("6 5".parse().unwrap()).unwrap();
        for decision in [Decision::Dice(start), Decision::Canoga(thrown)] {
            let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
            let master = EngineJob { limits, ..EngineJob::new(decision.clone(), Level::Master) };
            let club = EngineJob::new(decision, Level::Club);
            assert_eq!(master.decide(), club.decide());
            assert_eq!(master.rank(), club.rank());
            assert!(master.rank().unwrap().iter().all(|judged| !judged.exact));
        }
    }
}
