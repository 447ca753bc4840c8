//! Finds the reasons for a move, using only the rules.

use parlor_rules::kono::{Board, Cell, Color, Direction, Move, Point, Position, Standing};

use super::{Aim, Purpose, Reason};
use crate::Limits;
use crate::limits::LimitCheck;

/// Positions between two checks of the clock: well under a millisecond.
const CHECK_INTERVAL: u32 = 64;

/// The reasons for a legal move, simplest first. `line` is the principal variation. If time runs out, the reasons about
/// forced gains are left out.
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
    let step = PieceStep { before: position.board(), after: play.after.board(), mover, from, to };
    if play.captured {
        reasons.push(Reason::Captures { piece: to });
    }
    reasons.extend(step.taken().map(|worth| Reason::Takes { home: to, worth }));
    if play.arrived {
        reasons.push(Reason::Armed);
    }
    reasons.extend(step.escaped().map(|hunter| Reason::Retreats { hunter }));
    step.blocking(&mut reasons);
    if play.after.turn().is_some() {
        reasons.extend(forced(&after, mover, line, &mut LimitCheck::new(limits, CHECK_INTERVAL)));
        reasons.extend(step.threat());
    }
    reasons.extend(step.advance().map(|(home, steps, free)| Reason::Advances { home, steps, free }));
    reasons.extend(call(standing, &after, mover, play.captured || play.arrived));
    if !reasons.iter().copied().any(Reason::names_the_step)
        && let Some(purpose) = step.purpose(&after, line)
    {
        let ends = usize::from(matches!(reasons.first(), Some(Reason::Ends { .. })));
        reasons.insert(ends, Reason::Steps { to, forward: step.is_forward(), purpose });
    }
    if position.legal_moves().nth(1).is_none() {
        reasons.push(Reason::Only);
    }
    reasons
}

fn position_of(standing: &Standing) -> &Position {
    standing.position.as_ref().expect("reasons are given once the colours are chosen")
}

/// The colour to move in a round that isn't over.
fn mover_of(position: &Position) -> Color {
    position.color(position.turn().expect("reasons are given while there is a move to make"))
}

/// The destination of a legal step.
fn target(from: Point, direction: Direction) -> Point {
    from.step(direction).expect("a legal step stays on the board")
}

/// The drawback of a move.
pub(super) fn objection(standing: &Standing, chosen: Move) -> Option<Reason> {
    let Move::Step(from, direction) = chosen else { return None };
    let (mover, to) = (mover_of(position_of(standing)), target(from, direction));
    let mut after = standing.clone();
    let play = after.play(chosen).expect("reasons are given for legal moves");
    play.after.turn()?;
    hunters(play.after.board(), to, mover).next().map(|hunter| Reason::Exposed { hunter })
}

/// A step of one piece, before and after.
struct PieceStep<'a> {
    before: &'a Board,
    after: &'a Board,
    mover: Color,
    from: Point,
    to: Point,
}

impl PieceStep<'_> {
    /// The value of a point for the mover.
    fn worth(&self, point: Point) -> u8 {
        match self.before.home(point) {
            Some((color, worth)) if color != self.mover => worth,
            _ => 0,
        }
    }

    /// The value of the point that the step takes, if that is more than the value of the point it leaves.
    fn taken(&self) -> Option<u8> {
        Some(self.worth(self.to)).filter(|&worth| worth > self.worth(self.from))
    }

    fn is_forward(&self) -> bool {
        (self.to.row > self.from.row) == (self.mover == Color::White)
    }

    /// True if no piece can capture the moved piece.
    fn is_safe(&self) -> bool {
        hunters(self.after, self.to, self.mover).next().is_none()
    }

    /// A piece that could have captured the moved piece, if none can now.
    fn escaped(&self) -> Option<Point> {
        hunters(self.before, self.from, self.mover).find(|&hunter| hunter != self.to && self.is_safe())
    }

    /// One of the opponent's pieces that can no longer step forward, and where it could have gone.
    fn blocked(&self) -> Option<(Point, Direction)> {
        if self.before.cell(self.to) != Cell::Vacant {
            return None;
        }
        let forward = |direction: Direction| (direction.offsets().0 > 0) == (self.mover == Color::Black);
        let mut blocked = Direction::ALL.into_iter().rev().filter_map(|direction| {
            let piece = self.to.step(direction.back())?;
            let plain = Cell::Piece { color: self.mover.other(), captures: false };
            (forward(direction) && self.before.cell(piece) == plain).then_some((piece, direction))
        });
        blocked.next()
    }

    fn blocking(&self, reasons: &mut Vec<Reason>) {
        let Some((piece, direction)) = self.blocked() else { return };
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

    /// The home point that the step heads for, the number of steps left, and whether the way is free. A point with a
    /// free way comes first, then one that the opponent has left, then the best for its distance.
    fn advance(&self) -> Option<(Point, u8, bool)> {
        // A step back is not an advance, unless it leads from one home point to a better one.
        if self.worth(self.to) > 0 || !self.is_forward() && self.worth(self.from) == 0 {
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
            let vacant = captures || self.after.cell(home) == Cell::Vacant;
            Some((free, vacant, i32::from(worth) - 2 * i32::from(left), home, left))
        });
        let (free, _, _, home, steps) = ways.max_by_key(|&(free, vacant, good, home, _)| (free, vacant, good, home))?;
        Some((home, steps, free))
    }

    /// The aim of a step, given if no reason is about the step itself. `after` is the standing after the step.
    fn purpose(&self, after: &Standing, line: &[Move]) -> Option<Purpose> {
        if position_of(after).turn().is_none() {
            return Some(Purpose::Last);
        }
        let kept_away = self.kept_away().map(|hunter| Purpose::KeepsAway { hunter });
        let room = || self.freed().map(|piece| Purpose::MakesRoom { piece });
        kept_away.or_else(room).or_else(|| self.plan(after, line)).or_else(|| is_last(after).then_some(Purpose::Last))
    }

    /// An opponent's piece that could have threatened the moved piece with its next step, and can't now.
    fn kept_away(&self) -> Option<Point> {
        let threatens = |board: &Board, hunter: Point, piece: Point| {
            let mut steps = neighbours(hunter).filter(|&to| is_on(board, to) && board.cell(to) == Cell::Vacant);
            steps.any(|to| neighbours(piece).any(|next| next == to))
        };
        let hunter = Cell::Piece { color: self.mover.other(), captures: true };
        let mut hunters = self.after.points().filter(|&point| self.is_safe() && self.after.cell(point) == hunter);
        hunters.find(|&point| threatens(self.before, point, self.from) && !threatens(self.after, point, self.to))
    }

    /// A piece of the mover's that can now advance to the point that was left.
    fn freed(&self) -> Option<Point> {
        let behind = |piece: &Point| (self.from.row > piece.row) == (self.mover == Color::White);
        let own = |piece: &Point| *piece != self.to && color_at(self.after, *piece) == Some(self.mover);
        neighbours(self.from).filter(own).find(behind)
    }

    /// The mover's next step: that of the principal variation if it has an aim, otherwise the best that a reply allows,
    /// preferably with the same piece.
    fn plan(&self, after: &Standing, line: &[Move]) -> Option<Purpose> {
        let replies = || position_of(after).legal_moves();
        let position_after = |reply: Move| {
            let mut then = after.clone();
            then.play(reply).ok()?;
            then.position.filter(|position| position.turn().is_some())
        };
        let prepared = |position: &Position, next: Move| {
            let Move::Step(from, direction) = next else { return None };
            let to = target(from, direction);
            let play = position.play_with_details(next).ok()?;
            let step = PieceStep { before: position.board(), after: play.after.board(), mover: self.mover, from, to };
            // A step straight back has no aim.
            let aim = step.aim().filter(|_| (from, to) != (self.to, self.from));
            Some((from, direction, aim))
        };
        let best_after = |reply: Move| {
            let position = position_after(reply)?;
            let steps = position.legal_moves().filter_map(|next| prepared(&position, next));
            steps.filter(|(_, _, aim)| aim.is_some()).min_by_key(|&(from, _, aim)| (from != self.to, aim))
        };
        let any_after = |reply: Move| {
            let position = position_after(reply)?;
            position.legal_moves().find_map(|next| prepared(&position, next))
        };
        let in_line = match *line {
            [_, reply, next, ..] => position_after(reply).and_then(|position| prepared(&position, next)),
            _ => None,
        };
        let aimed = in_line.filter(|(_, _, aim)| aim.is_some()).or_else(|| replies().find_map(best_after));
        let (from, direction, aim) = aimed.or(in_line).or_else(|| replies().find_map(any_after))?;
        Some(Purpose::Prepares { from, direction, aim })
    }

    /// The immediate effect of the step.
    fn aim(&self) -> Option<Aim> {
        if color_at(self.before, self.to).is_some() {
            return Some(Aim::Captures { piece: self.to });
        }
        let taken = self.taken().map(|worth| Aim::Takes { home: self.to, worth });
        let escaped = || self.escaped().map(|hunter| Aim::Retreats { hunter });
        let blocked = || self.blocked().map(|(piece, _)| Aim::Blocks { piece });
        taken.or_else(escaped).or_else(blocked).or_else(|| self.advance().map(|(home, ..)| Aim::Advances { home }))
    }
}

/// True if the player who just moved has no further step, whatever the reply.
fn is_last(after: &Standing) -> bool {
    position_of(after).legal_moves().all(|reply| {
        let then = after_move(after, reply);
        let position = position_of(&then);
        position.turn().is_none() || position.legal_moves().next() == Some(Move::Pass)
    })
}

/// The points one step from another; some may be off the board.
fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    Direction::ALL.into_iter().filter_map(move |direction| point.step(direction))
}

fn is_on(board: &Board, point: Point) -> bool {
    point.row.max(point.column) <= board.size().points()
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

/// The number of steps between two points of an empty board; `None` if the point is unreachable.
fn steps_between(from: Point, to: Point) -> Option<u8> {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    (rows % 2 == columns % 2).then_some(rows.max(columns))
}

/// True if a piece can go from one point to another in `steps` steps while no other piece moves.
fn has_way(board: &Board, from: Point, to: Point, steps: u8, captures: bool) -> bool {
    let Some(color) = color_at(board, from) else { return false };
    let mut reached = vec![from];
    for _ in 0..steps {
        let mut next: Vec<Point> = vec![];
        for point in reached.into_iter().flat_map(neighbours) {
            let open = match color_at(board, point) {
                None => true,
                Some(other) => captures && other != color,
            };
            if is_on(board, point) && open && !next.contains(&point) {
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
    let position = after.position.filter(|position| position.turn().is_some())?;
    let lead = ahead(&position, mover);
    let counted_from = before.board().size().counted_from();
    let near = |standing: &Standing| standing.history().len() >= counted_from || standing.repetitions() > 1;
    if lead > 0 && !tactical && near(after) {
        return Some(Reason::TowardCall { ahead: lead });
    }
    let behind = -ahead(position_of(before), mover);
    (behind > 0 && near(before) && !near(after)).then_some(Reason::AwayFromCall { behind })
}

/// The mover's forced gains with the next moves of the principal variation.
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
        // The search ends a line at the first repetition, but rule kon-called may end the round earlier.
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

/// True if the player to move can step to a point.
fn can_land(position: &Position, point: Point) -> bool {
    position.legal_moves().any(|chosen| matches!(chosen, Move::Step(from, way) if target(from, way) == point))
}

/// True if a condition holds after every reply and no reply ends the round. False if time runs out.
fn whatever_the_reply(
    standing: &Standing,
    limit_check: &mut LimitCheck<'_>,
    mut holds: impl FnMut(Move, &Standing, &mut LimitCheck<'_>) -> bool,
) -> bool {
    let position = position_of(standing);
    position.turn().is_some()
        && position.legal_moves().all(|reply| {
            let next = after_move(standing, reply);
            !limit_check.step() && position_of(&next).turn().is_some() && holds(reply, &next, limit_check)
        })
}

fn after_move(standing: &Standing, chosen: Move) -> Standing {
    let mut next = standing.clone();
    next.play(chosen).expect("listed moves can be played");
    next
}

/// True if the player who just moved can step to a vacant point next.
fn reaches(standing: &Standing, home: Point, limit_check: &mut LimitCheck<'_>) -> bool {
    whatever_the_reply(standing, limit_check, |_, next, _| can_land(position_of(next), home))
}

/// True if the player who just moved can capture a piece with the last of `moves` moves, counting the one just made.
fn wins(standing: &Standing, piece: Point, moves: u8, limit_check: &mut LimitCheck<'_>) -> bool {
    whatever_the_reply(standing, limit_check, |reply, next, limit_check| {
        let piece = match reply {
            Move::Step(from, direction) if from == piece => target(from, direction),
            _ => piece,
        };
        let position = position_of(next);
        can_land(position, piece)
            || moves > 2
                && position.legal_moves().any(|chosen| wins(&after_move(next, chosen), piece, moves - 1, limit_check))
    })
}
