//! The Kono player's public API: its moves are legal, its answers deterministic, and its reasons true.

use crate::ask;
use crate::kono_checker;

use ask::{Chosen, best, rank};
use kono_checker::Checker;
use parlor_engine::Limits;
use parlor_engine::kono::{Aim, Purpose, Reason, pick_color};
use parlor_rules::kono::{Color, Direction, Move, Point, Size, Standing};
use parlor_rules::{Level, Seat};
use parlor_testkit::effort;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn start(size: Size) -> Standing {
    Standing::new(size).choose(Seat::Human, Color::White)
}

fn hasty() -> Limits {
    Limits::effort(300)
}

/// A round in which both players search little and sometimes move at random. Calls back before each move.
fn round(size: Size, seed: u64, mut each: impl FnMut(&Standing)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut standing = start(size);
    while standing.position.unwrap().turn().is_some() {
        each(&standing);
        let moves: Vec<Move> = standing.position.unwrap().legal_moves().collect();
        let chosen = match random.random_range(0..4) {
            0 => moves[random.random_range(0..moves.len())],
            1 => best(&standing, Level::Novice, &hasty()).unwrap().step(),
            _ => best(&standing, Level::Master, &hasty()).unwrap().step(),
        };
        standing.play(chosen).unwrap();
    }
    assert_eq!(best(&standing, Level::Club, &hasty()), None, "a finished round has no moves");
    assert!(rank(&standing, Level::Club, &hasty()).is_empty());
}

#[test]
fn self_play_is_always_legal() {
    let mut rounds = 0;
    for size in Size::ALL {
        for seed in 0..effort(15, 3334) {
            // `round` unwraps every play, so an illegal choice would stop it.
            round(size, seed, |_| ());
            rounds += 1;
        }
    }
    assert!(rounds >= 45);
}

#[test]
fn every_reason_is_true() {
    let mut positions = 0;
    let mut found = [0_u64; 20];
    let enough = effort(2500, 10_000);
    'all: for seed in 1000.. {
        for size in Size::ALL {
            let mut full = false;
            round(size, seed, |standing| {
                positions += 1;
                let level = Level::ALL[positions % Level::ALL.len()];
                for choice in rank(standing, level, &hasty()) {
                    assert!(!choice.reasons.is_empty(), "{} has no reason", choice.step());
                    for reason in choice.kono_reasons() {
                        found[kono_checker::kind(reason)] += 1;
                        let checker = Checker::new(standing, choice.step());
                        assert!(checker.holds(reason), "{reason} of {} in {standing:?}", choice.step());
                    }
                }
                full = positions >= enough;
            });
            if full {
                break 'all;
            }
        }
    }
    let unheard: Vec<usize> = (0..kono_checker::KINDS).filter(|&kind| found[kind] == 0).collect();
    assert!(unheard.len() <= 3, "kinds of reason that never came up: {unheard:?}; found {found:?}");
}

/// Every explanation names an advance, a retreat, a block or a capture, with its point or piece. A pass needs none.
#[test]
fn explanations_name_an_advance_a_retreat_a_block_or_a_capture() {
    let names = |reason: &Reason| match reason {
        Reason::Captures { piece } | Reason::Blocks { piece, .. } => Some(*piece),
        Reason::Retreats { hunter } => Some(*hunter),
        Reason::Takes { home, .. } | Reason::Advances { home, .. } => Some(*home),
        Reason::Steps { to, .. } => Some(*to),
        _ => None,
    };
    let words = ["captures", "blocks", "retreats", "advances"];
    let (mut explained, mut seen) = (0, [0; 4]);
    for seed in 2000..2000 + effort(12, 120) {
        for size in Size::ALL {
            round(size, seed, |standing| {
                for level in Level::ALL {
                    for choice in rank(standing, level, &hasty()) {
                        if choice.step() == Move::Pass {
                            continue;
                        }
                        let found =
                            choice.kono_reasons().iter().find_map(|reason| Some((names(reason)?, reason.to_string())));
                        let Some((point, sentence)) = found else {
                            panic!("{level} says {:?} of {} in {standing:?}", choice.reasons, choice.step());
                        };
                        assert!(sentence.contains(&point.to_string()), "{sentence}");
                        let word = words.iter().position(|word| sentence.contains(word));
                        seen[word.unwrap_or_else(|| panic!("{sentence}"))] += 1;
                        explained += 1;
                    }
                }
            });
        }
    }
    assert!(explained > 10_000 && seen.iter().all(|&times| times > 100), "{explained}, {seen:?}");
}

/// Plays quiet moves until `quiet` are in the history; `None` if the round ends before, or a move isn't quiet.
fn shuffled(standing: &Standing, quiet: usize, random: &mut ChaCha8Rng) -> Option<Standing> {
    let mut now = standing.clone();
    while now.history().len() < quiet {
        let position = now.position?;
        let is_quiet =
            |chosen: &Move| position.play_with_details(*chosen).is_ok_and(|play| !play.captured && !play.arrived);
        let quiet: Vec<Move> = position.legal_moves().filter(is_quiet).collect();
        now.play(*quiet.get(random.random_range(0..quiet.len().max(1)))?).ok()?;
        now.position?.turn()?;
    }
    Some(now)
}

/// The result for the player to move if every line ends the round within `moves` moves; `None` otherwise.
fn played_out(standing: &Standing, moves: usize) -> Option<i32> {
    let position = standing.position?;
    let seat = position.turn()?;
    let mut best = None;
    for chosen in position.legal_moves() {
        let mut after = standing.clone();
        after.play(chosen).ok()?;
        let then = after.position?;
        let value = if then.turn().is_none() {
            let scores = then.scores();
            scores[seat] - scores[seat.other()]
        } else if moves > 1 {
            -played_out(&after, moves - 1)?
        } else {
            return None;
        };
        best = best.max(Some(value));
    }
    best
}

/// With few moves left before the round is called, no level expects more than the score can still become.
#[test]
fn near_a_called_end_the_value_is_the_expected_score() {
    let mut random = ChaCha8Rng::seed_from_u64(88);
    let (mut seen, mut behind) = (0, 0);
    for seed in 3000..3000 + effort(14, 200) {
        for size in [Size::ALL[0], Size::ALL[2]] {
            let mut count = 0;
            round(size, seed, |standing| {
                count += 1;
                if count % 5 != 0 {
                    return;
                }
                let left = random.random_range(1..=3);
                let Some(standing) = shuffled(standing, size.quiet_limit() - left, &mut random) else { return };
                let Some(value) = played_out(&standing, left) else { return };
                seen += 1;
                behind += u32::from(value <= -5);
                // A club player looks only two moves ahead.
                let levels = [Level::Club, Level::Expert, Level::Master].into_iter();
                for level in levels.filter(|&level| left <= 2 || level != Level::Club) {
                    let found = best(&standing, level, &Limits::effort(100_000)).unwrap().value;
                    let off = (found - f64::from(value)).abs();
                    assert!(off < 1e-9, "{level}: {found}, not {value}, {left} moves before the call of {standing:?}");
                }
                // A novice doesn't look ahead, but knows the rule.
                let scores = standing.position.unwrap().scores();
                let mover = standing.position.unwrap().turn().unwrap();
                let ahead = f64::from(scores[mover] - scores[mover.other()]);
                let found = best(&standing, Level::Novice, &Limits::default()).unwrap().value;
                assert!((found - ahead).abs() <= 9.0 + 3.5, "{found} at {ahead}");
                assert!(ahead > -13.0 || found < 0.0, "{found} at {ahead}");
            });
        }
    }
    assert!(seen > 50 && behind > 5, "{seen}, {behind}");
}

/// The checker refuses the same reasons with other points, moves or numbers.
#[test]
fn made_up_reasons_are_refused() {
    let mut refused = [0_u64; 20];
    for seed in 0..12 {
        for size in Size::ALL {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            round(size, 5000 + seed, |standing| {
                for chosen in standing.position.unwrap().legal_moves() {
                    let n = size.points();
                    let mut point = || Point { row: random.random_range(1..=n), column: random.random_range(1..=n) };
                    let (a, b) = (point(), point());
                    let direction = Direction::ALL[random.random_range(0..4)];
                    let to = match chosen {
                        Move::Step(from, direction) => from.step(direction).unwrap(),
                        Move::Pass => a,
                    };
                    for reason in kono_checker::made_up(a, b, to, direction) {
                        if !Checker::new(standing, chosen).holds(reason) {
                            refused[kono_checker::kind(reason)] += 1;
                        }
                    }
                }
            });
        }
    }
    for (kind, count) in refused.iter().enumerate().take(kono_checker::KINDS) {
        assert!(*count > 0, "no made-up reason of kind {kind} was refused");
    }
}

/// At the start no piece can capture, so no step escapes or keeps away from a piece, and steps can head only for the
/// opponent's home points.
#[test]
fn threats_and_home_points_that_do_not_exist_are_refused() {
    for size in Size::ALL {
        let standing = start(size);
        let (position, board) = (standing.position.unwrap(), standing.board());
        let mover = position.color(position.turn().unwrap());
        for chosen in position.legal_moves() {
            let checker = Checker::new(&standing, chosen);
            let Move::Step(from, direction) = chosen else { panic!("there are steps at the start") };
            let to = from.step(direction).unwrap();
            for point in board.points() {
                assert!(!checker.holds(Reason::Retreats { hunter: point }));
                for forward in [false, true] {
                    let purpose = Purpose::KeepsAway { hunter: point };
                    assert!(!checker.holds(Reason::Steps { to, forward, purpose }));
                }
                let is_goal = board.home(point).is_some_and(|(color, _)| color != mover);
                for (steps, free) in (0..9).flat_map(|steps| [(steps, false), (steps, true)]) {
                    assert!(is_goal || !checker.holds(Reason::Advances { home: point, steps, free }));
                }
            }
        }
    }
}

#[test]
fn best_is_the_first_of_rank_and_answers_repeat() {
    for size in Size::ALL {
        let mut count = 0;
        round(size, 77, |standing| {
            count += 1;
            if count % 7 != 0 {
                return;
            }
            for level in Level::ALL {
                let ranked = rank(standing, level, &hasty());
                let choice = best(standing, level, &hasty()).unwrap();
                assert_eq!(ranked[0], choice, "{level}");
                assert_eq!(ranked, rank(standing, level, &hasty()), "{level}");
                assert!(ranked.is_sorted_by(|a, b| a.value >= b.value), "{level}");
                let mut listed: Vec<Move> = ranked.iter().map(Chosen::step).collect();
                listed.sort_unstable();
                assert_eq!(listed, standing.position.unwrap().legal_moves().collect::<Vec<_>>());
            }
        });
    }
}

/// Both players move a piece back and forth until one more move calls the round (rule kon-called); `None` where that
/// isn't possible.
fn about_to_be_called(standing: &Standing, random: &mut ChaCha8Rng) -> Option<(Standing, Move)> {
    let mut now = standing.clone();
    let mut made = vec![];
    for _ in 0..2 {
        let steps: Vec<Move> = now.position?.legal_moves().collect();
        let step = *steps.get(random.random_range(0..steps.len().max(1)))?;
        now.play(step).ok()?;
        made.push(back(step)?);
    }
    for turn in 0.. {
        let step = made[turn % 2];
        let mut then = now.clone();
        then.play(step).ok()?;
        if then.position?.turn().is_none() {
            return Some((now, step));
        }
        now = then;
        made[turn % 2] = back(step)?;
    }
    None
}

/// The step that undoes a step.
fn back(step: Move) -> Option<Move> {
    let Move::Step(from, direction) = step else { return None };
    let to = from.step(direction)?;
    let opposite = Direction::ALL.into_iter().find(|&other| to.step(other) == Some(from))?;
    Some(Move::Step(to, opposite))
}

/// A regression: a club player valued a tie that it declined at less than its score.
#[test]
fn the_value_of_a_move_that_ends_the_round_is_its_score() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut ends = [0; Level::ALL.len()];
    for seed in 0..effort(20, 200) {
        round(Size::ALL[0], seed, |standing| {
            let Some((standing, _)) = about_to_be_called(standing, &mut random) else { return };
            let mover = standing.position.unwrap().turn().unwrap();
            for (level, ended) in Level::ALL.into_iter().zip(&mut ends) {
                for choice in rank(&standing, level, &hasty()) {
                    let mut after = standing.clone();
                    after.play(choice.step()).unwrap();
                    if after.position.unwrap().turn().is_none() {
                        let scores = after.position.unwrap().scores();
                        let ahead = f64::from(scores[mover] - scores[mover.other()]);
                        assert_eq!((choice.value, choice.exact), (ahead, true), "{level}: {}", choice.step());
                        *ended += 1;
                    }
                }
            }
        });
    }
    assert!(ends.iter().all(|&ended| ended > 100), "{ends:?}");
}

/// A regression: a club player took every repetition when it was slightly behind.
#[test]
fn a_club_player_seldom_takes_a_tie() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut offered, mut taken) = (0, 0);
    for seed in 0..20 {
        round(Size::ALL[0], seed, |standing| {
            let Some((standing, calls)) = about_to_be_called(standing, &mut random) else { return };
            let scores = standing.position.unwrap().scores();
            if scores.human == scores.computer {
                offered += 1;
                taken += u32::from(best(&standing, Level::Club, &Limits::default()).unwrap().step() == calls);
            }
        });
    }
    assert!(offered > 100 && taken * 20 < offered, "{taken} of {offered}");
}

#[test]
fn a_round_without_players_has_no_choice() {
    let standing = Standing::new(Size::ALL[0]);
    assert_eq!(best(&standing, Level::Master, &hasty()), None);
    assert_eq!(pick_color(&standing), Color::White);
}

#[test]
fn sentences_read_well() {
    let at = |row, column| Point { row, column };
    let sentence = |reason: Reason| reason.to_string();
    assert_eq!(sentence(Reason::Captures { piece: at(3, 2) }), "It captures the piece at (3,2), for 5 points.");
    assert_eq!(
        sentence(Reason::Takes { home: at(5, 2), worth: 1 }),
        "It advances to the home point (5,2), worth 1 point."
    );
    assert_eq!(
        sentence(Reason::Wins { piece: at(3, 2), moves: 2 }),
        "It wins the piece at (3,2) in two moves, whatever the replies."
    );
    let steps = |forward, purpose| sentence(Reason::Steps { to: at(2, 3), forward, purpose });
    assert_eq!(
        steps(false, Purpose::KeepsAway { hunter: at(4, 5) }),
        "It retreats to (2,3), where the piece at (4,5) can't threaten it with its next step."
    );
    assert_eq!(
        steps(true, Purpose::MakesRoom { piece: at(1, 2) }),
        "It advances to (2,3) and makes room for the piece at (1,2)."
    );
    let prepares = |aim| Purpose::Prepares { from: at(1, 2), direction: Direction::Southeast, aim: Some(aim) };
    assert_eq!(
        steps(false, prepares(Aim::Takes { home: at(5, 2), worth: 1 })),
        "It retreats to (2,3) to prepare (1,2) southeast, which takes the home point (5,2), worth 1 point."
    );
    assert_eq!(steps(false, Purpose::Last), "It retreats to (2,3), the player's last step of the round.");
    assert_eq!(sentence(Reason::Ends { ahead: -1 }), "It ends the round and loses it by 1 point.");
}
