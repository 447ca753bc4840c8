//! Plain http under a host name: the pages must not need features that browsers allow only on localhost or over https.

use parlor_rules::{Game, Pair};
use parlor_testkit::browser::{Browser, Launch, Options as Screen, Result};

use crate::playing::InputMethod;
use crate::test_server::{Plan, TestServer, against_computer, still};

async fn plays_at_games_test(scripts: bool) -> Result<()> {
    let server = TestServer::with(Plan { host: Some("games.test"), ..Plan::default() });
    assert!(server.url.starts_with("http://games.test:"), "{}", server.url);
    let rules = Some("MAP *.test 127.0.0.1".to_owned());
    let chromium = Browser::start(Launch { host_resolver_rules: rules, ..Launch::default() }).await?;
    let guest = server.guest_in(&chromium, Screen { scripts, ..Screen::default() }, still()).await?;
    // Create a table with two clicks, as a user would: the cookie, the form and the links have to work.
    guest.goto(&server.url).await?;
    guest.follow_named("button", "Play Congkak").await?;
    assert!(guest.url().await?.starts_with(&format!("{}/t/", server.url)));
    assert!(guest.value("#link-watch").await?.starts_with(&server.url));
    assert_eq!(guest.eval("isSecureContext").await?, false, "this test is about an insecure name");

    let place = server.table(&against_computer(Game::Congkak, 5, 2), &[], Pair { human: Some(&guest), computer: None });
    let by = if scripts { InputMethod::Clicking } else { InputMethod::Forms };
    guest.plays_a_round(&server, &place, by).await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);

    // Requests under any other name are refused, so that a foreign site can't lead a browser to this server under the
    // site's own name.
    let port = server.url.rsplit(':').next().unwrap();
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
