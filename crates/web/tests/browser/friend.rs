//! Two friends at two phones, from the lobby to a rematch: one with Chromium, one with Firefox; others watch. Connections
//! are cut, and the server is stopped and started again.

use parlor_host::{Looks, Preferences, Speed};
use parlor_rules::{Game, Pair};
use parlor_testkit::browser::{Browser, Options as Screen, Program, Result};

use crate::house::{Guest, House, Plan, against_computer, entries_until, nth_move, still};

const PHONE: (u32, u32) = (390, 844);

fn phone() -> Screen {
    Screen { width: PHONE.0, height: PHONE.1, ..Screen::default() }
}

/// The one of two players who has to answer. Both may wait a moment for the other's answer.
async fn asked<'a>(one: &'a Guest, two: &'a Guest) -> Result<&'a Guest> {
    loop {
        for guest in [one, two] {
            if guest.exists("#main[data-wait='0'] :is(#ask, #result)").await? {
                return Ok(guest);
            }
        }
    }
}

async fn revision(guest: &Guest) -> Result<u64> {
    Ok(guest.attribute("#main", "data-revision").await?.unwrap().parse().unwrap())
}

/// A few answers by whoever is asked. All pages follow.
async fn play(one: &Guest, two: &Guest, viewers: &[&Guest], answers: usize) -> Result<()> {
    for _ in 0..answers {
        let who = asked(one, two).await?;
        let before = revision(who).await?;
        who.click(&who.first_answer().await?).await?;
        let newer = format!("Number(document.querySelector('#main').dataset.revision) > {before}");
        for guest in [one, two].iter().chain(viewers) {
            guest.wait_until(&newer).await?;
        }
    }
    Ok(())
}

/// What a browser does when it loses its connection or gets it back.
const RECONNECT: &str = "dispatchEvent(new Event('online'))";

/// The page looks hidden, or visible again.
fn hidden(is: bool) -> String {
    format!(
        "Object.defineProperty(document, 'hidden', {{ get: () => {is}, configurable: true }}); \
         document.dispatchEvent(new Event('visibilitychange'))"
    )
}

/// Replaces the browser's notifications, which need its user's permission.
const NOTICES: &str = "window.notices = [];
    window.Notification = class {
        static permission = 'granted';
        constructor(title) { notices.push(title); }
        close() {}
    }; 0";

#[tokio::test]
async fn two_friends_play_from_the_lobby_to_a_rematch() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let house = House::with(Plan { store: Some(&file), ..Plan::default() });
    let firefox = Browser::shared(Program::Firefox).await?;
    let anna = house.guest_with(phone(), still()).await?;
    let ben = house.guest_in(&firefox, phone(), Preferences { name: None, ..still() }).await?;
    // One viewer has scripts, the other hasn't.
    let cy = house.guest_with(phone(), still()).await?;
    let dan = house.guest_with(Screen { scripts: false, ..phone() }, still()).await?;

    anna.goto(&house.url).await?;
    anna.follow_named("button", "Play a friend at Congkak").await?;
    let invitation = anna.value("[data-key=invite]").await?;
    let table = anna.url().await?;
    anna.eval("window.loadedOnce = true").await?;
    ben.goto(&invitation).await?;
    ben.fill("#name", "Ben").await?;
    ben.follow_named("button", "Take the seat").await?;
    anna.wait_for_text(".score", "Ben").await?;
    assert_eq!(anna.eval("window.loadedOnce").await?, true, "the invitation has turned into the game");
    cy.goto(&table).await?;
    play(&anna, &ben, &[&cy], 4).await?;
    anna.wait_for("[data-presence][data-is=here]").await?;
    anna.wait_for("[data-watching]:not([hidden])").await?;

    // A hidden page still learns that it is its player's turn.
    let mut who = asked(&anna, &ben).await?;
    for _ in 0..50 {
        let other = if std::ptr::eq(who, &raw const anna) { &ben } else { &anna };
        other.eval(NOTICES).await?;
        other.eval(&hidden(true)).await?;
        who.wait_for("[data-presence][data-is=away]").await?;
        let before = revision(who).await?;
        who.click(&who.first_answer().await?).await?;
        who.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
        if who.exists("#main[data-wait='1']").await? {
            other.wait_until("document.title.startsWith('* Your turn')").await?;
            assert_eq!(other.eval("notices[0]").await?, "Your turn \u{2013} Congkak \u{2013} Parlor");
            other.eval(&hidden(false)).await?;
            break;
        }
        other.eval(&hidden(false)).await?;
        who = asked(&anna, &ben).await?;
    }

    // Everybody's connection is cut, and the server is stopped and started again, in the middle of the game.
    for guest in [&anna, &ben, &cy] {
        guest.eval(RECONNECT).await?;
    }
    play(&anna, &ben, &[&cy], 2).await?;
    let address = house.close();
    let house = House::with(Plan { store: Some(&file), address: Some(address), ..Plan::default() });
    for guest in [&anna, &ben, &cy] {
        guest.eval(RECONNECT).await?;
    }
    play(&anna, &ben, &[&cy], 2).await?;
    dan.goto(&table).await?;
    assert!(dan.text(".score").await?.contains("Ben"));
    assert_eq!(dan.count(".hit, #ask").await?, 0);

    // The one who is asked gives up; the host wants no other round.
    let who = asked(&anna, &ben).await?;
    who.goto(&format!("{table}?sure=give-up")).await?;
    who.click("[data-key=sure]").await?;
    anna.wait_for("[data-key='answer:no more'], #result").await?;
    if anna.exists("[data-key='answer:no more']").await? {
        anna.click("[data-key='answer:no more']").await?;
    }
    for guest in [&anna, &ben, &cy] {
        guest.wait_for("#result").await?;
    }
    anna.follow("[data-key=rematch]").await?;
    let again = anna.url().await?;
    assert_ne!(again, table);
    ben.wait_for_text("#rematch", "Anna wants a rematch.").await?;
    ben.follow("[data-key=rematch]").await?;
    assert_eq!(ben.url().await?, again);
    cy.follow_named("link", "Watch the rematch").await?;
    assert_eq!(cy.url().await?, again);
    play(&anna, &ben, &[&cy], 3).await?;
    for guest in [&anna, &ben, &cy] {
        let errors = guest.console_errors().await?;
        let cut = |error: &&String| error.contains("net::ERR") || error.contains("was interrupted");
        let errors: Vec<_> = errors.iter().filter(|error| !cut(error)).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    drop(house);
    Ok(())
}

/// Counts the tones of a page.
const TONES: &str = "window.tones = 0;
    window.OscillatorNode = class extends OscillatorNode {
        constructor(...all) { super(...all); tones++; }
    }; 0";

#[tokio::test]
async fn sounds_are_heard_only_by_those_who_want_them() -> Result<()> {
    let house = House::new();
    for sounds in [false, true] {
        let looks = Looks { speed: Speed::Fast, value_bar: false, sounds, ..Looks::default() };
        let guest = house.guest_with(phone(), Preferences { looks, ..still() }).await?;
        let setup = against_computer(Game::Congkak, 5, 0);
        let entries = entries_until(&setup, nth_move(0));
        let place = house.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
        guest.goto(&place.url).await?;
        guest.eval(TONES).await?;
        let before = revision(&guest).await?;
        guest.click(&guest.first_answer().await?).await?;
        guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
        assert_eq!(guest.eval("tones > 0").await?, sounds);
    }
    Ok(())
}
