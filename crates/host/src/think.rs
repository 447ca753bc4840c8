use std::fmt::Display;

use parlor_engine::{Choice, Level, canoga, congkak, kono};
use parlor_rules::Coin;
use parlor_saves::Standing;
use parlor_table::{Answer, Ask, Question, Table, Thought};

/// What the program decides at a level, and what it thinks of that. `None` where it has nothing to decide.
pub fn think(table: &Table, question: &Question, level: Level) -> Option<(Answer, Option<Thought>)> {
    match (&question.ask, table.standing()) {
        (Ask::Coin, _) => Some((Answer::Coin(Coin::Heads), None)),
        (Ask::Color, Some(Standing::Kono(standing))) => Some((Answer::Color(kono::pick_color(&standing)), None)),
        (Ask::Dice, Some(Standing::Canoga(standing))) => {
            let choice = canoga::best_throw(&standing.position, level)?;
            Some((Answer::Dice(choice.chosen), Some(thought(&choice))))
        }
        (Ask::Canoga { throw, .. }, Some(Standing::Canoga(standing))) => {
            let thrown = standing.position.throw(*throw).ok()?;
            let choice = canoga::best_move(&thrown, level)?;
            Some((Answer::Canoga(choice.chosen), Some(thought(&choice))))
        }
        (Ask::Congkak { .. }, Some(Standing::Congkak(standing))) => {
            let advice = congkak::best(&standing.position, level, congkak::Limits::default())?;
            Some((Answer::Congkak(advice.choice.chosen), Some(thought(&advice.choice))))
        }
        (Ask::Kono { .. }, Some(Standing::Kono(standing))) => {
            let choice = kono::best(&standing, level, kono::Limits::default())?;
            Some((Answer::Kono(choice.chosen), Some(thought(&choice))))
        }
        _ => None,
    }
}

/// A choice as the journal keeps it.
pub(crate) fn thought<M, R: Display>(choice: &Choice<M, R>) -> Thought {
    Thought { value: choice.value, exact: choice.exact, why: choice.reasons.iter().map(ToString::to_string).collect() }
}
