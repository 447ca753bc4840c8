//! A line that is typed on the game screen, as line mode takes it.

use parlor_table::{Answer, Ask, MenuItem, Next};
use parlor_view::typed::{self, Typed};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::GameScreen;
use super::mode::{Asking, Mode};
use super::overlay::Overlay;
use crate::how::How;
use crate::screen::Request;
use crate::text_input::TextInput;

impl GameScreen {
    /// Opens a line, if something is asked that can be typed.
    pub(super) fn type_line(&mut self, text: &str) {
        let typed = |asking: &Asking| !asking.corrects && asking.next != Next::Toss;
        if self.mode.asking().is_some_and(typed) {
            self.mode.start_typing(text);
        } else {
            self.caption.note("Nothing is asked now that could be typed.");
        }
    }

    /// A key while a line is open.
    pub(super) fn key_in_line(&mut self, key: KeyEvent) -> Request {
        let asks_file = self.mode.asks_for_file();
        let input = self.mode.input_mut().expect("a line is open");
        match key.code {
            KeyCode::Esc => self.close_line(),
            KeyCode::Backspace if input.text().is_empty() && !asks_file => self.mode.stop_typing(),
            KeyCode::Enter => {
                let line = input.text().trim().to_owned();
                return self.read_line(&line);
            }
            KeyCode::Tab if asks_file => *input = TextInput::new(&self.saving.paths.complete(input.text()).common),
            _ => {
                input.key(key);
            }
        }
        Request::Stay
    }

    /// Closes the line. A save that was asked for is off then, and so is a correction.
    pub(super) fn close_line(&mut self) {
        let asks_file = self.mode.asks_for_file();
        match &mut self.mode {
            // What the table waits for is asked again.
            Mode::Typing(Asking { corrects: true, .. }, _) => self.mode = Mode::Running,
            Mode::Typing(..) if asks_file => {
                self.answer(Answer::Cancel);
            }
            mode => mode.stop_typing(),
        }
    }

    fn read_line(&mut self, line: &str) -> Request {
        match &self.mode {
            Mode::Naming(..) => {
                self.read_copy_name(line);
                Request::Stay
            }
            Mode::Typing(Asking { next: Next::Ask(question), .. }, _) => {
                let ask = question.ask.clone();
                self.read_answer(line, &ask)
            }
            Mode::Typing(asking, _) => self.read_throw(line, asking.corrects),
            _ => unreachable!("no line is open"),
        }
    }

    /// An answer to a question, or a command. What can't be understood stays open to be corrected, and so does the
    /// name of a file.
    fn read_answer(&mut self, line: &str, ask: &Ask) -> Request {
        if *ask != Ask::FileName && self.read_command(line) {
            return Request::Stay;
        }
        let read = typed::read(line, ask);
        if *ask != Ask::FileName && !matches!(read, Typed::Unclear(_)) {
            self.mode.stop_typing();
        }
        match read {
            // Giving up is asked about once, however it is asked for.
            Typed::Answer(Answer::Menu(MenuItem::Quit)) => self.ask_to_give_up(),
            Typed::Answer(Answer::File(name)) => self.take_file_name(&name),
            Typed::Answer(answer) => {
                self.answer(answer);
            }
            Typed::Help => self.ask_for_help(),
            Typed::Undo => self.undo(),
            Typed::Rules => self.overlay = Some(Overlay::Rules(How::new(self.game()))),
            Typed::Hint => self.overlay = Some(Overlay::Keys),
            Typed::Leave => return Request::Quit,
            Typed::Extra(extra) => {
                if let Some(entry) = self.mode.question().and_then(|question| extra.entry(question.seat)) {
                    self.try_entry(&entry);
                }
            }
            Typed::Unclear(why) => self.caption.note(format!("No: {why}.")),
        }
        Request::Stay
    }

    /// Words that mean the same at every question; `false` if the line is something else.
    fn read_command(&mut self, line: &str) -> bool {
        let does: fn(&mut GameScreen) = match line.to_lowercase().as_str() {
            "redo" => GameScreen::redo,
            "call" | "offer" => GameScreen::offer_to_call,
            "correct" => GameScreen::ask_for_correction,
            "save" => GameScreen::want_to_save,
            "quit" | "give up" => GameScreen::ask_to_give_up,
            _ => return false,
        };
        self.mode.stop_typing();
        does(self);
        true
    }
}
