//! Questions to a person, with the result and the guide beside them.

use parlor_review::NotReviewed;
use parlor_rules::Game;
use parlor_table::{Answer, Ask, Entry, MenuItem, MenuKind, Next, Question};
use parlor_view::{Chooser, Scoreboard, coin_prompt, prompt, throw_prompt};

use super::GameScreen;
use super::analysis::ScreenPurpose;
use super::mode::{Asking, Ending, Mode};
use super::result::ResultPanel;
use crate::kit::Scroll;
use crate::text_input::TextInput;

impl GameScreen {
    /// The automatic answer to a menu that isn't shown; `None` if the menu is shown.
    pub(super) fn menu_answer(&mut self, question: &Question) -> Option<Entry> {
        let entry = |item| Entry::decision(question.seat, Answer::Menu(item));
        let fits = |item: &MenuItem| question.ask.accepts(&Answer::Menu(*item)).is_ok();
        // Giving up isn't possible before the first turn. In Congkak and Kono it needs a confirmation.
        let begun = !matches!(&question.ask, Ask::Menu { turn: None, .. });
        let at_once = |item: &MenuItem| *item == MenuItem::Save || (begun && self.game() == Game::Canoga);
        if let Some(item) = self.turn.wanted.filter(fits).filter(at_once) {
            self.turn.wanted = None;
            return Some(entry(item));
        }
        if let Some(choice) = self.next_of_plan(question) {
            return Some(Entry::decision(question.seat, choice));
        }
        let Ask::Menu { before, turn, .. } = question.ask else { return None };
        // The game can be saved before its first dice are thrown. A guided round goes straight to its first choice.
        let stops = before == MenuKind::FirstDice && self.setup().has_people() && self.panels.guide.is_none();
        (!stops && self.table().menu_can_be_skipped(before, turn)).then(|| entry(MenuItem::Play))
    }

    /// Asks a person, and waits for the answer.
    pub(super) fn ask(&mut self, next: Next) -> bool {
        let game = self.game();
        let (words, chooser, line) = match &next {
            Next::Ask(question) => {
                let refused = self.saving.refused_name.take_if(|_| question.ask == Ask::FileName);
                let line = (question.ask == Ask::FileName).then(|| match refused {
                    Some(refused) => TextInput::new(&refused),
                    None => TextInput::proposing(&self.proposed_file_name()),
                });
                (self.asked_words(question), Chooser::of(question, game), line)
            }
            Next::Throw { seat, dice, .. } => {
                (throw_prompt(*seat, *dice, &self.session.names).to_string(), None, Some(TextInput::default()))
            }
            Next::Toss => (coin_prompt().to_string(), Some(Chooser::coin_by_hand()), None),
            Next::Save { .. } | Next::Over => unreachable!("a person is asked nothing here"),
        };
        self.caption.ask(words);
        let asking = Asking { next, corrects: false, chooser };
        self.mode = match line {
            Some(line) => Mode::Typing(asking, line),
            None => Mode::Choosing(asking),
        };
        self.stage.hurry = false;
        self.turn.just_asked = true;
        self.find_available_commands();
        self.find_result();
        self.turn_guide();
        self.ask_for_value();
        // If a player asked to give up during the other player's turn, the confirmation is shown now, with the numbers.
        if self.turn.wanted == Some(MenuItem::Quit) && self.accepts(MenuItem::Quit) {
            self.turn.wanted = None;
            self.ask_to_give_up();
        }
        false
    }

    /// A question in words. The keys at the bottom explain how to type the answer, and the screen marks the possible
    /// choices.
    pub(super) fn asked_words(&self, question: &Question) -> String {
        let words = prompt(question, &self.session.names);
        match (&question.ask, Chooser::of(question, self.game())) {
            // The board or the buttons show the answers. Esc returns to the previous state.
            (Ask::Decide(_), Some(Chooser::Squares(_) | Chooser::Pit(_) | Chooser::Step(_)))
            | (Ask::Another | Ask::FileName, _) => words.question,
            _ => words.to_string(),
        }
    }

    pub(super) fn accepts(&self, item: MenuItem) -> bool {
        self.mode.question().is_some_and(|question| question.ask.accepts(&Answer::Menu(item)).is_ok())
    }

    /// Computes the result panel if a round or the tournament has just ended.
    pub(super) fn find_result(&mut self) {
        let over = matches!(self.mode, Mode::Ended(Ending::Finished, _));
        let ended = self.is_at_an_end();
        self.turn.can.review =
            ended && self.session.purpose == ScreenPurpose::Game && NotReviewed::at_one_screen(self.table()).is_none();
        self.panels.result = ended
            .then(|| ResultPanel { board: Scoreboard::of(self.table(), &self.session.names), over })
            .filter(|result| !result.board.rounds.is_empty());
    }

    /// Updates the guide, if there is one.
    pub(super) fn turn_guide(&mut self) {
        if let Some(guide) = &mut self.panels.guide {
            *guide = parlor_view::guide(self.session.host.table());
            self.panels.scroll = Scroll::default();
        }
    }

    /// Asks what to do at the end of a game or after a save.
    pub(super) fn end(&mut self, ending: Ending) -> bool {
        let words = match ending {
            Ending::Finished => "The tournament is over.",
            Ending::Saved => "The game is saved.",
        };
        // The caption has one row. The log shows the other lines.
        let farewell = self.saving.farewell.as_deref().and_then(|words| words.lines().next());
        self.caption.ask(farewell.unwrap_or(words));
        self.mode = Mode::Running;
        self.find_available_commands();
        self.mode = Mode::ended(ending, self.session.purpose, self.turn.can.undo);
        self.turn.wanted = None;
        self.stage.hurry = false;
        self.turn.just_asked = true;
        self.find_result();
        self.turn_guide();
        false
    }
}
