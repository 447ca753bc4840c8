//! Playing again with the same options and players.

use parlor_rules::Level;
use parlor_table::Player;

use crate::kit::{Browser, Dice, TestServer, asked, end_game, two_people};

/// Ada and Ben at a table that is over.
async fn ended(server: &TestServer) -> (Browser, Browser) {
    let (mut ada, mut ben) = two_people(server, "kono", &[("size", "7".into())]).await;
    end_game(&mut ada, &mut ben).await;
    (ada, ben)
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_again_changes_nothing_but_the_dice() {
    let server = TestServer::open();
    for (game, size) in [("canoga", "11"), ("congkak", "5"), ("kono", "9")] {
        let mut ada = server.browser();
        ada.set_up(game, &[("size", size.into()), ("level", "novice".into()), ("name", "Ada".into())]).await;
        let early = ada.post(&format!("{}/rematch", ada.table()), &[]).await;
        assert_eq!((early.status, early.says("for a game that is over")), (403, true));
        ada.answer_until(|page| page.has("a[data-key=give-up]")).await;
        ada.go(&format!("{}?sure=give-up", ada.table())).await;
        ada.press("sure").await;
        if !ada.ready().await.has("#result") {
            ada.say("no").await;
        }
        ada.until("the end", |page| page.has("#result")).await;
        let (before, old) = (server.table(&ada.id()), ada.table());
        ada.press("Play again").await;
        assert_ne!(ada.table(), old);
        let now = server.table(&ada.id());
        assert_eq!(now.setup().players, before.setup().players);
        assert_eq!(now.setup().players.computer, Player::Computer(Level::Novice));
        assert_eq!((now.game(), now.setup().size), (before.game(), before.size()));
        assert_eq!(now.round(), 1);
        assert_ne!(server.secret(&ada.id()), server.secret(old.rsplit('/').next().unwrap()));
        // The old table leads to the new one.
        let table = ada.table();
        ada.go(&old).await;
        ada.press("Go to the rematch").await;
        assert_eq!(ada.table(), table);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_sees_the_offer_and_joins_with_one_click() {
    let server = TestServer::open();
    let (mut ada, mut ben) = ended(&server).await;
    let old = ada.table();
    assert!(ben.page.has("noscript"), "without scripts the page looks for an offer");
    ada.press("Rematch").await;
    ben.reload().await;
    assert_eq!(ben.page.one("#rematch"), "Ada wants a rematch.");
    assert!(ben.page.one("title").starts_with("* Your turn"));
    ben.press("Join the rematch").await;
    assert_ne!(ben.table(), old);
    assert_eq!(ben.table(), ada.table());
    assert_eq!(ben.page.all(".seat .who"), ["Ada", "Ben"]);
    assert!(ben.page.says("7\u{d7}7"), "{}", ben.page.text());
    assert!(ben.page.says("it is switched off at this table") || ben.page.waits());
    let (one, _) = asked(&mut ada, &mut ben).await;
    one.answer(&Dice::default()).await;
    // A viewer gets a link to the rematch, but can't ask for one.
    let mut cy = server.browser();
    cy.go(&old).await;
    assert_eq!(cy.page.attribute("a[href^='/t/']:not([href*='/re'])", "href"), Some(ada.table()));
    assert_eq!(cy.post(&format!("{old}/rematch"), &[]).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_rematch_offers_create_one_table() {
    let server = TestServer::open();
    let (mut ada, mut ben) = ended(&server).await;
    let path = format!("{}/rematch", ada.table());
    let mut again = ada.clone();
    let (one, two, three) = tokio::join!(ada.post(&path, &[]), ben.post(&path, &[]), again.post(&path, &[]));
    assert_eq!([one.status, two.status, three.status], [303, 303, 303], "{}", two.text());
    assert_eq!(one.header("location"), two.header("location"));
    assert_eq!(one.header("location"), three.header("location"));
    ada.go(one.header("location")).await;
    assert_eq!(ada.page.all(".seat .who"), ["Ada", "Ben"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_of_two_computers_is_for_the_tables_creator() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "programs".into()), ("level2", "novice".into()), ("rounds", "2".into())]).await;
    ada.until("the end", |page| page.has("#result")).await;
    let before = server.table(&ada.id());
    ada.press("Play again").await;
    let now = server.table(&ada.id());
    assert_eq!(now.setup().players, before.setup().players);
    assert_eq!(now.setup().rounds, 2);
}
