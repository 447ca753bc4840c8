//! The screen with the games that are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_host::{JournalName, Listed, Store, StoreError, local_time};
use parlor_table::Progress;
use parlor_view::wrap;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::kit::{self, Pointed, in_sight, more_marks, part, put, row};
use crate::theme::{Role, Theme};
use crate::wish::Wish;

/// How far Page Up and Page Down go.
const PAGE: isize = 10;

/// The screen with the journals.
#[derive(Clone)]
pub(crate) struct KeptScreen {
    store: Arc<dyn Store>,
    list: Vec<Listed>,
    /// Those that can be read but not replayed.
    other_rules: BTreeSet<JournalName>,
    selected: usize,
    /// The journal that is removed if the answer is yes.
    asked: Option<JournalName>,
    /// What went wrong.
    trouble: Option<String>,
}

impl KeptScreen {
    /// Lists the journals.
    pub(crate) fn new(store: Arc<dyn Store>) -> KeptScreen {
        let mut kept = KeptScreen {
            store,
            list: Vec::new(),
            other_rules: BTreeSet::new(),
            selected: 0,
            asked: None,
            trouble: None,
        };
        kept.reload();
        kept
    }

    /// Reads the list of journals again.
    pub(crate) fn reload(&mut self) {
        match self.store.list() {
            Ok(list) => self.list = list,
            Err(error) => self.trouble = Some(error.to_string()),
        }
        let damaged = self.list.iter().filter(|listed| listed.about.is_err()).map(|listed| &listed.name);
        let is_other = |name: &&JournalName| matches!(self.store.look(name), Err(StoreError::OtherRules { .. }));
        self.other_rules = damaged.filter(is_other).cloned().collect();
        self.selected = self.selected.min(self.list.len().saturating_sub(1));
    }

    /// Says what went wrong with a journal.
    pub(crate) fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        let Some(code) = kit::pressed(key) else { return Wish::Stay };
        if let Some(name) = self.asked.take() {
            match code {
                KeyCode::Char('y' | 'Y') => self.remove(&name),
                KeyCode::Char('n' | 'N') | KeyCode::Esc => {}
                _ => self.asked = Some(name),
            }
            return Wish::Stay;
        }
        self.trouble = None;
        match code {
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::PageDown => self.step(PAGE),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = self.list.len().saturating_sub(1),
            KeyCode::Enter => return self.enter(),
            KeyCode::Char('d') | KeyCode::Delete => {
                self.asked = self.list.get(self.selected).map(|listed| listed.name.clone());
            }
            KeyCode::Esc | KeyCode::Char('q') => return Wish::Back,
            _ => {}
        }
        Wish::Stay
    }

    /// Takes a click or the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect) -> Wish {
        if self.asked.is_some() {
            return Wish::Stay;
        }
        match Pointed::of(event) {
            Some(Pointed::Up) => self.step(-1),
            Some(Pointed::Down) => self.step(1),
            Some(Pointed::Click(at)) => {
                let list = list(area);
                if list.contains(at) {
                    let shown = in_sight(self.selected, self.list.len(), list.height);
                    let clicked = shown.start + usize::from(at.y - list.y);
                    if clicked == self.selected {
                        return self.enter();
                    }
                    if clicked < self.list.len() {
                        self.selected = clicked;
                    }
                }
            }
            None => {}
        }
        Wish::Stay
    }

    fn step(&mut self, by: isize) {
        self.selected = self.selected.saturating_add_signed(by).min(self.list.len().saturating_sub(1));
    }

    fn enter(&mut self) -> Wish {
        let Some(Listed { name, about, .. }) = self.list.get(self.selected) else { return Wish::Stay };
        match about {
            Ok(about) if about.summary.progress == Progress::Finished => Wish::Look(name.clone()),
            Ok(_) => Wish::Continue(name.clone()),
            Err(_) if self.other_rules.contains(name) => Wish::Look(name.clone()),
            Err(why) => {
                self.trouble = Some(format!("{name} can't be read: {why}"));
                Wish::Stay
            }
        }
    }

    fn remove(&mut self, name: &JournalName) {
        self.trouble = self.store.remove(name).err().map(|error| error.to_string());
        self.reload();
    }

    /// Paints the screen.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Games that are kept", theme, area, buffer);
        let list = list(area);
        if !self.list.is_empty() {
            let names = format!("  {:16}  {:8} {:13}  Name", "Last played", "Game", "State");
            put(&names, Role::Quiet, theme, row(kit::body(area), 1), buffer);
        }
        let shown = in_sight(self.selected, self.list.len(), list.height);
        for (y, place) in (0..).zip(shown.clone()) {
            self.paint_listed(place, theme, row(list, y), buffer);
        }
        more_marks(&shown, self.list.len(), theme, list, buffer);
        if self.list.is_empty() && self.trouble.is_none() {
            put("No game is kept yet. Each game is kept from its first move on.", Role::Text, theme, list, buffer);
        }
        let below = part(area, 2, area.height.saturating_sub(4), area.width.saturating_sub(4), 3);
        if let Some(name) = &self.asked {
            put(&format!("Remove {name}? (y or n)"), Role::Prompt, theme, row(below, 1), buffer);
            return kit::keys(&[("y", "remove it"), ("n", "keep it")], theme, area, buffer);
        }
        let selected = self.list.get(self.selected);
        if let Some(why) = &self.trouble {
            let lines = wrap(&theme.text(why), below.width.into());
            kit::put_lines(&lines, Role::Wrong, theme, below, buffer);
        } else if let Some(Listed { about: Ok(about), .. }) = selected {
            put(&about.players(), Role::Quiet, theme, row(below, 1), buffer);
        }
        let Some(selected) = selected else { return kit::keys(&[("Esc", "back")], theme, area, buffer) };
        let enter = match &selected.about {
            Ok(about) if about.summary.progress == Progress::Finished => "look at it",
            Ok(_) => "continue",
            Err(_) if self.other_rules.contains(&selected.name) => "read it",
            Err(_) => "say why",
        };
        let keys = [(kit::up_down(theme), "choose"), ("Enter", enter), ("d", "remove"), ("Esc", "back")];
        kit::keys(&keys, theme, area, buffer);
    }

    fn paint_listed(&self, place: usize, theme: Theme, line: Rect, buffer: &mut Buffer) {
        let Listed { name, modified, about } = &self.list[place];
        let here = place == self.selected;
        if here {
            kit::put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), line, buffer);
        }
        let (game, state) = match about {
            Ok(about) => (about.setup.game.to_string(), about.summary.progress.to_string()),
            Err(_) if self.other_rules.contains(name) => ("?".to_owned(), "other rules".to_owned()),
            Err(_) => ("?".to_owned(), "can't be read".to_owned()),
        };
        let date = local_time(*modified);
        let text = format!(" {date}  {game:8} {state:13}  {name} ");
        let role = if here { Role::Cursor } else { Role::Text };
        put(&text, role, theme, part(line, 1, 0, line.width.saturating_sub(2), 1), buffer);
    }
}

/// Where the list is.
fn list(area: Rect) -> Rect {
    let body = kit::body(area);
    part(body, 0, 2, body.width, body.height.saturating_sub(4))
}

#[cfg(test)]
mod tests;
