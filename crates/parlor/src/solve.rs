//! `parlor solve`: solvers and deep searches.

use std::time::Duration;

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_rules::Game;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

mod canoga;
mod congkak;
mod kono;

pub(crate) use kono::read_endings;

#[derive(Subcommand)]
pub(crate) enum Solve {
    Canoga(canoga::Canoga),
    Congkak(congkak::Congkak),
    Kono(kono::Kono),
}

impl Solve {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            Solve::Canoga(canoga) => canoga.run(),
            Solve::Congkak(congkak) => congkak.run(),
            Solve::Kono(kono) => kono.run(),
        }
    }
}

/// Prints a solver's result as JSON or as text.
fn report(findings: &impl Serialize, json: bool, lines: &str) -> Result<Exit, Failure> {
    to_stdout(|out| if json { writeln!(out, "{}", serde_json::to_string(findings)?) } else { write!(out, "{lines}") })
}

fn size<S>(game: Game, new: impl Fn(i64) -> Option<S>, word: &str) -> Result<S, String> {
    word.parse().ok().and_then(new).ok_or_else(|| format!("{game} has {}", game.sizes_in_words()))
}

/// A progress bar on standard error. It is shown only on a terminal, and removed at the end.
pub(crate) fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {percent:>3} %  {msg}").expect("the template is valid");
    let bar = ProgressBar::new(length).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_rules() {
        for game in Game::ALL {
            let size = |word: &str| size(game, |size| game.sizes().contains(&size).then_some(size), word);
            for right in game.sizes() {
                assert_eq!(size(&right.to_string()), Ok(right));
            }
            for wrong in ["4", "12", "nine", "", "-9", "99999999999999999999"] {
                assert_eq!(size(wrong), Err(format!("{game} has {}", game.sizes_in_words())), "{wrong}");
            }
        }
    }
}
