//! Places in a text.

/// A stretch of a text, in bytes from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// One after the last byte; equal to `start` if something is missing.
    pub end: usize,
}

impl Span {
    pub(crate) fn at(offset: usize) -> Span {
        Span { start: offset, end: offset }
    }

    pub(crate) fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }
}

/// A word and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

impl<'a> Word<'a> {
    /// The part of `text` that begins at byte `start`.
    pub(crate) fn new(text: &'a str, start: usize) -> Word<'a> {
        Word { text, span: Span { start, end: start + text.len() } }
    }

    pub(crate) fn is(&self, other: &str) -> bool {
        self.text.eq_ignore_ascii_case(other)
    }

    /// A whole number; `None` if the word isn't one, or is far too large.
    pub(crate) fn number(&self) -> Option<i64> {
        if self.text.bytes().all(|byte| byte.is_ascii_digit()) { self.text.parse().ok() } else { None }
    }

    /// The words of a line that begins at byte `start`.
    pub(crate) fn split(line: &'a str, start: usize) -> impl Iterator<Item = Word<'a>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let rest = &line[from..];
            let begin = from + rest.find(|c: char| !c.is_whitespace())?;
            let length = line[begin..].find(char::is_whitespace).unwrap_or(line.len() - begin);
            from = begin + length;
            Some(Word::new(&line[begin..from], start + begin))
        })
    }
}

pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a text, ended by LF, CRLF or CR alone, without these line ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let start = from;
        let rest = &text[start..];
        let Some(length) = rest.find(['\n', '\r']) else {
            done = true;
            return Some((start, rest));
        };
        let end = &rest[length..];
        from = start + length + if end.starts_with("\r\n") { 2 } else { 1 };
        Some((start, &rest[..length]))
    })
}

/// The line of an offset.
pub(crate) struct LinePosition<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
    /// The offset within the line. An offset in the line break counts as the end of the line.
    pub(crate) offset: usize,
}

pub(crate) fn line_at(text: &str, offset: usize) -> LinePosition<'_> {
    let starts_before = |&((start, _), number): &((usize, &str), usize)| number == 1 || start <= offset;
    let line = lines(text).zip(1..).take_while(starts_before).last();
    let ((start, text), number) = line.expect("every text has a first line");
    // A report may be drawn for a text other than the one that was read, so any offset must work.
    LinePosition { number, text, offset: text.floor_char_boundary(offset.saturating_sub(start)) }
}
