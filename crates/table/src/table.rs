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
    /// What was told before the first entry.
    opening: Arc<[Event]>,
    /// The entries that count.
    history: History,
    /// What was taken back, the latest last; each holds the records of one undo.
    undone: Vec<Vec<Record>>,
    /// Everything that was ever thrown or tossed by hand, by number, taken back or not. Throws from the queue have numbers
    /// too.
    pub(crate) by_hand: Vec<Option<Drawn>>,
    offer: Option<OpenOffer>,
    /// How many moves had been made when each player last offered to call the round (rule kon-offer).
    offered_call: Pair<Option<usize>>,
    visible: Visible,
    revision: u64,
}

/// What of the round can still be seen on the table, so that nothing has to be replayed to show it.
#[derive(Clone, PartialEq, Default, Debug)]
struct Visible {
    /// The last move, as it was told.
    play: Option<Arc<Event>>,
    /// The dice, and who threw them.
    dice: Option<(Seat, Throw)>,
}

impl Visible {
    fn follow(&mut self, told: &[Event]) {
        for event in told {
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
    /// Who made it.
    pub seat: Seat,
    /// What it is.
    pub offer: Offer,
    /// The table's revision after it was made.
    pub revision: u64,
}

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

const _: () = {
    const fn can_be_shared<T: Clone + Send + Sync + PartialEq + std::fmt::Debug>() {}
    can_be_shared::<Table>();
};

impl Table {
    /// A table with its first question open.
    pub fn new(setup: Setup) -> (Table, Vec<Event>) {
        let mut events = Vec::new();
        let state = State::begin(&setup, &mut events);
        (Table::in_state(setup.into(), state, events.clone().into()), events)
    }

    /// A table without a history, and what was told when it was set up.
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

    /// A table of its own that goes on from here, to try things out: people decide for both seats and say what dice and
    /// coins show. Nothing before it can be taken back there, and it can't be written as a journal.
    #[must_use]
    pub fn analysis(&self) -> Table {
        let players = Pair::from_fn(|seat| match self.player(seat) {
            Player::Human(name) => Player::Human(name.clone()),
            Player::Computer(_) | Player::Bot(_) => Player::Human(seat.to_string()),
        });
        let setup = Setup { players, dice: DiceSource::Manual, queue: Vec::new(), ..Setup::clone(&self.setup) };
        let mut state = self.state.clone();
        state.queue_used = 0;
        Table::in_state(setup.into(), state, [].into())
    }

    /// Applies again every entry that counts, from this table's own first state, which need not be that of its setup: an
    /// [analysis](Table::analysis) begins in the middle. `visit` sees the table after each entry, with its events; first
    /// it sees the table as it began, without an entry. Every entry keeps its revision.
    pub fn retell(&self, mut visit: impl FnMut(&Table, Option<&Record>, &[Event])) {
        let mut table =
            Table::in_state(Arc::clone(&self.setup), self.history.first().clone(), Arc::clone(&self.opening));
        visit(&table, None, &self.opening);
        table.follow(self.history.iter(), visit);
    }

    /// Like [`retell`](Table::retell), but begins at a revision instead of the start.
    pub fn retell_from(&self, revision: u64, mut visit: impl FnMut(&Table, Option<&Record>, &[Event])) {
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
            // What was taken back had revisions too.
            self.revision = record.revision - 1;
            let told = self.apply(record.entry.clone()).expect("the table took this entry before");
            visit(self, Some(record), &told);
        }
    }

    /// The table as it was when it had this revision, without what was taken back since. However long a tournament is,
    /// little of it is replayed.
    #[must_use]
    pub fn at(&self, revision: u64) -> Table {
        let mut table = Table { undone: Vec::new(), offer: None, offered_call: Pair::default(), ..self.clone() };
        let mut kept = self.history.count_to(revision);
        // An offer counts only with its acceptance.
        kept -= usize::from(kept > 0 && matches!(self.history.get(kept - 1).entry, Entry::Offer { .. }));
        table.truncate(kept);
        table.by_hand.truncate(table.state.draws);
        table.by_hand.truncate(table.by_hand.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
        let mut moves = 0;
        for record in table.history.iter() {
            match &record.entry {
                Entry::Offer { seat, offer: Offer::Call } => table.offered_call[*seat] = Some(moves),
                entry => moves += usize::from(is_kono_move(entry)),
            }
        }
        table.revision = table.history.iter().next_back().map_or(0, |record| record.revision);
        table
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

    /// Gives a person another name: who follows an invitation brings their own.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        Arc::make_mut(&mut self.setup).rename(seat, name);
    }

    /// Which game is played.
    pub fn game(&self) -> Game {
        self.setup.game
    }

    /// The entries that count, in order.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.history.iter()
    }

    /// How many entries count.
    pub(crate) fn counts(&self) -> usize {
        self.history.len()
    }

    /// The game as it stands, once there is a board.
    pub fn standing(&self) -> Option<Standing> {
        self.state.tournament.standing.clone()
    }

    /// The last move of the round that is on the table, as it was told.
    pub fn last_play(&self) -> Option<&Event> {
        self.visible.play.as_deref()
    }

    /// What was told of the round that is on the table, by each entry that counts, with the revision that it led to. What
    /// the table told when it was set up has the revision 0. Some of an earlier round may come first.
    ///
    /// However long a tournament is, this doesn't replay much more than the round.
    pub fn told_of_round(&self) -> Vec<(u64, Vec<Event>)> {
        let begins =
            |(_, told): &(u64, Vec<Event>)| told.iter().any(|event| matches!(event, Event::RoundBegins { .. }));
        let mut told: Vec<(u64, Vec<Event>)> = Vec::new();
        for earlier in self.history.told_backwards(&self.setup) {
            let found = earlier.iter().any(begins);
            told.splice(..0, earlier);
            if found {
                return told;
            }
        }
        told.insert(0, (0, self.opening.to_vec()));
        told
    }

    /// Like [`told_of_round`](Table::told_of_round) for an earlier round, with the number of the round that it begins in.
    /// Some of a later round may come last.
    pub fn told_near_round(&self, round: u32) -> (u32, Vec<(u64, Vec<Event>)>) {
        let (begins, is_first, mut told) = self.history.told_near(round, &self.setup);
        if is_first {
            told.insert(0, (0, self.opening.to_vec()));
        }
        (begins, told)
    }

    /// The dice that lie on the table, and who threw them: the last ones of the round. In Kono they are put away with
    /// the first step.
    pub fn last_throw(&self) -> Option<(Seat, Throw)> {
        self.visible.dice
    }

    /// Which round it is, from 1.
    pub fn round(&self) -> u32 {
        self.state.tournament.round
    }

    /// The size of the round, once it is chosen.
    pub fn size(&self) -> Option<i64> {
        self.state.tournament.size
    }

    /// Points or seeds of the tournament, as they would be announced now.
    pub fn totals(&self) -> Pair<u32> {
        self.state.tournament.totals()
    }

    /// Rounds won, where they are counted (Congkak).
    pub fn rounds_won(&self) -> Option<Pair<u32>> {
        self.state.tournament.rounds_won()
    }

    /// What happens next.
    pub fn next(&self) -> Next {
        self.state.next(&self.setup)
    }

    /// The seat of a program that has to decide now, or to reply to an offer.
    pub fn deciding_program(&self) -> Option<Seat> {
        let is_program = |seat: &Seat| !self.player(*seat).is_person();
        let replies = self.offer.filter(|open| open.offer == Offer::Call).map(|open| open.seat.other());
        let replies = replies.filter(is_program).filter(|_| self.decision().is_some());
        replies.or_else(|| match self.next() {
            Next::Ask(Question { seat, ask: Ask::Decide(_) }) => Some(seat).filter(is_program),
            _ => None,
        })
    }

    /// Whether a front end may answer a menu with "play" without showing it.
    ///
    /// In Congkak and Kono the choice that follows takes "save" and "quit" too, so nothing is lost. In Canoga it is
    /// followed by a throw, which can't be taken back, so the player is asked.
    pub fn menu_can_be_skipped(&self, before: MenuKind, turn: Option<Seat>) -> bool {
        let own_turn = turn.is_some_and(|seat| self.player(seat).is_person());
        match before {
            MenuKind::Win => false,
            MenuKind::Turn => !own_turn || self.game() != Game::Canoga,
            MenuKind::FirstDice => true,
        }
    }

    /// The seat of a person whose throw the table waits for, and who hasn't just asked for it.
    ///
    /// A page throws the dice when their thrower says so. Asking for a turn, or for one die or two, says so already.
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

    /// What the player whose turn it is has to decide, at the menu before it as well.
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

    /// Whether the tournament is over. An undo opens it again.
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// Where random dice and coins come from now.
    pub fn seed(&self) -> Seed {
        self.state.seed
    }

    /// What was promised with the seed that is in use.
    pub fn commitment(&self) -> Option<Commitment> {
        self.state.seed.commitment()
    }

    /// Whether seed and salt have been shown. Then nothing can be taken back any more.
    pub fn is_revealed(&self) -> bool {
        self.state.revealed
    }

    /// The offer that waits for a reply.
    pub fn offer(&self) -> Option<OpenOffer> {
        self.offer
    }

    /// Why a save file can't hold the game as it stands; `None` if it can.
    pub fn cant_save(&self) -> Option<String> {
        self.state.cant_save(&self.setup)
    }

    /// The file that the game was last saved in, or else read from: the name that most people want for the next save.
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

    /// Whether rounds are counted from the save that the tournament goes on from, because its file has no number.
    pub fn counts_since_save(&self) -> bool {
        self.state.tournament.counts_since_save
    }

    /// The dialect for a save of this name: that of its ending, or else that of the save that was read.
    pub fn dialect_for(&self, name: &str) -> Dialect {
        Dialect::of_ending(Path::new(name)).unwrap_or(self.setup.dialect())
    }

    /// The game as a save file holds it, whatever is asked now; `None` before there is anything to save.
    pub fn save_text(&self) -> Option<String> {
        Some(self.save()?.write(self.setup.dialect()).text)
    }

    /// The same, to be written in any dialect.
    pub fn save(&self) -> Option<Save> {
        self.state.save(&self.setup)
    }

    /// The tournament in a line.
    pub fn summary(&self) -> Summary {
        let saved = self.history.iter().next_back().is_some_and(|record| record.entry == Entry::Saved);
        let progress = match (self.is_over(), saved) {
            (true, _) => Progress::Finished,
            (false, true) => Progress::Saved,
            (false, false) => Progress::Unfinished,
        };
        Summary { progress, round: self.round(), totals: self.totals(), size: self.size() }
    }

    /// Lets entries happen that were meant for this revision: all of them or none.
    pub fn apply_at(&mut self, revision: u64, entries: impl IntoIterator<Item = Entry>) -> Result<Vec<Event>, Refusal> {
        let told;
        (*self, told) = self.try_at(revision, entries)?;
        Ok(told)
    }

    /// The table as it would be after these entries, and what they would tell.
    pub fn try_at(
        &self,
        revision: u64,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<(Table, Vec<Event>), Refusal> {
        if revision != self.revision {
            return Err(Refusal::Stale { given: revision, now: self.revision });
        }
        let mut tried = self.clone();
        let mut told = Vec::new();
        for entry in entries {
            told.extend(tried.apply(entry)?);
        }
        Ok((tried, told))
    }

    /// Lets an entry happen; a refusal says why and changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<Vec<Event>, Refusal> {
        let mut told = Vec::new();
        let takes_back =
            matches!(entry, Entry::Undo | Entry::Redo | Entry::Correct(_) | Entry::Offer { .. } | Entry::Accept { .. });
        if takes_back && self.is_revealed() {
            return Err(refuse("the seed has been revealed, so nothing can be taken back"));
        }
        match &entry {
            Entry::Undo => self.undo(&mut told)?,
            Entry::Redo => self.redo(&mut told)?,
            Entry::Correct(throw) => self.correct(*throw, &mut told)?,
            Entry::Offer { seat, offer } => self.make_offer(*seat, *offer, &mut told)?,
            Entry::Decline { seat } => {
                let OpenOffer { offer, .. } = self.offer_to(*seat)?;
                self.offer = None;
                told.push(Event::Declined { seat: *seat, offer });
            }
            Entry::Accept { seat } => self.accept(*seat, &mut told)?,
            Entry::Decision { .. }
            | Entry::Throw { .. }
            | Entry::Skip
            | Entry::Coin(_)
            | Entry::Saved
            | Entry::NotSaved(_)
            | Entry::NewSeed(_)
            | Entry::Reveal => {
                self.advance(Record { revision: self.revision + 1, entry }, &mut told)?;
                self.undone.clear();
            }
        }
        self.revision += 1;
        Ok(told)
    }

    /// Adds an entry that moves the tournament on.
    fn advance(&mut self, record: Record, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let number = self.state.draws;
        let before = told.len();
        self.state.apply(&self.setup, &record.entry, told)?;
        self.visible.follow(&told[before..]);
        match record.entry {
            Entry::Throw { throw, queued: false } => self.remember(number, Drawn::Throw(throw)),
            Entry::Coin(shown) => self.remember(number, Drawn::Coin(shown)),
            Entry::Decision { ref answer, .. } if answer.decides() => self.offer = None,
            Entry::NewSeed(_) | Entry::Reveal => self.offer = None,
            _ => {}
        }
        self.history.push(record, &self.state);
        Ok(())
    }

    /// Remembers what a hand threw or tossed. What comes from the seed always comes again by itself.
    fn remember(&mut self, number: usize, drawn: Drawn) {
        if self.setup.dice == DiceSource::Manual {
            self.by_hand.resize(self.by_hand.len().max(number + 1), None);
            self.by_hand[number] = Some(drawn);
        }
    }

    /// Goes back to where only the first `kept` records count, and returns the others.
    fn go_back(&mut self, kept: usize) -> Vec<Record> {
        let dropped = self.history.since(kept).cloned().collect();
        self.truncate(kept);
        self.offer = None;
        dropped
    }

    /// Only the first `kept` records count.
    fn truncate(&mut self, kept: usize) {
        self.state = self.history.truncate(kept, &self.setup);
        self.visible = Visible::default();
        for (_, told) in self.told_of_round().iter().filter(|(revision, _)| *revision > 0) {
            self.visible.follow(told);
        }
    }

    /// Takes back the last decision of a person that wasn't just a menu's, or an agreement that came after it.
    fn undo(&mut self, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let taken_back = |record: &Record| match &record.entry {
            Entry::Decision { seat, answer, .. } => answer.decides() && self.setup.players[*seat].is_person(),
            Entry::Offer { .. } => true,
            _ => false,
        };
        let last = self.history.last(taken_back).ok_or_else(|| refuse("there is nothing to take back"))?;
        let is_call = |entry: &Entry| matches!(entry, Entry::Decision { answer: Answer::Choice(Choice::Coin(_)), .. });
        let tossed = |record: &Record| matches!(record.entry, Entry::Coin(_));
        if is_call(&self.history.get(last).entry) && self.history.since(last).any(tossed) {
            return Err(refuse("the coin has been seen, so its call can't be taken back"));
        }
        self.not_before_the_seed(last)?;
        let removed = self.go_back(last);
        self.undone.push(removed);
        told.push(Event::TakenBack);
        Ok(())
    }

    /// What came before a new seed stays: otherwise its dice would be thrown again, and show something else.
    fn not_before_the_seed(&self, index: usize) -> Result<(), Refusal> {
        if self.history.since(index).any(|record| matches!(record.entry, Entry::NewSeed(_))) {
            return Err(refuse("what was played before the new seed can't be taken back"));
        }
        Ok(())
    }

    fn redo(&mut self, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let records = self.undone.pop().ok_or_else(|| refuse("there is nothing to redo"))?;
        told.push(Event::Redone);
        for record in records {
            self.advance(record, told).expect("this entry was accepted before, at this very state");
        }
        Ok(())
    }

    /// Another throw takes the place of the last one, which was made by hand and that nothing was decided on.
    fn correct(&mut self, throw: Throw, told: &mut Vec<Event>) -> Result<(), Refusal> {
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
        told.push(Event::Corrected { was, now: throw });
        let entry = Entry::Throw { throw, queued: false };
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
                if !self.setup.players[seat.other()].is_person() {
                    return Err(refuse("against the computer you can undo without asking"));
                }
                self.offered_undo(seat)?;
            }
            Offer::Call => {
                let moves = self.moves_of_kono();
                let turn = match self.next() {
                    Next::Ask(Question { ask: Ask::Decide(Decision::Kono(_)), seat }) => Some(seat),
                    Next::Ask(Question { ask: Ask::Menu { turn, .. }, .. }) if self.game() == Game::Kono => turn,
                    _ => None,
                };
                if turn != Some(seat) {
                    return Err(refuse("you can offer to call a round of Kono only before your own move"));
                }
                if self.offered_call[seat].is_some_and(|earlier| moves < earlier + MOVES_BETWEEN_OFFERS) {
                    let why = format!("calling the round can be offered once in {MOVES_BETWEEN_OFFERS} moves");
                    return Err(refuse(why));
                }
                self.offered_call[seat] = Some(moves);
            }
        }
        self.offer = Some(OpenOffer { seat, offer, revision: self.revision + 1 });
        told.push(Event::Offered { seat, offer });
        Ok(())
    }

    fn moves_of_kono(&self) -> usize {
        self.history.iter().filter(|record| is_kono_move(&record.entry)).count()
    }

    /// The decision that an accepted offer to undo takes back. Dice and coins that have been seen stay.
    fn offered_undo(&self, seat: Seat) -> Result<usize, Refusal> {
        let own = |record: &Record| match &record.entry {
            Entry::Decision { seat: decider, answer, .. } => answer.decides() && *decider == seat,
            _ => false,
        };
        let last = self.history.last(own).ok_or_else(|| refuse("there is nothing to take back"))?;
        let chance = |record: &Record| matches!(record.entry, Entry::Throw { .. } | Entry::Coin(_));
        if self.history.since(last).any(chance) {
            return Err(refuse("dice or a coin have been seen since, so it can't be taken back"));
        }
        self.not_before_the_seed(last)?;
        Ok(last)
    }

    fn offer_to(&self, seat: Seat) -> Result<OpenOffer, Refusal> {
        self.offer.filter(|open| open.seat != seat).ok_or_else(|| refuse("there is no offer to reply to"))
    }

    fn accept(&mut self, seat: Seat, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let OpenOffer { seat: offerer, offer, revision } = self.offer_to(seat)?;
        match offer {
            Offer::Undo => {
                let last = self.offered_undo(seat.other())?;
                told.push(Event::Accepted { seat, offer });
                let removed = self.go_back(last);
                self.undone.push(removed);
                told.push(Event::TakenBack);
            }
            Offer::Call => {
                // While a save is being named or written, the round that it holds must not change.
                if self.decision().is_none() {
                    return Err(refuse("the game is being saved, so the round can't be called now"));
                }
                told.push(Event::Accepted { seat, offer });
                // The offer counts only with its acceptance, and a replay needs both.
                let made = Entry::Offer { seat: offerer, offer };
                self.advance(Record { revision, entry: made }, told)?;
                let entry = Entry::Accept { seat };
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
}

fn is_kono_move(entry: &Entry) -> bool {
    matches!(entry, Entry::Decision { answer: Answer::Choice(Choice::Kono(_)), .. })
}

/// An entry that doesn't fit where a table is rebuilt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {number} doesn't fit: {refusal}")]
pub struct BadReplay {
    /// Its number, from 1.
    number: u64,
    refusal: Refusal,
}
