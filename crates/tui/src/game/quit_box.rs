//! The box that asks how to quit.

use parlor_view::{Button, ButtonKeys, wrap};

use super::GameScreen;
use super::overlay::Overlay;
use crate::menu_box::MenuBox;
use crate::screen::Request;
use crate::theme::Role;

/// How to quit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quit {
    Stay,
    Leave,
    Start,
    GiveUp,
}

/// The columns of what giving up does.
const COLUMNS: usize = 62;

impl GameScreen {
    /// Opens the box that asks how to quit. The cursor is on leaving.
    pub(super) fn open_quit_box(&mut self) {
        let mut choices = self.ways_to_quit();
        if self.can_give_up() {
            choices.push(Button::new("Give up", Quit::GiveUp));
        }
        let quit_box = MenuBox::new("Quit?", choices, ButtonKeys::Number).starting_at(1);
        self.overlay = Some(Overlay::Quit(quit_box));
    }

    /// Like `open_quit_box`, with the cursor on giving up if that can be done.
    pub(super) fn ask_to_give_up(&mut self) {
        self.open_quit_box();
        if let Some(Overlay::Quit(quit_box)) = &self.overlay
            && self.can_give_up()
        {
            self.overlay = Some(Overlay::Quit(quit_box.clone().starting_at(usize::MAX)));
        }
    }

    fn ways_to_quit(&self) -> Vec<Button<Quit>> {
        let kept = if self.is_open() { self.kept_words() } else { "this tournament is over" };
        vec![
            Button::new("Stay at this table", Quit::Stay),
            Button::new(format!("Leave the program: {kept}"), Quit::Leave),
            Button::new(format!("Start screen: {kept}"), Quit::Start),
        ]
    }

    /// Updates the box, if it is open: the game may have continued, or its journal may be lost.
    pub(super) fn refresh_quit_box(&mut self) {
        let opened = self.overlay.take_if(|overlay| matches!(overlay, Overlay::Quit(_)));
        let Some(Overlay::Quit(mut quit_box)) = opened else { return };
        let mut choices = self.ways_to_quit();
        if let Some(give_up) = quit_box.choices().iter().find(|button| button.action == Quit::GiveUp) {
            choices.push(give_up.clone());
            quit_box.below = wrap(&self.give_up_words(), COLUMNS)
                .into_iter()
                .map(|line| (Role::Prompt, format!("    {line}")))
                .collect();
        }
        quit_box.set_choices(choices);
        self.overlay = Some(Overlay::Quit(quit_box));
    }

    pub(super) fn quit(&mut self, quit: Quit) -> Request {
        self.overlay = None;
        match quit {
            Quit::Leave => return Request::Quit,
            Quit::Start => return Request::Start,
            // The round may have ended while the box was open.
            Quit::GiveUp if self.can_give_up() => self.give_up(),
            Quit::GiveUp | Quit::Stay => {}
        }
        Request::Stay
    }
}
