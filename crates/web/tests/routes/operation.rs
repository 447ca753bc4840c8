//! What programs ask that watch over a server.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Request;

use crate::kit::{Browser, House};

/// The numbers of `/metrics`, by name and labels, read as Prometheus reads them. What counts here is whole.
async fn numbers(browser: &mut Browser) -> BTreeMap<String, i64> {
    let page = browser.fetch("/metrics").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "application/openmetrics-text; version=1.0.0; charset=utf-8");
    let text = page.text();
    assert!(text.ends_with("# EOF\n"), "{text}");
    let mut described: Vec<&str> = Vec::new();
    let mut numbers = BTreeMap::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("# ") {
            let mut words = words.split(' ');
            match (words.next(), words.next()) {
                (Some("TYPE"), Some(name)) => described.push(name),
                (Some("HELP" | "UNIT"), Some(_)) | (Some("EOF"), None) => {}
                _ => panic!("{line}"),
            }
            continue;
        }
        let (name, number) = line.rsplit_once(' ').unwrap();
        let family = name.split('{').next().unwrap();
        assert!(described.iter().any(|described| family.starts_with(described)), "{name} has no type");
        assert!(family.starts_with("parlor_") && (family == name || name.ends_with('}')), "{line}");
        let twice = numbers.insert(name.to_owned(), number.parse::<f64>().unwrap().round() as i64);
        assert_eq!(twice, None, "{name} is there twice");
    }
    numbers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_store_is_fine_and_ready() {
    let house = House::open();
    let mut watcher = house.browser();
    // It may not know the server's name.
    watcher.host = "10.1.2.3:9100".to_owned();
    for (path, says) in [("/healthz", "fine\n"), ("/readyz", "ready\n")] {
        let page = watcher.fetch(path).await;
        assert_eq!((page.status, page.text().as_str()), (200, says), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_told_to_this_machine_only() {
    let house = House::open();
    let mut browser = house.browser();
    assert_eq!(browser.fetch("/metrics").await.status, 200);
    for header in ["x-forwarded-for", "forwarded"] {
        let through = Request::get("/metrics").header(header, "10.0.0.7").body(Body::empty()).unwrap();
        assert_eq!(browser.send(through).await.status, 404, "{header}");
    }
    browser.address = ([10, 0, 0, 7], 50_000).into();
    assert_eq!(browser.fetch("/metrics").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_tables_and_thinking_are_counted() {
    let house = House::open();
    let mut watcher = house.browser();
    let before = numbers(&mut watcher).await;
    assert_eq!(before["parlor_tables_in_memory"], 0);
    for kind in ["move", "help", "value", "review"] {
        assert_eq!(before[&format!("parlor_questions_waiting{{kind=\"{kind}\"}}")], 0);
    }
    let mut ada = house.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    ada.first_move().await;
    let played = "parlor_answers_total{result=\"played\"}";
    let (then, revision) = (numbers(&mut watcher).await, ada.page.revision());
    let pit = ada.page.hits()[0].clone();
    let page =
        ada.post(&format!("{}/answer", ada.table()), &[("revision", &revision.to_string()), ("spot", &pit)]).await;
    assert_eq!(page.status, 303);
    let now = numbers(&mut watcher).await;
    let count = |numbers: &BTreeMap<String, i64>, name: &str| numbers.get(name).copied().unwrap_or_default();
    assert_eq!(count(&now, played) - count(&then, played), 1);
    assert_eq!(now["parlor_tables_in_memory"], 1);
    let answers = "parlor_request_seconds_count{route=\"/t/{id}/answer\",status=\"3xx\"}";
    assert!(count(&now, answers) > count(&then, answers), "{now:?}");
    assert_eq!(count(&now, "parlor_store_errors_total"), 0);
}
