use parlor_rules::kono::{Board, CAPTURE_POINTS, Color, Direction, Move};

use super::bits::Bits;
use super::lattice::{INDICES, Lattice, index_of, piece_kind, point_of};

/// A position in the search: everything that changes, small enough to copy at each step. It is always seen from the
/// mover's side, so that no field has to be looked up by colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchState<B> {
    /// The mover's pieces.
    pub(super) own: B,
    /// The opponent's pieces.
    pub(super) theirs: B,
    /// The pieces of both players that may capture.
    pub(super) capturing: B,
    /// The mover, as an index by colour.
    pub(super) mover: usize,
    /// The weights of the mover's pieces minus those of the opponent's.
    pub(super) count: i32,
    /// The Zobrist hash of the position.
    pub(super) hash: u64,
}

/// A move in two bytes: its origin and its direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PackedMove(pub(super) u16);

/// The number of steps that aren't a pass, on or off the board.
pub(super) const STEPS: usize = INDICES * 4;

impl PackedMove {
    /// Not a move, because it would leave the board from the corner.
    pub(super) const NONE: PackedMove = PackedMove(0);
    /// The move of a player who is stuck.
    pub(super) const PASS: PackedMove = PackedMove(STEPS as u16);

    #[inline]
    pub(super) fn new(from: usize, direction: usize) -> PackedMove {
        PackedMove((from << 2 | direction) as u16)
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

    /// The move as the rules represent it.
    pub(super) fn to_move<B: Bits>(self) -> Move {
        if self == PackedMove::PASS {
            return Move::Pass;
        }
        Move::Step(point_of::<B>(self.from()), Direction::ALL[self.direction()])
    }

    /// The step of a legal move of the rules.
    pub(super) fn of_move<B: Bits>(chosen: Move) -> PackedMove {
        match chosen {
            Move::Pass => PackedMove::PASS,
            Move::Step(point, direction) => PackedMove::new(index_of::<B>(point), direction as usize),
        }
    }
}

/// The kind of a step. Captures and arrivals are tactical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepKind {
    /// Neither captures nor arrives, so the round comes closer to being called.
    Quiet,
    /// Removes a piece.
    Capture,
    /// Reaches an opponent's home point for the first time.
    Arrival,
}

impl<B: Bits> SearchState<B> {
    /// The state of a board with this player to move.
    pub(super) fn new(lattice: &Lattice<B>, board: &Board, mover: Color) -> SearchState<B> {
        let mut state = SearchState {
            own: B::from_rules(board.bits(mover)),
            theirs: B::from_rules(board.bits(mover.other())),
            capturing: B::from_rules(board.capturing_bits()),
            mover: mover as usize,
            count: 0,
            hash: 0,
        };
        (state.count, state.hash) = state.sums(lattice);
        state
    }

    /// Count and hash, computed from scratch.
    pub(super) fn sums(&self, lattice: &Lattice<B>) -> (i32, u64) {
        let (mut count, mut hash) = (0, if self.mover == 1 { lattice.black_key } else { 0 });
        for (pieces, color, sign) in [(self.own, self.mover, 1), (self.theirs, self.mover ^ 1, -1)] {
            let mut pieces = pieces;
            while !pieces.is_empty() {
                let index = pieces.first() % INDICES;
                let kind = piece_kind(color, self.capturing.meets(B::bit(index)));
                count += sign * lattice.counts[kind][index];
                hash ^= lattice.keys[kind][index];
                pieces = pieces.without_first();
            }
        }
        (count, hash)
    }

    /// The pieces of a colour.
    pub(super) fn side(&self, color: usize) -> B {
        if color == self.mover { self.own } else { self.theirs }
    }

    #[inline]
    fn vacant(&self, lattice: &Lattice<B>) -> B {
        lattice.all & !(self.own | self.theirs)
    }

    /// The home points that the mover heads for.
    #[inline]
    fn goal(&self, lattice: &Lattice<B>) -> B {
        lattice.homes[(self.mover & 1) ^ 1]
    }

    /// Calls back with every step of the mover: the tactical ones, then the quiet ones.
    #[inline]
    pub(super) fn steps(&self, lattice: &Lattice<B>, mut each: impl FnMut(PackedMove, StepKind)) {
        self.tactical_steps(lattice, &mut each);
        self.quiet_steps(lattice, |step| each(step, StepKind::Quiet));
    }

    /// Calls back with every step of the mover that neither captures nor arrives.
    #[inline]
    pub(super) fn quiet_steps(&self, lattice: &Lattice<B>, mut each: impl FnMut(PackedMove)) {
        let vacant = self.vacant(lattice);
        let able = self.own & self.capturing;
        let plain = self.own & !self.capturing;
        let anywhere = vacant.origins();
        let short = (vacant & !self.goal(lattice)).origins();
        for direction in 0..4 {
            let mut quiet = (able & anywhere[direction]) | (plain & short[direction]);
            while !quiet.is_empty() {
                each(PackedMove::new(quiet.first(), direction));
                quiet = quiet.without_first();
            }
        }
    }

    /// True if the mover has a capture or first arrival.
    #[inline]
    pub(super) fn has_tactical(&self, lattice: &Lattice<B>) -> bool {
        let able = self.own & self.capturing;
        let doors = self.vacant(lattice) & self.goal(lattice);
        able.meets(self.theirs.neighbours()) || (self.own & !able).meets(doors.neighbours())
    }

    /// Calls back with every capture and first arrival of the mover.
    #[inline]
    pub(super) fn tactical_steps(&self, lattice: &Lattice<B>, mut each: impl FnMut(PackedMove, StepKind)) {
        let able = self.own & self.capturing;
        let plain = self.own & !able;
        let victims = self.theirs.origins();
        let doors = (self.vacant(lattice) & self.goal(lattice)).origins();
        for direction in 0..4 {
            let mut captures = able & victims[direction];
            while !captures.is_empty() {
                each(PackedMove::new(captures.first(), direction), StepKind::Capture);
                captures = captures.without_first();
            }
            let mut arrives = plain & doors[direction];
            while !arrives.is_empty() {
                each(PackedMove::new(arrives.first(), direction), StepKind::Arrival);
                arrives = arrives.without_first();
            }
        }
    }

    /// True if the mover has a step.
    pub(super) fn can_step(&self, lattice: &Lattice<B>) -> bool {
        can_step(self.own, self.theirs, self.capturing, self.vacant(lattice))
    }

    /// True if neither player has a step (rule kon-stuck).
    #[inline(never)]
    pub(super) fn is_stuck(&self, lattice: &Lattice<B>) -> bool {
        let other = can_step(self.theirs, self.own, self.capturing, self.vacant(lattice));
        !other && !self.can_step(lattice)
    }

    /// True if the mover may make this step, which isn't a pass.
    #[inline]
    pub(super) fn allows(&self, lattice: &Lattice<B>, step: PackedMove) -> bool {
        let (from, to) = lattice.legs[step.number()];
        let aims = if self.capturing.meets(from) { self.own } else { self.own | self.theirs };
        self.own.meets(from) && (lattice.all & !aims).meets(to)
    }

    /// The kind of a legal step.
    #[inline]
    pub(super) fn kind_of(&self, lattice: &Lattice<B>, step: PackedMove) -> StepKind {
        let (from, to) = lattice.legs[step.number()];
        if self.theirs.meets(to) {
            StepKind::Capture
        } else if self.goal(lattice).meets(to) && !self.capturing.meets(from) {
            StepKind::Arrival
        } else {
            StepKind::Quiet
        }
    }

    /// The position after a legal step.
    #[inline]
    pub(super) fn after(&self, lattice: &Lattice<B>, step: PackedMove) -> SearchState<B> {
        self.follow(lattice, step).0
    }

    /// The position after a legal step, and whether the step was quiet.
    #[inline]
    pub(super) fn follow(&self, lattice: &Lattice<B>, step: PackedMove) -> (SearchState<B>, bool) {
        let (from, to) = lattice.legs[step.number()];
        let could = self.capturing.meets(from);
        let kind = piece_kind(self.mover, could);
        let mut next = SearchState {
            own: self.theirs,
            theirs: self.own ^ (from | to),
            capturing: if could { self.capturing & !from | to } else { self.capturing },
            mover: self.mover ^ 1,
            count: -(self.count + lattice.gains[kind][step.number()]),
            hash: self.hash ^ lattice.step_keys[kind][step.number()],
        };
        let quiet = self.kind_of(lattice, step) == StepKind::Quiet;
        if !quiet {
            next.finish_tactical(lattice, self, to, could);
        }
        (next, quiet)
    }

    /// Applies the effects of a capture or an arrival beyond moving the piece.
    #[inline(never)]
    fn finish_tactical(&mut self, lattice: &Lattice<B>, before: &SearchState<B>, to: B, could: bool) {
        let (mover, index) = (before.mover, to.first() % INDICES);
        if before.theirs.meets(to) {
            let victim = piece_kind(mover ^ 1, before.capturing.meets(to));
            self.own ^= to;
            self.count -= lattice.counts[victim][index];
            self.hash ^= lattice.keys[victim][index];
        }
        if !could {
            let (plain, able) = (piece_kind(mover, false), piece_kind(mover, true));
            self.capturing |= to;
            self.count -= lattice.counts[able][index] - lattice.counts[plain][index];
            self.hash ^= lattice.keys[able][index] ^ lattice.keys[plain][index];
        }
    }

    /// True if all pieces of a player stand on the other's home points (rule kon-end).
    #[inline]
    pub(super) fn is_home(&self, lattice: &Lattice<B>) -> bool {
        let mover = self.mover & 1;
        !self.own.meets(!lattice.homes[mover ^ 1]) || !self.theirs.meets(!lattice.homes[mover])
    }

    /// The mover's lead in points if the round ended now (rule kon-score).
    pub(super) fn ahead(&self, lattice: &Lattice<B>) -> i32 {
        let scored = |pieces: B, goal: B| {
            let mut arrived = pieces & goal;
            let mut points = CAPTURE_POINTS * pieces.count() as i32;
            while !arrived.is_empty() {
                points += i32::from(lattice.worth[arrived.first() % INDICES]);
                arrived = arrived.without_first();
            }
            points
        };
        let mover = self.mover & 1;
        scored(self.own, lattice.homes[mover ^ 1]) - scored(self.theirs, lattice.homes[mover])
    }

    /// The static evaluation for the mover, in hundredths of a point.
    ///
    /// Mobility is the number of steps to vacant points. A piece's count includes all its neighbouring points, so
    /// only those taken by other pieces are subtracted here; neighbours of different colours cancel out.
    #[inline]
    pub(super) fn evaluate(&self, lattice: &Lattice<B>) -> i32 {
        let pairs = (self.theirs & lattice.open).pairs() - (self.own & lattice.open).pairs();
        lattice.tempo + self.count + 2 * lattice.mobility * pairs
    }
}

#[inline]
fn can_step<B: Bits>(own: B, theirs: B, capturing: B, vacant: B) -> bool {
    own.meets(vacant.neighbours()) || (own & capturing).meets(theirs.neighbours())
}
