//! Settings that can be changed while a game is played.

use parlor_host::{AdviceFrom, Looks, Named};
use parlor_view::{Button, ButtonKeys, tutor_in_words, wrap};
use ratatui::crossterm::event::KeyCode;

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
pub(super) fn options_box(looks: Looks) -> MenuBox<Item> {
    let words = "They are kept for the next time. Level, size and names of the next game are on the start screen.";
    let mut options = MenuBox::new("Settings", rows(looks), ButtonKeys::Typed);
    options.below = wrap(words, 50).into_iter().map(|line| (Role::Quiet, line)).collect();
    options
}

fn rows(looks: Looks) -> Vec<Button<Item>> {
    let (left, right) = Theme::from(looks).pick(("\u{2039}", "\u{203a}"), ("<", ">"));
    let row = |item| Button::new(format!("{:<9}{left} {} {right}", label(item), value(item, looks)), item);
    ITEMS.into_iter().map(row).collect()
}

/// Takes a key; `false` closes the box.
pub(super) fn key(options: &mut MenuBox<Item>, code: KeyCode, looks: &mut Looks) -> bool {
    match code {
        KeyCode::Up | KeyCode::BackTab | KeyCode::Down | KeyCode::Tab => {
            options.key(code);
        }
        KeyCode::Left => set_next(options, *options.current(), looks, true),
        KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => set_next(options, *options.current(), looks, false),
        _ => return false,
    }
    true
}

/// Gives a setting its next value, or the one before.
pub(super) fn set_next(options: &mut MenuBox<Item>, item: Item, looks: &mut Looks, back: bool) {
    change(item, looks, back);
    options.set_choices(rows(*looks));
}

fn label(item: Item) -> &'static str {
    match item {
        Item::Theme => "Colours",
        Item::Letters => "Letters",
        Item::Speed => "Speed",
        Item::Bell => "Bell",
        Item::Advice => "Help",
        Item::Tutor => "Tutor",
    }
}

fn value(item: Item, looks: Looks) -> &'static str {
    match item {
        Item::Theme => looks.palette.name(),
        Item::Letters if looks.ascii => "ASCII only",
        Item::Letters => "all",
        Item::Speed => looks.speed.name(),
        Item::Bell if looks.bell => "when it is your turn",
        Item::Bell => "off",
        Item::Advice if looks.advice == AdviceFrom::Level => "as the computer sees it at its level",
        Item::Advice => "at full strength",
        Item::Tutor => tutor_in_words(looks.tutor),
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
    use super::*;

    #[test]
    fn every_setting_can_be_changed_while_playing() {
        let mut looks = Looks::default();
        let mut options = options_box(looks);
        for _ in ITEMS {
            let before = looks;
            assert!(key(&mut options, KeyCode::Right, &mut looks));
            assert_ne!(looks, before);
            assert!(key(&mut options, KeyCode::Left, &mut looks));
            assert_eq!(looks, before);
            assert!(key(&mut options, KeyCode::Enter, &mut looks) && key(&mut options, KeyCode::Down, &mut looks));
        }
        assert!(!key(&mut options, KeyCode::Esc, &mut looks));
    }
}
