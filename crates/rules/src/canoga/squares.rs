use std::fmt;

/// A set of squares of one row, as bits: bit 0 is square 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "u16", into = "u16"))]
pub struct Squares(u16);

/// The longest possible row: two dice can't add up to more.
pub(super) const MAX_SQUARE: u8 = 12;

impl From<u16> for Squares {
    fn from(bits: u16) -> Squares {
        Squares::from_bits(bits)
    }
}

impl From<Squares> for u16 {
    fn from(squares: Squares) -> u16 {
        squares.bits()
    }
}

impl Squares {
    /// The set without any squares.
    pub const NONE: Squares = Squares(0);

    /// Squares 1 to `n`, which is 12 at most.
    pub const fn up_to(n: u8) -> Squares {
        let n = if n > MAX_SQUARE { MAX_SQUARE } else { n };
        Squares((1 << n) - 1)
    }

    /// The set of one square; empty if no row has that square.
    pub const fn one(square: u8) -> Squares {
        match square {
            1..=MAX_SQUARE => Squares(1 << (square - 1)),
            _ => Squares::NONE,
        }
    }

    /// The set with these bits; bits above square 12 are dropped.
    pub const fn from_bits(bits: u16) -> Squares {
        Squares(bits & Squares::up_to(MAX_SQUARE).0)
    }

    /// The set as bits; bit 0 is square 1.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// True if the set has no squares.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set has this square.
    pub const fn contains(self, square: u8) -> bool {
        self.0 & Squares::one(square).0 != 0
    }

    /// True if every square of this set is in the other.
    pub const fn within(self, other: Squares) -> bool {
        self.0 & !other.0 == 0
    }

    /// All squares of either set.
    #[must_use]
    pub const fn with(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// The squares of this set that aren't in the other.
    #[must_use]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// The sum of the squares' numbers.
    pub const fn sum(self) -> u32 {
        SUMS[self.0 as usize] as u32
    }

    /// The squares of the set in ascending order.
    pub fn ascending(self) -> impl DoubleEndedIterator<Item = u8> {
        (1..=MAX_SQUARE).filter(move |&square| self.contains(square))
    }

    /// The sets of squares that add up to `sum`, which is 12 at most; larger squares first.
    pub fn adding_up_to(sum: u8) -> &'static [Squares] {
        let (sets, count) = &SETS[sum as usize];
        &sets[..*count]
    }
}

/// Larger squares first, separated by spaces.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.ascending().rev().enumerate() {
            let separator = if i == 0 { "" } else { " " };
            write!(f, "{separator}{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Squares({self})")
    }
}

const ALL_SETS: usize = 1 << MAX_SQUARE;

static SUMS: [u8; ALL_SETS] = {
    let mut sums = [0; ALL_SETS];
    let mut set = 1;
    while set < ALL_SETS {
        let lowest = set & set.wrapping_neg();
        sums[set] = sums[set & (set - 1)] + lowest.trailing_zeros() as u8 + 1;
        set += 1;
    }
    sums
};

/// There are 15 sets that add up to 12, and fewer for smaller sums.
const MOST_SETS: usize = 15;

/// For each sum up to 12, its sets in descending order of their bits, and their number.
static SETS: [([Squares; MOST_SETS], usize); 13] = {
    let mut sets = [([Squares::NONE; MOST_SETS], 0); 13];
    let mut set = ALL_SETS - 1;
    while set > 0 {
        let sum = SUMS[set] as usize;
        if sum < sets.len() {
            let (list, count) = &mut sets[sum];
            list[*count] = Squares(set as u16);
            *count += 1;
        }
        set -= 1;
    }
    sets
};
