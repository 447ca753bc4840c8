//! The screen on which a save file is chosen.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use parlor_host::{Settings, load_save, load_setup};
use parlor_view::wrap;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseEvent};
use ratatui::layout::Rect;

use crate::kit::{self, Pointed, in_sight, more_marks, part, put, row};
use crate::paths::{Completion, Paths, as_folder, folder_name, no_file};
use crate::text_input::TextInput;
use crate::theme::{Role, Theme};
use crate::wish::{Resumed, Wish};

/// How far Page Up and Page Down go.
const PAGE: usize = 10;

/// The screen on which a save file is chosen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Open {
    settings: Settings,
    paths: Paths,
    input: TextInput,
    completion: Completion,
    /// Which of the names the arrow keys are on.
    selected: Option<usize>,
    /// Why the file can't be used.
    trouble: Option<String>,
    /// The first line of the trouble in sight. Painting limits it to the lines there are.
    scroll: Cell<usize>,
}

impl Open {
    /// Chooses a save to be played on with these settings. File names are relative to the folder.
    pub(crate) fn new(settings: Settings, folder: impl Into<PathBuf>) -> Open {
        Open::among(settings, Paths::new(folder))
    }

    fn among(settings: Settings, paths: Paths) -> Open {
        let completion = paths.complete("");
        let input = TextInput::default();
        Open { settings, paths, input, completion, selected: None, trouble: None, scroll: Cell::new(0) }
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        if key.kind == KeyEventKind::Release {
            return Wish::Stay;
        }
        match (key.code, &self.trouble) {
            (KeyCode::Enter, None) => return self.enter(),
            (KeyCode::Esc, None) => return Wish::Back,
            (KeyCode::Esc | KeyCode::Enter, Some(_)) => self.trouble = None,
            (KeyCode::Up, _) => self.step(-1),
            (KeyCode::Down, _) => self.step(1),
            (KeyCode::PageUp, _) => self.step(-(PAGE as isize)),
            (KeyCode::PageDown, _) => self.step(PAGE as isize),
            (KeyCode::Tab, _) => {
                let common = self.completion.common.clone();
                self.type_instead(&common);
            }
            _ => {
                if self.input.key(key) {
                    self.typed();
                }
            }
        }
        Wish::Stay
    }

    /// Takes pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        self.input.insert(text);
        self.typed();
    }

    /// Takes a click or the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect) -> Wish {
        match Pointed::of(event) {
            Some(Pointed::Up) => self.step(-1),
            Some(Pointed::Down) => self.step(1),
            Some(Pointed::Click(at)) if self.trouble.is_none() => {
                let list = list(area);
                if list.contains(at) {
                    let clicked = self.in_sight(list).start + usize::from(at.y - list.y);
                    if clicked < self.completion.matches.len() {
                        self.selected = Some(clicked);
                        return self.enter();
                    }
                }
            }
            _ => {}
        }
        Wish::Stay
    }

    fn typed(&mut self) {
        self.trouble = None;
        self.selected = None;
        self.completion = self.paths.complete(self.input.text());
    }

    fn type_instead(&mut self, text: &str) {
        if self.input.text() != text {
            self.input = TextInput::new(text);
        }
        self.typed();
    }

    fn step(&mut self, by: isize) {
        if self.trouble.is_some() {
            self.scroll.set(self.scroll.get().saturating_add_signed(by));
            return;
        }
        let Some(last) = self.completion.matches.len().checked_sub(1) else { return };
        self.selected = match self.selected {
            // Up from the first name leads back to the line.
            None | Some(0) if by < 0 => None,
            None => Some(0),
            Some(now) => Some(now.saturating_add_signed(by).min(last)),
        };
    }

    /// Opens what is chosen, or what is typed.
    fn enter(&mut self) -> Wish {
        let chosen = self.selected.and_then(|selected| self.completion.matches.get(selected)).cloned();
        let (path, typed) = match chosen {
            Some(chosen) => (chosen.path, chosen.typed),
            None => (self.paths.resolve(self.input.text()), self.input.text().to_owned()),
        };
        if typed.is_empty() {
            self.refuse("Type the name of a save file, or choose one with the arrow keys.".to_owned());
            return Wish::Stay;
        }
        if path.is_dir() {
            self.type_instead(&as_folder(&typed));
            return Wish::Stay;
        }
        match self.resume(&path) {
            Ok(resumed) => Wish::Resume(Box::new(resumed)),
            Err(why) => {
                self.type_instead(&typed);
                // The message names the file as it was typed, not as it was resolved.
                self.refuse(why.replace(&path.display().to_string(), &typed));
                Wish::Stay
            }
        }
    }

    /// Says what is wrong with the file.
    pub(crate) fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
        self.scroll.set(0);
    }

    fn resume(&self, path: &Path) -> Result<Resumed, String> {
        if no_file(path) {
            return Err(format!("{} is not a file", path.display()));
        }
        let (save, text) = load_save(path)?;
        let settings = Settings { game: save.standing.game(), size: None, ..self.settings.clone() };
        let mut setup = load_setup(&settings).map_err(|error| error.to_string())?.resuming(&save, &text);
        setup.save_name = Some(path.display().to_string());
        Ok(Resumed { setup, notes: save.notes, file: path.to_owned() })
    }

    fn in_sight(&self, list: Rect) -> std::ops::Range<usize> {
        in_sight(self.selected.unwrap_or(0), self.completion.matches.len(), list.height)
    }

    /// Paints the screen.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Open a save file", theme, area, buffer);
        let line = row(kit::body(area), 1).intersection(buffer.area);
        if !line.is_empty() {
            self.input.paint("File: ", theme, line, buffer);
        }
        let list = list(area);
        if let Some(why) = &self.trouble {
            self.paint_trouble(why, theme, list, buffer);
            let keys = [(kit::up_down(theme), "scroll"), ("Esc", "back to the files")];
            return kit::keys(&keys, theme, area, buffer);
        }
        let note = part(area, list.x - area.x, (list.y - area.y).saturating_sub(1), list.width, 1);
        let words = match &self.completion {
            Completion { note: Some(words), .. } => words.clone(),
            Completion { matches, folder, .. } if matches.is_empty() => {
                format!("Nothing begins like that in {}", folder_name(folder))
            }
            Completion { folder, .. } => format!("In {}", folder_name(folder)),
        };
        put(&words, Role::Quiet, theme, note, buffer);
        let shown = self.in_sight(list);
        for (y, place) in (0..).zip(shown.clone()) {
            let found = &self.completion.matches[place];
            let role = match (self.selected == Some(place), found.folder) {
                (true, _) => Role::Cursor,
                (false, true) => Role::Key,
                (false, false) => Role::Text,
            };
            let mark = if self.selected == Some(place) { theme.pick("\u{25b8}", ">") } else { " " };
            kit::put_raw(mark, theme.style(Role::Key), part(list, 0, y, 1, 1), buffer);
            let name = part(list, 1, y, list.width.saturating_sub(3), 1);
            put(&format!(" {} ", found.name), role, theme, name, buffer);
        }
        more_marks(&shown, self.completion.matches.len(), theme, list, buffer);
        let keys = [("Tab", "complete"), (kit::up_down(theme), "choose"), ("Enter", "open"), ("Esc", "back")];
        kit::keys(&keys, theme, area, buffer);
    }

    fn paint_trouble(&self, why: &str, theme: Theme, list: Rect, buffer: &mut Buffer) {
        let lines = wrap(&theme.text(why), usize::from(list.width).saturating_sub(2));
        let first = self.scroll.get().min(lines.len().saturating_sub(list.height.into()));
        self.scroll.set(first);
        let shown = first..(first + usize::from(list.height)).min(lines.len());
        for (y, place) in (0..).zip(shown.clone()) {
            let line = &lines[place];
            let wrong = place == 0 || line.starts_with("error:");
            let role = if wrong { Role::Wrong } else { Role::Text };
            put(line, role, theme, part(list, 0, y, list.width.saturating_sub(1), 1), buffer);
        }
        more_marks(&shown, lines.len(), theme, list, buffer);
    }
}

/// Where the names are, or the trouble.
fn list(area: Rect) -> Rect {
    let body = kit::body(area);
    part(body, 0, 4, body.width, body.height)
}

#[cfg(test)]
mod tests;
