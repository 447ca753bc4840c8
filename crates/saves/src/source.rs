//! Places in a text.

/// A stretch of a text, in bytes from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The first byte.
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

/// The lines of a text, ended by LF, CRLF or CR alone, without these ends.
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

/// A line and a column as people count them: from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Finds the places of ascending offsets in one pass over the text.
pub(crate) struct Walk<'a> {
    lines: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    /// The line that `offset` is in, with its start.
    line: (usize, &'a str),
    next: Option<(usize, &'a str)>,
    place: Place,
    offset: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(text: &'a str) -> Walk<'a> {
        let mut lines = Box::new(lines(text));
        let line = lines.next().expect("every text has a first line");
        let next = lines.next();
        Walk { lines, line, next, place: Place { line: 1, column: 1 }, offset: line.0 }
    }

    /// The place of an offset, which must not be smaller than the one before.
    pub(crate) fn place(&mut self, offset: usize) -> Place {
        while let Some(next) = self.next.filter(|next| next.0 <= offset) {
            self.line = next;
            self.next = self.lines.next();
            self.place = Place { line: self.place.line + 1, column: 1 };
            self.offset = next.0;
        }
        let (start, line) = self.line;
        // Past the end of a line is only its line break, which counts as the end.
        let offset = offset.clamp(self.offset, start + line.len());
        self.place.column += line.get(self.offset - start..offset - start).map_or(0, |passed| passed.chars().count());
        self.offset = offset;
        self.place
    }

    /// The line of the last place, and the byte offset of the place within it.
    pub(crate) fn line(&self) -> (&'a str, usize) {
        (self.line.1, self.offset - self.line.0)
    }
}
