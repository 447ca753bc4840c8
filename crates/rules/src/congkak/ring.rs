//! The ring of holes that a player sows around: the sower's row and store, then the other row.

pub(super) const MAX_PITS: usize = 11;

/// Slots of one side: its pits from 0, its store last. 16 bytes fill a vector register.
pub(super) const SIDE: usize = 16;
const STORE: usize = SIDE - 1;

/// One side: `[pits 0..n, unused, store]`.
pub(super) type SideSlots = [u8; SIDE];

const SLOTS: usize = 2 * SIDE;

/// Tables for rows of `n` pits. They serve both players, because each sees the board from their own side.
struct Ring {
    /// The number of holes in one lap: all pits and the sower's store.
    stops: u8,
    /// The number of holes between two slots; `FAR` if seeds never fall into the second.
    before: [[u8; SLOTS]; SLOTS],
    /// The slot where the last of fewer than `stops` seeds falls.
    last: [[u8; SLOTS]; SLOTS],
}

const FAR: u8 = u8::MAX;

/// The index of each slot.
static INDICES: [u8; SLOTS] = {
    let mut indices = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        indices[slot] = slot as u8;
        slot += 1;
    }
    indices
};

static RINGS: [Ring; MAX_PITS + 1] = {
    let mut rings = [const { Ring::new(1) }; MAX_PITS + 1];
    let mut pits = 1;
    while pits <= MAX_PITS {
        rings[pits] = Ring::new(pits);
        pits += 1;
    }
    rings
};

impl Ring {
    const fn new(pits: usize) -> Ring {
        let mut ring = Ring { stops: 2 * pits as u8 + 1, before: [[FAR; SLOTS]; SLOTS], last: [[0; SLOTS]; SLOTS] };
        let mut from = 0;
        while from < SLOTS {
            let mut slot = from;
            let mut seeds = 0;
            while seeds < ring.stops as usize {
                ring.last[from][seeds] = slot as u8;
                slot = Ring::after(pits, slot);
                ring.before[from][slot] = seeds as u8;
                seeds += 1;
            }
            from += 1;
        }
        ring
    }

    const fn after(pits: usize, slot: usize) -> usize {
        if slot + 1 < pits || (slot >= SIDE && slot + 1 < SIDE + pits) {
            slot + 1
        } else if slot < STORE {
            STORE
        } else if slot < SIDE {
            SIDE
        } else {
            0
        }
    }
}

/// The place where the last seed of a play fell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Store,
    /// Into this empty pit of the sower's row.
    Own(usize),
    /// Into an empty pit of the other row.
    Theirs,
}

/// Sows from pit `start` of the sower's row until the play ends (rules con-sow, con-relay). Calls `lap` for every
/// pick-up with the slot and its seeds.
#[inline]
pub(super) fn sow(
    pits: usize,
    own: &mut SideSlots,
    theirs: &mut SideSlots,
    start: usize,
    mut lap: impl FnMut(usize, u8),
) -> Stop {
    let ring = &RINGS[pits];
    let mut slots = [0; SLOTS];
    slots[..SIDE].copy_from_slice(own);
    slots[SIDE..].copy_from_slice(theirs);
    let mut at = start;
    loop {
        let seeds = slots[at];
        lap(at, seeds);
        let (rounds, rest) = if seeds < ring.stops { (0, seeds) } else { (seeds / ring.stops, seeds % ring.stops) };
        // A lap is one pass over all slots, which the compiler vectorises: the picked-up pit starts at 0, and each slot
        // gets a seed for every time the sowing passes it. Clearing the pit with a separate store would stall the
        // vector load that follows.
        let picked = at as u8;
        for ((slot, &before), &index) in slots.iter_mut().zip(&ring.before[at]).zip(&INDICES) {
            let kept = if index == picked { 0 } else { *slot };
            let passed = if before == FAR { 0 } else { rounds };
            *slot = kept + passed + u8::from(before < rest);
        }
        at = ring.last[at][rest as usize] as usize;
        if at == STORE || slots[at] == 1 {
            break;
        }
    }
    own.copy_from_slice(&slots[..SIDE]);
    theirs.copy_from_slice(&slots[SIDE..]);
    match at {
        STORE => Stop::Store,
        _ if at < pits => Stop::Own(at),
        _ => Stop::Theirs,
    }
}

/// The slots that `seeds` seeds from `from` fall into, in order.
pub(super) fn stops(pits: usize, from: usize, seeds: u8) -> impl Iterator<Item = usize> {
    let next = move |slot: &usize| Some(Ring::after(pits, *slot));
    std::iter::successors(Some(from), next).skip(1).take(seeds.into())
}

/// The slot of the sower's store.
pub(super) const OWN_STORE: usize = STORE;

/// The pits of a side that have seeds, as bits.
#[inline]
pub(super) fn occupied(side: &SideSlots) -> u16 {
    let mut bits = 0;
    for (i, &seeds) in side.iter().enumerate() {
        bits |= u16::from(seeds != 0) << i;
    }
    bits & !(1 << STORE)
}

#[inline]
pub(super) fn row_is_empty(side: &SideSlots) -> bool {
    u128::from_le_bytes(*side) << 8 == 0
}

/// The seeds in a side's pits, without its store.
#[inline]
pub(super) fn row_sum(side: &SideSlots) -> u8 {
    side[..MAX_PITS].iter().sum()
}

#[inline]
pub(super) fn store(side: &mut SideSlots) -> &mut u8 {
    &mut side[STORE]
}
