//! `parlor solve canoga`.

use std::fs;
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::cargo_bin("parlor").unwrap().args(arguments).current_dir(folder.path()).output().unwrap()
}

#[test]
fn a_position_is_told_with_every_throws_best_move() {
    let folder = TempDir::new().unwrap();
    let save = "Computer:\n   Squares: 1 2 3 * 5 6 7 8 *\n   Score: 0\n\nHuman:\n   Squares: 1 2 3 4 5 6 * * *\n   Score: 0\n\n\
                First Turn: Human\nNext Turn: Human\n";
    fs::write(folder.path().join("game"), save).unwrap();
    let output = run(&folder, &["solve", "canoga", "--position", "game"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for part in ["Human:", "covered 9 8 7", "Computer:", "covered 9 4"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for sum in 2..=12 {
        assert!(
            text.lines().any(|line| line.trim_start().starts_with(&format!("{sum} "))
                || line.contains(&format!(" {sum}:"))
                || line.trim_start().starts_with(&format!("{sum}:"))),
            "{sum} in {text}"
        );
    }
}

#[test]
fn other_files_are_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("seeds"),
        "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n",
    )
    .unwrap();
    let output = run(&folder, &["solve", "canoga", "--position", "seeds"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("seeds is a save of Congkak"));
    assert_eq!(run(&folder, &["solve", "canoga", "--position", "none"]).status.code(), Some(2));
    assert_eq!(run(&folder, &["solve", "canoga", "--size", "8"]).status.code(), Some(2));
}
