//! `parlor journals`: the games that are kept.

use std::io::{self, BufRead};
use std::time::{Duration, SystemTime};

use clap::Args;
use parlor_host::local_time;
use parlor_saves::printable;
use parlor_store::{JournalName, Listed, Store, StoreError};
use parlor_table::{Progress, Setup, Summary};
use parlor_view::{Names, short_size};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::stores::StoreOption;

fn days(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| "it is a number of days, like 30".to_owned())
}

/// List the games that are kept, or remove some.
#[derive(Args)]
pub(crate) struct Journals {
    /// Remove the games of these names.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    remove: Vec<JournalName>,
    /// List the finished games that were last played more than this many days ago, and ask whether to remove them.
    #[arg(long, value_name = "DAYS", conflicts_with = "remove", value_parser = days)]
    prune: Option<u32>,
    #[command(flatten)]
    store: StoreOption,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Error(error.to_string())
    }
}

/// A game in a few words: which, how large, who, and how it stands.
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

impl Journals {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self.prune {
            Some(days) => self.prune(days, &mut io::stdin().lock()),
            None if self.remove.is_empty() => self.list(),
            None => remove_all(&*self.store.to_change()?, &self.remove),
        }
    }

    fn list(&self) -> Result<Exit, Failure> {
        let list = self.store.to_look()?.list()?;
        let place = self.store.place()?;
        to_stdout(|out| {
            if list.is_empty() {
                writeln!(out, "There are no games in {}.", printable(&place))?;
            }
            list.iter().try_for_each(|listed| writeln!(out, "{}", line(listed)))
        })
    }

    fn prune(&self, days: u32, answers: &mut impl BufRead) -> Result<Exit, Failure> {
        let store = self.store.to_change()?;
        let before = SystemTime::now().checked_sub(Duration::from_secs(u64::from(days) * 24 * 60 * 60));
        // Games that aren't finished, and those that can't be read, are never removed here.
        let old = |listed: &Listed| {
            let finished = listed.about.as_ref().is_ok_and(|about| about.summary.progress == Progress::Finished);
            finished && before.is_some_and(|before| listed.modified < before)
        };
        let list: Vec<Listed> = store.list()?.into_iter().filter(old).collect();
        if list.is_empty() {
            return to_stdout(|out| writeln!(out, "There is no finished game that old."));
        }
        let games = if list.len() == 1 { "this game".to_owned() } else { format!("these {} games", list.len()) };
        to_stdout(|out| {
            list.iter().try_for_each(|listed| writeln!(out, "{}", line(listed)))?;
            write!(out, "Remove {games}? (yes or no) > ")
        })?;
        let mut answer = String::new();
        answers.read_line(&mut answer)?;
        if !["y", "yes"].contains(&answer.trim().to_lowercase().as_str()) {
            return to_stdout(|out| writeln!(out, "Nothing is removed."));
        }
        let names: Vec<JournalName> = list.into_iter().map(|listed| listed.name).collect();
        remove_all(&*store, &names)
    }
}

fn remove_all(store: &dyn Store, names: &[JournalName]) -> Result<Exit, Failure> {
    for name in names {
        store.remove(name)?;
        to_stdout(|out| writeln!(out, "{name} is removed."))?;
    }
    Ok(Exit::Fine)
}
