//! The review of a game.

use std::time::Duration;

use parlor_host::{Palette, Speed};
use parlor_rules::{Game, Pair};
use parlor_table::Setup;
use parlor_testkit::Random;
use parlor_tui::Opening;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use tempfile::TempDir;

use super::{after_a_round, store};
use crate::common::{Sitter, app, enter_until, key_line, looks, person, setup, still, text};

#[test]
fn a_round_is_reviewed_from_its_end_and_the_review_is_kept() {
    let mut sitter = after_a_round();
    assert!(key_line(&mut sitter).contains("v review"), "{}", sitter.text());
    let name = store(&mut sitter).list().unwrap()[0].name.clone();
    assert_eq!(store(&mut sitter).review(&name).unwrap(), None);
    sitter.keys("v");
    let shown = sitter.text();
    for words in ["Review: Canoga", "For you: ", " luck ", " skill = ", "You gave away ", "Expected result for Anna"] {
        assert!(shown.contains(words), "no {words} in\n{shown}");
    }
    let kept = store(&mut sitter).review(&name).unwrap();
    assert!(kept.is_some(), "a complete review is kept");
    // Returns to the previous screen, which is unchanged.
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Round 1 is over"), "{}", sitter.text());
}

#[test]
fn the_luck_and_skill_equation_adds_up_as_printed() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    let shown = sitter.text();
    let line = shown.split("For you: ").nth(1).unwrap().replace('\n', " ");
    let words: Vec<&str> = line.split_whitespace().collect();
    let hundredths = |word: &str| (word.parse::<f64>().unwrap() * 100.0).round() as i64;
    let place = |word: &str| words.iter().position(|other| *other == word).unwrap();
    let signed = |at: usize| hundredths(&format!("{}{}", words[at - 2], words[at - 1]));
    let start = hundredths(words[0]);
    let points = hundredths(words[place("=") + 1]);
    assert_eq!(start + signed(place("luck")) + signed(place("skill")), points, "{line}");
}

#[test]
fn mistakes_are_jumped_to_and_shown_with_their_board() {
    let mut sitter = after_a_round();
    sitter.keys("vm");
    sitter.key(KeyCode::Enter);
    let shown = sitter.text();
    for words in
        ["Entry ", "You chose to ", "It cost ", "The best choice was ", "* marks the played choice, ! the best"]
    {
        assert!(shown.contains(words), "no {words} in\n{shown}");
    }
    assert!(shown.lines().take(14).any(|line| line.contains('!')), "the best is marked on the board:\n{shown}");
    sitter.key(KeyCode::Right);
    assert_ne!(sitter.text(), shown, "another step is shown");
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Expected result for Anna"), "{}", sitter.text());
}

#[test]
fn a_review_shows_what_is_known_so_far_and_can_be_left() {
    let home = TempDir::new().unwrap();
    let opening = Opening::Game(Box::new(setup(Game::Kono, 5, 3)), Vec::new());
    let mut app = app(opening, &home, still());
    let press = |app: &mut parlor_tui::App, code| {
        app.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        app.advance(Duration::ZERO);
    };
    // A round with a few steps, given up.
    app.advance(Duration::ZERO);
    for _ in 0..30 {
        for job in app.take_jobs() {
            app.job_done(&job.run());
        }
        press(&mut app, KeyCode::Enter);
    }
    let shown = |app: &mut parlor_tui::App| {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        app.paint(area, &mut buffer);
        text(&buffer)
    };
    for _ in 0..20 {
        for job in app.take_jobs() {
            app.job_done(&job.run());
        }
        app.advance(Duration::ZERO);
    }
    press(&mut app, KeyCode::Char('q'));
    press(&mut app, KeyCode::Char('3'));
    let at_start = shown(&mut app);
    assert!(at_start.contains("Your games"), "{at_start}");
    for job in app.take_jobs() {
        app.job_done(&job.run());
    }
    press(&mut app, KeyCode::Char('5'));
    press(&mut app, KeyCode::Char('v'));
    let begun = shown(&mut app);
    assert!(begun.contains("Thinking: 0 of "), "{begun}");
    let jobs = app.take_jobs();
    assert_eq!(jobs.len(), 2, "two questions at a time");
    for job in jobs {
        app.job_done(&job.run());
    }
    assert!(shown(&mut app).contains("Thinking: 2 of "), "{}", shown(&mut app));
    let next = app.take_jobs();
    assert!(!next.is_empty());
    // Leaving doesn't wait for the jobs, but stops them.
    press(&mut app, KeyCode::Esc);
    assert!(shown(&mut app).contains("Your games"), "{}", shown(&mut app));
    for job in next {
        assert!(format!("{:?}", job.run()).contains("Stopped"));
    }
}

/// Both players see the same screen, so neither of them has an advantage.
#[test]
fn an_open_game_between_two_people_at_one_screen_is_reviewed_after_a_round() {
    let players = Pair { human: person("Anna"), computer: person("Ben") };
    let mut sitter = Sitter::playing(Setup { players, ..setup(Game::Canoga, 9, 7) }, still());
    enter_until(&mut sitter, "Round 1 is over");
    assert!(key_line(&mut sitter).contains("review"), "{}", sitter.text());
    sitter.keys("v");
    assert!(sitter.text().contains("Review: Canoga 9 squares, Anna against Ben"), "{}", sitter.text());
}

#[test]
fn a_repeated_review_asks_only_new_questions() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    sitter.key(KeyCode::Esc);
    // A second review asks no questions. After another round, it asks only about that round.
    let asked = |sitter: &mut Sitter| {
        sitter.app.input(&Event::Key(KeyEvent::new(KeyCode::Char('v'), KeyModifiers::NONE)));
        let shown = sitter.text();
        sitter.key(KeyCode::Esc);
        shown
    };
    assert!(!asked(&mut sitter).contains("Thinking"), "all answers are known");
    sitter.keys("y");
    enter_until(&mut sitter, "Round 2 is over");
    let again = asked(&mut sitter);
    let known = again.split("Thinking: ").nth(1).unwrap_or_else(|| panic!("{again}"));
    let known: usize = known.split_whitespace().next().unwrap().parse().unwrap();
    assert!(known > 10, "the first round is known:\n{again}");
}

#[test]
fn every_learning_screen_keeps_to_its_theme() {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), looks(Palette::Mono, true, Speed::Off));
    enter_until(&mut sitter, "Round 1 is over");
    sitter.keys("v");
    let check = |sitter: &mut Sitter| assert!(sitter.text().is_ascii(), "{}", sitter.text());
    check(&mut sitter);
    for size in [(80, 24), (100, 30), (160, 50)] {
        sitter.resize(size.0, size.1);
        check(&mut sitter);
    }
    sitter.resize(80, 24);
    sitter.keys("m\n");
    check(&mut sitter);
    sitter.keys("f!");
    check(&mut sitter);
}

#[test]
fn the_mouse_chooses_steps_and_keys() {
    let mut sitter = after_a_round();
    sitter.click_on("v review   u");
    assert!(sitter.text().contains("Review: Canoga"), "{}", sitter.text());
    sitter.click_on("m M");
    sitter.click_on("Enter look");
    assert!(sitter.text().contains("Entry "), "{}", sitter.text());
    sitter.click_on("Esc list");
    sitter.click_on("Esc back");
    assert!(sitter.text().contains("Round 1 is over"), "{}", sitter.text());
}

/// Random input on these screens does no harm.
#[test]
fn a_storm_of_keys_and_clicks_does_no_harm() {
    let keys = "mMnpfx!v ru:<>qhe12";
    let others = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
    ];
    let mut sitter = after_a_round();
    sitter.keys("v");
    let mut numbers = Random::new(7);
    let mut random = |most: usize| numbers.below(most);
    let mut seen = [("Review:", 0), ("Find a better move", 0), ("Analysis", 0), ("Round 1. Entry ", 0)];
    for _ in 0..1500 {
        match random(10) {
            0 => {
                sitter.click(random(80) as u16, random(24) as u16);
            }
            1 if random(4) == 0 => {
                sitter.key(KeyCode::Home);
                sitter.keys("mf");
            }
            1..5 => sitter.keys(&keys.chars().nth(random(keys.len())).unwrap().to_string()),
            _ => {
                sitter.key(others[random(others.len())]);
            }
        }
        // Random input must not write files.
        if key_line(&mut sitter).contains("Enter save") {
            sitter.key(KeyCode::Esc);
        }
        let shown = sitter.text();
        for (words, times) in &mut seen {
            *times += usize::from(shown.contains(*words));
        }
        // Return to the tested screen if the input has led away from it.
        if !["Review:", "Find a better move", "Analysis"].iter().any(|words| shown.contains(words)) {
            sitter = after_a_round();
            sitter.keys("v");
        }
    }
    for (words, times) in seen {
        assert!(times > 20, "{words} was visible only {times} times");
    }
}
