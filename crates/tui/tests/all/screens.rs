//! Snapshots of the screens, in `tests/screens/`.
//!
//! After an intended change, accept the new snapshots with `cargo insta review`, or write them all with
//! `INSTA_UPDATE=always cargo test -p parlor-tui --test all screens` and read the diff.

use crate::common;

use std::fmt::Write as _;
use std::fs;

use common::{Sitter, app, looks, still, text};
use insta::{Settings, assert_snapshot};
use parlor_host::{Looks, Named, Palette, Speed};
use parlor_review::Tutor;
use parlor_rules::{Game, Level, Pair};
use parlor_table::{DiceSource, Player, Setup};
use parlor_tui::{LEAST, Opening};
use parlor_view::guided_setup;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier, Style};
use tempfile::TempDir;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens");

/// Compares screens with the snapshots whose names start with a prefix.
struct Album {
    prefix: &'static str,
    shown: Vec<String>,
}

impl Album {
    fn new(prefix: &'static str) -> Album {
        Album { prefix, shown: Vec::new() }
    }

    fn show(&mut self, name: &str, picture: &str) {
        let name = format!("{}-{name}", self.prefix);
        assert!(!self.shown.contains(&name), "{name} twice");
        let mut settings = Settings::clone_current();
        settings.set_snapshot_path(FOLDER);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| assert_snapshot!(name.clone(), picture));
        self.shown.push(name);
    }

    /// A snapshot that no test uses any more would never be compared again.
    fn close(self) {
        let files = fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap().path());
        let snapshots = files.filter(|file| file.extension().is_some_and(|extension| extension == "snap"));
        let names = snapshots.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned());
        let mut kept: Vec<String> = names.filter(|name| name.starts_with(self.prefix)).collect();
        let mut shown = self.shown;
        kept.sort();
        shown.sort();
        assert_eq!(kept, shown, "files that no test shows");
    }
}

fn setup(game: Game, size: i64) -> Setup {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Novice) };
    Setup { seed: 7.into(), size: Some(size), players, ..Setup::new(game) }
}

/// A game after pressing Enter a number of times.
fn after(game: Game, size: i64, enters: usize, looks: Looks) -> Sitter {
    let mut sitter = Sitter::playing(setup(game, size), looks);
    for _ in 0..enters {
        sitter.key(KeyCode::Enter);
    }
    sitter
}

/// The characters, then for each line the letters of the styles, then a legend.
fn with_styles(buffer: &Buffer) -> String {
    let mut styles: Vec<Style> = vec![Style::reset()];
    let mut map = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        for x in 0..buffer.area.width {
            let style = buffer[(x, y)].style();
            let plain =
                style.fg == Some(Color::Reset) && style.bg == Some(Color::Reset) && style.add_modifier.is_empty();
            let place = match styles.iter().position(|known| *known == style) {
                _ if plain => 0,
                Some(place) => place,
                None => {
                    styles.push(style);
                    styles.len() - 1
                }
            };
            line.push(if place == 0 { ' ' } else { char::from(b'a' + place as u8 - 1) });
        }
        map.push_str(line.trim_end());
        map.push('\n');
    }
    let mut picture = format!("{}\n{map}\n", text(buffer));
    for (style, letter) in styles.iter().skip(1).zip('a'..) {
        let color = |color: Option<Color>| color.unwrap_or(Color::Reset);
        writeln!(picture, "{letter}: {:?} on {:?} {:?}", color(style.fg), color(style.bg), style.add_modifier).unwrap();
    }
    picture
}

#[test]
fn every_board_of_every_size() {
    let mut album = Album::new("board");
    for game in Game::ALL {
        let enters = if game == Game::Canoga { 4 } else { 5 };
        for size in game.sizes() {
            let name = format!("{}-{size:02}", game.to_string().to_lowercase());
            let mut sitter = after(game, size, enters, still());
            album.show(&format!("{name}-80x24"), &sitter.text());
            sitter.resize(120, 40);
            album.show(&format!("{name}-120x40"), &sitter.text());
        }
    }
    album.close();
}

#[test]
fn every_theme() {
    let mut album = Album::new("theme");
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 7), (Game::Kono, 5)] {
        let name = game.to_string().to_lowercase();
        for palette in Palette::all() {
            let word = palette.name();
            let mut sitter = after(game, size, 6, looks(palette, false, Speed::Off));
            let picture = sitter.picture();
            if palette == Palette::Mono {
                let colored = |cell: &&ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
                assert!(!picture.content().iter().any(|cell| colored(&cell)), "colour in {word}");
                let marked = |modifier| picture.content().iter().any(|cell| cell.modifier.contains(modifier));
                assert!(marked(Modifier::BOLD), "nothing stands out");
            }
            album.show(&format!("{name}-{word}"), &with_styles(&picture));
        }
        let mut sitter = after(game, size, 6, looks(Palette::Mono, true, Speed::Off));
        for (width, height) in [(80, 24), (120, 40), (60, 20)] {
            sitter.resize(width, height);
            assert!(sitter.text().is_ascii(), "{}", sitter.text());
            album.show(&format!("{name}-ascii-{width}x{height}"), &sitter.text());
        }
    }
    album.close();
}

#[test]
fn every_screen() {
    let mut album = Album::new("screen");
    let mut at = |name: &str, sitter: &mut Sitter| {
        for (width, height) in [(80, 24), (120, 40), (60, 20)] {
            sitter.resize(width, height);
            if (width, height) < LEAST {
                assert!(sitter.text().contains("Parlor needs 80 columns and 24 rows"), "{}", sitter.text());
            } else {
                album.show(&format!("{name}-{width}x{height}"), &sitter.text());
            }
        }
        sitter.resize(80, 24);
    };
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    at("start", &mut sitter);
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Right);
    at("settings", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("5");
    at("kept", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("6");
    at("how-canoga", &mut sitter);
    sitter.key(KeyCode::Right);
    at("how-congkak", &mut sitter);
    sitter.key(KeyCode::Right);
    at("how-kono", &mut sitter);

    let mut sitter = after(Game::Canoga, 9, 0, still());
    at("menu", &mut sitter);
    sitter.keys("h");
    at("advice-before-the-throw", &mut sitter);
    sitter.key(KeyCode::Enter);
    sitter.keys("h");
    at("advice", &mut sitter);
    sitter.keys("h");
    at("ranking", &mut sitter);
    sitter.keys("he");
    at("value", &mut sitter);
    sitter.keys("e?");
    at("keys", &mut sitter);
    sitter.keys(" q");
    at("quit", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("i");
    at("rules", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys(":cover 1 2 3\n");
    at("refused", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("r");
    sitter.key(KeyCode::End);
    at("replay", &mut sitter);

    let mut sitter = after(Game::Congkak, 7, 2, still());
    sitter.keys("S");
    sitter.key(KeyCode::Home);
    sitter.keys("my-");
    at("save", &mut sitter);

    let moving = looks(Palette::Mono, false, Speed::Normal);
    let mut sitter = after(Game::Canoga, 9, 0, moving);
    sitter.wait(200);
    at("rolling", &mut sitter);
    let mut sitter = after(Game::Congkak, 7, 0, moving);
    for _ in 0..5000 {
        let shown = sitter.text();
        if shown.contains("Sowing 2 of") && shown.contains("hand") {
            break;
        }
        if shown.contains("heads or tails?") {
            sitter.key(KeyCode::Enter);
        }
        sitter.wait(20);
    }
    assert!(sitter.text().contains("Sowing 2 of"), "{}", sitter.text());
    at("sowing", &mut sitter);

    let mut by_hand = setup(Game::Canoga, 9);
    by_hand.dice = DiceSource::Manual;
    let mut sitter = Sitter::playing(by_hand, still());
    sitter.keys("4 7\n");
    at("dice-by-hand", &mut sitter);

    let mut sitter = after(Game::Kono, 5, 2, still());
    sitter.keys("q4");
    at("round-over", &mut sitter);
    sitter.keys("n");
    at("end", &mut sitter);
    album.close();
}

/// Presses Enter until these words are on screen.
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

#[test]
fn everything_about_learning() {
    let mut album = Album::new("learning");
    let mut at = |name: &str, sitter: &mut Sitter| {
        for (width, height) in [(80, 24), (120, 40)] {
            sitter.resize(width, height);
            album.show(&format!("{name}-{width}x{height}"), &sitter.text());
        }
        sitter.resize(80, 24);
    };
    let person = Player::Human("Anna".to_owned());
    let players = Pair { human: person, computer: Player::Computer(Level::Novice) };
    let setup = Setup { seed: 7.into(), size: Some(9), players, ..Setup::new(Game::Canoga) };
    let mut sitter = Sitter::playing(setup.clone(), still());
    enter_until(&mut sitter, "Round 1 is over");
    at("round-over", &mut sitter);
    sitter.keys("v");
    at("review", &mut sitter);
    sitter.keys("m\n");
    at("review-moment", &mut sitter);
    for _ in 0..20 {
        if sitter.text().contains("f better move") {
            break;
        }
        sitter.keys("m");
    }
    sitter.keys("f");
    at("find-better", &mut sitter);
    sitter.keys("!");
    at("find-better-answer", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("x");
    at("analysis", &mut sitter);
    sitter.keys("q");
    sitter.key(KeyCode::Esc);
    sitter.key(KeyCode::Esc);
    sitter.keys("q3");
    sitter.keys("8");
    at("statistics", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("7");
    at("practice", &mut sitter);
    sitter.key(KeyCode::Esc);
    sitter.keys("9");
    at("position", &mut sitter);
    sitter.keys(" ");
    at("position-edited", &mut sitter);
    sitter.keys(" ");
    // A letter among the squares, and one in the score.
    for downs in [2, 1] {
        for _ in 0..downs {
            sitter.key(KeyCode::Down);
        }
        sitter.keys("x");
    }
    at("position-faults", &mut sitter);

    let mut sitter = Sitter::playing(setup.clone(), looks(Palette::Mono, true, Speed::Off));
    enter_until(&mut sitter, "Round 1 is over");
    sitter.keys("v");
    at("review-ascii", &mut sitter);

    let mut sitter = Sitter::playing(setup, Looks { tutor: Tutor::Strict, ..still() });
    enter_until(&mut sitter, "This gives away");
    at("tutor", &mut sitter);
    sitter.keys("3");
    at("tutor-why", &mut sitter);
    album.close();
}

fn guided(game: Game) -> Sitter {
    let home = TempDir::new().unwrap();
    let opening = Opening::Guided(Box::new(guided_setup(game, Some("Anna"))));
    Sitter::before(app(opening, &home, still()), home)
}

#[test]
fn the_guided_round() {
    let mut album = Album::new("guided");
    for game in Game::ALL {
        let mut sitter = guided(game);
        let name = game.to_string().to_lowercase();
        for step in 1..=6 {
            for (width, height) in [(80, 24), (120, 40)] {
                sitter.resize(width, height);
                assert!(sitter.text().contains("\u{2500} Guide \u{2500}"), "{}", sitter.text());
                album.show(&format!("{name}-{step}-{width}x{height}"), &sitter.text());
            }
            sitter.resize(80, 24);
            sitter.key(KeyCode::Enter);
        }
    }
    album.close();
}

#[test]
fn every_page_of_the_guide_fits_the_smallest_screen() {
    for game in Game::ALL {
        let mut sitter = guided(game);
        let mut pages = 0;
        while !sitter.text().contains("Another round?") {
            let shown = sitter.text();
            assert!(!shown.contains("Guide (PgDn"), "{shown}");
            pages += usize::from(shown.contains("\u{2500} Guide \u{2500}"));
            assert!(pages < 1000, "{game} never ends: {shown}");
            // Choose the button under the cursor; on the board, sometimes choose something other than the first place.
            if shown.contains("[ 1 ") || shown.contains("[ 2 ") {
                sitter.key(KeyCode::Enter);
                continue;
            }
            if pages % 4 == 3 {
                sitter.key(KeyCode::Tab);
            }
            sitter.key(KeyCode::Enter);
        }
        let shown = sitter.text();
        assert!(pages > 5 && shown.contains("That was the guided round."), "{shown}");
        sitter.keys("y");
        assert!(!sitter.text().contains("\u{2500} Guide"), "{}", sitter.text());
    }
}
