//! Canoga's saves.

use parlor_rules::canoga::{Draft, DraftRow, Outcome, Size, Standing, WonBy};
use parlor_rules::{Pair, Seat, Throw};

use crate::fault::quoted;
use crate::fields::{Fields, Value, beyond};
use crate::layout::{Blocks, Field, FieldKind, Layout, LayoutPart, Presence};
use crate::reading::Reading;
use crate::save::Written;
use crate::write::{Values, one_row};
use crate::{Dialect, Leniency};

const SQUARES: Field = Field::new(
    "Squares",
    FieldKind::Words("a square's number, or * if it is covered"),
    Presence::Required,
    "list of squares",
);
const SCORE: Field = Field::new("Score", SCORE_KIND, Presence::Required, "points of earlier rounds");
const SCORE_KIND: FieldKind = FieldKind::Number { what: "score", least: 0 };
const FIRST: Field = Field::new("First Turn", FieldKind::Seat, Presence::Required, "player who had the first turn");
const NEXT: Field = Field::new("Next Turn", FieldKind::Seat, Presence::Required, "player whose turn is next");
const DICE: Field =
    Field::new("Dice", FieldKind::Rows("a number from 1 to 6"), Presence::InText, "throws to be used first");
const WON: Field = Field::new("Round won by", FieldKind::Seat, Presence::OrComment, "player who won by uncovering");

pub(crate) const LAYOUT: Layout = Layout {
    parts: &[
        LayoutPart::Player(Seat::Computer),
        LayoutPart::Player(Seat::Human),
        LayoutPart::Field(FIRST),
        LayoutPart::Field(NEXT),
        LayoutPart::Field(DICE),
        LayoutPart::Field(WON),
    ],
    player: &[SQUARES, SCORE],
    blocks: Blocks::Nested,
};

/// Checks the fields that were found.
pub(crate) fn read(fields: &Fields<'_>, reading: &mut Reading) -> Option<(Standing, Vec<Throw>)> {
    let rows = Pair::from_fn(|seat| fields.get(Some(seat), &SQUARES));
    let scores = Pair::from_fn(|seat| fields.tally(Some(seat), &SCORE, reading));
    let (first, next) = (fields.seat(&FIRST, reading), fields.seat(&NEXT, reading));
    let won = fields.seat(&WON, reading);
    let dice = fields.get(None, &DICE).map_or(Vec::new(), |dice| read_dice(dice, reading));
    let covered = Pair::from_fn(|seat| rows[seat].and_then(|row| read_row(row, reading)));
    let (human_row, computer_row) = (rows.human?, rows.computer?);
    let lengths = Pair { human: human_row.words().len(), computer: computer_row.words().len() };
    let both_allowed = Seat::BOTH.into_iter().all(|seat| Size::new(lengths[seat] as i64).is_some());
    if both_allowed && lengths.human != lengths.computer {
        let human_is_later = human_row.span > computer_row.span;
        let (later, row) = if human_is_later { (Seat::Human, human_row) } else { (Seat::Computer, computer_row) };
        let (here, there) = (lengths[later], lengths[later.other()]);
        reading.fault(
            row.extent(),
            format!("{later}'s row has {here} squares, {}'s has {there}", later.other()),
            format!("a row of {there} squares"),
            "both rows must be equally long",
        );
        return None;
    }
    let rows = Pair {
        human: DraftRow { covered: covered.human?, score: scores.human },
        computer: DraftRow { covered: covered.computer?, score: scores.computer },
    };
    // A missing player is a fault already; any seat will do to check the rest.
    let first = first.unwrap_or(Seat::Human);
    let draft = Draft::from_save(lengths.human as i64, rows, first, next.unwrap_or(first), won);
    match draft.check() {
        Ok(standing) => {
            if standing.position.first() != first {
                reading.note_whole(Leniency::NotBegun(standing.position.first()));
            }
            if standing.position.outcome().is_some() {
                reading.note_whole(Leniency::RoundOver);
            }
            Some((standing, dice))
        }
        Err(faults) => {
            let (span, fix) = match fields.get(None, &WON) {
                Some(won) => (won.span, "take this line out, or correct the rows"),
                None => (human_row.extent(), "at least one square of one row must be uncovered"),
            };
            for fault in &faults {
                reading.fault(span, fault.kind.to_string(), "rows that a round can have", fix);
            }
            None
        }
    }
}

const ONE_THROW: &str = "write one throw per line: one or two numbers from 1 to 6";

/// One throw per line (rule dice-file).
fn read_dice(value: &Value<'_>, reading: &mut Reading) -> Vec<Throw> {
    let mut throws = Vec::new();
    for row in &value.rows {
        let mut dice = Vec::new();
        let mut good = true;
        for &word in row.iter().take(2) {
            let pips = word.number().filter(|pips| (1..=6).contains(pips));
            dice.extend(pips);
            if pips.is_none() {
                good = false;
                reading.fault(
                    word.span,
                    format!("{} is not on a die", quoted(word.text)),
                    "a number from 1 to 6",
                    ONE_THROW,
                );
            }
        }
        if let [_, _, third, ..] = row.as_slice() {
            let last = row.last().expect("the row has a third word");
            good = false;
            reading.fault(
                third.span.to(last.span),
                format!("a throw of {} dice", row.len()),
                "the end of the line",
                ONE_THROW,
            );
        }
        if good {
            throws.push(Throw::new(&dice).expect("one or two numbers from 1 to 6"));
        }
    }
    reading.note(Leniency::Dice(throws.len()), value.span);
    throws
}

/// The covered squares; `None` if the row is wrong.
fn read_row(row: &Value<'_>, reading: &mut Reading) -> Option<Vec<i64>> {
    let words = row.words();
    let longest = usize::from(Size::LARGEST.squares());
    let mut good = true;
    let mut covered = Vec::new();
    // A square that is missing or repeated shifts all squares after it; they are not reported again.
    let mut shift = 0;
    for (&word, place) in words.iter().zip(1..).take(longest) {
        let number = word.number();
        if word.text == "*" || number == Some(0) {
            if number == Some(0) {
                reading.note(Leniency::ZeroForCovered, word.span);
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
            Some(number) => format!("square {number} is where square {place} should be"),
            None => format!("{} is not a square", quoted(word.text)),
        };
        reading.fault(
            word.span,
            problem,
            format!("{place}, or * if it is covered"),
            "a row counts up from 1 with no square left out or repeated",
        );
        shift = number.map_or(shift, |number| number.saturating_sub(place));
    }
    let length = words.len();
    if Size::new(length as i64).is_none() {
        good = false;
        let squares = if length == 1 { "square" } else { "squares" };
        reading.fault(
            beyond(words, longest, row.span),
            format!("a row of {length} {squares}"),
            if length > longest { "the end of the row" } else { "more squares" },
            format!("a row has {} squares: write each as its number, or as * if it is covered", Size::CHOICES),
        );
    }
    good.then_some(covered)
}

/// Writes a standing and, if the dialect has a place for them, the throws to be used first.
pub(crate) fn write(standing: &Standing, dice: &[Throw], dialect: Dialect) -> Written {
    let position = &standing.position;
    let won = position.outcome().filter(|outcome| outcome.by == WonBy::Uncovering).map(|outcome| outcome.winner);
    // Other programs name the loser here, because the loser would be next.
    let next = won.map_or(Draft::from(standing).next, Seat::other);
    let mut values = Values::new();
    for seat in Seat::BOTH {
        let covered = position.covered()[seat];
        let square = |square| if covered.contains(square) { "*".to_owned() } else { square.to_string() };
        values.add(Some(seat), &SQUARES, one_row((1..=position.size().squares()).map(square)));
        values.add(Some(seat), &SCORE, one_row([standing.scores[seat]]));
    }
    values.add(None, &FIRST, one_row([position.first()]));
    values.add(None, &NEXT, one_row([next]));
    if !dice.is_empty() {
        values.add(None, &DICE, dice.iter().map(|throw| vec![throw.to_string()]).collect());
    }
    if won.is_some() {
        values.add(None, &WON, one_row(won));
    }
    let text = values.write(&LAYOUT, dialect);
    let mut lost = lost_in_save(standing, next, won);
    if dialect != Dialect::Text {
        match dice {
            [] => {}
            [throw] => lost.push(format!("the throw {throw} that was to be used first")),
            throws => lost.push(format!("the {} throws that were to be used first", throws.len())),
        }
    }
    Written { text, lost }
}

/// The differences between this standing and the file when it is read back.
fn lost_in_save(standing: &Standing, next: Seat, won: Option<Seat>) -> Vec<String> {
    let Draft { size, rows, first, .. } = Draft::from(standing);
    let held = match Draft::from_save(size, rows, first, next, won).check() {
        Ok(held) => held,
        Err(faults) => return vec![format!("the whole round, because the file couldn't be read back: {faults}")],
    };
    let (ours, theirs) = (&standing.position, &held.position);
    if ours.outcome().is_none()
        && let Some(Outcome { winner, .. }) = theirs.outcome()
    {
        return vec![format!(
            "that the round isn't over: with {first}'s row empty, it reads as won by {winner} by uncovering"
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
