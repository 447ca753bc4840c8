//! `parlor verify`: checks the dice of a game against its seed.

use std::path::Path;

use clap::Args;
use parlor_saves::{disk, printable};
use parlor_store::JournalName;
use parlor_table::{BadJournal, ReadJournal, read_journal};
use parlor_view::verified_in_words;

use crate::exit::{Exit, Failure};
use crate::files::{input_name, is_stdio, read_journal_file};
use crate::output::to_stdout;
use crate::stores::StoreOption;

/// Check every throw and coin toss in a journal against its seed, and the seed against its commitment.
///
/// A seed that is still hidden is reported as unchecked. Exit code: 0 no faults, 1 faults, 2 the journal can't be read.
#[derive(Args)]
pub(crate) struct Verify {
    /// A journal: a file, - for standard input, or a name listed by parlor journals.
    #[arg(value_name = "JOURNAL")]
    journal: String,
    #[command(flatten)]
    store: StoreOption,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let read = self.read()?.map_err(|error| {
            let words = format!("{}: {error}", input_name(Path::new(&self.journal)));
            match error {
                BadJournal::Commitment(_) | BadJournal::Seed => Failure::CheckFailed(words),
                _ => Failure::Error(words),
            }
        })?;
        let verified = read.verify();
        let line = |revision: u64| format!("line {}", read.lines[revision as usize - 1]);
        let setup = read.table.setup();
        let about = format!("{}: {} against {}", setup.game, setup.players.human, setup.players.computer);
        to_stdout(|out| {
            writeln!(out, "{}", printable(&about))?;
            verified_in_words(&verified, line).iter().try_for_each(|words| writeln!(out, "{}", printable(words)))
        })?;
        Ok(if verified.is_right() { Exit::Fine } else { Exit::CheckFailed })
    }

    /// The journal. A file takes precedence over a saved game with the same name, unless `--store` is
    /// given.
    fn read(&self) -> Result<Result<ReadJournal, BadJournal>, Failure> {
        let path = Path::new(&self.journal);
        if !self.store.is_given() && (is_stdio(path) || path.exists()) {
            return read_journal_file(path);
        }
        match self.journal.parse::<JournalName>() {
            Ok(name) => Ok(read_journal(&self.store.read_only()?.text(&name)?)),
            Err(_) => Err(Failure::Error(format!("file not found: {}", disk::shown(path)))),
        }
    }
}
