//! Checks every number in the tables of `docs/research/canoga.md`. Slow ones, such as rows of 10 and 11, are checked
//! only in `cargo xtask prove`.

use std::fs;

use ask::{Chosen, rank};
use habit::Habit;
use parlor_engine::Limits;
use parlor_engine::canoga::{Policy, Solution, Stake, solution};
use parlor_rules::canoga::{Draft, DraftRow, Handicap, Position, Size, Squares};
use parlor_rules::{DiceCount, Level, Pair, Seat, Throw};
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

fn start(size: Size, handicap: Option<Handicap>) -> f64 {
    rank(&Position::start(size, Seat::Human, handicap), Level::Master, &Limits::default())[0].value
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
            [signed(start(size, None), 3), format!("{:.1} %", 50.0 + 50.0 * wins)]
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
    let rows = (1..=9u8).map(|square| {
        let mut row = vec![square.to_string()];
        for size in sizes() {
            let without = start(size, None);
            let with = |owner| start(size, Some(Handicap { owner, square }));
            row.push(signed(with(Seat::Human) - without, 1));
            row.push(signed(without - with(Seat::Computer), 1));
        }
        row
    });
    agrees("square", &rows.collect());
}

#[test]
fn levels() {
    let mut rows: Table = Level::ALL.iter().map(|level| vec![format!("`{level}`")]).collect();
    for size in sizes() {
        let solution = solution(size);
        let master = master(solution);
        for (row, level) in rows.iter_mut().zip(Level::ALL) {
            let cost = habit::cost(&Policy::of(level, solution), &master);
            row.push(number(cost.abs(), 1));
        }
    }
    agrees("level", &rows);
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
    let position = Position::start(Size::ALL[0], Seat::Human, None);
    let rows = (2..=12).map(|sum| {
        let throw = Throw::all(DiceCount::Two).find(|throw| throw.sum() == sum).expect("two dice show it");
        let ranking = rank(&position.throw(throw).expect("the round isn't over"), Level::Master, &Limits::default());
        let next = ranking
            .get(1)
            .map_or(String::new(), |next| format!("{}, \u{2212}{:.2}", next.choice, ranking[0].value - next.value));
        vec![sum.to_string(), ranking[0].choice.to_string(), signed(ranking[0].value, 2), next]
    });
    agrees("sum", &rows.collect());
}

#[test]
fn one_die() {
    let size = Size::ALL[0];
    let full = size.full_row();
    let mut counts = [(0u32, 0u32); 22];
    for own in (0..full.bits()).map(Squares::from_bits).filter(|&own| full.without(own).within(Squares::up_to(6))) {
        for opponent in (1..full.bits()).map(Squares::from_bits) {
            let row = |row: Squares| DraftRow { covered: row.ascending().map(i64::from).collect(), score: 0 };
            let rows = Pair { human: row(own), computer: row(opponent) };
            let seat = Seat::Human;
            let draft = Draft { size: 9, rows, first: seat, next: seat, advantage: None, over: None };
            let position = draft.check().expect("no player has won").position;
            let count = &mut counts[full.without(own).sum() as usize];
            count.1 += 1;
            count.0 += u32::from(rank(&position, Level::Master, &Limits::default())[0].dice() == DiceCount::One);
        }
    }
    let groups =
        [("1", 1..=1), ("2", 2..=2), ("3", 3..=3), ("4", 4..=4), ("5", 5..=5), ("6", 6..=6), ("7 to 21", 7..=21)];
    let rows = groups.map(|(name, sums)| {
        let (one, all) = counts[sums].iter().fold((0, 0), |(one, all), count| (one + count.0, all + count.1));
        vec![name.to_owned(), format!("{:.0} %", 100.0 * f64::from(one) / f64::from(all))]
    });
    agrees("open squares add up to", &rows.to_vec());
}
