//! Browsers that answer at tables, with their response times.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlor_rules::Game;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::browser::{Browser, Events, Failed};
use crate::page::{self, Page};
use crate::server::{Server, all_cpu, own_cpu};
use crate::times::Times;

/// Counts and times under load.
#[derive(Default)]
pub(crate) struct Counts {
    /// The times from sending an answer to receiving the next page.
    pub(crate) answers: Times,
    /// The times from sending a part of an answer to receiving the next page.
    picks: Times,
    /// The times from receiving the event of a change to receiving the page.
    events: Times,
    /// The times for fetching the frames of an animation.
    frames: Times,
    /// The delays before sending an answer, because this program was busy or no table was ready.
    pub(crate) late: Times,
    pub(crate) errors: Vec<String>,
}

#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) counts: Arc<Mutex<Counts>>,
    /// Tables that are waiting for their person's answer.
    pub(crate) ready: mpsc::UnboundedSender<Ready>,
}

/// A table that is waiting; sending a turn makes it answer.
pub(crate) struct Ready(mpsc::Sender<Turn>);

/// A request to answer now.
pub(crate) struct Turn {
    at: Instant,
    /// True if animation is on, in which case the script fetches frames.
    motion: bool,
}

impl Shared {
    pub(crate) fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.counts.lock().expect("nothing panics while it counts"));
    }
}

pub(crate) struct Load {
    pub(crate) rate: u32,
    pub(crate) seconds: u32,
    pub(crate) motion: bool,
}

/// Gives turns to waiting tables, the one that has waited longest first.
pub(crate) struct Turns<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) waiting: &'a mut mpsc::UnboundedReceiver<Ready>,
    pub(crate) servers: &'a [Server],
    pub(crate) tables: u32,
}

impl Turns<'_> {
    pub(crate) async fn next(&mut self, at: Instant, motion: bool) {
        // All tables may be busy, but not for long.
        let ready =
            timeout(Duration::from_secs(20), self.waiting.recv()).await.expect("some table waits for an answer");
        let Ready(table) = ready.expect("there are tables");
        let _ = table.send(Turn { at, motion }).await;
    }

    /// Waits until all tables are ready to answer, up to a time limit because one of them may have failed.
    pub(crate) async fn settle(&self) {
        for _ in 0..100 {
            if self.waiting.len() >= self.tables as usize {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Sends answers, prints the results, and returns the 99th percentile of the response times.
    pub(crate) async fn run(&mut self, Load { rate, seconds, motion }: Load) -> f64 {
        let worked = || [self.servers.iter().map(Server::cpu).sum(), own_cpu(), all_cpu()];
        let (begun, before) = (Instant::now(), worked());
        for number in 0..rate * seconds {
            let at = begun + Duration::from_secs(1) * number / rate;
            sleep_until(at).await;
            self.next(at, motion).await;
        }
        let took = begun.elapsed().as_secs_f64();
        let after = worked();
        let [server, own, all] = [0, 1, 2].map(|at| (after[at] - before[at]) / took * 100.0);
        self.settle().await;
        let mut counts = Counts::default();
        self.shared.count(|shared| counts = std::mem::take(shared));
        println!("  answer to page  {}", counts.answers.line());
        println!("  part to page    {}", counts.picks.line());
        println!("  event to page   {}", counts.events.line());
        println!("  frames          {}", counts.frames.line());
        println!("  sent late by    {}", counts.late.line());
        println!(
            "  {:.1} answers/s, {} errors; CPU: server {server:.0} %, this program {own:.0} %, others {:.0} %",
            f64::from(rate * seconds) / took,
            counts.errors.len(),
            all - server - own
        );
        for error in counts.errors.iter().take(5) {
            println!("  {error}");
        }
        counts.answers.percentile(99)
    }
}

/// A table in a browser, with the state that the page's script keeps.
pub(crate) struct Table {
    browser: Browser,
    path: String,
    page: Page,
    stream: Events,
    /// Selects one of the possible answers, so that every table takes a different course.
    number: usize,
}

impl Table {
    pub(crate) async fn open(server: SocketAddr, number: usize) -> Result<Table, Failed> {
        let game = Game::ALL[number % Game::ALL.len()];
        let mut browser = Browser::new(server, "speed=off&value_bar=no");
        let page = page::begin(&mut browser, game, game.usual_size()).await?;
        let stream = browser.events(&page.path).await?;
        // While the table is idle, only the stream stays open: the server would close other connections after a while.
        browser.hang_up();
        Ok(Table { path: page.path.clone(), page, browser, stream, number })
    }

    /// Gives a complete answer, which may have several parts.
    async fn answer(&mut self, turn: &Turn, shared: &Shared) -> Result<(), Failed> {
        if self.page.has_offer() {
            let revision = [("revision".to_owned(), self.page.revision.to_string())];
            self.page = self.browser.post(&format!("{}/decline", self.path), &revision).await?;
        }
        let mut begun = turn.at;
        loop {
            let choice = self.page.choice(self.number).ok_or_else(|| Failed("nothing to answer".to_owned()))?;
            let choice = [choice, vec![("picture".to_owned(), picture(turn.motion).to_owned())]].concat();
            let before = self.page.revision;
            self.number = self.number.wrapping_mul(31).wrapping_add(7);
            let page = self.browser.post(&format!("{}/answer", self.path), &choice).await?;
            let took = begun.elapsed();
            self.show(page, turn.motion, shared).await?;
            if self.page.revision > before {
                shared.count(|counts| counts.answers.add(took));
                return Ok(());
            }
            shared.count(|counts| counts.picks.add(took));
            begun = Instant::now();
        }
    }

    /// Fetches the page after a change at the table or outside the game.
    async fn catch_up(&mut self, motion: bool, shared: &Shared) -> Result<(), Failed> {
        let begun = Instant::now();
        let address = format!("{}?picture={}&from={}", self.path, picture(motion), self.page.revision);
        let page = self.browser.page(&address).await?;
        let took = begun.elapsed();
        shared.count(|counts| counts.events.add(took));
        self.show(page, motion, shared).await
    }

    async fn show(&mut self, mut page: Page, motion: bool, shared: &Shared) -> Result<(), Failed> {
        if motion && page.revision > self.page.revision && !page.has_film() {
            let begun = Instant::now();
            let path = format!("{}/frames?from={}&picture=wide", self.path, self.page.revision);
            let frames = self.browser.get(&path).await?;
            let took = begun.elapsed();
            shared.count(|counts| counts.frames.add(took));
            if page::frames_end(&frames.body) > page.revision {
                page = self.browser.page(&page.path).await?;
            }
        }
        self.page = page;
        Ok(())
    }
}

/// The picture for which the script requests an animation.
fn picture(motion: bool) -> &'static str {
    if motion { "wide" } else { "" }
}

/// Answers when the table gets a turn, and follows the event stream.
pub(crate) async fn play(mut table: Table, shared: Shared) {
    let (turn, mut turns) = mpsc::channel(1);
    let mut motion = false;
    let mut offered = false;
    loop {
        if !offered && !table.page.waits {
            offered = true;
            let _ = shared.ready.send(Ready(turn.clone()));
        }
        let result = tokio::select! {
            Some(turn) = turns.recv() => {
                offered = false;
                motion = turn.motion;
                shared.count(|counts| counts.late.add(turn.at.elapsed()));
                table.answer(&turn, &shared).await
            }
            news = table.stream.next() => match news {
                Ok(news) if news.is_after(table.page.revision) => table.catch_up(motion, &shared).await,
                Ok(_) => Ok(()),
                Err(error) => {
                    // The script would retry; in this benchmark it is an error, and the table is abandoned.
                    shared.count(|counts| counts.errors.push(error.0));
                    return;
                }
            },
        };
        if let Err(Failed(why)) = result {
            shared.count(|counts| counts.errors.push(why));
            // About the time that a person needs to read the message.
            sleep(Duration::from_secs(1)).await;
            if let Ok(page) = table.browser.page(&table.path).await {
                table.page = page;
            }
        }
    }
}
