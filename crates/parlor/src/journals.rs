//! `parlor journals`: the saved games.

use std::io::{self, BufRead, Write};
use std::time::{Duration, SystemTime};

use clap::Args;
use parlor_host::local_time;
use parlor_saves::printable;
use parlor_store::{JournalName, Listed, Store, StoreError};
use parlor_table::{Progress, Setup, Summary};
use parlor_view::{Names, short_size, wrap_indented};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::stores::StoreOption;

fn days(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| "must be a number of days, like 30".to_owned())
}

/// List your games, or remove some.
#[derive(Args)]
pub(crate) struct Journals {
    /// Remove the games with these names.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    remove: Vec<JournalName>,
    /// List finished games last played more than DAYS days ago, and ask whether to remove them.
    #[arg(long, value_name = "DAYS", conflicts_with = "remove", value_parser = days)]
    prune: Option<u32>,
    /// List only the names, most recently played first. Shell completion uses this.
    #[arg(long, conflicts_with_all = ["remove", "prune"])]
    names: bool,
    #[command(flatten)]
    store: StoreOption,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Error(error.to_string())
    }
}

/// The size, the players and the state of a game, for display.
pub(crate) fn described(setup: &Setup, summary: &Summary) -> String {
    let size = summary.size.or(setup.size).map_or(String::new(), |size| format!(" {}", short_size(setup.game, size)));
    let players = format!("{} against {}", setup.players.human, setup.players.computer);
    let names = Names::of(&setup.players);
    let totals = summary.totals;
    let result = match (summary.progress, totals.leader()) {
        (Progress::Finished, Some(winner)) => format!("{} won", names.label(winner)),
        (Progress::Finished, None) => "a draw".to_owned(),
        (Progress::Unfinished, _) => format!("unfinished, round {}", summary.round),
        (Progress::Saved, _) => format!("saved, round {}", summary.round),
    };
    format!("{}{size}, {players}, {} to {}, {result}", setup.game, totals.human, totals.computer)
}

fn line(Listed { name, modified, about }: &Listed) -> String {
    let words = match about {
        Ok(about) => described(&about.setup, &about.summary),
        Err(why) => format!("can't be read: {why}"),
    };
    printable(&format!("{}  {name}  {words}", local_time(*modified)))
}

/// On a terminal, a line is wrapped; in a pipe, each game takes one line.
fn write_line(out: &mut dyn Write, listed: &Listed) -> io::Result<()> {
    match parlor_tui::terminal_columns() {
        Some(columns) if columns >= 40 => {
            wrap_indented(&line(listed), "    ", columns).iter().try_for_each(|part| writeln!(out, "{part}"))
        }
        _ => writeln!(out, "{}", line(listed)),
    }
}

impl Journals {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self.prune {
            Some(days) => self.prune(days, &mut io::stdin().lock()),
            None if self.remove.is_empty() => self.list(),
            None => remove_all(&*self.store.writable()?, &self.remove),
        }
    }

    fn list(&self) -> Result<Exit, Failure> {
        let list = self.store.read_only()?.list()?;
        if self.names {
            return to_stdout(|out| list.iter().try_for_each(|listed| writeln!(out, "{}", listed.name)));
        }
        let place = self.store.place()?;
        to_stdout(|out| {
            if list.is_empty() {
                writeln!(out, "There are no games in {}.", printable(&place))?;
            }
            list.iter().try_for_each(|listed| write_line(out, listed))
        })
    }

    fn prune(&self, days: u32, answers: &mut impl BufRead) -> Result<Exit, Failure> {
        let store = self.store.writable()?;
        let before = SystemTime::now().checked_sub(Duration::from_secs(u64::from(days) * 24 * 60 * 60));
        // Unfinished and unreadable games are never pruned.
        let old = |listed: &Listed| {
            let finished = listed.about.as_ref().is_ok_and(|about| about.summary.progress == Progress::Finished);
            finished && before.is_some_and(|before| listed.modified < before)
        };
        let list: Vec<Listed> = store.list()?.into_iter().filter(old).collect();
        if list.is_empty() {
            return to_stdout(|out| writeln!(out, "There are no finished games that old."));
        }
        let games = if list.len() == 1 { "this game".to_owned() } else { format!("these {} games", list.len()) };
        to_stdout(|out| {
            list.iter().try_for_each(|listed| write_line(out, listed))?;
            write!(out, "Remove {games}? (yes or no) > ")
        })?;
        let mut answer = String::new();
        answers.read_line(&mut answer)?;
        if !["y", "yes"].contains(&answer.trim().to_lowercase().as_str()) {
            return to_stdout(|out| writeln!(out, "Nothing was removed."));
        }
        let names: Vec<JournalName> = list.into_iter().map(|listed| listed.name).collect();
        remove_all(&*store, &names)
    }
}

fn remove_all(store: &dyn Store, names: &[JournalName]) -> Result<Exit, Failure> {
    for name in names {
        store.remove(name)?;
        to_stdout(|out| writeln!(out, "Removed {name}."))?;
    }
    Ok(Exit::Fine)
}
