//! Undoing decisions, with or without the other player's consent.

use crate::kit::{Dice, TestServer, asked, play_until, two_people};

#[tokio::test(flavor = "multi_thread")]
async fn alone_against_the_computer_undo_and_redo_are_free() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    ada.first_move().await;
    assert_eq!(ada.page.can_press("undo"), Some(false), "there is nothing to take back");
    assert_eq!(ada.page.can_press("redo"), Some(false));
    let (first, log) = (ada.page.answers(), ada.page.log());
    ada.choose(&first[0].0, &first[0].1).await;
    ada.ready().await;
    let after = ada.page.clone();
    ada.press("Undo").await;
    ada.ready().await;
    assert_eq!(ada.page.answers(), first);
    let mut expected = log.clone();
    expected.push("Taken back.".to_owned());
    assert_eq!(ada.page.log(), expected);
    assert!(ada.page.revision() > after.revision(), "a revision never goes down");
    ada.press("Redo").await;
    ada.ready().await;
    assert_eq!(ada.page.answers(), after.answers());
    let mut expected = ada.page.log();
    expected.retain(|line| line != "Taken back." && line != "Played again.");
    assert_eq!(expected, after.log());
    assert_eq!(ada.page.can_press("redo"), Some(false));
    ada.say("undo").await;
    assert_eq!(ada.page.answers(), first, "undo can be typed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impossible_undo_is_explained() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    ada.ready().await;
    let (table, revision) = (ada.table(), ada.page.revision().to_string());
    let page = ada.post(&format!("{table}/undo"), &[("revision", &revision)]).await;
    assert_eq!((page.status, page.notice()), (422, "There is nothing to take back.".to_owned()));
    let page = ada.post(&format!("{table}/redo"), &[("revision", &revision)]).await;
    assert_eq!((page.status, page.notice()), (422, "You have nothing to redo.".to_owned()));
    let page = ada.post(&format!("{table}/correct"), &[("revision", &revision), ("typed", "4 3")]).await;
    assert_eq!(page.status, 422);
    let page = ada.post(&format!("{table}/correct"), &[("revision", &revision), ("typed", "x")]).await;
    assert_eq!(page.status, 422);
    for reply in ["accept", "decline"] {
        let page = ada.post(&format!("{table}/{reply}"), &[("revision", &revision)]).await;
        assert_eq!((page.status, page.notice()), (422, "No offer is open.".to_owned()));
    }
    let page = ada.post(&format!("{table}/offer"), &[("revision", &revision), ("what", "tea")]).await;
    assert_eq!(page.status, 400);
    assert!(page.says("has to be undo or call."));
    let page = ada.post(&format!("{table}/offer"), &[("revision", &revision), ("what", "call")]).await;
    assert_eq!(page.status, 422, "only Kono can be called");
    let page = ada.post(&format!("{table}/reveal"), &[("revision", &revision)]).await;
    assert_eq!(page.status, 422, "the game isn't over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_can_undo_their_own_last_decision_without_consent() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    // A turn in Congkak may continue; in that case the same person has to answer again.
    let dice = Dice::seeded(5);
    play_until(&mut ada, &mut ben, &dice, |page| page.revision() > 6).await;
    let (mover, _) = asked(&mut ada, &mut ben).await;
    let before = mover.page.answers();
    mover.choose(&before[0].0, &before[0].1).await;
    assert_eq!(mover.page.can_press("Undo"), Some(true));
    mover.press("Undo").await;
    assert_eq!(mover.page.answers(), before);
    mover.press("Redo").await;
    assert_eq!(mover.page.status, 200);
}

/// Both players have moved, and it is the first player's turn again.
#[tokio::test(flavor = "multi_thread")]
async fn undoing_the_other_players_move_needs_consent() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    let dice = Dice::seeded(4);
    play_until(&mut ada, &mut ben, &dice, |page| page.can_press("Ask to undo") == Some(true)).await;
    let (asker, other) = asked(&mut ada, &mut ben).await;
    let log = asker.page.log();
    asker.press("Ask to undo").await;
    assert_eq!(asker.page.status, 200);
    assert!(asker.page.one("#offer").contains("asks to take back the last decision."));
    assert!(asker.page.says("No reply yet."));
    assert_eq!(asker.page.can_press("accept"), None, "players can't accept their own offers");
    other.reload().await;
    assert!(!other.page.waits(), "an offer waits for a reply");
    other.press("Decline").await;
    assert!(!other.page.has("#offer"));
    asker.reload().await;
    assert_eq!(asker.page.log()[..log.len()], log[..]);
    assert!(asker.page.log().last().unwrap().ends_with("declines."));
    asker.press("Ask to undo").await;
    other.reload().await;
    let revision = other.page.revision();
    other.press("Accept").await;
    assert!(other.page.revision() > revision);
    asker.reload().await;
    assert!(asker.page.log().len() < log.len(), "moves were taken back: {:?}", asker.page.log());
    assert!(!asker.page.has("#offer"));
}

#[tokio::test(flavor = "multi_thread")]
async fn throws_between_two_people_cant_be_undone() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "canoga", &[]).await;
    let covers = |page: &crate::kit::Page| page.answers().iter().any(|(_, value)| value.contains("cover"));
    play_until(&mut ada, &mut ben, &Dice::seeded(1), covers).await;
    // A cover can't be undone after the next player's throw.
    let (mover, _) = asked(&mut ada, &mut ben).await;
    let answers = mover.page.answers();
    mover.choose(&answers[0].0, &answers[0].1).await;
    let covered = mover.page.revision();
    play_until(&mut ada, &mut ben, &Dice::seeded(1), |page| covers(page) && page.revision() > covered).await;
    for browser in [&mut ada, &mut ben] {
        browser.reload().await;
        assert!(browser.page.can_press("undo") == Some(false), "{}", browser.page.text());
        let (path, revision) = (format!("{}/undo", browser.table()), browser.page.revision().to_string());
        let page = browser.post(&path, &[("revision", &revision)]).await;
        assert_eq!(page.status, 422, "{}", page.text());
        let path = format!("{}/offer", browser.table());
        let page = browser.post(&path, &[("revision", &revision), ("what", "undo")]).await;
        assert_eq!(page.status, 422, "{}", page.text());
    }
}

/// A mistyped throw can be corrected, but only by the player who threw.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_thrower_can_correct_the_dice() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "canoga", &[("dice", "hand".into())]).await;
    for _ in 0..40 {
        let (mover, other) = asked(&mut ada, &mut ben).await;
        if mover.page.answers().iter().any(|(_, value)| value.contains("cover")) {
            let (path, revision) = (format!("{}/correct", other.table()), mover.page.revision().to_string());
            let page = other.post(&path, &[("revision", &revision), ("typed", "1 2")]).await;
            assert_eq!(page.status, 403);
            assert_eq!(page.notice(), "Only the player who threw the dice can correct them.");
            mover.fill_and_press(&[("typed", "2 1")], "Correct").await;
            assert_eq!(mover.page.status, 200, "{}", mover.page.text());
            let answers = mover.page.answers();
            assert!(answers.contains(&("answer".to_owned(), "cover 3".to_owned())), "{answers:?}");
            return;
        }
        let by_hand = mover.page.has("form.dice");
        if by_hand {
            // The two throws for the first turn differ, so that there is no tie.
            let line = if mover.page.revision() % 2 == 0 { "6 5" } else { "1 2" };
            mover.say(line).await;
        } else {
            let answers = mover.page.answers();
            mover.choose(&answers[0].0, &answers[0].1).await;
        }
    }
    panic!("no player covered a square");
}
