//! `parlor store`: copying and checking whole stores.

use std::ffi::OsString;
use std::io::Write;

use clap::{Args, Subcommand};
use parlor_saves::printable;
use parlor_store::{CheckReport, CopyReport, OpenMode, check_store, copy_store};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::solve::progress_bar;
use crate::stores::{address_argument, open};

/// Copy or check everything that a store keeps.
///
/// A store is a folder of journals, a server's file of tables, or the address of a database, as in parlor web --store. @FILE
/// stands for the address in that file, if there is a password in it.
#[derive(Subcommand)]
pub(crate) enum StoreCommand {
    Copy(Copy),
    Check(StoreCheck),
}

/// Copy all tables to another store, of the same kind or another.
///
/// Names, all entries, reviews, and where both stores have places for them, who holds the seats, links and notes. Stop the
/// servers first. A copy that was interrupted can be repeated. Exit code: 0 everything is copied, 1 some tables couldn't be, 2
/// nothing is.
#[derive(Args)]
pub(crate) struct Copy {
    /// The store to copy.
    from: OsString,
    /// The store to copy to, which must be empty but for the same tables. If there is none yet, a name that ends with .sqlite
    /// makes a file of tables, and one that ends with / a folder of journals.
    to: OsString,
}

/// Replay every table and say what is wrong with which.
///
/// Compares what the store says about each table with what its journal leads to, and checks all dice as parlor verify does.
/// Nothing is changed, and a server may run meanwhile. Exit code: 0 nothing is wrong, 1 something is, 2 the store can't be read.
#[derive(Args)]
pub(crate) struct StoreCheck {
    /// The store to check.
    store: OsString,
}

impl StoreCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            StoreCommand::Copy(copy) => copy.run(),
            StoreCommand::Check(check) => check.run(),
        }
    }
}

/// One of something, or several.
fn count(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

/// Does some work with a bar that shows how many tables are done, and of how many.
fn with_bar<T>(work: impl FnOnce(&mut dyn FnMut(usize, usize)) -> T) -> T {
    let bar = progress_bar(0);
    let found = work(&mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    found
}

fn tables(number: usize) -> String {
    count(number, "table", "tables")
}

impl Copy {
    fn run(&self) -> Result<Exit, Failure> {
        let from = open("FROM", &address_argument("FROM", &self.from)?, OpenMode::Change)?;
        let to = open("TO", &address_argument("TO", &self.to)?, OpenMode::Make)?;
        let report = with_bar(|progress| copy_store(&*from, &*to, progress));
        let report = report.map_err(|error| Failure::Error(error.to_string()))?;
        to_stdout(|out| copied(&report, out))?;
        Ok(if report.failed.is_empty() { Exit::Fine } else { Exit::NotFine })
    }
}

fn copied(report: &CopyReport, out: &mut dyn Write) -> std::io::Result<()> {
    let CopyReport { copied, already_there, failed, without_people, without_seen } = report;
    writeln!(out, "{} copied, {already_there} there already.", tables(*copied))?;
    if *without_people > 0 {
        let of = tables(*without_people);
        writeln!(out, "A folder of journals has no place for seats, links and notes: those of {of} are left out.")?;
    }
    if *without_seen > 0 {
        let of = count(*without_seen, "browser has", "browsers have");
        writeln!(out, "Nor for the exercises that {of} seen.")?;
    }
    if !failed.is_empty() {
        writeln!(out, "{} couldn't be copied:", tables(failed.len()))?;
    }
    failed.iter().try_for_each(|(name, why)| writeln!(out, "{name}: {}", printable(why)))
}

impl StoreCheck {
    fn run(&self) -> Result<Exit, Failure> {
        let store = open("STORE", &address_argument("STORE", &self.store)?, OpenMode::Look)?;
        let report = with_bar(|progress| check_store(&*store, progress))?;
        to_stdout(|out| checked(&report, out))?;
        Ok(if report.faults.is_empty() { Exit::Fine } else { Exit::NotFine })
    }
}

fn checked(report: &CheckReport, out: &mut dyn Write) -> std::io::Result<()> {
    let CheckReport { tables: all, finished, archived, faults } = report;
    writeln!(out, "{}, {finished} finished, {archived} archived.", tables(*all))?;
    if faults.is_empty() {
        writeln!(out, "Nothing is wrong with them.")?;
    }
    faults.iter().try_for_each(|(name, fault)| writeln!(out, "{name}: {}", printable(fault)))
}
