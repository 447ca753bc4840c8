use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::JournalName;

/// Revisions of a journal as they come, until it is dropped.
pub struct Watch {
    revisions: Receiver<u64>,
    /// The watching thread ends when this is dropped.
    watched: Arc<()>,
    /// The place among the watchers, which is given up when this is dropped.
    _place: Option<Place>,
}

impl Watch {
    pub(super) fn new() -> (Sender<u64>, Watch) {
        let (sender, revisions) = mpsc::channel();
        (sender, Watch { revisions, watched: Arc::default(), _place: None })
    }

    /// Whether the watch still exists, for the one who fills it.
    pub(super) fn is_watched(&self) -> impl Fn() -> bool + Send + 'static {
        let watched = Arc::downgrade(&self.watched);
        move || watched.strong_count() > 0
    }

    /// The channel that revisions come through. It ends when the journal is removed.
    pub fn revisions(&self) -> &Receiver<u64> {
        &self.revisions
    }
}

/// Everybody who watches a journal of a store.
#[derive(Clone, Default)]
pub(super) struct Watchers {
    list: Arc<Mutex<List>>,
}

#[derive(Default)]
struct List {
    /// The number of the next watcher.
    next: u64,
    senders: HashMap<JournalName, Vec<(u64, Sender<u64>)>>,
}

/// One watcher's place. It is given up at once and not at the next change, because many tables never change again.
struct Place {
    watchers: Watchers,
    name: JournalName,
    number: u64,
}

impl Watchers {
    fn list(&self) -> MutexGuard<'_, List> {
        // Nothing panics while it is locked.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, name: &JournalName) -> Watch {
        let (sender, watch) = Watch::new();
        let mut list = self.list();
        let number = list.next;
        list.next += 1;
        list.senders.entry(name.clone()).or_default().push((number, sender));
        Watch { _place: Some(Place { watchers: self.clone(), name: name.clone(), number }), ..watch }
    }

    pub(super) fn tell(&self, name: &JournalName, revision: u64) {
        for (_, sender) in self.list().senders.get(name).into_iter().flatten() {
            // A watch that is just being dropped needs to know nothing.
            let _ = sender.send(revision);
        }
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.list().senders.is_empty()
    }

    /// There will be no more revisions.
    pub(super) fn end(&self, name: &JournalName) {
        self.list().senders.remove(name);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut list = self.watchers.list();
        if let Some(senders) = list.senders.get_mut(&self.name) {
            senders.retain(|&(number, _)| number != self.number);
            if senders.is_empty() {
                list.senders.remove(&self.name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_kept_of_watchers_who_are_gone() {
        let watchers = Watchers::default();
        let name: JournalName = "kono-1".parse().unwrap();
        let (one, two) = (watchers.add(&name), watchers.add(&name));
        drop(one);
        watchers.tell(&name, 4);
        assert_eq!(two.revisions().try_recv(), Ok(4));
        assert_eq!(watchers.list().senders[&name].len(), 1);
        drop(two);
        assert!(watchers.list().senders.is_empty());
    }

    #[test]
    fn a_watch_ends_with_the_journal_and_not_with_a_later_one_of_that_name() {
        let watchers = Watchers::default();
        let name: JournalName = "kono-1".parse().unwrap();
        let watch = watchers.add(&name);
        watchers.end(&name);
        assert_eq!(watch.revisions().try_recv(), Err(mpsc::TryRecvError::Disconnected));
        let later = watchers.add(&name);
        drop(watch);
        watchers.tell(&name, 1);
        assert_eq!(later.revisions().try_recv(), Ok(1));
    }
}
