//! Features that must work in every browser.

use parlor_testkit::browser::{Browser, Options as Screen, Program, Result};

use crate::test_server::{Guest, TestServer, still};

impl Guest {
    /// Clicks the first answer, and waits until it is this person's turn again. Returns the revision of the answer.
    async fn answers_first(&self) -> Result<String> {
        let before = self.attribute("#main", "data-revision").await?.unwrap();
        self.click(&self.first_answer().await?).await?;
        self.wait_until(&format!(
            "(main => main.dataset.wait === '0' && Number(main.dataset.revision) > {before})(document.querySelector('#main'))"
        ))
        .await?;
        Ok(before)
    }
}

async fn a_short_game_in(program: Program) -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_in(&Browser::shared(program).await?, Screen::default(), still()).await?;
    guest.goto(&server.url).await?;
    guest.follow_named("button", "Play Congkak").await?;
    let table = guest.url().await?;
    guest.eval("window.loadedOnce = true").await?;

    // After the coin toss, click pits until the computer has had a turn.
    guest.wait_for("#main[data-wait='0'] #ask").await?;
    while !guest.exists(".hit").await? {
        guest.answers_first().await?;
    }
    loop {
        let before = guest.answers_first().await?;
        let answered = format!(
            "Array.from(document.querySelectorAll('ol.log li')).some(
                said => said.dataset.revision > {before} && said.innerText.includes('The computer took'))"
        );
        if guest.eval(&answered).await? == true {
            break;
        }
    }
    assert_eq!(guest.eval("window.loadedOnce").await?, true, "the page follows automatically");

    let seen = guest.texts("ol.log p, .score, #ask").await?;
    guest.reload().await?;
    assert_eq!(guest.eval("typeof window.loadedOnce").await?, "undefined");
    assert_eq!(guest.texts("ol.log p, .score, #ask").await?, seen);
    assert_eq!(guest.url().await?, table);
    guest.answers_first().await?;

    guest.back().await?;
    assert_eq!(guest.text("h1").await?, "Three old games for two");
    guest.reload().await?;
    assert!(guest.text("section[aria-labelledby=tables]").await?.contains("Congkak"));
    // Firefox reports that the stream of a page was interrupted when that page is left.
    let mut errors = guest.console_errors().await?;
    errors
        .retain(|error| !(error.contains("/events?") && error.contains("was interrupted while the page was loading")));
    assert_eq!(errors, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn a_short_game_in_chromium() -> Result<()> {
    a_short_game_in(Program::Chromium).await
}

#[tokio::test]
async fn a_short_game_in_firefox() -> Result<()> {
    a_short_game_in(Program::Firefox).await
}

#[tokio::test]
async fn axe_finds_nothing_wrong_in_firefox() -> Result<()> {
    let server = TestServer::new();
    let firefox = Browser::shared(Program::Firefox).await?;
    let guest = server.guest_in(&firefox, Screen::default(), still()).await?;
    guest.goto(&server.url).await?;
    assert_eq!(guest.axe().await?, []);
    guest.follow_named("button", "Play Kono").await?;
    assert_eq!(guest.axe().await?, []);
    Ok(())
}
