use parlor_rules::{Coin, DiceCount, Pair, Seat, Standing, Throw};
use parlor_saves::{Dialect, Save};

use crate::play::{self, Step, Tournament};
use crate::{Answer, Ask, Entry, Event, MenuItem, MenuKind, Player, Question, QueuedThrow, Setup};

/// One tournament with its players: a pure function of its setup and its entries.
pub struct Table {
    setup: Setup,
    tournament: Box<dyn Tournament>,
    phase: Phase,
    /// The entries that count.
    entries: Vec<Entry>,
    /// How many throws and coins there have been.
    draws: usize,
    /// How many of the queued throws are used up or left out.
    queue_used: usize,
    /// Everything that was ever drawn, by number, taken back or not.
    drawn: Vec<Drawn>,
    /// Rounds that have ended, where nobody is asked for another.
    rounds: u32,
}

/// What was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawn {
    Throw(Throw),
    Coin(Coin),
}

#[derive(Clone, PartialEq, Debug)]
enum Phase {
    Playing,
    FileName,
    Saving(String),
    Ended(Ending),
}

/// Why a table is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The tournament is over.
    Finished,
    /// It was saved, to be played on another time (rule save-quit).
    Saved,
}

/// What a table waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Need {
    /// Somebody's answer.
    Answer(Question),
    /// Dice.
    Throw {
        /// Who throws.
        seat: Seat,
        /// How many.
        dice: DiceCount,
        /// Whether a single die would be allowed too.
        may_be_one: bool,
    },
    /// A coin.
    Coin,
    /// Something to be written to a file, and word of how that went.
    Save {
        /// The file's name, as somebody gave it.
        name: String,
        /// What is to be written.
        text: String,
    },
    /// Nothing: the table is closed.
    Nothing(Ending),
}

/// Why an entry can't be. It changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Table {
    /// A table with its first question open.
    pub fn new(setup: Setup) -> Result<(Table, Vec<Event>), parlor_saves::ReadError> {
        let mut told = Vec::new();
        let tournament = match &setup.save {
            None => play::new(setup.game, &mut told, setup.size),
            Some(text) => play::resume(parlor_saves::read(text, None)?.standing, &mut told),
        };
        let mut table = Table {
            setup,
            tournament,
            phase: Phase::Playing,
            entries: Vec::new(),
            draws: 0,
            queue_used: 0,
            drawn: Vec::new(),
            rounds: 0,
        };
        table.settle(&mut told);
        Ok((table, told))
    }

    /// What it was set up with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The entries that count, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The game as it stands, once there is a board.
    pub fn standing(&self) -> Option<Standing> {
        self.tournament.standing()
    }

    /// Points or seeds of the tournament, as they would be announced now.
    pub fn totals(&self) -> Pair<u32> {
        self.tournament.totals()
    }

    /// Rounds won, where they are counted (Congkak).
    pub fn rounds_won(&self) -> Option<Pair<u32>> {
        self.tournament.rounds_won()
    }

    /// What it waits for.
    pub fn need(&self) -> Need {
        match &self.phase {
            Phase::Ended(ending) => return Need::Nothing(*ending),
            Phase::Saving(name) => return Need::Save { name: name.clone(), text: self.save_text() },
            Phase::FileName => return Need::Answer(Question { seat: self.keeper(), ask: Ask::FileName }),
            Phase::Playing => {}
        }
        let question = match self.tournament.step() {
            Step::Throw { seat, dice, may_be_one } => return Need::Throw { seat, dice, may_be_one },
            Step::Coin => return Need::Coin,
            Step::Size { sizes, usual } => Question { seat: self.keeper(), ask: Ask::Size { sizes, usual } },
            Step::Ask { seat, ask } => Question { seat, ask },
            Step::Declared => Question { seat: self.keeper(), ask: Ask::Another },
            Step::Menu { before, turn } => {
                let own = turn.filter(|&seat| self.setup.players[seat].is_person());
                let mut items = vec![MenuItem::Save, MenuItem::Play];
                if own.is_some() && before == MenuKind::Turn {
                    items.push(MenuItem::Help);
                }
                if before != MenuKind::Win {
                    items.push(MenuItem::Quit);
                }
                let seat = own.unwrap_or(self.keeper());
                Question { seat, ask: Ask::Menu { before, turn, items } }
            }
        };
        Need::Answer(question)
    }

    /// The seat of the person who is asked about the table itself.
    fn keeper(&self) -> Seat {
        Seat::BOTH.into_iter().find(|&seat| self.setup.players[seat].is_person()).unwrap_or(Seat::Human)
    }

    /// Lets an entry happen; a refusal says why and changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<Vec<Event>, Refusal> {
        let mut told = Vec::new();
        match &entry {
            Entry::Undo => return self.undo(),
            Entry::Decision { seat, answer, thought } => {
                self.decide(*seat, answer, thought.as_ref(), &mut told)?;
            }
            Entry::Throw { throw, queued } => self.throw(*throw, *queued, &mut told)?,
            Entry::Skip => self.skip(&mut told)?,
            Entry::Coin(shown) => {
                if self.need() != Need::Coin {
                    return Err(Refusal("no coin is to be tossed now".to_owned()));
                }
                self.tournament.coin(*shown, &mut told);
                self.remember(Drawn::Coin(*shown));
            }
            Entry::Saved | Entry::NotSaved(_) => self.saved(&entry, &mut told)?,
        }
        self.entries.push(entry);
        self.settle(&mut told);
        Ok(told)
    }

    fn decide(
        &mut self,
        seat: Seat,
        answer: &Answer,
        thought: Option<&crate::Thought>,
        told: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Need::Answer(question) = self.need() else {
            return Err(Refusal("nothing is asked now".to_owned()));
        };
        if question.seat != seat {
            return Err(Refusal(format!("{} is asked, not {seat}", question.seat)));
        }
        question.ask.accepts(answer).map_err(Refusal)?;
        match answer {
            Answer::Size(size) => self.tournament.size(*size, told),
            Answer::Menu(MenuItem::Save) => self.phase = Phase::FileName,
            Answer::Menu(MenuItem::Play) => self.tournament.go_on(told),
            Answer::Menu(MenuItem::Help) => return Err(Refusal("asking for help decides nothing".to_owned())),
            Answer::Menu(MenuItem::Quit) => {
                if self.tournament.quit(seat, told) {
                    self.end(told);
                }
            }
            Answer::Cancel => self.phase = Phase::Playing,
            Answer::File(name) => self.phase = Phase::Saving(name.trim().to_owned()),
            Answer::Another(true) => self.another(told),
            Answer::Another(false) => self.end(told),
            Answer::Coin(_)
            | Answer::Color(_)
            | Answer::Dice(_)
            | Answer::Canoga(_)
            | Answer::Congkak(_)
            | Answer::Kono(_) => self.tournament.answer(answer, thought, told).map_err(Refusal)?,
        }
        Ok(())
    }

    fn another(&mut self, told: &mut Vec<Event>) {
        if let Err(why) = self.tournament.another(told) {
            told.push(Event::NoMoreRounds(why));
            self.end(told);
        }
    }

    fn throw(&mut self, throw: Throw, queued: bool, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Need::Throw { dice, may_be_one, .. } = self.need() else {
            return Err(Refusal("no dice are to be thrown now".to_owned()));
        };
        if queued && self.queued() != Some(throw) {
            return Err(Refusal("that isn't the next throw that waits".to_owned()));
        }
        if !queued && throw.count() != dice {
            let wanted = if dice == DiceCount::One { "one die" } else { "two dice" };
            return Err(Refusal(format!("{wanted}, please")));
        }
        if throw.count() == DiceCount::One && !may_be_one {
            return Err(Refusal("a single die isn't allowed now".to_owned()));
        }
        self.tournament.throw(throw, told).map_err(Refusal)?;
        if queued {
            self.use_queued(told);
        }
        self.remember(Drawn::Throw(throw));
        Ok(())
    }

    fn skip(&mut self, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Need::Throw { may_be_one, .. } = self.need() else {
            return Err(Refusal("no dice are to be thrown now".to_owned()));
        };
        match self.setup.queue.get(self.queue_used) {
            Some(&QueuedThrow { line, throw, .. }) if throw.count() == DiceCount::One && !may_be_one => {
                told.push(Event::DiceSkipped { line, throw });
                self.use_queued(told);
                Ok(())
            }
            _ => Err(Refusal("the next throw that waits is allowed, or none waits".to_owned())),
        }
    }

    fn use_queued(&mut self, told: &mut Vec<Event>) {
        self.queue_used += 1;
        if self.queue_used == self.setup.queue.len() {
            told.push(Event::QueueEmpty);
        }
    }

    /// The next throw that waits in the queue.
    pub(crate) fn queued(&self) -> Option<Throw> {
        self.setup.queue.get(self.queue_used).map(|queued| queued.throw)
    }

    /// The queued throws that are still to come.
    pub fn queue_left(&self) -> &[QueuedThrow] {
        self.setup.queue.get(self.queue_used..).unwrap_or_default()
    }

    /// The number of the next draw.
    pub(crate) fn draws(&self) -> usize {
        self.draws
    }

    /// What was drawn with the next number before it was taken back.
    pub(crate) fn drawn(&self) -> Option<Drawn> {
        self.drawn.get(self.draws).copied()
    }

    fn remember(&mut self, drawn: Drawn) {
        match self.drawn.get_mut(self.draws) {
            Some(earlier) => *earlier = drawn,
            None => self.drawn.push(drawn),
        }
        self.draws += 1;
    }

    fn saved(&mut self, entry: &Entry, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Phase::Saving(name) = &self.phase else {
            return Err(Refusal("nothing is being saved".to_owned()));
        };
        let name = name.clone();
        if let Entry::NotSaved(why) = entry {
            told.push(Event::NotSaved { why: why.clone() });
            self.phase = Phase::Playing;
        } else {
            told.push(Event::Saved { name });
            self.phase = Phase::Ended(Ending::Saved);
        }
        Ok(())
    }

    fn save_text(&self) -> String {
        let Some(standing) = self.tournament.standing() else { return String::new() };
        let waiting = &self.setup.queue[self.queue_used.min(self.setup.queue.len())..];
        let dice = waiting.iter().filter(|queued| queued.of_save).map(|queued| queued.throw).collect();
        let save =
            Save { standing, dialect: Dialect::Text, dice, names: Pair { human: None, computer: None }, notes: vec![] };
        save.write(Dialect::Text).text
    }

    /// Takes back the last decision of a person that wasn't just a menu's.
    fn undo(&mut self) -> Result<Vec<Event>, Refusal> {
        if let Phase::Ended(_) = self.phase {
            return Err(Refusal("the tournament is over, nothing can be taken back".to_owned()));
        }
        let Some(last) = self.entries.iter().rposition(|entry| self.can_be_undone(entry)) else {
            return Err(Refusal("there is nothing to take back".to_owned()));
        };
        let is_call = |entry: &Entry| matches!(entry, Entry::Decision { answer: Answer::Coin(_), .. });
        if is_call(&self.entries[last]) && self.entries[last..].iter().any(|entry| matches!(entry, Entry::Coin(_))) {
            return Err(Refusal("the coin has been seen, so its call can't be taken back".to_owned()));
        }
        // Neither can be refused: it was so before.
        let Ok((mut table, _)) = Table::new(self.setup.clone()) else {
            return Err(Refusal("there is nothing to take back".to_owned()));
        };
        for entry in &self.entries[..last] {
            table.apply(entry.clone())?;
        }
        table.drawn = std::mem::take(&mut self.drawn);
        *self = table;
        Ok(vec![Event::TakenBack])
    }

    fn can_be_undone(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Decision { seat, answer, .. } => answer.decides() && self.setup.players[*seat].is_person(),
            _ => false,
        }
    }

    fn end(&mut self, told: &mut Vec<Event>) {
        let rounds = self.tournament.rounds_won();
        told.push(Event::TournamentOver { totals: self.tournament.totals(), rounds });
        self.phase = Phase::Ended(Ending::Finished);
    }

    /// Where only programs play, nobody is asked about menus, sizes and further rounds.
    fn settle(&mut self, told: &mut Vec<Event>) {
        if self.setup.has_people() {
            return;
        }
        while self.phase == Phase::Playing {
            match self.tournament.step() {
                Step::Menu { .. } => self.tournament.go_on(told),
                Step::Size { sizes, usual } => {
                    let size = self.setup.size.filter(|size| sizes.contains(size)).unwrap_or(usual);
                    self.tournament.size(size, told);
                }
                Step::Declared => {
                    self.rounds += 1;
                    if self.rounds < self.setup.rounds {
                        self.another(told);
                    } else {
                        self.end(told);
                    }
                }
                Step::Ask { .. } | Step::Throw { .. } | Step::Coin => break,
            }
        }
    }

    /// Who decides for a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.setup.players[seat]
    }
}
