//! One turn for all boards at once: computes the value of each board from the values of the ends of turns.
//!
//! Within a turn the mover's row only fills and the opponent's only empties, so positions never repeat. If the mover's rows are
//! processed from full to empty, and the opponent's rows from empty to full, everything that a board leads to is known
//! when its turn comes. Rows with the same number of covered squares don't lead to one another, so they can be
//! processed in parallel, and the result is the same bit for bit with any number of threads.

use super::parallel;

/// The number of boards processed at once: those that differ only in the opponent's three largest squares, which are in the
/// fewest sets.
const LANES: usize = 8;
const LANE_BITS: usize = LANES.trailing_zeros() as usize;
type Lanes = [f32; LANES];

/// Below every value: no move is possible.
const NONE: f32 = f32::NEG_INFINITY;

/// The sums of dice, 0 to 12.
pub(super) const SUMS: usize = 13;

/// The probability of each sum of two dice.
#[expect(clippy::cast_precision_loss, reason = "there are 6 ways at most")]
pub(super) const TWO_DICE: [f32; SUMS] = {
    let mut chances = [0.0; SUMS];
    let mut sum = 2;
    while sum < SUMS {
        let ways = if sum <= 7 { sum - 1 } else { 13 - sum };
        chances[sum] = ways as f32 / 36.0;
        sum += 1;
    }
    chances
};
/// The probability of each side of one die.
pub(super) const ONE_DIE: f32 = 1.0 / 6.0;

/// The value of a win, by its points.
pub(super) type Pays = [f32; 79];

/// The values of wins in a single round: their points.
#[expect(clippy::cast_precision_loss, reason = "a row adds up to 78 at most")]
pub(super) static POINTS: Pays = {
    let mut pays = [0.0; 79];
    let mut points = 0;
    while points < pays.len() {
        pays[points] = points as f32;
        points += 1;
    }
    pays
};

/// A move's squares as bits of a row number, and their sum.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub(super) squares: usize,
    pub(super) sum: usize,
}

/// A move that uncovers squares, not all of them lane squares.
#[derive(Clone, Copy)]
struct Uncover {
    /// The block of lanes that it leads to.
    block: u16,
    sum: u8,
    /// The lane squares that it uncovers.
    lane_squares: u8,
}

/// Rows of one size: how they are numbered, and the moves.
///
/// Square k is bit `bits - k` of a row's number, so the largest squares are the lowest bits. (Rows of fewer than three
/// squares are padded with bits that no move changes.)
pub(super) struct Turn {
    squares: usize,
    /// The number of bits in a row's number.
    pub(super) bits: usize,
    /// The sum of the covered squares of every row.
    pub(super) sums: Vec<f32>,
    /// Every set that adds up to a sum of dice, in ascending order as row numbers.
    pub(super) sets: Vec<Set>,
    /// Row numbers, those with the most squares covered first, and the inverse of that order. Values are in this order.
    pub(super) order: Vec<u16>,
    place: Vec<u16>,
    /// The index in `order` where the rows with each number of covered squares end, the largest number first.
    pub(super) level_ends: Vec<usize>,
    /// The uncovers of all blocks, and the index where those of each block begin.
    uncovers: Vec<Uncover>,
    uncovers_from: Vec<u32>,
    /// For every sum, its sets of lane squares alone, and the sums that have such sets.
    lane_sets: [Vec<usize>; SUMS],
    lane_sums: Vec<usize>,
    /// The other sums that two dice can show.
    wide_sums: Vec<usize>,
}

impl Turn {
    #[expect(clippy::cast_precision_loss, reason = "a row adds up to 78 at most")]
    pub(super) fn new(squares: u8) -> Turn {
        let squares = usize::from(squares);
        let bits = squares.max(LANE_BITS);
        let rows = 1usize << bits;
        let full = (rows - 1) & !((1 << (bits - squares)) - 1);
        let sum_of = |row: usize| (1..=squares).filter(|k| row >> (bits - k) & 1 == 1).sum::<usize>();
        let sets: Vec<Set> = (1..rows)
            .filter(|row| row & !full == 0)
            .map(|row| Set { squares: row, sum: sum_of(row) })
            .filter(|set| set.sum < SUMS)
            .collect();

        let mut order: Vec<u16> = (0..rows as u16).collect();
        order.sort_by_key(|&row| std::cmp::Reverse((usize::from(row) & full).count_ones()));
        let mut place = vec![0; rows];
        for (at, &row) in order.iter().enumerate() {
            place[usize::from(row)] = at as u16;
        }
        let mut level_ends = vec![0; squares + 1];
        for row in 0..rows {
            let open = squares - (row & full).count_ones() as usize;
            level_ends[open..].iter_mut().for_each(|end| *end += 1);
        }

        let lane_squares = LANES - 1;
        let (only_lanes, mut wide_sets): (Vec<Set>, Vec<Set>) =
            sets.iter().partition(|set| set.squares & !lane_squares == 0);
        let mut lane_sets = [const { Vec::new() }; SUMS];
        for set in only_lanes {
            lane_sets[set.sum].push(set.squares);
        }
        let (lane_sums, wide_sums) = (1..SUMS).partition(|&sum| !lane_sets[sum].is_empty());
        // Sets with the same lane squares are neighbours, which helps branch prediction.
        wide_sets.sort_by_key(|set| set.squares & lane_squares);
        let mut uncovers = Vec::new();
        let mut uncovers_from = vec![0];
        for block in 0..rows / LANES {
            uncovers.extend(wide_sets.iter().filter(|set| (set.squares >> LANE_BITS) & !block == 0).map(|set| {
                Uncover {
                    block: (block & !(set.squares >> LANE_BITS)) as u16,
                    sum: set.sum as u8,
                    lane_squares: (set.squares & lane_squares) as u8,
                }
            }));
            uncovers_from.push(uncovers.len() as u32);
        }
        let sums = (0..rows).map(|row| sum_of(row) as f32).collect();
        Turn {
            squares,
            bits,
            sums,
            sets,
            order,
            place,
            level_ends,
            uncovers,
            uncovers_from,
            lane_sets,
            lane_sums,
            wide_sums,
        }
    }

    pub(super) fn row_len(&self) -> usize {
        1 << self.bits
    }

    pub(super) fn boards(&self) -> usize {
        1 << (2 * self.bits)
    }

    /// The number of the row with these squares covered; bit 0 is square 1.
    pub(super) fn row(&self, covered: u16) -> usize {
        usize::from(covered.reverse_bits()) >> (16 - self.bits)
    }

    /// The index of a board's value.
    pub(super) fn index(&self, own: usize, opponent: usize) -> usize {
        (usize::from(self.place[own]) << self.bits) + opponent
    }

    /// True if every square of the row is covered.
    pub(super) fn is_full(&self, row: usize) -> bool {
        usize::from(self.place[row]) < self.level_ends[0]
    }

    /// Computes `values` from `ends`, the values of boards at the end of a turn for the player who throws, by own row (in
    /// numeric order) and opponent's row.
    pub(super) fn solve(&self, ends: &[f32], values: &mut [f32], pays: &Pays) {
        let len = self.row_len();
        for (values, &own) in values.chunks_exact_mut(len).zip(&self.order[..self.level_ends[0]]) {
            self.won_by_covering(usize::from(own), values, pays);
        }
        for level in self.level_ends.windows(2) {
            let (known, unknown) = values.split_at_mut(level[0] * len);
            let rows = &self.order[level[0]..level[1]];
            let jobs = unknown.chunks_exact_mut(len).zip(rows);
            parallel::each(
                jobs,
                || vec![0.0; SUMS * len],
                |covers, (row, &own)| {
                    let own = usize::from(own);
                    let ends = &ends[own * len..][..len];
                    let won = self.won_by_uncovering(own, pays);
                    if self.may_throw_one(own) {
                        self.solve_row::<true, true>(own, known, ends, &[], row, covers, won);
                    } else {
                        self.solve_row::<false, true>(own, known, ends, &[], row, covers, won);
                    }
                },
            );
        }
    }

    /// The largest difference between a board's value and the value that one throw gives it, computed from the values of
    /// the boards that follow.
    pub(super) fn residual(&self, ends: &[f32], values: &[f32], pays: &Pays) -> f32 {
        let len = self.row_len();
        let finished = self.level_ends[0];
        let jobs = self.order[finished..].iter().zip(values[finished * len..].chunks_exact(len));
        let scratch = || (0.0, vec![0.0; SUMS * len], vec![0.0; len], vec![0.0; len]);
        let largest = parallel::each(jobs, scratch, |(largest, covers, after, known_row), (&own, row)| {
            let own = usize::from(own);
            let ends = &ends[own * len..][..len];
            known_row.copy_from_slice(row);
            let won = self.won_by_uncovering(own, pays);
            known_row[0] = won;
            if self.may_throw_one(own) {
                self.solve_row::<true, false>(own, values, ends, known_row, after, covers, won);
            } else {
                self.solve_row::<false, false>(own, values, ends, known_row, after, covers, won);
            }
            *largest = after.iter().zip(row).map(|(after, row)| (after - row).abs()).fold(*largest, f32::max);
        });
        largest.into_iter().map(|(largest, ..)| largest).fold(0.0, f32::max)
    }

    /// Updates the values of the ends of turns: there the opponent throws next, so the values are negated. `ends`
    /// moves toward the new values by `step`, and away from `before`, the ends of the sweep before it, by `memory`. The
    /// result replaces `before`. Returns the largest difference between old ends and new values.
    pub(super) fn update_ends(&self, values: &[f32], ends: &[f32], before: &mut [f32], step: f32, memory: f32) -> f32 {
        let len = self.row_len();
        let jobs = before.chunks_exact_mut(len * LANES).zip(ends.chunks_exact(len * LANES)).enumerate();
        let largest = parallel::each(
            jobs,
            || 0f32,
            |largest, (tile, (before, ends))| {
                for block in 0..len / LANES {
                    let turned: [Lanes; LANES] = std::array::from_fn(|lane| {
                        let row = &values[self.index(block * LANES + lane, 0)..][..len];
                        lanes(row, tile)
                    });
                    for own in 0..LANES {
                        let at = own * len + block * LANES;
                        let rows = before[at..][..LANES].iter_mut().zip(&ends[at..][..LANES]).zip(&turned);
                        for ((before, &end), values) in rows {
                            let off = -values[own] - end;
                            *largest = if off.abs() > *largest { off.abs() } else { *largest };
                            let next = end + step * off;
                            *before = next + memory * (next - *before);
                        }
                    }
                }
            },
        );
        largest.into_iter().fold(0.0, f32::max)
    }

    /// True if all squares of the player's row from 7 up are covered (rule can-dice).
    pub(super) fn may_throw_one(&self, own: usize) -> bool {
        (7..=self.squares).all(|square| own >> (self.bits - square) & 1 == 1)
    }

    /// A win by covering pays the opponent's uncovered squares (rule can-points).
    fn won_by_covering(&self, own: usize, values: &mut [f32], pays: &Pays) {
        for (opponent, value) in values.iter_mut().enumerate() {
            *value = pays[self.covering_points(own, opponent)];
        }
    }

    /// The points of a win by covering: the opponent's uncovered squares.
    #[expect(clippy::cast_sign_loss, reason = "a full row has the greatest sum")]
    pub(super) fn covering_points(&self, own: usize, opponent: usize) -> usize {
        (self.sums[own] - self.sums[opponent]) as usize
    }

    /// The value of a win by uncovering, which pays the winner's covered squares.
    #[expect(clippy::cast_sign_loss, reason = "sums are not negative")]
    pub(super) fn won_by_uncovering(&self, own: usize, pays: &Pays) -> f32 {
        pays[self.sums[own] as usize]
    }

    /// One own row against every opponent's row. With `ONE`, one die may be thrown. With `IN_PLACE`, the values of the
    /// row itself are read from `row` while it fills; otherwise from `known_row`, whose first value must be `won`, that of
    /// winning by uncovering.
    #[expect(clippy::too_many_arguments, reason = "slices of the same tables")]
    fn solve_row<const ONE: bool, const IN_PLACE: bool>(
        &self,
        own: usize,
        known: &[f32],
        ends: &[f32],
        known_row: &[f32],
        row: &mut [f32],
        covers: &mut [f32],
        won: f32,
    ) {
        let coverable = self.best_covers(own, known, covers);
        let mut against_empty = 0.0;
        for block in 0..row.len() / LANES {
            let mut best = [[NONE; LANES]; SUMS];
            for sum in 1..SUMS {
                if coverable[sum] {
                    best[sum] = lanes(&covers[sum * row.len()..], block);
                }
            }
            let from = if IN_PLACE { &*row } else { known_row };
            for uncover in &self.uncovers[self.uncovers_of(block)] {
                let best = &mut best[usize::from(uncover.sum)];
                let after = lanes(from, usize::from(uncover.block));
                greater_without(best, after, usize::from(uncover.lane_squares));
            }
            let ends = lanes(ends, block);
            let mut dice = ThrowValues::<ONE>::default();
            for &sum in &self.wide_sums {
                dice.add(sum, best[sum], ends, coverable[sum]);
            }
            // Lanes lead to lanes with fewer squares covered. The first pass completes the lane with none covered, and
            // each further pass the lanes with one more.
            let mut value = if IN_PLACE { [NONE; LANES] } else { lanes(known_row, block) };
            for _ in 0..if IN_PLACE { LANE_BITS + 1 } else { 1 } {
                let mut dice = dice;
                for &sum in &self.lane_sums {
                    let mut best = best[sum];
                    for &squares in &self.lane_sets[sum] {
                        greater_without(&mut best, value, squares);
                    }
                    dice.add(sum, best, ends, coverable[sum]);
                }
                value = dice.value();
                if IN_PLACE && block == 0 {
                    // Emptying the opponent's row wins. Throwing against an empty row doesn't, so its value is kept
                    // apart until the row is done.
                    against_empty = value[0];
                    value[0] = won;
                }
            }
            row[block * LANES..][..LANES].copy_from_slice(&value);
        }
        if IN_PLACE {
            row[0] = against_empty;
        }
    }

    fn uncovers_of(&self, block: usize) -> std::ops::Range<usize> {
        self.uncovers_from[block] as usize..self.uncovers_from[block + 1] as usize
    }

    /// For every sum and opponent's row the value of the best cover, and the sums that can be covered.
    fn best_covers(&self, own: usize, known: &[f32], covers: &mut [f32]) -> [bool; SUMS] {
        let len = self.row_len();
        let mut coverable = [false; SUMS];
        for set in self.sets.iter().filter(|set| set.squares & own == 0) {
            let after = &known[usize::from(self.place[own | set.squares]) * len..][..len];
            let best = &mut covers[set.sum * len..][..len];
            if coverable[set.sum] {
                for (best, &after) in best.iter_mut().zip(after) {
                    *best = if after > *best { after } else { *best };
                }
            } else {
                best.copy_from_slice(after);
                coverable[set.sum] = true;
            }
        }
        coverable
    }
}

#[inline]
fn lanes(row: &[f32], block: usize) -> Lanes {
    let (blocks, _) = row.as_chunks::<LANES>();
    blocks[block]
}

/// Keeps the greater value in each lane.
#[inline]
fn greater(best: &mut Lanes, other: Lanes) {
    for lane in 0..LANES {
        best[lane] = if other[lane] > best[lane] { other[lane] } else { best[lane] };
    }
}

/// Like [`greater`], for a move that also uncovers squares that the lanes stand for: each lane in which these are
/// covered gets the value of the lane in which they aren't.
#[expect(clippy::inline_always, reason = "a call for every move of every board takes longer than the move")]
#[inline(always)]
fn greater_without(best: &mut Lanes, after: Lanes, squares: usize) {
    let with = |squares: usize| (0..LANES).filter(move |lane| lane & squares == squares);
    let mut keep = |lane: usize, other: f32| best[lane] = if other > best[lane] { other } else { best[lane] };
    // Spelled out, so that the compiler sees which lanes lead where.
    match squares {
        0 => greater(best, after),
        1 => with(1).for_each(|lane| keep(lane, after[lane & !1])),
        2 => with(2).for_each(|lane| keep(lane, after[lane & !2])),
        4 => with(4).for_each(|lane| keep(lane, after[lane & !4])),
        several => with(several).for_each(|lane| keep(lane, after[lane & !several])),
    }
}

/// The values of throwing two dice and one, accumulated sum by sum.
#[derive(Clone, Copy, Default)]
struct ThrowValues<const ONE: bool> {
    two: Lanes,
    one: Lanes,
}

impl<const ONE: bool> ThrowValues<ONE> {
    /// Adds a sum: its best move, or the end of the turn if it has none. `sure` means that all lanes have one.
    #[inline]
    fn add(&mut self, sum: usize, best: Lanes, ends: Lanes, sure: bool) {
        let mut value = best;
        if !sure {
            for (value, end) in value.iter_mut().zip(ends) {
                *value = if *value == NONE { end } else { *value };
            }
        }
        for ((two, one), value) in self.two.iter_mut().zip(&mut self.one).zip(value) {
            *two += TWO_DICE[sum] * value;
            if ONE && sum <= 6 {
                *one += ONE_DIE * value;
            }
        }
    }

    #[inline]
    fn value(&self) -> Lanes {
        let mut value = self.two;
        if ONE {
            greater(&mut value, self.one);
        }
        value
    }
}
