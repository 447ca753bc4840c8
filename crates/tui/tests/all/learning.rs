//! Reviews, exercises, practice, the tutor, analyses and statistics on the full screen.

use crate::common;

mod analysis;
mod background;
mod practice;
mod reviews;
mod statistics;
mod tutor;

use std::sync::Arc;

use parlor_rules::Game;
use parlor_store::{FileStore, Store};
use ratatui::crossterm::event::KeyCode;

use common::{Sitter, enter_until, setup, still, two_people};

/// A finished Canoga round in which the choice under the cursor was always played.
fn after_a_round() -> Sitter {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), still());
    enter_until(&mut sitter, "Round 1 is over");
    sitter
}

fn store(sitter: &mut Sitter) -> Arc<dyn Store> {
    Arc::new(FileStore::at(sitter.home.path()))
}

/// A game between two people, reviewed when it is over.
fn two_reviewed() -> Sitter {
    let mut sitter = two_people(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "Round 1 is over");
    sitter.keys("n");
    sitter.wait(2000);
    sitter.keys("v");
    sitter.key(KeyCode::Esc);
    sitter.click_on("Start screen");
    assert!(sitter.text().contains("Practice: your mistakes"), "{}", sitter.text());
    sitter
}
