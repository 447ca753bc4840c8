//! What a person is asked, and what they are told with it.

use parlor_rules::Game;
use parlor_table::{Answer, Ask, MenuItem, Question};
use parlor_view::{Chooser, Scoreboard, coin_prompt, menu_can_be_skipped, prompt, throw_prompt};

use super::GameScreen;
use super::mode::{Asked, Asking, Ending, Mode};
use super::result::ResultPanel;
use crate::text_input::TextInput;

impl GameScreen {
    /// The answer to a menu that isn't shown, or `None` if it is.
    pub(super) fn menu_answer(&mut self, question: &Question) -> Option<MenuItem> {
        let fits = |item: &MenuItem| question.ask.accepts(&Answer::Menu(*item)).is_ok();
        // Before the first turn there is no round to give up, and in Congkak and Kono it is asked about first.
        let begun = !matches!(&question.ask, Ask::Menu { turn: None, .. });
        let at_once = |item: &MenuItem| *item == MenuItem::Save || (begun && self.game() == Game::Canoga);
        if let Some(item) = self.wanted.filter(fits).filter(at_once) {
            self.wanted = None;
            return Some(item);
        }
        let Ask::Menu { before, turn, .. } = question.ask else { return None };
        menu_can_be_skipped(self.table(), before, turn).then_some(MenuItem::Play)
    }

    /// Asks a person, who is now waited for.
    pub(super) fn ask(&mut self, asked: Asked) -> bool {
        let game = self.game();
        let (words, chooser, line) = match &asked {
            Asked::Question(question) => {
                let refused = self.refused_name.take_if(|_| question.ask == Ask::FileName);
                let line = (question.ask == Ask::FileName).then(|| match refused {
                    Some(refused) => TextInput::new(&refused),
                    None => TextInput::proposing(&self.proposed_file_name()),
                });
                (self.asked_words(question), Chooser::of(question, game), line)
            }
            Asked::Throw(seat, dice) => {
                (throw_prompt(*seat, *dice, &self.names).to_string(), None, Some(TextInput::default()))
            }
            Asked::Coin => (coin_prompt().to_string(), Some(Chooser::coin_by_hand()), None),
            Asked::Correction(..) => unreachable!("the table never asks for a correction"),
        };
        self.caption.ask(words);
        let asking = Asking { asked, chooser };
        self.mode = match line {
            Some(line) => Mode::Typing(asking, line),
            None => Mode::Choosing(asking),
        };
        self.stage.stop_hurrying();
        self.just_asked = true;
        self.find_what_can_be_done();
        self.find_result();
        self.turn_guide();
        self.weigh();
        self.ask_about_giving_up();
        false
    }

    /// A question in words. How to type the answer is said where keys are explained, and the screen marks what can be
    /// chosen.
    pub(super) fn asked_words(&self, question: &Question) -> String {
        let words = prompt(question, &self.names);
        match &question.ask {
            Ask::Decide(_) | Ask::Another if Chooser::of(question, self.game()).is_some() => match words.hint {
                Some(hint) if hint.starts_with("Enter") || hint.starts_with("White") => {
                    format!("{} ({hint})", words.question)
                }
                _ => words.question,
            },
            // Esc goes back here.
            Ask::FileName => words.question,
            _ => words.to_string(),
        }
    }

    /// Somebody who wanted to give up during the other's turn is asked now, with the numbers.
    pub(super) fn ask_about_giving_up(&mut self) {
        let takes = |question: &Question| question.ask.accepts(&Answer::Menu(MenuItem::Quit)).is_ok();
        if self.wanted == Some(MenuItem::Quit) && self.mode.question().is_some_and(takes) {
            self.wanted = None;
            self.open_quit_box();
        }
    }

    /// Finds out how the round ended, where that is what somebody is asked about.
    pub(super) fn find_result(&mut self) {
        let between = self.mode.question().is_some_and(|question| question.ask == Ask::Another);
        let over = matches!(self.mode, Mode::Ended(Ending::Finished, _));
        self.result = (between || over)
            .then(|| ResultPanel::new(Scoreboard::of(self.table()), over))
            .filter(|result| !result.is_empty());
    }

    /// Lets the guide say what there is to know now, if there is a guide.
    pub(super) fn turn_guide(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.turn(self.host.table());
        }
    }

    /// Something has ended, and the person decides what to do now.
    pub(super) fn end(&mut self, ending: Ending) -> bool {
        let words = match ending {
            Ending::Finished => "The tournament is over.",
            Ending::Saved => "The game is saved.",
        };
        self.caption.ask(self.farewell.as_deref().unwrap_or(words));
        self.mode = Mode::Running;
        self.find_what_can_be_done();
        self.mode = if self.is_analysis { Mode::analysed(self.can.undo) } else { Mode::ended(ending, self.can.undo) };
        self.wanted = None;
        self.stage.stop_hurrying();
        self.just_asked = true;
        self.find_result();
        self.turn_guide();
        false
    }
}
