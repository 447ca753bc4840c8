//! Throws by hand, and how a mistyped one is corrected.

use parlor_rules::{DiceCount, Seat};
use parlor_table::{DiceSource, Entry, Next};
use parlor_view::typed;

use super::GameScreen;
use super::mode::{Asking, Mode};
use crate::screen::Request;
use crate::text_input::TextInput;

impl GameScreen {
    /// The throw that can still be corrected: whose, and of how many dice.
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
        for queued in self.stage.finish() {
            self.tell(queued);
        }
        self.jobs.forget_decision();
        let dice_word = if dice == DiceCount::One { "die" } else { "dice" };
        self.caption.ask(format!("What did {}'s {dice_word} really show?", self.session.names.label(seat)));
        let next = Next::Throw { seat, dice, may_be_one: false };
        let asking = Asking { next, corrects: true, chooser: None };
        self.mode = Mode::Typing(asking, TextInput::default());
    }

    /// What real dice show.
    pub(super) fn read_throw(&mut self, line: &str, corrects: bool) -> Request {
        match line {
            "undo" => self.undo(),
            "redo" => self.redo(),
            "correct" => self.ask_for_correction(),
            "leave" => return Request::Quit,
            "quit" => self.ask_to_give_up(),
            _ => match typed::throw(line) {
                Ok(throw) => {
                    let entry = if corrects { Entry::Correct(throw) } else { Entry::Throw { throw, queued: false } };
                    self.try_entry(&entry);
                }
                Err(why) => self.caption.note(format!("No: {why}.")),
            },
        }
        // What was refused is typed again from the start.
        if let Mode::Typing(_, input) = &mut self.mode {
            *input = TextInput::default();
        }
        Request::Stay
    }
}
