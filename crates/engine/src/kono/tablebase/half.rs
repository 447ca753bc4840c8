//! Half of the points of a board: those whose row plus column is even, or those with an odd sum.

use parlor_rules::kono::{Board, CAPTURE_POINTS, Color, Direction, Point};

use super::SIZE;

/// The kinds of pieces, seen by the player to move: own plain ones, own ones that may capture, then the opponent's.
pub(super) const KINDS: usize = 4;

/// The number of pieces of each kind.
pub(super) type Counts = [u8; KINDS];

/// The points of the pieces of each kind, as bits.
pub(super) type HalfBoard = [u16; KINDS];

/// Counts or points, seen by the other player.
pub(super) fn swapped<T: Copy>(kinds: [T; KINDS]) -> [T; KINDS] {
    [kinds[2], kinds[3], kinds[0], kinds[1]]
}

pub(super) fn counts(board: HalfBoard) -> Counts {
    board.map(|points| points.count_ones() as u8)
}

/// The points of one half, seen by a player who moves south.
pub(super) struct Half {
    points: Vec<Point>,
    /// For each point, the points one step away.
    near: Vec<u16>,
    /// The home points that the player heads for, and those that the opponent heads for.
    goals: [u16; 2],
    worth: Vec<i8>,
    /// For each point, the same point seen by the other player.
    turned: Vec<u8>,
    /// For each point, its reflection from west to east.
    mirrored: Vec<u8>,
}

/// The effect of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Quiet,
    /// A capture or a first arrival, after which the count of quiet moves starts again.
    Tactical,
}

impl Half {
    pub(super) fn new(parity: u8) -> Half {
        let (board, side) = (Board::start(SIZE), SIZE.points());
        let points: Vec<Point> = board.points().filter(|point| (point.row + point.column) % 2 == parity).collect();
        let place = |point: Point| points.iter().position(|&other| other == point);
        let image = |to: &dyn Fn(Point) -> Point| -> Vec<u8> {
            let places = points.iter().filter_map(|&point| place(to(point)));
            places.map(|place| place as u8).collect()
        };
        let turned = image(&|Point { row, column }| Point { row: side + 1 - row, column });
        let mirrored = image(&|Point { row, column }| Point { row, column: side + 1 - column });
        let around = |point: &Point| {
            let steps = Direction::ALL.into_iter().filter_map(|direction| point.step(direction)).filter_map(place);
            steps.fold(0, |bits, place| bits | 1 << place)
        };
        let near = points.iter().map(around).collect();
        let goals = [Color::Black, Color::White].map(|owner| {
            let homes = points.iter().map(|&point| board.home(point).is_some_and(|(home, _)| home == owner));
            homes.enumerate().fold(0, |bits, (place, is_home)| bits | u16::from(is_home) << place)
        });
        let worth = points.iter().map(|&point| board.home(point).map_or(0, |(_, worth)| worth as i8)).collect();
        Half { points, near, goals, worth, turned, mirrored }
    }

    /// The bit of a point; `None` if it belongs to the other half.
    pub(super) fn bit(&self, point: Point) -> Option<u16> {
        self.points.iter().position(|&other| other == point).map(|place| 1 << place)
    }

    /// A board as the other player sees it.
    pub(super) fn turn(&self, board: HalfBoard) -> HalfBoard {
        swapped(board.map(|points| moved(points, &self.turned)))
    }

    /// The reflection of a board from west to east.
    pub(super) fn mirror(&self, board: HalfBoard) -> HalfBoard {
        board.map(|points| moved(points, &self.mirrored))
    }

    /// Every board with this number of pieces of each kind, in ascending order. A plain piece never stands on a home
    /// point of the opponent.
    pub(super) fn boards(&self, counts: Counts) -> Vec<HalfBoard> {
        let all = (1_u16 << self.points.len()) - 1;
        let allowed = [all & !self.goals[0], all, all & !self.goals[1], all];
        let mut boards = vec![[0; KINDS]];
        for (kind, (count, allowed)) in counts.into_iter().zip(allowed).enumerate() {
            let sets: Vec<u16> =
                (0..=all).filter(|set| set & !allowed == 0 && set.count_ones() == u32::from(count)).collect();
            let with_kind = |&board: &HalfBoard| {
                let taken = board.iter().fold(0, |taken, points| taken | points);
                let free = sets.iter().filter(move |&&set| set & taken == 0);
                free.map(move |&set| {
                    let mut board = board;
                    board[kind] = set;
                    board
                })
            };
            boards = boards.iter().flat_map(with_kind).collect();
        }
        boards
    }

    /// The mover's lead in points, as far as this half counts (rule kon-score).
    pub(super) fn lead(&self, board: HalfBoard) -> i8 {
        let score = |plain: u16, capturing: u16, goal: u16| {
            let pieces = CAPTURE_POINTS as i8 * (plain | capturing).count_ones() as i8;
            pieces + places(capturing & goal).map(|place| self.worth[place]).sum::<i8>()
        };
        score(board[0], board[1], self.goals[0]) - score(board[2], board[3], self.goals[1])
    }

    /// True if each player has no piece here that isn't at home: the mover, then the opponent.
    pub(super) fn at_home(&self, board: HalfBoard) -> [bool; 2] {
        [(board[0] | board[1]) & !self.goals[0] == 0, (board[2] | board[3]) & !self.goals[1] == 0]
    }

    /// Calls back with the board after every step of the mover, as the opponent sees it.
    pub(super) fn steps(&self, board: HalfBoard, mut each: impl FnMut(HalfBoard, Effect)) {
        let (own, theirs) = (board[0] | board[1], board[2] | board[3]);
        for (kind, blocked) in [own | theirs, own].into_iter().enumerate() {
            for from in places(board[kind]) {
                for to in places(self.near[from] & !blocked) {
                    let mut after = board.map(|points| points & !(1 << from | 1 << to));
                    let arrives = kind == 0 && self.goals[0] & 1 << to != 0;
                    after[if arrives { 1 } else { kind }] |= 1 << to;
                    let quiet = !arrives && theirs & 1 << to == 0;
                    each(self.turn(after), if quiet { Effect::Quiet } else { Effect::Tactical });
                }
            }
        }
    }

    /// True if the mover has a step here.
    pub(super) fn can_step(&self, board: HalfBoard) -> bool {
        let mut any = false;
        self.steps(board, |_, _| any = true);
        any
    }
}

/// The numbers of the bits that are set.
fn places(points: u16) -> impl Iterator<Item = usize> {
    let next = |points: &u16| Some(points & points.wrapping_sub(1)).filter(|_| *points != 0);
    std::iter::successors(Some(points), next)
        .filter(|&points| points != 0)
        .map(|points| points.trailing_zeros() as usize)
}

fn moved(points: u16, to: &[u8]) -> u16 {
    places(points).fold(0, |bits, place| bits | 1 << to[place])
}
