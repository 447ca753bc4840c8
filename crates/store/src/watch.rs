use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::JournalName;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableChange {
    Revision(u64),
    /// The seats, names or note have changed.
    People,
    /// A message that isn't stored: see [`SharedStore::signal`](crate::SharedStore::signal).
    Signal(Arc<str>),
    /// The journal was removed; the last change.
    Removed,
}

/// Called with every change; must not block.
pub type OnChange = Box<dyn Fn(TableChange) + Send + Sync>;

/// The watchers of a store's journals.
#[derive(Clone, Default)]
pub(super) struct Watchers {
    list: Arc<Mutex<WatcherList>>,
}

#[derive(Default)]
struct WatcherList {
    /// The number of the next watcher.
    next: u64,
    watchers: HashMap<JournalName, Vec<Watcher>>,
}

struct Watcher {
    number: u64,
    on_change: Arc<dyn Fn(TableChange) + Send + Sync>,
    /// The last revision that it was notified of.
    revision: u64,
    /// The last count of changes of people that it was notified of, in a store that counts them.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "the other stores don't count"))]
    people: u64,
}

/// A subscription. Dropping it removes the watcher at once and not at the next change, because many tables
/// never change again.
pub struct Watching {
    watchers: Watchers,
    name: JournalName,
    number: u64,
}

impl Watchers {
    fn list(&self) -> MutexGuard<'_, WatcherList> {
        // Nothing panics while it is locked.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, name: &JournalName, on_change: OnChange) -> Watching {
        let mut list = self.list();
        let number = list.next;
        list.next += 1;
        let watcher = Watcher { number, on_change: on_change.into(), revision: 0, people: 0 };
        list.watchers.entry(name.clone()).or_default().push(watcher);
        Watching { watchers: self.clone(), name: name.clone(), number }
    }

    /// Notifies the watchers of a journal, except for those that know its revision already.
    pub(super) fn notify(&self, name: &JournalName, change: &TableChange) {
        match change {
            TableChange::Revision(revision) => {
                self.notify_each(name, change, |watcher| replace_lower(&mut watcher.revision, *revision));
            }
            TableChange::People | TableChange::Signal(_) => self.notify_each(name, change, |_| true),
            TableChange::Removed => {
                let gone = self.list().watchers.remove(name);
                gone.into_iter().flatten().for_each(|watcher| (watcher.on_change)(change.clone()));
            }
        }
    }

    /// Notifies watchers that have seen fewer changes of people than `count`.
    #[cfg(feature = "postgres")]
    pub(super) fn notify_people_count(&self, name: &JournalName, count: u64) {
        self.notify_each(name, &TableChange::People, |watcher| replace_lower(&mut watcher.people, count));
    }

    /// Notifies watchers for which the change is new. Not under the lock: a callback may drop its own subscription.
    fn notify_each(&self, name: &JournalName, change: &TableChange, is_new: impl Fn(&mut Watcher) -> bool) {
        let mut list = self.list();
        let watchers = list.watchers.get_mut(name).into_iter().flatten();
        let callbacks: Vec<_> =
            watchers.filter_map(|watcher| is_new(watcher).then(|| Arc::clone(&watcher.on_change))).collect();
        drop(list);
        for on_change in callbacks {
            on_change(change.clone());
        }
    }

    /// The journals that are watched.
    #[cfg(feature = "postgres")]
    pub(super) fn names(&self) -> Vec<JournalName> {
        self.list().watchers.keys().cloned().collect()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.list().watchers.is_empty()
    }
}

/// Raises `known` to `number`; false if it was at least as high already.
fn replace_lower(known: &mut u64, number: u64) -> bool {
    let is_new = *known < number;
    *known = number.max(*known);
    is_new
}

impl Watching {
    /// Skips changes up to these numbers.
    #[cfg(feature = "postgres")]
    pub(super) fn knows(&self, revision: u64, people: u64) {
        let mut list = self.watchers.list();
        let mut own = list.watchers.get_mut(&self.name).into_iter().flatten();
        if let Some(watcher) = own.find(|watcher| watcher.number == self.number) {
            replace_lower(&mut watcher.revision, revision);
            replace_lower(&mut watcher.people, people);
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut list = self.watchers.list();
        if let Some(watchers) = list.watchers.get_mut(&self.name) {
            watchers.retain(|watcher| watcher.number != self.number);
            if watchers.is_empty() {
                list.watchers.remove(&self.name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use super::*;

    fn watch(watchers: &Watchers, name: &JournalName) -> (Watching, Receiver<TableChange>) {
        let (sender, changes) = mpsc::channel();
        (watchers.add(name, Box::new(move |change| sender.send(change).unwrap())), changes)
    }

    #[test]
    fn dropped_watchers_are_forgotten() {
        let watchers = Watchers::default();
        let name: JournalName = "kono-1".parse().unwrap();
        let (one, (two, changes)) = (watch(&watchers, &name), watch(&watchers, &name));
        drop(one);
        watchers.notify(&name, &TableChange::Revision(4));
        assert_eq!(changes.try_recv(), Ok(TableChange::Revision(4)));
        assert_eq!(watchers.list().watchers[&name].len(), 1);
        drop(two);
        assert!(watchers.is_empty());
    }

    #[test]
    fn a_callback_may_drop_its_own_subscription() {
        let watchers = Watchers::default();
        let name: JournalName = "kono-1".parse().unwrap();
        let place: Arc<Mutex<Option<Watching>>> = Arc::default();
        let own = Arc::clone(&place);
        let on_change = move |_| drop(own.lock().unwrap().take());
        *place.lock().unwrap() = Some(watchers.add(&name, Box::new(on_change)));
        watchers.notify(&name, &TableChange::Revision(1));
        assert!(watchers.is_empty());
    }

    #[test]
    fn a_watch_ends_with_the_journal_and_not_with_a_later_one_of_that_name() {
        let watchers = Watchers::default();
        let name: JournalName = "kono-1".parse().unwrap();
        let (watching, changes) = watch(&watchers, &name);
        watchers.notify(&name, &TableChange::Removed);
        assert_eq!(changes.try_iter().collect::<Vec<_>>(), [TableChange::Removed]);
        let (_later, later_changes) = watch(&watchers, &name);
        drop(watching);
        watchers.notify(&name, &TableChange::Revision(1));
        assert_eq!(changes.try_recv(), Err(mpsc::TryRecvError::Disconnected));
        assert_eq!(later_changes.try_recv(), Ok(TableChange::Revision(1)));
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn watchers_are_not_notified_of_known_changes() {
        let watchers = Watchers::default();
        let name: JournalName = "kono-1".parse().unwrap();
        let (_early, early_changes) = watch(&watchers, &name);
        watchers.notify(&name, &TableChange::Revision(3));
        watchers.notify_people_count(&name, 1);
        let (late, late_changes) = watch(&watchers, &name);
        late.knows(3, 1);
        for (revision, people) in [(3, 1), (2, 0), (4, 2)] {
            watchers.notify(&name, &TableChange::Revision(revision));
            watchers.notify_people_count(&name, people);
        }
        let seen = |changes: &Receiver<TableChange>| changes.try_iter().collect::<Vec<_>>();
        assert_eq!(seen(&late_changes), [TableChange::Revision(4), TableChange::People]);
        assert_eq!(
            seen(&early_changes),
            [TableChange::Revision(3), TableChange::People, TableChange::Revision(4), TableChange::People]
        );
    }
}
