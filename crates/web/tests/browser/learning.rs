//! Reviews, analysis, exercises and the tutor, with scripts and by keyboard.

use parlor_engine::{EngineJob, Limits};
use parlor_review::Tutor;
use parlor_rules::{Choice, Decision, Game, Pair, Seat};
use parlor_table::{Ask, Question, Table};
use parlor_testkit::browser::{Options as Screen, Person, Result};

use crate::playing::{InputMethod, key};
use crate::test_server::{Guest, Place, TestServer, a_bad_round, against_computer, entries_until, still};

async fn reviewed(person: &Person, place: &Place) -> Result<()> {
    person.goto(&format!("{}/review", place.url)).await?;
    person.wait_until("document.querySelector('.steps') && !document.querySelector('progress')").await
}

/// A review in progress is filled in on the open page, without reloading it.
#[tokio::test]
async fn partial_results_appear_without_reloading() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    let (setup, entries) = a_bad_round(Game::Congkak, 5, 2);
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    reviewed(&guest, &place).await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    assert!(!guest.texts(".steps tbody tr").await?.is_empty());
    // A link leads to a moment, and can be pressed by keyboard, too.
    guest.follow(".steps tbody tr:first-child a").await?;
    assert!(guest.exists(".steps tr.at").await?);
    Ok(())
}

/// Moves the focus to a control by keyboard, and presses it.
async fn press(person: &Person, name: &str) -> Result<()> {
    person.tab_to(name).await?;
    person.press("Enter").await
}

/// A move for which a strict tutor asks to confirm, if this question has one.
pub fn costly(table: &Table, question: &Question) -> Option<Choice> {
    let Ask::Decide(decision) = &question.ask else { return None };
    let is_move = matches!(decision, Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_));
    if !is_move || question.seat != Seat::Human || decision.choices().len() < 2 {
        return None;
    }
    let job = EngineJob { limits: Limits::effort(20_000), ..EngineJob::full_strength(decision.clone()) };
    let ranked = job.rank().unwrap();
    let worst = ranked.last()?.choice;
    Tutor::Strict.warning(table.game(), table.size()?, &ranked, worst).map(|_| worst)
}

/// A table at which Anna can make a costly choice, with the key and the label of its button.
async fn before_a_costly_choice(server: &TestServer, guest: &Guest) -> Result<(Place, String, String)> {
    for seed in 1.. {
        let setup = against_computer(Game::Canoga, 9, seed);
        let mut found = None;
        let entries = entries_until(&setup, |table, question| {
            found = costly(table, question);
            found.is_some()
        });
        let Some(choice) = found else { continue };
        let place = server.table(&setup, &entries, Pair { human: Some(guest), computer: None });
        guest.goto(&place.url).await?;
        let answer = format!("answer:{choice}");
        guest.open_list(&answer, InputMethod::Clicking).await?;
        let label = guest.text(&key(&answer)).await?;
        return Ok((place, answer, label));
    }
    unreachable!("some round has a costly choice")
}

/// From the setting to the tutor's question, all by keyboard: "Think again" plays nothing, and "Play it" plays the
/// choice.
async fn the_tutor_asks(scripts: bool) -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen { scripts, ..Screen::default() }, still()).await?;
    guest.goto(&format!("{}/settings", server.url)).await?;
    // A group of radio buttons is a single tab stop; arrow keys choose between them.
    guest.click("[name=tutor][value=strict]").await?;
    guest.tab_to("Save settings").await?;
    guest.press_to_follow("Enter").await?;
    assert!(guest.exists("[name=tutor][value=strict]:checked").await?);

    let (place, answer, costly) = before_a_costly_choice(&server, &guest).await?;
    let (before, _) = server.next(&place).await;
    for reply in ["Think again", "Play it"] {
        guest.open_list(&answer, InputMethod::Clicking).await?;
        press(&guest, &costly).await?;
        guest.wait_for("#tutor").await?;
        let question = guest.text("#tutor").await?;
        assert!(question.starts_with("This gives away "), "{question}");
        assert!(question.ends_with(". Play it, think again, or see why?"), "{question}");
        press(&guest, "See why").await?;
        guest.wait_for(".tutor .why li").await?;
        assert!(guest.text("#tutor").await?.ends_with(". Play it, or think again?"), "the reasons are already shown");
        assert_eq!(
            server.next(&place).await.0.revision(),
            before.revision(),
            "nothing is played before it is confirmed"
        );
        let findings = guest.axe().await?;
        assert!(findings.is_empty(), "{findings:?}");
        press(&guest, reply).await?;
        guest.wait_until("!document.querySelector('#tutor')").await?;
        let (after, _) = server.next(&place).await;
        assert_eq!(after.revision() > before.revision(), reply == "Play it", "{reply}");
    }
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn the_tutor_asks_with_scripts() -> Result<()> {
    the_tutor_asks(true).await
}

#[tokio::test]
async fn the_tutor_asks_without_scripts() -> Result<()> {
    the_tutor_asks(false).await
}

/// Sets up a position, corrects it, plays moves and undoes them, by keyboard alone.
async fn a_position_by_keyboard(scripts: bool) -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen { scripts, ..Screen::default() }, still()).await?;
    guest.goto(&server.url).await?;
    guest.tab_to("Analyse a position").await?;
    guest.press_to_follow("Enter").await?;
    guest
        .fill("#position", "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 x 5 5 5 0\nNext Player: Human\n")
        .await?;
    guest.tab_to("Analyse this position").await?;
    guest.press_to_follow("Enter").await?;
    assert!(guest.text("pre.picture").await?.contains("position:2:"), "the fault is named with its line");
    let text = guest.value("#position").await?;
    guest.fill("#position", &text.replace(" x ", " 5 ")).await?;
    guest.tab_to("Analyse this position").await?;
    guest.press_to_follow("Enter").await?;
    guest.wait_for(".ranks").await?;
    let first = guest.attribute("form.moves .button", "data-key").await?.unwrap();
    guest.open_list(&first, InputMethod::Keys).await?;
    let label = guest.text(&key(&first)).await?;
    press(&guest, &label).await?;
    guest.wait_for("ol.line li").await?;
    assert_eq!(guest.count("ol.line li").await?, 1);
    guest.tab_to("Back").await?;
    guest.press_to_follow("Enter").await?;
    guest.wait_for("[data-key=Next]").await?;
    // The browser counts a page with status 422 as an error.
    let errors = guest.console_errors().await?;
    assert!(errors.len() == 1 && errors[0].contains("422"), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn a_position_by_keyboard_with_scripts() -> Result<()> {
    a_position_by_keyboard(true).await
}

#[tokio::test]
async fn a_position_by_keyboard_without_scripts() -> Result<()> {
    a_position_by_keyboard(false).await
}

/// Clicks on places of a board change the position, and the settings beside it say who is next.
async fn a_position_on_its_board(scripts: bool) -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen { scripts, ..Screen::default() }, still()).await?;
    let text = "document.querySelector('#position').value";
    for (start, brush, place, wanted) in [
        ("canoga-9", None, "square human 4", "3 * 5"),
        ("congkak-5", Some("previous"), "pit C", "4"),
        ("kono-5", Some("put O"), "point 1 1", "O  W  W  W  W"),
    ] {
        guest.goto(&format!("{}/analyse?start={start}&by=hand", server.url)).await?;
        let before = guest.eval(text).await?;
        if let Some(brush) = brush {
            guest.click(&format!("[name=brush][value='{brush}']")).await?;
        }
        guest.click(&format!(".hit[value='{place}']")).await?;
        guest.wait_until(&format!("{text} !== {before}")).await?;
        let after = guest.value("#position").await?;
        assert!(after.contains(wanted), "{start}: {after}");
        guest.wait_for("[name=edit][value='turn human'][aria-pressed=true]").await?;
        guest.click("[name=edit][value='turn computer']").await?;
        guest.wait_for("[name=edit][value='turn computer'][aria-pressed=true]").await?;
        assert!(guest.value("#position").await?.contains("Computer"));
        if let Some(brush) = brush {
            assert!(guest.exists(&format!("[name=brush][value='{brush}']:checked")).await?);
        }
        guest.follow("[data-key=analyse-board]").await?;
        assert!(guest.exists(".stage .board").await?, "{start}");
    }
    // An impossible change is refused with a message, and changes nothing.
    guest.goto(&format!("{}/analyse?start=congkak-5&by=hand", server.url)).await?;
    let before = guest.value("#position").await?;
    guest.click("[name=brush][value=previous]").await?;
    guest.click(".hit[value='store human']").await?;
    guest.wait_for_text("#message", "There is no seed to take away.").await?;
    assert_eq!(guest.value("#position").await?, before);
    Ok(())
}

#[tokio::test]
async fn a_position_on_its_board_with_scripts() -> Result<()> {
    a_position_on_its_board(true).await
}

#[tokio::test]
async fn a_position_on_its_board_without_scripts() -> Result<()> {
    a_position_on_its_board(false).await
}

/// Arrow keys, the list of moves and the button that plays all move through a replay.
#[tokio::test]
async fn a_replay_can_be_moved_by_keys_and_links_and_plays_automatically() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    let (setup, entries) = a_bad_round(Game::Canoga, 9, 3);
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&format!("{}/replay", place.url)).await?;
    let at = |moment: &str| format!("document.querySelector('#moment').innerText.startsWith('Step {moment}')");
    for (key, moment) in [("ArrowRight", "2 "), ("ArrowRight", "3 "), ("ArrowLeft", "2 "), ("Home", "1 ")] {
        guest.press(key).await?;
        guest.wait_until(&at(moment)).await?;
    }
    guest.click("[data-key='moment:5']").await?;
    guest.wait_until(&at("5 ")).await?;
    assert_eq!(guest.count("[aria-current=step]").await?, 1);
    guest.click("[data-autoplay]").await?;
    guest.wait_until(&at("7 ")).await?;
    guest.click("[data-autoplay]").await?;
    guest.wait_for_text("[data-autoplay]", "Play").await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);

    // The graph of the review is one tab stop; the arrow keys move through its steps.
    reviewed(&guest, &place).await?;
    assert_eq!(guest.count(".dot-link:not([tabindex='-1'])").await?, 1);
    guest.eval("document.querySelector('.dot-link[aria-current]').focus()").await?;
    guest.press("ArrowLeft").await?;
    let focused = guest.eval("document.activeElement.matches('.dot-link:has(+ .dot-link[aria-current])')").await?;
    assert_eq!(focused, true);
    Ok(())
}

/// Once a round is reviewed, its end names the costliest decisions.
#[tokio::test]
async fn the_end_of_a_reviewed_round_lists_the_costliest_decisions() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    let (setup, entries) = a_bad_round(Game::Canoga, 9, 3);
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    assert!(guest.text("#result").await?.contains("the tournament"));
    assert!(!guest.exists(".asks .costly").await?);
    reviewed(&guest, &place).await?;
    guest.goto(&place.url).await?;
    assert_eq!(guest.count(".asks .costly li").await?, 3);
    guest.follow(".asks .costly li:first-child a").await?;
    assert!(guest.exists("#moment").await?);
    Ok(())
}

#[tokio::test]
async fn statistics_fit_a_narrow_phone() -> Result<()> {
    let server = TestServer::new();
    let phone = Screen { width: 320, height: 568, ..Screen::default() };
    let guest = server.guest_with(phone, still()).await?;
    let (setup, entries) = a_bad_round(Game::Canoga, 9, 3);
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    reviewed(&guest, &place).await?;
    guest.goto(&format!("{}/statistics", server.url)).await?;
    assert_eq!(guest.count("tbody td").await?, 8);
    let outside = "Array.from(document.querySelectorAll('td')).filter(cell => {
        const { left, right } = cell.getBoundingClientRect();
        return left < 0 || right > innerWidth || cell.scrollWidth > cell.clientWidth;
    }).length";
    assert_eq!(guest.eval(outside).await?, 0);
    assert_eq!(guest.eval("document.documentElement.scrollWidth <= innerWidth").await?, true);
    Ok(())
}

/// Regression: moves replaced the history entry of the previous page, so that Back left the analysis.
#[tokio::test]
async fn back_inside_an_analysis_left_it() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    guest.goto(&format!("{}/analyse", server.url)).await?;
    guest.goto(&format!("{}/analyse?start=congkak-5", server.url)).await?;
    let steps = |count: usize| format!("document.querySelectorAll('ol.line li').length === {count}");
    for count in 1..=2 {
        let first = guest.attribute("form.moves button", "data-key").await?.unwrap();
        guest.open_list(&first, InputMethod::Clicking).await?;
        guest.click(&key(&first)).await?;
        guest.wait_until(&steps(count)).await?;
    }
    for count in [1, 0] {
        guest.eval("history.back()").await?;
        guest.wait_until(&steps(count)).await?;
        assert!(guest.exists("form.moves button").await?);
    }
    guest.eval("history.forward()").await?;
    guest.wait_until(&steps(1)).await?;
    // The address is that of the page on screen, even after a reload.
    guest.reload().await?;
    guest.wait_until(&steps(1)).await?;
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

/// A try is posted and judged, and a single key leads to the next exercise.
#[tokio::test]
async fn a_try_and_the_next_mistake() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    let (setup, entries) = a_bad_round(Game::Canoga, 9, 3);
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    reviewed(&guest, &place).await?;
    guest.goto(&format!("{}/practice", server.url)).await?;
    guest.follow_named("link", "Try it").await?;
    let first = guest.url().await?;
    guest.follow_named("link", "Show me").await?;
    let best = guest.text("#answer .say").await?.replace("Best: ", "");
    guest.open_list("typed", InputMethod::Clicking).await?;
    guest.fill("#typed", &best).await?;
    guest.press("Enter").await?;
    guest.wait_for_text("#verdict", "Right: there is no better choice.").await?;
    guest.tab_to("Next mistake").await?;
    guest.press_to_follow("Enter").await?;
    assert_ne!(guest.url().await?, first);
    assert!(guest.exists("#task").await? && !guest.exists("#verdict").await?);
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}
