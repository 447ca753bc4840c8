//! Questions from programs.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::kit::{Page, TestServer, options};

async fn ask(server: &TestServer, body: impl Into<Body>) -> Page {
    server.browser().send(Request::post("/rpc").body(body.into()).unwrap()).await
}

fn read(page: &Page) -> Value {
    assert_eq!((page.status, page.header("content-type")), (200, "application/json"), "{}", page.text());
    serde_json::from_slice(&page.body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_get_the_same_answers_as_on_the_command_line() {
    let server = TestServer::open();
    let version = json!({"jsonrpc": "2.0", "id": 1, "method": "version"});
    let requests = [
        version.to_string(),
        json!([version, {"jsonrpc": "2.0", "id": "b", "method": "nothing"}]).to_string(),
        json!({"jsonrpc": "2.0", "id": 3, "method": "solve", "params": {"game": "chess"}}).to_string(),
        "{".to_owned(),
        "[]".to_owned(),
        String::new(),
    ];
    for request in requests {
        let page = ask(&server, request.clone()).await;
        let wanted = parlor_rpc::answer(request.as_bytes());
        match wanted {
            Some(wanted) => assert_eq!(read(&page), serde_json::from_str::<Value>(&wanted).unwrap(), "{request}"),
            None => assert_eq!((page.status, page.body.len()), (204, 0), "{request}"),
        }
    }
    let notification = json!({"jsonrpc": "2.0", "method": "version"}).to_string();
    assert_eq!(ask(&server, notification).await.status, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_effort_of_a_request_is_limited() {
    let server = TestServer::open();
    let version = json!({"jsonrpc": "2.0", "id": 1, "method": "version"});
    let fine = vec![version.clone(); 20];
    assert_eq!(read(&ask(&server, json!(fine).to_string()).await).as_array().unwrap().len(), 20);
    let many = vec![version; 21];
    let refused = read(&ask(&server, json!(many).to_string()).await);
    assert!(refused["error"]["message"].is_string(), "{refused}");
    let new =
        json!({"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "congkak", "size": 5, "first": "human"}});
    let position = read(&ask(&server, new.to_string()).await)["result"]["position"].clone();
    let best = |millis: u32| {
        let params = json!({"position": position, "level": "novice", "millis": millis});
        json!({"jsonrpc": "2.0", "id": 1, "method": "best", "params": params}).to_string()
    };
    let fine = read(&ask(&server, best(1000)).await);
    assert!(fine["result"]["move"].is_object(), "{fine}");
    let refused = read(&ask(&server, best(1001)).await);
    assert!(refused["error"]["message"].as_str().unwrap().contains("1000"), "{refused}");
    let page = ask(&server, "x".repeat(100_000)).await;
    assert_eq!(page.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_rpc_has_no_such_page() {
    let server = TestServer::with(parlor_web::Options { rpc: false, ..options() }, None);
    let page = ask(&server, "{}").await;
    assert_eq!((page.status, page.one("h1")), (404, "Page not found".to_owned()));
}
