//! `parlor solve congkak --prove`.

use std::path::Path;
use std::time::Instant;

use parlor_engine::congkak::{BackwardSearch, LayerCount};
use parlor_rules::congkak::Size;
use parlor_saves::disk::{self, DiskError, Existing};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::files::input_name;
use crate::solve::{progress_bar, report};

/// The maximum number of positions in memory: 3.2 GiB.
const MOST_WAITING: usize = 215_000_000;

/// The maximum size of a checkpoint that is read, in bytes.
const MAX_CHECKPOINT: u64 = 1 << 32;

/// The number of positions between two checkpoints, or eight times the number of positions in the checkpoint if that is
/// more.
const CHECKPOINT_INTERVAL: u64 = 20_000_000;

pub(super) fn prove(size: Size, file: Option<&Path>, json: bool) -> Result<Exit, Failure> {
    let begin = Instant::now();
    let mut search = open(size, file)?;
    let bar = progress_bar(size.seeds().into());
    let mut since_checkpoint = 0;
    while let Some(store) = search.next_layer() {
        bar.set_position(u64::from(size.seeds()) - u64::from(store));
        bar.set_message(format!("{store} seeds in the store, {} positions in memory", search.waiting()));
        search.expand_layer();
        since_checkpoint += search.counts().last().map_or(0, |count| count.positions);
        let gives_up = search.waiting() > MOST_WAITING;
        let due = since_checkpoint >= CHECKPOINT_INTERVAL.max(8 * search.waiting() as u64);
        if let Some(file) = file.filter(|_| due || gives_up || search.next_layer().is_none()) {
            keep(&search, file)?;
            since_checkpoint = 0;
        }
        if gives_up {
            let layers = search.counts().len();
            return Err(Failure::Error(format!(
                "the search needs more than 3.2 GiB of memory for the positions with fewer than {store} seeds in the store; \
                 {layers} layers are done"
            )));
        }
    }
    bar.finish_and_clear();
    let proof = Proof::new(&search, begin.elapsed().as_secs_f64());
    report(&proof, json, &proof.text())
}

fn open(size: Size, file: Option<&Path>) -> Result<BackwardSearch, Failure> {
    let search = BackwardSearch::new(size)
        .ok_or_else(|| Failure::Error(format!("the proof is for 5 to 9 pits per side, not for {size}")))?;
    let Some(file) = file else { return Ok(search) };
    match disk::read_at_most(file, MAX_CHECKPOINT) {
        Ok(bytes) => BackwardSearch::read_checkpoint(size, bytes.as_slice()).map_err(|error| {
            Failure::CheckFailed(format!(
                "error: {}: {error}. Name another file, or remove this one to start again.",
                input_name(file)
            ))
        }),
        Err(DiskError::NoFile(_)) => Ok(search),
        Err(error) => Err(error.into()),
    }
}

fn keep(search: &BackwardSearch, file: &Path) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    search.write_checkpoint(&mut bytes)?;
    Ok(disk::write_file(file, &bytes, Existing::Replace)?)
}

#[derive(Serialize)]
struct Proof<'a> {
    game: &'static str,
    size: usize,
    seeds: u32,
    /// The number of seeds to bank in the first turn.
    bank: u8,
    possible: bool,
    positions: u64,
    seconds: f64,
    layers: &'a [LayerCount],
}

impl Proof<'_> {
    fn new(search: &BackwardSearch, seconds: f64) -> Proof<'_> {
        Proof {
            game: "congkak",
            size: search.size().pits(),
            seeds: search.size().seeds(),
            bank: search.bank(),
            possible: search.reached_start(),
            positions: search.counts().iter().map(|count| count.positions).sum(),
            seconds,
            layers: search.counts(),
        }
    }

    fn text(&self) -> String {
        let Proof { size, seeds, bank, positions, seconds, layers, .. } = self;
        let lowest = layers.last().map_or(*bank, |count| count.store);
        let result = if self.possible {
            format!("With {size} pits per side, the first turn can bank {bank} of {seeds} seeds.")
        } else {
            format!(
                "Proven: with {size} pits per side, no first turn banks {bank} or more of {seeds} seeds.\n\
                 Searching backward from all turn ends with that many seeds finds positions down to {lowest} seeds in the store, and none with fewer."
            )
        };
        let counts: Vec<String> =
            layers.iter().map(|count| format!("{:>5} {:>12}\n", count.store, count.positions)).collect();
        format!("{result}\n{positions} positions in {seconds:.1} s:\nstore    positions\n{}", counts.concat())
    }
}
