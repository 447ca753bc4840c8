//! The appearance of pages, on every screen and with every colour setting.

use std::sync::LazyLock;

use insta::{Settings, assert_snapshot};
use parlor_testkit::browser::{Finding, Person, Result};

use crate::exhibits::{Exhibit, Exhibition, screen};

/// The distance by which the page can be scrolled sideways.
const SIDEWAYS: &str = "document.documentElement.scrollWidth - innerWidth";

/// Controls that are smaller than 24 by 24 pixels. A link within a sentence may be as small as its words.
const SMALL: &str = r#"Array.from(document.querySelectorAll("a[href], button, input, select, textarea, summary"), el => {
    if (el.type === "hidden" || !el.checkVisibility({ visibilityProperty: true })) return null;
    const target = el.matches("input[type=radio], input[type=checkbox]") ? el.closest("label") ?? el : el;
    const { width, height } = target.getBoundingClientRect();
    if (el.matches(".skip") || el.closest("p") && el.matches("a:not(.button)")) return null;
    if (width >= 24 && height >= 24) return null;
    return `${el.outerHTML.slice(0, 120)}: ${width.toFixed(1)} by ${height.toFixed(1)}`;
}).filter(Boolean)"#;

/// Ends the fading of colours, during which contrasts are lower.
const END_FADING: &str =
    "document.getAnimations().filter(motion => motion instanceof CSSTransition).forEach(motion => motion.finish())";

/// The windows in which each page is checked; the last one is like the first one at twice the size.
const WINDOWS: [(u32, u32); 3] = [(1280, 900), (360, 780), (640, 450)];

/// The visible faults of the page on screen in each window, with light and dark colours. It takes longer to load a page
/// than to check it, so it is loaded once.
async fn visible_faults(person: &Person, exhibit: &Exhibit) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for (width, height) in WINDOWS {
        person.resize(width, height).await?;
        let mut fault = |what: String| faults.push(format!("{} at {width}: {what}", exhibit.name));
        let sideways = person.eval(SIDEWAYS).await?;
        if sideways != 0 {
            fault(format!("it scrolls {sideways} to the side"));
        }
        for small in person.eval(SMALL).await?.as_array().unwrap() {
            fault(format!("too small: {small}"));
        }
        if width == 640 {
            continue;
        }
        // Dark pages differ only in their colours, and the pages whose pictures are stored contain all of them.
        for dark in [false, true].into_iter().filter(|dark| exhibit.kept || !dark) {
            person.set_dark(dark).await?;
            person.eval(END_FADING).await?;
            for Finding { id, impact, help, targets } in person.axe().await? {
                fault(format!("{impact} {id}, dark: {dark}: {help} {targets:?}"));
            }
        }
        person.set_dark(false).await?;
    }
    let (width, height) = WINDOWS[0];
    person.resize(width, height).await?;
    Ok(faults)
}

/// Shared, because its games and reviews take longer to compute than its pages take to load.
static EXHIBITION: LazyLock<Exhibition> = LazyLock::new(Exhibition::new);

/// The faults of some pages. Several tests share the pages, because tests run in parallel.
async fn faults(is_checked: impl Fn(&str) -> bool) -> Result<Vec<String>> {
    let visitor = EXHIBITION.visitor(screen(1280, false)).await?;
    let mut faults = Vec::new();
    for exhibit in EXHIBITION.all.iter().filter(|exhibit| is_checked(&exhibit.name)) {
        visitor.look_at(exhibit).await?;
        faults.extend(visible_faults(&visitor.person, exhibit).await?);
    }
    // The browser's console reports a page with status 404 as an error.
    let errors = visitor.person.console_errors().await?;
    faults.extend(errors.into_iter().filter(|error| !error.starts_with("Failed to load resource")));
    Ok(faults)
}

const GAMES: [&str; 3] = ["canoga", "congkak", "kono"];

#[tokio::test]
async fn axe_finds_nothing_on_pages_of_canoga() -> Result<()> {
    assert_eq!(faults(|name| name.starts_with(GAMES[0])).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_pages_of_congkak() -> Result<()> {
    assert_eq!(faults(|name| name.starts_with(GAMES[1])).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_pages_of_kono() -> Result<()> {
    assert_eq!(faults(|name| name.starts_with(GAMES[2])).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_other_pages() -> Result<()> {
    assert_eq!(faults(|name| !GAMES.iter().any(|game| name.starts_with(game))).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn the_outlines_of_pages_are_unchanged() -> Result<()> {
    let exhibition = Exhibition::new();
    let visitor = exhibition.visitor(screen(1280, false)).await?;
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("outlines");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for exhibit in exhibition.all.iter().filter(|exhibit| exhibit.kept) {
        visitor.look_at(exhibit).await?;
        let outline = visitor.person.aria_snapshot().await?;
        assert_pictures_are_leaves(&exhibit.name, &outline);
        settings.bind(|| assert_snapshot!(exhibit.name.as_str(), without_secrets(&outline)));
    }
    Ok(())
}

/// A picture is described by one sentence. A screen reader must not also read every number on the board.
fn assert_pictures_are_leaves(name: &str, outline: &str) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    for (line, next) in outline.lines().zip(outline.lines().skip(1)) {
        assert!(!line.trim_start().starts_with("image") || indent(next) <= indent(line), "{name}: {line} {next}");
    }
}

/// Replaces the parts that differ from run to run: addresses with their secrets, and the ages of tables.
fn without_secrets(outline: &str) -> String {
    let mut text = String::new();
    let outline = (1..60).rev().fold(outline.replace(" 1 minute ago", " just now"), |outline, minutes| {
        outline.replace(&format!(" {minutes} minutes ago"), " just now")
    });
    let mut rest = &*outline;
    while let Some(at) = rest.find("http://127.0.0.1:") {
        let (before, after) = rest.split_at(at);
        let end = after.find('"').unwrap_or(after.len());
        let address = &after[..end];
        let path = address.trim_end_matches(|letter: char| letter.is_ascii_hexdigit());
        let kind = path.rsplit('/').nth(1).unwrap_or_default();
        text += before;
        text.push_str("(an address of ");
        text.push_str(kind);
        text.push(')');
        rest = &after[end..];
    }
    text + rest
}
