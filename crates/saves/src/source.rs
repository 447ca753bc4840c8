//! Where in a text something is.

/// A stretch of a text, in bytes from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One after the last byte; the same as `start` where something is missing.
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

/// Something between spaces, and where it stands.
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

/// A line of a text, and a place in it as people count: both from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Finds the places of offsets that come in ascending order, walking the text once.
pub(crate) struct Walk<'a> {
    lines: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    /// The present line with the place of `offset` in it.
    line: (usize, &'a str),
    next: Option<(usize, &'a str)>,
    place: Place,
    offset: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(text: &'a str) -> Walk<'a> {
        let mut lines = Box::new(lines(text));
        let line = lines.next().unwrap_or((0, ""));
        let next = lines.next();
        Walk { lines, line, next, place: Place { line: 1, column: 1 }, offset: line.0 }
    }

    /// The place of an offset that is no smaller than the one before.
    pub(crate) fn place(&mut self, offset: usize) -> Place {
        while let Some(next) = self.next.filter(|next| next.0 <= offset) {
            self.line = next;
            self.next = self.lines.next();
            self.place = Place { line: self.place.line + 1, column: 1 };
            self.offset = next.0;
        }
        let (start, line) = self.line;
        // Past the end of a line is its end: there can only be the line's own end mark.
        let offset = offset.clamp(self.offset, start + line.len());
        self.place.column += line.get(self.offset - start..offset - start).map_or(0, |passed| passed.chars().count());
        self.offset = offset;
        self.place
    }

    /// The line of the last place, and where in it that place is, in bytes.
    pub(crate) fn line(&self) -> (&'a str, usize) {
        (self.line.1, self.offset - self.line.0)
    }
}
