//! Routes for monitoring.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Request, header};

use crate::kit::TestServer;

/// The metrics by name and labels, parsed as Prometheus does. In these tests, all values are integers.
fn numbers(server: &TestServer) -> BTreeMap<String, i64> {
    let text = server.service.metrics();
    let mut described: Vec<&str> = Vec::new();
    let mut numbers = BTreeMap::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("# ") {
            let mut words = words.split(' ');
            match (words.next(), words.next()) {
                (Some("TYPE"), Some(name)) => described.push(name),
                (Some("HELP"), Some(_)) => {}
                _ => panic!("{line}"),
            }
            continue;
        }
        let (name, number) = line.rsplit_once(' ').unwrap();
        let family = name.split('{').next().unwrap();
        assert!(described.iter().any(|described| family.starts_with(described)), "{name} has no type");
        let ours = ["parlor_", "process_"].iter().any(|start| family.starts_with(start));
        assert!(ours && (family == name || name.ends_with('}')), "{line}");
        let twice = numbers.insert(name.to_owned(), number.parse::<f64>().unwrap().round() as i64);
        assert_eq!(twice, None, "{name} is there twice");
    }
    numbers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_store_is_fine_and_ready() {
    let server = TestServer::open();
    let mut watcher = server.browser();
    // The monitoring program may not know the server's name.
    watcher.host = "10.1.2.3:9100".to_owned();
    for (path, says) in [("/healthz", "fine\n"), ("/readyz", "ready\n")] {
        let page = watcher.fetch(path).await;
        assert_eq!((page.status, page.text().as_str()), (200, says), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_port_has_no_metrics() {
    let server = TestServer::open();
    assert_eq!(server.browser().fetch("/metrics").await.status, 404);
    assert!(numbers(&server).contains_key("process_start_time_seconds"));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_tables_and_thinking_are_counted() {
    let server = TestServer::open();
    let before = numbers(&server);
    assert_eq!(before["parlor_tables_in_memory"], 0);
    for kind in ["move", "help", "value", "review"] {
        assert_eq!(before[&format!("parlor_questions_waiting{{kind=\"{kind}\"}}")], 0);
    }
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    ada.first_move().await;
    let played = "parlor_answers_total{result=\"played\"}";
    let (then, revision) = (numbers(&server), ada.page.revision());
    let pit = ada.page.hits()[0].clone();
    let page =
        ada.post(&format!("{}/answer", ada.table()), &[("revision", &revision.to_string()), ("spot", &pit)]).await;
    assert_eq!(page.status, 303);
    let now = numbers(&server);
    let count = |numbers: &BTreeMap<String, i64>, name: &str| numbers.get(name).copied().unwrap_or_default();
    assert_eq!(count(&now, played) - count(&then, played), 1);
    assert_eq!(now["parlor_tables_in_memory"], 1);
    let answers = "parlor_request_seconds_count{route=\"/t/{id}/answer\",status=\"3xx\"}";
    assert!(count(&now, answers) > count(&then, answers), "{now:?}");
    assert_eq!(count(&now, "parlor_store_errors_total"), 0);
}

/// A table's page with its style sheet and its script has a transfer size of at most 60 KB.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_small_on_the_wire() {
    let server = TestServer::open();
    for (game, size) in [("canoga", "11"), ("congkak", "11"), ("kono", "9")] {
        let mut ada = server.browser();
        ada.set_up(game, &[("seats", "here".into()), ("size", size.into())]).await;
        let largest = |page: &crate::kit::Page| page.is_move() && page.revision() > 30;
        ada.answer_until(largest).await;
        ada.press("help").await;
        ada.until("advice", |page| page.has(".advice .ranks")).await;
        let mut paths = vec![ada.table()];
        paths.extend(ada.page.attribute("link[rel=stylesheet]", "href"));
        paths.extend(ada.page.attribute("script[src]", "src"));
        assert_eq!(paths.len(), 3);
        let mut sizes = Vec::new();
        for path in paths {
            let request = Request::get(&path).header(header::ACCEPT_ENCODING, "gzip");
            let sent = ada.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!((sent.status, sent.header("content-encoding")), (200, "gzip"), "{path}");
            sizes.push(sent.body.len());
        }
        println!("{game} {size}: {sizes:?} bytes, compressed");
        assert!(sizes.iter().sum::<usize>() <= 60_000, "{game} {size}: {sizes:?}");
    }
}
