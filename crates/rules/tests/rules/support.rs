//! What the tests of the rules share.

use parlor_rules::Seat;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Random numbers that are the same on every run and machine.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The twins count players: 0 is Human, 1 Computer.
pub fn seat(player: usize) -> Seat {
    Seat::BOTH[player]
}

/// The seat of a twin's player.
pub fn player(seat: Seat) -> usize {
    Seat::BOTH.into_iter().position(|other| other == seat).unwrap()
}
