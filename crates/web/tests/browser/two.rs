//! Two people, each with a browser, and a viewer.

use parlor_host::Preferences;
use parlor_rules::{Game, Pair, Seat};
use parlor_table::Next;
use parlor_table::Table;
use parlor_testkit::browser::{Browser, Options as Screen, Program, Result};

use crate::playing::{InputMethod, asked, key, on_board};
use crate::test_server::{Guest, Place, TestServer, entries_until, nth_move, still, two_people};

/// Anna and Ben at a Congkak table in the middle of a round.
async fn at_a_table(server: &TestServer) -> Result<(Guest, Guest, Place)> {
    let (anna, ben) = (server.guest().await?, server.guest().await?);
    let setup = two_people(Game::Congkak, 7, 5);
    let entries = entries_until(&setup, nth_move(2));
    let place = server.table(&setup, &entries, Pair { human: Some(&anna), computer: Some(&ben) });
    anna.goto(&place.url).await?;
    ben.goto(&place.url).await?;
    Ok((anna, ben, place))
}

impl TestServer {
    /// The table, the guest who has to answer, and the other guest.
    async fn turn<'a>(&self, place: &Place, anna: &'a Guest, ben: &'a Guest) -> (Table, &'a Guest, &'a Guest) {
        let (table, next) = self.next(place).await;
        match asked(&next) {
            Some(Seat::Human) => (table, anna, ben),
            Some(Seat::Computer) => (table, ben, anna),
            None => panic!("no player is asked"),
        }
    }
}

/// Anna uses Chromium, and Ben Firefox; both have phones.
#[tokio::test]
async fn an_invitation_leads_to_the_other_seat_and_both_see_every_move() -> Result<()> {
    let server = TestServer::new();
    let phone = || Screen { width: 390, height: 844, ..Screen::default() };
    let anna = server.guest_with(phone(), still()).await?;
    let firefox = Browser::shared(Program::Firefox).await?;
    let ben = server.guest_in(&firefox, phone(), Preferences::default()).await?;
    anna.goto(&server.url).await?;
    anna.follow_named("button", "Play a friend at Congkak").await?;
    let invitation = anna.value("[data-key=invite]").await?;
    anna.click("[data-key=copy]").await?;
    anna.wait_for_text("[data-key=copy]", "Copied").await?;
    assert!(invitation.starts_with(&format!("{}/join/", server.url)), "{invitation}");

    // Opening the invitation doesn't take the seat.
    ben.goto(&invitation).await?;
    assert_eq!(ben.text("h1").await?, "Anna invites you to play Congkak");
    assert!(anna.exists("[data-key=invite]").await?);
    ben.fill("#name", "Ben <b>").await?;
    ben.follow_named("button", "Take the seat").await?;
    // Anna's page is updated without reloading.
    anna.wait_until("!document.querySelector('[data-key=invite]')").await?;
    anna.wait_for_text(".score", "Ben <b>").await?;

    // Later visitors can only watch.
    let late = server.guest().await?;
    late.goto(&invitation).await?;
    late.follow_named("link", "Watch").await?;
    assert!(late.text(".score").await?.contains("Ben <b>"));
    assert_eq!(late.count(".hit, #ask").await?, 0);

    // Call the coin and play a few pits, without reloading a page.
    for page in [&anna, &ben, &late] {
        page.eval("window.loadedOnce = true").await?;
    }
    for _ in 0..6 {
        let who = loop {
            if anna.exists("#main[data-wait='0'] #ask").await? {
                break &anna;
            }
            if ben.exists("#main[data-wait='0'] #ask").await? {
                break &ben;
            }
        };
        let before = who.attribute("#main", "data-revision").await?.unwrap();
        who.click(&who.first_answer().await?).await?;
        let newer = format!("Number(document.querySelector('#main').dataset.revision) > {before}");
        for page in [&anna, &ben, &late] {
            page.wait_until(&newer).await?;
        }
    }
    for page in [&anna, &ben, &late] {
        assert_eq!(page.eval("window.loadedOnce").await?, true);
        assert_eq!(page.console_errors().await?, [] as [&str; 0]);
    }
    Ok(())
}

#[tokio::test]
async fn a_late_answer_is_refused_and_a_repeated_one_counts_once() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben, place) = at_a_table(&server).await?;
    let (table, who, _) = server.turn(&place, &anna, &ben).await;
    // Two other devices of the same player, whose pages don't follow the game.
    let chromium = Browser::shared(Program::Chromium).await?;
    let screen = || Screen { scripts: false, ..Screen::default() };
    let second = server.guest_as(&chromium, screen(), still(), who.secret).await?;
    let third = server.guest_as(&chromium, screen(), still(), who.secret).await?;
    second.goto(&place.url).await?;
    third.goto(&place.url).await?;
    let hits = second.eval("Array.from(document.querySelectorAll('.hit'), hit => hit.dataset.key)").await?;
    let (first, other) = (hits[0].as_str().unwrap(), hits[1].as_str().unwrap());

    who.sees(&table).await?;
    who.click(&key(first)).await?;
    who.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {}", table.revision())).await?;
    let after = server.next(&place).await.0.revision();

    second.follow(&key(first)).await?;
    assert_eq!(second.status().await?, 200);
    assert_eq!(second.count("#message").await?, 0);
    third.follow(&key(other)).await?;
    assert_eq!(third.status().await?, 409);
    assert_eq!(third.text("#message").await?, "The table changed before your answer arrived, so it didn't count.");
    assert_eq!(third.attribute("#main", "data-revision").await?, Some(after.to_string()));
    assert_eq!(server.next(&place).await.0.revision(), after);
    Ok(())
}

#[tokio::test]
async fn a_late_answer_is_read_out_where_scripts_run() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben, place) = at_a_table(&server).await?;
    let (table, who, _) = server.turn(&place, &anna, &ben).await;
    who.sees(&table).await?;
    // This page has missed the change.
    who.eval("document.querySelector('.hits input[name=revision]').value = '1'").await?;
    who.click(&who.first_key(".hit:not([hidden])").await?).await?;
    let sentence = "The table changed before your answer arrived, so it didn't count.";
    who.wait_for_text("#message", sentence).await?;
    assert_eq!(who.eval("document.querySelector('#live').textContent.trim()").await?, sentence);
    assert_eq!(who.url().await?, place.url);
    Ok(())
}

#[tokio::test]
async fn undo_across_the_other_persons_decision_needs_consent() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben, place) = at_a_table(&server).await?;
    // Play until it is the other player's turn, so that both have decided something.
    let (_, first, _) = server.turn(&place, &anna, &ben).await;
    let (_, mut who, mut other) = server.turn(&place, &anna, &ben).await;
    while who.secret == first.secret {
        who.answers(&server, &place, InputMethod::Clicking, 0).await?;
        (_, who, other) = server.turn(&place, &anna, &ben).await;
    }
    who.answers(&server, &place, InputMethod::Clicking, 0).await?;
    let (table, ..) = server.turn(&place, &anna, &ben).await;
    // `other` decided before `who` did, so undoing that decision needs consent. `who` can undo the last decision
    // without asking.
    for page in [&anna, &ben] {
        page.sees(&table).await?;
    }
    assert_eq!(other.text("[data-key=undo]").await?, "Ask to undo");
    assert_eq!(who.text("[data-key=undo]").await?, "Undo");

    other.click("[data-key=undo]").await?;
    who.wait_for("[data-key=decline]").await?;
    assert!(who.title().await?.starts_with("* Your turn"));
    who.click("[data-key=decline]").await?;
    other.wait_until("!document.querySelector('#offer')").await?;
    assert_eq!(server.next(&place).await.0.revision(), table.revision() + 2, "an offer and a reply");

    other.wait_until("!document.querySelector('[data-key=undo]').disabled").await?;
    other.click("[data-key=undo]").await?;
    who.click("[data-key=accept]").await?;
    other.wait_until("!document.querySelector('#offer')").await?;
    let (now, asked, _) = server.turn(&place, &anna, &ben).await;
    assert!(asked.secret == other.secret, "the decision is to be made again");
    for page in [&anna, &ben] {
        page.sees(&now).await?;
        assert_eq!(page.console_errors().await?, [] as [&str; 0]);
    }
    // Redoing needs consent as well: a player can't redo the other's decision.
    assert_eq!(who.eval("document.querySelector('[data-key=redo]').disabled").await?, true);
    Ok(())
}

#[tokio::test]
async fn help_between_two_people_is_shown_to_both() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben, place) = at_a_table(&server).await?;
    let (table, who, other) = server.turn(&place, &anna, &ben).await;
    who.sees(&table).await?;
    who.click("[data-key=help]").await?;
    who.wait_for(".advice .ranks").await?;
    other.wait_for_text(".score", "help").await?;
    assert_eq!(other.count(".advice").await?, 0, "only the player who asked sees the advice");
    Ok(())
}

#[tokio::test]
async fn a_spectator_sees_moves_and_cannot_make_them() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben, place) = at_a_table(&server).await?;
    let watcher = server.guest().await?;
    watcher.goto(&place.url).await?;
    assert_eq!(watcher.count(".hit, #ask, [data-key=undo], [data-key=help], [data-key=give-up]").await?, 0);
    assert_eq!(watcher.count("input.link").await?, 0, "only players see links to seats");
    let (_, who, _) = server.turn(&place, &anna, &ben).await;
    who.answers(&server, &place, InputMethod::Clicking, 0).await?;
    let (table, next) = server.next(&place).await;
    watcher.sees(&table).await?;
    // The form as a player's page would send it.
    let Next::Ask(question) = &next else { panic!("no player is asked") };
    let spot = on_board(&table, question, &crate::test_server::answer(question))[0].replacen("spot:", "", 1);
    let sent = format!(
        "fetch('{}/answer', {{ method: 'POST', body: new URLSearchParams({{ revision: {}, spot: {spot:?} }}) }})\
         .then(answer => answer.status)",
        place.url,
        table.revision()
    );
    assert_eq!(watcher.eval(&sent).await?, 403);
    assert_eq!(server.next(&place).await.0.revision(), table.revision());
    Ok(())
}

#[tokio::test]
async fn a_seat_can_be_taken_along_to_another_device() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben, place) = at_a_table(&server).await?;
    let phone = server.guest_with(Screen { width: 360, height: 780, ..Screen::default() }, still()).await?;
    phone.goto(&place.seat.human).await?;
    assert_eq!(phone.text("h1").await?, "Anna\u{2019}s seat at Congkak");
    phone.follow_named("button", "Play here as Anna").await?;
    let (_, who, _) = server.turn(&place, &anna, &ben).await;
    let who = if std::ptr::eq(who, &raw const anna) { &phone } else { who };
    who.answers(&server, &place, InputMethod::Clicking, 0).await?;
    let (table, ..) = server.turn(&place, &anna, &ben).await;
    for page in [&anna, &ben, &phone] {
        page.sees(&table).await?;
    }
    Ok(())
}

/// The visible buttons on the board that aren't over their own places.
const MISPLACED: &str = "Array.from(document.querySelectorAll('.hit:not([hidden])')).filter(hit => {
    const parts = Array.from(document.querySelectorAll(`[data-part='${hit.value.replaceAll(' ', '-')}']`));
    const part = parts.find(part => part.getClientRects().length).getBoundingClientRect();
    const { x, y, width, height } = hit.getBoundingClientRect();
    const [middle, center] = [x + width / 2, y + height / 2];
    return middle < part.left || middle > part.right || center < part.top || center > part.bottom;
}).map(hit => hit.value)";

#[tokio::test]
async fn a_player_on_the_upper_side_sees_it_at_the_bottom_and_can_flip_the_board() -> Result<()> {
    let server = TestServer::new();
    for game in Game::ALL {
        for (width, height) in [(1280, 800), (390, 844)] {
            let ben = server.guest_with(Screen { width, height, ..Screen::default() }, still()).await?;
            let setup = two_people(game, game.usual_size(), 5);
            let entries =
                entries_until(&setup, |table, asked| asked.seat == Seat::Computer && nth_move(0)(table, asked));
            let place = server.table(&setup, &entries, Pair { human: None, computer: Some(&ben) });
            let anna = server.guest().await?;
            anna.goto(&place.invite.human).await?;
            anna.follow_named("button", "Take the seat").await?;
            ben.goto(&place.url).await?;
            assert!(ben.count(".hit:not([hidden])").await? > 0);
            let turned = ben.exists("[data-turned]").await?;
            assert!(turned != anna.exists("[data-turned]").await?, "{game}: they face each other");
            assert_eq!(ben.eval(MISPLACED).await?.as_array().unwrap().len(), 0, "{game} at {width}");
            ben.eval("document.querySelector('[data-key=flip]').scrollIntoView({ block: 'center' })").await?;
            ben.click("[data-key=flip]").await?;
            ben.wait_until(&format!("!!document.querySelector('[data-turned]') !== {turned}")).await?;
            assert_eq!(ben.eval(MISPLACED).await?.as_array().unwrap().len(), 0, "flipped {game} at {width}");
            ben.reload().await?;
            assert!(ben.exists("[data-turned]").await? != turned, "it is remembered");
        }
    }
    Ok(())
}
