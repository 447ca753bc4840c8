//! Features of the script: updates without reloading, focus, text for screen readers, and animation.

use std::sync::Arc;

use parlor_host::{Looks, Preferences, Speed};
use parlor_rules::{Choice, Game, Level, Pair, Seat};
use parlor_table::{Answer, Entry, Player, Setup};
use parlor_testkit::browser::{Options as Screen, Result};

use crate::interruptions::Gate;
use crate::playing::{InputMethod, asked, key};
use crate::test_server::{
    Guest, Place, Plan, TestServer, against_computer, entries_until, nth_move, still, two_people,
};

/// A table with a single guest, who has to choose a move.
async fn alone(server: &TestServer, game: Game, screen: Screen, prefs: Preferences) -> Result<(Guest, Place)> {
    let guest = server.guest_with(screen, prefs).await?;
    let setup = against_computer(game, game.usual_size(), 3);
    let entries = entries_until(&setup, nth_move(2));
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    Ok((guest, place))
}

fn moving(speed: Speed) -> Preferences {
    let still = still();
    Preferences { looks: Looks { speed, ..still.looks }, ..still }
}

impl Guest {
    /// Presses a control and waits until the table has a new revision and the page shows it.
    async fn presses(&self, css: &str) -> Result<()> {
        let before = self.attribute("#main", "data-revision").await?.unwrap();
        self.click(css).await?;
        self.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await
    }

    async fn focus_key(&self) -> Result<String> {
        let name = self.eval("document.activeElement.dataset.key ?? document.activeElement.localName").await?;
        Ok(name.as_str().unwrap().to_owned())
    }

    async fn icon(&self) -> Result<String> {
        Ok(self.attribute("link[rel=icon]", "href").await?.unwrap())
    }
}

/// The points to which the chosen piece can move.
const TARGET: &str = ".hit:is(.target, .capture):not([hidden])";

#[tokio::test]
async fn choosing_asks_the_server_nothing_and_a_turn_is_one_request() -> Result<()> {
    let server = TestServer::new();
    let (guest, _) = alone(&server, Game::Kono, Screen::default(), moving(Speed::Fast)).await?;
    let requests = "performance.getEntriesByType('resource').filter(got => got.name.includes('/t/')).length";
    let piece = guest.first_key(".hit:not([hidden])").await?;
    let before = guest.eval(requests).await?;
    guest.click(&piece).await?;
    guest.wait_for(&format!("{piece}[aria-pressed=true]")).await?;
    assert_eq!(guest.eval(requests).await?, before, "a choice is marked by the page itself");
    let revision: u64 = guest.attribute("#main", "data-revision").await?.unwrap().parse().unwrap();
    guest.click(&guest.first_key(TARGET).await?).await?;
    // The page arrives with the novice's answer.
    guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) >= {}", revision + 2)).await?;
    let after = guest.eval(requests).await?.as_u64().unwrap();
    assert!(after <= before.as_u64().unwrap() + 2, "{before} requests, then {after}");
    Ok(())
}

/// The layout shifts since the page was opened: from where to where each element moved. The browser reports them late.
const SHIFTS: &str = "new Promise(done => {
    const shifts = [];
    const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const name = node => node?.className?.baseVal ?? (node?.className || node?.id || node?.nodeName);
    new PerformanceObserver(list => {
        for (const { hadRecentInput, sources } of list.getEntries()) {
            if (hadRecentInput) continue;
            shifts.push(sources.map(of => `${name(of.node)}: ${rect(of.previousRect)} to ${rect(of.currentRect)}`).join());
        }
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(shifts), 100)));
})";

/// Pages arrive in pieces, their style sheet and script later, and the value later still.
async fn nothing_shifts(width: u32, height: u32) -> Result<()> {
    let server = TestServer::new();
    let prefs = Preferences { looks: Looks { value_bar: true, ..still().looks }, ..still() };
    let mut shifts = Vec::new();
    for game in Game::ALL {
        let screen = Screen { width, height, ..Screen::default() };
        let guest = server.guest_with(screen, prefs.clone()).await?;
        let setup = against_computer(game, game.usual_size(), 3);
        let entries = entries_until(&setup, nth_move(2));
        let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
        guest.slow_down(30_000).await?;
        for (address, shown) in [
            (place.url.clone(), ".value:not(.earlier) [data-value]"),
            (format!("{}/replay?moment=3", place.url), "[data-autoplay]"),
        ] {
            guest.goto(&address).await?;
            guest.wait_for(shown).await?;
            for shift in guest.eval(SHIFTS).await?.as_array().unwrap() {
                shifts.push(format!("{game}, {shown}: {}", shift.as_str().unwrap()));
            }
        }
    }
    assert_eq!(shifts, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn nothing_shifts_after_the_first_paint() -> Result<()> {
    nothing_shifts(1280, 720).await
}

#[tokio::test]
async fn nothing_shifts_after_the_first_paint_on_a_phone() -> Result<()> {
    nothing_shifts(390, 844).await
}

async fn a_piece_can_be_dragged(screen: Screen) -> Result<()> {
    let server = TestServer::new();
    let (guest, _) = alone(&server, Game::Kono, screen, still()).await?;
    let revision: u64 = guest.attribute("#main", "data-revision").await?.unwrap().parse().unwrap();
    let first = "document.querySelector('.hits').dataset.answers.split('\\n')[0].split(';')";
    let spots = guest.eval(first).await?;
    let hit = |at: usize| format!(".hit[value='{}']", spots[at].as_str().unwrap());
    // A piece that is dropped where it can't go returns.
    guest.drag(&hit(1), "[data-key=undo]").await?;
    guest.wait_until("!document.querySelector('.hit[aria-pressed]')").await?;
    assert_eq!(guest.attribute("#main", "data-revision").await?.unwrap(), revision.to_string());
    guest.drag(&hit(1), &hit(2)).await?;
    guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {revision}")).await?;
    assert!(guest.eval("scrollY").await? == 0, "the page stays where it was");
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn a_piece_can_be_dragged_with_the_mouse() -> Result<()> {
    a_piece_can_be_dragged(Screen::default()).await
}

#[tokio::test]
async fn a_piece_can_be_dragged_with_a_finger() -> Result<()> {
    a_piece_can_be_dragged(Screen { width: 390, height: 844, touch: true, ..Screen::default() }).await
}

#[tokio::test]
async fn title_and_icon_show_the_players_turn() -> Result<()> {
    let gate = Arc::new(Gate::default());
    let server = TestServer::with(Plan { opponent: Some(gate.clone()), ..Plan::default() });
    let (guest, _) = alone(&server, Game::Kono, Screen::default(), still()).await?;
    assert_eq!(guest.title().await?, "* Your turn \u{2013} Kono \u{2013} Parlor");
    let mine = guest.icon().await?;
    let piece = guest.first_key(".hit:not([hidden])").await?;
    guest.click(&piece).await?;
    guest.wait_for(&format!("{piece}[aria-pressed=true]")).await?;
    guest.presses(&guest.first_key(TARGET).await?).await?;
    assert_eq!(guest.title().await?, "Kono \u{2013} Parlor");
    let theirs = guest.icon().await?;
    assert_ne!(mine, theirs);
    gate.open();
    guest.wait_until("document.title.startsWith('* Your turn')").await?;
    assert_eq!(guest.icon().await?, mine);
    for icon in [mine, theirs] {
        let fetched =
            guest.eval(&format!("fetch('{icon}').then(answer => answer.headers.get('content-type'))")).await?;
        assert_eq!(fetched, "image/svg+xml");
    }
    Ok(())
}

#[tokio::test]
async fn focus_returns_to_the_board_after_the_computers_turn() -> Result<()> {
    let gate = Arc::new(Gate::default());
    let server = TestServer::with(Plan { opponent: Some(gate.clone()), ..Plan::default() });
    let (guest, _) = alone(&server, Game::Kono, Screen::default(), still()).await?;
    let piece = guest.first_key(".hit:not([hidden])").await?;
    guest.reach(piece.split('"').nth(1).unwrap()).await?;
    guest.press("Enter").await?;
    guest.wait_for(&format!("{piece}[aria-pressed=true]")).await?;
    assert_eq!(key(&guest.focus_key().await?), piece, "a choice keeps the focus");
    // An arrow key moves the focus to a target.
    let before = guest.focus_key().await?;
    let mut moved = false;
    for arrow in ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"] {
        guest.press(arrow).await?;
        moved = guest.focus_key().await? != before;
        if moved {
            break;
        }
    }
    assert!(moved, "arrows move between what can be chosen");
    let target = guest.first_key(TARGET).await?;
    let revision = guest.attribute("#main", "data-revision").await?.unwrap();
    guest.reach(target.split('"').nth(1).unwrap()).await?;
    guest.press("Space").await?;
    guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {revision}")).await?;
    gate.open();
    guest.wait_for("#main[data-wait='0']").await?;
    let now = guest.focus_key().await?;
    assert_ne!(now, "body", "the focus is on a control for the next choice");
    Ok(())
}

#[tokio::test]
async fn the_question_keeps_the_focus_when_the_page_changes() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Canoga, Screen::default(), still()).await?;
    // Advice that was requested elsewhere arrives.
    let asks = format!(
        "document.querySelector('#ask').focus();
         fetch('{}/help', {{
             method: 'POST', body: new URLSearchParams({{ revision: document.querySelector('#main').dataset.revision }})
         }}).then(() => 0)",
        place.url
    );
    guest.eval(&asks).await?;
    guest.wait_for(".advice .ranks").await?;
    assert_eq!(guest.focus_key().await?, "ask");
    Ok(())
}

/// Otherwise, a tap whose button is replaced between its start and its click would be lost.
#[tokio::test]
async fn a_page_waits_for_the_end_of_a_tap() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Canoga, Screen::default(), still()).await?;
    let asks = format!(
        "fetch('{}/help', {{
             method: 'POST', body: new URLSearchParams({{ revision: document.querySelector('#main').dataset.revision }})
         }}).then(() => {{
             const advised = () => document.querySelector('.advice .ranks');
             window.order = advised() ? ['early'] : [];
             new MutationObserver(() => advised() && order.push('page')).observe(document, {{ childList: true, subtree: true }});
             document.body.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true }}));
             setTimeout(() => {{ order.push('click'); document.body.click(); }}, 200);
             return 0;
         }})",
        place.url
    );
    guest.eval(&asks).await?;
    guest.wait_for(".advice .ranks").await?;
    guest.wait_until("order.includes('click')").await?;
    assert_ne!(guest.eval("order[0]").await?, "page");
    Ok(())
}

#[tokio::test]
async fn typed_text_survives_updates() -> Result<()> {
    let server = TestServer::new();
    let (anna, ben) = (server.guest().await?, server.guest().await?);
    let setup = two_people(Game::Congkak, 7, 5);
    // Anna has played after Ben and has to choose again, so Ben can undo his decision only with her consent.
    let (mut before, mut last) = (None, None);
    let entries = entries_until(&setup, |table, question| {
        if !nth_move(0)(table, question) {
            return false;
        }
        (before, last) = (last, Some(question.seat));
        before == Some(Seat::Human)
            && last == before
            && table.records().any(|record| {
                matches!(
                    record.entry,
                    Entry::Decision { seat: Seat::Computer, answer: Answer::Choice(Choice::Congkak(_)), .. }
                )
            })
    });
    let place = server.table(&setup, &entries, Pair { human: Some(&anna), computer: Some(&ben) });
    let (_, next) = server.next(&place).await;
    assert_eq!(asked(&next), Some(Seat::Human));
    anna.goto(&place.url).await?;
    ben.goto(&place.url).await?;
    anna.open_list("typed", InputMethod::Clicking).await?;
    anna.click("#typed").await?;
    anna.type_text("ab").await?;
    anna.press("ArrowLeft").await?;
    anna.eval("window.field = document.activeElement; 0").await?;
    ben.click("[data-key=undo]").await?;
    anna.wait_for("#offer").await?;
    assert_eq!(anna.eval("document.activeElement === window.field && field.isConnected").await?, true);
    assert_eq!(anna.eval("field.value + field.selectionStart").await?, "ab1");
    anna.type_text("x").await?;
    assert_eq!(anna.value("#typed").await?, "axb");
    Ok(())
}

#[tokio::test]
async fn the_slider_of_a_replay_keeps_the_focus() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Canoga, Screen::default(), still()).await?;
    guest.goto(&format!("{}/replay", place.url)).await?;
    guest.eval("window.loadedOnce = true; document.querySelector('#slider').focus()").await?;
    for moment in [2, 3, 4] {
        guest.press("ArrowRight").await?;
        guest.wait_for_text("#moment", &format!("Step {moment} of")).await?;
        assert_eq!(guest.focus_key().await?, "slider");
    }
    assert_eq!(guest.eval("window.loadedOnce").await?, true);
    assert!(guest.url().await?.contains("moment=4"));
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn new_sentences_are_read_out_and_equal_ones_again() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Congkak, Screen::default(), still()).await?;
    let revision: u64 = guest.attribute("#main", "data-revision").await?.unwrap().parse().unwrap();
    guest.answers(&server, &place, InputMethod::Clicking, 0).await?;
    let (table, _) = server.next(&place).await;
    guest.sees(&table).await?;
    let spoken = guest.eval("document.querySelector('#live').textContent").await?;
    let newest = guest
        .eval("Array.from(document.querySelectorAll('.log li[data-revision]')).at(-1).innerText.replace(/\\s+/g, ' ')")
        .await?;
    assert!(spoken.as_str().unwrap().contains(newest.as_str().unwrap()), "{spoken} doesn't have {newest}");
    assert!(table.revision() > revision);
    // The text is never visible, only read by screen readers.
    assert_eq!(guest.attribute("#live", "class").await?.as_deref(), Some("hidden-visually"));

    let mut spoken = Vec::new();
    for _ in 0..3 {
        guest.eval("window.changes = 0; new MutationObserver(() => changes++).observe(document.querySelector('#live'), { childList: true, characterData: true, subtree: true })").await?;
        guest.open_list("typed", InputMethod::Clicking).await?;
        guest.fill("#typed", "xyzzy").await?;
        guest.press("Enter").await?;
        guest.wait_until("window.changes > 0 && document.querySelector('#message')").await?;
        spoken.push(guest.eval("document.querySelector('#live').textContent").await?.as_str().unwrap().to_owned());
    }
    assert_ne!(spoken[0], spoken[1]);
    assert_ne!(spoken[1], spoken[2]);
    assert_eq!(spoken[0].trim_end_matches('\u{a0}'), spoken[1].trim_end_matches('\u{a0}'));
    Ok(())
}

#[tokio::test]
async fn advice_is_read_out() -> Result<()> {
    let server = TestServer::new();
    let (guest, _) = alone(&server, Game::Canoga, Screen::default(), still()).await?;
    guest.click("[data-key=help]").await?;
    guest.wait_for(".advice .ranks").await?;
    let advised = guest.text(".advice .say").await?;
    let spoken = guest.text("#live").await?;
    assert!(spoken.starts_with(&format!("Advice: {advised}. ")), "{spoken}");
    Ok(())
}

#[test]
fn the_script_is_small() {
    let script = include_str!("../../assets/app.js");
    assert!(script.len() <= 27 << 10, "{} bytes", script.len());
}

/// Counts the motions from now on, and keeps the last board that was removed from the page.
const WATCH_MOTION: &str = "
    window.moves = [];
    window.caught = null;
    const own = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        moves.push(this.dataset.part ?? this.closest('[data-part]')?.dataset.part ?? this.localName);
        return own.apply(this, how);
    };
    new MutationObserver(changes => {
        for (const { target, removedNodes } of changes) {
            const part = target.closest?.('[data-part]')?.dataset.part;
            if (part && removedNodes.length) moves.push('= ' + part);
            for (const node of removedNodes) {
                if (node.matches?.('svg') || node.querySelector?.('[data-board]')) caught = node;
            }
        }
    }).observe(document.body, { childList: true, subtree: true });
    0";

/// A script that returns true if the board on screen equals the server's.
const OWN_BOARD: &str = "fetch(location.href).then(answer => answer.text()).then(text => {
    const doc = new DOMParser().parseFromString(text, 'text/html');
    return doc.querySelector('[data-board]').outerHTML === document.querySelector('[data-board]').outerHTML;
})";

async fn moves_and_ends(game: Game, width: u32) -> Result<()> {
    let server = TestServer::new();
    let screen = Screen { width, ..Screen::default() };
    let (guest, place) = alone(&server, game, screen, moving(Speed::Fast)).await?;
    guest.eval(WATCH_MOTION).await?;
    guest.answers(&server, &place, InputMethod::Clicking, 0).await?;
    let (table, _) = server.next(&place).await;
    guest.sees(&table).await?;
    let moved = guest.eval("moves").await?;
    let parts = moved.as_array().unwrap();
    assert!(parts.len() > 1, "{game}: {parts:?}");
    if game == Game::Congkak {
        assert!(parts.iter().any(|part| part == "hand"), "the hand travels: {parts:?}");
    }
    guest.wait_until(OWN_BOARD).await?;
    assert_eq!(
        guest.eval("document.getAnimations().filter(motion => !(motion instanceof CSSTransition)).length").await?,
        0
    );
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn canoga_moves_and_ends_in_its_own_board() -> Result<()> {
    moves_and_ends(Game::Canoga, 1280).await?;
    moves_and_ends(Game::Canoga, 360).await
}

#[tokio::test]
async fn congkak_moves_and_ends_in_its_own_board() -> Result<()> {
    moves_and_ends(Game::Congkak, 1280).await?;
    moves_and_ends(Game::Congkak, 360).await
}

#[tokio::test]
async fn kono_moves_and_ends_in_its_own_board() -> Result<()> {
    moves_and_ends(Game::Kono, 1280).await?;
    moves_and_ends(Game::Kono, 360).await
}

#[tokio::test]
async fn space_skips_the_animation_and_presses_nothing() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Congkak, Screen::default(), moving(Speed::Slow)).await?;
    let (table, _) = server.next(&place).await;
    guest.eval(WATCH_MOTION).await?;
    let hit = guest.first_key(".hit:not([hidden])").await?;
    guest.click(&hit).await?;
    guest.wait_until("moves.length > 0").await?;
    guest.press("Space").await?;
    let before = table.revision();
    guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
    let (now, _) = server.next(&place).await;
    guest.sees(&now).await?;
    let moved = guest.eval("moves.length").await?.as_u64().unwrap();
    let film = format!("fetch('{}/frames?from={before}&picture=wide').then(answer => answer.json())", place.url);
    let film = guest.eval(&film).await?;
    let all: usize =
        film["frames"].as_array().unwrap().iter().map(|frame| frame["parts"].as_array().unwrap().len()).sum();
    assert!(moved < all as u64 / 2, "{moved} of {all}");
    guest.wait_until(OWN_BOARD).await?;
    // Space would have played the focused pit again.
    assert_eq!(server.next(&place).await.0.revision(), now.revision());
    Ok(())
}

#[tokio::test]
async fn a_moving_board_has_a_visible_skip_button() -> Result<()> {
    const VISIBLE: &str = "(button => button.checkVisibility({ visibilityProperty: true })
        && button.getBoundingClientRect().top >= 0 && button.getBoundingClientRect().bottom <= innerHeight
    )(document.querySelector('[data-skip]'))";
    let server = TestServer::new();
    let phone = Screen { width: 390, height: 844, ..Screen::default() };
    let (guest, place) = alone(&server, Game::Congkak, phone, moving(Speed::Slow)).await?;
    let (table, _) = server.next(&place).await;
    assert_eq!(guest.eval(VISIBLE).await?, false, "nothing moves yet");
    guest.eval(WATCH_MOTION).await?;
    guest.click(&guest.first_key(".hit:not([hidden])").await?).await?;
    guest.wait_until("moves.length > 0").await?;
    guest.wait_until(VISIBLE).await?;
    guest.click("[data-skip]").await?;
    let before = table.revision();
    guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
    guest.sees(&server.next(&place).await.0).await?;
    guest.wait_until(OWN_BOARD).await?;
    assert_eq!(guest.eval(VISIBLE).await?, false, "nothing moves any more");
    Ok(())
}

/// Regression: beside a sentence without buttons, the button lay over the tools.
#[tokio::test]
async fn the_skip_button_lies_over_no_other_button() -> Result<()> {
    const WATCH_SKIP: &str = "new MutationObserver(() => {
        if (!document.body.classList.contains('moving') || window.covered) return;
        const skip = document.querySelector('[data-skip]').getBoundingClientRect();
        window.covered = Array.from(document.querySelectorAll('.tools .button')).filter(button => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            return left < skip.right && right > skip.left && top < skip.bottom && bottom > skip.top;
        }).map(button => button.innerText);
    }).observe(document.body, { attributeFilter: ['class'] })";
    let server = TestServer::new();
    // The tools of such a table are as wide as the question.
    let players = Pair::from_fn(|_| Player::Computer(Level::Novice));
    let setup = Setup { players, ..against_computer(Game::Kono, 9, 1) };
    let place = server.table(&setup, &[], Pair::default());
    let watcher = server.guest_with(Screen::default(), moving(Speed::Normal)).await?;
    watcher.goto(&place.url).await?;
    watcher.eval(WATCH_SKIP).await?;
    watcher.wait_until("window.covered").await?;
    assert_eq!(watcher.eval("covered").await?.as_array().unwrap(), &[] as &[serde_json::Value]);
    Ok(())
}

#[tokio::test]
async fn a_click_on_a_moving_board_only_shows_its_end() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Congkak, Screen::default(), moving(Speed::Slow)).await?;
    let (table, _) = server.next(&place).await;
    guest.eval(WATCH_MOTION).await?;
    let hit = guest.first_key(".hit:not([hidden])").await?;
    guest.click(&hit).await?;
    guest.wait_until("moves.length > 0").await?;
    guest.click(&hit).await?;
    let before = table.revision();
    guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
    let (now, _) = server.next(&place).await;
    guest.sees(&now).await?;
    assert_eq!(guest.count("#message").await?, 0, "nothing was sent");
    guest.wait_until(OWN_BOARD).await?;
    Ok(())
}

#[tokio::test]
async fn nothing_moves_if_reduced_motion_is_requested_or_animation_is_off() -> Result<()> {
    let server = TestServer::new();
    let calm = Screen { reduced_motion: true, ..Screen::default() };
    for (screen, speed) in [(calm, Speed::Slow), (Screen::default(), Speed::Off)] {
        for game in Game::ALL {
            let (guest, place) = alone(&server, game, screen.clone(), moving(speed)).await?;
            guest.eval(WATCH_MOTION).await?;
            guest.answers(&server, &place, InputMethod::Clicking, 0).await?;
            let (table, _) = server.next(&place).await;
            guest.sees(&table).await?;
            let moved = guest.eval("moves").await?;
            assert_eq!(moved.as_array().unwrap().len(), 0, "{game}: {moved}");
            let asked = guest
                .eval("performance.getEntriesByType('resource').filter(got => got.name.includes('/frames')).length")
                .await?;
            assert_eq!(asked, 0);
            assert_eq!(
                guest
                    .eval("document.getAnimations().filter(motion => !(motion instanceof CSSTransition)).length")
                    .await?,
                0
            );
        }
    }
    Ok(())
}

#[tokio::test]
async fn changes_between_a_page_and_its_stream_are_not_missed() -> Result<()> {
    let server = TestServer::new();
    let (guest, place) = alone(&server, Game::Congkak, Screen::default(), still()).await?;
    let first_event = |extra_changes: u64| {
        format!(
            "(async () => {{
                const reader = (await fetch('{}/events?extra_changes={extra_changes}')).body.getReader();
                const {{ value }} = await reader.read();
                reader.cancel();
                return new TextDecoder().decode(value).match(/event: ?(.*)/)[1];
            }})()",
            place.url
        )
    };
    guest.click("[data-key=help]").await?;
    guest.wait_for(".advice .ranks").await?;
    let seen: u64 = guest.attribute("#main", "data-extra_changes").await?.unwrap().parse().unwrap();
    assert!(seen > 0, "advice came");
    assert_eq!(guest.eval(&first_event(seen)).await?, "table");
    assert_eq!(guest.eval(&first_event(seen - 1)).await?, "extra");
    // After a restart, the server counts from the start.
    assert_eq!(guest.eval(&first_event(seen + 1)).await?, "extra");
    Ok(())
}
