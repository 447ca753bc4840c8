//! Reviews, analysis, exercises and statistics, to people with any eyes and any screen.

use std::env;
use std::path::PathBuf;

use parlor_browser::{Options as Screen, Person, Result};
use parlor_host::{Host, Next};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_table::{Answer, Ask, Entry, Player, Setup};

use crate::house::{House, Place, against_computer, answer, entries_until, nth_move, still};
use crate::looks::{faults_in_sight, screen};

/// A round that Anna lost by playing the first thing that comes to mind: it has marks of every kind.
fn a_bad_round(game: Game, size: i64, seed: u64) -> (Setup, Vec<Entry>) {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Club) };
    let setup = Setup { players, ..against_computer(game, size, seed) };
    let (mut host, _) = Host::begin(setup.clone(), None).unwrap();
    let mut entries = Vec::new();
    loop {
        let entry = match host.next() {
            Next::Apply(entry) => entry,
            Next::Think(thinking) => thinking.run().unwrap(),
            Next::Ask(question) => {
                let answer = match &question.ask {
                    Ask::Decide(decision) if question.seat == Seat::Human => {
                        Answer::Choice(*decision.choices().last().unwrap())
                    }
                    _ => answer(&question),
                };
                Entry::decision(question.seat, answer)
            }
            _ => return (setup, entries),
        };
        host.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
}

async fn reviewed(person: &Person, place: &Place) -> Result<()> {
    person.goto(&format!("{}/review", place.url)).await?;
    person.wait_until("document.querySelector('.steps') && !document.querySelector('progress')").await
}

/// Looks at all these pages on a screen.
async fn look(screen: Screen) -> Result<Vec<String>> {
    let house = House::new();
    let guest = house.guest_with(screen.clone(), still()).await?;
    let me = Pair { human: Some(&guest), computer: None };
    let (setup, entries) = a_bad_round(Game::Canoga, 9, 3);
    let canoga = house.table(&setup, &entries, me);
    let kono = against_computer(Game::Kono, 5, 3);
    let kono = house.table(&kono, &entries_until(&kono, nth_move(4)), me);
    reviewed(&guest, &canoga).await?;
    let (mut faults, mut told) = (Vec::new(), 0);
    let pages = [
        ("review", format!("{}/review", canoga.url), ".graph"),
        ("review-by-cost", format!("{}/review?order=cost", canoga.url), ".graph"),
        ("analyse", format!("{}/analyse", kono.url), ".ranks"),
        ("analyse-throw", format!("{}/analyse?at=0", canoga.url), "#line"),
        ("practice", format!("{}/practice", house.url), "#first"),
        ("statistics", format!("{}/statistics", house.url), "table.steps"),
        ("settings", format!("{}/settings", house.url), "[name=tutor]"),
    ];
    for (name, url, there) in &pages {
        guest.goto(url).await?;
        guest.wait_for(there).await?;
        faults.extend(faults_in_sight(&guest, name, &screen, true, &mut told).await?);
        picture(&guest, name, &screen).await?;
    }
    guest.goto(&pages[4].1).await?;
    guest.follow_named("link", "Try it").await?;
    guest.follow_named("link", "Show me").await?;
    faults.extend(faults_in_sight(&guest, "better", &screen, true, &mut told).await?);
    picture(&guest, "better", &screen).await?;
    Ok(faults)
}

/// Writes a picture into a folder, if one is named.
async fn picture(person: &Person, name: &str, screen: &Screen) -> Result<()> {
    let Some(folder) = env::var_os("PARLOR_LEARNING_PICTURES") else { return Ok(()) };
    let looks = if screen.dark { "dark" } else { "light" };
    person.screenshot(&PathBuf::from(folder).join(format!("{name}-{}-{looks}.webp", screen.width)), true).await?;
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_reviews_on_a_wide_screen() -> Result<()> {
    assert_eq!(look(screen(1280, false)).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_reviews_on_a_wide_dark_screen() -> Result<()> {
    assert_eq!(look(screen(1280, true)).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_reviews_on_a_phone() -> Result<()> {
    assert_eq!(look(screen(360, false)).await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_reviews_on_a_dark_phone() -> Result<()> {
    assert_eq!(look(screen(360, true)).await?, [] as [&str; 0]);
    Ok(())
}

/// A review that is being made fills in while the page is in sight, without loading it again.
#[tokio::test]
async fn point_4_partial_results_come_by_themselves() -> Result<()> {
    let house = House::new();
    let guest = house.guest_with(Screen::default(), still()).await?;
    let (setup, entries) = a_bad_round(Game::Congkak, 5, 2);
    let place = house.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    reviewed(&guest, &place).await?;
    picture(&guest, "review-congkak", &Screen::default()).await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    assert!(!guest.texts(".steps tbody tr").await?.is_empty());
    // A moment is a link away, by keyboard too.
    guest.follow(".steps tbody tr:first-child a").await?;
    assert!(guest.exists(".steps tr.at").await?);
    Ok(())
}
