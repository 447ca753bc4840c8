use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points, row by row from the northwest corner. At least one unused bit lies between rows, so that a step
/// over the east or west edge never reaches a point.
///
/// `u64` holds boards up to 7×7, `u128` up to 9×9. The search is compiled once for each.
pub(super) trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    const EMPTY: Self;
    /// The distance between the bits of a point and of its southern neighbour.
    const STRIDE: usize;

    /// The points of a set with ten bits per row, as the rules give it.
    fn from_rules(set: u128) -> Self;
    fn bit(index: usize) -> Self;
    /// The lowest index in a set that isn't empty.
    fn first(self) -> usize;
    /// The set without its lowest index.
    fn without_first(self) -> Self;
    /// The number of points in the set.
    fn count(self) -> u32;
    /// The set moved one step in a direction, numbered as in [`parlor_rules::kono::Direction`].
    fn shifted(self, direction: usize) -> Self;

    /// True if the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// True if the sets share a point.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// For each direction, every point from which a step that way leads into the set.
    #[inline]
    fn origins(self) -> [Self; 4] {
        [self.shifted(2), self.shifted(3), self.shifted(0), self.shifted(1)]
    }

    /// Every point one step away.
    #[inline]
    fn neighbours(self) -> Self {
        self.shifted(0) | self.shifted(1) | self.shifted(2) | self.shifted(3)
    }

    /// The number of pairs of neighbouring points in the set.
    #[inline]
    fn pairs(self) -> i32 {
        ((self & self.shifted(2)).count() + (self & self.shifted(3)).count()) as i32
    }

    /// The index one step away, if that is on the board.
    #[inline]
    fn index_after(index: usize, direction: usize) -> usize {
        let stride = Self::STRIDE as isize;
        let offsets = [-stride - 1, 1 - stride, stride + 1, stride - 1];
        index.wrapping_add_signed(offsets[direction & 3])
    }
}

macro_rules! bits {
    ($word:ty, $stride:literal, $from_rules:expr) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const STRIDE: usize = $stride;

            #[inline]
            fn from_rules(set: u128) -> Self {
                $from_rules(set)
            }

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn shifted(self, direction: usize) -> Self {
                match direction {
                    0 => self >> ($stride + 1),
                    1 => self >> ($stride - 1),
                    2 => self << ($stride + 1),
                    _ => self << ($stride - 1),
                }
            }
        }
    };
}

bits!(u64, 8, |set: u128| (0..7).fold(0, |bits, row| bits | ((set >> (10 * row)) as u64 & 0x7F) << (8 * row)));
bits!(u128, 10, |set: u128| set);
