use std::fmt;

use parlor_rules::{Pair, Seat};
use parlor_store::Token;

/// Data about a table that only the web front end uses, stored as one line per item.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct TableNote {
    /// The two players agreed to play without help.
    pub(crate) help_off: bool,
    /// The number of times that each person has requested help.
    pub(crate) helped: Pair<u32>,
    /// The table is a guided first round.
    pub(crate) guided: bool,
    /// The damage in the imported journal, in sentences.
    pub(crate) damage: String,
    /// The table of the rematch between its players.
    pub(crate) rematch: Option<Rematch>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rematch {
    /// The seat of the player who wants the rematch.
    pub(crate) by: Seat,
    /// The id of the new table, which may not have been created yet.
    pub(crate) id: Token,
}

impl TableNote {
    /// Parses a note. Unknown lines come from other versions of Parlor and are ignored.
    pub(crate) fn read(text: &str) -> TableNote {
        let mut note = TableNote::default();
        for line in text.lines() {
            if let Some(damage) = line.strip_prefix("damage ") {
                damage.clone_into(&mut note.damage);
            }
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["help", "off"] => note.help_off = true,
                ["guided"] => note.guided = true,
                ["helped", seat, times] => {
                    if let Some(seat) = seat_of(seat) {
                        note.helped[seat] = times.parse().unwrap_or(0);
                    }
                }
                ["rematch", by, id] => {
                    note.rematch = seat_of(by).zip(id.parse().ok()).map(|(by, id)| Rematch { by, id });
                }
                _ => {}
            }
        }
        note
    }
}

/// The name of a seat in notes.
fn seat_of(text: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| text.eq_ignore_ascii_case(&seat.to_string()))
}

impl fmt::Display for TableNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.help_off {
            writeln!(f, "help off")?;
        }
        if self.guided {
            writeln!(f, "guided")?;
        }
        if !self.damage.is_empty() {
            writeln!(f, "damage {}", self.damage)?;
        }
        for seat in Seat::BOTH {
            if self.helped[seat] > 0 {
                writeln!(f, "helped {} {}", seat.to_string().to_lowercase(), self.helped[seat])?;
            }
        }
        if let Some(Rematch { by, id }) = self.rematch {
            writeln!(f, "rematch {} {id}", by.to_string().to_lowercase())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_reads_back_as_itself() {
        for help_off in [false, true] {
            for (guided, damage) in [(false, ""), (true, "Line 3 doesn't fit. It was left out.")] {
                let damage = damage.to_owned();
                let rematch = guided.then(|| Rematch { by: Seat::Computer, id: Token::random() });
                let note = TableNote { help_off, guided, damage, helped: Pair { human: 3, computer: 0 }, rematch };
                assert_eq!(TableNote::read(&note.to_string()), note);
            }
        }
        assert_eq!(TableNote::read("a line from later\nhelped nobody 3\nrematch human x\n"), TableNote::default());
    }
}
