//! What several servers on one `PostgreSQL` take, beside one server on SQLite: the real programs, one setting after the
//! other in one run, each with everything on the disk before it is shown.
//!
//! The machine is shared with whatever else runs on it, so ratios within a run say more than numbers.

#[path = "../web/browser.rs"]
#[allow(dead_code, reason = "the measures of one server need more of it")]
mod browser;
#[path = "../web/load.rs"]
mod load;
#[path = "../web/page.rs"]
#[allow(dead_code, reason = "the measures of one server need more of it")]
mod page;
#[path = "../web/server.rs"]
#[allow(dead_code, reason = "the measures of one server need more of it")]
mod server;
#[path = "../web/times.rs"]
mod times;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use parlor_postgres::Server as Database;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use load::{Counts, Load, Shared, Table, Turns, play};
use server::Server;

#[derive(Parser, Clone)]
struct Options {
    /// Tables that are open, each with a stream of events.
    #[arg(long, default_value_t = 200)]
    tables: u32,
    /// How long each measure takes.
    #[arg(long, default_value_t = 15)]
    seconds: u32,
    /// How often everything is measured.
    #[arg(long, default_value_t = 1)]
    times: u32,
    /// Another program than the one that was built for this.
    #[arg(long, default_value = env!("CARGO_BIN_EXE_parlor"))]
    program: String,
    /// Cargo says this to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A worker that ends with this.
struct Worker(Child);

impl Worker {
    fn start(program: &str, store: &str) -> Worker {
        let mut command = Command::new(program);
        command.args(["worker", "--thinkers", "1"]).env("PARLOR_STORE", store).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("it has an output"));
        output.read_line(&mut line).expect("it says that it thinks");
        Worker(child)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What came of a setting.
struct Measured {
    rate: f64,
    /// At half of that rate, in milliseconds.
    p99: f64,
    /// What an answer takes of a core with all that follows from it, in milliseconds: at the servers and workers, and in the
    /// database.
    cost: (f64, f64),
}

/// The programs that are measured.
struct Setting<'a> {
    servers: &'a [Server],
    workers: &'a [Worker],
    database: Option<&'a Database>,
}

impl Setting<'_> {
    /// Seconds that the servers and workers have worked, and the database.
    fn worked(&self) -> (f64, f64) {
        let workers = self.workers.iter().map(|worker| server::cpu(&worker.0.id().to_string()));
        let servers = self.servers.iter().map(Server::cpu);
        (servers.chain(workers).sum(), self.database.map_or(0.0, database_worked))
    }
}

/// Seconds that the processes of a database have worked. Those of the connections stay for as long as anybody needs them.
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
    for _ in 0..options.times {
        let sqlite = {
            println!("\n== SQLite, one server");
            let servers = [Server::start(&options.program)];
            runtime.block_on(measure(&options, &Setting { servers: &servers, workers: &[], database: None }))
        };
        let one = on_postgres(&options, &runtime, 1, 0);
        let two = on_postgres(&options, &runtime, 2, 2);
        println!("\n| store | answers/s | of SQLite's | p99 at half of it | servers and workers | database |");
        println!("|---|---|---|---|---|---|");
        for (name, Measured { rate, p99, cost: (servers, database) }) in [
            ("SQLite, one server", &sqlite),
            ("PostgreSQL, one server", &one),
            ("PostgreSQL, two servers and two workers", &two),
        ] {
            let part = rate / sqlite.rate;
            println!("| {name} | {rate:.0} | {part:.2} | {p99:.0} ms | {servers:.2} ms | {database:.2} ms |");
        }
    }
}

fn on_postgres(options: &Options, runtime: &tokio::runtime::Runtime, servers: u32, workers: u32) -> Measured {
    println!("\n== PostgreSQL, {servers} servers, {workers} workers");
    let database = Database::start(parlor_postgres::Options { fsync: true, ..parlor_postgres::Options::default() });
    let name = database.database();
    let store = database.address(&name);
    let servers: Vec<Server> = (0..servers).map(|_| Server::on(&options.program, &store)).collect();
    let workers: Vec<Worker> = (0..workers).map(|_| Worker::start(&options.program, &store)).collect();
    let settings = database.sql(&name, "SELECT current_setting('fsync') || current_setting('synchronous_commit')");
    assert_eq!(settings, "onon");
    let setting = Setting { servers: &servers, workers: &workers, database: Some(&database) };
    let measured = runtime.block_on(measure(options, &setting));
    let counted = "SELECT xact_commit || ' commits' FROM pg_stat_database WHERE datname = current_database()";
    let appended = "SELECT count(*) || ' entries' FROM entries";
    println!("  in all {}, {}", database.sql(&name, counted), database.sql(&name, appended));
    measured
}

/// How fast answers can be given, and how long each takes at half of that rate.
async fn measure(options: &Options, setting: &Setting<'_>) -> Measured {
    let servers = setting.servers;
    let (ready, mut waiting) = mpsc::unbounded_channel();
    let shared = Shared { counts: Arc::default(), ready };
    let mut browsers = JoinSet::new();
    for (number, server) in (0..options.tables as usize).zip(servers.iter().cycle()) {
        let table = Table::open(server.address, number).await.expect("a table can be opened");
        browsers.spawn(play(table, shared.clone()));
    }
    let mut turns = Turns { shared: &shared, waiting: &mut waiting, servers, tables: options.tables };
    // Not yet counted: pages and tables come into memory.
    for _ in 0..options.tables {
        turns.next(Instant::now(), false).await;
    }
    shared.count(|counts| *counts = Counts::default());
    let before = setting.worked();
    let (begun, lasts) = (Instant::now(), Duration::from_secs(options.seconds.into()));
    while begun.elapsed() < lasts {
        turns.next(Instant::now(), false).await;
    }
    let mut counts = Counts::default();
    shared.count(|shared| counts = std::mem::take(shared));
    let after = setting.worked();
    let answers = counts.answers.count() as f64;
    let cost = ((after.0 - before.0) * 1000.0 / answers, (after.1 - before.1) * 1000.0 / answers);
    let rate = answers / begun.elapsed().as_secs_f64();
    println!("  as fast as it goes: {rate:.0} answers/s, {}, {} errors", counts.answers.line(), counts.errors.len());
    turns.settle().await;
    shared.count(|counts| *counts = Counts::default());
    let half = (rate / 2.0).max(1.0) as u32;
    let p99 = turns.run(Load { rate: half, seconds: options.seconds, motion: false }).await;
    browsers.shutdown().await;
    sleep(Duration::from_millis(200)).await;
    Measured { rate, p99, cost }
}
