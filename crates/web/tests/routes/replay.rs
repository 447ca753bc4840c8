//! Replays of games.

use crate::kit::{Browser, TestServer};

async fn two_rounds(server: &TestServer) -> Browser {
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "programs".into()), ("rounds", "2".into())]).await;
    ada.until("the end", |page| page.has("#result")).await;
    ada
}

fn moment(browser: &Browser) -> (usize, usize) {
    let words = browser.page.one("#moment");
    let mut numbers = words.split(' ').filter_map(|word| word.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slider_leads_through_the_moments() {
    let server = TestServer::open();
    let mut ada = two_rounds(&server).await;
    let table = ada.table();
    ada.go(&format!("{table}/replay")).await;
    let (first, count) = moment(&ada);
    assert_eq!(first, 1);
    assert!(count > 20);
    ada.fill_and_press(&[("moment", "7")], "Show").await;
    assert_eq!(moment(&ada), (7, count));
    assert!(ada.page.has("[data-board] svg") && !ada.page.all(".moment p").is_empty());
    let middle = ada.page.all(".moment p");
    ada.go(&format!("{table}/replay?moment={count}")).await;
    assert_ne!(ada.page.all(".moment p"), middle);
    for (asked, shown) in [("0", 1), ("999999", count), ("x", 1)] {
        ada.go(&format!("{table}/replay?moment={asked}")).await;
        assert_eq!((ada.page.status, moment(&ada)), (200, (shown, count)), "{asked}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_round_can_be_replayed_separately() {
    let server = TestServer::open();
    let mut ada = two_rounds(&server).await;
    let table = ada.table();
    ada.go(&format!("{table}/replay")).await;
    let (_, all) = moment(&ada);
    let mut sum = 0;
    for round in 1..=2 {
        ada.go(&format!("{table}/replay?round={round}")).await;
        sum += moment(&ada).1;
        ada.fill_and_press(&[("moment", "3")], "Show").await;
        assert_eq!(moment(&ada).0, 3);
        assert!(ada.at.contains(&format!("round={round}")) || ada.page.value("input[name=round]") == round.to_string());
        assert_eq!(ada.page.all("nav [aria-current=page]"), [format!("Round {round}")]);
    }
    assert!(sum <= all + 2 && sum + 4 > all, "{sum} of {all}");
    for strange in ["9", "0", "-1"] {
        let page = ada.fetch(&format!("{table}/replay?round={strange}")).await;
        assert_eq!(page.status, 200, "round {strange}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_where_nothing_has_happened_has_nothing_to_replay() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("size", "".into()), ("seats", "here".into())]).await;
    let path = format!("{}/replay", ada.table());
    let page = ada.fetch(&path).await;
    assert_eq!(page.status, 200);
    assert!(page.says("The board isn't set up yet.") || page.says("Nothing has happened yet"));
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_contain_the_changes_since_a_revision() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    ada.first_move().await;
    let answers = ada.page.answers();
    let before = ada.page.revision();
    ada.choose(&answers[0].0, &answers[0].1).await;
    let after = ada.page.revision();
    let table = ada.table();
    for picture in ["wide", "narrow", "round", ""] {
        let page = ada.fetch(&format!("{table}/frames?from={before}&picture={picture}")).await;
        assert_eq!((page.status, page.header("content-type")), (200, "application/json"));
        let film: serde_json::Value = serde_json::from_slice(&page.body).unwrap();
        assert_eq!((&film["from"], &film["to"]), (&before.into(), &after.into()));
        let frames = film["frames"].as_array().unwrap();
        assert!(!frames.is_empty());
        for frame in frames {
            assert!(frame["ms"].as_u64().is_some(), "{frame}");
            for part in frame["parts"].as_array().unwrap() {
                assert!(part["id"].is_string() && part["svg"].is_string(), "{part}");
                let moves = match part["effect"].as_str().unwrap_or("swap") {
                    "roll" | "slide" => true,
                    "swap" | "flip" | "fade" => false,
                    other => panic!("{other}"),
                };
                assert_eq!((part["dx"].is_i64(), part["dy"].is_i64()), (moves, moves), "{part}");
            }
        }
    }
    for (from, why) in [(after, "nothing is newer"), (after + 5, "it hasn't happened yet")] {
        let page = ada.fetch(&format!("{table}/frames?from={from}")).await;
        let film: serde_json::Value = serde_json::from_slice(&page.body).unwrap();
        assert_eq!(film["frames"], serde_json::json!([]), "{why}");
    }
    for query in ["", "?from=x", "?from=-1", "?picture=wide"] {
        let page = ada.fetch(&format!("{table}/frames{query}")).await;
        assert_eq!(page.status, 400, "{query}");
        assert!(page.says("Add the revision to start from"));
    }
    ada.press("Undo").await;
    let page = ada.fetch(&format!("{table}/frames?from={after}")).await;
    let film: serde_json::Value = serde_json::from_slice(&page.body).unwrap();
    assert_eq!(film["frames"], serde_json::json!([]), "undone entries aren't animated");
}

#[tokio::test(flavor = "multi_thread")]
async fn downloads_have_plain_names() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("name", "../../x\"; y".into())]).await;
    ada.first_move().await;
    for what in ["save/text", "save/lisp", "save/prolog", "journal"] {
        let page = ada.download(what).await;
        let disposition = page.header("content-disposition");
        let name = disposition.strip_prefix("attachment; filename=\"").unwrap().strip_suffix('"').unwrap();
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-._".contains(letter);
        assert!(name.chars().all(plain) && !name.starts_with('.') && !name.contains(".."), "{name}");
        assert_eq!(page.header("content-type"), "text/plain; charset=utf-8");
    }
    for dialect in ["pascal", "TEXT%2f", ".."] {
        let path = format!("{}/save/{dialect}", ada.table());
        assert_eq!(ada.fetch(&path).await.status, 404, "{dialect}");
    }
}
