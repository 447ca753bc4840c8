//! The screen with the games that are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_host::{About, JournalName, Listed, Store, StoreError, local_time};
use parlor_rules::Seat;
use parlor_table::{Progress, Summary};
use parlor_view::{Names, short_size, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::kit::{self, Pointed, cut, in_sight, more_marks, part, put, row, width};
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
            KeyCode::Char('v') => return self.review(),
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

    /// Asks for the review of a game that can be read.
    fn review(&mut self) -> Wish {
        match self.list.get(self.selected) {
            Some(Listed { name, about: Ok(_), .. }) => return Wish::Review(name.clone()),
            Some(Listed { name, .. }) => {
                self.trouble = Some(format!("{name} can't be reviewed, because it can't be replayed."));
            }
            None => {}
        }
        Wish::Stay
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
            let names = format!("  {}", columns(["Last played", "Game", "Players", "Score", "State"], list.width));
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
        } else if let Some(Listed { name, about, .. }) = selected {
            let told = match about {
                Ok(about) => format!("{name}: {}; {}", about.players(), how_far(&about.summary)),
                Err(_) => name.to_string(),
            };
            let lines = wrap(&theme.text(&told), below.width.into());
            kit::put_lines(&lines, Role::Quiet, theme, part(below, 0, 1, below.width, 2), buffer);
        }
        let Some(selected) = selected else { return kit::keys(&[("Esc", "back")], theme, area, buffer) };
        let enter = match &selected.about {
            Ok(about) if about.summary.progress == Progress::Finished => "replay",
            Ok(_) => "continue",
            Err(_) if self.other_rules.contains(&selected.name) => "read it",
            Err(_) => "say why",
        };
        let keys =
            [(kit::up_down(theme), "choose"), ("Enter", enter), ("v", "review"), ("d", "remove"), ("Esc", "back")];
        kit::keys(&keys, theme, area, buffer);
    }

    fn paint_listed(&self, place: usize, theme: Theme, line: Rect, buffer: &mut Buffer) {
        let Listed { name, modified, about } = &self.list[place];
        let here = place == self.selected;
        if here {
            kit::put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), line, buffer);
        }
        let date = local_time(*modified);
        let text = if let Ok(About { setup, summary }) = about {
            let names = Names::of(&setup.players);
            let size = summary.size.or(setup.size).map(|size| short_size(setup.game, size));
            let game = [Some(setup.game.to_string()), size].into_iter().flatten().collect::<Vec<_>>().join(" ");
            let players = format!("{}, {}", names.short(Seat::Human), names.short(Seat::Computer));
            let score = format!("{} : {}", summary.totals.human, summary.totals.computer);
            columns([&date, &game, &players, &score, &state(summary, &names)], line.width)
        } else {
            let state = if self.other_rules.contains(name) { "other rules" } else { "unreadable" };
            columns([&date, "?", name.as_str(), "", state], line.width)
        };
        let role = if here { Role::Cursor } else { Role::Text };
        put(&format!(" {text} "), role, theme, part(line, 1, 0, line.width.saturating_sub(2), 1), buffer);
    }
}

/// How a game stands: who has won, or how far it has come.
fn state(summary: &Summary, names: &Names) -> String {
    match (summary.progress, summary.totals.leader()) {
        (Progress::Finished, Some(winner)) => format!("{} won", names.short(winner)),
        (Progress::Finished, None) => "drawn".to_owned(),
        _ => format!("round {}", summary.round),
    }
}

/// The same in more words, without names.
fn how_far(summary: &Summary) -> String {
    format!("{}, round {}", summary.progress, summary.round)
}

/// A line of the list, in a place so wide. Wide letters keep their columns.
fn columns(cells: [&str; 5], place: u16) -> String {
    // What a wide screen has to spare goes to names: those of the players, and that of the winner.
    let spare = usize::from(place.saturating_sub(76));
    let widths = [16, 17, 15 + spare / 2, 8, 12 + spare / 2];
    let cell = |(text, columns): (&str, usize)| {
        let text = if width(text) > columns { format!("{}\u{2026}", cut(text, columns - 1)) } else { text.to_owned() };
        format!("{text}{} ", " ".repeat(columns.saturating_sub(width(&text))))
    };
    cells.into_iter().zip(widths).map(cell).collect::<String>().trim_end().to_owned()
}

/// Where the list is.
fn list(area: Rect) -> Rect {
    let body = kit::body(area);
    part(body, 0, 2, body.width, body.height.saturating_sub(4))
}

#[cfg(test)]
mod tests;
