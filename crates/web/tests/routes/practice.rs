//! Exercises come in the order of practice, and tries are remembered for each browser.

use std::time::SystemTime;

use parlor_host::seconds;
use parlor_review::{Effort, Exercise, Mistake, PracticeLog, ReviewRun};
use parlor_rules::{Pair, Seat};
use parlor_store::BrowserId;

use crate::kit::{Browser, Dice, TestServer, asked, end_game, two_people};
use crate::review::{a_round, reviewed};

fn holder(ada: &Browser) -> BrowserId {
    // The token is followed by its signature.
    BrowserId::of(&ada.cookies["parlor"][..32].parse().unwrap())
}

/// The exercises on the page, in the page's order.
async fn listed(ada: &mut Browser) -> Vec<String> {
    ada.go("/practice").await;
    ada.page.attributes("ul.list a.button", "href")
}

/// The order in which `parlor practice` would list the mistakes from the same games.
fn in_order(server: &TestServer, id: &str, log: &PracticeLog) -> Vec<String> {
    let (name, _) = server.registry.follow(&id.parse().unwrap()).unwrap().unwrap();
    let table = server.table(id);
    let run = ReviewRun::new(&table, Effort::Help, &server.registry.review(&name).unwrap().unwrap());
    let of = Pair::from_fn(|seat| seat == Seat::Human);
    let players = &table.setup().players;
    let mistake = |exercise| Mistake { journal: Some(name.to_string()), players: players.clone(), exercise };
    let mut all: Vec<Mistake> = Exercise::all(&run.review(), of).into_iter().map(mistake).collect();
    log.sort(&mut all, seconds(SystemTime::now()));
    all.iter().map(|mistake| format!("/t/{id}/better?at={}", mistake.exercise.revision)).collect()
}

/// Plays at random until a round has at least `least` mistakes, because each table has different dice.
pub async fn a_round_with_mistakes(server: &TestServer, least: usize) -> (Browser, String, Vec<String>) {
    for _ in 0..20 {
        let mut ada = a_round(server, "canoga", "9").await;
        reviewed(&mut ada).await;
        let id = ada.id();
        let first = listed(&mut ada).await;
        if first.len() >= least {
            return (ada, id, first);
        }
    }
    panic!("a random player makes mistakes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tried_exercise_comes_last() {
    let server = TestServer::open();
    let (mut ada, id, first) = a_round_with_mistakes(&server, 3).await;
    assert_eq!(first, in_order(&server, &id, &PracticeLog::default()));

    // Opening an exercise and requesting its solution aren't recorded.
    ada.go(&first[0]).await;
    let show = ada.page.attribute("[data-key=show]", "href").unwrap();
    ada.go(&show).await;
    let best = ada.page.one("#answer .say").replace("Best: ", "");
    let (field, value) = ada.page.answers().remove(0);
    ada.go(&format!("{}&{field}={}", first[0], value.replace(' ', "+"))).await;
    assert_eq!(server.registry.seen(holder(&ada)).unwrap(), "");

    ada.go(&first[0]).await;
    ada.say(&best).await;
    assert_eq!(ada.page.one("#verdict"), "Right: there is no better choice.");
    let seen = PracticeLog::read(&server.registry.seen(holder(&ada)).unwrap());
    assert_ne!(seen, PracticeLog::default(), "a try is remembered");
    let after = listed(&mut ada).await;
    assert_eq!(after, in_order(&server, &id, &seen));
    assert_eq!(after.last(), first.first(), "the exercise that was just tried comes last");
    assert!(ada.page.all("ul.list .state").last().unwrap().ends_with("seen today"));

    // Try each of the next exercises once, until the first one comes back because it was seen the longest time ago.
    ada.go(&first[0]).await;
    ada.press("next").await;
    for (number, wanted) in first.iter().enumerate().skip(1) {
        assert_eq!(&ada.at, wanted, "number {number}");
        if number == 1 {
            // Times are in seconds, and the first try must be earlier than the next ones.
            tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        }
        ada.press("next").await;
    }
    assert_eq!(ada.at, first[0]);

    // Tries by another person who watches the table aren't recorded.
    let mut ben = server.browser();
    ben.go(&first[0]).await;
    ben.say(&best).await;
    assert_eq!(ben.page.one("#verdict"), "Right: there is no better choice.");
    assert_eq!(server.registry.seen(holder(&ben)).unwrap(), "");
    ben.press("next").await;
    assert_eq!(ben.at, "/practice");
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_and_illegal_choices_do_not_count_as_tries() {
    let server = TestServer::open();
    let (mut ada, _, mut exercises) = a_round_with_mistakes(&server, 1).await;
    let exercise = exercises.remove(0);
    ada.go(&exercise).await;
    ada.say("cover 99").await;
    assert_eq!(ada.page.status, 422);
    assert!(!ada.page.notice().is_empty());
    ada.go(&exercise).await;
    // The number of dice can't be chosen on the board.
    if let Some(spot) = ada.page.hits().first().cloned() {
        ada.press(&format!("spot:{spot}")).await;
    }
    if ada.at.contains("pick=") {
        assert!(ada.page.has(".hit[aria-pressed]"), "{}", ada.page.text());
        assert_eq!(server.registry.seen(holder(&ada)).unwrap(), "");
    }
    let other_site = ada.post(&exercise.replace("?at=", "?x="), &[("at", "x")]).await;
    assert_eq!(other_site.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn exercises_are_seen_from_the_own_side() {
    let server = TestServer::open();
    for game in ["congkak", "kono"] {
        let mut sides = Vec::new();
        // Random players make mistakes, but perhaps not both in the same round.
        for seed in 0..20 {
            let (mut ada, mut ben) = two_people(&server, game, &[("size", "5".into())]).await;
            let dice = Dice::seeded(seed);
            for _ in 0..10 {
                asked(&mut ada, &mut ben).await.0.answer(&dice).await;
            }
            end_game(&mut ada, &mut ben).await;
            reviewed(&mut ada).await;
            for browser in [&mut ada, &mut ben] {
                let table = browser.table();
                let side = browser.go(&table).await.has("[data-turned]");
                for exercise in listed(browser).await {
                    assert_eq!(browser.go(&exercise).await.has("[data-turned]"), side, "{game} {exercise}");
                    sides.push(side);
                }
            }
            if sides.contains(&true) && sides.contains(&false) {
                break;
            }
        }
        assert!(sides.contains(&true) && sides.contains(&false), "{game}: {sides:?}");
    }
}
