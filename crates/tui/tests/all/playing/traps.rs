//! Input that newcomers type, which must not cause mistakes.

use std::fs;

use parlor_host::{Palette, Speed};
use parlor_rules::Game;
use parlor_tui::Opening;
use ratatui::crossterm::event::KeyCode;
use tempfile::TempDir;

use crate::common::{
    Sitter, app, boxed_words, enter_until, key_line, line_with, looks, playing, setup, still, two_people,
};

#[test]
fn input_suggested_by_hints_is_accepted() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    let mut uncovered = 0;
    // In a wide panel, hints aren't wrapped.
    sitter.resize(140, 45);
    for _ in 0..40 {
        sitter.key(KeyCode::Enter);
        let text = sitter.text();
        let Some((_, hint)) = text.split_once("Or type ") else { continue };
        for input in hint.split('.').next().unwrap().split(", or ") {
            let logged = sitter.log_lines().len();
            sitter.keys(input);
            sitter.key(KeyCode::Enter);
            let verb = if input.starts_with(":uncover") { "You uncovered" } else { "You covered" };
            let played = sitter.log_lines()[logged..].join(" ");
            assert!(played.contains(verb), "{input}: {played}\n{text}");
            uncovered += usize::from(verb == "You uncovered");
            sitter.key(KeyCode::Char('u'));
        }
    }
    assert!(uncovered > 2, "{uncovered}");
}

#[test]
fn after_help_the_cursor_is_on_the_advised_move() {
    let mut congkak = playing(Game::Congkak, 7, 7);
    enter_until(&mut congkak, "which pit");
    congkak.keys("H");
    let words = line_with(&mut congkak, "I suggest you play pit ");
    let pit = words.split("play pit ").nth(1).unwrap().chars().next().unwrap();
    assert!(congkak.text().contains(&format!("[!{pit}!]")), "{}", congkak.text());
    congkak.key(KeyCode::Enter);
    assert!(
        congkak.log_lines().iter().any(|line| line.starts_with("You took") && line.contains(&format!("pit {pit} ")))
    );
    for (game, size, words) in [(Game::Canoga, 9, "which squares"), (Game::Kono, 5, "which piece")] {
        let mut sitter = playing(game, size, 7);
        enter_until(&mut sitter, words);
        sitter.keys("h");
        let advised = line_with(&mut sitter, "I suggest you ").split("I suggest you ").nth(1).unwrap().to_owned();
        for _ in 0..4 {
            sitter.key(KeyCode::Enter);
            if !sitter.text().contains("I suggest you") {
                break;
            }
        }
        let logged = sitter.log_lines();
        let moved = logged.iter().rfind(|line| line.starts_with("You ") && !line.contains("threw")).unwrap();
        let number = |text: &str| text.chars().filter(char::is_ascii_digit).take(2).collect::<String>();
        assert!(number(moved).starts_with(&number(&advised)), "{advised}: {moved}");
    }
}

/// A Congkak turn with several advised plays, and the number of those plays.
fn planned(speed: Speed) -> (Sitter, usize) {
    for seed in 0..40 {
        let mut sitter = Sitter::playing(setup(Game::Congkak, 5, seed), looks(Palette::Mono, false, speed));
        enter_until(&mut sitter, "which pit");
        sitter.keys("H");
        let text = sitter.text();
        if let Some(rest) = text.split("turn of ").nth(1) {
            return (sitter, rest.split_whitespace().next().unwrap().parse().unwrap());
        }
    }
    panic!("no turn of several plays is advised");
}

fn plays(sitter: &Sitter) -> usize {
    sitter.log_lines().iter().filter(|line| line.starts_with("You took")).count()
}

#[test]
fn one_key_plays_the_advised_turn_on() {
    let (mut sitter, count) = planned(Speed::Off);
    let before = plays(&sitter);
    assert!(key_line(&mut sitter).contains("G play it"), "{}", key_line(&mut sitter));
    sitter.keys("G");
    assert_eq!(plays(&sitter), before + count, "{}", sitter.text());
}

#[test]
fn any_key_stops_an_advised_turn() {
    let (mut sitter, count) = planned(Speed::Normal);
    let before = plays(&sitter);
    sitter.keys("G");
    sitter.wait(10);
    sitter.key(KeyCode::Down);
    for _ in 0..100 {
        sitter.wait(1000);
    }
    assert!(count > 1 && plays(&sitter) == before + 1, "{} of {count}: {}", plays(&sitter) - before, sitter.text());
    assert!(sitter.text().contains("which pit"), "{}", sitter.text());
}

#[test]
fn a_small_letter_that_is_no_pit_names_the_command_of_its_capital() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    sitter.keys("h");
    let words = "This board has no pit H. The command is the capital H.";
    assert!(sitter.text().contains(words), "{}", sitter.text());
    assert!(sitter.text().contains("Press the small letter of a pit"), "{}", sitter.text());
    sitter.keys("z");
    assert!(sitter.text().contains("This board has no pit Z."), "{}", sitter.text());
    assert!(!sitter.text().contains("capital Z"), "{}", sitter.text());
}

#[test]
fn playing_the_advice_is_refused_where_there_is_none_to_ask_for() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "heads or tails");
    sitter.keys("g");
    assert!(sitter.text().contains("There is no move to play now."), "h means heads here: {}", sitter.text());
}

#[test]
fn boxes_on_the_start_screen_name_their_own_keys() {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    assert!(key_line(&mut sitter).contains("set up"), "{}", key_line(&mut sitter));
    sitter.keys("t");
    assert_eq!(key_line(&mut sitter).trim(), "arrows choose, change   Esc back");
    sitter.key(KeyCode::Esc);
    sitter.keys("?");
    assert_eq!(key_line(&mut sitter).trim(), "any key back");
    assert!(sitter.text().contains("change the size, the players and the level"), "{}", sitter.text());
}

#[test]
fn a_round_that_is_over_is_not_analysed() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "Another round?");
    sitter.keys("x");
    assert!(sitter.text().contains("To analyse a step of it, press x in the replay."), "{}", sitter.text());
    sitter.keys("rx");
    assert!(sitter.text().contains("Analysis"), "{}", sitter.text());
}

#[test]
fn the_end_of_a_tournament_is_a_whole_sentence() {
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "Another round?");
    sitter.keys("n");
    let words = line_with(&mut sitter, "the tournament: ");
    assert!(words.trim_end().ends_with('.'), "{words}");
}

#[test]
fn quitting_by_menu_and_by_key_selects_the_same_choice() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "Throw the dice");
    for key in ["4", "q"] {
        sitter.keys(key);
        let words = boxed_words(&mut sitter, "Quit?");
        assert!(words.contains("\u{25b6} 2 Leave the program"), "{key}: {words}");
        sitter.key(KeyCode::Esc);
    }
}

#[test]
fn the_guide_begins_only_where_it_is_offered() {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    assert!(sitter.text().contains("A guided first round"), "{}", sitter.text());
    for _ in 0..3 {
        sitter.key(KeyCode::Down);
    }
    assert!(!sitter.text().contains("A guided first round"), "{}", sitter.text());
    sitter.keys("g");
    assert!(sitter.text().contains("Open a save file"), "{}", sitter.text());
    sitter.key(KeyCode::Up);
    sitter.keys("g");
    assert!(sitter.text().contains("Guide"), "{}", sitter.text());
}

#[test]
fn a_second_s_keeps_a_pending_save_and_esc_cancels_it() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "which squares");
    for _ in 0..2 {
        sitter.keys("s");
        assert!(sitter.text().contains("The game will be saved before the next turn."), "{}", sitter.text());
    }
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("The game won't be saved."), "{}", sitter.text());
}

#[test]
fn kono_can_be_saved_before_its_first_player_is_chosen() {
    let mut sitter = playing(Game::Kono, 5, 7);
    assert!(sitter.text().contains("The dice decide who plays first."), "{}", sitter.text());
    let file = sitter.home.path().join("early.txt");
    sitter.keys("s");
    sitter.keys(&format!("{}\n", file.display()));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.lines().any(|line| line.trim_end() == "Next Player:"), "{text}");
}

#[test]
fn a_game_in_which_nothing_was_chosen_is_not_offered_to_be_continued() {
    let home = TempDir::new().unwrap();
    let begin = app(Opening::Game(Box::new(setup(Game::Kono, 5, 7)), Vec::new()), &home, still());
    let mut sitter = Sitter::before(begin, home);
    sitter.keys("q3");
    assert!(sitter.text().contains("Open a save file") && !sitter.text().contains("Continue"), "{}", sitter.text());
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let begin = app(Opening::Game(Box::new(setup(Game::Kono, 5, 7)), Vec::new()), &home, still());
    let mut sitter = Sitter::before(begin, home);
    enter_until(&mut sitter, "which piece");
    sitter.keys("\n\nq3");
    assert!(sitter.text().contains("Continue"), "{}", sitter.text());
}

#[test]
fn a_digit_takes_nothing_back_in_congkak() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    sitter.key(KeyCode::Enter);
    enter_until(&mut sitter, "which pit");
    let logged = sitter.log_lines();
    for digit in '0'..='9' {
        sitter.key(KeyCode::Char(digit));
        sitter.key(KeyCode::Esc);
    }
    assert_eq!(sitter.log_lines(), logged);
    assert!(sitter.text().contains("which pit"), "{}", sitter.text());
}

#[test]
fn keys_and_settings_open_on_every_screen_and_esc_closes_them() {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    for screen in ["", "5", "7", "8"] {
        sitter.keys(screen);
        let before = sitter.text();
        sitter.keys("?");
        assert!(sitter.text().contains("Every key"), "{screen}: {}", sitter.text());
        sitter.key(KeyCode::Esc);
        sitter.keys("t");
        assert!(sitter.text().contains("Settings"), "{screen}: {}", sitter.text());
        sitter.key(KeyCode::Esc);
        assert_eq!(sitter.text(), before, "{screen}");
        sitter.key(KeyCode::Esc);
    }
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Until next time."), "Esc goes to the last entry: {}", sitter.text());
    let mut game = playing(Game::Canoga, 9, 7);
    enter_until(&mut game, "which squares");
    game.keys("r?");
    assert!(boxed_words(&mut game, "Every key").contains("step"), "{}", game.text());
    game.key(KeyCode::Esc);
    assert!(game.text().contains("Replay, step"), "{}", game.text());
    let before = sitter.app.looks().bell;
    sitter.keys("t");
    for _ in 0..3 {
        sitter.key(KeyCode::Down);
    }
    sitter.key(KeyCode::Right);
    assert_ne!(sitter.app.looks().bell, before);
}

#[test]
fn letters_that_are_arrows_in_editors_move_in_lists() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("\n\nr");
    sitter.keys("ll");
    assert!(sitter.text().contains("step 3 of"), "{}", sitter.text());
    sitter.keys("h");
    assert!(sitter.text().contains("step 2 of"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    // Settings, of a game and of the start screen.
    let before = sitter.app.looks();
    sitter.keys("tjjl");
    let changed = sitter.app.looks();
    assert_ne!(before, changed);
    sitter.keys("h");
    assert_eq!(before, sitter.app.looks());
    sitter.key(KeyCode::Esc);
    sitter.keys("q3");
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Right);
    let panel = sitter.text();
    sitter.keys("jl");
    assert_ne!(panel, sitter.text());
    sitter.keys("hk");
    assert_eq!(panel, sitter.text());
}

#[test]
fn congkaks_rows_are_labelled_even_on_small_boards() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    let text = sitter.text();
    let row_of = |name: &str, [first, last]: [&str; 2]| {
        text.lines().skip(2).any(|line| line.contains(name) && line.contains(first) && line.contains(last))
    };
    assert!(row_of("Computer", [" A ", "  G"]) && row_of("Anna", ["V", "P"]), "{text}");
}

#[test]
fn konos_board_has_a_compass() {
    for size in [5, 7, 9] {
        let mut sitter = playing(Game::Kono, size, 7);
        enter_until(&mut sitter, "which piece");
        let text = sitter.text();
        let columns = text.lines().nth(2).unwrap().to_owned();
        let head = if columns.contains("W1") { columns } else { line_with(&mut sitter, "W1") };
        assert!(head.contains(&format!("{size}E")), "{text}");
        let has = |start: String| text.lines().any(|line| line.trim_start().starts_with(&start));
        assert!(has("1N".to_owned()) && has(format!("{size}S")), "{text}");
    }
}

#[test]
fn seeds_in_the_hand_count_as_their_owners() {
    let mut sitter = Sitter::playing(setup(Game::Congkak, 7, 7), looks(Palette::Mono, false, Speed::Normal));
    let mut sown = 0;
    for _ in 0..600 {
        let status = sitter.text().lines().nth(1).unwrap().to_owned();
        let seeds: Vec<u32> =
            status.split(": ").skip(1).filter_map(|rest| rest.split_whitespace().next()?.parse().ok()).collect();
        if let [first, second] = seeds[..] {
            assert_eq!(first + second, 98, "{status}");
            assert!(status.contains("rounds won"), "{status}");
        }
        sown += usize::from(sitter.text().contains("'s hand:"));
        if sitter.text().contains("heads or tails") || sitter.text().contains("which pit") {
            sitter.key(KeyCode::Enter);
        }
        sitter.wait(40);
    }
    assert!(sown > 20, "{sown}");
}

#[test]
fn a_seed_is_shown_whole_or_with_an_ellipsis() {
    let seed: u64 = 3_666_885_900_619_399_144;
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, seed), still());
    for width in [80, 90, 100, 140] {
        sitter.resize(width, 24);
        let title = sitter.text().lines().next().unwrap().to_owned();
        assert!(title.contains(&seed.to_string()) || title.contains('\u{2026}'), "{width}: {title}");
    }
    let save = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\n\nHuman:\n   Squares: 1 2 3 4 5 6 7 8 *\n   \
                Score: 0\n\nFirst Turn: Human\nNext Turn: Human\n";
    let resumed = setup(Game::Canoga, 9, seed).resuming(&parlor_saves::read(save, None).unwrap());
    let mut sitter = Sitter::playing(resumed, still());
    let title = sitter.text().lines().next().unwrap().to_owned();
    assert!(title.contains(&seed.to_string()) || title.contains('\u{2026}'), "{title}");
}

#[test]
fn a_replays_log_follows_its_step() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("\n\nr");
    let log = |sitter: &mut Sitter| {
        let text = sitter.text();
        text.split("What happened").nth(1).unwrap_or_default().to_owned()
    };
    assert!(!log(&mut sitter).contains("You moved"), "{}", sitter.text());
    sitter.key(KeyCode::End);
    assert_ne!(log(&mut sitter), String::new());
    let words: Vec<String> = sitter.text().split_whitespace().map(str::to_owned).collect();
    assert!(words.join(" ").contains("moved"), "{}", sitter.text());
}

#[test]
fn a_save_of_two_people_says_that_it_has_no_names() {
    let mut sitter = two_people(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    let file = sitter.home.path().join("two.txt");
    sitter.keys("S");
    sitter.keys(&format!("{}\n", file.display()));
    assert!(file.exists(), "{}", sitter.text());
    let farewell = sitter.app.farewell().unwrap();
    assert!(farewell.contains("A save file doesn't record the names"), "{farewell}");
    assert!(farewell.contains("--players human,human --name Anna --name2 Ben"), "{farewell}");
    sitter.resize(140, 45);
    let text = sitter.text();
    let (board, log) = text.split_once("What happened").unwrap();
    assert!(board.contains("The game is saved in ") && !board.contains("A save file"), "{board}");
    let saved = log.find("The game is saved in ").unwrap_or_else(|| panic!("{text}"));
    let note = log.find("A save file doesn't record the names").unwrap_or_else(|| panic!("{text}"));
    assert!(saved < note, "{text}");
}

/// In Canoga, both rows, both scores and the dice are on screen from the first throw to the second round.
#[test]
fn both_rows_both_scores_and_the_dice_are_always_on_the_full_screen() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    let (mut moments, mut boards, mut scored) = (0, 0, 0);
    for _ in 0..120 {
        let text = sitter.text();
        let board: Vec<&str> = text.lines().skip(2).take(13).collect();
        let log = sitter.log_lines();
        // The points of a round that is won are on the board before they are in the log.
        if !text.contains("won the round") && !text.contains("Which size?") {
            let totals = log.iter().rev().find_map(|line| line.strip_prefix("Totals: you "));
            let totals = totals.map_or(("0", "0"), |totals| totals.split_once(", the computer ").unwrap());
            boards += 1;
            scored += usize::from(totals != ("0", "0"));
            for (name, score) in [("Anna", totals.0), ("Computer", totals.1.trim_end_matches('.'))] {
                let label = format!("{name}   score {score}");
                let at = board.iter().position(|line| line.contains(&label)).unwrap_or_else(|| panic!("{text}"));
                let row = board[at + 1..].iter().find(|line| line.contains('1') && line.contains('9'));
                let mut rest = *row.unwrap_or_else(|| panic!("{name}'s row: {text}"));
                for square in '1'..='9' {
                    rest = rest.split_once(square).unwrap_or_else(|| panic!("{name}'s square {square}: {text}")).1;
                }
            }
        }
        if let Some((_, throw)) = log.iter().rev().find_map(|line| line.split_once(" threw ")) {
            let words = throw.split([':', '.']).next().unwrap();
            assert!(text.contains(&format!(" threw {}", words.replace(" and ", " + "))), "{words}: {text}");
            moments += 1;
        }
        sitter.key(KeyCode::Enter);
    }
    assert!(moments > 50 && boards > 50 && scored > 5, "{moments} {boards} {scored}");
}

#[test]
fn the_stores_of_eleven_pits_have_whole_names_in_the_smallest_window() {
    let mut sitter = playing(Game::Congkak, 11, 7);
    assert!(sitter.text().contains("\u{2502}Computer\u{2502}"), "{}", sitter.text());
}

#[test]
fn playing_advice_that_does_not_exist_says_why() {
    let mut sitter = two_people(Game::Kono, 5, 7);
    enter_until(&mut sitter, "white or black?");
    sitter.keys("g");
    assert!(sitter.text().contains("There is no advice yet: press h for advice."), "{}", sitter.text());
    sitter.keys("hg");
    assert!(sitter.text().contains("Help has no advice here."), "{}", sitter.text());
}
