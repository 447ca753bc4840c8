use std::fmt::Display;

use parlor_engine::{Assessed, Limits, canoga, congkak, kono};
use parlor_rules::{Coin, Level, Seat, Standing};
use parlor_table::{Answer, Ask, Entry, Question, Thought};

/// A question for the engine, apart from its table, so that another thread can work on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinking {
    /// The game as it stands, once there is a board.
    pub standing: Option<Standing>,
    /// What is asked.
    pub question: Question,
    /// How well to think.
    pub level: Level,
    /// What was thought of the play before this one, if it was the same player's in the same turn.
    pub before: Option<Thought>,
}

/// What a position is worth, for whoever looks on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The net points or seeds that Human can expect of the round's end; below zero they are Computer's.
    pub human: f64,
    /// Whether that is proven.
    pub exact: bool,
}

impl Thinking {
    /// What the program decides, and what it thinks of that. `None` where it has nothing to decide.
    pub fn decide(&self) -> Option<Entry> {
        let (answer, thought) = self.choose()?;
        Some(Entry::Decision { seat: self.question.seat, answer, thought })
    }

    fn choose(&self) -> Option<(Answer, Option<Thought>)> {
        let level = self.level;
        match (&self.question.ask, &self.standing) {
            (Ask::Coin, _) => Some((Answer::Coin(Coin::Heads), None)),
            (Ask::Color, Some(Standing::Kono(standing))) => Some((Answer::Color(kono::pick_color(standing)), None)),
            (Ask::Dice, Some(Standing::Canoga(standing))) => {
                let choice = canoga::best_throw(&standing.position, level, &Limits::default())?;
                Some((Answer::Dice(choice.chosen), Some(thought(&choice))))
            }
            (Ask::Canoga { throw, .. }, Some(Standing::Canoga(standing))) => {
                let thrown = standing.position.throw(*throw).ok()?;
                let choice = canoga::best_move(&thrown, level, &Limits::default())?;
                Some((Answer::Canoga(choice.chosen), Some(thought(&choice))))
            }
            (Ask::Congkak { .. }, Some(Standing::Congkak(standing))) => {
                let planned = self.before.as_ref().and_then(|before| {
                    congkak::continue_turn(
                        &standing.position,
                        &before.then,
                        before.value,
                        before.exact,
                        &Limits::default(),
                    )
                });
                let advice = match planned {
                    Some(advice) => advice,
                    None => congkak::best(&standing.position, level, &Limits::default())?,
                };
                let then = advice.line.get(1..).unwrap_or_default().to_vec();
                let thought = Thought { then, ..thought(&advice.choice) };
                Some((Answer::Congkak(advice.choice.chosen), Some(thought)))
            }
            (Ask::Kono { .. }, Some(Standing::Kono(standing))) => {
                let choice = kono::best(standing, level, &Limits::default())?;
                Some((Answer::Kono(choice.chosen), Some(thought(&choice))))
            }
            _ => None,
        }
    }

    /// What the position is worth to somebody who plays as well as the engine can in a moment, whatever the
    /// level. `None` where no turn is about to be played.
    pub fn worth(&self) -> Option<Worth> {
        let (mover, value, exact) = match (&self.question.ask, self.standing.as_ref()?) {
            (Ask::Canoga { throw, .. }, Standing::Canoga(standing)) => {
                let choice =
                    canoga::best_move(&standing.position.throw(*throw).ok()?, Level::Master, &Limits::default())?;
                (standing.position.next(), choice.value, choice.exact)
            }
            (Ask::Dice | Ask::Menu { .. }, Standing::Canoga(standing)) => {
                let choice = canoga::best_throw(&standing.position, Level::Master, &Limits::default())?;
                (standing.position.next(), choice.value, choice.exact)
            }
            (Ask::Congkak { .. } | Ask::Menu { .. }, Standing::Congkak(standing)) => {
                let choice = congkak::best(&standing.position, Level::Master, &Limits::effort(GLANCE))?.choice;
                (standing.position.next(), choice.value, choice.exact)
            }
            (Ask::Kono { .. } | Ask::Menu { .. }, Standing::Kono(standing)) => {
                let choice = kono::best(standing, Level::Master, &Limits::effort(GLANCE))?;
                (standing.position()?.next()?, choice.value, choice.exact)
            }
            _ => return None,
        };
        Some(Worth { human: if mover == Seat::Human { value } else { -value }, exact })
    }
}

/// What a glance at a position looks at: plays or positions, for about a tenth of a second.
const GLANCE: u64 = 500_000;

/// A choice as the journal keeps it.
fn thought<M, R: Display>(choice: &Assessed<M, R>) -> Thought {
    let why = choice.reasons.iter().map(ToString::to_string).collect();
    Thought { value: choice.value, exact: choice.exact, then: Vec::new(), why }
}
