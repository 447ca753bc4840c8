//! Two programs at a table, and a person who watches them.

use parlor_rules::{Game, Level, Pair};
use parlor_table::{Player, Setup};
use parlor_testkit::browser::{Options as Screen, Result};

use crate::test_server::{TestServer, against_computer, still};

#[tokio::test]
async fn a_watcher_can_pause_and_step_and_choose_the_speed() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    let players = Pair::from_fn(|_| Player::Computer(Level::Novice));
    // Many rounds, because without animation a round is over within seconds.
    let setup = Setup { players, rounds: 99, ..against_computer(Game::Kono, 9, 1) };
    let place = server.table(&setup, &[], Pair::default());
    guest.goto(&place.url).await?;
    let revision = async || guest.attribute("#main", "data-revision").await.map(|text| text.unwrap().parse::<u64>());
    let later = |before: u64| format!("Number(document.querySelector('#main').dataset.revision) > {before}");
    // They play automatically while their page is open.
    guest.wait_until(&later(8)).await?;
    guest.click("[data-key=pause]").await?;
    guest.wait_for_text(".wait h2", "Paused.").await?;
    for _ in 0..3 {
        let before = revision().await?.unwrap();
        guest.click("[data-key=step]").await?;
        guest.wait_until(&later(before)).await?;
        guest.wait_for_text(".wait h2", "Paused.").await?;
    }
    // Changing the speed doesn't make them play on.
    let before = revision().await?.unwrap();
    assert!(guest.text("[data-key=speed]").await?.ends_with("Off"));
    guest.click("[data-key=speed]").await?;
    guest.wait_for("main[data-speed=slow]").await?;
    assert_eq!((guest.text(".wait h2").await?.as_str(), revision().await?.unwrap()), ("Paused.", before));
    for speed in ["normal", "fast", "off"] {
        guest.click("[data-key=speed]").await?;
        guest.wait_for(&format!("main[data-speed={speed}]")).await?;
    }
    guest.click("[data-key=pause]").await?;
    // Few moves, because on a busy machine the programs may already be so far that they consider a call for seconds.
    guest.wait_until(&later(before + 1)).await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}
