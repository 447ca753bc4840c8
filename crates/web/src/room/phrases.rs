//! The preset phrases on screen. They aren't part of the journal.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_rules::{Pair, Seat};

use super::Room;
use super::signals::{Signal, SignalKind};
use crate::app::AppState;
use crate::phrase::Phrase;

/// A phrase stays on screen for this time, unless its sender sends another one.
const SHOWN: Duration = Duration::from_secs(20);

/// The last phrase of each player.
#[derive(Default)]
pub(super) struct TablePhrases(Mutex<Pair<Option<SentPhrase>>>);

#[derive(Clone, Copy)]
struct SentPhrase {
    phrase: Phrase,
    at: Instant,
}

/// The phrases to show at a moment.
fn shown(sent: Pair<Option<SentPhrase>>, now: Instant) -> Pair<Option<Phrase>> {
    sent.map(|sent| sent.filter(|sent| now.saturating_duration_since(sent.at) < SHOWN).map(|sent| sent.phrase))
}

impl TablePhrases {
    fn lock(&self) -> MutexGuard<'_, Pair<Option<SentPhrase>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// The phrase to show for each player.
    pub(crate) fn phrases(&self) -> Pair<Option<Phrase>> {
        shown(*self.phrases.lock(), Instant::now())
    }

    /// Shows a player's phrase to all at the table, at this server and at others.
    pub(crate) fn send_phrase(self: &Arc<Room>, app: &Arc<AppState>, seat: Seat, phrase: Phrase) {
        let signal = Signal { from: app.server, kind: SignalKind::Phrase(seat, phrase) };
        app.registry.signal(&self.name, &signal.to_string());
        self.show_phrase(app, seat, phrase);
    }

    pub(super) fn show_phrase(self: &Arc<Room>, app: &Arc<AppState>, seat: Seat, phrase: Phrase) {
        self.phrases.lock()[seat] = Some(SentPhrase { phrase, at: Instant::now() });
        let notify = |room: &Room| room.changes.send_modify(|change| change.phrases += 1);
        notify(self);
        let room = Arc::downgrade(self);
        app.later(SHOWN, move || room.upgrade().iter().for_each(|room| notify(room)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_disappears_after_a_while() {
        let at = Instant::now();
        let sent = Pair { human: Some(SentPhrase { phrase: Phrase::GoodGame, at }), computer: None };
        assert_eq!(shown(sent, at), Pair { human: Some(Phrase::GoodGame), computer: None });
        assert_eq!(shown(sent, at + SHOWN), Pair::default());
    }
}
