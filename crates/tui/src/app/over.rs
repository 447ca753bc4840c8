//! Boxes that are available on every screen: its list of keys, and the settings. A game has its own boxes.

use parlor_view::{Button, ButtonKeys, Buttons, Reaction};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::App;
use crate::game::options::{Item, change, options_box, rows};
use crate::kit::{self, boxed};
use crate::menu_box::MenuBox;
use crate::theme::{Role, Theme};

pub(super) enum Over {
    Keys,
    Settings(MenuBox<Item>),
}

impl App {
    /// Handles a key for the open box, or a key that opens a box; returns `false` if the key is for the screen.
    pub(super) fn key_over(&mut self, key: KeyEvent) -> bool {
        let Some(code) = kit::pressed(key) else { return self.over.is_some() };
        if self.over.is_none() && self.top().takes_letters() {
            return false;
        }
        match &mut self.over {
            None => match code {
                KeyCode::Char('?') | KeyCode::F(1) => self.over = Some(Over::Keys),
                KeyCode::Char('t' | 'T') => self.over = Some(Over::Settings(options_box(self.looks, |item| item))),
                _ => return false,
            },
            Some(Over::Settings(menu)) => match (kit::arrow_of(code), *menu.buttons.current()) {
                (KeyCode::Left, item) => self.change_setting(item, true),
                (KeyCode::Right | KeyCode::Enter | KeyCode::Char(' '), item) => self.change_setting(item, false),
                (code @ (KeyCode::Up | KeyCode::Down | KeyCode::Tab | KeyCode::BackTab), _) => {
                    let moved: Reaction<Item> = menu.key(code);
                    debug_assert!(!matches!(moved, Reaction::Chosen(_)));
                }
                _ => self.over = None,
            },
            Some(Over::Keys) => self.over = None,
        }
        true
    }

    fn change_setting(&mut self, item: Item, back: bool) {
        change(item, &mut self.looks, back);
        let buttons: Vec<Button<Item>> = rows(self.looks, |item| item);
        if let Some(Over::Settings(menu)) = &mut self.over {
            menu.buttons = Buttons::new(buttons, ButtonKeys::Typed).starting_at(menu.buttons.at());
        }
    }

    pub(super) fn paint_over(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        match &self.over {
            None => {}
            Some(Over::Settings(menu)) => {
                menu.paint(theme, area, buffer);
                let keys = kit::line_keys([("arrows", "choose, change"), ("Esc", "back")]);
                kit::replace_keys(&keys, theme, area, buffer);
            }
            Some(Over::Keys) => {
                let keys = self.top().keys(theme).into_iter().map(|key| (key.name, key.meaning));
                let everywhere = [("t", "settings"), ("Ctrl-C", "leave the program")];
                let known: Vec<(&str, &str)> = keys.collect();
                let more = everywhere.into_iter().filter(|(name, _)| known.iter().all(|(known, _)| known != name));
                let lines: Vec<(Role, String)> = known
                    .iter()
                    .copied()
                    .chain(more)
                    .map(|(name, what)| (Role::Text, format!("{name:<12}{what}")))
                    .collect();
                boxed("Every key (press any key to close)", &lines, theme, area, buffer);
                kit::replace_keys(&kit::line_keys([("any key", "back")]), theme, area, buffer);
            }
        }
    }
}
