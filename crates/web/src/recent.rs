//! A cache for results about a table at a revision that take a long time to compute.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlor_rules::Pair;
use parlor_store::Token;
use parlor_table::{Player, Table};

/// The latest results, up to a limit for their total size.
pub(crate) struct Recent<V> {
    most: usize,
    items: Mutex<VecDeque<RecentItem<V>>>,
}

struct RecentItem<V> {
    key: RecentKey,
    value: V,
    size: usize,
}

/// A table at a revision, and the names at that time. `part` distinguishes several results for the same revision.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecentKey {
    id: Token,
    revision: u64,
    players: Pair<Player>,
    part: Option<u32>,
    /// The seats of the viewer, who is addressed as "you".
    seats: Pair<bool>,
}

impl RecentKey {
    pub(crate) fn new(id: Token, table: &Table, part: Option<u32>) -> RecentKey {
        let players = table.setup().players.clone();
        RecentKey { id, revision: table.revision(), players, part, seats: Pair::default() }
    }

    pub(crate) fn for_seats(self, seats: Pair<bool>) -> RecentKey {
        RecentKey { seats, ..self }
    }
}

impl<V: Clone> Recent<V> {
    pub(crate) fn new(most: usize) -> Recent<V> {
        Recent { most, items: Mutex::default() }
    }

    fn items(&self) -> MutexGuard<'_, VecDeque<RecentItem<V>>> {
        // Nothing panics while it is locked.
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, key: &RecentKey) -> Option<V> {
        let mut items = self.items();
        let place = items.iter().position(|item| item.key == *key)?;
        let item = items.remove(place)?;
        let value = item.value.clone();
        items.push_front(item);
        Some(value)
    }

    /// Caches a result, replacing earlier results for the table. A result that is too large isn't cached.
    pub(crate) fn put(&self, key: RecentKey, value: V, size: usize) {
        let mut items = self.items();
        let kind = |key: &RecentKey| (key.id, key.part, key.seats);
        items.retain(|item| kind(&item.key) != kind(&key));
        items.push_front(RecentItem { key, value, size });
        while items.iter().map(|item| item.size).sum::<usize>() > self.most {
            items.pop_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_kept_within_a_size_and_only_for_their_revision() {
        let (table, _) = Table::new(parlor_view::guided_setup(parlor_rules::Game::Kono, None));
        let key = |part| RecentKey::new(Token::random(), &table, part);
        let (one, two, three) = (key(None), key(Some(1)), key(None));
        let recent = Recent::new(10);
        recent.put(one.clone(), "one", 4);
        recent.put(two.clone(), "two", 5);
        assert_eq!((recent.get(&one), recent.get(&two)), (Some("one"), Some("two")));
        recent.put(three.clone(), "three", 5);
        assert_eq!((recent.get(&one), recent.get(&two), recent.get(&three)), (None, Some("two"), Some("three")));
        let later = RecentKey { revision: 7, ..two.clone() };
        recent.put(later.clone(), "later", 1);
        assert_eq!((recent.get(&two), recent.get(&later)), (None, Some("later")));
        recent.put(one.clone(), "too large", 11);
        assert_eq!(recent.get(&one), None);
    }
}
