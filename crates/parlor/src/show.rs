//! `parlor show`: draws a save.

use std::path::PathBuf;

use clap::Args;
use parlor_rules::{Seat, Standing};
use parlor_saves::Save;
use parlor_table::{Event, Setup, Table};
use parlor_view::{BoardView, Names, listed, sentences, text};

use crate::exit::{Exit, Failure};
use crate::files::read_save;
use crate::line::indented;
use crate::output::{stderr_line, to_stdout};

/// Show the board of a save, the next player, the scores, and the winner of a finished round.
#[derive(Args)]
pub(crate) struct Show {
    /// The save; - is standard input.
    file: PathBuf,
}

impl Show {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let save = read_save(&self.file)?;
        for note in &save.notes {
            stderr_line(&format!("note: {note}"));
        }
        to_stdout(|out| picture(&save).iter().try_for_each(|line| writeln!(out, "{line}")))
    }
}

/// The board as line mode draws it, with the events of a table that resumes the save.
fn picture(save: &Save) -> Vec<String> {
    let names = Names::plain();
    let round = match &save.standing {
        Standing::Kono(standing) => format!(", round {}", standing.round),
        _ => String::new(),
    };
    let mut lines = vec![format!("{}{round}", save.standing.game()), String::new()];
    lines.extend(text::board(&BoardView::of_standing(&save.standing), &names).lines().map(str::to_owned));
    lines.push(String::new());
    match &save.standing {
        Standing::Canoga(standing) => {
            lines.push(format!("{} took the first turn of the round.", standing.position.first()));
        }
        Standing::Congkak(_) => lines.push("Seeds are sown clockwise; each store is at its owner's left.".to_owned()),
        Standing::Kono(_) => lines.push("W and B are pieces, doubled if they may capture.".to_owned()),
    }
    let (_, events) = Table::new(Setup::new(save.standing.game()).resuming(save));
    for event in events.iter().filter(|event| !matches!(event, Event::Resumed)) {
        lines.extend(sentences(event, &names).iter().map(indented));
    }
    if save.standing.outcome().is_none() {
        lines.push(match save.standing.turn() {
            Some(seat) => format!("{seat} is next."),
            None => "The first player and the colours have not been chosen yet.".to_owned(),
        });
    }
    for seat in Seat::BOTH {
        if let Some(name) = &save.names[seat] {
            lines.push(format!("{name} sits in {seat}'s seat."));
        }
    }
    if !save.dice.is_empty() {
        lines.push(format!("The first throws will be: {}.", listed(save.dice.iter().map(ToString::to_string))));
    }
    lines
}
