//! Line mode on a terminal, as somebody sits before it.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
#![cfg(unix)]

use std::process::Command;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect};
use tempfile::TempDir;

fn start(home: &TempDir, arguments: &[&str]) -> OsSession {
    let mut command = Command::cargo_bin("parlor").unwrap();
    command.args(arguments).current_dir(home.path()).env("XDG_DATA_HOME", home.path().join("data"));
    let mut session = OsSession::spawn(command).unwrap();
    // Long enough for any machine; nothing here depends on it.
    session.set_expect_timeout(Some(Duration::from_mins(1)));
    session
}

#[test]
fn a_game_is_begun_left_with_ctrl_c_and_continued() {
    let home = TempDir::new().unwrap();
    let mut session = start(&home, &["--plain", "--seed", "6"]);
    session.expect("Your choice > ").unwrap();
    session.send_line("new").unwrap();
    session.expect("Which game?").unwrap();
    session.send_line("kono").unwrap();
    session.expect("How well shall the computer play?").unwrap();
    session.send_line("novice").unwrap();
    session.expect("Which size?").unwrap();
    session.send_line("five").unwrap();
    session.expect("No: the size is one of 5, 7, 9.").unwrap();
    session.send_line("5").unwrap();
    session.expect("Throw the dice").unwrap();
    session.send_line("2").unwrap();
    session.expect("It is Computer's turn.").unwrap();
    session.send(ControlCode::EndOfText).unwrap();
    session.expect("The game is kept. To go on: parlor continue kono-").unwrap();
    session.expect(Eof).unwrap();

    let mut session = start(&home, &["continue", "--plain"]);
    session.expect("goes on.").unwrap();
    session.expect("It is Computer's turn.").unwrap();
    session.send_line("move").unwrap();
    session.expect("Computer moves the piece at").unwrap();
    session.expect("Ask for help").unwrap();
    // End of input, typed.
    session.send(ControlCode::EndOfTransmission).unwrap();
    session.expect("The game is kept.").unwrap();
    session.expect(Eof).unwrap();
}
