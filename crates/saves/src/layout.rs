//! The description of a game's saves: its fields, in the order of our files. It drives reading and writing in every
//! dialect.

use parlor_rules::{Game, Seat};

use crate::{canoga, congkak, kono};

/// The fields of a game.
pub(crate) struct Layout {
    pub(crate) parts: &'static [LayoutPart],
    /// The fields of each player.
    pub(crate) player: &'static [Field],
    pub(crate) blocks: Blocks,
}

/// A part of a file.
pub(crate) enum LayoutPart {
    Player(Seat),
    Field(Field),
}

/// The form of a player's fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocks {
    /// A line in the text dialect, a list in the list dialects.
    Line,
    /// A line for each field in the text dialect, a list of the fields in the list dialects.
    Nested,
    /// A line for each field in the text dialect, one value after the other in the list dialects.
    Flat,
}

/// A field of a file, or of each player.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub(crate) label: &'static str,
    pub(crate) kind: FieldKind,
    pub(crate) presence: Presence,
    /// The contents of the field, without an article, for messages.
    pub(crate) expected: &'static str,
}

/// The kind of a field's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldKind {
    Number {
        what: &'static str,
        least: i64,
    },
    Seat,
    Color,
    /// A line of words in the text dialect, a list in the list dialects. The string describes each word.
    Words(&'static str),
    /// Lines of words below the label in the text dialect, a list of lists in the list dialects.
    Rows(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    /// Its value may be empty.
    MayBeOpen,
    /// Optional, and only in the text dialect.
    InText,
    /// Optional; a comment in the list dialects.
    OrComment,
}

impl Field {
    pub(crate) const fn new(label: &'static str, kind: FieldKind, presence: Presence, expected: &'static str) -> Field {
        Field { label, kind, presence, expected }
    }

    /// The field in words, for messages about what was expected.
    pub(crate) fn expected(&self, seat: Option<Seat>) -> String {
        match seat {
            Some(seat) => format!("{seat}'s {}", self.expected),
            None => format!("the {}", self.expected),
        }
    }

    pub(crate) fn is_item_of_lists(&self) -> bool {
        matches!(self.presence, Presence::Required | Presence::MayBeOpen)
    }
}

impl Layout {
    pub(crate) fn of(game: Game) -> &'static Layout {
        match game {
            Game::Canoga => &canoga::LAYOUT,
            Game::Congkak => &congkak::LAYOUT,
            Game::Kono => &kono::LAYOUT,
        }
    }

    /// The fields outside the players' blocks.
    pub(crate) fn outside(&self) -> impl Iterator<Item = &'static Field> {
        self.parts.iter().filter_map(|part| match part {
            LayoutPart::Field(field) => Some(field),
            LayoutPart::Player(_) => None,
        })
    }

    /// The labels of a player's fields, for messages.
    pub(crate) fn player_labels(&self) -> String {
        self.player.iter().map(|field| field.label).collect::<Vec<_>>().join(" and ")
    }

    /// The fields that have their own label: those of players, then all others.
    pub(crate) fn labelled(&self) -> impl Iterator<Item = &'static Field> {
        let player = if self.blocks == Blocks::Line { &[] } else { self.player };
        player.iter().chain(self.outside())
    }

    /// The field with this label, given in lower case.
    pub(crate) fn field(&self, key: &str) -> Option<&'static Field> {
        let is = |field: &Field| key.eq_ignore_ascii_case(field.label) || (field.label == "Score" && key == "scores");
        self.labelled().find(|field| is(field))
    }
}

/// A value for some of the fields of each seat and of the file.
pub(crate) struct ByField<T>(Vec<(Option<Seat>, &'static str, T)>);

impl<T> ByField<T> {
    pub(crate) fn new() -> ByField<T> {
        ByField(Vec::new())
    }

    pub(crate) fn add(&mut self, seat: Option<Seat>, field: &Field, value: T) {
        self.0.push((seat, field.label, value));
    }

    pub(crate) fn get(&self, seat: Option<Seat>, field: &Field) -> Option<&T> {
        let found = self.0.iter().find(|(whose, label, _)| *whose == seat && *label == field.label);
        found.map(|(_, _, value)| value)
    }
}
