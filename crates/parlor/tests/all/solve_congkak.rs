//! `parlor solve congkak`.

use assert_cmd::Command;
use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position, Size};

fn solve(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("parlor").unwrap().args(["solve", "congkak"]).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Replays a line, and returns the number of seeds in the store at its end.
fn replay<'a>(pits: i64, line: impl Iterator<Item = &'a str>) -> u64 {
    let start = Position::start(Size::new(pits).unwrap(), Seat::Human);
    let end = line.fold(start, |now, pit| now.play(pit.parse::<Pit>().unwrap()).unwrap());
    end.store(Seat::Human).into()
}

#[test]
fn the_line_replays_to_the_seeds_it_claims() {
    let (code, out, err) = solve(&["--size", "5", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""), "progress is drawn only on a terminal");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((answer["banks"].as_u64(), answer["proven"].as_bool()), (Some(46), Some(true)));
    let line = answer["line"].as_array().unwrap().iter().map(|pit| pit.as_str().unwrap());
    assert_eq!(replay(5, line), 46);
}

#[test]
fn text_output_agrees_with_json() {
    let (code, out, _) = solve(&["--size", "9", "--budget", "20000"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    let banks: u64 = lines[0].split_once(": ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert!(lines[0].contains("not proven to be the best"), "{out}");
    assert_eq!(replay(9, lines[1].split(' ')), banks);
}

/// The proof and its example in Python print the same counts.
#[test]
fn the_proof_counts_the_positions_that_the_example_counts() {
    let (code, out, _) = solve(&["--prove", "--size", "5"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("Proven: with 5 pits per side, no first turn banks 50 or more of 50 seeds.\n"), "{out}");
    assert!(out.contains("\n3625 positions in "), "{out}");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/congkak_backward.py");
    let python = std::process::Command::new("python3").args([script, "5"]).output().unwrap();
    let python = String::from_utf8(python.stdout).unwrap();
    assert!(python.lines().count() > 20, "{python}");
    assert!(out.ends_with(&format!("store    positions\n{python}")), "{out}\n{python}");
}

#[test]
fn a_finished_proof_is_read_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    let file = file.to_str().unwrap();
    let counts = |out: &str| serde_json::from_str::<serde_json::Value>(out).unwrap()["layers"].clone();
    let (_, first, _) = solve(&["--prove", "--size", "5", "--resume", file, "--json"]);
    let (_, second, _) = solve(&["--prove", "--size", "5", "--resume", file, "--json"]);
    assert_eq!(counts(&first), counts(&second));
    let (code, out, err) = solve(&["--prove", "--size", "6", "--resume", file]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("this is a checkpoint for 5 pits a side, not for 6. Name another file"), "{err}");
    std::fs::write(file, "nonsense").unwrap();
    let (code, _, err) = solve(&["--prove", "--size", "5", "--resume", file]);
    assert_eq!(code, 1);
    assert!(err.contains("this is not a checkpoint"), "{err}");
}

#[test]
fn the_best_turn_for_the_round_is_not_the_one_that_banks_the_most() {
    let (code, out, _) = solve(&["--round", "--size", "5"]);
    assert_eq!(code, 0);
    assert!(out.contains(": 43 of 50 seeds in "), "{out}");
    assert!(out.ends_with("The round then ends 49 to 1 (exact: neither player can do better).\n"), "{out}");
}

#[test]
fn contradictory_options_are_refused() {
    for wrong in [["--size", "12"], ["--size", "seven"], ["--budget", "0"], ["--budget", "many"], ["--resume", "file"]]
    {
        let (code, out, err) = solve(&wrong);
        assert_eq!((code, out.as_str()), (2, ""), "{wrong:?}");
        assert!(err.contains(wrong[0]), "{err}");
    }
}
