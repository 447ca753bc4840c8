//! A regression test for each bug found on the screen, named after the bug.

use crate::common;

use common::{Sitter, app, still};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlor_engine::EngineJob;
use parlor_host::{Opponent, OpponentDecision, Settings};
use parlor_rules::{Game, Level, Pair};
use parlor_store::{FileStore, Store, StoreError};
use parlor_table::{Entry, Player, Setup};
use parlor_tui::{App, Opening, TerminalAction};
use ratatui::crossterm::event::{Event, KeyCode};

fn playing(game: Game, size: i64, seed: u64) -> Sitter {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Novice) };
    Sitter::playing(Setup { seed: seed.into(), size: Some(size), players, ..Setup::new(game) }, still())
}

fn enter_until(sitter: &mut Sitter, words: &str) {
    for _ in 0..200 {
        if sitter.text().contains(words) {
            return;
        }
        sitter.key(KeyCode::Enter);
    }
    panic!("never came to {words}:\n{}", sitter.text());
}

#[test]
fn giving_up_while_the_first_dice_roll_never_costs_the_computer() {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Novice) };
    for seed in 0..20 {
        let setup = Setup { seed: seed.into(), size: Some(5), players: players.clone(), ..Setup::new(Game::Kono) };
        let moving = common::looks(parlor_host::Palette::Mono, false, parlor_host::Speed::Normal);
        let mut sitter = Sitter::playing(setup, moving);
        while !sitter.text().contains("Throw the dice") {
            sitter.wait(100);
        }
        sitter.key(KeyCode::Enter);
        sitter.keys("q4");
        for _ in 0..200 {
            sitter.wait(100);
            if sitter.text().contains("white or black") || sitter.text().contains("Give up the round?") {
                sitter.key(KeyCode::Enter);
            }
        }
        let logged = sitter.log_lines().join("\n");
        assert!(logged.contains("You have quit, which costs 5 points."), "{seed}: {logged}");
        assert!(!logged.contains("The computer has quit"), "{seed}: {logged}");
    }
}

#[test]
fn quit_in_canogas_menu_asks_before_it_ends_the_tournament() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "Throw the dice");
    sitter.keys("4");
    assert!(sitter.text().contains("Give up? Neither player scores this round"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Throw the dice"), "{}", sitter.text());
}

#[test]
fn a_save_that_fails_is_asked_again_with_its_name() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    let file = sitter.home.path().join("no folder").join("game.txt").display().to_string();
    sitter.keys("S");
    sitter.keys(&format!("{file}\n"));
    let text = sitter.text();
    assert!(text.contains("Not saved") && text.contains("game.txt"), "{text}");
    // The line is still open. Esc closes it.
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("which pit"), "{}", sitter.text());
}

#[test]
fn dice_are_visible_after_an_undo_and_a_continuation() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "which squares add up to");
    let dice =
        |sitter: &mut Sitter| sitter.text().lines().nth(1).unwrap().split("Anna threw").nth(1).map(str::to_owned);
    let thrown = dice(&mut sitter).unwrap();
    sitter.key(KeyCode::Enter);
    if sitter.text().contains("to go") {
        sitter.key(KeyCode::Enter);
    }
    sitter.keys("u");
    assert_eq!(dice(&mut sitter).as_ref(), Some(&thrown));
    assert_eq!(sitter.ctrl('c'), TerminalAction::End);
    let name = sitter.app.farewell().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let mut sitter = Sitter::before(app(Opening::Continue(name), &home, still()), home);
    assert_eq!(dice(&mut sitter), Some(thrown));
}

#[test]
fn ctrl_with_a_letter_is_no_command() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    let before = sitter.text();
    for letter in "usehriq".chars() {
        sitter.ctrl(letter);
        assert_eq!(sitter.text(), before, "Ctrl-{letter}");
    }
}

#[test]
fn a_search_for_a_closed_game_does_not_affect_the_next() {
    // Both tables wait for the computer player's first turn, so a decision for one of them would fit the other.
    let thinking = |seed: u64| {
        let mut sitter = playing(Game::Congkak, 5, seed);
        sitter.app.input(&Event::Key(KeyCode::Enter.into()));
        sitter.app.advance(Duration::ZERO);
        let jobs = sitter.app.take_jobs();
        (sitter, jobs)
    };
    let mut games = (0..40).map(thinking).filter(|(_, jobs)| !jobs.is_empty());
    let ((_, mut left), (mut next, _)) = (games.next().unwrap(), games.next().unwrap());
    let before = next.app.log_lines();
    next.app.job_done(&left.remove(0).run());
    next.app.advance(Duration::ZERO);
    assert_eq!(next.app.log_lines(), before);
}

#[test]
fn a_space_too_many_plays_nothing() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    let before = sitter.text();
    sitter.keys("   ");
    assert_eq!(sitter.text(), before);
}

#[test]
fn keys_along_the_bottom_can_be_clicked() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    sitter.click_on("H help");
    assert!(sitter.text().contains("I suggest"), "{}", sitter.text());
    sitter.click_on("Q quit");
    assert!(sitter.text().contains("Quit?"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.click_on("? keys");
    assert!(sitter.text().contains("Every key"), "{}", sitter.text());
}

#[test]
fn points_count_as_soon_as_a_round_is_over() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4");
    let status = sitter.text().lines().nth(1).unwrap().to_owned();
    assert!(status.contains("Computer score 5"), "{status}");
    // The scores stay visible while the size of the next round is chosen.
    sitter.keys("y");
    let status = sitter.text().lines().nth(1).unwrap().to_owned();
    assert!(status.contains("Computer score 5"), "{status}");
}

#[test]
fn the_value_of_another_position_is_never_shown() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "which squares add up to");
    sitter.keys("e");
    assert!(sitter.text().contains("points"), "{}", sitter.text());
    sitter.keys("r");
    assert!(!sitter.text().lines().any(|line| line.contains('\u{2588}')), "{}", sitter.text());
}

#[test]
fn after_a_save_the_same_game_continues() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    sitter.key(KeyCode::Enter);
    enter_until(&mut sitter, "which pit");
    let file = sitter.home.path().join("game.txt");
    sitter.keys("S");
    sitter.keys(&format!("{}\n", file.display()));
    assert!(file.exists() && sitter.text().contains("Keep playing"), "{}", sitter.text());
    assert!(sitter.app.farewell().unwrap().starts_with("The game is saved in "));
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("which pit"), "{}", sitter.text());
    // Decisions before the save can still be undone, because a single journal contains everything.
    sitter.keys("U");
    assert_eq!(sitter.log_lines().last().map(String::as_str), Some("Taken back."));
    let store = FileStore::at(sitter.home.path());
    let [kept] = &store.list().unwrap()[..] else { panic!("one game, one journal") };
    let entries = store.read(&kept.name, 0).unwrap();
    assert!(entries.ends_with(&[Entry::Saved, Entry::Undo]), "{entries:?}");
}

/// An opponent that plays its last pit, and counts how often it is asked.
#[derive(Default)]
struct LastPit(AtomicUsize);

impl Opponent for LastPit {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let choice = *job.decision.choices().last().ok_or("there is nothing to choose")?;
        Ok(OpponentDecision { choice, value: None, rationale: None })
    }
}

#[test]
fn another_program_can_be_the_opponent() {
    let home = tempfile::tempdir().unwrap();
    let opponent = Arc::new(LastPit::default());
    let setup = Setup { size: Some(5), seed: 1.into(), ..Setup::new(Game::Congkak) };
    let notes = vec!["Another program.".to_owned()];
    let opening = Opening::Against(Box::new(setup), notes, Arc::<LastPit>::clone(&opponent));
    let app = App::new(opening, &Settings::new(Game::Congkak), Err(StoreError::NoHome), still()).unwrap();
    let mut sitter = Sitter::before(app, home);
    assert!(sitter.text().contains("Another program."), "{}", sitter.text());
    for _ in 0..6 {
        sitter.key(KeyCode::Enter);
    }
    let logged = sitter.log_lines();
    assert!(logged.iter().any(|line| line.contains("The computer took 5 seeds from pit E")), "{logged:?}");
    assert!(opponent.0.load(Ordering::Relaxed) > 0);
}

#[test]
fn an_unsaved_game_is_never_called_saved() {
    let no_store = || Err(StoreError::NoHome);
    let app = |opening| App::new(opening, &Settings::new(Game::Canoga), no_store(), still()).unwrap();
    let home = tempfile::tempdir().unwrap();
    let setup = Setup { size: Some(9), ..Setup::new(Game::Canoga) };
    let mut sitter = Sitter::before(app(Opening::Game(Box::new(setup), Vec::new())), home);
    enter_until(&mut sitter, "Throw the dice");
    sitter.resize(60, 20);
    let words = |sitter: &mut Sitter| sitter.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&mut sitter).contains("press q to leave: the game isn't saved."), "{}", sitter.text());
    sitter.resize(80, 24);
    // A command typed as in line mode.
    enter_until(&mut sitter, "cover");
    sitter.keys(":save\n");
    assert!(sitter.text().contains("The game will be saved before the next turn."), "{}", sitter.text());
    assert!(!sitter.text().contains("the game is saved"), "{}", sitter.text());
    // On the first screen.
    let home = tempfile::tempdir().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome), home);
    for _ in 0..4 {
        sitter.key(KeyCode::Down);
    }
    assert!(words(&mut sitter).contains("Your games can't be saved"), "{}", sitter.text());
    assert!(!sitter.text().contains("Every game is saved"), "{}", sitter.text());
    sitter.resize(60, 20);
    assert!(words(&mut sitter).contains("press q to leave. (parlor"), "{}", sitter.text());
}

#[test]
fn a_journal_with_other_rules_is_shown_line_by_line() {
    let home = tempfile::tempdir().unwrap();
    let text = "parlor journal 1\nrules 2\ngame kono\nhuman person Ada\nstones 12\nbegin\n\
                human jump 3 \u{2190} 1.5 \u{2190} It jumps\u{1b} far.\n";
    std::fs::write(home.path().join("old.journal"), parlor_table::with_checksums(text.lines())).unwrap();
    let shows = |sitter: &mut Sitter| {
        let text = sitter.text();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("old was played with version 2 of the rules, which this program doesn't know"),
            "{text}"
        );
        assert!(text.contains("stones 12") && text.contains("It jumps\u{fffd} far."), "{text}");
    };
    let app = app(Opening::Continue("old".parse().unwrap()), &home, still());
    let mut sitter = Sitter::before(app, home);
    shows(&mut sitter);
    assert_eq!(sitter.app.farewell(), None);
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("How to play"), "{}", sitter.text());
    // From the list of games, with a return to it.
    sitter.keys("5\n");
    shows(&mut sitter);
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Your games"), "{}", sitter.text());
}

/// Regression: the computer player's moves scrolled the notice away before it could be read.
#[test]
fn a_damaged_journal_is_reported_before_the_game_continues() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    sitter.ctrl('c');
    let name = sitter.app.farewell().unwrap().rsplit(' ').next().unwrap().to_owned();
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let path = home.path().join(format!("{name}.journal"));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 4);
    std::fs::write(&path, bytes).unwrap();
    let opening = Opening::Continue(name.parse().unwrap());
    let mut sitter = Sitter::before(app(opening, &home, still()), home);
    let shown = sitter.text();
    assert!(shown.contains("The journal was damaged"), "{shown}");
    assert!(shown.contains("was only half written and is ignored."), "{shown}");
    assert!(shown.contains(&format!("{name}.damaged-1")), "{shown}");
    sitter.key(KeyCode::Enter);
    assert!(!sitter.text().contains("The journal was damaged"), "{}", sitter.text());
}

#[test]
fn a_guided_game_that_is_continued_has_no_guide_any_more() {
    let home = tempfile::TempDir::new().unwrap();
    let opening = Opening::Guided(Box::new(parlor_view::guided_setup(Game::Congkak, Some("Anna"))));
    let mut sitter = Sitter::before(common::app(opening, &home, still()), home);
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("which pit?") && sitter.text().contains("Guide"), "{}", sitter.text());
    let Sitter { app, home, .. } = sitter;
    drop(app);
    let mut sitter = Sitter::before(common::app(Opening::Welcome, &home, still()), home);
    sitter.keys("c");
    assert!(sitter.text().contains("which pit?") && !sitter.text().contains("Guide"), "{}", sitter.text());
}

#[test]
fn games_are_read_again_only_after_something_may_have_changed() {
    let home = tempfile::TempDir::new().unwrap();
    let mut app = app(Opening::Welcome, &home, still());
    let mut jobs_after = |keys: &str| {
        for letter in keys.chars() {
            app.input(&Event::Key(KeyCode::Char(letter).into()));
        }
        app.take_jobs().len()
    };
    assert_eq!([jobs_after(""), jobs_after("6q"), jobs_after("5q")], [1, 0, 1]);
}
