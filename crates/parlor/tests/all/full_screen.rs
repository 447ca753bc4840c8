//! The full screen on a real terminal.

use crate::pty;

use parlor_rules::Game;
use std::env;
use std::fs;
use std::io::Write;
use std::panic;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use parlor_host::{Looks, Settings};
use parlor_store::{FileStore, Store};
use parlor_testkit::{JOB, job};
use parlor_tui::{App, Opening};
use pty::{Place, Pty};
use rustix::process::Signal;

const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";

/// A Kono game in which the first question is for a piece.
const KONO: [&str; 7] = ["kono", "--size", "5", "--seed", "5", "--speed", "off"];
const CONGKAK: [&str; 5] = ["congkak", "--size", "7", "--seed", "3"];

/// A game against a computer that thinks for a long time.
const MASTER: [&str; 9] = ["kono", "--size", "9", "--level", "master", "--seed", "1", "--speed", "off"];

/// Throws the dice for the first turn of Kono, if they haven't been thrown yet.
fn throw_first_dice(pty: &mut Pty) {
    pty.until("a question", |pty| ["Throw the dice", "Choose a piece."].iter().any(|words| pty.text().contains(words)));
    if pty.text().contains("Throw the dice") {
        pty.keys(ENTER);
    }
}

/// Plays a Kono move with two keys.
fn play_kono(pty: &mut Pty) {
    throw_first_dice(pty);
    pty.shows(&["Choose a piece."]);
    pty.keys(ENTER);
    pty.shows(&["choose where it goes."]);
    pty.keys(ENTER);
    pty.shows(&["u undo", "Choose a piece."]);
}

/// The pieces and points of a 5×5 Kono board, row by row, without the marks around them.
fn points(pty: &Pty) -> Vec<String> {
    let only = |row: &str| row.chars().take(39).filter(|sign| "WB○┼├┤".contains(*sign)).collect::<String>();
    pty.text().lines().map(only).filter(|row| row.chars().count() == 5).collect()
}

/// The seeds on a Congkak board, in screen order.
fn seeds(pty: &Pty) -> Vec<u32> {
    let board: String = pty.text().lines().filter(|row| row.contains('│')).collect();
    board.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

/// Presses the key shown before these words on the start screen, and waits until that screen has disappeared, because
/// Esc directly followed by a key would be read as another key.
fn choose(pty: &mut Pty, words: &str) {
    pty.shows(&["Canoga, Congkak and Kono", words]);
    let (column, row) = pty.find(words);
    let line: Vec<char> = pty.text().lines().nth(row).unwrap().chars().collect();
    let key = line[column - 2];
    assert!(key.is_ascii_alphanumeric(), "no key before {words:?}");
    pty.keys(&key.to_string());
    pty.until("another screen", |pty| !pty.text().contains("Canoga, Congkak and Kono"));
}

/// Leaves with `Q`, which also works when letters choose pits.
fn leave(pty: &mut Pty) {
    pty.keys("Q");
    pty.shows(&["Quit?", "Leave"]);
    pty.keys(ENTER);
    assert_eq!(pty.ended(), 0);
    pty.restored();
}

#[test]
fn five_keys_lead_to_a_first_move() {
    let questions = [
        "Your turn.",
        "The dice decide who plays first.",
        "Choose squares",
        "Enter plays.",
        "heads or tails?",
        "which pit?",
        "white or black?",
        "Choose a piece.",
        "choose where it goes.",
    ];
    let question = |pty: &Pty| questions.into_iter().find(|question| pty.text().contains(question));
    // A long answer by the computer player may hide a Congkak move, but in that case "undo" is available.
    let moves = ["You covered", "You uncovered", "You took", "You moved", "U undo"];
    let moved = |pty: &Pty| moves.iter().any(|label| pty.text().contains(label));
    // Choose each game by its number, then press Enter at every question. Either player may start.
    for (number, game, seeds) in [("1", "Canoga", ["1", "8"]), ("2", "Congkak", ["1", "3"]), ("3", "Kono", ["1", "5"])]
    {
        for seed in seeds {
            let place = Place::new();
            let mut pty = place.start_with(&["--speed", "off", "--seed", seed], &[], (120, 40));
            pty.shows(&[&format!("{number} {game}"), "[ Play ]"]);
            pty.keys(number);
            let (mut pressed, mut last) = (1, None);
            loop {
                pty.until("a question or a move", |pty| {
                    moved(pty) || question(pty).is_some_and(|question| Some(question) != last)
                });
                if moved(&pty) {
                    break;
                }
                last = question(&pty);
                pty.keys(ENTER);
                pressed += 1;
                assert!(pressed <= 5, "{game}, seed {seed}: no move with five keys:\n{}", pty.text());
            }
        }
    }
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let place = Place::new();
    let mut pty = place.start(&KONO);
    play_kono(&mut pty);
    let board = points(&pty);
    assert_eq!(board.len(), 5, "{}", pty.text());
    pty.keys("s");
    pty.shows(&["Save in which file?", "kono-1.txt"]);
    pty.keys("\x15mine.txt");
    pty.shows(&["> mine.txt"]);
    pty.keys(ENTER);
    pty.shows(&["The game is saved in mine.txt.", "Keep playing ]"]);
    leave(&mut pty);
    assert!(place.work().join("mine.txt").is_file());
    let check = Command::cargo_bin("parlor").unwrap().args(["check", "mine.txt"]).current_dir(place.work()).output();
    assert!(check.unwrap().status.success());

    let mut pty = place.start(&["--speed", "off"]);
    choose(&mut pty, "Open a save file");
    pty.shows(&["File:", "mine.txt"]);
    // Tab completes the name of the file.
    pty.keys("m\t");
    pty.shows(&["File: mine.txt"]);
    pty.keys(ENTER);
    pty.shows(&["From mine.txt.", "Choose a piece."]);
    assert_eq!(points(&pty), board);
    leave(&mut pty);

    let mut pty = place.start(&["--resume", "mine.txt", "--speed", "off"]);
    pty.shows(&["Choose a piece."]);
    assert_eq!(points(&pty), board);
    play_kono(&mut pty);
    leave(&mut pty);
}

#[test]
fn a_game_that_was_left_can_be_continued() {
    let place = Place::new();
    let mut pty = place.start(&KONO);
    play_kono(&mut pty);
    assert!(pty.is_taken());
    let board = points(&pty);
    leave(&mut pty);
    pty.shows(&["Your game is saved. To continue: parlor continue kono-"]);
    let text = pty.text();
    let name = text.trim_end().rsplit(' ').next().unwrap();

    let mut pty = place.start(&["continue", name, "--speed", "off"]);
    pty.shows(&["Resuming", "Choose a piece."]);
    assert_eq!(points(&pty), board);
    leave(&mut pty);
    // The last game can be continued without its name, both here and on the start screen.
    let mut pty = place.start(&["continue", "--speed", "off"]);
    pty.shows(&["Resuming", "Choose a piece."]);
    assert_eq!(points(&pty), board);
    leave(&mut pty);
    let mut pty = place.start(&["--speed", "off"]);
    choose(&mut pty, "Continue the last game");
    pty.shows(&["Resuming", "Choose a piece."]);
    assert_eq!(points(&pty), board);
}

#[test]
fn the_terminal_is_restored_however_the_program_ends() {
    // On the full screen, Ctrl-C is an ordinary key; the signals come from outside.
    for signal in [None, Some(Signal::INT), Some(Signal::TERM), Some(Signal::HUP)] {
        let place = Place::new();
        let mut pty = place.start(&KONO);
        play_kono(&mut pty);
        assert!(pty.is_taken());
        match signal {
            None => pty.keys("\x03"),
            Some(signal) => pty.signal(signal),
        }
        assert_eq!(pty.ended(), if signal.is_some() { 130 } else { 0 }, "{signal:?}");
        pty.restored();
        pty.shows(&["Your game is saved. To continue: parlor continue kono-"]);
    }
}

#[test]
fn closing_the_window_ends_the_program() {
    let place = Place::new();
    let mut pty = place.start(&KONO);
    play_kono(&mut pty);
    let board = points(&pty);
    pty.close();
    assert_eq!(pty.ended(), 130);
    let mut pty = place.start(&["continue", "--speed", "off"]);
    pty.shows(&["Choose a piece."]);
    assert_eq!(points(&pty), board);
}

#[test]
fn suspending_restores_the_terminal_and_resuming_takes_it_over() {
    let place = Place::new();
    let mut pty = place.start(&KONO);
    play_kono(&mut pty);
    let text = pty.text();
    let pauses: [fn(&mut Pty); 3] = [
        |pty| pty.keys("\x1a"),
        |pty| pty.signal(Signal::TSTP),
        // Suspend a second time, because the setup after the first suspension may be incomplete.
        |pty| pty.keys("\x1a"),
    ];
    for pause in pauses {
        pause(&mut pty);
        pty.stopped();
        pty.restored();
        pty.signal(Signal::CONT);
        // The screen is restored without a key press.
        pty.until("the same screen", |pty| pty.is_taken() && pty.text() == text);
    }
    pty.keys(ENTER);
    pty.shows(&["choose where it goes."]);
    // The program notices if the terminal was resized during the suspension.
    pty.keys("\x1a");
    pty.stopped();
    pty.resize(120, 40);
    pty.signal(Signal::CONT);
    let wide = |pty: &Pty| pty.text().lines().any(|row| row.ends_with("? keys") && row.chars().count() > 100);
    pty.until("a larger screen", |pty| pty.is_taken() && wide(pty));
    pty.shows(&["choose where it goes."]);
    leave(&mut pty);
}

/// Runs the full screen, and panics as soon as this file exists.
fn panic_at(sign: &str) {
    let sign = PathBuf::from(sign);
    // In a test, a panic ends only the test's thread; in a program, it ends the program.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        usual(panic);
        std::process::exit(101);
    }));
    let settings = Settings::new(Game::Kono);
    let store = FileStore::standard().map(|store| Arc::new(store) as Arc<dyn Store>);
    let mut app = App::new(Opening::Welcome, &settings, store, Looks::default()).unwrap();
    thread::spawn(move || {
        while !sign.exists() {
            thread::sleep(Duration::from_millis(5));
        }
        panic!("an unexpected fault");
    });
    parlor_tui::run(&mut app).unwrap();
}

#[test]
fn a_panic_restores_the_terminal() {
    if let Some(sign) = job() {
        return panic_at(&sign);
    }
    let place = Place::new();
    let sign = place.work().join("now");
    let arguments = ["--exact", "full_screen::a_panic_restores_the_terminal", "--nocapture"];
    let mut pty = place.start_program(&env::current_exe().unwrap(), &arguments, (JOB, &sign));
    pty.shows(&["Canoga, Congkak and Kono"]);
    assert!(pty.is_taken());
    fs::write(sign, "").unwrap();
    assert_eq!(pty.ended(), 101);
    pty.restored();
    // The message is printed on the main screen.
    pty.shows(&["an unexpected fault"]);
    assert!(!pty.text().contains("Canoga, Congkak and Kono"));
}

#[test]
fn nothing_is_lost_when_it_is_killed_while_seeds_are_sown() {
    let begin = |place: &Place, speed| {
        let mut pty = place.start(&[&CONGKAK[..], &["--speed", speed]].concat());
        pty.shows(&["heads or tails?"]);
        pty.keys(ENTER);
        pty
    };
    // Nothing is killed here: the computer plays first.
    let place = Place::new();
    let mut pty = begin(&place, "off");
    pty.shows(&["which pit?"]);
    let first = seeds(&pty);
    pty.keys(ENTER);
    pty.until("the next question", |pty| seeds(pty) != first && pty.text().contains("which pit?"));
    let second = seeds(&pty);
    assert_eq!((first.len(), second.len()), (16, 16), "{}", pty.text());

    let place = Place::new();
    let mut pty = begin(&place, "normal");
    pty.shows(&["The computer sowed", "in Computer's hand"]);
    pty.signal(Signal::KILL);
    assert_eq!(pty.ended(), -1);
    let mut pty = place.start(&["continue", "--speed", "off"]);
    pty.shows(&["which pit?"]);
    assert_eq!(seeds(&pty), first);
    // Also during a player's own move.
    pty.keys("-");
    pty.shows(&["Speed: fast."]);
    pty.keys(ENTER);
    pty.shows(&["You sowed", "in Human's hand"]);
    pty.signal(Signal::KILL);
    assert_eq!(pty.ended(), -1);
    let mut pty = place.start(&["continue", "--speed", "off"]);
    pty.shows(&["which pit?"]);
    assert_eq!(seeds(&pty), second);
}

#[test]
fn nothing_is_lost_when_it_is_killed_while_the_computer_thinks() {
    let place = Place::new();
    let mut pty = place.start(&MASTER);
    throw_first_dice(&mut pty);
    pty.shows(&["white or black?"]);
    pty.keys(ENTER);
    pty.shows(&["Choose a piece."]);
    pty.keys(":1 1 se\r");
    pty.shows(&["You moved the piece at (1,1)", "The computer is thinking"]);
    pty.signal(Signal::KILL);
    assert_eq!(pty.ended(), -1);
    let mut pty = place.start(&["continue", "--speed", "off"]);
    pty.shows(&["Resuming"]);
    // The piece was moved.
    let row = |pty: &Pty, number: &str| pty.text().lines().find(|row| row.starts_with(number)).unwrap().to_owned();
    assert!(row(&pty, "1").contains('○'), "{}", pty.text());
    assert_eq!(row(&pty, "2").matches('W').count(), 3, "{}", pty.text());
    leave(&mut pty);
}

#[test]
fn a_game_can_be_left_while_the_computer_thinks() {
    let place = Place::new();
    let mut pty = place.start(&MASTER);
    throw_first_dice(&mut pty);
    pty.shows(&["white or black?"]);
    pty.keys(ENTER);
    pty.shows(&["Choose a piece."]);
    // The engine computes advice in the meantime, and questions can still be answered.
    pty.keys("hhh");
    pty.keys(":1 1 se\r");
    pty.shows(&["You moved the piece at (1,1)", "The computer is thinking"]);
    pty.keys("h");
    pty.shows(&["Help is for your own turns."]);
    pty.keys("?");
    pty.shows(&["Every key"]);
    pty.keys(" ");
    pty.until("no box", |pty| !pty.text().contains("Every key"));
    pty.keys("qq");
    assert_eq!(pty.ended(), 0);
    pty.restored();
    pty.shows(&["Your game is saved."]);
}

#[test]
fn the_window_can_be_resized() {
    let place = Place::new();
    let start = |size| {
        let mut pty = place.start_with(&KONO, &[], size);
        play_kono(&mut pty);
        pty
    };
    let mut pty = start((80, 24));
    let small = pty.text();
    let large = start((120, 40)).text();
    pty.resize(60, 20);
    let needs = "Parlor needs 80 columns and 24 rows; this window has 60 and 20.";
    pty.until(needs, |pty| pty.text().split_whitespace().collect::<Vec<_>>().join(" ").starts_with(needs));
    pty.resize(120, 40);
    pty.until("the same as on a terminal that was large from the start", |pty| pty.text() == large);
    pty.resize(80, 24);
    pty.until("the same as before", |pty| pty.text() == small);
    // Many resizes in quick succession, as when a corner of the window is dragged.
    for columns in (40..140).chain((80..140).rev()) {
        pty.resize(columns, columns / 4 + 4);
    }
    pty.resize(80, 24);
    pty.until("the same as before", |pty| pty.text() == small);
    leave(&mut pty);
}

/// Both the key and the resize can be waiting when the program reads from the terminal.
#[test]
fn a_key_that_arrives_with_a_resize_is_handled_at_once() {
    let place = Place::new();
    let mut pty = place.start(&KONO);
    play_kono(&mut pty);
    for time in 0..100 {
        pty.resize(80 + time % 2, 24);
        pty.keys("?");
        pty.shows(&["Every key"]);
        pty.resize(81 - time % 2, 24);
        pty.keys(ESCAPE);
        pty.until("the board alone", |pty| !pty.text().contains("Every key"));
    }
    leave(&mut pty);
}

/// All numbers between `ESC [` and `m`.
fn attributes(bytes: &[u8]) -> Vec<u32> {
    let text = String::from_utf8_lossy(bytes);
    let sequences = text.split("\x1b[").skip(1);
    let inside = sequences.filter_map(|sequence| {
        let end = sequence.find(|sign: char| !sign.is_ascii_digit() && sign != ';')?;
        sequence[end..].starts_with('m').then_some(&sequence[..end])
    });
    inside.flat_map(|numbers| numbers.split(';').map(|number| number.parse().unwrap_or(0))).collect()
}

fn without_escapes(bytes: &[u8]) -> Vec<u8> {
    let mut rest = bytes.iter().copied().peekable();
    let mut left = Vec::new();
    while let Some(byte) = rest.next() {
        if byte == 0x1b {
            assert_eq!(rest.next(), Some(b'['), "an escape sequence of another kind");
            for byte in rest.by_ref() {
                if (0x40..=0x7e).contains(&byte) {
                    break;
                }
            }
        } else {
            left.push(byte);
        }
    }
    left
}

/// Visits the start screen and a game of each kind, and returns all bytes that the program has written.
fn tour(arguments: &[&str], environment: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, question) in [("1", "Throw the dice"), ("2", "heads or tails?"), ("3", "Throw the dice")] {
        let place = Place::new();
        let arguments = [&["--speed", "off", "--seed", "5"], arguments].concat();
        let mut pty = place.start_with(&arguments, environment, (80, 24));
        pty.shows(&["Canoga, Congkak and Kono"]);
        pty.keys(number);
        if number == "1" {
            // The round ends before a person has to answer, and another one starts.
            pty.shows(&["Go on"]);
            pty.keys(ENTER);
            pty.shows(&["Another round?"]);
            pty.keys(ENTER);
            pty.shows(&["Which size?"]);
            pty.keys(ENTER);
        }
        pty.shows(&[question]);
        pty.keys(ENTER);
        pty.keys("?");
        pty.shows(&["Every key"]);
        pty.keys(" ");
        pty.until("no box", |pty| !pty.text().contains("Every key"));
        leave(&mut pty);
        bytes.extend(&pty.bytes);
    }
    bytes
}

#[test]
fn no_color_turns_off_all_colours() {
    let colours = |number: &u32| matches!(number, 30..=38 | 40..=48 | 90..=107);
    let plain = attributes(&tour(&[], &[("NO_COLOR", "1")]));
    assert!(!plain.iter().any(colours), "{plain:?}");
    // Attributes other than colours remain.
    assert!(plain.iter().any(|number| [1, 2, 4, 7].contains(number)), "{plain:?}");
    assert!(attributes(&tour(&[], &[])).iter().any(colours));
}

#[test]
fn ascii_mode_prints_only_ascii() {
    let all = without_escapes(&tour(&["--ascii"], &[]));
    let strange: Vec<char> = String::from_utf8(all).unwrap().chars().filter(|sign| !sign.is_ascii()).collect();
    assert!(strange.is_empty(), "{strange:?}");
}

#[test]
fn lines_have_no_escapes() {
    // On other terminals, line editing uses some escape sequences.
    let place = Place::new();
    let mut pty = place.start_with(&[], &[("TERM", "dumb")], (80, 24));
    pty.shows(&["Your choice >"]);
    pty.keys("quit\r");
    assert_eq!(pty.ended(), 0);
    assert!(!pty.bytes.contains(&0x1b));
    let place = Place::new();
    let mut command = Command::cargo_bin("parlor").unwrap();
    command
        .current_dir(place.work())
        .env("XDG_DATA_HOME", place.data())
        .env("XDG_CONFIG_HOME", place.data())
        .env("TERM", "xterm-256color");
    let mut child = command.args(KONO).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"5 1 ne\nquit\n").unwrap();
    let bytes = child.wait_with_output().unwrap();
    assert!(!bytes.stdout.is_empty());
    assert!(!bytes.stdout.contains(&0x1b));
}

#[test]
fn the_mouse_can_do_what_keys_can() {
    // Congkak: click an entry on the start screen, its button, the coin, and a pit.
    let place = Place::new();
    let mut pty = place.start(&["--speed", "off", "--seed", "3"]);
    pty.shows(&["Congkak"]);
    pty.click(pty.find("How to play"));
    pty.until("another screen", |pty| !pty.text().contains("Canoga, Congkak and Kono"));
    pty.keys(ESCAPE);
    pty.shows(&["Canoga, Congkak and Kono"]);
    pty.keys(&UP.repeat(9));
    pty.keys(DOWN);
    pty.shows(&["7 pits a side", "[ Play ]"]);
    pty.click(pty.find("7 pits a side"));
    pty.shows(&["8 pits a side"]);
    pty.click(pty.find("[ Play ]"));
    pty.shows(&["heads or tails?"]);
    pty.click(pty.find("Tails"));
    pty.shows(&["You called tails", "which pit?"]);
    let (column, row) = pty.find("·W·");
    pty.click((column + 1, row - 2));
    // After the computer player's move, the player's own move can still be undone.
    pty.shows(&["U undo", "which pit?"]);
    pty.keys("Q");
    pty.shows(&["Quit?"]);
    pty.click(pty.find("Leave the program:"));
    assert_eq!(pty.ended(), 0);
    pty.restored();

    // Kono: click a piece and one of its targets.
    let mut pty = place.start(&KONO);
    throw_first_dice(&mut pty);
    pty.shows(&["Choose a piece."]);
    let (column, row) = pty.find("[ B ]");
    // First, click a point that can't be chosen.
    let (empty, other) = pty.find("┼");
    pty.click((empty, other));
    pty.shows(&["No piece stands at"]);
    pty.click((column + 2, row));
    pty.shows(&["choose where it goes."]);
    let (column, row) = pty.find("[•]");
    pty.click((column + 1, row));
    pty.shows(&["u undo", "Choose a piece."]);
    leave(&mut pty);

    // Canoga: click a button, then a square.
    let mut pty = place.start(&["canoga", "--size", "9", "--seed", "8", "--speed", "off"]);
    pty.shows(&["Throw the dice"]);
    pty.click(pty.find("Throw the dice"));
    pty.shows(&["Choose squares"]);
    let (column, row) = pty.find("▲");
    pty.click((column, row - 2));
    // If a single square makes up the throw, one click plays.
    pty.shows(&["You covered"]);
    leave(&mut pty);
}

#[test]
fn options_override_the_preferences_file_and_that_overrides_defaults() {
    let place = Place::new();
    let folder = place.data().join("parlor");
    fs::create_dir_all(&folder).unwrap();
    let text = "name = Zoe\nlevel = novice\nsize of canoga = 11\nspeed = off\ncolour = red\n";
    fs::write(folder.join("settings.txt"), text).unwrap();
    let mut pty = place.start(&[]);
    // An invalid line is reported, and the game starts anyway.
    pty.shows(&["11 squares a row", "novice, for beginners", "Zoe", "line 5"]);
    pty.keys("q");
    assert_eq!(pty.ended(), 0);
    let mut pty = place.start(&["--level", "master", "--size", "9", "--name", "Ada"]);
    pty.shows(&["9 squares a row", "master, at full streng", "Ada"]);
    pty.keys("q");
    assert_eq!(pty.ended(), 0);
    assert_eq!(fs::read_to_string(folder.join("settings.txt")).unwrap(), text, "nothing was chosen");
}

#[test]
fn remembered_advice_is_not_refused_for_two_people() {
    let place = Place::new();
    let folder = place.data().join("parlor");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("settings.txt"), "advice = level\n").unwrap();
    let mut pty = place.start(&["congkak", "--size", "5", "--players", "human,human", "--speed", "off"]);
    pty.shows(&["Human 2"]);
    leave(&mut pty);
}

#[test]
fn the_screens_before_a_game_lead_back() {
    let place = Place::new();
    let mut pty = place.start(&KONO);
    play_kono(&mut pty);
    leave(&mut pty);
    let mut pty = place.start(&["--speed", "off"]);
    choose(&mut pty, "Your games");
    pty.shows(&["kono-"]);
    pty.keys(ESCAPE);
    choose(&mut pty, "How to play");
    pty.shows(&["Esc"]);
    pty.keys(ESCAPE);
    choose(&mut pty, "Open a save file");
    pty.shows(&["File:"]);
    pty.keys("nothing.txt\r");
    pty.shows(&["file not found: nothing.txt"]);
    pty.keys(ESCAPE);
    pty.until("no trouble", |pty| !pty.text().contains("file not found: nothing.txt"));
    pty.keys(ESCAPE);
    pty.shows(&["Canoga, Congkak and Kono"]);
    pty.keys(UP);
    pty.keys("q");
    assert_eq!(pty.ended(), 0);
    pty.restored();
}
