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

    /// The number of records that led to this revision or an earlier one.
    pub(crate) fn count_to(&self, revision: u64) -> usize {
        self.len() - self.iter().rev().take_while(|record| record.revision > revision).count()
    }

    /// What the records of each chunk told, the last chunk first: each record with the revision that it led to.
    pub(crate) fn told_backwards(&self, setup: &Setup) -> impl Iterator<Item = Vec<(u64, Vec<Event>)>> {
        self.chunks.iter().rev().map(move |chunk| chunk.told(setup))
    }

    /// What was told in the chunks that a round may be in, and the round that they begin with. The flag says whether
    /// they begin with the first record of all.
    pub(crate) fn told_near(&self, round: u32, setup: &Setup) -> (u32, bool, Vec<(u64, Vec<Event>)>) {
        let begins = |chunk: &Arc<Chunk>| chunk.begins.tournament.round;
        let first = self.chunks.partition_point(|chunk| begins(chunk) < round).saturating_sub(1);
        let end = self.chunks.partition_point(|chunk| begins(chunk) <= round);
        let told = self.chunks[first..end.max(first + 1)].iter().flat_map(|chunk| chunk.told(setup)).collect();
        (begins(&self.chunks[first]), first == 0, told)
    }

    /// Drops all but the first `kept` records, and returns the state after those.
    pub(crate) fn truncate(&mut self, kept: usize, setup: &Setup) -> State {
        self.chunks.truncate(kept / CHUNK + 1);
        let last = Arc::make_mut(self.chunks.last_mut().expect("there is always a chunk"));
        last.records.truncate(kept % CHUNK);
        replay(&last.begins, &last.records, setup)
    }
}

impl Chunk {
    fn told(&self, setup: &Setup) -> Vec<(u64, Vec<Event>)> {
        let mut state = self.begins.clone();
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
        self.records.iter().map(told).collect()
    }
}

/// The state after these records.
fn replay<'a>(begins: &State, records: impl IntoIterator<Item = &'a Record>, setup: &Setup) -> State {
    let (mut state, mut told) = (begins.clone(), Vec::new());
    for record in records {
        state.apply(setup, &record.entry, &mut told).expect("this entry was accepted before");
    }
    state
}
