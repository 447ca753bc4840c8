//! A save in the text dialect, sorted by its labels: the blocks of the players, and everything else.

use parlor_rules::{Game, Seat};

use crate::fault::quoted;
use crate::fields::{Fields, Value, extent};
use crate::layout::{Blocks, ByField, Field, FieldKind, Layout, Presence};
use crate::names::seats_of;
use crate::reading::Reading;
use crate::source::{Span, Word};
use crate::text::{Label, SourceLine};

/// A label and its values.
struct LabelledValues<'a> {
    label: Label<'a>,
    /// The field; `None` for the line that begins a player's block.
    field: Option<&'static Field>,
    /// The index of its block; `None` outside the blocks.
    block: Option<usize>,
    /// Its values, line by line. The first line is the label's own and can be empty.
    rows: Vec<Vec<Word<'a>>>,
}

pub(crate) fn read<'a>(lines: Vec<SourceLine<'a>>, layout: &Layout, reading: &mut Reading) -> Fields<'a> {
    let end = lines.last().map_or(Span::at(0), |line| Span::at(line.span().end));
    let mut entries = sort(lines, layout, reading);
    let heads: Vec<&Label<'a>> =
        entries.iter().filter(|entry| entry.field.is_none()).map(|entry| &entry.label).collect();
    let example = |seat| match layout.blocks {
        Blocks::Line => format!("a line \u{201c}{seat} Player: \u{2026}\u{201d}"),
        _ => format!("\u{201c}{seat}:\u{201d}, and below it {}", layout.player_labels()),
    };
    let (seats, names) = seats_of(&heads, end, example, reading);
    let mut fields = Fields { found: ByField::new(), names };
    let mut take = |block, name: Option<&str>, reading: &mut Reading| -> Option<LabelledValues<'a>> {
        let is = |entry: &mut LabelledValues<'a>| entry.block == block && entry.field.map(|field| field.label) == name;
        let mut found = entries.extract_if(.., is);
        let first = found.next()?;
        found.for_each(|again| reading.second_time(again.field.map_or("", |field| field.label), again.label.word.span));
        Some(first)
    };
    for (block, seat) in seats.into_iter().enumerate() {
        let head = take(Some(block), None, reading).expect("every seat has its block");
        if layout.blocks == Blocks::Line {
            fields.take(Some(seat), &layout.player[0], head, reading);
            continue;
        }
        for field in layout.player {
            match take(Some(block), Some(field.label), reading) {
                Some(entry) => fields.take(Some(seat), field, entry, reading),
                None => reading.fault(
                    head.label.word.span,
                    format!("the {} block has no {}", quoted(head.label.word.text), field.label),
                    format!("a \u{201c}{}:\u{201d} line below it", field.label),
                    format!("add a line \u{201c}   {}: \u{2026}\u{201d} to this block", field.label),
                ),
            }
        }
    }
    for field in layout.outside() {
        match (take(None, Some(field.label), reading), field.presence) {
            (Some(entry), _) => fields.take(None, field, entry, reading),
            (None, Presence::MayBeOpen) => fields.found.add(None, field, Value::open(end)),
            (None, Presence::InText | Presence::OrComment) => {}
            (None, Presence::Required) => reading.fault(
                end,
                format!("there is no {}", field.label),
                format!("a \u{201c}{}:\u{201d} line", field.label),
                format!("add a line \u{201c}{}: \u{2026}\u{201d}", field.label),
            ),
        }
    }
    fields
}

impl<'a> Fields<'a> {
    /// Adds the value of an entry, unless it is wrong.
    fn take(&mut self, seat: Option<Seat>, field: &Field, entry: LabelledValues<'a>, reading: &mut Reading) {
        let LabelledValues { label, mut rows, .. } = entry;
        let label = label.word.span;
        let after_label = Span::at(label.end + 1);
        rows.retain(|row| !row.is_empty());
        if matches!(field.kind, FieldKind::Number { .. } | FieldKind::Color)
            && let Some(row) = rows.first_mut()
            && let Some(rest) = extent(&row[1..])
        {
            row.truncate(1);
            reading.fault(
                rest,
                format!("{} has more than one value", field.label),
                "the end of the line",
                "take out what doesn't belong there",
            );
        }
        let place = rows.first().and_then(|row| extent(row)).zip(rows.last().and_then(|row| extent(row)));
        let span = match (place, field.kind) {
            (Some(_), FieldKind::Seat) | (None, FieldKind::Rows(_)) => label,
            (Some((first, last)), _) => first.to(last),
            (None, FieldKind::Words(_)) => after_label,
            (None, _) if field.presence == Presence::MayBeOpen => label,
            (None, kind) => {
                return reading.fault(
                    after_label,
                    format!("{} has no value", field.label),
                    if kind == FieldKind::Seat { "Human or Computer".to_owned() } else { field.expected(None) },
                    "write the value on the same line, after the colon",
                );
            }
        };
        self.found.add(seat, field, Value { rows, span });
    }
}

/// Sorts the lines into entries. A line that belongs to no entry is a fault.
fn sort<'a>(lines: Vec<SourceLine<'a>>, layout: &Layout, reading: &mut Reading) -> Vec<LabelledValues<'a>> {
    let mut entries: Vec<LabelledValues<'a>> = Vec::new();
    let mut open = OpenSection::Nothing;
    let mut blocks = 0;
    // A third block is one fault; its contents are not reported.
    let mut crowded = false;
    for line in lines {
        let span = line.span();
        let Some(label) = line.label else {
            match open {
                OpenSection::Table => {
                    entries.last_mut().expect("the open table is the last entry").rows.push(line.words);
                }
                OpenSection::LeftOver | OpenSection::Ignored => {}
                OpenSection::Nothing | OpenSection::Block => {
                    open = OpenSection::LeftOver;
                    reading.fault(
                        span,
                        "this line doesn't belong to any field",
                        "a label with a colon, or the end of the file",
                        "take the line out",
                    );
                }
            }
            continue;
        };
        let field = layout.field(&label.key);
        let is_value = line.words.is_empty() != (layout.blocks == Blocks::Line);
        let block = match field {
            Some(field) if layout.player.iter().any(|own| own.label == field.label) => {
                match open {
                    OpenSection::Block | OpenSection::LeftOver if blocks > 0 => {}
                    OpenSection::Ignored => continue,
                    _ => {
                        reading.fault(
                            span,
                            format!("{} is outside a player's block", field.label),
                            "a player's name before it",
                            "put the line under \u{201c}Human:\u{201d} or \u{201c}Computer:\u{201d}",
                        );
                        continue;
                    }
                }
                Some(blocks - 1)
            }
            Some(field) => {
                open = if matches!(field.kind, FieldKind::Rows(_)) { OpenSection::Table } else { OpenSection::Nothing };
                None
            }
            None if !is_value || Game::ALL.iter().any(|&game| Layout::of(game).field(&label.key).is_some()) => {
                open = OpenSection::LeftOver;
                let labels: Vec<&str> = layout.labelled().map(|field| field.label).collect();
                reading.fault(
                    span,
                    format!("there is no label {}", quoted(label.word.text)),
                    format!("Human:, Computer:, {}:", labels.join(":, ")),
                    "correct the label, or take the line out",
                );
                continue;
            }
            None if blocks == 2 => {
                open = OpenSection::Ignored;
                if !std::mem::replace(&mut crowded, true) {
                    let labels: Vec<&str> = layout.outside().map(|field| field.label).collect();
                    reading.fault(
                        label.word.span,
                        format!("{} would be a third player", quoted(label.word.text)),
                        labels.join(": or ") + ":",
                        "a save has two players: take this block out",
                    );
                }
                continue;
            }
            None => {
                open = OpenSection::Block;
                blocks += 1;
                Some(blocks - 1)
            }
        };
        entries.push(LabelledValues { label, field, block, rows: vec![line.words] });
    }
    entries
}

/// The section that a line without a label belongs to.
enum OpenSection {
    Nothing,
    Block,
    /// The last entry, whose values are on the lines below it.
    Table,
    Ignored,
    /// A section that was reported already.
    LeftOver,
}
