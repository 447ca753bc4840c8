use std::path::Path;
use std::sync::Arc;

use parlor_engine::{EngineJob, Plan, canoga};
use parlor_rules::canoga::Size;
use parlor_rules::{Decision, Game, Level, Seat};
use parlor_saves::Dialect;
use parlor_saves::disk::{DiskError, Existing, write_file};
use parlor_table::{Answer, Ask, Draw, Entry, Event, MenuItem, MenuKind, Next, Player, Refusal, Seed, Setup, Table};

use crate::preferences::AdviceFrom;
use crate::settings::{any_committed_seed, any_seed};
use crate::thinking::{Engine, NotRunning, Opponent, Thinking, ThinkingPurpose};
use parlor_store::{Append, JournalName, Store, StoreError};

/// A table with its journal.
pub struct Host {
    table: Table,
    journal: Option<Journal>,
    /// Who decides for the seats that no person has, if it isn't the engine.
    opponent: Option<Arc<dyn Opponent>>,
    /// What saves are written in, whatever their file is called.
    dialect: Option<Dialect>,
    /// Where a seed comes from if the table's own is hidden.
    new_seed: fn() -> Seed,
}

/// Where a table's entries go.
struct Journal {
    store: Arc<dyn Store>,
    name: JournalName,
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.store.close(&self.name);
    }
}

/// Why an entry didn't happen. The table is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The table refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It couldn't be written down.
    #[error("the journal can't be written: {0}")]
    NotKept(StoreError),
}

impl Host {
    /// A new table with its first events. Its journal is begun in the store; without one it lives only as long as the
    /// process.
    pub fn begin(setup: Setup, store: Option<Arc<dyn Store>>) -> Result<(Host, Vec<Event>), StoreError> {
        let journal = match store {
            None => None,
            Some(store) => {
                let name = store.create(&setup)?;
                Some(Journal { store, name })
            }
        };
        let (table, events) = Table::new(setup);
        Ok((Host::new(table, journal), events))
    }

    /// The table of a journal, to be played on, with notices about what was damaged.
    pub fn open(store: Arc<dyn Store>, name: &JournalName) -> Result<(Host, Vec<String>), StoreError> {
        let kept = store.open(name)?;
        let journal = Journal { store, name: name.clone() };
        Ok((Host::new(kept.table, Some(journal)), kept.notices))
    }

    /// A table of a journal that was read already, to be played on.
    pub fn kept(table: Table, store: Arc<dyn Store>, name: JournalName) -> Host {
        Host::new(table, Some(Journal { store, name }))
    }

    /// A table that is only looked at: what happens to it is kept nowhere.
    pub fn look(store: &dyn Store, name: &JournalName) -> Result<(Host, Vec<String>), StoreError> {
        let kept = store.look(name)?;
        Ok((Host::new(kept.table, None), kept.notices))
    }

    /// A table that is kept nowhere.
    pub fn unkept(table: Table) -> Host {
        Host::new(table, None)
    }

    fn new(table: Table, journal: Option<Journal>) -> Host {
        prepare(table.setup(), table.size());
        Host { table, journal, opponent: None, dialect: None, new_seed: || Seed::Open(any_seed()) }
    }

    /// The same with saves in this dialect, whatever their file is called.
    #[must_use]
    pub fn saving_in(mut self, dialect: Option<Dialect>) -> Host {
        self.dialect = dialect;
        self
    }

    /// The same with another opponent for the people at the table.
    #[must_use]
    pub fn against(mut self, opponent: Arc<dyn Opponent>) -> Host {
        self.opponent = Some(opponent);
        self
    }

    /// A copy of the table to play on at a revision, before any of that is written.
    pub fn fork_at(&self, revision: u64) -> Result<Fork, Refusal> {
        let now = self.table.revision();
        if revision != now {
            return Err(Refusal::Stale { given: revision, now });
        }
        let host = Host { table: self.table.clone(), journal: None, opponent: self.opponent.clone(), ..*self };
        Ok(Fork { host, revision, entries: Vec::new(), applied: Vec::new() })
    }

    /// Writes what was played on a fork of this table into the journal, and takes it over: all of it or nothing.
    pub fn commit(&mut self, fork: Fork) -> Result<Vec<AppliedEntry>, ApplyError> {
        let Fork { host: Host { table, .. }, revision, entries, applied } = fork;
        if revision != self.table.revision() {
            return Err(Refusal::Stale { given: revision, now: self.table.revision() }.into());
        }
        let events = || applied.iter().flat_map(|entry| &entry.events);
        if let Some(Journal { store, name }) = &self.journal {
            // Where only programs play, a round is soon played again.
            let people = table.setup().has_people();
            let lasting = events().any(|event| match event {
                Event::RoundOver { .. } => people,
                Event::TournamentOver { .. } | Event::Saved { .. } => true,
                _ => false,
            });
            let append = Append { revision, entries: &entries, summary: table.summary(), lasting };
            store.append(name, append).map_err(|error| match error {
                StoreError::Stale { given, now, .. } => ApplyError::Refused(Refusal::Stale { given, now }),
                error => ApplyError::NotKept(error),
            })?;
        }
        for event in events() {
            if let Event::RoundBegins { size, .. } = event {
                prepare(table.setup(), Some(*size));
            }
        }
        self.table = table;
        Ok(applied)
    }

    /// The same, with a commitment to the seed that is needed if the table's own is hidden.
    #[must_use]
    pub fn committing(mut self) -> Host {
        self.new_seed = any_committed_seed;
        self
    }

    /// Gives a person another name, here. The store has to be told too.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        self.table.rename(seat, name);
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What it was set up with.
    pub fn setup(&self) -> &Setup {
        self.table.setup()
    }

    /// The journal's name, if the game is kept.
    pub fn journal_name(&self) -> Option<&JournalName> {
        self.journal.as_ref().map(|journal| &journal.name)
    }

    /// The command that goes on with this game, if it is kept. Another program that it is against has to be named again.
    pub fn continue_command(&self) -> Option<String> {
        let bot = Seat::BOTH.into_iter().find_map(|seat| match self.table.player(seat) {
            Player::Bot(name) => Some(format!(" --level \"{}\"", parlor_saves::printable(name))),
            Player::Human(_) | Player::Computer(_) => None,
        });
        Some(format!("parlor continue {}{}", self.journal_name()?, bot.unwrap_or_default()))
    }

    /// Plays on without a journal, because it can't be written.
    pub fn give_up_journal(&mut self) {
        self.journal = None;
    }

    /// Lets an entry happen, once it is in the journal.
    pub fn apply(&mut self, entry: Entry) -> Result<Vec<Event>, ApplyError> {
        self.apply_at(self.table.revision(), &[entry])
    }

    /// Lets entries happen that were meant for this revision, once they are in the journal: all of them or none.
    pub fn apply_at(&mut self, revision: u64, entries: &[Entry]) -> Result<Vec<Event>, ApplyError> {
        let mut fork = self.fork_at(revision)?;
        for entry in entries {
            fork.apply(entry.clone())?;
        }
        Ok(self.commit(fork)?.into_iter().flat_map(|entry| entry.events).collect())
    }

    /// Lets entries happen that are in the journal already: somebody else has written them.
    pub fn catch_up(&mut self, entries: Vec<Entry>) -> Result<Vec<AppliedEntry>, Refusal> {
        let mut fork = self.fork_at(self.table.revision())?;
        for entry in entries {
            fork.apply(entry)?;
        }
        self.table = fork.host.table;
        Ok(fork.applied)
    }

    /// The entry of dice or a coin that fall now, or of the new seed that they need; `None` if a person throws or tosses,
    /// or if nothing falls.
    pub fn chance(&self) -> Option<Entry> {
        match self.table.draw()? {
            Draw::Entry(entry) => Some(entry),
            Draw::NeedsSeed => Some(Entry::NewSeed((self.new_seed)())),
            Draw::ByHand => None,
        }
    }

    /// The search for a program's decision, or for its reply to an offer; `None` if no program has to answer now.
    pub fn thinking(&self) -> Option<Thinking> {
        let seat = self.table.deciding_program()?;
        let (decider, decision) = self.table.decision()?;
        let mut job = match self.table.player(seat).level() {
            Some(level) => EngineJob::new(decision, level),
            // Another program has no level.
            None => EngineJob::full_strength(decision),
        };
        let purpose = match &job.decision {
            Decision::Kono(standing) if decider != seat => {
                let scores = standing.position?.scores();
                ThinkingPurpose::ReplyToCall { as_it_stands: f64::from(scores[seat] - scores[seat.other()]) }
            }
            _ => {
                job.plan = self.plan(seat);
                ThinkingPurpose::Decide
            }
        };
        let opponent: Arc<dyn Opponent> = match (&self.opponent, self.table.player(seat)) {
            (Some(opponent), _) => Arc::clone(opponent),
            (None, Player::Bot(name)) => Arc::new(NotRunning(name.clone())),
            (None, Player::Computer(_) | Player::Human(_)) => Arc::new(Engine),
        };
        Some(Thinking { seat, revision: self.table.revision(), job, purpose, opponent })
    }

    /// A person's question for the engine; `None` where there is nothing to advise (rule levels).
    pub fn help_job(&self, from: AdviceFrom) -> Option<EngineJob> {
        let (_, decision) = self.table.decision()?;
        let opponents = Seat::BOTH.into_iter().find_map(|seat| self.table.player(seat).level());
        Some(match (from, opponents) {
            (AdviceFrom::Level, Some(level)) => EngineJob::new(decision, level),
            _ => EngineJob::full_strength(decision),
        })
    }

    /// What the journal says was planned with the play before, if it was the same player's.
    fn plan(&self, seat: Seat) -> Option<Plan> {
        // Before each play a person may be asked whether to go on, and may save and find that it can't be done.
        let counts = |entry: &&Entry| match entry {
            Entry::Decision { answer, .. } => answer.decides(),
            entry => !matches!(entry, Entry::Saved | Entry::NotSaved(_) | Entry::NewSeed(_)),
        };
        let mut entries = self.table.records().rev().map(|record| &record.entry);
        match entries.find(counts)? {
            Entry::Decision { seat: before, rationale: Some(told), .. } if *before == seat => {
                Some(Plan { pits: told.plan.clone(), value: told.value, exact: told.exact })
            }
            _ => None,
        }
    }

    /// The text of a save file with this name; `None` before there is anything to save.
    pub fn save_text(&self, name: &str) -> Option<String> {
        let dialect = self.dialect.unwrap_or_else(|| self.table.dialect_for(name));
        Some(self.table.save()?.write(dialect).text)
    }

    /// A name for the next save: that of the last one, or of the file that was read, or else one that no file in this
    /// folder has yet.
    pub fn proposed_file_name(&self, folder: &Path) -> String {
        if let Some(name) = self.table.file_name() {
            return name.to_owned();
        }
        let game = self.table.game().to_string().to_lowercase();
        let ending = match self.dialect {
            None | Some(Dialect::Text) => "txt",
            Some(Dialect::Lisp) => "lisp",
            Some(Dialect::Prolog) => "pl",
        };
        let mut names = (1..1000).map(|number| format!("{game}-{number}.{ending}"));
        names.find(|name| !folder.join(name).exists()).unwrap_or(format!("{game}.{ending}"))
    }

    /// Writes the save that the table waits for; the entry says how that went.
    pub fn save(&self, file: &Path, existing: Existing) -> Entry {
        match self.save_copy(file, existing) {
            Ok(()) => Entry::Saved,
            Err(error) => Entry::NotSaved(error.to_string()),
        }
    }

    /// Writes a copy of the game to a save file, whatever is asked now. It changes nothing at the table.
    pub fn save_copy(&self, file: &Path, existing: Existing) -> Result<(), SaveError> {
        if let Some(why) = self.table.cant_save() {
            return Err(SaveError::CantHold(why));
        }
        let text = self.save_text(&file.to_string_lossy()).expect("a game that can be saved has a board");
        Ok(write_file(file, text.as_bytes(), existing)?)
    }
}

/// What came of an entry.
#[derive(Clone, PartialEq, Debug)]
pub struct AppliedEntry {
    /// The table's revision after the entry.
    pub revision: u64,
    pub events: Vec<Event>,
}

/// A table that is played on before anything is written. [`Host::commit`] writes all of it at once.
pub struct Fork {
    host: Host,
    /// The revision that it was forked at.
    revision: u64,
    entries: Vec<Entry>,
    applied: Vec<AppliedEntry>,
}

impl Fork {
    /// The table as it is on the fork.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Whether nothing was played on it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn apply(&mut self, entry: Entry) -> Result<(), Refusal> {
        let events = self.host.table.apply(entry.clone())?;
        self.entries.push(entry);
        self.applied.push(AppliedEntry { revision: self.host.table.revision(), events });
        Ok(())
    }

    /// Lets everything happen that waits for nobody: chance, and menus that a page doesn't show.
    pub fn follow(&mut self) {
        loop {
            let table = self.host.table();
            if table.deciding_program().is_some() {
                return;
            }
            let entry = match table.next() {
                Next::Throw { .. } | Next::Toss => match self.host.chance() {
                    // A hidden seed is replaced before a person is asked to throw.
                    Some(entry @ Entry::NewSeed(_)) => entry,
                    Some(entry) if table.throw_waits_for().is_none() => entry,
                    _ => return,
                },
                Next::Ask(question) => match question.ask {
                    Ask::Menu { before, turn, .. }
                        if before != MenuKind::FirstDice && table.menu_can_be_skipped(before, turn) =>
                    {
                        Entry::decision(question.seat, Answer::Menu(MenuItem::Play))
                    }
                    _ => return,
                },
                // On a page, saving is a download. This is a journal that was made elsewhere.
                Next::Save { .. } => Entry::NotSaved("on a page, a save is downloaded".to_owned()),
                Next::Over => return,
            };
            if self.apply(entry).is_err() {
                return;
            }
        }
    }
}

/// What the engine is asked for the value bar of a table, and for which seat: the search that help makes, with a tenth
/// of its effort. `None` where no turn is about to be played.
pub fn value_job(table: &Table) -> Option<(Seat, EngineJob)> {
    let (seat, decision) = table.decision()?;
    if matches!(decision, Decision::Call | Decision::Color(_)) {
        return None;
    }
    Some((seat, EngineJob::quick(decision)))
}

/// Why a copy of a game isn't saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A save file can't hold it.
    #[error("{0}")]
    CantHold(String),
    /// The file can't be written.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// Canoga's master knows every position of its size: that is found out while the first dice are thrown. Where only
/// help needs it, it is found out when help is first asked for.
fn prepare(setup: &Setup, size: Option<i64>) {
    let master = |player: &Player| *player == Player::Computer(Level::Master);
    if setup.game == Game::Canoga
        && (master(&setup.players.human) || master(&setup.players.computer))
        && let Some(size) = size.and_then(Size::new)
    {
        canoga::solve_in_background(size);
    }
}
