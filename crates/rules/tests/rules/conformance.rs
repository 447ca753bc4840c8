//! Properties of the legal moves of every game at every size.

use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::support::random;
use parlor_rules::{DiceCount, Seat, Throw, canoga, congkak, kono};
use parlor_testkit::effort;
use rand::RngExt;

/// Listed moves are distinct and playable, and every other move is refused.
fn conforms<M: Copy + Eq + Hash + Display>(
    position: &impl Debug,
    listed: &[M],
    is_legal: impl Fn(M) -> bool,
    every_move: &[M],
) {
    let distinct: HashSet<M> = listed.iter().copied().collect();
    assert_eq!(distinct.len(), listed.len(), "{position:?} lists a move twice");
    let known: HashSet<M> = every_move.iter().copied().collect();
    for chosen in listed {
        assert!(known.contains(chosen), "{chosen} is missing from the test's list of every move");
    }
    for &chosen in every_move {
        assert_eq!(is_legal(chosen), distinct.contains(&chosen), "{chosen} in {position:?}");
    }
}

/// Parsing the text form of a move gives the same move.
fn read_back<M>(every_move: &[M])
where
    M: Copy + Eq + Debug + Display + FromStr,
    M::Err: Debug,
{
    for &chosen in every_move {
        assert_eq!(chosen.to_string().parse::<M>().unwrap(), chosen);
    }
}

fn rounds() -> usize {
    effort(20, 500)
}

#[test]
fn canoga_conforms() {
    let sets = (0..1 << 12).map(canoga::Squares::from_bits);
    let every_move: Vec<canoga::Move> =
        sets.flat_map(|set| [canoga::Move::Cover(set), canoga::Move::Uncover(set)]).collect();
    read_back(&every_move);
    for size in canoga::Size::ALL {
        let mut random = random(size.squares().into());
        for _ in 0..rounds() {
            let handicap = canoga::Handicap { owner: Seat::Computer, square: random.random_range(1..=9) };
            let mut now = canoga::Position::start(size, Seat::Human, Some(handicap));
            while now.outcome().is_none() {
                let dice = if now.may_throw_one() { DiceCount::One } else { DiceCount::Two };
                let throws: Vec<Throw> = Throw::all(dice).collect();
                let thrown = now.throw(throws[random.random_range(0..throws.len())]).unwrap();
                let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
                conforms(&thrown, &moves, |chosen| thrown.play(chosen).is_ok(), &every_move);
                assert_eq!(thrown.pass().is_ok(), moves.is_empty(), "a turn ends exactly when no move can be played");
                now = match moves.len() {
                    0 => thrown.pass().unwrap(),
                    count => thrown.play(moves[random.random_range(0..count)]).unwrap(),
                };
            }
            for dice in [DiceCount::One, DiceCount::Two] {
                for throw in Throw::all(dice) {
                    assert_eq!(
                        now.throw(throw),
                        Err(canoga::IllegalMove::RoundOver),
                        "a finished round takes no throw"
                    );
                }
            }
        }
    }
}

#[test]
fn congkak_conforms() {
    let every_move: Vec<congkak::Pit> = Seat::BOTH
        .into_iter()
        .flat_map(|seat| (0..11).filter_map(move |index| congkak::Pit::new(seat, index)))
        .collect();
    assert_eq!(every_move.len(), 22);
    read_back(&every_move);
    for size in congkak::Size::ALL {
        let mut random = random(size.seeds().into());
        for _ in 0..rounds() {
            let mut now = congkak::Position::start(size, Seat::Human);
            loop {
                let moves: Vec<congkak::Pit> = now.legal_moves().collect();
                conforms(&now, &moves, |chosen| now.play(chosen).is_ok(), &every_move);
                if now.turn().is_none() {
                    assert!(moves.is_empty());
                    break;
                }
                now = now.play(moves[random.random_range(0..moves.len())]).unwrap();
            }
        }
    }
}

#[test]
fn kono_conforms() {
    for size in kono::Size::ALL {
        // Includes points beyond every edge.
        let edge = size.points() + 1;
        let mut every_move = vec![kono::Move::Pass];
        for row in 0..=edge {
            for column in 0..=edge {
                for direction in kono::Direction::ALL {
                    every_move.push(kono::Move::Step(kono::Point { row, column }, direction));
                }
            }
        }
        read_back(&every_move);
        let mut random = random(size.points().into());
        for _ in 0..rounds() {
            let mut standing = kono::Standing::new(size).choose(Seat::Human, kono::Color::Black);
            loop {
                let now = standing.position.unwrap();
                let moves: Vec<kono::Move> = now.legal_moves().collect();
                conforms(&now, &moves, |chosen| now.play(chosen).is_ok(), &every_move);
                if now.turn().is_none() {
                    assert!(moves.is_empty());
                    assert_eq!(standing.quit(Seat::Human), Err(kono::IllegalMove::RoundOver));
                    break;
                }
                standing.play(moves[random.random_range(0..moves.len())]).unwrap();
            }
        }
    }
}
