//! Advice, and which browsers see it.

use crate::kit::{Dice, House, Page, asked, options, play_until, two_people};

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_shown_and_marks_the_best_answer() {
    let house = House::with(options(), None);
    let mut ada = house.browser();
    ada.set_up("congkak", &[("level", "novice".into())]).await;
    ada.first_move().await;
    assert!(!ada.page.has("section.advice"));
    ada.press("help").await;
    assert_eq!(ada.page.status, 200);
    ada.until("advice", |page| page.has("section.advice .say")).await;
    assert!(ada.page.has("table.ranks tbody tr.first"));
    assert_eq!(ada.page.all(".ask button.advised").len(), 1);
    let revision = ada.page.revision();
    ada.say("help").await;
    assert_eq!((ada.page.status, ada.page.revision()), (200, revision), "help can be typed, and decides nothing");
    let answers = ada.page.answers();
    ada.choose(&answers[0].0, &answers[0].1).await;
    ada.ready().await;
    assert!(!ada.page.has("section.advice"), "advice is for one question");
}

#[tokio::test(flavor = "multi_thread")]
async fn between_two_people_the_use_of_help_is_shown_and_the_advice_isnt() {
    let house = House::open();
    let (mut ada, mut ben) = two_people(&house, "canoga", &[]).await;
    play_until(&mut ada, &mut ben, &Dice::seeded(1), Page::is_move).await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    one.press("help").await;
    one.until("advice", |page| page.has("section.advice .say")).await;
    one.press("help").await;
    other.reload().await;
    assert!(!other.page.has("section.advice"), "only the player who asked sees the advice");
    let times = other.page.all(".seat .what").iter().filter(|words| words.contains("asked for help once")).count();
    assert_eq!(times, 1, "{:?}", other.page.all(".seat .what"));
    assert_eq!(other.page.can_press("help"), Some(false));
    let (path, revision) = (format!("{}/help", other.table()), other.page.revision().to_string());
    let page = other.post(&path, &[("revision", &revision)]).await;
    assert_eq!((page.status, page.notice()), (403, "Help is only for your own decisions.".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn help_that_is_switched_off_is_refused() {
    let house = House::open();
    let (mut ada, mut ben) = two_people(&house, "congkak", &[("help", "off".into())]).await;
    let (one, _) = asked(&mut ada, &mut ben).await;
    assert_eq!(one.page.can_press("help"), Some(false));
    assert!(one.page.says("it is switched off at this table"));
    let (path, revision) = (format!("{}/help", one.table()), one.page.revision().to_string());
    let page = one.post(&path, &[("revision", &revision)]).await;
    assert_eq!((page.status, page.notice()), (403, "Help is switched off at this table.".to_owned()));
    one.say("help").await;
    assert_eq!((one.page.status, one.page.notice()), (403, "Help is switched off at this table.".to_owned()));
    assert!(!one.page.says("asked for help"));
}

#[tokio::test(flavor = "multi_thread")]
async fn help_for_what_is_past_is_too_late() {
    let house = House::open();
    let mut ada = house.browser();
    ada.set_up("congkak", &[]).await;
    ada.first_move().await;
    let (path, revision) = (format!("{}/help", ada.table()), ada.page.revision().to_string());
    let answers = ada.page.answers();
    ada.choose(&answers[0].0, &answers[0].1).await;
    ada.ready().await;
    let page = ada.post(&path, &[("revision", &revision)]).await;
    assert_eq!(page.status, 409);
    assert!(page.notice().starts_with("The table changed before your answer"));
}
