//! `parlor solve canoga`.

use std::fs;
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::cargo_bin("parlor").unwrap().args(arguments).current_dir(folder.path()).output().unwrap()
}

#[test]
fn a_position_is_reported_with_the_best_move_for_every_throw() {
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

#[test]
fn the_table_is_read_by_the_example_and_refused_if_damaged() {
    let folder = TempDir::new().unwrap();
    let output = run(&folder, &["solve", "canoga", "--size", "9", "--table", "values"]);
    assert!(output.status.success() && output.stdout.is_empty());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/canoga_table.py");
    let read = |arguments: &[&str]| {
        let output = Command::new("python3").arg(script).args(arguments).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    let start: f64 = read(&["values"]).trim().parse().unwrap();
    assert!((start - -2.814).abs() < 1e-3, "{start}");
    assert_eq!(read(&["values", "1,2,3,4,5,6,7,8,9", "1"]), "the round is over\n");
    let nearly: f64 = read(&["values", "9,8,7,6,5,4,3,2", "9"]).trim().parse().unwrap();
    assert!(nearly > start, "{nearly}");
    let mut bytes = fs::read(folder.path().join("values")).unwrap();
    bytes[5000] ^= 1;
    fs::write(folder.path().join("values"), &bytes).unwrap();
    assert_eq!(read(&["values"]), "values is damaged\n");
    fs::write(folder.path().join("values"), "something else").unwrap();
    assert_eq!(read(&["values"]), "values is not a table of Canoga\n");
}

#[test]
fn a_tournaments_numbers_are_explained() {
    let folder = TempDir::new().unwrap();
    let output = run(&folder, &["solve", "canoga", "--horizon", "tournament", "--json"]);
    let solved: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((solved["horizon"].as_str(), solved["states"].as_u64()), (Some("tournament"), Some(522_242)));
    assert!((solved["value_by_rounds"][0].as_f64().unwrap() - -2.814).abs() < 1e-3, "{solved}");
    // The value is in docs/research/canoga.md.
    assert!((solved["value"].as_f64().unwrap() - -2.249).abs() < 1e-3, "{solved}");
    assert!(solved["residual"].as_f64().unwrap() < 1e-4);
    let output = run(&folder, &["solve", "canoga", "--horizon", "tournament", "--table", "values"]);
    assert_eq!(output.status.code(), Some(2));
}
