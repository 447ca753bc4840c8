//! What keys do on the game screen.

use parlor_table::{Answer, Ask, Entry, MenuItem};
use parlor_view::{Action, Arrow, ButtonKeys, Buttons, Chooser, Reaction, Replay, is_between_rounds};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::failure::Remedy;
use super::mode::Mode;
use super::overlay::{Overlay, QuitBox};
use super::{After, GameScreen};
use crate::how::How;
use crate::kit;
use crate::speed::Speed;

impl GameScreen {
    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent, speed: &mut Speed) -> After {
        self.caption.clear_notice();
        if self.overlay.is_some() {
            return self.key_in_overlay(key);
        }
        if self.mode.input().is_some() {
            return self.key_in_line(key);
        }
        if self.stage.is_moving() && matches!(key.code, KeyCode::Char(' ') | KeyCode::Enter | KeyCode::Esc) {
            self.stage.hurry();
            return After::Stay;
        }
        // Letters with Ctrl or Alt are not commands.
        if kit::pressed(key).is_none() {
            return After::Stay;
        }
        // Where buttons go by their first letters, those come first: h is heads when a coin is called.
        if let KeyCode::Char(letter) = key.code
            && self.letters_choose()
            && let Some(chooser) = self.mode.chooser_mut()
            && let Reaction::Chosen(action) = chooser.letter(letter)
        {
            return self.act(action);
        }
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Some(Overlay::Keys),
            KeyCode::Char('h') => self.ask_for_help(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.want(MenuItem::Save),
            KeyCode::Char('e') => {
                self.bar.toggle();
                self.weigh();
            }
            KeyCode::Char('r') => self.start_replay(),
            KeyCode::Char('i') => self.overlay = Some(Overlay::Rules(How::new(self.game()))),
            KeyCode::Char('+' | '=') => self.set_speed(speed, speed.faster()),
            KeyCode::Char('-' | '_') => self.set_speed(speed, speed.slower()),
            KeyCode::Char('q') => self.overlay = Some(Overlay::Quit(self.quit_box())),
            KeyCode::Char(':' | '/') => self.type_line(""),
            KeyCode::PageUp => self.scroll(5),
            KeyCode::PageDown => self.scroll(-5),
            KeyCode::End => self.log.follow(),
            code => return self.key_for_choice(code),
        }
        After::Stay
    }

    /// Scrolls up in the ranking if it is in sight, or else in the log and the guide. Only one of these is long where
    /// both are in sight.
    pub(super) fn scroll(&mut self, up: i16) {
        if !self.help.scroll_up(up) {
            self.log.scroll(up.into());
            if let Some(guide) = &mut self.guide {
                guide.scroll_up(up);
            }
        }
    }

    /// Whether the buttons go by their first letters.
    pub(super) fn letters_choose(&self) -> bool {
        matches!(self.mode.chooser(), Some(Chooser::Buttons(buttons)) if buttons.keys() == ButtonKeys::NumberOrLetter)
    }

    /// A key that isn't a command may choose something.
    fn key_for_choice(&mut self, code: KeyCode) -> After {
        let ignored = match &mut self.mode {
            Mode::Running | Mode::Typing(..) => false,
            Mode::Choosing(asking) => match (&mut asking.chooser, code) {
                (chooser, KeyCode::Char(digit @ '0'..='9')) if !takes_numbers(chooser.as_ref()) => {
                    self.mode.start_typing(digit.encode_utf8(&mut [0; 4]));
                    false
                }
                (Some(chooser), _) => match press(chooser, code) {
                    Reaction::Chosen(action) => return self.act(action),
                    Reaction::Moved => false,
                    Reaction::Ignored => true,
                },
                (None, _) => false,
            },
            Mode::Failed(failure) => match press_button(&mut failure.buttons, code) {
                Reaction::Chosen(remedy) => return self.remedy(remedy),
                reaction => reaction == Reaction::Ignored,
            },
            Mode::Ended(_, buttons) => match press_button(buttons, code) {
                Reaction::Chosen(after) => return after,
                reaction => reaction == Reaction::Ignored,
            },
        };
        if ignored && matches!(code, KeyCode::Char(letter) if letter != ' ') {
            self.caption.note("That key does nothing here; ? shows every key.");
        }
        After::Stay
    }

    /// Does what was chosen.
    pub(super) fn act(&mut self, action: Action) -> After {
        match action {
            // Giving up is asked about once more.
            Action::Answer(Answer::Menu(MenuItem::Quit)) => {
                self.overlay = Some(Overlay::Quit(self.quit_box().at_giving_up()));
            }
            Action::Answer(answer) => {
                self.answer(answer);
            }
            Action::Help => self.ask_for_help(),
            Action::Coin(coin) => {
                self.try_entry(&Entry::Coin(coin));
            }
        }
        After::Stay
    }

    /// Does something about a computer player that has failed.
    pub(super) fn remedy(&mut self, remedy: Remedy) -> After {
        let name = self.proposed_file_name();
        match (remedy, &mut self.mode) {
            (Remedy::Leave, _) => return After::Leave,
            (Remedy::TryAgain, mode) => *mode = Mode::Running,
            (Remedy::SaveCopy, Mode::Failed(failure)) => failure.ask_file_name(&name),
            (Remedy::SaveCopy, _) => unreachable!("only a failure offers a copy"),
        }
        After::Stay
    }

    fn set_speed(&mut self, speed: &mut Speed, to: Speed) {
        *speed = to;
        self.caption.note(format!("Speed: {}.", to.name()));
    }

    fn start_replay(&mut self) {
        for step in self.stage.finish() {
            self.tell(step);
        }
        match Replay::of_round(self.table()) {
            Some(replay) => self.overlay = Some(Overlay::Replay { replay, then_leave: false }),
            None => self.caption.note("Nothing has happened in this round yet."),
        }
    }

    /// Saves or gives up: now if the table takes it, or else at the next menu.
    pub(super) fn want(&mut self, item: MenuItem) {
        let what = if item == MenuItem::Quit { "given up" } else { "saved" };
        let now = self.mode.question().is_some_and(|question| question.ask.accepts(&Answer::Menu(item)).is_ok());
        if let Mode::Ended(..) = self.mode {
            self.caption.note("The table is closed.");
        } else if let (Mode::Failed(_), MenuItem::Save) = (&self.mode, item) {
            self.remedy(Remedy::SaveCopy);
        } else if now {
            self.wanted = None;
            self.answer(Answer::Menu(item));
        } else if !self.setup().has_people() {
            self.caption.note(format!("Between two programs nothing is {what}; {}, and q leaves.", self.kept_words()));
        } else if self.wanted == Some(item) {
            self.wanted = None;
            self.caption.note(format!("Then the game isn't {what}."));
        } else {
            self.wanted = Some(item);
            let later = format!("Between two turns the game will be {what}. (The same again takes that back.)");
            self.caption.note(later);
        }
    }

    /// The box that asks how to quit.
    fn quit_box(&self) -> QuitBox {
        let kept = if self.is_open() { self.kept_words() } else { "this tournament is over" };
        QuitBox::new(kept, self.can_give_up(), self.game())
    }

    /// Whether there is a round to give up.
    pub(super) fn can_give_up(&self) -> bool {
        match &self.mode {
            Mode::Ended(..) => false,
            mode => match mode.question() {
                Some(question) => !is_between_rounds(&question.ask) && question.ask != Ask::FileName,
                None => self.setup().has_people(),
            },
        }
    }
}

/// Whether digits choose something, rather than begin an answer that is typed.
fn takes_numbers(chooser: Option<&Chooser>) -> bool {
    matches!(chooser, Some(Chooser::Buttons(buttons)) if buttons.keys() != ButtonKeys::Typed)
}

fn press(chooser: &mut Chooser, code: KeyCode) -> Reaction<Action> {
    match code {
        KeyCode::Left => chooser.arrow(Arrow::Left),
        KeyCode::Right => chooser.arrow(Arrow::Right),
        KeyCode::Up => chooser.arrow(Arrow::Up),
        KeyCode::Down => chooser.arrow(Arrow::Down),
        KeyCode::Tab => chooser.cycle(false),
        KeyCode::BackTab => chooser.cycle(true),
        KeyCode::Enter => chooser.enter(),
        KeyCode::Char(' ') => chooser.toggle(),
        KeyCode::Esc | KeyCode::Backspace => chooser.back(),
        KeyCode::Char(digit @ '0'..='9') => chooser.number(digit as usize - '0' as usize),
        KeyCode::Char(letter) => chooser.letter(letter),
        _ => Reaction::Ignored,
    }
}

/// What a key does to a row of buttons.
pub(super) fn press_button<T: Clone>(buttons: &mut Buttons<T>, code: KeyCode) -> Reaction<T> {
    match code {
        KeyCode::Left | KeyCode::Up | KeyCode::BackTab => buttons.step(true),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => buttons.step(false),
        KeyCode::Enter => return buttons.enter(),
        KeyCode::Char(digit @ '0'..='9') => {
            return buttons.number(digit as usize - '0' as usize).map_or(Reaction::Ignored, Reaction::Chosen);
        }
        KeyCode::Char(letter) => return buttons.letter(letter).map_or(Reaction::Ignored, Reaction::Chosen),
        _ => return Reaction::Ignored,
    }
    Reaction::Moved
}
