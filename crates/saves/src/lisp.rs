//! The lexer of the LISP dialect: parentheses, words, comments from `;` to the end of the line.

use crate::reading::Reading;
use crate::source::{Span, Word, lines};
use crate::tree::{Brackets, Builder, Tree};

const BRACKETS: Brackets = Brackets { open: '(', close: ')' };

pub(crate) fn lex<'a>(text: &'a str, reading: &mut Reading) -> Option<Tree<'a>> {
    let mut tree = Builder::new(BRACKETS, false);
    for (start, line) in lines(text) {
        let (code, comment) = line.split_once(';').map_or((line, None), |(code, comment)| (code, Some(comment)));
        for word in Word::split(code, start) {
            let mut from = 0;
            for (at, bracket) in word.text.match_indices(['(', ')']) {
                push(&mut tree, word, from, at, reading);
                let span = Span { start: word.span.start + at, end: word.span.start + at + 1 };
                if bracket == "(" {
                    tree.open(span, reading);
                } else {
                    tree.close(span);
                }
                from = at + 1;
            }
            push(&mut tree, word, from, word.text.len(), reading);
        }
        if let Some(comment) = comment {
            tree.comment(Word::new(comment, start + code.len() + 1));
        }
    }
    tree.finish(text, reading)
}

/// Adds the word between two brackets, if there is one.
fn push<'a>(tree: &mut Builder<'a>, run: Word<'a>, from: usize, to: usize, reading: &mut Reading) {
    if from < to {
        tree.word(Word::new(&run.text[from..to], run.span.start + from), reading);
    }
}
