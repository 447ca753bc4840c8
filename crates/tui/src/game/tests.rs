use std::sync::Arc;

use parlor_host::Looks;
use parlor_rules::{Level, Pair};
use parlor_store::{SqliteStore, Store};
use parlor_table::{Next, Player};
use parlor_view::Line;
use ratatui::crossterm::event::KeyCode;

use super::*;
use crate::job::{JobOutcome, JobResult};
use crate::paths::Paths;
use crate::trial::{SMALL, key, letters, text};

/// A screen on which the computer player thinks about its first play, and the job for that.
fn thinking() -> (GameScreen, Job) {
    thinking_in(None)
}

/// Like `thinking`, with a journal in memory.
fn thinking_with_journal() -> (GameScreen, Job) {
    thinking_in(Some(&(Arc::new(SqliteStore::in_memory().unwrap()) as Arc<dyn Store>)))
}

fn thinking_in(store: Option<&Arc<dyn Store>>) -> (GameScreen, Job) {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Novice) };
    for seed in 0..40 {
        let setup = Setup { seed: seed.into(), size: Some(5), players: players.clone(), ..Setup::new(Game::Congkak) };
        let (host, events) = Host::begin(setup, store.cloned()).unwrap();
        let mut screen = GameScreen::new(host, &events, &[]);
        settle(&mut screen);
        // Call the coin toss; its winner starts.
        press(&mut screen, KeyCode::Enter);
        if let Some(job) = screen.take_jobs().pop() {
            return (screen, job);
        }
    }
    panic!("the computer never starts");
}

fn settle(screen: &mut GameScreen) {
    screen.advance(Looks { speed: Speed::Off, ..Looks::default() }, Duration::ZERO);
}

fn press(screen: &mut GameScreen, code: KeyCode) -> Request {
    let after = screen.key(key(code));
    settle(screen);
    after
}

fn fail(screen: &mut GameScreen, job: Job) {
    let result = JobResult { outcome: JobOutcome::Failed("a table is missing".to_owned()), ..job.run() };
    screen.job_done(&result);
    settle(screen);
}

fn painted(screen: &mut GameScreen) -> String {
    let mut buffer = Buffer::empty(SMALL);
    screen.paint(Theme::default(), SMALL, &mut buffer);
    text(&buffer)
}

#[test]
fn a_failed_computer_player_is_not_retried_automatically() {
    let (mut screen, job) = thinking();
    fail(&mut screen, job);
    let shown = painted(&mut screen);
    assert!(shown.contains("The computer player has failed: a table is missing"), "{shown}");
    assert!(shown.contains("[ 1 Try again ]   2 Save a copy     3 Leave"), "{shown}");
    assert!(screen.take_jobs().is_empty());
    assert!(matches!(screen.table().next(), Next::Ask(question) if !screen.table().player(question.seat).is_person()));
    // Keys for choosing on a board don't choose for the computer.
    for code in [KeyCode::Char('A'), KeyCode::Tab, KeyCode::BackTab, KeyCode::Char(' '), KeyCode::Char(':')] {
        assert_eq!(press(&mut screen, code), Request::Stay);
        assert!(matches!(screen.mode, Mode::Failed(_)), "{code:?}");
    }
}

#[test]
fn a_computer_player_that_failed_can_try_again() {
    let (mut screen, job) = thinking();
    fail(&mut screen, job);
    press(&mut screen, KeyCode::Enter);
    let [job] = <[Job; 1]>::try_from(screen.take_jobs()).unwrap();
    let before = screen.table().records().count();
    screen.job_done(&job.run());
    assert!(screen.table().records().count() > before);
}

#[test]
fn a_decision_that_the_table_refuses_is_a_failure() {
    let (mut screen, job) = thinking();
    let refused = parlor_table::Entry::decision(parlor_rules::Seat::Computer, parlor_table::Answer::Size(5));
    screen.job_done(&JobResult {
        outcome: JobOutcome::Found(Box::new((screen.table().revision(), refused))),
        ..job.run()
    });
    settle(&mut screen);
    assert!(matches!(screen.mode, Mode::Failed(_)), "{:?}", screen.mode);
    assert!(screen.take_jobs().is_empty());
}

#[test]
fn a_copy_of_a_game_that_failed_can_be_read_again() {
    let (mut screen, job) = thinking();
    fail(&mut screen, job);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.txt");
    let save_as = |screen: &mut GameScreen, name: &str| {
        press(screen, KeyCode::Char('2'));
        for letter in letters(name) {
            screen.key(letter);
        }
        press(screen, KeyCode::Enter);
    };
    save_as(&mut screen, &file.display().to_string());
    assert!(painted(&mut screen).contains("A copy is saved in"), "{}", painted(&mut screen));
    let save = parlor_saves::read(&std::fs::read_to_string(&file).unwrap(), None).unwrap();
    assert_eq!(Some(save.standing), screen.table().standing());
    // A file is replaced only after a confirmation, and the name stays open for correction.
    save_as(&mut screen, &file.display().to_string());
    assert!(painted(&mut screen).contains("Replace it?"), "{}", painted(&mut screen));
    press(&mut screen, KeyCode::Char('n'));
    assert!(screen.mode.asks_for_file());
    // Regression: the screen said "typing replaces the name", but the text was inserted after the name.
    press(&mut screen, KeyCode::Char('x'));
    assert_eq!(screen.mode.input().map(|input| input.text().to_owned()), Some("x".to_owned()));
    press(&mut screen, KeyCode::Esc);
    assert_eq!(press(&mut screen, KeyCode::Char('3')), Request::Quit);
}

/// Plays until the computer player thinks after one of Anna's plays, which can be undone.
fn thinking_after_a_play() -> (GameScreen, Job) {
    let (mut screen, mut job) = thinking();
    for _ in 0..50 {
        screen.job_done(&job.run());
        settle(&mut screen);
        loop {
            if let Some(next) = screen.take_jobs().pop() {
                job = next;
                break;
            }
            press(&mut screen, KeyCode::Enter);
        }
        let by_person = |event: &&Line| event.text.starts_with("You took");
        if screen.log.lines().any(|line| by_person(&line)) {
            return (screen, job);
        }
    }
    panic!("the person never plays");
}

#[test]
fn an_undo_stops_the_search() {
    let (mut screen, job) = thinking_after_a_play();
    press(&mut screen, KeyCode::Char('U'));
    assert!(matches!(job.run().outcome, JobOutcome::Stopped));
    assert!(painted(&mut screen).contains("Your turn: which pit?"), "{}", painted(&mut screen));
}

#[test]
fn leaving_stops_the_search() {
    let (screen, job) = thinking();
    drop(screen);
    assert!(matches!(job.run().outcome, JobOutcome::Stopped));
}

#[test]
fn failed_advice_is_reported_and_harmless() {
    let (mut screen, job) = thinking();
    screen.job_done(&job.run());
    settle(&mut screen);
    while let Some(job) = screen.take_jobs().pop() {
        screen.job_done(&job.run());
        settle(&mut screen);
    }
    press(&mut screen, KeyCode::Char('H'));
    let [job] = <[Job; 1]>::try_from(screen.take_jobs()).unwrap();
    fail(&mut screen, job);
    assert!(painted(&mut screen).contains("No advice: the computer player failed"));
    press(&mut screen, KeyCode::Left);
    assert!(painted(&mut screen).contains("Your turn: which pit?"), "{}", painted(&mut screen));
}

#[test]
fn rounds_are_counted_from_the_first_question_on() {
    let (host, events) = Host::begin(Setup::new(Game::Kono), None).unwrap();
    let mut screen = GameScreen::new(host, &events, &[]);
    settle(&mut screen);
    let shown = painted(&mut screen);
    assert!(shown.starts_with(" Kono \u{b7} round 1") && shown.contains("Which size?"), "{shown}");
}

#[test]
fn an_ordinary_save_knows_the_home_folder() {
    let (mut screen, job) = thinking();
    let home = tempfile::tempdir().unwrap();
    screen.saving.paths = Paths::with_home("", home.path());
    screen.job_done(&job.run());
    settle(&mut screen);
    while let Some(job) = screen.take_jobs().pop() {
        screen.job_done(&job.run());
        settle(&mut screen);
    }
    press(&mut screen, KeyCode::Char('S'));
    assert!(screen.mode.asks_for_file(), "{:?}", screen.mode);
    for letter in letters("~/my game.txt") {
        screen.key(letter);
    }
    press(&mut screen, KeyCode::Enter);
    assert!(screen.is_saved(), "{}", painted(&mut screen));
    assert!(home.path().join("my game.txt").is_file());
    // Nothing is lost by leaving now, even without a journal.
    press(&mut screen, KeyCode::Char('q'));
    assert!(painted(&mut screen).contains("Leave the program: the game is saved"), "{}", painted(&mut screen));
}

/// Every message about leaving uses the same words for the effect on the game.
fn assert_says_everywhere(kept: &str, screen: impl Fn() -> (GameScreen, Job)) {
    // While the computer player is thinking.
    let (mut thinks, job) = screen();
    let shown = painted(&mut thinks);
    assert!(shown.contains(&format!("(Q leaves, {kept})")), "{shown}");
    assert!(shown.contains(&format!("Q leaves; {kept}.")), "{shown}");
    press(&mut thinks, KeyCode::Char('?'));
    let shown = painted(&mut thinks);
    assert!(shown.contains(&format!("quit: leave ({kept}) or give up")), "{shown}");
    assert!(shown.contains(&format!("leave at once; {kept}")), "{shown}");
    press(&mut thinks, KeyCode::Esc);
    press(&mut thinks, KeyCode::Char('Q'));
    let shown = painted(&mut thinks);
    assert!(shown.contains(&format!("Leave the program: {kept}")), "{shown}");
    assert!(shown.contains(&format!("Start screen: {kept}")), "{shown}");
    press(&mut thinks, KeyCode::Esc);
    // When the computer player has failed.
    fail(&mut thinks, job);
    let shown = painted(&mut thinks);
    assert!(shown.to_lowercase().contains(&format!("{kept}:")), "{shown}");
}

#[test]
fn a_game_without_a_store_is_never_called_saved() {
    assert_says_everywhere("the game isn't saved", thinking);
}

#[test]
fn a_game_with_a_journal_is_called_saved() {
    assert_says_everywhere("the game is saved", thinking_with_journal);
}

#[test]
fn a_game_whose_journal_was_lost_is_never_called_saved() {
    assert_says_everywhere("the game isn't saved", || {
        let (mut screen, job) = thinking_with_journal();
        screen.lose_journal("the disk is full");
        (screen, job)
    });
}

#[test]
fn a_game_between_programs_says_whether_it_is_kept() {
    let players = Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Novice) };
    let stores: [(Option<Arc<dyn Store>>, &str); 2] = [
        (None, "; the game isn't saved. Press q to leave."),
        (Some(Arc::new(SqliteStore::in_memory().unwrap())), "; the game is saved. Press q to leave."),
    ];
    for (store, words) in stores {
        let setup = Setup { size: Some(5), players: players.clone(), ..Setup::new(Game::Congkak) };
        let (host, events) = Host::begin(setup, store).unwrap();
        let mut screen = GameScreen::new(host, &events, &[]);
        settle(&mut screen);
        press(&mut screen, KeyCode::Char('s'));
        assert!(painted(&mut screen).contains(words), "{}", painted(&mut screen));
    }
}

#[test]
fn a_journal_that_is_lost_while_the_box_is_open_changes_the_box() {
    let (mut screen, _job) = thinking_with_journal();
    press(&mut screen, KeyCode::Char('Q'));
    press(&mut screen, KeyCode::Down);
    assert!(painted(&mut screen).contains("3 Start screen: the game is saved"), "{}", painted(&mut screen));
    screen.lose_journal("the disk is full");
    let shown = painted(&mut screen);
    assert!(shown.contains("\u{25b6} 3 Start screen: the game isn't saved"), "{shown}");
    assert!(!shown.contains("the game is saved"), "{shown}");
    assert_eq!(press(&mut screen, KeyCode::Enter), Request::Start);
}

#[test]
fn s_saves_a_copy_of_a_game_whose_computer_player_has_failed() {
    let (mut screen, job) = thinking();
    fail(&mut screen, job);
    press(&mut screen, KeyCode::Char('s'));
    assert!(screen.mode.asks_for_file() && screen.turn.wanted.is_none(), "{:?}", screen.mode);
}
