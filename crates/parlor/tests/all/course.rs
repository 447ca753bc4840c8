//! Checks that the commands on the course's pages print the output shown there. Also tests `follows`, `compare` and
//! `perft` on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;
use tempfile::tempdir;

fn parlor(folder: &Path, arguments: &[&str]) -> Output {
    Command::cargo_bin("parlor").unwrap().current_dir(folder).args(arguments).output().unwrap()
}

fn result(output: &Output) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// The fenced blocks of a page: the info string after the fence, and the contents of the block.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = vec![];
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let inside = lines.by_ref().take_while(|line| *line != "```");
        blocks.push((info, inside.map(|line| format!("{line}\n")).collect()));
    }
    blocks
}

fn check_documented_output(page: &str) {
    let folder = tempdir().unwrap();
    let blocks = blocks(page);
    for (info, text) in &blocks {
        if let Some(name) = info.strip_prefix("save ") {
            fs::write(folder.path().join(name), text).unwrap();
        }
    }
    let mut checked = 0;
    for (_, text) in blocks.iter().filter(|(info, _)| *info == "console") {
        for session in text.split("$ parlor ").skip(1) {
            let (command, printed) = session.split_once('\n').unwrap();
            let arguments: Vec<&str> = command.split(' ').collect();
            assert_eq!(result(&parlor(folder.path(), &arguments)).1, printed, "parlor {command}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn the_commands_for_teachers_print_the_documented_output() {
    check_documented_output(include_str!("../../../../docs/course/teachers.md"));
}

#[test]
fn the_commands_for_students_print_the_documented_output() {
    check_documented_output(include_str!("../../../../docs/course/students.md"));
}

/// The files of a kit, by path.
fn kit(folder: &Path, game: &str, dialect: &str) -> serde_json::Value {
    let output = parlor(folder, &["cases", game, "--to", dialect, "-o", dialect]);
    assert_eq!(result(&output).0, 0, "{output:?}");
    let index = fs::read_to_string(folder.join(dialect).join("index.json")).unwrap();
    serde_json::from_str(&index).unwrap()
}

#[test]
fn the_files_of_a_kit_follow_by_their_dice_and_are_listed() {
    for (game, dialect) in [("canoga", "lisp"), ("congkak", "prolog"), ("kono", "text")] {
        let folder = tempdir().unwrap();
        let index = kit(folder.path(), game, dialect);
        let words = fs::read_to_string(folder.path().join(dialect).join("index.md")).unwrap();
        let mut rule = &serde_json::Value::Null;
        for case in index["cases"].as_array().unwrap() {
            // One case for each rule, because each takes two processes.
            if rule == &case["rule"] {
                continue;
            }
            rule = &case["rule"];
            let path = |name: &str| case[name].as_str().map(|file| format!("{dialect}/{file}"));
            let (before, after) = (path("before").unwrap(), path("after").unwrap());
            let dice = path("dice").map(|dice| ["--dice".to_owned(), dice]);
            let mut arguments = vec!["follows", &before, &after];
            arguments.extend(dice.iter().flatten().map(String::as_str));
            let output = parlor(folder.path(), &arguments);
            assert_eq!(result(&output).0, 0, "{arguments:?}: {output:?}");
            assert!(words.contains(before.split('/').nth(1).unwrap()), "{before}");
            assert!(words.contains(case["shows"].as_str().unwrap()));
        }
    }
}

#[test]
fn cases_refuses_unknown_rules_and_folders_with_files() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("full")).unwrap();
    fs::write(folder.path().join("full/file"), "").unwrap();
    for (arguments, error) in [
        (
            &["kono", "--rule", "can-lock", "-o", "new"][..],
            "error: --rule: Kono has no rule \u{201c}can-lock\u{201d}; choose one",
        ),
        (
            &["kono", "--rule", "kon-called", "-o", "new"],
            "error: --rule: saves can't show kon-called: a save has no earlier",
        ),
        (&["kono", "-o", "full"], "error: -o: full: the folder isn't empty"),
        (&["kono", "-o", "full/file"], "error: -o: full/file: "),
    ] {
        let output = parlor(folder.path(), &[&["cases", "--to", "text"], arguments].concat());
        let (code, _, errors) = result(&output);
        assert_eq!(code, 2, "{arguments:?}: {errors}");
        assert!(errors.starts_with(error), "{errors}");
        assert!(!folder.path().join("new").exists());
    }
}

const START: &str = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n";

#[test]
fn follows_exits_with_2_where_there_is_nothing_to_judge() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("start"), START).unwrap();
    fs::write(folder.path().join("bad"), START.replace('5', "five")).unwrap();
    let kono = "Round: 1\n\nComputer:\n   Score: 0\n   Color:\n\nHuman:\n   Score: 0\n   Color:\n\nBoard:\n   W W W W W\n   W O O O W\n   O O O O O\n   B O O O B\n   B B B B B\n\nNext Player:\n";
    fs::write(folder.path().join("kono"), kono).unwrap();
    for (arguments, error) in [
        (&["follows", "start", "bad"][..], "error: \u{201c}five\u{201d}"),
        (&["follows", "start", "kono"], "error: start is a save of Congkak, kono one of Kono"),
        (&["follows", "start", "missing"], "error: file not found: missing"),
        (&["follows", "kono", "kono", "--plays", "1"], "error: --plays:"),
        (&["follows", "start", "start", "--dice", "start"], "error: --dice:"),
    ] {
        let output = parlor(folder.path(), arguments);
        let (code, _, errors) = result(&output);
        assert_eq!(code, 2, "{arguments:?}: {errors}");
        assert!(errors.starts_with(error), "{errors}");
    }
}

#[test]
fn follows_prints_json_and_reports_undecided_cases() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("start"), START).unwrap();
    let output = parlor(folder.path(), &["follows", "start", "start", "--json"]);
    let (code, line, _) = result(&output);
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((code, &value["follows"], &value["rule"]), (1, &"no".into(), &"con-sow".into()));
    let output = parlor(folder.path(), &["follows", "start", "start", "--turns", "0"]);
    assert_eq!(result(&output), (0, "yes\n", ""));
    let later = START.replace("Player: 0 5 5 5 5 5", "Player: 10 3 3 3 3 3");
    fs::write(folder.path().join("later"), later).unwrap();
    let output = parlor(folder.path(), &["follows", "start", "later", "--turns", "3", "--effort", "2"]);
    assert_eq!(result(&output).0, 3);
}

#[test]
fn compare_finds_the_same_position_in_another_dialect() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("start"), START).unwrap();
    parlor(folder.path(), &["convert", "start", "--to", "lisp", "-o", "lisp"]);
    assert_eq!(result(&parlor(folder.path(), &["compare", "start", "lisp"])), (0, "the same position\n", ""));
    fs::write(folder.path().join("other"), START.replace("Next Player: Human", "Next Player: Computer")).unwrap();
    let output = parlor(folder.path(), &["compare", "lisp", "other", "--json"]);
    let value: serde_json::Value = serde_json::from_str(result(&output).1).unwrap();
    assert_eq!((result(&output).0, &value["differences"][0]["place"]), (1, &"the next player".into()));
}

#[test]
fn perft_prints_the_counts_of_the_rules_data() {
    let folder = tempdir().unwrap();
    let output = parlor(folder.path(), &["perft", "kono", "--size", "7", "--depth", "5"]);
    assert_eq!(result(&output), (0, include_str!("../../../rules/tests/data/perft/kono-7.txt"), ""));
    assert_eq!(result(&parlor(folder.path(), &["perft", "kono", "--size", "6"])).0, 2);
}
