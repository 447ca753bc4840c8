//! Event streams, which notify browsers of changes at their table.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt;

use crate::kit::{Browser, Dice, TestServer, limited, play_until, two_people};

/// An open event stream.
struct Events {
    body: BodyDataStream,
    read: String,
}

impl Events {
    async fn of(browser: &mut Browser) -> Events {
        Events::at(browser, "").await
    }

    async fn at(browser: &mut Browser, query: &str) -> Events {
        let path = format!("{}/events{query}", browser.table());
        let response = browser.begin(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Events { body: response.into_body().into_data_stream(), read: String::new() }
    }

    /// The next event about the table: its name and its revision. `None` when the stream has ended.
    async fn next(&mut self) -> Option<(String, u64)> {
        loop {
            let (name, id, data) = self.next_of_any().await?;
            if name != "presence" && name != "phrases" {
                assert_eq!(id, data);
                return Some((name, data.unwrap().parse().unwrap()));
            }
        }
    }

    /// Waits until the stream reports this presence: of both players, and the number of viewers.
    async fn until_present(&mut self, wanted: &str) {
        while self.next_of_any().await.expect("the stream continues").2.as_deref() != Some(wanted) {}
    }

    /// The next event: its name, its id and its data.
    async fn next_of_any(&mut self) -> Option<(String, Option<String>, Option<String>)> {
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let field = |name: &str| {
                    let lines = event.lines();
                    lines.filter_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned()).next()
                };
                let (name, id, data) = (field("event:"), field("id:"), field("data:"));
                self.read = String::from(rest);
                let Some(name) = name else { continue };
                return Some((name, id, data));
            }
            let more = tokio::time::timeout(Duration::from_secs(30), self.body.next()).await.expect("something comes");
            self.read.push_str(std::str::from_utf8(&more?.unwrap()).unwrap());
        }
    }

    /// The next event with a certain name.
    async fn next_of(&mut self, wanted: &str) -> u64 {
        loop {
            let (name, revision) = self.next().await.expect("the stream continues");
            if name == wanted {
                return revision;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_event_has_the_current_revision_and_changes_send_more() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    let mut events = Events::of(&mut ada).await;
    assert_eq!(events.next().await, Some(("table".to_owned(), ada.page.revision())));
    for _ in 0..3 {
        let answers = ada.page.answers();
        ada.choose(&answers[0].0, &answers[0].1).await;
        assert_eq!(events.next_of("table").await, ada.page.revision());
    }
    ada.press("Undo").await;
    assert_eq!(events.next_of("table").await, ada.page.revision());
}

#[tokio::test(flavor = "multi_thread")]
async fn all_at_a_table_are_notified_and_no_others() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    let mut dan = server.browser();
    dan.set_up("congkak", &[("seats", "here".into())]).await;
    let mut all = [Events::of(&mut ada).await, Events::of(&mut ben).await, Events::of(&mut cy).await];
    let mut elsewhere = Events::of(&mut dan).await;
    elsewhere.next_of("table").await;
    for events in &mut all {
        events.next_of("table").await;
    }
    let before = ada.page.revision();
    play_until(&mut ada, &mut ben, &Dice::seeded(1), |page| page.revision() > before).await;
    for events in &mut all {
        assert!(events.next_of("table").await > before);
    }
    let answers = dan.page.answers();
    dan.choose(&answers[0].0, &answers[0].1).await;
    assert_eq!(elsewhere.next_of("table").await, dan.page.revision(), "the first thing that is told there");
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_outside_the_game_are_extra_events() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "link".into())]).await;
    let mut events = Events::of(&mut ada).await;
    let revision = events.next_of("table").await;
    let invitation = crate::kit::path_of(&ada.page.value("input[data-key=invite]"));
    let mut ben = server.browser();
    ben.go(&invitation).await;
    ben.fill_and_press(&[("name", "Ben")], "Take the seat").await;
    assert_eq!(events.next().await, Some(("extra".to_owned(), revision)), "somebody has come");
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_an_extra_event() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    ada.ready().await;
    let mut events = Events::of(&mut ada).await;
    let revision = events.next_of("table").await;
    ada.press("help").await;
    assert_eq!(events.next_of("extra").await, revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_end_when_the_server_does() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    let mut events = Events::of(&mut ada).await;
    events.next_of("table").await;
    server.service.ending.send_replace(true);
    assert_eq!(events.next().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_streams_per_browser_is_limited() {
    let server = TestServer::with(limited(|limits| limits.streams_per_browser = 2), None);
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    let path = format!("{}/events", ada.table());
    let _one = Events::of(&mut ada).await;
    let two = Events::of(&mut ada).await;
    let page = ada.fetch(&path).await;
    assert_eq!((page.status, page.header("retry-after")), (429, "5"));
    let mut ben = server.browser();
    ben.go(&ada.table()).await;
    let _other = Events::of(&mut ben).await;
    drop(two);
    let _again = Events::of(&mut ada).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_of_a_missing_table_ends() {
    let server = TestServer::open();
    let page = server.browser().fetch("/t/0123456789abcdef0123456789abcdef/events").await;
    assert_eq!((page.status, page.text().as_str()), (200, "event: gone\ndata: gone\n\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_see_each_others_presence_and_the_number_of_viewers() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    // Ben's page hasn't opened a stream yet, but loading it shows that he is present.
    let seen = |browser: &Browser| {
        (browser.page.attribute("[data-presence]", "data-is"), browser.page.has("[data-watching][hidden]"))
    };
    ada.reload().await;
    assert_eq!(seen(&ada), (Some("here".to_owned()), true));
    let mut events = Events::of(&mut ada).await;
    let hidden = Events::at(&mut ben, "?away=1").await;
    events.until_present("here away 0").await;
    let watching = (Events::of(&mut cy).await, Events::of(&mut cy).await);
    events.until_present("here away 1").await;
    ada.reload().await;
    assert_eq!(seen(&ada), (Some("away".to_owned()), false));
    cy.reload().await;
    for (number, word) in ["here", "away"].into_iter().enumerate() {
        let mark = format!("[data-presence='{number}']");
        assert_eq!(cy.page.attribute(&mark, "aria-label").as_deref(), Some(word), "who watches sees both");
    }
    drop((hidden, watching));
    events.until_present("here left 0").await;
    ada.reload().await;
    assert_eq!(seen(&ada), (Some("left".to_owned()), true));
    // Against the computer, or at one screen, no presence is shown.
    for seats in ["computer", "here"] {
        ada.set_up("kono", &[("seats", seats.into())]).await;
        assert!(!ada.page.has("[data-presence]") && !ada.page.has("[data-watching]"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn phrases_are_events_for_players_and_viewers() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    let mut all = [Events::of(&mut ada).await, Events::of(&mut ben).await, Events::of(&mut cy).await];
    ben.press("Well played").await;
    ada.press("Thanks").await;
    for events in &mut all {
        let mut last = String::new();
        while last != "[\"Thanks\",\"Well played\"]" {
            let (name, _, data) = events.next_of_any().await.expect("the stream continues");
            if name == "phrases" {
                last = data.unwrap();
            }
        }
    }
}

/// Regression: after a restart of the server, a page that had shown the last move waited forever for the next one.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_asks_for_the_next_move_of_two_programs() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let fields = [("game", "congkak".into()), ("seats", "programs".into()), ("level2", "novice".into())];
    let page = ada.upload("/tables/options", &fields).await;
    page.header("location").clone_into(&mut ada.at);
    let mut paused = Events::at(&mut ada, "?until=0").await;
    assert_eq!(paused.next().await, Some(("table".to_owned(), 0)));
    assert_eq!(server.table(&ada.id()).revision(), 0);
    let _playing = Events::of(&mut ada).await;
    assert!(paused.next_of("table").await > 0);
}
