//! A regression test for each problem that users had in line mode and with commands.

use std::fs;
use std::io::{Read, Write};
use std::time::{Duration, SystemTime};

use parlor_testkit::Home;

use crate::output::{out, refusal};
use parlor_saves::Dialect;
use parlor_store::{FileStore, Store};

/// The name of the newest journal.
fn newest(home: &Home) -> String {
    FileStore::at(home.journals()).list().unwrap()[0].name.to_string()
}

fn order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let at = rest.find(word).unwrap_or_else(|| panic!("no \u{201c}{word}\u{201d} in its place:\n{text}"));
        rest = &rest[at + word.len()..];
    }
}

#[test]
fn one_menu_says_where_help_is_not_available() {
    let home = Home::new();
    let text = out(&home.run(&["kono", "--seed", "1", "--size", "5"], "3\n"));
    let menu = "  1  Save the game\n  2  Throw the dice\n  3  Ask for help (not available now)\n  4  Quit the game\n";
    order(&text, &[menu, "> 3", "Throw the dice first: there is no advice yet."]);
}

#[test]
fn quitting_asks_once_and_states_the_consequences() {
    let home = Home::new();
    let text = out(&home.run(&["canoga", "--seed", "1", "--size", "9", "--name", "Ada"], "4\nno\n4\nyes\n"));
    let asked =
        "Give up? Neither player scores this round, and the tournament ends: you 0, the computer 0. (yes or no) >";
    order(&text, &[asked, "no", "Your choice >", asked, "yes", "Ada gives up.", "The tournament is over."]);
}

#[test]
fn the_end_offers_undo_and_continue_does_later() {
    let home = Home::new();
    let text = out(&home.run(&["congkak", "--seed", "1", "--size", "5"], "heads\nquit\nyes\nundo\nquit\nyes\n\n"));
    order(
        &text,
        &[
            "The tournament is over.",
            "undo",
            "Undone: Human gives up.",
            "turn.",
            "The tournament is over.",
            "To undo the last decision",
        ],
    );
    let name = newest(&home);
    assert!(text.contains(&format!("parlor continue {name}")));
    let text = out(&home.run(&["continue", &name], "undo\nleave\n"));
    order(
        &text,
        &[
            "Congkak, 5 pits a side, round 1.",
            "The tournament is a draw",
            "undo",
            "Undone: Human gives up.",
            "Your game is saved.",
        ],
    );
}

#[test]
fn saving_over_a_file_asks_and_replaces_it_whole() {
    let home = Home::new();
    fs::write(home.path().join("game.txt"), "old").unwrap();
    let arguments = ["congkak", "--seed", "1", "--size", "5"];
    let text = out(&home.run(&arguments, "heads\nsave\ngame.txt\nno\ncancel\nleave\n"));
    order(&text, &["game.txt exists already. Replace it? (yes or no) > no", "Save in which file?", "cancel"]);
    assert_eq!(fs::read_to_string(home.path().join("game.txt")).unwrap(), "old");
    out(&home.run(&arguments, "heads\nsave\ngame.txt\nyes\n"));
    assert!(fs::read_to_string(home.path().join("game.txt")).unwrap().starts_with("Human Player: 0 5"));
    let left: Vec<String> =
        fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| name == "game.txt" || name == "data"), "{left:?}");
}

#[test]
fn a_resumed_game_proposes_its_file_and_keeps_its_dialect() {
    let home = Home::new();
    let dialect = |name: &str| {
        let text = fs::read_to_string(home.path().join(name)).unwrap();
        parlor_saves::read(&text, None).unwrap().dialect
    };
    out(&home.run(&["congkak", "--seed", "1", "--size", "5"], "heads\nsave\ngame.pl\n"));
    assert_eq!(dialect("game.pl"), Dialect::Prolog, "by its ending");
    fs::rename(home.path().join("game.pl"), home.path().join("game")).unwrap();
    let text = out(&home.run(&["--resume", "game"], "save\n\nyes\n"));
    order(
        &text,
        &["(Enter for game; cancel goes back)", "game exists already. Replace it?", "The game is saved in game."],
    );
    assert_eq!(dialect("game"), Dialect::Prolog, "as it was");
    out(&home.run(&["--resume", "game"], "save\nother.lisp\n"));
    assert_eq!(dialect("other.lisp"), Dialect::Lisp, "the ending takes precedence");
    out(&home.run(&["--resume", "game", "--dialect", "text"], "save\nthird.lisp\n"));
    assert_eq!(dialect("third.lisp"), Dialect::Text, "the option takes precedence over both");
    out(&home.run(&["congkak", "--seed", "1", "--size", "5", "--dialect", "lisp"], "heads\nsave\n\n"));
    assert_eq!(dialect("congkak-1.lisp"), Dialect::Lisp);
    // A continued game proposes the last file name again.
    let text = out(&home.run(&["continue"], "save\n\nno\ncancel\nleave\n"));
    assert!(text.contains("(Enter for congkak-1.lisp; cancel goes back)"), "{text}");
}

/// A round that the next play wins, because Human has only one seed left in a pit.
const NEARLY_OVER: &str = "Human Player: 20 1 0 0 0 0 0\nComputer Player: 24 0 0 0 0 5 0\nNext Player: Human\n";

#[test]
fn a_game_can_be_saved_after_a_rounds_last_play() {
    let home = Home::new();
    fs::write(home.path().join("nearly.txt"), NEARLY_OVER).unwrap();
    let text = out(&home.run(&["--resume", "nearly.txt"], "2\nT\nsave\nover.txt\n"));
    order(&text, &["wins the round", "Another round? (yes, no or save) > save", "The game is saved in over.txt."]);
    // The result is announced again, and another round can be played.
    let text = out(&home.run(&["--resume", "over.txt"], "yes\nleave\n"));
    order(&text, &["wins the round", "Another round?", "Round 2"]);
    // It is still the same tournament, so undo works across the save.
    let text = out(&home.run(&["continue"], "leave\n"));
    assert!(text.contains("Continuing "), "{text}");
}

#[test]
fn a_round_of_kono_that_was_given_up_is_not_saved_and_continue_is_named() {
    let home = Home::new();
    let text = out(&home.run(&["kono", "--seed", "1", "--size", "5"], "2\nwhite\nquit\nyes\nsave\nleave\n"));
    let name = newest(&home);
    order(
        &text,
        &[
            "Another round? (yes or no) > save",
            "can't record that a round was given up",
            &format!("parlor continue {name}"),
        ],
    );
}

#[test]
fn a_mistyped_throw_is_corrected_until_the_next_decision() {
    let home = Home::new();
    let arguments = ["canoga", "--dice", "manual", "--size", "9", "--name", "Ada"];
    let text =
        out(&home.run(&arguments, "5 5\n1 2\ncorrect 6 6\n2\n3 4\ncorrect 6 5\ncover 9 2\ncorrect 4 4\nleave\n"));
    order(
        &text,
        &[
            "Ada throws two dice: what do they show? (like 4 3) > 5 5",
            "Corrected: the dice show 6 6, not 1 2.",
            "Computer plays first.",
            "Computer throws two dice",
        ],
    );
    let text = out(&home.run(&arguments, "6 5\n1 2\n2\n3 4\ncorrect 6 5\ncover 9 2\ncorrect 4 4\nleave\n"));
    order(
        &text,
        &[
            "Ada throws 3 and 4",
            "Corrected: the dice show 6 5, not 3 4.",
            "Dice: 6 5",
            "cover 9 2",
            "No: only a throw by hand can be corrected",
        ],
    );
}

#[test]
fn the_prompt_names_the_player_again_after_a_refused_throw() {
    let home = Home::new();
    let text = out(&home.run(&["canoga", "--dice", "manual", "--size", "9", "--name", "Ada"], "5\n7 1\nx\n5 5\n"));
    assert_eq!(text.matches("Ada throws two dice: what do they show? (like 4 3) >").count(), 4, "{text}");
}

#[test]
fn redo_restores_an_undone_decision() {
    let home = Home::new();
    let text = out(&home.run(&["congkak", "--seed", "2", "--size", "5"], "heads\n2\nundo\nredo\nleave\n"));
    // The first decision here is the call, which can't be undone after the coin toss has been seen.
    assert!(text.contains("the coin has been seen"), "{text}");
    let arguments = ["congkak", "--players", "human,human", "--seed", "2", "--size", "5"];
    let text = out(&home.run(&arguments, "heads\n2\nP\nundo\nredo\nA\nundo\nredo\nleave\n"));
    order(&text, &["Undone: Human 2 takes 5 seeds from pit A", "Played again."]);
}

#[test]
fn two_people_offer_and_reply_in_lines() {
    let home = Home::new();
    let arguments =
        ["kono", "--players", "human,human", "--name", "Ada", "--name2", "Ben", "--seed", "1", "--size", "5"];
    let text = out(&home.run(
        &arguments,
        "2\nwhite\noffer call\nno\noffer call\nyes\n?\nhelp\n\nboard\ndecline\nall\noffer call\nleave\n",
    ));
    order(
        &text,
        &[
            "> offer call",
            "Offer to end the round now? As it stands, Ada has 0 and Ben 0. (yes or no) > no",
            "> offer call",
            "offers to call the round",
            "end the round now? As it stands, Ada has 0 and Ben 0. (accept or decline) > ?",
            "Type accept or decline.",
            "There is no advice for this question.",
            "No: type accept or decline.",
            "Black, score 0",
            "declines.",
            "this is your turn",
            "once in 10 moves",
        ],
    );
    let text = out(&home.run(&arguments, "2\nwhite\noffer call\nyes\nacc\nno\n\n"));
    order(&text, &["accepts.", "Both players have agreed to call the round.", "Another round?"]);
}

#[test]
fn the_program_replies_to_an_offer() {
    let home = Home::new();
    let text = out(&home
        .run(&["kono", "--level", "novice", "--seed", "1", "--size", "5"], "2\nwhite\n2\noffer call\nyes\nleave\n"));
    assert!(
        text.contains("Computer accepts.")
            || text.contains("Computer declines.")
            || text.contains("only before your own move"),
        "{text}"
    );
}

/// A position in which White can't move: its only piece is blocked by an opponent's piece, and may not capture.
const STUCK: &str = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\nBoard:\n   \
                     W  O  O  O  O\n   O  B  O  O  O\n   O  O  O  O  O\n   O  O  O  O  B\n   O  O  O  O  O\n\nNext Player: Human\n";

#[test]
fn a_person_without_a_move_passes_without_being_asked() {
    let home = Home::new();
    fs::write(home.path().join("stuck.txt"), STUCK).unwrap();
    let text = out(&home.run(&["--resume", "stuck.txt", "--name", "Ada"], "leave\n"));
    order(&text, &["All Ada's pieces are blocked: Ada passes until one of them can move.", "It is Computer's turn."]);
}

#[test]
fn giving_up_does_not_repeat_the_board() {
    let home = Home::new();
    let kono = ["kono", "--players", "human,human", "--seed", "1", "--size", "5", "--name", "Ada", "--name2", "Ben"];
    let text = out(&home.run(&kono, "2\nwhite\nquit\nyes\nno\n\n"));
    let after = text.split("Ada gives up.").nth(1).unwrap();
    assert!(!after.contains(" - W") && !after.contains("Last dice"), "{after}");
    order(after, &["Totals: Ada 0, Ben 5.", "Ben: Black, score 5", "Another round?"]);
    assert_eq!(after.matches("this round").count(), 2, "one board for the new scores: {after}");
}

#[test]
fn files_of_any_kind_are_refused_at_once_in_a_line_or_two() {
    let home = Home::new();
    let path = |name: &str| home.path().join(name);
    fs::write(path("binary"), [0xff, 0x00, 0xfe].repeat(5_000)).unwrap();
    fs::write(path("long.dice"), "x".repeat(3_000)).unwrap();
    fs::File::create(path("huge")).unwrap().set_len(8 << 30).unwrap();
    for file in ["binary", "huge", ".", "none", "/dev/zero", "/dev/full", "/dev/tty"] {
        if file.starts_with("/dev") && !std::path::Path::new(file).exists() {
            continue;
        }
        for option in ["--dice", "--resume"] {
            let message = refusal(&home.run(&["canoga", option, file], ""));
            assert!(message.chars().count() < 250, "{option} {file}: {message}");
        }
    }
    let message = refusal(&home.run(&["canoga", "--dice", "long.dice"], ""));
    assert!(!message.contains(&"x".repeat(61)), "{message}");
    let message = refusal(&home.run(&["continue", &"y".repeat(150)], ""));
    assert!(!message.contains(&"y".repeat(61)), "{message}");
    let output = home.run(&["canoga", "--level", &"z".repeat(150)], "");
    assert!(!String::from_utf8_lossy(&output.stderr).contains(&"z".repeat(61)));
}

#[test]
fn standard_input_is_a_file_only_if_two_computers_play() {
    let home = Home::new();
    for option in ["--dice", "--resume"] {
        for name in ["-", "/dev/stdin"] {
            let message = refusal(&home.run(&["canoga", option, name], "4 3\n"));
            assert!(message.contains("standard input is where your answers come from"), "{message}");
        }
    }
    let programs = ["--players", "computer,computer", "--seed", "1", "--level", "novice"];
    let play = |arguments: &[&str], input: &str| out(&home.run(&[arguments, &programs].concat(), input));
    let text = play(&["canoga", "--size", "9", "--dice", "-"], "6 6\n1 1\n");
    assert!(text.contains("Novice 1 throws 6 and 6"), "{text}");
    let text = play(&["--resume", "-"], NEARLY_OVER);
    assert!(text.contains("The tournament resumes from the save."), "{text}");
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let home = Home::new();
    let pipe = home.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (text, writing) = (NEARLY_OVER.to_owned(), pipe.clone());
    let writer = std::thread::spawn(move || fs::write(writing, text));
    assert!(out(&home.run(&["--resume", "pipe"], "leave\n")).contains("The tournament resumes from the save."));
    writer.join().unwrap().unwrap();
    let mut endless =
        std::process::Command::new("sh").args(["-c", "yes > pipe"]).current_dir(home.path()).spawn().unwrap();
    let message = refusal(&home.run(&["canoga", "--dice", "pipe"], ""));
    assert!(message.contains("at most 1048576 bytes"), "{message}");
    endless.wait().unwrap();
}

#[test]
fn help_is_at_full_strength_unless_the_level_is_asked_for() {
    let home = Home::new();
    let help = |more: &[&str]| {
        let arguments = ["congkak", "--size", "5", "--level", "novice", "--dice", "manual"];
        out(&home.run(&[&arguments[..], more].concat(), "heads\nheads\n3\n"))
    };
    order(&help(&[]), &["3  Ask for help\n", "I suggest you play"]);
    assert!(!help(&["--advice", "full"]).contains("sees it"));
    order(&help(&["--advice", "level"]), &["3  Ask for help\n", "As a novice sees it, I suggest you play"]);
}

#[test]
fn the_final_board_is_shown_in_all_games() {
    let home = Home::new();
    for (game, size, part_of_a_board) in
        [("canoga", "9", "   score "), ("congkak", "5", " and has won "), ("kono", "5", ": White, score 0")]
    {
        let arguments = ["--players", "computer,computer", "--level", "novice", "--seed", "3", "--size", size];
        let text = out(&home.run(&[&[game], &arguments[..]].concat(), ""));
        order(&text, &["Novice 1", part_of_a_board, "Totals: "]);
    }
}

#[test]
fn two_people_have_names_and_two_programs_their_levels() {
    let home = Home::new();
    let people = ["kono", "--players", "human,human", "--seed", "1", "--size", "5"];
    let wide = "\u{8239}".repeat(12);
    let text = out(&home.run(&[&people[..], &["--name", &wide, "--name2", "Ben"]].concat(), "2\n"));
    assert!(text.contains(&format!("For the first turn {wide} throws")), "{text}");
    assert!(text.contains(&format!("\n{}\u{2026}: ", "\u{8239}".repeat(9))), "shortened on the board: {text}");
    let programs = ["congkak", "--players", "computer,computer", "--level", "novice,club", "--size", "5"];
    let text = out(&home.run(&[&programs[..], &["--seed", "2"]].concat(), ""));
    assert!(text.contains("Novice takes ") && text.contains(" wins the tournament: Novice "), "{text}");
    let same = refusal(&home.run(&[&people[..], &["--name", "Ada", "--name2", "ada"]].concat(), ""));
    assert!(same.contains("--name2: "), "{same}");
}

#[test]
fn journals_list_players_size_score_and_result() {
    let home = Home::new();
    out(&home.run(&["congkak", "--seed", "1", "--size", "5", "--name", "Ada"], "heads\nquit\nyes\n"));
    let list = out(&home.run(&["journals"], ""));
    assert!(list.ends_with("  Congkak 5 pits, Ada against the club program, 25 to 25, a draw\n"), "{list}");
}

#[test]
fn continue_opens_the_newest_game_that_is_not_open_elsewhere() {
    let home = Home::new();
    out(&home.run(&["kono", "--seed", "1", "--size", "5"], ""));
    let older = newest(&home);
    std::thread::sleep(Duration::from_millis(20));
    let mut playing = home.command(&["canoga", "--seed", "1"]).spawn().unwrap();
    let mut seen = [0; 20];
    std::io::Read::read_exact(playing.stdout.as_mut().unwrap(), &mut seen).unwrap();
    let text = out(&home.run(&["continue"], ""));
    assert!(text.contains(&format!("Continuing {older}.")), "{text}");
    drop(playing.stdin.take());
    playing.wait().unwrap();
}

#[test]
fn a_game_is_exported_as_a_record_and_its_journal_imported() {
    let home = Home::new();
    let arguments =
        ["congkak", "--players", "computer,computer", "--level", "novice,club", "--size", "5", "--seed", "3"];
    out(&home.run(&arguments, ""));
    let name = newest(&home);
    let record = out(&home.run(&["export", &name], ""));
    order(
        &record,
        &[
            "Congkak\nNovice, the novice program, in the Human seat\nClub, the club program, in the Computer seat\n",
            "seed 3",
            "Round 1, 5 pits a side",
            "\n   1  ",
            "value ",
            "wins the tournament",
        ],
    );
    let journal = out(&home.run(&["export", "--journal", &name], ""));
    assert!(journal.starts_with("parlor journal 1 #"), "{journal}");
    fs::write(home.path().join("game.journal"), &journal).unwrap();
    let kept = out(&home.run(&["import", "game.journal"], ""));
    assert!(kept.starts_with("Imported as congkak-") && kept.contains("Congkak 5 pits, the novice program"), "{kept}");
    let copy = newest(&home);
    assert_ne!(copy, name);
    assert_eq!(out(&home.run(&["export", "--journal", &copy], "")), journal);
    // A damaged journal is refused.
    let before = FileStore::at(home.journals()).list().unwrap().len();
    fs::write(home.path().join("bad.journal"), journal.replacen("pit", "pot", 40)).unwrap();
    let output = home.run(&["import", "bad.journal"], "");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(home.run(&["import", "none"], "").status.code(), Some(2));
    assert_eq!(FileStore::at(home.journals()).list().unwrap().len(), before);
}

#[test]
fn only_old_finished_games_are_pruned_and_only_after_yes() {
    let home = Home::new();
    let age = |name: &str, days: u64| {
        let file = fs::File::options()
            .append(true)
            .open(FileStore::at(home.journals()).folder().join(format!("{name}.journal")))
            .unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(days * 86_400)).unwrap();
    };
    out(&home.run(&["kono", "--seed", "1", "--size", "5"], ""));
    let unfinished = newest(&home);
    age(&unfinished, 100);
    let programs = ["congkak", "--players", "computer,computer", "--level", "novice", "--size", "5"];
    out(&home.run(&programs, ""));
    let old = newest(&home);
    age(&old, 40);
    out(&home.run(&programs, ""));
    assert!(out(&home.run(&["journals", "--prune", "60"], "yes\n")).contains("There are no finished games that old."));
    let text = out(&home.run(&["journals", "--prune", "30"], "no\n"));
    assert!(text.contains(&old) && !text.contains(&unfinished) && text.ends_with("Nothing was removed.\n"), "{text}");
    assert_eq!(FileStore::at(home.journals()).list().unwrap().len(), 3);
    let text = out(&home.run(&["journals", "--prune", "30"], "yes\n"));
    assert!(text.ends_with(&format!("Removed {old}.\n")), "{text}");
    assert_eq!(FileStore::at(home.journals()).list().unwrap().len(), 2);
}

#[test]
fn a_question_mark_helps_at_every_prompt() {
    let home = Home::new();
    let asks = |arguments: &[&str], input: &str, hint: &str| {
        let text = out(&home.run(arguments, input));
        let (_, after) = text.rsplit_once("> ?\n").unwrap_or_else(|| panic!("{text}"));
        assert!(after.starts_with(hint), "{arguments:?}, {input:?}:\n{after}");
    };
    asks(&[], "?\n", "Type a number from 1 to");
    asks(&["congkak", "--seed", "1"], "?\n", "Choose one of the sizes");
    let five = ["congkak", "--seed", "1", "--size", "5"];
    asks(&five, "?\n", "Call heads or tails.");
    asks(&five, "heads\n?\n", "Type a number from 1 to 4, or a word from the menu.");
    asks(&five, "heads\nsave\n?\n", "Name a file, or cancel.");
    asks(&five, "heads\nquit\n?\n", "Type yes or no.");
    asks(&five, "heads\nquit\nyes\n?\n", "Type undo, or just Enter");
    asks(&["congkak", "--dice", "manual", "--size", "5"], "heads\n?\n", "Type what the coin shows");
    asks(&["kono", "--dice", "manual", "--size", "5"], "2\n?\n", "Type what the dice show, like 4 3.");
}

#[test]
fn the_board_with_scores_and_dice_follows_each_of_the_computers_moves() {
    let home = Home::new();
    let boards = |more: &[&str]| {
        let arguments = ["canoga", "--players", "computer,computer", "--level", "novice", "--size", "9", "--seed", "4"];
        let text = out(&home.run(&[&arguments[..], more].concat(), ""));
        let moves = text.lines().filter(|line| line.starts_with("Novice") && line.contains("overs "));
        (text.matches("   score ").count() / 2, moves.count())
    };
    let (plain, _) = boards(&["--no-boards"]);
    assert_eq!(plain, 1, "the final board is always shown");
    let (shown, moves) = boards(&[]);
    assert!(shown >= moves && moves > 5, "{shown} boards, {moves} moves");
    let home = Home::new();
    for (game, line) in [("canoga", "   dice "), ("congkak", " in all, 0 rounds won"), ("kono", ", this round ")] {
        let arguments = [game, "--players", "computer,computer", "--level", "novice", "--seed", "4"];
        let text = out(&home.run(&arguments, ""));
        assert!(text.matches(line).count() > 5, "{text}");
    }
}

/// From the revised text on Canoga: both rows, both scores and the dice are always displayed.
/// True if the line is the row of a player: the name, the numbers of all squares, and the score.
fn is_row(line: &str, name: &str) -> bool {
    let Some((squares, _)) = line.strip_prefix(name).and_then(|row| row.split_once("score ")) else { return false };
    let numbers: String = squares.chars().filter(char::is_ascii_digit).collect();
    numbers == "123456789"
}

/// After each move, and before each decision of the person, both rows with both scores are printed, and the dice that
/// were thrown last.
#[test]
fn both_rows_both_scores_and_the_dice_are_always_in_lines() {
    let home = Home::new();
    let text = out(&home.run(&["canoga", "--seed", "3", "--size", "9"], &"2\nhelp\nplay it\n".repeat(20)));
    let (mut dice, mut computer, mut human) = (None, 0, 0);
    let mut shown: Vec<&str> = Vec::new();
    for line in text.lines() {
        let by = ["Human throws ", "Computer throws "].iter().find_map(|by| line.split_once(by));
        if let Some((_, throw)) = by {
            let faces = throw.split(|letter: char| !letter.is_ascii_digit()).filter(|face| !face.is_empty());
            let count = if throw.contains(" and ") { 2 } else { 1 };
            dice = Some(faces.take(count).collect::<Vec<_>>().join(" "));
            shown.clear();
        }
        let moves = ["covers ", "uncovers "].iter().any(|verb| line.contains(verb));
        let asks_next = line.starts_with("Computer throws") || line.contains("Your choice >");
        if let Some(last) = dice.as_ref().filter(|_| (asks_next || line.contains("which squares")) && !shown.is_empty())
        {
            let printed = shown.join("\n");
            let has_row = |name| shown.iter().any(|line| is_row(line, name));
            assert!(has_row("Computer") && has_row("Human"), "{printed}\nbefore: {line}");
            assert!(
                printed.contains(&format!("dice {last}")) || printed.contains(&format!("ice: {last}")),
                "{printed}"
            );
            human += usize::from(!line.starts_with("Computer"));
        }
        if moves && (line.starts_with("Computer") || line.starts_with("Human")) {
            computer += usize::from(line.starts_with("Computer"));
            shown.clear();
        }
        shown.push(line);
    }
    assert!(computer > 3 && human > 3, "{computer} {human} {text}");
}

#[test]
fn a_move_can_be_typed_at_the_menu() {
    let home = Home::new();
    let kono = ["kono", "--players", "human,human", "--seed", "1", "--size", "5", "--name", "Ada", "--name2", "Ben"];
    let text = out(&home.run(&kono, "2\nwhite\n9 9 se\n1 1 se\n"));
    order(
        &text,
        &["Your choice, or a move, like", "> 9 9 se", "No: ", "> 1 1 se", "moves the piece at (1,1) southeast"],
    );
    let text = out(&home.run(&kono, "2\nwhite\nforward\n"));
    order(&text, &["> forward", "No: name a piece and a direction, like 1 1 ", ". Or type a number from 1 to 4."]);
    let congkak = ["congkak", "--players", "human,human", "--seed", "1", "--size", "5"];
    let text = out(&home.run(&congkak, "heads\n"));
    let first = if text.contains("Your choice, or a pit, like P") { "P" } else { "A" };
    let text = out(&home.run(&congkak, &format!("heads\nz\n{first}\n")));
    order(&text, &["> z", "> ", &format!(" takes 5 seeds from pit {first} ")]);
}

#[test]
fn after_the_computers_win_the_menu_doesnt_say_that_it_is_still_its_turn() {
    let home = Home::new();
    let save = "Computer:\n   Squares: * * * * * * * * 9\n   Score: 0\n\nHuman:\n   Squares: * 2 3 4 5 6 7 8 9\n   \
                Score: 0\n\nFirst Turn: Human\nNext Turn: Computer\n";
    fs::write(home.path().join("won.txt"), save).unwrap();
    fs::write(home.path().join("nine.dice"), "4 5\n").unwrap();
    let text = out(&home.run(&["--resume", "won.txt", "--dice", "nine.dice"], "2\n2\nno\n"));
    order(&text, &["Computer covers 9.", "Computer has won the round.", "  2  Go on", "> 2", "Another round?"]);
    assert!(!text.contains("still"), "{text}");
}

/// Black's only piece stands in a corner, behind a white piece.
#[test]
fn repeated_passes_take_one_line() {
    let home = Home::new();
    let save = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\n\
                Board:\n   W O W O O\n   O O O O O\n   O O O O O\n   O W O O O\n   B O O O O\n\nNext Player: Human\n";
    fs::write(home.path().join("blocked.txt"), save).unwrap();
    let steps = "1 1 se\n2 2 nw\n1 1 se\n4 2 nw\n\n3 1 nw\n";
    let text = out(&home.run(&["--resume", "blocked.txt"], steps));
    let passes = "All Computer's pieces are blocked: Computer passes until one of them can move.";
    order(&text, &[passes, "Human moves the piece at (2,2) northwest", "Computer moves the piece at (5,1) northeast"]);
    assert_eq!(text.matches(passes).count(), 1, "{text}");
    // The third pass names the way out.
    assert_eq!(text.matches("either player may offer to call the round").count(), 1, "{text}");
}

/// Black's only piece can leave the corner and return, and has no other move.
#[test]
fn a_note_on_the_computers_move_needs_no_board_of_its_own() {
    let home = Home::new();
    let save = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\n\
                Board:\n   W O O O O\n   O O O O O\n   W O W O O\n   O O O O O\n   B O WW O O\n\nNext Player: Human\n";
    fs::write(home.path().join("corner.txt"), save).unwrap();
    let text = out(&home.run(&["--resume", "corner.txt"], "1 1 se\n\n2 2 nw\n\nleave\n"));
    let after = text.split("to (5,1).").nth(1).unwrap_or_else(|| panic!("{text}"));
    let (before, after) = after.split_once("This position has come up for the second time.").unwrap();
    assert!(!before.contains("1  2  3"), "{before}");
    assert_eq!(after.matches("\n5  B - +").count(), 1, "{after}");
}

#[test]
fn a_single_letter_at_congkaks_menu_is_never_a_command() {
    let home = Home::new();
    let congkak = ["congkak", "--players", "human,human", "--seed", "1", "--size", "7"];
    for letter in ["s", "q", "h", "u", "p", "m", "l"] {
        let text = out(&home.run(&congkak, &format!("heads\n{letter}\n")));
        for effect in ["Save in which file?", "Give up?", "I suggest", "Taken back"] {
            assert!(!text.contains(effect), "{letter}: {text}");
        }
    }
}

#[test]
fn a_turn_of_several_plays_is_one_line() {
    let home = Home::new();
    let congkak = ["congkak", "--players", "human,human", "--seed", "1", "--size", "5"];
    let text = out(&home.run(&congkak, "heads\nhelp\nhelp\n"));
    let plan = text.split("in the store after each: ").last().expect("a turn of several plays").lines().next().unwrap();
    let pits: Vec<char> = plan.split(", ").map(|play| play.chars().next().unwrap()).collect();
    let line = pits.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let typed = out(&home.run(&congkak, &format!("heads\n{line}\n")));
    let advised = out(&home.run(&congkak, "heads\nhelp\nplay it\n"));
    for text in [&typed, &advised] {
        let taken: Vec<&str> =
            text.lines().filter(|line| line.contains(" takes ") && line.contains("from pit")).collect();
        assert_eq!(taken.len(), pits.len(), "{text}");
        assert_eq!(
            text.matches("  1  Save the game").count(),
            2,
            "the menu of this player and that of the next one: {text}"
        );
    }
    // Plays that are no longer possible are reported.
    let text = out(&home.run(&congkak, &format!("heads\n{line} {}\n", pits[0])));
    assert!(text.contains("Not played: pit ") || text.contains("takes"), "{text}");
}

#[test]
fn a_long_planned_turn_is_shortened_until_help_is_asked_again() {
    let home = Home::new();
    let congkak = ["congkak", "--players", "human,human", "--size", "7", "--first", "you", "--seed", "1"];
    let text = out(&home.run(&congkak, "help\nhelp\n"));
    let plans: Vec<&str> = text.lines().filter(|line| line.contains("It begins a turn of ")).collect();
    let [short, whole] = plans[..] else { panic!("{text}") };
    let last = |plan: &str| plan.rsplit(' ').nth(1).unwrap().to_owned();
    let (all, ends) = (whole.matches(" (").count(), short.matches(" (").count());
    assert!(all > 20 && ends == 5 && short.contains(") \u{2026} "), "{short}\n{whole}");
    assert_eq!(last(short), last(whole));
    assert!(text.contains("plays, type \u{201c}play it\u{201d}. To see all plays, type help again."), "{text}");
}

#[test]
fn play_it_is_refused_before_any_advice() {
    let home = Home::new();
    let kono = ["kono", "--players", "human,human", "--seed", "1", "--size", "5"];
    let text = out(&home.run(&kono, "2\nwhite\nplay it\nhelp\nplay it\n"));
    order(
        &text,
        &[
            "No: there is no advice yet. Type help first.",
            "I suggest",
            "To play that, type \u{201c}play it\u{201d}.",
            " moves the",
        ],
    );
}

#[test]
fn one_word_follows_all_plays_of_the_computers_turn() {
    let home = Home::new();
    let mut followed = 0;
    for seed in 1..12 {
        let seed = seed.to_string();
        let arguments = ["congkak", "--level", "master", "--seed", &seed, "--size", "5"];
        let text = out(&home.run(&arguments, "heads\nall\n"));
        let plays = text.lines().filter(|line| line.starts_with("Computer takes")).count();
        if text.contains("Your choice (all lets it play its whole turn) > all") && plays > 2 {
            followed += 1;
            assert!(text.matches("It is Computer's turn.").count() == 1, "{text}");
            assert!(text.contains("Human's turn.") || text.contains("Another round?"), "{text}");
        }
    }
    assert!(followed > 0);
}

#[test]
fn the_name_is_remembered_in_lines_as_on_the_full_screen() {
    let home = Home::new();
    let folder = home.path().join("config/parlor");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("settings.txt"), "name = Grace\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut program = home.command(arguments).env("XDG_CONFIG_HOME", home.path().join("config")).spawn().unwrap();
        drop(program.stdin.take());
        out(&program.wait_with_output().unwrap())
    };
    let arguments = ["canoga", "--size", "9", "--seed", "1"];
    assert!(run(&arguments).contains("Grace throws"));
    assert!(run(&[&arguments[..], &["--name", "Ada"]].concat()).contains("Ada throws"));
}

#[test]
fn the_last_game_is_named_before_it_is_continued() {
    let home = Home::new();
    assert!(!out(&home.run(&[], "")).contains("Continue the last game"));
    out(&home.run(&["canoga", "--seed", "1", "--size", "9", "--name", "Ada"], ""));
    assert!(!out(&home.run(&[], "")).contains("Continue the last game"), "nothing was chosen in it");
    out(&home.run(&["congkak", "--seed", "1", "--size", "5", "--name", "Ada"], "heads\n"));
    let text = out(&home.run(&[], ""));
    assert!(text.contains("1  Continue the last game: Congkak 5 pits, Ada against the club"), "{text}");
}

#[test]
fn a_save_of_two_people_says_how_to_resume_it() {
    let home = Home::new();
    let two = ["congkak", "--players", "human,human", "--seed", "1", "--size", "5", "--name", "Ada", "--name2", "Ben"];
    let text = out(&home.run(&two, "heads\nsave\ntwo.txt\n"));
    let command = "parlor --resume two.txt --players human,human --name Ada --name2 Ben";
    assert!(text.contains("A save file doesn't record the names") && text.contains(command), "{text}");
    let resumed = ["--resume", "two.txt", "--players", "human,human", "--name", "Ada", "--name2", "Ben"];
    let text = out(&home.run(&resumed, ""));
    assert!(text.contains("Ada") && text.contains("Ben") && !text.contains("Computer"), "{text}");
}

#[test]
fn a_save_names_a_level_other_than_the_default_in_its_resume_command() {
    let home = Home::new();
    let saved = |level: &str| {
        let options = ["congkak", "--level", level, "--first", "you", "--seed", "1", "--size", "5"];
        let file = format!("{level}.txt");
        let text = out(&home.run(&options, &format!("save\n{file}\n")));
        assert!(text.contains(&format!("The game is saved in {file}.")), "{text}");
        text
    };
    let text = saved("master");
    assert!(text.contains("To resume: parlor --resume master.txt --level master"), "{text}");
    assert!(!saved("club").contains("To resume:"));
}

#[test]
fn options_may_come_before_or_after_the_game() {
    let home = Home::new();
    let options = ["--players", "computer,computer", "--size", "5", "--seed", "2", "--level", "novice"];
    let after = out(&home.run(&[&["congkak"], &options[..]].concat(), ""));
    assert_eq!(out(&home.run(&[&options[..], &["congkak"]].concat(), "")), after);
    let between = ["--players", "computer,computer", "congkak", "--size", "5", "--seed", "2", "--level", "novice"];
    assert_eq!(out(&home.run(&between, "")), after);
}

#[test]
fn options_without_effect_are_refused() {
    let home = Home::new();
    fs::write(home.path().join("game.txt"), NEARLY_OVER).unwrap();
    fs::write(home.path().join("some.dice"), "4 3\n").unwrap();
    for (arguments, option) in [
        (&["canoga", "--rounds", "3"][..], "--rounds: "),
        (&["--resume", "game.txt", "--size", "5"], "--size: "),
        (&["canoga", "--level", "novice,club"], "--level: "),
        (&["canoga", "--players", "human,human", "--level", "club"], "--level: "),
        (&["canoga", "--players", "computer,computer", "--level", "club,club,club"], "--level: "),
        (&["congkak", "--dice", "some.dice"], "--dice: "),
        (&["congkak", "--dice", "manual", "--first", "you"], "--dice: "),
        (&["canoga", "--first", "you"], "--first: "),
        (&["--resume", "game.txt", "--first", "computer"], "--first: "),
        (&["--resume", "game.txt", "--dice", "some.dice"], "--dice: "),
        (&["canoga", "--name2", "Ben"], "--name2: "),
        (&["canoga", "--players", "computer,computer", "--name", "Ada"], "--name: "),
        (&["canoga", "--dice", "manual", "--seed", "3"], "--seed: "),
        (&["canoga", "--players", "computer,computer", "--advice", "full"], "--advice: "),
        (&["canoga", "--players", "human,human", "--advice", "level"], "--advice: "),
        (&["canoga", "--players", "human,human", "--no-boards"], "--no-boards: "),
    ] {
        let message = refusal(&home.run(arguments, ""));
        assert!(message.starts_with(&format!("error: {option}")), "{arguments:?}: {message}");
    }
}

/// The completions of a command line in bash, whose cursor is at its end.
fn completed(home: &Home, line: &[&str]) -> Vec<String> {
    let words: Vec<String> = line.iter().map(|word| format!("'{word}'")).collect();
    let program = env!("CARGO_BIN_EXE_parlor");
    let script = format!(
        "source <('{program}' completions bash); COMP_WORDS=(parlor {}); COMP_CWORD={}; COMPREPLY=()
         parlor() {{ '{program}' \"$@\"; }}
         function_of=$(complete -p parlor | sed 's/.*-F \\([^ ]*\\).*/\\1/')
         \"$function_of\" parlor '{}' '{}'
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        line.len(),
        line.last().unwrap(),
        line.iter().rev().nth(1).unwrap_or(&"parlor"),
    );
    let mut shell = std::process::Command::new("bash");
    shell.args(["--noprofile", "--norc", "-c", &script]).current_dir(home.path());
    let output = shell.env("XDG_DATA_HOME", home.file("data")).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_the_names_of_games() {
    let home = Home::new();
    for game in ["canoga", "kono"] {
        out(&home.run(&[game, "--players", "computer,computer", "--level", "novice"], ""));
    }
    let list = out(&home.run(&["journals", "--names"], ""));
    let names: Vec<&str> = list.lines().collect();
    let [newest, oldest] = names[..] else { panic!("{list}") };
    assert!(newest.starts_with("kono-") && oldest.starts_with("canoga-"), "{list}");
    for command in ["continue", "export", "review", "verify"] {
        assert_eq!(completed(&home, &[command, ""]), names, "{command}");
        assert_eq!(completed(&home, &[command, "k"]), [newest], "{command}");
    }
    assert_eq!(completed(&home, &["export", "--json", oldest, "kono"]), [newest]);
    assert_eq!(completed(&home, &["journals", "--remove", ""]), names);
    // Options, their values and other commands are completed as before.
    assert!(completed(&home, &["review", "--"]).contains(&"--quick".to_owned()));
    assert_eq!(completed(&home, &["continue", "--tutor", "m"]), ["mild"]);
    assert!(!completed(&home, &["continue", "--store", ""]).contains(&newest.to_owned()));
    assert!(!completed(&home, &["journals", ""]).contains(&newest.to_owned()));
    assert!(completed(&home, &["con"]).contains(&"continue".to_owned()));
}

/// The part of a script from one text to another.
fn part<'a>(script: &'a str, from: &str, to: &str) -> &'a str {
    let from = script.find(from).unwrap_or_else(|| panic!("{from}: {script}"));
    let end = script[from..].find(to).map_or(script.len(), |end| from + end);
    &script[from..end]
}

#[test]
fn zsh_completes_games_levels_files_and_the_names_of_games() {
    let home = Home::new();
    let script = out(&home.run(&["completions", "zsh"], ""));
    assert!(script.contains("parlor journals --names") && script.starts_with("#compdef parlor\n"), "{script}");
    assert!(!script.contains("_email_addresses"), "{script}");
    for (command, values) in [
        ("continue", &["--store=", ":PATH:_files'", ":HOW:((off", ":_parlor_games'"][..]),
        ("export", &["names --", ":_parlor_games'"]),
        ("review", &["journals --", ":_parlor_games'"]),
        ("verify", &["journal --", ":_parlor_games'"]),
        ("journals", &["--remove=", ":_parlor_games'"]),
        ("practice", &["--store=", ":PATH:_files'", "game --", ":(canoga congkak kono)'"]),
        ("convert", &["--to=", ":DIALECT:(text lisp prolog)'", "file --", ":_files'"]),
        ("arena", &["--game=", ":GAME:(canoga congkak kono)'", "players --", ":(novice club expert master)'"]),
        ("web", &["--store=", ":ADDRESS:_files'", "--store-file=", ":FILE:_files'"]),
    ] {
        order(part(&script, &format!("\n({command})\n"), "\n;;\n"), values);
    }
    let start = part(&script, "_arguments", "&& ret=0");
    order(start, &["--level=", ":LEVEL:(novice club expert master)'", "--dice=", ":_files'"]);
}

#[test]
fn every_shell_completes_games_like_commands() {
    let home = Home::new();
    for (shell, kono, size) in [
        ("bash", "parlor__subcmd__kono)", "--size"),
        ("zsh", "'kono:Play Kono'", "--size="),
        ("fish", "-a \"kono\" -d 'Play Kono'", "-l size"),
        ("elvish", "cand kono 'Play Kono'", "cand --size"),
        ("powershell", "::new('kono', 'kono'", "::new('--size'"),
    ] {
        let script = out(&home.run(&["completions", shell], ""));
        assert!(script.contains(kono) && script.matches(size).count() >= 4, "{shell}: {script}");
    }
}

#[test]
fn shells_and_manuals_know_the_arguments() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = out(&home.run(&["completions", shell], ""));
        assert!(script.contains("canoga") && script.contains("prune"), "{shell}");
    }
    out(&home.run(&["man", "pages"], ""));
    let page = fs::read_to_string(home.path().join("pages/parlor.1")).unwrap();
    assert!(page.contains("9, 10 or 11"), "{page}");
    assert!(home.path().join("pages/parlor-export.1").exists());
    let help = out(&home.run(&["--help"], ""));
    order(&help, &["Canoga: 9, 10 or 11", "Congkak: 5 to 11", "Kono: 5, 7 or 9"]);
}

#[test]
fn a_dice_file_may_begin_with_a_byte_order_mark_and_an_empty_one_is_reported() {
    let home = Home::new();
    fs::write(home.path().join("marked.dice"), "\u{feff}6 5\n1 1\n").unwrap();
    fs::write(home.path().join("empty.dice"), "\n\n").unwrap();
    let text = out(&home.run(&["canoga", "--size", "9", "--dice", "marked.dice"], ""));
    assert!(text.contains("Human throws 6 and 5"), "{text}");
    let text = out(&home.run(&["canoga", "--size", "9", "--dice", "empty.dice"], ""));
    assert!(text.contains("empty.dice is empty, so the dice are random."), "{text}");
}

#[test]
fn rounds_of_a_resumed_game_are_counted_from_its_save() {
    let home = Home::new();
    fs::write(
        home.path().join("five.txt"),
        "Human Player: 3 7 7 0 8 8 8 8 2\nComputer Player: 0 7 7 7 7 7 7 7 3\nNext Player: Human\n",
    )
    .unwrap();
    let text = out(&home.run(&["--resume", "five.txt"], ""));
    assert!(text.contains("Congkak, 7 pits a side, round 6."), "{text}");
    let rows = "Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\n\n";
    let save = format!("Computer:\n   {rows}Human:\n   {rows}First Turn: Human\nNext Turn: Human\n");
    fs::write(home.path().join("canoga.txt"), save).unwrap();
    let text = out(&home.run(&["--resume", "canoga.txt"], ""));
    assert!(text.contains("Canoga, 9 squares a row, round 1 since the save."), "{text}");
}

/// The recorded output of the program: transcripts and saves.
fn kept_words() -> Vec<(std::path::PathBuf, String)> {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["parlor/tests/tournaments", "rpc/tests/transcripts", "saves/tests/data"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(crates.join(folder)).unwrap());
    let texts = files.map(|file| file.unwrap().path()).filter(|path| path.is_file());
    texts.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn output_has_no_rule_names_or_temporary_files() {
    let words = kept_words();
    assert!(words.len() > 10, "{}", words.len());
    let unwanted = [
        "(can-",
        "(con-",
        "(kon-",
        "(dice-",
        "(save-",
        ".tmp",
        "is no level",
        "Then the game isn't saved",
        " banks ",
        "Between two turns",
        "takes up all",
        " laps",
    ];
    for (file, text) in words {
        for unwanted in unwanted {
            assert!(!text.contains(unwanted), "{unwanted} in {}", file.display());
        }
    }
}

/// The answer of a newcomer who uses only what is on screen: an example, the first pit, or just Enter.
fn answer_from_the_screen(prompt: &str, game: &str) -> String {
    let between = |start: &str, end: &str| Some(prompt.split_once(start)?.1.split_once(end)?.0.to_owned());
    let question = prompt.lines().last().unwrap();
    match question {
        _ if prompt.contains("Which game?") => game.to_owned(),
        _ if question.contains("Another round?") => "no".to_owned(),
        _ if question.contains("heads or tails") => "heads".to_owned(),
        _ if question.contains("white or black") => "white".to_owned(),
        _ if question.contains("one die or two") => "two".to_owned(),
        _ if question.contains("accept or decline") => "accept".to_owned(),
        _ if question.contains("which pit?") => question.split_once("which pit? ").unwrap().1[..1].to_owned(),
        _ => between("\u{201c}", "\u{201d}").unwrap_or_default(),
    }
}

#[test]
fn a_newcomer_can_finish_a_round_of_each_game_from_the_prompts() {
    for game in ["canoga", "congkak", "kono"] {
        let home = Home::new();
        let mut program = home.command(&["--plain", "--seed", "4"]).spawn().unwrap();
        let (mut input, mut output) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
        let mut told = String::new();
        loop {
            let mut prompt = Vec::new();
            let mut byte = [0];
            while !prompt.ends_with(b" > ") && output.read(&mut byte).unwrap() > 0 {
                prompt.extend(byte);
            }
            let prompt = String::from_utf8(prompt).unwrap();
            told += &prompt;
            if !prompt.ends_with(" > ") {
                break;
            }
            writeln!(input, "{}", answer_from_the_screen(&prompt, game)).unwrap();
        }
        assert!(program.wait().unwrap().success());
        order(&told, &["Which game?", "Round 1", "Totals: ", "The tournament is over."]);
        let refused: Vec<&str> =
            told.lines().filter(|line| line.starts_with("No:") || line.contains("Please")).collect();
        assert!(refused.is_empty(), "{game}: {refused:?}");
    }
}
