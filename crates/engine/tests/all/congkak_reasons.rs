//! Every reason is true, and the checker that verifies this refuses made-up reasons.

use std::collections::BTreeMap;

use ask::{Chosen, best, rank};
use parlor_engine::congkak::{Reason, Within};
use parlor_engine::{EngineJob, Evaluation, Limits, Plan};
use parlor_rules::congkak::{Pit, Position};
use parlor_rules::{Decision, Level, Seat};
use parlor_testkit::effort;

use crate::ask;
use crate::congkak_checker;
use crate::congkak_twin;
use congkak_checker::holds;
use congkak_twin::Positions;

fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::OnlyPlay => "only play",
        Reason::Plan { .. } => "plan",
        Reason::EndsRound { .. } => "ends round",
        Reason::FreeTurn => "free turn",
        Reason::Captures { .. } => "captures",
        Reason::KeepsSowing { .. } => "keeps sowing",
        Reason::Protects { .. } => "protects",
        Reason::Rescues { .. } => "rescues",
        Reason::Starves { .. } => "starves",
        Reason::Feeds { .. } => "feeds",
        Reason::LeavesAtMost { within: Within::OnePlay, .. } => "leaves at most, one play",
        Reason::LeavesAtMost { within: Within::OneTurn, .. } => "leaves at most, one turn",
        Reason::Weighed { .. } => "weighed",
    }
}

const KINDS: usize = 13;

/// Positions of all sizes and fillings, with the advice of the levels.
fn advice(count: usize) -> impl Iterator<Item = (Position, Evaluation)> {
    let mut positions = Positions::new(12);
    (0..count).map(move |i| {
        let pits = 5 + (i % 7) as u8;
        let position = match i % 5 {
            0 => positions.made_up(pits, 12),
            1 => positions.made_up(pits, 40),
            _ => positions.played(pits, 2 * pits * pits),
        };
        let level = [Level::Club, Level::Expert, Level::Novice, Level::Master][i % 4];
        let advice = best(&position, level, &Limits::effort(400)).expect("the round isn't over");
        (position, advice)
    })
}

#[test]
fn every_reason_holds() {
    let mut seen = BTreeMap::new();
    for (position, advice) in advice(effort(10_000, 100_000)) {
        for reason in &advice.congkak_reasons() {
            assert!(holds(&position, &advice, reason), "{position:?}: {advice:?}: {reason}");
            *seen.entry(kind(reason)).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), KINDS, "{seen:?}");
    assert!(seen.values().all(|&count| count >= 50), "{seen:?}");
}

#[test]
fn every_explanation_names_two_themes() {
    for (position, advice) in advice(effort(2000, 20_000)) {
        assert_two_themes(&position, &advice);
    }
}

fn assert_two_themes(position: &Position, advice: &Evaluation) {
    let mut themes: Vec<_> = advice.congkak_reasons().iter().filter_map(Reason::theme).collect();
    themes.sort();
    themes.dedup();
    assert!(themes.len() >= 2, "{position:?}: {:?}", advice.reasons);
}

/// The decision of a player who has planned this rest of a turn.
fn continued(now: &Position, rest: &[Pit], first: &Evaluation) -> Evaluation {
    let plan = Some(Plan { pits: rest.to_vec(), value: first.value, exact: first.exact });
    let limits = Limits::effort(400);
    EngineJob { plan, limits, ..EngineJob::full_strength(Decision::Congkak(*now)) }.decide().unwrap()
}

#[test]
fn a_planned_turn_continues_as_planned_with_true_reasons() {
    let mut positions = Positions::new(14);
    let mut followed = 0;
    for i in 0..effort(200_usize, 2000) {
        let position = positions.played(5 + (i % 7) as u8, 60);
        let first = best(&position, Level::Master, &Limits::effort(2000)).expect("the round isn't over");
        let line = &first.plan;
        let mut now = position;
        for at in 1..line.len() {
            now = now.play(line[at - 1]).unwrap();
            let next = continued(&now, &line[at..], &first);
            assert_eq!((next.pit(), &next.plan[..]), (line[at], &line[at..]));
            assert_eq!((next.value, next.exact), (first.value, first.exact));
            assert_two_themes(&now, &next);
            for reason in &next.congkak_reasons() {
                assert!(holds(&now, &next, reason), "{now:?}: {next:?}: {reason}");
                assert!(!matches!(reason, Reason::Plan { begun: false, .. }), "{reason}");
            }
            followed += 1;
        }
        // A line that doesn't fit can't be continued.
        let now = now.play(line[line.len() - 1]).unwrap();
        let strange = Pit::new(now.turn().map_or(Seat::Human, Seat::other), 0).unwrap();
        let longer = [&line[..], &line[..1]].concat();
        for (now, rest) in [(now, vec![]), (now, vec![strange]), (position, longer)] {
            if now.turn().is_some() {
                let next = continued(&now, &rest, &first);
                assert_ne!(next.plan, rest);
                let begun = |reason: &Reason| matches!(reason, Reason::Plan { begun: true, .. });
                assert!(!next.congkak_reasons().iter().any(begun), "{next:?}");
            }
        }
    }
    assert!(followed > 500, "{followed}");
}

#[test]
fn ranked_plays_have_true_reasons_too() {
    let mut positions = Positions::new(13);
    for _ in 0..effort(300, 3000) {
        let position = positions.played(7, 98);
        for level in Level::ALL {
            for advice in rank(&position, level, &Limits::effort(300)) {
                for reason in &advice.congkak_reasons() {
                    assert!(holds(&position, &advice, reason), "{position:?}: {reason}");
                }
            }
        }
    }
}

/// Variants of a reason with one field changed.
fn falsified(reason: &Reason) -> Vec<Reason> {
    let near = |n: u8| [n.wrapping_add(1), n.wrapping_sub(1)];
    let beside = |pit: Pit| {
        let other = if pit.index() == 0 { 1 } else { pit.index() - 1 };
        [Pit::new(pit.seat(), other).unwrap(), Pit::new(pit.seat().other(), pit.index()).unwrap()]
    };
    match reason.clone() {
        // These reasons have no field to change; see below.
        Reason::OnlyPlay | Reason::FreeTurn => Vec::new(),
        Reason::Plan { line, begun, stores, wins } => {
            let mut shorter = line.clone();
            shorter.pop();
            let flipped = if wins.is_some() { None } else { Some(true) };
            let mut list = vec![
                Reason::Plan { line: shorter, begun, stores: stores.clone(), wins },
                Reason::Plan { line: line.clone(), begun, stores: stores[1..].to_vec(), wins },
                Reason::Plan { line: line.clone(), begun, stores: stores.clone(), wins: flipped },
            ];
            for place in 0..stores.len() {
                let mut wrong = stores.clone();
                wrong[place] += 1;
                list.push(Reason::Plan { line: line.clone(), begun, stores: wrong, wins });
            }
            list
        }
        Reason::EndsRound { wins, own, theirs } => vec![
            Reason::EndsRound { wins: !wins, own, theirs },
            Reason::EndsRound { wins, own: own + 1, theirs },
            Reason::EndsRound { wins, own, theirs: theirs + 1 },
        ],
        Reason::Captures { from, seeds } => {
            let mut list: Vec<_> = near(seeds).map(|seeds| Reason::Captures { from, seeds }).into();
            list.extend(beside(from).map(|from| Reason::Captures { from, seeds }));
            list
        }
        Reason::KeepsSowing { sowings, banks } => {
            let mut list: Vec<_> = near(banks).map(|banks| Reason::KeepsSowing { sowings, banks }).into();
            list.push(Reason::KeepsSowing { sowings: sowings + 1, banks });
            list
        }
        Reason::Protects { pit, seeds, by } => {
            let mut list: Vec<_> = near(seeds).map(|seeds| Reason::Protects { pit, seeds, by }).into();
            list.extend(beside(pit).map(|pit| Reason::Protects { pit, seeds, by }));
            list.push(Reason::Protects { pit, seeds, by: beside(by)[1] });
            list.push(Reason::Rescues { pit, seeds, by });
            list
        }
        Reason::Rescues { pit, seeds, by } => {
            let mut list: Vec<_> = near(seeds).map(|seeds| Reason::Rescues { pit, seeds, by }).into();
            list.extend(beside(pit).map(|pit| Reason::Rescues { pit, seeds, by }));
            list.push(Reason::Protects { pit, seeds, by });
            list
        }
        Reason::Starves { before, after } => {
            vec![Reason::Feeds { before: after, after: before }, Reason::Starves { before: before + 1, after }]
        }
        Reason::Feeds { before, after } => {
            vec![Reason::Starves { before: after, after: before }, Reason::Feeds { before, after: after + 1 }]
        }
        Reason::LeavesAtMost { seeds, within, whole_turn } => {
            let mut list: Vec<_> = near(seeds).map(|seeds| Reason::LeavesAtMost { seeds, within, whole_turn }).into();
            list.push(Reason::LeavesAtMost { seeds, within, whole_turn: !whole_turn });
            list
        }
        Reason::Weighed { pit, merit } => {
            let false_merits = falsified(&merit).into_iter();
            let mut list: Vec<_> = false_merits.map(|merit| Reason::Weighed { pit, merit: Box::new(merit) }).collect();
            list.push(Reason::Weighed { pit: beside(pit)[1], merit });
            list
        }
    }
}

#[test]
fn the_checker_refuses_made_up_reasons() {
    let mut refused = BTreeMap::new();
    for (position, advice) in advice(effort(2000, 20_000)) {
        for reason in &advice.congkak_reasons() {
            for lie in falsified(reason) {
                assert!(!holds(&position, &advice, &lie), "{position:?}: {advice:?}: {lie:?}");
                *refused.entry(kind(&lie)).or_insert(0) += 1;
            }
        }
        // A reason that is true of some plays is false of the others.
        if !advice.congkak_reasons().contains(&Reason::FreeTurn) {
            assert!(!holds(&position, &advice, &Reason::FreeTurn));
            *refused.entry("free turn").or_insert(0) += 1;
        }
        if position.legal_moves().count() > 1 {
            assert!(!holds(&position, &advice, &Reason::OnlyPlay));
            *refused.entry("only play").or_insert(0) += 1;
        }
    }
    assert_eq!(refused.len(), KINDS, "{refused:?}");
}

#[test]
fn swept_seeds_are_not_described_as_sown() {
    let mut positions = Positions::new(15);
    let mut swept = 0;
    while swept < 50 {
        let position = positions.made_up(5, 12);
        let seat = position.turn().unwrap();
        for advice in rank(&position, Level::Club, &Limits::default()) {
            let play = position.play_with_details(advice.pit()).unwrap();
            let won = play.after.outcome().is_some_and(|outcome| outcome.winner == seat);
            if !won || play.swept == 0 {
                continue;
            }
            let gained = play.after.store(seat) - position.store(seat);
            let sowings = play.laps.len();
            let [sown, all] = [gained - play.swept, gained].map(|banks| Reason::KeepsSowing { sowings, banks });
            assert!(advice.congkak_reasons().contains(&sown), "{position:?}: {advice:?}");
            assert!(!holds(&position, &advice, &all), "{position:?}: {advice:?}");
            swept += 1;
        }
    }
}

#[test]
fn reasons_read_as_sentences() {
    let pit = |index| Pit::new(Seat::Computer, index).unwrap();
    let line: Vec<Pit> = [2, 6, 2, 0, 3, 4, 5].map(pit).into();
    let theirs = Pit::new(Seat::Human, 0).unwrap();
    let captures = Reason::Captures { from: theirs, seeds: 1 };
    let list = [
        (Reason::OnlyPlay, "It is the only pit that can be played."),
        (
            Reason::Plan { line: line.clone(), begun: false, stores: vec![5, 9, 12, 20, 33, 50, 61], wins: None },
            "It begins a turn of 7 plays, here with the seeds in the store after each: C (5), G (9), C (12), A (20), D (33), E (50), F (61).",
        ),
        (
            Reason::Plan { line: line[..2].to_vec(), begun: false, stores: vec![5, 9], wins: Some(false) },
            "It begins a turn of 2 plays, here with the seeds in the store after each: C (5), G (9); that empties the player's own row, which loses the round.",
        ),
        (
            Reason::Plan { line: line[5..].to_vec(), begun: true, stores: vec![50, 61], wins: Some(true) },
            "It continues the planned turn: 1 more play after this one, and 61 seeds in the store then; that wins the round.",
        ),
        (Reason::EndsRound { wins: true, own: 60, theirs: 38 }, "It ends the round and wins it, 60 seeds to 38."),
        (
            Reason::EndsRound { wins: false, own: 1, theirs: 97 },
            "It empties the player's own row, which ends the round and loses it, 1 seed to 97.",
        ),
        (Reason::FreeTurn, "It earns another play: its last seed falls into the store."),
        (captures.clone(), "It captures 1 seed from pit P."),
        (Reason::KeepsSowing { sowings: 1, banks: 1 }, "It sows once and puts 1 seed into the store."),
        (
            Reason::KeepsSowing { sowings: 5, banks: 4 },
            "It makes a relay of 5 sowings and puts 4 seeds into the store.",
        ),
        (
            Reason::Protects { pit: pit(2), seeds: 6, by: theirs },
            "It protects 6 seeds in pit C, where pit P would capture them.",
        ),
        (
            Reason::Weighed { pit: pit(3), merit: Box::new(captures) },
            "It was preferred to pit D, which captures 1 seed from pit P.",
        ),
        (
            Reason::LeavesAtMost { seeds: 3, within: Within::OnePlay, whole_turn: false },
            "It leaves the opponent at most 3 seeds to gain in one play.",
        ),
        (
            Reason::LeavesAtMost { seeds: 0, within: Within::OneTurn, whole_turn: true },
            "The end of this turn leaves the opponent nothing to gain in a whole turn.",
        ),
    ];
    for (reason, sentence) in list {
        assert_eq!(reason.to_string(), sentence);
    }
}
