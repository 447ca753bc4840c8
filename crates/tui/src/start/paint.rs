//! Painting and layout of the first screen.

use parlor_host::local_time;
use parlor_store::{JournalInfo, Listed};
use parlor_view::{game_line, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{MenuEntry, PanelItem, StartScreen};
use crate::kit::{inset, part, put, put_lines, put_raw, row};
use crate::picture;
use crate::theme::{Role, Theme};

impl StartScreen {
    pub(super) fn paint_entry(&self, entry: MenuEntry, theme: Theme, place: Rect, buffer: &mut Buffer) {
        let here = self.entry == entry;
        if here {
            put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), part(place, 0, 0, 1, 1), buffer);
        }
        let key = self.key_of(entry).unwrap_or(' ');
        put_raw(key.encode_utf8(&mut [0; 4]), theme.style(Role::Key), part(place, 2, 0, 1, 1), buffer);
        let title = match (entry, self.kept.mistakes) {
            (MenuEntry::Practice, Some(mistakes)) => format!(" {} ({mistakes}) ", entry.title()),
            _ => format!(" {} ", entry.title()),
        };
        let role = match (here, self.setting) {
            (true, None) => Role::Cursor,
            (true, Some(_)) => Role::Prompt,
            _ => Role::Text,
        };
        put(&title, role, theme, part(place, 3, 0, place.width, 1), buffer);
        let about = match (entry, &self.kept.last) {
            (MenuEntry::Continue, Some(last)) => when(last),
            // The description without the name of the game.
            (MenuEntry::Play(game), _) => game_line(game).trim_start_matches(&format!("{game}: ")).to_owned(),
            _ => return,
        };
        put(&about, Role::Quiet, theme, part(place, 4, 1, place.width, 1), buffer);
    }

    pub(super) fn paint_setting(&self, setting: PanelItem, theme: Theme, place: Rect, buffer: &mut Buffer) {
        let here = self.setting == Some(setting);
        if here && !place.is_empty() {
            let before = Rect { x: place.x.saturating_sub(1), width: 1, ..place };
            put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), before, buffer);
        }
        let label = self.label(setting);
        put(label, if here { Role::Prompt } else { Role::Quiet }, theme, part(place, 0, 0, LABEL, 1), buffer);
        let value = part(place, LABEL, 0, place.width, 1);
        let line = match setting {
            PanelItem::File => Some(&self.file.line),
            PanelItem::Name(seat) => Some(&self.names[seat]),
            _ => None,
        };
        if let Some(line) = line {
            if here && !value.is_empty() {
                line.paint("", theme, value.intersection(buffer.area), buffer);
            } else {
                put(line.text(), Role::Text, theme, value, buffer);
            }
            return;
        }
        let role = if here { Role::Cursor } else { Role::Text };
        put_raw(theme.pick("\u{2039}", "<"), theme.style(Role::Key), value, buffer);
        let end =
            1 + put(&format!(" {} ", self.value(setting)), role, theme, part(value, 1, 0, value.width, 1), buffer);
        put_raw(theme.pick("\u{203a}", ">"), theme.style(Role::Key), part(value, end, 0, 1, 1), buffer);
    }

    /// Paints the area below the settings: an error, file names, a picture, or words.
    pub(super) fn paint_rest(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let columns = area.width.into();
        if let Some(why) = &self.trouble {
            put_lines(&wrap(&theme.text(why), columns), Role::Wrong, theme, area, buffer);
            return;
        }
        if self.setting == Some(PanelItem::File) {
            let mut lines: Vec<String> = self.file.completion.matches.iter().map(|found| found.name.clone()).collect();
            let room = usize::from(area.height);
            if lines.len() > room && room > 0 {
                let more = lines.len() - room + 1;
                lines.truncate(room - 1);
                lines.push(format!("and {more} more"));
            }
            if lines.is_empty() {
                lines = self.file.completion.note.iter().flat_map(|note| wrap(note, columns)).collect();
            }
            put_lines(&lines, Role::Quiet, theme, area, buffer);
            return;
        }
        let words = match self.entry {
            MenuEntry::Play(game) => return picture::paint(game, theme, area, buffer),
            MenuEntry::Continue => {
                let Some(last) = &self.kept.last else { return };
                let players = last.about.as_ref().map(JournalInfo::players).unwrap_or_default();
                format!("{}\n{players}\n{}\n\nResume where you left off.", when(last), last.name)
            }
            MenuEntry::Open => "The save file sets the game and its size; choose the rest here.".to_owned(),
            MenuEntry::Kept if let Some(why) = &self.kept.no_store => format!("Your games can't be saved: {why}."),
            MenuEntry::Kept => {
                "Every game is saved, move by move, while you play.\n\nResume an unfinished game, replay a \
                 finished one, or remove it."
                    .to_owned()
            }
            MenuEntry::Practice if self.kept.mistakes == Some(0) => {
                "There are no mistakes to practise yet.\n\nMistakes come from reviews: press v when a round is over, \
                 or in the list of your games."
                    .to_owned()
            }
            MenuEntry::Practice => {
                "The positions before your mistakes in all reviewed games, so that you can find a better \
                                    move. The worst ones and those you haven't seen for a long time come first."
                    .to_owned()
            }
            MenuEntry::Statistics => {
                "How you played in all reviewed games, by game, size and level, and over time.".to_owned()
            }
            MenuEntry::Analysis => {
                "Try out any position for both sides, with values: the start of a round, one that you \
                                    set up by hand, or a save that you paste.\n\nIn a game, x analyses the current \
                                    position."
                    .to_owned()
            }
            MenuEntry::How => "The rules of each game on one page, with a picture.".to_owned(),
            MenuEntry::Quit => "Until next time.".to_owned(),
        };
        put_lines(&wrap(&words, columns), Role::Text, theme, area, buffer);
    }
}

pub(super) const GUIDED: &str = "New here? A guided first round";

/// The maximum number of settings in the panel that a newcomer sees.
pub(super) const MOST_SETTINGS_OF_A_NEWCOMER: usize = 6;

/// The number of columns for the label of a setting.
pub(super) const LABEL: u16 = 9;

pub(super) struct StartLayout {
    pub(super) title: Rect,
    pub(super) entries: Vec<(MenuEntry, Rect)>,
    pub(super) panel: Rect,
    pub(super) settings: Vec<(PanelItem, Rect)>,
    pub(super) go: Rect,
    pub(super) guided: Rect,
    pub(super) rest: Rect,
}

impl StartLayout {
    pub(super) fn new(start: &StartScreen, area: Rect) -> StartLayout {
        let columns = area.width.min(104);
        let above = 1 + area.height.saturating_sub(24) / 3;
        let all = part(area, (area.width - columns) / 2, above, columns, area.height.saturating_sub(above + 2));
        let main = part(all, 0, 4, all.width, all.height);
        let list = part(main, 2, 0, 38, main.height);
        let mut entries = Vec::new();
        let mut y = 0;
        for entry in start.entries() {
            let height = if matches!(entry, MenuEntry::Continue | MenuEntry::Play(_)) { 2 } else { 1 };
            if entry == MenuEntry::Open {
                y += 1;
            }
            entries.push((entry, part(list, 0, y, list.width, height)));
            y += height;
            if entry == MenuEntry::Continue {
                y += 1;
            }
        }
        let panel = part(main, 41, 0, main.width.saturating_sub(42), main.height.min(20));
        let inside = inset(part(panel, 0, 1, panel.width, panel.height.saturating_sub(2)), 2);
        let settings: Vec<(PanelItem, Rect)> =
            start.settings().into_iter().zip(0..).map(|(setting, y)| (setting, row(inside, y))).collect();
        let nowhere = Rect::default();
        let (go, guided, rest) = if settings.is_empty() {
            (nowhere, nowhere, part(inside, 0, 1, inside.width, inside.height))
        } else {
            let below = settings.len() as u16 + 1;
            let rest = |y| part(inside, 0, y, inside.width, inside.height);
            match start.entry {
                MenuEntry::Open => (part(inside, 0, below, 19, 1), nowhere, rest(below + 2)),
                // The picture needs the space.
                _ if !start.offers_guide() => (part(inside, 0, below, 8, 1), nowhere, rest(below + 2)),
                _ => {
                    let columns = 2 + GUIDED.len() as u16;
                    (part(inside, 0, below, 8, 1), part(inside, 0, below + 1, columns, 1), rest(below + 3))
                }
            }
        };
        StartLayout { title: part(all, 4, 0, all.width, 3), entries, panel, settings, go, guided, rest }
    }
}

/// The game of a journal, and the time when it was last played.
fn when(last: &Listed) -> String {
    let date = local_time(last.modified);
    match &last.about {
        Ok(about) => format!("{}, {date}", about.setup.game),
        Err(_) => date,
    }
}

pub(super) const WORDMARK: [&str; 3] =
    ["╭─╮ ╭─╮ ╭─╮ ╷   ╭─╮ ╭─╮", "├─╯ ├─┤ ├┬╯ │   │ │ ├┬╯", "╵   ╵ ╵ ╵╰╴ ╰─╴ ╰─╯ ╵╰╴"];

pub(super) const WORDMARK_ASCII: [&str; 3] =
    [".-. .-. .-. .   .-. .-.", "|-' |-| |-< |   | | |-<", "'   ' ' ' ` '-' '-' ' `"];
