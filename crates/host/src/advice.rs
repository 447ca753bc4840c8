use std::fmt::Display;

use parlor_engine::{Assessed, canoga, congkak, kono};
use parlor_rules::kono::Move;
use parlor_rules::{DiceCount, Level, Standing, Throw};
use parlor_table::Ask;

use crate::Thinking;

/// Advice on a question. It decides nothing.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Advice {
    /// What the program would do, a sentence each.
    pub words: Vec<String>,
    /// Why, a sentence each.
    pub reasons: Vec<String>,
    /// Every choice, the best first, with what it costs.
    pub ranked: Vec<Ranked>,
    /// What else is worth knowing, a line each.
    pub more: Vec<String>,
}

/// A choice in a ranking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// What it is.
    pub name: String,
    /// What it costs against the best, in words; nothing is said of the best.
    pub cost: String,
}

impl Advice {
    fn just(words: &str) -> Advice {
        Advice { words: vec![words.to_owned()], ..Advice::default() }
    }

    /// All but the words and their reasons, in lines.
    pub fn other_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let told =
            |Ranked { name, cost }: &Ranked| if cost.is_empty() { name.clone() } else { format!("{name} ({cost})") };
        if let Some((_, others)) = self.ranked.split_first()
            && !others.is_empty()
        {
            lines.push(format!("Otherwise: {}.", others.iter().map(told).collect::<Vec<_>>().join("; ")));
        }
        lines.extend(self.more.iter().cloned());
        lines
    }
}

impl Thinking {
    /// What the program would do at its level and why, and what the other choices are worth.
    pub fn advise(&self) -> Advice {
        let level = self.level;
        let Some(standing) = &self.standing else {
            return Advice::just("There is no board yet, so there is nothing to advise.");
        };
        match (&self.question.ask, standing) {
            (Ask::Canoga { throw, .. }, Standing::Canoga(standing)) => match standing.position.throw(*throw) {
                Ok(thrown) => ranked(&canoga::rank_moves(&thrown, level), ToString::to_string, "points"),
                Err(_) => Advice::default(),
            },
            (Ask::Dice | Ask::Menu { .. }, Standing::Canoga(standing)) => before_throw(&standing.position, level),
            (Ask::Congkak { .. } | Ask::Menu { .. }, Standing::Congkak(standing)) => sowing(&standing.position, level),
            (Ask::Kono { .. } | Ask::Menu { .. }, Standing::Kono(standing)) => {
                let name = |chosen: &Move| match chosen {
                    Move::Step(piece, direction) => format!("move the piece at {piece} {direction}"),
                    Move::Pass => "pass".to_owned(),
                };
                ranked(&kono::rank(standing, level, kono::Limits::default()), name, "points")
            }
            _ => Advice::just("There is nothing to advise here: choose as you like."),
        }
    }
}

/// A play in Congkak, with what each would bring at once.
fn sowing(position: &parlor_rules::congkak::Position, level: Level) -> Advice {
    let plays = congkak::rank(position, level, congkak::Limits::default());
    let gain = |advice: &congkak::Advice| {
        let pit = advice.choice.chosen;
        let play = position.play_telling(pit).ok()?;
        let gained = i64::from(play.after.store(pit.seat())) - i64::from(position.store(pit.seat()));
        Some(format!("pit {pit} puts {gained} into the store at once"))
    };
    let gains: Vec<String> = plays.iter().filter_map(gain).collect();
    let choices: Vec<_> = plays.into_iter().map(|advice| advice.choice).collect();
    let mut advice = ranked(&choices, |pit| format!("pit {pit}"), "seeds");
    advice.more.push(format!("All plays: {}.", gains.join("; ")));
    advice
}

/// Before a throw in Canoga: how it stands, one die or two, and what each sum would best be used for.
fn before_throw(position: &parlor_rules::canoga::Position, level: Level) -> Advice {
    let throws = canoga::rank_throws(position, level);
    let name = |dice: &DiceCount| match dice {
        DiceCount::One => "one die".to_owned(),
        DiceCount::Two => "two dice".to_owned(),
    };
    let mut advice = if throws.len() > 1 { ranked(&throws, name, "points") } else { Advice::default() };
    // How a position stands is known exactly, and is no matter of a level.
    if let Some(best) = canoga::best_throw(position, Level::Master) {
        let exactly = if best.exact { "if both play perfectly" } else { "or thereabouts" };
        advice.more.push(format!("As it stands you can expect {:+.2} points from this round, {exactly}.", best.value));
    }
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
    let best = if level == Level::Master { "Best for each sum" } else { "For each sum I would choose" };
    advice.more.push(format!("{best}: {}.", uses.join("; ")));
    if advice.words.is_empty() {
        advice.words = std::mem::take(&mut advice.more);
    }
    advice
}

/// The best choice with its reasons, and all of them with what they cost.
fn ranked<M, R: Display>(choices: &[Assessed<M, R>], name: impl Fn(&M) -> String, unit: &str) -> Advice {
    let Some(best) = choices.first() else {
        return Advice::just("There is nothing to choose.");
    };
    let words = vec![format!("I suggest: {}.", name(&best.chosen))];
    let reasons = best.reasons.iter().map(ToString::to_string).collect();
    let cost = |choice: &Assessed<M, R>| {
        // A level may take a sure win before a larger hope, so the best isn't always worth the most.
        let cost = best.value - choice.value;
        // What isn't proven is a level's own reckoning.
        let sure = best.exact && choice.exact;
        match (cost >= 0.005, cost > -0.005) {
            (true, _) if sure => format!("{cost:.2} {unit} less"),
            (true, _) => format!("about {cost:.1} {unit} less"),
            (false, true) => "as good".to_owned(),
            (false, false) => String::new(),
        }
    };
    let ranked = choices.iter().enumerate().map(|(place, choice)| Ranked {
        name: name(&choice.chosen),
        cost: if place == 0 { String::new() } else { cost(choice) },
    });
    Advice { words, reasons, ranked: ranked.collect(), more: Vec::new() }
}
