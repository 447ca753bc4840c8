//! A line that is typed on the game screen, as line mode takes it.

use parlor_table::{Answer, Ask, Entry};
use parlor_view::typed::{self, Typed};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::mode::{Asked, Mode};
use super::overlay::Overlay;
use super::{After, GameScreen};
use crate::how::How;
use crate::text_input::TextInput;

impl GameScreen {
    /// Opens a line, if something is asked that can be typed.
    pub(super) fn type_line(&mut self, text: &str) {
        match self.mode.asking().map(|asking| &asking.asked) {
            Some(Asked::Question(_) | Asked::Throw(..)) => self.mode.start_typing(text),
            Some(Asked::Coin) | None => self.caption.note("Nothing is asked now."),
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

    /// Closes the line. A save that was asked for is off then.
    fn close_line(&mut self) {
        let asks_file = self.mode.asks_for_file();
        match &mut self.mode {
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
                Asked::Throw(..) => self.read_throw(line),
                Asked::Question(question) => self.read_answer(line, &question.ask),
                Asked::Coin => unreachable!("what a coin shows is chosen"),
            },
            Mode::Running | Mode::Choosing(_) | Mode::Ended(..) => unreachable!("no line is open"),
        }
    }

    /// The name of a file for a copy of the game.
    fn read_copy_name(&mut self, name: &str) {
        if name.is_empty() {
            self.caption.note("A file needs a name; Esc goes back.");
            return;
        }
        match self.save_copy(name) {
            Ok(()) => {
                self.caption.note(format!("A copy is saved in {name}."));
                self.close_line();
            }
            Err(why) => self.caption.note(format!("Not saved: {why}")),
        }
    }

    /// What real dice show.
    fn read_throw(&mut self, line: &str) -> After {
        match line {
            "undo" => self.undo(),
            "leave" | "quit" => return After::Leave,
            _ => match typed::throw(line) {
                Ok(throw) => {
                    self.try_entry(&Entry::Throw { throw, queued: false });
                }
                Err(why) => self.caption.note(format!("No: {why}.")),
            },
        }
        // What was refused is typed again from the start.
        if let Mode::Typing(_, input) = &mut self.mode {
            *input = TextInput::default();
        }
        After::Stay
    }

    /// An answer to a question, or a command. What can't be understood stays open to be corrected, and so does the
    /// name of a file.
    fn read_answer(&mut self, line: &str, ask: &Ask) -> After {
        let read = typed::read(line, ask);
        if *ask != Ask::FileName && !matches!(read, Typed::Unclear(_)) {
            self.mode.stop_typing();
        }
        match read {
            Typed::Answer(answer) => {
                self.answer(answer);
            }
            Typed::Help => self.ask_for_help(),
            Typed::Undo => self.undo(),
            Typed::Rules => self.overlay = Some(Overlay::Rules(How::new(self.game()))),
            Typed::Hint => self.overlay = Some(Overlay::Keys),
            Typed::Leave => return After::Leave,
            Typed::Unclear(why) => self.caption.note(format!("No: {why}.")),
        }
        After::Stay
    }
}
