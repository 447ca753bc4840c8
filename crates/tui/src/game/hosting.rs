//! The interface between the game screen and its host: the next step of the table, and entries.

use std::time::Duration;

use parlor_host::ApplyError;
use parlor_rules::Game;
use parlor_table::{Answer, Entry, Event, Next, Refusal, Table};
use parlor_view::taken_back;

use super::GameScreen;
use super::commands::KeyCommand;
use super::help::HelpPanel;
use super::mode::{Ending, Mode};
use crate::theme::Role;

impl GameScreen {
    /// The message about the journal that is printed when the program ends.
    pub(crate) fn kept(&self) -> String {
        match (self.session.host.continue_command(), &self.session.lost_journal) {
            (Some(command), _) => format!("Your game is saved. To continue: {command}"),
            (None, Some(command)) => {
                format!("Your game is saved up to the last entry in its journal. To continue from there: {command}")
            }
            (None, None) => "The game isn't saved.".to_owned(),
        }
    }

    /// True if everything has been written to a journal, so that the game can be continued.
    pub(crate) fn is_kept(&self) -> bool {
        self.session.host.journal_name().is_some()
    }

    /// The effect of leaving on the game, in a few words.
    pub(crate) fn leaving_note(&self) -> &'static str {
        if self.is_kept() || self.is_saved() { "the game is saved" } else { "the game isn't saved" }
    }

    pub(crate) fn is_open(&self) -> bool {
        !self.table().is_over()
    }

    /// Performs the table's next step; returns `false` if the table is waiting for a person or the engine.
    pub(super) fn play_on(&mut self, now: Duration) -> bool {
        if std::mem::take(&mut self.saving.just_saved) {
            return self.end(Ending::Saved);
        }
        if self.ask_for_reply() {
            return false;
        }
        if let Some(thinking) = self.session.host.thinking() {
            self.caption.say(format!("{} is thinking", self.session.names.subject(thinking.seat)));
            self.jobs.decide(thinking, now);
            self.ask_for_value();
            return false;
        }
        if let Some(entry) = self.session.host.chance() {
            self.apply(&entry).expect("the table asked for these dice");
            return true;
        }
        match self.table().next() {
            Next::Save { name } => self.save(name),
            Next::Over => self.end(Ending::Finished),
            next => match next.question().and_then(|question| self.menu_answer(question)) {
                Some(entry) => {
                    self.apply(&entry).expect("the menu has this item");
                    true
                }
                None => self.ask(next),
            },
        }
    }

    /// Applies an entry. A refused entry changes nothing. If the journal can't be written, the game continues without
    /// it.
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        self.apply_at(self.table().revision(), entry)
    }

    /// Like `apply`, for an entry that was decided at this revision.
    pub(super) fn apply_at(&mut self, revision: u64, entry: &Entry) -> Result<(), Refusal> {
        let events = match self.session.host.apply_at(revision, std::slice::from_ref(entry)) {
            Ok(events) => events,
            Err(ApplyError::Refused(refusal)) => return Err(refusal),
            Err(ApplyError::NotSaved(error)) => {
                self.lose_journal(&error.to_string());
                return self.apply_at(revision, entry);
            }
        };
        self.mode = Mode::Running;
        self.panels.help = HelpPanel::default();
        self.panels.result = None;
        self.jobs.forget_decision();
        self.tutoring.forget();
        self.follow_value(&events);
        self.turn.pause.happened(&events);
        // After an undo or a correction, the visible board doesn't match the later events.
        let kept = self.table().record_count();
        let undone = events.iter().find_map(|event| match event {
            Event::TakenBack => Some(kept),
            // The last record is the throw that replaces the corrected one.
            Event::Corrected { .. } => Some(kept.saturating_sub(1)),
            _ => None,
        });
        if let Some(kept) = undone {
            self.stage.rewind(self.session.host.table());
            self.log.take_back(kept);
        }
        self.show(&events);
        // A redo isn't animated, either, because the player has already seen the move.
        if undone.is_some() || events.contains(&Event::Redone) {
            self.finish_stage();
            self.stage.rewind(self.session.host.table());
        }
        Ok(())
    }

    pub(super) fn lose_journal(&mut self, why: &str) {
        self.session.lost_journal = self.session.host.continue_command();
        self.session.host.give_up_journal();
        self.log.note(Role::Wrong, &format!("The journal can no longer be written: {why}"));
        self.log.note(Role::Wrong, "You can keep playing, but save the game before you leave, or it will be lost.");
    }

    /// Applies a person's entry, or shows the reason for refusing it. Returns whether it was applied.
    pub(super) fn try_entry(&mut self, entry: &Entry) -> bool {
        let applied = self.apply(entry);
        if let Err(refusal) = &applied {
            self.caption.note(format!("No: {refusal}."));
        }
        applied.is_ok()
    }

    /// Answers the open question, unless the tutor warns first. Returns whether the answer was applied.
    pub(super) fn answer(&mut self, answer: Answer) -> bool {
        if let Answer::Choice(choice) = answer
            && self.tutor_stops(choice)
        {
            return false;
        }
        let question = self.mode.question().expect("an answer comes from a question");
        let entry = Entry::decision(question.seat, answer);
        self.try_entry(&entry)
    }

    /// Undoes the last decision of a person and describes it. Stops the computer player's search, because its turn is
    /// undone, too.
    pub(super) fn undo(&mut self) {
        let before: Table = self.table().clone();
        if self.try_entry(&Entry::Undo)
            && let Some(words) = taken_back(&before, self.table(), &self.session.names)
        {
            let key = KeyCommand::Redo.key(self.game() == Game::Congkak);
            self.caption.note_later(format!("Undone: {words} {key} plays it again."));
        }
    }

    /// Redoes the last undone entries.
    pub(super) fn redo(&mut self) {
        if self.try_entry(&Entry::Redo) {
            self.caption.note_later("Played again.");
        }
    }

    pub(crate) fn is_saved(&self) -> bool {
        self.saving.just_saved || matches!(self.mode, Mode::Ended(Ending::Saved, _))
    }
}
