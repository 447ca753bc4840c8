//! Extra commands: pausing a game between two computer players, offering to call a Kono round (rule kon-offer), and
//! correcting a throw that was entered by hand.

use parlor_rules::{DiceCount, Game, Pair, Seat, Standing};
use parlor_table::{DiceSource, Entry, Event, Next, Offer, OpenOffer};
use parlor_view::typed;

use super::mode::{Asking, Mode};
use super::overlay::Overlay;
use super::{Can, GameScreen};
use crate::screen::Request;
use crate::text_input::TextInput;

/// The pause of a game between two computer players.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Pause {
    #[default]
    Off,
    On,
    /// Play until an event has been shown, then pause again.
    Step {
        has_events: bool,
    },
}

impl Pause {
    /// Ends a single step if an event happened.
    pub(super) fn happened(&mut self, events: &[Event]) {
        if let Pause::Step { has_events } = self {
            *has_events |= !events.is_empty();
        }
    }
}

impl GameScreen {
    pub(super) fn can_pause(&self) -> bool {
        !self.setup().has_people() && self.is_open()
    }

    /// Pauses or continues a game between two computer players.
    pub(super) fn toggle_pause(&mut self) {
        if self.can_pause() {
            self.turn.pause = if self.turn.pause == Pause::Off { Pause::On } else { Pause::Off };
        } else {
            self.caption.note("Only a game between two computer players can be paused.");
        }
    }

    /// Plays one step of a paused game.
    pub(super) fn play_one_step(&mut self) {
        if self.can_pause() && self.turn.pause != Pause::Off {
            // Show the rest of the previous step before the next one.
            self.finish_stage();
            self.turn.pause = Pause::Step { has_events: false };
        }
    }

    /// Finds out which commands the table accepts. This copies the table, so it is done only at questions.
    pub(super) fn find_available_commands(&mut self) {
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

    /// Asks for confirmation before offering to call the round.
    pub(super) fn offer_to_call(&mut self) {
        if self.game() != Game::Kono {
            self.caption.note("Only a Kono round can be called early.");
        } else if self.turn.can.offer {
            let words = format!("Offer to end the round now{}?", self.score_if_called());
            self.overlay = Some(Overlay::offer(&words));
        } else {
            self.make_offer();
        }
    }

    /// Offers to call the round, or shows why an offer isn't possible now.
    pub(super) fn make_offer(&mut self) {
        if let Some(question) = self.mode.question() {
            let seat = question.seat;
            self.try_entry(&Entry::Offer { seat, offer: Offer::Call });
        } else {
            self.caption.note("You can offer to call the round before a move of your own.");
        }
    }

    /// Asks a person whether to accept an offer; returns `false` if there is no offer to a person.
    pub(super) fn ask_for_reply(&mut self) -> bool {
        let Some(OpenOffer { seat, offer: Offer::Call, .. }) = self.table().offer() else { return false };
        let asked = seat.other();
        if !self.table().player(asked).is_person() {
            return false;
        }
        let names = &self.session.names;
        let to = if names.is_addressed(asked) { String::new() } else { format!("{}, ", names.label(asked)) };
        let words = format!("{to}{} offers to call the round{}. Call it?", names.subject(seat), self.score_if_called());
        self.caption.ask(words);
        self.mode = Mode::replying(asked);
        self.stage.hurry = false;
        true
    }

    /// The score of the round if it were called now, as a part of a sentence.
    fn score_if_called(&self) -> String {
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
                self.session.names.object(ahead)
            ),
        }
    }

    /// The throw that can still be corrected: its player and the number of dice.
    pub(super) fn correctable(&self) -> Option<(Seat, DiceCount)> {
        if self.setup().dice != DiceSource::Manual {
            return None;
        }
        let (seat, throw) = self.table().last_throw()?;
        self.table().clone().apply(Entry::Correct(throw)).is_ok().then_some((seat, throw.count()))
    }

    /// Asks what the dice really showed.
    pub(super) fn ask_for_correction(&mut self) {
        let Some((seat, dice)) = self.correctable() else {
            let why = if self.setup().dice == DiceSource::Manual {
                "Only the last throw can be corrected, and only until the next decision."
            } else {
                "Only a throw that was typed can be corrected."
            };
            self.caption.note(why);
            return;
        };
        self.finish_stage();
        self.jobs.forget_decision();
        let dice_word = if dice == DiceCount::One { "die" } else { "dice" };
        self.caption.ask(format!("What did {}'s {dice_word} really show?", self.session.names.label(seat)));
        let next = Next::Throw { seat, dice, may_be_one: false };
        let asking = Asking { next, corrects: true, chooser: None };
        self.mode = Mode::Typing(asking, TextInput::default());
    }

    pub(super) fn read_throw(&mut self, line: &str, corrects: bool) -> Request {
        match line {
            "undo" => self.undo(),
            "redo" => self.redo(),
            "correct" => self.ask_for_correction(),
            "leave" => return Request::Quit,
            "quit" => self.open_quit_box(),
            _ => match typed::throw(line) {
                Ok(throw) => {
                    let entry = if corrects { Entry::Correct(throw) } else { Entry::Throw { throw, queued: false } };
                    self.try_entry(&entry);
                }
                Err(why) => self.caption.note(format!("No: {why}.")),
            },
        }
        // After a refusal, the user types the whole throw again.
        if let Mode::Typing(_, input) = &mut self.mode {
            *input = TextInput::default();
        }
        Request::Stay
    }
}
