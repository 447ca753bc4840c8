//! The review of a continued game asks only the new questions.

use crate::support;

use std::sync::atomic::{AtomicUsize, Ordering};

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, ReviewAnswer, ReviewRun};
use parlor_rules::Game;
use parlor_table::{Entry, Player, Table};
use support::{answers, finished, play_on, programs};

#[test]
fn answers_to_unchanged_questions_are_reused() {
    // Quick answers to a few decisions of each game; a Congkak turn that was cut off in the middle is a different
    // question.
    for (game, size, first, then) in [(Game::Canoga, 9, 5, 3), (Game::Congkak, 5, 7, 3), (Game::Kono, 5, 3, 2)] {
        let (mut table, _) = Table::new(programs(game, size, 4, 1));
        play_on(&mut table, first, |_, decision| decision.choices()[0]);
        let before = Course::of(&table);
        let known = finished(&before, Effort::Quick, 2);
        let text = known.stored().unwrap();
        play_on(&mut table, then, |_, decision| decision.choices()[0]);

        let course = Course::of(&table);
        let mut run = ReviewRun::of(course.clone(), Effort::Quick, "");
        run.reuse(&known);
        let again = run.answers().to_vec();
        let is_known = |answers: &[Option<ReviewAnswer>]| answers.iter().map(Option::is_some).collect::<Vec<bool>>();
        let stored = ReviewRun::of(course.clone(), Effort::Quick, &text);
        assert_eq!(is_known(&again), is_known(stored.answers()), "{game}");
        let missing = again.iter().filter(|answer| answer.is_none()).count();
        assert!(missing > 0 && missing < again.len(), "{game}: {missing} of {}", again.len());

        let asked = AtomicUsize::new(0);
        let count = |place: usize, _: &ReviewAnswer| {
            assert!(again[place].is_none(), "{game}: {place} was known");
            asked.fetch_add(1, Ordering::Relaxed);
        };
        run.finish(2, &StopFlag::default(), &count);
        assert_eq!(asked.load(Ordering::Relaxed), missing, "{game}");
        assert_eq!(
            run.answers(),
            answers(&course, Effort::Quick, 2),
            "{game}: the same as answering every question again"
        );
        for (effort, text) in [(Effort::Help, text.as_str()), (Effort::Quick, "nonsense")] {
            let none = ReviewRun::of(course.clone(), effort, text);
            assert!(none.answers().iter().all(Option::is_none), "{game}: {effort:?}");
        }
    }
}

#[test]
fn changed_moves_are_asked_about_again() {
    let mut setup = programs(Game::Canoga, 9, 3, 1);
    setup.players.human = Player::Human("Ada".to_owned());
    setup.players.computer = Player::Human("Bob".to_owned());
    let (mut table, _) = Table::new(setup);
    play_on(&mut table, 9, |_, decision| decision.choices()[0]);
    let before = Course::of(&table);
    let text = finished(&before, Effort::Help, 2).stored().unwrap();
    // After undo and redo, nothing is new.
    table.apply(Entry::Undo).unwrap();
    table.apply(Entry::Redo).unwrap();
    assert!(ReviewRun::new(&table, Effort::Help, &text).is_complete());
    table.apply(Entry::Undo).unwrap();
    play_on(&mut table, 1, |_, decision| *decision.choices().last().unwrap());
    let other = ReviewRun::new(&table, Effort::Help, &text);
    let changed: Vec<_> =
        other.course().questions().zip(other.answers()).filter(|(_, answer)| answer.is_none()).collect();
    assert!(!changed.is_empty());
    for (question, _) in changed {
        assert!(!before.questions().any(|earlier| earlier == question), "{question:?}");
    }
}
