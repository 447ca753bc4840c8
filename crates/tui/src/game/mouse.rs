//! What the mouse does on the game screen.

use parlor_view::{Chooser, Reaction};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::GameScreen;
use super::choice_row::ChoiceRow;
use super::mode::Mode;
use super::overlay::Overlay;
use crate::board;
use crate::screen::{Request, Screen};

/// How much of the title, at its right end, opens the list of keys.
const KEYS_IN_TITLE: u16 = 8;

impl GameScreen {
    pub(super) fn take_click(&mut self, at: Position, area: Rect) -> Request {
        self.caption.notice = None;
        let parts = self.parts(area);
        let is_keys_word = parts.title.contains(at) && at.x + KEYS_IN_TITLE >= area.right();
        match &mut self.overlay {
            Some(Overlay::Rules(how)) => how.click(at, area),
            Some(_) => self.click_in_overlay(at, area),
            None if is_keys_word => self.take_key(KeyCode::Char('?').into()),
            None => self.click_on_table(at, area),
        }
    }

    fn click_on_table(&mut self, at: Position, area: Rect) -> Request {
        if self.tutoring.holds() {
            return Request::Stay;
        }
        // What moves is skipped with the key that is shown, or a click on it.
        if self.stage.is_moving() {
            return Request::Stay;
        }
        let parts = self.parts(area);
        if let Some(button) = ChoiceRow::of(&self.mode).hit(at, parts.choice) {
            return self.click_button(button);
        }
        let Some(scene) = &self.stage.scene else { return Request::Stay };
        let spots = board::spots(&scene.board.layout, parts.board);
        let Some((spot, _)) = spots.into_iter().find(|(_, place)| place.contains(at)) else { return Request::Stay };
        match self.mode.chooser_mut().map(|chooser| chooser.click(spot)) {
            Some(Reaction::Chosen(action)) => return self.act(action),
            Some(Reaction::Moved) => {
                // A choice on the board replaces the line that was being typed.
                self.mode.stop_typing();
                // A click plays as soon as the sum is right, as Enter does.
                let complete = |chooser: &Chooser| match chooser {
                    Chooser::Squares(squares) => squares.complete().is_some(),
                    _ => false,
                };
                if self.mode.chooser().is_some_and(complete)
                    && let Some(Reaction::Chosen(action)) = self.mode.chooser_mut().map(Chooser::enter)
                {
                    return self.act(action);
                }
            }
            Some(Reaction::Ignored) | None if self.mode.asking().is_some() || matches!(self.mode, Mode::Ended(..)) => {
                self.say_why_not(spot);
            }
            Some(Reaction::Ignored) | None => {}
        }
        Request::Stay
    }

    /// The button with this number, counted from 0, in the row below the question.
    fn click_button(&mut self, button: usize) -> Request {
        match &mut self.mode {
            Mode::Choosing(_) => {
                let chooser = self.mode.chooser_mut().expect("what can be clicked belongs to a chooser");
                let reaction = match chooser {
                    Chooser::Buttons(_) => chooser.number(button + 1),
                    _ => chooser.enter(),
                };
                if let Reaction::Chosen(action) = reaction { self.act(action) } else { Request::Stay }
            }
            mode => match mode.menu_mut().and_then(|menu| menu.number(button + 1)) {
                Some(choice) => self.choose(choice),
                None => Request::Stay,
            },
        }
    }
}
