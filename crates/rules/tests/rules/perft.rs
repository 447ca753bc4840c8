//! Compares the number of positions after a given number of plays from the start with `data/perft`. In every test the
//! rules count all of them, and the slow twins all but the last depth; in `cargo xtask prove` the twins count
//! everything too.
//!
//! `lines` counts sequences of plays, `positions` the distinct positions they lead to. In Canoga a play is an
//! allowed throw (the order of the dice counts) with a move, or with the end of the turn.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::twins::canoga::Canoga;
use crate::twins::congkak::Congkak;
use crate::twins::kono::Kono;
use parlor_rules::{canoga, congkak, kono, perft};
use parlor_testkit::{assert_golden, effort};

/// Counts like `perft`, but for the twins and without merging positions: visits every line.
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

/// Compares the rules with the twins, and then with the data. The twins skip the last depth unless proving.
fn check(game: &str, size: usize, twin: impl Fn(usize) -> Vec<(u64, u64)>) {
    let depth = depth(game, size);
    let counts = perft(game.parse().unwrap(), size as i64, depth).unwrap();
    let counts: Vec<(u64, u64)> = counts.iter().map(|count| (count.lines, count.positions)).collect();
    let shallow = effort(depth - 1, depth);
    assert_eq!(twin(shallow), counts[..shallow], "{game} {size}, counted by the twin");
    let mut text = format!("# {game} {size}: plays, lines, positions\n");
    for (i, (lines, positions)) in counts.into_iter().enumerate() {
        writeln!(text, "{} {lines} {positions}", i + 1).unwrap();
    }
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    assert_golden(data.join(format!("{game}-{size}.txt")), &text);
}

/// The greatest number of plays in the data.
fn depth(game: &str, size: usize) -> usize {
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
        check("canoga", size.squares().into(), twin);
    }
}

#[test]
fn congkak_perft() {
    for size in congkak::Size::ALL {
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
        check("congkak", size.pits(), twin);
    }
}

#[test]
fn kono_perft() {
    for size in kono::Size::ALL {
        let twin = |depth| {
            walked(&Kono::start(size.points().into(), 0, 'w'), depth, |position| {
                let play = |text: String| {
                    let mut next = position.clone();
                    next.play(&text);
                    // Positions with equal pieces and the same player to move are equal, regardless of the history.
                    next.before.clear();
                    next
                };
                position.moves().into_iter().map(play).collect()
            })
        };
        check("kono", size.points().into(), twin);
    }
}
