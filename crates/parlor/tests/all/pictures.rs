//! `parlor export --png` and `--gif`.

use std::fs;

use parlor_rules::{Game, Level, Pair};
use parlor_table::{Player, Setup, Table, write_journal};
use parlor_testkit::{Home, RandomPlayer, next_entry};

use crate::output::refusal;

/// Saves a game with `count` entries.
fn keep(home: &Home, name: &str, game: Game, count: usize) {
    let players = Pair { human: Player::Human("Zo\u{eb} <b>".to_owned()), computer: Player::Computer(Level::Club) };
    let setup = Setup { players, seed: 4.into(), size: Some(game.usual_size()), ..Setup::new(game) };
    let (mut table, _) = Table::new(setup.clone());
    let mut player = RandomPlayer::new(4, 9);
    let mut entries = Vec::new();
    while let Some(entry) = next_entry(&table, |question| player.answer(question)).filter(|_| entries.len() < count) {
        table.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
    fs::create_dir_all(home.journals()).unwrap();
    fs::write(home.journals().join(format!("{name}.journal")), write_journal(&setup, &entries)).unwrap();
}

/// The width and height that a file states.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_moment_is_painted_into_a_png_file() {
    let home = Home::new();
    keep(&home, "kono-1", Game::Kono, 12);
    let paint = |arguments: &[&str]| {
        let output = home.run(&[&["export", "kono-1", "--png", "-", "--width", "300"], arguments].concat(), "");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
        assert_eq!(png_size(&output.stdout), (300, 158));
        output.stdout
    };
    let now = paint(&[]);
    assert!(now == paint(&[]), "the same picture");
    let others = [&["--step", "3"][..], &["--step", "4"], &["--dark"], &["--side", "computer"]].map(paint);
    assert!(others.iter().all(|other| *other != now) && others[0] != others[1]);
    let file = home.file("now.png").display().to_string();
    let to_file = ["export", "kono-1", "--png", &file, "--width", "300"];
    assert_eq!(home.run(&to_file, "").status.code(), Some(0));
    assert!(fs::read(&file).unwrap() == now);
    assert!(refusal(&home.run(&to_file, "")).contains("--force replaces it"));
    assert_eq!(home.run(&[&to_file[..], &["--force", "--step", "1"]].concat(), "").status.code(), Some(0));
    assert!(fs::read(&file).unwrap() != now);
}

#[test]
fn a_game_is_painted_into_a_gif_file() {
    let home = Home::new();
    keep(&home, "congkak-1", Game::Congkak, 6);
    let file = home.file("game.gif").display().to_string();
    let output = home.run(&["export", "congkak-1", "--gif", &file, "--width", "200", "--round", "1"], "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let bytes = fs::read(&file).unwrap();
    assert_eq!((&bytes[..6], &bytes[6..10], bytes.last()), (&b"GIF89a"[..], &[200, 0, 105, 0][..], Some(&0x3b)));
}

#[test]
fn a_picture_that_cant_be_painted_is_refused_with_the_reason() {
    let home = Home::new();
    keep(&home, "canoga-1", Game::Canoga, 2000);
    for (arguments, reason) in [
        (&["--gif", "x.gif"][..], "at most 400 steps"),
        (&["--gif", "x.gif"], "--round"),
        (&["--gif", "x.gif", "--round", "999"], "no such round"),
        (&["--png", "x.png", "--step", "0"], "are numbered from 1 to"),
        (&["--png", "x.png", "--step", "99999"], "are numbered from 1 to"),
        (&["--png", "no/such/folder/x.png"], "no/such/folder"),
        (&["--png", "x.png", "--width", "100000"], "from 200 to 2400"),
    ] {
        let output = home.run(&[&["export", "canoga-1"], arguments].concat(), "");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && message.contains(reason), "{arguments:?}: {message}");
    }
    for arguments in [["--png", "x.png", "--json"], ["--gif", "x.gif", "--journal"], ["--png", "x.png", "--public"]] {
        let output = home.run(&[&["export", "canoga-1"], &arguments[..]].concat(), "");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used with"), "{arguments:?}");
    }
    assert!(!home.file("x.png").exists() && !home.file("x.gif").exists());
}

#[test]
fn help_explains_every_option_for_pictures() {
    let output = Home::new().run(&["help", "export"], "");
    let help = String::from_utf8(output.stdout).unwrap();
    for option in
        ["--png <FILE>", "--gif <FILE>", "--step <N>", "--round <N>", "--side <SIDE>", "--width <PIXELS>", "--dark"]
    {
        assert!(help.contains(option), "{option}\n{help}");
    }
}
