//! The screen for choosing a save file.

use std::path::{Path, PathBuf};

use parlor_host::{Settings, load_save, load_setup};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::ListState;

use crate::kit::{self, LineKey, Scroll, part, put, row};
use crate::paths::{Completion, FileInput, Paths, as_folder, folder_name, is_not_a_file};
use crate::screen::{Request, Resumed, Screen};
use crate::theme::{Role, Theme};

/// The number of lines by which Page Up and Page Down scroll.
const PAGE: isize = 10;

pub(crate) struct OpenScreen {
    settings: Settings,
    input: FileInput,
    /// The selected name.
    list: ListState,
    /// The reason why the file can't be used.
    trouble: Option<String>,
    /// The scroll position of the error.
    scroll: Scroll,
}

impl OpenScreen {
    /// Chooses a save to resume with these settings. File names are relative to the folder.
    pub(crate) fn new(settings: Settings, folder: impl Into<PathBuf>) -> OpenScreen {
        OpenScreen::among(settings, Paths::new(folder))
    }

    fn among(settings: Settings, paths: Paths) -> OpenScreen {
        let input = FileInput::new(paths, "");
        OpenScreen { settings, input, list: ListState::default(), trouble: None, scroll: Scroll::default() }
    }

    fn typed(&mut self) {
        self.trouble = None;
        self.list.select(None);
    }

    fn type_instead(&mut self, text: &str) {
        self.input.set(text);
        self.typed();
    }

    fn step(&mut self, by: isize) {
        if self.trouble.is_some() {
            self.scroll.by(by);
            return;
        }
        let Some(last) = self.input.completion.matches.len().checked_sub(1) else { return };
        self.list.select(match self.list.selected() {
            // The Up key on the first name returns to the input line.
            None | Some(0) if by < 0 => None,
            None => Some(0),
            Some(now) => Some(now.saturating_add_signed(by).min(last)),
        });
    }

    /// Opens the selected or typed file.
    fn enter(&mut self) -> Request {
        let chosen = self.list.selected().and_then(|selected| self.input.completion.matches.get(selected)).cloned();
        let (path, typed) = match chosen {
            Some(chosen) => (chosen.path, chosen.typed),
            None => (self.input.paths.resolve(self.input.text()), self.input.text().to_owned()),
        };
        if typed.is_empty() {
            self.refuse("Type the name of a save file, or choose one with the arrow keys.".to_owned());
            return Request::Stay;
        }
        if path.is_dir() {
            self.type_instead(&as_folder(&typed));
            return Request::Stay;
        }
        match self.resume(&path) {
            Ok(resumed) => Request::Resume(Box::new(resumed)),
            Err(why) => {
                self.type_instead(&typed);
                // The message shows the name as it was typed, not the resolved path.
                self.refuse(why.replace(&path.display().to_string(), &typed));
                Request::Stay
            }
        }
    }

    fn resume(&self, path: &Path) -> Result<Resumed, String> {
        if is_not_a_file(path) {
            return Err(format!("{} is not a file", path.display()));
        }
        let save = load_save(path)?;
        let settings = Settings { game: save.standing.game(), size: None, ..self.settings.clone() };
        let mut setup = load_setup(&settings).map_err(|error| error.to_string())?.resuming(&save);
        setup.save_name = Some(path.display().to_string());
        Ok(Resumed { setup, notes: save.notes, file: path.to_owned() })
    }
}

impl Screen for OpenScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        match (key.code, &self.trouble) {
            (KeyCode::Enter, None) => return self.enter(),
            (KeyCode::Esc, None) => return Request::Back,
            (KeyCode::Esc | KeyCode::Enter, Some(_)) => self.trouble = None,
            (code @ (KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown), _) => {
                self.step(kit::steps(code, PAGE).unwrap_or(0));
            }
            _ => {
                if self.input.key(key) {
                    self.typed();
                }
            }
        }
        Request::Stay
    }

    fn takes_letters(&self) -> bool {
        true
    }

    fn paste(&mut self, text: &str) {
        self.input.insert(text);
        self.typed();
    }

    fn scroll(&mut self, by: isize) {
        self.step(by);
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        let list = list(area);
        if self.trouble.is_none() && list.contains(at) {
            let clicked = self.list.offset() + usize::from(at.y - list.y);
            if clicked < self.input.completion.matches.len() {
                self.list.select(Some(clicked));
                return self.enter();
            }
        }
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        if self.trouble.is_some() {
            return kit::line_keys([(kit::up_down(theme), "scroll"), ("Esc", "back to the files")]);
        }
        kit::line_keys([("Tab", "complete"), (kit::up_down(theme), "choose"), ("Enter", "open"), ("Esc", "back")])
    }

    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
        self.scroll = Scroll::default();
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Open a save file", theme, area, buffer);
        let line = row(kit::body(area), 1).intersection(buffer.area);
        if !line.is_empty() {
            self.input.line.paint("File: ", theme, line, buffer);
        }
        kit::keys(&self.keys(theme), theme, area, buffer);
        let list = list(area);
        if let Some(why) = &self.trouble {
            let mut lines = kit::wrapped(&[(Role::Text, why.clone())], theme, list.width.saturating_sub(2));
            if let Some((role, _)) = lines.first_mut() {
                *role = Role::Wrong;
            }
            return self.scroll.paint(&lines, theme, list, buffer);
        }
        let note = part(area, list.x - area.x, (list.y - area.y).saturating_sub(1), list.width, 1);
        let words = match &self.input.completion {
            Completion { note: Some(words), .. } => words.clone(),
            Completion { matches, folder, .. } if matches.is_empty() => {
                format!("No file name in {} starts with this text", folder_name(folder))
            }
            Completion { folder, .. } => format!("In {}", folder_name(folder)),
        };
        put(&words, Role::Quiet, theme, note, buffer);
        let role = |is_folder| if is_folder { Role::Key } else { Role::Text };
        let names: Vec<(Role, String)> = self
            .input
            .completion
            .matches
            .iter()
            .map(|found| (role(found.folder), format!(" {} ", found.name)))
            .collect();
        kit::put_list(&names, &mut self.list, theme, list, buffer);
    }
}

/// The area for the names, or for the error.
fn list(area: Rect) -> Rect {
    let body = kit::body(area);
    part(body, 0, 4, body.width, body.height)
}

#[cfg(test)]
mod tests;
