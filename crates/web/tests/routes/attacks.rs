//! A client that stays within the default limits can't block the server for other clients. Cookies and host names that
//! aren't this server's are refused.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use axum::body::Body;
use axum::http::Request;
use parlor_engine::EngineJob;
use parlor_host::{Opponent, OpponentDecision, Settings};
use parlor_rules::{Decision, Game, Level, Seat};
use parlor_table::Player;
use parlor_web::{Options, PublicUrl, ServerLimits};

use crate::kit::{Browser, Dice, Quick, TestServer, file, options};

/// The default limits.
fn usual() -> Options {
    Options { limits: ServerLimits::default(), ..options() }
}

fn server(options: Options) -> TestServer {
    TestServer::with(options, Some(Arc::new(Quick::default())))
}

/// A browser at a different address.
fn attacker(server: &TestServer) -> Browser {
    let mut browser = server.browser();
    browser.address = SocketAddr::from(([192, 0, 2, 66], 50_000));
    browser
}

/// A Congkak journal of a game between two people, who undo every move.
fn long_journal(most: usize, players: impl FnOnce(&mut parlor_table::Setup)) -> String {
    let mut setup = Settings::new(Game::Congkak).setup().unwrap();
    setup.players = parlor_rules::Pair { human: Player::Human("Ada".into()), computer: Player::Human("Ben".into()) };
    players(&mut setup);
    parlor_testkit::long_journal(&setup, most)
}

/// Uploads a journal, and returns the address of its table.
async fn uploaded(browser: &mut Browser, journal: &str) -> String {
    let page = browser.upload("/open", &[("file", file("long.journal", journal))]).await;
    assert_eq!(page.status, 303, "{}", page.text());
    page.header("location").to_owned()
}

/// Ada plays during an `attack` of many concurrent requests, and none of her requests fails. Returns the statuses of
/// the attacker's requests.
async fn ada_plays_during<F>(server: &TestServer, mut attack: impl FnMut(usize) -> F) -> Vec<u16>
where
    F: Future<Output = u16> + Send + 'static,
{
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    let requests: Vec<_> = (0..60).map(|number| tokio::spawn(attack(number))).collect();
    let dice = Dice::default();
    for _ in 0..10 {
        ada.ready().await;
        if ada.page.round_is_over() {
            break;
        }
        ada.answer(&dice).await;
        assert_eq!(ada.page.status, 200, "{}", ada.page.text());
    }
    let mut statuses = Vec::new();
    for request in requests {
        statuses.push(request.await.unwrap());
    }
    statuses
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_of_too_many_entries_is_refused_with_a_sentence() {
    let server = server(usual());
    let mut mallory = attacker(&server);
    let page = mallory.upload("/open", &[("file", file("x", long_journal(20_001, |_| {})))]).await;
    assert_eq!(page.status, 422);
    assert!(page.says("it can have at most 20,000 entries"), "{}", page.text());
    let throws = "6 5\n".repeat(20_001);
    let fields = [("game", "canoga".into()), ("dice", "file".into()), ("throws", file("x", throws))];
    let page = mallory.upload("/tables/options", &fields).await;
    assert_eq!(page.status, 400);
    assert!(page.says("A file of dice can have at most 20,000 throws here."), "{}", page.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_downloads_of_a_long_journal_do_not_block_others() {
    let server = server(usual());
    let mut mallory = attacker(&server);
    let table = uploaded(&mut mallory, &long_journal(20_000, |_| {})).await;
    let statuses = ada_plays_during(&server, |_| {
        let (mut mallory, path) = (mallory.clone(), format!("{table}/journal"));
        async move { mallory.fetch(&path).await.status }
    });
    let statuses = statuses.await;
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    let text = mallory.fetch(&format!("{table}/journal")).await.text();
    assert!(text.lines().count() > 20_000, "it is whole");
}

#[tokio::test(flavor = "multi_thread")]
async fn expensive_pages_of_a_long_game_do_not_block_others() {
    let server = server(usual());
    let mut mallory = attacker(&server);
    let table = uploaded(&mut mallory, &long_journal(20_000, |_| {})).await;
    mallory.go(&table).await;
    let revision = mallory.page.revision();
    let statuses = ada_plays_during(&server, |number| {
        let (mut mallory, table) = (mallory.clone(), table.clone());
        async move {
            let page = match number % 4 {
                0 => mallory.fetch(&format!("{table}/replay?moment=7")).await,
                1 => mallory.fetch(&format!("{table}?round=1")).await,
                2 => mallory.fetch(&format!("{table}/frames?from=1")).await,
                _ => {
                    let stale = (revision - 50).to_string();
                    mallory.post(&format!("{table}/answer"), &[("revision", &stale), ("typed", "A")]).await
                }
            };
            page.status
        }
    });
    let statuses = statuses.await;
    assert!(statuses.iter().all(|status| [200, 409, 429].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200) && statuses.contains(&409), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_of_many_uploads_do_not_block_others() {
    let server = server(usual());
    let mut mallory = attacker(&server);
    mallory.fetch("/").await;
    let journal = long_journal(5_000, |_| {});
    for _ in 0..10 {
        uploaded(&mut mallory, &journal).await;
    }
    let statuses = ada_plays_during(&server, |number| {
        let (mut mallory, path) = (mallory.clone(), ["/statistics", "/practice", "/"][number % 3]);
        async move { mallory.fetch(path).await.status }
    });
    let statuses = statuses.await;
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429, 503].contains(status)), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invented_cookie_counts_as_new() {
    let server = server(usual());
    for invented in ["0".repeat(32), "0".repeat(64), "x".to_owned()] {
        let mut mallory = attacker(&server);
        mallory.cookies.insert("parlor".to_owned(), invented.clone());
        assert_eq!(mallory.fetch("/").await.status, 200);
        let issued = mallory.cookies["parlor"].clone();
        assert_ne!(issued, invented);
        mallory.fetch("/").await;
        assert_eq!(mallory.cookies["parlor"], issued, "what the server issued is kept");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_count_for_their_address_whatever_the_cookie_says() {
    let mut options = usual();
    options.limits.uploads_per_address = 100_000;
    let server = server(options);
    let journal = long_journal(1_000, |_| {});
    let mut statuses = Vec::new();
    for number in 0..6 {
        let mut mallory = attacker(&server);
        mallory.cookies.insert("parlor".to_owned(), format!("{number:064x}"));
        let page = mallory.upload("/open", &[("file", file("x", &journal))]).await;
        statuses.push(page.status);
        if page.status == 429 {
            assert!(page.says("have uploaded many files within an hour"), "{}", page.text());
        }
    }
    assert_eq!((statuses[0], statuses[5]), (303, 429), "{statuses:?} of {} bytes", journal.len());
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    assert_eq!(ada.page.status, 200, "others begin tables as before");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_survives_one_replacement_of_the_key_and_not_two() {
    let server = server(usual());
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    let cookie = ada.cookies["parlor"].clone();
    server.registry.replace_cookie_key().unwrap();
    // A server that was started later signs with the new key. This one reads the new key when it sees such a cookie.
    let other = TestServer::on(usual(), Arc::clone(&server.registry), None);
    ada.moves_to(&other);
    ada.go("/").await;
    assert_eq!(ada.page.all("ul.list .where").len(), 1, "it is Ada");
    assert_ne!(ada.cookies["parlor"], cookie, "signed anew");
    ada.moves_to(&server);
    ada.go("/").await;
    assert_eq!(ada.page.all("ul.list .where").len(), 1, "she is known at the first server too");
    server.registry.replace_cookie_key().unwrap();
    let last = TestServer::on(usual(), Arc::clone(&server.registry), None);
    let mut thief = last.browser();
    thief.cookies.insert("parlor".to_owned(), cookie);
    thief.go("/").await;
    assert_eq!(thief.page.all("ul.list .where").len(), 0, "a cookie of an old key identifies no browser");
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_under_https_are_bound_to_the_host() {
    let url: PublicUrl = "https://games.example.org".parse().unwrap();
    let server = server(Options { public_url: Some(url), ..usual() });
    let mut ada = server.browser();
    ada.host = "games.example.org".to_owned();
    let page = ada.fetch("/").await;
    let set: Vec<&str> =
        page.headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, value)| value.as_str()).collect();
    assert!(set.iter().any(|cookie| cookie.starts_with("__Host-parlor=")), "{set:?}");
    for cookie in set {
        assert!(cookie.starts_with("__Host-") && cookie.contains("; Path=/; ") && cookie.ends_with("; Secure"));
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
    let issued = ada.cookies["__Host-parlor"].clone();
    ada.fetch("/").await;
    assert_eq!(ada.cookies["__Host-parlor"], issued);
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_without_a_cookie_are_limited() {
    let server = server(usual());
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    let path = format!("{}/events", ada.table());
    let mut open = Vec::new();
    let mut statuses = Vec::new();
    for _ in 0..25 {
        let mut mallory = attacker(&server);
        mallory.cookies.clear();
        let response = mallory.begin(Request::get(&path).body(Body::empty()).unwrap()).await;
        statuses.push(response.status().as_u16());
        open.push(response);
    }
    assert_eq!((statuses[0], statuses[19], statuses[20]), (200, 200, 429), "{statuses:?}");
    let response = ada.begin(Request::get(&path).body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), 200, "others follow their games");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hosts_and_unknown_transfer_encodings_are_refused() {
    let server = server(usual());
    let mut mallory = attacker(&server);
    let two = Request::get("/").header("host", "127.0.0.1:7433").header("host", "evil.example");
    assert_eq!(mallory.send(two.body(Body::empty()).unwrap()).await.status, 400);
    let coded = Request::get("/").header("transfer-encoding", "x, chunked");
    assert_eq!(mallory.send(coded.body(Body::empty()).unwrap()).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_against_a_bot_opens_read_only_with_a_sentence() {
    let server = server(usual());
    let mut ada = server.browser();
    let command = format!("cmd:bot {}", "x".repeat(5000));
    let journal = long_journal(9, |setup| setup.players[Seat::Computer] = Player::Bot(command));
    let table = uploaded(&mut ada, &journal).await;
    ada.go(&table).await;
    assert_eq!(ada.page.status, 200);
    assert!(ada.page.says("played against a program that doesn\u{2019}t run on this server"), "{}", ada.page.text());
    assert!(!ada.page.waits(), "the page doesn't wait");
    assert_eq!(ada.download("journal").await.status, 200);
}

/// A master that searches for a move until it is released; the other levels, and calls of the coin, are answered at once.
#[derive(Default)]
struct SlowMaster {
    open: Mutex<bool>,
    changed: Condvar,
    asked: AtomicUsize,
    quick: Quick,
}

impl Opponent for SlowMaster {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        if job.level == Level::Master && matches!(job.decision, Decision::Congkak(_)) {
            self.asked.fetch_add(1, Ordering::SeqCst);
            drop(self.changed.wait_while(self.open.lock().unwrap(), |open| !*open).unwrap());
        }
        self.quick.decide(job)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_novice_answers_while_sixty_tables_play_master() {
    let master = Arc::new(SlowMaster::default());
    let server = TestServer::with(options(), Some(Arc::clone(&master) as Arc<dyn Opponent>));
    for number in 0..60u8 {
        let mut browser = attacker(&server);
        browser.address = SocketAddr::from(([192, 0, 2, number % 7], 50_000));
        // If two computer players play, no person has to answer first.
        let options = [("seats", "programs".into()), ("level", "master".into()), ("level2", "master".into())];
        browser.set_up("congkak", &options).await;
        // The coin comes before the first move.
        browser.until("it is at a move", |page| !page.log().is_empty()).await;
        if number == 0 {
            browser.until("the engine is at it", |_| master.asked.load(Ordering::SeqCst) > 0).await;
        }
    }
    assert!(master.asked.load(Ordering::SeqCst) > 0, "the engine threads are at it");
    let mut ada = server.browser();
    ada.set_up("congkak", &[("level", "novice".into())]).await;
    let dice = Dice::default();
    for _ in 0..10 {
        ada.ready().await;
        if ada.page.round_is_over() {
            break;
        }
        ada.answer(&dice).await;
    }
    *master.open.lock().unwrap() = true;
    master.changed.notify_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_of_one_program_do_not_block_others() {
    let server = server(usual());
    let new = r#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"congkak","size":9,"first":"human"}}"#;
    let rpc = |body: String| Request::post("/rpc").body(Body::from(body)).unwrap();
    let position = {
        let page = server.browser().send(rpc(new.to_owned())).await;
        let answer: serde_json::Value = serde_json::from_slice(&page.body).unwrap();
        answer["result"]["position"].clone()
    };
    let think =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"rank","params":{{"position":{position},"millis":300}}}}"#);
    let batch = format!("[{}]", vec![think; 20].join(","));
    let is_done = Arc::new(AtomicBool::new(false));
    let attacks: Vec<_> = (0..3)
        .map(|_| {
            let (mut mallory, batch, done) = (attacker(&server), batch.clone(), Arc::clone(&is_done));
            tokio::spawn(async move {
                let page = mallory.send(rpc(batch)).await;
                done.store(true, Ordering::SeqCst);
                page.status
            })
        })
        .collect();
    let version = r#"{"jsonrpc":"2.0","id":1,"method":"version"}"#;
    for _ in 0..5 {
        let page = server.browser().send(rpc(version.to_owned())).await;
        assert_eq!(page.status, 200, "{}", page.text());
    }
    assert!(!is_done.load(Ordering::SeqCst), "no batch had to end first");
    attacks.iter().for_each(tokio::task::JoinHandle::abort);
}
