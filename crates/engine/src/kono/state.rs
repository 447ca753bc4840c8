use parlor_rules::kono::{Board, Color, Direction, Move};

use super::bits::Bits;
use super::lattice::{CAPTURE, INDICES, Lattice, index_of, kind, point_of};

/// A position as the search keeps it: everything that changes, small enough to copy at each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State<B> {
    /// Pieces by colour.
    pub(super) sides: [B; 2],
    /// The pieces of both colours that may capture.
    pub(super) capturing: B,
    /// Whose move it is, as an index by colour.
    pub(super) mover: usize,
    /// The sum of what the pieces count, in White's favour.
    pub(super) count: i32,
    /// The sum of the keys of all this.
    pub(super) hash: u64,
}

/// A move in two bytes: where from, and which way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Step(pub(super) u16);

/// Room for a number of every step that isn't a pass.
pub(super) const STEPS: usize = INDICES * 4;

impl Step {
    /// Not a move: no piece can leave the corner over the edge.
    pub(super) const NONE: Step = Step(0);
    /// The move of a player who is stuck.
    pub(super) const PASS: Step = Step(STEPS as u16);

    #[inline]
    pub(super) fn new(from: usize, direction: usize) -> Step {
        Step((from << 2 | direction) as u16)
    }

    #[inline]
    pub(super) fn from(self) -> usize {
        usize::from(self.0 >> 2) % INDICES
    }

    #[inline]
    pub(super) fn direction(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// A number below [`STEPS`].
    #[inline]
    pub(super) fn number(self) -> usize {
        usize::from(self.0) % STEPS
    }

    /// The rules' move.
    pub(super) fn to_move<B: Bits>(self) -> Move {
        if self == Step::PASS {
            return Move::Pass;
        }
        Move::Step(point_of::<B>(self.from()), Direction::ALL[self.direction()])
    }

    /// The step of a legal move of the rules.
    pub(super) fn of_move<B: Bits>(chosen: Move) -> Step {
        match chosen {
            Move::Pass => Step::PASS,
            Move::Step(point, direction) => Step::new(index_of::<B>(point), direction as usize),
        }
    }
}

/// What a step does beside moving a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Noise {
    /// Nothing that rule kon-called counts.
    Quiet,
    /// Removes a piece.
    Captures,
    /// Comes to an opponent's home point for the first time.
    Arrives,
}

impl<B: Bits> State<B> {
    /// A board and who moves next.
    pub(super) fn new(lattice: &Lattice<B>, board: &Board, mover: Color) -> State<B> {
        let sides = [Color::White, Color::Black].map(|color| B::from_rules(board.bits(color)));
        let capturing = B::from_rules(board.capturing_bits());
        let mut state = State { sides, capturing, mover: mover as usize, count: 0, hash: 0 };
        (state.count, state.hash) = state.sums(lattice);
        state
    }

    /// Count and hash from nothing but the pieces.
    pub(super) fn sums(&self, lattice: &Lattice<B>) -> (i32, u64) {
        let (mut count, mut hash) = (0, if self.mover == 1 { lattice.black_key } else { 0 });
        for color in 0..2 {
            let mut pieces = self.sides[color];
            while !pieces.is_empty() {
                let index = pieces.first();
                pieces = pieces.without_first();
                let kind = kind(color, self.capturing.meets(B::bit(index)));
                count += lattice.counts[kind][index];
                hash ^= lattice.keys[kind][index];
            }
        }
        (count, hash)
    }

    #[inline]
    fn vacant(&self, lattice: &Lattice<B>) -> B {
        lattice.all & !(self.sides[0] | self.sides[1])
    }

    /// Calls back with every step of the mover.
    #[inline]
    pub(super) fn steps(&self, lattice: &Lattice<B>, mut each: impl FnMut(Step, Noise)) {
        let (own, theirs) = (self.sides[self.mover & 1], self.sides[(self.mover & 1) ^ 1]);
        let (able, vacant) = (own & self.capturing, self.vacant(lattice));
        let home = lattice.homes[(self.mover & 1) ^ 1];
        for direction in 0..4 {
            let back = direction ^ 2;
            let mut captures = able & theirs.shifted(back);
            while !captures.is_empty() {
                each(Step::new(captures.first(), direction), Noise::Captures);
                captures = captures.without_first();
            }
            let mut arrives = own & !able & (vacant & home).shifted(back);
            while !arrives.is_empty() {
                each(Step::new(arrives.first(), direction), Noise::Arrives);
                arrives = arrives.without_first();
            }
            let mut quiet = (able & vacant.shifted(back)) | (own & !able & (vacant & !home).shifted(back));
            while !quiet.is_empty() {
                each(Step::new(quiet.first(), direction), Noise::Quiet);
                quiet = quiet.without_first();
            }
        }
    }

    /// Whether the mover has any capture or first arrival.
    #[inline]
    pub(super) fn has_noise(&self, lattice: &Lattice<B>) -> bool {
        let (own, theirs) = (self.sides[self.mover & 1], self.sides[(self.mover & 1) ^ 1]);
        let able = own & self.capturing;
        let doors = self.vacant(lattice) & lattice.homes[(self.mover & 1) ^ 1];
        able.meets(theirs.neighbours()) || (own & !able).meets(doors.neighbours())
    }

    /// Calls back with every capture and first arrival of the mover.
    #[inline]
    pub(super) fn noisy_steps(&self, lattice: &Lattice<B>, mut each: impl FnMut(Step, Noise)) {
        let (own, theirs) = (self.sides[self.mover & 1], self.sides[(self.mover & 1) ^ 1]);
        let able = own & self.capturing;
        let doors = self.vacant(lattice) & lattice.homes[(self.mover & 1) ^ 1];
        for direction in 0..4 {
            let back = direction ^ 2;
            let mut captures = able & theirs.shifted(back);
            while !captures.is_empty() {
                each(Step::new(captures.first(), direction), Noise::Captures);
                captures = captures.without_first();
            }
            let mut arrives = own & !able & doors.shifted(back);
            while !arrives.is_empty() {
                each(Step::new(arrives.first(), direction), Noise::Arrives);
                arrives = arrives.without_first();
            }
        }
    }

    /// Whether a colour has any step.
    pub(super) fn can_step(&self, lattice: &Lattice<B>, color: usize) -> bool {
        let (own, theirs) = (self.sides[color & 1], self.sides[(color & 1) ^ 1]);
        own.meets(self.vacant(lattice).neighbours()) || (own & self.capturing).meets(theirs.neighbours())
    }

    /// What a legal step does.
    #[inline]
    pub(super) fn noise(&self, lattice: &Lattice<B>, step: Step) -> Noise {
        if step == Step::PASS {
            return Noise::Quiet;
        }
        let (from, to) = (B::bit(step.from()), B::bit(B::index_after(step.from(), step.direction()) % INDICES));
        let other = (self.mover & 1) ^ 1;
        if self.sides[other].meets(to) {
            Noise::Captures
        } else if !self.capturing.meets(from) && lattice.homes[other].meets(to) {
            Noise::Arrives
        } else {
            Noise::Quiet
        }
    }

    /// The position after a legal step.
    #[inline]
    pub(super) fn after(&self, lattice: &Lattice<B>, step: Step) -> State<B> {
        let mut next = *self;
        next.mover ^= 1;
        next.hash ^= lattice.black_key;
        if step == Step::PASS {
            return next;
        }
        let (mover, other) = (self.mover & 1, (self.mover & 1) ^ 1);
        let (from, to) = (step.from(), B::index_after(step.from(), step.direction()) % INDICES);
        let (from_bit, to_bit) = (B::bit(from), B::bit(to));
        let could = self.capturing.meets(from_bit);
        let can = could || lattice.homes[other].meets(to_bit);
        let (before, now) = (kind(mover, could), kind(mover, can));
        if self.sides[other].meets(to_bit) {
            let victim = kind(other, self.capturing.meets(to_bit));
            next.sides[other] ^= to_bit;
            next.capturing &= !to_bit;
            next.count -= lattice.counts[victim][to];
            next.hash ^= lattice.keys[victim][to];
        }
        next.sides[mover] ^= from_bit | to_bit;
        next.capturing &= !from_bit;
        if can {
            next.capturing |= to_bit;
        }
        next.count += lattice.counts[now][to] - lattice.counts[before][from];
        next.hash ^= lattice.keys[now][to] ^ lattice.keys[before][from];
        next
    }

    /// Whether all pieces of a player stand on the other's home points (rule kon-end).
    #[inline]
    pub(super) fn is_home(&self, lattice: &Lattice<B>) -> bool {
        !self.sides[0].meets(!lattice.homes[1]) || !self.sides[1].meets(!lattice.homes[0])
    }

    /// What the mover would be ahead by if the round ended now, in points (rule kon-score).
    pub(super) fn ahead(&self, lattice: &Lattice<B>) -> i32 {
        let scored = |color: usize| {
            let mut arrived = self.sides[color] & lattice.homes[color ^ 1];
            let mut points = CAPTURE * self.sides[color].count() as i32;
            while !arrived.is_empty() {
                points += i32::from(lattice.worth[arrived.first() % INDICES]);
                arrived = arrived.without_first();
            }
            points
        };
        let white = scored(0) - scored(1);
        if self.mover == 0 { white } else { -white }
    }

    /// What the mover can hope for, in hundredths of a point, without looking ahead.
    #[inline]
    pub(super) fn evaluate(&self, lattice: &Lattice<B>) -> i32 {
        let vacant = self.vacant(lattice);
        let mut roads = 0;
        for direction in 0..4 {
            let doors = vacant.shifted(direction);
            roads += (self.sides[0] & doors).count() as i32 - (self.sides[1] & doors).count() as i32;
        }
        let white = self.count + lattice.mobility * roads;
        lattice.tempo + if self.mover == 0 { white } else { -white }
    }
}
