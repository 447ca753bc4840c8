//! How the first screen looks, and where everything on it is.

use parlor_host::{About, Listed, local_time};
use parlor_rules::Game;
use parlor_view::{game_line, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{GUIDED_KEY, MenuEntry, Setting, Start};
use crate::kit::{self, LineKey, frame, inset, part, put, put_lines, put_raw, row};
use crate::picture;
use crate::theme::{Role, Theme};

impl Start {
    /// Paints the screen.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let places = Places::new(self, area);
        for (y, line) in (0..).zip(theme.pick(WORDMARK, WORDMARK_ASCII)) {
            put_raw(line, theme.style(Role::Title), row(places.title, y), buffer);
        }
        put("Canoga, Congkak and Kono", Role::Quiet, theme, part(places.title, 27, 2, 60, 1), buffer);
        for (entry, place) in &places.entries {
            self.paint_entry(*entry, theme, *place, buffer);
        }
        frame(self.entry.title(), theme, places.panel, buffer);
        for (setting, place) in &places.settings {
            self.paint_setting(*setting, theme, *place, buffer);
        }
        let what = if self.entry == MenuEntry::Open { "Choose the file" } else { "Play" };
        if !places.go.is_empty() {
            let button = format!("[ {what} ]");
            put_raw(&button, theme.style(Role::Can), places.go, buffer);
        }
        if !places.guided.is_empty() {
            let taken = put_raw(GUIDED_KEY.encode_utf8(&mut [0; 4]), theme.style(Role::Key), places.guided, buffer) + 1;
            put(GUIDED, Role::Text, theme, part(places.guided, taken, 0, places.guided.width, 1), buffer);
        }
        self.paint_rest(theme, places.rest, buffer);
        kit::keys(&self.line_keys(theme), theme, area, buffer);
    }

    fn paint_entry(&self, entry: MenuEntry, theme: Theme, place: Rect, buffer: &mut Buffer) {
        let here = self.entry == entry;
        if here {
            put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), part(place, 0, 0, 1, 1), buffer);
        }
        let key = self.key_of(entry).unwrap_or(' ');
        put_raw(key.encode_utf8(&mut [0; 4]), theme.style(Role::Key), part(place, 2, 0, 1, 1), buffer);
        let title = match (entry, self.mistakes) {
            (MenuEntry::Practice, Some(mistakes)) => format!(" {} ({mistakes}) ", entry.title()),
            _ => format!(" {} ", entry.title()),
        };
        let role = match (here, self.setting) {
            (true, None) => Role::Cursor,
            (true, Some(_)) => Role::Prompt,
            _ => Role::Text,
        };
        put(&title, role, theme, part(place, 3, 0, place.width, 1), buffer);
        let about = match (entry, &self.last) {
            (MenuEntry::Continue, Some(last)) => when(last),
            (MenuEntry::Play(game), _) => short_line(game).to_owned(),
            _ => return,
        };
        put(&about, Role::Quiet, theme, part(place, 4, 1, place.width, 1), buffer);
    }

    fn paint_setting(&self, setting: Setting, theme: Theme, place: Rect, buffer: &mut Buffer) {
        let here = self.setting == Some(setting);
        if here && !place.is_empty() {
            let before = Rect { x: place.x.saturating_sub(1), width: 1, ..place };
            put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), before, buffer);
        }
        let label = self.label(setting);
        put(label, if here { Role::Prompt } else { Role::Quiet }, theme, part(place, 0, 0, LABEL, 1), buffer);
        let value = part(place, LABEL, 0, place.width, 1);
        let line = match setting {
            Setting::File => Some(&self.file),
            Setting::Name(seat) => Some(&self.names[seat]),
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

    /// Paints what is below the settings: an error, file names, a picture, or words.
    fn paint_rest(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let columns = area.width.into();
        if let Some(why) = &self.trouble {
            put_lines(&wrap(&theme.text(why), columns), Role::Wrong, theme, area, buffer);
            return;
        }
        if self.setting == Some(Setting::File) {
            let mut lines: Vec<String> = self.completion.matches.iter().map(|found| found.name.clone()).collect();
            let room = usize::from(area.height);
            if lines.len() > room && room > 0 {
                let more = lines.len() - room + 1;
                lines.truncate(room - 1);
                lines.push(format!("and {more} more"));
            }
            if lines.is_empty() {
                lines = self.completion.note.iter().flat_map(|note| wrap(note, columns)).collect();
            }
            put_lines(&lines, Role::Quiet, theme, area, buffer);
            return;
        }
        let words = match self.entry {
            MenuEntry::Play(game) => return picture::paint(game, theme, area, buffer),
            MenuEntry::Continue => {
                let Some(last) = &self.last else { return };
                let players = last.about.as_ref().map(About::players).unwrap_or_default();
                format!("{}\n{players}\n{}\n\nIt goes on where it was left.", when(last), last.name)
            }
            MenuEntry::Open => "A save says which game and which size it is; this is the rest.".to_owned(),
            MenuEntry::Kept if let Some(why) = &self.no_store => format!("Games aren't kept: {why}."),
            MenuEntry::Kept => {
                "Every game is kept while it is played, move by move.\n\nGo on with one that was left, look \
                            again at one that is over, or remove it."
                    .to_owned()
            }
            MenuEntry::Practice if self.mistakes == Some(0) => {
                "There is no mistake to practise yet.\n\nMistakes come from reviews: press v when a round is over, or in \
                 the list of games that are kept."
                    .to_owned()
            }
            MenuEntry::Practice => "The positions before your mistakes in all reviewed games, to find something \
                                    better. The worst and the long unseen come first."
                .to_owned(),
            MenuEntry::Statistics => {
                "How you played in all reviewed games, by game, size and level, and over time.".to_owned()
            }
            MenuEntry::Analysis => "Any position, to be tried out for both sides with values: the start of a round, one that \
                                    you set up by hand, or a save that you paste.\n\nIn a game, x analyses what is on the \
                                    table."
                .to_owned(),
            MenuEntry::How => "The rules of each game on a page, with a picture.".to_owned(),
            MenuEntry::Quit => "Until next time.".to_owned(),
        };
        put_lines(&wrap(&words, columns), Role::Text, theme, area, buffer);
    }

    pub(super) fn line_keys(&self, theme: Theme) -> Vec<LineKey> {
        let up_down = kit::up_down(theme);
        let enter = match self.entry {
            MenuEntry::Continue => "continue",
            MenuEntry::Play(_) => "play",
            MenuEntry::Quit => "quit",
            _ => "open",
        };
        let first = match self.setting {
            None => {
                let mut keys = kit::line_keys([(up_down, "choose"), ("Enter", enter)]);
                if self.shown().is_some() {
                    keys.push((theme.pick("\u{2192}", "right"), "settings").into());
                }
                keys.extend(kit::line_keys([("1-9", "at once"), ("?", "rules"), ("q", "quit")]));
                return keys;
            }
            Some(Setting::File) => [("Tab", "complete"), (up_down, "setting")],
            Some(Setting::Name(_)) => [("letters", "type the name"), (up_down, "setting")],
            Some(_) => [(up_down, "setting"), (kit::left_right(theme), "change")],
        };
        [kit::line_keys(first), kit::line_keys([("Enter", enter), ("Esc", "back")])].concat()
    }
}

/// What the guided round is offered with.
const GUIDED: &str = "New here? A guided first round";

/// The columns of a setting's label.
pub(super) const LABEL: u16 = 9;

/// Where everything is.
pub(super) struct Places {
    pub(super) title: Rect,
    pub(super) entries: Vec<(MenuEntry, Rect)>,
    pub(super) panel: Rect,
    pub(super) settings: Vec<(Setting, Rect)>,
    pub(super) go: Rect,
    pub(super) guided: Rect,
    pub(super) rest: Rect,
}

impl Places {
    pub(super) fn new(start: &Start, area: Rect) -> Places {
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
        let settings: Vec<(Setting, Rect)> =
            start.settings().into_iter().zip(0..).map(|(setting, y)| (setting, row(inside, y))).collect();
        let nowhere = Rect::default();
        let (go, guided, rest) = if settings.is_empty() {
            (nowhere, nowhere, part(inside, 0, 1, inside.width, inside.height))
        } else {
            let below = settings.len() as u16 + 1;
            let rest = |y| part(inside, 0, y, inside.width, inside.height);
            match start.entry {
                MenuEntry::Open => (part(inside, 0, below, 19, 1), nowhere, rest(below + 2)),
                // Nobody who is new here comes with many settings, and the picture needs the room.
                _ if settings.len() > 5 => (part(inside, 0, below, 8, 1), nowhere, rest(below + 2)),
                _ => {
                    let columns = 2 + GUIDED.len() as u16;
                    (part(inside, 0, below, 8, 1), part(inside, 0, below + 1, columns, 1), rest(below + 3))
                }
            }
        };
        Places { title: part(all, 4, 0, all.width, 3), entries, panel, settings, go, guided, rest }
    }
}
/// What a game is like, without its name.
fn short_line(game: Game) -> &'static str {
    let line = game_line(game);
    line.split_once(": ").map_or(line, |(_, rest)| rest)
}

/// Which game a journal has, and when it was left.
fn when(last: &Listed) -> String {
    let date = local_time(last.modified);
    match &last.about {
        Ok(about) => format!("{}, {date}", about.setup.game),
        Err(_) => date,
    }
}

const WORDMARK: [&str; 3] = ["╭─╮ ╭─╮ ╭─╮ ╷   ╭─╮ ╭─╮", "├─╯ ├─┤ ├┬╯ │   │ │ ├┬╯", "╵   ╵ ╵ ╵╰╴ ╰─╴ ╰─╯ ╵╰╴"];

const WORDMARK_ASCII: [&str; 3] = [".-. .-. .-. .   .-. .-.", "|-' |-| |-< |   | | |-<", "'   ' ' ' ` '-' '-' ' `"];
