use std::sync::Arc;

use crate::state::State;
use crate::{Entry, Event, Offer, Setup};

/// An entry that counts, with the revision that it brought the table to.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The table's revision after it.
    pub revision: u64,
    /// What happened.
    pub entry: Entry,
}

/// Records in a chunk.
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
    records: Vec<Record>,
}

impl History {
    pub(crate) fn new(begins: State) -> History {
        History { chunks: vec![Arc::new(Chunk { begins, records: Vec::new() })] }
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
        self.chunks.iter().flat_map(|chunk| &chunk.records)
    }

    /// The record of this number, from 0.
    pub(crate) fn get(&self, index: usize) -> &Record {
        &self.chunks[index / CHUNK].records[index % CHUNK]
    }

    /// The records from this number on.
    pub(crate) fn since(&self, index: usize) -> impl Iterator<Item = &Record> {
        self.chunks[index / CHUNK..].iter().flat_map(|chunk| &chunk.records).skip(index % CHUNK)
    }

    /// The number of the last record for which `counts` holds.
    pub(crate) fn last(&self, counts: impl Fn(&Record) -> bool) -> Option<usize> {
        let back = self.iter().rev().position(counts)?;
        Some(self.len() - 1 - back)
    }

    /// Adds a record that led to this state.
    pub(crate) fn push(&mut self, record: Record, state: &State) {
        let last = Arc::make_mut(self.chunks.last_mut().expect("there is always a chunk"));
        last.records.push(record);
        if last.records.len() == CHUNK {
            self.chunks.push(Arc::new(Chunk { begins: state.clone(), records: Vec::new() }));
        }
    }

    /// What the record of this number told, and some before it, and all after it.
    pub(crate) fn told_around(&self, index: usize, setup: &Setup) -> Vec<Event> {
        let first = index / CHUNK;
        replay(&self.chunks[first].begins, self.since(first * CHUNK), setup).1
    }

    /// What the records of each chunk told, the last chunk first: each record with the revision that it led to.
    pub(crate) fn told_backwards(&self, setup: &Setup) -> impl Iterator<Item = Vec<(u64, Vec<Event>)>> {
        self.chunks.iter().rev().map(move |chunk| {
            let mut state = chunk.begins.clone();
            let told = |Record { revision, entry }: &Record| {
                // Making an offer and accepting it are told by the table, not by the state.
                let mut told = match entry {
                    Entry::Offer { seat, offer } => vec![Event::Offered { seat: *seat, offer: *offer }],
                    Entry::Accept { seat } => vec![Event::Accepted { seat: *seat, offer: Offer::Call }],
                    _ => Vec::new(),
                };
                state.apply(setup, entry, &mut told).expect("this entry was accepted before");
                (*revision, told)
            };
            chunk.records.iter().map(told).collect()
        })
    }

    /// Drops all but the first `kept` records; returns the state after those, and the ones that were dropped.
    pub(crate) fn go_back(&mut self, kept: usize, setup: &Setup) -> (State, Vec<Record>) {
        let dropped = self.since(kept).cloned().collect();
        self.chunks.truncate(kept / CHUNK + 1);
        let last = Arc::make_mut(self.chunks.last_mut().expect("there is always a chunk"));
        last.records.truncate(kept % CHUNK);
        (replay(&last.begins, &last.records, setup).0, dropped)
    }
}

/// The state after these records, and what they told.
fn replay<'a>(begins: &State, records: impl IntoIterator<Item = &'a Record>, setup: &Setup) -> (State, Vec<Event>) {
    let (mut state, mut told) = (begins.clone(), Vec::new());
    for record in records {
        state.apply(setup, &record.entry, &mut told).expect("this entry was accepted before");
    }
    (state, told)
}
