//! The appearance of pages, on every screen and with every colour setting.

use std::sync::LazyLock;

use insta::{Settings, assert_snapshot};
use parlor_testkit::browser::{Finding, Options as Screen, Person, Result};

use crate::exhibits::{Exhibition, screen};

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

/// The visible faults of a page. `known` is the number of console errors that were already reported.
pub async fn visible_faults(
    person: &Person,
    name: &str,
    screen: &Screen,
    axe: bool,
    known: &mut usize,
) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{name} at {}: {what}", screen.width));
    if axe {
        person.eval(END_FADING).await?;
        for Finding { id, impact, help, targets } in person.axe().await? {
            fault(format!("{impact} {id}: {help} {targets:?}"));
        }
    }
    let sideways = person.eval(SIDEWAYS).await?;
    if sideways != 0 {
        fault(format!("it scrolls {sideways} to the side"));
    }
    let small = person.eval(SMALL).await?;
    for small in small.as_array().unwrap() {
        fault(format!("too small: {small}"));
    }
    let errors = person.console_errors().await?;
    // The browser's console reports a page with status 404 as an error.
    for error in errors[*known..].iter().filter(|error| !error.starts_with("Failed to load resource")) {
        fault(error.clone());
    }
    *known = errors.len();
    Ok(faults)
}

/// Shared, because its games and reviews take longer to compute than its pages take to load.
static EXHIBITION: LazyLock<Exhibition> = LazyLock::new(Exhibition::new);

/// The faults of all pages.
async fn faults(screen: Screen, axe: bool) -> Result<Vec<String>> {
    let visitor = EXHIBITION.visitor(screen.clone()).await?;
    let mut faults = Vec::new();
    let mut known = 0;
    // The dark scheme differs only in its colours, and the pages whose pictures are stored contain all of them.
    for exhibit in EXHIBITION.all.iter().filter(|exhibit| exhibit.kept || !screen.dark) {
        visitor.look_at(exhibit).await?;
        faults.extend(visible_faults(&visitor.person, &exhibit.name, &screen, axe, &mut known).await?);
    }
    Ok(faults)
}

#[tokio::test]
async fn axe_finds_nothing_on_a_wide_screen() -> Result<()> {
    assert_eq!(faults(screen(1280, false), true).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_a_wide_dark_screen() -> Result<()> {
    assert_eq!(faults(screen(1280, true), true).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_a_phone() -> Result<()> {
    assert_eq!(faults(screen(360, false), true).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_on_a_dark_phone() -> Result<()> {
    assert_eq!(faults(screen(360, true), true).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn pages_fit_at_twice_the_size() -> Result<()> {
    let screen = Screen { zoom: 2.0, ..screen(1280, false) };
    assert_eq!(faults(screen, false).await?, [] as [&str; 0]);
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
