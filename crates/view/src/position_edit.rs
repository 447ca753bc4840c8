//! Setting up a position on its board: a [`PositionEdit`] is one click or key, and [`PositionEdit::apply`] returns the
//! changed position, or the reason why the change isn't possible.
//!
//! The position is the only state, so a front end keeps what it already has: the text of a save, or a standing.
//! Every result can be written as a save and read again unchanged.

use std::fmt;
use std::str::FromStr;

use parlor_rules::kono::{Cell, Color, Point};
use parlor_rules::{FaultKind, Faults, Game, MAX_TALLY, Pair, Seat, Standing, canoga, congkak, kono};

use crate::board::seat_word;
use crate::words::count;
use crate::{BadSpot, Spot};

/// A change to a position. `Display` writes a form for HTML forms and URLs, which can be parsed again: "next square human
/// 4", "previous pit P", "put 12 pit P", "put WW point 1 3", "turn computer", "first human", "white human",
/// "earlier human 12".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionEdit {
    /// Changes a place to its next content: covers or uncovers a square, adds a seed, or exchanges a piece.
    Next(Spot),
    /// The opposite of `Next`.
    Previous(Spot),
    /// Gives a place this content.
    Put(Spot, Content),
    /// Sets the player who plays next.
    Turn(Seat),
    /// Canoga: sets the player who had the first turn of the round. Only the second player's square can be locked.
    First(Seat),
    /// Kono: sets the player who plays White.
    White(Seat),
    /// Sets a player's result of earlier rounds: points, or in Congkak rounds won.
    Earlier(Seat, u32),
}

/// The content of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Covered,
    Open,
    Seeds(u8),
    Point(Cell),
}

/// A choice between the players that belongs to a position but not to a place on its board.
#[derive(Clone, Copy, Debug)]
pub struct SeatSetting {
    /// A word or two: "Next".
    pub label: &'static str,
    pub seat: Seat,
    /// The edit that chooses a seat.
    pub edit: fn(Seat) -> PositionEdit,
}

impl SeatSetting {
    /// The edit that chooses this seat.
    pub fn edit_for(&self, seat: Seat) -> PositionEdit {
        (self.edit)(seat)
    }
}

/// Every place of a position that can be edited, in reading order: from the top left, rows from left to right.
pub fn editable_spots(standing: &Standing) -> Vec<Spot> {
    let rows = [Seat::Computer, Seat::Human];
    match standing {
        Standing::Canoga(standing) => {
            let squares = standing.position.size().squares();
            rows.into_iter().flat_map(|seat| (1..=squares).map(move |number| Spot::Square(seat, number))).collect()
        }
        Standing::Congkak(standing) => {
            let pits = standing.position.size().pits();
            let pit = |seat, index| congkak::Pit::new(seat, index).map(|pit| Spot::Pit(pit.letter()));
            // Sowing goes clockwise, so the bottom row runs from right to left.
            let top = (0..pits).filter_map(|index| pit(Seat::Computer, index));
            let bottom = (0..pits).rev().filter_map(|index| pit(Seat::Human, index));
            top.chain([Spot::Store(Seat::Human), Spot::Store(Seat::Computer)]).chain(bottom).collect()
        }
        Standing::Kono(standing) => standing.board().points().map(Spot::Point).collect(),
    }
}

/// The contents that can be put on a point, for a palette, with their names; empty in the other games.
pub fn palette(standing: &Standing) -> Vec<(Content, &'static str)> {
    let piece = |color, captures| Content::Point(Cell::Piece { color, captures });
    match standing {
        Standing::Kono(_) => vec![
            (piece(Color::White, false), "White piece"),
            (piece(Color::White, true), "White piece that may capture"),
            (piece(Color::Black, false), "Black piece"),
            (piece(Color::Black, true), "Black piece that may capture"),
            (Content::Point(Cell::Vacant), "no piece"),
        ],
        Standing::Canoga(_) | Standing::Congkak(_) => Vec::new(),
    }
}

/// The settings of a position that choose a player.
pub fn seat_settings(standing: &Standing) -> Vec<SeatSetting> {
    let next = |seat| SeatSetting { label: "Next", seat, edit: PositionEdit::Turn };
    match standing {
        Standing::Canoga(standing) => {
            let draft = canoga::Draft::from(standing);
            let first = SeatSetting { label: "First", seat: draft.first, edit: PositionEdit::First };
            vec![next(draft.next), first]
        }
        Standing::Congkak(standing) => vec![next(congkak::Draft::from(standing).next)],
        Standing::Kono(standing) => {
            let draft = kono_draft(standing);
            let white = if draft.colors.human == Some(Color::White) { Seat::Human } else { Seat::Computer };
            vec![
                next(draft.next.unwrap_or(Seat::Human)),
                SeatSetting { label: "White", seat: white, edit: PositionEdit::White },
            ]
        }
    }
}

/// A description, with an example, of the way a save writes the contents of the places.
pub fn notation(game: Game) -> &'static str {
    match game {
        Game::Canoga => "In the text * is a covered square: 1 2 * 4 has square 3 covered.",
        Game::Congkak => {
            "In the text a player's numbers are the store, the pits outward from the store, and the rounds won."
        }
        Game::Kono => {
            "In the text O is a vacant point, W and B are pieces, and WW and BB are pieces that may capture: O W O BB O."
        }
    }
}

/// Both players' results of earlier rounds, with the unit.
pub fn earlier(standing: &Standing) -> (Pair<u32>, &'static str) {
    match standing {
        Standing::Canoga(standing) => (standing.scores, "points"),
        Standing::Congkak(standing) => (standing.rounds, "rounds won"),
        Standing::Kono(standing) => (standing.scores, "points"),
    }
}

impl PositionEdit {
    /// The position after this change, or the reason why it isn't possible. The position has no history, and its result
    /// follows from the board.
    pub fn apply(self, standing: &Standing) -> Result<Standing, EditRefusal> {
        match standing {
            Standing::Canoga(standing) => self.in_canoga(standing).map(Standing::Canoga),
            Standing::Congkak(standing) => self.in_congkak(standing).map(Standing::Congkak),
            Standing::Kono(standing) => self.in_kono(standing).map(Standing::Kono),
        }
    }

    fn in_canoga(self, standing: &canoga::Standing) -> Result<canoga::Standing, EditRefusal> {
        let mut draft = canoga::Draft::from(standing);
        let size = standing.position.size().squares();
        let mut keeps_first = false;
        match self {
            PositionEdit::Next(Spot::Square(seat, number))
            | PositionEdit::Previous(Spot::Square(seat, number))
            | PositionEdit::Put(Spot::Square(seat, number), Content::Covered | Content::Open)
                if (1..=size).contains(&number) =>
            {
                let covered = &mut draft.rows[seat].covered;
                let was_covered = covered.contains(&number.into());
                let covers = match self {
                    PositionEdit::Put(_, content) => content == Content::Covered,
                    _ => !was_covered,
                };
                covered.retain(|&square| square != i64::from(number));
                if covers {
                    covered.push(number.into());
                }
            }
            PositionEdit::Turn(seat) => draft.next = seat,
            PositionEdit::First(seat) => {
                draft.first = seat;
                keeps_first = true;
                // Before the first throw the first player is also next.
                if Seat::BOTH.into_iter().all(|seat| draft.rows[seat].covered.is_empty()) {
                    draft.next = seat;
                }
            }
            PositionEdit::Earlier(seat, points) => draft.rows[seat].score = points.into(),
            _ => return Err(EditRefusal::NoSuchPlace),
        }
        let read = |first| canoga::Draft::from_save(draft.size, draft.rows.clone(), first, draft.next, None);
        let mut edited = read(draft.first);
        if edited.over.is_some() && keeps_first {
            return Err(EditRefusal::FirstHasLost { first: draft.first });
        }
        if edited.over.is_some() {
            // An empty row of the first player means a loss, so the other player must have been first.
            edited = read(draft.first.other());
        }
        edited.check().map_err(|faults| refusal(&faults))
    }

    fn in_congkak(self, standing: &congkak::Standing) -> Result<congkak::Standing, EditRefusal> {
        let mut draft = congkak::Draft { over: None, ..congkak::Draft::from(standing) };
        match self {
            PositionEdit::Next(spot) | PositionEdit::Previous(spot) | PositionEdit::Put(spot, _) => {
                let seeds = match spot {
                    Spot::Store(seat) => &mut draft.sides[seat].store,
                    Spot::Pit(letter) => {
                        let pit = congkak::Pit::try_from(letter).map_err(|_| EditRefusal::NoSuchPlace)?;
                        let row = &mut draft.sides[pit.seat()].pits;
                        row.get_mut(pit.index()).ok_or(EditRefusal::NoSuchPlace)?
                    }
                    Spot::Square(..) | Spot::Point(_) => return Err(EditRefusal::NoSuchPlace),
                };
                *seeds = match self {
                    PositionEdit::Next(_) => *seeds + 1,
                    PositionEdit::Put(_, Content::Seeds(count)) => count.into(),
                    PositionEdit::Put(..) => return Err(EditRefusal::NoSuchPlace),
                    _ => *seeds - 1,
                };
                if *seeds < 0 {
                    return Err(EditRefusal::NoSeeds);
                }
            }
            PositionEdit::Turn(seat) => draft.next = seat,
            PositionEdit::Earlier(seat, rounds) => draft.sides[seat].rounds = rounds.into(),
            PositionEdit::First(_) | PositionEdit::White(_) => return Err(EditRefusal::NoSuchPlace),
        }
        // The end of a round would sweep the seeds of the other row into its store.
        let is_empty = |seat: Seat| draft.sides[seat].pits.iter().all(|&seeds| seeds == 0);
        if let Some(seat) = Seat::BOTH.into_iter().find(|&seat| is_empty(seat)) {
            return Err(EditRefusal::EmptyRow(seat));
        }
        draft.check().map_err(|faults| refusal(&faults))
    }

    fn in_kono(self, standing: &kono::Standing) -> Result<kono::Standing, EditRefusal> {
        let mut draft = kono_draft(standing);
        let board = standing.board();
        match self {
            PositionEdit::Next(Spot::Point(point)) => return exchanged(standing, point, false),
            PositionEdit::Previous(Spot::Point(point)) => return exchanged(standing, point, true),
            PositionEdit::Put(Spot::Point(point), Content::Point(cell)) => {
                let (row, column) = (usize::from(point.row), usize::from(point.column));
                let place = row.checked_sub(1).and_then(|row| draft.board.get_mut(row));
                let place = place.zip(column.checked_sub(1)).and_then(|(row, column)| row.get_mut(column));
                // A piece on one of the opponent's home points may capture.
                *place.ok_or(EditRefusal::NoSuchPlace)? = match (cell, board.home(point)) {
                    (Cell::Piece { color, .. }, Some((home, _))) if home != color => {
                        Cell::Piece { color, captures: true }
                    }
                    (cell, _) => cell,
                };
            }
            PositionEdit::Turn(seat) => draft.next = Some(seat),
            PositionEdit::White(seat) => {
                draft.colors = Pair::from_fn(|player| Some(if player == seat { Color::White } else { Color::Black }));
            }
            PositionEdit::Earlier(seat, points) => draft.scores[seat] = points.into(),
            _ => return Err(EditRefusal::NoSuchPlace),
        }
        draft.check().map_err(|faults| refusal(&faults))
    }
}

/// A draft of an unfinished Kono round, without history and with its colours chosen.
fn kono_draft(standing: &kono::Standing) -> kono::Draft {
    let mut draft = kono::Draft::from(standing);
    draft.over = None;
    draft.history.clear();
    draft.next = draft.next.or(Some(Seat::Human));
    if draft.colors.human.is_none() {
        draft.colors = Pair { human: Some(Color::White), computer: Some(Color::Black) };
    }
    draft
}

/// Replaces the content of a point with the next one that is possible there.
fn exchanged(standing: &kono::Standing, point: Point, back: bool) -> Result<kono::Standing, EditRefusal> {
    let piece = |color, captures| Cell::Piece { color, captures };
    let mut order = [
        Cell::Vacant,
        piece(Color::White, false),
        piece(Color::Black, false),
        piece(Color::White, true),
        piece(Color::Black, true),
    ];
    if back {
        order.reverse();
    }
    let now = standing.board().cell(point);
    let at = order.iter().position(|cell| *cell == now).unwrap_or(0);
    let mut refused = EditRefusal::NoSuchPlace;
    for cell in order.into_iter().cycle().skip(at + 1).take(order.len() - 1) {
        match PositionEdit::Put(Spot::Point(point), Content::Point(cell)).in_kono(standing) {
            // A piece on a home point may always capture, so replacing it may change nothing.
            Ok(changed) if changed.board().cell(point) != now => return Ok(changed),
            Ok(_) => {}
            Err(why) => refused = why,
        }
    }
    Err(refused)
}

/// The reason why a change isn't possible, as a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditRefusal {
    /// The place or its content isn't part of this game or size.
    NoSuchPlace,
    FullRows,
    FirstHasLost {
        first: Seat,
    },
    NoSeeds,
    TooManySeeds {
        most: u32,
    },
    EmptyRow(Seat),
    TooManyPieces {
        color: Color,
        most: u32,
    },
    TooMuch,
    /// The position would break another rule.
    Fault(FaultKind),
}

/// The first fault of a draft.
fn refusal(faults: &Faults) -> EditRefusal {
    match faults.iter().next().map(|fault| fault.kind) {
        Some(FaultKind::BothRowsFull) => EditRefusal::FullRows,
        Some(FaultKind::Seeds { most, .. } | FaultKind::TooManySeeds { most, .. }) => {
            EditRefusal::TooManySeeds { most }
        }
        Some(FaultKind::TooManyPieces { color, most, .. }) => EditRefusal::TooManyPieces { color, most },
        Some(FaultKind::Tally { .. }) => EditRefusal::TooMuch,
        Some(kind) => EditRefusal::Fault(kind),
        None => EditRefusal::NoSuchPlace,
    }
}

impl fmt::Display for EditRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditRefusal::NoSuchPlace => f.write_str("This board has no such place."),
            EditRefusal::FullRows => f.write_str("Both rows would be full. Uncover a square in the other row first."),
            EditRefusal::FirstHasLost { first } => write!(
                f,
                "{first} can't have been first: after a first turn {first}'s row isn't empty. Cover one of {first}'s squares \
                 first."
            ),
            EditRefusal::NoSeeds => f.write_str("There is no seed to take away."),
            EditRefusal::TooManySeeds { most } => {
                write!(f, "The board can hold at most {}. Take some from another place first.", count(*most, "seed"))
            }
            EditRefusal::EmptyRow(seat) => {
                write!(
                    f,
                    "{seat}'s row would be empty, which ends the round. Put a seed into another pit in this row first."
                )
            }
            EditRefusal::TooManyPieces { color, most } => {
                write!(f, "{color} can have at most {most} pieces. Remove one first.")
            }
            EditRefusal::TooMuch => write!(f, "The maximum is {MAX_TALLY}."),
            EditRefusal::Fault(kind) => write!(f, "That isn't possible: {kind}."),
        }
    }
}

impl std::error::Error for EditRefusal {}

impl fmt::Display for PositionEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionEdit::Next(spot) => write!(f, "next {spot}"),
            PositionEdit::Previous(spot) => write!(f, "previous {spot}"),
            PositionEdit::Put(spot, content) => write!(f, "put {content} {spot}"),
            PositionEdit::Turn(seat) => write!(f, "turn {}", seat_word(*seat)),
            PositionEdit::First(seat) => write!(f, "first {}", seat_word(*seat)),
            PositionEdit::White(seat) => write!(f, "white {}", seat_word(*seat)),
            PositionEdit::Earlier(seat, number) => write!(f, "earlier {} {number}", seat_word(*seat)),
        }
    }
}

/// A word: "covered", "open", "12", or a point as in saves: "WW", "O".
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Content::Covered => "covered",
            Content::Open => "open",
            Content::Seeds(seeds) => return seeds.fmt(f),
            Content::Point(Cell::Vacant) => "O",
            Content::Point(Cell::Piece { color: Color::White, captures: false }) => "W",
            Content::Point(Cell::Piece { color: Color::White, captures: true }) => "WW",
            Content::Point(Cell::Piece { color: Color::Black, captures: false }) => "B",
            Content::Point(Cell::Piece { color: Color::Black, captures: true }) => "BB",
        })
    }
}

/// The text isn't in the form that [`PositionEdit`]'s `Display` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadEdit;

impl From<BadSpot> for BadEdit {
    fn from(_: BadSpot) -> BadEdit {
        BadEdit
    }
}

impl FromStr for PositionEdit {
    type Err = BadEdit;
    fn from_str(text: &str) -> Result<PositionEdit, BadEdit> {
        let (verb, rest) = text.split_once(' ').ok_or(BadEdit)?;
        let seat = |word: &str| Seat::BOTH.into_iter().find(|seat| seat_word(*seat) == word).ok_or(BadEdit);
        Ok(match verb {
            "next" => PositionEdit::Next(rest.parse()?),
            "previous" => PositionEdit::Previous(rest.parse()?),
            "put" => {
                let (content, spot) = rest.split_once(' ').ok_or(BadEdit)?;
                PositionEdit::Put(spot.parse()?, content.parse()?)
            }
            "turn" => PositionEdit::Turn(seat(rest)?),
            "first" => PositionEdit::First(seat(rest)?),
            "white" => PositionEdit::White(seat(rest)?),
            // The number may come from a form, so its zeros and spaces don't matter.
            "earlier" => {
                let (player, number) = rest.split_once(' ').ok_or(BadEdit)?;
                PositionEdit::Earlier(seat(player)?, number.trim().parse().map_err(|_| BadEdit)?)
            }
            _ => return Err(BadEdit),
        })
    }
}

impl FromStr for Content {
    type Err = BadEdit;
    fn from_str(word: &str) -> Result<Content, BadEdit> {
        let piece = |color, captures| Content::Point(Cell::Piece { color, captures });
        Ok(match word {
            "covered" => Content::Covered,
            "open" => Content::Open,
            "O" => Content::Point(Cell::Vacant),
            "W" => piece(Color::White, false),
            "WW" => piece(Color::White, true),
            "B" => piece(Color::Black, false),
            "BB" => piece(Color::Black, true),
            number => Content::Seeds(number.parse().map_err(|_| BadEdit)?),
        })
    }
}

#[cfg(test)]
mod tests;
