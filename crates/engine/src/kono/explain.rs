//! Finds the reasons for a move, using only the rules.

use parlor_rules::kono::{Board, Cell, Color, Direction, Move, Point, Position, QUIET_MOVES, Standing};

use super::Reason;
use crate::Limits;
use crate::limits::LimitCheck;

/// From this many quiet moves on, reasons mention that the round may be called.
const CALLED_SOON: usize = QUIET_MOVES - 20;

/// Positions between two looks at the clock: well under a millisecond.
const CHECK_INTERVAL: u32 = 64;

/// Why a legal move could be made, the plainest reason first. `line` is the principal variation. If there is no time
/// to find out what it forces, that is left out.
pub(super) fn reasons(standing: &Standing, chosen: Move, line: &[Move], limits: &Limits) -> Vec<Reason> {
    let position = position_of(standing);
    let mover = mover_of(position);
    let mut after = standing.clone();
    let play = after.play(chosen).expect("reasons are given for legal moves");
    let mut reasons = vec![];
    if let Some(outcome) = play.after.outcome() {
        let seat = position.seat(mover);
        reasons.push(Reason::Ends { ahead: outcome.scores[seat] - outcome.scores[seat.other()] });
    }
    let Move::Step(from, direction) = chosen else {
        reasons.push(Reason::Stuck);
        return reasons;
    };
    let to = target(from, direction);
    let scene = Scene { before: position.board(), after: play.after.board(), mover, from, to };
    if play.captured {
        reasons.push(Reason::Captures { piece: to });
    }
    scene.taking(&mut reasons);
    if play.arrived {
        reasons.push(Reason::Armed);
    }
    reasons.extend(scene.retreat());
    scene.blocking(&mut reasons);
    if play.after.end().is_none() {
        reasons.extend(forced(&after, mover, line, &mut LimitCheck::new(limits, CHECK_INTERVAL)));
        reasons.extend(scene.threat());
    }
    reasons.extend(scene.advance());
    reasons.extend(call(standing, &after, mover, play.captured || play.arrived));
    if !reasons.iter().copied().any(Reason::names_the_step) {
        let ends = usize::from(matches!(reasons.first(), Some(Reason::Ends { .. })));
        reasons.insert(ends, scene.step());
        reasons.extend(scene.way_cleared());
    }
    if position.moves().nth(1).is_none() {
        reasons.push(Reason::Only);
    }
    reasons
}

fn position_of(standing: &Standing) -> &Position {
    standing.position().expect("reasons are given once the colours are chosen")
}

/// The colour to move in a round that isn't over.
fn mover_of(position: &Position) -> Color {
    position.color(position.next().expect("reasons are given while there is a move to make"))
}

/// Where a legal step leads.
fn target(from: Point, direction: Direction) -> Point {
    from.step(direction).expect("a legal step stays on the board")
}

/// What speaks against a move.
pub(super) fn objection(standing: &Standing, chosen: Move) -> Option<Reason> {
    let Move::Step(from, direction) = chosen else { return None };
    let (mover, to) = (mover_of(position_of(standing)), target(from, direction));
    let mut after = standing.clone();
    let play = after.play(chosen).expect("reasons are given for legal moves");
    if play.after.end().is_some() {
        return None;
    }
    hunters(play.after.board(), to, mover).next().map(|hunter| Reason::Exposed { hunter })
}

/// A step of one piece, before and after.
struct Scene<'a> {
    before: &'a Board,
    after: &'a Board,
    mover: Color,
    from: Point,
    to: Point,
}

impl Scene<'_> {
    /// What a point is worth to the mover.
    fn worth(&self, point: Point) -> u8 {
        match self.before.home(point) {
            Some((color, worth)) if color != self.mover => worth,
            _ => 0,
        }
    }

    fn taking(&self, reasons: &mut Vec<Reason>) {
        let worth = self.worth(self.to);
        if worth > self.worth(self.from) {
            reasons.push(Reason::Takes { home: self.to, worth });
        }
    }

    fn retreat(&self) -> Option<Reason> {
        let hunter = hunters(self.before, self.from, self.mover).find(|&hunter| hunter != self.to)?;
        let safe = hunters(self.after, self.to, self.mover).next().is_none();
        safe.then_some(Reason::Retreats { hunter })
    }

    /// One of the opponent's pieces that can no longer step forward.
    fn blocking(&self, reasons: &mut Vec<Reason>) {
        if self.before.cell(self.to) != Cell::Vacant {
            return;
        }
        let forward = |direction: Direction| (direction.offsets().0 > 0) == (self.mover == Color::Black);
        let mut blocked = Direction::ALL.into_iter().filter_map(|direction| {
            let piece = self.to.step(direction.back())?;
            let plain = Cell::Piece { color: self.mover.other(), captures: false };
            (forward(direction) && self.before.cell(piece) == plain).then_some((piece, direction))
        });
        let Some((piece, direction)) = blocked.next_back() else { return };
        reasons.push(Reason::Blocks { piece, direction });
        if self.before.home(self.to).is_some_and(|(color, _)| color == self.mover) {
            reasons.push(Reason::Holds { home: self.to, against: piece });
        }
    }

    fn threat(&self) -> Option<Reason> {
        if self.after.cell(self.to) != (Cell::Piece { color: self.mover, captures: true }) {
            return None;
        }
        let theirs = |point: &Point| color_at(self.after, *point) == Some(self.mover.other());
        neighbours(self.to).find(theirs).map(|piece| Reason::Threatens { piece })
    }

    /// The home point that the step heads for: one with a free way if there is any, then the best for its distance.
    fn advance(&self) -> Option<Reason> {
        // A step back is not an advance, unless it leads from one home point to a better one.
        let forward = (self.to.row > self.from.row) == (self.mover == Color::White);
        if self.worth(self.to) > 0 || !forward && self.worth(self.from) == 0 {
            return None;
        }
        let captures = self.after.cell(self.to) == Cell::Piece { color: self.mover, captures: true };
        let ways = self.before.points().filter_map(|home| {
            let worth = self.worth(home);
            let left = steps_between(self.to, home)?;
            let nearer = Some(left + 1) == steps_between(self.from, home);
            if worth <= self.worth(self.from) || !nearer || color_at(self.after, home) == Some(self.mover) {
                return None;
            }
            let free = has_way(self.after, self.to, home, left, captures);
            Some((free, i32::from(worth) - 2 * i32::from(left), home, left))
        });
        let (free, _, home, steps) = ways.max_by_key(|&(free, good, home, _)| (free, good, home))?;
        Some(Reason::Advances { home, steps, free })
    }

    fn way_cleared(&self) -> Option<Reason> {
        let ahead = |piece: Point| (self.from.row > piece.row) == (self.mover == Color::White);
        let own = |point: &Point| *point != self.to && color_at(self.after, *point) == Some(self.mover);
        neighbours(self.from).filter(own).find(|&piece| ahead(piece)).map(|piece| Reason::ClearsWay { piece })
    }

    /// Every step goes forward or back.
    fn step(&self) -> Reason {
        let to = self.to;
        if (to.row > self.from.row) == (self.mover == Color::White) {
            return Reason::StepsForward { to };
        }
        Reason::StepsBack { to, safe: hunters(self.after, to, self.mover).next().is_none() }
    }
}

/// The points one step from another; some may be off the board.
fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    Direction::ALL.into_iter().filter_map(move |direction| point.step(direction))
}

fn color_at(board: &Board, point: Point) -> Option<Color> {
    match board.cell(point) {
        Cell::Piece { color, .. } => Some(color),
        Cell::Vacant => None,
    }
}

/// The opponent's pieces that could capture a piece of `color` at a point.
fn hunters(board: &Board, point: Point, color: Color) -> impl Iterator<Item = Point> {
    let hunter = Cell::Piece { color: color.other(), captures: true };
    neighbours(point).filter(move |&at| board.cell(at) == hunter)
}

/// The number of steps between two points of an empty board; `None` if there is no way.
fn steps_between(from: Point, to: Point) -> Option<u8> {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    (rows % 2 == columns % 2).then_some(rows.max(columns))
}

/// Whether a piece can go from one point to another in this many steps if no other piece moves.
fn has_way(board: &Board, from: Point, to: Point, steps: u8, captures: bool) -> bool {
    let Some(color) = color_at(board, from) else { return false };
    let mut reached = vec![from];
    for _ in 0..steps {
        let mut next: Vec<Point> = vec![];
        for point in reached.into_iter().flat_map(neighbours) {
            let on_board = point.row <= board.size().points() && point.column <= board.size().points();
            let open = match color_at(board, point) {
                None => true,
                Some(other) => captures && other != color,
            };
            if on_board && open && !next.contains(&point) {
                next.push(point);
            }
        }
        reached = next;
    }
    reached.contains(&to)
}

/// The mover's lead.
fn ahead(position: &Position, mover: Color) -> i32 {
    let (scores, seat) = (position.scores(), position.seat(mover));
    scores[seat] - scores[seat.other()]
}

fn call(before: &Standing, after: &Standing, mover: Color, tactical: bool) -> Option<Reason> {
    let position = after.position().filter(|position| position.end().is_none())?;
    let lead = ahead(position, mover);
    let near = |standing: &Standing| standing.history().len() >= CALLED_SOON || standing.repetitions() > 1;
    if lead > 0 && !tactical && near(after) {
        return Some(Reason::TowardCall { ahead: lead });
    }
    let behind = -ahead(position_of(before), mover);
    (behind > 0 && near(before) && !near(after)).then_some(Reason::AwayFromCall { behind })
}

/// What the mover gets by force with the next moves of the principal variation.
fn forced(after: &Standing, mover: Color, line: &[Move], limit_check: &mut LimitCheck<'_>) -> Option<Reason> {
    for (ply, moves) in [(2, 2), (4, 3)] {
        if let Some(piece) = victim(after, mover, line.get(1..=ply)?)
            && wins(after, piece, moves, limit_check)
        {
            return Some(Reason::Wins { piece, moves });
        }
        let &Move::Step(from, direction) = line.get(2)? else { continue };
        let home = target(from, direction);
        let board = after.board();
        if let Some((color, worth)) = board.home(home)
            && (color != mover && ply == 2)
            && color_at(board, home).is_none()
            && reaches(after, home, limit_check)
        {
            return Some(Reason::Reaches { home, worth });
        }
    }
    None
}

/// The current place of the piece that the last step of a line captures.
fn victim(after: &Standing, mover: Color, line: &[Move]) -> Option<Point> {
    let (&Move::Step(from, direction), earlier) = line.split_last()? else { return None };
    let mut piece = target(from, direction);
    let mut standing = after.clone();
    for &chosen in earlier {
        // The search ends a line at the first repetition, but rule kon-called may end the round before.
        standing.play(chosen).ok()?;
    }
    if color_at(standing.board(), piece) != Some(mover.other()) {
        return None;
    }
    // Only the opponent's moves can have brought it there.
    for &chosen in earlier.iter().step_by(2).rev() {
        if let Move::Step(from, direction) = chosen
            && target(from, direction) == piece
        {
            piece = from;
        }
    }
    Some(piece)
}

/// Whether the player to move can step to a point.
fn can_land(position: &Position, point: Point) -> bool {
    position.moves().any(|chosen| matches!(chosen, Move::Step(from, way) if target(from, way) == point))
}

/// Whether something holds after every reply, and no reply ends the round. `false` if time runs out.
fn whatever_the_reply(
    standing: &Standing,
    limit_check: &mut LimitCheck<'_>,
    mut holds: impl FnMut(Move, &Standing, &mut LimitCheck<'_>) -> bool,
) -> bool {
    let position = position_of(standing);
    position.end().is_none()
        && position.moves().all(|reply| {
            let next = after_move(standing, reply);
            !limit_check.step() && position_of(&next).end().is_none() && holds(reply, &next, limit_check)
        })
}

fn after_move(standing: &Standing, chosen: Move) -> Standing {
    let mut next = standing.clone();
    next.play(chosen).expect("listed moves can be played");
    next
}

/// Whether the player who just moved can step to a vacant point next.
fn reaches(standing: &Standing, home: Point, limit_check: &mut LimitCheck<'_>) -> bool {
    whatever_the_reply(standing, limit_check, |_, next, _| can_land(position_of(next), home))
}

/// Whether the player who just moved can capture a piece with the last of this many moves, counting the one just
/// made.
fn wins(standing: &Standing, piece: Point, moves: u8, limit_check: &mut LimitCheck<'_>) -> bool {
    whatever_the_reply(standing, limit_check, |reply, next, limit_check| {
        let piece = match reply {
            Move::Step(from, direction) if from == piece => target(from, direction),
            _ => piece,
        };
        let position = position_of(next);
        can_land(position, piece)
            || moves > 2
                && position.moves().any(|chosen| wins(&after_move(next, chosen), piece, moves - 1, limit_check))
    })
}
