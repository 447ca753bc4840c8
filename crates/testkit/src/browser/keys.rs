//! Keys as the browser wants them.

use super::failure::{Failure, Result};
use serde_json::{Value, json};

/// Name, `code`, number, and the text that it types.
const KEYS: [(&str, &str, u32, &str); 17] = [
    ("Tab", "Tab", 9, ""),
    ("Enter", "Enter", 13, "\r"),
    ("Escape", "Escape", 27, ""),
    ("Backspace", "Backspace", 8, ""),
    ("Delete", "Delete", 46, ""),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("Shift", "ShiftLeft", 16, ""),
    ("Control", "ControlLeft", 17, ""),
    ("Alt", "AltLeft", 18, ""),
    ("Space", "Space", 32, " "),
];

/// Alt, Control and Meta.
const COMMANDS: u32 = 1 | 2 | 4;

/// The events of one key that goes down and up: `Tab`, `Shift+Tab`, `Space`, `a`, `?`.
pub(crate) fn events(name: &str) -> Result<[Value; 2]> {
    let mut modifiers = 0;
    let mut key = name;
    while let Some((modifier, rest)) = key.split_once('+').filter(|(_, rest)| !rest.is_empty()) {
        modifiers |= match modifier {
            "Alt" => 1,
            "Control" => 2,
            "Meta" => 4,
            "Shift" => 8,
            _ => return Err(unknown(name)),
        };
        key = rest;
    }
    if let Some((named, code, number, text)) = KEYS.iter().find(|known| known.0 == key) {
        let key = if *named == "Space" { " " } else { named };
        return Ok(pair(key, code, *number, text, modifiers));
    }
    let mut letters = key.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(unknown(name)) };
    Ok(character(letter, modifiers))
}

/// The events of a typed character.
pub(crate) fn character(letter: char, modifiers: u32) -> [Value; 2] {
    match letter {
        '\n' => pair("Enter", "Enter", 13, "\r", modifiers),
        '\t' => pair("Tab", "Tab", 9, "", modifiers),
        _ => {
            let upper = letter.to_ascii_uppercase();
            let (code, number) = match upper {
                ' ' => ("Space".to_owned(), 32),
                'A'..='Z' => (format!("Key{upper}"), u32::from(upper)),
                '0'..='9' => (format!("Digit{upper}"), u32::from(upper)),
                // Where other characters are differs from keyboard to keyboard.
                _ => (String::new(), 0),
            };
            // With Control or Alt a letter is a command, not text.
            let text = if modifiers & COMMANDS == 0 { letter.to_string() } else { String::new() };
            pair(&letter.to_string(), &code, number, &text, modifiers)
        }
    }
}

fn pair(key: &str, code: &str, number: u32, text: &str, modifiers: u32) -> [Value; 2] {
    let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
    [(down, text), ("keyUp", "")].map(|(kind, text)| {
        let mut event = json!({
            "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers,
        });
        if !text.is_empty() {
            event["text"] = text.into();
        }
        event
    })
}

fn unknown(name: &str) -> Failure {
    Failure::new(format!("\u{201c}{name}\u{201d} is not a key that can be pressed"))
}
