//! Reviews of all games: their facts are correct, they are the same on any number of threads, and they can be stored.
#![allow(clippy::float_cmp, reason = "both are the same division of whole numbers")]

use crate::support;

use parlor_review::{Course, DecisionRecord, Drawback, Effort, Matter, ReviewAnswer, ReviewRun, drawbacks, noise};
use parlor_rules::{Choice, Decision, Game, Level, Pair, Seat, canoga, congkak};
use parlor_table::Table;
use parlor_testkit::proving;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{answers, finished, levels, opening, programs, random, review};

fn decisions(game: Game, size: i64, seeds: std::ops::Range<u64>) -> Vec<(Seat, DecisionRecord)> {
    let mut found = Vec::new();
    for seed in seeds {
        for question in Course::of(&random(game, size, seed, 2)).questions() {
            if let Matter::Decision(decided) = &question.matter {
                found.push((question.seat, (**decided).clone()));
            }
        }
    }
    found
}

/// The number of throws whose sum is one of these, with two dice and with one.
fn counted(sums: &[u32]) -> (u8, u8) {
    let mut two = 0;
    for one in 1..=6u32 {
        for other in 1..=6u32 {
            two += u8::from(sums.contains(&(one + other)));
        }
    }
    (two, (1..=6u32).filter(|one| sums.contains(one)).count() as u8)
}

/// The share of throws that win at once, counted by sums alone: those that cover all open squares, and those that
/// uncover all covered ones.
fn share_of_wins(after: &canoga::Position, thrower: Seat) -> f64 {
    let size = after.size();
    let covered = after.covered();
    let open = size.full_row().without(covered[thrower]);
    let locked = after.turn() == Some(thrower) && after.locked().is_some();
    let mut sums = vec![open.sum()];
    if !locked && !covered[thrower.other()].is_empty() {
        sums.push(covered[thrower.other()].sum());
    }
    let (two, one) = counted(&sums);
    let may_throw_one = open.ascending().all(|square| square <= 6);
    let two = f64::from(two) / 36.0;
    if may_throw_one { two.max(f64::from(one) / 6.0) } else { two }
}

#[test]
fn drawbacks_of_canoga_are_facts() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut theirs, mut own, mut wins) = (0, 0, 0);
    for (seat, decided) in decisions(Game::Canoga, 9, 0..60) {
        let (Decision::Canoga(thrown), Choice::Canoga(played)) = (&decided.decision, decided.plays[0].choice) else {
            continue;
        };
        let choices = decided.decision.choices();
        let best = choices[random.random_range(0..choices.len())];
        let Choice::Canoga(chosen) = best else { panic!() };
        let (mine, better) = (thrown.play(played).unwrap(), thrown.play(chosen).unwrap());
        for drawback in drawbacks(&decided, &[best]) {
            match drawback {
                Drawback::MissesWin { points } => {
                    assert_eq!(better.outcome().unwrap().points, points);
                    wins += 1;
                }
                Drawback::TheirWins { played, best } => {
                    assert!((played.share() - share_of_wins(&mine, seat.other())).abs() < 1e-12, "{drawback}");
                    assert!((best.share() - share_of_wins(&better, seat.other())).abs() < 1e-12, "{drawback}");
                    assert!(played.share() > best.share());
                    theirs += 1;
                }
                Drawback::OwnWins { played, best } => {
                    assert!((played.share() - share_of_wins(&mine, seat)).abs() < 1e-12, "{drawback}");
                    assert!((best.share() - share_of_wins(&better, seat)).abs() < 1e-12, "{drawback}");
                    own += 1;
                }
                Drawback::Playable { played, best } => assert!(played.throws < best.throws && best.of == 36),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(theirs > 20 && own > 5 && wins > 0, "{theirs} {own} {wins}");
}

#[test]
fn drawbacks_of_congkak_are_facts() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let (mut banks, mut replies) = (0, 0);
    for (seat, decided) in decisions(Game::Congkak, 5, 0..40) {
        let Decision::Congkak(position) = decided.decision else { panic!() };
        // Another turn, at random.
        let mut line = Vec::new();
        let mut end = position;
        while end.turn() == Some(seat) {
            let pits: Vec<congkak::Pit> = end.legal_moves().collect();
            let pit = pits[random.random_range(0..pits.len())];
            end = end.play(pit).unwrap();
            line.push(Choice::Congkak(pit));
        }
        let mut mine = position;
        for play in &decided.plays {
            let Choice::Congkak(pit) = play.choice else { panic!() };
            mine = mine.play(pit).unwrap();
        }
        let most = |end: &congkak::Position| {
            let theirs = seat.other();
            let gains = end.legal_moves().map(|pit| end.play(pit).unwrap().store(theirs) - end.store(theirs));
            if end.turn().is_none() { 0 } else { gains.max().unwrap() }
        };
        for drawback in drawbacks(&decided, &line) {
            match drawback {
                Drawback::Banks { played, best } => {
                    assert_eq!(played, mine.store(seat) - position.store(seat));
                    assert_eq!(best, end.store(seat) - position.store(seat));
                    banks += 1;
                }
                Drawback::TheyBank { played, best } => {
                    assert_eq!((played, best), (most(&mine), most(&end)));
                    replies += 1;
                }
                Drawback::LosesRound => assert_eq!(mine.outcome().unwrap().winner, seat.other()),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(banks > 10 && replies > 10, "{banks} {replies}");
}

#[test]
fn drawbacks_of_kono_are_facts() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (mut gains, mut replies) = (0, 0);
    for (seat, decided) in decisions(Game::Kono, 5, 0..8) {
        let (Decision::Kono(standing), Choice::Kono(played)) = (&decided.decision, decided.plays[0].choice) else {
            panic!()
        };
        let choices = decided.decision.choices();
        let best = choices[random.random_range(0..choices.len())];
        let Choice::Kono(chosen) = best else { panic!() };
        let position = standing.position.unwrap();
        let lead = |position: &parlor_rules::kono::Position| {
            let scores = position.scores();
            scores[seat] - scores[seat.other()]
        };
        // Without the history, which doesn't change scores.
        let (mine, better) = (position.play(played).unwrap(), position.play(chosen).unwrap());
        let worst = |after: &parlor_rules::kono::Position| {
            after.legal_moves().map(|reply| lead(after) - lead(&after.play(reply).unwrap())).max().unwrap_or(0)
        };
        for drawback in drawbacks(&decided, &[best]) {
            match drawback {
                Drawback::Gains { played, best } => {
                    assert_eq!((played, best), (lead(&mine) - lead(&position), lead(&better) - lead(&position)));
                    gains += 1;
                }
                Drawback::TheyGain { played, best } => {
                    // A finished round has no reply.
                    assert_eq!(played, worst(&mine));
                    assert!(best < played);
                    replies += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(gains > 10 && replies > 10, "{gains} {replies}");
}

#[test]
fn a_turn_of_congkak_is_one_decision_with_the_cost_of_each_play() {
    let table = random(Game::Congkak, 5, 4, 1);
    let review = review(&table, Effort::Quick);
    let mut several = 0;
    for decision in &review.rounds[0].decisions {
        let Some(judged) = &decision.judged else { continue };
        assert_eq!(judged.costs.len(), decision.decided.plays.len());
        assert!(judged.costs.iter().all(|cost| *cost >= 0.0), "{judged:?}");
        several += usize::from(judged.costs.len() > 1);
    }
    assert!(several > 0);
    // Turns alternate.
    let seats: Vec<Seat> = review.rounds[0].decisions.iter().map(|decision| decision.seat).collect();
    assert!(seats.windows(2).all(|pair| pair[0] != pair[1]), "{seats:?}");
}

#[test]
fn prove_reviews_are_deterministic() {
    for game in Game::ALL {
        let (mut table, _) = Table::new(programs(game, game.sizes()[0], 9, 1));
        let most = if game == Game::Kono { 6 } else { 30 };
        levels(&mut table, most, Pair { human: Level::Novice, computer: Level::Club });
        let course = Course::of(&table);
        let one = answers(&course, Effort::Quick, 1);
        assert_eq!(one, answers(&course, Effort::Quick, 2), "{game}");
        assert_eq!(one, answers(&Course::of(&table), Effort::Quick, 2), "{game}");
    }
}

#[test]
fn every_question_is_answered_once_with_an_easy_one_of_each_round_first() {
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 5), (Game::Kono, 5)] {
        let course = Course::of(&random(game, size, 1, 2));
        let order = course.order();
        assert_eq!(order.len(), course.questions().count(), "{game}");
        let mut begin = 0;
        // The last round comes first, because it is shown first.
        let mut rest = &order[course.rounds.last().unwrap().questions.len()..];
        for (number, round) in course.rounds.iter().enumerate() {
            let places = begin..begin + round.questions.len();
            let asked = if number + 1 == course.rounds.len() { &order[..places.len()] } else { &rest[..places.len()] };
            rest = if number + 1 == course.rounds.len() { rest } else { &rest[places.len()..] };
            let mut sorted = asked.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, places.clone().collect::<Vec<_>>(), "{game}");
            assert!(asked[1..].is_sorted(), "{game}: the other questions are in the order of play");
            // The distance from the end: seeds in Congkak, or steps in Kono.
            let left = |place: usize| match &round.questions[place - begin].matter {
                Matter::Decision(decided) if !decided.is_forced() => match &decided.decision {
                    Decision::Congkak(position) => Some(usize::from(position.seeds_in_play())),
                    Decision::Kono(_) => Some(places.end - place),
                    _ => None,
                },
                _ => None,
            };
            match game {
                Game::Canoga => assert!(asked.is_sorted(), "all take the same time"),
                _ => assert_eq!(left(asked[0]), places.clone().filter_map(left).min(), "{game}"),
            }
            begin = places.end;
        }
    }
}

#[test]
fn prove_a_masters_own_rounds_cost_nothing_beyond_the_noise() {
    let cases = if proving() {
        vec![
            (Game::Congkak, 5, 10, usize::MAX),
            (Game::Congkak, 7, 5, usize::MAX),
            (Game::Kono, 5, 2, 60),
            (Game::Kono, 7, 1, 60),
        ]
    } else {
        vec![(Game::Congkak, 5, 1, 4), (Game::Kono, 5, 1, 4)]
    };
    for (game, size, rounds, most) in cases {
        let mut judged = 0;
        for seed in 0..rounds {
            let (mut table, _) = Table::new(programs(game, size, seed, 1));
            let opened = opening(&mut table, seed);
            levels(&mut table, most, Pair { human: Level::Master, computer: Level::Master });
            let course = Course::of(&table);
            for question in course.questions().filter(|question| question.revision > opened) {
                let answer = question.answer(Effort::Help, &parlor_engine::StopFlag::default()).unwrap();
                let ReviewAnswer::Judged(judgement) = answer else { continue };
                assert!(judgement.cost() <= noise(game, size), "{question:?} {judgement:?}");
                judged += 1;
            }
        }
        println!("{game} {size}: {judged} decisions of masters cost at most the noise");
        assert!(judged > 0);
    }
}

#[test]
fn a_stored_review_is_reused_only_by_the_same_version() {
    for game in Game::ALL {
        let (mut table, _) = Table::new(programs(game, game.sizes()[0], 2, 1));
        levels(&mut table, 5, Pair { human: Level::Novice, computer: Level::Novice });
        let course = Course::of(&table);
        let run = finished(&course, Effort::Quick, 2);
        let text = run.stored().unwrap();
        let read = |effort, text: &str| ReviewRun::of(course.clone(), effort, text);
        assert_eq!(read(Effort::Quick, &text).review(), run.review());
        assert!(!read(Effort::Help, &text).is_complete(), "another effort");
        let version = format!("\"engine\":{}", parlor_engine::VERSION);
        assert!(text.contains(&version));
        assert!(!read(Effort::Quick, &text.replace(&version, "\"engine\":0")).is_complete());
        assert!(!read(Effort::Quick, &text.replace("\"rules\":1", "\"rules\":2")).is_complete());
        for end in [0, 1, text.len() / 2, text.len() - 3] {
            assert!(!read(Effort::Quick, &text[..end]).is_complete(), "{end}");
        }
        // A forged text may contain illegal choices.
        let judged = |answer: &Option<ReviewAnswer>| matches!(answer, Some(ReviewAnswer::Judged(_)));
        if let Some(place) = run.answers().iter().position(judged) {
            let Some(ReviewAnswer::Judged(mut wrong)) = run.answers()[place].clone() else { unreachable!() };
            wrong.best = vec!["pass".parse().unwrap()];
            let mut changed = run.clone();
            changed.answer(place, ReviewAnswer::Judged(wrong));
            assert!(!read(Effort::Quick, &changed.stored().unwrap()).is_complete());
        }
    }
}
