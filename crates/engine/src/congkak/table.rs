use parlor_rules::congkak::Position;

use super::score::Score;

/// What the rows say of the future, whatever is in the stores: the side to play first.
///
/// On boards of up to eight pits this is the rows themselves, so no two of them share a key; on larger
/// ones 128 well-mixed bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Key {
    own: u64,
    theirs: u64,
}

impl Key {
    #[inline]
    pub(super) fn of(position: &Position) -> Key {
        let own = position.side_bits(position.next());
        let theirs = position.side_bits(position.next().other());
        if position.size().pits() <= 8 {
            return Key { own: own as u64, theirs: theirs as u64 };
        }
        // Pits nine to eleven; the store in the highest byte is left out.
        let beyond = ((own >> 64) as u64 & 0xFF_FFFF) | ((theirs >> 64) as u64 & 0xFF_FFFF) << 24;
        Key {
            own: fold(own as u64 ^ 0x9E37_79B9_7F4A_7C15, theirs as u64 ^ fold(beyond, 0xD1B5_4A32_D192_ED03)),
            theirs: fold(theirs as u64 ^ 0x8CB9_2BA7_2F3D_8DD7, own as u64 ^ fold(beyond, 0xA24B_AED4_963E_E407)),
        }
    }

    /// Well-mixed bits of it.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        fold(self.own ^ 0x2545_F491_4F6C_DD1D, self.theirs ^ 0x9FB2_1C65_1E98_DF25)
    }
}

/// Both halves of a product, laid over each other.
#[inline]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// What is known of a key: the score still to come lies between these, and the pit to try first.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    pub(super) least: i16,
    pub(super) most: i16,
    pub(super) first: u8,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: Key,
    known: Known,
}

/// Positions met before. The newer of two that fall on the same place stays.
pub(super) struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

impl Table {
    /// A table that is large enough for a search of so many plays to remember most of what it met.
    pub(super) fn for_plays(plays: u64) -> Table {
        let places = (plays / 16).clamp(1 << 10, 1 << 22).next_power_of_two() as usize;
        Table { entries: vec![Entry::default(); places], mask: places - 1 }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let entry = &self.entries[key.hash() as usize & self.mask];
        // An unused place has the key of an empty board, which nobody asks for.
        (entry.key == key).then_some(entry.known)
    }

    #[inline]
    pub(super) fn put(&mut self, key: Key, known: Known) {
        self.entries[key.hash() as usize & self.mask] = Entry { key, known };
    }
}

impl Known {
    pub(super) fn new(least: Score, most: Score, first: u8) -> Known {
        Known { least: least as i16, most: most as i16, first }
    }
}
