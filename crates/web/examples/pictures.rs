//! Draws the pictures of the page that the documentation shows: `cargo run -p parlor-web --example pictures`. It needs
//! Chromium.

#![allow(clippy::unwrap_used, reason = "it may stop, as the tests may that it shares files with")]

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/browser/exhibits.rs"]
mod exhibits;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/browser/house.rs"]
mod house;

use std::fs;
use std::path::Path;

use exhibits::{Exhibit, Exhibition};
use parlor_testkit::browser::{Options as Screen, Result};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/web");

async fn draw(exhibition: &Exhibition, screen: Screen, looks: &str, wanted: impl Fn(&Exhibit) -> bool) -> Result<()> {
    let visitor = exhibition.visitor(screen.clone()).await?;
    for exhibit in exhibition.all.iter().filter(|exhibit| wanted(exhibit)) {
        visitor.look_at(exhibit).await?;
        let file = Path::new(FOLDER).join(format!("{}-{}-{looks}.webp", exhibit.name, screen.width));
        visitor.person.screenshot(&file, false).await?;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<()> {
    fs::create_dir_all(FOLDER).unwrap();
    let exhibition = Exhibition::new();
    for width in [1280, 360] {
        for (dark, looks) in [(false, "light"), (true, "dark")] {
            draw(&exhibition, exhibits::screen(width, dark), looks, |exhibit| exhibit.kept).await?;
        }
    }
    let forced = Screen { forced_colors: true, ..exhibits::screen(1280, false) };
    let boards = ["canoga-help", "congkak-help", "kono-help"];
    draw(&exhibition, forced, "forced", |exhibit| boards.contains(&exhibit.name.as_str())).await
}
