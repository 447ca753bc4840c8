//! Every reason is true, and the checker that verifies this refuses made-up reasons.

use crate::ask;
use crate::canoga_checker;
use crate::positions;

use std::collections::BTreeMap;

use ask::{Chosen, best, rank};
use canoga_checker::{Table, true_of_dice, true_of_move, wins};
use parlor_engine::Limits;
use parlor_engine::canoga::{Chance, MoveKind, Odds, Reason, Than, solution};
use parlor_rules::canoga::{Move, Size, Squares, WonBy};
use parlor_rules::{DiceCount, Level, Throw};
use parlor_testkit::effort;
use positions::{both_can_win, random_position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn kind(reason: Reason) -> String {
    format!("{reason:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
}

/// Variants of a reason with one field changed.
fn made_up(reason: Reason) -> Vec<Reason> {
    let fewer = |chance: Chance| Chance { throws: chance.throws.wrapping_sub(1), ..chance };
    let another = Move::Cover(Squares::from_bits(0b1100_0000));
    match reason {
        Reason::OnlyMove | Reason::FreesOneDie | Reason::NothingToUncover => Vec::new(),
        Reason::Wins { by, squares, points } => {
            let how = if by == WonBy::Covering { WonBy::Uncovering } else { WonBy::Covering };
            vec![
                Reason::Wins { by: how, squares, points },
                Reason::Wins { by, squares: squares + 1, points },
                Reason::Wins { by, squares: squares - 1, points },
                Reason::Wins { by, squares, points: points + 1 },
            ]
        }
        Reason::PassesUpWin { points } => vec![Reason::PassesUpWin { points: points + 1 }],
        Reason::DeniesWin { before, after } => vec![
            Reason::DeniesWin { before: fewer(before), after },
            Reason::DeniesWin { before, after: fewer(after) },
            Reason::DeniesWin { before: after, after: before },
        ],
        Reason::OtherWin { kind, points } => {
            vec![Reason::OtherWin { kind: kind.other(), points }, Reason::OtherWin { kind, points: points + 1 }]
        }
        Reason::OnlyKind(kind) => vec![Reason::OnlyKind(kind.other())],
        Reason::Progress { kind, left, otherwise } => vec![
            Reason::Progress { kind: kind.other(), left, otherwise },
            Reason::Progress { kind, left: otherwise, otherwise: left },
            Reason::Progress { kind, left, otherwise: otherwise + 1 },
        ],
        Reason::Favours { odds, chance, other, than } => {
            let elsewhere = match than {
                Than::Kind(kind) => Than::Kind(kind.other()),
                Than::Way(_) => Than::Way(another),
            };
            vec![
                Reason::Favours { odds, chance: other, other: chance, than },
                Reason::Favours { odds, chance: fewer(chance), other, than },
                Reason::Favours { odds, chance, other: fewer(other), than },
                Reason::Favours { odds, chance, other, than: elsewhere },
            ]
        }
        Reason::OnlyWay(kind) => vec![Reason::OnlyWay(kind.other())],
        Reason::Largest { kind, square } => {
            vec![Reason::Largest { kind, square: square - 1 }, Reason::Largest { kind: kind.other(), square }]
        }
        Reason::UsesFewest { kind, squares } => vec![
            Reason::UsesFewest { kind, squares: squares - 1 },
            Reason::UsesFewest { kind, squares: squares + 1 },
            Reason::UsesFewest { kind: kind.other(), squares },
        ],
        Reason::Larger { .. } => vec![Reason::Larger { next: another }],
        Reason::LeavesMost { kind, chance } => {
            vec![Reason::LeavesMost { kind, chance: fewer(chance) }, Reason::LeavesMost { kind: kind.other(), chance }]
        }
        Reason::Leaves { chance } => vec![Reason::Leaves { chance: fewer(chance) }],
        Reason::Beats { by, other, same_kind } => vec![
            Reason::Beats { by: by + 0.01, other, same_kind },
            Reason::Beats { by: -1.0 - by, other, same_kind },
            Reason::Beats { by, other: another, same_kind },
            Reason::Beats { by, other, same_kind: !same_kind },
        ],
        Reason::Costs { points, best } => vec![Reason::Costs { points: points + 0.01, best }],
        Reason::OnlyTwoDice { .. } => vec![Reason::OnlyTwoDice { open: Squares::NONE }],
        Reason::WinsSooner { dice, chance, other } => vec![
            Reason::WinsSooner { dice, chance: other, other: chance },
            Reason::WinsSooner { dice, chance: fewer(chance), other },
        ],
        Reason::Allows { dice, chance, other } => vec![
            Reason::Allows { dice: dice.other(), chance, other },
            Reason::Allows { dice, chance: fewer(chance), other },
            Reason::Allows { dice, chance, other: fewer(other) },
        ],
        Reason::ComparesDice { by, other } => vec![
            Reason::ComparesDice { by: by + 0.01, other },
            Reason::ComparesDice { by: -1.0 - by, other },
            Reason::ComparesDice { by, other: other.other() },
        ],
    }
}

const KINDS: [&str; 22] = [
    "OnlyMove",
    "Wins",
    "PassesUpWin",
    "DeniesWin",
    "OtherWin",
    "OnlyKind",
    "NothingToUncover",
    "Progress",
    "Favours",
    "OnlyWay",
    "Largest",
    "UsesFewest",
    "Larger",
    "FreesOneDie",
    "LeavesMost",
    "Leaves",
    "Beats",
    "Costs",
    "OnlyTwoDice",
    "WinsSooner",
    "Allows",
    "ComparesDice",
];

/// True if a reason says why to cover rather than uncover, or the reverse. A win does unless both ways win.
fn says_why_this_kind(reason: Reason, both_win: bool) -> bool {
    match reason {
        Reason::Wins { .. } => !both_win,
        Reason::OnlyMove
        | Reason::OtherWin { .. }
        | Reason::OnlyKind(_)
        | Reason::NothingToUncover
        | Reason::Progress { .. }
        | Reason::Favours { than: Than::Kind(_), .. }
        | Reason::Beats { same_kind: false, .. } => true,
        _ => false,
    }
}

/// True if a reason says why to use these squares. A win does, because it uses all that are left.
fn says_why_these_squares(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::OnlyMove
            | Reason::Wins { .. }
            | Reason::OnlyWay(_)
            | Reason::Largest { .. }
            | Reason::UsesFewest { .. }
            | Reason::Larger { .. }
            | Reason::LeavesMost { .. }
            | Reason::Favours { than: Than::Way(_), .. }
            | Reason::Beats { same_kind: true, .. }
    )
}

/// Every explanation answers both questions, with true reasons.
#[test]
fn explanations_give_reasons_for_the_kind_of_move_and_for_its_squares() {
    for level in Level::ALL {
        let mut random = ChaCha8Rng::seed_from_u64(7 + level as u64);
        let (mut explained, mut both_kinds) = (0, 0);
        while explained < 10_000 {
            let size = Size::ALL[explained % effort(2, 3)];
            let Some(position) = random_position(size, &mut random) else { continue };
            let dice: Vec<i64> = (0..2).map(|_| random.random_range(1..=6)).collect();
            let thrown = position.throw(Throw::new(&dice).unwrap()).unwrap();
            let Some(best) = best(&thrown, level, &Limits::default()) else { continue };
            explained += 1;
            let table = Table::new(&position, (level == Level::Master).then(|| solution(size)));
            let sum = thrown.throw().sum();
            let context = format!("{position:?}, {sum}, {level}: {} {:?}", best.choice, best.reasons);
            let both_win = [MoveKind::Cover, MoveKind::Uncover].iter().all(|&kind| wins(&table, sum, kind));
            assert!(best.canoga_reasons().into_iter().any(|reason| says_why_this_kind(reason, both_win)), "{context}");
            let mut reasons = best.canoga_reasons().into_iter();
            let is_expert = level == Level::Expert;
            let says_why =
                |reason| says_why_these_squares(reason) || is_expert && matches!(reason, Reason::Leaves { .. });
            assert!(reasons.any(says_why), "{context}");
            for reason in best.canoga_reasons() {
                assert!(true_of_move(&table, sum, best.squares(), reason), "{context}: {reason:?}");
            }
            let mut kinds = thrown.legal_moves().map(MoveKind::of);
            let first = kinds.next();
            both_kinds += usize::from(kinds.any(|kind| Some(kind) != first));
        }
        assert!(both_kinds > 3000, "{both_kinds}: too few positions with a choice of what to do");
    }
}

/// A novice's reasons mention only facts that it evaluates, so they are the real reasons for its play.
#[test]
fn a_novices_reasons_fit_its_evaluation() {
    let mut random = ChaCha8Rng::seed_from_u64(70);
    let mut explained = 0;
    while explained < 1000 {
        let Some(position) = random_position(Size::USUAL, &mut random) else { continue };
        let dice: Vec<i64> = (0..2).map(|_| random.random_range(1..=6)).collect();
        let thrown = position.throw(Throw::new(&dice).unwrap()).unwrap();
        let Some(best) = best(&thrown, Level::Novice, &Limits::default()) else { continue };
        explained += 1;
        for reason in best.canoga_reasons() {
            let foresight = matches!(
                reason,
                Reason::Favours { odds: Odds::OwnWin | Odds::TheirWin | Odds::Playable | Odds::PlayableWithTwo, .. }
                    | Reason::DeniesWin { .. }
                    | Reason::LeavesMost { .. }
                    | Reason::Beats { same_kind: false, .. }
            );
            assert!(!foresight, "{reason}");
        }
    }
}

#[test]
fn every_reason_is_true_and_made_up_reasons_are_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut positions = 0;
    while positions < effort(1_000, 10_000) {
        let size = Size::ALL[positions % effort(1, 3)];
        let dice: Vec<i64> = (0..2).map(|_| random.random_range(1..=6)).collect();
        let position = match positions % 20 {
            0 => both_can_win(size, dice.iter().sum(), &mut random),
            _ => random_position(size, &mut random),
        };
        let Some(position) = position else { continue };
        positions += 1;
        let table = Table::new(&position, Some(solution(size)));
        let thrown = position.throw(Throw::new(&dice).unwrap()).unwrap();
        let sum = thrown.throw().sum();
        for level in Level::ALL {
            let ranking = rank(&thrown, level, &Limits::default());
            for (index, choice) in ranking.iter().enumerate() {
                assert!(!choice.reasons.is_empty());
                for reason in choice.canoga_reasons() {
                    let what = format!("{position:?} {sum} {} {level} {index}", choice.choice);
                    assert!(true_of_move(&table, sum, choice.squares(), reason), "{what}: {reason:?}");
                    *seen.entry(kind(reason)).or_default() += 1;
                    for lie in made_up(reason) {
                        assert!(!true_of_move(&table, sum, choice.squares(), lie), "{what}: {lie:?} passes");
                    }
                    assert!(
                        !true_of_dice(&table, DiceCount::Two, reason),
                        "{what}: {reason:?} isn't a reason for dice"
                    );
                }
            }
            // Being the only move, winning and freeing one die are true only of some moves.
            for other in &ranking[ranking.len().min(1)..] {
                assert!(!true_of_move(&table, sum, other.squares(), Reason::OnlyMove));
            }
            for choice in rank(&position, level, &Limits::default()) {
                assert!(!choice.reasons.is_empty());
                for reason in choice.canoga_reasons() {
                    assert!(true_of_dice(&table, choice.dice(), reason), "{position:?} {choice:?}: {reason:?}");
                    *seen.entry(kind(reason)).or_default() += 1;
                    for lie in made_up(reason) {
                        assert!(!true_of_dice(&table, choice.dice(), lie), "{position:?} {choice:?}: {lie:?} passes");
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

#[test]
fn playable_throws_count_one_die_where_it_may_be_thrown() {
    let mut random = ChaCha8Rng::seed_from_u64(71);
    let (mut refused, mut with_one_die) = (0, 0);
    while refused < 50 || with_one_die < 50 {
        let Some(position) = random_position(Size::USUAL, &mut random) else { continue };
        let dice: Vec<i64> = (0..2).map(|_| random.random_range(1..=6)).collect();
        let thrown = position.throw(Throw::new(&dice).unwrap()).unwrap();
        let table = Table::new(&position, None);
        for choice in rank(&thrown, Level::Club, &Limits::default()) {
            let after = thrown.play(choice.squares()).unwrap();
            if after.outcome().is_some() || !after.may_throw_one() {
                continue;
            }
            let playable = |dice: DiceCount| {
                let allows = |throw: &Throw| after.throw(*throw).unwrap().legal_moves().next().is_some();
                let (throws, of) = (Throw::all(dice).filter(allows).count(), Throw::all(dice).count());
                Chance { throws: throws as u8, of: of as u8 }
            };
            let (one, two) = (playable(DiceCount::One), playable(DiceCount::Two));
            let says = |chance| true_of_move(&table, thrown.throw().sum(), choice.squares(), Reason::Leaves { chance });
            if one.share() > two.share() {
                assert!(says(one) && !says(two), "{position:?}: {one:?} {two:?}");
                refused += 1;
            }
            let named = |reason: &Reason| matches!(reason, Reason::LeavesMost { chance, .. } if chance.of == 6);
            with_one_die += usize::from(choice.canoga_reasons().iter().any(named));
        }
    }
}

#[test]
fn a_win_says_how_many_squares_it_takes() {
    let mut random = ChaCha8Rng::seed_from_u64(72);
    let mut several = 0;
    while several < 50 {
        let dice: Vec<i64> = (0..2).map(|_| random.random_range(1..=6)).collect();
        let Some(position) = both_can_win(Size::USUAL, dice.iter().sum(), &mut random) else { continue };
        let thrown = position.throw(Throw::new(&dice).unwrap()).unwrap();
        for choice in rank(&thrown, Level::Novice, &Limits::default()) {
            let (Move::Cover(set) | Move::Uncover(set)) = choice.squares();
            for reason in choice.canoga_reasons() {
                let Reason::Wins { by, points, .. } = reason else { continue };
                let one = Reason::Wins { by, squares: 1, points };
                let table = Table::new(&position, None);
                let says_one = true_of_move(&table, thrown.throw().sum(), choice.squares(), one);
                assert_eq!(says_one, set.count() == 1, "{reason}");
                let sentence = reason.to_string();
                assert_eq!(sentence.contains("open square and") || sentence.contains("last square and"), says_one);
                several += usize::from(set.count() > 1);
            }
        }
    }
}

#[test]
fn every_choice_of_dice_is_compared_with_the_other() {
    let mut random = ChaCha8Rng::seed_from_u64(73);
    let mut compared = 0;
    while compared < 500 {
        let Some(position) = random_position(Size::USUAL, &mut random) else { continue };
        if !position.may_throw_one() {
            continue;
        }
        for level in Level::ALL {
            for choice in rank(&position, level, &Limits::default()) {
                let other = choice.dice().other().to_string();
                let first = &choice.reasons[0];
                assert!(first.to_string().contains(&other), "{position:?} {choice:?}: {first}");
                // The master also gives the value of the difference.
                let last = choice.reasons.last().unwrap().to_string();
                assert!(level != Level::Master || last.starts_with("It is worth ") && last.contains(&other), "{last}");
                compared += 1;
            }
        }
    }
}
