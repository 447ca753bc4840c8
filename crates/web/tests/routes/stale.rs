//! Answers that arrive too late, and answers that arrive twice.

use crate::kit::{Browser, Dice, Page, TestServer, asked, play_until, two_people};

const LATE: &str = "The table changed before your answer arrived, so it didn't count.";

async fn ready(server: &TestServer, game: &str) -> Browser {
    let mut ada = server.browser();
    ada.set_up(game, &[]).await;
    ada.first_move().await;
    ada
}

/// Posts the same form twice, and expects no error either time.
async fn twice(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) {
    let path = format!("{}/{path}", browser.table());
    let revision = browser.page.revision().to_string();
    let mut all = vec![("revision", revision.as_str())];
    all.extend(fields);
    let first = browser.post(&path, &all).await;
    assert_eq!(first.status, 303, "{fields:?}: {}", first.text());
    browser.reload().await;
    browser.ready().await;
    let after = browser.page.revision();
    let again = browser.post(&path, &all).await;
    assert_eq!(again.status, 303, "{path} {fields:?} twice: {}", again.text());
    assert_eq!(browser.reload().await.revision(), after, "it counted once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_shows_the_current_table() {
    let server = TestServer::open();
    let mut ada = ready(&server, "congkak").await;
    let old = ada.page.clone();
    let (first, second) = (old.answers()[0].1.clone(), old.answers()[1].1.clone());
    let spot = old.hits()[1].clone();
    ada.choose("answer", &first).await;
    ada.ready().await;
    let now = ada.page.clone();
    let (path, revision) = (format!("{}/answer", ada.table()), old.revision().to_string());
    for field in
        [("answer", second.as_str()), ("typed", &second), ("spot", &spot), ("give_up", "1"), ("typed", "nonsense")]
    {
        let page = ada.post(&path, &[("revision", &revision), field]).await;
        assert_eq!((page.status, page.notice()), (409, LATE.to_owned()), "{field:?}");
        assert_eq!(page.revision(), now.revision());
        assert_eq!(page.answers(), now.answers(), "it offers the current answers");
    }
    let page = ada.post(&path, &[("revision", "999999"), ("answer", &first)]).await;
    assert_eq!(page.status, 409, "a revision that never was");
    for post in ["undo", "redo", "help", "accept", "decline", "reveal"] {
        let page = ada.post(&format!("{}/{post}", ada.table()), &[("revision", &revision)]).await;
        assert_eq!(page.status, 409, "{post}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_sent_twice_counts_once() {
    let server = TestServer::open();
    let mut ada = ready(&server, "congkak").await;
    let answer = ada.page.answers()[0].1.clone();
    twice(&mut ada, "answer", &[("answer", &answer)]).await;
    let answer = ada.page.answers()[0].1.clone();
    twice(&mut ada, "answer", &[("typed", &answer)]).await;
    let spot = ada.page.hits()[0].clone();
    twice(&mut ada, "answer", &[("spot", &spot)]).await;
    twice(&mut ada, "undo", &[]).await;
    twice(&mut ada, "redo", &[]).await;
    twice(&mut ada, "answer", &[("typed", "undo")]).await;
}

/// After an undo, the revision is no longer the number of entries that count.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_sent_twice_after_an_undo_counts_once() {
    let server = TestServer::open();
    let mut ada = ready(&server, "congkak").await;
    let answer = ada.page.answers()[0].1.clone();
    ada.choose("answer", &answer).await;
    ada.ready().await;
    ada.press("Undo").await;
    ada.ready().await;
    twice(&mut ada, "answer", &[("answer", &answer)]).await;
    let answer = ada.page.answers()[0].1.clone();
    twice(&mut ada, "answer", &[("typed", &answer)]).await;
    let spot = ada.page.hits()[0].clone();
    twice(&mut ada, "answer", &[("spot", &spot)]).await;
    twice(&mut ada, "undo", &[]).await;
    twice(&mut ada, "answer", &[("typed", "undo")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn throws_coins_and_choices_of_two_parts_can_be_sent_twice() {
    let server = TestServer::open();
    let mut ada = server.browser();
    for (game, dice) in [("canoga", "server"), ("canoga", "hand"), ("kono", "server"), ("congkak", "hand")] {
        ada.set_up(game, &[("seats", "here".into()), ("dice", dice.into())]).await;
        for number in 0..12 {
            let answers = ada.page.answers();
            match answers.first() {
                Some((field, piece)) if field == "spot" => {
                    ada.choose("spot", piece).await;
                    let targets = ada.page.hits();
                    let pieces: Vec<&String> = answers.iter().map(|(_, piece)| piece).collect();
                    let target = targets.iter().find(|target| !pieces.contains(target)).unwrap();
                    let table = ada.table();
                    ada.go(&table).await;
                    twice(&mut ada, "answer", &[("pick", piece), ("spot", target)]).await;
                }
                Some((field, value)) => twice(&mut ada, "answer", &[(field, value)]).await,
                None => twice(&mut ada, "answer", &[("typed", if number % 2 == 0 { "6 5" } else { "2 1" })]).await,
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_and_replies_can_be_sent_twice() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let can_call = |page: &Page| page.can_press("call") == Some(true);
    play_until(&mut ada, &mut ben, &Dice::seeded(1), can_call).await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    let path = format!("{}/offer", one.table());
    let revision = one.page.revision().to_string();
    for _ in 0..2 {
        let page = one.post(&path, &[("revision", &revision), ("what", "call")]).await;
        assert_eq!(page.status, 303, "{}", page.text());
    }
    other.reload().await;
    let (path, revision) = (format!("{}/accept", other.table()), other.page.revision().to_string());
    for _ in 0..2 {
        let page = other.post(&path, &[("revision", &revision)]).await;
        assert_eq!(page.status, 303, "{}", page.text());
    }
    let page = other.post(&format!("{}/decline", other.table()), &[("revision", &revision)]).await;
    assert_eq!(page.status, 409, "it was accepted already");
}

/// On a shared screen, this browser holds both seats, so the browser doesn't determine who made an offer.
#[tokio::test(flavor = "multi_thread")]
async fn offers_at_one_screen_can_be_sent_twice() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("seats", "here".into())]).await;
    let dice = Dice::seeded(1);
    let mut seats = Vec::new();
    for _ in 0..40 {
        if ada.page.can_press("call") == Some(true) {
            let question = ada.page.question();
            if !seats.contains(&question) {
                seats.push(question);
                let (table, revision) = (ada.table(), ada.page.revision().to_string());
                for _ in 0..2 {
                    let fields = [("revision", revision.as_str()), ("what", "call")];
                    let page = ada.post(&format!("{table}/offer"), &fields).await;
                    assert_eq!(page.status, 303, "{}", page.text());
                }
                ada.reload().await;
                let revision = ada.page.revision().to_string();
                for _ in 0..2 {
                    let page = ada.post(&format!("{table}/decline"), &[("revision", &revision)]).await;
                    assert_eq!(page.status, 303, "{}", page.text());
                }
                ada.go(&table).await;
            }
        }
        ada.answer(&dice).await;
    }
    assert!(seats.len() >= 2, "both have offered: {seats:?}");
}

/// Of two simultaneous answers, one counts.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_simultaneous_answers_counts() {
    let server = TestServer::open();
    let mut ada = ready(&server, "congkak").await;
    let (path, revision) = (format!("{}/answer", ada.table()), ada.page.revision().to_string());
    let answers = ada.page.answers();
    let mut tasks = Vec::new();
    for (_, answer) in answers.into_iter().take(4) {
        let (mut browser, path, revision) = (ada.clone(), path.clone(), revision.clone());
        tasks.push(tokio::spawn(async move {
            browser.post(&path, &[("revision", &revision), ("answer", &answer)]).await.status
        }));
    }
    let mut statuses = Vec::new();
    for task in tasks {
        statuses.push(task.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409, 409, 409]);
    assert_eq!(ada.reload().await.status, 200);
}
