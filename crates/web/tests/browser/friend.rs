//! Two friends on two phones: one with Chromium, one with Firefox.

use parlor_host::{Looks, Preferences, Speed};
use parlor_rules::{Game, Pair};
use parlor_testkit::browser::{Browser, Options as Screen, Program, Result};

use crate::test_server::{Guest, TestServer, against_computer, entries_until, nth_move, still, two_people};

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

/// A few answers by the player who is asked. All pages follow.
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
async fn a_hidden_page_notifies_its_player_of_their_turn() -> Result<()> {
    let server = TestServer::new();
    let firefox = Browser::shared(Program::Firefox).await?;
    let anna = server.guest_with(phone(), still()).await?;
    let ben = server.guest_in(&firefox, phone(), Preferences { name: None, ..still() }).await?;
    let cy = server.guest_with(phone(), still()).await?;

    anna.goto(&server.url).await?;
    anna.follow_named("button", "Play a friend at Congkak").await?;
    let invitation = anna.value("[data-key=invite]").await?;
    let table = anna.url().await?;
    ben.goto(&invitation).await?;
    ben.fill("#name", "Ben").await?;
    ben.follow_named("button", "Take the seat").await?;
    anna.wait_for_text(".score", "Ben").await?;
    cy.goto(&table).await?;
    play(&anna, &ben, &[&cy], 4).await?;
    anna.wait_for("[data-presence][data-is=here]").await?;
    anna.wait_for("[data-watching]:not([hidden])").await?;

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
            return Ok(());
        }
        other.eval(&hidden(false)).await?;
        who = asked(&anna, &ben).await?;
    }
    panic!("one player has fifty turns");
}

/// The list of phrases is closed by a choice, and a phrase doesn't move anything on a phone.
#[tokio::test]
async fn a_phrase_does_not_move_the_page() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben) = (server.guest_with(phone(), still()).await?, server.guest_with(phone(), still()).await?);
    let setup = two_people(Game::Congkak, 7, 5);
    let entries = entries_until(&setup, nth_move(2));
    let place = server.table(&setup, &entries, Pair { human: Some(&anna), computer: Some(&ben) });
    for guest in [&anna, &ben] {
        guest.goto(&place.url).await?;
    }
    let places =
        "JSON.stringify(Array.from(document.querySelectorAll('.seat, .stage, .bar, .tools .button'), found => {
        const { x, y, width, height } = found.getBoundingClientRect();
        return [x, y, width, height];
    }))";
    let before = ben.eval(places).await?;
    anna.click("[data-key=say]").await?;
    anna.wait_for("details[data-key=phrases][open]").await?;
    anna.click("[name=phrase][value=have-to-go]").await?;
    anna.wait_for("details[data-key=phrases]:not([open])").await?;
    assert_eq!(anna.focused().await?, "Say");
    for guest in [&anna, &ben] {
        guest.wait_for_text("[data-phrase='0']", "Sorry, I have to go").await?;
    }
    assert_eq!(ben.eval(places).await?, before);
    assert!(ben.text("#live").await?.contains("Anna: Sorry, I have to go"), "it is read out");
    let fits = "(() => { const phrase = document.querySelector('[data-phrase=\"0\"]');
        return phrase.scrollWidth <= phrase.clientWidth && phrase.getBoundingClientRect().right < innerWidth; })()";
    assert_eq!(ben.eval(fits).await?, true);
    for guest in [&anna, &ben] {
        assert_eq!(guest.axe().await?, []);
        assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    }
    Ok(())
}

/// Counts the tones of a page.
const TONES: &str = "window.tones = 0;
    window.OscillatorNode = class extends OscillatorNode {
        constructor(...all) { super(...all); tones++; }
    }; 0";

#[tokio::test]
async fn sounds_are_played_only_if_turned_on() -> Result<()> {
    let server = TestServer::new();
    for sounds in [false, true] {
        let looks = Looks { speed: Speed::Fast, value_bar: false, sounds, ..Looks::default() };
        let guest = server.guest_with(phone(), Preferences { looks, ..still() }).await?;
        let setup = against_computer(Game::Congkak, 5, 0);
        let entries = entries_until(&setup, nth_move(0));
        let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
        guest.goto(&place.url).await?;
        guest.eval(TONES).await?;
        let before = revision(&guest).await?;
        guest.click(&guest.first_answer().await?).await?;
        guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
        assert_eq!(guest.eval("tones > 0").await?, sounds);
    }
    Ok(())
}
