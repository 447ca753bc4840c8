//! Test helpers for screens: keys, clicks, and the painted text.

use parlor_host::Palette;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::screen::Screen;
use crate::theme::Theme;

pub(crate) const SMALL: Rect = Rect::new(0, 0, 80, 24);

pub(crate) fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

pub(crate) fn letters(text: &str) -> Vec<KeyEvent> {
    text.chars().map(|letter| key(KeyCode::Char(letter))).collect()
}

pub(crate) fn click((column, row): (u16, u16)) -> MouseEvent {
    pointing(MouseEventKind::Down(MouseButton::Left), column, row)
}

pub(crate) fn wheel_down() -> MouseEvent {
    pointing(MouseEventKind::ScrollDown, 0, 0)
}

fn pointing(kind: MouseEventKind, column: u16, row: u16) -> MouseEvent {
    MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
}

pub(crate) fn painted(area: Rect, paint: impl FnOnce(Theme, Rect, &mut Buffer)) -> Buffer {
    let mut buffer = Buffer::empty(area);
    paint(Theme::default(), area, &mut buffer);
    buffer
}

pub(crate) fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let line: String = (buffer.area.left()..buffer.area.right()).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The first position of a painted text.
pub(crate) fn find(buffer: &Buffer, wanted: &str) -> (u16, u16) {
    for y in buffer.area.top()..buffer.area.bottom() {
        for x in buffer.area.left()..buffer.area.right() {
            let line: String = (x..buffer.area.right()).map(|x| buffer[(x, y)].symbol()).collect();
            if line.starts_with(wanted) {
                return (x, y);
            }
        }
    }
    panic!("{wanted} is nowhere in\n{}", text(buffer));
}

/// Checks that the theme is respected (ASCII only, no colour), and that nothing is painted outside the area.
pub(crate) fn assert_keeps_to_themes(mut paint: impl FnMut(Theme, Rect, &mut Buffer)) {
    for (width, height) in [(80, 24), (120, 40)] {
        let area = Rect::new(0, 0, width, height);
        for palette in [Palette::Color, Palette::Contrast, Palette::Mono] {
            for ascii in [false, true] {
                let around = Rect::new(0, 0, width + 9, height + 9);
                let mut buffer = Buffer::empty(around);
                paint(Theme { palette, ascii }, area, &mut buffer);
                assert!(buffer.content.iter().any(|cell| cell.symbol() != " "));
                for (place, cell) in buffer.content.iter().enumerate() {
                    let at = buffer.pos_of(place);
                    assert!(!ascii || cell.symbol().is_ascii(), "{at:?} {cell:?}");
                    let plain = cell.fg == Color::Reset && cell.bg == Color::Reset;
                    assert!(palette != Palette::Mono || plain, "{at:?} {cell:?}");
                    assert!(cell.symbol() == " " || area.contains(at.into()), "{at:?} {cell:?}");
                }
            }
        }
    }
}

/// An arbitrary input for a screen.
#[derive(Clone, Debug)]
pub(crate) enum TestInput {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Size(u16, u16),
}

pub(crate) fn inputs() -> impl Strategy<Value = Vec<TestInput>> {
    let codes = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::F(1),
    ]);
    // No separators or dots, so that file names stay within the test's folder.
    let letters = prop::sample::select("aämsydq?1234567890 船+".chars().collect::<Vec<_>>()).prop_map(KeyCode::Char);
    let modifiers = prop_oneof![
        9 => Just(KeyModifiers::NONE),
        1 => Just(KeyModifiers::CONTROL),
        1 => Just(KeyModifiers::ALT),
    ];
    let kinds = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Moved,
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
    ]);
    let input = prop_oneof![
        6 => (prop_oneof![3 => codes, 1 => letters], modifiers)
            .prop_map(|(code, modifiers)| TestInput::Key(KeyEvent::new(code, modifiers))),
        3 => (kinds, 0..130_u16, 0..50_u16).prop_map(|(kind, x, y)| TestInput::Mouse(pointing(kind, x, y))),
        1 => "[a-m船\\n]{0,6}".prop_map(TestInput::Paste),
        1 => (0..130_u16, 0..50_u16).prop_map(|(width, height)| TestInput::Size(width, height)),
    ];
    prop::collection::vec(input, 1..120)
}

/// Sends all inputs to the screen, and paints it after each.
pub(crate) fn storm(screen: &mut impl Screen, inputs: Vec<TestInput>) {
    let mut area = SMALL;
    let mut ascii = false;
    for input in inputs {
        match input {
            TestInput::Key(pressed) => drop(screen.key(pressed)),
            TestInput::Mouse(event) => drop(screen.mouse(event, area)),
            TestInput::Paste(text) => screen.paste(&text),
            TestInput::Size(width, height) => area = Rect::new(3, 2, width, height),
        }
        ascii = !ascii;
        screen.paint(Theme { palette: Palette::Color, ascii }, area, &mut Buffer::empty(area));
        // An area that is partly outside the buffer must not cause a panic, either.
        screen.paint(Theme::default(), area, &mut Buffer::empty(Rect::new(0, 0, 20, 5)));
    }
}
