//! What the two list dialects have in common: nested lists of words.

use parlor_rules::Seat;

use crate::Kindness;
use crate::fault::{Message, quoted};
use crate::reading::Reading;
use crate::source::{Span, Word};

/// An item of a list.
pub(crate) enum Node<'a> {
    Word(Word<'a>),
    List(List<'a>),
    /// A missing value between commas.
    Gap(Span),
    /// Something that was reported already.
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
            Node::Word(word) => format!("{} is not what has to be here", quoted(word.text)),
            Node::List(_) => "a list is not what has to be here".to_owned(),
            Node::Gap(_) | Node::Wrong(_) => "a value is missing here".to_owned(),
        }
    }
}

/// A save in a list dialect.
pub(crate) struct Tree<'a> {
    pub(crate) top: List<'a>,
    /// The comments, without their marks.
    pub(crate) comments: Vec<Word<'a>>,
    /// Whether a bracket is missing, so that values may be in the wrong list.
    pub(crate) broken: bool,
}

/// The brackets of a dialect, for messages.
#[derive(Clone, Copy)]
pub(crate) struct Brackets {
    pub(crate) open: char,
    pub(crate) close: char,
}

/// A list that isn't closed yet.
struct Growing<'a> {
    list: List<'a>,
    /// Whether its last token was a value, so that a comma has to follow.
    after_value: bool,
}

/// Builds a tree from the tokens of a dialect's lexer.
pub(crate) struct Builder<'a> {
    brackets: Brackets,
    commas: bool,
    open: Vec<Growing<'a>>,
    /// How many brackets are open below the deepest list that is kept.
    too_deep: usize,
    told_too_deep: bool,
    top: Option<List<'a>>,
    left_over: Option<Span>,
    comments: Vec<Word<'a>>,
    broken: bool,
}

/// Saves nest no deeper: the file, a block or board, a row.
const DEEPEST: usize = 3;

impl<'a> Builder<'a> {
    pub(crate) fn new(brackets: Brackets, commas: bool) -> Builder<'a> {
        Builder {
            brackets,
            commas,
            open: Vec::new(),
            too_deep: 0,
            told_too_deep: false,
            top: None,
            left_over: None,
            comments: Vec::new(),
            broken: false,
        }
    }

    pub(crate) fn comment(&mut self, comment: Word<'a>) {
        self.comments.push(comment);
    }

    pub(crate) fn open(&mut self, span: Span, reading: &mut Reading) {
        if self.open.is_empty() && self.top.is_some() {
            return self.leave_over(span);
        }
        if self.open.len() == DEEPEST {
            self.too_deep += 1;
            if self.too_deep == 1 {
                self.open.last_mut().expect("some lists are open").add(Node::Wrong(span));
            }
            if !std::mem::replace(&mut self.told_too_deep, true) {
                let Brackets { open, close } = self.brackets;
                reading.fault(span, || {
                    Message::new(
                        "a list nested too deeply",
                        format!("a word, or \u{201c}{close}\u{201d}"),
                        format!("take out this \u{201c}{open}\u{201d} and its \u{201c}{close}\u{201d}"),
                    )
                });
            }
            return;
        }
        self.expect_comma(span, reading);
        self.open.push(Growing { list: List { span, items: Vec::new() }, after_value: false });
    }

    pub(crate) fn close(&mut self, span: Span) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(Growing { mut list, after_value }) = self.open.pop() else { return self.leave_over(span) };
        if self.commas && !after_value && !list.items.is_empty() {
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

    pub(crate) fn comma(&mut self, span: Span) {
        if self.too_deep > 0 {
            return;
        }
        let Some(growing) = self.open.last_mut() else { return self.leave_over(span) };
        if !growing.after_value {
            growing.list.items.push(Node::Gap(Span::at(span.start)));
        }
        growing.after_value = false;
    }

    /// Whether the whole list has been closed.
    pub(crate) fn is_complete(&self) -> bool {
        self.open.is_empty() && self.top.is_some()
    }

    fn expect_comma(&mut self, span: Span, reading: &mut Reading) {
        if self.commas && self.open.last().is_some_and(|growing| growing.after_value) {
            reading.fault(span, || {
                Message::new("a comma is missing before this", "a comma", "put a comma between two values")
            });
        }
    }

    pub(crate) fn leave_over(&mut self, span: Span) {
        self.left_over = Some(self.left_over.map_or(span, |first| first.to(span)));
    }

    /// The tree; `None` if there is no list at all.
    pub(crate) fn finish(mut self, text: &str, reading: &mut Reading) -> Option<Tree<'a>> {
        let Brackets { open, close } = self.brackets;
        if let Some(innermost) = self.open.last() {
            self.broken = true;
            reading.fault(innermost.list.span, || {
                Message::new(
                    format!("this \u{201c}{open}\u{201d} is never closed"),
                    format!("a \u{201c}{close}\u{201d} for it further down"),
                    format!("add \u{201c}{close}\u{201d} where the list ends"),
                )
            });
            self.too_deep = 0;
            while !self.open.is_empty() {
                self.close(Span::at(text.trim_end().len()));
            }
        }
        let end = Span::at(text.trim_end().len());
        let Some(top) = self.top else {
            reading.fault(self.left_over.unwrap_or(end), || {
                Message::new("there is no list", format!("\u{201c}{open}\u{201d}"), "put the whole save into one list")
            });
            return None;
        };
        if let Some(span) = self.left_over {
            reading.fault(span, || {
                Message::new(
                    "there is something outside the list",
                    format!("one list from \u{201c}{open}\u{201d} to \u{201c}{close}\u{201d} and nothing else"),
                    "take it out",
                )
            });
        }
        Some(Tree { top, comments: self.comments, broken: self.broken })
    }
}

impl<'a> Growing<'a> {
    fn add(&mut self, node: Node<'a>) {
        self.list.items.push(node);
        self.after_value = true;
    }
}

/// Takes the items of a list one by one. The first of the wrong kind is a fault, and readers stop there:
/// what follows it can't be told apart.
pub(crate) struct Items<'t, 'a> {
    rest: std::slice::Iter<'t, Node<'a>>,
    /// Where the list begins, or where the last taken item ends.
    from: usize,
    /// Where the list ends.
    end: Span,
    /// Whether a bracket is missing, so that further faults would only confuse.
    broken: bool,
}

impl<'t, 'a> Items<'t, 'a> {
    pub(crate) fn new(list: &'t List<'a>, broken: bool) -> Items<'t, 'a> {
        let end = Span { start: list.span.end.saturating_sub(1), end: list.span.end };
        Items { rest: list.items.iter(), from: list.span.start, end, broken }
    }

    /// The next item, without taking it.
    pub(crate) fn peek(&self) -> Option<&'t Node<'a>> {
        self.rest.as_slice().first()
    }

    pub(crate) fn next(&mut self) -> Option<&'t Node<'a>> {
        let next = self.rest.next();
        self.from = next.map_or(self.from, |node| node.span().end);
        next
    }

    /// Notes a comment before the next item that names the other player. Only the order counts, and the
    /// parts may have been written in the wrong one.
    pub(crate) fn heed_comment(&self, seat: Seat, comments: &[Word<'_>], reading: &mut Reading) {
        let Some(next) = self.peek() else { return };
        let before = comments.partition_point(|comment| comment.span.end <= next.span().start);
        let Some(comment) = comments[..before].last().filter(|comment| comment.span.start >= self.from) else { return };
        let first_word = comment.text.split([' ', '\t', ':']).find(|word| !word.is_empty()).unwrap_or_default();
        if first_word.eq_ignore_ascii_case(&seat.other().to_string()) {
            reading.note(Kindness::CommentDisagrees, comment.span);
        }
    }

    pub(crate) fn word(&mut self, expected: &str, reading: &mut Reading) -> Option<Word<'a>> {
        match self.next() {
            Some(Node::Word(word)) => Some(*word),
            other => self.mismatch(other, expected, reading),
        }
    }

    pub(crate) fn list(&mut self, expected: &str, reading: &mut Reading) -> Option<&'t List<'a>> {
        match self.next() {
            Some(Node::List(list)) => Some(list),
            other => self.mismatch(other, expected, reading),
        }
    }

    /// Reports an item of the wrong kind.
    pub(crate) fn mismatch<T>(&self, found: Option<&Node<'a>>, expected: &str, reading: &mut Reading) -> Option<T> {
        if !self.broken && !matches!(found, Some(Node::Wrong(_))) {
            let problem = found.map_or("the list ends too early".to_owned(), Node::misplaced);
            reading.fault(found.map_or(self.end, Node::span), || {
                Message::new(
                    problem,
                    expected,
                    "compare with the example in the guide to save files: the order is fixed",
                )
            });
        }
        None
    }

    /// Reports items that are left over.
    pub(crate) fn finish(mut self, reading: &mut Reading) {
        if let (Some(first), false) = (self.rest.next(), self.broken) {
            let span = first.span().to(self.rest.next_back().unwrap_or(first).span());
            reading.fault(span, || Message::new("this is left over", "the end of the list", "take it out"));
        }
    }
}

/// The plain words of a list; anything else in it is a fault.
pub(crate) fn words<'a>(list: &List<'a>, expected: &str, reading: &mut Reading) -> Option<Vec<Word<'a>>> {
    let mut words = Vec::with_capacity(list.items.len());
    let mut only_words = true;
    for item in &list.items {
        if let Node::Word(word) = item {
            words.push(*word);
            continue;
        }
        only_words = false;
        if !matches!(item, Node::Wrong(_)) {
            let mend = "take out the extra brackets or comma, or put in what is missing";
            reading.fault(item.span(), || Message::new(item.misplaced(), expected, mend));
        }
    }
    only_words.then_some(words)
}
