use std::sync::Arc;

use parlor_rules::{Choice, DiceCount, Pair, Seat, Throw};
use parlor_saves::Save;

use crate::tournament::Tournament;
use crate::{Answer, Ask, Entry, Event, MenuItem, Next, QueuedThrow, Rationale, Refusal, Seed, Setup};

/// The part of a table that an undo restores.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) tournament: Tournament,
    pub(crate) phase: Phase,
    /// The number of dice throws and coin tosses so far.
    pub(crate) draws: usize,
    /// The number of queued throws used or skipped.
    pub(crate) queue_used: usize,
    /// The number of choices so far, not counting answers to menus.
    pub(crate) choices: usize,
    /// The number of Kono moves among them.
    pub(crate) kono_moves: usize,
    /// The number of finished rounds between computer players.
    pub(crate) rounds: u32,
    /// The current source of draws.
    pub(crate) seed: Seed,
    pub(crate) revealed: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Phase {
    Playing,
    FileName,
    Saving(String),
    Over,
}

impl State {
    pub(crate) fn begin(setup: &Setup, events: &mut Vec<Event>) -> State {
        let tournament = match &setup.resumed {
            None => Tournament::new(setup, events),
            Some((standing, _)) => Tournament::resume(standing.clone(), events),
        };
        let mut state = State {
            tournament,
            phase: Phase::Playing,
            draws: 0,
            queue_used: 0,
            choices: 0,
            kono_moves: 0,
            rounds: 0,
            seed: setup.seed,
            revealed: false,
        };
        state.settle(setup, events);
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
    pub(crate) fn apply(&mut self, setup: &Setup, entry: &Entry, events: &mut Vec<Event>) -> Result<(), Refusal> {
        match entry {
            Entry::Decision { seat, answer, rationale } => {
                self.decide(setup, *seat, answer, rationale.as_ref(), events)?;
            }
            Entry::Throw { throw, queued } => self.throw(setup, *throw, *queued, events)?,
            Entry::Skip => self.skip(setup, events)?,
            Entry::Coin(shown) => {
                if self.next(setup) != Next::Toss {
                    return Err(refuse("the table isn't waiting for a coin toss"));
                }
                self.tournament.coin(*shown, events);
                self.draws += 1;
            }
            Entry::Saved => {
                let Phase::Saving(name) = &self.phase else { return Err(refuse("nothing is being saved")) };
                events.push(Event::Saved { name: name.clone() });
                self.phase = Phase::Playing;
            }
            Entry::NotSaved(why) => {
                let Phase::Saving(_) = &self.phase else { return Err(refuse("nothing is being saved")) };
                events.push(Event::NotSaved { why: why.clone() });
                self.phase = Phase::Playing;
            }
            // Only accepted offers get here; the table tracks all others.
            Entry::Offer { .. } => {}
            Entry::Accept { .. } => self.tournament.call(events).map_err(Refusal::NotNow)?,
            Entry::NewSeed(seed) => {
                if self.is_over() {
                    return Err(refuse("the tournament is over, so there is nothing to draw from a new seed"));
                }
                let was_hidden = matches!(self.seed, Seed::Hidden(_));
                self.seed = *seed;
                events.push(Event::NewSeed { was_hidden, commitment: seed.commitment() });
            }
            Entry::Reveal => self.reveal(events)?,
            Entry::Undo | Entry::Redo | Entry::Correct(_) | Entry::Decline { .. } => {
                unreachable!("these are about other entries, and the table deals with them")
            }
        }
        self.settle(setup, events);
        Ok(())
    }

    fn decide(
        &mut self,
        setup: &Setup,
        seat: Seat,
        answer: &Answer,
        rationale: Option<&Arc<Rationale>>,
        events: &mut Vec<Event>,
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
            Answer::Size(size) => tournament.choose_size(*size, events),
            Answer::Menu(MenuItem::Save) => self.phase = Phase::FileName,
            Answer::Menu(MenuItem::Play) => tournament.pass_menu(events),
            Answer::Menu(MenuItem::Help) => return Err(refuse("asking for help doesn't answer the question")),
            Answer::Menu(MenuItem::Quit) => {
                if tournament.quit(seat, events) {
                    self.end(events);
                }
            }
            Answer::Cancel => self.phase = Phase::Playing,
            Answer::File(name) => self.phase = Phase::Saving(name.trim().to_owned()),
            Answer::Another(true) => self.another(events),
            Answer::Another(false) => self.end(events),
            Answer::Choice(choice) => {
                tournament.decide(*choice, rationale.cloned(), events).map_err(Refusal::NotNow)?;
                self.choices += 1;
                self.kono_moves += usize::from(matches!(choice, Choice::Kono(_)));
            }
        }
        Ok(())
    }

    fn another(&mut self, events: &mut Vec<Event>) {
        if let Err(why) = self.tournament.another(events) {
            events.push(Event::NoMoreRounds(why));
            self.end(events);
        }
    }

    fn end(&mut self, events: &mut Vec<Event>) {
        let (totals, rounds) = (self.tournament.totals(), self.tournament.rounds_won());
        events.push(Event::TournamentOver { totals, rounds });
        self.phase = Phase::Over;
    }

    fn throw(&mut self, setup: &Setup, throw: Throw, queued: bool, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Next::Throw { dice, may_be_one, .. } = self.next(setup) else {
            return Err(refuse("the table isn't waiting for dice"));
        };
        if queued && setup.queue.get(self.queue_used).map(|next| next.throw) != Some(throw) {
            return Err(refuse("that isn't the next queued throw"));
        }
        if !queued && throw.count() != dice {
            return Err(Refusal::NotNow(format!("this throw takes {dice}")));
        }
        if throw.count() == DiceCount::One && !may_be_one {
            return Err(refuse("a single die isn't allowed now"));
        }
        self.tournament.throw(throw, events).map_err(Refusal::NotNow)?;
        if queued {
            self.use_queued(setup, events);
        }
        self.draws += 1;
        Ok(())
    }

    fn skip(&mut self, setup: &Setup, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Next::Throw { may_be_one, .. } = self.next(setup) else {
            return Err(refuse("the table isn't waiting for dice"));
        };
        match setup.queue.get(self.queue_used) {
            Some(&QueuedThrow { line, throw, .. }) if throw.count() == DiceCount::One && !may_be_one => {
                events.push(Event::DiceSkipped { line, throw });
                self.use_queued(setup, events);
                Ok(())
            }
            _ => Err(refuse("there is nothing to skip: the next queued throw is allowed, or none is left")),
        }
    }

    fn use_queued(&mut self, setup: &Setup, events: &mut Vec<Event>) {
        self.queue_used += 1;
        if self.queue_used == setup.queue.len() {
            events.push(Event::QueueEmpty);
        }
    }

    fn reveal(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        match self.seed {
            _ if self.revealed => Err(refuse("the seed has been revealed already")),
            _ if !self.is_over() => Err(refuse("the seed is revealed when the tournament is over")),
            Seed::Open(_) => Err(refuse("the seed was never hidden")),
            Seed::Hidden(_) => Err(refuse("this journal doesn't hold the seed, so it can't be revealed")),
            Seed::Committed { seed, salt } => {
                self.revealed = true;
                events.push(Event::Revealed { seed, salt });
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
    fn settle(&mut self, setup: &Setup, events: &mut Vec<Event>) {
        if setup.has_people() {
            return;
        }
        while self.phase == Phase::Playing {
            let Next::Ask(question) = self.next(setup) else { return };
            match question.ask {
                Ask::Menu { .. } => self.tournament.pass_menu(events),
                Ask::Size { sizes, usual } => {
                    let size = setup.size.filter(|size| sizes.contains(size)).unwrap_or(usual);
                    self.tournament.choose_size(size, events);
                }
                Ask::Another => {
                    self.rounds += 1;
                    if self.rounds < setup.rounds {
                        self.another(events);
                    } else {
                        self.end(events);
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
