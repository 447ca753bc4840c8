use parlor_rules::canoga::{Size, Standing, Thrown};
use parlor_rules::{CantGoOn, Coin, DiceCount, Pair, Seat, Standing as Saved, Throw, first_by_dice};

use super::{Step, Told, Tournament};
use crate::question::MenuKind;
use crate::{Answer, Ask, Event, RoundEnd, Thought};

/// A tournament of Canoga.
#[derive(Clone)]
pub(super) struct Canoga {
    round: u32,
    /// The round before this one, which gives the scores and the handicap.
    previous: Option<Standing>,
    stage: Stage,
}

#[derive(Clone)]
enum Stage {
    Size,
    First { size: Size, human: Option<Throw> },
    Turn(Standing),
    Dice(Standing),
    Throw { standing: Standing, dice: DiceCount, thought: Option<Thought> },
    Move { standing: Standing, thrown: Thrown },
    Won(Standing),
    Declared(Standing),
}

impl Canoga {
    pub(super) fn new() -> Canoga {
        Canoga { round: 1, previous: None, stage: Stage::Size }
    }

    pub(super) fn resume(standing: Standing, told: &mut Told) -> Canoga {
        told.push(Event::Resumed);
        let mut tournament = Canoga { round: 1, previous: None, stage: Stage::Turn(standing) };
        if standing.position.outcome().is_some() {
            tournament.declare(standing, told);
        } else if let Some(handicap) = standing.position.locked() {
            told.push(Event::Handicap(handicap, true));
        }
        tournament
    }

    fn declare(&mut self, standing: Standing, told: &mut Told) {
        if let Some(outcome) = standing.position.outcome() {
            told.push(Event::RoundOver { end: RoundEnd::Canoga(outcome), totals: standing.totals() });
        }
        self.stage = Stage::Declared(standing);
    }

    /// Within a turn: the choice of dice, or the throw itself.
    fn before_throw(standing: Standing) -> Stage {
        if standing.position.may_throw_one() {
            Stage::Dice(standing)
        } else {
            Stage::Throw { standing, dice: DiceCount::Two, thought: None }
        }
    }

    fn first_throw(&mut self, size: Size, human: Option<Throw>, throw: Throw, told: &mut Told) {
        let Some(human) = human else {
            told.push(Event::FirstThrow { seat: Seat::Human, throw });
            self.stage = Stage::First { size, human: Some(throw) };
            return;
        };
        told.push(Event::FirstThrow { seat: Seat::Computer, throw });
        let Some(first) = first_by_dice(Pair { human, computer: throw }) else {
            told.push(Event::FirstTied);
            self.stage = Stage::First { size, human: None };
            return;
        };
        told.push(Event::First { seat: first });
        let standing = match &self.previous {
            None => Standing::new(size, first),
            Some(previous) => {
                match previous.position.handicap() {
                    Some(handicap) => told.push(Event::Handicap(handicap, handicap.owner != first)),
                    None => told.push(Event::NoHandicap),
                }
                // Whether there can be another round was asked when it was begun.
                previous.next_round(size, first).unwrap_or(Standing::new(size, first))
            }
        };
        self.stage = Stage::Turn(standing);
    }

    fn current(&self) -> Option<&Standing> {
        match &self.stage {
            Stage::Size | Stage::First { .. } => self.previous.as_ref(),
            Stage::Turn(standing)
            | Stage::Dice(standing)
            | Stage::Throw { standing, .. }
            | Stage::Move { standing, .. }
            | Stage::Won(standing)
            | Stage::Declared(standing) => Some(standing),
        }
    }
}

impl Tournament for Canoga {
    fn step(&self) -> Step {
        match &self.stage {
            Stage::Size => Step::Size {
                sizes: Size::ALL.map(|size| size.squares().into()).to_vec(),
                usual: self.previous.as_ref().map_or(9, |previous| previous.position.size().squares().into()),
            },
            Stage::First { human, .. } => Step::Throw {
                seat: if human.is_none() { Seat::Human } else { Seat::Computer },
                dice: DiceCount::Two,
                may_be_one: false,
            },
            Stage::Turn(standing) => Step::Menu { before: MenuKind::Turn, turn: Some(standing.position.next()) },
            Stage::Dice(standing) => Step::Ask { seat: standing.position.next(), ask: Ask::Dice },
            Stage::Throw { standing, dice, .. } => Step::Throw {
                seat: standing.position.next(),
                dice: *dice,
                may_be_one: standing.position.may_throw_one(),
            },
            Stage::Move { standing, thrown } => Step::Ask {
                seat: standing.position.next(),
                ask: Ask::Canoga { throw: thrown.throw(), moves: thrown.moves().collect() },
            },
            Stage::Won(standing) => Step::Menu { before: MenuKind::Win, turn: Some(standing.position.next()) },
            Stage::Declared(_) => Step::Declared,
        }
    }

    fn size(&mut self, size: i64, told: &mut Told) {
        if let Some(size) = Size::new(size) {
            told.push(Event::RoundBegins { round: self.round, size: size.squares().into() });
            self.stage = Stage::First { size, human: None };
        }
    }

    fn go_on(&mut self, told: &mut Told) {
        match &self.stage {
            Stage::Turn(standing) => self.stage = Self::before_throw(*standing),
            Stage::Won(standing) => {
                let standing = *standing;
                self.declare(standing, told);
            }
            _ => {}
        }
    }

    fn answer(&mut self, answer: &Answer, thought: Option<&Thought>, told: &mut Told) -> Result<(), String> {
        match (&self.stage, answer) {
            (Stage::Dice(standing), Answer::Dice(dice)) => {
                self.stage = Stage::Throw { standing: *standing, dice: *dice, thought: thought.cloned() };
            }
            (Stage::Move { standing, thrown }, Answer::Canoga(chosen)) => {
                let after = thrown.play(*chosen).map_err(|refusal| refusal.to_string())?;
                let seat = standing.position.next();
                told.push(Event::Moved { seat, chosen: *chosen, thought: thought.cloned() });
                let standing = Standing { position: after, ..*standing };
                self.stage =
                    if after.outcome().is_some() { Stage::Won(standing) } else { Self::before_throw(standing) };
            }
            _ => return Err("that isn't what is asked".to_owned()),
        }
        Ok(())
    }

    fn throw(&mut self, throw: Throw, told: &mut Told) -> Result<(), String> {
        match self.stage.clone() {
            Stage::First { size, human } => self.first_throw(size, human, throw, told),
            Stage::Throw { standing, dice, thought } => {
                let thrown = standing.position.throw(throw).map_err(|refusal| refusal.to_string())?;
                let seat = standing.position.next();
                let instead_of = (throw.count() != dice).then_some(dice);
                told.push(Event::Thrown { seat, throw, instead_of, thought });
                self.stage = match thrown.pass() {
                    Ok(after) => {
                        told.push(Event::NothingToPlay { seat });
                        Stage::Turn(Standing { position: after, ..standing })
                    }
                    Err(_) => Stage::Move { standing, thrown },
                };
            }
            _ => return Err("no dice are to be thrown now".to_owned()),
        }
        Ok(())
    }

    fn coin(&mut self, _: Coin, _: &mut Told) {}

    fn quit(&mut self, _: Seat, told: &mut Told) -> bool {
        let seat = self.current().map(|standing| standing.position.next());
        told.push(Event::GaveUp { seat });
        true
    }

    fn another(&mut self, _: &mut Told) -> Result<(), CantGoOn> {
        let Stage::Declared(standing) = &self.stage else { return Err(CantGoOn::RoundGoesOn) };
        // Which size and who is first comes later; whether it can be doesn't depend on them.
        standing.next_round(Size::ALL[0], Seat::Human)?;
        self.previous = Some(*standing);
        self.round += 1;
        self.stage = Stage::Size;
        Ok(())
    }

    fn standing(&self) -> Option<Saved> {
        match &self.stage {
            Stage::Size | Stage::First { .. } => None,
            _ => self.current().map(|standing| Saved::Canoga(*standing)),
        }
    }

    fn totals(&self) -> Pair<u32> {
        self.current().map(Standing::totals).unwrap_or_default()
    }
}
