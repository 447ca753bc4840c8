//! Line mode on a terminal and through pipes. Transcripts of whole tournaments are in `src/line/tests.rs`.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use parlor_testkit::Home;

use crate::output::out;
use parlor_store::{FileStore, Store};
use parlor_table::{Event, Table, read_journal, with_checksums};
use parlor_testkit::effort;
use parlor_view::{Line, LineKind, Names, sentences};

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
        assert_eq!(text.contains("To continue: parlor continue "), began, "{text}");
        if began {
            let output = home.run(&["continue"], "");
            assert!(out(&output).contains("Continuing "));
        }
    }
}

#[test]
fn malformed_input_gets_a_sentence_and_the_question_again() {
    let home = Home::new();
    let long = "x".repeat(100_000);
    let input = format!("\u{1b}[2J\u{7}\n{long}\nüñí\nsix\n-1\n99999999999999999999\n9\n");
    let mut bytes = input.into_bytes();
    bytes.extend_from_slice(b"\xff\xfe\nsave\nno such folder/x\n2\nleave\n");
    let mut program = home.command(&["kono", "--seed", "1"]).spawn().unwrap();
    program.stdin.take().unwrap().write_all(&bytes).unwrap();
    let text = out(&program.wait_with_output().unwrap());
    assert!(!text.contains('\u{1b}'));
    assert!(text.contains("That line is too long."), "{text}");
    assert_eq!(text.matches("No: choose one of the sizes 5, 7, 9.").count(), 5, "{text}");
    assert!(text.contains("The game is not saved: folder not found: no such folder"), "{text}");
    assert!(text.contains("To continue: parlor continue kono-"), "{text}");
}

#[test]
fn wrong_arguments_and_files_are_refused_before_the_game() {
    let home = Home::new();
    fs::write(home.path().join("bad.dice"), "4 3\n2 7\n").unwrap();
    fs::write(home.path().join("bad.save"), "nonsense\n").unwrap();
    for (arguments, says) in [
        (&["canoga", "--dice", "bad.dice"][..], "bad.dice: line 2, column 3: a die shows 1 to 6, not 7"),
        (&["canoga", "--dice", "none.dice"], "none.dice"),
        (&["canoga", "--size", "8"], "--size: Canoga has rows of 9, 10 or 11 squares, not 8"),
        (&["kono", "--name", "Computer"], "--name: a name can't be empty, contain control characters, or be Computer"),
        (&["--resume", "bad.save"], "bad.save:1:1"),
        (&["--resume", "none.save"], "file not found: none.save"),
        (&["continue"], "you have no unfinished game to continue"),
        (&["continue", "nobody"], "there is no game called nobody"),
        (&["journals", "--remove", "../../etc/passwd"], "can't be the name of a journal"),
        (&["continue", "../../etc/passwd"], "can't be the name of a journal"),
    ] {
        let output = home.run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(says), "{arguments:?}: {message}");
    }
}

#[test]
fn a_game_without_a_folder_for_its_journal_can_be_played() {
    let home = Home::new();
    fs::write(home.path().join("data"), "a file where the folder should be").unwrap();
    let text = out(&home.run(&["canoga", "--seed", "1", "--size", "9"], "2\n"));
    assert!(text.contains("the game will be lost when the program ends"), "{text}");
    assert!(text.contains("The game isn't saved."), "{text}");
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
    assert!(out(&home.run(&["journals"], "")).starts_with("There are no games"));
    home.run(&["canoga", "--seed", "1"], "");
    home.run(&["congkak", "--players", "computer,computer", "--size", "5"], "");
    let list = out(&home.run(&["journals"], ""));
    assert!(
        list.lines().any(|line| line.ends_with("Canoga, Human against the club program, 0 to 0, unfinished, round 1")),
        "{list}"
    );
    assert!(
        list.lines().any(|line| line.contains("Congkak 5 pits, the club program against the club program, ")
            && line.contains(" won")),
        "{list}"
    );
    let name = list.lines().find(|line| line.contains("Canoga")).unwrap().split_whitespace().nth(2).unwrap().to_owned();
    assert_eq!(out(&home.run(&["journals", "--remove", &name], "")), format!("Removed {name}.\n"));
    assert!(!out(&home.run(&["journals"], "")).contains(&name));
}

#[test]
fn two_programs_cannot_write_one_journal() {
    let home = Home::new();
    let mut first = home.command(&["canoga", "--seed", "1"]).spawn().unwrap();
    let mut seen = [0; 20];
    first.stdout.as_mut().unwrap().read_exact(&mut seen).unwrap();
    let name = FileStore::at(home.journals()).list().unwrap()[0].name.clone();
    let output = home.run(&["continue", name.as_str()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is open in another program"));
    drop(first.stdin.take());
    first.wait().unwrap();
    assert!(home.run(&["continue", name.as_str()], "").status.success());
}

/// A journal whose last line is cut off, and one with an invalid line in the middle.
#[test]
fn a_damaged_journal_is_reported_and_loses_little() {
    let home = Home::new();
    home.run(&["canoga", "--seed", "1"], "9\n2\n");
    let store = FileStore::at(home.journals());
    let name = store.list().unwrap()[0].name.clone();
    let path = store.folder().join(format!("{name}.journal"));
    let whole = fs::read_to_string(&path).unwrap();
    let cut = &whole[..whole.len() - 3];
    fs::write(&path, cut).unwrap();
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains("was only half written and is ignored"), "{text}");
    assert!(text.contains(&format!("kept in {name}.damaged-1.")), "{text}");
    assert!(whole.starts_with(&fs::read_to_string(&path).unwrap()));
    let lines: Vec<&str> = whole.lines().collect();
    let damaged = format!("{}\nhuman dances\n{}\n", lines[..lines.len() - 2].join("\n"), lines[lines.len() - 1]);
    fs::write(&path, &damaged).unwrap();
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains("of the journal doesn't fit"), "{text}");
    let original = |number: u32| fs::read_to_string(path.with_extension(format!("damaged-{number}"))).unwrap();
    assert_eq!([original(1), original(2)], [cut, &damaged], "both are kept as they were");
    fs::write(&path, "nonsense\n").unwrap();
    let output = home.run(&["continue", name.as_str()], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a journal that this program understands"));
    assert!(store.list().unwrap()[0].about.is_err());
}

/// Regression: `continue` continued an older game, or reported that there was none.
#[test]
fn a_newer_game_that_cannot_be_read_is_reported() {
    let home = Home::new();
    home.run(&["canoga", "--seed", "1"], "9\n");
    let store = FileStore::at(home.journals());
    std::thread::sleep(std::time::Duration::from_millis(10));
    fs::write(store.folder().join("newer-1.journal"), "gXme koYo\n").unwrap();
    let output = home.run(&["continue"], "");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.starts_with("newer-1 can't be read: its first line must be"), "{message}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Continuing "));
}

/// The boards depend on the rules, so a journal with different rules is never replayed.
#[test]
fn a_journal_with_other_rules_is_printed_line_by_line() {
    let home = Home::new();
    let folder = FileStore::at(home.journals()).folder().to_owned();
    fs::create_dir_all(&folder).unwrap();
    let text = with_checksums(["parlor journal 1", "rules 2", "game kono", "begin", "human jump 3 \u{1b}[31mfar"]);
    fs::write(folder.join("later-1.journal"), &text).unwrap();
    let output = home.run(&["continue", "later-1"], "");
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed, "game kono\nbegin\nhuman jump 3 \u{fffd}[31mfar\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("later-1 was played with version 2 of the rules, which this program doesn't know"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(folder.join("later-1.journal")).unwrap(), text);
    assert!(out(&home.run(&["journals"], "")).contains("can't be read: it was played with version 2 of the rules"));
}

/// A name in a journal can contain anything, but no control characters reach the terminal.
#[test]
fn control_characters_of_a_journal_never_reach_the_terminal() {
    let home = Home::new();
    let folder = FileStore::at(home.journals()).folder().to_owned();
    fs::create_dir_all(&folder).unwrap();
    let text = "parlor journal 1\nrules 1\ngame kono\nhuman person \u{1b}[2JAda\ncomputer program club\nseed 1\n\
                dice random\nrounds 1\nbegin\n";
    fs::write(folder.join("odd-1.journal"), with_checksums(text.lines())).unwrap();
    for arguments in [&["journals"][..], &["continue"]] {
        let text = out(&home.run(arguments, "5\n"));
        assert!(text.contains("Ada") || arguments == ["continue"], "{text}");
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

/// A save ends the program, but the game can be continued from its journal.
#[test]
fn a_saved_game_can_be_continued_from_its_journal() {
    let home = Home::new();
    let text = out(&home.run(&["congkak", "--seed", "1", "--size", "5"], "heads\nsave\ngame.txt\n"));
    assert!(text.contains("The game is saved in game.txt.\n"), "{text}");
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains("Continuing "), "{text}");
    assert!(out(&home.run(&["journals"], "")).contains(", saved, round 1"));
}

/// On a full disk, everything printed before is saved, and the program doesn't claim more.
#[test]
fn a_game_whose_journal_cannot_be_written_is_not_called_saved() {
    let home = Home::new();
    // A limit for the size of all files written by the program. Its output goes through pipes, which aren't limited.
    let mut shell = Command::new("bash");
    let program = Command::cargo_bin("parlor").unwrap().get_program().to_owned();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" kono --seed 1 --size 5";
    shell.args(["-c", script]).arg(program).env("XDG_DATA_HOME", home.path().join("data")).current_dir(home.path());
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = shell.spawn().unwrap();
    let _ = running.stdin.take().unwrap().write_all("save\ncancel\n".repeat(40).as_bytes());
    let output = running.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Can't write the journal any more"), "{text}");
    assert!(
        text.contains(
            "Your game is saved up to the last entry in its journal. To continue from there: parlor continue"
        ),
        "{text}"
    );
    assert!(!text.contains("Your game is saved. To continue"), "{text}");
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains("Continuing "), "{text}");
}

/// The program is killed at any moment, even during a write. Everything that it printed before can be restored.
#[test]
fn nothing_that_was_printed_is_lost_by_a_kill() {
    let kills = effort(25, 200);
    let home = Home::new();
    let arguments = ["canoga", "--players", "computer,computer", "--rounds", "1000000", "--size", "9", "--seed", "9"];
    let mut printed_lines = 0;
    for kill in 0..kills {
        let mut program = home.command(&arguments).spawn().unwrap();
        let mut output = program.stdout.take().unwrap();
        // Read some output, and then an arbitrary number of additional bytes.
        let mut bytes = vec![0; 1_000 + kill * 7_919 % 60_000];
        output.read_exact(&mut bytes).unwrap();
        program.kill().unwrap();
        program.wait().unwrap();
        let journal = FileStore::at(home.journals()).list().unwrap().remove(0);
        let path = FileStore::at(home.journals()).folder().join(format!("{}.journal", journal.name));
        let read = read_journal(&fs::read(&path).unwrap()).unwrap();
        let names = Names::of(&read.table.setup().players);
        let lines = |event: Event| sentences(&event, &names).iter().map(printed).collect::<String>();
        let (mut table, opening) = Table::new(read.table.setup().clone());
        let mut rebuilt: String = opening.into_iter().map(lines).collect();
        for entry in read.entries {
            rebuilt.extend(table.apply(entry).unwrap().into_iter().map(lines));
        }
        let printed = String::from_utf8_lossy(&bytes);
        let printed = &printed[printed.find('\n').unwrap() + 1..=printed.rfind('\n').unwrap()];
        let printed: String = printed.split_inclusive('\n').filter(|line| !is_board(line)).collect();
        assert!(rebuilt.starts_with(&printed), "something that was printed is lost");
        printed_lines += printed.lines().count();
        assert!(FileStore::at(home.journals()).open(&journal.name).is_ok());
        fs::remove_file(path).unwrap();
    }
    assert!(printed_lines > kills * 10);
}

/// True for a line of a Canoga board, because boards at the end of a round aren't events.
fn is_board(line: &str) -> bool {
    line == "\n" || line == "[n] is covered.\n" || line.contains("   score ") || line.starts_with("Last dice: ")
}

/// A line in the form in which line mode prints it.
fn printed(line: &Line) -> String {
    let indent = if line.kind == LineKind::Reason { "  " } else { "" };
    format!("{indent}{}\n", line.text)
}

#[test]
fn a_guided_round_is_explained_question_by_question() {
    let home = Home::new();
    let text = out(&home.run(&["congkak", "--guided", "--name", "Ada"], "heads\n2\nnonsense\nP\n2\nquit\nyes\n"));
    let order = [
        "  A coin decides who plays first.",
        "Ada, heads or tails?",
        "  Take all seeds from one of your pits, P to V.",
        "No: ",
        "  The last seed decides.",
        "  You gave up, so the guided round ends here.",
    ];
    let mut rest = &*text;
    for words in order {
        let at = rest.find(words).unwrap_or_else(|| panic!("no \u{201c}{words}\u{201d} in its place:\n{text}"));
        rest = &rest[at + words.len()..];
    }
    // After an invalid answer, the guide doesn't repeat its explanation.
    assert_eq!(text.matches("Take all seeds from one of your pits").count(), 1, "{text}");
    // A guided round fixes all settings, so options for them are refused.
    let refused = home.run(&["canoga", "--guided", "--size", "10"], "");
    assert_eq!(refused.status.code(), Some(2));
    // A continued game has no guide.
    home.run(&["canoga", "--guided"], "");
    assert!(!out(&home.run(&["continue", "--plain"], "")).contains("You and Computer each have a row"));
}
