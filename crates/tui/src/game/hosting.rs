//! Everything that the game screen asks of its host: what happens next, entries, saves, and work for the engine.

use std::path::Path;
use std::time::Duration;

use parlor_host::{Next, any_seed, save_to_disk};
use parlor_saves::Dialect;
use parlor_saves::disk::{Existing, write_file};
use parlor_table::{Answer, Ask, Ending, Entry, Event, MenuItem, Need, Question, Refusal, Setup};
use parlor_view::{Chooser, coin_prompt, help_is_offered, menu_can_be_skipped, prompt, throw_prompt};

use super::GameScreen;
use super::failure::Failure;
use super::help::Help;
use super::mode::{Asked, Asking, Mode};
use crate::job::{JobKind, JobOutcome, JobResult};
use crate::paths::Paths;
use crate::text_input::TextInput;
use crate::theme::Role;

impl GameScreen {
    /// The journal's name, if the game is kept.
    pub(crate) fn journal_name(&self) -> Option<&str> {
        self.host.journal_name()
    }

    /// Whether the game can be played on.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.table().need(), Need::Nothing(_))
    }

    /// The setup with which a game that was just saved is played on.
    pub(crate) fn setup_after_save(&self) -> Option<Setup> {
        let text = self.saving.text.as_ref()?;
        let save = parlor_saves::read(text, None).expect("a save that was written can be read");
        let queue = self.table().queue_left().iter().filter(|throw| !throw.of_save).copied().collect();
        Some(Setup { seed: any_seed(), queue, ..self.setup().clone() }.resuming(&save, text))
    }

    /// Lets the next thing happen; `false` if the table waits for a person or the engine.
    pub(super) fn play_on(&mut self, now: Duration) -> bool {
        match self.host.next() {
            Next::Chance(entry) => self.apply(&entry).expect("the table asked for these dice"),
            Next::Think(thinking) => {
                self.caption.say(format!("{} thinks", self.names.label(thinking.question.seat)));
                self.jobs.decide(thinking, now);
                self.weigh();
                return false;
            }
            Next::Person => match self.table().need() {
                Need::Save { name, text } => self.save(name, text),
                Need::Answer(question) => match self.menu_answer(&question) {
                    Some(item) => {
                        let entry = Entry::decision(question.seat, Answer::Menu(item));
                        self.apply(&entry).expect("the menu has this item");
                    }
                    None => return self.ask(Asked::Question(question)),
                },
                Need::Throw { seat, dice, .. } => return self.ask(Asked::Throw(seat, dice)),
                Need::Coin => return self.ask(Asked::Coin),
                Need::Nothing(ending) => return self.end(ending),
            },
        }
        true
    }

    fn save(&mut self, name: String, text: String) {
        let entry = save_to_disk(&name, &text);
        self.saving.text = Some(text);
        self.apply(&entry).expect("the table waits for word of its save");
        if let Entry::NotSaved(why) = entry {
            // The same question is asked again, with the name to be corrected.
            self.caption.note_later(format!("Not saved: {why}"));
            self.saving.refused_name = Some(name);
            self.wanted = Some(MenuItem::Save);
        }
    }

    /// The answer to a menu that isn't shown, or `None` if it is.
    fn menu_answer(&mut self, question: &Question) -> Option<MenuItem> {
        let fits = |item: &MenuItem| question.ask.accepts(&Answer::Menu(*item)).is_ok();
        // Before it is anybody's turn there is no round to give up.
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
                let refused = self.saving.refused_name.take_if(|_| question.ask == Ask::FileName);
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
        self.weigh();
        false
    }

    /// The table is closed, and the person decides what to do now.
    fn end(&mut self, ending: Ending) -> bool {
        let words = match ending {
            Ending::Finished => "The tournament is over.",
            Ending::Saved => "The game is saved.",
        };
        self.caption.ask(self.farewell.as_deref().unwrap_or(words));
        self.mode = Mode::ended(ending);
        self.wanted = None;
        self.stage.stop_hurrying();
        false
    }

    /// Lets an entry happen. A refusal changes nothing.
    fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let events = self.host.apply(entry)?;
        self.mode = Mode::Running;
        self.help = Help::Off;
        self.jobs.forget_decision();
        self.bar.forget();
        if events.contains(&Event::TakenBack) {
            self.stage.rewind(self.host.table());
        }
        self.show(&events);
        Ok(())
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

    /// Takes back the last decision of a person. A computer that is thinking thinks about a turn that won't be.
    pub(super) fn undo(&mut self) {
        self.try_entry(&Entry::Undo);
    }

    /// Says once that the journal can't be written any more.
    pub(super) fn note_journal_trouble(&mut self) {
        if let Some(trouble) = self.host.trouble() {
            self.log.note(Role::Wrong, &format!("The journal can't be written any more: {trouble}"));
            self.log
                .note(Role::Wrong, "The game goes on, but it won't survive the end of the program unless you save it.");
        }
    }

    /// Asks for the value of the position, if it is to be shown.
    pub(super) fn weigh(&mut self) {
        if self.bar.is_on()
            && let Need::Answer(question) = self.table().need()
        {
            let ticket = self.jobs.start(JobKind::Weigh, self.host.helper(&question));
            self.bar.ask(ticket);
        }
    }

    /// Asks the engine for advice, or shows more of it, or no more.
    pub(super) fn ask_for_help(&mut self) {
        if !self.help.next() {
            return;
        }
        match self.mode.question().filter(|question| help_is_offered(&question.ask)) {
            Some(question) => {
                let thinking = self.host.helper(question);
                self.help = Help::Asked(self.jobs.start(JobKind::Advise, thinking));
            }
            None => self.caption.note("Help is for your own turns."),
        }
    }

    /// Takes what came of a job. A result that isn't wanted any more is dropped.
    pub(crate) fn job_done(&mut self, result: JobResult) {
        if self.jobs.take_decision(&result) {
            let failure = match result.outcome {
                JobOutcome::Decided(entry) => self.apply(&entry).err().map(|refusal| refusal.to_string()),
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
        let failure = Failure::new(why);
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
        let standing = self.table().standing().ok_or("there is no board yet")?;
        let text = parlor_saves::write(&standing, Dialect::Text).text;
        let file = Paths::new("").resolve(name);
        write_file(&file, text.as_bytes(), Existing::Keep).map_err(|error| error.to_string())
    }
}
