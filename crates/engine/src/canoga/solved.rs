use std::sync::OnceLock;
use std::thread;

use parlor_rules::canoga::Size;

use super::Solution;

/// One place per number of squares; each is filled once in the life of the process.
static SOLUTIONS: [OnceLock<Solution>; 13] = [const { OnceLock::new() }; 13];

fn place(size: Size) -> &'static OnceLock<Solution> {
    &SOLUTIONS[usize::from(size.squares()) % SOLUTIONS.len()]
}

/// The solution for this size. Whoever asks first has to wait until it is solved.
pub fn solution(size: Size) -> &'static Solution {
    place(size).get_or_init(|| Solution::solve(size))
}

/// The solution for this size, if it is there already.
pub fn solution_if_ready(size: Size) -> Option<&'static Solution> {
    place(size).get()
}

/// Begins to solve this size, so that nobody has to wait when the first dice have been thrown.
pub fn solve_in_background(size: Size) {
    if solution_if_ready(size).is_none() {
        // Where no thread can be had, whoever asks for the solution first solves it.
        let _ = thread::Builder::new().name(format!("canoga-{}", size.squares())).spawn(move || solution(size));
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
}
