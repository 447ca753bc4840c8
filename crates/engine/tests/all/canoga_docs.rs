//! Checks every number in the tables of `docs/research/canoga.md`. Slow ones, such as rows of 10 and 11, are checked
//! only in `cargo xtask prove`.

use std::fs;

use ask::rank;
use habit::Habit;
use parlor_engine::Limits;
use parlor_engine::canoga::{Policy, Solution, Stake, advantage_values, level_costs, one_die_boards, solution};
use parlor_rules::canoga::{Position, Size};
use parlor_rules::{Level, Seat};
use parlor_testkit::{effort, proving};

use crate::ask;
use crate::habit;

type Table = Vec<Vec<String>>;

/// The rows below the heading whose first cell is `first`, without the line between.
fn table(text: &str, first: &str) -> Table {
    let cells = |line: &str| line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let lines = text.lines().skip_while(|line| !line.starts_with(&format!("| {first} |")));
    lines.skip(2).take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// A number as the page writes it, with a proper minus sign.
fn number(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}

fn signed(value: f64, decimals: usize) -> String {
    format!("{value:+.decimals$}").replace('-', "\u{2212}")
}

fn sizes() -> Vec<Size> {
    Size::ALL.into_iter().take(effort(1, 3)).collect()
}

/// Compares the computed columns with the page. If they differ, the failure shows what the page should have.
fn agrees(first: &str, expected: &Table) {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/research/canoga.md");
    let text = fs::read_to_string(page).expect("docs/research/canoga.md can be read");
    let found = table(&text, first);
    let right = (found.len() == expected.len() || found.len() > expected.len() && !proving())
        && found.iter().zip(expected).all(|(found, row)| found.len() >= row.len() && found[..row.len()] == row[..]);
    let wanted: Vec<String> = expected.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    assert!(right, "the table of \u{201c}{first}\u{201d} should be\n{}", wanted.join("\n"));
}

fn start(size: Size) -> f64 {
    rank(&Position::start(size, Seat::Human, None), Level::Master, &Limits::default())[0].value
}

fn master(solution: &Solution) -> Policy {
    Policy::of(Level::Master, solution)
}

#[test]
fn going_first() {
    let found: Vec<[String; 2]> = sizes()
        .into_iter()
        .map(|size| {
            let wins = master(solution(size)).against_itself(Stake::Wins);
            [signed(start(size), 3), format!("{:.1} %", 50.0 + 50.0 * wins)]
        })
        .collect();
    let row = |name: &str, index: usize| {
        let mut row = vec![name.to_owned()];
        row.extend(found.iter().map(|found| found[index].clone()));
        row
    };
    agrees("the first player", &vec![row("expects, in points", 0), row("wins, of all rounds", 1)]);
}

#[test]
fn advantage_squares() {
    let values: Vec<_> = sizes().into_iter().map(|size| advantage_values(solution(size))).collect();
    let rows = (0..9).map(|index| {
        let of_size = values.iter().map(|values| &values[index]);
        let cells = of_size.flat_map(|value| [signed(value.going_first, 1), signed(value.going_second, 1)]);
        std::iter::once(values[0][index].square.to_string()).chain(cells).collect()
    });
    agrees("square", &rows.collect());
}

#[test]
fn levels() {
    let costs: Vec<_> = sizes().into_iter().map(|size| level_costs(solution(size))).collect();
    let rows = (0..Level::ALL.len()).map(|index| {
        let cells = costs.iter().map(|costs| number(costs[index].cost, 1));
        std::iter::once(format!("`{}`", costs[0][index].level)).chain(cells).collect()
    });
    agrees("level", &rows.collect());
}

#[test]
fn habits() {
    let solution = solution(Size::ALL[0]);
    let master = master(solution);
    let rows = Habit::ALL.into_iter().take(effort(2, 7)).map(|habit| {
        let cost = habit::cost(&habit.policy(solution), &master);
        vec![habit.to_string(), number(cost, 2)]
    });
    agrees("habit", &rows.collect());
}

#[test]
fn first_throws() {
    let throws = parlor_engine::canoga::first_throws(solution(Size::ALL[0]));
    let rows = throws.into_iter().map(|throw| {
        let cost = |next: f64| format!("\u{2212}{:.2}", throw.value - next);
        let next = throw.next.zip(throw.next_value).map(|(next, value)| format!("{next}, {}", cost(value)));
        vec![throw.sum.to_string(), throw.best, signed(throw.value, 2), next.unwrap_or_default()]
    });
    agrees("sum", &rows.collect());
}

#[test]
fn one_die() {
    let counts = one_die_boards(solution(Size::ALL[0]));
    let groups =
        [("1", 1..=1), ("2", 2..=2), ("3", 3..=3), ("4", 4..=4), ("5", 5..=5), ("6", 6..=6), ("7 to 21", 7..=21)];
    let rows = groups.map(|(name, sums)| {
        let group = || counts.iter().filter(|count| sums.contains(&count.open_sum));
        let one: u32 = group().map(|count| count.one_die_better).sum();
        let all: u32 = group().map(|count| count.boards).sum();
        vec![name.to_owned(), format!("{:.0} %", 100.0 * f64::from(one) / f64::from(all))]
    });
    agrees("open squares add up to", &rows.to_vec());
}
