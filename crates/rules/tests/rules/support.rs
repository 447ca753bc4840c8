//! What the tests of the rules share.

use parlor_rules::Seat;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// How much to do: the first number in the tests, the second where `cargo xtask prove` asks for more.
pub fn effort(test: usize, prove: usize) -> usize {
    if std::env::var_os("PARLOR_PROVE").is_some() { prove } else { test }
}

/// Chance that is the same on every run and machine.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The twins count players: 0 is Human, 1 Computer.
pub fn seat(player: usize) -> Seat {
    Seat::BOTH[player]
}

/// The other way round.
pub fn player(seat: Seat) -> usize {
    Seat::BOTH.into_iter().position(|other| other == seat).unwrap()
}
