//! Kono's saves.

use std::fmt::Write;

use parlor_rules::kono::{Color, Draft, End, Position, Size, Standing};
use parlor_rules::{Fault, Pair, Place, Seat};

use crate::fault::{Message, quoted};
use crate::names::{player, turn};
use crate::pen::Pen;
use crate::reading::Reading;
use crate::save::{Contents, Written};
use crate::sheet::{Labelled, Labels, Sheet};
use crate::source::{Span, Word};
use crate::text::SourceLine;
use crate::tree::{Items, Node, Tree, words};
use crate::{Dialect, Kindness};

mod board;

use board::{MOST_ROWS, Rows, cell_name, empty_board, is_unreachable};

const ROUND: &str = "Round";
const SCORE: &str = "Score";
const COLOR: &str = "Color";
const BOARD: &str = "Board";
const NEXT: &str = "Next Player";

const LABELS: Labels = Labels {
    inside: &[SCORE, COLOR],
    outside: &[ROUND, BOARD, NEXT],
    tables: &[BOARD],
    order: &[ROUND, "Computer", "Human", BOARD, NEXT],
    one_line_blocks: false,
};

/// The fields of a file, as far as they could be read.
struct Fields<'a> {
    /// Whether the dialect writes everything in lower case.
    small: bool,
    round: i64,
    scores: Pair<i64>,
    /// The span is that of the word, or where the word should be.
    colors: Pair<Option<(Option<Color>, Span)>>,
    board: Option<Rows<'a>>,
    next: Next,
}

/// What a file says about the next player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// It can't be read.
    Wrong,
    Open(Span),
    Player(Seat),
}

impl Fields<'_> {
    fn new(small: bool) -> Self {
        let (colors, board, next) = (Pair::default(), None, Next::Wrong);
        Fields { small, round: 1, scores: Pair::default(), colors, board, next }
    }
}

pub(crate) fn read_text(lines: Vec<SourceLine<'_>>, reading: &mut Reading) -> Option<Contents> {
    let sheet = Sheet::sort(lines, &LABELS, reading);
    let (blocks, names) = sheet.players(&LABELS, reading);
    sheet.note_order(blocks, &LABELS, reading);
    let mut fields = Fields::new(false);
    let round = sheet.entry(ROUND, reading).and_then(|entry| entry.one(reading, "the number of the round"));
    if let Some(word) = round {
        fields.take_round(word, reading);
    }
    for seat in Seat::BOTH {
        let Some(block) = blocks[seat] else { continue };
        let score = block.entry(SCORE, reading).and_then(|entry| entry.one(reading, "the points of earlier rounds"));
        fields.scores[seat] = score.map_or(0, |word| reading.tally(word, "score", 0));
        if let Some(entry) = block.entry(COLOR, reading) {
            fields.colors[seat] = match entry.words() {
                [] => Some((None, entry.label.word.span)),
                _ => entry.one(reading, "").and_then(|word| Some((Some(color(word, false, reading)?), word.span))),
            };
        }
    }
    if let Some(entry) = sheet.entry(BOARD, reading) {
        let lines = entry.filled_rows().take(MOST_ROWS).map(<[Word<'_>]>::to_vec).collect();
        let count = entry.filled_rows().count();
        fields.board = Some(Rows { lines, count, span: board_span(entry), small: false });
    }
    fields.next = match sheet.find(NEXT, reading) {
        None => Next::Open(sheet.end),
        Some(entry) if entry.words().is_empty() => Next::Open(entry.label.word.span),
        Some(entry) => turn(entry.words(), &names, reading).map_or(Next::Wrong, Next::Player),
    };
    let standing = fields.judge(reading)?;
    Some(Contents { standing: standing.into(), dice: Vec::new(), names })
}

fn board_span(entry: &Labelled<'_>) -> Span {
    let first = entry.filled_rows().flatten().next();
    let last = entry.filled_rows().flatten().last();
    match (first, last) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => entry.label.word.span,
    }
}

pub(crate) fn read_tree(tree: &Tree<'_>, small: bool, reading: &mut Reading) -> Option<Contents> {
    let mut fields = Fields::new(small);
    fields.take(tree, reading);
    let standing = fields.judge(reading)?;
    Some(Contents { standing: standing.into(), dice: Vec::new(), names: Pair::default() })
}

fn color(word: Word<'_>, small: bool, reading: &mut Reading) -> Option<Color> {
    for color in [Color::White, Color::Black] {
        let ours = if small { color.to_string().to_ascii_lowercase() } else { color.to_string() };
        if reading.is(word, &ours) {
            return Some(color);
        }
        if word.is(&ours[..1]) {
            reading.note(Kindness::ColorLetter, word.span);
            return Some(color);
        }
    }
    reading.fault(word.span, || {
        Message::new(
            format!("{} is not a colour", quoted(word.text)),
            "White or Black",
            "write White or Black, or leave both colours and the next player empty if the first player is not chosen yet",
        )
    });
    None
}

/// Whether a value is left open; we write an empty list for that.
fn is_open(node: &Node<'_>, reading: &mut Reading) -> bool {
    match node {
        Node::List(list) => list.items.is_empty(),
        Node::Word(word) if !word.is("nil") => false,
        Node::Wrong(_) => false,
        Node::Word(_) | Node::Gap(_) => {
            reading.note(Kindness::OpenField, node.span());
            true
        }
    }
}

impl<'a> Fields<'a> {
    fn take_round(&mut self, word: Word<'a>, reading: &mut Reading) {
        if reading.number(word) == Some(0) {
            reading.note(Kindness::RoundZero, word.span);
        } else {
            self.round = reading.tally(word, "round number", 1);
        }
    }

    /// Reads round, Computer's score and colour, Human's score and colour, board and next. Stops at the
    /// first part of the wrong kind.
    fn take(&mut self, tree: &Tree<'a>, reading: &mut Reading) -> Option<()> {
        let mut items = Items::new(&tree.top, tree.broken);
        self.take_round(items.word("the number of the round", reading)?, reading);
        for seat in [Seat::Computer, Seat::Human] {
            items.heed_comment(seat, &tree.comments, reading);
            let score = items.word(&format!("{seat}'s score"), reading)?;
            self.scores[seat] = reading.tally(score, "score", 0);
            self.take_color(seat, &mut items, reading);
        }
        let board = items.list("the list of the board's rows", reading)?;
        let mut rows = Vec::new();
        let mut inner = Items::new(board, tree.broken);
        // A bad row must not hide the faults of the others.
        while inner.peek().is_some() && rows.len() < MOST_ROWS {
            let row = inner.list("the list of a row's points", reading);
            rows.push(row.and_then(|row| words(row, "O, W, WW, B or BB", reading)));
        }
        let rows: Option<Vec<_>> = rows.into_iter().collect();
        let (count, span) = (board.items.len(), board.span);
        self.board = rows.map(|lines| Rows { lines, count, span, small: self.small });
        self.next = match items.peek() {
            None => {
                let end = Span::at(tree.top.span.end.saturating_sub(1));
                reading.note(Kindness::OpenField, end);
                Next::Open(end)
            }
            Some(node) if is_open(node, reading) => {
                items.next();
                Next::Open(node.span())
            }
            Some(_) => {
                let word = items.word("the player who is next", reading)?;
                player(word, self.small, reading).map_or(Next::Wrong, Next::Player)
            }
        };
        items.finish(reading);
        Some(())
    }

    fn take_color(&mut self, seat: Seat, items: &mut Items<'_, 'a>, reading: &mut Reading) {
        let Some(node) = items.peek() else { return };
        match node {
            // The field is left out, and this is the one after it.
            Node::Word(word) if word.text.starts_with(|c: char| c.is_ascii_digit()) => {
                reading.note(Kindness::OpenField, word.span);
                self.colors[seat] = Some((None, word.span));
                return;
            }
            Node::List(list) if !list.items.is_empty() => {
                reading.note(Kindness::OpenField, list.span);
                self.colors[seat] = Some((None, Span::at(list.span.start)));
                return;
            }
            Node::Word(word) if !word.is("nil") => {
                self.colors[seat] = color(*word, self.small, reading).map(|color| (Some(color), word.span));
            }
            _ => {
                is_open(node, reading);
                self.colors[seat] = Some((None, node.span()));
            }
        }
        items.next();
    }

    /// Checks everything that was read.
    fn judge(&self, reading: &mut Reading) -> Option<Standing> {
        let board = self.board.as_ref().and_then(|rows| rows.read(reading));
        let colors = self.colors.map(|color| color.and_then(|(color, _)| color));
        let colors_known = Seat::BOTH.iter().all(|&seat| self.colors[seat].is_some());
        let next = match self.next {
            Next::Player(seat) => Some(seat),
            Next::Open(_) | Next::Wrong => None,
        };
        // If a colour or the next player can't be read, the others would only be faulted for not matching it.
        let complete = colors_known && self.next != Next::Wrong;
        let mut draft = Draft {
            size: 0,
            round: self.round,
            colors: if complete { colors } else { Pair::default() },
            scores: self.scores,
            board: Vec::new(),
            next: if complete { next } else { None },
            history: Vec::new(),
            over: None,
        };
        // The colours are checked even if the board is wrong.
        let board_is_good = board.is_some();
        draft.board = board.unwrap_or_else(|| empty_board(Size::ALL[0]));
        draft.size = draft.board.len() as i64;
        let open_colors = draft.colors == Pair::default();
        let standing = match (draft.check(), self.next) {
            (Ok(standing), Next::Open(span)) => {
                let kindness = if open_colors { Kindness::NotChosenYet } else { Kindness::NextNotNeeded };
                reading.note(kindness, span);
                standing
            }
            (Ok(standing), _) => standing,
            (Err(faults), Next::Open(span)) if faults.iter().all(|fault| fault.place == Place::Next) => {
                reading.note(Kindness::NextMissing, span);
                Draft { colors: Pair::default(), ..draft }.check().expect("only the next player was missing")
            }
            (Err(faults), _) => {
                for fault in &faults {
                    self.explain(fault, reading);
                }
                return None;
            }
        };
        if !board_is_good || !complete {
            return None;
        }
        if is_unreachable(standing.board()) {
            reading.note_whole(Kindness::Unreachable);
        }
        if standing.position().is_some_and(|position| position.end().is_some()) {
            reading.note_whole(Kindness::RoundOver);
        }
        Some(standing)
    }

    /// Locates a fault that the rules found. Everything but the colours was checked when it was read.
    fn explain(&self, fault: &Fault, reading: &mut Reading) {
        let Place::Color(seat) = fault.place else { unreachable!("{fault:?} was found too late") };
        let (_, span) = self.colors[seat].expect("colours are only compared if both were read");
        reading.fault(span, || {
            Message::new(
                format!("{seat}'s colour {}", fault.problem),
                "two different colours",
                "one player has White, the other Black; before the first player is chosen both are empty, and so \
                 is the next player",
            )
        });
    }
}

/// Writes a standing.
pub(crate) fn write(standing: &Standing, dialect: Dialect) -> Written {
    let position = standing.position();
    // Without a next player, a tied round would read as not begun.
    let next = position.map(|position| position.next().unwrap_or(Seat::Human));
    let color = |seat| position.map(|position| position.color(seat));
    let rows: Vec<Vec<String>> = Draft::from(standing)
        .board
        .iter()
        .map(|row| row.iter().map(|&cell| cell_name(cell).to_owned()).collect())
        .collect();
    let lost = unheld(standing, next);
    let Some(pen) = Pen::of(dialect) else {
        let field = |value: Option<String>| value.map_or(String::new(), |value| format!(" {value}"));
        let mut text = format!("{ROUND}: {}\n\n", standing.round);
        for seat in [Seat::Computer, Seat::Human] {
            let color = field(color(seat).map(|color| color.to_string()));
            // Writing to a string can't fail.
            let _ = write!(text, "{seat}:\n   {SCORE}: {}\n   {COLOR}:{color}\n\n", standing.scores[seat]);
        }
        let _ = writeln!(text, "{BOARD}:");
        for row in &rows {
            let _ = writeln!(text, "   {}", row.join("  "));
        }
        let _ = write!(text, "\n{NEXT}:{}\n", field(next.map(|seat| seat.to_string())));
        return Written { text, lost };
    };
    let mut parts = vec![standing.round.to_string()];
    for seat in [Seat::Computer, Seat::Human] {
        parts.push(standing.scores[seat].to_string());
        parts.push(color(seat).map_or_else(|| pen.nothing(), |color| pen.word(color)));
    }
    let row = |row: &Vec<String>| pen.row(&row.iter().map(|cell| pen.word(cell)).collect::<Vec<_>>(), "  ");
    let rows: Vec<String> = rows.iter().map(row).collect();
    parts.push(format!("{} {} {}", pen.open, rows.join(&format!("{}\n     ", pen.comma)), pen.close));
    parts.push(next.map_or_else(|| pen.nothing(), |seat| pen.seat(seat)));
    Written { text: pen.whole(&parts), lost }
}

/// What would be different when the file is read back.
fn unheld(standing: &Standing, next: Option<Seat>) -> Vec<String> {
    let mut lost = Vec::new();
    let draft = Draft { next, history: Vec::new(), over: None, ..Draft::from(standing) };
    let Ok(held) = draft.check() else {
        let size = draft.size;
        return vec![format!("the whole round: a board of {size}\u{d7}{size} is for studies, and refused when read")];
    };
    let end = standing.position().and_then(Position::end);
    if end != held.position().and_then(Position::end) {
        lost.push(match end {
            Some(End::Quit(seat)) => format!("that {seat} has quit: the round reads as going on"),
            _ => "that the round has been called: it reads as going on".to_owned(),
        });
    }
    match standing.history().len() {
        0 => {}
        1 => lost.push("the position before this one: repetitions and quiet moves are counted anew".to_owned()),
        moments => {
            lost.push(format!("the {moments} positions before this one: repetitions and quiet moves are counted anew"));
        }
    }
    lost
}
