//! `parlor follows`: checks whether one save can result from another.

use std::path::{Path, PathBuf};

use clap::Args;
use parlor_referee::{Breach, Distance, Query, Ruling, TurnStep, follows, usual_effort};
use parlor_rules::{Game, Standing};
use parlor_saves::{Dialect, Save, disk, write};
use parlor_table::QueuedThrow;
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::files::{Checked, check_file, input_name, is_stdio};
use crate::output::to_stdout;

/// Check whether one save can follow from another in one turn or several.
///
/// Prints the moves that lead from the first save to the second, or the rule that was broken. A new round may start in
/// between. The saves can be in different dialects. Exit code: 0 yes, 1 no, 2 a bad file or wrong usage, 3 not decided, or
/// only under a condition that the files don't show.
#[derive(Args)]
pub(crate) struct Follows {
    /// The save before the turn; - is standard input.
    before: PathBuf,
    /// The save after the turn.
    after: PathBuf,
    /// A file with the throws, in order. If there are too few, the missing ones can be anything.
    #[arg(long, value_name = "FILE")]
    dice: Option<PathBuf>,
    /// The number of turns, counting both players.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1000))]
    turns: u32,
    /// Congkak only: the number of plays. The second save may be in the middle of a turn.
    #[arg(long, value_name = "N", conflicts_with = "turns", value_parser = clap::value_parser!(u32).range(0..=1000))]
    plays: Option<u32>,
    /// The maximum number of positions to try.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    effort: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Follows {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let before = read(&self.before)?;
        let after = read(&self.after)?;
        let game = before.standing.game();
        if game != after.standing.game() {
            let (one, other) = (input_name(&self.before), input_name(&self.after));
            return Err(Failure::Error(format!("{one} is a save of {game}, {other} one of {}", after.standing.game())));
        }
        let distance = match self.plays {
            Some(_) if game != Game::Congkak => {
                return Err(Failure::Error(format!(
                    "--plays: the middle of a turn of {game} can't be saved; use --turns"
                )));
            }
            Some(plays) => Distance::Plays(plays),
            None => Distance::Turns(self.turns),
        };
        let dice = self.dice(&before)?;
        if self.dice.is_some() && game == Game::Congkak {
            return Err(Failure::Error("--dice: Congkak has no dice".to_owned()));
        }
        let query = Query {
            before: &before.standing,
            after: &after.standing,
            distance,
            dice: &dice,
            effort: self.effort.unwrap_or(usual_effort(game)),
        };
        let verdict = follows(&query).expect("both saves are of one game");
        let exit = match verdict {
            Ruling::Follows(_) => Exit::Fine,
            Ruling::Broken(_) => Exit::CheckFailed,
            Ruling::OnlyIf { .. } | Ruling::NotDecided { .. } => Exit::Unsure,
        };
        let text = if self.json { format!("{}\n", as_json(&verdict)) } else { in_words(&verdict, after.dialect) };
        to_stdout(|out| out.write_all(text.as_bytes()))?;
        Ok(exit)
    }

    /// The throws stored in the first save, followed by those of the file (rule dice-file).
    fn dice(&self, before: &Save) -> Result<Vec<QueuedThrow>, Failure> {
        let own = before.dice.iter().zip(1..).map(|(&throw, line)| QueuedThrow { line, throw, of_save: true });
        let mut dice: Vec<QueuedThrow> = own.collect();
        if let Some(path) = &self.dice {
            dice.extend(read_dice(path)?);
        }
        Ok(dice)
    }
}

/// Reads a save. A bad save is an error here, because without it the question can't be answered.
pub(crate) fn read(path: &Path) -> Result<Save, Failure> {
    match check_file(path) {
        Checked::Good(save) => Ok(*save),
        Checked::Bad(_, report) => Err(Failure::Report(report)),
        Checked::Unreadable(error) => Err(Failure::Error(error)),
    }
}

fn read_dice(path: &Path) -> Result<Vec<QueuedThrow>, Failure> {
    let bytes = if is_stdio(path) { disk::read_all(std::io::stdin().lock())? } else { disk::read_file(path)? };
    let text = String::from_utf8(bytes).map_err(|_| format!("--dice: {}: this is not text", input_name(path)))?;
    Ok(parlor_host::read_dice_file(&text).map_err(|error| format!("--dice: {}: {error}", input_name(path)))?)
}

fn in_words(verdict: &Ruling, dialect: Dialect) -> String {
    let list = |steps: &[TurnStep]| steps.iter().map(|step| format!("  {step}\n")).collect::<String>();
    match verdict {
        Ruling::Follows(steps) => format!("yes\n{}", list(steps)),
        Ruling::OnlyIf { steps, conditions } => {
            let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
            format!("only if {}\n{}", conditions.join(", and "), list(steps))
        }
        Ruling::Broken(Breach { rule, why, place, nearest }) => {
            let mut text = format!("no: {rule}\n  {why}\n");
            if let Some(place) = place {
                text.push_str(&format!("  first wrong: {place}\n"));
            }
            if let Some(nearest) = nearest {
                text.push_str("nearest legal result:\n");
                text.push_str(&write(nearest, dialect).text);
            }
            text
        }
        Ruling::NotDecided { tried } => {
            format!("not decided: {tried} positions were tried; --effort allows more\n")
        }
    }
}

fn as_json(verdict: &Ruling) -> Value {
    match verdict {
        Ruling::Follows(list) => json!({ "follows": "yes", "steps": steps(list) }),
        Ruling::OnlyIf { steps: list, conditions } => {
            let conditions: Vec<String> = conditions.iter().map(ToString::to_string).collect();
            json!({ "follows": "only if", "conditions": conditions, "steps": steps(list) })
        }
        Ruling::Broken(Breach { rule, why, place, nearest }) => json!({
            "follows": "no",
            "rule": rule,
            "why": why,
            "place": place,
            "nearest": nearest.as_ref().map(position),
        }),
        Ruling::NotDecided { tried } => json!({ "follows": "not decided", "tried": tried }),
    }
}

pub(crate) fn steps(steps: &[TurnStep]) -> Value {
    steps.iter().map(|step| json!({ "player": step.seat.map(parlor_rules::Seat::word), "does": step.text })).collect()
}

/// A position in the format of the protocol.
pub(crate) fn position(standing: &Standing) -> Value {
    parlor_rpc::position_value(standing)
}
