//! Compares the solver with textbook value iteration: every sweep computes the values of all boards from those of the
//! sweep before.

use std::collections::{BTreeSet, HashMap};

use parlor_engine::canoga::Solution;
use parlor_rules::canoga::Squares;

type Row = BTreeSet<u8>;

/// All sets of these squares that add up to `sum`.
fn choices(from: &[u8], sum: u8) -> Vec<Row> {
    match (sum, from) {
        (0, _) => vec![Row::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let mut all = choices(rest, sum);
            if *first <= sum {
                all.extend(choices(rest, sum - first).into_iter().map(|mut set| {
                    set.insert(*first);
                    set
                }));
            }
            all
        }
    }
}

enum Leads {
    To(usize),
    Wins(f64),
}

/// For every board and every sum, where its moves lead; none where the turn ends.
fn textbook(squares: u8) -> HashMap<(Row, Row), f64> {
    let all: Vec<u8> = (1..=squares).collect();
    let rows: Vec<Row> = (0..1u32 << squares)
        .map(|bits| all.iter().copied().filter(|square| bits >> (square - 1) & 1 == 1).collect())
        .collect();
    let total: f64 = all.iter().copied().map(f64::from).sum();
    let points = |row: &Row| row.iter().copied().map(f64::from).sum::<f64>();
    let boards: Vec<(Row, Row)> =
        rows.iter().flat_map(|own| rows.iter().map(|other| (own.clone(), other.clone()))).collect();
    let number: HashMap<_, _> = boards.iter().cloned().enumerate().map(|(i, board)| (board, i)).collect();
    let leads: Vec<Vec<Vec<Leads>>> = boards
        .iter()
        .map(|(own, other)| {
            let open: Vec<u8> = all.iter().copied().filter(|square| !own.contains(square)).collect();
            let shut: Vec<u8> = other.iter().copied().collect();
            (0..=12u8)
                .map(|sum| {
                    let mut leads = Vec::new();
                    for set in choices(&open, sum).into_iter().filter(|set| !set.is_empty()) {
                        let after: Row = own.union(&set).copied().collect();
                        leads.push(if after.len() == all.len() {
                            Leads::Wins(total - points(other))
                        } else {
                            Leads::To(number[&(after, other.clone())])
                        });
                    }
                    for set in choices(&shut, sum).into_iter().filter(|set| !set.is_empty()) {
                        let after: Row = other.difference(&set).copied().collect();
                        leads.push(if after.is_empty() {
                            Leads::Wins(points(own))
                        } else {
                            Leads::To(number[&(own.clone(), after)])
                        });
                    }
                    leads
                })
                .collect()
        })
        .collect();
    let turned: Vec<usize> = boards.iter().map(|(own, other)| number[&(other.clone(), own.clone())]).collect();
    let mut values = vec![0.0; boards.len()];
    loop {
        let mut largest: f64 = 0.0;
        let next: Vec<f64> = (0..boards.len())
            .map(|board| {
                let best: Vec<f64> = leads[board]
                    .iter()
                    .map(|leads| {
                        let worth = leads.iter().map(|lead| match *lead {
                            Leads::To(after) => values[after],
                            Leads::Wins(points) => points,
                        });
                        worth.reduce(f64::max).unwrap_or(-values[turned[board]])
                    })
                    .collect();
                let two =
                    (1..=6).flat_map(|one| (1..=6).map(move |two| one + two)).map(|sum| best[sum]).sum::<f64>() / 36.0;
                let one = best[1..=6].iter().sum::<f64>() / 6.0;
                let may_throw_one =
                    all.iter().filter(|square| **square > 6).all(|square| boards[board].0.contains(square));
                let value = if may_throw_one { f64::max(one, two) } else { two };
                largest = largest.max((value - values[board]).abs());
                value
            })
            .collect();
        values = next;
        if largest < 1e-9 {
            return boards.into_iter().zip(values).collect();
        }
    }
}

fn agrees(squares: u8) {
    let solution = Solution::solve(squares);
    let set = |row: &Row| row.iter().fold(Squares::NONE, |set, &square| set.with(Squares::one(square)));
    let mut compared = 0;
    for ((own, other), value) in textbook(squares) {
        // A full row has won, so there is no throw.
        if own.len() < usize::from(squares) && other.len() < usize::from(squares) {
            let found = f64::from(solution.value(set(&own), set(&other)));
            assert!((found - value).abs() < 1e-3, "{own:?} against {other:?}: {found}, not {value}");
            compared += 1;
        }
    }
    assert_eq!(compared, ((1usize << squares) - 1).pow(2));
}

#[test]
fn on_tiny_rows() {
    (1..=4).for_each(agrees);
}

#[test]
fn on_rows_of_five() {
    agrees(5);
}

/// Shorter rows never ask for two dice.
#[test]
fn on_rows_of_seven() {
    agrees(7);
}
