//! Paints pictures of all games, sizes and themes into a folder, to look at them: `cargo run --example sample_pictures
//! FOLDER`.

#[path = "../tests/pictures/support.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod support;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use parlor_picture::{Card, GifOptions, Theme, WIDTH, cards, gif, ico, icon, icon_svg, png, preview, site_svg};
use parlor_rules::{Game, Seat};
use parlor_view::{Names, Replay};

use support::{against_computer, midgame, person, play, setup};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("name a folder")?);
    fs::create_dir_all(&folder)?;
    let write = |name: &str, bytes: Vec<u8>| {
        println!("{name}: {} bytes", bytes.len());
        fs::write(folder.join(name), bytes)
    };
    for game in Game::ALL {
        for size in game.sizes() {
            let table = midgame(against_computer(game, size), 30);
            let card = Card::of_table(&table, Seat::Human);
            write(&format!("{game}-{size}.png"), png(&card.svg(Theme::Light), WIDTH)?)?;
        }
        let usual = game.usual_size();
        let names =
            ["Zo\u{eb} & <b>Bj\u{f6}rk</b> the Very Long Named", "\u{410}\u{43d}\u{43d}\u{430} \u{6f22}\u{5b57}"];
        let table = midgame(setup(game, usual, names.map(person)), 40);
        let card = Card::of_table(&table, Seat::Computer);
        write(&format!("{game}-dark-turned.png"), png(&card.svg(Theme::Dark), WIDTH)?)?;
        let over = play(against_computer(game, usual), 2, |_| {});
        let card = Card::of_table(&over, Seat::Human);
        write(&format!("{game}-over.png"), preview(&card.svg(Theme::Light), WIDTH)?)?;
        let card = Card::invitation(&table, Seat::Computer);
        write(&format!("{game}-invitation.png"), preview(&card.svg(Theme::Light), WIDTH)?)?;
        write(&format!("{game}-rules.png"), preview(&Card::of_game(game).svg(Theme::Light), WIDTH)?)?;
        if let Some(replay) = Replay::of_round_number(&over, 1, &Names::of(&over.setup().players)) {
            let cards = cards(&over, &replay, Seat::Human);
            let first: Vec<Card> = cards.iter().take(40).cloned().collect();
            write(&format!("{game}.gif"), gif(&first, GifOptions::new(800, Theme::Light), |_| {})?)?;
            let longest = cards.iter().max_by_key(|card| card.description().len()).ok_or("no moment")?;
            write(&format!("{game}-moment.png"), png(&longest.svg(Theme::Light), WIDTH)?)?;
        }
    }
    write("site.png", preview(&site_svg(), WIDTH)?)?;
    for size in [16, 32, 180, 512] {
        write(&format!("icon-{size}.png"), icon(&icon_svg(false), size)?)?;
    }
    write("icon-maskable.png", icon(&icon_svg(true), 512)?)?;
    write("favicon.ico", ico(&icon_svg(false))?)?;
    Ok(())
}
