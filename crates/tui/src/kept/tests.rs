use parlor_rules::Game;
use std::fs;

use parlor_table::Setup;
use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::trial::{self, SMALL, assert_keeps_to_themes, click, find, happenings, key, painted, text};

/// One journal of each kind; the newest has the largest name.
fn folder() -> (TempDir, Journals) {
    let folder = tempfile::tempdir().unwrap();
    let journals = Journals::at(folder.path());
    for (game, name) in Game::ALL.into_iter().zip(["a-finished", "b-left", "c-left"]) {
        let mut journal = journals.create(&Setup::new(game)).unwrap();
        if name == "a-finished" {
            journal.close().unwrap();
        }
        let made = folder.path().join(format!("{}.journal", journal.name()));
        fs::rename(made, folder.path().join(format!("{name}.journal"))).unwrap();
    }
    fs::write(folder.path().join("d-broken.journal"), "what?\n").unwrap();
    let now = fs::metadata(folder.path().join("d-broken.journal")).unwrap().modified().unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        fs::File::options().write(true).open(entry.unwrap().path()).unwrap().set_modified(now).unwrap();
    }
    (folder, journals)
}

fn press(kept: &mut Kept, codes: &[KeyCode]) -> Wish {
    codes.iter().map(|code| kept.key(key(*code))).last().unwrap()
}

fn buffer(kept: &Kept) -> Buffer {
    painted(SMALL, |theme, area, buffer| kept.paint(theme, area, buffer))
}

#[test]
fn each_is_continued_or_looked_at() {
    let (_folder, journals) = folder();
    let mut kept = Kept::new(journals);
    assert_eq!(press(&mut kept, &[KeyCode::Enter]), Wish::Stay);
    assert!(text(&buffer(&kept)).contains("d-broken can't be read"));
    assert_eq!(press(&mut kept, &[KeyCode::Down, KeyCode::Enter]), Wish::Continue("c-left".to_owned()));
    assert_eq!(press(&mut kept, &[KeyCode::End, KeyCode::Enter]), Wish::Look("a-finished".to_owned()));
    assert_eq!(press(&mut kept, &[KeyCode::Esc]), Wish::Back);
    let shown = text(&buffer(&kept));
    for label in ["Canoga", "finished", "Congkak", "unfinished", "b-left", "Human against the club program"] {
        assert!(shown.contains(label), "{shown}");
    }
}

#[test]
fn removing_is_asked_first() {
    let (folder, journals) = folder();
    let mut kept = Kept::new(journals);
    press(&mut kept, &[KeyCode::Down, KeyCode::Char('d')]);
    assert!(text(&buffer(&kept)).contains("Remove c-left? (y or n)"));
    press(&mut kept, &[KeyCode::Char('n'), KeyCode::Char('d'), KeyCode::Esc]);
    assert_eq!(kept.list.len(), 4);
    press(&mut kept, &[KeyCode::Char('d'), KeyCode::Char('y')]);
    assert_eq!(kept.list.len(), 3);
    assert!(!folder.path().join("c-left.journal").exists());
    press(&mut kept, &[KeyCode::Home, KeyCode::Delete, KeyCode::Char('y')]);
    press(&mut kept, &[KeyCode::Delete, KeyCode::Char('y'), KeyCode::Delete, KeyCode::Char('y')]);
    assert!(text(&buffer(&kept)).contains("No game is kept yet."));
    assert_eq!(press(&mut kept, &[KeyCode::Delete, KeyCode::Enter]), Wish::Stay);
}

#[test]
fn a_game_that_is_being_played_stays() {
    let folder = tempfile::tempdir().unwrap();
    let journals = Journals::at(folder.path());
    let journal = journals.create(&Setup::new(Game::Kono)).unwrap();
    let mut kept = Kept::new(journals);
    press(&mut kept, &[KeyCode::Char('d'), KeyCode::Char('y')]);
    let shown = text(&buffer(&kept));
    assert!(shown.contains("is open in another program") && shown.contains(journal.name()), "{shown}");
    kept.refuse("so it is".to_owned());
    assert!(text(&buffer(&kept)).contains("so it is"));
}

#[test]
fn a_click_chooses_what_is_painted() {
    let (_folder, journals) = folder();
    let mut kept = Kept::new(journals);
    let place = click(find(&buffer(&kept), "b-left"));
    assert_eq!(kept.mouse(place, SMALL), Wish::Stay);
    assert_eq!(kept.mouse(place, SMALL), Wish::Continue("b-left".to_owned()));
    let place = click(find(&buffer(&kept), "a-finished"));
    kept.mouse(place, SMALL);
    assert_eq!(kept.mouse(place, SMALL), Wish::Look("a-finished".to_owned()));
}

#[test]
fn a_long_list_scrolls() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..60 {
        fs::write(folder.path().join(format!("game-{number:02}.journal")), "").unwrap();
    }
    let mut kept = Kept::new(Journals::at(folder.path()));
    press(&mut kept, &[KeyCode::End]);
    let last = kept.list[59].name.clone();
    assert!(text(&buffer(&kept)).contains(&last));
    let place = click(find(&buffer(&kept), &kept.list[55].name));
    kept.mouse(place, SMALL);
    assert_eq!(kept.selected, 55);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
}

#[test]
fn every_look_keeps_to_its_theme() {
    let (_folder, journals) = folder();
    let mut kept = Kept::new(journals);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
    press(&mut kept, &[KeyCode::Enter]);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
    press(&mut kept, &[KeyCode::Char('d')]);
    assert_keeps_to_themes(|theme, area, buffer| kept.paint(theme, area, buffer));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn nothing_breaks_it(happenings in happenings()) {
        let (_folder, journals) = folder();
        trial::storm(
            &mut Kept::new(journals),
            happenings,
            |kept, key| { kept.key(key); },
            |kept, event, area| { kept.mouse(event, area); },
            |_, _| {},
            Kept::paint,
        );
    }
}
