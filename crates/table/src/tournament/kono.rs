use std::sync::Arc;

use parlor_rules::kono::{End, Position, QUIET_MOVES, Size, Standing};
use parlor_rules::{
    CantGoOn, Choice, Coin, Decision, DiceCount, Pair, Seat, Standing as AnyStanding, Throw, first_by_dice,
};

use super::{Flow, Step, Told};
use crate::question::MenuKind;
use crate::{Event, Rationale, RoundEnd};

/// From this many quiet moves on people are told (rule kon-called).
const QUIET_TOLD: usize = QUIET_MOVES - 20;

/// A tournament of Kono.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Kono {
    /// The round before this one.
    previous: Option<Standing>,
    stage: Stage,
}

#[derive(Clone, PartialEq, Debug)]
enum Stage {
    Size,
    /// Before the dice that decide who is first.
    Menu(Standing),
    First {
        standing: Standing,
        human: Option<Throw>,
    },
    Color {
        standing: Standing,
        first: Seat,
    },
    Turn(Standing),
    Move(Standing),
    Declared(Standing),
}

impl Kono {
    pub(super) fn new() -> Kono {
        Kono { previous: None, stage: Stage::Size }
    }

    pub(super) fn resume(standing: Standing, told: &mut Told) -> Kono {
        told.push(Event::Resumed);
        let mut tournament = Kono { previous: None, stage: Stage::Size };
        match standing.position() {
            None => tournament.stage = Stage::Menu(standing),
            Some(_) => tournament.turn(standing, told),
        }
        tournament
    }

    /// The next turn, or the end of the round.
    fn turn(&mut self, standing: Standing, told: &mut Told) {
        let outcome = standing.position().and_then(Position::outcome);
        self.stage = match outcome {
            None => Stage::Turn(standing),
            Some(outcome) => {
                told.push(Event::RoundOver {
                    end: RoundEnd::Kono(outcome),
                    totals: standing.totals(),
                    standing: Box::new(AnyStanding::Kono(standing.clone())),
                });
                Stage::Declared(standing)
            }
        };
    }

    fn current(&self) -> Option<&Standing> {
        match &self.stage {
            Stage::Size => self.previous.as_ref(),
            Stage::Menu(standing)
            | Stage::First { standing, .. }
            | Stage::Color { standing, .. }
            | Stage::Turn(standing)
            | Stage::Move(standing)
            | Stage::Declared(standing) => Some(standing),
        }
    }

    fn mover(standing: &Standing) -> Seat {
        standing.position().and_then(Position::next).expect("a round that is being played has a player to move")
    }
}

impl Flow for Kono {
    fn step(&self) -> Step {
        match &self.stage {
            Stage::Size => {
                Step::Size { previous: self.previous.as_ref().map(|previous| previous.board().size().points().into()) }
            }
            Stage::Menu(_) => Step::Menu { before: MenuKind::FirstDice, turn: None },
            Stage::First { human, .. } => Step::Throw {
                seat: if human.is_none() { Seat::Human } else { Seat::Computer },
                dice: DiceCount::Two,
                may_be_one: false,
            },
            Stage::Color { first, standing } => {
                Step::Decide { seat: *first, decision: Decision::Color(standing.clone()) }
            }
            Stage::Turn(standing) => Step::Menu { before: MenuKind::Turn, turn: Some(Self::mover(standing)) },
            Stage::Move(standing) => {
                Step::Decide { seat: Self::mover(standing), decision: Decision::Kono(standing.clone()) }
            }
            Stage::Declared(_) => Step::Declared,
        }
    }

    fn size(&mut self, size: i64, told: &mut Told) {
        let size = Size::new(size).expect("the table takes only sizes of the game");
        let standing = match &self.previous {
            None => Standing::new(size),
            Some(previous) => previous.next_round_choosing(size).expect("another round was possible when it was begun"),
        };
        told.push(Event::RoundBegins { round: standing.round, size: size.points().into(), since_save: false });
        let winner = self.previous.as_ref().and_then(Standing::position).and_then(Position::outcome);
        self.stage = match winner.and_then(|outcome| outcome.winner) {
            Some(first) => {
                told.push(Event::First { seat: first });
                Stage::Color { standing, first }
            }
            None => Stage::Menu(standing),
        };
    }

    fn pass_menu(&mut self, _: &mut Told) {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Size) {
            Stage::Menu(standing) => Stage::First { standing, human: None },
            Stage::Turn(standing) => Stage::Move(standing),
            _ => unreachable!("only a menu is passed"),
        };
    }

    fn decide(&mut self, choice: Choice, rationale: Option<&Arc<Rationale>>, told: &mut Told) -> Result<(), String> {
        match (&self.stage, choice) {
            (Stage::Color { standing, first }, Choice::Color(color)) => {
                let first = *first;
                told.push(Event::ColorChosen { seat: first, color });
                let standing = standing.clone().choose(first, color);
                self.turn(standing, told);
            }
            (Stage::Move(standing), Choice::Kono(chosen)) => {
                let seat = Self::mover(standing);
                let mut standing = standing.clone();
                let play = standing.play(chosen).map_err(|refusal| refusal.to_string())?;
                let (captured, arrived) = (play.captured, play.arrived);
                told.push(Event::Stepped { seat, chosen, captured, arrived, rationale: rationale.cloned() });
                if play.after.end().is_none() {
                    if standing.repetitions() == 2 {
                        told.push(Event::Repeated);
                    }
                    if standing.history().len() >= QUIET_TOLD {
                        told.push(Event::Quiet(standing.history().len()));
                    }
                }
                self.turn(standing, told);
            }
            _ => return Err("that doesn't answer the question".to_owned()),
        }
        Ok(())
    }

    fn throw(&mut self, throw: Throw, told: &mut Told) -> Result<(), String> {
        let Stage::First { standing, human } = &self.stage else {
            return Err("no dice are to be thrown now".to_owned());
        };
        if throw.count() != DiceCount::Two {
            return Err("two dice decide who is first".to_owned());
        }
        let standing = standing.clone();
        self.stage = match *human {
            None => {
                told.push(Event::FirstThrow { seat: Seat::Human, throw });
                Stage::First { standing, human: Some(throw) }
            }
            Some(human) => {
                told.push(Event::FirstThrow { seat: Seat::Computer, throw });
                match first_by_dice(Pair { human, computer: throw }) {
                    None => {
                        told.push(Event::FirstTied);
                        Stage::First { standing, human: None }
                    }
                    Some(first) => {
                        told.push(Event::First { seat: first });
                        Stage::Color { standing, first }
                    }
                }
            }
        };
        Ok(())
    }

    fn coin(&mut self, _: Coin, _: &mut Told) {
        unreachable!("Kono never asks for a coin");
    }

    fn quit(&mut self, quitter: Seat, told: &mut Told) -> bool {
        let (Stage::Turn(standing) | Stage::Move(standing)) = &self.stage else {
            told.push(Event::GaveUp { seat: quitter });
            return true;
        };
        let mut standing = standing.clone();
        told.push(Event::GaveUp { seat: quitter });
        standing.quit_by(quitter).expect("a round that is being played can be given up");
        self.turn(standing, told);
        false
    }

    fn call(&mut self, told: &mut Told) -> Result<(), String> {
        let (Stage::Turn(standing) | Stage::Move(standing)) = &self.stage else {
            return Err("no round is being played".to_owned());
        };
        let mut standing = standing.clone();
        standing.agree_to_call().expect("a round that is being played can be called");
        self.turn(standing, told);
        Ok(())
    }

    fn another(&mut self, _: &mut Told) -> Result<(), CantGoOn> {
        let Stage::Declared(standing) = &self.stage else { return Err(CantGoOn::RoundGoesOn) };
        standing.next_round_choosing(Size::ALL[0])?;
        self.previous = Some(standing.clone());
        self.stage = Stage::Size;
        Ok(())
    }

    fn standing(&self) -> Option<AnyStanding> {
        match &self.stage {
            Stage::Size => None,
            _ => self.current().cloned().map(AnyStanding::Kono),
        }
    }

    fn cant_hold(&self) -> Option<&'static str> {
        let Stage::Declared(standing) = &self.stage else { return None };
        match standing.position().and_then(Position::end)? {
            End::Home | End::Stuck => None,
            End::Called(_) => {
                Some("a save file can't say that a round was called: it would go on when the file is read")
            }
            End::Quit(_) => {
                Some("a save file can't say that a round was given up: it would go on when the file is read")
            }
        }
    }

    fn round_size(&self) -> Option<i64> {
        match &self.stage {
            Stage::Size => None,
            _ => self.current().map(|standing| standing.board().size().points().into()),
        }
    }

    fn round(&self) -> u32 {
        self.current().map_or(1, |standing| standing.round)
            + u32::from(matches!(self.stage, Stage::Size) && self.previous.is_some())
    }

    fn totals(&self) -> Pair<u32> {
        self.current().map(Standing::totals).unwrap_or_default()
    }
}
