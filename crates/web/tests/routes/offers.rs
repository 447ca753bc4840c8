//! A Kono round can be called if both players agree.

use crate::kit::{Dice, Page, TestServer, asked, play_until, two_people};

fn can_call(page: &Page) -> bool {
    page.can_press("call") == Some(true)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_kono_is_called_if_the_other_player_accepts() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    play_until(&mut ada, &mut ben, &Dice::seeded(1), can_call).await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    assert_eq!(other.page.can_press("call"), None, "only the player whose turn it is can offer");
    one.press("Offer to end the round now").await;
    assert_eq!(one.page.status, 200);
    assert_eq!(one.page.can_press("call"), None, "one offer is enough");
    other.reload().await;
    assert!(other.page.one("#offer").ends_with("offers to call the round and score it as it stands."));
    other.press("Decline").await;
    one.reload().await;
    assert!(!one.page.has("#offer"));
    assert_eq!(one.page.can_press("call"), None, "not again so soon");
    let (path, revision) = (format!("{}/offer", one.table()), one.page.revision().to_string());
    let page = one.post(&path, &[("revision", &revision), ("what", "call")]).await;
    assert_eq!(page.status, 422);
    assert!(page.notice().starts_with("You can offer to call the round once in "), "{}", page.notice());
    // The other player may make an offer in their own turn.
    let decliner = other.cookies["parlor"].clone();
    play_until(&mut ada, &mut ben, &Dice::seeded(2), can_call).await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    assert_eq!(one.cookies["parlor"], decliner);
    one.press("call").await;
    other.reload().await;
    other.press("Accept").await;
    assert!(other.page.log().iter().any(|line| line.ends_with("accepts.")));
    one.reload().await;
    let over = [&one.page, &other.page].into_iter().any(Page::round_is_over);
    assert!(over, "{:?}", one.page.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_replies_to_an_offer() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    ada.answer_until(can_call).await;
    ada.press("call").await;
    let replied = |line: &String| line == "The computer declined." || line == "The computer accepted.";
    ada.until("a reply", |page| page.log().iter().any(replied)).await;
    assert!(!ada.page.has("#offer"));
}
