//! Names of players.

use parlor_host::{Palette, Speed};
use parlor_rules::{Game, Level, Pair};
use parlor_table::{Player, Setup};
use parlor_tui::Opening;
use ratatui::crossterm::event::KeyCode;
use tempfile::TempDir;

use crate::common::{Sitter, app, enter_names, enter_until, looks, person, setup, still};

#[test]
fn names_are_asked_on_the_start_screen() {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    enter_names(&mut sitter);
    sitter.keys("Zo\u{eb}\n");
    assert!(sitter.text().contains("Zo\u{eb}"), "{}", sitter.text());
}

#[test]
fn two_people_have_two_names() {
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
    let logged = sitter.log_lines().join("\n");
    assert!(logged.contains("Ada throws") && logged.contains("Ben throws"), "{logged}");
}

#[test]
fn two_programs_are_called_by_their_levels() {
    let players = Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Club) };
    let mut sitter =
        Sitter::playing(Setup { players, ..setup(Game::Kono, 5, 3) }, looks(Palette::Mono, false, Speed::Normal));
    sitter.wait(100);
    let status = sitter.text().lines().nth(1).unwrap().to_owned();
    assert!(status.contains("Novice") && status.contains("Club"), "{status}");
}

#[test]
fn a_long_name_is_shortened_with_an_ellipsis_on_the_board_only() {
    let long = "Ada Augusta, Countess of Lovelace";
    let players = Pair { human: person(long), computer: person("Ben") };
    let mut sitter = Sitter::playing(Setup { players, ..setup(Game::Canoga, 9, 7) }, still());
    enter_until(&mut sitter, "which squares");
    let shown = sitter.text();
    assert!(shown.contains("Ada Augusta, Counte\u{2026}"), "{shown}");
    assert!(sitter.log_lines().iter().any(|line| line.contains(long)), "{:?}", sitter.log_lines());
}

#[test]
fn wide_letters_keep_their_columns() {
    let edge = |name: &str| {
        let players = Pair { human: person(name), computer: person("Ben") };
        let mut sitter = Sitter::playing(Setup { players, ..setup(Game::Congkak, 7, 7) }, still());
        enter_until(&mut sitter, "which pit");
        let picture = sitter.picture();
        // The positions of the board's frames.
        let frames: Vec<(u16, u16)> = (2..14)
            .flat_map(|y| (0..80).map(move |x| (x, y)))
            .filter(|&at| "\u{2502}\u{250c}\u{2510}\u{256d}\u{256e}".contains(picture[at].symbol()))
            .collect();
        assert!(frames.len() > 40);
        frames
    };
    assert_eq!(edge("\u{8239}\u{8239}\u{8239}"), edge("Annaxx"));
}
