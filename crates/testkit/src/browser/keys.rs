//! Keys in the formats of the browsers' protocols.

use super::failure::{Failure, Result};
use serde_json::{Value, json};

/// Name, `code`, number, the text that it types, and its character in `WebDriver`.
const KEYS: [(&str, &str, u32, &str, char); 17] = [
    ("Tab", "Tab", 9, "", '\u{e004}'),
    ("Enter", "Enter", 13, "\r", '\u{e007}'),
    ("Escape", "Escape", 27, "", '\u{e00c}'),
    ("Backspace", "Backspace", 8, "", '\u{e003}'),
    ("Delete", "Delete", 46, "", '\u{e017}'),
    ("Home", "Home", 36, "", '\u{e011}'),
    ("End", "End", 35, "", '\u{e010}'),
    ("PageUp", "PageUp", 33, "", '\u{e00e}'),
    ("PageDown", "PageDown", 34, "", '\u{e00f}'),
    ("ArrowLeft", "ArrowLeft", 37, "", '\u{e012}'),
    ("ArrowUp", "ArrowUp", 38, "", '\u{e013}'),
    ("ArrowRight", "ArrowRight", 39, "", '\u{e014}'),
    ("ArrowDown", "ArrowDown", 40, "", '\u{e015}'),
    ("Shift", "ShiftLeft", 16, "", '\u{e008}'),
    ("Control", "ControlLeft", 17, "", '\u{e009}'),
    ("Alt", "AltLeft", 18, "", '\u{e00a}'),
    ("Space", "Space", 32, " ", ' '),
];

/// Name, bit in Chromium's protocol, and character in `WebDriver`.
const MODIFIERS: [(&str, u32, char); 4] =
    [("Alt", 1, '\u{e00a}'), ("Control", 2, '\u{e009}'), ("Meta", 4, '\u{e03d}'), ("Shift", 8, '\u{e008}')];

const COMMANDS: u32 = 1 | 2 | 4;

/// A key to be pressed and released.
pub(crate) struct Key {
    name: String,
    code: String,
    number: u32,
    text: String,
    character: char,
    modifiers: u32,
}

impl Key {
    /// `Tab`, `Shift+Tab`, `Space`, `a`, `?`.
    pub(crate) fn named(name: &str) -> Result<Key> {
        let unknown = || Failure::new(format!("\u{201c}{name}\u{201d} is not a key that can be pressed"));
        let mut modifiers = 0;
        let mut key = name;
        while let Some((modifier, rest)) = key.split_once('+').filter(|(_, rest)| !rest.is_empty()) {
            let known = MODIFIERS.iter().find(|known| known.0 == modifier);
            modifiers |= known.ok_or_else(unknown)?.1;
            key = rest;
        }
        if let Some(&(named, code, number, text, character)) = KEYS.iter().find(|known| known.0 == key) {
            let name = if named == "Space" { " " } else { named };
            let (name, code, text) = (name.to_owned(), code.to_owned(), text.to_owned());
            return Ok(Key { name, code, number, text, character, modifiers });
        }
        let mut letters = key.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(unknown()) };
        Ok(Key::letter(letter, modifiers))
    }

    pub(crate) fn typed(letter: char) -> Result<Key> {
        match letter {
            '\n' => Key::named("Enter"),
            '\t' => Key::named("Tab"),
            _ => Ok(Key::letter(letter, 0)),
        }
    }

    fn letter(letter: char, modifiers: u32) -> Key {
        let upper = letter.to_ascii_uppercase();
        let (code, number) = match upper {
            ' ' => ("Space".to_owned(), 32),
            'A'..='Z' => (format!("Key{upper}"), u32::from(upper)),
            '0'..='9' => (format!("Digit{upper}"), u32::from(upper)),
            // The position of other characters depends on the keyboard's layout.
            _ => (String::new(), 0),
        };
        // With Control or Alt a letter is a command, not text.
        let text = if modifiers & COMMANDS == 0 { letter.to_string() } else { String::new() };
        Key { name: letter.to_string(), code, number, text, character: letter, modifiers }
    }

    pub(crate) fn chromium_events(&self) -> [Value; 2] {
        let down = if self.text.is_empty() { "rawKeyDown" } else { "keyDown" };
        [(down, self.text.as_str()), ("keyUp", "")].map(|(kind, text)| {
            let mut event = json!({
                "type": kind, "key": self.name, "code": self.code, "windowsVirtualKeyCode": self.number,
                "modifiers": self.modifiers,
            });
            if !text.is_empty() {
                event["text"] = text.into();
            }
            event
        })
    }

    /// Actions of a `WebDriver` keyboard: modifiers go down before the key and up after it.
    pub(crate) fn webdriver_actions(&self) -> Vec<Value> {
        let held = MODIFIERS.iter().filter(|modifier| self.modifiers & modifier.1 > 0).map(|modifier| modifier.2);
        let keys: Vec<char> = held.chain([self.character]).collect();
        let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
        let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
        down.chain(up).collect()
    }
}
