//! Line mode as people and pipes use it.
//!
//! `tournaments/*.txt` are whole tournaments, to be read: what was typed stands behind the prompts. They are
//! played again in every test; `PARLOR_TRANSCRIPTS_WRITE=1` writes them anew, to be read before they are kept.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use parlor_host::{Journals, State};
use parlor_table::{Table, read_entry, read_header};
use parlor_view::{Line, LineKind, Names, sentences};
use tempfile::TempDir;

/// A home of its own for each test: journals go there.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(TempDir::new().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("parlor").unwrap();
        command.args(arguments).current_dir(self.path()).env("XDG_DATA_HOME", self.path().join("data"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut program = self.command(arguments).spawn().unwrap();
        // It may end before it has read everything.
        let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
        program.wait_with_output().unwrap()
    }

    fn journals(&self) -> Journals {
        Journals::at(self.path().join("data/parlor/journals"))
    }
}

fn out(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn tournaments() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tournaments")
}

/// Plays a tournament in two sittings, with a save between them, and compares every word.
fn golden(game: &str, first: &[&str], second: &[&str]) {
    let home = Home::new();
    let read = |name: String| fs::read_to_string(tournaments().join(name)).unwrap();
    let dice = format!("{game}.dice");
    if let Ok(text) = fs::read(tournaments().join(&dice)) {
        fs::write(home.path().join(&dice), text).unwrap();
    }
    let mut played = String::new();
    for (arguments, sitting) in [(first, "first"), (second, "second")] {
        let output = home.run(arguments, &read(format!("{game}.{sitting}.in")));
        assert!(output.status.success());
        writeln!(played, "$ parlor {}\n{}", arguments.join(" "), out(&output)).unwrap();
    }
    let path = tournaments().join(format!("{game}.txt"));
    if std::env::var_os("PARLOR_TRANSCRIPTS_WRITE").is_some() {
        fs::write(&path, &played).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    for (number, (kept, played)) in kept.lines().zip(played.lines()).enumerate() {
        assert_eq!(kept, played, "line {} of {}", number + 1, path.display());
    }
    assert_eq!(kept.lines().count(), played.lines().count());
}

#[test]
fn a_tournament_of_canoga() {
    let first = ["canoga", "--dice", "canoga.dice", "--seed", "7", "--name", "Ada", "--size", "9"];
    golden("canoga", &first, &["--resume", "game.txt", "--seed", "8", "--name", "Ada"]);
}

#[test]
fn a_tournament_of_congkak() {
    let first = ["congkak", "--seed", "5", "--name", "Ada", "--level", "novice"];
    golden("congkak", &first, &["--resume", "game.txt", "--seed", "6", "--level", "novice", "--name", "Ada"]);
}

#[test]
fn a_tournament_of_kono() {
    let first = ["kono", "--dice", "kono.dice", "--seed", "5", "--name", "Ada", "--level", "novice"];
    golden("kono", &first, &["--resume", "game.txt", "--seed", "6", "--level", "novice", "--name", "Ada"]);
}

#[test]
fn end_of_input_anywhere_keeps_the_game() {
    let script = ["1\n", "1\n", "1\n", "9\n", "2\n", "help\n"];
    for typed in 0..=script.len() {
        let home = Home::new();
        let input = script[..typed].concat();
        let output = home.run(&["--seed", "1"], &input);
        assert!(output.status.success());
        let text = out(&output);
        let began = text.contains("Seed 1");
        assert_eq!(text.contains("To go on: parlor continue "), began, "{text}");
        if began {
            let output = home.run(&["continue"], "");
            assert!(out(&output).contains("goes on."));
        }
    }
}

#[test]
fn what_nobody_should_type_gets_a_sentence_and_the_question_again() {
    let home = Home::new();
    let long = "x".repeat(100_000);
    let input = format!("\u{1b}[2J\u{7}\n{long}\nüñí\nsix\n-1\n99999999999999999999\n9\n");
    let mut bytes = input.into_bytes();
    bytes.extend_from_slice(b"\xff\xfe\nsave\nno such folder/x\n2\nleave\n");
    let mut program = home.command(&["kono", "--seed", "1"]).spawn().unwrap();
    program.stdin.take().unwrap().write_all(&bytes).unwrap();
    let text = out(&program.wait_with_output().unwrap());
    assert!(!text.contains('\u{1b}'));
    assert!(text.contains("That line is far too long."), "{text}");
    assert_eq!(text.matches("No: the size is one of 5, 7, 9.").count(), 5, "{text}");
    assert!(text.contains("The game is not saved: there is no folder no such folder to save into"), "{text}");
    assert!(text.contains("To go on: parlor continue kono-"), "{text}");
}

#[test]
fn wrong_arguments_and_files_are_refused_before_the_game() {
    let home = Home::new();
    fs::write(home.path().join("bad.dice"), "4 3\n2 7\n").unwrap();
    fs::write(home.path().join("bad.save"), "nonsense\n").unwrap();
    for (arguments, says) in [
        (&["canoga", "--dice", "bad.dice"][..], "bad.dice: line 2, column 3: a die shows 1 to 6, not 7"),
        (&["canoga", "--dice", "none.dice"], "none.dice"),
        (&["canoga", "--size", "8"], "--size 8: Canoga has rows of 9, 10 or 11 squares"),
        (&["kono", "--name", "Computer"], "--name: choose a name of letters, and not Computer"),
        (&["--resume", "bad.save"], "bad.save:1:1"),
        (&["--resume", "none.save"], "there is no file none.save"),
        (&["continue"], "there is no unfinished game to continue"),
        (&["continue", "nobody"], "there is no journal nobody"),
        (&["journals", "--remove", "../../etc/passwd"], "there is no journal"),
    ] {
        let output = home.run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}

#[test]
fn a_game_without_a_place_for_its_journal_is_played_all_the_same() {
    let home = Home::new();
    fs::write(home.path().join("data"), "a file where the folder should be").unwrap();
    let text = out(&home.run(&["canoga", "--seed", "1", "--size", "9"], "2\n"));
    assert!(text.contains("No journal is kept"), "{text}");
    assert!(text.contains("The game isn't kept."), "{text}");
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    let play = |seed: &str| {
        let home = Home::new();
        out(&home
            .run(&["canoga", "--seed", seed, "--players", "computer,computer", "--rounds", "5", "--size", "9"], ""))
    };
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
}

#[test]
fn journals_are_listed_and_removed() {
    let home = Home::new();
    assert!(out(&home.run(&["journals"], "")).starts_with("There are no journals"));
    home.run(&["canoga", "--seed", "1"], "");
    home.run(&["congkak", "--players", "computer,computer", "--size", "5"], "");
    let list = out(&home.run(&["journals"], ""));
    assert!(
        list.lines()
            .any(|line| line.contains("Canoga") && line.ends_with("unfinished, Human against the club program")),
        "{list}"
    );
    assert!(
        list.lines()
            .any(|line| line.contains("Congkak")
                && line.ends_with("finished, the club program against the club program")),
        "{list}"
    );
    let name = list.lines().find(|line| line.contains("Canoga")).unwrap().split_whitespace().nth(3).unwrap().to_owned();
    assert_eq!(out(&home.run(&["journals", "--remove", &name], "")), format!("{name} is removed.\n"));
    assert!(!out(&home.run(&["journals"], "")).contains(&name));
}

#[test]
fn two_programs_cannot_write_one_journal() {
    let home = Home::new();
    let mut first = home.command(&["canoga", "--seed", "1"]).spawn().unwrap();
    let mut seen = [0; 20];
    first.stdout.as_mut().unwrap().read_exact(&mut seen).unwrap();
    let name = home.journals().list().unwrap()[0].name.clone();
    let output = home.run(&["continue", &name], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is open in another program"));
    drop(first.stdin.take());
    first.wait().unwrap();
    assert!(home.run(&["continue", &name], "").status.success());
}

/// A journal that lost the end of its last line, and one with rubbish in the middle.
#[test]
fn a_damaged_journal_loses_little_and_says_so() {
    let home = Home::new();
    home.run(&["canoga", "--seed", "1"], "9\n2\n");
    let journals = home.journals();
    let name = journals.list().unwrap()[0].name.clone();
    let path = journals.folder().join(format!("{name}.journal"));
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains("was only half written and is left out"), "{text}");
    assert!(whole.starts_with(&fs::read_to_string(&path).unwrap()));
    let lines: Vec<&str> = whole.lines().collect();
    let damaged = format!("{}\nhuman dances\n{}\n", lines[..lines.len() - 2].join("\n"), lines[lines.len() - 1]);
    fs::write(&path, &damaged).unwrap();
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains("of the journal doesn't fit"), "{text}");
    assert_eq!(fs::read_to_string(path.with_extension("damaged")).unwrap(), damaged, "the rest is kept");
    fs::write(&path, "nonsense\n").unwrap();
    let output = home.run(&["continue", &name], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("is no journal that this program understands"));
    assert!(matches!(journals.list().unwrap()[0].state, State::Unreadable(_)));
}

/// Killed at any moment, also within a write: everything that was told can be rebuilt, and the game goes on.
#[test]
fn nothing_that_was_told_is_lost_by_a_kill() {
    let kills = if std::env::var_os("PARLOR_PROVE").is_some() { 200 } else { 25 };
    let home = Home::new();
    let arguments = ["canoga", "--players", "computer,computer", "--rounds", "1000000", "--size", "9", "--seed", "9"];
    let mut told_lines = 0;
    for kill in 0..kills {
        let mut program = home.command(&arguments).spawn().unwrap();
        let mut output = program.stdout.take().unwrap();
        // Some output, and then an arbitrary number of its bytes more.
        let mut told = vec![0; 1_000 + kill * 7_919 % 60_000];
        output.read_exact(&mut told).unwrap();
        program.kill().unwrap();
        program.wait().unwrap();
        let journal = home.journals().list().unwrap().remove(0);
        let text = fs::read_to_string(home.journals().folder().join(format!("{}.journal", journal.name))).unwrap();
        let whole = &text[..=text.rfind('\n').unwrap()];
        let (setup, header) = read_header(whole.lines()).unwrap();
        let names = Names::of(&setup.players);
        let (mut table, mut events) = Table::new(setup).unwrap();
        for line in whole.lines().skip(header) {
            events.extend(table.apply(read_entry(line).unwrap()).unwrap());
        }
        let rebuilt: String = events.iter().flat_map(|event| sentences(event, &names)).map(printed).collect();
        let told = String::from_utf8_lossy(&told);
        let told = &told[told.find('\n').unwrap() + 1..=told.rfind('\n').unwrap()];
        assert!(rebuilt.starts_with(told), "something that was told is lost");
        told_lines += told.lines().count();
        assert!(home.journals().open(&journal.name).is_ok());
        fs::remove_file(home.journals().folder().join(format!("{}.journal", journal.name))).unwrap();
    }
    assert!(told_lines > kills * 10);
}

/// A line as line mode prints it.
fn printed(line: Line) -> String {
    let indent = if line.kind == LineKind::Reason { "  " } else { "" };
    format!("{indent}{}\n", line.text)
}
