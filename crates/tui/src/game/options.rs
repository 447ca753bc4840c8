//! Settings that can be changed while a game is played.

use parlor_host::{AdviceFrom, Looks, Named};
use parlor_view::{Button, ButtonKeys, Buttons, tutor_in_words, wrap};

use super::GameScreen;
use super::mode::MenuChoice;
use super::overlay::Overlay;
use crate::kit::next_of;
use crate::menu_box::MenuBox;
use crate::theme::{Role, Theme};

/// A setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Theme,
    Letters,
    Speed,
    Bell,
    Advice,
    Tutor,
}

const ITEMS: [Item; 6] = [Item::Theme, Item::Letters, Item::Speed, Item::Bell, Item::Advice, Item::Tutor];

/// The box with the settings.
pub(super) fn options_box(looks: Looks) -> MenuBox<MenuChoice> {
    let words = "They are kept for the next time. Level, size and names of the next game are on the start screen.";
    let mut options = MenuBox::new("Settings", rows(looks), ButtonKeys::Typed);
    options.below = wrap(words, 50).into_iter().map(|line| (Role::Quiet, line)).collect();
    options
}

fn rows(looks: Looks) -> Vec<Button<MenuChoice>> {
    let (left, right) = Theme::from(looks).pick(("\u{2039}", "\u{203a}"), ("<", ">"));
    let row = |item| {
        let (label, value) = shown(item, looks);
        Button::new(format!("{label:<9}{left} {value} {right}"), MenuChoice::Set(item))
    };
    ITEMS.into_iter().map(row).collect()
}

impl GameScreen {
    /// Gives a setting its next value, or the one before.
    pub(super) fn set_next(&mut self, item: Item, back: bool) {
        change(item, &mut self.looks, back);
        if let Some(Overlay::Options(options)) = &mut self.overlay {
            options.buttons = Buttons::new(rows(self.looks), ButtonKeys::Typed).starting_at(options.buttons.at());
        }
    }
}

/// What a setting is called, and its value.
fn shown(item: Item, looks: Looks) -> (&'static str, &'static str) {
    match item {
        Item::Theme => ("Colours", looks.palette.name()),
        Item::Letters => ("Letters", if looks.ascii { "ASCII only" } else { "all" }),
        Item::Speed => ("Speed", looks.speed.name()),
        Item::Bell => ("Bell", if looks.bell { "when it is your turn" } else { "off" }),
        Item::Advice if looks.advice == AdviceFrom::Level => ("Help", "as the computer sees it at its level"),
        Item::Advice => ("Help", "at full strength"),
        Item::Tutor => ("Tutor", tutor_in_words(looks.tutor)),
    }
}

fn change(item: Item, looks: &mut Looks, back: bool) {
    match item {
        Item::Theme => looks.palette = neighbour(looks.palette, back),
        Item::Letters => looks.ascii = !looks.ascii,
        Item::Speed => looks.speed = neighbour(looks.speed, back),
        Item::Bell => looks.bell = !looks.bell,
        Item::Advice => looks.advice = neighbour(looks.advice, back),
        Item::Tutor => looks.tutor = neighbour(looks.tutor, back),
    }
}

/// The value before or after this one, and from the last back to the first.
fn neighbour<T: Named>(now: T, back: bool) -> T {
    next_of(now, &T::all().collect::<Vec<_>>(), back)
}

#[cfg(test)]
mod tests {
    use parlor_host::Host;
    use parlor_rules::Game;
    use parlor_table::Setup;
    use ratatui::crossterm::event::KeyCode;

    use super::*;
    use crate::screen::Screen;

    #[test]
    fn every_setting_can_be_changed_while_playing() {
        let (host, events) = Host::begin(Setup::new(Game::Kono), None).unwrap();
        let mut screen = GameScreen::new(host, &events, &[]);
        screen.key(KeyCode::Char('t').into());
        for _ in ITEMS {
            let before = screen.looks;
            screen.key(KeyCode::Right.into());
            assert_ne!(screen.looks, before);
            screen.key(KeyCode::Left.into());
            assert_eq!(screen.looks, before);
            screen.key(KeyCode::Enter.into());
            screen.key(KeyCode::Down.into());
            assert!(matches!(screen.overlay, Some(Overlay::Options(_))));
        }
        screen.key(KeyCode::Esc.into());
        assert!(screen.overlay.is_none());
    }
}
