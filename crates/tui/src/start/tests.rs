use std::fs;
use std::time::{Duration, SystemTime};

use parlor_host::local_time;
use parlor_rules::{Level, Pair, Seat};
use parlor_store::JournalInfo;
use parlor_table::{DiceSource, Player, Progress, Setup, Summary, Table};
use proptest::prelude::*;

use super::*;
use crate::trial::{self, SMALL, assert_keeps_to_themes, click, find, inputs, key, letters, painted, text};

fn last() -> Listed {
    let summary = Summary { progress: Progress::Unfinished, round: 1, totals: Pair::default(), size: None };
    Listed {
        name: "congkak-2026-11-15-20-07-08-1".parse().unwrap(),
        modified: SystemTime::UNIX_EPOCH + Duration::from_secs(1_794_773_228),
        about: Ok(JournalInfo { setup: Setup::new(Game::Congkak), summary }),
    }
}

fn start() -> StartScreen {
    StartScreen::new(&Settings { seed: Some(7), ..Settings::new(Game::Canoga) }, None, ".")
}

fn press(start: &mut StartScreen, codes: &[KeyCode]) -> Request {
    codes.iter().map(|code| start.key(key(*code))).last().unwrap()
}

fn usual(game: Game) -> Setup {
    Setup { seed: 7.into(), size: Some(game.usual_size()), ..Setup::new(game) }
}

fn begun(request: Request) -> Setup {
    let Request::Begin(setup) = request else { panic!("{request:?}") };
    Table::new((*setup).clone());
    *setup
}

fn screen(start: &StartScreen) -> ratatui::buffer::Buffer {
    painted(SMALL, |theme, area, buffer| start.clone().paint(theme, area, buffer))
}

#[test]
fn one_key_begins_a_game() {
    assert_eq!(begun(press(&mut start(), &[KeyCode::Enter])), usual(Game::Canoga));
    for (digit, game) in ['1', '2', '3'].into_iter().zip(Game::ALL) {
        assert_eq!(begun(press(&mut start(), &[KeyCode::Char(digit)])), usual(game));
    }
    assert_eq!(begun(press(&mut start(), &[KeyCode::Down, KeyCode::Down, KeyCode::Enter])), usual(Game::Kono));
    assert_eq!(begun(press(&mut start(), &[KeyCode::Char('k'), KeyCode::Enter])), usual(Game::Kono));
}

#[test]
fn the_list_leads_everywhere() {
    let name = Some("Human".to_owned());
    let open = Request::Open(Box::new(Settings { seed: Some(7), name, ..Settings::new(Game::Canoga) }));
    let others = [
        ('4', open),
        ('5', Request::Kept),
        ('6', Request::How(Game::Canoga)),
        ('7', Request::Practice),
        ('8', Request::Statistics),
        ('9', Request::SetUp(Game::Canoga, 9)),
    ];
    for (digit, request) in others {
        assert_eq!(press(&mut start(), &[KeyCode::Char(digit)]), request);
        let downs = vec![KeyCode::Down; digit as usize - '1' as usize];
        assert_eq!(press(&mut start(), &[&downs[..], &[KeyCode::Enter]].concat()), request);
    }
    assert_eq!(press(&mut start(), &[KeyCode::Char('q')]), Request::Quit);
    // An extra Esc does no harm.
    assert_eq!(press(&mut start(), &[KeyCode::Esc]), Request::Stay);
    assert_eq!(press(&mut start(), &[KeyCode::Down, KeyCode::Char('i')]), Request::How(Game::Congkak));
    let mut start = start();
    start.refuse("it is open in another program".to_owned());
    assert!(text(&screen(&start)).contains("it is open in another"));
}

#[test]
fn the_last_game_comes_first() {
    let mut start = StartScreen::new(&Settings::new(Game::Canoga), Some(last()), ".");
    let shown = text(&screen(&start));
    assert!(shown.contains(&format!("Congkak, {}", local_time(last().modified))), "{shown}");
    assert!(shown.contains("Human against the club program"), "{shown}");
    assert_eq!(press(&mut start, &[KeyCode::Enter]), Request::Continue(last().name));
    start.set_last(None);
    assert!(!text(&screen(&start)).contains("Continue"));
    assert!(matches!(press(&mut start, &[KeyCode::Enter]), Request::Begin(_)));
}

#[test]
fn a_key_or_a_click_begins_a_guided_round_of_the_chosen_game() {
    let guided = |request: Request| {
        let Request::BeginGuided(setup) = request else { panic!("{request:?}") };
        setup.game
    };
    assert_eq!(guided(press(&mut start(), &[KeyCode::Char('g')])), Game::Canoga);
    assert_eq!(guided(press(&mut start(), &[KeyCode::Down, KeyCode::Char('g')])), Game::Congkak);
    let mut at_kono = start();
    press(&mut at_kono, &[KeyCode::Down, KeyCode::Down]);
    let offered = click(find(&screen(&at_kono), "New here?"));
    assert_eq!(guided(at_kono.mouse(offered, SMALL)), Game::Kono);
    let mut named =
        StartScreen::new(&Settings { name: Some("computer".to_owned()), ..Settings::new(Game::Kono) }, None, ".");
    assert_eq!(press(&mut named, &[KeyCode::Char('g')]), Request::Stay);
    assert!(text(&screen(&named)).contains("a name can't be"));
}

#[test]
fn every_size_can_be_chosen() {
    for (downs, game) in Game::ALL.into_iter().enumerate() {
        let mut start = start();
        for _ in 0..downs {
            press(&mut start, &[KeyCode::Down]);
        }
        press(&mut start, &[KeyCode::Right]);
        let mut seen = Vec::new();
        for _ in game.sizes() {
            press(&mut start, &[KeyCode::Right]);
            seen.push(begun(press(&mut start, &[KeyCode::Enter])).size.unwrap());
        }
        seen.sort_unstable();
        assert_eq!(seen, game.sizes());
    }
}

#[test]
fn in_congkak_the_player_who_starts_can_be_chosen() {
    let mut start = start();
    let at = |start: &StartScreen, label: &str| click(find(&screen(start), label));
    let congkak = at(&start, "seeds sown");
    start.mouse(congkak, SMALL);
    for (label, first) in [("a coin decides", Seat::Human), ("you start", Seat::Computer)] {
        let setting = at(&start, label);
        start.mouse(setting, SMALL);
        assert!(!text(&screen(&start)).contains("tossed here"), "there is no coin");
        let play = at(&start, "[ Play ]");
        assert_eq!(begun(start.mouse(play, SMALL)).first, Some(first));
    }
}

#[test]
fn every_level_and_every_player_can_be_chosen() {
    let mut start = start();
    let human = || Player::Human("Human".to_owned());
    let program = Player::Computer;
    press(&mut start, &[KeyCode::Tab, KeyCode::Down, KeyCode::Down]);
    let mut levels = Vec::new();
    for _ in Level::ALL {
        levels.push(begun(press(&mut start, &[KeyCode::Enter])).players);
        press(&mut start, &[KeyCode::Right]);
    }
    let against = |level| Pair { human: human(), computer: program(level) };
    assert_eq!(levels, [Level::Club, Level::Expert, Level::Master, Level::Novice].map(against));
    press(&mut start, &[KeyCode::Up, KeyCode::Right]);
    let two = Pair { human: human(), computer: Player::Human("Human 2".to_owned()) };
    assert_eq!(begun(press(&mut start, &[KeyCode::Enter])).players, two);
    press(&mut start, &[KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Down, KeyCode::Right]);
    press(&mut start, &[KeyCode::Down, KeyCode::Right]);
    let setup = begun(press(&mut start, &[KeyCode::Enter]));
    assert_eq!(setup.players, Pair { human: program(Level::Novice), computer: program(Level::Expert) });
    assert_eq!(setup.rounds, 2);
}

#[test]
fn left_at_the_edge_leads_back_to_the_list() {
    let mut start = start();
    press(&mut start, &[KeyCode::Right, KeyCode::Right]);
    assert_eq!(start.value(PanelItem::Size), "10 squares a row");
    press(&mut start, &[KeyCode::Left, KeyCode::Left]);
    assert_eq!((start.setting, start.value(PanelItem::Size)), (None, "9 squares a row".to_owned()));
}

#[test]
fn the_source_of_dice_can_be_chosen() {
    let mut congkak = start();
    press(&mut congkak, &[KeyCode::Down, KeyCode::Tab, KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Down]);
    assert_eq!(congkak.setting.map(|setting| congkak.label(setting)), Some("Coin"));
    press(&mut congkak, &[KeyCode::Right]);
    assert_eq!(begun(press(&mut congkak, &[KeyCode::Enter])).dice, DiceSource::Manual);
    press(&mut congkak, &[KeyCode::Right]);
    assert_eq!(begun(press(&mut congkak, &[KeyCode::Enter])).dice, DiceSource::Random);
}

#[test]
fn a_dice_file_is_typed_completed_and_corrected() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good würfel.dice"), "4 3\n\n6 6\n").unwrap();
    fs::write(folder.path().join("bad.dice"), "4 3\n2 7\n").unwrap();
    let mut start = StartScreen::new(&Settings::new(Game::Canoga), None, folder.path());
    press(&mut start, &[KeyCode::Tab, KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Right, KeyCode::Right]);
    assert_eq!(press(&mut start, &[KeyCode::Enter]), Request::Stay);
    assert!(text(&screen(&start)).contains("Type the name of a file"));
    press(&mut start, &[KeyCode::Char('b'), KeyCode::Tab]);
    assert!(text(&screen(&start)).contains("bad.dice"));
    assert_eq!(press(&mut start, &[KeyCode::Enter]), Request::Stay);
    let shown = text(&screen(&start));
    assert!(shown.contains("line 2, column 3"), "{shown}");
    for _ in 0..8 {
        press(&mut start, &[KeyCode::Backspace]);
    }
    start.paste("good");
    press(&mut start, &[KeyCode::Tab]);
    let queue = begun(press(&mut start, &[KeyCode::Enter])).queue;
    assert_eq!(queue.iter().map(|queued| (queued.line, queued.throw.sum())).collect::<Vec<_>>(), [(1, 7), (3, 12)]);
}

#[test]
fn a_folder_is_no_dice_file() {
    let folder = tempfile::tempdir().unwrap();
    let dice = Dice::File(folder.path().to_owned());
    let mut start = StartScreen::new(&Settings { dice, ..Settings::new(Game::Kono) }, None, ".");
    assert_eq!(press(&mut start, &[KeyCode::Enter]), Request::Stay);
    assert_eq!(start.trouble.unwrap(), "That is not a file.");
}

#[test]
fn clicks_choose_the_item_under_them() {
    let mut start = start();
    let at = |start: &StartScreen, label: &str| click(find(&screen(start), label));
    let congkak = at(&start, "seeds sown");
    assert_eq!(start.mouse(congkak, SMALL), Request::Stay);
    assert_eq!(start.entry, MenuEntry::Play(Game::Congkak));
    let pits = at(&start, "7 pits a side");
    start.mouse(pits, SMALL);
    let pits = at(&start, "8 pits a side");
    start.mouse(pits, SMALL);
    for _ in 0..3 {
        let back = at(&start, "\u{2039} ");
        start.mouse(back, SMALL);
    }
    let level = at(&start, "club, a good game");
    start.mouse(level, SMALL);
    let play = at(&start, "[ Play ]");
    let setup = begun(start.mouse(play, SMALL));
    assert_eq!((setup.game, setup.size), (Game::Congkak, Some(6)));
    assert_eq!(setup.players.computer, Player::Computer(Level::Expert));
    for (label, request) in
        [("Your games", Request::Kept), ("How to", Request::How(Game::Congkak)), ("Quit", Request::Quit)]
    {
        let place = at(&start, label);
        assert_eq!(start.mouse(place, SMALL), request);
    }
    let canoga = at(&start, "dice, and two rows");
    assert_eq!(start.mouse(canoga, SMALL), Request::Stay);
    assert!(matches!(start.mouse(canoga, SMALL), Request::Begin(_)));
    assert_eq!(start.mouse(trial::wheel_down(), SMALL), Request::Stay);
    assert_eq!(start.entry, MenuEntry::Play(Game::Congkak));
}

#[test]
fn every_look_keeps_to_its_theme() {
    let mut start = StartScreen::new(&Settings::new(Game::Canoga), Some(last()), ".");
    for _ in start.entries() {
        assert_keeps_to_themes(|theme, area, buffer| start.paint(theme, area, buffer));
        press(&mut start, &[KeyCode::Right]);
        for _ in 0..4 {
            press(&mut start, &[KeyCode::Down, KeyCode::Right]);
            assert_keeps_to_themes(|theme, area, buffer| start.paint(theme, area, buffer));
        }
        press(&mut start, &[KeyCode::Esc, KeyCode::Down]);
        start.setting = None;
    }
}

#[test]
fn typed_letters_beyond_ascii_are_painted_as_ascii() {
    let mut start = start();
    press(&mut start, &[KeyCode::Tab, KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Right, KeyCode::Right]);
    for letter in letters("übe") {
        start.key(letter);
    }
    assert_eq!(start.file.text(), "übe");
    assert_keeps_to_themes(|theme, area, buffer| start.paint(theme, area, buffer));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn nothing_breaks_it(inputs in inputs(), goes_on in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ämsy"), "7").unwrap();
        let mut start = StartScreen::new(&Settings::new(Game::Kono), goes_on.then(last), folder.path());
        trial::storm(&mut start, inputs);
    }
}
