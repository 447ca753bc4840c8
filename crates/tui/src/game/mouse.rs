//! What the mouse does on the game screen.

use parlor_view::{Chooser, Reaction};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::choice_row::ChoiceRow;
use super::mode::Mode;
use super::overlay::Overlay;
use super::{After, GameScreen};
use crate::board;
use crate::kit;
use crate::speed::Speed;
use crate::theme::Theme;

/// How much of the title, at its right end, opens the list of keys.
const KEYS_IN_TITLE: u16 = 8;

impl GameScreen {
    /// Takes a click, or a turn of the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect, speed: &mut Speed) -> After {
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
                    Some(code) => self.key(code.into(), speed),
                    None => self.click(at, area),
                };
            }
            _ => {}
        }
        After::Stay
    }

    /// The key whose name was clicked.
    fn key_at(&self, at: Position, area: Rect) -> Option<KeyCode> {
        if matches!(self.overlay, Some(Overlay::Keys | Overlay::Damage(_) | Overlay::Quit(_))) {
            return None;
        }
        let parts = self.parts(area);
        if parts.title.contains(at) && at.x + KEYS_IN_TITLE >= area.right() {
            return Some(KeyCode::Char('?'));
        }
        let keys = self.keys_along_the_bottom(Theme::default());
        let (name, _, _) = kit::key_places(&keys, parts.keys).into_iter().find(|(_, _, place)| place.contains(at))?;
        match name {
            "Enter" => Some(KeyCode::Enter),
            "Esc" => Some(KeyCode::Esc),
            "Space" => Some(KeyCode::Char(' ')),
            "+ -" => Some(KeyCode::Char('+')),
            name => name.parse().ok().map(KeyCode::Char),
        }
    }

    fn click(&mut self, at: Position, area: Rect) -> After {
        if self.overlay.is_some() {
            return self.click_in_overlay(at, area);
        }
        if self.stage.is_moving() {
            self.stage.hurry();
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
            // A choice on the board replaces the line that was being typed.
            Some(Reaction::Moved) => self.mode.stop_typing(),
            Some(Reaction::Ignored) => self.caption.note("That can't be chosen now."),
            None if matches!(self.mode, Mode::Ended(..)) => self.caption.note("That can't be chosen now."),
            None => {}
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
            Mode::Ended(_, buttons) => buttons.number(button + 1).unwrap_or(After::Stay),
            Mode::Running | Mode::Typing(..) => After::Stay,
        }
    }
}
