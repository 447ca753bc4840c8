//! Checks reasons with a map of points and the rules written out again. Only playing moves is left to the standing.

use std::collections::BTreeMap;

use parlor_engine::kono::{Aim, Purpose, Reason};
use parlor_rules::kono::{Cell, Color, Direction, Move, Point, Standing};

type At = (i32, i32);
type Pieces = BTreeMap<At, (Color, bool)>;

const WAYS: [At; 4] = [(-1, -1), (-1, 1), (1, 1), (1, -1)];

/// The number of kinds of reasons.
pub const KINDS: usize = 20;

pub fn kind(reason: Reason) -> usize {
    match reason {
        Reason::Ends { .. } => 0,
        Reason::Captures { .. } => 1,
        Reason::Takes { .. } => 2,
        Reason::Armed => 3,
        Reason::Retreats { .. } => 4,
        Reason::Blocks { .. } => 5,
        Reason::Holds { .. } => 6,
        Reason::Wins { .. } => 7,
        Reason::Reaches { .. } => 8,
        Reason::Threatens { .. } => 9,
        Reason::Advances { .. } => 10,
        Reason::TowardCall { .. } => 12,
        Reason::AwayFromCall { .. } => 13,
        Reason::Exposed { .. } => 11,
        Reason::Only => 14,
        Reason::Stuck => 15,
        Reason::Steps { purpose, .. } => match purpose {
            Purpose::KeepsAway { .. } => 16,
            Purpose::MakesRoom { .. } => 17,
            Purpose::Prepares { .. } => 18,
            Purpose::Last => 19,
        },
    }
}

/// Made-up reasons of every kind, with arbitrary points, for a step to `to`.
pub fn made_up(a: Point, b: Point, to: Point, direction: Direction) -> Vec<Reason> {
    let mut reasons = vec![
        Reason::Ends { ahead: 3 },
        Reason::Captures { piece: a },
        Reason::Takes { home: a, worth: 3 },
        Reason::Armed,
        Reason::Retreats { hunter: a },
        Reason::Blocks { piece: a, direction },
        Reason::Holds { home: a, against: b },
        Reason::Wins { piece: a, moves: 2 },
        Reason::Reaches { home: a, worth: 5 },
        Reason::Threatens { piece: a },
        Reason::Advances { home: a, steps: 2, free: true },
        Reason::TowardCall { ahead: 2 },
        Reason::AwayFromCall { behind: 2 },
        Reason::Exposed { hunter: a },
        Reason::Only,
        Reason::Stuck,
    ];
    let aims = [
        Aim::Captures { piece: b },
        Aim::Takes { home: b, worth: 3 },
        Aim::Retreats { hunter: b },
        Aim::Blocks { piece: b },
        Aim::Advances { home: b },
    ];
    let aims = aims.into_iter().map(Some).chain([None]);
    // Also with the true destination of the step, so that only the purpose is made up.
    for (to, forward) in [(a, true), (a, false), (to, true), (to, false)] {
        let purposes = [Purpose::KeepsAway { hunter: b }, Purpose::MakesRoom { piece: b }, Purpose::Last];
        let prepares = aims.clone().map(|aim| Purpose::Prepares { from: a, direction, aim });
        let purposes = purposes.into_iter().chain(prepares);
        reasons.extend(purposes.map(|purpose| Reason::Steps { to, forward, purpose }));
    }
    reasons
}

pub struct Checker<'a> {
    standing: &'a Standing,
    after_standing: Standing,
    chosen: Move,
    size: i32,
    mover: Color,
    before: Pieces,
    after: Pieces,
    from: At,
    to: At,
}

fn at(point: Point) -> At {
    (point.row.into(), point.column.into())
}

fn pieces(standing: &Standing) -> Pieces {
    let board = standing.board();
    let piece = |point| match board.cell(point) {
        Cell::Piece { color, captures } => Some((at(point), (color, captures))),
        Cell::Vacant => None,
    };
    board.points().filter_map(piece).collect()
}

fn around((row, column): At) -> impl Iterator<Item = At> {
    WAYS.into_iter().map(move |(south, east)| (row + south, column + east))
}

impl<'a> Checker<'a> {
    pub fn new(standing: &'a Standing, chosen: Move) -> Checker<'a> {
        let mut after_standing = standing.clone();
        after_standing.play(chosen).unwrap();
        let position = standing.position.unwrap();
        let mover = position.color(position.turn().unwrap());
        let (from, to) = match chosen {
            Move::Step(point, way) => {
                let (south, east) = WAYS[way as usize];
                (at(point), (at(point).0 + south, at(point).1 + east))
            }
            Move::Pass => ((0, 0), (0, 0)),
        };
        let (before, after) = (pieces(standing), pieces(&after_standing));
        let size = standing.board().size().points().into();
        Checker { standing, after_standing, chosen, size, mover, before, after, from, to }
    }

    /// The points that the mover scores for a point of the board.
    fn worth(&self, (row, column): At) -> i32 {
        let n = self.size;
        let (first, second) = if self.mover == Color::White { (n, n - 1) } else { (1, 2) };
        if row == second && (column == 1 || column == n) {
            return 1;
        }
        if row != first {
            return 0;
        }
        match (column - 1).min(n - column) {
            0 => 3,
            1 => 1,
            inner => 2 * inner + 1,
        }
    }

    fn own_home(&self, (row, column): At) -> bool {
        let n = self.size;
        let (first, second) = if self.mover == Color::White { (1, 2) } else { (n, n - 1) };
        row == first || row == second && (column == 1 || column == n)
    }

    fn theirs(&self, pieces: &Pieces, place: At, captures: Option<bool>) -> bool {
        pieces
            .get(&place)
            .is_some_and(|&(color, can)| color != self.mover && captures.is_none_or(|wanted| wanted == can))
    }

    fn own(&self, pieces: &Pieces, place: At) -> bool {
        pieces.get(&place).is_some_and(|&(color, _)| color == self.mover)
    }

    fn hunted(&self, pieces: &Pieces, place: At) -> bool {
        around(place).any(|other| self.theirs(pieces, other, Some(true)))
    }

    fn over(&self) -> bool {
        self.after_standing.position.unwrap().turn().is_none()
    }

    fn ahead(&self, standing: &Standing) -> i32 {
        let pieces = pieces(standing);
        let total = |own: bool| -> i32 {
            let of = pieces.iter().filter(|(_, (color, _))| (*color == self.mover) == own);
            of.map(|(&place, _)| {
                let flipped = (self.size + 1 - place.0, place.1);
                5 + if own { self.worth(place) } else { self.worth(flipped) }
            })
            .sum()
        };
        total(true) - total(false)
    }

    /// True if a way of `steps` steps leads over points that are vacant or may be captured.
    fn way(&self, from: At, to: At, steps: i32) -> bool {
        if steps == 0 {
            return from == to;
        }
        let captures = self.after.get(&self.to).is_some_and(|piece| piece.1);
        let n = self.size;
        around(from).any(|next| {
            let on_board = (1..=n).contains(&next.0) && (1..=n).contains(&next.1);
            let open = !self.after.contains_key(&next) || captures && self.theirs(&self.after, next, None);
            let in_reach = (to.0 - next.0).abs().max((to.1 - next.1).abs()) < steps;
            on_board && open && in_reach && self.way(next, to, steps - 1)
        })
    }

    fn near_call(standing: &Standing) -> bool {
        let now = standing.board();
        let next = standing.position.unwrap().turn();
        let times = standing.history().filter(|m| m.board == *now && Some(m.next) == next).count();
        // The last fifth of ten quiet moves for each row.
        standing.history().len() >= 8 * usize::from(now.size().points()) || times > 0
    }

    /// True if the mover can capture a piece within `moves` more moves. It is the opponent's turn.
    fn wins(standing: &Standing, piece: At, moves: u8) -> bool {
        let Some(position) = standing.position.filter(|position| position.turn().is_some()) else { return false };
        position.legal_moves().all(|reply| {
            let mut next = standing.clone();
            next.play(reply).unwrap();
            let mut piece = piece;
            if let Move::Step(from, way) = reply
                && at(from) == piece
            {
                let (south, east) = WAYS[way as usize];
                piece = (piece.0 + south, piece.1 + east);
            }
            let position = next.position.unwrap();
            position.legal_moves().any(|chosen| {
                let mut further = next.clone();
                further.play(chosen).unwrap();
                let taken = matches!(chosen, Move::Step(from, way)
                    if (at(from).0 + WAYS[way as usize].0, at(from).1 + WAYS[way as usize].1) == piece);
                taken || moves > 1 && Self::wins(&further, piece, moves - 1)
            })
        })
    }

    pub fn holds(&self, reason: Reason) -> bool {
        let passes = self.chosen == Move::Pass;
        match reason {
            Reason::Ends { ahead } => self.over() && ahead == self.ahead(&self.after_standing),
            Reason::Only => self.standing.position.unwrap().legal_moves().count() == 1,
            Reason::Stuck => passes && self.standing.position.unwrap().legal_moves().next() == Some(Move::Pass),
            Reason::TowardCall { ahead } => {
                let quiet = self.after_standing.history().len() == self.standing.history().len() + 1;
                let lead = self.ahead(&self.after_standing);
                quiet && !self.over() && lead > 0 && ahead == lead && Self::near_call(&self.after_standing)
            }
            Reason::AwayFromCall { behind } => {
                let lead = self.ahead(self.standing);
                let near = Self::near_call(self.standing) && !Self::near_call(&self.after_standing);
                near && !self.over() && lead < 0 && behind == -lead
            }
            _ => !passes && self.holds_of_step(reason),
        }
    }

    fn holds_of_step(&self, reason: Reason) -> bool {
        let (from, to) = (self.from, self.to);
        match reason {
            Reason::Captures { piece } => {
                at(piece) == to && self.theirs(&self.before, to, None) && self.own(&self.after, to)
            }
            Reason::Takes { home, worth } => {
                let forward = if self.mover == Color::White { to.0 > from.0 } else { to.0 < from.0 };
                forward && at(home) == to && self.worth(to) == i32::from(worth) && self.worth(to) > self.worth(from)
            }
            Reason::Armed => !self.before[&from].1 && self.after[&to].1,
            Reason::Retreats { hunter } => {
                let hunter = at(hunter);
                around(from).any(|place| place == hunter)
                    && self.theirs(&self.before, hunter, Some(true))
                    && self.theirs(&self.after, hunter, Some(true))
                    && !self.hunted(&self.after, to)
            }
            Reason::Blocks { piece, direction } => {
                let (south, east) = WAYS[direction as usize];
                let piece = at(piece);
                !self.before.contains_key(&to)
                    && self.theirs(&self.before, piece, Some(false))
                    && (piece.0 + south, piece.1 + east) == to
                    && self.own(&self.after, to)
            }
            Reason::Holds { home, against } => {
                at(home) == to
                    && self.own_home(to)
                    && !self.before.contains_key(&to)
                    && around(to).any(|place| place == at(against))
                    && self.theirs(&self.after, at(against), Some(false))
            }
            Reason::Wins { piece, moves } => {
                self.theirs(&self.after, at(piece), None) && Self::wins(&self.after_standing, at(piece), moves - 1)
            }
            Reason::Reaches { home, worth } => self.reaches(at(home), i32::from(worth)),
            Reason::Threatens { piece } => {
                self.after[&to].1
                    && !self.over()
                    && around(to).any(|place| place == at(piece))
                    && self.theirs(&self.after, at(piece), None)
            }
            Reason::Advances { home, steps, free } => {
                let home = at(home);
                let steps = i32::from(steps);
                let distance = |a: At| (a.0 - home.0).abs().max((a.1 - home.1).abs());
                let forward = if self.mover == Color::White { to.0 > from.0 } else { to.0 < from.0 };
                self.worth(home) > self.worth(from)
                    && (forward || self.worth(from) > 0)
                    && (home.0 + home.1 - to.0 - to.1) % 2 == 0
                    && distance(to) == steps
                    && distance(from) == steps + 1
                    && !self.own(&self.after, home)
                    && free == self.way(to, home, steps)
            }
            Reason::Steps { to: named, forward, purpose } => {
                at(named) == to && forward == self.forward() && self.serves(purpose)
            }
            Reason::Exposed { hunter } => {
                !self.over()
                    && around(to).any(|place| place == at(hunter))
                    && self.theirs(&self.after, at(hunter), Some(true))
            }
            _ => false,
        }
    }

    fn forward(&self) -> bool {
        (self.to.0 > self.from.0) == (self.mover == Color::White)
    }

    /// True if an opponent's piece that can capture could step next to a place.
    fn can_approach(&self, pieces: &Pieces, hunter: At, place: At) -> bool {
        let on_board = |at: &At| (1..=self.size).contains(&at.0) && (1..=self.size).contains(&at.1);
        self.theirs(pieces, hunter, Some(true))
            && around(hunter)
                .filter(on_board)
                .any(|next| !pieces.contains_key(&next) && around(place).any(|other| other == next))
    }

    fn serves(&self, purpose: Purpose) -> bool {
        let replies = || self.after_standing.position.unwrap().legal_moves();
        let reply_with = |reply: Move| {
            let mut then = self.after_standing.clone();
            then.play(reply).unwrap();
            then
        };
        let over = |standing: &Standing| standing.position.unwrap().turn().is_none();
        match purpose {
            Purpose::KeepsAway { hunter } => {
                let hunter = at(hunter);
                !self.over()
                    && self.can_approach(&self.before, hunter, self.from)
                    && self.theirs(&self.after, hunter, Some(true))
                    && !self.can_approach(&self.after, hunter, self.to)
                    && !self.hunted(&self.after, self.to)
            }
            Purpose::MakesRoom { piece } => {
                let piece = at(piece);
                let behind = (self.from.0 > piece.0) == (self.mover == Color::White);
                !self.over()
                    && piece != self.to
                    && behind
                    && around(self.from).any(|place| place == piece)
                    && self.own(&self.after, piece)
            }
            Purpose::Prepares { from, direction, aim } => {
                let next = Move::Step(from, direction);
                let steps = |then: &Standing| -> Vec<Move> {
                    if over(then) { vec![] } else { then.position.unwrap().legal_moves().collect() }
                };
                let follows = self.own(&self.after, at(from))
                    && replies().map(reply_with).any(|then| {
                        let possible = steps(&then).contains(&next);
                        possible && aim.is_none_or(|aim| !self.undoes(next) && Checker::new(&then, next).does(aim))
                    });
                // A step without an aim may be named only if no next step has a strong one.
                let aimless = || {
                    replies().map(reply_with).all(|then| {
                        steps(&then).into_iter().all(|it| self.undoes(it) || !Checker::new(&then, it).has_strong_aim())
                    })
                };
                follows && (aim.is_some() || aimless())
            }
            Purpose::Last => {
                let stuck = |then: &Standing| then.position.unwrap().legal_moves().next() == Some(Move::Pass);
                self.over() || replies().map(reply_with).all(|then| over(&then) || stuck(&then))
            }
        }
    }

    /// True if a next step only undoes the step.
    fn undoes(&self, next: Move) -> bool {
        let Move::Step(from, way) = next else { return false };
        let (south, east) = WAYS[way as usize];
        at(from) == self.to && (self.to.0 + south, self.to.1 + east) == self.from
    }

    /// True if the step captures, takes a home point or escapes.
    fn has_strong_aim(&self) -> bool {
        let takes = self.forward() && self.worth(self.to) > self.worth(self.from);
        let aims = |piece: Point| [Aim::Captures { piece }, Aim::Retreats { hunter: piece }];
        takes || self.standing.board().points().flat_map(aims).any(|aim| self.does(aim))
    }

    /// True if the step has this aim.
    fn does(&self, aim: Aim) -> bool {
        match aim {
            Aim::Captures { piece } => self.holds(Reason::Captures { piece }),
            Aim::Takes { home, worth } => self.holds(Reason::Takes { home, worth }),
            Aim::Retreats { hunter } => self.holds(Reason::Retreats { hunter }),
            Aim::Blocks { piece } => {
                Direction::ALL.into_iter().any(|direction| self.holds(Reason::Blocks { piece, direction }))
            }
            Aim::Advances { home } => {
                let (row, column) = (at(home).0 - self.to.0, at(home).1 - self.to.1);
                let steps = row.unsigned_abs().max(column.unsigned_abs()) as u8;
                [false, true].into_iter().any(|free| self.holds(Reason::Advances { home, steps, free }))
            }
        }
    }

    /// True if the mover can step to a home point next, whatever the reply.
    fn reaches(&self, home: At, worth: i32) -> bool {
        if self.worth(home) != worth || worth == 0 || self.over() || self.after.contains_key(&home) {
            return false;
        }
        self.after_standing.position.unwrap().legal_moves().all(|reply| {
            let mut next = self.after_standing.clone();
            next.play(reply).unwrap();
            let position = next.position.unwrap();
            position.turn().is_some()
                && position.legal_moves().any(|chosen| {
                    matches!(chosen, Move::Step(from, way)
                        if (at(from).0 + WAYS[way as usize].0, at(from).1 + WAYS[way as usize].1) == home)
                })
        })
    }
}
