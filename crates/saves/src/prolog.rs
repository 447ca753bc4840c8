//! The lexer of the Prolog dialect: brackets, words, commas, a full stop, comments from `%` to the end of
//! the line.

use crate::Kindness;
use crate::reading::Reading;
use crate::source::{Span, Word, lines};
use crate::tree::{Brackets, Builder, Tree};

const BRACKETS: Brackets = Brackets { open: '[', close: ']' };

pub(crate) fn lex<'a>(text: &'a str, reading: &mut Reading) -> Option<Tree<'a>> {
    let mut tree = Builder::new(BRACKETS, true);
    let mut stopped = false;
    for (start, line) in lines(text) {
        let (code, comment) = line.split_once('%').map_or((line, None), |(code, comment)| (code, Some(comment)));
        for word in Word::split(code, start) {
            let mut from = 0;
            for (at, mark) in word.text.match_indices(['[', ']', ',']) {
                push(&mut tree, word, from, at, &mut stopped, reading);
                let span = Span { start: word.span.start + at, end: word.span.start + at + 1 };
                match mark {
                    "[" => tree.open(span, reading),
                    "]" => tree.close(span),
                    _ => tree.comma(span),
                }
                from = at + 1;
            }
            push(&mut tree, word, from, word.text.len(), &mut stopped, reading);
        }
        if let Some(comment) = comment {
            tree.comment(Word::new(comment, start + code.len() + 1));
        }
    }
    if !stopped && tree.is_complete() {
        reading.note(Kindness::NoFullStop, Span::at(text.trim_end().len()));
    }
    tree.finish(text, reading)
}

/// Adds the word between two marks, if there is one. A full stop after the whole list ends the save.
fn push<'a>(tree: &mut Builder<'a>, run: Word<'a>, from: usize, to: usize, stopped: &mut bool, reading: &mut Reading) {
    if from == to {
        return;
    }
    let word = Word::new(&run.text[from..to], run.span.start + from);
    if word.text == "." && tree.is_complete() && !*stopped {
        *stopped = true;
    } else {
        tree.word(word, reading);
    }
}
