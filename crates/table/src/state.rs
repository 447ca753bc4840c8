use std::fmt;
use std::path::Path;
use std::sync::Arc;

use parlor_rules::{Coin, DiceCount, Pair, Seat, Throw};
use parlor_saves::{Dialect, Save};

use crate::tournament::{Step, Told, Tournament};
use crate::{Answer, Ask, Entry, Event, MenuItem, MenuKind, Question, QueuedThrow, Rationale, Refusal, Seed, Setup};

/// Where a tournament is after some entries: everything that an undo takes back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) tournament: Tournament,
    phase: Phase,
    /// How many throws and coins there have been.
    pub(crate) draws: usize,
    /// How many of the queued throws are used up or left out.
    pub(crate) queue_used: usize,
    /// Rounds that have ended, where nobody is asked for another.
    rounds: u32,
    /// Where draws come from now.
    pub(crate) seed: Seed,
    pub(crate) revealed: bool,
    /// The dialect of the save that the tournament goes on from.
    dialect: Option<Dialect>,
}

#[derive(Clone, PartialEq, Debug)]
enum Phase {
    Playing,
    FileName,
    Saving(String),
    Over,
}

/// What a throw or a toss showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// Dice.
    Throw(Throw),
    /// A coin.
    Coin(Coin),
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Throw(throw) => throw.fmt(f),
            Drawn::Coin(shown) => shown.fmt(f),
        }
    }
}

/// What a table waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Need {
    /// An answer.
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
        /// The file's name, as it was given.
        name: String,
        /// What is to be written.
        text: String,
    },
    /// Nothing: the tournament is over.
    Nothing,
}

impl State {
    pub(crate) fn begin(setup: &Setup, told: &mut Told) -> Result<State, parlor_saves::ReadError> {
        let (tournament, dialect) = match &setup.save {
            None => (Tournament::new(setup.game, setup.size, told), None),
            Some(text) => {
                let save = parlor_saves::read(text, Some(setup.game))?;
                (Tournament::resume(save.standing, told), Some(save.dialect))
            }
        };
        let mut state = State {
            tournament,
            phase: Phase::Playing,
            draws: 0,
            queue_used: 0,
            rounds: 0,
            seed: setup.seed,
            revealed: false,
            dialect,
        };
        state.settle(setup, told);
        Ok(state)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    pub(crate) fn need(&self, setup: &Setup) -> Need {
        let keeper = setup.keeper();
        match &self.phase {
            Phase::Over => return Need::Nothing,
            Phase::Saving(name) => {
                let save = self.save(setup).expect("saving is offered only where there is something to save");
                return Need::Save { name: name.clone(), text: save.write(self.dialect_for(name)).text };
            }
            Phase::FileName => return Need::Answer(Question { seat: keeper, ask: Ask::FileName }),
            Phase::Playing => {}
        }
        let question = match self.tournament.flow().step() {
            Step::Throw { seat, dice, may_be_one } => return Need::Throw { seat, dice, may_be_one },
            Step::Toss => return Need::Coin,
            Step::Size { previous } => {
                let usual = previous.unwrap_or(setup.game.usual_size());
                Question { seat: keeper, ask: Ask::Size { sizes: setup.game.sizes(), usual } }
            }
            Step::Decide { seat, decision } => Question { seat, ask: Ask::Decide(decision) },
            Step::Declared => Question { seat: keeper, ask: Ask::Another },
            Step::Menu { before, turn } => {
                let own = turn.filter(|&seat| setup.players[seat].is_person());
                let mut items = vec![MenuItem::Save, MenuItem::Play];
                if own.is_some() && before == MenuKind::Turn {
                    items.push(MenuItem::Help);
                }
                if before != MenuKind::Win {
                    items.push(MenuItem::Quit);
                }
                Question { seat: own.unwrap_or(keeper), ask: Ask::Menu { before, turn, items } }
            }
        };
        Need::Answer(question)
    }

    /// Lets an entry happen that moves the tournament on; a refusal changes nothing.
    pub(crate) fn apply(&mut self, setup: &Setup, entry: &Entry, told: &mut Told) -> Result<(), Refusal> {
        match entry {
            Entry::Decision { seat, answer, rationale } => {
                self.decide(setup, *seat, answer, rationale.as_ref(), told)?;
            }
            Entry::Throw { throw, queued } => self.throw(setup, *throw, *queued, told)?,
            Entry::Skip => self.skip(setup, told)?,
            Entry::Coin(shown) => {
                if self.need(setup) != Need::Coin {
                    return Err(refuse("no coin is to be tossed now"));
                }
                self.tournament.flow_mut().coin(*shown, told);
                self.draws += 1;
            }
            Entry::Saved => {
                let Phase::Saving(name) = &self.phase else { return Err(refuse("nothing is being saved")) };
                told.push(Event::Saved { name: name.clone() });
                self.phase = Phase::Playing;
            }
            Entry::NotSaved(why) => {
                let Phase::Saving(_) = &self.phase else { return Err(refuse("nothing is being saved")) };
                told.push(Event::NotSaved { why: why.clone() });
                self.phase = Phase::Playing;
            }
            // Whether it was accepted decides, and that is the next entry. The table knows about offers.
            Entry::Offer { .. } => {}
            Entry::Accept { .. } => self.tournament.flow_mut().call(told).map_err(Refusal::NotNow)?,
            Entry::NewSeed(seed) => {
                if self.is_over() {
                    return Err(refuse("the tournament is over, so there is nothing to draw from a new seed"));
                }
                let was_hidden = matches!(self.seed, Seed::Hidden(_));
                self.seed = *seed;
                told.push(Event::NewSeed { was_hidden, commitment: seed.commitment() });
            }
            Entry::Reveal => self.reveal(told)?,
            Entry::Undo | Entry::Redo | Entry::Correct(_) | Entry::Decline { .. } => {
                unreachable!("these are about other entries, and the table deals with them")
            }
        }
        self.settle(setup, told);
        Ok(())
    }

    fn decide(
        &mut self,
        setup: &Setup,
        seat: Seat,
        answer: &Answer,
        rationale: Option<&Arc<Rationale>>,
        told: &mut Told,
    ) -> Result<(), Refusal> {
        let Need::Answer(question) = self.need(setup) else { return Err(refuse("nothing is asked now")) };
        if question.seat != seat {
            return Err(Refusal::NotNow(format!("{} is asked, not {seat}", question.seat)));
        }
        question.ask.accepts(answer).map_err(Refusal::NotNow)?;
        if let (Answer::Menu(MenuItem::Save), Some(why)) = (answer, self.cant_save(setup)) {
            return Err(Refusal::NotNow(why));
        }
        let flow = self.tournament.flow_mut();
        match answer {
            Answer::Size(size) => flow.size(*size, told),
            Answer::Menu(MenuItem::Save) => self.phase = Phase::FileName,
            Answer::Menu(MenuItem::Play) => flow.pass_menu(told),
            Answer::Menu(MenuItem::Help) => return Err(refuse("asking for help decides nothing")),
            Answer::Menu(MenuItem::Quit) => {
                if flow.quit(seat, told) {
                    self.end(told);
                }
            }
            Answer::Cancel => self.phase = Phase::Playing,
            Answer::File(name) => self.phase = Phase::Saving(name.trim().to_owned()),
            Answer::Another(true) => self.another(told),
            Answer::Another(false) => self.end(told),
            Answer::Choice(choice) => flow.decide(*choice, rationale, told).map_err(Refusal::NotNow)?,
        }
        Ok(())
    }

    fn another(&mut self, told: &mut Told) {
        if let Err(why) = self.tournament.flow_mut().another(told) {
            told.push(Event::NoMoreRounds(why));
            self.end(told);
        }
    }

    fn end(&mut self, told: &mut Told) {
        let flow = self.tournament.flow();
        told.push(Event::TournamentOver { totals: flow.totals(), rounds: flow.rounds_won() });
        self.phase = Phase::Over;
    }

    fn throw(&mut self, setup: &Setup, throw: Throw, queued: bool, told: &mut Told) -> Result<(), Refusal> {
        let Need::Throw { dice, may_be_one, .. } = self.need(setup) else {
            return Err(refuse("no dice are to be thrown now"));
        };
        if queued && setup.queue.get(self.queue_used).map(|next| next.throw) != Some(throw) {
            return Err(refuse("that isn't the next throw that waits"));
        }
        if !queued && throw.count() != dice {
            return Err(Refusal::NotNow(format!("{dice}, please")));
        }
        if throw.count() == DiceCount::One && !may_be_one {
            return Err(refuse("a single die isn't allowed now"));
        }
        self.tournament.flow_mut().throw(throw, told).map_err(Refusal::NotNow)?;
        if queued {
            self.use_queued(setup, told);
        }
        self.draws += 1;
        Ok(())
    }

    fn skip(&mut self, setup: &Setup, told: &mut Told) -> Result<(), Refusal> {
        let Need::Throw { may_be_one, .. } = self.need(setup) else {
            return Err(refuse("no dice are to be thrown now"));
        };
        match setup.queue.get(self.queue_used) {
            Some(&QueuedThrow { line, throw, .. }) if throw.count() == DiceCount::One && !may_be_one => {
                told.push(Event::DiceSkipped { line, throw });
                self.use_queued(setup, told);
                Ok(())
            }
            _ => Err(refuse("the next throw that waits is allowed, or none waits")),
        }
    }

    /// No throw waits any more.
    pub(crate) fn leave_queue(&mut self) {
        self.queue_used = 0;
    }

    fn use_queued(&mut self, setup: &Setup, told: &mut Told) {
        self.queue_used += 1;
        if self.queue_used == setup.queue.len() {
            told.push(Event::QueueEmpty);
        }
    }

    fn reveal(&mut self, told: &mut Told) -> Result<(), Refusal> {
        match self.seed {
            _ if self.revealed => Err(refuse("the seed has been revealed already")),
            _ if !self.is_over() => Err(refuse("the seed is revealed when the tournament is over")),
            Seed::Open(_) => Err(refuse("the seed was never hidden")),
            Seed::Hidden(_) => Err(refuse("the seed is hidden from this journal, so it can't be revealed")),
            Seed::Committed { seed, salt } => {
                self.revealed = true;
                told.push(Event::Revealed { seed, salt });
                Ok(())
            }
        }
    }

    pub(crate) fn dialect_for(&self, name: &str) -> Dialect {
        Dialect::of_ending(Path::new(name)).or(self.dialect).unwrap_or(Dialect::Text)
    }

    pub(crate) fn cant_save(&self, setup: &Setup) -> Option<String> {
        if self.save(setup).is_none() {
            return Some("there is nothing to save yet".to_owned());
        }
        self.tournament.flow().cant_hold().map(str::to_owned)
    }

    /// The game as a save file holds it; `None` before there is anything to save.
    pub(crate) fn save_text(&self, setup: &Setup) -> Option<String> {
        Some(self.save(setup)?.write(self.dialect.unwrap_or(Dialect::Text)).text)
    }

    pub(crate) fn save(&self, setup: &Setup) -> Option<Save> {
        let standing = self.tournament.flow().standing()?;
        let waiting = &setup.queue[self.queue_used..];
        let dice = waiting.iter().filter(|queued| queued.of_save).map(|queued| queued.throw).collect();
        let names = Pair { human: None, computer: None };
        Some(Save { standing, dialect: self.dialect.unwrap_or(Dialect::Text), dice, names, notes: vec![] })
    }

    /// Where only programs play, nobody is asked about menus, sizes and further rounds.
    fn settle(&mut self, setup: &Setup, told: &mut Told) {
        if setup.has_people() {
            return;
        }
        while self.phase == Phase::Playing {
            match self.tournament.flow().step() {
                Step::Menu { .. } => self.tournament.flow_mut().pass_menu(told),
                Step::Size { previous } => {
                    let given = setup.size.filter(|size| setup.game.sizes().contains(size));
                    let size = given.or(previous).unwrap_or(setup.game.usual_size());
                    self.tournament.flow_mut().size(size, told);
                }
                Step::Declared => {
                    self.rounds += 1;
                    if self.rounds < setup.rounds {
                        self.another(told);
                    } else {
                        self.end(told);
                    }
                }
                Step::Decide { .. } | Step::Throw { .. } | Step::Toss => break,
            }
        }
    }
}

fn refuse(why: &str) -> Refusal {
    Refusal::NotNow(why.to_owned())
}
