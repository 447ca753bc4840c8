//! Compares the solver with textbook value iteration: every sweep computes the values of all boards from those of the
//! sweep before.

use std::collections::{BTreeSet, HashMap};

use parlor_engine::canoga::{LongTournament, Solution, StartValues};
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
    Wins(u32),
}

/// All boards of one size, as the player who throws sees them.
struct Boards {
    all: Vec<(Row, Row)>,
    number: HashMap<(Row, Row), usize>,
    /// For every board and every sum from 0 to 12, the boards after its moves, and true for covers; none where the turn
    /// ends.
    leads: Vec<Vec<Vec<(bool, Leads)>>>,
    /// The board as the opponent sees it.
    turned: Vec<usize>,
    may_throw_one: Vec<bool>,
}

fn boards(squares: u8) -> Boards {
    let all: Vec<u8> = (1..=squares).collect();
    let rows: Vec<Row> = (0..1u32 << squares)
        .map(|bits| all.iter().copied().filter(|square| bits >> (square - 1) & 1 == 1).collect())
        .collect();
    let points = |row: &Row| row.iter().copied().map(u32::from).sum::<u32>();
    let total = points(&all.iter().copied().collect());
    let boards: Vec<(Row, Row)> =
        rows.iter().flat_map(|own| rows.iter().map(|other| (own.clone(), other.clone()))).collect();
    let number: HashMap<_, _> = boards.iter().cloned().enumerate().map(|(i, board)| (board, i)).collect();
    let leads: Vec<Vec<Vec<(bool, Leads)>>> = boards
        .iter()
        .map(|(own, other)| {
            let open: Vec<u8> = all.iter().copied().filter(|square| !own.contains(square)).collect();
            let shut: Vec<u8> = other.iter().copied().collect();
            (0..=12u8)
                .map(|sum| {
                    let mut leads = Vec::new();
                    for set in choices(&open, sum).into_iter().filter(|set| !set.is_empty()) {
                        let after: Row = own.union(&set).copied().collect();
                        let lead = if after.len() == all.len() {
                            Leads::Wins(total - points(other))
                        } else {
                            Leads::To(number[&(after, other.clone())])
                        };
                        leads.push((true, lead));
                    }
                    for set in choices(&shut, sum).into_iter().filter(|set| !set.is_empty()) {
                        let after: Row = other.difference(&set).copied().collect();
                        let lead = if after.is_empty() {
                            Leads::Wins(points(own))
                        } else {
                            Leads::To(number[&(own.clone(), after)])
                        };
                        leads.push((false, lead));
                    }
                    leads
                })
                .collect()
        })
        .collect();
    let turned = boards.iter().map(|(own, other)| number[&(other.clone(), own.clone())]).collect();
    let from_seven = |own: &Row| all.iter().filter(|square| **square > 6).all(|square| own.contains(square));
    let may_throw_one = boards.iter().map(|(own, _)| from_seven(own)).collect();
    Boards { all: boards, number, leads, turned, may_throw_one }
}

impl Boards {
    /// The value of a board, with the best move for every sum and the better number of dice. `lead` gives the value of
    /// a move, and `end` that of the end of the turn.
    fn value(&self, board: usize, locked: bool, lead: impl Fn(&Leads) -> f64, end: f64) -> f64 {
        let best: Vec<f64> = self.leads[board]
            .iter()
            .map(|leads| {
                let legal = leads.iter().filter(|(covers, _)| *covers || !locked);
                legal.map(|(_, to)| lead(to)).reduce(f64::max).unwrap_or(end)
            })
            .collect();
        let two = (1..=6).flat_map(|one| (1..=6).map(move |two| one + two)).map(|sum| best[sum]).sum::<f64>() / 36.0;
        let one = best[1..=6].iter().sum::<f64>() / 6.0;
        if self.may_throw_one[board] { f64::max(one, two) } else { two }
    }
}

fn textbook(squares: u8) -> HashMap<(Row, Row), f64> {
    let boards = boards(squares);
    let mut values = vec![0.0; boards.all.len()];
    loop {
        let lead = |to: &Leads| match *to {
            Leads::To(after) => values[after],
            Leads::Wins(points) => points.into(),
        };
        let next: Vec<f64> =
            (0..values.len()).map(|board| boards.value(board, false, lead, -values[boards.turned[board]])).collect();
        let largest =
            next.iter().zip(&values).map(|(next, value): (&f64, &f64)| (next - value).abs()).fold(0.0, f64::max);
        values = next;
        if largest < 1e-9 {
            return boards.all.into_iter().zip(values).collect();
        }
    }
}

/// The values of a long tournament: all boards of the first and of the second player, the first turn against each
/// locked square, and the value of each advantage square. Every sweep computes all of them from those of the sweep
/// before.
struct PlainTournament {
    boards: Boards,
    values: [Vec<f64>; 2],
    advantage: [f64; 10],
}

fn long_tournament(squares: u8) -> PlainTournament {
    let boards = boards(squares);
    let count = boards.all.len();
    let root = |mut points: u32| {
        while points > 9 {
            points = points % 10 + points / 10;
        }
        points as usize
    };
    let mut values = [vec![0.0; count], vec![0.0; count]];
    let mut locked = vec![vec![0.0; count]; 10];
    let mut advantage = [0.0f64; 10];
    loop {
        let pay = |role: usize, points: u32| {
            let next = advantage[root(points)];
            f64::from(points) + if role == 0 { -next } else { next }
        };
        let mut largest: f64 = 0.0;
        let mut next = [0, 1].map(|role: usize| -> Vec<f64> {
            let lead = |to: &Leads| match *to {
                Leads::To(after) => values[role][after],
                Leads::Wins(points) => pay(role, points),
            };
            let end = |board: usize| -values[1 - role][boards.turned[board]];
            (0..count).map(|board| boards.value(board, false, lead, end(board))).collect()
        });
        let mut next_locked = locked.clone();
        let mut next_advantage = [0.0; 10];
        for square in 1..=squares.min(9) {
            let at = usize::from(square);
            let lead = |to: &Leads| match *to {
                Leads::To(after) => locked[at][after],
                Leads::Wins(points) => pay(0, points),
            };
            let one = Row::from([square]);
            for (board, (_, other)) in boards.all.iter().enumerate() {
                if *other == one {
                    next_locked[at][board] = boards.value(board, true, lead, -values[1][boards.turned[board]]);
                }
            }
            let owner_first = values[0][boards.number[&(one.clone(), Row::new())]];
            let owner_second = -locked[at][boards.number[&(Row::new(), one)]];
            next_advantage[at] = f64::midpoint(owner_first, owner_second);
        }
        let old = values.iter().flatten().chain(locked.iter().flatten()).chain(&advantage);
        let new = next.iter().flatten().chain(next_locked.iter().flatten()).chain(&next_advantage);
        for (old, new) in old.zip(new) {
            largest = largest.max((old - new).abs());
        }
        std::mem::swap(&mut values, &mut next);
        locked = next_locked;
        advantage = next_advantage;
        if largest < 1e-9 {
            return PlainTournament { boards, values, advantage };
        }
    }
}

fn set(row: &Row) -> Squares {
    row.iter().fold(Squares::NONE, |set, &square| set.with(Squares::one(square)))
}

fn tournament_agrees(squares: u8) {
    let twin = long_tournament(squares);
    let solved = LongTournament::solve(&Solution::solve(squares), None);
    for square in 0..=9 {
        let (found, value) = (solved.advantage(square), twin.advantage[usize::from(square)]);
        assert!((found - value).abs() < 1e-3, "square {square} on rows of {squares}: {found}, not {value}");
    }
    let mut compared = 0;
    for (board, (own, other)) in twin.boards.all.iter().enumerate() {
        if own.len() < usize::from(squares) && other.len() < usize::from(squares) {
            for role in [0, 1] {
                let found = f64::from(solved.value(role == 0, set(own), set(other)));
                let value = twin.values[role][board];
                assert!((found - value).abs() < 1e-3, "{role}: {own:?} against {other:?}: {found}, not {value}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, solved.states());
}

/// The best play of a long tournament differs from that of a single round, and playing it like a single round never
/// gains anything.
fn short_sight_costs(squares: u8) {
    let round = Solution::solve(squares);
    let one_round = LongTournament::solve(&round, Some(0));
    let found = one_round.short_sight(&round);
    assert_eq!(found.different, 0);
    assert!(found.cost_going_first.abs() < 1e-4 && found.cost_going_second.abs() < 1e-4, "{found:?}");
    let found = LongTournament::solve(&round, None).short_sight(&round);
    assert!(found.different > 0 && found.different < found.decisions, "{found:?}");
    assert!(found.cost_going_first > -1e-3 && found.cost_going_second > -1e-3, "{found:?}");
}

#[test]
fn tournaments_on_short_rows() {
    (2..=4).for_each(tournament_agrees);
    short_sight_costs(5);
}

#[test]
fn values_converge_to_those_of_a_long_tournament() {
    let round = Solution::solve(5);
    let long = LongTournament::solve(&round, None);
    for rounds in 0..3 {
        let short = LongTournament::solve(&round, Some(rounds));
        assert_eq!(short.by_rounds().len(), rounds as usize + 1);
        assert_eq!(short.by_rounds(), &long.by_rounds()[..=rounds as usize]);
    }
    let off = |values: &StartValues| (values.going_first - long.values().going_first).abs();
    assert!(off(&long.by_rounds()[0]) > off(&long.by_rounds()[2]));
}

fn agrees(squares: u8) {
    let solution = Solution::solve(squares);
    let mut compared = 0;
    for ((own, other), value) in textbook(squares) {
        // A full row has won, so the throw isn't made.
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

/// Shorter rows never require two dice.
#[test]
fn on_rows_of_seven() {
    agrees(7);
}
