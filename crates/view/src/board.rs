use std::fmt;
use std::str::FromStr;

use parlor_review::Start;
use parlor_rules::kono::Point;
use parlor_rules::{Choice, Decision, Game, Pair, Seat, Standing, Throw, canoga, congkak, kono};
use parlor_table::{Ask, MenuKind, Next, Question, Table};

use crate::words::count;
use crate::{Chooser, changed_by};

/// Everything that is drawn of a board: its contents, the dice beside it, and what is marked on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// What lies where.
    pub layout: BoardLayout,
    /// Dice in sight.
    pub dice: Option<DiceView>,
    /// The places that the person who is asked can choose now.
    pub can_choose: Vec<Spot>,
    /// The places that have just changed.
    pub changed: Vec<Spot>,
}

/// The contents of a board: labels and numbers, and nothing to compute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardLayout {
    /// Two rows of squares.
    Canoga(CanogaView),
    /// Two rows of pits and two stores.
    Congkak(CongkakView),
    /// Points and pieces.
    Kono(KonoView),
}

/// A place on a board that can be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A square of Canoga: whose row, and its number.
    Square(Seat, u8),
    /// A pit of Congkak, by its letter.
    Pit(char),
    /// A store of Congkak.
    Store(Seat),
    /// A point of Kono.
    Point(Point),
}

/// As it stands in a form or an address: "square human 4", "pit P", "store human", "point 1 3".
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Square(seat, number) => write!(f, "square {} {number}", seat_word(*seat)),
            Spot::Pit(letter) => write!(f, "pit {letter}"),
            Spot::Store(seat) => write!(f, "store {}", seat_word(*seat)),
            Spot::Point(Point { row, column }) => write!(f, "point {row} {column}"),
        }
    }
}

/// Reads exactly what [`Spot`] is written as.
impl FromStr for Spot {
    type Err = BadSpot;
    fn from_str(text: &str) -> Result<Spot, BadSpot> {
        let words: Vec<&str> = text.split(' ').collect();
        let seat = |word: &str| Seat::BOTH.into_iter().find(|seat| seat_word(*seat) == word);
        // `parse` alone would take "+4" and "04" too, and then one place would have several names.
        let number = |word: &str| word.parse().ok().filter(|number: &u8| number.to_string() == word);
        let letter = |word: &str| match word.as_bytes() {
            [letter @ b'A'..=b'Z'] => Some(char::from(*letter)),
            _ => None,
        };
        let spot = match words[..] {
            ["square", row, square] => seat(row).zip(number(square)).map(|(row, square)| Spot::Square(row, square)),
            ["pit", pit] => letter(pit).map(Spot::Pit),
            ["store", of] => seat(of).map(Spot::Store),
            ["point", row, column] => {
                number(row).zip(number(column)).map(|(row, column)| Spot::Point(Point { row, column }))
            }
            _ => None,
        };
        spot.ok_or(BadSpot)
    }
}

/// The places of a player's choice, in the order in which they are chosen.
pub fn spots_of(choice: Choice, seat: Seat) -> Vec<Spot> {
    match choice {
        Choice::Canoga(chosen) => {
            let (row, set) = row_of(seat, chosen);
            set.ascending().rev().map(|number| Spot::Square(row, number)).collect()
        }
        Choice::Congkak(pit) => vec![Spot::Pit(pit.letter())],
        Choice::Kono(kono::Move::Step(from, direction)) => {
            std::iter::once(from).chain(from.step(direction)).map(Spot::Point).collect()
        }
        Choice::Kono(kono::Move::Pass) | Choice::Coin(_) | Choice::Color(_) | Choice::Dice(_) => Vec::new(),
    }
}

/// The row and the squares of a player's move.
pub(crate) fn row_of(seat: Seat, chosen: canoga::Move) -> (Seat, canoga::Squares) {
    match chosen {
        canoga::Move::Cover(set) => (seat, set),
        canoga::Move::Uncover(set) => (seat.other(), set),
    }
}

/// The text doesn't name a place on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadSpot;

impl fmt::Display for BadSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is not a place on a board")
    }
}

impl std::error::Error for BadSpot {}

/// A seat as it stands in names that programs read.
pub(crate) fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "human",
        Seat::Computer => "computer",
    }
}

/// Dice in sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceView {
    /// Who threw them.
    pub seat: Seat,
    /// What they show.
    pub throw: Throw,
    /// Whether they are still rolling, so that what they show means nothing yet.
    pub rolling: bool,
}

/// Canoga's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanogaView {
    /// Both rows, from left to right.
    pub rows: Pair<Vec<SquareView>>,
    /// Points of the rounds that are over.
    pub scores: Pair<u32>,
}

/// A square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareView {
    /// Its number.
    pub number: u8,
    /// Whether it is covered.
    pub covered: bool,
    /// Whether it is covered and can't be uncovered yet.
    pub locked: bool,
}

/// Congkak's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CongkakView {
    /// Both rows as they lie on the screen, from left to right.
    pub rows: Pair<Vec<PitView>>,
    /// Both stores: Human's is at the left end, Computer's at the right.
    pub stores: Pair<u8>,
    /// All seeds that each player has.
    pub seeds: Pair<u32>,
    /// Rounds won.
    pub rounds: Pair<u32>,
}

/// A pit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PitView {
    /// Its letter.
    pub letter: char,
    /// Its seeds.
    pub seeds: u8,
}

/// Kono's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KonoView {
    /// Which round it is.
    pub round: u32,
    /// Rows from North, points from West.
    pub rows: Vec<Vec<PointView>>,
    /// The colours, once they are chosen.
    pub colors: Pair<Option<kono::Color>>,
    /// Points of the rounds that are over.
    pub scores: Pair<u32>,
    /// What each would score if the round ended now.
    pub now: Option<Pair<i32>>,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointView {
    /// What stands there.
    pub cell: kono::Cell,
    /// Whose home point it is, and what it is worth to the other player.
    pub home: Option<(kono::Color, u8)>,
}

impl BoardView {
    /// The board on a table, with what can be chosen now. `None` until the size of the round is known.
    pub fn of(table: &Table) -> Option<BoardView> {
        let question = if let Next::Ask(question) = table.next() { Some(question) } else { None };
        let mut view = match table.standing() {
            Some(standing) => BoardView::of_standing(&standing),
            None => BoardView::laid_out(table.game(), table.size()?)?,
        };
        view.changed = table.last_play().map(changed_by).unwrap_or_default();
        // The points of a round count as soon as its result has been told.
        let untold = matches!(&question, Some(Question { ask: Ask::Menu { before: MenuKind::Win, .. }, .. }));
        match &mut view.layout {
            BoardLayout::Canoga(CanogaView { scores, .. }) | BoardLayout::Kono(KonoView { scores, .. }) if !untold => {
                *scores = table.totals();
            }
            BoardLayout::Congkak(congkak) => congkak.rounds = table.rounds_won().unwrap_or(congkak.rounds),
            BoardLayout::Canoga(_) | BoardLayout::Kono(_) => {}
        }
        if let Some(question) = &question {
            if let Ask::Decide(Decision::Canoga(thrown)) = &question.ask {
                view.dice = Some(DiceView { seat: question.seat, throw: thrown.throw(), rolling: false });
            }
            if table.player(question.seat).is_person() {
                let chooser = Chooser::of(question, table.setup().game);
                view.can_choose = chooser.map_or(Vec::new(), |chooser| chooser.can_choose());
            }
        }
        Some(view)
    }

    /// The board of a save file, which belongs to no table yet.
    pub fn of_standing(standing: &Standing) -> BoardView {
        BoardView::bare(match standing {
            Standing::Canoga(standing) => BoardLayout::Canoga(CanogaView::of(standing)),
            Standing::Congkak(standing) => BoardLayout::Congkak(CongkakView::of(standing)),
            Standing::Kono(standing) => BoardLayout::Kono(KonoView::of(standing)),
        })
    }

    /// The board of a game before anything is played on it; `None` if the game doesn't have that size.
    pub fn laid_out(game: Game, size: i64) -> Option<BoardView> {
        Start { game, size }.laid_out().as_ref().map(BoardView::of_standing)
    }

    /// A board with nothing marked on it and no dice.
    pub fn bare(layout: BoardLayout) -> BoardView {
        BoardView { layout, dice: None, can_choose: Vec::new(), changed: Vec::new() }
    }

    /// What a player has, in a few words that follow the name. Between two rounds, what counted only for the round
    /// that is over is left out.
    pub fn tally(&self, seat: Seat, between_rounds: bool) -> String {
        match &self.layout {
            BoardLayout::Canoga(view) => format!(" score {}", view.scores[seat]),
            BoardLayout::Congkak(view) => {
                format!(": {}, {} won", count(view.seeds[seat], "seed"), view.rounds[seat])
            }
            BoardLayout::Kono(view) if between_rounds => format!(" score {}", view.scores[seat]),
            BoardLayout::Kono(view) => {
                let color = view.colors[seat].map_or(String::new(), |color| format!(" ({color})"));
                let now = view.now.map_or(String::new(), |now| format!(", now {:+}", now[seat]));
                format!("{color} score {}{now}", view.scores[seat])
            }
        }
    }
}

impl CanogaView {
    fn of(standing: &canoga::Standing) -> CanogaView {
        let position = &standing.position;
        let locked = position.locked();
        let rows = Pair::from_fn(|seat| {
            let covered = position.covered()[seat];
            let square = |number| SquareView {
                number,
                covered: covered.contains(number),
                locked: locked == Some(canoga::Handicap { owner: seat, square: number }),
            };
            (1..=position.size().squares()).map(square).collect()
        });
        CanogaView { rows, scores: standing.scores }
    }
}

impl CongkakView {
    fn of(standing: &congkak::Standing) -> CongkakView {
        let position = &standing.position;
        let rows = Pair::from_fn(|seat| {
            let pit = |(index, &seeds): (usize, &u8)| {
                let pit = congkak::Pit::new(seat, index).expect("a position has no more pits than there are letters");
                PitView { letter: pit.letter(), seeds }
            };
            let mut row: Vec<PitView> = position.pits(seat).iter().enumerate().map(pit).collect();
            // Sowing goes clockwise, so the bottom row runs from right to left.
            if seat == Seat::Human {
                row.reverse();
            }
            row
        });
        CongkakView {
            rows,
            stores: Pair::from_fn(|seat| position.store(seat)),
            seeds: position.seeds(),
            rounds: standing.rounds,
        }
    }

    /// Whose row a pit is in, and its place there, from the left.
    pub(crate) fn find(&self, letter: char) -> Option<(Seat, usize)> {
        let place = |seat: Seat| self.rows[seat].iter().position(|pit| pit.letter == letter);
        Seat::BOTH.into_iter().find_map(|seat| Some((seat, place(seat)?)))
    }

    /// Counts what each player has, after seeds have moved.
    pub(crate) fn count_seeds(&mut self) {
        let CongkakView { rows, stores, seeds, .. } = self;
        *seeds = Pair::from_fn(|seat| {
            u32::from(stores[seat]) + rows[seat].iter().map(|pit| u32::from(pit.seeds)).sum::<u32>()
        });
    }
}

impl KonoView {
    /// What stands at a point; `None` if the board doesn't have it.
    pub(crate) fn cell(&self, point: Point) -> Option<kono::Cell> {
        let row = self.rows.get(usize::from(point.row).checked_sub(1)?)?;
        Some(row.get(usize::from(point.column).checked_sub(1)?)?.cell)
    }

    /// The colour of the piece at a point.
    pub(crate) fn color(&self, point: Point) -> Option<kono::Color> {
        match self.cell(point)? {
            kono::Cell::Piece { color, .. } => Some(color),
            kono::Cell::Vacant => None,
        }
    }

    fn of(standing: &kono::Standing) -> KonoView {
        let board = standing.board();
        let points: Vec<PointView> =
            board.points().map(|point| PointView { cell: board.cell(point), home: board.home(point) }).collect();
        KonoView {
            round: standing.round,
            rows: points.chunks(board.size().points().into()).map(<[PointView]>::to_vec).collect(),
            colors: Pair::from_fn(|seat| standing.position.map(|position| position.color(seat))),
            scores: standing.scores,
            now: standing.position.map(|position| position.scores()),
        }
    }
}

#[cfg(test)]
mod tests;
