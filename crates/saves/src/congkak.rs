//! Congkak's saves.

use parlor_rules::congkak::{Draft, DraftSide, Pit, Size, Standing};
use parlor_rules::{Pair, Seat};

use crate::fault::quoted;
use crate::fields::{Fields, Value, beyond};
use crate::layout::{Blocks, Field, FieldKind, Layout, LayoutPart, Presence};
use crate::reading::Reading;
use crate::save::Written;
use crate::write::{Values, one_row};
use crate::{Dialect, Leniency};

/// The store, the pits from the one next to it outward, the rounds won.
const SIDE: Field = Field::new("", FieldKind::Words("a number"), Presence::Required, "list: store, pits, rounds won");
const NEXT: Field = Field::new("Next Player", FieldKind::Seat, Presence::Required, "player who is next");

pub(crate) const LAYOUT: Layout = Layout {
    parts: &[LayoutPart::Player(Seat::Human), LayoutPart::Player(Seat::Computer), LayoutPart::Field(NEXT)],
    player: &[SIDE],
    blocks: Blocks::Line,
};

/// The numbers of a row that aren't pits: the store and the rounds won.
const NOT_PITS: usize = 2;

/// Checks the fields that were found.
pub(crate) fn read(fields: &Fields<'_>, reading: &mut Reading) -> Option<Standing> {
    let next = fields.seat(&NEXT, reading);
    let rows = Pair::from_fn(|seat| fields.get(Some(seat), &SIDE).map(|value| Row { seat, value }));
    let sides = Pair::from_fn(|seat| rows[seat].as_ref().and_then(|row| row.side(reading)));
    let (human, computer) = (rows.human?, rows.computer?);
    let both_allowed = [&human, &computer].into_iter().all(|row| Size::new(row.pits() as i64).is_some());
    if both_allowed && human.pits() != computer.pits() {
        let human_is_later = human.value.span > computer.value.span;
        let (later, earlier) = if human_is_later { (human, computer) } else { (computer, human) };
        reading.fault(
            later.value.extent(),
            format!("{} has {} pits, {} has {}", later.seat, later.pits(), earlier.seat, earlier.pits()),
            format!("{} pits", earlier.pits()),
            "both rows must be equally long",
        );
        return None;
    }
    let size = human.pits() as i64;
    let sides = Pair { human: sides.human?, computer: sides.computer? };
    // A missing player is a fault already; any seat will do to check the rest.
    match (Draft { size, sides, next: next.unwrap_or(Seat::Human), over: None }).check() {
        Ok(standing) => {
            let (position, totals) = (standing.position, standing.totals());
            let (found, all) = (totals.human + totals.computer, position.size().seeds());
            if found < all {
                reading.note_whole(Leniency::FewerSeeds { found, all });
            }
            if position.outcome().is_some() {
                reading.note_whole(Leniency::RoundOver);
            }
            Some(standing)
        }
        Err(faults) => {
            // Each number was checked when it was read, so only their sum can be wrong.
            for fault in &faults {
                let fix = "count again: seeds are moved from hole to hole, and none are added";
                reading.fault(human.value.extent(), fault.kind.to_string(), "fewer seeds", fix);
            }
            None
        }
    }
}

struct Row<'a> {
    seat: Seat,
    value: &'a Value<'a>,
}

impl Row<'_> {
    fn pits(&self) -> usize {
        self.value.words().len().saturating_sub(NOT_PITS)
    }

    /// The row as a draft; `None` if it is wrong.
    fn side(&self, reading: &mut Reading) -> Option<DraftSide> {
        let words = self.value.words();
        let size = Size::new(self.pits() as i64);
        let most = i64::from(size.unwrap_or(Size::LARGEST).seeds());
        let mut good = size.is_some();
        if !good {
            let span = beyond(words, Size::LARGEST.pits() + NOT_PITS, self.value.extent());
            let s = if words.len() == 1 { "" } else { "s" };
            let (least, most) = (Size::ALL[0].pits() + NOT_PITS, Size::LARGEST.pits() + NOT_PITS);
            reading.fault(
                span,
                format!("{} has {} number{s}", self.seat, words.len()),
                format!("{least} to {most} numbers"),
                format!(
                    "write the store, {} pits from the one next to the store outward, and the rounds won",
                    Size::CHOICES
                ),
            );
        }
        let (last, seeds) = words.split_last()?;
        let mut numbers = Vec::with_capacity(Size::LARGEST.pits() + 1);
        for (i, &word) in seeds.iter().enumerate().take(Size::LARGEST.pits() + 1) {
            let number = word.number().filter(|number| (0..=most).contains(number));
            if number.is_none() {
                good = false;
                reading.fault(
                    word.span,
                    format!("{} is not a number of seeds", quoted(word.text)),
                    format!("a whole number from 0 to {most}"),
                    format!("write how many seeds {} holds", self.hole(i, size)),
                );
            }
            numbers.push(number.unwrap_or(0));
        }
        let rounds = reading.tally(*last, "number of rounds won", 0);
        let (store, pits) = numbers.split_first()?;
        let pits = pits.iter().rev().copied().collect();
        good.then_some(DraftSide { store: *store, pits, rounds })
    }

    /// The hole that the number at this place belongs to.
    fn hole(&self, i: usize, size: Option<Size>) -> String {
        let place = size.and_then(|size| size.pits().checked_sub(i));
        match place.and_then(|place| Pit::new(self.seat, place)) {
            _ if i == 0 => "the store".to_owned(),
            Some(pit) => format!("pit {pit}"),
            None => "the pit".to_owned(),
        }
    }
}

pub(crate) fn write(standing: &Standing, dialect: Dialect) -> Written {
    let position = &standing.position;
    // Both rows of a finished round are empty, which reads as lost by the next player.
    let Draft { next, over, .. } = Draft::from(standing);
    let next = if over.is_some() { next.other() } else { next };
    let mut values = Values::new();
    for seat in Seat::BOTH {
        let pits = position.pits(seat).iter().rev().map(|&seeds| u32::from(seeds));
        let store = std::iter::once(u32::from(position.store(seat)));
        values.add(Some(seat), &SIDE, one_row(store.chain(pits).chain([standing.rounds[seat]])));
    }
    values.add(None, &NEXT, one_row([next]));
    let text = values.write(&LAYOUT, dialect);
    Written { text, lost: Vec::new() }
}
