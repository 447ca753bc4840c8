//! Draws every page in several states, widths and colour schemes: `cargo run -p parlor-web --example pictures
//! [FOLDER]`. The default folder is `target/pictures`. Needs Chromium.
//!
//! With window sizes after the folder, every page is drawn in windows of those sizes, and with names of pages after them,
//! only those pages: `pictures FOLDER 320x568,1366x657-dark kono congkak-11`.

#![allow(clippy::unwrap_used, reason = "it shares files with tests, and may panic as they do")]

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/browser/exhibits.rs"]
mod exhibits;
#[path = "../tests/support/reopening.rs"]
mod reopening;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/browser/test_server.rs"]
mod test_server;

use std::path::{Path, PathBuf};
use std::{env, fs};

use exhibits::{Exhibit, Exhibition};
use parlor_testkit::browser::{Options as Screen, Result};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/pictures");

/// States that differ from others only by a question or a notice. Their outlines aren't stored.
const MORE: [&str; 4] = ["kono-give-up", "congkak-offline", "canoga-guided-move", "congkak-coin"];

async fn draw(
    exhibition: &Exhibition,
    folder: &Path,
    screen: Screen,
    looks: &str,
    wanted: impl Fn(&Exhibit) -> bool,
) -> Result<()> {
    let visitor = exhibition.visitor(screen.clone()).await?;
    for exhibit in exhibition.all.iter().filter(|exhibit| wanted(exhibit)) {
        visitor.look_at(exhibit).await?;
        let file = folder.join(format!("{}-{}-{looks}.webp", exhibit.name, screen.width));
        visitor.person.screenshot(&file, false).await?;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<()> {
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from(FOLDER), PathBuf::from);
    fs::create_dir_all(&folder).unwrap();
    let exhibition = Exhibition::new();
    if let Some(sizes) = env::args().nth(2) {
        let names: Vec<String> = env::args().skip(3).collect();
        for size in sizes.split(',') {
            let (width, looks) = size.split_once('x').unwrap();
            let (height, dark) = looks.strip_suffix("-dark").map_or((looks, false), |height| (height, true));
            let [width, height] = [width, height].map(|pixels| pixels.parse().unwrap());
            let screen = Screen { width, height, dark, ..Screen::default() };
            let wanted = |exhibit: &Exhibit| names.is_empty() || names.contains(&exhibit.name);
            draw(&exhibition, &folder, screen, looks, wanted).await?;
        }
        return Ok(());
    }
    for width in [1280, 360] {
        for (dark, looks) in [(false, "light"), (true, "dark")] {
            draw(&exhibition, &folder, exhibits::screen(width, dark), looks, |exhibit| {
                exhibit.kept || MORE.contains(&exhibit.name.as_str())
            })
            .await?;
        }
    }
    let forced = Screen { forced_colors: true, ..exhibits::screen(1280, false) };
    let boards = ["canoga-help", "congkak-help", "kono-help", "congkak-tutor", "kono-give-up", "congkak-offline"];
    draw(&exhibition, &folder, forced, "forced", |exhibit| boards.contains(&exhibit.name.as_str())).await
}
