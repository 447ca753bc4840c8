//! Proves an upper bound on the seeds that a first turn can bank, by searching backward from its ends.
//!
//! The search starts with every board on which a turn can end with enough seeds in the store. It takes back the last play, then
//! the play before that, and so on. If it never gets to the start of a tournament, no first turn ends that way.
//!
//! Two facts keep it small:
//!
//! - A lap can be taken back in one way only. It dropped a seed into each hole that it passed, so we pick up one seed from each
//!   hole, backward from the last one, until we meet an empty hole. The lap must have emptied that one when it began.
//! - Between the plays of a first turn, no pit holds more than `n` seeds plus the number in the store: sowing that passes
//!   a pit twice also passes the store in between, and every play ends in the store.
//!
//! Every play adds to the store. So the positions are kept in layers by the number of seeds in the store, and once all
//! greater layers are done a layer is complete.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use parlor_rules::Seat;
use parlor_rules::congkak::{Position, Size};

use super::most_banked;

/// The longest row whose positions fit into 128 bits.
const LONGEST: usize = 9;
/// Pits of both rows and the store.
const STOPS: usize = 2 * LONGEST + 1;
/// Bits for a pit in a packed position.
const BITS: usize = 7;

/// Seeds in sowing order: the player's pits and store, then the opponent's pits. Nothing falls into the opponent's
/// store in this turn.
type SeedCounts = [u8; STOPS];

/// The positions of one layer: those between two plays from which the turn can still bank enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LayerCount {
    /// Seeds in the store.
    pub store: u8,
    /// The number of positions.
    pub positions: u64,
}

/// A search backward from the ends of a first turn.
///
/// ```
/// use parlor_engine::congkak::BackwardSearch;
/// use parlor_rules::congkak::Size;
///
/// let mut search = BackwardSearch::new(Size::new(6).unwrap()).unwrap();
/// while search.next_layer().is_some() {
///     search.expand_layer();
/// }
/// assert_eq!(search.bank(), 71);
/// assert!(!search.reached_start(), "no first turn on 6 pits banks 71 seeds");
/// ```
pub struct BackwardSearch {
    size: Size,
    pits: usize,
    bank: u8,
    /// True if the limit on the seeds in a pit is used; only a test turns it off.
    bounded: bool,
    /// Indexed by seeds in the store: packed positions waiting to be expanded, in any order and with duplicates.
    layers: Vec<Vec<u128>>,
    /// The number of positions in `layers`.
    waiting: usize,
    counts: Vec<LayerCount>,
}

impl BackwardSearch {
    /// A search for the smallest number of seeds that [`most_banked`] rules out. It is a second proof, and relies on
    /// the first only in that a first turn doesn't win the round. `None` if a row has more than nine pits.
    pub fn new(size: Size) -> Option<BackwardSearch> {
        Self::from_ends(size, most_banked(&Position::start(size, Seat::Human)) + 1, true)
    }

    fn from_ends(size: Size, bank: u8, bounded: bool) -> Option<BackwardSearch> {
        let (pits, seeds) = (size.pits(), size.seeds() as u8);
        if pits > LONGEST {
            return None;
        }
        let left = seeds - bank;
        let layers = vec![Vec::new(); usize::from(seeds)];
        let mut search = BackwardSearch { size, pits, bank, bounded, layers, waiting: 0, counts: Vec::new() };
        let mut board = [0; STOPS];
        board[pits] = seeds;
        search.all_ends(&mut board, 0, left);
        Some(search)
    }

    /// The number of seeds to bank.
    pub fn bank(&self) -> u8 {
        self.bank
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The layer to expand next, by the number of seeds in the store; `None` if the search is over.
    pub fn next_layer(&self) -> Option<u8> {
        let highest = self.layers.iter().rposition(|layer| !layer.is_empty())?;
        Some(highest as u8)
    }

    /// The number of positions in memory, duplicates included. Each takes 16 bytes.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// The number of positions of each expanded layer, from the fullest store down.
    pub fn counts(&self) -> &[LayerCount] {
        &self.counts
    }

    /// True if the start of a tournament was among the positions of the layers that are done.
    pub fn reached_start(&self) -> bool {
        // Only positions before the first play have an empty store.
        self.counts.last().is_some_and(|count| count.store == 0)
    }

    /// Expands a layer: finds the positions that lead to its positions in one play.
    pub fn expand_layer(&mut self) {
        let Some(store) = self.next_layer() else { return };
        let mut layer = std::mem::take(&mut self.layers[usize::from(store)]);
        self.waiting -= layer.len();
        layer.sort_unstable();
        layer.dedup();
        if store == 0 {
            // No play comes before these.
            let start = pack(&self.start(), self.pits);
            layer.retain(|&position| position == start);
        }
        if !layer.is_empty() {
            self.counts.push(LayerCount { store, positions: layer.len() as u64 });
        }
        for position in layer {
            self.take_back(unpack(position, self.pits, store), self.pits);
        }
    }

    fn start(&self) -> SeedCounts {
        let mut start = [0; STOPS];
        start[..=2 * self.pits].fill(self.pits as u8);
        start[self.pits] = 0;
        start
    }

    /// Lays up to `left` seeds from the store into the pits from `at` on, in every way, and takes back the last play of each
    /// board.
    fn all_ends(&mut self, board: &mut SeedCounts, at: usize, left: u8) {
        if at > 2 * self.pits {
            self.ends(board);
            return;
        }
        if at == self.pits {
            self.all_ends(board, at + 1, left);
            return;
        }
        for seeds in 0..=left {
            board[at] = seeds;
            board[self.pits] -= seeds;
            self.all_ends(board, at + 1, left - seeds);
            board[self.pits] += seeds;
        }
        board[at] = 0;
    }

    /// Takes back the last play of a turn that ended with this board, for each place where its last seed can have fallen.
    ///
    /// A turn that wins the round also gathers the player's own row, and may do so with a poor store. Those ends are
    /// left out, because no first turn wins the round: see [`most_banked`](super::most_banked).
    fn ends(&mut self, board: &SeedCounts) {
        let (pits, store) = (self.pits, self.pits);
        let is_empty = |row: &[u8]| row.iter().all(|&seeds| seeds == 0);
        if is_empty(&board[..pits]) || is_empty(&board[pits + 1..=2 * pits]) {
            self.take_back(*board, store);
        }
        for last in pits + 1..=2 * pits {
            if board[last] == 1 {
                self.take_back(*board, last);
            }
        }
        for last in 0..pits {
            let across = 2 * pits - last;
            if board[last] == 0 && board[across] == 0 {
                for captured in 0..board[store] {
                    let mut before = *board;
                    before[last] = 1;
                    before[across] = captured;
                    before[store] -= captured + 1;
                    self.take_back(before, last);
                }
            }
        }
    }

    /// Takes back a play whose last seed fell into `last`, and keeps every position from which it can have started.
    fn take_back(&mut self, mut board: SeedCounts, mut last: usize) {
        let stops = 2 * self.pits + 1;
        loop {
            let mut at = last;
            let mut seeds = 0;
            while board[at] > 0 {
                board[at] -= 1;
                seeds += 1;
                at = if at == 0 { stops - 1 } else { at - 1 };
            }
            // A lap can't be without seeds, and can't begin in the store.
            if seeds == 0 || at == self.pits {
                return;
            }
            board[at] = seeds;
            if at < self.pits {
                self.keep(&board);
            }
            // If another lap came before, its last seed fell into a pit that had seeds already.
            if seeds == 1 {
                return;
            }
            last = at;
        }
    }

    fn keep(&mut self, board: &SeedCounts) {
        let store = board[self.pits];
        let (own, theirs) = (&board[..self.pits], &board[self.pits + 1..=2 * self.pits]);
        let most = if self.bounded { self.pits as u8 + store } else { u8::MAX };
        let over = theirs.iter().all(|&seeds| seeds == 0);
        if !over && own.iter().chain(theirs).all(|&seeds| seeds <= most) {
            self.layers[usize::from(store)].push(pack(board, self.pits));
            self.waiting += 1;
        }
    }
}

/// The reason why a checkpoint can't be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another format.
    #[error("this is not a checkpoint of a backward search in Congkak")]
    OtherFormat,
    /// The checkpoint is of a search on a board of another size.
    #[error("this is a checkpoint for {0} pits a side, not for {1}")]
    OtherSize(u8, Size),
    /// The checksum or a position is wrong.
    #[error("this checkpoint is damaged")]
    Damaged,
}

const MAGIC: &[u8; 24] = b"parlor congkak backward\n";

/// A reader or writer, with the checksum of the data that passed through it.
struct Checksummed<F> {
    file: F,
    checksum: Hasher,
}

impl<F: Write> Checksummed<F> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.file.write_all(bytes)
    }
}

impl<F: Read> Checksummed<F> {
    fn get<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointError::Damaged,
            _ => CheckpointError::Io(error),
        })?;
        self.checksum.update(&bytes);
        Ok(bytes)
    }
}

impl BackwardSearch {
    /// Writes everything that is needed to continue later.
    pub fn write_checkpoint(&self, file: impl Write) -> io::Result<()> {
        let mut out = Checksummed { file, checksum: Hasher::new() };
        out.put(MAGIC)?;
        out.put(&[self.pits as u8, self.counts.len() as u8])?;
        for count in &self.counts {
            out.put(&[count.store])?;
            out.put(&count.positions.to_le_bytes())?;
        }
        for layer in &self.layers {
            out.put(&(layer.len() as u64).to_le_bytes())?;
            for position in layer {
                out.put(&position.to_le_bytes())?;
            }
        }
        let checksum = out.checksum.finalize();
        out.file.write_all(&checksum.to_le_bytes())?;
        out.file.flush()
    }

    /// Reads what [`Self::write_checkpoint`] wrote about a search of this size.
    pub fn read_checkpoint(size: Size, file: impl Read) -> Result<BackwardSearch, CheckpointError> {
        let mut search = Self::new(size).ok_or(CheckpointError::OtherFormat)?;
        let mut file = Checksummed { file, checksum: Hasher::new() };
        if !file.get().is_ok_and(|magic| &magic == MAGIC) {
            return Err(CheckpointError::OtherFormat);
        }
        let [pits, counts] = file.get()?;
        if usize::from(pits) != search.pits {
            return Err(CheckpointError::OtherSize(pits, size));
        }
        for _ in 0..counts {
            let [store] = file.get()?;
            search.counts.push(LayerCount { store, positions: u64::from_le_bytes(file.get()?) });
        }
        search.waiting = 0;
        let seeds = size.seeds();
        for (store, layer) in search.layers.iter_mut().enumerate() {
            layer.clear();
            for _ in 0..u64::from_le_bytes(file.get()?) {
                let position = u128::from_le_bytes(file.get()?);
                let board = unpack(position, search.pits, store as u8);
                if board.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() != seeds {
                    return Err(CheckpointError::Damaged);
                }
                layer.push(position);
            }
            search.waiting += layer.len();
        }
        let checksum = file.checksum.clone().finalize();
        let ends_here = u32::from_le_bytes(file.get()?) == checksum && matches!(file.file.read(&mut [0]), Ok(0));
        if ends_here { Ok(search) } else { Err(CheckpointError::Damaged) }
    }
}

fn pack(board: &SeedCounts, pits: usize) -> u128 {
    let rows = board[..pits].iter().chain(&board[pits + 1..=2 * pits]);
    rows.fold(0, |packed, &seeds| packed << BITS | u128::from(seeds))
}

fn unpack(mut packed: u128, pits: usize, store: u8) -> SeedCounts {
    let mut board = [0; STOPS];
    board[pits] = store;
    for at in (0..=2 * pits).rev().filter(|&at| at != pits) {
        board[at] = packed as u8 & ((1 << BITS) - 1);
        packed >>= BITS;
    }
    board
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may stop")]

    use std::collections::{BTreeMap, BTreeSet, HashMap};

    use parlor_rules::Pair;
    use parlor_rules::congkak::{Draft, DraftSide, Pit};
    use parlor_testkit::effort;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn size(pits: i64) -> Size {
        Size::new(pits).unwrap()
    }

    fn finished(mut search: BackwardSearch) -> BackwardSearch {
        while search.next_layer().is_some() {
            search.expand_layer();
        }
        search
    }

    /// A position with Human to play, as the search packs it.
    fn packed(position: &Position) -> u128 {
        let pits = position.size().pits();
        let mut board = [0; STOPS];
        board[..pits].copy_from_slice(position.pits(Seat::Human));
        board[pits + 1..=2 * pits].copy_from_slice(position.pits(Seat::Computer));
        pack(&board, pits)
    }

    fn position(packed: u128, size: Size, store: u8) -> Position {
        let pits = size.pits();
        let board = unpack(packed, pits, store);
        let side = |store: u8, pits: &[u8]| DraftSide {
            store: store.into(),
            pits: pits.iter().map(|&seeds| seeds.into()).collect(),
            rounds: 0,
        };
        let sides = Pair { human: side(store, &board[..pits]), computer: side(0, &board[pits + 1..=2 * pits]) };
        let draft = Draft { size: pits as i64, sides, next: Seat::Human, over: None };
        draft.check().unwrap().position
    }

    /// Every position between two plays of a first turn, by seeds in the store, and the most that is banked from it.
    fn forward(size: Size) -> BTreeMap<u8, HashMap<u128, u8>> {
        let start = Position::start(size, Seat::Human);
        let mut layers: BTreeMap<u8, HashMap<u128, (Position, u8)>> = BTreeMap::new();
        layers.entry(0).or_default().insert(packed(&start), (start, 0));
        for store in 0..size.seeds() as u8 {
            let layer: Vec<Position> =
                layers.get(&store).into_iter().flatten().map(|(_, &(position, _))| position).collect();
            for before in layer {
                for pit in before.legal_moves() {
                    let after = before.play(pit).unwrap();
                    if after.turn() == Some(Seat::Human) {
                        let layer = layers.entry(after.store(Seat::Human)).or_default();
                        layer.insert(packed(&after), (after, 0));
                    }
                }
            }
        }
        for store in (0..size.seeds() as u8).rev() {
            let Some(mut layer) = layers.remove(&store) else { continue };
            for (before, best) in layer.values_mut() {
                for pit in before.legal_moves() {
                    let after = before.play(pit).unwrap();
                    let store = after.store(Seat::Human);
                    let most =
                        if after.turn() == Some(Seat::Human) { layers[&store][&packed(&after)].1 } else { store };
                    *best = most.max(*best);
                }
            }
            layers.insert(store, layer);
        }
        let most = |layer: HashMap<u128, (Position, u8)>| layer.into_iter().map(|(at, (_, most))| (at, most)).collect();
        layers.into_iter().map(|(store, layer)| (store, most(layer))).collect()
    }

    /// On positions that both searches visit, they agree on whether the turn can still bank enough.
    #[test]
    fn a_forward_search_of_all_turns_meets_it_in_the_middle() {
        for (pits, best, down_to) in [(5, 46, 34), (6, 70, 58)].into_iter().take(effort(1, 2)) {
            let size = size(pits);
            let forward = forward(size);
            assert_eq!(forward[&0].values().copied().collect::<Vec<_>>(), [best], "of all turns on {pits} pits");
            let mut meetings = 0;
            for bank in best - 2..=best + 1 {
                let mut search = BackwardSearch::from_ends(size, bank, true).unwrap();
                while let Some(store) = search.next_layer().filter(|&store| store >= down_to) {
                    let backward: BTreeSet<u128> = search.layers[usize::from(store)].iter().copied().collect();
                    for (position, &most) in forward.get(&store).into_iter().flatten() {
                        assert_eq!(backward.contains(position), most >= bank, "{pits} pits, {store}, {bank}");
                        meetings += usize::from(most >= bank);
                    }
                    search.expand_layer();
                }
            }
            assert!(meetings > 20, "{meetings}");
        }
    }

    #[test]
    fn the_limit_on_heaps_changes_no_result() {
        for pits in [5, 6].into_iter().take(effort(1, 2)) {
            let size = size(pits);
            let with = finished(BackwardSearch::new(size).unwrap());
            let without = finished(BackwardSearch::from_ends(size, with.bank(), false).unwrap());
            assert!(!with.reached_start() && !without.reached_start());
            let sum = |search: &BackwardSearch| search.counts().iter().map(|count| count.positions).sum::<u64>();
            assert!(sum(&with) < sum(&without), "{} {}", sum(&with), sum(&without));
        }
    }

    /// The number of positions for 8 pits is in `docs/research/known.md`.
    #[test]
    fn no_first_turn_banks_more_than_the_bound() {
        for (pits, bank, positions) in
            [(5, 50, 3_625), (6, 71, 217_711), (7, 97, 2_036_257), (8, 126, 141_331_823)].into_iter().take(effort(3, 4))
        {
            let search = finished(BackwardSearch::new(size(pits)).unwrap());
            assert_eq!(search.bank(), bank);
            assert!(!search.reached_start());
            assert_eq!(search.counts().iter().map(|count| count.positions).sum::<u64>(), positions);
        }
        assert!(BackwardSearch::new(size(10)).is_none());
    }

    /// Taking back finds every free play, and every other play that it finds leads to the same position.
    #[test]
    fn taking_back_finds_all_plays_and_nothing_else() {
        let mut random = ChaCha8Rng::seed_from_u64(34);
        let (mut plays, mut others) = (0, 0);
        for round in 0..effort(4_000, 1_000_000) {
            let size = Size::ALL[round % 5];
            let mut now = Position::start(size, Seat::Human);
            while now.turn() == Some(Seat::Human) {
                let pits: Vec<Pit> = now.legal_moves().collect();
                let after = now.play(pits[random.random_range(0..pits.len())]).unwrap();
                if after.turn() == Some(Seat::Human) {
                    let mut search = BackwardSearch::new(size).unwrap();
                    search.layers.iter_mut().for_each(Vec::clear);
                    let store = after.store(Seat::Human);
                    search.take_back(unpack(packed(&after), size.pits(), store), size.pits());
                    assert!(search.layers[usize::from(now.store(Seat::Human))].contains(&packed(&now)), "{now:?}");
                    for (store, layer) in (0..).zip(&search.layers) {
                        for &before in layer {
                            let before = position(before, size, store);
                            assert!(before.legal_moves().any(|pit| before.play(pit).unwrap() == after), "{before:?}");
                            others += 1;
                        }
                    }
                    plays += 1;
                }
                now = after;
            }
        }
        assert!(plays > 1000 && others > plays, "{plays} {others}");
    }

    /// For random ends of turns with enough seeds, the position before the last play is among those taken back.
    #[test]
    fn every_end_of_a_turn_is_a_start_of_the_search() {
        let mut random = ChaCha8Rng::seed_from_u64(35);
        let size = size(5);
        let search = BackwardSearch::from_ends(size, size.seeds() as u8 - 4, false).unwrap();
        let mut ends = 0;
        for _ in 0..effort(200_000, 2_000_000) {
            // A few seeds in few pits, so that a turn from here often ends with nearly all of them in the store.
            let mut board = [0; STOPS];
            for _ in 0..random.random_range(2..9) {
                board[[0, 1, 2, 3, 4, 6, 7, 8, 9, 10][random.random_range(0..10)]] += 1;
            }
            let store = size.seeds() as u8 - board.iter().sum::<u8>();
            let is_empty = |row: &[u8]| row.iter().all(|&seeds| seeds == 0);
            if is_empty(&board[..5]) || is_empty(&board[6..]) {
                continue;
            }
            let before = position(pack(&board, 5), size, store);
            for pit in before.legal_moves() {
                let after = before.play(pit).unwrap();
                let won = after.outcome().is_some_and(|outcome| outcome.winner == Seat::Human);
                if after.turn() != Some(Seat::Human) && !won && after.store(Seat::Human) >= search.bank() {
                    assert!(search.layers[usize::from(store)].contains(&packed(&before)), "{before:?} {pit}");
                    ends += 1;
                }
            }
        }
        assert!(ends > 1000, "{ends}");
    }

    #[test]
    fn a_checkpoint_continues_where_it_was_written() {
        let all = finished(BackwardSearch::new(size(6)).unwrap());
        let mut search = BackwardSearch::new(size(6)).unwrap();
        for _ in 0..20 {
            search.expand_layer();
        }
        let mut file = Vec::new();
        search.write_checkpoint(&mut file).unwrap();
        let resumed = BackwardSearch::read_checkpoint(size(6), file.as_slice()).unwrap();
        assert_eq!((resumed.counts(), resumed.waiting()), (search.counts(), search.waiting()));
        assert_eq!(finished(resumed).counts(), all.counts());
    }

    #[test]
    fn damaged_and_wrong_checkpoints_are_refused() {
        let mut search = BackwardSearch::new(size(5)).unwrap();
        for _ in 0..5 {
            search.expand_layer();
        }
        let mut file = Vec::new();
        search.write_checkpoint(&mut file).unwrap();
        let read = |size, file: &[u8]| BackwardSearch::read_checkpoint(size, file).err().map(|error| error.to_string());
        assert_eq!(read(size(5), &file), None);
        assert_eq!(read(size(6), &file).unwrap(), "this is a checkpoint for 5 pits a side, not for 6");
        assert_eq!(read(size(5), b"nothing").unwrap(), "this is not a checkpoint of a backward search in Congkak");
        for at in 0..file.len() {
            assert!(read(size(5), &file[..at]).is_some(), "cut at {at}");
            let mut changed = file.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(read(size(5), &changed).is_some(), "changed at {at}");
        }
        file.push(0);
        assert_eq!(read(size(5), &file).unwrap(), "this checkpoint is damaged");
    }
}
