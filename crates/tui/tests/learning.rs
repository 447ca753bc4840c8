//! Reviews, finding better, practice, the tutor, analyses and statistics on the full screen, as the issue numbers them.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Sitter, app, looks, still, text};
use parlor_host::{FileStore, Store};
use parlor_review::Tutor;
use parlor_rules::{Game, Level, Pair};
use parlor_table::{Player, Setup};
use parlor_tui::{Looks, Opening, Palette, Speed};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use tempfile::TempDir;

fn person(name: &str) -> Player {
    Player::Human(name.to_owned())
}

fn setup(game: Game, size: i64, seed: u64) -> Setup {
    let players = Pair { human: person("Anna"), computer: Player::Computer(Level::Novice) };
    Setup { seed: seed.into(), size: Some(size), players, ..Setup::new(game) }
}

fn enter_until(sitter: &mut Sitter, words: &str) {
    for _ in 0..600 {
        if sitter.text().contains(words) {
            return;
        }
        sitter.key(KeyCode::Enter);
        sitter.wait(2000);
    }
    panic!("never came to {words}:\n{}", sitter.text());
}

/// A round of Canoga that is over, played by somebody who takes what the cursor is on.
fn after_a_round() -> Sitter {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), still());
    enter_until(&mut sitter, "Round 1 is over");
    sitter
}

fn key_line(sitter: &Sitter) -> String {
    sitter.text().lines().last().unwrap().to_owned()
}

fn store(sitter: &Sitter) -> Arc<dyn Store> {
    Arc::new(FileStore::at(sitter.home.path()))
}

#[test]
fn point_4_a_round_is_reviewed_from_its_end_and_the_review_is_kept() {
    let mut sitter = after_a_round();
    assert!(key_line(&sitter).contains("v review"), "{}", sitter.text());
    let name = store(&sitter).list().unwrap()[0].name.clone();
    assert_eq!(store(&sitter).review(&name).unwrap(), None);
    sitter.keys("v");
    let shown = sitter.text();
    for words in ["Review: Canoga", "For Anna: ", " luck ", " skill = ", "Anna gave away ", "What Anna could expect"] {
        assert!(shown.contains(words), "no {words} in\n{shown}");
    }
    let kept = store(&sitter).review(&name).unwrap();
    assert!(kept.is_some(), "a complete review is kept");
    // Back where it came from, and nothing has changed there.
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Round 1 is over"), "{}", sitter.text());
}

#[test]
fn point_4_the_equation_adds_up_as_printed() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    let shown = sitter.text();
    let line = shown.split("For Anna: ").nth(1).unwrap().replace('\n', " ");
    let words: Vec<&str> = line.split_whitespace().collect();
    let hundredths = |word: &str| (word.parse::<f64>().unwrap() * 100.0).round() as i64;
    let place = |word: &str| words.iter().position(|other| *other == word).unwrap();
    let signed = |at: usize| hundredths(&format!("{}{}", words[at - 2], words[at - 1]));
    let start = hundredths(words[0]);
    let points = hundredths(words[place("=") + 1]);
    assert_eq!(start + signed(place("luck")) + signed(place("skill")), points, "{line}");
}

#[test]
fn point_4_mistakes_are_jumped_to_and_shown_with_their_board() {
    let mut sitter = after_a_round();
    sitter.keys("vm");
    sitter.key(KeyCode::Enter);
    let shown = sitter.text();
    for words in ["moment ", "Anna chose to ", "It cost ", "The best was ", "* marks what was played, ! the best"] {
        assert!(shown.contains(words), "no {words} in\n{shown}");
    }
    assert!(shown.lines().take(14).any(|line| line.contains('!')), "the best is marked on the board:\n{shown}");
    sitter.key(KeyCode::Right);
    assert_ne!(sitter.text(), shown, "steps lead on");
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("What Anna could expect"), "{}", sitter.text());
}

#[test]
fn point_4_a_review_shows_what_is_known_so_far_and_can_be_left() {
    let home = TempDir::new().unwrap();
    let opening = Opening::Game(Box::new(setup(Game::Kono, 5, 3)), Vec::new());
    let mut app = app(opening, &home, still());
    let press = |app: &mut parlor_tui::App, code| {
        app.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        app.advance(Duration::ZERO);
    };
    // A round of a few steps, given up.
    app.advance(Duration::ZERO);
    for _ in 0..30 {
        for job in app.take_jobs() {
            app.job_done(job.run());
        }
        press(&mut app, KeyCode::Enter);
    }
    let shown = |app: &parlor_tui::App| {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        app.paint(Duration::ZERO, area, &mut buffer);
        text(&buffer)
    };
    for _ in 0..20 {
        for job in app.take_jobs() {
            app.job_done(job.run());
        }
        app.advance(Duration::ZERO);
    }
    press(&mut app, KeyCode::Char('q'));
    press(&mut app, KeyCode::Char('3'));
    let at_start = shown(&app);
    assert!(at_start.contains("Games that are kept"), "{at_start}");
    for job in app.take_jobs() {
        app.job_done(job.run());
    }
    press(&mut app, KeyCode::Char('5'));
    press(&mut app, KeyCode::Char('v'));
    let begun = shown(&app);
    assert!(begun.contains("Thinking: 0 of "), "{begun}");
    let jobs = app.take_jobs();
    assert_eq!(jobs.len(), 2, "two questions at a time");
    for job in jobs {
        app.job_done(job.run());
    }
    assert!(shown(&app).contains("Thinking: 2 of "), "{}", shown(&app));
    let next = app.take_jobs();
    assert!(!next.is_empty());
    // Who leaves doesn't wait for them, and they stop.
    press(&mut app, KeyCode::Esc);
    assert!(shown(&app).contains("Games that are kept"), "{}", shown(&app));
    for job in next {
        assert!(format!("{:?}", job.run()).contains("Stopped"));
    }
}

#[test]
fn point_4_an_open_game_between_two_people_is_not_reviewed() {
    let players = Pair { human: person("Anna"), computer: person("Ben") };
    let mut sitter = Sitter::playing(Setup { players, ..setup(Game::Canoga, 9, 7) }, still());
    enter_until(&mut sitter, "Round 1 is over");
    assert!(!key_line(&sitter).contains("review"), "{}", sitter.text());
    sitter.keys("v");
    assert!(sitter.text().contains("A game between two people is reviewed when it is over."), "{}", sitter.text());
    sitter.keys("n");
    sitter.wait(2000);
    assert!(key_line(&sitter).contains("v review"), "{}", sitter.text());
    sitter.keys("v");
    assert!(sitter.text().contains("Review: Canoga"), "{}", sitter.text());
}

#[test]
fn point_5_a_mistake_becomes_an_exercise_and_the_answer_is_shown_only_when_asked() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    // The next costly decision that is a mistake.
    for _ in 0..30 {
        if key_line(&sitter).contains("f find better") {
            break;
        }
        sitter.keys("m");
    }
    sitter.keys("f");
    let asked = sitter.text();
    assert!(asked.contains("Find better") && asked.contains("Anna chose to"), "{asked}");
    assert!(!asked.contains("The best is"), "{asked}");
    sitter.keys("!");
    assert!(sitter.text().contains("The best is "), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("Review: Canoga"), "back to the review:\n{}", sitter.text());
}

#[test]
fn point_5_practice_has_the_mistakes_of_all_reviewed_games() {
    let mut sitter = after_a_round();
    sitter.keys("q3");
    assert!(sitter.text().contains("Practice: your mistakes (0)"), "{}", sitter.text());
    sitter.keys("7");
    let empty = sitter.text();
    assert!(
        empty.contains("There is no mistake to practise yet.") && empty.contains("1 game that is kept has no review"),
        "{empty}"
    );
    sitter.key(KeyCode::Esc);
    // Reviewed, it has something to practise.
    sitter.keys("5v");
    sitter.key(KeyCode::Esc);
    sitter.key(KeyCode::Esc);
    let start = sitter.text();
    assert!(start.contains("Practice: your mistakes (") && !start.contains("mistakes (0)"), "{start}");
    sitter.keys("7");
    let first = sitter.text();
    assert!(first.contains("Find better") && first.contains("Anna chose to"), "{first}");
    // What was seen comes later the next time, if there is anything else.
    let several = first.contains("Find better 1 of ");
    sitter.key(KeyCode::Esc);
    sitter.keys("7");
    if several {
        assert_ne!(sitter.text(), first);
    }
}

#[test]
fn point_5_a_try_is_judged() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    for _ in 0..30 {
        if key_line(&sitter).contains("f find better") {
            break;
        }
        sitter.keys("m");
    }
    sitter.keys("f");
    // The mistake itself is refused, and something else is found.
    let mistake = sitter.text();
    let (_, played) = mistake.split_once("Anna chose to ").unwrap();
    let squares: Vec<&str> = played.split(" with ").next().unwrap().split_whitespace().skip(1).collect();
    let verb = played.split_whitespace().next().unwrap();
    let mut found = false;
    for first in 0..18 {
        let mut tried = sitter.text();
        if !tried.contains("Find better") {
            break;
        }
        for _ in 0..first {
            sitter.key(KeyCode::Tab);
        }
        for _ in 0..3 {
            sitter.key(KeyCode::Enter);
            tried = sitter.text();
            if ["Right:", "Not yet:", "That is what was played."].iter().any(|words| tried.contains(words)) {
                break;
            }
        }
        if tried.contains("Right:") {
            found = true;
            break;
        }
    }
    assert!(found, "nothing better was found than to {verb} {squares:?}:\n{}", sitter.text());
}

fn tutored(game: Game, size: i64, seed: u64, tutor: Tutor) -> Sitter {
    Sitter::playing(setup(game, size, seed), Looks { tutor, ..still() })
}

/// Plays what the cursor is on until the tutor speaks up.
fn until_the_tutor_speaks(sitter: &mut Sitter) {
    for _ in 0..300 {
        if sitter.text().contains("This gives up ") {
            return;
        }
        sitter.key(KeyCode::Enter);
        sitter.wait(2000);
    }
    panic!("the tutor never spoke:\n{}", sitter.text());
}

#[test]
fn point_6_the_tutor_asks_before_a_costly_choice_and_never_takes_back() {
    let mut sitter = tutored(Game::Canoga, 9, 7, Tutor::Strict);
    until_the_tutor_speaks(&mut sitter);
    let told = sitter.told().len();
    let asked = sitter.text();
    for words in ["Tutor", "Play it, think again, or see why?", "1 Play it", "2 Think again", "3 See why"] {
        assert!(asked.contains(words), "no {words} in\n{asked}");
    }
    assert!(!asked.contains("It would be better to"), "{asked}");
    sitter.keys("3");
    assert!(sitter.text().contains("It would be better to "), "{}", sitter.text());
    // Thinking again plays nothing.
    sitter.keys("2");
    assert!(!sitter.text().contains("This gives up "), "{}", sitter.text());
    assert_eq!(sitter.told().len(), told, "nothing was played");
    // The same choice is asked about again, and can be played.
    until_the_tutor_speaks(&mut sitter);
    sitter.keys("1");
    sitter.wait(2000);
    assert!(sitter.told().len() > told, "it is played");
}

#[test]
fn point_6_without_a_tutor_nobody_asks() {
    let mut sitter = after_a_round();
    assert!(!sitter.text().contains("This gives up"));
    sitter.keys("y");
    assert!(!sitter.text().contains("Tutor"), "{}", sitter.text());
}

#[test]
fn point_6_a_tutor_that_is_not_done_in_time_lets_the_choice_be_played_and_says_so() {
    let home = TempDir::new().unwrap();
    let opening = Opening::Game(Box::new(setup(Game::Congkak, 5, 3)), Vec::new());
    let mut app = app(opening, &home, Looks { tutor: Tutor::Strict, ..still() });
    let mut now = Duration::ZERO;
    let shown = |app: &parlor_tui::App, now| {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        app.paint(now, area, &mut buffer);
        text(&buffer)
    };
    // Everything is done at once, until the first pit is asked for.
    for _ in 0..40 {
        app.advance(now);
        if shown(&app, now).contains("sow") && shown(&app, now).contains("2 Enter") {
            break;
        }
        for job in app.take_jobs() {
            app.job_done(job.run());
        }
        app.input(&Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    }
    // The tutor is slow.
    let slow = app.take_jobs();
    assert_eq!(slow.len(), 1, "{}", shown(&app, now));
    now += Duration::from_secs(20);
    let told = app.told().len();
    app.input(&Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    app.advance(now);
    assert!(shown(&app, now).contains("The tutor looks at your choice."), "{}", shown(&app, now));
    assert_eq!(app.wake(now), Some(now + Duration::from_secs(1)));
    now += Duration::from_millis(900);
    app.advance(now);
    assert_eq!(app.told().len(), told, "it still waits");
    now += Duration::from_millis(100);
    app.advance(now);
    app.advance(now);
    assert!(app.told().len() > told, "it is played:\n{}", shown(&app, now));
    assert!(shown(&app, now).contains("wasn't done in time"), "{}", shown(&app, now));
}

#[test]
fn point_6_the_tutor_is_a_setting_that_is_remembered() {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), still());
    sitter.keys("t");
    for _ in 0..5 {
        sitter.key(KeyCode::Down);
    }
    assert!(sitter.text().contains("Tutor"), "{}", sitter.text());
    sitter.key(KeyCode::Right);
    assert!(sitter.text().contains("mild: warns before blunders"), "{}", sitter.text());
}

#[test]
fn point_7_an_analysis_has_values_and_both_sides_and_changes_nothing() {
    let mut sitter = Sitter::playing(setup(Game::Kono, 5, 3), still());
    enter_until(&mut sitter, "lift");
    let (before, told) = (sitter.text(), sitter.told());
    sitter.keys("x");
    let analysis = sitter.text();
    assert!(analysis.contains("Analysis") && analysis.contains("q back"), "{analysis}");
    sitter.keys("h");
    assert!(sitter.text().contains("! marks it on the board."), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    sitter.key(KeyCode::Enter);
    sitter.wait(5000);
    let moved = sitter.text();
    assert_ne!(moved, analysis);
    assert!(moved.contains("lift"), "the other side is asked too:\n{moved}");
    sitter.keys("u");
    sitter.keys("U");
    sitter.keys("q");
    assert_eq!(sitter.text(), before, "the game is as it was");
    assert_eq!(sitter.told(), told);
}

#[test]
fn point_7_a_moment_of_a_replay_or_a_review_can_be_analysed() {
    let mut sitter = after_a_round();
    let end = sitter.text();
    sitter.keys("vmx");
    assert!(sitter.text().contains("Analysis"), "{}", sitter.text());
    sitter.keys("q");
    assert!(sitter.text().contains("Review: Canoga"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("r");
    for _ in 0..6 {
        sitter.key(KeyCode::Right);
    }
    let step = sitter.text();
    sitter.keys("x");
    assert!(sitter.text().contains("Analysis"), "{}", sitter.text());
    sitter.keys("q");
    assert_eq!(sitter.text(), step);
    sitter.key(KeyCode::Esc);
    assert_eq!(sitter.text(), end);
}

#[test]
fn point_8_statistics_count_reviewed_games_and_name_the_others() {
    let mut sitter = after_a_round();
    sitter.keys("q38");
    assert!(sitter.text().contains("No game is reviewed yet."), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("5v");
    sitter.key(KeyCode::Esc);
    sitter.key(KeyCode::Esc);
    sitter.keys("8");
    let shown = sitter.text();
    for words in ["Statistics", "Every game is reviewed.", "Canoga 9", "novice", "mean cost", "luck a round"] {
        assert!(shown.contains(words), "no {words} in\n{shown}");
    }
}

#[test]
fn point_4_every_screen_is_plain_where_it_has_to_be() {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), looks(Palette::Mono, true, Speed::Off));
    enter_until(&mut sitter, "Round 1 is over");
    sitter.keys("v");
    let check = |sitter: &Sitter| assert!(sitter.text().is_ascii(), "{}", sitter.text());
    check(&sitter);
    for size in [(80, 24), (100, 30), (160, 50)] {
        sitter.resize(size.0, size.1);
        check(&sitter);
    }
    sitter.resize(80, 24);
    sitter.keys("m\n");
    check(&sitter);
    sitter.keys("f!");
    check(&sitter);
}

#[test]
fn point_4_the_mouse_chooses_moments_and_keys() {
    let mut sitter = after_a_round();
    sitter.click_on("v review   u");
    assert!(sitter.text().contains("Review: Canoga"), "{}", sitter.text());
    sitter.click_on("m M");
    sitter.click_on("Enter look");
    assert!(sitter.text().contains("moment "), "{}", sitter.text());
    sitter.click_on("Esc list");
    sitter.click_on("Esc back");
    assert!(sitter.text().contains("Round 1 is over"), "{}", sitter.text());
}

/// Nothing that is pressed on these screens may harm anything.
#[test]
fn point_4_a_storm_of_keys_and_clicks_does_no_harm() {
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
    let mut state = 7u64;
    let mut random = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let mut seen = [("Review:", 0), ("Find better", 0), ("Analysis", 0), ("moment ", 0)];
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
        // A storm must not write files.
        if key_line(&sitter).contains("Enter save") {
            sitter.key(KeyCode::Esc);
        }
        let shown = sitter.text();
        for (words, times) in &mut seen {
            *times += usize::from(shown.contains(*words));
        }
        // Back to where the storm is, if it has blown somewhere else.
        if !["Review:", "Find better", "Analysis"].iter().any(|words| shown.contains(words)) {
            sitter = after_a_round();
            sitter.keys("v");
        }
    }
    for (words, times) in seen {
        assert!(times > 20, "{words} was in sight only {times} times");
    }
}
