//! Settings that can be changed while a game is played.

use parlor_host::AdviceFrom;
use parlor_review::Tutor;
use parlor_view::{tutor_in_words, wrap};
use ratatui::crossterm::event::KeyCode;

use crate::app::Looks;
use crate::speed::Speed;
use crate::theme::{Palette, Role, Theme};

/// The box with the settings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct OptionsBox {
    at: usize,
}

/// A setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Theme,
    Letters,
    Speed,
    Bell,
    Advice,
    Tutor,
}

const ITEMS: [Item; 6] = [Item::Theme, Item::Letters, Item::Speed, Item::Bell, Item::Advice, Item::Tutor];

pub(super) const TITLE: &str = "Settings";

impl OptionsBox {
    /// Takes a key; `false` closes the box.
    pub(super) fn key(&mut self, code: KeyCode, looks: &mut Looks) -> bool {
        match code {
            KeyCode::Up | KeyCode::BackTab => self.at = (self.at + ITEMS.len() - 1) % ITEMS.len(),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % ITEMS.len(),
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => change(ITEMS[self.at], looks, false),
            KeyCode::Left => change(ITEMS[self.at], looks, true),
            _ => return false,
        }
        true
    }

    /// A click on this row; `false` closes the box.
    pub(super) fn click(&mut self, row: usize, looks: &mut Looks) -> bool {
        if row < ITEMS.len() {
            self.at = row;
            change(ITEMS[row], looks, false);
        }
        row < ITEMS.len()
    }

    pub(super) fn lines(self, looks: Looks, theme: Theme) -> Vec<(Role, String)> {
        let mut lines = Vec::new();
        for (place, item) in ITEMS.into_iter().enumerate() {
            let here = place == self.at;
            let (mark, role) = if here { (theme.pick("\u{25b6}", ">"), Role::Cursor) } else { (" ", Role::Text) };
            let (left, right) = (theme.pick("\u{2039}", "<"), theme.pick("\u{203a}", ">"));
            lines.push((role, format!("{mark} {:<9}{left} {} {right}", label(item), value(item, looks))));
        }
        let words = "They are kept for the next time. Level, size and names of the next game are on the start screen.";
        lines.extend(wrap(words, 50).into_iter().map(|line| (Role::Quiet, line)));
        lines
    }
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
        Item::Theme => looks.theme.palette.name(),
        Item::Letters if looks.theme.ascii => "ASCII only",
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
        Item::Theme => looks.theme.palette = neighbour(looks.theme.palette, &Palette::ALL, back),
        Item::Letters => looks.theme.ascii = !looks.theme.ascii,
        Item::Speed => looks.speed = neighbour(looks.speed, &Speed::ALL, back),
        Item::Bell => looks.bell = !looks.bell,
        Item::Advice => looks.advice = neighbour(looks.advice, &AdviceFrom::ALL, back),
        Item::Tutor => looks.tutor = neighbour(looks.tutor, &Tutor::ALL, back),
    }
}

fn neighbour<T: PartialEq + Copy>(now: T, all: &[T], back: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    all[(at + if back { all.len() - 1 } else { 1 }) % all.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_changed_while_playing() {
        let mut looks = Looks::default();
        let mut options = OptionsBox::default();
        for _ in ITEMS {
            let before = looks;
            assert!(options.key(KeyCode::Right, &mut looks));
            assert_ne!(looks, before);
            assert!(options.key(KeyCode::Left, &mut looks));
            assert_eq!(looks, before);
            assert!(options.key(KeyCode::Enter, &mut looks) && options.key(KeyCode::Down, &mut looks));
        }
        assert!(!options.key(KeyCode::Esc, &mut looks));
        assert!(options.click(0, &mut looks) && !options.click(9, &mut looks));
    }
}
