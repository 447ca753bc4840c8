//! Building blocks of all screens: lines of text, frames, scrolling lists, and the keys along the bottom.

use std::ops::Range;

use parlor_view::wrap;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Block, Chart, Clear, Dataset, List, ListState, Paragraph, StatefulWidget, Widget};

use crate::theme::{Role, Theme};

/// The number of columns that a text occupies.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).styled_graphemes(Style::new()).map(|grapheme| Span::raw(grapheme.symbol).width()).sum()
}

/// Converts a count to a number for a chart.
pub(crate) fn number(count: usize) -> f64 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

/// Draws a chart without axes, with x from 0 to `last`, in ASCII characters if the theme requires them.
pub(crate) fn chart(data: Vec<Dataset>, last: usize, values: [f64; 2], theme: Theme, area: Rect, buffer: &mut Buffer) {
    Chart::new(data)
        .x_axis(Axis::default().bounds([0.0, number(last)]))
        .y_axis(Axis::default().bounds(values))
        .legend_position(None)
        .style(theme.base())
        .render(area, buffer);
    for position in area.positions().filter(|_| theme.ascii) {
        let cell = &mut buffer[position];
        match cell.symbol() {
            "\u{2022}" => cell.set_symbol("*"),
            "\u{2588}" => cell.set_symbol("|"),
            _ => cell,
        };
    }
}

/// A part of an area, at an offset and with a size, clipped to the area.
pub(crate) fn part(area: Rect, x: u16, y: u16, width: u16, height: u16) -> Rect {
    let (x, y) = (x.min(area.width), y.min(area.height));
    Rect {
        x: area.x.saturating_add(x),
        y: area.y.saturating_add(y),
        width: width.min(area.width - x),
        height: height.min(area.height - y),
    }
}

/// One line of an area.
pub(crate) fn row(area: Rect, y: u16) -> Rect {
    part(area, 0, y, area.width, 1)
}

/// An area with a number of columns removed on each side.
pub(crate) fn inset(area: Rect, columns: u16) -> Rect {
    part(area, columns, 0, area.width.saturating_sub(2 * columns), area.height)
}

/// Puts characters at the start of an area's first line, and returns the number of columns used.
pub(crate) fn put_raw(text: &str, style: Style, area: Rect, buffer: &mut Buffer) -> u16 {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return 0;
    }
    buffer.set_stringn(area.x, area.y, text, area.width.into(), style).0 - area.x
}

/// Puts a text at the start of an area's first line, shortened if it doesn't fit, and returns the number of columns
/// used.
pub(crate) fn put(text: &str, role: Role, theme: Theme, area: Rect, buffer: &mut Buffer) -> u16 {
    put_raw(&fitted(text, theme, area.width), theme.style(role), area, buffer)
}

/// A text, shortened with an ellipsis if it doesn't fit.
fn fitted(text: &str, theme: Theme, columns: u16) -> String {
    shortened(&theme.text(text), columns.into(), theme.pick("\u{2026}", "~"))
}

/// Puts lines of text below each other.
pub(crate) fn put_lines(lines: &[String], role: Role, theme: Theme, area: Rect, buffer: &mut Buffer) {
    for (y, line) in (0..area.height).zip(lines) {
        put(line, role, theme, row(area, y), buffer);
    }
}

/// Draws a frame with a title on its top edge.
pub(crate) fn frame(title: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let line = theme.style(Role::Line);
    let corner = Span::styled(theme.pick("\u{2500}", "-"), line);
    let title = Line::from(vec![corner, Span::styled(theme.text(&format!(" {title} ")), theme.style(Role::Title))]);
    Block::bordered()
        .border_set(theme.pick(border::ROUNDED, ASCII_BORDER))
        .border_style(line)
        .title(title)
        .render(area.intersection(buffer.area), buffer);
}

const ASCII_BORDER: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Wraps texts; each line keeps the role of its text.
pub(crate) fn wrapped(texts: &[(Role, String)], theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let broken = |(role, text): &(Role, String)| {
        let role = *role;
        wrap(&theme.text(text), columns.into()).into_iter().map(move |line| (role, line))
    };
    texts.iter().flat_map(broken).collect()
}

/// Puts lines below each other, each in the style of its role.
pub(crate) fn put_roles(lines: &[(Role, String)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let line = |(role, text): &(Role, String)| Line::styled(fitted(text, theme, area.width), theme.style(*role));
    Paragraph::new(lines.iter().map(line).collect::<Vec<_>>()).render(area, buffer);
}

/// Cuts a text to a number of columns.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let mut left = columns;
    let fits = |symbol: &&str| {
        let rest = left.checked_sub(width(symbol));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    Span::raw(text).styled_graphemes(Style::new()).map(|grapheme| grapheme.symbol).take_while(fits).collect()
}

/// Cuts a text to a number of columns. If anything is cut off, the text ends with `more`.
pub(crate) fn shortened(text: &str, columns: usize, more: &str) -> String {
    match columns.checked_sub(1) {
        _ if width(text) <= columns => text.to_owned(),
        Some(room) => format!("{}{more}", cut(text, room)),
        None => String::new(),
    }
}

/// Cells of these widths side by side. Wide characters keep the columns aligned.
pub(crate) fn columns<const N: usize>(cells: [&str; N], widths: [usize; N]) -> String {
    let cell = |(text, columns): (&str, usize)| {
        let text = shortened(text, columns, "\u{2026}");
        format!("{text}{} ", " ".repeat(columns.saturating_sub(width(&text))))
    };
    cells.into_iter().zip(widths).map(cell).collect::<String>().trim_end().to_owned()
}

/// Draws a line with a title at the top of an area, and returns the rest of the area.
pub(crate) fn panel(title: &str, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    if area.height == 0 {
        return area;
    }
    let line = theme.pick("\u{2500}", "-").repeat(area.width.into());
    buffer.set_stringn(area.x, area.y, line, area.width.into(), theme.style(Role::Line));
    let word = format!(" {} ", theme.text(title));
    buffer.set_stringn(area.x + 1, area.y, word, usize::from(area.width).saturating_sub(2), theme.style(Role::Title));
    Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(1), height: area.height - 1 }
}

/// The area of a box.
pub(crate) fn box_area(title: &str, lines: &[(Role, String)], area: Rect) -> Rect {
    let widest = lines.iter().map(|(_, line)| width(line)).max().unwrap_or(0);
    let width = (widest.max(title.len() + 2) as u16).min(area.width.saturating_sub(4));
    let height = (lines.len() as u16).min(area.height.saturating_sub(2));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// Draws a box with lines in it, over the current contents.
pub(crate) fn boxed(title: &str, lines: &[(Role, String)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    if area.width < 8 || area.height < 4 {
        return;
    }
    let inner = box_area(title, lines, area);
    let outer = inner.outer(Margin::new(2, 1));
    Clear.render(outer, buffer);
    buffer.set_style(outer, theme.base());
    frame(title, theme, outer, buffer);
    put_roles(lines, theme, inner, buffer);
}

/// Draws a screen's name with a line below it.
pub(crate) fn heading(title: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    put(title, Role::Title, theme, inset(row(area, 0), 2), buffer);
    let across = theme.pick("\u{2500}", "-").repeat(area.width.saturating_sub(4).into());
    put_raw(&across, theme.style(Role::Line), inset(row(area, 1), 2), buffer);
}

/// The area between a screen's heading and its keys.
pub(crate) fn body(area: Rect) -> Rect {
    inset(part(area, 0, 2, area.width, area.height.saturating_sub(4)), 2)
}

/// A key in the line along the bottom of a screen, and its effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineKey {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    /// The effect in more words, for the list of all keys.
    pub(crate) meaning: &'static str,
    pub(crate) code: Option<KeyCode>,
    pub(crate) is_enabled: bool,
}

impl LineKey {
    /// A key whose effect needs more words in the list of all keys.
    pub(crate) fn explained(self, meaning: &'static str) -> LineKey {
        LineKey { meaning, ..self }
    }

    /// A key that is disabled at the moment.
    pub(crate) fn disabled(self, what: &'static str) -> LineKey {
        LineKey { what, meaning: what, code: None, is_enabled: false, ..self }
    }
}

impl From<(&'static str, &'static str)> for LineKey {
    /// If the name denotes two keys, a click presses the first one. Arrows and ranges can't be clicked.
    fn from((name, what): (&'static str, &'static str)) -> LineKey {
        let code = match name {
            "Enter" => Some(KeyCode::Enter),
            "Esc" | "any key" => Some(KeyCode::Esc),
            "Tab" => Some(KeyCode::Tab),
            "Space" => Some(KeyCode::Char(' ')),
            "PgDn" => Some(KeyCode::PageDown),
            "PgUp" => Some(KeyCode::PageUp),
            name => match name.as_bytes() {
                [letter] | [letter, b' ', _] => Some(KeyCode::Char(char::from(*letter))),
                _ => None,
            },
        };
        LineKey { name, what, meaning: what, code, is_enabled: true }
    }
}

pub(crate) fn line_keys<const N: usize>(keys: [(&'static str, &'static str); N]) -> Vec<LineKey> {
    keys.into_iter().map(LineKey::from).collect()
}

/// The keys along the bottom of a screen with their areas, without keys that don't fit.
fn key_places(keys: &[LineKey], area: Rect) -> Vec<(LineKey, Rect)> {
    let line = inset(row(area, area.height.saturating_sub(1)), 2);
    let mut x = 0;
    let mut places = Vec::new();
    for &key in keys {
        let columns = (width(key.name) + 1 + width(key.what)) as u16;
        if x + columns > line.width {
            break;
        }
        places.push((key, part(line, x, 0, columns, 1)));
        x += columns + 3;
    }
    places
}

/// Puts the keys of a box in the place of those of the screen below it.
pub(crate) fn replace_keys(keys: &[LineKey], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let line = row(area, area.height.saturating_sub(1));
    put_raw(&" ".repeat(line.width.into()), theme.base(), line, buffer);
    self::keys(keys, theme, area, buffer);
}

/// Puts keys and their effects along the bottom of a screen.
pub(crate) fn keys(keys: &[LineKey], theme: Theme, area: Rect, buffer: &mut Buffer) {
    for (key, place) in key_places(keys, area) {
        let role = if key.is_enabled { Role::Key } else { Role::Quiet };
        let taken = put_raw(key.name, theme.style(role), place, buffer) + 1;
        put(key.what, Role::Quiet, theme, part(place, taken, 0, place.width, 1), buffer);
    }
}

/// The key at this position in the line along the bottom, if its name denotes a single key.
pub(crate) fn line_key_at(keys: &[LineKey], at: Position, area: Rect) -> Option<KeyCode> {
    key_places(keys, area).into_iter().find(|(_, place)| place.contains(at))?.0.code
}

/// The area for a board and a text about it: the screen without the heading and the two lines at the bottom.
pub(crate) fn board_body(area: Rect) -> Rect {
    part(area, 0, 2, area.width, area.height.saturating_sub(4))
}

/// The scroll position of a text. Painting limits it to the last line, so that the next key press takes effect at once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Scroll {
    first: usize,
    /// There was no room for all lines when the text was last painted.
    pub(crate) has_more: bool,
}

impl Scroll {
    pub(crate) fn by(&mut self, lines: isize) {
        self.first = self.first.saturating_add_signed(lines);
    }

    /// Handles a key that scrolls.
    pub(crate) fn key(&mut self, code: KeyCode, page: isize) {
        let code = if code == KeyCode::Char(' ') { KeyCode::PageDown } else { code };
        self.by(steps(code, page).unwrap_or(0));
    }

    /// Paints the lines that fit, and marks the edges beyond which there are more.
    pub(crate) fn paint(&mut self, lines: &[(Role, String)], theme: Theme, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.height);
        self.first = self.first.min(lines.len().saturating_sub(room));
        self.has_more = lines.len() > room;
        let shown = self.first..(self.first + room).min(lines.len());
        put_roles(&lines[shown.clone()], theme, area.intersection(buffer.area), buffer);
        more_marks(&shown, lines.len(), theme, area, buffer);
    }
}

/// The name for the keys up and down.
pub(crate) fn up_down(theme: Theme) -> &'static str {
    theme.pick("\u{2191}\u{2193}", "up/down")
}

/// The name for the keys left and right.
pub(crate) fn left_right(theme: Theme) -> &'static str {
    theme.pick("\u{2190}\u{2192}", "left/right")
}

/// Paints a list, scrolled to its selected row, and marks the edges beyond which there are more rows.
pub(crate) fn put_list(rows: &[(Role, String)], state: &mut ListState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let selected = state.selected();
    let row = |(at, (role, text)): (usize, &(Role, String))| {
        let (mark, role) =
            if selected == Some(at) { (theme.pick("\u{25b8}", ">"), Role::Cursor) } else { (" ", *role) };
        let text = fitted(text, theme, area.width.saturating_sub(2));
        Line::from(vec![Span::styled(mark, theme.style(Role::Key)), Span::styled(text, theme.style(role))])
    };
    let list: List = rows.iter().enumerate().map(row).collect();
    StatefulWidget::render(list, area.intersection(buffer.area), buffer, state);
    let shown = state.offset()..(state.offset() + usize::from(area.height)).min(rows.len());
    more_marks(&shown, rows.len(), theme, area, buffer);
}

/// The number of lines by which a key moves in a list or a text.
pub(crate) fn steps(code: KeyCode, page: isize) -> Option<isize> {
    match code {
        KeyCode::Up => Some(-1),
        KeyCode::Down => Some(1),
        KeyCode::PageUp => Some(-page),
        KeyCode::PageDown => Some(page),
        KeyCode::Home => Some(isize::MIN),
        KeyCode::End => Some(isize::MAX),
        _ => None,
    }
}

/// The range of lines visible in a list, including the selected one.
pub(crate) fn visible_lines(selected: usize, count: usize, room: u16) -> Range<usize> {
    let room = usize::from(room);
    let first = selected.saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// Marks the right edge if a list continues above or below.
pub(crate) fn more_marks(shown: &Range<usize>, count: usize, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let last = area.width.saturating_sub(1);
    let style = theme.style(Role::Key);
    if shown.start > 0 {
        put_raw(theme.pick("\u{25b2}", "^"), style, part(area, last, 0, 1, 1), buffer);
    }
    if shown.end < count {
        put_raw(theme.pick("\u{25bc}", "v"), style, part(area, last, area.height.saturating_sub(1), 1, 1), buffer);
    }
}

/// The next or previous value of a list, wrapping around.
pub(crate) fn next_of<T: PartialEq + Copy>(now: T, all: &[T], back: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    all[(at + if back { all.len() - 1 } else { 1 }) % all.len()]
}

/// The value `by` steps away in a list, or the one at the end of the list.
pub(crate) fn stepped<T: PartialEq + Copy>(now: T, all: &[T], by: isize) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    all[at.saturating_add_signed(by).min(all.len() - 1)]
}

/// The arrow key that a letter replaces, on screens where h, j, k and l have no other meaning.
pub(crate) fn arrow_of(code: KeyCode) -> KeyCode {
    match code {
        KeyCode::Char('h') => KeyCode::Left,
        KeyCode::Char('j') => KeyCode::Down,
        KeyCode::Char('k') => KeyCode::Up,
        KeyCode::Char('l') => KeyCode::Right,
        code => code,
    }
}

/// The code of a key that was pressed; `None` for a key release, and for a letter with Ctrl or Alt.
pub(crate) fn pressed(key: KeyEvent) -> Option<KeyCode> {
    let other = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match key.code {
        _ if key.kind == KeyEventKind::Release => None,
        KeyCode::Char(_) if other => None,
        code => Some(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_does_not_work_now_looks_different_and_cannot_be_clicked() {
        let help = LineKey::from(("h", "help"));
        let painted = |key: LineKey| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 1));
            keys(&[key], Theme::default(), buffer.area, &mut buffer);
            (buffer[(2, 0)].style(), line_key_at(&[key], Position::new(2, 0), buffer.area))
        };
        let (style, code) = painted(help.disabled("no help now"));
        assert_eq!((style.add_modifier, code), (Theme::default().style(Role::Quiet).add_modifier, None));
        assert_eq!(painted(help).1, Some(KeyCode::Char('h')));
        assert_ne!(painted(help).0, style);
    }

    #[test]
    fn scrolling_past_the_end_is_limited() {
        let lines: Vec<(Role, String)> = (0..10).map(|line| (Role::Text, line.to_string())).collect();
        let area = Rect::new(0, 0, 20, 4);
        let mut scroll = Scroll { first: 50, has_more: false };
        scroll.paint(&lines, Theme::default(), area, &mut Buffer::empty(area));
        assert_eq!(scroll, Scroll { first: 6, has_more: true });
    }
}
