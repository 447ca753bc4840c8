//! Plain http under a host name: the pages must not need features that browsers allow only on localhost or over https.

use parlor_rules::{Game, Pair};
use parlor_testkit::browser::{Browser, Launch, Options as Screen, Result};

use crate::house::{House, Plan, against_computer, still};
use crate::playing::By;

async fn plays_at_games_test(scripts: bool) -> Result<()> {
    let house = House::with(Plan { host: Some("games.test"), ..Plan::default() });
    assert!(house.url.starts_with("http://games.test:"), "{}", house.url);
    let rules = Some("MAP *.test 127.0.0.1".to_owned());
    let chromium = Browser::start(Launch { host_resolver_rules: rules, ..Launch::default() }).await?;
    let guest = house.guest_in(&chromium, Screen { scripts, ..Screen::default() }, still()).await?;
    // Create a table with two clicks, as a user would: the cookie, the form and the links have to work.
    guest.goto(&house.url).await?;
    guest.follow_named("button", "Play Congkak").await?;
    assert!(guest.url().await?.starts_with(&format!("{}/t/", house.url)));
    assert!(guest.value("#link-watch").await?.starts_with(&house.url));
    assert_eq!(guest.eval("isSecureContext").await?, false, "this test is about an insecure name");

    let place = house.table(&against_computer(Game::Congkak, 5, 2), &[], Pair { human: Some(&guest), computer: None });
    let by = if scripts { By::Clicking } else { By::Forms };
    guest.plays_a_round(&house, &place, by).await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);

    // Requests under any other name are refused, so that a foreign site can't lead a browser to this server under the
    // site's own name.
    let port = house.url.rsplit(':').next().unwrap();
    guest.goto(&format!("http://other.test:{port}/")).await?;
    assert_eq!(guest.status().await?, 421);
    Ok(())
}

#[tokio::test]
async fn a_round_over_plain_http_under_another_name() -> Result<()> {
    plays_at_games_test(true).await
}

#[tokio::test]
async fn a_round_over_plain_http_under_another_name_without_scripts() -> Result<()> {
    plays_at_games_test(false).await
}
