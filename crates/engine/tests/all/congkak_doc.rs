//! Checks `docs/research/congkak.md` and `congkak-lines.txt`: the lines lead to the stated numbers of seeds, searches
//! find the same numbers, and the picture shows the lines.
#![allow(clippy::float_cmp, reason = "values are whole seeds")]

use std::fs;
use std::path::PathBuf;

use ask::{Chosen, best};
use parlor_engine::Limits;
use parlor_engine::congkak::{best_turn, solve_round};
use parlor_rules::congkak::{Draft, DraftSide, Pit, Position, Size};
use parlor_rules::{Level, Pair, Seat};
use parlor_testkit::assert_golden;

use crate::ask;
use crate::congkak_twin;
mod picture;
use congkak_twin::{is_whole_turn, replay};
use picture::{Curve, picture};

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/research")
}

fn page() -> String {
    fs::read_to_string(docs().join("congkak.md")).unwrap()
}

fn start(pits: i64) -> Position {
    Position::start(Size::new(pits).unwrap(), Seat::Human)
}

/// The lines of one kind: pits per side, the number claimed, and the pits to sow.
fn lines(kind: &str, verb: &str) -> Vec<(i64, i32, Vec<Pit>)> {
    let text = fs::read_to_string(docs().join("congkak-lines.txt")).unwrap();
    let mut list = Vec::new();
    for block in text.split("\n\n").filter(|block| block.starts_with(kind)) {
        let (head, body) = block.split_once('\n').unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        assert_eq!((words[2], words[3]), ("pits", verb));
        let line = body.split_whitespace().map(|letter| letter.parse().unwrap()).collect();
        list.push((words[1].parse().unwrap(), words[4].parse().unwrap(), line));
    }
    list
}

#[test]
fn the_turns_bank_the_documented_seeds() {
    let turns = lines("turn", "banks");
    assert_eq!(turns.iter().map(|turn| turn.0).collect::<Vec<_>>(), [5, 6, 7, 8, 9, 10, 11]);
    let page = page();
    for (pits, banks, line) in turns {
        let start = start(pits);
        assert!(is_whole_turn(&start, &line));
        assert_eq!(i32::from(replay(&start, &line).store(Seat::Human)), banks, "{pits} pits");
        let seeds = start.size().seeds();
        assert!(page.contains(&format!("| {pits} | {seeds} | {banks} |")), "the table says the same");
    }
}

#[test]
fn the_rounds_end_as_the_page_says() {
    let rounds = lines("round", "ends");
    assert_eq!(rounds.iter().map(|round| round.0).collect::<Vec<_>>(), [5, 6, 7, 8, 9, 10, 11]);
    let page = page();
    for (pits, net, line) in rounds {
        let start = start(pits);
        assert!(is_whole_turn(&start, &line));
        let after = replay(&start, &line);
        let end = solve_round(&after, &Limits::default()).end;
        assert_eq!(end, Some((-net, false)), "for the other player");
        let seeds = start.size().seeds() as i32;
        let (own, theirs) = (i32::midpoint(seeds, net), (seeds - net) / 2);
        let row = format!("| {pits} | {} | {own} to {theirs} |", after.store(Seat::Human));
        assert!(page.contains(&row), "the table says the same: {row}");
    }
    assert_eq!(solve_round(&start(5), &Limits::default()).end, Some((48, true)));
}

fn club_turn(pits: i64) -> Vec<Pit> {
    let mut line = Vec::new();
    let mut now = start(pits);
    while now.turn().is_some() && now.turn() == Some(Seat::Human) {
        line.push(best(&now, Level::Club, &Limits::default()).unwrap().pit());
        now = replay(&now, &line[line.len() - 1..]);
    }
    line
}

#[test]
fn club_banks_the_documented_seeds() {
    let page = page();
    for size in Size::ALL {
        let pits = size.pits() as i64;
        let banks = replay(&start(pits), &club_turn(pits)).store(Seat::Human);
        let row = page.lines().find(|row| row.starts_with(&format!("| {pits} | {} |", size.seeds()))).unwrap();
        assert!(row.ends_with(&format!("| {banks} |")), "{pits} pits: {banks}, and the page says {row}");
    }
}

#[test]
fn the_picture_shows_these_lines() {
    let store = |line: &[Pit]| -> Vec<u8> {
        let start = start(7);
        (0..=line.len()).map(|plays| replay(&start, &line[..plays]).store(Seat::Human)).collect()
    };
    let (_, _, planned) = lines("turn 7", "banks").remove(0);
    let drawn = picture(
        98,
        &[
            Curve { name: "master", colour: "#1b6e3c", store: store(&planned) },
            Curve { name: "club", colour: "#b3501d", store: store(&club_turn(7)) },
        ],
    );
    assert_golden(docs().join("pictures/congkak.svg"), &drawn);
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn the_long_claims_hold() {
    let six = solve_round(&start(6), &Limits::effort(100_000_000));
    assert_eq!(six.end, Some((70, true)));
    let turn = best_turn(&start(6), &Limits::default(), &mut |_| ()).unwrap();
    assert_eq!((turn.banks, turn.proven), (70, true));
    let solved = solve_round(&after_a_sweep(47, [0, 0, 0, 0, 0, 1, 1]), &Limits::effort(100_000_000));
    assert_eq!(solved.end, Some((32, false)));
    for (store, left) in [(34, [0, 0, 0, 0, 1, 7, 7]), (32, [0, 0, 1, 1, 1, 7, 7])] {
        let choice = best(&after_a_sweep(store, left), Level::Master, &Limits::default()).unwrap();
        assert_eq!((choice.value, choice.exact), (94.0, true));
    }
}

/// Seven pits after a sweep: the winner has a full row and `store` seeds in the store, the loser has the rest.
fn after_a_sweep(store: i64, left: [i64; 7]) -> Position {
    let side = |store, pits| DraftSide { store, pits, rounds: 0 };
    let sides = Pair { human: side(store, vec![7; 7]), computer: side(0, left.to_vec()) };
    Draft { size: 7, sides, next: Seat::Human, over: None }.check().unwrap().position
}
