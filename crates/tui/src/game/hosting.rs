//! Everything that the game screen asks of its host: what happens next, entries, saves, and work for the engine.

use std::path::Path;
use std::time::Duration;

use parlor_host::{ApplyError, Next, save_to_disk};
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, Question, Refusal};
use parlor_view::{Advice, Chooser, coin_prompt, help_is_offered, menu_can_be_skipped, prompt, throw_prompt};

use super::GameScreen;
use super::failure::FailedOpponent;
use super::help::HelpPanel;
use super::mode::{Asked, Asking, Ending, Mode};
use super::overlay::Overlay;
use crate::job::{JobOutcome, JobResult, Work};
use crate::text_input::TextInput;
use crate::theme::Role;

impl GameScreen {
    /// What is said about the journal when the program is left.
    pub(crate) fn kept(&self) -> String {
        match (self.host.journal_name(), &self.lost_journal) {
            (Some(name), _) => format!("The game is kept. To go on: parlor continue {name}"),
            (None, Some(name)) => {
                format!("The game is kept only as far as its journal could be written: parlor continue {name}")
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

    /// Writes the save that the table asked for. A game that is saved may be left or played on.
    fn save(&mut self, name: String, text: &str) -> bool {
        let entry = save_to_disk(&self.paths.resolve(&name), text);
        self.apply(&entry).expect("the table waits for word of its save");
        match entry {
            Entry::NotSaved(why) => {
                // The same question is asked again, with the name to be corrected.
                self.caption.note_later(format!("Not saved: {why}"));
                self.refused_name = Some(name);
                self.wanted = Some(MenuItem::Save);
            }
            _ => self.just_saved = true,
        }
        true
    }

    /// The answer to a menu that isn't shown, or `None` if it is.
    fn menu_answer(&mut self, question: &Question) -> Option<MenuItem> {
        let fits = |item: &MenuItem| question.ask.accepts(&Answer::Menu(*item)).is_ok();
        // Before the first turn there is no round to give up.
        let begun = !matches!(&question.ask, Ask::Menu { turn: None, .. });
        if let Some(item) = self.wanted.filter(fits).filter(|item| begun || *item == MenuItem::Save) {
            self.wanted = None;
            return Some(item);
        }
        let Ask::Menu { before, turn, .. } = question.ask else { return None };
        menu_can_be_skipped(self.table(), before, turn).then_some(MenuItem::Play)
    }

    /// Asks a person, who is now waited for.
    fn ask(&mut self, asked: Asked) -> bool {
        let game = self.game();
        let (words, chooser, line) = match &asked {
            Asked::Question(question) => {
                let refused = self.refused_name.take_if(|_| question.ask == Ask::FileName);
                let line = (question.ask == Ask::FileName).then(|| refused.unwrap_or(self.proposed_file_name()));
                (prompt(question, &self.names), Chooser::of(question, game), line)
            }
            Asked::Throw(seat, dice) => (throw_prompt(*seat, *dice, &self.names), None, Some(String::new())),
            Asked::Coin => (coin_prompt(), Some(Chooser::coin_by_hand()), None),
        };
        self.caption.ask(words.to_string());
        let asking = Asking { asked, chooser };
        self.mode = match line {
            Some(line) => Mode::Typing(asking, TextInput::new(&line)),
            None => Mode::Choosing(asking),
        };
        self.stage.stop_hurrying();
        self.turn_guide();
        self.weigh();
        false
    }

    /// Lets the guide say what there is to know now, if there is a guide.
    fn turn_guide(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.turn(self.host.table());
        }
    }

    /// Something has ended, and the person decides what to do now.
    fn end(&mut self, ending: Ending) -> bool {
        let words = match ending {
            Ending::Finished => "The tournament is over.",
            Ending::Saved => "The game is saved.",
        };
        self.caption.ask(self.farewell.as_deref().unwrap_or(words));
        self.mode = Mode::ended(ending);
        self.wanted = None;
        self.stage.stop_hurrying();
        self.turn_guide();
        false
    }

    /// Lets an entry happen. A refusal changes nothing. If the journal can't be written, the game goes on without it.
    fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        self.apply_at(self.table().revision(), entry)
    }

    /// The same for an entry that is meant for this revision.
    fn apply_at(&mut self, revision: u64, entry: &Entry) -> Result<(), Refusal> {
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
        self.jobs.forget_decision();
        self.bar.forget();
        // What comes after one of these doesn't follow from the board in sight, so nothing moves.
        let jumps =
            events.iter().any(|event| matches!(event, Event::TakenBack | Event::Redone | Event::Corrected { .. }));
        if jumps {
            self.stage.rewind(self.host.table());
        }
        self.show(&events);
        if jumps {
            for step in self.stage.finish() {
                self.tell(step);
            }
            self.stage.rewind(self.host.table());
        }
        Ok(())
    }

    pub(super) fn lose_journal(&mut self, why: &str) {
        self.lost_journal = self.host.journal_name().cloned();
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

    /// Answers the question that is open. Tells whether the answer was taken.
    pub(super) fn answer(&mut self, answer: Answer) -> bool {
        let question = self.mode.question().expect("an answer comes from a question");
        let entry = Entry::decision(question.seat, answer);
        self.try_entry(&entry)
    }

    /// Takes back the last decision of a person. If the computer is thinking, that stops, because its turn is gone.
    pub(super) fn undo(&mut self) {
        self.try_entry(&Entry::Undo);
    }

    /// Whether the game has just been saved, and nothing has happened since.
    pub(crate) fn is_saved(&self) -> bool {
        self.just_saved || matches!(self.mode, Mode::Ended(Ending::Saved, _))
    }

    /// Goes on after a save.
    pub(crate) fn go_on_playing(&mut self) {
        self.mode = Mode::Running;
    }

    /// Asks for the value of the position, if it is to be shown.
    pub(super) fn weigh(&mut self) {
        if self.bar.is_on()
            && let Some((seat, job)) = self.host.value_job()
        {
            let ticket = self.jobs.start(Work::Weigh(seat, job));
            self.bar.ask(ticket);
        }
    }

    /// Asks the engine for advice, or shows more of it, or no more.
    pub(super) fn ask_for_help(&mut self) {
        if !self.help.next() {
            return;
        }
        if !self.mode.question().is_some_and(|question| help_is_offered(&question.ask)) {
            self.caption.note("Help is for your own turns.");
            return;
        }
        self.help = match self.host.help_job() {
            Some(job) => HelpPanel::Asked(self.jobs.start(Work::Advise(job))),
            None if self.table().standing().is_none() => HelpPanel::Words(Advice::no_board()),
            None => HelpPanel::Words(Advice::nothing()),
        };
    }

    /// Takes what came of a job. A result that isn't wanted any more is dropped.
    pub(crate) fn job_done(&mut self, result: JobResult) {
        if self.jobs.take_decision(&result) {
            let failure = match result.outcome {
                JobOutcome::Decided { revision, entry } => {
                    self.apply_at(revision, &entry).err().map(|refusal| refusal.to_string())
                }
                JobOutcome::Failed(why) => Some(why),
                JobOutcome::Advised(_) | JobOutcome::Weighed(_) | JobOutcome::Stopped => {
                    unreachable!("a decision was asked for and is still waited for")
                }
            };
            if let Some(why) = failure {
                self.fail(&why);
            }
        } else if let Some(taken) = self.help.take(&result) {
            if let Err(why) = taken {
                self.caption.note(format!("There is no advice, because the computer player has failed: {why}"));
            }
        } else {
            self.bar.take(&result);
        }
    }

    /// The computer player couldn't decide. Asking it again at once might never end, and a person must not decide for
    /// it, so the person chooses what to do.
    fn fail(&mut self, why: &str) {
        let failure = FailedOpponent::new(why);
        self.log.note(Role::Wrong, &failure.words());
        self.caption.ask(failure.words());
        self.mode = Mode::Failed(failure);
        self.stage.stop_hurrying();
    }

    /// A name for a save that no file has yet.
    pub(super) fn proposed_file_name(&self) -> String {
        let game = self.game().to_string().to_lowercase();
        let free = (1..1000).map(|number| format!("{game}-{number}.txt")).find(|name| !Path::new(name).exists());
        free.unwrap_or(format!("{game}.txt"))
    }

    /// Writes the game as it stands to a new file. The table doesn't take part in this.
    pub(super) fn save_copy(&self, name: &str) -> Result<(), String> {
        self.host.save_copy(&self.paths.resolve(name))
    }
}
