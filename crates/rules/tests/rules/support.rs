//! Shared helpers of the rules' tests.

use parlor_rules::Seat;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Random numbers that are the same on every run and machine.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The seat of a twin's player: 0 is Human, 1 is Computer.
pub fn seat(player: usize) -> Seat {
    Seat::BOTH[player]
}

/// The number of a seat's player in the twins.
pub fn player(seat: Seat) -> usize {
    Seat::BOTH.into_iter().position(|other| other == seat).unwrap()
}
