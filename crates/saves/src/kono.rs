//! Kono's saves.

use parlor_rules::kono::{Cell, Color, Draft, End, Size, Standing};
use parlor_rules::{Fault, Pair, Place, Seat};

use crate::fault::quoted;
use crate::fields::Fields;
use crate::layout::{Blocks, Field, FieldKind, Layout, LayoutPart, Presence};
use crate::reading::Reading;
use crate::save::Written;
use crate::source::Word;
use crate::write::{Values, one_row};
use crate::{Dialect, Leniency};

mod board;

use board::{cell_name, empty_board, is_unreachable, read_board};

const ROUND: Field = Field::new("Round", ROUND_KIND, Presence::Required, "number of the round");
const ROUND_KIND: FieldKind = FieldKind::Number { what: "round number", least: 1 };
const SCORE: Field = Field::new("Score", SCORE_KIND, Presence::Required, "points of earlier rounds");
const SCORE_KIND: FieldKind = FieldKind::Number { what: "score", least: 0 };
const COLOR: Field = Field::new("Color", FieldKind::Color, Presence::MayBeOpen, "colour");
const BOARD: Field =
    Field::new("Board", FieldKind::Rows("O, W, WW, B or BB"), Presence::Required, "list of the board's rows");
const NEXT: Field = Field::new("Next Player", FieldKind::Seat, Presence::MayBeOpen, "player who is next");

pub(crate) const LAYOUT: Layout = Layout {
    parts: &[
        LayoutPart::Field(ROUND),
        LayoutPart::Player(Seat::Computer),
        LayoutPart::Player(Seat::Human),
        LayoutPart::Field(BOARD),
        LayoutPart::Field(NEXT),
    ],
    player: &[SCORE, COLOR],
    blocks: Blocks::Flat,
};

fn color(word: Word<'_>, reading: &mut Reading) -> Option<Color> {
    for color in [Color::White, Color::Black] {
        let name = color.to_string();
        if word.is(&name[..1]) {
            reading.note(Leniency::ColorLetter, word.span);
        }
        if word.is(&name) || word.is(&name[..1]) {
            return Some(color);
        }
    }
    reading.fault(
        word.span,
        format!("{} is not a colour", quoted(word.text)),
        "White or Black",
        "write White or Black, or leave both colours and the next player empty if the first player has not been chosen yet",
    );
    None
}

/// Checks the fields that were found.
pub(crate) fn read(fields: &Fields<'_>, reading: &mut Reading) -> Option<Standing> {
    let round = fields.tally(None, &ROUND, reading);
    let scores = Pair::from_fn(|seat| fields.tally(Some(seat), &SCORE, reading));
    // An empty colour is valid: it hasn't been chosen yet.
    let colors = Pair::from_fn(|seat| match fields.get(Some(seat), &COLOR)?.words() {
        [] => Some(None),
        [word, ..] => color(*word, reading).map(Some),
    });
    let next = fields.seat(&NEXT, reading);
    let open_next = fields.get(None, &NEXT).filter(|next| next.words().is_empty()).map(|next| next.span);
    let board = fields.get(None, &BOARD).and_then(|board| read_board(board, reading));
    // If a colour or the next player can't be read, checking the remaining fields would only report spurious
    // mismatches.
    let complete = colors.human.is_some() && colors.computer.is_some() && (next.is_some() || open_next.is_some());
    // The colours are checked even if the board is wrong.
    let board_is_good = board.is_some();
    let board = board.unwrap_or_else(|| empty_board(Size::ALL[0]));
    let draft = Draft {
        size: board.len() as i64,
        round,
        colors: if complete { colors.map(Option::flatten) } else { Pair::default() },
        scores,
        board,
        next: next.filter(|_| complete),
        history: Vec::new(),
        over: None,
    };
    let open_colors = draft.colors == Pair::default();
    let standing = match (draft.check(), open_next) {
        (Ok(standing), Some(span)) => {
            reading.note(if open_colors { Leniency::NotChosenYet } else { Leniency::NextNotNeeded }, span);
            standing
        }
        (Ok(standing), None) => standing,
        (Err(faults), Some(span)) if faults.iter().all(|fault| fault.place == Place::Next) => {
            reading.note(Leniency::NextMissing, span);
            Draft { colors: Pair::default(), ..draft }.check().expect("only the next player was missing")
        }
        (Err(faults), _) => {
            faults.iter().for_each(|fault| explain(fault, fields, reading));
            return None;
        }
    };
    if !board_is_good || !complete {
        return None;
    }
    if is_unreachable(standing.board()) {
        reading.note_whole(Leniency::Unreachable);
    }
    if standing.outcome().is_some() {
        reading.note_whole(Leniency::RoundOver);
    }
    Some(standing)
}

/// Locates a fault that the rules found. Everything but the colours was checked when it was read.
fn explain(fault: &Fault, fields: &Fields<'_>, reading: &mut Reading) {
    let Place::Color(seat) = fault.place else { unreachable!("{fault:?} was found too late") };
    let color = fields.get(Some(seat), &COLOR).expect("colours are only compared if both were read");
    reading.fault(
        color.span,
        format!("{seat}'s colour {}", fault.kind),
        "two different colours",
        "give one player White and the other Black; before the first player is chosen, leave both empty, and also the \
             next player",
    );
}

pub(crate) fn write(standing: &Standing, dialect: Dialect) -> Written {
    let position = standing.position;
    // Without a next player, a tied round would read as not begun.
    let next = position.map(|_| Draft::from(standing).next.unwrap_or(Seat::Human));
    let mut values = Values::new();
    values.add(None, &ROUND, one_row([standing.round]));
    for seat in Seat::BOTH {
        values.add(Some(seat), &SCORE, one_row([standing.scores[seat]]));
        values.add(Some(seat), &COLOR, one_row(position.map(|position| position.color(seat))));
    }
    let row = |row: &Vec<Cell>| row.iter().map(|&cell| cell_name(cell).to_owned()).collect();
    values.add(None, &BOARD, Draft::from(standing).board.iter().map(row).collect());
    values.add(None, &NEXT, one_row(next));
    Written { text: values.write(&LAYOUT, dialect), lost: lost_in_save(standing, next) }
}

/// The differences between this standing and the file when it is read back.
fn lost_in_save(standing: &Standing, next: Option<Seat>) -> Vec<String> {
    let mut lost = Vec::new();
    let draft = Draft { next, history: Vec::new(), over: None, ..Draft::from(standing) };
    let held = match draft.check() {
        Ok(held) => held,
        Err(faults) => return vec![format!("the whole round, because the file couldn't be read back: {faults}")],
    };
    let end = standing.outcome().map(|outcome| outcome.end);
    if end != held.outcome().map(|outcome| outcome.end) {
        lost.push(match end {
            Some(End::Quit(seat)) => format!("that {seat} has quit: the round reads as unfinished"),
            _ => "that the round has been called: it reads as unfinished".to_owned(),
        });
    }
    match standing.history().len() {
        0 => {}
        1 => lost
            .push("the position before this one: repetitions and quiet moves are counted from zero again".to_owned()),
        positions => {
            lost.push(format!(
                "the {positions} positions before this one: repetitions and quiet moves are counted from zero again"
            ));
        }
    }
    lost
}
