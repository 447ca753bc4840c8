//! The screen with your games: the journals in the store.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_host::local_time;
use parlor_rules::Seat;
use parlor_store::{JournalInfo, JournalName, Listed, Store, StoreError};
use parlor_table::{Progress, Summary};
use parlor_view::{Names, short_size, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::ListState;

use crate::kit::{self, LineKey, part, put, row};
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// The number of lines by which Page Up and Page Down scroll.
const PAGE: isize = 10;

pub(crate) struct GamesScreen {
    store: Arc<dyn Store>,
    list: Vec<Listed>,
    /// Journals that can be read but not replayed, because their rules differ.
    other_rules: BTreeSet<JournalName>,
    selection: ListState,
    /// The journal that is removed if the user confirms.
    asked: Option<JournalName>,
    trouble: Option<String>,
}

impl GamesScreen {
    pub(crate) fn new(store: Arc<dyn Store>) -> GamesScreen {
        let mut kept = GamesScreen {
            store,
            list: Vec::new(),
            other_rules: BTreeSet::new(),
            selection: ListState::default(),
            asked: None,
            trouble: None,
        };
        kept.reload();
        kept
    }

    /// Reloads the list of journals.
    fn reload(&mut self) {
        match self.store.list() {
            Ok(list) => self.list = list,
            Err(error) => self.trouble = Some(error.to_string()),
        }
        let damaged = self.list.iter().filter(|listed| listed.about.is_err()).map(|listed| &listed.name);
        let is_other = |name: &&JournalName| matches!(self.store.look(name), Err(StoreError::OtherRules { .. }));
        self.other_rules = damaged.filter(is_other).cloned().collect();
        self.step(0);
    }

    fn selected(&self) -> Option<&Listed> {
        self.list.get(self.selection.selected()?)
    }

    fn step(&mut self, by: isize) {
        let now = self.selection.selected().map_or(0, |at| at.saturating_add_signed(by));
        self.selection.select(self.list.len().checked_sub(1).map(|last| now.min(last)));
    }

    fn enter(&mut self) -> Request {
        let Some(Listed { name, about, .. }) = self.selected() else { return Request::Stay };
        match about {
            Err(why) if !self.other_rules.contains(name) => {
                self.trouble = Some(format!("{name} can't be read: {why}"));
                Request::Stay
            }
            _ => Request::Continue(name.clone()),
        }
    }

    /// Requests the review of a game that can be replayed.
    fn review(&mut self) -> Request {
        match self.selected() {
            Some(Listed { name, about: Ok(_), .. }) => return Request::Review(name.clone()),
            Some(Listed { name, .. }) => {
                self.trouble = Some(format!("{name} can't be reviewed, because it can't be replayed."));
            }
            None => {}
        }
        Request::Stay
    }

    fn remove(&mut self, name: &JournalName) {
        self.trouble = self.store.remove(name).err().map(|error| error.to_string());
        self.reload();
    }

    fn row(&self, listed: &Listed, room: u16) -> String {
        let Listed { name, modified, about } = listed;
        let date = local_time(*modified);
        if let Ok(JournalInfo { setup, summary }) = about {
            let names = Names::of(&setup.players);
            let size = summary.size.or(setup.size).map(|size| short_size(setup.game, size));
            let game = [Some(setup.game.to_string()), size].into_iter().flatten().collect::<Vec<_>>().join(" ");
            let players = format!("{}, {}", names.short(Seat::Human), names.short(Seat::Computer));
            let score = format!("{} : {}", summary.totals.human, summary.totals.computer);
            columns([&date, &game, &players, &score, &state(summary, &names)], room)
        } else {
            let state = if self.other_rules.contains(name) { "rules differ" } else { "unreadable" };
            columns([&date, "?", name.as_str(), "", state], room)
        }
    }
}

impl Screen for GamesScreen {
    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        if let Some(name) = self.asked.take() {
            match code {
                KeyCode::Char('y' | 'Y') => self.remove(&name),
                KeyCode::Char('n' | 'N') | KeyCode::Esc => {}
                _ => self.asked = Some(name),
            }
            return Request::Stay;
        }
        self.trouble = None;
        match kit::arrow_of(code) {
            KeyCode::Enter => return self.enter(),
            KeyCode::Char('v') => return self.review(),
            KeyCode::Char('d') | KeyCode::Delete => {
                self.asked = self.selected().map(|listed| listed.name.clone());
            }
            KeyCode::Esc | KeyCode::Char('q') => return Request::Back,
            code => self.step(kit::steps(code, PAGE).unwrap_or(0)),
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        if self.asked.is_none() {
            self.step(by);
        }
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        let place = place(area);
        if self.asked.is_none() && place.contains(at) {
            let clicked = self.selection.offset() + usize::from(at.y - place.y);
            if self.selection.selected() == Some(clicked) {
                return self.enter();
            }
            if clicked < self.list.len() {
                self.selection.select(Some(clicked));
            }
        }
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        if self.asked.is_some() {
            return kit::line_keys([("y", "remove it"), ("n", "keep it")]);
        }
        let Some(selected) = self.selected() else { return kit::line_keys([("Esc", "back")]) };
        let enter = match &selected.about {
            Ok(about) if about.summary.progress == Progress::Finished => "replay",
            Ok(_) => "continue",
            Err(_) if self.other_rules.contains(&selected.name) => "read it",
            Err(_) => "say why",
        };
        let choose = (kit::up_down(theme), "choose");
        kit::line_keys([choose, ("Enter", enter), ("v", "review"), ("d", "remove"), ("Esc", "back")])
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Your games", theme, area, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
        let place = place(area);
        if !self.list.is_empty() {
            let names = format!("  {}", columns(["Last played", "Game", "Players", "Score", "State"], place.width));
            put(&names, Role::Quiet, theme, row(kit::body(area), 1), buffer);
        }
        let rows: Vec<(Role, String)> =
            self.list.iter().map(|listed| (Role::Text, format!(" {} ", self.row(listed, place.width)))).collect();
        kit::put_list(&rows, &mut self.selection, theme, place, buffer);
        if self.list.is_empty() && self.trouble.is_none() {
            put("No games yet. Each game is saved from its first move on.", Role::Text, theme, place, buffer);
        }
        let below = part(area, 2, area.height.saturating_sub(4), area.width.saturating_sub(4), 3);
        if let Some(name) = &self.asked {
            put(&format!("Remove {name}? (y or n)"), Role::Prompt, theme, row(below, 1), buffer);
        } else if let Some(why) = &self.trouble {
            let lines = wrap(&theme.text(why), below.width.into());
            kit::put_lines(&lines, Role::Wrong, theme, below, buffer);
        } else if let Some(Listed { name, about, .. }) = self.selected() {
            let told = match about {
                Ok(about) => {
                    let Summary { progress, round, .. } = &about.summary;
                    format!("{name}: {}; {progress}, round {round}", about.players())
                }
                Err(_) => name.to_string(),
            };
            let lines = wrap(&theme.text(&told), below.width.into());
            kit::put_lines(&lines, Role::Quiet, theme, part(below, 0, 1, below.width, 2), buffer);
        }
    }
}

/// The state of a game: the winner, or the current round.
fn state(summary: &Summary, names: &Names) -> String {
    match (summary.progress, summary.totals.leader()) {
        (Progress::Finished, Some(winner)) => format!("{} won", names.short(winner)),
        (Progress::Finished, None) => "drawn".to_owned(),
        _ => format!("round {}", summary.round),
    }
}

/// A line of the list, for this number of columns. Wide characters keep the columns aligned.
fn columns(cells: [&str; 5], place: u16) -> String {
    // Spare columns are used for the players' names and the winner's name.
    let spare = usize::from(place.saturating_sub(76));
    kit::columns(cells, [16, 17, 15 + spare / 2, 8, 12 + spare / 2])
}

fn place(area: Rect) -> Rect {
    let body = kit::body(area);
    part(body, 0, 2, body.width, body.height.saturating_sub(4))
}

#[cfg(test)]
mod tests;
