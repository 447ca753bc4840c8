//! No client can block the server for other clients.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::http::Request;
use parlor_web::Options;

use crate::kit::{TestServer, limited};

#[tokio::test(flavor = "multi_thread")]
async fn clients_above_the_rate_limit_have_to_wait() {
    let server = TestServer::with(limited(|limits| limits.requests_per_browser = 1), None);
    let mut ada = server.browser();
    ada.fetch("/").await;
    let mut refused = None;
    for _ in 0..30 {
        let page = ada.fetch("/settings").await;
        if page.status != 200 {
            refused = Some(page);
            break;
        }
    }
    let page = refused.expect("thirty at once are too many");
    assert_eq!((page.status, page.header("retry-after")), (429, "1"));
    assert_eq!(page.one("h1"), "Too many requests");
    assert_eq!(server.browser().fetch("/settings").await.status, 200, "others don't have to wait");
    assert_eq!(ada.fetch("/healthz").await.status, 200);
}

/// The number of refused requests out of thirty. Each request is from another client behind the same proxy.
async fn refused_behind(proxy: [u8; 4], trusted: &[&str], forwarded: impl Fn(usize) -> Vec<String>) -> usize {
    let mut options: Options = limited(|limits| limits.requests_per_address = 1);
    options.trusted_proxies = trusted.iter().map(|ip| ip.parse::<IpAddr>().unwrap()).collect();
    let server = TestServer::with(options, None);
    let mut refused = 0;
    for number in 0..30 {
        let mut browser = server.browser();
        browser.address = SocketAddr::from((proxy, 4000));
        let mut request = Request::get("/settings");
        for value in forwarded(number) {
            request = request.header("x-forwarded-for", value);
        }
        refused += usize::from(browser.send(request.body(Body::empty()).unwrap()).await.status == 429);
    }
    refused
}

#[tokio::test(flavor = "multi_thread")]
async fn only_trusted_proxies_are_believed_about_addresses() {
    let proxy = [10, 0, 0, 1];
    let made_up = |number: usize| vec![format!("192.0.2.{number}")];
    assert!(refused_behind(proxy, &[], made_up).await > 0, "any client can make up addresses");
    assert!(refused_behind(proxy, &["10.0.0.2"], made_up).await > 0, "that is another proxy");
    assert_eq!(refused_behind(proxy, &["10.0.0.1"], made_up).await, 0);
    // A header sent by the client itself comes before the proxy's addition.
    let lied = |number: usize| vec![format!("192.0.2.{number}, 198.51.100.7")];
    assert!(refused_behind(proxy, &["10.0.0.1"], lied).await > 0);
    let chained = |number: usize| vec![format!("192.0.2.{number}"), "10.0.0.2".to_owned()];
    assert_eq!(refused_behind(proxy, &["10.0.0.1", "10.0.0.2"], chained).await, 0);
    assert!(refused_behind(proxy, &["10.0.0.1"], chained).await > 0);
    let broken = |number: usize| vec![format!("x{number}")];
    assert!(refused_behind(proxy, &["10.0.0.1"], broken).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_tables_are_counted_by_browser_and_by_address() {
    let server = TestServer::with(limited(|limits| limits.new_tables_per_browser = 2), None);
    let mut ada = server.browser();
    ada.fetch("/").await;
    let kono = [("game", "kono")];
    assert_eq!(ada.post("/tables", &kono).await.status, 303);
    assert_eq!(ada.post("/tables", &kono).await.status, 303);
    for (path, fields) in [("/tables", &kono[..]), ("/guided/kono", &[])] {
        let page = ada.post(path, fields).await;
        assert_eq!((page.status, page.header("retry-after")), (429, "60"), "{path}");
    }
    let page = ada.upload("/open", &[("text", "anything".into())]).await;
    assert_eq!(page.status, 429);
    assert_eq!(server.browser().post("/tables", &kono).await.status, 303);

    let server = TestServer::with(limited(|limits| limits.new_tables_per_address = 2), None);
    for status in [303, 303, 429] {
        assert_eq!(server.browser().post("/tables", &kono).await.status, status, "no cookie helps");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_tables_per_browser_is_limited() {
    let server = TestServer::with(limited(|limits| limits.tables_per_browser = 2), None);
    let mut ada = server.browser();
    ada.fetch("/").await;
    let kono = [("game", "kono")];
    for status in [303, 303, 403] {
        assert_eq!(ada.post("/tables", &kono).await.status, status);
    }
    let page = ada.post("/tables", &kono).await;
    assert!(page.says("This browser has reached its limit of tables. Delete one first."));
    assert_eq!(ada.go("/").await.all("ul.list .where").len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn more_tables_than_rooms_in_memory_can_be_played() {
    let server = TestServer::with(limited(|limits| limits.rooms = 2), None);
    let mut tables = Vec::new();
    for _ in 0..5 {
        let mut ada = server.browser();
        ada.set_up("congkak", &[("seats", "here".into())]).await;
        tables.push(ada);
    }
    for _ in 0..2 {
        for ada in &mut tables {
            ada.reload().await;
            let answers = ada.page.answers();
            let revision = ada.page.revision();
            ada.choose(&answers[0].0, &answers[0].1).await;
            assert_eq!(ada.page.status, 200);
            assert!(ada.page.revision() > revision);
        }
    }
}
