use parlor_rules::congkak::Position;

use super::score::{Score, mover};

/// The rows, side to play first. The score still to come depends on them alone, not on the stores.
///
/// On boards of up to eight pits the key is the rows themselves, so keys never collide; on larger ones it is a
/// 128-bit hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    own: u64,
    theirs: u64,
}

impl Key {
    #[inline]
    pub(super) fn of(position: &Position) -> Key {
        let seat = mover(position);
        let (own, theirs) = (position.side_bits(seat), position.side_bits(seat.other()));
        if position.size().pits() <= 8 {
            return Key { own: own as u64, theirs: theirs as u64 };
        }
        // Pits nine to eleven, without the store in the highest byte.
        let beyond = ((own >> 64) as u64 & 0xFF_FFFF) | ((theirs >> 64) as u64 & 0xFF_FFFF) << 24;
        Key {
            own: fold(own as u64 ^ 0x9E37_79B9_7F4A_7C15, theirs as u64 ^ fold(beyond, 0xD1B5_4A32_D192_ED03)),
            theirs: fold(theirs as u64 ^ 0x8CB9_2BA7_2F3D_8DD7, own as u64 ^ fold(beyond, 0xA24B_AED4_963E_E407)),
        }
    }

    #[inline]
    fn hash(self) -> u64 {
        fold(self.own ^ 0x2545_F491_4F6C_DD1D, self.theirs ^ 0x9FB2_1C65_1E98_DF25)
    }
}

/// Multiplies and folds the two halves of the product together: a fast hash.
#[inline]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Bounds on the score still to come, and the hash move.
#[derive(Clone, Copy)]
pub(super) struct ValueBounds {
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// The pit to try first, by its index; otherwise [`ValueBounds::NO_MOVE`].
    pub(super) hash_move: u8,
}

impl ValueBounds {
    pub(super) const NO_MOVE: u8 = u8::MAX;

    pub(super) fn new(lower: Score, upper: Score, hash_move: u8) -> ValueBounds {
        ValueBounds { lower: lower as i16, upper: upper as i16, hash_move }
    }

    #[inline]
    fn pack(self) -> u64 {
        let half = |bound: i16| u64::from(bound.cast_unsigned());
        half(self.lower) | half(self.upper) << 16 | u64::from(self.hash_move) << 32
    }

    #[inline]
    fn unpack(packed: u64) -> ValueBounds {
        let half = |bits: u64| (bits as u16).cast_signed();
        ValueBounds { lower: half(packed), upper: half(packed >> 16), hash_move: (packed >> 32) as u8 }
    }
}

/// Positions already searched. A new entry replaces the old one in its slot.
pub(super) struct TranspositionTable {
    /// Both halves of the key and the packed bounds. Plain numbers, so that the system hands the memory out zeroed
    /// and a large table costs nothing until it is used.
    entries: Vec<[u64; 3]>,
    mask: usize,
}

impl TranspositionTable {
    /// A table that is large enough for a search of `plays` plays.
    pub(super) fn for_plays(plays: u64) -> TranspositionTable {
        let slots = (plays / 16).clamp(1 << 10, 1 << 22).next_power_of_two() as usize;
        TranspositionTable { entries: vec![[0; 3]; slots], mask: slots - 1 }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<ValueBounds> {
        let &[own, theirs, bounds] = &self.entries[key.hash() as usize & self.mask];
        // An unused slot has the key of two empty rows, which are never looked up: the round is over then.
        (Key { own, theirs } == key).then(|| ValueBounds::unpack(bounds))
    }

    #[inline]
    pub(super) fn put(&mut self, key: Key, bounds: ValueBounds) {
        self.entries[key.hash() as usize & self.mask] = [key.own, key.theirs, bounds.pack()];
    }
}
