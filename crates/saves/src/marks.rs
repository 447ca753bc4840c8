//! The two list dialects: their marks, and their lexer.

use crate::Dialect;
use crate::reading::Reading;
use crate::source::{Word, lines};
use crate::tree::{Builder, Tree};

/// The marks of a list dialect.
#[derive(Clone, Copy)]
pub(crate) struct ListMarks {
    pub(crate) open: char,
    pub(crate) close: char,
    /// Follows each value of a list but the last.
    pub(crate) comma: &'static str,
    pub(crate) stop: &'static str,
    /// Begins a comment, which ends with its line.
    pub(crate) comment: char,
    /// True if names are written in lower case.
    pub(crate) small: bool,
}

impl Dialect {
    /// `None` for text, which has no lists.
    pub(crate) fn marks(self) -> Option<ListMarks> {
        match self {
            Dialect::Text => None,
            Dialect::Lisp => Some(ListMarks { open: '(', close: ')', comma: "", stop: "", comment: ';', small: false }),
            Dialect::Prolog => {
                Some(ListMarks { open: '[', close: ']', comma: ",", stop: ".", comment: '%', small: true })
            }
        }
    }
}

impl ListMarks {
    pub(crate) fn lex<'a>(self, text: &'a str, reading: &mut Reading) -> Option<Tree<'a>> {
        let mut tree = Builder::new(self);
        let mut stopped = self.stop.is_empty();
        let is_mark = |c: char| c == self.open || c == self.close || self.comma.contains(c);
        for (start, line) in lines(text) {
            let (code, comment) = line.split_once(self.comment).map_or((line, None), |(code, rest)| (code, Some(rest)));
            for run in Word::split(code, start) {
                let mut at = run.span.start;
                for piece in run.text.split_inclusive(is_mark) {
                    let mark = piece.chars().next_back().filter(|&c| is_mark(c));
                    let word = Word::new(&piece[..piece.len() - mark.map_or(0, char::len_utf8)], at);
                    if word.text == self.stop && tree.is_complete() && !stopped {
                        stopped = true;
                    } else if !word.text.is_empty() {
                        tree.word(word, reading);
                    }
                    if let Some(mark) = mark {
                        tree.mark(mark, Word::new(&piece[word.text.len()..], word.span.end).span, reading);
                    }
                    at += piece.len();
                }
            }
            if let Some(comment) = comment {
                tree.comment(Word::new(comment, start + code.len() + 1));
            }
        }
        tree.finish(text, reading)
    }
}
