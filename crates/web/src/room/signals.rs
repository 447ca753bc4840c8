//! Messages about a table between the servers that share its store. They aren't stored, and may be lost.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parlor_rules::{Pair, Seat};
use parlor_store::Token;

use super::Room;
use super::presence::ServerPresence;
use crate::app::AppState;
use crate::phrase::Phrase;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Signal {
    /// The server that sent it.
    pub(super) from: Token,
    pub(super) kind: SignalKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SignalKind {
    /// The players and viewers with pages from this server.
    Seen(ServerPresence),
    /// A server has opened the table, and asks the others for their players and viewers.
    Ask,
    Phrase(Seat, Phrase),
}

/// Not a signal of this version of Parlor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UnknownSignal;

impl Room {
    /// Handles a message from a server. Doesn't block.
    pub(super) fn receive_signal(self: &Arc<Room>, app: &Arc<AppState>, message: &str) {
        match message.parse() {
            // A server's own messages come back to it.
            Ok(Signal { from, .. }) if from == app.server => {}
            Ok(Signal { from, kind: SignalKind::Seen(seen) }) => self.seen_elsewhere(app, from, seen),
            Ok(Signal { kind: SignalKind::Ask, .. }) => self.send_presence(app),
            Ok(Signal { kind: SignalKind::Phrase(seat, phrase), .. }) => self.show_phrase(app, seat, phrase),
            // Another version may send other signals.
            Err(UnknownSignal) => {}
        }
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.from)?;
        match self.kind {
            SignalKind::Seen(ServerPresence { players: Pair { human, computer }, watching }) => {
                write!(f, "seen {} {} {watching}", human.name(), computer.name())
            }
            SignalKind::Ask => f.write_str("ask"),
            SignalKind::Phrase(seat, phrase) => write!(f, "phrase {seat} {}", phrase.name()),
        }
    }
}

impl FromStr for Signal {
    type Err = UnknownSignal;
    fn from_str(text: &str) -> Result<Signal, UnknownSignal> {
        let read = || {
            let words: Vec<&str> = text.split(' ').collect();
            let kind = match words[1..] {
                ["seen", human, computer, watching] => SignalKind::Seen(ServerPresence {
                    players: Pair { human: human.parse().ok()?, computer: computer.parse().ok()? },
                    watching: watching.parse().ok()?,
                }),
                ["ask"] => SignalKind::Ask,
                ["phrase", seat, phrase] => {
                    let seat = Seat::BOTH.into_iter().find(|known| known.to_string() == seat)?;
                    SignalKind::Phrase(seat, phrase.parse().ok()?)
                }
                _ => return None,
            };
            Some(Signal { from: words[0].parse().ok()?, kind })
        };
        read().ok_or(UnknownSignal)
    }
}

#[cfg(test)]
mod tests {
    use parlor_store::registry::MAX_SIGNAL;

    use super::super::presence::Sighting;
    use super::*;

    #[test]
    fn a_signal_reads_back_as_itself() {
        let from = Token::random();
        let mut kinds = vec![SignalKind::Ask];
        for seat in Seat::BOTH {
            kinds.extend(Phrase::ALL.map(|phrase| SignalKind::Phrase(seat, phrase)));
        }
        for human in Sighting::ALL {
            for computer in Sighting::ALL {
                kinds.push(SignalKind::Seen(ServerPresence { players: Pair { human, computer }, watching: u32::MAX }));
            }
        }
        for kind in kinds {
            let text = Signal { from, kind }.to_string();
            assert_eq!(text.parse(), Ok(Signal { from, kind }), "{text}");
            assert!(text.len() <= MAX_SIGNAL, "{text}");
        }
        for other in ["", " ", "ask", "x ask", &format!("{from} later"), &format!("{from} phrase Human <b>")] {
            assert_eq!(other.parse::<Signal>(), Err(UnknownSignal), "{other}");
        }
    }
}
