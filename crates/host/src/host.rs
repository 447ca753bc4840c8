use std::path::Path;

use parlor_engine::{Level, canoga};
use parlor_rules::canoga::Size;
use parlor_saves::Game;
use parlor_saves::disk::{Existing, write_file};
use parlor_table::{Draw, Entry, Event, Need, Player, Refusal, Setup, Table, draw};

use crate::{Journal, JournalError, think};

/// A table with its journal.
pub struct Host {
    table: Table,
    journal: Option<Journal>,
    /// Why the journal is no longer written, until somebody is told.
    trouble: Option<JournalError>,
}

impl Host {
    /// A table that has just been set up or rebuilt; without a journal it lives only as long as the process.
    pub fn new(table: Table, journal: Option<Journal>) -> Host {
        let size = table.standing().and_then(|standing| i64::try_from(standing.size()).ok()).or(table.setup().size);
        prepare(table.setup(), size);
        Host { table, journal, trouble: None }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The journal's name, by which it can be continued.
    pub fn journal_name(&self) -> Option<&str> {
        self.journal.as_ref().map(Journal::name)
    }

    /// What it was set up with.
    pub fn setup(&self) -> &Setup {
        self.table.setup()
    }

    /// Lets an entry happen, once it is in the journal.
    pub fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        let told = self.table.apply(entry.clone())?;
        for event in &told {
            if let Event::RoundBegins { size, .. } = event {
                prepare(self.table.setup(), Some(*size));
            }
        }
        if let Some(journal) = &mut self.journal {
            // Where only programs play, a round is soon played again.
            let people = self.table.setup().has_people();
            let lasting = |event: &Event| match event {
                Event::RoundOver { .. } => people,
                Event::TournamentOver { .. } | Event::Saved { .. } => true,
                _ => false,
            };
            let mut written = journal.append(entry, told.iter().any(lasting));
            if let Need::Nothing(_) = self.table.need() {
                written = written.and_then(|()| journal.close());
            }
            if let Err(error) = written {
                // The game goes on; it just won't survive the process.
                self.trouble = Some(error);
                self.journal = None;
            }
        }
        Ok(told)
    }

    /// Why the journal is no longer written; said once.
    pub fn trouble(&mut self) -> Option<JournalError> {
        self.trouble.take()
    }

    /// Does what needs nobody: chance that isn't thrown by hand, and the program's decisions. `None` if a
    /// person is needed, or nothing is.
    pub fn go_on(&mut self) -> Option<Result<Vec<Event>, Refusal>> {
        let entry = match self.table.need() {
            Need::Throw { .. } | Need::Coin => match draw(&self.table) {
                Draw::Entry(entry) => entry,
                Draw::ByHand | Draw::NotNow => return None,
            },
            Need::Answer(question) => {
                let Player::Computer(level) = self.table.player(question.seat) else { return None };
                let (answer, thought) = think(&self.table, &question, *level)?;
                Entry::Decision { seat: question.seat, answer, thought }
            }
            Need::Save { .. } | Need::Nothing(_) => return None,
        };
        Some(self.apply(&entry))
    }
}

/// Canoga's master knows every position of its size: that is found out while the first dice are thrown.
fn prepare(setup: &Setup, size: Option<i64>) {
    let master = |player: &Player| *player == Player::Computer(Level::Master);
    if setup.game == Game::Canoga
        && (master(&setup.players.human) || master(&setup.players.computer))
        && let Some(size) = size.and_then(Size::new)
    {
        canoga::solve_in_background(size);
    }
}

/// Writes what a table wants saved, never over an existing file; tells the table's entry for it.
pub fn save_to_disk(name: &str, text: &str) -> Entry {
    match write_file(Path::new(name), text.as_bytes(), Existing::Keep) {
        Ok(()) => Entry::Saved,
        Err(error) => Entry::NotSaved(error.to_string()),
    }
}
