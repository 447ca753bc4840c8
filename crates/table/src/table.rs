use std::path::Path;
use std::sync::Arc;

use parlor_rules::{Choice, Decision, Game, Pair, Seat, Standing, Throw};
use parlor_saves::{Dialect, Save};

use crate::history::{History, Record};
use crate::state::{State, refuse};
use crate::{
    Answer, Ask, Commitment, DiceSource, Drawn, Entry, Event, MenuItem, MenuKind, Next, Offer, Player, Progress,
    Question, QueuedThrow, Seed, Setup, Summary,
};

/// One tournament with its players: a pure function of its setup and its entries.
///
/// Cheap to clone, so that a host can try an entry on a copy, write it down, and only then show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    setup: Arc<Setup>,
    pub(crate) state: State,
    /// The events of the setup, before the first entry.
    opening: Arc<[Event]>,
    history: History,
    /// Undone records, latest last; one element per undo.
    undone: Vec<Vec<Record>>,
    /// All results entered by hand, indexed by draw number, including undone ones. Queued throws are numbered too.
    pub(crate) by_hand: Vec<Option<Drawn>>,
    offer: Option<OpenOffer>,
    /// Each player's last offer to call a round (rule kon-offer).
    offered_call: Pair<Option<CallOffer>>,
    visible: Visible,
    revision: u64,
}

/// The last move and the dice of the round, so that showing a table needs no replay.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Visible {
    /// The event of the last move.
    play: Option<Arc<Event>>,
    /// The dice, and their thrower.
    dice: Option<(Seat, Throw)>,
}

impl Visible {
    pub(crate) fn follow(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::RoundBegins { .. } => *self = Visible::default(),
                Event::FirstThrow { seat, throw } | Event::Thrown { seat, throw, .. } => {
                    self.dice = Some((*seat, *throw));
                }
                Event::Moved { .. } | Event::Sowed { .. } | Event::Stepped { .. } => {
                    self.play = Some(Arc::new(event.clone()));
                    if matches!(event, Event::Stepped { .. }) {
                        self.dice = None;
                    }
                }
                _ => {}
            }
        }
    }
}

/// An offer that waits for the other player's reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenOffer {
    pub seat: Seat,
    pub offer: Offer,
    /// The table's revision after the offer.
    pub revision: u64,
}

/// When an offer to call a round was made.
#[derive(Clone, Copy, PartialEq, Debug)]
struct CallOffer {
    round: u32,
    /// The number of Kono moves in the tournament so far.
    moves: usize,
}

/// A player may offer to call the round once in this number of moves (rule kon-offer).
const MOVES_BETWEEN_OFFERS: usize = 10;

/// The reason why an entry was refused. The table is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The table has changed since the revision that the entry was meant for.
    #[error("outdated: this was for revision {given}, but the table is at revision {now}")]
    Stale {
        /// The revision that the entry was meant for.
        given: u64,
        now: u64,
    },
    /// The table doesn't expect this entry.
    #[error("{0}")]
    NotNow(String),
}

const _: () = {
    const fn can_be_shared<T: Clone + Send + Sync + PartialEq + std::fmt::Debug>() {}
    can_be_shared::<Table>();
};

impl Table {
    /// A new table with its first question open.
    pub fn new(setup: Setup) -> (Table, Vec<Event>) {
        let mut events = Vec::new();
        let state = State::begin(&setup, &mut events);
        (Table::in_state(setup.into(), state, events.clone().into()), events)
    }

    /// A table without a history, and the events of its setup.
    fn in_state(setup: Arc<Setup>, state: State, opening: Arc<[Event]>) -> Table {
        Table {
            setup,
            history: History::new(state.clone()),
            state,
            opening,
            undone: Vec::new(),
            by_hand: Vec::new(),
            offer: None,
            offered_call: Pair::default(),
            visible: Visible::default(),
            revision: 0,
        }
    }

    /// Rebuilds a table from its entries.
    pub fn replay(setup: Setup, entries: impl IntoIterator<Item = Entry>) -> Result<Table, BadReplay> {
        let (mut table, _) = Table::new(setup);
        for (entry, number) in entries.into_iter().zip(1..) {
            table.apply(entry).map_err(|refusal| BadReplay { number, refusal })?;
        }
        Ok(table)
    }

    /// A separate table that continues from here, for analysis: people decide for both seats and enter the results of
    /// dice and coin tosses. It can't be undone beyond its start, nor written as a journal.
    #[must_use]
    pub fn analysis(&self) -> Table {
        let players = Pair::from_fn(|seat| match self.player(seat) {
            Player::Human(name) => Player::Human(name.clone()),
            Player::Computer(_) | Player::Bot(_) => Player::Human(seat.to_string()),
        });
        let setup = Setup { players, dice: DiceSource::Manual, queue: Vec::new(), ..Setup::clone(&self.setup) };
        let state = State { queue_used: 0, choices: 0, kono_moves: 0, ..self.state.clone() };
        Table::in_state(setup.into(), state, [].into())
    }

    /// Replays all entries that count from this table's first state, which for an [analysis](Table::analysis) is in the
    /// middle of a game. `visit` gets the table after each entry, with its events; the first call gets the initial
    /// table, without an entry. Every entry keeps its revision.
    pub fn replay_all(&self, mut visit: impl FnMut(&Table, Option<&Record>, &[Event])) {
        let mut table =
            Table::in_state(Arc::clone(&self.setup), self.history.first().clone(), Arc::clone(&self.opening));
        visit(&table, None, &self.opening);
        table.follow(self.history.iter(), visit);
    }

    /// Like [`replay_all`](Table::replay_all), but starts at a revision.
    pub fn replay_from(&self, revision: u64, mut visit: impl FnMut(&Table, Option<&Record>, &[Event])) {
        let mut table = self.at(revision);
        visit(&table, None, &[]);
        table.follow(self.history.since(table.history.len()), visit);
    }

    fn follow<'a>(
        &mut self,
        records: impl Iterator<Item = &'a Record>,
        mut visit: impl FnMut(&Table, Option<&Record>, &[Event]),
    ) {
        for record in records {
            // Undone entries have revisions too.
            self.revision = record.revision - 1;
            let events = self.apply(record.entry.clone()).expect("the table took this entry before");
            visit(self, Some(record), &events);
        }
    }

    /// The table at an earlier revision, without entries undone since. Replays only a small part of the tournament.
    #[must_use]
    pub fn at(&self, revision: u64) -> Table {
        let mut table = Table { undone: Vec::new(), offer: None, ..self.clone() };
        let mut kept = self.history.count_to(revision);
        // An offer counts only together with its acceptance.
        kept -= usize::from(kept > 0 && matches!(self.history.get(kept - 1).entry, Entry::Offer { .. }));
        table.truncate(kept);
        table.by_hand.truncate(table.state.draws);
        table.by_hand.truncate(table.by_hand.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
        table.offered_call = Pair::default();
        table.revision = table.history.iter().next_back().map_or(0, |record| record.revision);
        table
    }

    /// The number of entries ever appended, including `undo` and `redo`: it never decreases.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.setup.players[seat]
    }

    /// Renames a person: guests who follow an invitation bring their own names.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        Arc::make_mut(&mut self.setup).rename(seat, name);
    }

    /// This table with the names of an earlier version of it.
    #[must_use]
    pub fn with_names_of(&self, earlier: &Table) -> Table {
        Table { setup: Arc::clone(&earlier.setup), ..self.clone() }
    }

    pub fn game(&self) -> Game {
        self.setup.game
    }

    /// The entries that count, in order.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.history.iter()
    }

    /// The number of entries that count.
    pub fn record_count(&self) -> usize {
        self.history.len()
    }

    /// The number of choices that count. Answers to menus aren't choices, because not all front ends record them.
    pub fn choice_count(&self) -> usize {
        self.state.choices
    }

    /// The round in which the table began: 1, or a later one if the tournament continues from a save.
    pub fn first_round(&self) -> u32 {
        self.history.first().tournament.round
    }

    /// The state of the game, once there is a board.
    pub fn standing(&self) -> Option<Standing> {
        self.state.tournament.standing.clone()
    }

    /// The event of the last move in the current round.
    pub fn last_play(&self) -> Option<&Event> {
        self.visible.play.as_deref()
    }

    /// The events of the current round: for each entry that counts, its revision and events. The events of the setup
    /// have revision 0. The list may start with some of an earlier round.
    ///
    /// This replays little more than the round, however long the tournament is.
    pub fn events_of_round(&self) -> Vec<(u64, Vec<Event>)> {
        let begins =
            |(_, events): &(u64, Vec<Event>)| events.iter().any(|event| matches!(event, Event::RoundBegins { .. }));
        let mut events: Vec<(u64, Vec<Event>)> = Vec::new();
        for earlier in self.history.events_backwards(&self.setup) {
            let found = earlier.iter().any(begins);
            events.splice(..0, earlier);
            if found {
                return events;
            }
        }
        events.insert(0, (0, self.opening.to_vec()));
        events
    }

    /// Like [`events_of_round`](Table::events_of_round), for an earlier round. Also returns the number of the round in
    /// which the list starts. It may end with some of a later round.
    pub fn events_near_round(&self, round: u32) -> (u32, Vec<(u64, Vec<Event>)>) {
        let (begins, is_first, mut events) = self.history.events_near(round, &self.setup);
        if is_first {
            events.insert(0, (0, self.opening.to_vec()));
        }
        (begins, events)
    }

    /// The last throw of the round, and its thrower. In Kono the throw is no longer shown after the first step.
    pub fn last_throw(&self) -> Option<(Seat, Throw)> {
        self.visible.dice
    }

    /// The current round, from 1.
    pub fn round(&self) -> u32 {
        self.state.tournament.round
    }

    /// The size of the round, once chosen.
    pub fn size(&self) -> Option<i64> {
        self.state.tournament.size
    }

    /// Points or seeds of the tournament, as they would be announced now.
    pub fn totals(&self) -> Pair<u32> {
        self.state.tournament.totals()
    }

    /// Rounds won, in games that count them (Congkak).
    pub fn rounds_won(&self) -> Option<Pair<u32>> {
        self.state.tournament.rounds_won()
    }

    pub fn next(&self) -> Next {
        self.state.next(&self.setup)
    }

    /// The computer player or bot that has to decide now, or to reply to an offer.
    pub fn deciding_program(&self) -> Option<Seat> {
        let is_program = |seat: &Seat| !self.player(*seat).is_person();
        // The game waits for a person's reply to an offer by a computer player.
        if self.offer.is_some_and(|open| is_program(&open.seat) && !is_program(&open.seat.other())) {
            return None;
        }
        let replies = self.offer.filter(|open| open.offer == Offer::Call).map(|open| open.seat.other());
        let replies = replies.filter(is_program).filter(|_| self.decision().is_some());
        replies.or_else(|| match self.next() {
            Next::Ask(Question { seat, ask: Ask::Decide(_) }) => Some(seat).filter(is_program),
            _ => None,
        })
    }

    /// True if a front end may answer a menu with "play" without showing it.
    ///
    /// In Congkak and Kono the following choice also accepts "save" and "quit", so nothing is lost. In Canoga a throw
    /// follows, which can't be undone, so the player is asked.
    pub fn menu_can_be_skipped(&self, before: MenuKind, turn: Option<Seat>) -> bool {
        let own_turn = turn.is_some_and(|seat| self.player(seat).is_person());
        match before {
            MenuKind::Win => false,
            MenuKind::Turn => !own_turn || self.game() != Game::Canoga,
            MenuKind::FirstDice => true,
        }
    }

    /// The person whose throw the table waits for, unless they have just asked for it.
    ///
    /// A page throws the dice on the player's request. Starting a turn or choosing the number of dice already counts as
    /// a request.
    pub fn throw_waits_for(&self) -> Option<Seat> {
        let Next::Throw { seat, .. } = self.next() else { return None };
        let asks = |entry: &Entry| match entry {
            Entry::Decision {
                seat: by,
                answer: Answer::Menu(MenuItem::Play) | Answer::Choice(Choice::Dice(_)),
                ..
            } => *by == seat,
            _ => false,
        };
        let asked = self.records().next_back().is_some_and(|record| asks(&record.entry));
        (self.player(seat).is_person() && !asked).then_some(seat)
    }

    /// The decision of the player to move, even while the menu before it is open.
    pub fn decision(&self) -> Option<(Seat, Decision)> {
        let Next::Ask(question) = self.next() else { return None };
        match question.ask {
            Ask::Decide(decision) => Some((question.seat, decision)),
            Ask::Menu { before: MenuKind::Turn, turn: Some(seat), .. } => {
                Some((seat, self.state.tournament.decision()))
            }
            _ => None,
        }
    }

    /// Undo can reopen a finished tournament.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The current source of random dice and coin tosses.
    pub fn seed(&self) -> Seed {
        self.state.seed
    }

    /// The commitment to the current seed.
    pub fn commitment(&self) -> Option<Commitment> {
        self.state.seed.commitment()
    }

    /// True if seed and salt have been published. After that, nothing can be undone.
    pub fn is_revealed(&self) -> bool {
        self.state.revealed
    }

    /// The offer that waits for a reply.
    pub fn offer(&self) -> Option<OpenOffer> {
        self.offer
    }

    /// The reason why the current state can't be saved; `None` if it can.
    pub fn cant_save(&self) -> Option<String> {
        self.state.cant_save(&self.setup)
    }

    /// The default file name for the next save: the file last saved to, or else the one read.
    pub fn file_name(&self) -> Option<&str> {
        let mut named = None;
        let mut saved = None;
        for record in self.history.iter() {
            match &record.entry {
                Entry::Decision { answer: Answer::File(name), .. } => named = Some(name.trim()),
                Entry::Saved => saved = named,
                _ => {}
            }
        }
        saved.or(self.setup.save_name.as_deref())
    }

    /// True if rounds count from the save that the tournament resumed from, because its file has no round number.
    pub fn counts_since_save(&self) -> bool {
        self.state.tournament.counts_since_save
    }

    /// The dialect for a file name: selected by its extension, or else that of the save that was read.
    pub fn dialect_for(&self, name: &str) -> Dialect {
        Dialect::of_extension(Path::new(name)).unwrap_or(self.setup.dialect())
    }

    /// The text of a save, even if another question is open; `None` before there is anything to save.
    pub fn save_text(&self) -> Option<String> {
        Some(self.save()?.write(self.setup.dialect()).text)
    }

    /// Like [`save_text`](Table::save_text), for any dialect.
    pub fn save(&self) -> Option<Save> {
        self.state.save(&self.setup)
    }

    pub fn summary(&self) -> Summary {
        let saved = self.history.iter().next_back().is_some_and(|record| record.entry == Entry::Saved);
        let progress = match (self.is_over(), saved) {
            (true, _) => Progress::Finished,
            (false, true) => Progress::Saved,
            (false, false) => Progress::Unfinished,
        };
        Summary { progress, round: self.round(), totals: self.totals(), size: self.size() }
    }

    /// Applies entries meant for a revision: all of them or none.
    pub fn apply_at(&mut self, revision: u64, entries: impl IntoIterator<Item = Entry>) -> Result<Vec<Event>, Refusal> {
        let events;
        (*self, events) = self.try_at(revision, entries)?;
        Ok(events)
    }

    /// The table after these entries, and their events.
    pub fn try_at(
        &self,
        revision: u64,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<(Table, Vec<Event>), Refusal> {
        if revision != self.revision {
            return Err(Refusal::Stale { given: revision, now: self.revision });
        }
        let mut tried = self.clone();
        let mut events = Vec::new();
        for entry in entries {
            events.extend(tried.apply(entry)?);
        }
        Ok((tried, events))
    }

    /// Applies an entry; after a refusal nothing has changed.
    pub fn apply(&mut self, entry: Entry) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        let takes_back =
            matches!(entry, Entry::Undo | Entry::Redo | Entry::Correct(_) | Entry::Offer { .. } | Entry::Accept { .. });
        if takes_back {
            self.not_after_the_end()?;
        }
        match &entry {
            Entry::Undo => self.undo(&mut events)?,
            Entry::Redo => self.redo(&mut events)?,
            Entry::Correct(throw) => self.correct(*throw, &mut events)?,
            Entry::Offer { seat, offer } => self.make_offer(*seat, *offer, &mut events)?,
            Entry::Decline { seat } => {
                let OpenOffer { offer, .. } = self.offer_to(*seat)?;
                self.offer = None;
                events.push(Event::Declined { seat: *seat, offer });
            }
            Entry::Accept { seat } => self.accept(*seat, &mut events)?,
            Entry::Decision { .. }
            | Entry::Throw { .. }
            | Entry::Skip
            | Entry::Coin(_)
            | Entry::Saved
            | Entry::NotSaved(_)
            | Entry::NewSeed(_)
            | Entry::Reveal => {
                self.advance(Record { revision: self.revision + 1, entry }, &mut events)?;
                self.undone.clear();
            }
        }
        self.revision += 1;
        Ok(events)
    }

    /// Adds an entry to the tournament.
    fn advance(&mut self, record: Record, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let number = self.state.draws;
        let before = events.len();
        self.state.apply(&self.setup, &record.entry, events)?;
        self.visible.follow(&events[before..]);
        match record.entry {
            Entry::Throw { throw, queued: false } => self.remember(number, Drawn::Throw(throw)),
            Entry::Coin(shown) => self.remember(number, Drawn::Coin(shown)),
            Entry::Decision { ref answer, .. } if answer.decides() => self.offer = None,
            Entry::NewSeed(_) | Entry::Reveal => self.offer = None,
            _ => {}
        }
        self.history.push(record, &self.state, &self.visible);
        Ok(())
    }

    /// Remembers a result by hand. Results from the seed are reproducible.
    fn remember(&mut self, number: usize, drawn: Drawn) {
        if self.setup.dice == DiceSource::Manual {
            self.by_hand.resize(self.by_hand.len().max(number + 1), None);
            self.by_hand[number] = Some(drawn);
        }
    }

    /// Keeps the first `kept` records, and returns the rest.
    fn go_back(&mut self, kept: usize) -> Vec<Record> {
        let dropped = self.history.since(kept).cloned().collect();
        self.truncate(kept);
        self.offer = None;
        dropped
    }

    /// Keeps only the first `kept` records.
    fn truncate(&mut self, kept: usize) {
        (self.state, self.visible) = self.history.truncate(kept, &self.setup);
    }

    /// The reason why nothing can be undone now. Much cheaper than undoing.
    pub fn check_undo(&self) -> Result<(), Refusal> {
        self.not_after_the_end()?;
        self.undoable().map(|_| ())
    }

    /// The entries that a redo would restore.
    pub fn redoable(&self) -> Option<impl Iterator<Item = &Entry>> {
        let last = self.undone.last().filter(|_| !self.is_revealed())?;
        Some(last.iter().map(|record| &record.entry))
    }

    fn not_after_the_end(&self) -> Result<(), Refusal> {
        if self.is_revealed() {
            return Err(refuse("the seed has been revealed, so nothing can be taken back"));
        }
        Ok(())
    }

    /// The index of a person's last decision, not counting menu answers, or of a later agreement.
    fn undoable(&self) -> Result<usize, Refusal> {
        let taken_back = |record: &Record| match &record.entry {
            Entry::Decision { seat, answer, .. } => answer.decides() && self.setup.players[*seat].is_person(),
            Entry::Offer { .. } => true,
            _ => false,
        };
        let last = self.history.last(taken_back).ok_or_else(|| refuse("there is nothing to take back"))?;
        let is_call = |entry: &Entry| matches!(entry, Entry::Decision { answer: Answer::Choice(Choice::Coin(_)), .. });
        let tossed = |record: &Record| matches!(record.entry, Entry::Coin(_));
        if is_call(&self.history.get(last).entry) && self.history.since(last).any(tossed) {
            return Err(refuse("the coin has been seen, so the call can't be taken back"));
        }
        self.not_before_the_seed(last)?;
        Ok(last)
    }

    fn undo(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let last = self.undoable()?;
        let removed = self.go_back(last);
        self.undone.push(removed);
        events.push(Event::TakenBack);
        Ok(())
    }

    /// Entries before a new seed can't be undone: their dice would be thrown again with other results.
    fn not_before_the_seed(&self, index: usize) -> Result<(), Refusal> {
        if self.history.since(index).any(|record| matches!(record.entry, Entry::NewSeed(_))) {
            return Err(refuse("moves made before the new seed can't be taken back"));
        }
        Ok(())
    }

    fn redo(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let records = self.undone.pop().ok_or_else(|| refuse("there is nothing to redo"))?;
        events.push(Event::Redone);
        for record in records {
            self.advance(record, events).expect("this entry was accepted before, at this very state");
        }
        Ok(())
    }

    /// Replaces the last throw, which was made by hand and has no decision after it.
    fn correct(&mut self, throw: Throw, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let thrown = |record: &Record| match record.entry {
            Entry::Throw { throw, queued: false } if self.setup.dice == DiceSource::Manual => Some(throw),
            _ => None,
        };
        let decides = |record: &Record| match &record.entry {
            Entry::Decision { answer, .. } => answer.decides(),
            Entry::Throw { .. } | Entry::Coin(_) | Entry::Accept { .. } | Entry::NewSeed(_) => true,
            _ => false,
        };
        let last = self.history.last(decides);
        let corrected = last.and_then(|last| Some((last, thrown(self.history.get(last))?)));
        let why = "only a throw by hand can be corrected, and only until the next decision";
        let (last, was) = corrected.ok_or_else(|| refuse(why))?;
        let mut tried = self.clone();
        tried.go_back(last);
        events.push(Event::Corrected { was, now: throw });
        let entry = Entry::Throw { throw, queued: false };
        tried.advance(Record { revision: self.revision + 1, entry }, events)?;
        tried.undone.clear();
        *self = tried;
        Ok(())
    }

    fn make_offer(&mut self, seat: Seat, offer: Offer, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.offer.is_some() {
            return Err(refuse("an offer is open already"));
        }
        match offer {
            Offer::Undo => {
                if !self.setup.players[seat.other()].is_person() {
                    return Err(refuse("against the computer you can undo without asking"));
                }
                self.offered_undo(seat)?;
            }
            Offer::Call => {
                let now = CallOffer { round: self.state.tournament.round, moves: self.state.kono_moves };
                let turn = match self.next() {
                    Next::Ask(Question { ask: Ask::Decide(Decision::Kono(_)), seat }) => Some(seat),
                    Next::Ask(Question { ask: Ask::Menu { turn, .. }, .. }) if self.game() == Game::Kono => turn,
                    _ => None,
                };
                if turn != Some(seat) {
                    return Err(refuse("you can offer to call a Kono round only before your own move"));
                }
                if let Some(earlier) = self.offered_call[seat].filter(|earlier| earlier.round == now.round)
                    && let Some(wait @ 1..) = (earlier.moves + MOVES_BETWEEN_OFFERS).checked_sub(now.moves)
                {
                    let why = format!("you can offer to call the round once in {MOVES_BETWEEN_OFFERS} moves");
                    return Err(refuse(format!("{why}, again after {wait} more")));
                }
                self.offered_call[seat] = Some(now);
            }
        }
        self.offer = Some(OpenOffer { seat, offer, revision: self.revision + 1 });
        events.push(Event::Offered { seat, offer });
        Ok(())
    }

    /// True if a computer player may offer to call the round now (rule kon-offer): never before each player has made 2n
    /// moves.
    pub fn program_may_offer(&self, seat: Seat) -> bool {
        self.may_agree_to_call() && self.clone().apply(Entry::Offer { seat, offer: Offer::Call }).is_ok()
    }

    /// True if enough moves have been made for a computer player to agree to call the round (rule kon-offer).
    pub fn may_agree_to_call(&self) -> bool {
        let Some(Standing::Kono(standing)) = &self.state.tournament.standing else { return false };
        self.state.tournament.moves >= 4 * usize::from(standing.board().size().points())
    }

    /// The index of the decision that an accepted offer undoes. Dice and coins already seen aren't undone.
    fn offered_undo(&self, seat: Seat) -> Result<usize, Refusal> {
        let own = |record: &Record| match &record.entry {
            Entry::Decision { seat: decider, answer, .. } => answer.decides() && *decider == seat,
            _ => false,
        };
        let last = self.history.last(own).ok_or_else(|| refuse("there is nothing to take back"))?;
        let chance = |record: &Record| matches!(record.entry, Entry::Throw { .. } | Entry::Coin(_));
        if self.history.since(last).any(chance) {
            return Err(refuse("a throw or a coin toss has been seen since that decision, so it can't be taken back"));
        }
        self.not_before_the_seed(last)?;
        Ok(last)
    }

    fn offer_to(&self, seat: Seat) -> Result<OpenOffer, Refusal> {
        self.offer.filter(|open| open.seat != seat).ok_or_else(|| refuse("no offer is open"))
    }

    fn accept(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let OpenOffer { seat: offerer, offer, revision } = self.offer_to(seat)?;
        match offer {
            Offer::Undo => {
                let last = self.offered_undo(seat.other())?;
                events.push(Event::Accepted { seat, offer });
                let removed = self.go_back(last);
                self.undone.push(removed);
                events.push(Event::TakenBack);
            }
            Offer::Call => {
                // While the name of a save is being asked for or the save is being written, its round must not change.
                if self.decision().is_none() {
                    return Err(refuse("the game is being saved, so the round can't be called now"));
                }
                events.push(Event::Accepted { seat, offer });
                // The offer only counts once accepted, and a replay needs both entries.
                let made = Entry::Offer { seat: offerer, offer };
                self.advance(Record { revision, entry: made }, events)?;
                let entry = Entry::Accept { seat };
                self.advance(Record { revision: self.revision + 1, entry }, events)?;
                self.undone.clear();
                self.offered_call = Pair::default();
            }
        }
        self.offer = None;
        Ok(())
    }

    /// The queued throws not used yet.
    pub fn queue_left(&self) -> &[QueuedThrow] {
        &self.setup.queue[self.state.queue_used..]
    }
}

/// An entry rejected during a replay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {number} doesn't fit: {refusal}")]
pub struct BadReplay {
    number: u64,
    refusal: Refusal,
}
