//! Offering to call a round of Kono early, and replying (rule kon-offer).

use parlor_rules::{Game, Pair, Seat, Standing};
use parlor_table::{Entry, Offer, OpenOffer};

use super::mode::Mode;
use super::{Can, GameScreen};

impl GameScreen {
    /// Finds out what can be done about what was played. It takes a copy of the table, so it is asked only when
    /// somebody is.
    pub(super) fn find_what_can_be_done(&mut self) {
        let takes = |entry: Entry| self.table().clone().apply(entry).is_ok();
        let offer = self.mode.question().map(|question| Entry::Offer { seat: question.seat, offer: Offer::Call });
        self.turn.can = Can {
            undo: takes(Entry::Undo),
            redo: takes(Entry::Redo),
            correct: self.correctable().is_some(),
            offer: self.game() == Game::Kono && offer.is_some_and(takes),
            review: false,
        };
    }

    /// Offers to call the round.
    pub(super) fn offer_to_call(&mut self) {
        if self.game() != Game::Kono {
            self.caption.note("Only a round of Kono can be called early.");
        } else if let Some(question) = self.mode.question() {
            let seat = question.seat;
            self.try_entry(&Entry::Offer { seat, offer: Offer::Call });
        } else {
            self.caption.note("You can offer to call the round before a move of your own.");
        }
    }

    /// Asks a person whether they accept the other's offer; `false` if there is no offer to a person.
    pub(super) fn ask_for_reply(&mut self) -> bool {
        let Some(OpenOffer { seat, offer: Offer::Call, .. }) = self.table().offer() else { return false };
        let asked = seat.other();
        if !self.table().player(asked).is_person() {
            return false;
        }
        let (name, other) = (self.session.names.label(asked), self.session.names.label(seat));
        let words = format!("{name}, {other} offers to call the round{}. Call it?", self.as_it_stands());
        self.caption.ask(words);
        self.mode = Mode::replying(asked);
        self.stage.hurry = false;
        true
    }

    /// What the round would be scored, as a part of a sentence.
    fn as_it_stands(&self) -> String {
        let Some(Standing::Kono(standing)) = self.table().standing() else { return String::new() };
        let Some(position) = standing.position else { return String::new() };
        let Pair { human, computer } = position.scores();
        let ahead = if human >= computer { Seat::Human } else { Seat::Computer };
        match human.abs_diff(computer) {
            0 => format!(" at {human} to {computer}"),
            _ => format!(
                " at {} to {} for {}",
                human.max(computer),
                human.min(computer),
                self.session.names.label(ahead)
            ),
        }
    }
}
