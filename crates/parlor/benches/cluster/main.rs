//! Compares several servers on one PostgreSQL with one server on SQLite. These are the real programs, alternating
//! within one run, with every change on disk before it is shown.
//!
//! Other programs on the machine affect the times, so ratios within a run are more reliable than absolute numbers.

#[path = "../web/browser.rs"]
#[allow(dead_code, reason = "the benchmark of one server uses the rest")]
mod browser;
#[path = "../web/load.rs"]
#[allow(dead_code, reason = "the benchmark of one server uses the rest")]
mod load;
#[path = "../web/page.rs"]
#[allow(dead_code, reason = "the benchmark of one server uses the rest")]
mod page;
#[path = "../web/server.rs"]
#[allow(dead_code, reason = "the benchmark of one server uses the rest")]
mod server;
mod simulation;
#[path = "../web/times.rs"]
mod times;

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use parlor_testkit::Worker;
use parlor_testkit::postgres::Server as Database;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use load::{Counts, Ready, Shared, Table, Turns, play};
use server::Server;
use times::Times;

#[derive(Parser, Clone)]
struct Options {
    /// The number of open tables, each with an event stream.
    #[arg(long, default_value_t = 200)]
    tables: u32,
    /// The duration of each slice of a measurement, in seconds.
    #[arg(long, default_value_t = 3)]
    seconds: u32,
    /// The number of slices of each measurement. The settings alternate, so that other programs on the machine affect
    /// all of them alike.
    #[arg(long, default_value_t = 9)]
    slices: u32,
    /// A program to measure instead of the one built for this benchmark.
    #[arg(long, default_value = env!("CARGO_BIN_EXE_parlor"))]
    program: String,
    /// Simulate one of this number of servers, which share 100,000 tables with an answer every 20 seconds.
    #[arg(long)]
    servers: Option<u32>,
    /// The duration of the simulation, in minutes.
    #[arg(long, default_value_t = 10)]
    minutes: u32,
    /// Cargo passes this flag to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn start_worker(program: &str, store: &str) -> Worker {
    let mut command = Command::new(program);
    Worker::start(command.args(["worker", "--thinkers", "1"]).env("PARLOR_STORE", store))
}

/// A set of programs to measure, and the browsers that use them.
struct Setting {
    name: &'static str,
    browsers: JoinSet<()>,
    shared: Shared,
    waiting: mpsc::UnboundedReceiver<Ready>,
    servers: Vec<Server>,
    workers: Vec<Worker>,
    database: Option<Database>,
    /// The name of the database.
    tables: String,
    /// At full speed: the answers per second in each slice.
    rates: Vec<f64>,
    answers: f64,
    /// The CPU seconds that servers and workers, and the database, needed for these answers.
    worked: (f64, f64),
    /// The response times at half of the usual rate.
    half: Times,
}

impl Setting {
    fn on_sqlite(options: &Options) -> Setting {
        Setting::of("SQLite, one server", vec![Server::start(&options.program)], Vec::new(), None, String::new())
    }

    fn on_postgres(name: &'static str, options: &Options, servers: usize, workers: usize) -> Setting {
        let database = Database::start(parlor_testkit::postgres::Options {
            fsync: true,
            ..parlor_testkit::postgres::Options::default()
        });
        let tables = database.database();
        let safe = database.sql(&tables, "SELECT current_setting('fsync') || current_setting('synchronous_commit')");
        assert_eq!(safe, "onon");
        let store = database.address(&tables);
        let servers = (0..servers).map(|_| Server::on(&options.program, &store)).collect();
        let workers = (0..workers).map(|_| start_worker(&options.program, &store)).collect();
        Setting::of(name, servers, workers, Some(database), tables)
    }

    fn of(
        name: &'static str,
        servers: Vec<Server>,
        workers: Vec<Worker>,
        database: Option<Database>,
        tables: String,
    ) -> Setting {
        let (ready, waiting) = mpsc::unbounded_channel();
        let shared = Shared { counts: Arc::default(), ready };
        Setting {
            name,
            browsers: JoinSet::new(),
            shared,
            waiting,
            servers,
            workers,
            database,
            tables,
            rates: Vec::new(),
            answers: 0.0,
            worked: (0.0, 0.0),
            half: Times::default(),
        }
    }

    /// Opens tables and gives one answer at each, which loads pages and tables into memory.
    async fn open(&mut self, tables: u32) {
        for (number, server) in (0..tables as usize).zip(self.servers.iter().cycle()) {
            let table = Table::open(server.address, number).await.expect("a table can be opened");
            self.browsers.spawn(play(table, self.shared.clone()));
        }
        for _ in 0..tables {
            self.turns(tables).next(Instant::now(), false).await;
        }
        self.turns(tables).settle().await;
    }

    fn turns(&mut self, tables: u32) -> Turns<'_> {
        Turns { shared: &self.shared, waiting: &mut self.waiting, servers: &self.servers, tables }
    }

    /// The CPU seconds of the servers and workers, and of the database.
    fn worked(&self) -> (f64, f64) {
        let workers = self.workers.iter().map(|worker| server::cpu(&worker.id().to_string()));
        let servers = self.servers.iter().map(Server::cpu);
        (servers.chain(workers).sum(), self.database.as_ref().map_or(0.0, database_worked))
    }

    /// The size of the database in bytes.
    fn stored(&self) -> f64 {
        let size = |database: &Database| database.sql(&self.tables, "SELECT pg_database_size(current_database())");
        self.database.as_ref().and_then(|database| size(database).parse().ok()).unwrap_or_default()
    }

    /// Sends answers at full speed for one slice.
    async fn fast(&mut self, options: &Options) {
        self.forget();
        let before = self.worked();
        let (begun, lasts) = (Instant::now(), Duration::from_secs(options.seconds.into()));
        while begun.elapsed() < lasts {
            self.turns(options.tables).next(Instant::now(), false).await;
        }
        let (took, counts, after) = (begun.elapsed().as_secs_f64(), self.forget(), self.worked());
        let answers = f64::from(counts.answers.count());
        self.rates.push(answers / took);
        self.answers += answers;
        self.worked.0 += after.0 - before.0;
        self.worked.1 += after.1 - before.1;
        self.turns(options.tables).settle().await;
    }

    /// Sends answers at half of the usual rate for one slice.
    async fn half(&mut self, options: &Options) {
        self.forget();
        let between = Duration::from_secs_f64(2.0 / self.rate().max(1.0));
        let (begun, lasts) = (Instant::now(), Duration::from_secs(options.seconds.into()));
        let mut at = begun;
        while at < begun + lasts {
            sleep_until(at).await;
            self.turns(options.tables).next(at, false).await;
            at += between;
        }
        self.turns(options.tables).settle().await;
        let counts = self.forget();
        self.half.take(counts.answers);
    }

    /// Returns the counts so far and resets them.
    fn forget(&self) -> Counts {
        let mut counts = Counts::default();
        self.shared.count(|shared| counts = std::mem::take(shared));
        for error in counts.errors.iter().take(3) {
            println!("{}: {error}", self.name);
        }
        counts
    }

    /// The median rate of the slices.
    fn rate(&self) -> f64 {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        rates.get(rates.len() / 2).copied().unwrap_or_default()
    }

    /// CPU milliseconds per answer, including all work that an answer causes.
    fn cost(&self) -> (f64, f64) {
        (self.worked.0 * 1000.0 / self.answers, self.worked.1 * 1000.0 / self.answers)
    }
}

/// The CPU seconds of the processes of a database. Processes for connections are counted until they are closed.
fn database_worked(database: &Database) -> f64 {
    let file = std::fs::read_to_string(database.folder().join("data/postmaster.pid")).unwrap_or_default();
    let first = file.lines().next().unwrap_or_default();
    let others = Command::new("ps").args(["-o", "pid=", "--ppid", first]).output();
    let others = others.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    others.split_whitespace().chain([first]).map(server::cpu).sum()
}

fn main() {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    runtime.block_on(async {
        match options.servers {
            Some(servers) => simulation::run(&options, servers.max(1)).await,
            None => measure(&options).await,
        }
    });
}

async fn measure(options: &Options) {
    let mut settings = [
        Setting::on_sqlite(options),
        Setting::on_postgres("PostgreSQL, one server", options, 1, 0),
        Setting::on_postgres("PostgreSQL, two servers and two workers", options, 2, 2),
    ];
    for setting in &mut settings {
        setting.open(options.tables).await;
    }
    for _ in 0..options.slices {
        for setting in &mut settings {
            setting.fast(options).await;
        }
    }
    for _ in 0..options.slices {
        for setting in &mut settings {
            setting.half(options).await;
        }
    }
    let sqlite = settings[0].rate();
    println!("| store | answers/s | relative to SQLite | p99 at half of it | servers and workers | database |");
    println!("|---|---|---|---|---|---|");
    for setting in &mut settings {
        let (name, rate, (servers, database)) = (setting.name, setting.rate(), setting.cost());
        let (part, p99) = (rate / sqlite, setting.half.percentile(99));
        println!("| {name} | {rate:.0} | {part:.2} | {p99:.0} ms | {servers:.2} ms | {database:.2} ms |");
    }
    for setting in &mut settings {
        let rates: Vec<String> = setting.rates.iter().map(|rate| format!("{rate:.0}")).collect();
        println!("{}: answers/s in slices {}; at half {}", setting.name, rates.join(" "), setting.half.line());
    }
}
