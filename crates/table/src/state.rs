use std::sync::Arc;

use parlor_rules::{DiceCount, Pair, Seat, Throw};
use parlor_saves::Save;

use crate::tournament::Tournament;
use crate::{Answer, Ask, Entry, Event, MenuItem, Next, QueuedThrow, Rationale, Refusal, Seed, Setup};

/// The part of a table that an undo restores.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) tournament: Tournament,
    phase: Phase,
    /// The number of throws and coins so far.
    pub(crate) draws: usize,
    /// The number of queued throws used or skipped.
    pub(crate) queue_used: usize,
    /// The number of finished rounds between computer players.
    rounds: u32,
    /// The current source of draws.
    pub(crate) seed: Seed,
    pub(crate) revealed: bool,
}

#[derive(Clone, PartialEq, Debug)]
enum Phase {
    Playing,
    FileName,
    Saving(String),
    Over,
}

impl State {
    pub(crate) fn begin(setup: &Setup, told: &mut Vec<Event>) -> State {
        let tournament = match &setup.resumed {
            None => Tournament::new(setup.game, setup.size, told),
            Some((standing, _)) => Tournament::resume(standing.clone(), told),
        };
        let mut state = State {
            tournament,
            phase: Phase::Playing,
            draws: 0,
            queue_used: 0,
            rounds: 0,
            seed: setup.seed,
            revealed: false,
        };
        state.settle(setup, told);
        state
    }

    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    pub(crate) fn next(&self, setup: &Setup) -> Next {
        match &self.phase {
            Phase::Over => Next::Over,
            Phase::Saving(name) => Next::Save { name: name.clone() },
            Phase::FileName => Next::ask_owner(setup, Ask::FileName),
            Phase::Playing => self.tournament.next(setup),
        }
    }

    /// Applies an entry to the tournament; after a refusal nothing has changed.
    pub(crate) fn apply(&mut self, setup: &Setup, entry: &Entry, told: &mut Vec<Event>) -> Result<(), Refusal> {
        match entry {
            Entry::Decision { seat, answer, rationale } => {
                self.decide(setup, *seat, answer, rationale.as_ref(), told)?;
            }
            Entry::Throw { throw, queued } => self.throw(setup, *throw, *queued, told)?,
            Entry::Skip => self.skip(setup, told)?,
            Entry::Coin(shown) => {
                if self.next(setup) != Next::Toss {
                    return Err(refuse("the table isn't waiting for a coin"));
                }
                self.tournament.coin(*shown, told);
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
            // An offer takes effect with the entry that accepts it. The table tracks offers.
            Entry::Offer { .. } => {}
            Entry::Accept { .. } => self.tournament.call(told).map_err(Refusal::NotNow)?,
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
        told: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Next::Ask(question) = self.next(setup) else { return Err(refuse("no question is open")) };
        if question.seat != seat {
            return Err(Refusal::NotNow(format!("the question is for {}, not for {seat}", question.seat)));
        }
        question.ask.accepts(answer).map_err(Refusal::NotNow)?;
        if let (Answer::Menu(MenuItem::Save), Some(why)) = (answer, self.cant_save(setup)) {
            return Err(Refusal::NotNow(why));
        }
        let tournament = &mut self.tournament;
        match answer {
            Answer::Size(size) => tournament.choose_size(*size, told),
            Answer::Menu(MenuItem::Save) => self.phase = Phase::FileName,
            Answer::Menu(MenuItem::Play) => tournament.pass_menu(told),
            Answer::Menu(MenuItem::Help) => return Err(refuse("asking for help decides nothing")),
            Answer::Menu(MenuItem::Quit) => {
                if tournament.quit(seat, told) {
                    self.end(told);
                }
            }
            Answer::Cancel => self.phase = Phase::Playing,
            Answer::File(name) => self.phase = Phase::Saving(name.trim().to_owned()),
            Answer::Another(true) => self.another(told),
            Answer::Another(false) => self.end(told),
            Answer::Choice(choice) => tournament.decide(*choice, rationale.cloned(), told).map_err(Refusal::NotNow)?,
        }
        Ok(())
    }

    fn another(&mut self, told: &mut Vec<Event>) {
        if let Err(why) = self.tournament.another(told) {
            told.push(Event::NoMoreRounds(why));
            self.end(told);
        }
    }

    fn end(&mut self, told: &mut Vec<Event>) {
        let (totals, rounds) = (self.tournament.totals(), self.tournament.rounds_won());
        told.push(Event::TournamentOver { totals, rounds });
        self.phase = Phase::Over;
    }

    fn throw(&mut self, setup: &Setup, throw: Throw, queued: bool, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Next::Throw { dice, may_be_one, .. } = self.next(setup) else {
            return Err(refuse("the table isn't waiting for dice"));
        };
        if queued && setup.queue.get(self.queue_used).map(|next| next.throw) != Some(throw) {
            return Err(refuse("that isn't the next queued throw"));
        }
        if !queued && throw.count() != dice {
            return Err(Refusal::NotNow(format!("{dice}, please")));
        }
        if throw.count() == DiceCount::One && !may_be_one {
            return Err(refuse("a single die isn't allowed now"));
        }
        self.tournament.throw(throw, told).map_err(Refusal::NotNow)?;
        if queued {
            self.use_queued(setup, told);
        }
        self.draws += 1;
        Ok(())
    }

    fn skip(&mut self, setup: &Setup, told: &mut Vec<Event>) -> Result<(), Refusal> {
        let Next::Throw { may_be_one, .. } = self.next(setup) else {
            return Err(refuse("the table isn't waiting for dice"));
        };
        match setup.queue.get(self.queue_used) {
            Some(&QueuedThrow { line, throw, .. }) if throw.count() == DiceCount::One && !may_be_one => {
                told.push(Event::DiceSkipped { line, throw });
                self.use_queued(setup, told);
                Ok(())
            }
            _ => Err(refuse("the next queued throw is allowed, or none is left")),
        }
    }

    fn use_queued(&mut self, setup: &Setup, told: &mut Vec<Event>) {
        self.queue_used += 1;
        if self.queue_used == setup.queue.len() {
            told.push(Event::QueueEmpty);
        }
    }

    fn reveal(&mut self, told: &mut Vec<Event>) -> Result<(), Refusal> {
        match self.seed {
            _ if self.revealed => Err(refuse("the seed has been revealed already")),
            _ if !self.is_over() => Err(refuse("the seed is revealed when the tournament is over")),
            Seed::Open(_) => Err(refuse("the seed was never hidden")),
            Seed::Hidden(_) => Err(refuse("this journal doesn't hold the seed, so it can't be revealed")),
            Seed::Committed { seed, salt } => {
                self.revealed = true;
                told.push(Event::Revealed { seed, salt });
                Ok(())
            }
        }
    }

    pub(crate) fn cant_save(&self, setup: &Setup) -> Option<String> {
        if self.save(setup).is_none() {
            return Some("there is nothing to save yet".to_owned());
        }
        self.tournament.cant_hold().map(str::to_owned)
    }

    /// The save of the game; `None` before there is anything to save.
    pub(crate) fn save(&self, setup: &Setup) -> Option<Save> {
        let standing = self.tournament.standing.clone()?;
        let waiting = &setup.queue[self.queue_used..];
        let dice = waiting.iter().filter(|queued| queued.of_save).map(|queued| queued.throw).collect();
        let names = Pair { human: None, computer: None };
        Some(Save { standing, dialect: setup.dialect(), dice, names, notes: vec![] })
    }

    /// Between computer players, menus, sizes and further rounds are decided without asking.
    fn settle(&mut self, setup: &Setup, told: &mut Vec<Event>) {
        if setup.has_people() {
            return;
        }
        while self.phase == Phase::Playing {
            let Next::Ask(question) = self.next(setup) else { return };
            match question.ask {
                Ask::Menu { .. } => self.tournament.pass_menu(told),
                Ask::Size { sizes, usual } => {
                    let size = setup.size.filter(|size| sizes.contains(size)).unwrap_or(usual);
                    self.tournament.choose_size(size, told);
                }
                Ask::Another => {
                    self.rounds += 1;
                    if self.rounds < setup.rounds {
                        self.another(told);
                    } else {
                        self.end(told);
                    }
                }
                Ask::Decide(_) | Ask::FileName => return,
            }
        }
    }
}

pub(crate) fn refuse(why: impl Into<String>) -> Refusal {
    Refusal::NotNow(why.into())
}
