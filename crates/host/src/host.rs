use std::path::Path;
use std::sync::Arc;

use parlor_engine::{EngineJob, Plan, canoga, kono};
use parlor_rules::canoga::Size;
use parlor_rules::{Decision, Game, Level, Seat};
use parlor_saves::Dialect;
use parlor_saves::disk::{DiskError, Existing, write_file};
use parlor_table::{Answer, Ask, Draw, Entry, Event, MenuItem, MenuKind, Next, Player, Refusal, Seed, Setup, Table};

use crate::opponent::{Engine, EngineTurn, NotRunning, Opponent, TurnPurpose};
use crate::preferences::AdviceFrom;
use crate::resume_command;
use crate::settings::{random_committed_seed, random_seed};
use parlor_store::{Append, JournalName, Store, StoreError};

/// A table with its journal.
pub struct Host {
    table: Table,
    journal: Option<Journal>,
    /// Replaces the engine as computer player.
    opponent: Option<Arc<dyn Opponent>>,
    /// The dialect of saves, whatever the file's extension.
    dialect: Option<Dialect>,
    /// Makes new seeds if the table's own is hidden.
    new_seed: fn() -> Seed,
}

/// The journal of a table's entries.
struct Journal {
    store: Arc<dyn Store>,
    name: JournalName,
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.store.close(&self.name);
    }
}

/// The reason why an entry wasn't applied. The table is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The entry couldn't be written to the journal.
    #[error("the journal can't be written: {0}")]
    NotSaved(StoreError),
}

impl Host {
    /// A new table with its first events. Its journal is created in the store; without a store the table lives only as
    /// long as the process.
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

    /// Opens the table of a journal to continue it, with notices about damage.
    pub fn open(store: Arc<dyn Store>, name: &JournalName) -> Result<(Host, Vec<String>), StoreError> {
        let kept = store.open(name)?;
        let journal = Journal { store, name: name.clone() };
        Ok((Host::new(kept.table, Some(journal)), kept.notices))
    }

    /// Continues the table of a journal that was read already.
    pub fn kept(table: Table, store: Arc<dyn Store>, name: JournalName) -> Host {
        Host::new(table, Some(Journal { store, name }))
    }

    /// Reads a journal's table. Entries that are applied later aren't written to the journal.
    pub fn look(store: &dyn Store, name: &JournalName) -> Result<(Host, Vec<String>), StoreError> {
        let kept = store.look(name)?;
        Ok((Host::new(kept.table, None), kept.notices))
    }

    /// A table without a journal.
    pub fn unsaved(table: Table) -> Host {
        Host::new(table, None)
    }

    fn new(table: Table, journal: Option<Journal>) -> Host {
        prepare(table.setup(), table.size());
        Host { table, journal, opponent: None, dialect: None, new_seed: || Seed::Open(random_seed()) }
    }

    /// Sets the dialect of saves, whatever the file's extension.
    #[must_use]
    pub fn saving_in(mut self, dialect: Option<Dialect>) -> Host {
        self.dialect = dialect;
        self
    }

    /// Replaces the engine as computer player.
    #[must_use]
    pub fn against(mut self, opponent: Arc<dyn Opponent>) -> Host {
        self.opponent = Some(opponent);
        self
    }

    /// A copy of the table at a revision. Entries can be applied to it before they are written to the journal.
    pub fn fork_at(&self, revision: u64) -> Result<Fork, Refusal> {
        let now = self.table.revision();
        if revision != now {
            return Err(Refusal::Stale { given: revision, now });
        }
        let host = Host { table: self.table.clone(), journal: None, opponent: self.opponent.clone(), ..*self };
        Ok(Fork { host, revision, entries: Vec::new(), applied: Vec::new() })
    }

    /// Writes the plays on a fork of this table to the journal and applies them to the table: all or none.
    pub fn commit(&mut self, fork: Fork) -> Result<Vec<AppliedEntry>, ApplyError> {
        let Fork { host: Host { table, .. }, revision, entries, applied } = fork;
        if revision != self.table.revision() {
            return Err(Refusal::Stale { given: revision, now: self.table.revision() }.into());
        }
        let events = || applied.iter().flat_map(|entry| &entry.events);
        if let Some(Journal { store, name }) = &self.journal {
            // If only computer players play, a round lost in a power failure is soon played again.
            let people = table.setup().has_people();
            let lasting = events().any(|event| match event {
                Event::RoundOver { .. } => people,
                Event::TournamentOver { .. } | Event::Saved { .. } => true,
                _ => false,
            });
            let append = Append { revision, entries: &entries, summary: table.summary(), lasting };
            store.append(name, append).map_err(|error| match error {
                StoreError::Stale { given, now, .. } => ApplyError::Refused(Refusal::Stale { given, now }),
                error => ApplyError::NotSaved(error),
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

    /// Commits to the new seeds that are drawn if the table's own seed is hidden.
    #[must_use]
    pub fn committing(mut self) -> Host {
        self.new_seed = random_committed_seed;
        self
    }

    /// Renames a person at the table; the caller updates the store.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        self.table.rename(seat, name);
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    pub fn setup(&self) -> &Setup {
        self.table.setup()
    }

    /// The journal's name, if the game has one.
    pub fn journal_name(&self) -> Option<&JournalName> {
        self.journal.as_ref().map(|journal| &journal.name)
    }

    /// The command that resumes this game, if it has a journal.
    pub fn continue_command(&self) -> Option<String> {
        Some(resume_command::continue_command(self.journal_name()?, &self.setup().players))
    }

    /// The note after saving to a file, if the file doesn't record everything about this game.
    pub fn not_in_save(&self, file: &str) -> Option<String> {
        resume_command::not_in_save(self.setup(), file)
    }

    /// Continues without a journal, because it can't be written.
    pub fn give_up_journal(&mut self) {
        self.journal = None;
    }

    /// Writes an entry to the journal and applies it.
    pub fn apply(&mut self, entry: Entry) -> Result<Vec<Event>, ApplyError> {
        self.apply_at(self.table.revision(), &[entry])
    }

    /// Writes entries for this revision to the journal and applies them: all or none.
    pub fn apply_at(&mut self, revision: u64, entries: &[Entry]) -> Result<Vec<Event>, ApplyError> {
        let mut fork = self.fork_at(revision)?;
        for entry in entries {
            fork.apply(entry.clone())?;
        }
        Ok(self.commit(fork)?.into_iter().flat_map(|entry| entry.events).collect())
    }

    /// Applies entries that another program has written to the journal.
    pub fn catch_up(&mut self, entries: Vec<Entry>) -> Result<Vec<AppliedEntry>, Refusal> {
        let mut fork = self.fork_at(self.table.revision())?;
        for entry in entries {
            fork.apply(entry)?;
        }
        self.table = fork.host.table;
        Ok(fork.applied)
    }

    /// Replaces the table by a later version of it from the same journal. Names stay as they are.
    pub fn advance(&mut self, later: &Table) {
        self.table = later.with_names_of(&self.table);
    }

    /// The entry for a throw or a coin toss that is due now, or for the new seed that it needs. `None` if a person
    /// throws or tosses, or if nothing is due.
    pub fn chance(&self) -> Option<Entry> {
        match self.table.draw()? {
            Draw::Entry(entry) => Some(entry),
            Draw::NeedsSeed => Some(Entry::NewSeed((self.new_seed)())),
            Draw::ByHand => None,
        }
    }

    /// The search for a computer player's decision, or for its reply to an offer; `None` if none has to answer now.
    pub fn thinking(&self) -> Option<EngineTurn> {
        let seat = self.table.deciding_program()?;
        let (decider, decision) = self.table.decision()?;
        let mut job = match self.table.player(seat).level() {
            Some(level) => EngineJob::new(decision, level),
            // Bots have no level.
            None => EngineJob::full_strength(decision),
        };
        let purpose = match &job.decision {
            Decision::Kono(_) if decider != seat => {
                TurnPurpose::ReplyToCall { may_accept: self.table.may_agree_to_call() }
            }
            Decision::Kono(_) => TurnPurpose::Decide { may_offer: considers_a_call(&self.table) },
            _ => {
                job.plan = self.plan(seat);
                TurnPurpose::Decide { may_offer: false }
            }
        };
        job.seed = self.seed();
        let opponent: Arc<dyn Opponent> = match (&self.opponent, self.table.player(seat)) {
            (Some(opponent), _) => Arc::clone(opponent),
            (None, Player::Bot(name)) => Arc::new(NotRunning(name.clone())),
            (None, Player::Computer(_) | Player::Human(_)) => Arc::new(Engine),
        };
        Some(EngineTurn { seat, revision: self.table.revision(), job, purpose, opponent })
    }

    /// The seed that a computer player uses to choose among equal choices (rule levels), from the table's seed and the
    /// number of the choice.
    fn seed(&self) -> Option<u64> {
        let (number, choices) = (self.table.seed().number()?, self.table.choice_count() as u64);
        Some(number.rotate_left(32) ^ choices.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The search for a person's request for advice; `None` if there is nothing to advise (rule levels).
    pub fn help_job(&self, from: AdviceFrom) -> Option<EngineJob> {
        let (_, decision) = self.table.decision()?;
        let opponents = Seat::BOTH.into_iter().find_map(|seat| self.table.player(seat).level());
        Some(match (from, opponents) {
            (AdviceFrom::Level, Some(level)) => EngineJob::new(decision, level),
            _ => EngineJob::full_strength(decision),
        })
    }

    /// The plan that the journal has for this turn, if the same player made the previous play.
    fn plan(&self, seat: Seat) -> Option<Plan> {
        // Skip the menu answers and attempts to save that may precede each play.
        let counts = |entry: &&Entry| match entry {
            Entry::Decision { answer, .. } => answer.decides(),
            entry => !matches!(entry, Entry::Saved | Entry::NotSaved(_) | Entry::NewSeed(_)),
        };
        let mut entries = self.table.records().rev().map(|record| &record.entry);
        match entries.find(counts)? {
            Entry::Decision { seat: before, rationale: Some(rationale), .. } if *before == seat => {
                Some(Plan { pits: rationale.plan.clone(), value: rationale.value, exact: rationale.exact })
            }
            _ => None,
        }
    }

    /// The text of a save file with this name; `None` before there is anything to save.
    pub fn save_text(&self, name: &str) -> Option<String> {
        let dialect = self.dialect.unwrap_or_else(|| self.table.dialect_for(name));
        Some(self.table.save()?.write(dialect).text)
    }

    /// A name for the next save: that of the last save, or of the file that was read, or otherwise an unused one in
    /// this folder.
    pub fn proposed_file_name(&self, folder: &Path) -> String {
        if let Some(name) = self.table.file_name() {
            return name.to_owned();
        }
        let game = self.table.game().to_string().to_lowercase();
        let extension = self.dialect.unwrap_or(Dialect::Text).extension();
        let mut names = (1..1000).map(|number| format!("{game}-{number}.{extension}"));
        names.find(|name| !folder.join(name).exists()).unwrap_or(format!("{game}.{extension}"))
    }

    /// Writes the save that the table is waiting for; returns the entry with the outcome.
    pub fn save(&self, file: &Path, existing: Existing) -> Entry {
        match self.save_copy(file, existing) {
            Ok(()) => Entry::Saved,
            Err(error) => Entry::NotSaved(error.to_string()),
        }
    }

    /// Writes a copy of the game to a save file, at any question. The table doesn't change.
    pub fn save_copy(&self, file: &Path, existing: Existing) -> Result<(), SaveError> {
        if let Some(why) = self.table.cant_save() {
            return Err(SaveError::CantHold(why));
        }
        let text = self.save_text(&file.to_string_lossy()).expect("a game that can be saved has a board");
        Ok(write_file(file, text.as_bytes(), existing)?)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct AppliedEntry {
    /// The table's revision after the entry.
    pub revision: u64,
    pub events: Vec<Event>,
}

/// A copy of a table whose new entries aren't written yet. [`Host::commit`] writes them all at once.
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

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn apply(&mut self, entry: Entry) -> Result<(), Refusal> {
        let events = self.host.table.apply(entry.clone())?;
        self.entries.push(entry);
        self.applied.push(AppliedEntry { revision: self.host.table.revision(), events });
        Ok(())
    }

    /// Applies all entries that need no player: chance, and menus that a page doesn't show.
    pub fn follow(&mut self) {
        loop {
            let table = self.host.table();
            if table.deciding_program().is_some() {
                return;
            }
            let entry = match table.next() {
                Next::Throw { .. } | Next::Toss => match self.host.chance() {
                    // A hidden seed is replaced before a person has to throw.
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
                // On a web page, saving is a download, so this journal is from another front end.
                Next::Save { .. } => Entry::NotSaved("on a web page, a save is downloaded instead".to_owned()),
                Next::Over => return,
            };
            if self.apply(entry).is_err() {
                return;
            }
        }
    }
}

/// True if the computer player considers ending its Kono round by agreement, which takes a search with the effort of
/// help at every level.
pub(crate) fn considers_a_call(table: &Table) -> bool {
    let Some(seat) = table.deciding_program() else { return false };
    match table.decision() {
        Some((decider, Decision::Kono(_))) if decider != seat => table.may_agree_to_call(),
        Some((_, Decision::Kono(standing))) => kono::considers_a_call(&standing) && table.program_may_offer(seat),
        _ => false,
    }
}

/// The search for the value bar of a table, and its seat: the same search as for help, with a tenth of the effort.
/// `None` if no turn is about to be played.
pub fn value_job(table: &Table) -> Option<(Seat, EngineJob)> {
    let (seat, decision) = table.decision()?;
    if matches!(decision, Decision::Call | Decision::Color(_)) {
        return None;
    }
    Some((seat, EngineJob::quick(decision)))
}

/// The reason why a copy of a game couldn't be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The format can't represent the game.
    #[error("{0}")]
    CantHold(String),
    /// The file can't be written.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// Canoga's master plays from a solution of all positions of its size, which is computed while the first dice are
/// thrown. If only help needs the solution, it is computed at the first request.
fn prepare(setup: &Setup, size: Option<i64>) {
    let master = |player: &Player| *player == Player::Computer(Level::Master);
    if setup.game == Game::Canoga
        && (master(&setup.players.human) || master(&setup.players.computer))
        && let Some(size) = size.and_then(Size::new)
    {
        canoga::solve_in_background(size);
    }
}
