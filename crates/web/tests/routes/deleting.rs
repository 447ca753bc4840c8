//! Tables that are deleted, and tables that haven't been played for a long time.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use parlor_store::{Registry, SqliteStore};

use crate::kit::{Browser, TestServer, options, two_people};

/// True if the page offers to delete its table.
fn offers(browser: &Browser) -> bool {
    browser.page.has(&format!("a[href=\"{}/delete\"]", browser.table()))
}

/// The whole text of a stream until it ends.
async fn stream_of(browser: &mut Browser) -> tokio::task::JoinHandle<String> {
    let path = format!("{}/events", browser.table());
    let response = browser.begin(Request::get(path).body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), 200);
    tokio::spawn(async move {
        let all = tokio::time::timeout(Duration::from_mins(1), response.into_body().collect()).await;
        String::from_utf8(all.expect("the stream ends").unwrap().to_bytes().to_vec()).unwrap()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_creator_can_delete_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap());
    for registry in [Arc::new(SqliteStore::in_memory().unwrap()) as Arc<dyn Registry>, sqlite] {
        let server = TestServer::on(options(), registry, None);
        let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
        let (table, mut eve) = (ada.table(), server.browser());
        eve.go(&table).await;
        ada.reload().await;
        ben.reload().await;
        assert!(offers(&ada) && !offers(&ben) && !offers(&eve));
        let path = format!("{table}/delete");
        for browser in [&mut ben, &mut eve] {
            for page in [browser.fetch(&path).await, browser.post(&path, &[]).await] {
                assert_eq!(page.status, 403);
                assert!(page.says("Only the browser that created this table can delete it."));
            }
        }
        let streams = [stream_of(&mut ben).await, stream_of(&mut eve).await];
        ada.go(&path).await;
        assert_eq!(ada.page.one("h1"), "Delete this table?");
        assert!(ada.page.says("This can\u{2019}t be undone.") && ada.page.says("lose it too"));
        assert_eq!(ben.reload().await.status, 200, "nothing has happened yet");
        ada.press("Delete the table").await;
        assert_eq!((ada.at.as_str(), ada.page.status), ("/", 200));
        assert!(!ada.page.has(&format!("a[href=\"{table}\"]")), "it isn't listed any more");
        for stream in streams {
            let text = stream.await.unwrap();
            assert!(text.ends_with("event: gone\ndata: gone\n\n"), "{text:?}");
        }
        for browser in [&mut ada, &mut ben, &mut eve] {
            for path in [table.clone(), path.clone(), format!("{table}/review")] {
                let page = browser.fetch(&path).await;
                assert_eq!((page.status, page.one("h1").as_str()), (404, "Table not found"));
            }
            assert_eq!(browser.post(&format!("{table}/answer"), &[("revision", "0")]).await.status, 404);
        }
        // A page that was hidden during the deletion reopens its stream.
        let page = ben.fetch(&format!("{table}/events")).await;
        assert_eq!((page.status, page.text().as_str()), (200, "event: gone\ndata: gone\n\n"));
        assert_eq!(server.registry.list().unwrap().len(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_removed_elsewhere_is_closed() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    let streams = stream_of(&mut ada).await;
    let (name, _) = server.registry.follow(&ada.id().parse().unwrap()).unwrap().unwrap();
    server.registry.remove(&name).unwrap();
    assert!(streams.await.unwrap().ends_with("event: gone\ndata: gone\n\n"));
    assert_eq!(ada.reload().await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_the_link_of_an_archived_table_brings_it_back() {
    let registry: Arc<dyn Registry> = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(options(), Arc::clone(&registry), None);
    let (mut ada, _) = two_people(&server, "kono", &[]).await;
    let table = ada.table();
    let day = Duration::from_hours(24);
    let tidied = registry.tidy(SystemTime::now() + 91 * day, Some(90 * day)).unwrap();
    assert_eq!((tidied.archived.len(), tidied.removed.len()), (1, 0));
    let listed = format!("a[href=\"{table}\"]");
    // The server has been restarted in the meantime.
    let server = TestServer::on(options(), registry, None);
    ada.moves_to(&server);
    assert!(!ada.go("/").await.has(&listed));
    ada.go(&table).await;
    assert_eq!(ada.page.status, 200);
    let answers = ada.page.answers();
    assert!(ada.go("/").await.has(&listed), "it is back");
    ada.go(&table).await;
    let revision = ada.page.revision();
    if let Some((field, value)) = answers.first() {
        ada.choose(field, value).await;
        assert!(ada.page.revision() > revision, "the game continues");
    }
}
