//! The review of a game that went on has only the new questions to ask.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};

use parlor_engine::StopFlag;
use parlor_review::{Answer, Course, Effort, answer_missing, answered_before, keep, kept_answers, known_answers};
use parlor_rules::Game;
use parlor_table::{Entry, Player, Table};
use support::{answers, play_on, programs};

#[test]
fn answers_to_what_has_not_changed_are_used_again() {
    // Quick answers to a few decisions of each game; turns of Congkak that are cut in the middle have other questions.
    for (game, size, first, then) in [(Game::Canoga, 9, 5, 3), (Game::Congkak, 5, 7, 3), (Game::Kono, 5, 3, 2)] {
        let (mut table, _) = Table::new(programs(game, size, 4, 1)).unwrap();
        play_on(&mut table, first, |_, decision| decision.choices()[0]);
        let before = Course::of(&table);
        let known = answers(&before, Effort::Quick, 2);
        let text = keep(&before, Effort::Quick, &known).unwrap();
        play_on(&mut table, then, |_, decision| decision.choices()[0]);

        let course = Course::of(&table);
        let again = answered_before(&course, &before, &known);
        // Reading a text may change the last bit of a number.
        let is_known = |answers: &[Option<Answer>]| answers.iter().map(Option::is_some).collect::<Vec<bool>>();
        assert_eq!(is_known(&again), is_known(&known_answers(&course, Effort::Quick, &text)), "{game}");
        let missing = again.iter().filter(|answer| answer.is_none()).count();
        assert!(missing > 0 && missing < again.len(), "{game}: {missing} of {}", again.len());
        assert_eq!(kept_answers(&course, Effort::Quick, &text), None, "{game}: it isn't complete");

        let asked = AtomicUsize::new(0);
        let count = |place: usize, _: &Answer| {
            assert!(again[place].is_none(), "{game}: {place} was known");
            asked.fetch_add(1, Ordering::Relaxed);
        };
        let found = answer_missing(&course, Effort::Quick, again.clone(), 2, &StopFlag::default(), &count);
        assert_eq!(asked.load(Ordering::Relaxed), missing, "{game}");
        assert_eq!(found, answers(&course, Effort::Quick, 2), "{game}: as if everything had been asked");
        let none = known_answers(&course, Effort::Help, &text);
        assert!(none.iter().all(Option::is_none), "{game}: another effort");
        assert!(known_answers(&course, Effort::Quick, "nonsense").iter().all(Option::is_none));
    }
}

#[test]
fn what_was_played_again_otherwise_is_asked_about_again() {
    let mut setup = programs(Game::Canoga, 9, 3, 1);
    setup.players.human = Player::Human("Ada".to_owned());
    setup.players.computer = Player::Human("Bob".to_owned());
    let (mut table, _) = Table::new(setup).unwrap();
    play_on(&mut table, 9, |_, decision| decision.choices()[0]);
    let before = Course::of(&table);
    let text = keep(&before, Effort::Help, &answers(&before, Effort::Help, 2)).unwrap();
    // Taken back and played again as it was, nothing is new.
    table.apply(Entry::Undo).unwrap();
    table.apply(Entry::Redo).unwrap();
    let same = Course::of(&table);
    assert!(!known_answers(&same, Effort::Help, &text).contains(&None));
    table.apply(Entry::Undo).unwrap();
    play_on(&mut table, 1, |_, decision| *decision.choices().last().unwrap());
    let other = Course::of(&table);
    let known = known_answers(&other, Effort::Help, &text);
    let changed: Vec<_> = other.questions().zip(&known).filter(|(_, answer)| answer.is_none()).collect();
    assert!(!changed.is_empty());
    for (question, _) in changed {
        assert!(!before.questions().any(|earlier| earlier == question), "{question:?}");
    }
}
