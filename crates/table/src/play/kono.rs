use parlor_rules::kono::{Color, Position, QUIET_MOVES, Size, Standing};
use parlor_rules::{CantGoOn, Coin, DiceCount, Pair, Seat, Standing as Saved, Throw, first_by_dice};

use super::{Step, Told, Tournament};
use crate::question::MenuKind;
use crate::{Answer, Ask, Event, RoundEnd, Thought};

/// From this many quiet moves on people are told (rule kon-called).
const QUIET_TOLD: usize = QUIET_MOVES - 20;

/// A tournament of Kono.
#[derive(Clone)]
pub(super) struct Kono {
    /// The round before this one.
    previous: Option<Standing>,
    stage: Stage,
}

#[derive(Clone)]
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
                told.push(Event::RoundOver { end: RoundEnd::Kono(outcome), totals: standing.totals() });
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
        standing.position().and_then(Position::next).unwrap_or(Seat::Human)
    }
}

impl Tournament for Kono {
    fn step(&self) -> Step {
        match &self.stage {
            Stage::Size => Step::Size {
                sizes: Size::ALL.map(|size| size.points().into()).to_vec(),
                usual: self.previous.as_ref().map_or(5, |previous| previous.board().size().points().into()),
            },
            Stage::Menu(_) => Step::Menu { before: MenuKind::FirstDice, turn: None },
            Stage::First { human, .. } => Step::Throw {
                seat: if human.is_none() { Seat::Human } else { Seat::Computer },
                dice: DiceCount::Two,
                may_be_one: false,
            },
            Stage::Color { first, .. } => Step::Ask { seat: *first, ask: Ask::Color },
            Stage::Turn(standing) => Step::Menu { before: MenuKind::Turn, turn: Some(Self::mover(standing)) },
            Stage::Move(standing) => Step::Ask {
                seat: Self::mover(standing),
                ask: Ask::Kono {
                    moves: standing.position().map(|position| position.moves().collect()).unwrap_or_default(),
                },
            },
            Stage::Declared(_) => Step::Declared,
        }
    }

    fn size(&mut self, size: i64, told: &mut Told) {
        let Some(size) = Size::new(size) else { return };
        let standing = match &self.previous {
            None => Standing::new(size),
            // Whether there can be another round was asked when it was begun.
            Some(previous) => previous.next_round_choosing(size).unwrap_or(Standing::new(size)),
        };
        told.push(Event::RoundBegins { round: standing.round, size: size.points().into() });
        let winner = self.previous.as_ref().and_then(Standing::position).and_then(Position::outcome);
        self.stage = match winner.and_then(|outcome| outcome.winner) {
            Some(first) => {
                told.push(Event::First { seat: first });
                Stage::Color { standing, first }
            }
            None => Stage::Menu(standing),
        };
    }

    fn go_on(&mut self, _: &mut Told) {
        match std::mem::replace(&mut self.stage, Stage::Size) {
            Stage::Menu(standing) => self.stage = Stage::First { standing, human: None },
            Stage::Turn(standing) => self.stage = Stage::Move(standing),
            stage => self.stage = stage,
        }
    }

    fn answer(&mut self, answer: &Answer, thought: Option<&Thought>, told: &mut Told) -> Result<(), String> {
        match (&mut self.stage, answer) {
            (Stage::Color { standing, first }, Answer::Color(color)) => {
                let (first, color): (Seat, Color) = (*first, *color);
                told.push(Event::ColorChosen { seat: first, color });
                let standing = standing.clone().choose(first, color);
                self.turn(standing, told);
            }
            (Stage::Move(standing), Answer::Kono(chosen)) => {
                let seat = Self::mover(standing);
                let mut standing = standing.clone();
                let play = standing.play(*chosen).map_err(|refusal| refusal.to_string())?;
                let (captured, arrived) = (play.captured, play.arrived);
                told.push(Event::Stepped { seat, chosen: *chosen, captured, arrived, thought: thought.cloned() });
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
            _ => return Err("that isn't what is asked".to_owned()),
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

    fn coin(&mut self, _: Coin, _: &mut Told) {}

    fn quit(&mut self, quitter: Seat, told: &mut Told) -> bool {
        let (Stage::Turn(standing) | Stage::Move(standing)) = &self.stage else {
            told.push(Event::GaveUp { seat: None });
            return true;
        };
        let mut standing = standing.clone();
        told.push(Event::GaveUp { seat: Some(Self::mover(&standing)) });
        // At a turn of a round that goes on, quitting is never refused.
        let _ = standing.quit_by(quitter);
        self.turn(standing, told);
        false
    }

    fn another(&mut self, _: &mut Told) -> Result<(), CantGoOn> {
        let Stage::Declared(standing) = &self.stage else { return Err(CantGoOn::RoundGoesOn) };
        standing.next_round_choosing(Size::ALL[0])?;
        self.previous = Some(standing.clone());
        self.stage = Stage::Size;
        Ok(())
    }

    fn standing(&self) -> Option<Saved> {
        match &self.stage {
            Stage::Size => None,
            _ => self.current().cloned().map(Saved::Kono),
        }
    }

    fn totals(&self) -> Pair<u32> {
        self.current().map(Standing::totals).unwrap_or_default()
    }
}
