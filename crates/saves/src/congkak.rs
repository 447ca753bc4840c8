//! Congkak's saves.

use parlor_rules::congkak::{Draft, DraftSide, Pit, Size, Standing};
use parlor_rules::{Pair, Seat};

use crate::fault::{Message, quoted};
use crate::names::{player, says_player, turn};
use crate::pen::Pen;
use crate::reading::Reading;
use crate::save::{Contents, Written};
use crate::sheet::{Labels, Sheet};
use crate::source::{Span, Word};
use crate::text::SourceLine;
use crate::tree::{Items, Tree, words};
use crate::{Dialect, Kindness};

const NEXT: &str = "Next Player";

const LABELS: Labels =
    Labels { inside: &[], outside: &[NEXT], tables: &[], order: &["Human", "Computer", NEXT], one_line_blocks: true };

/// A player's numbers: the store, the pits from the one next to it outward, the rounds won.
struct Row<'a> {
    seat: Seat,
    words: Vec<Word<'a>>,
}

pub(crate) fn read_text(lines: Vec<SourceLine<'_>>, reading: &mut Reading) -> Option<Contents> {
    let sheet = Sheet::sort(lines, &LABELS, reading);
    let (blocks, names) = sheet.players(&LABELS, reading);
    sheet.note_order(blocks, &LABELS, reading);
    let mut rows = Pair::default();
    for seat in Seat::BOTH {
        let Some(block) = blocks[seat] else { continue };
        if !says_player(&block.head.label) {
            reading.note(Kindness::NoPlayerInLabel, block.head.label.word.span);
        }
        rows[seat] = Some(Row { seat, words: block.head.words().to_vec() });
    }
    let next = sheet.entry(NEXT, reading).and_then(|entry| {
        if entry.words().is_empty() {
            entry.one(reading, "Human or Computer")?;
        }
        turn(entry.words(), &names, reading)
    });
    let standing = judge(&rows, next, reading)?;
    Some(Contents { standing: standing.into(), dice: Vec::new(), names })
}

pub(crate) fn read_tree(tree: &Tree<'_>, small: bool, reading: &mut Reading) -> Option<Contents> {
    let (mut rows, mut next) = (Pair::default(), None);
    take(tree, small, &mut rows, &mut next, reading);
    let standing = judge(&rows, next, reading)?;
    Some(Contents { standing: standing.into(), dice: Vec::new(), names: Pair::default() })
}

/// Reads Human's row, Computer's row and next. Stops at the first part of the wrong kind.
fn take<'a>(
    tree: &Tree<'a>,
    small: bool,
    rows: &mut Pair<Option<Row<'a>>>,
    next: &mut Option<Seat>,
    reading: &mut Reading,
) -> Option<()> {
    let mut items = Items::new(&tree.top, tree.broken);
    for seat in Seat::BOTH {
        items.heed_comment(seat, &tree.comments, reading);
        let list = items.list(&format!("{seat}'s list: store, pits, rounds won"), reading)?;
        if list.items.is_empty() {
            reading.fault(list.span, || wrong_length(seat, 0));
        } else {
            rows[seat] = words(list, "a number", reading).map(|words| Row { seat, words });
        }
    }
    let word = items.word("the player who is next", reading)?;
    *next = player(word, small, reading);
    items.finish(reading);
    Some(())
}

/// How many numbers a row has besides its pits: the store and the rounds won.
const NOT_PITS: usize = 2;

fn wrong_length(seat: Seat, numbers: usize) -> Message {
    let s = if numbers == 1 { "" } else { "s" };
    let (least, most) = (Size::ALL[0].pits() + NOT_PITS, Size::LARGEST.pits() + NOT_PITS);
    Message::new(
        format!("{seat} has {numbers} number{s}"),
        format!("{least} to {most} numbers"),
        format!("write the store, {} pits from the one next to the store outward, and the rounds won", Size::CHOICES),
    )
}

/// Checks everything that was read.
fn judge(rows: &Pair<Option<Row<'_>>>, next: Option<Seat>, reading: &mut Reading) -> Option<Standing> {
    let sides = Pair::from_fn(|seat| rows[seat].as_ref().and_then(|row| row.side(reading)));
    let (Some(human), Some(computer)) = (&rows.human, &rows.computer) else { return None };
    let both_allowed = [human, computer].into_iter().all(|row| Size::new(row.pits() as i64).is_some());
    if both_allowed && human.pits() != computer.pits() {
        let (later, earlier) = if human.span() > computer.span() { (human, computer) } else { (computer, human) };
        reading.fault(later.span(), || {
            Message::new(
                format!("{} has {} pits, {} has {}", later.seat, later.pits(), earlier.seat, earlier.pits()),
                format!("{} pits", earlier.pits()),
                "both rows must be equally long",
            )
        });
        return None;
    }
    let sides = Pair { human: sides.human?, computer: sides.computer? };
    // A missing player is a fault already; any seat will do to check the rest.
    let draft = Draft { size: human.pits() as i64, sides, next: next.unwrap_or(Seat::Human), over: None };
    match draft.check() {
        Ok(standing) => {
            let (position, rounds) = (standing.position, standing.position.totals());
            let (found, all) = (rounds.human + rounds.computer, position.size().seeds());
            if found < all {
                reading.note_whole(Kindness::FewerSeeds { found, all });
            }
            if position.winner().is_some() {
                reading.note_whole(Kindness::RoundOver);
            }
            Some(standing)
        }
        Err(faults) => {
            // Each number was checked when it was read, so only their sum can be wrong.
            for fault in &faults {
                let mend = "count again: seeds are moved from hole to hole, and none are added";
                reading.fault(human.span(), || Message::new(fault.problem.clone(), "fewer seeds", mend));
            }
            None
        }
    }
}

impl Row<'_> {
    fn pits(&self) -> usize {
        self.words.len().saturating_sub(NOT_PITS)
    }

    fn span(&self) -> Span {
        let first = self.words.first().expect("a row without numbers is refused before");
        first.span.to(self.words.last().expect("it has a first word").span)
    }

    /// The row as a draft; `None` if it is wrong.
    fn side(&self, reading: &mut Reading) -> Option<DraftSide> {
        let size = Size::new(self.pits() as i64);
        let most = i64::from(size.unwrap_or(Size::LARGEST).seeds());
        let mut good = size.is_some();
        if !good {
            let span = match self.words.get(Size::LARGEST.pits() + NOT_PITS) {
                Some(first) => Span { end: self.span().end, ..first.span },
                None => Span::at(self.span().end),
            };
            reading.fault(span, || wrong_length(self.seat, self.words.len()));
        }
        let (last, seeds) = self.words.split_last().expect("a row without numbers is refused before");
        let mut numbers = Vec::with_capacity(Size::LARGEST.pits() + 1);
        for (i, &word) in seeds.iter().enumerate().take(Size::LARGEST.pits() + 1) {
            let number = reading.number(word).filter(|number| (0..=most).contains(number));
            if number.is_none() {
                good = false;
                reading.fault(word.span, || {
                    Message::new(
                        format!("{} is not a number of seeds", quoted(word.text)),
                        format!("a whole number from 0 to {most}"),
                        format!("write how many seeds {} holds", self.hole(i, size)),
                    )
                });
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

/// Writes a standing.
pub(crate) fn write(standing: &Standing, dialect: Dialect) -> Written {
    let position = &standing.position;
    // Both rows of a finished round are empty, which reads as lost by the next player.
    let next = position.winner().map_or(position.next(), Seat::other);
    let row = |seat: Seat| -> Vec<String> {
        let pits = position.pits(seat).iter().rev().map(u8::to_string);
        let store = std::iter::once(position.store(seat).to_string());
        store.chain(pits).chain([standing.rounds[seat].to_string()]).collect()
    };
    let text = match Pen::of(dialect) {
        None => format!(
            "Human Player: {}\nComputer Player: {}\n{NEXT}: {next}\n",
            row(Seat::Human).join(" "),
            row(Seat::Computer).join(" ")
        ),
        Some(pen) => pen.whole(&[pen.row(&row(Seat::Human), " "), pen.row(&row(Seat::Computer), " "), pen.seat(next)]),
    };
    let size = position.size();
    let lost = match Size::new(size.pits() as i64) {
        Some(_) => Vec::new(),
        None => vec![format!("the whole round: {} pits a side are for studies, and refused when read", size.pits())],
    };
    Written { text, lost }
}
