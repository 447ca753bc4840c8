//! The response times of one player while a client at another address attacks the server, staying within its default
//! limits. Each attack has a separate server, which is measured idle first.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use parlor_rules::{Game, Pair};
use parlor_table::{Player, Setup};
use parlor_testkit::long_journal;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::browser::{Browser, Events, Failed};
use crate::page::{self, Page};
use crate::server::Server;
use crate::times::Times;

/// Addresses for documentation (RFC 5737), as a proxy would report them.
const PLAYER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 66));

/// The requests per second of a browser. The limit is 30.
const RATE: u32 = 29;

/// The most entries of an uploaded journal.
const LONGEST: usize = 20_000;

const FORM: &str = "application/x-www-form-urlencoded";

/// The tasks of an attacker, and the streams and connections that stay open.
#[derive(Default)]
struct Attack {
    tasks: JoinSet<()>,
    streams: Vec<Events>,
    connections: Vec<TcpStream>,
}

const ATTACKS: [&str; 12] = [
    "a long journal, downloaded",
    "stale answers at a long game",
    "replays and old rounds of a long game",
    "statistics of many uploads",
    "uploads under invented cookies",
    "batches of programs' questions",
    "tables of two masters",
    "reviews of long games",
    "streams without a cookie",
    "requests that never end",
    "the lobby for invented cookies",
    "new tables",
];

/// Measures all attacks, or those whose name contains a text.
pub(crate) async fn measure(program: &str, seconds: u32, only: &str) {
    println!("| attack | p99 idle | p99 during it | ratio | slowest | answers | failed |");
    println!("|---|---|---|---|---|---|---|");
    for name in ATTACKS.into_iter().filter(|name| name.contains(only)) {
        let server = Server::limited(program);
        let mut player = Ada::new(&server).await.expect("a table can be opened");
        // The first moves fill caches.
        player.plays(Duration::from_secs(2)).await;
        let mut idle = player.plays(Duration::from_secs(seconds.into())).await;
        let mut attack = Attack::default();
        let begun = attack.begin(name, &server).await;
        let mut during = player.plays(Duration::from_secs(seconds.into())).await;
        drop(attack);
        let (before, after) = (idle.times.percentile(99), during.times.percentile(99));
        let (ratio, slowest, count) = (after / before, during.times.percentile(100), during.times.count());
        println!(
            "| {name} | {before:.0} ms | {after:.0} ms | {ratio:.1} | {slowest:.0} ms | {count} | {} |",
            during.failed
        );
        if let Err(Failed(why)) = begun {
            println!("  {name}: {why}");
        }
    }
}

/// A player against `novice`, who answers whenever it is their turn.
struct Ada {
    browser: Browser,
    page: Page,
    number: usize,
}

#[derive(Default)]
struct Experience {
    times: Times,
    failed: u32,
}

impl Ada {
    async fn new(server: &Server) -> Result<Ada, Failed> {
        let mut browser = Browser::new(server.address, "speed=off&value_bar=no").at(PLAYER);
        let page = page::begin(&mut browser, Game::Congkak, 7).await?;
        Ok(Ada { browser, page, number: 1 })
    }

    /// Plays for some time, then waits for the response to the last answer.
    async fn plays(&mut self, time: Duration) -> Experience {
        let mut seen = Experience::default();
        let end = Instant::now() + time;
        while Instant::now() < end {
            if self.turn(&mut seen).await.is_err() {
                seen.failed += 1;
                sleep(Duration::from_millis(500)).await;
            }
            // A person needs a while, and the limits allow 30 requests a second.
            sleep(Duration::from_millis(50)).await;
        }
        seen
    }

    async fn turn(&mut self, seen: &mut Experience) -> Result<(), Failed> {
        let Some(mut choice) = self.page.choice(self.number).filter(|_| !self.page.waits) else {
            let path = self.page.path.clone();
            self.page = self.browser.page(&path).await?;
            return Ok(());
        };
        self.number = self.number.wrapping_mul(31).wrapping_add(7);
        choice.push(("picture".to_owned(), String::new()));
        let begun = Instant::now();
        let answer = format!("{}/answer", self.page.path);
        let page = timeout(Duration::from_secs(90), self.browser.post(&answer, &choice)).await;
        seen.times.add(begun.elapsed());
        self.page = page.map_err(|_| Failed("no answer for 90 s".to_owned()))??;
        Ok(())
    }
}

impl Attack {
    async fn begin(&mut self, name: &str, server: &Server) -> Result<(), Failed> {
        let mut mallory = Browser::new(server.address, "").at(ATTACKER);
        mallory.get("/").await?;
        match name {
            "a long journal, downloaded" => {
                let table = upload(&mut mallory, LONGEST).await?;
                self.repeat(RATE, move |_| get(mallory.twin(), format!("{table}/journal")));
            }
            "stale answers at a long game" => {
                let table = upload(&mut mallory, LONGEST).await?;
                let revision = mallory.page(&table).await?.revision - 50;
                self.repeat(RATE, move |_| {
                    let (mut browser, path) = (mallory.twin(), format!("{table}/answer"));
                    async move {
                        let _ = browser.post_as(&path, FORM, &format!("revision={revision}&typed=A")).await;
                    }
                });
            }
            "replays and old rounds of a long game" => {
                let table = upload(&mut mallory, LONGEST).await?;
                let paths = ["/replay?moment=7", "?round=1", "/frames?from=1", "/analyse"];
                self.repeat(RATE, move |number| {
                    get(mallory.twin(), format!("{table}{}", paths[number as usize % paths.len()]))
                });
            }
            "statistics of many uploads" => {
                for _ in 0..15 {
                    upload(&mut mallory, 5_000).await?;
                }
                self.repeat(RATE, move |number| {
                    get(mallory.twin(), ["/statistics", "/practice"][number as usize % 2].to_owned())
                });
            }
            "uploads under invented cookies" => {
                let journal = long(LONGEST);
                self.repeat(RATE, move |_| {
                    let (mut browser, journal) = (mallory.twin(), journal.clone());
                    browser.forget();
                    async move {
                        let _ = send(&mut browser, &journal).await;
                    }
                });
            }
            "batches of programs' questions" => {
                let batch = batch(&mut mallory).await?;
                self.repeat(3, move |_| {
                    let (mut browser, batch) = (mallory.twin(), batch.clone());
                    async move {
                        let _ = browser.post_as("/rpc", "application/json", &batch).await;
                    }
                });
            }
            "tables of two masters" => self.masters(server).await?,
            "reviews of long games" => {
                let mut tables = Vec::new();
                for _ in 0..5 {
                    tables.push(upload(&mut mallory, 5_000).await?);
                }
                self.repeat(RATE, move |number| {
                    get(mallory.twin(), format!("{}/review", tables[number as usize % tables.len()]))
                });
            }
            "streams without a cookie" => {
                let table = page::begin(&mut mallory, Game::Kono, 5).await?.path;
                mallory.forget();
                for _ in 0..1_000 {
                    // Beyond the limit, they are refused.
                    self.streams.extend(mallory.events(&table).await);
                }
            }
            "requests that never end" => {
                for number in 0..1_000 {
                    let mut connection = TcpStream::connect(server.address).await?;
                    let head = mallory.head("POST", "/open");
                    let half = if number % 2 == 0 { head } else { format!("{head}Content-Length: 9999\r\n\r\nx") };
                    connection.write_all(half.as_bytes()).await?;
                    self.connections.push(connection);
                }
            }
            "the lobby for invented cookies" => self.repeat(200, move |_| {
                let mut browser = mallory.twin();
                browser.forget();
                get(browser, "/".to_owned())
            }),
            "new tables" => self.repeat(5, move |_| {
                let mut browser = mallory.twin();
                browser.forget();
                async move {
                    let _ = page::begin(&mut browser, Game::Canoga, 9).await;
                }
            }),
            _ => return Err(Failed("it doesn't exist".to_owned())),
        }
        Ok(())
    }

    /// Sends requests at a fixed rate, however long the responses take.
    fn repeat<F>(&mut self, rate: u32, mut request: impl FnMut(u32) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(async move {
            let (begun, mut sent) = (Instant::now(), JoinSet::new());
            for number in 0.. {
                sleep_until(begun + Duration::from_secs(1) * number / rate).await;
                sent.spawn(request(number));
            }
        });
    }

    /// Sixty tables at which two masters play, each with a page that asks for the next move.
    async fn masters(&mut self, server: &Server) -> Result<(), Failed> {
        for _ in 0..3 {
            let mut browser = Browser::new(server.address, "speed=off&value_bar=no").at(ATTACKER);
            browser.get("/").await?;
            for _ in 0..20 {
                let fields = [
                    ("game", "congkak"),
                    ("size", "9"),
                    ("seats", "programs"),
                    ("level", "master"),
                    ("level2", "master"),
                ];
                let page = browser.post_parts("/tables/options", &fields).await?;
                let mut tab = browser.twin();
                self.tasks.spawn(async move {
                    loop {
                        let _ = tab.get(&page.path).await;
                        sleep(Duration::from_secs(1)).await;
                    }
                });
            }
        }
        Ok(())
    }
}

async fn get(mut browser: Browser, path: String) {
    // Refusals are expected.
    let _ = browser.get(&path).await;
}

fn long(entries: usize) -> String {
    let person = |name: &str| Player::Human(name.to_owned());
    let players = Pair { human: person("Mallory"), computer: person("Ben") };
    long_journal(&Setup { players, seed: 1.into(), ..Setup::new(Game::Congkak) }, entries)
}

/// Uploads a long game, and returns the address of its table.
async fn upload(browser: &mut Browser, entries: usize) -> Result<String, Failed> {
    Ok(send(browser, &long(entries)).await?.path)
}

async fn send(browser: &mut Browser, journal: &str) -> Result<Page, Failed> {
    let file = "Content-Disposition: form-data; name=\"file\"; filename=\"x.journal\"\r\nContent-Type: text/plain";
    let body = format!("--XX\r\n{file}\r\n\r\n{journal}\r\n--XX--\r\n");
    browser.send_form("/open", "multipart/form-data; boundary=XX", &body).await
}

/// A batch of questions that take a second each.
async fn batch(browser: &mut Browser) -> Result<String, Failed> {
    let new = r#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"congkak","size":9,"first":"human"}}"#;
    let reply = browser.post_as("/rpc", "application/json", new).await?.body;
    let position = reply.split_once("\"position\":").map(|(_, rest)| rest.trim_end().trim_end_matches("}}"));
    let position = position.ok_or_else(|| Failed(format!("no position in {reply}")))?;
    let rank = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rank\",\"params\":{{\"millis\":1000,\"position\":{position}}}}}"
    );
    Ok(format!("[{}]", vec![rank; 20].join(",")))
}
