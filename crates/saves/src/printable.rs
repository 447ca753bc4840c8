/// Text from outside, such as a file's name or contents, made safe to print on one line of a terminal.
///
/// Control characters, and characters that hide text or change its direction, become U+FFFD.
///
/// ```
/// assert_eq!(parlor_saves::printable("a\u{1b}[2Jb\tc\n"), "a\u{fffd}[2Jb c\u{fffd}");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

pub(crate) fn printable_char(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() || hides_or_turns(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// Invisible characters, and those that change the direction of writing.
fn hides_or_turns(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}
