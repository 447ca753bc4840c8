//! Writing a save according to its layout.

use std::fmt::Write;

use crate::Dialect;
use crate::layout::{Blocks, ByField, Field, FieldKind, Layout, LayoutPart, Presence};
use crate::marks::ListMarks;

/// The words to write, row by row. A field without rows is open.
pub(crate) type Values = ByField<Vec<Vec<String>>>;

/// A value of one row; open if it has no words.
pub(crate) fn one_row(words: impl IntoIterator<Item = impl ToString>) -> Vec<Vec<String>> {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    if words.is_empty() { Vec::new() } else { vec![words] }
}

impl Values {
    pub(crate) fn write(&self, layout: &Layout, dialect: Dialect) -> String {
        match dialect.marks() {
            None => self.write_text(layout),
            Some(marks) => self.write_lists(layout, marks),
        }
    }

    fn write_text(&self, layout: &Layout) -> String {
        let entry = |seat, label: &str, field: &Field| -> Option<String> {
            Some(match (field.kind, self.get(seat, field)?.as_slice()) {
                (FieldKind::Rows(_), rows) => {
                    let rows: Vec<String> = rows.iter().map(|row| format!("\n   {}", row.join("  "))).collect();
                    format!("{label}:{}\n", rows.concat())
                }
                (_, [words, ..]) => format!("{label}: {}\n", words.join(" ")),
                (_, []) => format!("{label}:\n"),
            })
        };
        let mut text = String::new();
        let mut was_tall = false;
        for part in layout.parts {
            let part = match part {
                LayoutPart::Field(field) => entry(None, field.label, field),
                LayoutPart::Player(seat) if layout.blocks == Blocks::Line => {
                    entry(Some(*seat), &format!("{seat} Player"), &layout.player[0])
                }
                LayoutPart::Player(seat) => {
                    let fields = layout.player.iter().filter_map(|field| entry(Some(*seat), field.label, field));
                    Some(format!("{seat}:\n   {}", fields.collect::<Vec<_>>().join("   ")))
                }
            };
            let Some(part) = part else { continue };
            let is_tall = part.lines().nth(1).is_some();
            if !text.is_empty() && (is_tall || was_tall) {
                text.push('\n');
            }
            text.push_str(&part);
            was_tall = is_tall;
        }
        text
    }

    fn write_lists(&self, layout: &Layout, marks: ListMarks) -> String {
        let ListMarks { open, close, comma, stop, comment, small } = marks;
        let row = |words: &Vec<String>, gap| format!("{open} {} {close}", words.join(&format!("{comma}{gap}")));
        let item = |seat, field: &Field| -> Option<String> {
            Some(match (field.kind, self.get(seat, field)?.as_slice()) {
                (_, []) => format!("{open}{close}"),
                (FieldKind::Rows(_), rows) => {
                    let rows = rows.iter().map(|words| row(words, "  ")).collect();
                    row(&rows, "\n     ")
                }
                (FieldKind::Words(_), [words, ..]) => row(words, " "),
                (_, [words, ..]) => words.concat(),
            })
        };
        let mut parts = Vec::new();
        for part in layout.parts {
            match part {
                LayoutPart::Field(field) if field.is_item_of_lists() => parts.extend(item(None, field)),
                LayoutPart::Field(_) => {}
                LayoutPart::Player(seat) => {
                    let fields = layout.player.iter().filter_map(|field| item(Some(*seat), field));
                    if layout.blocks == Blocks::Nested {
                        let fields = fields.collect::<Vec<_>>().join(&format!("{comma}\n      "));
                        parts.push(format!("{open}\n      {fields}\n   {close}"));
                    } else {
                        parts.extend(fields);
                    }
                }
            }
        }
        let mut text = format!("{open}\n   {}\n{close}{stop}\n", parts.join(&format!("{comma}\n\n   ")));
        if small {
            text.make_ascii_lowercase();
        }
        for field in layout.outside().filter(|field| field.presence == Presence::OrComment) {
            if let Some(rows) = self.get(None, field) {
                // Writing to a string can't fail.
                let _ = writeln!(text, "{comment} {}: {}", field.label, rows.concat().join(" "));
            }
        }
        text
    }
}
