//! Exercises come back in the order of practice, and what was tried is remembered for each browser.

use std::time::SystemTime;

use parlor_host::{Holder, seconds};
use parlor_review::{Answer, Course, Effort, Exercise, Kept, Review, Seen};
use parlor_rules::{Pair, Seat};

use crate::kit::{Browser, House};
use crate::review::{a_round, reviewed};

fn holder(ada: &Browser) -> Holder {
    Holder::of(&ada.cookies["parlor"].parse().unwrap())
}

/// The exercises on the page, in its order.
async fn listed(ada: &mut Browser) -> Vec<String> {
    ada.go("/practice").await;
    ada.page.attributes("ul.list a.button", "href")
}

/// What `parlor practice` would make of the same games.
fn in_order(house: &House, id: &str, seen: &Seen) -> Vec<String> {
    let (name, _) = house.registry.follow(&id.parse().unwrap()).unwrap().unwrap();
    let course = Course::of(&house.table(id));
    let answers: Vec<Option<Answer>> =
        parlor_review::kept_answers(&course, Effort::Help, &house.registry.review(&name).unwrap().unwrap()).unwrap();
    let of = Pair::from_fn(|seat| seat == Seat::Human);
    let kept = |exercise| Kept { journal: name.to_string(), exercise };
    let mut all: Vec<Kept> = Exercise::all(&Review::of(&course, &answers), of).into_iter().map(kept).collect();
    seen.sort(&mut all, seconds(SystemTime::now()));
    all.iter().map(|kept| format!("/t/{id}/better?at={}", kept.exercise.revision)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn point_5_what_was_tried_waits_and_the_next_one_comes() {
    let house = House::open();
    let mut ada = a_round(&house, "canoga", "9").await;
    reviewed(&mut ada).await;
    let id = ada.id();
    let first = listed(&mut ada).await;
    assert!(first.len() > 2, "who plays at random makes mistakes: {first:?}");
    assert_eq!(first, in_order(&house, &id, &Seen::default()));

    // Looking, and asking for the answer, are noted nowhere.
    ada.go(&first[0]).await;
    let show = ada.page.attribute("[data-key=show]", "href").unwrap();
    ada.go(&show).await;
    let best = ada.page.one("#answer .say").replace("Best: ", "");
    let (field, value) = ada.page.answers().remove(0);
    ada.go(&format!("{}&{field}={}", first[0], value.replace(' ', "+"))).await;
    assert_eq!(house.registry.seen(holder(&ada)).unwrap(), "");

    ada.go(&first[0]).await;
    ada.say(&best).await;
    assert_eq!(ada.page.one("#verdict"), "Right: nothing is better.");
    let seen = Seen::read(&house.registry.seen(holder(&ada)).unwrap());
    assert_ne!(seen, Seen::default(), "a try is remembered");
    let after = listed(&mut ada).await;
    assert_eq!(after, in_order(&house, &id, &seen));
    assert_eq!(after.last(), first.first(), "what was just tried comes last");
    assert!(ada.page.all("ul.list .state").last().unwrap().ends_with("seen today"));

    // On to the next ones, each once, until the first comes back: it is the one that was seen longest ago.
    ada.go(&first[0]).await;
    ada.press("next").await;
    for (number, wanted) in first.iter().enumerate().skip(1) {
        assert_eq!(&ada.at, wanted, "number {number}");
        if number == 1 {
            // Times are in seconds, and the first try is to be older than the others.
            tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        }
        ada.press("next").await;
    }
    assert_eq!(ada.at, first[0]);

    // Somebody else who looks at the table has mistakes of their own.
    let mut ben = house.browser();
    ben.go(&first[0]).await;
    ben.say(&best).await;
    assert_eq!(ben.page.one("#verdict"), "Right: nothing is better.");
    assert_eq!(house.registry.seen(holder(&ben)).unwrap(), "");
    ben.press("next").await;
    assert_eq!(ben.at, "/practice");
}

#[tokio::test(flavor = "multi_thread")]
async fn point_5_parts_of_a_choice_and_what_cant_be_played_are_no_tries() {
    let house = House::open();
    let mut ada = a_round(&house, "canoga", "9").await;
    reviewed(&mut ada).await;
    let exercise = listed(&mut ada).await.remove(0);
    ada.go(&exercise).await;
    ada.say("cover 99").await;
    assert_eq!(ada.page.status, 422);
    assert!(!ada.page.notice().is_empty());
    ada.go(&exercise).await;
    let spot = ada.page.hits().remove(0);
    ada.press(&format!("spot:{spot}")).await;
    if ada.at.contains("pick=") {
        assert!(ada.page.has(".hit[aria-pressed]"), "{}", ada.page.text());
        assert_eq!(house.registry.seen(holder(&ada)).unwrap(), "");
    }
    let other_site = ada.post(&exercise.replace("?at=", "?x="), &[("at", "x")]).await;
    assert_eq!(other_site.status, 400);
}
