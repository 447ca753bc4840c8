//! `parlor review`: computes the cost of each decision of a game, and the luck.

mod graph;
mod json;
mod lines;

use std::env;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use clap::Args;
use parlor_engine::StopFlag;
use parlor_review::{Effort, NotReviewed, ReviewRun};
use parlor_saves::{disk, printable};
use parlor_store::{JournalName, Store, StoreError};
use parlor_table::{BadJournal, Table};
use parlor_view::Names;

use crate::exit::{Exit, Failure};
use crate::files::{input_name, is_stdio, read_journal_file};
use crate::output::{stderr_line, to_stdout};
use crate::progress::ReviewProgress;
use crate::stores::StoreOption;

/// Show the cost of each decision in a game, the best choice with reasons, and in Canoga the luck.
///
/// Without a name, reviews your last game. Exit code: 0 reviewed, 1 the game can't be reviewed, 2 it can't be read.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag on the command line")]
pub(crate) struct ReviewCommand {
    /// Journals: files, - for standard input, or names listed by parlor journals.
    #[arg(value_name = "JOURNAL")]
    journals: Vec<String>,
    /// Print JSON: one object per line and journal.
    #[arg(long)]
    json: bool,
    /// Search only a tenth as long. The result may differ from the advice during a game.
    #[arg(long)]
    quick: bool,
    /// List every decision, not only the costly ones.
    #[arg(long)]
    all_decisions: bool,
    /// Draw the graph with plain characters.
    #[arg(long)]
    ascii: bool,
    /// Review all saved games that have no review yet.
    #[arg(long, conflicts_with_all = ["journals", "json", "all_decisions", "ascii"])]
    all: bool,
    #[command(flatten)]
    store: StoreOption,
}

struct ReviewTarget {
    table: Table,
    /// The store and the journal's name for storing the review, if the game is stored.
    kept: Option<(Arc<dyn Store>, JournalName)>,
}

impl ReviewCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.all {
            return self.review_all();
        }
        match &self.journals[..] {
            [] => self.print(&self.newest()?, None, None),
            [only] => self.print(&self.game(only)?, None, None),
            several => self.review_each(several),
        }
    }

    /// Reviews journals in order, also after one that can't be reviewed.
    fn review_each(&self, journals: &[String]) -> Result<Exit, Failure> {
        let mut worst = Exit::Fine;
        for (journal, number) in journals.iter().zip(1..) {
            let place = format!("{}, {number} of {}", input_name(Path::new(journal)), journals.len());
            match self.game(journal).and_then(|game| self.print(&game, Some(journal), Some(&place))) {
                Ok(exit) => worst = worst.max(exit),
                Err(Failure::ReaderGone) => return Err(Failure::ReaderGone),
                Err(failure) => worst = worst.max(crate::exit::print(Err(failure))),
            }
        }
        Ok(worst)
    }

    /// Prints a review, with the journal's name if there are several. `place` says which of them it is.
    fn print(&self, game: &ReviewTarget, journal: Option<&str>, place: Option<&str>) -> Result<Exit, Failure> {
        let review = self.finished(game, place).review();
        let text = if self.json {
            json::text(&game.table, &review, self.quick, journal)
        } else {
            let names = Names::of(&game.table.setup().players);
            let format = lines::ListFormat { all_decisions: self.all_decisions, ascii: self.ascii || !speaks_utf8() };
            let lines = lines::lines(&review, &names, format, self.quick);
            let heading = journal.map(|journal| format!("== {journal}"));
            heading.iter().chain(&lines).map(|line| printable(line) + "\n").collect()
        };
        to_stdout(|out| out.write_all(text.as_bytes()))
    }

    fn effort(&self) -> Effort {
        if self.quick { Effort::Quick } else { Effort::Help }
    }

    /// A review that starts with the stored answers.
    fn started(&self, game: &ReviewTarget) -> ReviewRun {
        let stored = game.kept.as_ref().and_then(|(store, name)| store.review(name).ok().flatten());
        ReviewRun::new(&game.table, self.effort(), &stored.unwrap_or_default())
    }

    /// Computes the missing answers and stores all of them.
    fn finished(&self, game: &ReviewTarget, place: Option<&str>) -> ReviewRun {
        let mut run = self.started(game);
        if run.is_complete() {
            return run;
        }
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (answered, all) = run.progress();
        let progress = ReviewProgress::new(place.map(|place| format!("Reviewing {place}")), (all - answered) as u64);
        run.finish(threads, &StopFlag::default(), &|_, _| progress.advance());
        progress.finish();
        // A quick review must not replace a thorough one.
        if let (Some((store, name)), false, Some(text)) = (&game.kept, self.quick, run.stored())
            && let Err(error) = store.keep_review(name, &text)
        {
            stderr_line(&format!("Can't save the review: {error}"));
        }
        run
    }

    fn review_all(&self) -> Result<Exit, Failure> {
        let store = self.store.writable()?;
        let (mut made, mut there, mut cant) = (0, 0, 0);
        for listed in store.list()? {
            let Ok(read) = store.look(&listed.name) else {
                cant += 1;
                continue;
            };
            let game = ReviewTarget { table: read.table, kept: Some((Arc::clone(&store), listed.name.clone())) };
            let run = self.started(&game);
            if run.course().rounds.is_empty() {
                continue;
            }
            if run.is_complete() {
                there += 1;
                continue;
            }
            self.finished(&game, Some(listed.name.as_str()));
            made += 1;
            to_stdout(|out| writeln!(out, "Reviewed {}.", listed.name))?;
        }
        let games = |number: usize| if number == 1 { "1 game".to_owned() } else { format!("{number} games") };
        let cant = if cant == 0 { String::new() } else { format!(" {} can't be read.", games(cant)) };
        to_stdout(|out| writeln!(out, "Reviewed now: {}. Reviewed before: {}.{cant}", games(made), games(there)))
    }

    /// A file takes precedence over a saved game of that name, unless `--store` is given.
    fn game(&self, journal: &str) -> Result<ReviewTarget, Failure> {
        let path = Path::new(journal);
        if !self.store.is_given() && (is_stdio(path) || path.exists()) {
            let read = read_journal_file(path)?.map_err(|error| {
                let words = format!("{}: {error}", input_name(path));
                match error {
                    BadJournal::OtherRules { .. } => Failure::CheckFailed(format!("{words}, so it can't be reviewed.")),
                    _ => Failure::Error(words),
                }
            })?;
            read.damage.iter().for_each(|damage| stderr_line(&damage.notice));
            return Ok(ReviewTarget { table: read.table, kept: None });
        }
        let Ok(name) = journal.parse::<JournalName>() else {
            return Err(Failure::Error(format!("file not found: {}", disk::shown(path))));
        };
        self.named(&name)
    }

    fn named(&self, name: &JournalName) -> Result<ReviewTarget, Failure> {
        let store = self.store.writable()?;
        let read = store.look(name).map_err(|error| match error {
            StoreError::OtherRules { rules, .. } => Failure::CheckFailed(format!(
                "{name} was played with version {rules} of the rules, which this version doesn't support, so it can't be reviewed."
            )),
            error => error.into(),
        })?;
        read.notices.iter().for_each(|notice| stderr_line(notice));
        Ok(ReviewTarget { table: read.table, kept: Some((store, name.clone())) })
    }

    /// The last game that contains a decision.
    fn newest(&self) -> Result<ReviewTarget, Failure> {
        let store = self.store.writable()?;
        for listed in store.list()? {
            let Ok(read) = store.look(&listed.name) else { continue };
            if NotReviewed::at_one_screen(&read.table).is_none() {
                return self.named(&listed.name);
            }
        }
        Err(Failure::CheckFailed("You have no games to review yet.".to_owned()))
    }
}

fn speaks_utf8() -> bool {
    let given = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
    let first = given.iter().find(|value| !value.is_empty());
    first.is_some_and(|value| ["UTF-8", "UTF8"].iter().any(|name| value.to_uppercase().contains(name)))
}
