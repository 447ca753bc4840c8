use parlor_rules::{Game, Pair, Seat, Standing, canoga, congkak, kono};

/// A board as it is drawn: nothing but labels and contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardView {
    /// Two rows of squares.
    Canoga(CanogaView),
    /// Two rows of pits and two stores.
    Congkak(CongkakView),
    /// Points and pieces.
    Kono(KonoView),
}

/// Canoga's board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanogaView {
    /// Both rows, from left to right.
    pub rows: Pair<Vec<SquareView>>,
    /// Points of earlier rounds.
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
    /// All seeds that each has.
    pub seeds: Pair<u32>,
    /// Rounds won before this one.
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
    /// Points of earlier rounds.
    pub scores: Pair<u32>,
    /// What each would score if the round ended now.
    pub now: Option<Pair<i32>>,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointView {
    /// What stands there.
    pub cell: kono::Cell,
    /// Whose home point it is, and what it is worth to the other.
    pub home: Option<(kono::Color, u8)>,
}

impl BoardView {
    /// The board of a game as it is laid out for a round before anybody has played; `None` if there is no such
    /// size.
    pub fn laid_out(game: Game, size: i64) -> Option<BoardView> {
        Some(match game {
            Game::Canoga => BoardView::Canoga((&canoga::Standing::new(canoga::Size::new(size)?, Seat::Human)).into()),
            Game::Congkak => {
                BoardView::Congkak((&congkak::Standing::new(congkak::Size::new(size)?, Seat::Human)).into())
            }
            Game::Kono => BoardView::Kono((&kono::Standing::new(kono::Size::new(size)?)).into()),
        })
    }
}

impl From<&Standing> for BoardView {
    fn from(standing: &Standing) -> BoardView {
        match standing {
            Standing::Canoga(standing) => BoardView::Canoga(standing.into()),
            Standing::Congkak(standing) => BoardView::Congkak(standing.into()),
            Standing::Kono(standing) => BoardView::Kono(standing.into()),
        }
    }
}

impl From<&canoga::Standing> for CanogaView {
    fn from(standing: &canoga::Standing) -> CanogaView {
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

impl From<&congkak::Standing> for CongkakView {
    fn from(standing: &congkak::Standing) -> CongkakView {
        let position = &standing.position;
        let rows = Pair::from_fn(|seat| {
            let pits = position.pits(seat).iter().enumerate();
            let mut row: Vec<PitView> = pits
                .filter_map(|(i, &seeds)| Some(PitView { letter: congkak::Pit::new(seat, i)?.letter(), seeds }))
                .collect();
            // Sowing goes clockwise, so the bottom row runs from right to left.
            if seat == Seat::Human {
                row.reverse();
            }
            row
        });
        CongkakView {
            rows,
            stores: Pair::from_fn(|seat| position.store(seat)),
            seeds: position.totals(),
            rounds: standing.rounds,
        }
    }
}

impl From<&kono::Standing> for KonoView {
    fn from(standing: &kono::Standing) -> KonoView {
        let board = standing.board();
        let points: Vec<PointView> =
            board.points().map(|point| PointView { cell: board.cell(point), home: board.home(point) }).collect();
        KonoView {
            round: standing.round,
            rows: points.chunks(board.size().points().into()).map(<[PointView]>::to_vec).collect(),
            colors: Pair::from_fn(|seat| standing.position().map(|position| position.color(seat))),
            scores: standing.scores,
            now: standing.position().map(kono::Position::scores),
        }
    }
}
