//! Checks every value of the solution by one throw, with moves, dice and scores implemented again. Only the values come
//! from the solver.
//!
//! Rows of 9 are checked in full; in `cargo xtask prove`, rows of 10 and 11 too.

use parlor_engine::EngineJob;
use parlor_engine::canoga::{Solution, solution};
use parlor_rules::canoga::{Handicap, Position, Size, Squares};
use parlor_rules::{Decision, Seat};
use parlor_testkit::effort;

/// For every set of squares and every sum, the subsets that add up to it: each square is taken or left.
struct Subsets(Vec<Vec<u16>>);

impl Subsets {
    fn new(squares: u16) -> Subsets {
        fn collect(left: u16, square: u16, sum: u16, taken: u16, found: &mut Vec<u16>) {
            match (sum, square) {
                (0, _) => found.push(taken),
                (_, 0) => {}
                _ => {
                    if left >> (square - 1) & 1 == 1 && square <= sum {
                        collect(left, square - 1, sum - square, taken | 1 << (square - 1), found);
                    }
                    collect(left, square - 1, sum, taken, found);
                }
            }
        }
        let mut lists = Vec::new();
        for set in 0..1u16 << squares {
            for sum in 0..13 {
                let mut found = Vec::new();
                if sum > 0 {
                    collect(set, squares, sum, 0, &mut found);
                }
                lists.push(found);
            }
        }
        Subsets(lists)
    }

    fn of(&self, set: u16, sum: u16) -> &[u16] {
        &self.0[usize::from(set) * 13 + usize::from(sum)]
    }
}

fn points(set: u16) -> f64 {
    (0..16).filter(|bit| set >> bit & 1 == 1).map(|bit| f64::from(bit + 1)).sum()
}

/// The value of one throw: enumerates both dice, and takes the better of one die and two.
fn one_throw(
    subsets: &Subsets,
    full: u16,
    own: u16,
    opponent: u16,
    locked: u16,
    value: &dyn Fn(u16, u16, u16) -> f64,
) -> f64 {
    let best: Vec<f64> = (0..=12)
        .map(|sum| {
            let mut best: Option<f64> = None;
            for cover in subsets.of(full & !own, sum) {
                let after = own | cover;
                let worth = if after == full { points(full & !opponent) } else { value(after, opponent, locked) };
                best = Some(best.map_or(worth, |best| best.max(worth)));
            }
            for uncover in subsets.of(opponent & !locked, sum) {
                let after = opponent & !uncover;
                let worth = if after == 0 { points(own) } else { value(own, after, locked) };
                best = Some(best.map_or(worth, |best| best.max(worth)));
            }
            // Nothing is locked once the turn is over.
            best.unwrap_or_else(|| -value(opponent, own, 0))
        })
        .collect();
    let mut two_dice = 0.0;
    for first in 1..=6 {
        for second in 1..=6 {
            two_dice += best[first + second] / 36.0;
        }
    }
    let from_seven_up = full & !0b11_1111;
    if own & from_seven_up != from_seven_up {
        return two_dice;
    }
    let one_die = (1..=6).map(|die| best[die] / 6.0).sum();
    f64::max(two_dice, one_die)
}

/// The largest difference over all boards, and the number of boards.
fn residual(solution: &Solution, changed: Option<(u16, u16)>) -> (f64, usize) {
    let squares = u16::from(solution.squares());
    let full = (1u16 << squares) - 1;
    let subsets = Subsets::new(squares);
    let value = |own: u16, opponent: u16, _| {
        let wrong = if changed == Some((own, opponent)) { 0.01 } else { 0.0 };
        f64::from(solution.value(Squares::from_bits(own), Squares::from_bits(opponent))) + wrong
    };
    let (mut largest, mut boards) = (0.0, 0);
    for own in 0..full {
        for opponent in 0..full {
            let off = value(own, opponent, 0) - one_throw(&subsets, full, own, opponent, 0, &value);
            largest = f64::max(largest, off.abs());
            boards += 1;
        }
    }
    (largest, boards)
}

#[test]
fn every_value_is_within_1e_4_of_its_value_after_one_throw() {
    for size in Size::ALL.into_iter().take(effort(1, 3)) {
        let solution = solution(size);
        let (largest, boards) = residual(solution, None);
        println!("rows of {}: residual {largest:.2e} over {boards} boards", size.squares());
        assert_eq!(boards, ((1 << size.squares()) - 1usize).pow(2));
        assert!(largest <= 1e-4, "{largest}");
        assert!((largest - f64::from(solution.residual())).abs() < 2e-5, "the solver says {}", solution.residual());
    }
}

#[test]
fn a_wrong_value_is_found() {
    let solution = Solution::solve(5);
    assert!(residual(&solution, None).0 <= 1e-4);
    assert!(residual(&solution, Some((0b00101, 0b10010))).0 > 1e-3);
}

#[test]
fn the_value_of_a_locked_turn_is_that_of_its_throws() {
    let size = Size::ALL[0];
    let solution = solution(size);
    let (full, subsets) = (size.full_row().bits(), Subsets::new(9));
    for square in 1..=9u8 {
        let locked = 1u16 << (square - 1);
        // All boards of the locked turn, fuller own rows first.
        let mut worth = vec![0.0; usize::from(full) + 1];
        for own in (0..full).rev() {
            let value = |own: u16, opponent: u16, lock: u16| match lock {
                0 => f64::from(solution.value(Squares::from_bits(own), Squares::from_bits(opponent))),
                _ => worth[usize::from(own)],
            };
            worth[usize::from(own)] = one_throw(&subsets, full, own, locked, locked, &value);
        }
        let start = Position::start(size, Seat::Human, Some(Handicap { owner: Seat::Computer, square }));
        let found = EngineJob::full_strength(Decision::Dice(start)).decide().unwrap().value;
        assert!((found - worth[0]).abs() < 1e-9, "square {square}: {found}, not {}", worth[0]);
        let free = f64::from(solution.value(Squares::NONE, Squares::one(square)));
        assert!(found < free, "a lock can't help the player whose moves it restricts");
    }
}
