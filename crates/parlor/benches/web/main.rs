//! Benchmark of `parlor web`: the real program on a real socket, with the requests that the page's script makes.
//!
//! Each of many browsers has a table with an open event stream. Answers are sent at a fixed rate. After each answer the
//! browser follows the redirect, and after each event from its stream it fetches the page again.

mod attacks;
mod browser;
mod load;
mod memory;
mod page;
mod server;
mod sizes;
#[allow(dead_code, reason = "the benchmark of several servers uses the rest")]
mod times;

use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use load::{Counts, Load, Shared, Table, Turns, play};
use server::Server;

#[derive(Parser, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
struct Options {
    /// The number of open tables, each with an event stream.
    #[arg(long, default_value_t = 1000)]
    tables: u32,
    /// The number of answers per second, at all tables together.
    #[arg(long, default_value_t = 300)]
    rate: u32,
    /// The time during which answers are sent, in seconds.
    #[arg(long, default_value_t = 30)]
    seconds: u32,
    /// The number of answers that each table gets first, so that it has a log.
    #[arg(long, default_value_t = 10)]
    ahead: u32,
    /// A server to measure instead of the one built for this benchmark.
    #[arg(long, default_value = env!("CARGO_BIN_EXE_parlor"))]
    server: String,
    /// Measure one player while another client attacks the server, for `--seconds` an attack.
    #[arg(long)]
    attacks: bool,
    /// Only attacks whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Measure the memory of tables with long journals and reviews.
    #[arg(long)]
    memory: bool,
    /// Measure only the sizes of pages, which don't depend on other programs on the machine.
    #[arg(long)]
    sizes: bool,
    /// Cargo passes this flag to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be built");
    runtime.block_on(async {
        if options.attacks {
            return attacks::measure(&options.server, options.seconds, &options.only).await;
        }
        if options.memory {
            return memory::measure(&options.server).await;
        }
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
    let mut turns =
        Turns { shared: &shared, waiting: &mut waiting, servers: std::slice::from_ref(server), tables: options.tables };
    println!("\nOne answer at a time");
    let alone = turns.run(load(10, 10, false)).await;

    let (ahead, begun) = (options.tables * options.ahead, Instant::now());
    for _ in 0..ahead {
        turns.next(Instant::now(), false).await;
    }
    println!("\nAt full speed: {:.0} answers/s", f64::from(ahead) / begun.elapsed().as_secs_f64());
    turns.settle().await;
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
