//! The players' names: Human and Computer, or the names in the file.

use parlor_rules::{Pair, Seat};

use crate::Leniency;
use crate::fault::quoted;
use crate::printable::printable_char;
use crate::reading::Reading;
use crate::source::{Span, Word};
use crate::text::{Label, key};

/// The players' names in a text save, if they are not Human and Computer.
pub(crate) type SaveNames = Pair<Option<String>>;

/// Labels longer than this are not taken for names.
const LONGEST: usize = 60;

/// The number of words after a name that are ignored.
const A_FEW: usize = 12;

/// The kind of name that a seat has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameKind {
    /// Human or Computer, or the name of a block.
    Canonical,
    /// The name is `Human 2`.
    SecondPerson,
    /// The name is `player1` or `player2`.
    Numbered,
}

/// The seat of a name that needs no context.
fn known(key: &str) -> Option<(Seat, NameKind)> {
    Some(match key {
        "human" => (Seat::Human, NameKind::Canonical),
        "computer" => (Seat::Computer, NameKind::Canonical),
        "human 2" | "human2" => (Seat::Computer, NameKind::SecondPerson),
        "player1" | "player 1" => (Seat::Human, NameKind::Numbered),
        "player2" | "player 2" => (Seat::Computer, NameKind::Numbered),
        _ => return None,
    })
}

/// The seats of the blocks with these labels, and their names. A missing player is a fault, reported with
/// an example of its block; so is a name that could be either player's.
pub(crate) fn seats_of(
    labels: &[&Label<'_>],
    end: Span,
    example: impl Fn(Seat) -> String,
    reading: &mut Reading,
) -> (Vec<Seat>, SaveNames) {
    let mut names = SaveNames::default();
    let knowns: Vec<_> = labels.iter().map(|label| known(&key(block_name(label)))).collect();
    let mut seats = Vec::new();
    let mut taken: Pair<bool> = Pair::default();
    let is_there = Pair::from_fn(|seat| knowns.iter().flatten().any(|&(known, _)| known == seat));
    for (&label, known) in labels.iter().zip(&knowns) {
        let name = block_name(label);
        let seat = match *known {
            Some((seat, kind)) => {
                match kind {
                    NameKind::Canonical => {}
                    NameKind::Numbered => reading.note(Leniency::NumberedPlayers, label.word.span),
                    NameKind::SecondPerson => {
                        reading.note(Leniency::SecondPerson(tidy(name)), label.word.span);
                        names[seat] = Some(tidy(name));
                    }
                }
                seat
            }
            None if is_there.computer && name.len() <= LONGEST => {
                reading.note(Leniency::Name(tidy(name)), label.word.span);
                names.human = Some(tidy(name));
                Seat::Human
            }
            None => {
                reading.fault(
                    label.word.span,
                    format!("it is not clear which player {} is", quoted(name)),
                    "Human or Computer",
                    "name one block Computer; the other one is then the person's, whatever its name",
                );
                // Take one of the seats, so that its player isn't reported as missing and the block is still checked.
                let seat = if taken.human || is_there.human { Seat::Computer } else { Seat::Human };
                names[seat] = Some(tidy(name));
                seat
            }
        };
        if taken[seat] {
            reading.fault(
                label.word.span,
                format!("{seat} appears a second time"),
                format!("{}'s block", seat.other()),
                "a save has one block for Human and one for Computer: rename this one or take it out",
            );
        }
        let seat = if taken[seat] { seat.other() } else { seat };
        taken[seat] = true;
        seats.push(seat);
    }
    for seat in Seat::BOTH.into_iter().filter(|&seat| !taken[seat]) {
        reading.fault(
            end,
            format!("{seat}'s block is missing"),
            format!("a block that begins with {seat}"),
            format!("add {}", example(seat)),
        );
    }
    (seats, names)
}

/// The last word of a player's label in Congkak.
const PLAYER: &str = " player";

/// The name in a block's label, without the word Player.
fn block_name<'a>(label: &Label<'a>) -> &'a str {
    let text = label.word.text;
    let cut = if label.key.ends_with(PLAYER) { text.len().checked_sub(PLAYER.len() - 1) } else { None };
    cut.and_then(|cut| text.get(..cut)).unwrap_or(text).trim_end()
}

/// A name with single spaces and without control characters.
fn tidy(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).map(printable_char).collect()
}

/// The player named by First Turn or a similar label. A few words after the name are ignored, unless they name a player
/// too.
pub(crate) fn player(words: &[Word<'_>], names: &SaveNames, reading: &mut Reading) -> Option<Seat> {
    let (first, last) = (words.first()?, words.last()?);
    let Some((seat, length, kind)) = named(words, names) else {
        let shown = |seat: Seat| names[seat].clone().unwrap_or_else(|| seat.to_string());
        reading.fault(
            first.span.to(last.span),
            format!("{} is not a player", quoted(first.text)),
            format!("{} or {}", shown(Seat::Human), shown(Seat::Computer)),
            "write the name of one of the two players",
        );
        return None;
    };
    if kind == NameKind::Numbered {
        reading.note(Leniency::NumberedPlayers, first.span);
    }
    let rest = &words[length..];
    if let Some(word) = rest.get(A_FEW) {
        reading.fault(
            word.span.to(last.span),
            "too many words after the player's name",
            "the end of the line",
            "leave only the name",
        );
    } else if let Some(second) = (0..rest.len()).find(|&i| named(&rest[i..], names).is_some()) {
        reading.fault(rest[second].span, "two players are named", "one player", "leave only the one whose turn it is");
    } else if let Some(word) = rest.first() {
        reading.note(Leniency::WordsAfterName, word.span);
    }
    Some(seat)
}

/// The longest name at the start of some words: its seat, its number of words, and its kind.
fn named(words: &[Word<'_>], names: &SaveNames) -> Option<(Seat, usize, NameKind)> {
    let named = |length: usize| {
        let name = key(&words[..length].iter().map(|word| word.text).collect::<Vec<_>>().join(" "));
        let is_named = |seat: &Seat| names[*seat].as_ref().is_some_and(|own| key(own) == name);
        let own = Seat::BOTH.into_iter().find(is_named).map(|seat| (seat, NameKind::Canonical));
        let (seat, kind) = own.or_else(|| known(&name).filter(|&(_, kind)| kind != NameKind::SecondPerson))?;
        Some((seat, length, kind))
    };
    (1..=words.len().min(LONGEST)).rev().find_map(named)
}
