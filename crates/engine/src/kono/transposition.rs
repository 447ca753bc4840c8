use super::state::PackedMove;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value is exactly this.
    Exact,
}

/// The result of an earlier search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    /// The best step, or the one that caused a cutoff.
    pub(super) step: PackedMove,
    /// A search value for the mover.
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// Key and packed entry, twice. Aligned so that a pair never straddles two cache lines.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u64; 4]);

/// Positions already searched. Every hash has a pair of slots: one keeps the deepest entry of the current search,
/// the other the latest.
pub(super) struct TranspositionTable {
    pairs: Vec<Bucket>,
    mask: usize,
    age: u8,
}

impl TranspositionTable {
    /// A table of 2^`bits` pairs.
    pub(super) fn new(bits: u32) -> TranspositionTable {
        let pairs = 1_usize << bits.min(28);
        TranspositionTable { pairs: vec![Bucket([0; 4]); pairs], mask: pairs - 1, age: 1 }
    }

    /// From now on, entries of earlier searches are replaced first.
    pub(super) fn start_search(&mut self) {
        // Age 0 marks an unused slot.
        self.age = self.age.checked_add(1).unwrap_or(1);
    }

    pub(super) fn clear(&mut self) {
        self.pairs.fill(Bucket([0; 4]));
        self.age = 1;
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        let Bucket(pair) = &self.pairs[key as usize & self.mask];
        let packed = if pair[0] == key {
            pair[1]
        } else if pair[2] == key {
            pair[3]
        } else {
            return None;
        };
        (age(packed) != 0).then(|| unpack(packed))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, mut entry: TableEntry) {
        let Bucket(pair) = &mut self.pairs[key as usize & self.mask];
        let deep = pair[1];
        let known = [0, 2].into_iter().find(|&slot| pair[slot] == key && age(pair[slot + 1]) != 0);
        if entry.step == PackedMove::NONE
            && let Some(slot) = known
        {
            entry.step = unpack(pair[slot + 1]).step;
        }
        let slot = match known {
            Some(slot) => slot,
            None if age(deep) != self.age || unpack(deep).depth <= entry.depth => {
                // The old deepest entry becomes the latest.
                (pair[2], pair[3]) = (pair[0], pair[1]);
                0
            }
            None => 2,
        };
        pair[slot] = key;
        pair[slot + 1] = pack(entry, self.age);
    }
}

/// The bits of a packed entry: a step in 0..12, a bound in 12..16, a depth in 16..24, an age in 24..32, a value in 32..64.
#[inline]
fn pack(entry: TableEntry, age: u8) -> u64 {
    u64::from(entry.step.0)
        | (entry.bound as u64) << 12
        | u64::from(entry.depth.cast_unsigned() as u8) << 16
        | u64::from(age) << 24
        | u64::from(entry.value.cast_unsigned()) << 32
}

#[inline]
fn age(packed: u64) -> u8 {
    (packed >> 24) as u8
}

#[inline]
fn unpack(packed: u64) -> TableEntry {
    TableEntry {
        step: PackedMove(packed as u16 & 0xFFF),
        value: ((packed >> 32) as u32).cast_signed(),
        depth: i32::from((packed >> 16) as u8),
        bound: match (packed >> 12) & 0xF {
            0 => Bound::Upper,
            1 => Bound::Lower,
            2 => Bound::Exact,
            other => unreachable!("no entry is packed with bound {other}"),
        },
    }
}
