//! Settings that can be changed during a game.

use parlor_host::{AdviceFrom, Looks, Named};
use parlor_view::{Button, ButtonKeys, Buttons, tutor_in_words, wrap};

use super::GameScreen;
use super::mode::MenuChoice;
use super::overlay::Overlay;
use crate::kit::next_of;
use crate::menu_box::MenuBox;
use crate::theme::{Role, Theme};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Theme,
    Letters,
    Speed,
    Bell,
    Advice,
    Tutor,
}

const ITEMS: [Item; 6] = [Item::Theme, Item::Letters, Item::Speed, Item::Bell, Item::Advice, Item::Tutor];

/// The box with the settings. `set` makes the action for choosing a setting.
pub(crate) fn options_box<T: Clone + PartialEq>(looks: Looks, set: fn(Item) -> T) -> MenuBox<T> {
    let words = "These settings are stored. Choose the level, size and names of the next game on the start screen.";
    let mut options = MenuBox::new("Settings", rows(looks, set), ButtonKeys::Typed);
    options.below = wrap(words, 50).into_iter().map(|line| (Role::Quiet, line)).collect();
    options
}

/// The settings and their values.
pub(crate) fn rows<T>(looks: Looks, set: fn(Item) -> T) -> Vec<Button<T>> {
    let (left, right) = Theme::from(looks).pick(("\u{2039}", "\u{203a}"), ("<", ">"));
    let row = |item| {
        let (label, value) = shown(item, looks);
        Button::new(format!("{label:<12}{left} {value} {right}"), set(item))
    };
    ITEMS.into_iter().map(row).collect()
}

impl GameScreen {
    /// Changes a setting to its next or previous value.
    pub(super) fn set_next(&mut self, item: Item, back: bool) {
        change(item, &mut self.looks, back);
        if let Some(Overlay::Options(options)) = &mut self.overlay {
            options.buttons =
                Buttons::new(rows(self.looks, MenuChoice::Set), ButtonKeys::Typed).starting_at(options.buttons.at());
        }
    }
}

fn shown(item: Item, looks: Looks) -> (&'static str, &'static str) {
    match item {
        Item::Theme => ("Colours", looks.palette.name()),
        Item::Letters => ("Characters", if looks.ascii { "ASCII only" } else { "Unicode" }),
        Item::Speed => ("Speed", looks.speed.name()),
        Item::Bell => ("Bell", if looks.bell { "when it is your turn" } else { "off" }),
        Item::Advice if looks.advice == AdviceFrom::Level => ("Help", "as the computer sees it, at its level"),
        Item::Advice => ("Help", "at full strength"),
        Item::Tutor => ("Tutor", tutor_in_words(looks.tutor)),
    }
}

/// Changes a setting to its next or previous value.
pub(crate) fn change(item: Item, looks: &mut Looks, back: bool) {
    match item {
        Item::Theme => looks.palette = neighbour(looks.palette, back),
        Item::Letters => looks.ascii = !looks.ascii,
        Item::Speed => looks.speed = neighbour(looks.speed, back),
        Item::Bell => looks.bell = !looks.bell,
        Item::Advice => looks.advice = neighbour(looks.advice, back),
        Item::Tutor => looks.tutor = neighbour(looks.tutor, back),
    }
}

/// The next or previous value, wrapping around.
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
