//! Everything that the game screen asks of its host: what happens next, and entries.

use std::time::Duration;

use parlor_host::ApplyError;
use parlor_table::{Answer, Entry, Event, Next, Refusal, Table};
use parlor_view::taken_back;

use super::GameScreen;
use super::help::HelpPanel;
use super::mode::{Ending, Mode};
use crate::theme::Role;

impl GameScreen {
    /// What is said about the journal when the program is left.
    pub(crate) fn kept(&self) -> String {
        match (self.session.host.continue_command(), &self.session.lost_journal) {
            (Some(command), _) => format!("The game is kept. To go on: {command}"),
            (None, Some(command)) => {
                format!("The game is kept only as far as its journal could be written: {command}")
            }
            (None, None) => "The game isn't kept.".to_owned(),
        }
    }

    /// Whether everything that happens is written to a journal, so that the game can be continued.
    pub(crate) fn is_kept(&self) -> bool {
        self.session.host.journal_name().is_some()
    }

    /// What leaving does to the game, in a few words.
    pub(crate) fn kept_words(&self) -> &'static str {
        if self.is_kept() {
            "the game is kept"
        } else if self.is_saved() {
            "the game is saved"
        } else {
            "the game isn't kept"
        }
    }

    /// Whether the game can be played on.
    pub(crate) fn is_open(&self) -> bool {
        !self.table().is_over()
    }

    /// Lets the next thing happen; `false` if the table waits for a person or the engine.
    pub(super) fn play_on(&mut self, now: Duration) -> bool {
        if std::mem::take(&mut self.saving.just_saved) {
            return self.end(Ending::Saved);
        }
        if self.ask_for_reply() {
            return false;
        }
        if let Some(thinking) = self.session.host.thinking() {
            self.caption.say(format!("{} thinks", self.session.names.label(thinking.seat)));
            self.jobs.decide(thinking, now);
            self.weigh();
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

    /// Lets an entry happen. A refusal changes nothing. If the journal can't be written, the game goes on without it.
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        self.apply_at(self.table().revision(), entry)
    }

    /// The same for an entry that is meant for this revision.
    pub(super) fn apply_at(&mut self, revision: u64, entry: &Entry) -> Result<(), Refusal> {
        let events = match self.session.host.apply_at(revision, std::slice::from_ref(entry)) {
            Ok(events) => events,
            Err(ApplyError::Refused(refusal)) => return Err(refusal),
            Err(ApplyError::NotKept(error)) => {
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
        // What comes after one of these doesn't follow from the board in sight.
        let kept = self.table().records().count();
        let undone = events.iter().find_map(|event| match event {
            Event::TakenBack => Some(kept),
            // The throw that takes the place of another is the last record.
            Event::Corrected { .. } => Some(kept.saturating_sub(1)),
            _ => None,
        });
        if let Some(kept) = undone {
            self.stage.rewind(self.session.host.table());
            self.log.take_back(kept);
        }
        self.show(&events);
        // Who plays something again has seen it before, so nothing moves then, either.
        if undone.is_some() || events.contains(&Event::Redone) {
            self.finish_stage();
            self.stage.rewind(self.session.host.table());
        }
        Ok(())
    }

    pub(super) fn lose_journal(&mut self, why: &str) {
        self.session.lost_journal = self.session.host.continue_command();
        self.session.host.give_up_journal();
        self.log.note(Role::Wrong, &format!("The journal can't be written any more: {why}"));
        self.log.note(Role::Wrong, "The game goes on, but it won't survive the end of the program unless you save it.");
    }

    /// Lets a person's entry happen; a refusal is said. Tells whether it was taken.
    pub(super) fn try_entry(&mut self, entry: &Entry) -> bool {
        let applied = self.apply(entry);
        if let Err(refusal) = &applied {
            self.caption.note(format!("No: {refusal}."));
        }
        applied.is_ok()
    }

    /// Answers the question that is open, unless the tutor has something to say first. Tells whether the answer was
    /// taken.
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

    /// Takes back the last decision of a person, and says what it was. If the computer is thinking, that stops,
    /// because its turn is gone.
    pub(super) fn undo(&mut self) {
        let before: Table = self.table().clone();
        if self.try_entry(&Entry::Undo)
            && let Some(words) = taken_back(&before, self.table())
        {
            self.caption.note_later(format!("Taken back: {words}"));
        }
    }

    /// Plays again what was last taken back.
    pub(super) fn redo(&mut self) {
        if self.try_entry(&Entry::Redo) {
            self.caption.note_later("Played again.");
        }
    }

    /// Whether the game has just been saved, and nothing has happened since.
    pub(crate) fn is_saved(&self) -> bool {
        self.saving.just_saved || matches!(self.mode, Mode::Ended(Ending::Saved, _))
    }
}
