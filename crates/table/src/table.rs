use std::sync::Arc;

use parlor_rules::{Choice, Decision, Game, Pair, Seat, Standing, Throw};

use crate::state::{Drawn, State};
use crate::{
    Answer, Ask, DiceSource, Entry, Event, MenuKind, Need, Offer, Player, Progress, Question, QueuedThrow, Setup,
    Summary,
};

/// One tournament with its players: a pure function of its setup and its entries.
///
/// Cheap to clone, so that a host can try an entry on a copy, write it down, and only then show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    setup: Arc<Setup>,
    state: State,
    /// The entries that count.
    records: Vec<Record>,
    /// The state before every [`CHECKPOINT`]th record, so that an undo has little to replay.
    checkpoints: Vec<Arc<State>>,
    /// What was taken back, the latest last; each holds the records of one undo.
    undone: Vec<Vec<Record>>,
    /// Everything that was ever drawn, by number, taken back or not.
    drawn: Vec<Drawn>,
    offer: Option<OpenOffer>,
    /// How many moves had been made when each player last offered to call the round (rule kon-offer).
    offered_call: Pair<Option<usize>>,
    revision: u64,
}

/// An entry that counts, with the revision that it brought the table to.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The table's revision after it.
    pub revision: u64,
    /// What happened.
    pub entry: Arc<Entry>,
}

/// An offer that waits for the other player's reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenOffer {
    /// Who made it.
    pub seat: Seat,
    /// What it is.
    pub offer: Offer,
}

/// Records between two checkpoints.
const CHECKPOINT: usize = 64;

/// A player may offer to call the round once in this many moves (rule kon-offer).
const MOVES_BETWEEN_OFFERS: usize = 10;

/// Why an entry was refused. It changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The table has moved on since the revision that the entry was meant for.
    #[error("the table has moved on: this was for revision {given}, and it is at revision {now}")]
    Stale {
        /// The revision that the entry was meant for.
        given: u64,
        /// The table's revision.
        now: u64,
    },
    /// It doesn't fit what the table waits for.
    #[error("{0}")]
    NotNow(String),
}

/// Why a journal's entries can't all be replayed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("entry {} doesn't fit: {refusal}", index + 1)]
pub struct ReplayError {
    /// The index of the first entry that doesn't fit.
    pub index: usize,
    /// Why it doesn't.
    pub refusal: Refusal,
    /// The table as it stands before that entry.
    pub table: Box<Table>,
}

const _: () = {
    const fn can_be_shared<T: Clone + Send + Sync + PartialEq + std::fmt::Debug>() {}
    can_be_shared::<Table>();
};

impl Table {
    /// A table with its first question open.
    pub fn new(setup: Setup) -> Result<(Table, Vec<Event>), parlor_saves::ReadError> {
        let mut told = Vec::new();
        let state = State::begin(&setup, &mut told)?;
        let table = Table {
            setup: Arc::new(setup),
            checkpoints: vec![Arc::new(state.clone())],
            state,
            records: Vec::new(),
            undone: Vec::new(),
            drawn: Vec::new(),
            offer: None,
            offered_call: Pair::default(),
            revision: 0,
        };
        Ok((table, told))
    }

    /// Rebuilds a table from its journal. `visit` sees the table after each entry, with what that entry told; first
    /// it sees the table as it was set up, without an entry.
    pub fn replay<'a>(
        setup: Setup,
        entries: impl IntoIterator<Item = &'a Entry>,
        mut visit: impl FnMut(&Table, Option<&Entry>, &[Event]),
    ) -> Result<Table, BadReplay> {
        let (mut table, told) = Table::new(setup)?;
        visit(&table, None, &told);
        for (index, entry) in entries.into_iter().enumerate() {
            match table.apply(entry.clone()) {
                Ok(told) => visit(&table, Some(entry), &told),
                Err(refusal) => return Err(ReplayError { index, refusal, table: Box::new(table) }.into()),
            }
        }
        Ok(table)
    }

    /// How many entries were ever appended, `undo` and `redo` included: it never goes down.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What it was set up with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who decides for a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.setup.players[seat]
    }

    /// Which game is played.
    pub fn game(&self) -> Game {
        self.setup.game
    }

    /// The entries that count, in order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The game as it stands, once there is a board.
    pub fn standing(&self) -> Option<Standing> {
        self.state.tournament.flow().standing()
    }

    /// The last move of the round that is on the table.
    pub fn last_play(&self) -> Option<&Event> {
        self.state.last_play.as_deref()
    }

    /// Which round it is, from 1.
    pub fn round(&self) -> u32 {
        self.state.tournament.flow().round()
    }

    /// The size of the round, once it is chosen.
    pub fn size(&self) -> Option<i64> {
        self.state.tournament.flow().round_size()
    }

    /// Points or seeds of the tournament, as they would be announced now.
    pub fn totals(&self) -> Pair<u32> {
        self.state.tournament.flow().totals()
    }

    /// Rounds won, where they are counted (Congkak).
    pub fn rounds_won(&self) -> Option<Pair<u32>> {
        self.state.tournament.flow().rounds_won()
    }

    /// What it waits for.
    pub fn need(&self) -> Need {
        self.state.need(&self.setup)
    }

    /// What the player whose turn it is has to decide, at the menu before it as well.
    pub fn decision(&self) -> Option<(Seat, Decision)> {
        let Need::Answer(question) = self.need() else { return None };
        match question.ask {
            Ask::Decide(decision) => Some((question.seat, decision)),
            Ask::Menu { before: MenuKind::Turn, turn: Some(seat), .. } => {
                let decision = match self.standing()? {
                    Standing::Canoga(standing) => Decision::Dice(standing.position),
                    Standing::Congkak(standing) => Decision::Congkak(standing.position),
                    Standing::Kono(standing) => Decision::Kono(standing),
                };
                Some((seat, decision))
            }
            _ => None,
        }
    }

    /// Whether the tournament is over. An undo opens it again.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The offer that waits for a reply.
    pub fn offer(&self) -> Option<OpenOffer> {
        self.offer
    }

    /// The game as a save file holds it, whatever is asked now; `None` before there is anything to save.
    pub fn save_text(&self) -> Option<String> {
        self.state.save_text(&self.setup)
    }

    /// The tournament in a line.
    pub fn summary(&self) -> Summary {
        let saved = self.records.last().is_some_and(|record| *record.entry == Entry::Saved);
        let progress = match (self.is_over(), saved) {
            (true, _) => Progress::Finished,
            (false, true) => Progress::Saved,
            (false, false) => Progress::Unfinished,
        };
        Summary { progress, round: self.round(), totals: self.totals() }
    }

    /// Lets entries happen that were meant for this revision: all of them or none.
    pub fn apply_at(&mut self, revision: u64, entries: impl IntoIterator<Item = Entry>) -> Result<Vec<Event>, Refusal> {
        if revision != self.revision {
            return Err(Refusal::Stale { given: revision, now: self.revision });
        }
        let mut tried = self.clone();
        let mut told = Vec::new();
        for entry in entries {
            told.extend(tried.apply(entry)?);
        }
        *self = tried;
        Ok(told)
    }

    /// Lets an entry happen; a refusal says why and changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<Vec<Event>, Refusal> {
        let mut told = Vec::new();
        match &entry {
            Entry::Undo => self.undo(&mut told)?,
            Entry::Redo => self.redo(&mut told)?,
            Entry::Correct(throw) => self.correct(*throw, &mut told)?,
            Entry::Offer { seat, offer } => self.make_offer(*seat, *offer, &mut told)?,
            Entry::Decline { seat } => {
                let offer = self.offer_to(*seat)?;
                self.offer = None;
                told.push(Event::Declined { seat: *seat, offer });
            }
            Entry::Accept { seat } => self.accept(*seat, &mut told)?,
            Entry::Decision { .. }
            | Entry::Throw { .. }
            | Entry::Skip
            | Entry::Coin(_)
            | Entry::Saved
            | Entry::NotSaved(_) => {
                self.advance(Record { revision: self.revision + 1, entry: Arc::new(entry) }, &mut told)?;
                self.undone.clear();
            }
        }
        self.revision += 1;
        Ok(told)
    }

    /// Adds an entry that moves the tournament on.
    fn advance(&mut self, record: Record, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let number = self.state.draws;
        self.state.apply(&self.setup, &record.entry, told)?;
        match *record.entry {
            Entry::Throw { throw, .. } => self.remember(number, Drawn::Throw(throw)),
            Entry::Coin(shown) => self.remember(number, Drawn::Coin(shown)),
            Entry::Decision { ref answer, .. } if answer.decides() => self.offer = None,
            _ => {}
        }
        self.records.push(record);
        if self.records.len().is_multiple_of(CHECKPOINT) {
            self.checkpoints.push(Arc::new(self.state.clone()));
        }
        Ok(())
    }

    fn remember(&mut self, number: usize, drawn: Drawn) {
        match self.drawn.get_mut(number) {
            Some(earlier) => *earlier = drawn,
            None => self.drawn.push(drawn),
        }
    }

    /// Goes back to where only the first `kept` records count, and returns the others.
    fn go_back(&mut self, kept: usize) -> Vec<Record> {
        let removed = self.records.split_off(kept);
        self.checkpoints.truncate(kept / CHECKPOINT + 1);
        let checkpoint = self.checkpoints.last().expect("the first checkpoint is never removed");
        self.state = State::clone(checkpoint);
        let mut told = Vec::new();
        for record in &self.records[kept - kept % CHECKPOINT..] {
            self.state.apply(&self.setup, &record.entry, &mut told).expect("this entry was accepted before");
        }
        self.offer = None;
        removed
    }

    /// The index of the last deciding decision of a player for whom `counts` holds.
    fn last_decision(&self, counts: impl Fn(Seat) -> bool) -> Option<usize> {
        self.records.iter().rposition(|record| match &*record.entry {
            Entry::Decision { seat, answer, .. } => answer.decides() && counts(*seat),
            _ => false,
        })
    }

    /// Takes back the last decision of a person that wasn't just a menu's.
    fn undo(&mut self, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(last) = self.last_decision(|seat| self.setup.players[seat].is_person()) else {
            return Err(refuse("there is nothing to take back"));
        };
        let is_call = |entry: &Entry| matches!(entry, Entry::Decision { answer: Answer::Choice(Choice::Coin(_)), .. });
        let since = &self.records[last..];
        if is_call(&since[0].entry) && since.iter().any(|record| matches!(*record.entry, Entry::Coin(_))) {
            return Err(refuse("the coin has been seen, so its call can't be taken back"));
        }
        let removed = self.go_back(last);
        self.undone.push(removed);
        told.push(Event::TakenBack);
        Ok(())
    }

    fn redo(&mut self, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(records) = self.undone.pop() else {
            return Err(refuse("there is nothing to take back again"));
        };
        told.push(Event::Redone);
        for record in records {
            self.advance(record, told).expect("this entry was accepted before, at this very state");
        }
        Ok(())
    }

    /// Another throw takes the place of the last one, which was made by hand and that nothing was decided on.
    fn correct(&mut self, throw: Throw, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let thrown = |record: &Record| match *record.entry {
            Entry::Throw { throw, queued: false } if self.setup.dice == DiceSource::Manual => Some(throw),
            _ => None,
        };
        let decides = |record: &Record| match &*record.entry {
            Entry::Decision { answer, .. } => answer.decides(),
            Entry::Throw { .. } | Entry::Coin(_) | Entry::Accept { .. } => true,
            _ => false,
        };
        let Some((last, was)) =
            self.records.iter().rposition(decides).and_then(|last| Some((last, thrown(&self.records[last])?)))
        else {
            return Err(refuse("only a throw by hand can be corrected, and only until the next decision"));
        };
        let mut tried = self.clone();
        tried.go_back(last);
        told.push(Event::Corrected { was, now: throw });
        let entry = Arc::new(Entry::Throw { throw, queued: false });
        tried.advance(Record { revision: self.revision + 1, entry }, told)?;
        tried.undone.clear();
        *self = tried;
        Ok(())
    }

    fn make_offer(&mut self, seat: Seat, offer: Offer, told: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.offer.is_some() {
            return Err(refuse("an offer is open already"));
        }
        match offer {
            Offer::Undo => {
                self.offered_undo(seat)?;
            }
            Offer::Call => {
                let moves = self.moves_of_kono();
                let turn = match self.need() {
                    Need::Answer(Question { ask: Ask::Decide(Decision::Kono(_)), seat }) => Some(seat),
                    Need::Answer(Question { ask: Ask::Menu { turn, .. }, .. }) if self.game() == Game::Kono => turn,
                    _ => None,
                };
                if turn != Some(seat) {
                    return Err(refuse("a round of Kono can be offered to be called before an own move"));
                }
                if self.offered_call[seat].is_some_and(|earlier| moves < earlier + MOVES_BETWEEN_OFFERS) {
                    return Err(Refusal::NotNow(format!(
                        "calling the round can be offered once in {MOVES_BETWEEN_OFFERS} moves"
                    )));
                }
                self.offered_call[seat] = Some(moves);
            }
        }
        self.offer = Some(OpenOffer { seat, offer });
        told.push(Event::Offered { seat, offer });
        Ok(())
    }

    fn moves_of_kono(&self) -> usize {
        let is_move = |record: &&Record| {
            matches!(&*record.entry, Entry::Decision { answer: Answer::Choice(Choice::Kono(_)), .. })
        };
        self.records.iter().filter(is_move).count()
    }

    /// The decision that an accepted offer to undo takes back. Dice and coins that have been seen stay.
    fn offered_undo(&self, seat: Seat) -> Result<usize, Refusal> {
        let Some(last) = self.last_decision(|decider| decider == seat) else {
            return Err(refuse("there is nothing to take back"));
        };
        let chance = |record: &Record| matches!(*record.entry, Entry::Throw { .. } | Entry::Coin(_));
        if self.records[last..].iter().any(chance) {
            return Err(refuse("dice or a coin have been seen since, so it can't be taken back"));
        }
        Ok(last)
    }

    fn offer_to(&self, seat: Seat) -> Result<Offer, Refusal> {
        match self.offer {
            Some(OpenOffer { seat: offerer, offer }) if offerer != seat => Ok(offer),
            _ => Err(refuse("there is no offer to reply to")),
        }
    }

    fn accept(&mut self, seat: Seat, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let offer = self.offer_to(seat)?;
        match offer {
            Offer::Undo => {
                let last = self.offered_undo(seat.other())?;
                told.push(Event::Accepted { seat, offer });
                let removed = self.go_back(last);
                self.undone.push(removed);
                told.push(Event::TakenBack);
            }
            Offer::Call => {
                told.push(Event::Accepted { seat, offer });
                let entry = Arc::new(Entry::Accept { seat });
                self.advance(Record { revision: self.revision + 1, entry }, told)?;
                self.undone.clear();
            }
        }
        self.offer = None;
        Ok(())
    }

    /// The queued throws that are still to come.
    pub fn queue_left(&self) -> &[QueuedThrow] {
        &self.setup.queue[self.state.queue_used..]
    }

    /// The number of the next draw.
    pub(crate) fn draws(&self) -> usize {
        self.state.draws
    }

    /// What was drawn with the next number before it was taken back.
    pub(crate) fn drawn(&self) -> Option<Drawn> {
        self.drawn.get(self.state.draws).copied()
    }
}

/// Why a table can't be rebuilt.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadReplay {
    /// The save that it goes on from can't be read.
    #[error(transparent)]
    Save(#[from] parlor_saves::ReadError),
    /// An entry doesn't fit.
    #[error(transparent)]
    Entry(#[from] ReplayError),
}

fn refuse(why: &str) -> Refusal {
    Refusal::NotNow(why.to_owned())
}
