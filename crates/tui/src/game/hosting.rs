//! Everything that the game screen asks of its host: what happens next, and entries.

use std::time::Duration;

use parlor_host::{ApplyError, Next};
use parlor_table::{Answer, Entry, Event, Refusal, Table};
use parlor_view::taken_back;

use super::GameScreen;
use super::help::HelpPanel;
use super::mode::{Asked, Ending, Mode};
use super::overlay::Overlay;
use crate::theme::Role;

impl GameScreen {
    /// What is said about the journal when the program is left.
    pub(crate) fn kept(&self) -> String {
        match (self.host.continue_command(), &self.lost_journal) {
            (Some(command), _) => format!("The game is kept. To go on: {command}"),
            (None, Some(command)) => {
                format!("The game is kept only as far as its journal could be written: {command}")
            }
            (None, None) => "The game isn't kept.".to_owned(),
        }
    }

    /// Whether everything that happens is written to a journal, so that the game can be continued.
    pub(crate) fn is_kept(&self) -> bool {
        self.host.journal_name().is_some()
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
        if std::mem::take(&mut self.just_saved) {
            return self.end(Ending::Saved);
        }
        if self.ask_for_reply() {
            return false;
        }
        match self.host.next() {
            Next::Apply(entry) => self.apply(&entry).expect("the table asked for these dice"),
            Next::Think(thinking) => {
                self.caption.say(format!("{} thinks", self.names.label(thinking.seat)));
                self.jobs.decide(thinking, now);
                self.weigh();
                return false;
            }
            Next::Save { name, text } => return self.save(name, &text),
            Next::Ask(question) => match self.menu_answer(&question) {
                Some(item) => {
                    let entry = Entry::decision(question.seat, Answer::Menu(item));
                    self.apply(&entry).expect("the menu has this item");
                }
                None => return self.ask(Asked::Question(question)),
            },
            Next::ThrowByHand { seat, dice } => return self.ask(Asked::Throw(seat, dice)),
            Next::TossByHand => return self.ask(Asked::Coin),
            Next::Closed => return self.end(Ending::Finished),
        }
        true
    }

    /// Lets an entry happen. A refusal changes nothing. If the journal can't be written, the game goes on without it.
    pub(super) fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        self.apply_at(self.table().revision(), entry)
    }

    /// The same for an entry that is meant for this revision.
    pub(super) fn apply_at(&mut self, revision: u64, entry: &Entry) -> Result<(), Refusal> {
        let events = match self.host.apply_at(revision, std::slice::from_ref(entry)) {
            Ok(events) => events,
            Err(ApplyError::Refused(refusal)) => return Err(refusal),
            Err(ApplyError::NotKept(error)) => {
                self.lose_journal(&error.to_string());
                return self.apply_at(revision, entry);
            }
        };
        self.mode = Mode::Running;
        self.help = HelpPanel::Off;
        self.result = None;
        self.jobs.forget_decision();
        self.tutoring.forget();
        self.follow_value(&events);
        self.pause.happened(&events);
        // What comes after one of these doesn't follow from the board in sight.
        let kept = self.table().records().count();
        let undone = events.iter().find_map(|event| match event {
            Event::TakenBack => Some(kept),
            // The throw that takes the place of another is the last record.
            Event::Corrected { .. } => Some(kept.saturating_sub(1)),
            _ => None,
        });
        if let Some(kept) = undone {
            self.stage.rewind(self.host.table());
            self.log.take_back(kept);
        }
        self.show(&events);
        // Who plays something again has seen it before, so nothing moves then, either.
        if undone.is_some() || events.contains(&Event::Redone) {
            for queued in self.stage.finish() {
                self.tell(queued);
            }
            self.stage.rewind(self.host.table());
        }
        Ok(())
    }

    pub(super) fn lose_journal(&mut self, why: &str) {
        self.lost_journal = self.host.continue_command();
        self.host.give_up_journal();
        let kept = self.kept_words();
        if let Some(Overlay::Quit(quit_box)) = &mut self.overlay {
            quit_box.set_kept(kept);
        }
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
        self.just_saved || matches!(self.mode, Mode::Ended(Ending::Saved, _))
    }

    /// Goes on after a save.
    pub(crate) fn go_on_playing(&mut self) {
        self.mode = Mode::Running;
    }
}
