//! How many positions are a given number of plays from the start, as data in `data/perft`. The slow twins
//! counted them once, and the rules count them again in every test. With `PARLOR_PROVE=1` the twins count
//! everything again, with `PARLOR_PERFT_WRITE=1` they write the data.
//!
//! `lines` counts sequences of plays, `positions` the distinct positions they lead to. In Canoga a play is an
//! allowed throw (the order of the dice counts) with a move, or with the end of the turn.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::Hash;
use std::path::PathBuf;

use crate::support::effort;
use crate::twins::canoga::Canoga;
use crate::twins::congkak::Congkak;
use crate::twins::kono::Kono;
use parlor_rules::{DiceCount, Seat, Throw, canoga, congkak, kono};

/// Positions after each number of plays, with the number of lines that lead to each.
fn count<P: Eq + Hash>(start: P, depth: usize, after: impl Fn(&P) -> Vec<P>) -> Vec<(u64, u64)> {
    let mut level = HashMap::from([(start, 1_u64)]);
    let mut counts = vec![];
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (position, lines) in &level {
            for reached in after(position) {
                *next.entry(reached).or_insert(0) += lines;
            }
        }
        counts.push((next.values().sum(), next.len() as u64));
        level = next;
    }
    counts
}

/// The same for the twins, without merging positions: every line is walked.
fn walk<P: Clone + Ord>(
    position: &P,
    depth: usize,
    after: &impl Fn(&P) -> Vec<P>,
    found: &mut Vec<(u64, BTreeSet<P>)>,
) {
    if depth == 0 {
        return;
    }
    let level = found.len() - depth;
    for reached in after(position) {
        walk(&reached, depth - 1, after, found);
        found[level].0 += 1;
        found[level].1.insert(reached);
    }
}

fn walked<P: Clone + Ord>(start: &P, depth: usize, after: impl Fn(&P) -> Vec<P>) -> Vec<(u64, u64)> {
    let mut found = vec![(0, BTreeSet::new()); depth];
    walk(start, depth, &after, &mut found);
    found.into_iter().map(|(lines, positions)| (lines, positions.len() as u64)).collect()
}

fn data(game: &str, size: usize) -> Vec<(u64, u64)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/perft/{game}-{size}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse::<u64>().unwrap()).collect::<Vec<_>>();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let counts: Vec<(u64, u64)> = rows.map(numbers).map(|row| (row[1], row[2])).collect();
    assert!(counts.len() >= 3, "{} has only {} depths", path.display(), counts.len());
    counts
}

/// Compares the rules with the data at every depth, the twins only at small depths unless proving.
fn check(game: &str, size: usize, rules: impl Fn(usize) -> Vec<(u64, u64)>, twin: impl Fn(usize) -> Vec<(u64, u64)>) {
    if std::env::var_os("PARLOR_PERFT_WRITE").is_some() {
        let depth = rules_depth(game, size);
        let mut text = format!("# {game} {size}: plays, lines, positions\n");
        for (i, (lines, positions)) in twin(depth).into_iter().enumerate() {
            writeln!(text, "{} {lines} {positions}", i + 1).unwrap();
        }
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
        std::fs::write(folder.join(format!("{game}-{size}.txt")), text).unwrap();
    }
    let expected = data(game, size);
    assert_eq!(rules(expected.len()), expected, "{game} {size}");
    let shallow = effort(expected.len() - 1, expected.len());
    assert_eq!(twin(shallow), expected[..shallow], "{game} {size}, counted by the twin");
}

/// How deep the data goes when it is written again.
fn rules_depth(game: &str, size: usize) -> usize {
    match (game, size) {
        ("canoga", _) => 3,
        ("congkak", 5) => 7,
        ("congkak", 7) | ("kono", 5) => 6,
        _ => 5,
    }
}

#[test]
fn canoga_perft() {
    for size in canoga::Size::ALL {
        let rules = |depth| {
            count(canoga::Position::start(size, Seat::Human, None), depth, |position| {
                let mut after = vec![];
                if position.outcome().is_some() {
                    return after;
                }
                let one = position.may_throw_one().then_some(DiceCount::One);
                for throw in one.into_iter().chain([DiceCount::Two]).flat_map(Throw::all) {
                    let thrown = position.throw(throw).unwrap();
                    after.extend(thrown.pass());
                    after.extend(thrown.moves().map(|chosen| thrown.play(chosen).unwrap()));
                }
                after
            })
        };
        let twin = |depth| {
            walked(&Canoga::start(size.squares(), 0), depth, |position| {
                let mut after = vec![];
                if position.over.is_some() {
                    return after;
                }
                let one_die: Vec<u8> = if position.may_throw_one() { (1..=6).collect() } else { vec![] };
                let two_dice = (1..=6).flat_map(|one| (1..=6).map(move |two| one + two));
                for sum in one_die.into_iter().chain(two_dice) {
                    let moves = position.moves(sum);
                    let choices: Vec<Option<&str>> = if moves.is_empty() {
                        vec![None]
                    } else {
                        moves.iter().map(|text| Some(text.as_str())).collect()
                    };
                    for choice in choices {
                        let mut next = position.clone();
                        next.play(choice);
                        after.push(next);
                    }
                }
                after
            })
        };
        check("canoga", size.squares().into(), rules, twin);
    }
}

#[test]
fn congkak_perft() {
    for size in congkak::Size::ALL {
        let rules = |depth| {
            count(congkak::Position::start(size, Seat::Human), depth, |position| {
                position.moves().map(|pit| position.play(pit).unwrap()).collect()
            })
        };
        let twin = |depth| {
            walked(&Congkak::start(size.pits(), 0), depth, |position| {
                let play = |pit: String| {
                    let mut next = position.clone();
                    next.play(pit.chars().next().unwrap());
                    next
                };
                position.moves().into_iter().map(play).collect()
            })
        };
        check("congkak", size.pits(), rules, twin);
    }
}

#[test]
fn kono_perft() {
    for size in kono::Size::ALL {
        let rules = |depth| {
            count(kono::Position::start(size, Seat::Human, kono::Color::White), depth, |position| {
                position.moves().map(|chosen| position.play(chosen).unwrap()).collect()
            })
        };
        let twin = |depth| {
            walked(&Kono::start(size.points().into(), 0, 'w'), depth, |position| {
                let play = |text: String| {
                    let mut next = position.clone();
                    next.play(&text);
                    // The same pieces with the same player to move are the same position, regardless of the history.
                    next.before.clear();
                    next
                };
                position.moves().into_iter().map(play).collect()
            })
        };
        check("kono", size.points().into(), rules, twin);
    }
}
