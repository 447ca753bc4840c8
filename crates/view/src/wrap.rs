use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Breaks a text into lines of at most `columns` columns, between words where possible. All parts of an indented line
/// have the same indentation.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let broken = |line: &str| {
        let words = line.trim_start_matches(' ');
        let indent = " ".repeat((line.len() - words.len()).min((columns / 2).saturating_sub(1)));
        wrap_indented(words, &indent, columns)
    };
    text.lines().flat_map(broken).collect()
}

/// Like [`wrap`], for a single paragraph with every line indented.
pub fn wrap_indented(text: &str, indent: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns.max(1))
        .initial_indent(indent)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use textwrap::core::display_width;

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

    #[test]
    fn a_paragraph_is_indented_throughout() {
        assert_eq!(wrap_indented("one two three", "  ", 9), ["  one two", "  three"]);
    }

    proptest! {
        #[test]
        fn every_line_fits_and_every_word_is_kept(text in "[ a-z船\\n]{0,80}", columns in 2_usize..30) {
            let lines = wrap(&text, columns);
            prop_assert!(lines.iter().all(|line| display_width(line) <= columns), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
