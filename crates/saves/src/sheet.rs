//! A save in the text dialect, sorted by its labels: the blocks of the players, and everything else.

use crate::Kindness;
use crate::fault::{Message, quoted};
use crate::names::{Names, seats_of};
use crate::reading::Reading;
use crate::source::{Span, Word};
use crate::text::{Label, SourceLine};
use parlor_rules::{Pair, Seat};

/// The labels of a game, as we write them.
pub(crate) struct Labels {
    /// Labels inside a player's block.
    pub(crate) inside: &'static [&'static str],
    /// Labels outside the blocks.
    pub(crate) outside: &'static [&'static str],
    /// Labels whose values are on the lines below.
    pub(crate) tables: &'static [&'static str],
    /// The order of everything in our own files; blocks are named by their seats.
    pub(crate) order: &'static [&'static str],
    /// Whether a player's block is a single line of values.
    pub(crate) one_line_blocks: bool,
}

/// The labels of all games; none of them is taken for a player's name.
const ALL_LABELS: [&str; 11] = [
    "squares",
    "score",
    "scores",
    "first turn",
    "next turn",
    "dice",
    "round won by",
    "round",
    "color",
    "board",
    "next player",
];

impl Labels {
    /// How a player's block looks.
    fn example(&self, seat: Seat) -> String {
        if self.one_line_blocks {
            format!("a line \u{201c}{seat} Player: \u{2026}\u{201d}")
        } else {
            format!("\u{201c}{seat}:\u{201d}, and below it {}", self.inside.join(" and "))
        }
    }
}

/// A label and its values.
pub(crate) struct Labelled<'a> {
    /// Which label of the game, as we write it; empty for the line that begins a player's block.
    pub(crate) name: &'static str,
    pub(crate) label: Label<'a>,
    /// Its values, line by line. The first line is the label's own and can be empty.
    pub(crate) rows: Vec<Vec<Word<'a>>>,
}

impl<'a> Labelled<'a> {
    /// The values on the label's own line.
    pub(crate) fn words(&self) -> &[Word<'a>] {
        self.rows.first().map_or(&[], Vec::as_slice)
    }

    /// The lines that aren't empty.
    pub(crate) fn filled_rows(&self) -> impl Iterator<Item = &[Word<'a>]> {
        self.rows.iter().map(Vec::as_slice).filter(|row| !row.is_empty())
    }

    /// The only value of a label; none or several are a fault.
    pub(crate) fn one(&self, reading: &mut Reading, expected: &str) -> Option<Word<'a>> {
        match *self.words() {
            [word] => Some(word),
            [] => {
                reading.fault(Span::at(self.label.word.span.end + 1), || {
                    Message::new(
                        format!("{} has no value", self.name),
                        expected,
                        "write the value on the same line, after the colon",
                    )
                });
                None
            }
            [word, second, .., last] => {
                too_much(reading, self.name, second.span.to(last.span));
                Some(word)
            }
            [word, second] => {
                too_much(reading, self.name, second.span);
                Some(word)
            }
        }
    }
}

fn too_much(reading: &mut Reading, name: &str, span: Span) {
    reading.fault(span, || {
        Message::new(
            format!("{name} has more than one value"),
            "the end of the line",
            "take out what doesn't belong there",
        )
    });
}

/// A player's block.
pub(crate) struct Block<'a> {
    pub(crate) head: Labelled<'a>,
    entries: Vec<Labelled<'a>>,
}

impl<'a> Block<'a> {
    /// The entry with this label; a fault if there is none.
    pub(crate) fn entry(&self, name: &'static str, reading: &mut Reading) -> Option<&Labelled<'a>> {
        let found = only(&self.entries, name, reading);
        if found.is_none() {
            reading.fault(self.head.label.word.span, || {
                Message::new(
                    format!("the block of {} has no {name}", quoted(self.head.label.word.text)),
                    format!("a line {name}: below it"),
                    format!("add a line \u{201c}   {name}: \u{2026}\u{201d} to this block"),
                )
            });
        }
        found
    }
}

/// The first entry of this name; any further ones are faults.
fn only<'s, 'a>(entries: &'s [Labelled<'a>], name: &str, reading: &mut Reading) -> Option<&'s Labelled<'a>> {
    let mut named = entries.iter().filter(|entry| entry.name == name);
    let first = named.next();
    for again in named {
        reading.fault(again.label.word.span, || {
            Message::new(
                format!("{name} is there a second time"),
                format!("{name} only once"),
                "keep one of them, and take out the other",
            )
        });
    }
    first
}

/// The sorted save.
pub(crate) struct Sheet<'a> {
    blocks: Vec<Block<'a>>,
    entries: Vec<Labelled<'a>>,
    /// The end of the last line that isn't blank.
    pub(crate) end: Span,
}

impl<'a> Sheet<'a> {
    pub(crate) fn sort(lines: Vec<SourceLine<'a>>, labels: &Labels, reading: &mut Reading) -> Sheet<'a> {
        let end = lines.last().map_or(Span::at(0), |line| Span::at(line.span().end));
        let mut sheet = Sheet { blocks: Vec::new(), entries: Vec::new(), end };
        let mut open = Open::Nothing;
        // A third block is one fault; what is in it is not reported.
        let mut crowded = false;
        for line in lines {
            let span = line.span();
            let Some(label) = line.label else {
                match &open {
                    Open::Table => {
                        let table = sheet.entries.last_mut().expect("the open table is the last entry");
                        table.rows.push(line.words);
                    }
                    Open::LeftOver | Open::Ignored => {}
                    Open::Nothing | Open::Block => {
                        left_over(reading, span);
                        open = Open::LeftOver;
                    }
                }
                continue;
            };
            if label.spaced {
                reading.note(Kindness::SpaceBeforeColon, label.word.span);
            }
            let known = |names: &[&'static str]| names.iter().copied().find(|name| is_label(&label.key, name));
            if let Some(name) = known(labels.inside) {
                note_letters(reading, &label, name);
                let entry = Labelled { name, label, rows: vec![line.words] };
                match (&open, sheet.blocks.last_mut()) {
                    (Open::Ignored, _) => {}
                    (Open::Block | Open::LeftOver, Some(block)) => block.entries.push(entry),
                    _ => reading.fault(span, || {
                        Message::new(
                            format!("{name} is outside a player's block"),
                            "the name of a player before it",
                            "put the line under \u{201c}Human:\u{201d} or \u{201c}Computer:\u{201d}",
                        )
                    }),
                }
            } else if let Some(name) = known(labels.outside) {
                note_letters(reading, &label, name);
                open = if labels.tables.contains(&name) { Open::Table } else { Open::Nothing };
                sheet.entries.push(Labelled { name, label, rows: vec![line.words] });
            } else if line.words.is_empty() == labels.one_line_blocks || ALL_LABELS.contains(&label.key.as_str()) {
                reading.fault(span, || unknown_label(&label, labels));
                open = Open::LeftOver;
            } else if sheet.blocks.len() == 2 {
                open = Open::Ignored;
                if std::mem::replace(&mut crowded, true) {
                    continue;
                }
                reading.fault(label.word.span, || {
                    Message::new(
                        format!("{} would be a third player", quoted(label.word.text)),
                        labels.outside.join(": or ") + ":",
                        "a save has two players: take this block out",
                    )
                });
            } else {
                sheet
                    .blocks
                    .push(Block { head: Labelled { name: "", label, rows: vec![line.words] }, entries: Vec::new() });
                open = Open::Block;
            }
        }
        sheet
    }

    /// The entry with this label outside the blocks, if it is there.
    pub(crate) fn find(&self, name: &'static str, reading: &mut Reading) -> Option<&Labelled<'a>> {
        only(&self.entries, name, reading)
    }

    /// The entry with this label outside the blocks; a fault if there is none.
    pub(crate) fn entry(&self, name: &'static str, reading: &mut Reading) -> Option<&Labelled<'a>> {
        let found = self.find(name, reading);
        if found.is_none() {
            reading.fault(self.end, || {
                Message::new(
                    format!("there is no {name}"),
                    format!("a line {name}:"),
                    format!("add a line \u{201c}{name}: \u{2026}\u{201d}"),
                )
            });
        }
        found
    }

    /// The two blocks by seat, and the players' names.
    pub(crate) fn players(&self, kinds: &Labels, reading: &mut Reading) -> (Pair<Option<&Block<'a>>>, Names) {
        let labels: Vec<&Label<'a>> = self.blocks.iter().map(|block| &block.head.label).collect();
        let (seats, names) = seats_of(&labels, self.end, |seat| kinds.example(seat), reading);
        let mut blocks = Pair::default();
        for (block, seat) in self.blocks.iter().zip(seats) {
            blocks[seat] = Some(block);
        }
        (blocks, names)
    }

    /// Notes the first part that is not in our order.
    pub(crate) fn note_order(&self, blocks: Pair<Option<&Block<'a>>>, labels: &Labels, reading: &mut Reading) {
        let seats = Seat::BOTH.iter().filter_map(|&seat| Some((seat.to_string(), blocks[seat]?.head.label.word.span)));
        let entries = self.entries.iter().map(|entry| (entry.name.to_owned(), entry.label.word.span));
        let mut parts: Vec<(String, Span)> = seats.chain(entries).collect();
        parts.sort_by_key(|&(_, span)| span);
        let mut rest = labels.order.iter();
        for (name, span) in parts {
            if !rest.any(|ours| *ours == name) {
                reading.note(Kindness::Order, span);
                return;
            }
        }
    }
}

/// What a line without a label belongs to.
enum Open {
    Nothing,
    Block,
    /// The last entry, whose values are on the lines below it.
    Table,
    /// A third player's block.
    Ignored,
    /// Something that was reported already.
    LeftOver,
}

fn is_label(key: &str, name: &str) -> bool {
    key.eq_ignore_ascii_case(name) || (name == "Score" && key == "scores")
}

fn note_letters(reading: &mut Reading, label: &Label<'_>, ours: &str) {
    if !label.key.eq_ignore_ascii_case(ours) {
        reading.note(Kindness::Scores, label.word.span);
    } else if !label.word.text.split_whitespace().eq(ours.split(' ')) {
        reading.note(Kindness::LetterCase, label.word.span);
    }
}

fn left_over(reading: &mut Reading, span: Span) {
    reading.fault(span, || {
        Message::new(
            "this line is not part of anything",
            "a label with a colon, or the end of the file",
            "take the line out",
        )
    });
}

fn unknown_label(label: &Label<'_>, labels: &Labels) -> Message {
    let all: Vec<&str> = labels.inside.iter().chain(labels.outside).copied().collect();
    Message::new(
        format!("there is no label {}", quoted(label.word.text)),
        format!("Human:, Computer:, {}:", all.join(":, ")),
        "correct the label, or take the line out",
    )
}
