use parlor_rules::Game;
use std::fs;

use parlor_table::Table;
use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::trial::{self, SMALL, assert_keeps_to_themes, click, find, inputs, key, letters, painted, text};

const GOOD: &str = "Human Player: 0 7 7 7 7 7 7 7 0\nComputer Player: 0 7 7 7 7 7 7 7 0\nNext Player: Human\n";
const MENDED: &str = "Human Player: 0 7 7 7 7 7 7 7 0\nComputer Player: 0 7 7 7 7 7 7 7 0\nnext player: Human";
const BAD: &str = "Human Player: 0 7 7 x 7 7 7 7 0\nComputer Player: 0 7 7 7 7 7 7 7 -1\nNext Player: Nobody\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good game.txt"), GOOD).unwrap();
    fs::write(folder.path().join("mended.txt"), MENDED).unwrap();
    fs::write(folder.path().join("schlecht-ä.txt"), BAD).unwrap();
    fs::create_dir(folder.path().join("older")).unwrap();
    fs::write(folder.path().join("older").join("first.txt"), GOOD).unwrap();
    folder
}

fn open(folder: &TempDir) -> OpenScreen {
    OpenScreen::new(Settings { seed: Some(7), ..Settings::new(Game::Canoga) }, folder.path())
}

fn press(open: &mut OpenScreen, codes: &[KeyCode]) -> Request {
    codes.iter().map(|code| open.key(key(*code))).last().unwrap()
}

fn type_text(open: &mut OpenScreen, text: &str) {
    for letter in letters(text) {
        assert_eq!(open.key(letter), Request::Stay);
    }
}

fn resumed(request: Request) -> Resumed {
    let Request::Resume(resumed) = request else { panic!("{request:?}") };
    Table::new(resumed.setup.clone());
    *resumed
}

fn screen(open: &mut OpenScreen) -> String {
    text(&painted(SMALL, |theme, area, buffer| open.paint(theme, area, buffer)))
}

#[test]
fn a_name_is_completed_and_opened() {
    let folder = folder();
    let mut open = open(&folder);
    type_text(&mut open, "go");
    press(&mut open, &[KeyCode::Tab]);
    assert_eq!(open.input.text(), "good game.txt");
    let resumed = resumed(press(&mut open, &[KeyCode::Enter]));
    assert_eq!(resumed.setup.game, Game::Congkak);
    let standing = parlor_saves::read(GOOD, None).unwrap().standing;
    assert_eq!((resumed.setup.seed, resumed.setup.resumed), (7.into(), Some((standing, parlor_saves::Dialect::Text))));
    assert_eq!((resumed.notes, resumed.file), (vec![], folder.path().join("good game.txt")));
}

#[test]
fn arrows_lead_into_folders() {
    let folder = folder();
    let mut open = open(&folder);
    press(&mut open, &[KeyCode::Down, KeyCode::Down, KeyCode::Down]);
    assert_eq!(press(&mut open, &[KeyCode::Enter]), Request::Stay);
    assert_eq!(open.input.text(), "older/");
    assert_eq!(resumed(press(&mut open, &[KeyCode::Down, KeyCode::Enter])).setup.game, Game::Congkak);
    open = OpenScreen::new(Settings::new(Game::Kono), folder.path());
    type_text(&mut open, "older");
    press(&mut open, &[KeyCode::Enter]);
    assert_eq!(open.input.text(), "older/");
}

#[test]
fn a_bad_save_is_shown_with_its_faults() {
    let folder = folder();
    let mut open = open(&folder);
    type_text(&mut open, "sch");
    press(&mut open, &[KeyCode::Tab]);
    assert_eq!(press(&mut open, &[KeyCode::Enter]), Request::Stay);
    let shown = screen(&mut open);
    assert!(shown.contains("this save can't be read") && shown.contains("^ expected"), "{shown}");
    assert!(shown.contains("File: schlecht-ä.txt"), "{shown}");
    press(&mut open, &[KeyCode::PageDown, KeyCode::PageDown, KeyCode::PageDown]);
    let below = screen(&mut open);
    assert!(below.contains("Nobody") && below != shown, "{below}");
    press(&mut open, &[KeyCode::Up]);
    assert_ne!(screen(&mut open), below);
    assert_eq!(press(&mut open, &[KeyCode::Esc]), Request::Stay);
    assert_eq!(open.input.text(), "schlecht-ä.txt");
    assert_eq!(press(&mut open, &[KeyCode::Esc]), Request::Back);
}

#[test]
fn a_corrected_save_shows_its_notes() {
    let folder = folder();
    let mut open = open(&folder);
    open.paste("mended.txt\n");
    let notes: Vec<String> =
        resumed(press(&mut open, &[KeyCode::Enter])).notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["not in our layout, which makes no difference"]);
}

#[test]
fn missing_files_are_reported() {
    let folder = folder();
    let mut open = open(&folder);
    assert_eq!(press(&mut open, &[KeyCode::Enter]), Request::Stay);
    assert!(screen(&mut open).contains("Type the name of a save file"));
    press(&mut open, &[KeyCode::Esc]);
    type_text(&mut open, "none");
    assert!(screen(&mut open).contains("No file name in "));
    press(&mut open, &[KeyCode::Enter]);
    assert!(screen(&mut open).contains("file not found: none"));
    type_text(&mut open, "/x");
    assert!(screen(&mut open).contains("There is no folder"));
}

#[test]
fn a_home_folder_is_understood() {
    let folder = folder();
    let paths = Paths::with_home(folder.path().join("older"), folder.path());
    let mut open = OpenScreen::among(Settings::new(Game::Kono), paths);
    type_text(&mut open, "~/good game.txt");
    assert_eq!(resumed(press(&mut open, &[KeyCode::Enter])).setup.game, Game::Congkak);
}

#[test]
fn a_click_opens_the_file_under_it() {
    let folder = folder();
    let mut open = open(&folder);
    let at = |open: &mut OpenScreen, label: &str| {
        click(find(&painted(SMALL, |theme, area, buffer| open.paint(theme, area, buffer)), label))
    };
    let older = at(&mut open, "older");
    assert_eq!(open.mouse(older, SMALL), Request::Stay);
    let first = at(&mut open, "first.txt");
    assert_eq!(resumed(open.mouse(first, SMALL)).file, folder.path().join("older").join("first.txt"));
}

#[test]
fn every_look_keeps_to_its_theme() {
    let folder = folder();
    let mut open = open(&folder);
    assert_keeps_to_themes(|theme, area, buffer| open.paint(theme, area, buffer));
    press(&mut open, &[KeyCode::Down]);
    assert_keeps_to_themes(|theme, area, buffer| open.paint(theme, area, buffer));
    open.paste("schlecht-ä.txt");
    press(&mut open, &[KeyCode::Enter]);
    assert!(open.trouble.is_some());
    assert_keeps_to_themes(|theme, area, buffer| open.paint(theme, area, buffer));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn nothing_breaks_it(inputs in inputs()) {
        let folder = folder();
        trial::storm(&mut open(&folder), inputs);
    }
}
