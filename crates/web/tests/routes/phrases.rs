//! Preset phrases between two people in two browsers.

use crate::kit::{Browser, Dice, Page, TestServer, asked, end_game, play_until, two_people};

/// The phrases at the two seats, as far as the page shows them.
fn shown_phrases(browser: &Browser) -> Vec<String> {
    browser.page.all("[data-phrase]")
}

/// The names of the phrases that the page offers.
fn offered(browser: &Browser) -> Vec<String> {
    browser.page.attributes("button[name=phrase]", "value")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phrase_is_shown_to_all_at_the_table_and_not_part_of_the_game() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    let (revision, journal) = (ada.page.revision(), ada.download("journal").await.body);
    ada.press("Good game").await;
    ben.press("Thinking\u{2026}").await;
    for browser in [&mut ada, &mut ben, &mut cy] {
        browser.reload().await;
        assert_eq!(shown_phrases(browser), ["Good game", "Thinking\u{2026}"]);
        assert_eq!(browser.page.attributes("[data-phrase]", "data-name"), ["Ada", "Ben"]);
    }
    // Without scripts the list has its own page, which isn't loaded again while a phrase is chosen.
    let waiting = if ada.page.waits() { &mut ada } else { &mut ben };
    let (refresh, table) = ("http-equiv=\"refresh\"", waiting.table());
    assert!(waiting.page.text().contains(refresh) && !waiting.page.has("details[data-key=phrases][open]"));
    waiting.go(&format!("{table}?say=1")).await;
    assert!(!waiting.page.text().contains(refresh) && waiting.page.has("details[data-key=phrases][open]"));
    // The next phrase takes the place of the last one.
    ben.press("Thanks").await;
    assert_eq!(shown_phrases(&ben), ["Good game", "Thanks"]);
    assert_eq!(ben.page.revision(), revision);
    assert_eq!(ada.download("journal").await.body, journal);
    assert!(!ada.reload().await.log().iter().any(|line| line.contains("Good game")));
    // Phrases work after the end of the game, too.
    end_game(&mut ada, &mut ben).await;
    ben.press("Rematch?").await;
    ada.reload().await;
    assert_eq!(shown_phrases(&ada)[1], "Rematch?");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_at_two_browsers_send_phrases_and_only_those_on_the_page() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let (path, revision) = (format!("{}/say", ada.table()), ada.page.revision().to_string());
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    assert_eq!(offered(&cy), [""; 0]);
    assert_eq!(cy.post(&path, &[("revision", &revision), ("phrase", "thanks")]).await.status, 403);
    for phrase in ["<b>Hello", "you are bad", ""] {
        let page = ada.post(&path, &[("revision", &revision), ("phrase", phrase)]).await;
        assert_eq!(page.status, 400, "{phrase}");
    }
    ben.reload().await;
    assert_eq!(shown_phrases(&ben), ["", ""]);
    for name in offered(&ada).into_iter().take(2) {
        assert_eq!(ada.post(&path, &[("revision", &revision), ("phrase", &name)]).await.status, 303, "{name}");
    }
    // Against the computer, at one screen, or before the friend has joined, no phrases are offered.
    for seats in ["computer", "here", "link"] {
        ada.set_up("kono", &[("seats", seats.into())]).await;
        assert_eq!(offered(&ada), [""; 0], "{seats}");
        let (path, revision) = (format!("{}/say", ada.table()), ada.page.revision().to_string());
        let page = ada.post(&path, &[("revision", &revision), ("phrase", "thanks")]).await;
        assert_eq!(page.status, 422, "{seats}");
        assert!(page.says("Phrases are for two people in two browsers."), "{seats}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_sends_a_few_phrases_at_most() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    for _ in 0..4 {
        assert_eq!(ada.press("Thanks").await.status, 200);
    }
    let page = ada.press("Good game").await;
    assert_eq!(page.status, 429);
    assert!(page.notice().starts_with("You have sent several phrases."), "{}", page.notice());
    assert_eq!(shown_phrases(&ada), ["Thanks", ""]);
    assert_eq!(ben.press("Thanks").await.status, 200, "each browser has its own limit");
    // The game isn't affected.
    play_until(&mut ada, &mut ben, &Dice::seeded(1), Page::is_move).await;
    let (one, _) = asked(&mut ada, &mut ben).await;
    one.answer(&Dice::seeded(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_players_phrases_can_be_hidden() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let table = ada.table();
    ada.press("mute").await;
    assert_eq!(ada.table(), table);
    ben.press("Hello").await;
    ada.press("Thanks").await;
    assert_eq!(shown_phrases(&ada), ["Thanks"], "the own phrase is shown");
    ben.reload().await;
    assert_eq!(shown_phrases(&ben), ["Thanks", "Hello"], "Ben doesn't hide anything");
    // It is remembered for other tables, and can be changed in the settings.
    ada.go("/settings").await;
    assert_eq!(ada.page.attribute("input[name=phrases][checked]", "value").as_deref(), Some("off"));
    ada.go(&table).await;
    ada.press("mute").await;
    assert_eq!(shown_phrases(&ada), ["Thanks", "Hello"]);
    // Viewers hide them in the settings.
    let mut cy = server.browser();
    cy.post("/settings", &[("phrases", "off")]).await;
    cy.go(&table).await;
    assert_eq!(shown_phrases(&cy), [""; 0]);
}
