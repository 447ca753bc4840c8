//! Every reason is true, and the checker that says so refuses made-up reasons.

#[path = "support/checker.rs"]
mod checker;
#[path = "support/positions.rs"]
mod positions;

use std::collections::BTreeMap;

use checker::{Table, true_of_dice, true_of_move};
use parlor_engine::Limits;
use parlor_engine::canoga::{Chance, MoveKind, Reason, rank_moves, rank_throws, solution};
use parlor_rules::canoga::{Move, Size, Squares, WonBy};
use parlor_rules::{DiceCount, Level, Throw};
use positions::random_position;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn kind(reason: Reason) -> String {
    format!("{reason:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
}

/// The same reason with something changed.
fn made_up(reason: Reason) -> Vec<Reason> {
    let fewer = |chance: Chance| Chance { throws: chance.throws.wrapping_sub(1), ..chance };
    let another = Move::Cover(Squares::from_bits(0b1100_0000));
    match reason {
        Reason::OnlyMove | Reason::FreesOneDie => Vec::new(),
        Reason::Wins { by: WonBy::Covering, points } => {
            vec![
                Reason::Wins { by: WonBy::Uncovering, points },
                Reason::Wins { by: WonBy::Covering, points: points + 1 },
            ]
        }
        Reason::Wins { by: WonBy::Uncovering, points } => {
            vec![
                Reason::Wins { by: WonBy::Covering, points },
                Reason::Wins { by: WonBy::Uncovering, points: points + 1 },
            ]
        }
        Reason::PassesUpWin { points } => vec![Reason::PassesUpWin { points: points + 1 }],
        Reason::DeniesWin { before, after } => vec![
            Reason::DeniesWin { before: fewer(before), after },
            Reason::DeniesWin { before, after: fewer(after) },
            Reason::DeniesWin { before: after, after: before },
        ],
        Reason::OnlyKind(MoveKind::Cover) => vec![Reason::OnlyKind(MoveKind::Uncover)],
        Reason::OnlyKind(MoveKind::Uncover) => vec![Reason::OnlyKind(MoveKind::Cover)],
        Reason::Largest { kind, square } => {
            let other = if kind == MoveKind::Cover { MoveKind::Uncover } else { MoveKind::Cover };
            vec![Reason::Largest { kind, square: square - 1 }, Reason::Largest { kind: other, square }]
        }
        Reason::UndoesMost { squares } => {
            vec![Reason::UndoesMost { squares: squares - 1 }, Reason::UndoesMost { squares: squares + 1 }]
        }
        Reason::KeepsOneDie { throws } => vec![Reason::KeepsOneDie { throws: throws - 1 }],
        Reason::LeavesMost { throws } => vec![Reason::LeavesMost { throws: throws + 1 }],
        Reason::Leaves { throws } => vec![Reason::Leaves { throws: throws + 1 }],
        Reason::BeatsOtherKind { by, best } => vec![
            Reason::BeatsOtherKind { by: by + 0.01, best },
            Reason::BeatsOtherKind { by: -by, best },
            Reason::BeatsOtherKind { by, best: another },
        ],
        Reason::BeatsNext { by, next } => vec![Reason::BeatsNext { by: by + 0.01, next }],
        Reason::Costs { points, best } => vec![Reason::Costs { points: points + 0.01, best }],
        Reason::OnlyTwoDice { .. } => vec![Reason::OnlyTwoDice { open: Squares::NONE }],
        Reason::WinsSooner { dice, chance, other } => vec![
            Reason::WinsSooner { dice, chance: other, other: chance },
            Reason::WinsSooner { dice, chance: fewer(chance), other },
        ],
        Reason::GoesOn { dice, chance, other } => vec![
            Reason::GoesOn { dice, chance: other, other: chance },
            Reason::GoesOn { dice, chance: fewer(chance), other },
        ],
        Reason::Allows { dice, chance } => vec![Reason::Allows { dice, chance: fewer(chance) }],
        Reason::BeatsOtherDice { by, other } => {
            vec![Reason::BeatsOtherDice { by: by + 0.01, other }, Reason::BeatsOtherDice { by: -by, other }]
        }
        Reason::CostsDice { points, best } => vec![Reason::CostsDice { points: points + 0.01, best }],
    }
}

const KINDS: [&str; 20] = [
    "OnlyMove",
    "Wins",
    "PassesUpWin",
    "DeniesWin",
    "OnlyKind",
    "Largest",
    "UndoesMost",
    "FreesOneDie",
    "KeepsOneDie",
    "LeavesMost",
    "Leaves",
    "BeatsOtherKind",
    "BeatsNext",
    "Costs",
    "OnlyTwoDice",
    "WinsSooner",
    "GoesOn",
    "Allows",
    "BeatsOtherDice",
    "CostsDice",
];

#[test]
fn every_reason_is_true_and_every_made_up_one_refused() {
    let proving = std::env::var_os("PARLOR_PROVE").is_some();
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut positions = 0;
    while positions < if proving { 10_000 } else { 1_000 } {
        let size = Size::ALL[if proving { positions % 3 } else { 0 }];
        let Some(position) = random_position(size, &mut random) else { continue };
        positions += 1;
        let table = Table::new(&position, Some(solution(size)));
        let dice: Vec<i64> = (0..2).map(|_| random.random_range(1..=6)).collect();
        let thrown = position.throw(Throw::new(&dice).unwrap()).unwrap();
        let sum = thrown.throw().sum();
        for level in Level::ALL {
            let ranking = rank_moves(&thrown, level, &Limits::default());
            for (index, choice) in ranking.iter().enumerate() {
                assert!(!choice.reasons.is_empty());
                for &reason in &choice.reasons {
                    let what = format!("{position:?} {sum} {} {level} {index}", choice.chosen);
                    assert!(true_of_move(&table, sum, choice.chosen, reason), "{what}: {reason:?}");
                    *seen.entry(kind(reason)).or_default() += 1;
                    for lie in made_up(reason) {
                        assert!(!true_of_move(&table, sum, choice.chosen, lie), "{what}: {lie:?} passes");
                    }
                    assert!(
                        !true_of_dice(&table, DiceCount::Two, reason),
                        "{what}: {reason:?} isn't a reason for dice"
                    );
                }
            }
            // What is the only move, or wins, or frees one die, sets it apart from some other move.
            for other in &ranking[ranking.len().min(1)..] {
                assert!(!true_of_move(&table, sum, other.chosen, Reason::OnlyMove));
            }
            for choice in rank_throws(&position, level, &Limits::default()) {
                assert!(!choice.reasons.is_empty());
                for &reason in &choice.reasons {
                    assert!(true_of_dice(&table, choice.chosen, reason), "{position:?} {choice:?}: {reason:?}");
                    *seen.entry(kind(reason)).or_default() += 1;
                    for lie in made_up(reason) {
                        assert!(!true_of_dice(&table, choice.chosen, lie), "{position:?} {choice:?}: {lie:?} passes");
                    }
                }
            }
        }
    }
    println!("{seen:#?}");
    for kind in KINDS {
        assert!(seen.get(kind).is_some_and(|&count| count > 0), "{kind} was never said: {seen:?}");
    }
    assert_eq!(seen.len(), KINDS.len(), "a kind that isn't listed");
}
