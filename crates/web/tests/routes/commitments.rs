//! Commitments to dice that were fixed before the first throw.

use parlor_table::{Commitment, Salt, read_journal};

use crate::kit::{Browser, Dice, TestServer, asked, file, play_until, two_people};

fn commitment(browser: &Browser) -> String {
    browser.page.all("code.hash").remove(0)
}

/// All pages of a table.
async fn everything(browser: &mut Browser) -> Vec<String> {
    let table = browser.table();
    let mut all = Vec::new();
    for path in [
        "",
        "?round=1",
        "/replay",
        "/replay?moment=2",
        "/journal",
        "/save/text",
        "/save/lisp",
        "/save/prolog",
        "/frames?from=0",
        "/frames?from=3&picture=narrow",
    ] {
        let page = browser.fetch(&format!("{table}{path}")).await;
        all.push(format!("{path}\n{:?}\n{}", page.headers, String::from_utf8_lossy(&page.body)));
    }
    for path in ["/", "/settings"] {
        all.push(browser.fetch(path).await.text());
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commitment_is_shown_from_the_start_and_the_seed_is_not() {
    let server = TestServer::open();
    let dice = Dice::seeded(3);
    for game in ["canoga", "congkak", "kono"] {
        let (mut ada, mut ben) = two_people(&server, game, &[]).await;
        let promised = commitment(&ada);
        let (seed, salt) = server.secret(&ada.id());
        assert_eq!(promised, server.table(&ada.id()).commitment().unwrap().to_string());
        for _ in 0..8 {
            let (mover, _) = asked(&mut ada, &mut ben).await;
            mover.answer(&dice).await;
            let mut cy = server.browser();
            cy.at = ada.at.clone();
            for browser in [&mut ada, &mut ben, &mut cy] {
                for text in everything(browser).await {
                    assert!(!text.contains(&seed) && !text.contains(&salt), "{game}: {text}");
                }
            }
            let table = ada.table();
            ada.go(&table).await;
            assert_eq!(commitment(&ada), promised, "the promise stays the same");
        }
    }
}

/// A Congkak or Canoga table with one round between two people, played to its end.
async fn finished(server: &TestServer, game: &str) -> (Browser, Browser) {
    let (mut ada, mut ben) = two_people(server, game, &[]).await;
    play_until(&mut ada, &mut ben, &Dice::seeded(9), crate::kit::Page::round_is_over).await;
    for _ in 0..2 {
        let (mover, _) = asked(&mut ada, &mut ben).await;
        if mover.page.answers().iter().any(|(_, value)| value == "no more") {
            mover.choose("answer", "no more").await;
        }
    }
    ada.reload().await;
    ben.reload().await;
    assert!(ada.page.has("#result"), "{}", ada.page.text());
    (ada, ben)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_end_the_seed_is_revealed_and_everything_can_be_checked() {
    let server = TestServer::open();
    for game in ["canoga", "congkak"] {
        let (mut ada, mut ben) = finished(&server, game).await;
        let promised = commitment(&ada);
        let (seed, salt) = server.secret(&ada.id());
        assert!(!ada.page.text().contains(&seed), "not before a player reveals it");
        let hidden = ada.download("journal").await;
        assert!(read_journal(&hidden.body).unwrap().verify().is_right());
        assert!(!hidden.text().contains(&seed) && !hidden.text().contains(&salt));
        ben.press("Reveal the seed").await;
        assert_eq!(ben.page.status, 200);
        ada.reload().await;
        assert_eq!(ada.page.all("dl.secret code"), [seed.clone(), salt.clone()]);
        let bytes: Vec<u8> = (0..16).map(|at| u8::from_str_radix(&salt[at * 2..at * 2 + 2], 16).unwrap()).collect();
        let salt = Salt(bytes.try_into().unwrap());
        assert_eq!(Commitment::of(seed.parse().unwrap(), salt).to_string(), promised);
        assert_eq!(ada.page.can_press("undo"), Some(false), "nothing can be taken back any more");
        assert_eq!(ada.page.can_press("reveal"), None);
        let (table, revision) = (ada.table(), ada.page.revision().to_string());
        for fields in [&[("revision", revision.as_str())][..], &[("revision", &revision), ("what", "undo")]] {
            let post = if fields.len() == 1 { "undo" } else { "offer" };
            let page = ada.post(&format!("{table}/{post}"), fields).await;
            assert_eq!(page.status, 422);
            assert!(page.notice().starts_with("The seed has been revealed"), "{}", page.notice());
        }
        let journal = ada.download("journal").await;
        assert!(journal.text().contains(&seed));
        let verified = read_journal(&journal.body).unwrap().verify();
        assert!(verified.is_right(), "{verified:?}");
        assert!(game != "canoga" || verified.draws.len() > 4);
        // The revealed journal can be opened as well.
        let page = ada.upload("/open", &[("file", file("x", &journal.body))]).await;
        assert_eq!(page.status, 303, "a revealed journal can be looked at again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reveal_can_be_sent_twice_and_only_by_players() {
    let server = TestServer::open();
    let (mut ada, _) = finished(&server, "congkak").await;
    let (path, revision) = (format!("{}/reveal", ada.table()), ada.page.revision().to_string());
    assert_eq!(server.browser().post(&path, &[("revision", &revision)]).await.status, 403);
    for _ in 0..2 {
        assert_eq!(ada.post(&path, &[("revision", &revision)]).await.status, 303);
    }
}
