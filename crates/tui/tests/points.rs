//! A test for each thing that players and an examiner met on the screen, named after it.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod common;

use std::fs;
use std::path::Path;

use common::{Sitter, app, looks, still};
use parlor_host::{AdviceFrom, FileStore, Store};
use parlor_rules::{Game, Level, Pair};
use parlor_table::{DiceSource, Player, Setup};
use parlor_tui::{Looks, Opening, Palette, PreferencesFile, Speed, TerminalAction};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};
use tempfile::TempDir;

fn person(name: &str) -> Player {
    Player::Human(name.to_owned())
}

fn setup(game: Game, size: i64, seed: u64) -> Setup {
    let players = Pair { human: person("Anna"), computer: Player::Computer(Level::Novice) };
    Setup { seed: seed.into(), size: Some(size), players, ..Setup::new(game) }
}

fn playing(game: Game, size: i64, seed: u64) -> Sitter {
    Sitter::playing(setup(game, size, seed), still())
}

fn two_people(game: Game, size: i64, seed: u64) -> Sitter {
    let players = Pair { human: person("Anna"), computer: person("Ben") };
    Sitter::playing(Setup { players, ..setup(game, size, seed) }, still())
}

fn two_programs(game: Game, size: i64) -> Setup {
    let program = Player::Computer(Level::Novice);
    Setup { players: Pair { human: program.clone(), computer: program }, ..setup(game, size, 3) }
}

fn enter_until(sitter: &mut Sitter, words: &str) {
    for _ in 0..400 {
        if sitter.text().contains(words) {
            return;
        }
        sitter.key(KeyCode::Enter);
        sitter.wait(2000);
    }
    panic!("never came to {words}:\n{}", sitter.text());
}

/// What the box with this title says, however its lines are broken.
fn boxed_words(sitter: &Sitter, title: &str) -> String {
    let rows: Vec<Vec<char>> = sitter.text().lines().map(|line| line.chars().collect()).collect();
    let head: Vec<char> = format!("\u{256d}\u{2500} {title} ").chars().collect();
    let corner =
        rows.iter().enumerate().find_map(|(y, row)| Some((y, row.windows(head.len()).position(|at| at == head)?)));
    let (top, left) = corner.unwrap_or_else(|| panic!("no box {title} in\n{}", sitter.text()));
    let right = rows[top].iter().rposition(|&sign| sign == '\u{256e}').unwrap();
    let inside = rows[top + 1..].iter().take_while(|row| row[left] == '\u{2502}').map(|row| &row[left + 1..right]);
    let words =
        inside.flat_map(|row| row.iter().collect::<String>().split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    words.collect::<Vec<_>>().join(" ")
}

/// The keys along the bottom.
fn key_line(sitter: &Sitter) -> String {
    sitter.text().lines().last().unwrap().to_owned()
}

/// The line of the question.
fn line_with(sitter: &Sitter, words: &str) -> String {
    let text = sitter.text();
    text.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("no {words} in\n{text}")).to_owned()
}

// 1. One menu, one numbering.

#[test]
fn point_1_the_four_are_always_there_as_keys_and_do_not_stop_every_turn() {
    for (game, size, words, keys) in [
        (Game::Canoga, 9, "which squares", ["s save", "Enter take a square", "h help", "q quit"]),
        (Game::Congkak, 7, "which pit", ["1 save", "2 Enter sow", "3 help", "4 quit"]),
        (Game::Kono, 5, "which piece", ["s save", "Enter lift", "h help", "q quit"]),
    ] {
        let mut sitter = playing(game, size, 7);
        enter_until(&mut sitter, words);
        let line = key_line(&sitter);
        let places = keys.map(|key| line.find(key).unwrap_or_else(|| panic!("no {key} in {line}")));
        assert!(places.is_sorted(), "in the order of the menu: {line}");
        // After a move the next question is another move, without a menu between them, except where dice are thrown.
        if game != Game::Canoga {
            sitter.key(KeyCode::Enter);
            sitter.key(KeyCode::Enter);
            assert!(!sitter.text().contains("Make a move"), "{}", sitter.text());
        }
    }
}

#[test]
fn point_1_the_menu_before_a_throw_has_the_numbers_of_the_menu() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "Throw the dice");
    let line = line_with(&sitter, "Throw the dice");
    assert!(line.contains("1 Save the game") && line.contains("[ 2 Throw the dice ]"), "{line}");
    assert!(line.contains("3 Ask for help") && line.contains("4 Quit the game"), "{line}");
}

#[test]
fn point_1_where_help_is_not_for_this_turn_the_key_line_says_so() {
    let moving = looks(Palette::Mono, false, Speed::Slow);
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), moving);
    sitter.wait(10);
    assert!(key_line(&sitter).contains("h help (not now)"), "{}", sitter.text());
    sitter.keys("h");
    assert!(sitter.text().contains("Help is for your own turns. It isn't available now."), "{}", sitter.text());
}

#[test]
fn point_1_quitting_asks_once_everywhere_and_says_what_the_rules_will_do() {
    let mut canoga = playing(Game::Canoga, 9, 7);
    enter_until(&mut canoga, "which squares");
    for keys in ["q", ":quit\n"] {
        canoga.keys(keys);
        let asked = boxed_words(&canoga, "Quit?");
        assert!(
            asked.contains("Give up? Nobody gets this round, and the tournament ends: Anna 0, Computer 0."),
            "{asked}"
        );
        canoga.key(KeyCode::Esc);
        assert!(canoga.text().contains("which squares"), "{}", canoga.text());
    }
    let mut kono = playing(Game::Kono, 5, 7);
    enter_until(&mut kono, "which piece");
    kono.keys(":quit\n");
    let asked = boxed_words(&kono, "Quit?");
    let costs = "Give up the round? It is scored now, with 5 points off for you: 0 to -5 for Computer.";
    assert!(asked.contains(costs), "{asked}");
    // It asked once: Enter gives up.
    kono.key(KeyCode::Enter);
    assert!(kono.text().contains("Another round?"), "{}", kono.text());
}

#[test]
fn point_1_the_end_offers_undo() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4n");
    assert!(sitter.text().contains("2 Undo"), "{}", sitter.text());
    sitter.keys("2");
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
    assert!(sitter.text().contains("Taken back: the end of the tournament."), "{}", sitter.text());
    sitter.keys("u");
    assert!(sitter.text().contains("which piece"), "{}", sitter.text());
}

// 2. Letters choose pits.

#[test]
fn point_2_small_letters_choose_pits() {
    for letter in "pqrstu".chars() {
        let mut sitter = playing(Game::Congkak, 7, 7);
        enter_until(&mut sitter, "which pit");
        let pit = letter.to_ascii_uppercase();
        sitter.key(KeyCode::Char(letter));
        let chosen =
            sitter.told().iter().any(|line| line.contains("Anna takes") && line.contains(&format!("from pit {pit} ")))
                || sitter.text().contains(&format!("Pit {pit} is empty."));
        assert!(chosen, "{letter}: {:?}\n{}", sitter.told(), sitter.text());
        assert!(!sitter.text().contains("Quit?"), "{}", sitter.text());
    }
    // Small boards have fewer pits: a letter beyond them is still a command's or nothing.
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    sitter.keys("b");
    assert!(sitter.text().contains("Pit B is Computer's: you sow from your own row."), "{}", sitter.text());
}

#[test]
fn point_2_commands_that_collide_with_pits_have_other_keys_and_the_key_line_shows_them() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    sitter.resize(120, 40);
    let line = key_line(&sitter);
    for key in ["1 save", "3 help", "4 quit", "? keys", "8 value", "7 replay", "9 rules"] {
        assert!(line.contains(key), "no {key} in {line}");
    }
    sitter.resize(80, 24);
    sitter.keys("3");
    assert!(sitter.text().contains("I suggest"), "{}", sitter.text());
    sitter.keys("4");
    assert!(sitter.text().contains("Quit?"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("1");
    assert!(sitter.text().contains("Save in which file?"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("?");
    assert!(sitter.text().contains("letters     choose the pit of that letter"), "{}", sitter.text());
}

#[test]
fn point_2_undo_says_what_it_took_back_and_greys_it_and_redo_plays_it_again() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    assert!(!key_line(&sitter).contains("U redo"), "there is nothing to redo: {}", key_line(&sitter));
    sitter.keys("\n\n");
    let moved = sitter.told().iter().rfind(|line| line.starts_with("Anna moves")).unwrap().clone();
    sitter.keys("u");
    assert!(sitter.text().contains(&format!("Taken back: {moved}")), "{}", sitter.text());
    assert!(key_line(&sitter).contains("U redo"), "{}", key_line(&sitter));
    // What was taken back is grey.
    sitter.resize(120, 40);
    let picture = sitter.picture();
    let text = sitter.text();
    let row = text.lines().position(|line| line.contains("(Anna moves")).unwrap_or_else(|| panic!("{text}"));
    let column = text.lines().nth(row).unwrap().chars().position(|letter| letter == '(').unwrap();
    let at = (column as u16 + 1, row as u16);
    assert!(picture[at].modifier.contains(Modifier::DIM), "{text}");
    sitter.resize(80, 24);
    sitter.keys("U");
    assert!(sitter.told().iter().filter(|line| **line == moved).count() == 2, "{:?}", sitter.told());
    assert!(sitter.text().contains("which piece"), "{}", sitter.text());
}

// 3. Saving.

#[test]
fn point_3_saving_over_an_existing_file_asks_whether_to_replace_it() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    let file = sitter.home.path().join("mine.txt");
    fs::write(&file, "something else").unwrap();
    sitter.keys("s");
    sitter.keys(&format!("{}\n", file.display()));
    let shown = sitter.text();
    assert!(shown.contains("Replace it?"), "{shown}");
    sitter.keys("n");
    assert_eq!(fs::read_to_string(&file).unwrap(), "something else");
    assert!(sitter.text().contains("Save in which file?"), "the name is still open: {}", sitter.text());
    sitter.keys("\ny");
    assert!(fs::read_to_string(&file).unwrap().contains("Round"), "it is a save now");
    assert!(sitter.text().contains("Go on playing"), "{}", sitter.text());
}

#[test]
fn point_3_a_game_that_was_saved_proposes_the_same_name_again() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    let file = sitter.home.path().join("mine.txt").display().to_string();
    sitter.keys("s");
    sitter.keys(&format!("{file}\n"));
    sitter.key(KeyCode::Enter);
    sitter.keys("s");
    assert!(sitter.text().contains("mine.txt"), "{}", sitter.text());
    sitter.keys("\n");
    assert!(sitter.text().contains("Replace it?"), "{}", sitter.text());
}

#[test]
fn point_3_saving_is_offered_at_another_round_where_the_file_can_hold_it() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4");
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
    sitter.keys("s");
    // A round that was given up can't be held by the file, and that is said.
    assert!(sitter.text().contains("No: "), "{}", sitter.text());
}

// 4. Dice by hand.

fn by_hand(game: Game) -> Sitter {
    Sitter::playing(
        Setup { dice: DiceSource::Manual, ..setup(game, if game == Game::Kono { 5 } else { 9 }, 7) },
        still(),
    )
}

#[test]
fn point_4_a_mistyped_throw_can_be_corrected_until_the_next_decision() {
    let mut sitter = by_hand(Game::Canoga);
    sitter.keys("6 5\n");
    sitter.key(KeyCode::Esc);
    assert!(key_line(&sitter).contains("c correct the throw"), "{}", sitter.text());
    sitter.keys("c");
    assert!(sitter.text().contains("What did Anna's dice really show?"), "{}", sitter.text());
    sitter.keys("6 6\n");
    assert!(sitter.told().contains(&"Corrected: the dice show 6 6, not 6 5.".to_owned()), "{:?}", sitter.told());
    sitter.keys("1 2\n");
    assert!(sitter.text().contains("Throw the dice"), "{}", sitter.text());
}

#[test]
fn point_4_who_throws_stays_in_sight_when_a_throw_is_refused() {
    let mut sitter = by_hand(Game::Canoga);
    sitter.keys("4 7\n");
    let shown = sitter.text();
    assert!(shown.contains("Anna throws two dice: what do they show?"), "{shown}");
    assert!(shown.contains("No: "), "{shown}");
}

#[test]
fn point_4_keys_typed_while_dice_roll_are_kept() {
    let mut sitter = Sitter::playing(
        Setup { dice: DiceSource::Manual, ..setup(Game::Canoga, 9, 7) },
        looks(Palette::Mono, false, Speed::Normal),
    );
    enter_until(&mut sitter, "what do they show");
    sitter.keys("6 5\n");
    // Anna's dice still roll on the screen, and the computer's are thrown on the table.
    sitter.keys("1 2");
    assert!(sitter.text().contains("> 1 2"), "what is typed can be seen: {}", sitter.text());
    sitter.key(KeyCode::Enter);
    for _ in 0..40 {
        sitter.wait(200);
    }
    let told = sitter.told().join("\n");
    assert!(told.contains("Computer throws 1 and 2"), "{told}\n{}", sitter.text());
}

#[test]
fn point_13_skipping_needs_the_key_that_is_shown() {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), looks(Palette::Mono, false, Speed::Normal));
    sitter.wait(10);
    let moving = |sitter: &Sitter| key_line(sitter).contains("Space skip");
    assert!(moving(&sitter), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    sitter.key(KeyCode::Esc);
    sitter.click(10, 6);
    assert!(moving(&sitter), "neither Enter, Esc nor a click anywhere skips: {}", sitter.text());
    sitter.keys(" ");
    assert!(!moving(&sitter), "{}", sitter.text());
}

// 5. Kono.

#[test]
fn point_5_the_opening_dice_never_lie_over_points_that_can_be_chosen() {
    for seed in 0..6 {
        for size in [5, 7, 9] {
            let mut sitter = two_people(Game::Kono, size, seed);
            enter_until(&mut sitter, "which piece");
            let shown = sitter.text();
            assert!(!shown.contains('\u{25cf}') && !shown.contains('\u{256d}'), "no dice on the board:\n{shown}");
            assert!(sitter.told().iter().any(|line| line.starts_with("For the first turn Anna throws")));
        }
    }
}

/// Human's only piece can't move: the point that it could go to is taken.
const STUCK: &str = "\
Round: 1

Computer:
   Score: 0
   Color: Black

Human:
   Score: 0
   Color: White

Board:
   W  O  O  O  O
   O  B  O  O  O
   O  O  O  O  O
   O  O  O  O  O
   O  O  O  B  O

Next Player: Human
";

#[test]
fn point_5_a_person_without_a_move_is_told_so_and_passes_with_enter() {
    let mut sitter = Sitter::playing(Setup { save: Some(STUCK.to_owned()), ..setup(Game::Kono, 5, 7) }, still());
    assert!(sitter.text().contains("Anna, none of your pieces can move (Enter passes)"), "{}", sitter.text());
    assert!(key_line(&sitter).contains("Enter pass"), "{}", key_line(&sitter));
    sitter.key(KeyCode::Enter);
    assert!(sitter.told().contains(&"Anna can't move and passes.".to_owned()), "{:?}", sitter.told());
}

#[test]
fn point_5_calling_the_round_can_be_offered_to_the_program() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    assert!(key_line(&sitter).contains("o offer to end it now"), "{}", key_line(&sitter));
    sitter.keys("o");
    let told = sitter.told().join("\n");
    assert!(told.contains("Anna offers to call the round and score it as it stands."), "{told}");
    assert!(told.contains("Computer accepts.") || told.contains("Computer declines."), "{told}");
    if !sitter.text().contains("Another round?") {
        assert!(!key_line(&sitter).contains("o offer"), "once in ten moves: {}", key_line(&sitter));
        sitter.keys("o");
        assert!(sitter.text().contains("once in 10 moves"), "{}", sitter.text());
    }
}

#[test]
fn point_5_between_two_people_the_other_is_asked_about_an_offer() {
    let mut sitter = two_people(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    let first = if line_with(&sitter, "which piece").contains("Anna") { "Anna" } else { "Ben" };
    let other = if first == "Anna" { "Ben" } else { "Anna" };
    sitter.keys("o");
    assert!(
        sitter.text().contains(&format!("{other}, {first} offers to call the round at 0 to 0. Call it?")),
        "{}",
        sitter.text()
    );
    sitter.keys("n");
    assert!(sitter.told().contains(&format!("{other} declines.")), "{:?}", sitter.told());
    assert!(line_with(&sitter, "which piece").contains(first), "{}", sitter.text());
    sitter.keys("\n\n");
    sitter.keys("oy");
    assert!(sitter.told().contains(&format!("{first} accepts.")), "{:?}", sitter.told());
    assert!(sitter.told().contains(&"Both players have agreed to call the round.".to_owned()), "{:?}", sitter.told());
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
}

#[test]
fn point_5_quiet_moves_are_counted_down_from_the_eightieth_on() {
    let mut sitter = two_people(Game::Kono, 9, 7);
    enter_until(&mut sitter, "which piece");
    // One piece of each colour goes around, in 16 and 6 moves: no position comes up three times.
    let around = |ways: &'static str| ways.split(' ').cycle();
    let (mut white, mut black) = ((1, 1), (9, 2));
    let mut white_ways = ["se"].into_iter().chain(around("sw se se ne se ne se ne ne nw sw nw sw nw sw nw"));
    let mut black_ways = ["ne"].into_iter().chain(around("ne ne nw sw sw se"));
    let step = |at: &mut (i32, i32), way: &str| {
        let line = format!(":{} {} {way}\n", at.0, at.1);
        at.0 += if way.starts_with('s') { 1 } else { -1 };
        at.1 += if way.ends_with('e') { 1 } else { -1 };
        line
    };
    for quiet in 0..100 {
        let shown = sitter.text();
        let words = if quiet < 80 {
            assert!(!shown.contains("The round is called in"), "after {quiet} moves: {shown}");
            String::new()
        } else {
            format!("The round is called in {} move", 100 - quiet)
        };
        assert!(shown.contains(&words), "after {quiet} moves: {shown}");
        let turn = shown.lines().nth(1).unwrap().split('\u{25b6}').nth(1);
        let turn = turn.unwrap_or_else(|| panic!("after {quiet} moves: {shown}"));
        let whites = turn.find("(White)").unwrap_or(usize::MAX) < turn.find("(Black)").unwrap_or(usize::MAX);
        let line = if whites {
            step(&mut white, white_ways.next().unwrap())
        } else {
            step(&mut black, black_ways.next().unwrap())
        };
        sitter.keys(&line);
    }
    let called = "The round is called, because there were 100 moves in a row without a capture or a first arrival.";
    assert!(sitter.told().contains(&called.to_owned()), "{:?}", sitter.told().last());
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
}

// 11. The computer's last move, and ends.

#[test]
fn point_11_the_computers_last_move_stays_in_sight() {
    let mut checked = 0;
    for seed in 0..6 {
        let mut sitter = playing(Game::Congkak, 7, seed);
        for _ in 0..8 {
            enter_until(&mut sitter, "which pit");
            let told = sitter.told();
            if let Some(last) = told.iter().rfind(|line| line.starts_with("Computer takes")) {
                let words: String = last.split_whitespace().take(7).collect::<Vec<_>>().join(" ");
                assert!(sitter.text().contains(&words), "{words}:\n{}", sitter.text());
                checked += usize::from(sitter.text().contains("more: PgUp"));
            }
            sitter.key(KeyCode::Enter);
        }
    }
    assert!(checked > 0, "where text is cut, that is said");
}

#[test]
fn point_11_the_end_of_a_round_and_of_a_tournament_is_an_event() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4");
    let shown = sitter.text();
    assert!(shown.contains("Round 1 is over") && shown.contains("total"), "{shown}");
    assert!(shown.contains("round 1       0         5  Computer won"), "{shown}");
    assert!(shown.contains("y plays another round"), "{shown}");
    sitter.keys("n");
    sitter.resize(120, 40);
    let shown = sitter.text();
    assert!(shown.contains("The tournament is over") && shown.contains("Computer wins the tournament"), "{shown}");
    assert!(shown.contains("u takes the last decision back, v"), "{shown}");
    // What happened can still be read.
    sitter.key(KeyCode::PageUp);
    assert!(sitter.text().contains("What happened"), "{}", sitter.text());
}

// 12. Replay.

#[test]
fn point_12_a_replay_covers_the_tournament_plays_by_itself_and_returns_where_it_came_from() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4y");
    enter_until(&mut sitter, "which piece");
    let before = sitter.text();
    sitter.keys("r");
    assert!(sitter.text().contains("Replay, round 2, step "), "{}", sitter.text());
    assert!(key_line(&sitter).contains("n p round"), "{}", key_line(&sitter));
    sitter.keys("p");
    assert!(sitter.text().contains("Replay, round 1, step 1 of "), "{}", sitter.text());
    sitter.keys(" ");
    sitter.wait(1);
    sitter.wait(2000);
    assert!(sitter.text().contains("step 2 of "), "it plays by itself: {}", sitter.text());
    sitter.keys(" ");
    sitter.wait(5000);
    assert!(sitter.text().contains("step 2 of "), "it stops: {}", sitter.text());
    sitter.key(KeyCode::Esc);
    assert_eq!(sitter.text(), before);
}

#[test]
fn point_12_a_replay_shows_a_board_at_every_step_and_goes_through_the_sowings_of_a_relay() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    sitter.keys("q");
    let board = |sitter: &Sitter| sitter.text().lines().skip(2).take(10).collect::<Vec<_>>().join("\n");
    let now = board(&sitter);
    sitter.keys("7");
    let steps: usize = line_with(&sitter, "Replay, step 1 of ")
        .split("step 1 of ")
        .nth(1)
        .and_then(|rest| rest.split(':').next()?.parse().ok())
        .unwrap();
    let mut sowings = 0;
    let mut boards = Vec::new();
    for step in 1..=steps {
        let shown = sitter.text();
        assert!(shown.contains(&format!("Replay, step {step} of {steps}")), "{shown}");
        let pits = |letters: &str| {
            letters
                .chars()
                .all(|letter| shown.lines().any(|line| line.contains(&format!(" {letter} ")) || line.ends_with(letter)))
        };
        assert!(pits("ABCDEFGPQRSTUV"), "step {step} has no board:\n{shown}");
        sowings += usize::from(shown.contains("Sowing "));
        boards.push(board(&sitter));
        sitter.key(KeyCode::Right);
    }
    assert!(sowings > 2, "a relay is shown sowing by sowing");
    boards.dedup();
    assert!(boards.len() > sowings, "every sowing has its own board");
    // The last step is the position on the table, apart from what can be chosen.
    let seeds = |board: &str| board.split(|sign: char| !sign.is_ascii_digit()).map(str::to_owned).collect::<String>();
    assert_eq!(boards.last().map(|board| seeds(board)), Some(seeds(&now)));
}

#[test]
fn point_12_a_finished_game_from_the_list_is_replayed_and_leads_back_to_the_list() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4n");
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.keys("5");
    let row = line_with(&sitter, "Kono");
    for said in ["5\u{d7}5", "Anna, Computer", "0 : 5", "Computer won"] {
        assert!(row.contains(said), "no {said} in {row}");
    }
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("Replay"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Games that are kept"), "{}", sitter.text());
}

// 13. Value, advice, speed.

#[test]
fn point_13_advice_is_marked_on_the_board() {
    for (game, size, words) in
        [(Game::Canoga, 9, "which squares"), (Game::Congkak, 7, "which pit"), (Game::Kono, 5, "which piece")]
    {
        let mut sitter = playing(game, size, 7);
        enter_until(&mut sitter, words);
        let marks = |sitter: &Sitter| {
            let text = sitter.text();
            text.lines()
                .skip(2)
                .take(14)
                .map(|line| line.chars().take(45).filter(|letter| *letter == '!').count())
                .sum::<usize>()
        };
        assert_eq!(marks(&sitter), 0, "{}", sitter.text());
        sitter.keys(if game == Game::Congkak { "3" } else { "h" });
        assert!(marks(&sitter) > 0, "{}", sitter.text());
        sitter.key(KeyCode::PageDown);
        sitter.key(KeyCode::PageDown);
        assert!(sitter.text().contains("! marks it on the board."), "{}", sitter.text());
    }
}

#[test]
fn point_13_konos_ranking_is_a_table() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("hh");
    let shown = sitter.text();
    assert!(shown.contains("from  direction to    points less"), "{shown}");
    assert!(shown.contains("the best"), "{shown}");
}

#[test]
fn point_13_the_value_bar_keeps_its_last_value_and_ends_at_the_result() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("e");
    let bar = |sitter: &Sitter| sitter.text().lines().find(|line| line.contains('\u{2588}')).map(str::to_owned);
    assert!(bar(&sitter).is_some(), "{}", sitter.text());
    sitter.keys("q4");
    let ended = bar(&sitter).unwrap_or_else(|| panic!("{}", sitter.text()));
    assert!(ended.contains("Computer") && ended.contains('5'), "{ended}");
}

#[test]
fn point_13_long_sowings_move_their_caption_with_the_hand() {
    let mut seen = Vec::new();
    for seed in 0..8 {
        let mut sitter = Sitter::playing(setup(Game::Congkak, 7, seed), looks(Palette::Mono, false, Speed::Normal));
        for _ in 0..3000 {
            sitter.wait(20);
            let shown = sitter.text();
            if let Some(line) = shown.lines().find(|line| line.contains("Sowing ")) {
                let number = line.split("Sowing ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
                if seen.last() != Some(&number) {
                    seen.push(number);
                }
            }
            if seen.contains(&"3".to_owned()) {
                return;
            }
            if shown.contains("heads or tails") || shown.contains("which pit") {
                sitter.key(KeyCode::Enter);
            }
        }
    }
    panic!("no relay of three sowings was seen: {seen:?}");
}

// 14. Keys, messages, mouse.

#[test]
fn point_14_messages_never_replace_the_question() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "which squares add up to");
    let question = line_with(&sitter, "which squares add up to");
    sitter.keys("z");
    assert!(sitter.text().contains("That key does nothing here"), "{}", sitter.text());
    assert_eq!(line_with(&sitter, "which squares add up to"), question);
    sitter.keys(":cover 1 2 3\n");
    assert!(sitter.text().contains("No: "), "{}", sitter.text());
    assert_eq!(line_with(&sitter, "which squares add up to"), question);
}

#[test]
fn point_14_what_cannot_be_chosen_says_why() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    let text = sitter.text();
    let row = text.lines().position(|line| line.contains(" A ") && line.ends_with(" G")).unwrap();
    let column = text.lines().nth(row).unwrap().chars().position(|letter| letter == 'A').unwrap();
    sitter.click(column as u16, row as u16);
    assert!(sitter.text().contains("Pit A is Computer's: you sow from your own row."), "{}", sitter.text());
}

#[test]
fn point_14_two_programs_can_be_paused_and_stepped() {
    let mut sitter = Sitter::playing(two_programs(Game::Kono, 5), looks(Palette::Mono, false, Speed::Normal));
    sitter.wait(3000);
    sitter.keys("p");
    assert!(
        key_line(&sitter).contains("p go on") && key_line(&sitter).contains("Enter one step"),
        "{}",
        key_line(&sitter)
    );
    let told = sitter.told();
    for _ in 0..50 {
        sitter.wait(1000);
    }
    assert_eq!(sitter.told(), told, "nothing happens");
    let mut steps = Vec::new();
    for _ in 0..4 {
        sitter.key(KeyCode::Enter);
        for _ in 0..20 {
            sitter.wait(1000);
        }
        steps.push(sitter.told().len());
    }
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "each step tells something, and then it waits: {steps:?}");
    sitter.keys("p");
    for _ in 0..20 {
        sitter.wait(1000);
    }
    assert!(sitter.told().len() > steps[3] + 4, "{steps:?}");
}

#[test]
fn point_14_the_mouse_needs_no_more_steps_than_enter() {
    for seed in 0..20 {
        let mut sitter = playing(Game::Canoga, 9, seed);
        enter_until(&mut sitter, "which squares add up to");
        let text = sitter.text();
        let sum: usize = text.split("add up to ").nth(1).unwrap().split('?').next().unwrap().parse().unwrap();
        if sum > 9 {
            continue;
        }
        let label = format!("\u{2502} {sum} \u{2502}");
        // Anna's row is the lower one.
        let Some(row) = text.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains(&label)) else {
            continue;
        };
        let line = text.lines().nth(row).unwrap();
        let column = line[..line.find(&label).unwrap()].chars().count() + 2;
        sitter.click(column as u16, row as u16);
        assert!(sitter.told().contains(&format!("Anna covers {sum}.")), "one click plays: {}", sitter.text());
        return;
    }
    panic!("no throw that one square makes up");
}

#[test]
fn point_14_a_caret_is_seen_in_every_input_line() {
    let caret = |sitter: &Sitter, words: &str| {
        let picture = sitter.picture();
        let has = |line: &str| if words.starts_with(' ') { line.starts_with(words) } else { line.contains(words) };
        let row = sitter.text().lines().position(has).unwrap_or_else(|| panic!("{}", sitter.text()));
        (0..picture.area.width).any(|x| picture[(x, row as u16)].modifier.contains(Modifier::REVERSED))
    };
    let mut sitter = by_hand(Game::Canoga);
    assert!(caret(&sitter, " >"), "a throw by hand");
    sitter.keys("4");
    assert!(caret(&sitter, " > 4"));
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys(":");
    assert!(caret(&sitter, " >"), "a typed move");
    sitter.key(KeyCode::Esc);
    sitter.keys("s");
    assert!(caret(&sitter, " > kono-"), "the name of a save");
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.keys("4");
    assert!(caret(&sitter, "File:"), "a save to be opened");
    sitter.key(KeyCode::Esc);
    enter_names(&mut sitter);
    assert!(caret(&sitter, "Name "), "{}", sitter.text());
}

/// Goes to the name on the start screen, at Canoga's settings.
fn enter_names(sitter: &mut Sitter) {
    for _ in 0..9 {
        sitter.key(KeyCode::Up);
    }
    sitter.key(KeyCode::Right);
    for _ in 0..9 {
        if sitter.text().lines().any(|line| line.contains("\u{25b8}Name")) {
            return;
        }
        sitter.key(KeyCode::Down);
    }
    panic!("there is no name:\n{}", sitter.text());
}

#[test]
fn point_14_typing_replaces_a_proposed_name() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("smine");
    assert!(line_with(&sitter, "> ").contains("> mine") && !sitter.text().contains("kono-1"), "{}", sitter.text());
}

#[test]
fn point_14_the_key_line_shows_what_works_now_and_nothing_else() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.resize(160, 40);
    let keys = key_line(&sitter);
    assert!(!keys.contains("undo") || sitter.told().iter().any(|line| line.contains("plays white")), "{keys}");
    assert!(!keys.contains("Esc"), "nothing is chosen that could be taken back: {keys}");
    sitter.key(KeyCode::Enter);
    assert!(
        key_line(&sitter).contains("Esc take it back") && key_line(&sitter).contains("Enter move there"),
        "{}",
        key_line(&sitter)
    );
    sitter.keys("q");
    assert_eq!(key_line(&sitter).trim(), "Enter choose   Esc back");
    sitter.key(KeyCode::Esc);
    sitter.keys("t");
    assert!(key_line(&sitter).contains("Esc back"), "{}", key_line(&sitter));
    sitter.key(KeyCode::Esc);
    sitter.keys("i");
    sitter.key(KeyCode::Esc);
    sitter.keys(":");
    assert_eq!(key_line(&sitter).trim(), "Enter done   Esc back");
}

// 15. Names.

#[test]
fn point_15_names_are_asked_on_the_start_screen() {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    enter_names(&mut sitter);
    sitter.keys("Zo\u{eb}\n");
    assert!(sitter.text().contains("Zo\u{eb}"), "{}", sitter.text());
    assert!(sitter.told().iter().any(|line| line.contains("Zo\u{eb} throws")), "{:?}", sitter.told());
}

#[test]
fn point_15_two_people_have_two_names() {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.key(KeyCode::Right);
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Right);
    assert!(sitter.text().contains("Name 1") && sitter.text().contains("Name 2"), "{}", sitter.text());
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Down);
    sitter.keys("Ada");
    sitter.key(KeyCode::Down);
    sitter.keys("Ben\n");
    let told = sitter.told().join("\n");
    assert!(told.contains("Ada throws") && told.contains("Ben throws"), "{told}");
}

#[test]
fn point_15_two_programs_are_called_by_their_levels() {
    let players = Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Club) };
    let mut sitter =
        Sitter::playing(Setup { players, ..setup(Game::Kono, 5, 3) }, looks(Palette::Mono, false, Speed::Normal));
    sitter.wait(100);
    let status = sitter.text().lines().nth(1).unwrap().to_owned();
    assert!(status.contains("Novice") && status.contains("Club"), "{status}");
}

#[test]
fn point_15_a_long_name_is_shortened_with_an_ellipsis_on_the_board_only() {
    let long = "Ada Augusta, Countess of Lovelace";
    let players = Pair { human: person(long), computer: Player::Computer(Level::Novice) };
    let mut sitter = Sitter::playing(Setup { players, ..setup(Game::Canoga, 9, 7) }, still());
    enter_until(&mut sitter, "which squares");
    let shown = sitter.text();
    assert!(shown.contains("Ada Augusta, Counte\u{2026}"), "{shown}");
    assert!(line_with(&sitter, "which squares").contains(long), "{shown}");
    assert!(sitter.told().iter().any(|line| line.contains(long)), "{:?}", sitter.told());
}

#[test]
fn point_15_wide_letters_keep_their_columns() {
    let edge = |name: &str| {
        let players = Pair { human: person(name), computer: person("Ben") };
        let mut sitter = Sitter::playing(Setup { players, ..setup(Game::Congkak, 7, 7) }, still());
        enter_until(&mut sitter, "which pit");
        let picture = sitter.picture();
        // Where the frames of the board stand.
        let frames: Vec<(u16, u16)> = (2..14)
            .flat_map(|y| (0..80).map(move |x| (x, y)))
            .filter(|&at| "\u{2502}\u{250c}\u{2510}\u{256d}\u{256e}".contains(picture[at].symbol()))
            .collect();
        assert!(frames.len() > 40);
        frames
    };
    assert_eq!(edge("\u{8239}\u{8239}\u{8239}"), edge("Annaxx"));
}

// 16. Settings.

/// In front of the start screen, with settings that are remembered in this file.
fn remembering(path: &Path, home: TempDir) -> Sitter {
    let (file, preferences, wrong) = PreferencesFile::read(path);
    let app = app(Opening::Welcome, &home, still()).remembering(file, preferences, &wrong);
    Sitter::before(app, home)
}

#[test]
fn point_16_settings_are_remembered_in_a_small_readable_file() {
    let home = TempDir::new().unwrap();
    let path = home.path().join("settings.txt");
    let mut sitter = remembering(&path, home);
    // On the start screen: Kono with another size, level and name.
    sitter.keys("k");
    for code in [KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Down, KeyCode::Right] {
        sitter.key(code);
    }
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Down);
    sitter.keys("Zo\u{eb}\n");
    // While playing: colours, letters, speed, bell and help.
    sitter.keys("t");
    for _ in 0..5 {
        sitter.key(KeyCode::Right);
        sitter.key(KeyCode::Down);
    }
    sitter.key(KeyCode::Esc);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "name = Zo\u{eb}",
        "level = master",
        "size of kono = 7",
        "theme = colour",
        "ascii = yes",
        "speed = slow",
        "bell = yes",
        "advice = level",
    ];
    for line in expected {
        assert!(lines.contains(&line), "no {line} in\n{text}");
    }
    let (_, read, wrong) = PreferencesFile::read(&path);
    assert_eq!((read.name.as_deref(), read.advice), (Some("Zo\u{eb}"), Some(AdviceFrom::Level)));
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn point_16_a_broken_file_is_named_with_its_line_and_the_game_starts() {
    let home = TempDir::new().unwrap();
    let path = home.path().join("settings.txt");
    fs::write(&path, "speed = fast\nlevel = genius\n").unwrap();
    let mut sitter = remembering(&path, home);
    sitter.resize(160, 40);
    assert!(sitter.text().contains("line 2:"), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    assert!(sitter.told().iter().any(|line| line.starts_with("Round 1")), "{}", sitter.text());
    // What isn't understood stays as it was written.
    assert!(fs::read_to_string(&path).unwrap().contains("level = "));
}

#[test]
fn point_16_help_gives_the_opponents_own_view_if_wanted() {
    let mut sitter = Sitter::playing(setup(Game::Kono, 5, 7), Looks { advice: AdviceFrom::Level, ..still() });
    enter_until(&mut sitter, "which piece");
    sitter.keys("h");
    assert!(sitter.text().contains("As a novice sees it"), "{}", sitter.text());
    // The setting counts from the next help on.
    sitter.keys("t");
    for _ in 0..4 {
        sitter.key(KeyCode::Down);
    }
    sitter.key(KeyCode::Left);
    sitter.key(KeyCode::Esc);
    sitter.keys("hhh");
    assert!(sitter.text().contains("I suggest") && !sitter.text().contains("As a novice"), "{}", sitter.text());
}

#[test]
fn point_16_a_bell_rings_when_it_is_your_turn_if_wanted() {
    for bell in [false, true] {
        let mut sitter = Sitter::playing(setup(Game::Kono, 5, 7), Looks { bell, ..still() });
        enter_until(&mut sitter, "which piece");
        assert_eq!(sitter.app.take_bell(), bell);
        assert!(!sitter.app.take_bell(), "once");
        sitter.keys("\n");
        assert!(!sitter.app.take_bell(), "it still is the same turn");
        sitter.keys("\n");
        assert_eq!(sitter.app.take_bell(), bell);
    }
}

#[test]
fn point_16_no_colour_equals_the_background() {
    // A terminal's own colours may be black on white or white on black, so neither of these is used as ink alone.
    for palette in [Palette::Color, Palette::Light, Palette::Contrast] {
        for (game, size, words) in
            [(Game::Canoga, 9, "which squares"), (Game::Congkak, 7, "which pit"), (Game::Kono, 5, "which piece")]
        {
            let mut sitter = Sitter::playing(setup(game, size, 7), looks(palette, false, Speed::Off));
            enter_until(&mut sitter, words);
            for cell in sitter.picture().content() {
                let risky = matches!(cell.fg, Color::Black | Color::White) && cell.bg == Color::Reset;
                assert!(!risky && (cell.fg != cell.bg || cell.fg == Color::Reset), "{palette:?}: {cell:?}");
            }
        }
    }
}

// 17. Kept games.

#[test]
fn point_17_leaving_in_the_middle_loses_nothing() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    sitter.keys("p");
    let told = sitter.told().len();
    assert_eq!(sitter.ctrl('c'), TerminalAction::End);
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let store = FileStore::at(home.path());
    let [kept] = &store.list().unwrap()[..] else { panic!("one game, one journal") };
    assert!(kept.about.is_ok() && told > 3);
}
