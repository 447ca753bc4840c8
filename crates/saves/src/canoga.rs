//! Canoga's saves.

use std::fmt::Write;

use parlor_rules::canoga::{Draft, DraftRow, Outcome, Size, Standing, WonBy};
use parlor_rules::{Pair, Seat, Throw};

use crate::fault::{Message, quoted};
use crate::names::{player, turn};
use crate::pen::Pen;
use crate::reading::Reading;
use crate::save::{Contents, Written};
use crate::sheet::{Labelled, Labels, Sheet};
use crate::source::{Span, Word};
use crate::text::{SourceLine, key};
use crate::tree::{Items, List, Tree, words};
use crate::{Dialect, Kindness};

const SQUARES: &str = "Squares";
const SCORE: &str = "Score";
const FIRST: &str = "First Turn";
const NEXT: &str = "Next Turn";
const DICE: &str = "Dice";
const WON: &str = "Round won by";

const LABELS: Labels = Labels {
    inside: &[SQUARES, SCORE],
    outside: &[FIRST, NEXT, DICE, WON],
    tables: &[DICE],
    order: &["Computer", "Human", FIRST, NEXT, DICE, WON],
    one_line_blocks: false,
};

/// The fields of a file, as far as they could be read.
#[derive(Default)]
struct Fields<'a> {
    rows: Pair<Option<Row<'a>>>,
    scores: Pair<i64>,
    first: Option<Seat>,
    next: Option<Seat>,
    won: Option<(Seat, Span)>,
}

struct Row<'a> {
    words: Vec<Word<'a>>,
    /// Its place in the file, even if it has no words.
    span: Span,
}

pub(crate) fn read_text(lines: Vec<SourceLine<'_>>, reading: &mut Reading) -> Option<Contents> {
    let sheet = Sheet::sort(lines, &LABELS, reading);
    let (blocks, names) = sheet.players(&LABELS, reading);
    sheet.note_order(blocks, &LABELS, reading);
    let mut fields = Fields::default();
    for seat in Seat::BOTH {
        let Some(block) = blocks[seat] else { continue };
        fields.rows[seat] = block.entry(SQUARES, reading).map(|entry| Row {
            words: entry.words().to_vec(),
            span: entry.words().first().map_or(Span::at(entry.label.word.span.end + 1), |word| word.span),
        });
        let score = block.entry(SCORE, reading).and_then(|entry| entry.one(reading, "the points of earlier rounds"));
        fields.scores[seat] = score.map_or(0, |word| reading.tally(word, "score", 0));
    }
    let seat = |entry: Option<&Labelled<'_>>, reading: &mut Reading| {
        let entry = entry?;
        if entry.words().is_empty() {
            entry.one(reading, "Human or Computer")?;
        }
        turn(entry.words(), &names, reading)
    };
    fields.first = seat(sheet.entry(FIRST, reading), reading);
    fields.next = seat(sheet.entry(NEXT, reading), reading);
    if let Some(entry) = sheet.find(WON, reading) {
        fields.won = seat(Some(entry), reading).map(|winner| (winner, entry.label.word.span));
    }
    let dice = sheet.find(DICE, reading).map_or(Vec::new(), |entry| read_dice(entry, reading));
    let standing = fields.judge(reading)?;
    Some(Contents { standing: standing.into(), dice, names })
}

const ONE_THROW: &str = "write one throw a line: one or two numbers from 1 to 6";

/// One throw a line (rule dice-file).
fn read_dice(entry: &Labelled<'_>, reading: &mut Reading) -> Vec<Throw> {
    let mut throws = Vec::new();
    for row in entry.filled_rows() {
        let mut dice = Vec::new();
        let mut good = true;
        for &word in row.iter().take(2) {
            let pips = reading.number(word).filter(|pips| (1..=6).contains(pips));
            dice.extend(pips);
            if pips.is_none() {
                good = false;
                reading.fault(word.span, || {
                    Message::new(format!("{} is not on a die", quoted(word.text)), "a number from 1 to 6", ONE_THROW)
                });
            }
        }
        if let [_, _, third, ..] = row {
            let last = row.last().expect("the row has a third word");
            good = false;
            reading.fault(third.span.to(last.span), || {
                Message::new(format!("a throw of {} dice", row.len()), "the end of the line", ONE_THROW)
            });
        }
        if good {
            throws.push(Throw::new(&dice).expect("one or two numbers from 1 to 6"));
        }
    }
    reading.note(Kindness::Dice(throws.len()), entry.label.word.span);
    throws
}

pub(crate) fn read_tree(tree: &Tree<'_>, small: bool, reading: &mut Reading) -> Option<Contents> {
    let mut fields = Fields::default();
    fields.take(tree, small, reading);
    for comment in tree.comments.iter().filter(|comment| is_won_line(comment.text)) {
        let after = comment.text.find(':').expect("the label ends with a colon") + 1;
        let winner = Word::split(&comment.text[after..], comment.span.start + after).next();
        let winner = winner.unwrap_or(Word::new("", comment.span.end));
        let seat = player(winner, false, reading);
        if fields.won.is_some() {
            reading.fault(comment.span, || {
                Message::new(format!("{WON} is there a second time"), format!("{WON} only once"), "keep one of them")
            });
        } else {
            fields.won = seat.map(|seat| (seat, comment.span));
        }
    }
    let standing = fields.judge(reading)?;
    Some(Contents { standing: standing.into(), dice: Vec::new(), names: Pair::default() })
}

/// Whether a comment names the player who won by uncovering.
pub(crate) fn is_won_line(comment: &str) -> bool {
    comment.split_once(':').is_some_and(|(label, _)| label.len() < 100 && key(label).eq_ignore_ascii_case(WON))
}

impl<'a> Fields<'a> {
    /// Reads Computer's block, Human's block, first and next. Stops at the first part of the wrong kind.
    fn take(&mut self, tree: &Tree<'a>, small: bool, reading: &mut Reading) -> Option<()> {
        let mut items = Items::new(&tree.top, tree.broken);
        for seat in [Seat::Computer, Seat::Human] {
            items.heed_comment(seat, &tree.comments, reading);
            let block = items.list(&format!("{seat}'s list: squares and score"), reading)?;
            self.take_block(seat, block, tree.broken, reading);
        }
        let word = items.word("the player who had the first turn", reading)?;
        self.first = player(word, small, reading);
        let word = items.word("the player whose turn is next", reading)?;
        self.next = player(word, small, reading);
        items.finish(reading);
        Some(())
    }

    fn take_block(&mut self, seat: Seat, block: &List<'a>, broken: bool, reading: &mut Reading) -> Option<()> {
        let mut items = Items::new(block, broken);
        let row = items.list(&format!("the list of {seat}'s squares"), reading)?;
        let square = "a square's number, or * if it is covered";
        self.rows[seat] = words(row, square, reading).map(|words| Row { words, span: row.span });
        let score = items.word(&format!("{seat}'s score"), reading)?;
        self.scores[seat] = reading.tally(score, "score", 0);
        items.finish(reading);
        Some(())
    }

    /// Checks everything that was read.
    fn judge(&self, reading: &mut Reading) -> Option<Standing> {
        let covered = Pair::from_fn(|seat| self.rows[seat].as_ref().and_then(|row| row.covered(reading)));
        let length = |seat: Seat| self.rows[seat].as_ref().map_or(0, |row| row.words.len());
        let both_allowed = Seat::BOTH.into_iter().all(|seat| Size::new(length(seat) as i64).is_some());
        if both_allowed && length(Seat::Human) != length(Seat::Computer) {
            let later = Seat::BOTH.into_iter().max_by_key(|&seat| self.rows[seat].as_ref().map(|row| row.span));
            let later = later.expect("there are two seats");
            let (here, there) = (length(later), length(later.other()));
            reading.fault(self.row_span(later), || {
                Message::new(
                    format!("{later}'s row has {here} squares, {}'s has {there}", later.other()),
                    format!("a row of {there} squares"),
                    "both rows must be equally long",
                )
            });
            return None;
        }
        let (Some(human), Some(computer)) = (covered.human, covered.computer) else { return None };
        let rows = Pair {
            human: DraftRow { covered: human, score: self.scores.human },
            computer: DraftRow { covered: computer, score: self.scores.computer },
        };
        // A missing player is a fault already; any seat will do to check the rest.
        let first = self.first.unwrap_or(Seat::Human);
        let next = self.next.unwrap_or(first);
        let won = self.won.map(|(seat, _)| seat);
        let size = length(Seat::Human) as i64;
        match Draft::from_save(size, rows, first, next, won).check() {
            Ok(standing) => {
                if standing.position.first() != first {
                    reading.note_whole(Kindness::NotBegun(standing.position.first()));
                }
                if standing.position.outcome().is_some() {
                    reading.note_whole(Kindness::RoundOver);
                }
                Some(standing)
            }
            Err(faults) => {
                for fault in &faults {
                    let (span, mend) = match self.won {
                        Some((_, span)) => (span, "take this line out, or correct the rows"),
                        None => (self.row_span(Seat::Human), "at least one square of one row must be uncovered"),
                    };
                    let expected = "rows that a round can have";
                    reading.fault(span, || Message::new(fault.problem.clone(), expected, mend));
                }
                None
            }
        }
    }

    fn row_span(&self, seat: Seat) -> Span {
        let row = self.rows[seat].as_ref().expect("only rows that were read are checked");
        match (row.words.first(), row.words.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => row.span,
        }
    }
}

impl Row<'_> {
    /// The covered squares; `None` if the row is wrong.
    fn covered(&self, reading: &mut Reading) -> Option<Vec<i64>> {
        let longest = usize::from(Size::LARGEST.squares());
        let mut good = true;
        let mut covered = Vec::new();
        // A square that is missing or repeated shifts all squares after it; they are not reported again.
        let mut shift = 0;
        for (&word, place) in self.words.iter().zip(1..).take(longest) {
            let number = reading.number(word);
            if word.text == "*" || number == Some(0) {
                if number == Some(0) {
                    reading.note(Kindness::ZeroForCovered, word.span);
                }
                covered.push(place);
                continue;
            }
            if number == Some(place) {
                shift = 0;
                continue;
            }
            if number.is_some_and(|number| shift != 0 && number.saturating_sub(place) == shift) {
                continue;
            }
            good = false;
            let problem = match number {
                Some(number) => format!("square {number} stands in the place of square {place}"),
                None => format!("{} is not a square", quoted(word.text)),
            };
            reading.fault(word.span, || {
                Message::new(
                    problem,
                    format!("{place}, or * if it is covered"),
                    "a row counts up from 1 with no square left out or twice",
                )
            });
            shift = number.map_or(shift, |number| number.saturating_sub(place));
        }
        let length = self.words.len();
        if Size::new(length as i64).is_none() {
            good = false;
            let span = match (self.words.get(longest), self.words.last()) {
                (Some(first), Some(last)) => first.span.to(last.span),
                (None, Some(last)) => Span::at(last.span.end),
                _ => self.span,
            };
            reading.fault(span, || {
                let squares = if length == 1 { "square" } else { "squares" };
                Message::new(
                    format!("a row of {length} {squares}"),
                    if length > longest { "the end of the row" } else { "more squares" },
                    format!("a row has {} squares: write each as its number, or as * if it is covered", Size::CHOICES),
                )
            });
        }
        good.then_some(covered)
    }
}

/// Writes a standing and, if the dialect has a place for them, the throws to be used first.
pub(crate) fn write(standing: &Standing, dice: &[Throw], dialect: Dialect) -> Written {
    let position = &standing.position;
    let won = position.outcome().filter(|outcome| outcome.by == WonBy::Uncovering).map(|outcome| outcome.winner);
    // Other programs name the loser here, who would be next.
    let next = won.map_or(position.next(), Seat::other);
    let row = |seat: Seat| -> Vec<String> {
        let covered = position.covered()[seat];
        let square = |square| if covered.contains(square) { "*".to_owned() } else { square.to_string() };
        (1..=position.size().squares()).map(square).collect()
    };
    let mut lost = unheld(standing, next, won);
    let Some(pen) = Pen::of(dialect) else {
        let mut text = String::new();
        for seat in [Seat::Computer, Seat::Human] {
            // Writing to a string can't fail.
            let _ = write!(
                text,
                "{seat}:\n   {SQUARES}: {}\n   {SCORE}: {}\n\n",
                row(seat).join(" "),
                standing.scores[seat]
            );
        }
        let _ = write!(text, "{FIRST}: {}\n{NEXT}: {next}\n", position.first());
        if !dice.is_empty() {
            let _ = write!(text, "\n{DICE}:\n");
            for throw in dice {
                let _ = writeln!(text, "   {throw}");
            }
            if won.is_some() {
                text.push('\n');
            }
        }
        if let Some(winner) = won {
            let _ = writeln!(text, "{WON}: {winner}");
        }
        return Written { text, lost };
    };
    let block = |seat| {
        let Pen { open, close, comma, .. } = pen;
        let score = standing.scores[seat];
        format!("{open}\n      {}{comma}\n      {score}\n   {close}", pen.row(&row(seat), " "))
    };
    let mut text = pen.whole(&[block(Seat::Computer), block(Seat::Human), pen.seat(position.first()), pen.seat(next)]);
    if let Some(winner) = won {
        let _ = writeln!(text, "{} {WON}: {winner}", pen.comment);
    }
    match dice.len() {
        0 => {}
        1 => lost.push(format!("the throw {} that was to be used first", dice[0])),
        throws => lost.push(format!("the {throws} throws that were to be used first")),
    }
    Written { text, lost }
}

/// What would be different when the file is read back.
fn unheld(standing: &Standing, next: Seat, won: Option<Seat>) -> Vec<String> {
    let Draft { size, rows, first, .. } = Draft::from(standing);
    let Ok(held) = Draft::from_save(size, rows, first, next, won).check() else {
        return vec![format!("the whole round: rows of {size} squares are for studies, and refused when read")];
    };
    let (ours, theirs) = (&standing.position, &held.position);
    if ours.outcome().is_none()
        && let Some(Outcome { winner, .. }) = theirs.outcome()
    {
        return vec![format!(
            "that the round goes on: with {first}'s row empty, it reads as won by {winner} by uncovering"
        )];
    }
    if ours.outcome().is_none() && ours.first() != theirs.first() {
        return vec![format!("that {first} took the first turn: with both rows empty, the round reads as not begun")];
    }
    match (ours.locked(), theirs.locked()) {
        (Some(lock), None) => vec![format!("that {}'s square {} is still locked", lock.owner, lock.square)],
        (None, Some(lock)) => {
            vec![format!("that {}'s square {} is not locked: it reads as locked", lock.owner, lock.square)]
        }
        _ => Vec::new(),
    }
}
