//! Whole rounds of each game by forms alone, at novice level.

use std::sync::Arc;

use crate::kit::{Browser, Dice, Page, TestServer, options};
use crate::reopening::open_store;

/// The button that plays squares, once they add up.
const COMPLETE: &str = "[data-key=play]:not([disabled])";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    Buttons,
    Typing,
    Board,
}

/// Plays until the round is over, and returns the number of answers.
async fn play_round(ada: &mut Browser, way: Way, dice: &Dice) -> usize {
    let mut forward = None;
    for answers in 0..600 {
        ada.ready().await;
        assert_eq!(ada.page.status, 200, "{}", ada.page.text());
        if ada.page.round_is_over() {
            return answers;
        }
        // An offer of the computer player is a separate question.
        if ada.page.has("[data-key=decline]") {
            ada.press("decline").await;
            continue;
        }
        match way {
            Way::Board if !ada.page.hits().is_empty() => on_board(ada, dice, &mut forward).await,
            Way::Buttons | Way::Board => by_buttons(ada, dice, &mut forward, false).await,
            Way::Typing => by_buttons(ada, dice, &mut forward, true).await,
        }
    }
    panic!("the round doesn't end");
}

/// The direction in which the player's Kono pieces advance. Must be called when a first piece can be chosen.
fn direction(page: &Page) -> &'static str {
    let rows = page.answers().into_iter().filter_map(|(_, value)| value.strip_prefix("point ")?.get(..1)?.parse().ok());
    let rows: Vec<usize> = rows.collect();
    let side: usize = page.all("[data-board] [data-part^=point-]").len().isqrt();
    if rows.iter().sum::<usize>() * 2 < rows.len() * (side + 1) { "south" } else { "north" }
}

async fn by_buttons(ada: &mut Browser, dice: &Dice, forward: &mut Option<&'static str>, typing: bool) {
    let table = ada.table();
    let mut answers = ada.page.answers();
    assert!(!answers.is_empty(), "{}", ada.page.text());
    if answers.iter().any(|(field, _)| field == "spot") {
        let forward = *forward.get_or_insert_with(|| direction(&ada.page));
        // Look for a piece that can advance, or the round might never end.
        for _ in 0..20 {
            let (_, piece) = dice.pick(&answers).unwrap();
            ada.choose("spot", piece).await;
            let steps = ada.page.answers();
            if steps.iter().any(|(_, step)| step.contains(&format!(" {forward}"))) {
                break;
            }
            ada.go(&table).await;
        }
        if !ada.at.contains("pick=") {
            let (_, piece) = dice.pick(&answers).unwrap();
            ada.choose("spot", piece).await;
        }
        let steps = ada.page.answers();
        let on: Vec<_> = steps.iter().filter(|(_, step)| step.contains(&format!(" {forward}"))).cloned().collect();
        answers = if on.is_empty() { steps } else { on };
    }
    let (field, value) = dice.pick(&answers).unwrap().clone();
    if typing && ada.page.has("form.typed") {
        let line = match value.as_str() {
            "play" => "go",
            value => value.strip_prefix("step ").or(value.strip_prefix("size ")).unwrap_or(value),
        };
        ada.say(line).await;
    } else {
        ada.choose(&field, &value).await;
    }
}

async fn on_board(ada: &mut Browser, dice: &Dice, forward: &mut Option<&'static str>) {
    if ada.page.answers().iter().any(|(field, _)| field == "spot") {
        let forward = *forward.get_or_insert_with(|| direction(&ada.page));
        for _ in 0..20 {
            let hits = ada.page.hits();
            let piece = dice.pick(&hits).unwrap();
            ada.press(&format!("spot:{piece}")).await;
            let steps = ada.page.answers();
            if let Some((_, step)) = steps.iter().find(|(_, step)| step.contains(&format!(" {forward}"))) {
                let target = target(step);
                ada.press(&format!("spot:{target}")).await;
                return;
            }
            // Choosing the same piece again deselects it.
            ada.press(&format!("spot:{piece}")).await;
        }
        return by_buttons(ada, dice, &mut Some(forward), false).await;
    }
    // Canoga: squares until they add up. Congkak: one pit.
    let revision = ada.page.revision();
    for _ in 0..8 {
        if ada.page.has(COMPLETE) {
            ada.press("play").await;
        } else {
            let pressed: Vec<String> = {
                let dom = ada.page.dom();
                let chosen = crate::kit::select("form.hits button[aria-pressed]");
                dom.select(&chosen).filter_map(|hit| hit.attr("value").map(str::to_owned)).collect()
            };
            let hits: Vec<String> = ada.page.hits().into_iter().filter(|hit| !pressed.contains(hit)).collect();
            let hit = dice.pick(&hits).expect("a choice that was begun can be finished");
            ada.press(&format!("spot:{hit}")).await;
        }
        assert_eq!(ada.page.status, 200);
        if ada.page.revision() != revision {
            return;
        }
    }
    panic!("a choice takes too many places: {}", ada.page.text());
}

/// The place that a step like "step 2 1 southeast" leads to.
fn target(step: &str) -> String {
    let words: Vec<&str> = step.split(' ').collect();
    let (row, column): (u8, u8) = (words[1].parse().unwrap(), words[2].parse().unwrap());
    let row = if words[3].starts_with("north") { row - 1 } else { row + 1 };
    let column = if words[3].ends_with("west") { column - 1 } else { column + 1 };
    format!("point {row} {column}")
}

async fn round(game: &str, way: Way) {
    let server = TestServer::with(options(), None);
    let mut ada = server.browser();
    ada.set_up(game, &[("level", "novice".into()), ("size", "".into())]).await;
    let dice = Dice::seeded(7);
    let answers = play_round(&mut ada, way, &dice).await;
    assert!(answers > 2, "{game} {way:?}: {:?}", ada.page.log());
    assert!(ada.page.all("ol.log p.result").iter().any(|line| !line.is_empty()), "{:?}", ada.page.log());
    assert!(ada.page.log().iter().any(|line| line.starts_with("Totals")), "{:?}", ada.page.log());
    if ada.page.has("#result") {
        return;
    }
    if way == Way::Typing {
        ada.say("yes").await;
    } else {
        ada.choose("answer", "another round").await;
    }
    ada.ready().await;
    assert_eq!(server.table(&ada.id()).round(), 2);
    assert!(ada.page.one(".title p").contains("round 2"), "{}", ada.page.one(".title p"));
    let chips = ada.page.all("ul.chips a");
    assert!(chips.contains(&"Round 1".to_owned()), "{chips:?}");
    let first = format!("{}?round=1", ada.table());
    let log = ada.go(&first).await.log();
    assert!(log[0].starts_with("Round 1"), "{log:?}");
    assert!(ada.page.has("#ask"), "the round in play can be answered beside an earlier log");
}

macro_rules! rounds {
    ($($name:ident: $game:literal, $way:ident;)*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            round($game, Way::$way).await;
        })*
    };
}

rounds! {
    a_round_of_canoga_by_buttons: "canoga", Buttons;
    a_round_of_canoga_by_typing: "canoga", Typing;
    a_round_of_canoga_on_the_board: "canoga", Board;
    a_round_of_congkak_by_buttons: "congkak", Buttons;
    a_round_of_congkak_by_typing: "congkak", Typing;
    a_round_of_congkak_on_the_board: "congkak", Board;
    a_round_of_kono_by_buttons: "kono", Buttons;
    a_round_of_kono_by_typing: "kono", Typing;
    a_round_of_kono_on_the_board: "kono", Board;
}

/// A tournament of two short rounds, to its end.
#[tokio::test(flavor = "multi_thread")]
async fn no_more_rounds_ends_the_tournament() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    play_round(&mut ada, Way::Buttons, &Dice::seeded(2)).await;
    assert!(ada.page.question().contains("nother round"), "{}", ada.page.question());
    ada.say("no").await;
    assert!(ada.page.has("#result"));
    assert!(!ada.page.has("#ask") && !ada.page.waits());
    assert!(ada.page.has("form[action$='/rematch']"), "the same game again");
    ada.go("/").await;
    assert_eq!(ada.page.all("ul.list .tag"), ["\u{25a0} Ended"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn giving_up_needs_a_confirmation() {
    let server = TestServer::open();
    for game in ["canoga", "congkak", "kono"] {
        let mut ada = server.browser();
        ada.set_up(game, &[("seats", "here".into())]).await;
        let begun = |page: &Page| game != "kono" || page.text().contains("points in this round so far");
        ada.answer_until(|page| page.has("a[data-key=give-up]") && begun(page)).await;
        let revision = ada.page.revision();
        let link = ada.page.attribute("a[data-key=give-up]", "href").unwrap();
        ada.go(&link).await;
        let asked = ada.page.one("#sure");
        let starts = if game == "kono" {
            "Give up the round? That costs you 5 points, and the round is scored now: "
        } else {
            "Give up? Neither player scores this round, and the tournament ends: "
        };
        assert!(asked.starts_with(starts), "{asked}");
        assert_eq!(ada.page.revision(), revision, "nothing happens yet");
        assert!(ada.page.has("a[data-key=not-sure]"));
        ada.press("sure").await;
        assert_eq!(ada.page.status, 200);
        assert!(
            ada.page.log().iter().any(|line| line == "Human 2 gives up." || line == "Human gives up."),
            "{game}: {:?}",
            ada.page.log()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_of_line_mode_work_at_the_table() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    ada.first_move().await;
    let table = ada.table();
    ada.say("rules").await;
    assert_eq!(ada.at, "/how-to-play/congkak");
    ada.go(&table).await;
    ada.say("leave").await;
    assert_eq!(ada.at, "/");
    ada.go(&table).await;
    ada.say("?").await;
    assert_eq!(ada.page.status, 422);
    assert!(!ada.page.notice().is_empty());
    ada.say("pit Z").await;
    assert_eq!(ada.page.status, 422);
    assert!(ada.page.notice().ends_with('.'), "{}", ada.page.notice());
    assert!(ada.page.has("#ask"), "the page shows the current question");
    ada.say("").await;
    assert_eq!(ada.page.status, 422, "an empty line isn't an answer");
}

type Fields<'a> = &'a [(&'a str, &'a str)];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_answers_change_nothing_and_are_explained() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    ada.first_move().await;
    let (answer, revision) = (format!("{}/answer", ada.table()), ada.page.revision().to_string());
    let wrong: [(Fields<'_>, u16, &str); 12] = [
        (&[], 400, "The form has no answer."),
        (&[("answer", "fly away")], 400, "The field \u{201c}answer\u{201d} has to be an answer as in the journal"),
        (&[("answer", "cover 4 2")], 422, ""),
        (&[("answer", "size 9")], 422, ""),
        (&[("answer", "file /etc/passwd")], 422, ""),
        (&[("spot", "under the table")], 400, "has to be a place on the board"),
        (&[("coin", "edge")], 400, "The coin must show heads or tails."),
        (&[("coin", "heads")], 422, "There is nothing to throw now."),
        (&[("throw", "1")], 422, "There is nothing to throw now."),
        (&[("typed", &"x".repeat(5000))], 422, ""),
        (&[("typed", "\u{0}\u{1b}[2J")], 422, ""),
        (&[("answer", "pit 99999999999999999999")], 400, ""),
    ];
    for (fields, status, sentence) in wrong {
        let mut all = vec![("revision", revision.as_str())];
        all.extend(fields);
        let page = ada.post(&answer, &all).await;
        assert_eq!(page.status, status, "{fields:?}: {}", page.text());
        assert!(page.says(sentence), "{fields:?}: {}", page.text());
    }
    assert_eq!(ada.reload().await.revision().to_string(), revision);
    assert_eq!(ada.post(&answer, &[("answer", "pit C")]).await.status, 400, "the revision is missing");
    let page = ada.post(&answer, &[("answer", "pit C"), ("revision", "last")]).await;
    assert!(page.status == 400 && page.says("the number of the revision on the page"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_address_shows_the_table() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("canoga", &[("seats", "here".into())]).await;
    let table = ada.table();
    for query in [
        "?round=99",
        "?round=x",
        "?at=1&pick=pit%20P",
        "?pick=%ff,,,",
        "?sure=yes",
        "?sure=give-up",
        "?at=-1",
        "?at=0&pick=square+human+4,square+human+4,square+human+99",
    ] {
        let page = ada.fetch(&format!("{table}{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        assert_eq!(page.one("h1"), "Canoga", "{query}");
    }
}

/// With a store on disk, a table survives a restart of the server.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_survives_a_restart_of_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.sqlite");
    let mut ada = {
        let server = TestServer::on(options(), Arc::new(open_store(&path)), None);
        let mut ada = server.browser();
        ada.set_up("congkak", &[("level", "novice".into()), ("name", "Ada".into())]).await;
        for _ in 0..4 {
            ada.ready().await;
            let answers = ada.page.answers();
            ada.choose(&answers[0].0, &answers[0].1).await;
        }
        ada.ready().await;
        ada
    };
    let old = ada.page.clone();
    // The first server's store is closed before the second server opens it.
    ada.moves_to(&TestServer::open());
    let server = TestServer::on(options(), Arc::new(open_store(&path)), None);
    ada.moves_to(&server);
    ada.reload().await;
    assert_eq!(ada.page.log(), old.log());
    assert_eq!(ada.page.answers(), old.answers());
    ada.choose(&old.answers()[0].0, &old.answers()[0].1).await;
    assert_eq!(ada.page.status, 200);
    assert!(ada.page.revision() > old.revision());
}

/// A choice of three or more squares: squares that were already chosen stay chosen.
#[tokio::test(flavor = "multi_thread")]
async fn three_squares_are_chosen_one_after_the_other() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let throws = crate::kit::file("throws", "6 6\n1 1\n6 6\n6 6\n6 6\n");
    ada.set_up("canoga", &[("seats", "here".into()), ("dice", "file".into()), ("throws", throws)]).await;
    ada.first_move().await;
    let answers = ada.page.answers();
    let (_, answer) = answers.iter().find(|(_, value)| value.split(' ').count() == 4).expect("12 has such a way");
    let numbers: Vec<&str> = answer.split(' ').skip(1).collect();
    let row = ada.page.hits()[0].rsplit_once(' ').unwrap().0.to_owned();
    let revision = ada.page.revision();
    for number in &numbers {
        ada.press(&format!("spot:{row} {number}")).await;
        assert_eq!(ada.page.status, 200);
    }
    if ada.page.revision() == revision {
        assert!(ada.page.has(COMPLETE), "{}", ada.page.text());
        ada.press("play").await;
    }
    let covered = format!("covers {}, {} and {}.", numbers[0], numbers[1], numbers[2]);
    assert!(ada.page.log().iter().any(|line| line.ends_with(&covered)), "{covered} in {:?}", ada.page.log());
}

/// A long log is cut at its beginning, and one click shows all of it.
#[tokio::test(flavor = "multi_thread")]
async fn the_whole_log_of_a_long_round_can_be_read() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("seats", "here".into())]).await;
    let cut = "ol.log li a";
    ada.answer_until(|page| page.has(cut)).await;
    assert!(!ada.page.log().iter().any(|line| line.starts_with("Round 1")));
    let link = ada.page.attribute(cut, "href").unwrap();
    ada.go(&link).await;
    assert!(ada.page.log()[0].starts_with("Round 1"), "{:?}", ada.page.log());
    assert!(!ada.page.has(cut));
}
