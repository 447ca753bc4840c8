//! The lexer of the text dialect: lines, some of them with a label.

use crate::source::{Span, Word, lines};

/// A line that isn't blank.
pub(crate) struct SourceLine<'a> {
    pub(crate) label: Option<Label<'a>>,
    /// The words after the label, or all words of a line without a label.
    pub(crate) words: Vec<Word<'a>>,
}

/// The part of a line before its first colon.
pub(crate) struct Label<'a> {
    /// As written, without the colon.
    pub(crate) word: Word<'a>,
    /// In lower case and with single spaces, for comparing.
    pub(crate) key: String,
}

impl SourceLine<'_> {
    /// The whole line, without the spaces around it.
    pub(crate) fn span(&self) -> Span {
        let label = self.label.as_ref().map(|label| label.word.span);
        let (first, last) = (self.words.first().map(|word| word.span), self.words.last().map(|word| word.span));
        let start = label.or(first).expect("a line that isn't blank has a label or a word");
        start.to(last.unwrap_or(start))
    }
}

/// The lines of a text that aren't blank.
pub(crate) fn lex(text: &str) -> Vec<SourceLine<'_>> {
    let has_words = |line: &SourceLine<'_>| line.label.is_some() || !line.words.is_empty();
    lines(text).map(|(start, line)| lex_line(start, line)).filter(has_words).collect()
}

fn lex_line(start: usize, line: &str) -> SourceLine<'_> {
    if let Some((before, after)) = line.split_once(':') {
        let name = before.trim();
        if !name.is_empty() {
            let indent = before.len() - before.trim_start().len();
            let label = Label { word: Word::new(name, start + indent), key: key(name) };
            let words = Word::split(after, start + before.len() + 1).collect();
            return SourceLine { label: Some(label), words };
        }
    }
    SourceLine { label: None, words: Word::split(line, start).collect() }
}

/// A name or label in lower case, with single spaces.
pub(crate) fn key(name: &str) -> String {
    name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}
