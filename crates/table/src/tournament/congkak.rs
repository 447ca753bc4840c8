use std::sync::Arc;

use parlor_rules::congkak::{Size, Standing};
use parlor_rules::{CantGoOn, Choice, Coin, Decision, Pair, Seat, Standing as AnyStanding, Throw, first_by_coin};

use super::{Flow, Step, Told};
use crate::question::MenuKind;
use crate::{Event, Rationale, RoundEnd};

/// A tournament of Congkak.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Congkak {
    round: u32,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Stage {
    Size,
    Call { size: Size },
    Toss { size: Size, call: Coin },
    Turn(Standing),
    Move(Standing),
    Declared(Standing),
}

impl Congkak {
    pub(super) fn new() -> Congkak {
        Congkak { round: 1, stage: Stage::Size }
    }

    pub(super) fn resume(standing: Standing, told: &mut Told) -> Congkak {
        told.push(Event::Resumed);
        let round = standing.rounds.human.saturating_add(standing.rounds.computer).saturating_add(1);
        let mut tournament = Congkak { round, stage: Stage::Turn(standing) };
        if standing.position.winner().is_some() {
            tournament.declare(standing, None, told);
        }
        tournament
    }

    fn declare(&mut self, standing: Standing, swept: Option<u8>, told: &mut Told) {
        if let Some(winner) = standing.position.winner() {
            told.push(Event::RoundOver {
                end: RoundEnd::Congkak { winner, swept },
                totals: standing.position.totals(),
                standing: Box::new(AnyStanding::Congkak(standing)),
            });
        }
        self.stage = Stage::Declared(standing);
    }

    fn current(&self) -> Option<Standing> {
        match self.stage {
            Stage::Size | Stage::Call { .. } | Stage::Toss { .. } => None,
            Stage::Turn(standing) | Stage::Move(standing) | Stage::Declared(standing) => Some(standing),
        }
    }

    fn begins(&mut self, standing: Standing, told: &mut Told) {
        told.push(Event::First { seat: standing.position.next() });
        self.stage = Stage::Turn(standing);
    }
}

impl Flow for Congkak {
    fn step(&self) -> Step {
        match &self.stage {
            Stage::Size => Step::Size { previous: None },
            Stage::Call { .. } => Step::Decide { seat: Seat::Human, decision: Decision::Call },
            Stage::Toss { .. } => Step::Toss,
            Stage::Turn(standing) => Step::Menu { before: MenuKind::Turn, turn: Some(standing.position.next()) },
            Stage::Move(standing) => {
                Step::Decide { seat: standing.position.next(), decision: Decision::Congkak(standing.position) }
            }
            Stage::Declared(_) => Step::Declared,
        }
    }

    fn size(&mut self, size: i64, told: &mut Told) {
        let size = Size::new(size).expect("the table takes only sizes of the game");
        told.push(Event::RoundBegins { round: self.round, size: size.pits() as i64, since_save: false });
        self.stage = Stage::Call { size };
    }

    fn pass_menu(&mut self, _: &mut Told) {
        let Stage::Turn(standing) = self.stage else { unreachable!("only a menu is passed") };
        self.stage = Stage::Move(standing);
    }

    fn decide(&mut self, choice: Choice, rationale: Option<&Arc<Rationale>>, told: &mut Told) -> Result<(), String> {
        match (self.stage, choice) {
            (Stage::Call { size }, Choice::Coin(call)) => self.stage = Stage::Toss { size, call },
            (Stage::Move(standing), Choice::Congkak(pit)) => {
                let play = standing.position.play_telling(pit).map_err(|refusal| refusal.to_string())?;
                let standing = Standing { position: play.after, ..standing };
                let (seat, swept) = (pit.seat(), play.swept);
                told.push(Event::Sowed { seat, play, rationale: rationale.cloned() });
                if standing.position.winner().is_some() {
                    self.declare(standing, Some(swept), told);
                } else {
                    self.stage = Stage::Turn(standing);
                }
            }
            _ => return Err("that doesn't answer the question".to_owned()),
        }
        Ok(())
    }

    fn throw(&mut self, _: Throw, _: &mut Told) -> Result<(), String> {
        Err("Congkak has no dice".to_owned())
    }

    fn coin(&mut self, shown: Coin, told: &mut Told) {
        let Stage::Toss { size, call } = self.stage else {
            unreachable!("the table tosses a coin only where one is asked for")
        };
        told.push(Event::CoinFell { call, shown });
        self.begins(Standing::new(size, first_by_coin(call, shown)), told);
    }

    fn quit(&mut self, quitter: Seat, told: &mut Told) -> bool {
        told.push(Event::GaveUp { seat: quitter });
        true
    }

    fn another(&mut self, told: &mut Told) -> Result<(), CantGoOn> {
        let Stage::Declared(standing) = self.stage else { return Err(CantGoOn::RoundGoesOn) };
        let next = standing.next_round()?;
        self.round += 1;
        told.push(Event::RoundBegins {
            round: self.round,
            size: next.position.size().pits() as i64,
            since_save: false,
        });
        self.begins(next, told);
        Ok(())
    }

    fn standing(&self) -> Option<AnyStanding> {
        self.current().map(AnyStanding::Congkak)
    }

    fn round_size(&self) -> Option<i64> {
        match &self.stage {
            Stage::Size => None,
            Stage::Call { size } | Stage::Toss { size, .. } => Some(size.pits() as i64),
            _ => self.current().map(|standing| standing.position.size().pits() as i64),
        }
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn totals(&self) -> Pair<u32> {
        self.current().map(|standing| standing.position.totals()).unwrap_or_default()
    }

    fn rounds_won(&self) -> Option<Pair<u32>> {
        let standing = self.current()?;
        let mut rounds = standing.rounds;
        if let Some(winner) = standing.position.winner() {
            rounds[winner] = rounds[winner].saturating_add(1);
        }
        Some(rounds)
    }
}
