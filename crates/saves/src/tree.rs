//! A save in a list dialect: nested lists of words.

use parlor_rules::Seat;

use crate::Leniency;
use crate::fault::quoted;
use crate::fields::{Fields, Value};
use crate::layout::{Blocks, ByField, Field, FieldKind, Layout, LayoutPart, Presence};
use crate::marks::ListMarks;
use crate::names::SaveNames;
use crate::reading::Reading;
use crate::source::{Span, Word};
use crate::text::key;

/// An item of a list.
pub(crate) enum Node<'a> {
    Word(Word<'a>),
    List(List<'a>),
    /// A missing value between commas.
    Gap(Span),
    /// An item that was reported already.
    Wrong(Span),
}

/// A list and its items.
pub(crate) struct List<'a> {
    pub(crate) span: Span,
    pub(crate) items: Vec<Node<'a>>,
}

impl Node<'_> {
    pub(crate) fn span(&self) -> Span {
        match self {
            Node::Word(word) => word.span,
            Node::List(list) => list.span,
            Node::Gap(span) | Node::Wrong(span) => *span,
        }
    }

    /// The problem if something else was expected.
    fn misplaced(&self) -> String {
        match self {
            Node::Word(word) => format!("{} doesn't belong here", quoted(word.text)),
            Node::List(_) => "a list doesn't belong here".to_owned(),
            Node::Gap(_) | Node::Wrong(_) => "a value is missing here".to_owned(),
        }
    }
}

/// A save in a list dialect.
pub(crate) struct Tree<'a> {
    pub(crate) top: List<'a>,
    /// The comments, without their marks.
    pub(crate) comments: Vec<Word<'a>>,
    /// Set if a bracket is missing, so that values may be in the wrong list.
    pub(crate) broken: bool,
}

impl<'a> Tree<'a> {
    pub(crate) fn read(&self, layout: &Layout, reading: &mut Reading) -> Fields<'a> {
        let mut fields = Fields { found: ByField::new(), names: SaveNames::default() };
        self.read_items(layout, &mut fields, reading);
        for &comment in &self.comments {
            let Some((field, value)) = labelled_comment(comment, layout) else { continue };
            if fields.get(None, field).is_some() {
                reading.second_time(field.label, comment.span);
            } else {
                fields.found.add(None, field, value);
            }
        }
        fields
    }

    /// Stops at the first part of the wrong kind, because the parts after it can't be identified.
    fn read_items(&self, layout: &Layout, fields: &mut Fields<'a>, reading: &mut Reading) -> Option<()> {
        let mut items = Items::new(&self.top, self.broken);
        for part in layout.parts {
            let seat = match part {
                LayoutPart::Field(field) if !field.is_item_of_lists() => continue,
                LayoutPart::Field(field) => {
                    items.field(None, field, fields, reading)?;
                    continue;
                }
                LayoutPart::Player(seat) => *seat,
            };
            items.check_seat_comment(seat, &self.comments, reading);
            let mut read = |items: &mut Items<'_, 'a>, reading: &mut Reading| {
                layout.player.iter().try_for_each(|field| items.field(Some(seat), field, fields, reading))
            };
            if layout.blocks == Blocks::Nested {
                let list = items.list(&format!("{seat}'s list: {}", layout.player_labels().to_lowercase()), reading)?;
                let mut block = Items::new(list, self.broken);
                if read(&mut block, reading).is_some() {
                    block.finish(reading);
                }
            } else {
                read(&mut items, reading)?;
            }
        }
        items.finish(reading);
        Some(())
    }
}

/// A comment that is a field of the game.
fn labelled_comment<'a>(comment: Word<'a>, layout: &Layout) -> Option<(&'static Field, Value<'a>)> {
    const LONGEST_LABEL: usize = 100;
    let (label, rest) = comment.text.split_once(':').filter(|(label, _)| label.len() < LONGEST_LABEL)?;
    let field = layout.field(&key(label)).filter(|field| field.presence == Presence::OrComment)?;
    let mut words: Vec<Word<'a>> = Word::split(rest, comment.span.start + label.len() + 1).collect();
    if words.is_empty() {
        words.push(Word::new("", comment.span.end));
    }
    Some((field, Value { rows: vec![words], span: comment.span }))
}

/// A list that isn't closed yet.
struct OpenList<'a> {
    list: List<'a>,
    /// Set if its last token was a value, so that a comma has to follow.
    after_value: bool,
}

/// Builds a tree from the tokens of a dialect's lexer.
pub(crate) struct Builder<'a> {
    marks: ListMarks,
    open: Vec<OpenList<'a>>,
    /// The number of brackets that are open below the deepest list.
    too_deep: usize,
    reported_too_deep: bool,
    top: Option<List<'a>>,
    left_over: Option<Span>,
    comments: Vec<Word<'a>>,
    broken: bool,
}

/// Saves nest no deeper: the file, a block or board, a row.
const DEEPEST: usize = 3;

impl<'a> Builder<'a> {
    pub(crate) fn new(marks: ListMarks) -> Builder<'a> {
        Builder {
            marks,
            open: Vec::new(),
            too_deep: 0,
            reported_too_deep: false,
            top: None,
            left_over: None,
            comments: Vec::new(),
            broken: false,
        }
    }

    pub(crate) fn comment(&mut self, comment: Word<'a>) {
        self.comments.push(comment);
    }

    pub(crate) fn mark(&mut self, mark: char, span: Span, reading: &mut Reading) {
        if mark == self.marks.open {
            self.open(span, reading);
        } else if mark == self.marks.close {
            self.close(span);
        } else {
            self.comma(span);
        }
    }

    fn open(&mut self, span: Span, reading: &mut Reading) {
        if self.open.is_empty() && self.top.is_some() {
            return self.leave_over(span);
        }
        if self.open.len() == DEEPEST {
            self.too_deep += 1;
            if self.too_deep == 1 {
                self.open.last_mut().expect("some lists are open").add(Node::Wrong(span));
            }
            if !std::mem::replace(&mut self.reported_too_deep, true) {
                let ListMarks { open, close, .. } = self.marks;
                reading.fault(
                    span,
                    "a list nested too deeply",
                    format!("a word, or \u{201c}{close}\u{201d}"),
                    format!("take out this \u{201c}{open}\u{201d} and its \u{201c}{close}\u{201d}"),
                );
            }
            return;
        }
        self.expect_comma(span, reading);
        self.open.push(OpenList { list: List { span, items: Vec::new() }, after_value: false });
    }

    fn close(&mut self, span: Span) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(OpenList { mut list, after_value }) = self.open.pop() else { return self.leave_over(span) };
        if !self.marks.comma.is_empty() && !after_value && !list.items.is_empty() {
            list.items.push(Node::Gap(Span::at(span.start)));
        }
        list.span = list.span.to(span);
        match self.open.last_mut() {
            Some(outer) => outer.add(Node::List(list)),
            None => self.top = Some(list),
        }
    }

    pub(crate) fn word(&mut self, word: Word<'a>, reading: &mut Reading) {
        if self.too_deep > 0 {
            return;
        }
        self.expect_comma(word.span, reading);
        match self.open.last_mut() {
            Some(list) => list.add(Node::Word(word)),
            None => self.leave_over(word.span),
        }
    }

    fn comma(&mut self, span: Span) {
        if self.too_deep > 0 {
            return;
        }
        let Some(growing) = self.open.last_mut() else { return self.leave_over(span) };
        if !growing.after_value {
            growing.list.items.push(Node::Gap(Span::at(span.start)));
        }
        growing.after_value = false;
    }

    /// True once the outermost list has been closed.
    pub(crate) fn is_complete(&self) -> bool {
        self.open.is_empty() && self.top.is_some()
    }

    fn expect_comma(&self, span: Span, reading: &mut Reading) {
        if !self.marks.comma.is_empty() && self.open.last().is_some_and(|growing| growing.after_value) {
            reading.fault(span, "a comma is missing before this", "a comma", "put a comma between two values");
        }
    }

    fn leave_over(&mut self, span: Span) {
        self.left_over = Some(self.left_over.map_or(span, |first| first.to(span)));
    }

    /// The tree; `None` if the text has no list.
    pub(crate) fn finish(mut self, text: &str, reading: &mut Reading) -> Option<Tree<'a>> {
        let ListMarks { open, close, .. } = self.marks;
        if let Some(innermost) = self.open.last() {
            self.broken = true;
            reading.fault(
                innermost.list.span,
                format!("this \u{201c}{open}\u{201d} is never closed"),
                format!("a \u{201c}{close}\u{201d} for it further down"),
                format!("add \u{201c}{close}\u{201d} where the list ends"),
            );
            self.too_deep = 0;
            while !self.open.is_empty() {
                self.close(Span::at(text.trim_end().len()));
            }
        }
        let end = Span::at(text.trim_end().len());
        let Some(top) = self.top else {
            reading.fault(
                self.left_over.unwrap_or(end),
                "there is no list",
                format!("\u{201c}{open}\u{201d}"),
                "put the whole save into one list",
            );
            return None;
        };
        if let Some(span) = self.left_over {
            reading.fault(
                span,
                "there is text outside the list",
                format!("one list from \u{201c}{open}\u{201d} to \u{201c}{close}\u{201d} and nothing else"),
                "take it out",
            );
        }
        Some(Tree { top, comments: self.comments, broken: self.broken })
    }
}

impl<'a> OpenList<'a> {
    fn add(&mut self, node: Node<'a>) {
        self.list.items.push(node);
        self.after_value = true;
    }
}

/// Takes the items of a list one by one. The first of the wrong kind is a fault, and readers stop there:
/// the items after it can't be identified.
struct Items<'t, 'a> {
    rest: std::slice::Iter<'t, Node<'a>>,
    /// The offset where the list begins, or where the last taken item ends.
    from: usize,
    end: Span,
    /// Set if a bracket is missing, so that further faults would only confuse.
    broken: bool,
}

impl<'t, 'a> Items<'t, 'a> {
    fn new(list: &'t List<'a>, broken: bool) -> Items<'t, 'a> {
        let end = Span { start: list.span.end.saturating_sub(1), end: list.span.end };
        Items { rest: list.items.iter(), from: list.span.start, end, broken }
    }

    /// The next item, without taking it.
    fn peek(&self) -> Option<&'t Node<'a>> {
        self.rest.as_slice().first()
    }

    fn next(&mut self) -> Option<&'t Node<'a>> {
        let next = self.rest.next();
        self.from = next.map_or(self.from, |node| node.span().end);
        next
    }

    /// Notes a comment before the next item that names the other player: only the order counts, and the parts may have
    /// been written in the wrong order.
    fn check_seat_comment(&self, seat: Seat, comments: &[Word<'_>], reading: &mut Reading) {
        let Some(next) = self.peek() else { return };
        let before = comments.partition_point(|comment| comment.span.end <= next.span().start);
        let Some(comment) = comments[..before].last().filter(|comment| comment.span.start >= self.from) else { return };
        let first_word = comment.text.split([' ', '\t', ':']).find(|word| !word.is_empty()).unwrap_or_default();
        if first_word.eq_ignore_ascii_case(&seat.other().to_string()) {
            reading.note(Leniency::CommentDisagrees, comment.span);
        }
    }

    fn word(&mut self, expected: &str, reading: &mut Reading) -> Option<Word<'a>> {
        match self.next() {
            Some(Node::Word(word)) => Some(*word),
            other => self.mismatch(other, expected, reading),
        }
    }

    fn list(&mut self, expected: &str, reading: &mut Reading) -> Option<&'t List<'a>> {
        match self.next() {
            Some(Node::List(list)) => Some(list),
            other => self.mismatch(other, expected, reading),
        }
    }

    /// Takes a field; `None` if it is of the wrong kind.
    fn field(
        &mut self,
        seat: Option<Seat>,
        field: &Field,
        fields: &mut Fields<'a>,
        reading: &mut Reading,
    ) -> Option<()> {
        if field.presence == Presence::MayBeOpen
            && let Some(span) = self.open_value(field.kind == FieldKind::Color)
        {
            fields.found.add(seat, field, Value::open(span));
            return Some(());
        }
        let expected = field.expected(seat);
        let (rows, span) = match field.kind {
            FieldKind::Words(each) => {
                let list = self.list(&expected, reading)?;
                (words(list, each, reading).map(|words| vec![words]), list.span)
            }
            FieldKind::Rows(each) => {
                let list = self.list(&expected, reading)?;
                let mut items = Items::new(list, self.broken);
                let mut rows = Vec::new();
                // A bad row must not hide the faults in the rows after it.
                while items.peek().is_some() {
                    let row = items.list("the list of a row's points", reading);
                    rows.push(row.and_then(|row| words(row, each, reading)));
                }
                (rows.into_iter().collect(), list.span)
            }
            FieldKind::Number { .. } | FieldKind::Seat | FieldKind::Color => {
                let word = self.word(&expected, reading)?;
                (Some(vec![vec![word]]), word.span)
            }
        };
        if let Some(rows) = rows {
            fields.found.add(seat, field, Value { rows, span });
        }
        Some(())
    }

    /// Takes a value that is left open (we write an empty list for it) and returns its place. A missing one may be
    /// recognised by the number or the list that comes after it.
    fn open_value(&mut self, may_be_missing: bool) -> Option<Span> {
        let Some(node) = self.peek() else { return Some(self.end) };
        match node {
            Node::Word(word) if word.is("nil") => {}
            Node::Word(word) if may_be_missing && word.text.starts_with(|c: char| c.is_ascii_digit()) => {
                return Some(word.span);
            }
            Node::List(list) if !list.items.is_empty() => return Some(list.span).filter(|_| may_be_missing),
            Node::Word(_) => return None,
            Node::List(_) | Node::Gap(_) | Node::Wrong(_) => {}
        }
        self.next().map(Node::span)
    }

    /// Reports an item of the wrong kind.
    fn mismatch<T>(&self, found: Option<&Node<'a>>, expected: &str, reading: &mut Reading) -> Option<T> {
        if !self.broken && !matches!(found, Some(Node::Wrong(_))) {
            let problem = found.map_or("the list ends too early".to_owned(), Node::misplaced);
            reading.fault(
                found.map_or(self.end, Node::span),
                problem,
                expected,
                "compare with the example in the guide to save files: the order is fixed",
            );
        }
        None
    }

    /// Reports items that are left over.
    fn finish(mut self, reading: &mut Reading) {
        if let (Some(first), false) = (self.rest.next(), self.broken) {
            let span = first.span().to(self.rest.next_back().unwrap_or(first).span());
            reading.fault(span, "this is more than the list can hold", "the end of the list", "take it out");
        }
    }
}

/// The plain words of a list; anything else in it is a fault.
fn words<'a>(list: &List<'a>, expected: &str, reading: &mut Reading) -> Option<Vec<Word<'a>>> {
    let mut words = Vec::with_capacity(list.items.len());
    let mut only_words = true;
    for item in &list.items {
        if let Node::Word(word) = item {
            words.push(*word);
            continue;
        }
        only_words = false;
        if !matches!(item, Node::Wrong(_)) {
            let fix = "take out the extra brackets or comma, or put in what is missing";
            reading.fault(item.span(), item.misplaced(), expected, fix);
        }
    }
    only_words.then_some(words)
}
