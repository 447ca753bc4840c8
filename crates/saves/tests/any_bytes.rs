//! A short run of what the fuzz targets do for hours: random bytes, and fixtures with something changed.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod common;
mod promises;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn fixtures_keep_the_promises() {
    for (_, bytes) in common::all_files() {
        promises::keep(&bytes);
    }
}

#[test]
fn random_bytes_keep_the_promises() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let alphabet =
        b"()[],.;%*:+ \t\r\n0123456789OWBowbHumanComputerPlayerSquaresScoreBoardNextTurn\xef\xbb\xbf\x00\xff";
    for _ in 0..4_000 {
        let length = rng.random_range(0..300);
        let bytes: Vec<u8> = (0..length).map(|_| alphabet[rng.random_range(0..alphabet.len())]).collect();
        promises::keep(&bytes);
    }
}

#[test]
fn changed_fixtures_keep_the_promises() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let files: Vec<Vec<u8>> = common::all_files().into_iter().map(|(_, bytes)| bytes).collect();
    let part = |rng: &mut ChaCha8Rng, bytes: &[u8]| {
        let start = rng.random_range(0..=bytes.len());
        start..rng.random_range(start..=bytes.len().min(start + 20))
    };
    for _ in 0..6_000 {
        let mut bytes = files[rng.random_range(0..files.len())].clone();
        for _ in 0..rng.random_range(1..4) {
            let other = &files[rng.random_range(0..files.len())];
            let (cut, taken) = (part(&mut rng, &bytes), part(&mut rng, other));
            match rng.random_range(0..4) {
                0 => drop(bytes.drain(cut)),
                1 => drop(bytes.splice(cut, other[taken].iter().copied())),
                2 => bytes.truncate(cut.start),
                _ => bytes.insert(cut.start, rng.random()),
            }
        }
        promises::keep(&bytes);
    }
}
