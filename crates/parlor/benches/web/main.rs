//! What `parlor web` takes: the real program, on a real socket, asked for what the page's script asks for.
//!
//! Many browsers have a table each, with a stream of events open. Answers come at a fixed rate; after each the
//! browser follows the redirect, and whenever its stream tells of something new, it fetches the page again.

mod browser;
mod page;
mod server;
mod sizes;
mod times;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Parser;
use parlor_rules::Game;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use browser::{Browser, Failed};
use page::Page;
use server::Server;
use times::Times;

#[derive(Parser, Clone)]
struct Options {
    /// Tables that are open, each with a stream of events.
    #[arg(long, default_value_t = 1000)]
    tables: u32,
    /// Answers a second, at all tables together.
    #[arg(long, default_value_t = 300)]
    rate: u32,
    /// How long answers are given.
    #[arg(long, default_value_t = 30)]
    seconds: u32,
    /// Answers that each table gets first, so that it has something to tell.
    #[arg(long, default_value_t = 10)]
    ahead: u32,
    /// Another program than the one that was built for this.
    #[arg(long, default_value = env!("CARGO_BIN_EXE_parlor"))]
    server: String,
    /// Only how large pages are, which nothing else on the machine can change.
    #[arg(long)]
    sizes: bool,
    /// Cargo says this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What is counted and timed while answers are given.
#[derive(Default)]
pub(crate) struct Counts {
    /// From sending an answer to the page after it.
    answers: Times,
    /// From sending a part of an answer to the page after it.
    picks: Times,
    /// From hearing that a table has changed to its page.
    events: Times,
    /// What the script fetches to animate.
    frames: Times,
    /// How late an answer was sent, because this program was busy or no table waited for an answer.
    late: Times,
    errors: Vec<String>,
}

/// What all browsers share.
#[derive(Clone)]
struct Shared {
    counts: Arc<Mutex<Counts>>,
    /// Tables that wait for an answer of their person.
    ready: mpsc::UnboundedSender<Ready>,
}

/// A table that waits, and how to have it answered.
struct Ready(mpsc::Sender<Turn>);

/// Somebody is to answer now.
struct Turn {
    at: Instant,
    /// Whether the board moves; then the script fetches frames.
    motion: bool,
}

impl Shared {
    fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.counts.lock().expect("nothing panics while it counts"));
    }
}

fn main() {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    runtime.block_on(async {
        if !options.sizes {
            measure(&options, &Server::start(&options.server)).await;
        }
        sizes::measure(Server::start(&options.server).address).await;
    });
}

async fn measure(options: &Options, server: &Server) {
    let (ready, mut waiting) = mpsc::unbounded_channel();
    let shared = Shared { counts: Arc::default(), ready };
    let mut browsers = JoinSet::new();

    let without = server.memory();
    for number in 0..options.tables {
        let table = Table::open(server.address, number as usize).await.expect("a table can be opened");
        browsers.spawn(play(table, shared.clone()));
    }
    sleep(Duration::from_secs(2)).await;
    let with = server.memory();
    println!("Memory with {} tables and their streams", options.tables);
    println!("  {with} KiB, {without} KiB before: {:.1} KiB a table", per(with - without, options.tables));

    let load = |rate, seconds, motion| Load { rate, seconds, motion };
    let mut turns = Turns { shared: &shared, waiting: &mut waiting, server };
    println!("\nOne answer at a time");
    let alone = turns.run(load(10, 10, false)).await;

    let (ahead, begun) = (options.tables * options.ahead, Instant::now());
    for _ in 0..ahead {
        turns.next(Instant::now(), false).await;
    }
    println!("\nAs fast as it goes: {:.0} answers/s", f64::from(ahead) / begun.elapsed().as_secs_f64());
    sleep(Duration::from_secs(2)).await;
    shared.count(|counts| *counts = Counts::default());

    for motion in [false, true] {
        let rate = options.rate;
        println!("\n{} tables, {rate} answers/s, motion {}", options.tables, if motion { "on" } else { "off" });
        let busy = turns.run(load(rate, options.seconds, motion)).await;
        println!("  p99 is {:.1} times that of one answer at a time", busy / alone);
    }
    let played = server.memory();
    println!("\nMemory after that: {played} KiB, {:.1} KiB a table", per(played - without, options.tables));
    browsers.shutdown().await;
}

fn per(kib: i32, tables: u32) -> f64 {
    f64::from(kib) / f64::from(tables)
}

/// How answers are given.
struct Load {
    rate: u32,
    seconds: u32,
    motion: bool,
}

/// Gives turns to tables that wait for one, those first that have waited longest.
struct Turns<'a> {
    shared: &'a Shared,
    waiting: &'a mut mpsc::UnboundedReceiver<Ready>,
    server: &'a Server,
}

impl Turns<'_> {
    async fn next(&mut self, at: Instant, motion: bool) {
        // All tables may be busy, but never for long.
        let ready =
            timeout(Duration::from_secs(20), self.waiting.recv()).await.expect("some table waits for an answer");
        let Ready(table) = ready.expect("there are tables");
        let _ = table.send(Turn { at, motion }).await;
    }

    /// Gives answers, prints what came of it, and returns the 99th percentile of their times.
    async fn run(&mut self, Load { rate, seconds, motion }: Load) -> f64 {
        let worked = || [self.server.cpu(), server::own_cpu(), server::all_cpu()];
        let (begun, before) = (Instant::now(), worked());
        for number in 0..rate * seconds {
            let at = begun + Duration::from_secs(1) * number / rate;
            sleep_until(at).await;
            self.next(at, motion).await;
        }
        let took = begun.elapsed().as_secs_f64();
        let after = worked();
        let [server, own, all] = [0, 1, 2].map(|at| (after[at] - before[at]) / took * 100.0);
        sleep(Duration::from_secs(2)).await;
        let mut counts = Counts::default();
        self.shared.count(|shared| counts = std::mem::take(shared));
        println!("  answer to page  {}", counts.answers.line());
        println!("  part to page    {}", counts.picks.line());
        println!("  event to page   {}", counts.events.line());
        println!("  frames          {}", counts.frames.line());
        println!("  sent late by    {}", counts.late.line());
        println!(
            "  {:.1} answers/s, {} errors; of a core: server {server:.0} %, this program {own:.0} %, others {:.0} %",
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

/// A table in a browser, as the script has it.
struct Table {
    browser: Browser,
    path: String,
    page: Page,
    stream: browser::Events,
    /// Chooses among answers: every table goes another way.
    number: usize,
}

impl Table {
    async fn open(server: SocketAddr, number: usize) -> Result<Table, Failed> {
        let game = Game::ALL[number % Game::ALL.len()];
        let mut browser = Browser::new(server, "off.off.");
        let page = page::begin(&mut browser, game, game.usual_size()).await?;
        let stream = browser.events(&page.path).await?;
        // While nothing is asked for, only the stream stays open: the server closes other connections after a while.
        browser.hang_up();
        Ok(Table { path: page.path.clone(), page, browser, stream, number })
    }

    /// Gives a whole answer. Some have several parts.
    async fn answer(&mut self, turn: &Turn, shared: &Shared) -> Result<(), Failed> {
        let mut begun = turn.at;
        loop {
            let Some(choice) = self.page.choice(self.number) else { return Err(Failed("nothing to answer".into())) };
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

    /// The table has changed, or something beside it.
    async fn catch_up(&mut self, motion: bool, shared: &Shared) -> Result<(), Failed> {
        let begun = Instant::now();
        let page = self.browser.page(&self.page.location).await?;
        let took = begun.elapsed();
        shared.count(|counts| counts.events.add(took));
        self.show(page, motion, shared).await
    }

    async fn show(&mut self, mut page: Page, motion: bool, shared: &Shared) -> Result<(), Failed> {
        if motion && page.revision > self.page.revision {
            let begun = Instant::now();
            let path = format!("{}/frames?from={}&picture=wide", self.path, self.page.revision);
            let frames = self.browser.get(&path).await?;
            let took = begun.elapsed();
            shared.count(|counts| counts.frames.add(took));
            if page::frames_end(&frames.body) > page.revision {
                page = self.browser.page(&page.location).await?;
            }
        }
        self.page = page;
        Ok(())
    }
}

/// Answers when it is told to, and follows the stream.
async fn play(mut table: Table, shared: Shared) {
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
                    // The script would try again; here it is an error and the table is left.
                    shared.count(|counts| counts.errors.push(error.0));
                    return;
                }
            },
        };
        if let Err(Failed(why)) = result {
            shared.count(|counts| counts.errors.push(why));
            // As somebody would who reads a message about it.
            sleep(Duration::from_secs(1)).await;
            if let Ok(page) = table.browser.page(&table.path).await {
                table.page = page;
            }
        }
    }
}
