use std::fmt;
use std::sync::{Arc, OnceLock};

use super::RepetitionKey;

/// The positions since the last capture or first arrival, oldest first.
///
/// Copies share their positions, and so do the states of a round that follow each other: a table, its checkpoints and
/// its review keep many of them.
#[derive(Clone)]
pub(super) struct PastPositions {
    /// The positions of this history and of longer ones, then free slots.
    slots: Arc<[OnceLock<RepetitionKey>]>,
    len: usize,
}

/// The smallest number of slots.
const FEW: usize = 8;

impl PastPositions {
    /// An empty history to which this number of positions can be added without an allocation.
    pub(super) fn with_capacity(capacity: usize) -> PastPositions {
        PastPositions { slots: (0..capacity).map(|_| OnceLock::new()).collect(), len: 0 }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &RepetitionKey> + ExactSizeIterator {
        self.slots[..self.len].iter().map(|slot| slot.get().expect("a slot of the history is filled"))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, key: RepetitionKey) {
        // A slot has another position if a copy took another course.
        if self.slots.get(self.len).is_none_or(|slot| *slot.get_or_init(|| key) != key) {
            let filled = self.iter().copied().chain([key]).map(OnceLock::from);
            let free = (self.len + 1..(2 * self.len).max(FEW)).map(|_| OnceLock::new());
            self.slots = filled.chain(free).collect();
        }
        self.len += 1;
    }

    pub(super) fn clear(&mut self) {
        match Arc::get_mut(&mut self.slots) {
            Some(slots) => slots.iter_mut().for_each(|slot| *slot = OnceLock::new()),
            None => self.slots = Arc::default(),
        }
        self.len = 0;
    }
}

impl PartialEq for PastPositions {
    fn eq(&self, other: &PastPositions) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for PastPositions {}

impl fmt::Debug for PastPositions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Size};
    use super::*;
    use crate::Seat;

    fn keys() -> Vec<RepetitionKey> {
        let boards = Size::ALL.map(Board::start);
        boards.into_iter().flat_map(|board| Seat::BOTH.map(|next| RepetitionKey { board, next })).collect()
    }

    #[test]
    fn copies_share_positions_until_they_differ() {
        let (keys, mut first) = (keys(), PastPositions::with_capacity(4));
        for key in &keys[..2] {
            first.push(*key);
        }
        let (mut same, mut other) = (first.clone(), first.clone());
        first.push(keys[2]);
        same.push(keys[2]);
        other.push(keys[3]);
        assert!(Arc::ptr_eq(&first.slots, &same.slots) && !Arc::ptr_eq(&first.slots, &other.slots));
        assert_eq!(first, same);
        assert_ne!(first, other);
        assert!(first.iter().eq(&keys[..3]));
        assert!(other.iter().eq([&keys[0], &keys[1], &keys[3]]));
    }

    #[test]
    fn a_history_grows_beyond_its_capacity_and_starts_again() {
        let (keys, mut history) = (keys(), PastPositions::with_capacity(1));
        let mut expected = Vec::new();
        for number in 0..100 {
            let key = keys[number * number % keys.len()];
            history.push(key);
            expected.push(key);
            assert!(history.iter().eq(&expected));
        }
        let earlier = history.clone();
        history.clear();
        assert_eq!((history.len(), earlier.len()), (0, 100));
        history.push(keys[5]);
        assert!(history.iter().eq([&keys[5]]));
        drop(earlier);
        history.clear();
        history.push(keys[4]);
        assert!(history.iter().eq([&keys[4]]), "slots that are used again are empty");
    }
}
