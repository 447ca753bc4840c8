use std::sync::Arc;

use parlor_rules::canoga::{Size, Standing, Thrown};
use parlor_rules::{
    CantGoOn, Choice, Coin, Decision, DiceCount, Pair, Seat, Standing as AnyStanding, Throw, first_by_dice,
};

use super::{Flow, Step, Told};
use crate::question::MenuKind;
use crate::{Event, Rationale, RoundEnd};

/// A tournament of Canoga.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Canoga {
    round: u32,
    /// Whether the tournament goes on from a save. Its file has no number of the round.
    resumed: bool,
    /// The round before this one, which gives the scores and the handicap.
    previous: Option<Standing>,
    stage: Stage,
}

#[derive(Clone, PartialEq, Debug)]
enum Stage {
    Size,
    First { size: Size, human: Option<Throw> },
    Turn(Standing),
    Dice(Standing),
    Throw { standing: Standing, dice: DiceCount, rationale: Option<Arc<Rationale>> },
    Move { standing: Standing, thrown: Thrown },
    Won(Standing),
    Declared(Standing),
}

impl Canoga {
    pub(super) fn new() -> Canoga {
        Canoga { round: 1, resumed: false, previous: None, stage: Stage::Size }
    }

    pub(super) fn resume(standing: Standing, told: &mut Told) -> Canoga {
        told.push(Event::Resumed);
        let mut tournament = Canoga { round: 1, resumed: true, previous: None, stage: Stage::Turn(standing) };
        if standing.position.outcome().is_some() {
            tournament.declare(standing, told);
        } else if let Some(handicap) = standing.position.locked() {
            told.push(Event::Handicap(handicap, true));
        }
        tournament
    }

    fn declare(&mut self, standing: Standing, told: &mut Told) {
        if let Some(outcome) = standing.position.outcome() {
            told.push(Event::RoundOver {
                end: RoundEnd::Canoga(outcome),
                totals: standing.totals(),
                standing: Box::new(AnyStanding::Canoga(standing)),
            });
        }
        self.stage = Stage::Declared(standing);
    }

    /// Within a turn: the choice of dice, or the throw itself.
    fn before_throw(standing: Standing) -> Stage {
        if standing.position.may_throw_one() {
            Stage::Dice(standing)
        } else {
            Stage::Throw { standing, dice: DiceCount::Two, rationale: None }
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
                previous.next_round(size, first).expect("another round was possible when it was begun")
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

impl Flow for Canoga {
    fn step(&self) -> Step {
        match &self.stage {
            Stage::Size => Step::Size {
                previous: self.previous.as_ref().map(|previous| previous.position.size().squares().into()),
            },
            Stage::First { human, .. } => Step::Throw {
                seat: if human.is_none() { Seat::Human } else { Seat::Computer },
                dice: DiceCount::Two,
                may_be_one: false,
            },
            Stage::Turn(standing) => Step::Menu { before: MenuKind::Turn, turn: Some(standing.position.next()) },
            Stage::Dice(standing) => {
                Step::Decide { seat: standing.position.next(), decision: Decision::Dice(standing.position) }
            }
            Stage::Throw { standing, dice, .. } => Step::Throw {
                seat: standing.position.next(),
                dice: *dice,
                may_be_one: standing.position.may_throw_one(),
            },
            Stage::Move { standing, thrown } => {
                Step::Decide { seat: standing.position.next(), decision: Decision::Canoga(*thrown) }
            }
            Stage::Won(standing) => Step::Menu { before: MenuKind::Win, turn: Some(standing.position.next()) },
            Stage::Declared(_) => Step::Declared,
        }
    }

    fn size(&mut self, size: i64, told: &mut Told) {
        let size = Size::new(size).expect("the table takes only sizes of the game");
        let (round, since_save) = (self.round, self.resumed);
        told.push(Event::RoundBegins { round, size: size.squares().into(), since_save });
        self.stage = Stage::First { size, human: None };
    }

    fn pass_menu(&mut self, told: &mut Told) {
        match &self.stage {
            Stage::Turn(standing) => self.stage = Self::before_throw(*standing),
            Stage::Won(standing) => {
                let standing = *standing;
                self.declare(standing, told);
            }
            _ => unreachable!("only a menu is passed"),
        }
    }

    fn decide(&mut self, choice: Choice, rationale: Option<&Arc<Rationale>>, told: &mut Told) -> Result<(), String> {
        match (&self.stage, choice) {
            (Stage::Dice(standing), Choice::Dice(dice)) => {
                self.stage = Stage::Throw { standing: *standing, dice, rationale: rationale.cloned() };
            }
            (Stage::Move { standing, thrown }, Choice::Canoga(chosen)) => {
                let after = thrown.play(chosen).map_err(|refusal| refusal.to_string())?;
                let seat = standing.position.next();
                told.push(Event::Moved { seat, chosen, rationale: rationale.cloned() });
                let standing = Standing { position: after, ..*standing };
                self.stage =
                    if after.outcome().is_some() { Stage::Won(standing) } else { Self::before_throw(standing) };
            }
            _ => return Err("that doesn't answer the question".to_owned()),
        }
        Ok(())
    }

    fn throw(&mut self, throw: Throw, told: &mut Told) -> Result<(), String> {
        match self.stage.clone() {
            Stage::First { size, human } => self.first_throw(size, human, throw, told),
            Stage::Throw { standing, dice, rationale } => {
                let thrown = standing.position.throw(throw).map_err(|refusal| refusal.to_string())?;
                let seat = standing.position.next();
                let instead_of = (throw.count() != dice).then_some(dice);
                told.push(Event::Thrown { seat, throw, instead_of, rationale });
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

    fn coin(&mut self, _: Coin, _: &mut Told) {
        unreachable!("Canoga never asks for a coin");
    }

    fn quit(&mut self, quitter: Seat, told: &mut Told) -> bool {
        told.push(Event::GaveUp { seat: quitter });
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

    fn standing(&self) -> Option<AnyStanding> {
        match &self.stage {
            Stage::Size | Stage::First { .. } => None,
            _ => self.current().map(|standing| AnyStanding::Canoga(*standing)),
        }
    }

    fn counts_since_save(&self) -> bool {
        self.resumed
    }

    fn round_size(&self) -> Option<i64> {
        match &self.stage {
            Stage::Size => None,
            Stage::First { size, .. } => Some(size.squares().into()),
            _ => self.current().map(|standing| standing.position.size().squares().into()),
        }
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn totals(&self) -> Pair<u32> {
        self.current().map(Standing::totals).unwrap_or_default()
    }
}
