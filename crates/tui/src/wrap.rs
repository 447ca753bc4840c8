//! Texts in narrow places.

use ratatui::text::Span;

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Breaks a text into lines of at most so many columns, between words where that is possible. The lines that an
/// indented line is broken into are indented as it is.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for line in text.lines() {
        wrap_line(line.trim_end(), columns, &mut lines);
    }
    lines
}

fn wrap_line(line: &str, columns: usize, lines: &mut Vec<String>) {
    let written = line.trim_start_matches(' ');
    let indent = " ".repeat((line.len() - written.len()).min((columns / 2).saturating_sub(1)));
    let mut now = indent.clone();
    let mut rest = written;
    while !rest.is_empty() {
        let gap = rest.len() - rest.trim_start_matches(' ').len();
        let (gap, after) = rest.split_at(gap);
        let (word, after) = after.split_at(after.find(' ').unwrap_or(after.len()));
        rest = after;
        if width(&now) + width(gap) + width(word) <= columns {
            now.push_str(gap);
            now.push_str(word);
            continue;
        }
        if now.len() > indent.len() {
            lines.push(std::mem::replace(&mut now, indent.clone()));
        }
        for letter in word.chars() {
            let letter = letter.encode_utf8(&mut [0; 4]).to_owned();
            if now.len() > indent.len() && width(&now) + width(&letter) > columns {
                lines.push(std::mem::replace(&mut now, indent.clone()));
            }
            now.push_str(&letter);
        }
    }
    lines.push(now);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("a small boat", 8), ["a small", "boat"]);
        assert_eq!(wrap("a small boat", 12), ["a small boat"]);
        assert_eq!(wrap("  because it wins\nnow", 11), ["  because", "  it wins", "now"]);
        assert_eq!(wrap("one\n\ntwo", 9), ["one", "", "two"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("3 |  ^^^", 80), ["3 |  ^^^"]);
        assert_eq!(wrap("船船船 船", 4), ["船船", "船", "船"]);
        assert!(wrap("", 9).is_empty());
    }

    proptest! {
        #[test]
        fn every_line_fits_and_every_word_is_kept(text in "[ a-z船\\n]{0,80}", columns in 2_usize..30) {
            let lines = wrap(&text, columns);
            prop_assert!(lines.iter().all(|line| width(line) <= columns), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
