//! `parlor show`: a save as people see it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parlor_rules::{Seat, Standing};
use parlor_saves::Save;
use parlor_table::{Event, Setup, Table};
use parlor_view::{BoardView, Names, listed, sentences, text};

use crate::files::{FINE, complain, need, speak};
use crate::line::indented;

/// Show the board of a save, who is next, the scores, and whether the round is already won.
#[derive(Args)]
pub(crate) struct Show {
    /// The save; - is standard input.
    file: PathBuf,
}

impl Show {
    pub(crate) fn run(&self) -> ExitCode {
        self.show().map_or_else(|code| code, |()| FINE.into())
    }

    fn show(&self) -> Result<(), ExitCode> {
        let save = need(&self.file)?;
        for note in &save.notes {
            complain(&format!("note: {note}"));
        }
        speak(|out| {
            for line in picture(&save) {
                writeln!(out, "{line}")?;
            }
            Ok(())
        })
    }
}

/// The board as line mode draws it, and what a table would tell of it.
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
    // A save that was read is one that a table takes.
    let text = save.write(save.dialect).text;
    let setup = Setup::new(save.standing.game()).resuming(save, &text);
    let told = Table::new(setup).map(|(_, told)| told).unwrap_or_default();
    for event in told.iter().filter(|event| !matches!(event, Event::Resumed)) {
        lines.extend(sentences(event, &names).iter().map(indented));
    }
    if !save.standing.is_over() {
        lines.push(match save.standing.next() {
            Some(seat) => format!("{seat} is next."),
            None => "The first player has not been chosen yet, and so the colours are open.".to_owned(),
        });
    }
    for seat in Seat::BOTH {
        if let Some(name) = &save.names[seat] {
            lines.push(format!("{name} sits in {seat}'s seat."));
        }
    }
    if !save.dice.is_empty() {
        lines.push(format!("To be thrown first: {}.", listed(save.dice.iter().map(ToString::to_string))));
    }
    lines
}
