use std::fs;
use std::time::{Duration, SystemTime};

use parlor_host::Host;
use parlor_rules::Game;
use parlor_store::FileStore;
use parlor_store::conformance::next_entry;
use parlor_table::Setup;
use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::trial::{self, SMALL, assert_keeps_to_themes, click, find, inputs, key, painted, text};

/// A store with one journal of each kind, named in alphabetical order from the oldest to the newest.
fn folder() -> (TempDir, Arc<dyn Store>) {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(FileStore::at(folder.path()));
    let file = |name: &str| folder.path().join(format!("{name}.journal"));
    for (game, name) in Game::ALL.into_iter().zip(["a-finished", "b-left", "c-left"]) {
        let (mut host, _) = Host::begin(Setup::new(game), Some(Arc::clone(&store))).unwrap();
        while let Some(entry) = next_entry(host.table()).filter(|_| name == "a-finished") {
            host.apply(entry).unwrap();
        }
        let made = host.journal_name().unwrap().clone();
        drop(host);
        fs::rename(file(made.as_str()), file(name)).unwrap();
    }
    fs::write(file("d-broken"), "what?\n").unwrap();
    for (name, seconds) in ["a-finished", "b-left", "c-left", "d-broken"].into_iter().zip([1, 2, 3, 4]) {
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(1_794_773_228 + seconds);
        fs::File::options().write(true).open(file(name)).unwrap().set_modified(modified).unwrap();
    }
    (folder, store)
}

fn name(name: &str) -> JournalName {
    name.parse().unwrap()
}

fn press(kept: &mut GamesScreen, codes: &[KeyCode]) -> Request {
    codes.iter().map(|code| kept.key(key(*code))).last().unwrap()
}

fn buffer(kept: &mut GamesScreen) -> Buffer {
    painted(SMALL, |theme, area, buffer| kept.paint(theme, area, buffer))
}

#[test]
fn games_are_continued_or_viewed() {
    let (_folder, store) = folder();
    let mut kept = GamesScreen::new(store);
    assert_eq!(press(&mut kept, &[KeyCode::Enter]), Request::Stay);
    assert!(text(&buffer(&mut kept)).contains("d-broken can't be read"));
    assert_eq!(press(&mut kept, &[KeyCode::Down, KeyCode::Enter]), Request::Continue(name("c-left")));
    assert_eq!(press(&mut kept, &[KeyCode::End, KeyCode::Enter]), Request::Continue(name("a-finished")));
    assert_eq!(press(&mut kept, &[KeyCode::Esc]), Request::Back);
    let shown = text(&buffer(&mut kept));
    assert!(shown.contains("Last played ") && shown.contains(&local_time(kept.list[3].modified)), "{shown}");
    for label in
        ["Canoga 9 squares", "Human, Computer", " won", "Congkak", "round 1", "unreadable", "finished, round 1"]
    {
        assert!(shown.contains(label), "{shown}");
    }
}

#[test]
fn a_journal_of_other_rules_can_be_read() {
    let (folder, store) = folder();
    let journal = parlor_table::with_checksums(["parlor journal 1", "rules 2", "game kono", "begin"]);
    fs::write(folder.path().join("e-other.journal"), journal).unwrap();
    let mut kept = GamesScreen::new(store);
    let shown = text(&buffer(&mut kept));
    assert!(shown.contains("rules differ") && shown.contains("e-other") && shown.contains("read it"), "{shown}");
    assert_eq!(press(&mut kept, &[KeyCode::Enter]), Request::Continue(name("e-other")));
}

#[test]
fn removing_is_asked_first() {
    let (folder, store) = folder();
    let mut kept = GamesScreen::new(store);
    press(&mut kept, &[KeyCode::Down, KeyCode::Char('d')]);
    assert!(text(&buffer(&mut kept)).contains("Remove c-left? (y or n)"));
    press(&mut kept, &[KeyCode::Char('n'), KeyCode::Char('d'), KeyCode::Esc]);
    assert_eq!(kept.list.len(), 4);
    press(&mut kept, &[KeyCode::Char('d'), KeyCode::Char('y')]);
    assert_eq!(kept.list.len(), 3);
    assert!(!folder.path().join("c-left.journal").exists());
    press(&mut kept, &[KeyCode::Home, KeyCode::Delete, KeyCode::Char('y')]);
    press(&mut kept, &[KeyCode::Delete, KeyCode::Char('y'), KeyCode::Delete, KeyCode::Char('y')]);
    assert!(text(&buffer(&mut kept)).contains("No games yet."));
    assert_eq!(press(&mut kept, &[KeyCode::Delete, KeyCode::Enter]), Request::Stay);
}

#[test]
fn a_game_that_is_being_played_stays() {
    let folder = tempfile::tempdir().unwrap();
    let other_program = FileStore::at(folder.path());
    let name = other_program.create(&Setup::new(Game::Kono)).unwrap();
    let mut kept = GamesScreen::new(Arc::new(FileStore::at(folder.path())));
    press(&mut kept, &[KeyCode::Char('d'), KeyCode::Char('y')]);
    let shown = text(&buffer(&mut kept));
    assert!(shown.contains("is open in another program") && shown.contains(name.as_str()), "{shown}");
    kept.refuse("so it is".to_owned());
    assert!(text(&buffer(&mut kept)).contains("so it is"));
}

#[test]
fn a_click_chooses_the_game_under_it() {
    let (_folder, store) = folder();
    let mut kept = GamesScreen::new(store);
    let place = click(find(&buffer(&mut kept), "Congkak"));
    assert_eq!(kept.mouse(place, SMALL), Request::Stay);
    assert_eq!(kept.mouse(place, SMALL), Request::Continue(name("b-left")));
    let place = click(find(&buffer(&mut kept), "Canoga"));
    kept.mouse(place, SMALL);
    assert_eq!(kept.mouse(place, SMALL), Request::Continue(name("a-finished")));
}

#[test]
fn a_long_list_scrolls() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..60 {
        fs::write(folder.path().join(format!("game-{number:02}.journal")), "").unwrap();
    }
    let mut kept = GamesScreen::new(Arc::new(FileStore::at(folder.path())));
    press(&mut kept, &[KeyCode::End]);
    let last = kept.list[59].name.clone();
    assert!(text(&buffer(&mut kept)).contains(last.as_str()));
    let place = click(find(&buffer(&mut kept), kept.list[55].name.as_str()));
    kept.mouse(place, SMALL);
    assert_eq!(kept.selection.selected(), Some(55));
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
}

#[test]
fn every_look_keeps_to_its_theme() {
    let (_folder, store) = folder();
    let mut kept = GamesScreen::new(store);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
    press(&mut kept, &[KeyCode::Enter]);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
    press(&mut kept, &[KeyCode::Char('d')]);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn nothing_breaks_it(inputs in inputs()) {
        let (_folder, store) = folder();
        trial::storm(&mut GamesScreen::new(store), inputs);
    }
}
