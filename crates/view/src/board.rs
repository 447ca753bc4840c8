use std::fmt;
use std::str::FromStr;

use parlor_review::Start;
use parlor_rules::kono::Point;
use parlor_rules::{Choice, Decision, Game, Pair, Seat, Standing, Throw, canoga, congkak, kono};
use parlor_table::{Ask, Next, Table};

use crate::words::count;
use crate::{Chooser, changed_by};

/// Everything a front end draws of a board: contents, dice and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    pub layout: BoardLayout,
    pub dice: Option<DiceView>,
    /// The places that can be chosen at the moment.
    pub can_choose: Vec<Spot>,
    pub changed: Vec<Spot>,
}

/// The contents of a board, ready to draw: labels and numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardLayout {
    Canoga(CanogaView),
    Congkak(CongkakView),
    Kono(KonoView),
}

/// A place on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A Canoga square: the owner of its row, and its number.
    Square(Seat, u8),
    Pit(char),
    Store(Seat),
    Point(Point),
}

/// The form used in HTML forms and URLs: "square human 4", "pit P", "store human", "point 1 3".
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

/// Strict: accepts only the output of [`Spot`]'s `Display`.
impl FromStr for Spot {
    type Err = BadSpot;
    fn from_str(text: &str) -> Result<Spot, BadSpot> {
        let words: Vec<&str> = text.split(' ').collect();
        let seat = |word: &str| Seat::BOTH.into_iter().find(|seat| seat_word(*seat) == word);
        // `parse` alone would also accept "+4" and "04", which would give one place several names.
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

/// The places of a player's choice, in the order in which they are selected.
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

/// The owner of the row that a move changes, and the squares.
pub(crate) fn row_of(seat: Seat, chosen: canoga::Move) -> (Seat, canoga::Squares) {
    match chosen {
        canoga::Move::Cover(set) => (seat, set),
        canoga::Move::Uncover(set) => (seat.other(), set),
    }
}

/// The text isn't the name of a place on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadSpot;

impl fmt::Display for BadSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is not a place on a board")
    }
}

impl std::error::Error for BadSpot {}

/// A seat in identifiers.
pub(crate) fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "human",
        Seat::Computer => "computer",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceView {
    pub seat: Seat,
    pub throw: Throw,
    /// Still rolling: `throw` isn't the result yet.
    pub rolling: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanogaView {
    /// Both rows, from left to right.
    pub rows: Pair<Vec<SquareView>>,
    /// Points of the finished rounds.
    pub scores: Pair<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareView {
    pub number: u8,
    pub covered: bool,
    /// Covered, and can't be uncovered yet.
    pub locked: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CongkakView {
    /// Both rows from left to right as displayed.
    pub rows: Pair<Vec<PitView>>,
    /// Human's store is at the left end, Computer's at the right.
    pub stores: Pair<u8>,
    /// All seeds of each player, in pits and store.
    pub seeds: Pair<u32>,
    pub rounds: Pair<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PitView {
    pub letter: char,
    pub seeds: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KonoView {
    pub round: u32,
    /// Rows from North, points from West.
    pub rows: Vec<Vec<PointView>>,
    /// `None` until the colours are chosen.
    pub colors: Pair<Option<kono::Color>>,
    /// Points of the finished rounds.
    pub scores: Pair<u32>,
    /// The scores if the round ended now.
    pub now: Option<Pair<i32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointView {
    pub cell: kono::Cell,
    /// The colour whose home point it is, and its value to the other player.
    pub home: Option<(kono::Color, u8)>,
}

impl BoardLayout {
    /// True if the contents of all places are equal; scores may differ.
    pub fn has_same_places(&self, other: &BoardLayout) -> bool {
        match (self, other) {
            (BoardLayout::Canoga(one), BoardLayout::Canoga(other)) => one.rows == other.rows,
            (BoardLayout::Congkak(one), BoardLayout::Congkak(other)) => {
                (&one.rows, one.stores) == (&other.rows, other.stores)
            }
            (BoardLayout::Kono(one), BoardLayout::Kono(other)) => one.rows == other.rows,
            _ => false,
        }
    }
}

impl BoardView {
    /// Human's and Computer's points: seeds in Congkak, and in Kono the points of the current round.
    pub fn points(&self) -> [i64; 2] {
        let counted = |points: Pair<u32>| points.map(i64::from);
        let points = match &self.layout {
            BoardLayout::Canoga(view) => counted(view.scores),
            BoardLayout::Congkak(view) => counted(view.seeds),
            BoardLayout::Kono(view) => view.now.map_or_else(|| counted(view.scores), |now| now.map(i64::from)),
        };
        [points.human, points.computer]
    }

    /// The size of the board, as in [`Game::sizes`].
    pub fn size(&self) -> i64 {
        let count = match &self.layout {
            BoardLayout::Canoga(view) => view.rows.human.len(),
            BoardLayout::Congkak(view) => view.rows.human.len(),
            BoardLayout::Kono(view) => view.rows.len(),
        };
        count as i64
    }

    /// The points beside the players' names: like [`BoardView::points`], but between rounds the points of the finished
    /// rounds.
    pub fn shown_points(&self, between_rounds: bool) -> Pair<i64> {
        match &self.layout {
            BoardLayout::Kono(view) if between_rounds => view.scores.map(i64::from),
            _ => {
                let [human, computer] = self.points();
                Pair { human, computer }
            }
        }
    }

    /// True if a player's side of an unturned board is the upper one.
    pub fn is_upper(&self, seat: Seat) -> bool {
        match &self.layout {
            // White's home points are those of the first rows.
            BoardLayout::Kono(KonoView { colors: Pair { human: Some(human), .. }, .. }) => {
                (*human == kono::Color::White) == (seat == Seat::Human)
            }
            _ => seat == Seat::Computer,
        }
    }

    /// The board on a table, with the choices of the open question. `None` until the size of the round is known.
    pub fn of(table: &Table) -> Option<BoardView> {
        let question = if let Next::Ask(question) = table.next() { Some(question) } else { None };
        let mut view = match table.standing() {
            Some(standing) => BoardView::of_standing(&standing),
            None => BoardView::laid_out(table.game(), table.size()?)?,
        };
        view.changed = table.last_play().map(changed_by).unwrap_or_default();
        match &mut view.layout {
            // The points of a won round count at once.
            BoardLayout::Canoga(CanogaView { scores, .. }) | BoardLayout::Kono(KonoView { scores, .. }) => {
                *scores = table.totals();
            }
            BoardLayout::Congkak(congkak) => congkak.rounds = table.rounds_won().unwrap_or(congkak.rounds),
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

    /// The board of a table with the last dice, and without the places that can be chosen: only the player whose turn it
    /// is sees those.
    pub fn at_rest(table: &Table) -> Option<BoardView> {
        let mut board = BoardView::of(table)?;
        // Dice stay on screen until the next throw.
        if let Some((seat, throw)) = table.last_throw() {
            board.dice.get_or_insert(DiceView { seat, throw, rolling: false });
        }
        board.can_choose.clear();
        Some(board)
    }

    /// The board of a position without a table, such as one from a save file.
    pub fn of_standing(standing: &Standing) -> BoardView {
        BoardView::bare(match standing {
            Standing::Canoga(standing) => BoardLayout::Canoga(CanogaView::of(standing)),
            Standing::Congkak(standing) => BoardLayout::Congkak(CongkakView::of(standing)),
            Standing::Kono(standing) => BoardLayout::Kono(KonoView::of(standing)),
        })
    }

    /// The last board of a round of a table. In Congkak, the round already counts as won, as on the board of the next
    /// question.
    pub fn at_the_end(standing: &Standing, table: &Table) -> BoardView {
        let mut view = BoardView::of_standing(standing);
        if let (BoardLayout::Congkak(congkak), Some(rounds)) = (&mut view.layout, table.rounds_won()) {
            congkak.rounds = rounds;
        }
        view
    }

    /// The starting board; `None` if the game doesn't have that size.
    pub fn laid_out(game: Game, size: i64) -> Option<BoardView> {
        Start { game, size }.laid_out().as_ref().map(BoardView::of_standing)
    }

    /// A board without dice or marks.
    pub fn bare(layout: BoardLayout) -> BoardView {
        BoardView { layout, dice: None, can_choose: Vec::new(), changed: Vec::new() }
    }

    /// A player's score, in a few words that follow the name. Between two rounds, it leaves out details that counted
    /// only for the finished round.
    pub fn tally(&self, seat: Seat, between_rounds: bool) -> String {
        match &self.layout {
            BoardLayout::Canoga(view) => format!(" score {}", view.scores[seat]),
            BoardLayout::Congkak(view) => {
                format!(": {} \u{b7} {} won", count(view.seeds[seat], "seed"), count(view.rounds[seat], "round"))
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

    /// The owner of a pit, and its index in the row from the left.
    pub(crate) fn find(&self, letter: char) -> Option<(Seat, usize)> {
        let place = |seat: Seat| self.rows[seat].iter().position(|pit| pit.letter == letter);
        Seat::BOTH.into_iter().find_map(|seat| Some((seat, place(seat)?)))
    }

    /// Recomputes the tallies after seeds have moved.
    pub(crate) fn count_seeds(&mut self) {
        let CongkakView { rows, stores, seeds, .. } = self;
        *seeds = Pair::from_fn(|seat| {
            u32::from(stores[seat]) + rows[seat].iter().map(|pit| u32::from(pit.seeds)).sum::<u32>()
        });
    }
}

impl KonoView {
    /// The cell at a point; `None` if the point is not on the board.
    pub(crate) fn cell(&self, point: Point) -> Option<kono::Cell> {
        let row = self.rows.get(usize::from(point.row).checked_sub(1)?)?;
        Some(row.get(usize::from(point.column).checked_sub(1)?)?.cell)
    }

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
