//! Whole tournaments played by keyboard: the screen shows everything that line mode prints, and the journal contains
//! all of it.

use crate::common;

use common::{Sitter, looks, still};
use parlor_host::{Palette, Speed};
use parlor_rules::{Game, Level, Pair};
use parlor_store::{FileStore, Store};
use parlor_table::{Event, Player, Salt, Seed, Setup, Table, public_journal};
use parlor_testkit::Random;
use parlor_tui::{Opening, TerminalAction};
use parlor_view::{Line, Names, sentences};
use ratatui::crossterm::event::KeyCode;

fn setup(game: Game, size: i64, seed: u64) -> Setup {
    let players = Pair { human: Player::Human("Ann".to_owned()), computer: Player::Computer(Level::Novice) };
    Setup { seed: seed.into(), size: Some(size), players, ..Setup::new(game) }
}

/// Leaves out offers that were declined, because a journal doesn't keep them.
fn without_declined_offers(logged: &[Line]) -> Vec<Line> {
    let declined = |at: usize| logged.get(at).is_some_and(|line| line.text.ends_with(" declined."));
    let kept = |at: &usize| !declined(*at) && !declined(*at + 1);
    (0..logged.len()).filter(kept).map(|at| logged[at].clone()).collect()
}

fn sentences_of_line_mode(setup: &Setup, kept: &Table) -> Vec<Line> {
    let names = Names::for_player(&setup.players);
    let mut events: Vec<Event> = Vec::new();
    kept.replay_all(|_, _, logged| events.extend_from_slice(logged));
    events.iter().flat_map(|event| sentences(event, &names)).collect()
}

/// Plays with arrows and Enter, partly at random.
fn play_on(sitter: &mut Sitter, rounds: usize, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..20_000 {
        let over = sitter.log_lines().iter().filter(|line| line.starts_with("Totals:")).count();
        if over >= rounds {
            return;
        }
        let shown = sitter.text();
        if ["Save the game ]", "Quit the game ]", "Ask for help ]", "No ]"].iter().any(|word| shown.contains(word)) {
            sitter.key(KeyCode::Tab);
        } else if random.below(3) == 0 {
            let arrows = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Tab];
            sitter.key(*random.pick(&arrows));
        } else {
            sitter.key(KeyCode::Enter);
        }
        sitter.wait(400);
    }
    panic!("the round doesn't end:\n{}", sitter.text());
}

#[test]
fn tournaments_played_with_keys_have_the_lines_of_line_mode() {
    for (game, size) in [(Game::Canoga, 9), (Game::Canoga, 11), (Game::Congkak, 5), (Game::Congkak, 7), (Game::Kono, 5)]
    {
        for speed in [Speed::Off, Speed::Fast] {
            let setup = setup(game, size, 11);
            let mut sitter = Sitter::playing(setup.clone(), looks(Palette::Mono, false, speed));
            play_on(&mut sitter, 2, 5);
            // Decline further rounds.
            for _ in 0..200 {
                sitter.wait(1000);
            }
            assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
            sitter.key(KeyCode::Char('n'));
            for _ in 0..50 {
                sitter.wait(1000);
            }
            assert!(sitter.text().contains("Play again"), "{}", sitter.text());
            let logged = without_declined_offers(&sitter.app.log_lines());
            assert_eq!(logged.iter().filter(|line| line.text.starts_with("Totals:")).count(), 2, "{logged:?}");
            let store = FileStore::at(sitter.home.path());
            let [kept] = &store.list().unwrap()[..] else { panic!("one game, one journal") };
            assert!(sitter.app.farewell().unwrap().contains("tournament"));
            drop(sitter.app);
            let opened = store.open(&kept.name).unwrap();
            assert_eq!(logged, sentences_of_line_mode(&setup, &opened.table), "{game} {size}");
        }
    }
}

#[test]
fn leaving_shows_how_to_continue_and_continuing_restores_the_game() {
    let mut sitter = Sitter::playing(setup(Game::Kono, 5, 6), still());
    play_keys_until(&mut sitter, "which piece");
    let before = sitter.text();
    assert_eq!(sitter.ctrl('c'), TerminalAction::End);
    let farewell = sitter.app.farewell().unwrap();
    let name = farewell.strip_prefix("Your game is saved. To continue: parlor continue ").unwrap().parse().unwrap();
    let Sitter { app, home, .. } = sitter;
    drop(app);
    let app = common::app(Opening::Continue(name), &home, still());
    let mut sitter = Sitter::before(app, home);
    // The board includes the marks of the last step.
    let board = |text: &str| {
        let rows = text.lines().skip(2).take(16).map(|line| line.chars().take(38).collect::<String>());
        rows.map(|row| row.trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert!(board(&before)[3].starts_with(" 1N  W "), "{before}");
    assert_eq!(board(&sitter.text()), board(&before));
    assert!(sitter.text().contains("which piece"), "{}", sitter.text());
}

#[test]
fn a_journal_without_its_seed_continues_with_a_new_one_and_a_note() {
    let home = tempfile::tempdir().unwrap();
    let seed = Seed::Committed { seed: 7, salt: Salt([1; 16]) };
    let setup = Setup { seed, ..setup(Game::Canoga, 9, 0) };
    std::fs::write(home.path().join("brought-1.journal"), public_journal(&setup, &[])).unwrap();
    let app = common::app(Opening::Continue("brought-1".parse().unwrap()), &home, still());
    let mut sitter = Sitter::before(app, home);
    play_keys_until(&mut sitter, "which squares add up to");
    let logged: Vec<String> = sitter.app.log_lines().into_iter().map(|line| line.text).collect();
    let said = |words: &str| logged.iter().filter(|line| line.as_str() == words).count();
    assert_eq!(said("From now on, dice come from a new seed: the old one is hidden."), 1, "{logged:?}");
    let title = sitter.text().lines().next().unwrap().to_owned();
    assert!(title.contains("seed ") && !title.contains("hidden"), "{title}");
    // A game with a committed seed doesn't show it.
    let mut sitter = Sitter::playing(setup, still());
    assert!(sitter.text().lines().next().unwrap().contains("seed hidden"), "{}", sitter.text());
}

fn play_keys_until(sitter: &mut Sitter, words: &str) {
    for _ in 0..100 {
        if sitter.text().contains(words) {
            return;
        }
        sitter.key(KeyCode::Enter);
        sitter.wait(1000);
    }
    panic!("never came to {words}:\n{}", sitter.text());
}
