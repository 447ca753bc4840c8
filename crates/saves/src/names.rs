//! The players' names: Human and Computer, or what a file calls them.

use parlor_rules::{Pair, Seat};

use crate::Kindness;
use crate::fault::{Message, quoted};
use crate::printable::printable_char;
use crate::reading::Reading;
use crate::source::{Span, Word};
use crate::text::{Label, key};

/// The players' names in a text save, if they are not Human and Computer.
pub(crate) type Names = Pair<Option<String>>;

/// A longer label is not taken for a name.
const LONGEST: usize = 60;

/// How many words after a name are ignored.
const A_FEW: usize = 12;

/// The kind of name that a seat has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Called {
    /// Human or Computer.
    Plainly,
    /// `Human 2`.
    SecondPerson,
    /// `player1` or `player2`.
    ByNumber,
}

/// The seat of a name that needs no context.
fn known(key: &str) -> Option<(Seat, Called)> {
    Some(match key {
        "human" => (Seat::Human, Called::Plainly),
        "computer" => (Seat::Computer, Called::Plainly),
        "human 2" | "human2" => (Seat::Computer, Called::SecondPerson),
        "player1" | "player 1" => (Seat::Human, Called::ByNumber),
        "player2" | "player 2" => (Seat::Computer, Called::ByNumber),
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
) -> (Vec<Seat>, Names) {
    let mut names = Names::default();
    let knowns: Vec<_> = labels.iter().map(|label| known(&key(block_name(label)))).collect();
    let mut seats = Vec::new();
    let mut taken: Pair<bool> = Pair::default();
    let is_there = Pair::from_fn(|seat| knowns.iter().flatten().any(|&(known, _)| known == seat));
    for (&label, known) in labels.iter().zip(&knowns) {
        let name = block_name(label);
        let seat = match *known {
            Some((seat, called)) => {
                match called {
                    Called::Plainly => note_letters(reading, label, name),
                    Called::ByNumber => reading.note(Kindness::NumberedPlayers, label.word.span),
                    Called::SecondPerson => {
                        reading.note(Kindness::SecondPerson(tidy(name)), label.word.span);
                        names[seat] = Some(tidy(name));
                    }
                }
                seat
            }
            None if is_there.computer && name.len() <= LONGEST => {
                reading.note(Kindness::Name(tidy(name)), label.word.span);
                names.human = Some(tidy(name));
                Seat::Human
            }
            None => {
                reading.fault(label.word.span, || {
                    Message::new(
                        format!("it is not clear which player {} is", quoted(name)),
                        "Human or Computer",
                        "name one block Computer; the other is the person's, whatever the name",
                    )
                });
                // Take one of the seats, so that its player isn't reported as missing and the block is still checked.
                let seat = if taken.human || is_there.human { Seat::Computer } else { Seat::Human };
                names[seat] = Some(tidy(name));
                seat
            }
        };
        if taken[seat] {
            reading.fault(label.word.span, || {
                Message::new(
                    format!("{seat} is there a second time"),
                    format!("the block of {}", seat.other()),
                    "a save has one block for Human and one for Computer: rename this one or take it out",
                )
            });
        }
        let seat = if taken[seat] { seat.other() } else { seat };
        taken[seat] = true;
        seats.push(seat);
    }
    for seat in Seat::BOTH.into_iter().filter(|&seat| !taken[seat]) {
        reading.fault(end, || {
            Message::new(
                format!("the block of {seat} is missing"),
                format!("a block that begins with {seat}"),
                format!("add {}", example(seat)),
            )
        });
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

/// Whether a label has the word Player, as labels of Congkak should.
pub(crate) fn says_player(label: &Label<'_>) -> bool {
    label.key.ends_with(PLAYER)
}

fn note_letters(reading: &mut Reading, label: &Label<'_>, name: &str) {
    let rest = label.word.text.get(name.len()..).unwrap_or_default().trim_start();
    let ours = ["Human", "Computer"].contains(&name) && ["", "Player"].contains(&rest);
    if !ours {
        reading.note(Kindness::LetterCase, label.word.span);
    }
}

/// The player named by First Turn or a similar label. A few words after the name are ignored, unless they
/// name a player too.
pub(crate) fn turn(words: &[Word<'_>], names: &Names, reading: &mut Reading) -> Option<Seat> {
    let (first, last) = (words.first()?, words.last()?);
    let span = first.span.to(last.span);
    let named = |words: &[Word<'_>]| {
        let by_name = Seat::BOTH.into_iter().filter_map(|seat| Some((seat, names[seat].as_deref()?, None)));
        let plain = Seat::BOTH
            .into_iter()
            .map(|seat| (seat, if seat == Seat::Human { "human" } else { "computer" }, Some(Called::Plainly)));
        let by_number = [
            (Seat::Human, "player1"),
            (Seat::Human, "player 1"),
            (Seat::Computer, "player2"),
            (Seat::Computer, "player 2"),
        ]
        .map(|(seat, name)| (seat, name, Some(Called::ByNumber)));
        by_name
            .chain(plain)
            .chain(by_number)
            .filter(|(_, name, _)| begins_with(words, name))
            .map(|(seat, name, called)| (seat, name.split_whitespace().count(), called))
            .max_by_key(|&(_, length, _)| length)
    };
    let Some((seat, length, called)) = named(words) else {
        reading.fault(span, || {
            let shown = |seat: Seat| names[seat].clone().unwrap_or_else(|| seat.to_string());
            let (human, computer) = (shown(Seat::Human), shown(Seat::Computer));
            Message::new(
                format!("{} is not a player", quoted(first.text)),
                format!("{human} or {computer}"),
                "write the name of one of the two players, as their block has it",
            )
        });
        return None;
    };
    match called {
        Some(Called::ByNumber) => reading.note(Kindness::NumberedPlayers, first.span),
        Some(_) => {
            let _ = reading.is(*first, &seat.to_string());
        }
        None => {}
    }
    let rest = &words[length..];
    if let Some(word) = rest.get(A_FEW) {
        reading.fault(word.span.to(last.span), || {
            Message::new("too many words after the player's name", "the end of the line", "leave only the name")
        });
    } else if let Some(second) = (0..rest.len()).find(|&i| named(&rest[i..]).is_some()) {
        reading.fault(rest[second].span, || {
            Message::new("two players are named", "one player", "leave only the one whose turn it is")
        });
    } else if let Some(word) = rest.first() {
        reading.note(Kindness::WordsAfterName, word.span);
    }
    Some(seat)
}

/// Whether the words begin with this name, in upper or lower case.
fn begins_with(words: &[Word<'_>], name: &str) -> bool {
    let mut words = words.iter();
    let same = |word: &Word<'_>, part: &str| word.is(part) || (!part.is_ascii() && key(word.text) == key(part));
    name.split_whitespace().all(|part| words.next().is_some_and(|word| same(word, part)))
}

/// The player named by a single word of a list dialect.
pub(crate) fn player(word: Word<'_>, small: bool, reading: &mut Reading) -> Option<Seat> {
    for seat in Seat::BOTH {
        let ours = if small { seat.to_string().to_ascii_lowercase() } else { seat.to_string() };
        if reading.is(word, &ours) {
            return Some(seat);
        }
    }
    if let Some((seat, Called::ByNumber)) = known(&key(word.text)) {
        reading.note(Kindness::NumberedPlayers, word.span);
        return Some(seat);
    }
    reading.fault(word.span, || {
        Message::new(
            format!("{} is not a player", quoted(word.text)),
            "Human or Computer",
            "write the name of one of the two players",
        )
    });
    None
}
