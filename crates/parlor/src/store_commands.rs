//! `parlor store`: copying and checking whole stores.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use parlor_saves::printable;
use parlor_store::{
    BackupReport, CheckReport, CopyReport, JournalName, OpenMode, Token, back_up, check_store, copy_store,
    open_registry, restore,
};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::solve::progress_bar;
use crate::stores::{ServerStore, address_argument, open};

/// Copy, check, back up or restore a whole store, or delete a table.
///
/// A store is a folder of journals, a server's SQLite file, or the address of a database, as in parlor web --store. If
/// the address contains a password, use @FILE, where FILE is a file that contains the address.
#[derive(Subcommand)]
pub(crate) enum StoreCommand {
    Copy(Copy),
    Check(StoreCheck),
    Backup(Backup),
    Restore(Restore),
    Delete(Delete),
    NewKey(NewKey),
}

/// Copy all tables to another store, which may be of another kind.
///
/// Copies the names, all entries and the reviews. If both stores support them, seats, links and notes are copied, too.
/// Stop the servers first. If the copy is interrupted, run the command again. Exit code: 0 everything was copied, 1
/// some tables weren't copied, 2 nothing was copied.
#[derive(Args)]
pub(crate) struct Copy {
    /// The store to copy.
    #[arg(value_hint = ValueHint::AnyPath)]
    from: OsString,
    /// The store to copy to. It must be empty, except for tables of an earlier copy. If it doesn't exist, it is created: a
    /// SQLite file if the name ends with .sqlite, a folder of journals if it ends with /.
    #[arg(value_hint = ValueHint::AnyPath)]
    to: OsString,
}

/// Replay every table and report faults.
///
/// Compares the stored summary of each table with its replayed journal, and checks all dice as parlor verify does. This
/// changes nothing, and a server may be running. Exit code: 0 no faults, 1 faults, 2 the store can't be read.
#[derive(Args)]
pub(crate) struct StoreCheck {
    /// The store to check.
    #[arg(value_hint = ValueHint::AnyPath)]
    store: OsString,
}

/// Back up a server's tables to a file, as they are at one moment. Servers may be running.
///
/// The backup is always a SQLite file, even of a database. It replaces an earlier file of that name once it is complete.
/// It contains the keys of the server's cookies, so keep it private. Exit code: 0 everything was written, 1 some tables
/// can't be read, 2 there is no backup.
#[derive(Args)]
pub(crate) struct Backup {
    /// The file to write.
    file: PathBuf,
    #[command(flatten)]
    store: ServerStore,
}

/// Restore a server's tables from a backup. Stop the servers first.
///
/// A SQLite file that is replaced is kept under its name with .before-restore added. A database must be empty. Exit code: 0
/// everything was restored, 1 some tables weren't, 2 nothing was.
#[derive(Args)]
pub(crate) struct Restore {
    /// A backup made with parlor store backup.
    file: PathBuf,
    #[command(flatten)]
    store: ServerStore,
}

/// Delete a table with its journal, seats, links and review. If the store is a file, stop its servers first.
#[derive(Args)]
pub(crate) struct Delete {
    /// The table: its name as in the log, or the address of its page.
    table: String,
    #[command(flatten)]
    store: ServerStore,
}

/// Replace the key that signs browsers' cookies. If the store is a file, stop its servers first.
///
/// Cookies signed with the previous key are still accepted, and replaced at the next visit. Run this twice to invalidate all
/// cookies: players then have to open their own links again.
#[derive(Args)]
pub(crate) struct NewKey {
    #[command(flatten)]
    store: ServerStore,
}

impl StoreCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            StoreCommand::Copy(copy) => copy.run(),
            StoreCommand::Check(check) => check.run(),
            StoreCommand::Backup(backup) => backup.run(),
            StoreCommand::Restore(restore) => restore.run(),
            StoreCommand::Delete(delete) => delete.run(),
            StoreCommand::NewKey(key) => key.run(),
        }
    }
}

fn count(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

/// Shows a progress bar. The callback gets the number of finished tables and the number of all tables.
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
        let to = open("TO", &address_argument("TO", &self.to)?, OpenMode::Create)?;
        let report = with_bar(|progress| copy_store(&*from, &*to, progress));
        let report = report.map_err(|error| Failure::Error(error.to_string()))?;
        to_stdout(|out| copied(&report, out))?;
        Ok(if report.failed.is_empty() { Exit::Fine } else { Exit::CheckFailed })
    }
}

fn copied(report: &CopyReport, out: &mut dyn Write) -> std::io::Result<()> {
    let CopyReport { copied, already_there, failed, without_people, without_seen } = report;
    writeln!(out, "{} copied, {already_there} already there.", tables(*copied))?;
    if *without_people > 0 {
        let of = tables(*without_people);
        writeln!(out, "A folder of journals can't store seats, links or notes: those of {of} were left out.")?;
    }
    if *without_seen > 0 {
        let of = count(*without_seen, "browser has", "browsers have");
        writeln!(out, "Nor can it store the exercises that {of} seen.")?;
    }
    if !failed.is_empty() {
        writeln!(out, "{} couldn't be copied:", tables(failed.len()))?;
    }
    failed.iter().try_for_each(|(name, why)| writeln!(out, "{name}: {}", printable(why)))
}

impl StoreCheck {
    fn run(&self) -> Result<Exit, Failure> {
        let store = open("STORE", &address_argument("STORE", &self.store)?, OpenMode::ReadOnly)?;
        let report = with_bar(|progress| check_store(&*store, progress))?;
        to_stdout(|out| checked(&report, out))?;
        let is_fine = report.faults.is_empty() && report.store_faults.is_empty();
        Ok(if is_fine { Exit::Fine } else { Exit::CheckFailed })
    }
}

fn checked(report: &CheckReport, out: &mut dyn Write) -> std::io::Result<()> {
    let CheckReport { tables: all, finished, archived, faults, store_faults } = report;
    writeln!(out, "{}, {finished} finished, {archived} archived.", tables(*all))?;
    if faults.is_empty() && store_faults.is_empty() {
        writeln!(out, "No faults found.")?;
    }
    store_faults.iter().try_for_each(|fault| writeln!(out, "the file: {}", printable(fault)))?;
    faults.iter().try_for_each(|(name, fault)| writeln!(out, "{name}: {}", printable(fault)))
}

impl Backup {
    fn run(&self) -> Result<Exit, Failure> {
        let address = self.store.address()?;
        let report = with_bar(|progress| back_up(&address, &self.file, progress))?;
        let what = report.tables.map_or_else(|| "The tables".to_owned(), tables);
        to_stdout(|out| {
            writeln!(out, "{what} of {address} backed up to {}.", self.file.display())?;
            unreadable(&report, out)
        })?;
        Ok(if report.failed.is_empty() { Exit::Fine } else { Exit::CheckFailed })
    }
}

impl Restore {
    fn run(&self) -> Result<Exit, Failure> {
        let address = self.store.address()?;
        let report = with_bar(|progress| restore(&self.file, &address, progress));
        let report = report.map_err(|error| Failure::Error(error.to_string()))?;
        let what = report.tables.map_or_else(|| "The tables".to_owned(), tables);
        to_stdout(|out| {
            writeln!(out, "{what} of {} restored to {address}.", self.file.display())?;
            if let Some(before) = &report.before {
                writeln!(
                    out,
                    "The previous tables are in {}. Delete that file when you no longer need them.",
                    before.display()
                )?;
            }
            unreadable(&report, out)
        })?;
        Ok(if report.failed.is_empty() { Exit::Fine } else { Exit::CheckFailed })
    }
}

fn unreadable(report: &BackupReport, out: &mut dyn Write) -> std::io::Result<()> {
    if !report.failed.is_empty() {
        writeln!(out, "{} couldn't be read:", tables(report.failed.len()))?;
    }
    report.failed.iter().try_for_each(|(name, why)| writeln!(out, "{name}: {}", printable(why)))
}

impl Delete {
    fn run(&self) -> Result<Exit, Failure> {
        let registry = open_registry(&self.store.address()?)?;
        let given = self.table.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let unknown = || Failure::Error(format!("there is no table {}", printable(&self.table)));
        // The token in a table's address could also be a table's name, so it is tried as a token first.
        let linked = given.parse::<Token>().ok().map(|token| registry.follow(&token)).transpose()?.flatten();
        let name = match linked {
            Some((name, _)) => name,
            None => given.parse::<JournalName>().map_err(|_| unknown())?,
        };
        registry.remove(&name)?;
        to_stdout(|out| writeln!(out, "{name} was deleted."))
    }
}

impl NewKey {
    fn run(&self) -> Result<Exit, Failure> {
        open_registry(&self.store.address()?)?.replace_cookie_key()?;
        to_stdout(|out| writeln!(out, "There is a new key. Cookies signed with the previous one are still accepted."))
    }
}
