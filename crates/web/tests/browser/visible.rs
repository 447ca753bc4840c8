//! Whenever a person has to answer, the board, the scores, the question and its answers are visible together.

use parlor_host::{Looks, Preferences, Speed};
use parlor_review::Tutor;
use parlor_rules::{Decision, Game, Pair, Seat};
use parlor_table::{Ask, DiceSource, Entry, Offer, Setup};
use parlor_testkit::browser::{Options as Screen, Result};
use parlor_view::guided_setup;

use crate::learning::costly;
use crate::test_server::{Guest, TestServer, against_computer, entries_until, nth_move, two_people};

/// Phones, tablets and desktops, in portrait and landscape.
const SIZES: [(u32, u32); 12] = [
    (320, 568),
    (360, 740),
    (390, 844),
    (568, 320),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1366, 657),
    (1920, 1080),
    (2560, 1440),
];

/// The faults of a page in this window: parts that are covered, too small, or outside the window.
const FAULTS: &str = r"(() => {
    const faults = [];
    const name = el => el.dataset.key ?? (el.id || el.className.baseVal || el.className || el.localName);
    const shown = css => [...document.querySelectorAll(css)].filter(el => el.checkVisibility({ visibilityProperty: true }));
    const inside = el => {
        const { left, top, right, bottom } = el.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
            faults.push(`${name(el)} is out of the window: ${[left, top, right, bottom].map(Math.round)}`);
        }
        return [left, top, right - left, bottom - top];
    };
    const uncovered = el => {
        const [left, top, width, height] = inside(el);
        for (const [across, down] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5]]) {
            const hit = document.elementFromPoint(left + width * across, top + height * down);
            if (hit !== el && !el.contains(hit) && !hit?.contains(el)) {
                faults.push(`${name(el)} is covered by ${hit && name(hit)}`);
                break;
            }
        }
        return [width, height];
    };
    const least = el => {
        const [width, height] = uncovered(el);
        const small = Math.min(innerWidth, innerHeight) === 320 && document.body.matches('.congkak.n11') ? 20 : 24;
        const wanted = el.matches('.hit') ? [small, small] : [24, 39.5];
        if (width < wanted[0] || height < wanted[1]) {
            faults.push(`${name(el)} is only ${width.toFixed(1)} by ${height.toFixed(1)}`);
        }
    };
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls to the side');
    const required = ['.seat .who', '.seat .points', '.ask h2', 'NEEDED'].filter(Boolean);
    for (const css of required) {
        if (!shown(css).length) faults.push(`${css} is missing`);
    }
    for (const el of shown('.stage .board, .seat')) inside(el);
    for (const el of shown('.seat .points, .ask h2')) uncovered(el);
    // A list beside the board only repeats its choices.
    for (const el of shown('.hit, .ask .button, .tools .button')) least(el.matches('.hidden-visually') ? el.parentElement : el);
    for (const el of shown('.asks p, .asks h2, .asks .button, .score p, .tools .button')) {
        const size = parseFloat(getComputedStyle(el).fontSize);
        if (size < 12 && el.textContent.trim()) faults.push(`the letters of ${name(el)} are ${size} pixels high`);
    }
    for (const el of shown('.stage text')) {
        const size = el.getAttribute('font-size') * el.getScreenCTM().d;
        if (size < 11.95) faults.push(`“${el.textContent}” on the board is ${size.toFixed(1)} pixels high`);
    }
    for (const el of shown('.seat p, .value p, .title h1, .title p, .ask h2, .ask .button, .tools .button')) {
        const cut = el.scrollWidth > el.clientWidth + 1 || el.matches('.what') && el.scrollHeight > el.clientHeight + 1;
        if (cut) faults.push(`“${el.textContent.trim()}” is cut`);
    }
    for (const el of shown('.seat .who')) {
        const text = document.createRange();
        text.selectNodeContents(el);
        const lines = new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size;
        if (lines > el.textContent.trim().split(/\s+/).length) faults.push(`“${el.textContent.trim()}” is broken`);
    }
    // Forced colours would show it, even transparent and one pixel high.
    if (shown('.hit').some(el => getComputedStyle(el).fontSize !== '0px')) faults.push('the names of places are drawn');
    const board = shown('.stage .board')[0]?.getBoundingClientRect();
    for (const el of shown('.asks, .status .score, .tools')) {
        const { left, top, right, bottom } = el.getBoundingClientRect();
        if (board && left < board.right - 1 && right > board.left + 1 && top < board.bottom - 1 && bottom > board.top + 1) {
            faults.push(`${name(el)} lies over the board`);
        }
    }
    return [...new Set(faults)];
})()";

/// The faults of one page in windows of every size.
async fn faults(guest: &Guest, name: &str, needed: &str) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let script = FAULTS.replace("NEEDED", needed);
    for (width, height) in SIZES {
        guest.resize(width, height).await?;
        for fault in guest.eval(&script).await?.as_array().unwrap() {
            faults.push(format!("{name} at {width}x{height}: {}", fault.as_str().unwrap()));
        }
    }
    Ok(faults)
}

async fn watcher(server: &TestServer) -> Result<Guest> {
    watcher_with(server, Tutor::Off).await
}

async fn watcher_with(server: &TestServer, tutor: Tutor) -> Result<Guest> {
    let looks = Looks { speed: Speed::Off, tutor, ..Looks::default() };
    let prefs = Preferences { name: Some("Anna".to_owned()), looks, ..Preferences::default() };
    server.guest_with(Screen::default(), prefs).await
}

/// A question for a move, at every board size of a game.
async fn moves_are_visible(game: Game) -> Result<()> {
    let server = TestServer::new();
    let anna = watcher(&server).await?;
    let mut found = Vec::new();
    for size in game.sizes() {
        let setup = against_computer(game, size, 7);
        let entries = entries_until(&setup, nth_move(3));
        let place = server.table(&setup, &entries, Pair { human: Some(&anna), computer: None });
        anna.goto(&place.url).await?;
        anna.wait_until("!document.querySelector('.value .unknown')").await?;
        found.extend(faults(&anna, &format!("{game} {size}"), ".hit").await?);
    }
    assert_eq!(found, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn a_move_of_canoga_is_visible_with_all_that_it_needs() -> Result<()> {
    moves_are_visible(Game::Canoga).await
}

#[tokio::test]
async fn a_move_of_congkak_is_visible_with_all_that_it_needs() -> Result<()> {
    moves_are_visible(Game::Congkak).await
}

#[tokio::test]
async fn a_move_of_kono_is_visible_with_all_that_it_needs() -> Result<()> {
    moves_are_visible(Game::Kono).await
}

#[tokio::test]
async fn every_other_question_is_visible_with_its_answers() -> Result<()> {
    let server = TestServer::new();
    let anna = watcher(&server).await?;
    let ben = server.guest().await?;
    let mut found = Vec::new();
    let until = |setup: &Setup, wanted: fn(&Ask) -> bool| {
        entries_until(setup, |_, question| question.seat == Seat::Human && wanted(&question.ask))
    };
    let alone = Pair { human: Some(&anna), computer: None };
    for game in Game::ALL {
        let setup = against_computer(game, game.usual_size(), 3);
        let entries = until(&setup, |ask| matches!(ask, Ask::Another));
        let place = server.table(&setup, &entries, alone);
        anna.goto(&place.url).await?;
        found.extend(faults(&anna, &format!("{game}, another round"), ".ask .button").await?);

        let setup = Setup { size: None, ..setup };
        let place = server.table(&setup, &[], alone);
        anna.goto(&place.url).await?;
        found.extend(faults(&anna, &format!("{game}, which size"), ".ask .button").await?);

        let guided = guided_setup(game, Some("Anna"));
        let entries = entries_until(&guided, nth_move(0));
        let holders = Pair { human: Some(anna.holder()), computer: None };
        let place = server.table_of(&guided, &entries, holders, "guided\n");
        anna.goto(&place.url).await?;
        found.extend(faults(&anna, &format!("{game}, guided"), ".guide").await?);

        let setup = against_computer(game, game.usual_size(), 7);
        let entries = entries_until(&setup, nth_move(2));
        let place = server.table(&setup, &entries, alone);
        // In Canoga you can give up only before a throw.
        if game != Game::Canoga {
            anna.goto(&format!("{}?sure=give-up", place.url)).await?;
            found.extend(faults(&anna, &format!("{game}, giving up"), "[data-key=sure]").await?);
        }
        anna.goto(&place.url).await?;
        // A busy server drops a request for advice.
        for _ in 0..3 {
            anna.reload().await?;
            if anna.exists(".advice .ranks").await? {
                break;
            }
            anna.click("[data-key=help]").await?;
            let _ = anna.wait_for(".advice .ranks").await;
        }
        assert!(anna.exists(".advice .ranks").await?, "{game}: no advice");
        found.extend(faults(&anna, &format!("{game}, with advice"), ".hit").await?);
    }
    let coin = against_computer(Game::Congkak, 7, 1);
    let place = server.table(&coin, &until(&coin, |ask| matches!(ask, Ask::Decide(Decision::Call))), alone);
    anna.goto(&place.url).await?;
    found.extend(faults(&anna, "heads or tails", ".ask .button").await?);
    for size in [9, 11] {
        let by_hand = Setup { dice: DiceSource::Manual, ..against_computer(Game::Canoga, size, 1) };
        let place = server.table(&by_hand, &[], alone);
        anna.goto(&place.url).await?;
        found.extend(faults(&anna, "dice by hand", "[data-key^=die2]").await?);
    }
    let friends = two_people(Game::Kono, 9, 5);
    let mut entries = entries_until(&friends, |table, question| {
        question.seat == Seat::Computer && nth_move(0)(table, question) && table.records().count() > 6
    });
    entries.push(Entry::Offer { seat: Seat::Computer, offer: Offer::Call });
    let place = server.table(&friends, &entries, Pair { human: Some(&anna), computer: Some(&ben) });
    anna.goto(&place.url).await?;
    found.extend(faults(&anna, "an offer", "[data-key=accept]").await?);
    assert_eq!(found, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn the_tutors_question_and_its_reasons_are_visible() -> Result<()> {
    let server = TestServer::new();
    let anna = watcher_with(&server, Tutor::Strict).await?;
    let mut found = Vec::new();
    for game in Game::ALL {
        let (mut choice, mut seed) = (None, 0);
        let (setup, entries) = loop {
            seed += 1;
            let setup = against_computer(game, game.usual_size(), seed);
            let entries = entries_until(&setup, |table, question| {
                choice = costly(table, question);
                choice.is_some()
            });
            if choice.is_some() {
                break (setup, entries);
            }
        };
        let place = server.table(&setup, &entries, Pair { human: Some(&anna), computer: None });
        anna.resize(1280, 800).await?;
        // The page has the question as soon as the engine has compared the moves.
        let choice = choice.unwrap().to_string().replace(' ', "+");
        let revision = server.next(&place).await.0.revision();
        anna.goto(&format!("{}?at={revision}&tutor={choice}", place.url)).await?;
        anna.reload_until_exists("#tutor").await?;
        found.extend(faults(&anna, &format!("{game}, the tutor"), "[data-key=play-it]").await?);
        anna.resize(1280, 800).await?;
        anna.click("[data-key=see-why]").await?;
        anna.wait_for(".tutor .why li").await?;
        found.extend(faults(&anna, &format!("{game}, the tutor's reasons"), ".tutor .why li").await?);
    }
    assert_eq!(found, [] as [&str; 0]);
    Ok(())
}

/// Scrolls down, and back up again. True if the notice was visible there, at the top of the window.
const NOTICE_WHEN_SCROLLED: &str = "(() => {
    const scroll = to => {
        for (const el of document.querySelectorAll('.view, .side')) el.scrollTop = to;
        scrollTo(0, to);
    };
    scroll(9999);
    const { top, bottom, left, right } = document.querySelector('#live').getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    scroll(0);
    return top === 0 && bottom - top > 16 && seen.id === 'live';
})()";

/// The notice stays on screen however the page is scrolled, and covers nothing that an answer needs.
#[tokio::test]
async fn a_lost_connection_stays_visible_and_its_end_is_announced() -> Result<()> {
    let server = TestServer::new();
    let anna = watcher(&server).await?;
    let mut found = Vec::new();
    for game in Game::ALL {
        let setup = against_computer(game, game.usual_size(), 7);
        let entries = entries_until(&setup, nth_move(3));
        let place = server.table(&setup, &entries, Pair { human: Some(&anna), computer: None });
        anna.goto(&place.url).await?;
        anna.wait_until("!document.querySelector('.value .unknown')").await?;
        anna.set_offline(true).await?;
        anna.wait_for_text("#live.notice", "No connection to the server. This page keeps trying.").await?;
        assert_eq!(anna.attribute("#live", "role").await?.as_deref(), Some("status"));
        for (width, height) in SIZES {
            anna.resize(width, height).await?;
            assert_eq!(anna.eval(NOTICE_WHEN_SCROLLED).await?, true, "{game} at {width}x{height}");
        }
        found.extend(faults(&anna, &format!("{game}, without a connection"), "#live.notice").await?);
        anna.set_offline(false).await?;
        anna.wait_until("!document.querySelector('#live.notice')").await?;
        assert_eq!(anna.text("#live").await?, "The connection is back.");
    }
    // A page without an event stream doesn't show the notice.
    anna.goto(&server.url).await?;
    anna.set_offline(true).await?;
    anna.wait_until("!navigator.onLine").await?;
    assert_eq!(anna.text("#live").await?, "");
    assert_eq!(found, [] as [&str; 0]);
    Ok(())
}
