//! Advice, and which browsers see it.

use crate::kit::{Browser, Dice, Page, TestServer, asked, end_game, options, path_of, play_until, two_people};

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_shown_and_marks_the_best_answer() {
    let server = TestServer::with(options(), None);
    let mut ada = server.browser();
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
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "canoga", &[("help", "on".into())]).await;
    play_until(&mut ada, &mut ben, &Dice::seeded(1), Page::is_move).await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    one.press("help").await;
    one.until("advice", |page| page.has("section.advice .say")).await;
    one.press("help").await;
    other.reload().await;
    assert!(!other.page.has("section.advice"), "only the player who asked sees the advice");
    let times = other.page.all(".seat .what").iter().filter(|words| words.contains("was helped once")).count();
    assert_eq!(times, 1, "{:?}", other.page.all(".seat .what"));
    assert_eq!(other.page.can_press("help"), Some(false));
    let (path, revision) = (format!("{}/help", other.table()), other.page.revision().to_string());
    let page = other.post(&path, &[("revision", &revision)]).await;
    assert_eq!((page.status, page.notice()), (403, "Help is only for your own decisions.".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn help_that_is_switched_off_is_refused() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[("help", "off".into())]).await;
    let (one, _) = asked(&mut ada, &mut ben).await;
    assert_eq!(one.page.can_press("help"), Some(false));
    assert!(one.page.says("it is switched off at this table"));
    let (path, revision) = (format!("{}/help", one.table()), one.page.revision().to_string());
    let page = one.post(&path, &[("revision", &revision)]).await;
    assert_eq!((page.status, page.notice()), (403, "Help is switched off at this table.".to_owned()));
    one.say("help").await;
    assert_eq!((one.page.status, one.page.notice()), (403, "Help is switched off at this table.".to_owned()));
    assert!(!one.page.says("was helped"));
}

/// A table of two people before a move, whose browsers want every kind of help.
async fn eager(server: &TestServer, help: &str) -> (Browser, Browser) {
    let (mut ada, mut ben) = two_people(server, "kono", &[("help", help.into())]).await;
    for browser in [&mut ada, &mut ben] {
        browser.cookies.insert("parlor-settings".to_owned(), "tutor=strict&value_bar=yes".to_owned());
    }
    play_until(&mut ada, &mut ben, &Dice::seeded(1), Page::is_move).await;
    (ada, ben)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_helps_one_of_two_people_before_the_end_unless_both_agree() {
    let server = TestServer::with(options(), None);
    let (mut ada, mut ben) = eager(&server, "").await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    let table = one.table();
    let mut cy = server.browser();
    cy.cookies.remove("parlor-settings");

    // The value bar and the tutor, on the pages of both and of a viewer.
    one.until("a move", Page::is_move).await;
    for browser in [&mut *one, &mut *other, &mut cy] {
        let shown = browser.go(&table).await;
        assert!(!shown.has(".value") && !shown.has("section.advice"), "{}", shown.text());
        for path in ["review", "analyse", "better?at=9"] {
            let page = browser.fetch(&format!("{table}/{path}")).await;
            assert_eq!((page.status, page.one("h1")), (403, "The game isn\u{2019}t over yet".to_owned()), "{path}");
        }
        let replay = browser.fetch(&format!("{table}/replay?moment=9")).await;
        assert!(replay.status == 200 && !replay.has(".value"));
        let film = browser.fetch(&format!("{table}/frames?from=0")).await;
        assert!(!film.text().contains("value"));
    }
    // Lists of mistakes, statistics and the lobby have nothing about an open game.
    let id = one.id();
    for browser in [&mut *one, &mut *other] {
        for path in ["/practice", "/statistics", "/"] {
            let page = browser.fetch(path).await;
            assert!(page.status == 200 && !page.says("costs") && !page.has(".value"), "{path}");
            assert!(path == "/" || !page.text().contains(&id), "{path}");
        }
        assert!(browser.post("/statistics/review", &[]).await.status < 400);
        assert!(
            server
                .registry
                .review(&server.registry.follow(&id.parse().unwrap()).unwrap().unwrap().0)
                .unwrap()
                .is_none()
        );
    }

    let revision = one.page.revision();
    for choice in one.page.answers().iter().map(|(_, choice)| choice.clone()).collect::<Vec<_>>() {
        let page = one.fetch(&format!("{table}?at={revision}&tutor={}", choice.replace(' ', "+"))).await;
        assert!(!page.has("section.tutor"), "{choice}");
    }

    // Help, by its button and typed.
    let page = one.post(&format!("{table}/help"), &[("revision", &revision.to_string())]).await;
    assert_eq!((page.status, page.notice()), (403, "Help is switched off at this table.".to_owned()));
    one.say("help").await;
    assert_eq!((one.page.status, one.page.notice()), (403, "Help is switched off at this table.".to_owned()));

    // A move is played without a warning from the tutor, and undoing it shows no more than before.
    one.go(&table).await;
    one.answer(&Dice::seeded(2)).await;
    assert!(one.page.revision() > revision);
    one.press("undo").await;
    assert!(!one.page.has(".value") && !one.page.has("section.tutor") && !one.page.has("section.advice"));

    // After the end everything can be studied, so there is no way back without the other player's consent.
    end_game(&mut ada, &mut ben).await;
    assert_eq!(ben.fetch(&format!("{table}/review")).await.status, 200);
    assert_eq!(cy.fetch(&format!("{table}/analyse")).await.status, 200);
    let end = ada.page.revision();
    ada.post(&format!("{table}/undo"), &[("revision", &end.to_string())]).await;
    assert!(server.table(&ada.id()).is_over(), "an undo only asks for it");
    ben.reload().await;
    ben.press("accept").await;
    assert!(!server.table(&ada.id()).is_over());
    assert_eq!(ada.fetch(&format!("{table}/review")).await.status, 403);
    assert!(!ada.reload().await.has(".value"));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_who_agree_see_values_and_get_help() {
    let server = TestServer::with(options(), None);
    let (mut ada, mut ben) = eager(&server, "on").await;
    let (one, other) = asked(&mut ada, &mut ben).await;
    let table = one.table();
    let mut cy = server.browser();
    cy.cookies.remove("parlor-settings");
    for browser in [&mut *one, other, &mut cy] {
        assert!(browser.go(&table).await.has(".value"));
    }
    one.press("help").await;
    one.until("advice", |page| page.has("section.advice .say")).await;
}

/// A player who has agreed to help is warned before a costly choice, and the other one sees that.
#[tokio::test(flavor = "multi_thread")]
async fn the_tutor_warns_two_people_who_agree_to_help() {
    let server = TestServer::with(options(), None);
    let (mut ada, mut ben) = two_people(&server, "canoga", &[("help", "on".into())]).await;
    for browser in [&mut ada, &mut ben] {
        browser.cookies.insert("parlor-settings".to_owned(), "tutor=strict&value_bar=no".to_owned());
    }
    let dice = Dice::seeded(3);
    for _ in 0..300 {
        let (one, other) = asked(&mut ada, &mut ben).await;
        one.answer(&dice).await;
        if one.page.has("#tutor") {
            assert!(one.page.one("#tutor").ends_with("Play it, think again, or see why?"));
            other.reload().await;
            assert!(!other.page.has("#tutor"));
            assert!(other.page.all(".seat .what").iter().any(|words| words.contains("was helped")));
            return;
        }
    }
    panic!("random moves are never costly");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_says_whether_there_is_help() {
    let server = TestServer::open();
    for (help, sentence) in
        [("on", "by taking the seat, you agree to that"), ("", "Nobody gets help"), ("off", "Nobody gets help")]
    {
        let mut ada = server.browser();
        ada.set_up("kono", &[("seats", "link".into()), ("help", help.into())]).await;
        let invitation = path_of(&ada.page.value("input[data-key=invite]"));
        assert!(server.browser().go(&invitation).await.says(sentence), "{help}");
    }
    // The table itself says what was agreed.
    for (help, sentence) in [("on", "both players can use"), ("off", "no help from the computer before the end")] {
        let (ada, mut ben) = two_people(&server, "kono", &[("help", help.into())]).await;
        assert!(ada.page.says(sentence) && ben.reload().await.says(sentence), "{help}");
    }
    // At one screen, help is for both.
    let mut ada = server.browser();
    ada.set_up("kono", &[("seats", "here".into())]).await;
    assert!(!ada.page.says("it is switched off at this table"));
}

#[tokio::test(flavor = "multi_thread")]
async fn help_for_an_earlier_decision_is_refused() {
    let server = TestServer::open();
    let mut ada = server.browser();
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
