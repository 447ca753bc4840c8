//! A line that is typed on the game screen, as line mode takes it.

use parlor_table::{Answer, Ask, MenuItem};
use parlor_view::typed::{self, Typed};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::mode::{Asked, Asking, Mode};
use super::overlay::Overlay;
use super::{After, GameScreen};
use crate::how::How;
use crate::text_input::TextInput;

impl GameScreen {
    /// Opens a line, if something is asked that can be typed.
    pub(super) fn type_line(&mut self, text: &str) {
        match self.mode.asking().map(|asking| &asking.asked) {
            Some(Asked::Question(_) | Asked::Throw(..)) => self.mode.start_typing(text),
            Some(Asked::Coin | Asked::Correction(..)) | None => {
                self.caption.note("Nothing is asked now that could be typed.");
            }
        }
    }

    /// A key while a line is open.
    pub(super) fn key_in_line(&mut self, key: KeyEvent) -> After {
        let asks_file = self.mode.asks_for_file();
        let input = self.mode.input_mut().expect("a line is open");
        match key.code {
            KeyCode::Esc => self.close_line(),
            KeyCode::Backspace if input.text().is_empty() && !asks_file => self.mode.stop_typing(),
            KeyCode::Enter => {
                let line = input.text().trim().to_owned();
                return self.read_line(&line);
            }
            KeyCode::Tab if asks_file => *input = TextInput::new(&self.paths.complete(input.text()).common),
            _ => {
                input.key(key);
            }
        }
        After::Stay
    }

    /// Closes the line. A save that was asked for is off then, and so is a correction.
    pub(super) fn close_line(&mut self) {
        let asks_file = self.mode.asks_for_file();
        match &mut self.mode {
            // What the table waits for is asked again.
            Mode::Typing(Asking { asked: Asked::Correction(..), .. }, _) => self.mode = Mode::Running,
            Mode::Failed(failure) => failure.close_file_name(),
            Mode::Typing(..) if asks_file => {
                self.answer(Answer::Cancel);
            }
            mode => mode.stop_typing(),
        }
    }

    /// Text that is pasted goes where text is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(input) = self.mode.input_mut() {
            input.insert(text);
        }
    }

    fn read_line(&mut self, line: &str) -> After {
        match &self.mode {
            Mode::Failed(_) => {
                self.read_copy_name(line);
                After::Stay
            }
            Mode::Typing(asking, _) => match asking.asked.clone() {
                Asked::Throw(..) => self.read_throw(line, false),
                Asked::Correction(..) => self.read_throw(line, true),
                Asked::Question(question) => self.read_answer(line, &question.ask),
                Asked::Coin => unreachable!("what a coin shows is chosen"),
            },
            Mode::Running | Mode::Choosing(_) | Mode::Ended(..) | Mode::Replying(..) => unreachable!("no line is open"),
        }
    }

    /// An answer to a question, or a command. What can't be understood stays open to be corrected, and so does the
    /// name of a file.
    fn read_answer(&mut self, line: &str, ask: &Ask) -> After {
        if *ask != Ask::FileName && self.read_command(line) {
            return After::Stay;
        }
        let read = typed::read(line, ask);
        if *ask != Ask::FileName && !matches!(read, Typed::Unclear(_)) {
            self.mode.stop_typing();
        }
        match read {
            Typed::Answer(Answer::Menu(MenuItem::Quit)) if self.is_analysis => return After::Back,
            // Giving up is asked about once, however it is asked for.
            Typed::Answer(Answer::Menu(MenuItem::Quit)) => self.open_quit_box(),
            Typed::Answer(Answer::File(name)) => self.take_file_name(&name),
            Typed::Answer(answer) => {
                self.answer(answer);
            }
            Typed::Help => self.ask_for_help(),
            Typed::Undo => self.undo(),
            Typed::Rules => self.overlay = Some(Overlay::Rules(How::new(self.game()))),
            Typed::Hint => self.overlay = Some(Overlay::Keys),
            Typed::Leave => return After::Leave,
            Typed::Extra(extra) => {
                if let Some(entry) = self.mode.question().and_then(|question| extra.entry(question.seat)) {
                    self.try_entry(&entry);
                }
            }
            Typed::Unclear(why) => self.caption.note(format!("No: {why}.")),
        }
        After::Stay
    }

    /// Words that mean the same at every question; `false` if the line is something else.
    fn read_command(&mut self, line: &str) -> bool {
        let does: fn(&mut GameScreen) = match line.to_lowercase().as_str() {
            "redo" => GameScreen::redo,
            "call" | "offer" => GameScreen::offer_to_call,
            "correct" => GameScreen::ask_for_correction,
            "save" => GameScreen::want_to_save,
            "quit" | "give up" => GameScreen::open_quit_box,
            _ => return false,
        };
        self.mode.stop_typing();
        does(self);
        true
    }
}
