use std::sync::Arc;

use crate::state::State;
use crate::table::Visible;
use crate::{Entry, Event, Offer, Setup};

/// An entry that counts, with the table's revision after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The table's revision after the entry.
    pub revision: u64,
    pub entry: Entry,
}

const CHUNK: usize = 64;

/// The entries that count, in order.
///
/// They are kept in chunks that clones share, so that a clone copies little however long a tournament is. Each chunk
/// has the state that it begins with, so that an undo has little to replay.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct History {
    /// Never empty. All but the last are full.
    chunks: Vec<Arc<Chunk>>,
}

#[derive(Clone, PartialEq, Debug)]
struct Chunk {
    begins: State,
    /// The visible state of the table at the start of the chunk.
    visible: Visible,
    /// Shared, because the last chunk is copied whenever an entry is added to a clone of the table.
    records: Vec<Arc<Record>>,
}

impl History {
    pub(crate) fn new(begins: State) -> History {
        History { chunks: vec![Arc::new(Chunk { begins, visible: Visible::default(), records: Vec::new() })] }
    }

    /// The state before the first record.
    pub(crate) fn first(&self) -> &State {
        &self.chunks.first().expect("there is always a chunk").begins
    }

    pub(crate) fn len(&self) -> usize {
        let last = self.chunks.last().expect("there is always a chunk");
        (self.chunks.len() - 1) * CHUNK + last.records.len()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.chunks.iter().flat_map(|chunk| &chunk.records).map(Arc::as_ref)
    }

    /// A record by its index, from 0.
    pub(crate) fn get(&self, index: usize) -> &Record {
        &self.chunks[index / CHUNK].records[index % CHUNK]
    }

    /// The records from an index on.
    pub(crate) fn since(&self, index: usize) -> impl Iterator<Item = &Record> {
        self.chunks[index / CHUNK..].iter().flat_map(|chunk| &chunk.records).skip(index % CHUNK).map(Arc::as_ref)
    }

    /// The index of the last record for which `counts` holds.
    pub(crate) fn last(&self, counts: impl Fn(&Record) -> bool) -> Option<usize> {
        let back = self.iter().rev().position(counts)?;
        Some(self.len() - 1 - back)
    }

    /// Adds a record, with the state after it.
    pub(crate) fn push(&mut self, record: Record, state: &State, visible: &Visible) {
        let last = Arc::make_mut(self.chunks.last_mut().expect("there is always a chunk"));
        last.records.push(Arc::new(record));
        if last.records.len() == CHUNK {
            let (begins, visible) = (state.clone(), visible.clone());
            self.chunks.push(Arc::new(Chunk { begins, visible, records: Vec::new() }));
        }
    }

    /// The number of records up to a revision.
    pub(crate) fn count_to(&self, revision: u64) -> usize {
        self.len() - self.iter().rev().take_while(|record| record.revision > revision).count()
    }

    /// The events of each chunk, the last chunk first: for each record its revision and events.
    pub(crate) fn events_backwards(&self, setup: &Setup) -> impl Iterator<Item = Vec<(u64, Vec<Event>)>> {
        self.chunks.iter().rev().map(move |chunk| chunk.events(setup))
    }

    /// The events of the chunks that may contain a round, and the round in which they start. The flag is true if the
    /// first chunk is included.
    pub(crate) fn events_near(&self, round: u32, setup: &Setup) -> (u32, bool, Vec<(u64, Vec<Event>)>) {
        let begins = |chunk: &Arc<Chunk>| chunk.begins.tournament.round;
        let first = self.chunks.partition_point(|chunk| begins(chunk) < round).saturating_sub(1);
        let end = self.chunks.partition_point(|chunk| begins(chunk) <= round);
        let events = self.chunks[first..end.max(first + 1)].iter().flat_map(|chunk| chunk.events(setup)).collect();
        (begins(&self.chunks[first]), first == 0, events)
    }

    /// Drops all but the first `kept` records; returns the state and the visible part at their end.
    pub(crate) fn truncate(&mut self, kept: usize, setup: &Setup) -> (State, Visible) {
        self.chunks.truncate(kept / CHUNK + 1);
        let last = Arc::make_mut(self.chunks.last_mut().expect("there is always a chunk"));
        last.records.truncate(kept % CHUNK);
        let (mut state, mut visible, mut events) = (last.begins.clone(), last.visible.clone(), Vec::new());
        for record in &last.records {
            state.apply(setup, &record.entry, &mut events).expect("this entry was accepted before");
        }
        visible.follow(&events);
        (state, visible)
    }
}

impl Chunk {
    fn events(&self, setup: &Setup) -> Vec<(u64, Vec<Event>)> {
        let mut state = self.begins.clone();
        let events = |Record { revision, entry }: &Record| {
            // The table emits the events of offers and replies, not the state.
            let mut events = match entry {
                Entry::Offer { seat, offer } => vec![Event::Offered { seat: *seat, offer: *offer }],
                Entry::Accept { seat } => vec![Event::Accepted { seat: *seat, offer: Offer::Call }],
                _ => Vec::new(),
            };
            state.apply(setup, entry, &mut events).expect("this entry was accepted before");
            (*revision, events)
        };
        self.records.iter().map(Arc::as_ref).map(events).collect()
    }
}
