use std::path::Path;

use parlor_engine::canoga;
use parlor_rules::canoga::Size;
use parlor_rules::{Game, Level, Seat};
use parlor_saves::disk::{Existing, write_file};
use parlor_table::{Draw, Entry, Event, Need, Player, Question, Refusal, Setup, Table, Thought, draw};

use crate::{Journal, JournalError, Thinking};

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

    /// What can happen without a person.
    pub fn next(&self) -> Next {
        match self.table.need() {
            Need::Throw { .. } | Need::Coin => match draw(&self.table) {
                Draw::Entry(entry) => Next::Chance(entry),
                Draw::ByHand | Draw::NotNow => Next::Person,
            },
            Need::Answer(question) => match self.table.player(question.seat) {
                Player::Computer(level) => {
                    let before = self.thought_before(&question);
                    Next::Think(Thinking { standing: self.table.standing(), question, level: *level, before })
                }
                Player::Human(_) => Next::Person,
            },
            Need::Save { .. } | Need::Nothing(_) => Next::Person,
        }
    }

    /// Does what needs nobody: chance that isn't thrown by hand, and the program's decisions. `None` if a
    /// person is needed, or nothing is.
    pub fn go_on(&mut self) -> Option<Result<Vec<Event>, Refusal>> {
        let entry = match self.next() {
            Next::Chance(entry) => entry,
            Next::Think(thinking) => thinking.decide()?,
            Next::Person => return None,
        };
        Some(self.apply(&entry))
    }

    /// A person's question for the engine. Help comes from the level that the program plays at (rule levels).
    pub fn helper(&self, question: &Question) -> Thinking {
        let level = |seat: Seat| match self.table.player(seat) {
            Player::Computer(level) => Some(*level),
            Player::Human(_) => None,
        };
        let level = Seat::BOTH.into_iter().find_map(level).unwrap_or_default();
        Thinking { standing: self.table.standing(), question: question.clone(), level, before: None }
    }

    /// What the journal says of the play before, if it was the same player's.
    fn thought_before(&self, question: &Question) -> Option<Thought> {
        // Before each play a person may be asked whether to go on, and may save and find that it can't be done.
        let counts = |entry: &&Entry| match entry {
            Entry::Decision { answer, .. } => answer.decides(),
            entry => !matches!(entry, Entry::NotSaved(_)),
        };
        match self.table.entries().iter().rev().find(counts)? {
            Entry::Decision { seat, thought, .. } if *seat == question.seat => thought.clone(),
            _ => None,
        }
    }
}

/// What happens next at a table if nobody does anything.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// Dice or a coin fall.
    Chance(Entry),
    /// The program decides, once it has thought.
    Think(Thinking),
    /// Nothing: a person is needed, or nothing is.
    Person,
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
