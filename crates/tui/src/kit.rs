//! What all screens are built from: lines of text, frames, lists that scroll, and the keys along the bottom.

use std::cell::Cell;
use std::ops::Range;

use parlor_view::wrap;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::theme::{Role, Theme};

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A number of things, for a chart.
pub(crate) fn number(count: usize) -> f64 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

/// A part of an area, at an offset and with a size. What lies outside the area is cut off.
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

/// An area without some columns at both sides.
pub(crate) fn inset(area: Rect, columns: u16) -> Rect {
    part(area, columns, 0, area.width.saturating_sub(2 * columns), area.height)
}

/// Puts characters at the start of an area's first line, and returns how many columns they took.
pub(crate) fn put_raw(text: &str, style: Style, area: Rect, buffer: &mut Buffer) -> u16 {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return 0;
    }
    buffer.set_stringn(area.x, area.y, text, area.width.into(), style).0 - area.x
}

/// Puts a text at the start of an area's first line, cut short if it doesn't fit, and returns how many columns it
/// took.
pub(crate) fn put(text: &str, role: Role, theme: Theme, area: Rect, buffer: &mut Buffer) -> u16 {
    let (text, style) = (theme.text(text), theme.style(role));
    if width(&text) <= area.width.into() {
        return put_raw(&text, style, area, buffer);
    }
    let taken = put_raw(&text, style, Rect { width: area.width.saturating_sub(1), ..area }, buffer);
    taken + put_raw(theme.pick("\u{2026}", "~"), style, part(area, taken, 0, 1, 1), buffer)
}

/// Puts lines of text below each other.
pub(crate) fn put_lines(lines: &[String], role: Role, theme: Theme, area: Rect, buffer: &mut Buffer) {
    for (y, line) in (0..area.height).zip(lines) {
        put(line, role, theme, row(area, y), buffer);
    }
}

/// Draws a frame with a title in it.
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

/// Texts broken into lines of at most this many columns, each with its role.
pub(crate) fn wrapped(texts: &[(Role, String)], theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let broken = |(role, text): &(Role, String)| {
        let role = *role;
        wrap(&theme.text(text), columns.into()).into_iter().map(move |line| (role, line))
    };
    texts.iter().flat_map(broken).collect()
}

/// Puts lines below each other, each as its role looks.
pub(crate) fn put_roles(lines: &[(Role, String)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let line = |(role, text): &(Role, String)| Line::styled(theme.text(text), theme.style(*role));
    Paragraph::new(lines.iter().map(line).collect::<Vec<_>>()).render(area, buffer);
}

/// As much of a text as fits a number of columns.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let mut cut = String::new();
    for letter in text.chars() {
        cut.push(letter);
        if width(&cut) > columns {
            cut.pop();
            break;
        }
    }
    cut
}

/// Draws a line with a title on top of an area, and returns the rest of the area.
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

/// Where the lines of a box go.
pub(crate) fn box_area(title: &str, lines: &[(Role, String)], area: Rect) -> Rect {
    let widest = lines.iter().map(|(_, line)| width(line)).max().unwrap_or(0);
    let width = (widest.max(title.len() + 2) as u16).min(area.width.saturating_sub(4));
    let height = (lines.len() as u16).min(area.height.saturating_sub(2));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// A box with lines in it, over what is there.
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

/// Where the keys along the bottom of a screen go. Those that don't fit are left out.
pub(crate) fn key_places<'a>(keys: &[(&'a str, &'a str)], area: Rect) -> Vec<(&'a str, &'a str, Rect)> {
    let line = inset(row(area, area.height.saturating_sub(1)), 2);
    let mut x = 0;
    let mut places = Vec::new();
    for &(key, what) in keys {
        let columns = (width(key) + 1 + width(what)) as u16;
        if x + columns > line.width {
            break;
        }
        places.push((key, what, part(line, x, 0, columns, 1)));
        x += columns + 3;
    }
    places
}

/// Puts keys and what they do along the bottom of a screen.
pub(crate) fn keys(keys: &[(&str, &str)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    for (key, what, place) in key_places(keys, area) {
        let taken = put_raw(key, theme.style(Role::Key), place, buffer) + 1;
        put(what, Role::Quiet, theme, part(place, taken, 0, place.width, 1), buffer);
    }
}

/// The key whose name is at this place along the bottom, if it is one key. Where one name stands for two, it is the first.
pub(crate) fn line_key_at(keys: &[(&str, &str)], at: Position, area: Rect) -> Option<KeyCode> {
    let (name, ..) = key_places(keys, area).into_iter().find(|(.., place)| place.contains(at))?;
    Some(match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "PgDn" => KeyCode::PageDown,
        "PgUp" => KeyCode::PageUp,
        name => match name.as_bytes() {
            [letter] | [letter, b' ', _] => KeyCode::Char(char::from(*letter)),
            _ => return None,
        },
    })
}

/// Where a board and a text about it go: all but the heading and the two lines at the bottom.
pub(crate) fn board_body(area: Rect) -> Rect {
    part(area, 0, 2, area.width, area.height.saturating_sub(4))
}

/// Puts as many lines as there is room for, from this one on or earlier, and marks where there are more. Only here is it known
/// how far the lines can be scrolled, so what went further comes back: the next key moves them at once.
pub(crate) fn put_scrolled(
    lines: &[(Role, String)],
    scroll: &Cell<usize>,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let room = usize::from(area.height);
    let first = scroll.get().min(lines.len().saturating_sub(room));
    scroll.set(first);
    let seen = first..(first + room).min(lines.len());
    put_roles(&lines[seen.clone()], theme, area, buffer);
    more_marks(&seen, lines.len(), theme, area, buffer);
}

/// The arrows up and down, as a key's name.
pub(crate) fn up_down(theme: Theme) -> &'static str {
    theme.pick("\u{2191}\u{2193}", "up/down")
}

/// The arrows left and right, as a key's name.
pub(crate) fn left_right(theme: Theme) -> &'static str {
    theme.pick("\u{2190}\u{2192}", "left/right")
}

/// Which lines of a list are in sight, so that the selected one is among them.
pub(crate) fn in_sight(selected: usize, count: usize, room: u16) -> Range<usize> {
    let room = usize::from(room);
    let first = selected.saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// Marks the right edge where a list goes on above or below.
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

/// The key that was pressed, unless it was released or is a letter with Ctrl or Alt.
pub(crate) fn pressed(key: KeyEvent) -> Option<KeyCode> {
    let other = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match key.code {
        _ if key.kind == KeyEventKind::Release => None,
        KeyCode::Char(_) if other => None,
        code => Some(code),
    }
}

/// What a mouse did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointed {
    /// It clicked a place.
    Click(Position),
    /// The wheel turned up.
    Up,
    /// The wheel turned down.
    Down,
}

impl Pointed {
    /// Reads a mouse event; `None` if it means nothing here.
    pub(crate) fn of(event: MouseEvent) -> Option<Pointed> {
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Pointed::Click((event.column, event.row).into())),
            MouseEventKind::ScrollUp => Some(Pointed::Up),
            MouseEventKind::ScrollDown => Some(Pointed::Down),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_was_scrolled_past_its_end_comes_back_with_the_next_key() {
        let lines: Vec<(Role, String)> = (0..10).map(|line| (Role::Text, line.to_string())).collect();
        let area = Rect::new(0, 0, 20, 4);
        let scroll = Cell::new(50);
        put_scrolled(&lines, &scroll, Theme::default(), area, &mut Buffer::empty(area));
        assert_eq!(scroll.get(), 6);
    }
}
