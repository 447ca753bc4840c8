//! Simulates one of many servers that share a large number of tables: its share of tables and answers, over a long
//! time.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::load::Counts;
use crate::{Options, Setting};

/// All tables of all servers, and the seconds between two answers at a table.
const TABLES: u32 = 100_000;
const PAUSE: u32 = 20;

/// Gives one server on PostgreSQL its share, and prints what all servers together need.
pub(crate) async fn run(options: &Options, servers: u32) {
    let (tables, rate) = (TABLES / servers, f64::from(TABLES / PAUSE) / f64::from(servers));
    let mut setting = Setting::on_postgres("one of many servers", options, 1, 0);
    let empty = setting.servers[0].memory();
    setting.open(tables).await;
    setting.forget();
    let (opened, stored, worked) = (setting.servers[0].memory(), setting.stored(), setting.worked());
    let (begun, lasts) = (Instant::now(), Duration::from_mins(1) * options.minutes);
    let mut at = begun;
    while at < begun + lasts {
        sleep_until(at).await;
        setting.turns(tables).next(at, true).await;
        at += Duration::from_secs_f64(1.0 / rate);
    }
    let seconds = begun.elapsed().as_secs_f64();
    setting.turns(tables).settle().await;
    let Counts { mut answers, mut late, errors, .. } = setting.forget();
    let count = f64::from(answers.count());
    let (server, database) = setting.worked();
    let (server, database) = (server - worked.0, database - worked.1);
    let bytes = (setting.stored() - stored) / count;
    let memory = f64::from(setting.servers[0].memory() - empty) / f64::from(tables);
    let opened = f64::from(opened - empty) / f64::from(tables);
    println!("One of {servers} servers: {tables} tables with a stream each, {rate:.0} answers/s asked for");
    println!("  {:.1} answers/s for {seconds:.0} s, {} errors", count / seconds, errors.len());
    println!("  answer to page  {}", answers.line());
    println!("  sent late by    {}", late.line());
    println!(
        "  for an answer: server {:.2} ms of a core, database {:.2} ms and {bytes:.0} bytes",
        1e3 * server / count,
        1e3 * database / count
    );
    println!("  memory of the server: {memory:.0} KiB a table, {opened:.0} KiB after its first answer");
    let all = f64::from(TABLES / PAUSE);
    println!("{TABLES} tables with {all:.0} answers/s");
    println!("  servers {:.1} cores, database {:.1} cores", all * server / count, all * database / count);
    println!(
        "  memory of all servers {:.1} GiB, growth of the database {:.1} GiB a day",
        f64::from(TABLES) * memory / f64::from(1 << 20),
        all * bytes * 86_400.0 / f64::from(1 << 30)
    );
}
