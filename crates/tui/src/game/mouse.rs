//! What the mouse does on the game screen.

use parlor_view::{Chooser, Reaction};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::choice_row::ChoiceRow;
use super::mode::Mode;
use super::overlay::Overlay;
use super::{After, GameScreen};
use crate::app::Looks;
use crate::board;

/// How much of the title, at its right end, opens the list of keys.
const KEYS_IN_TITLE: u16 = 8;

impl GameScreen {
    /// Takes a click, or a turn of the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect, looks: &mut Looks) -> After {
        self.advice = looks.advice;
        if let Some(Overlay::Rules(how)) = &mut self.overlay {
            how.mouse(event, area);
            return After::Stay;
        }
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll(3),
            MouseEventKind::ScrollDown => self.scroll(-3),
            MouseEventKind::Down(MouseButton::Left) => {
                self.caption.clear_notice();
                let at = Position::new(event.column, event.row);
                return match self.key_at(at, area) {
                    Some(code) => self.key(code.into(), looks),
                    None => self.click(at, area, looks),
                };
            }
            _ => {}
        }
        After::Stay
    }

    /// The key whose name was clicked.
    fn key_at(&self, at: Position, area: Rect) -> Option<KeyCode> {
        let parts = self.parts(area);
        if parts.title.contains(at) && at.x + KEYS_IN_TITLE >= area.right() && self.overlay.is_none() {
            return Some(KeyCode::Char('?'));
        }
        self.line_key_at(at, parts.keys)
    }

    fn click(&mut self, at: Position, area: Rect, looks: &mut Looks) -> After {
        if self.overlay.is_some() {
            return self.click_in_overlay(at, area, looks);
        }
        if self.tutoring.holds() {
            return After::Stay;
        }
        // What moves is skipped with the key that is shown, or a click on it.
        if self.stage.is_moving() {
            return After::Stay;
        }
        let parts = self.parts(area);
        if let Some(button) = ChoiceRow::of(&self.mode).hit(at, parts.choice) {
            return self.click_button(button);
        }
        let Some(scene) = self.stage.scene() else { return After::Stay };
        let spots = board::spots(&scene.board.layout, parts.board);
        let Some((spot, _)) = spots.into_iter().find(|(_, place)| place.contains(at)) else { return After::Stay };
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
        After::Stay
    }

    /// The button with this number, counted from 0, in the row below the question.
    fn click_button(&mut self, button: usize) -> After {
        match &mut self.mode {
            Mode::Choosing(_) => {
                let chooser = self.mode.chooser_mut().expect("what can be clicked belongs to a chooser");
                let reaction = match chooser {
                    Chooser::Buttons(_) => chooser.number(button + 1),
                    _ => chooser.enter(),
                };
                if let Reaction::Chosen(action) = reaction { self.act(action) } else { After::Stay }
            }
            Mode::Failed(failure) => match failure.buttons.number(button + 1) {
                Some(remedy) => self.remedy(remedy),
                None => After::Stay,
            },
            Mode::Ended(_, buttons) => match buttons.number(button + 1) {
                Some(wish) => self.do_at_end(wish),
                None => After::Stay,
            },
            Mode::Replying(seat, buttons) => {
                let seat = *seat;
                if let Some(accepts) = buttons.number(button + 1) {
                    self.reply(seat, accepts);
                }
                After::Stay
            }
            Mode::Running | Mode::Typing(..) => After::Stay,
        }
    }
}
