//! `parlor solve congkak`.

use assert_cmd::Command;
use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position, Size};

fn solve(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("parlor").unwrap().args(["solve", "congkak"]).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Replays a line; the seeds in the store at its end.
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
fn words_say_the_same() {
    let (code, out, _) = solve(&["--size", "9", "--budget", "20000"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    let banks: u64 = lines[0].split_once(": ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert!(lines[0].contains("not proven the best"), "{out}");
    assert_eq!(replay(9, lines[1].split(' ')), banks);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for wrong in [["--size", "12"], ["--size", "seven"], ["--budget", "0"], ["--budget", "many"]] {
        let (code, out, err) = solve(&wrong);
        assert_eq!((code, out.as_str()), (2, ""), "{wrong:?}");
        assert!(err.contains(wrong[0]), "{err}");
    }
}
