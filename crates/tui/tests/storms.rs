//! Keys, clicks, pastes and resizes in any order: nothing panics, and the journal stays valid.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

#[path = "all/common.rs"]
mod common;

use std::sync::OnceLock;

use common::{Sitter, looks};
use parlor_host::{Palette, Speed};
use parlor_rules::{Game, Level, Pair};
use parlor_store::{FileStore, Store};
use parlor_table::{DiceSource, Player, Setup};
use parlor_testkit::effort;
use parlor_tui::TerminalAction;
use proptest::prelude::*;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use tempfile::TempDir;

fn key() -> impl Strategy<Value = KeyCode> {
    use KeyCode::{BackTab, Backspace, Delete, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp, Right, Tab, Up};
    prop_oneof![
        8 => prop::sample::select(vec![Enter, Left, Right, Up, Down, Tab, BackTab]),
        2 => prop::sample::select(vec![Esc, Backspace, Delete, Home, End, PageUp, PageDown, F(1), F(5)]),
        4 => prop::sample::select("husehr+-?q:i 123456789PQRSABwbny".chars().collect::<Vec<_>>()).prop_map(KeyCode::Char),
        1 => any::<char>().prop_map(KeyCode::Char),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let mouse = (0_u16..140, 0_u16..50, 0..4).prop_map(|(column, row, kind)| {
        let kind = match kind {
            0 => MouseEventKind::ScrollUp,
            1 => MouseEventKind::ScrollDown,
            _ => MouseEventKind::Down(MouseButton::Left),
        };
        Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    });
    prop_oneof![
        20 => key().prop_map(|code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE))),
        6 => mouse,
        1 => (0_u16..140, 0_u16..50).prop_map(|(width, height)| Event::Resize(width, height)),
        2 => Just(Event::Resize(80, 24)),
        1 => "\\PC{0,12}".prop_map(Event::Paste),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    let game = prop::sample::select(Game::ALL.to_vec());
    (game, 0..5, any::<u64>(), any::<bool>()).prop_map(|(game, who, seed, by_hand)| {
        let person = |name: &str| Player::Human(name.to_owned());
        let computer = if who == 0 { person("日本語の名前です") } else { Player::Computer(Level::Novice) };
        let players = Pair { human: person("Ann"), computer };
        let dice = if by_hand { DiceSource::Manual } else { DiceSource::Random };
        Setup { seed: seed.into(), players, dice, ..Setup::new(game) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(effort(60, 2000)))]

    #[test]
    fn storms_of_keys_and_clicks_never_panic(
        setup in setup(),
        events in prop::collection::vec((event(), 0_u64..700), 1..250),
        ascii in any::<bool>(),
        fast in any::<bool>(),
    ) {
        // Saves go to a temporary folder. This is the only test in this process, so it can change the current folder.
        static FOLDER: OnceLock<TempDir> = OnceLock::new();
        std::env::set_current_dir(FOLDER.get_or_init(|| TempDir::new().unwrap())).unwrap();
        let looks = looks(Palette::Color, ascii, if fast { Speed::Off } else { Speed::Normal });
        let mut sitter = Sitter::playing(setup, looks);
        for (event, wait) in events {
            if sitter.event(&event) == TerminalAction::End {
                break;
            }
            let text = sitter.text();
            // The random keys may have changed the characters.
            if sitter.app.looks().ascii {
                prop_assert!(text.is_ascii(), "{text}");
            }
            sitter.wait(wait);
        }
        let Sitter { app, home, .. } = sitter;
        drop(app);
        let store = FileStore::at(home.path());
        for kept in store.list().unwrap() {
            let opened = store.open(&kept.name).unwrap();
            prop_assert!(opened.notices.is_empty(), "{:?}", opened.notices);
        }
    }
}
