//! The computer's last move, the ends of rounds, and replays.

use parlor_rules::Game;
use parlor_tui::Opening;
use ratatui::crossterm::event::KeyCode;

use crate::common::{Sitter, app, enter_until, key_line, line_with, playing, still};

#[test]
fn the_computers_last_move_stays_visible() {
    let mut checked = 0;
    for seed in 0..6 {
        let mut sitter = playing(Game::Congkak, 7, seed);
        for _ in 0..8 {
            enter_until(&mut sitter, "which pit");
            let logged = sitter.log_lines();
            if let Some(last) = logged.iter().rfind(|line| line.starts_with("The computer took")) {
                let words: String = last.split_whitespace().take(7).collect::<Vec<_>>().join(" ");
                assert!(sitter.text().contains(&words), "{words}:\n{}", sitter.text());
                checked += usize::from(sitter.text().contains("(PgUp: "));
            }
            sitter.key(KeyCode::Enter);
        }
    }
    assert!(checked > 0, "where text is cut, that is said");
}

#[test]
fn the_end_of_a_round_and_of_a_tournament_shows_a_result() {
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
    assert!(shown.contains("The tournament is over") && shown.contains("The computer wins the tournament"), "{shown}");
    assert!(shown.contains("u takes the last decision back, v"), "{shown}");
    // The log can still be read.
    sitter.key(KeyCode::PageUp);
    assert!(sitter.text().contains("What happened"), "{}", sitter.text());
}

#[test]
fn a_replay_covers_the_tournament_plays_by_itself_and_returns_where_it_came_from() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4y");
    enter_until(&mut sitter, "which piece");
    let before = sitter.text();
    sitter.keys("r");
    assert!(sitter.text().contains("Replay, round 2, step "), "{}", sitter.text());
    assert!(key_line(&mut sitter).contains("n p round"), "{}", key_line(&mut sitter));
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
fn a_replay_shows_a_board_at_every_step_and_goes_through_the_sowings_of_a_relay() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    // A play of one's own, so that relays are among them.
    sitter.key(KeyCode::Enter);
    // Both play, and at least one of these plays is a relay.
    for _ in 0..3 {
        enter_until(&mut sitter, "which pit");
        sitter.key(KeyCode::Enter);
    }
    enter_until(&mut sitter, "which pit");
    sitter.keys("q");
    let board = |sitter: &mut Sitter| sitter.text().lines().skip(2).take(10).collect::<Vec<_>>().join("\n");
    let now = board(&mut sitter);
    sitter.keys("R");
    let steps: usize = line_with(&mut sitter, "Replay, step 1 of ")
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
        boards.push(board(&mut sitter));
        sitter.key(KeyCode::Right);
    }
    assert!(sowings > 2, "a relay is shown sowing by sowing");
    boards.dedup();
    assert!(boards.len() > sowings, "every sowing has its own board");
    // The last step is the position on the table, apart from the marks of possible choices.
    let seeds = |board: &str| board.split(|sign: char| !sign.is_ascii_digit()).map(str::to_owned).collect::<String>();
    assert_eq!(boards.last().map(|board| seeds(board)), Some(seeds(&now)));
}

#[test]
fn a_finished_game_from_the_list_is_replayed_and_leads_back_to_the_list() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4n");
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.keys("5");
    let row = line_with(&mut sitter, "Kono");
    for said in ["5\u{d7}5", "Anna, Computer", "0 : 5", "Computer won"] {
        assert!(row.contains(said), "no {said} in {row}");
    }
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("Replay"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Your games"), "{}", sitter.text());
}
