use std::fmt::Display;

use parlor_engine::{Choice, Level, canoga, congkak, kono};
use parlor_rules::kono::Move;
use parlor_rules::{DiceCount, Throw};
use parlor_saves::Standing;
use parlor_table::{Ask, Question, Table};

/// Advice on a question, in lines: what the program would do at a level and why, then the other choices. It
/// decides nothing.
pub fn advice(table: &Table, question: &Question, level: Level) -> Vec<String> {
    let Some(standing) = table.standing() else {
        return vec!["There is no board yet, so there is nothing to advise.".to_owned()];
    };
    match (&question.ask, standing) {
        (Ask::Canoga { throw, .. }, Standing::Canoga(standing)) => match standing.position.throw(*throw) {
            Ok(thrown) => ranked(&canoga::rank_moves(&thrown, level), ToString::to_string, "points"),
            Err(_) => Vec::new(),
        },
        (Ask::Dice | Ask::Menu { .. }, Standing::Canoga(standing)) => before_throw(&standing.position, level),
        (Ask::Congkak { .. } | Ask::Menu { .. }, Standing::Congkak(standing)) => {
            let ranked_plays = congkak::rank(&standing.position, level, congkak::Limits::default());
            let gains: Vec<String> = ranked_plays
                .iter()
                .filter_map(|advice| {
                    let pit = advice.choice.chosen;
                    let play = standing.position.play_telling(pit).ok()?;
                    let gained =
                        i64::from(play.after.store(pit.seat())) - i64::from(standing.position.store(pit.seat()));
                    Some(format!("pit {pit} puts {gained} into the store at once"))
                })
                .collect();
            let choices: Vec<_> = ranked_plays.into_iter().map(|advice| advice.choice).collect();
            let mut lines = ranked(&choices, |pit| format!("pit {pit}"), "seeds");
            lines.push(format!("All plays: {}.", gains.join("; ")));
            lines
        }
        (Ask::Kono { .. } | Ask::Menu { .. }, Standing::Kono(standing)) => {
            let name = |chosen: &Move| match chosen {
                Move::Step(piece, direction) => format!("move the piece at {piece} {direction}"),
                Move::Pass => "pass".to_owned(),
            };
            ranked(&kono::rank(&standing, level, kono::Limits::default()), name, "points")
        }
        _ => vec!["There is nothing to advise here: choose as you like.".to_owned()],
    }
}

/// Before a throw in Canoga: how it stands, one die or two, and what each sum would best be used for.
fn before_throw(position: &parlor_rules::canoga::Position, level: Level) -> Vec<String> {
    let throws = canoga::rank_throws(position, level);
    let name = |dice: &DiceCount| match dice {
        DiceCount::One => "one die".to_owned(),
        DiceCount::Two => "two dice".to_owned(),
    };
    let mut lines = match throws.first() {
        Some(best) if throws.len() > 1 => ranked(&throws, name, "points").into_iter().chain(stands(best)).collect(),
        Some(best) => stands(best),
        None => Vec::new(),
    };
    let dice = throws.first().map_or(DiceCount::Two, |best| best.chosen);
    let mut sums: Vec<Throw> = Throw::all(dice).collect();
    sums.sort_by_key(|throw| throw.sum());
    sums.dedup_by_key(|throw| throw.sum());
    let uses: Vec<String> = sums
        .into_iter()
        .filter_map(|throw| {
            let thrown = position.throw(throw).ok()?;
            let best = canoga::best_move(&thrown, level);
            Some(format!("{}: {}", throw.sum(), best.map_or("nothing".to_owned(), |best| best.chosen.to_string())))
        })
        .collect();
    lines.push(format!("Best for each sum: {}.", uses.join("; ")));
    lines
}

fn stands<M, R>(best: &Choice<M, R>) -> Vec<String> {
    let sure = if best.exact { "" } else { "about " };
    vec![format!("As it stands you can expect {sure}{:+.2} points from this round.", best.value)]
}

/// The best choice with its reasons, then the others with what they cost.
fn ranked<M, R: Display>(choices: &[Choice<M, R>], name: impl Fn(&M) -> String, unit: &str) -> Vec<String> {
    let Some((best, others)) = choices.split_first() else {
        return vec!["There is nothing to choose.".to_owned()];
    };
    let mut lines = vec![format!("I suggest: {}.", name(&best.chosen))];
    lines.extend(best.reasons.iter().map(|reason| format!("  {reason}")));
    if !others.is_empty() {
        let cost = |choice: &Choice<M, R>| {
            // A level may take a sure win before a larger hope, so the best isn't always worth the most.
            let cost = best.value - choice.value;
            match (cost >= 0.005, cost > -0.005) {
                (true, _) => format!("{} ({cost:.2} {unit} less)", name(&choice.chosen)),
                (false, true) => format!("{} (as good)", name(&choice.chosen)),
                (false, false) => name(&choice.chosen),
            }
        };
        let others: Vec<String> = others.iter().map(cost).collect();
        lines.push(format!("Otherwise: {}.", others.join("; ")));
    }
    lines
}
