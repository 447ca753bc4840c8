//! Input for the targets, deterministic so that a failure can be reproduced.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub struct Mutator {
    random: ChaCha8Rng,
    seeds: Vec<Vec<u8>>,
    /// Words of the format, and those of all seeds.
    tokens: Vec<Vec<u8>>,
}

impl Mutator {
    pub fn new(seeds: &[Vec<u8>], words: &[&str]) -> Mutator {
        let mut tokens: Vec<Vec<u8>> = seeds.iter().flat_map(|seed| split(seed)).collect();
        tokens.extend(words.iter().map(|word| word.as_bytes().to_vec()));
        tokens.sort();
        tokens.dedup();
        Mutator { random: ChaCha8Rng::seed_from_u64(1), seeds: seeds.to_vec(), tokens }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.random_range(0..limit)
    }

    fn seed(&mut self) -> Vec<u8> {
        self.seeds.choose(&mut self.random).unwrap().clone()
    }

    fn token(&mut self) -> Vec<u8> {
        match self.below(8) {
            0 => self.random.random_range(-2..15_i64).to_string().into_bytes(),
            1 => b"\n".to_vec(),
            _ => self.tokens.choose(&mut self.random).unwrap().clone(),
        }
    }

    /// A short range of a list.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..self.random.random_range(start..=length.min(start + 20))
    }

    /// A seed with a few bytes cut, inserted, flipped, or taken from another seed.
    pub fn mutated_bytes(&mut self) -> Vec<u8> {
        let mut bytes = self.seed();
        for _ in 0..=self.below(3) {
            let other = self.seed();
            let (cut, taken) = (self.part(bytes.len()), self.part(other.len()));
            match self.below(5) {
                0 => drop(bytes.drain(cut)),
                1 => drop(bytes.splice(cut, other[taken].iter().copied())),
                2 => bytes.truncate(cut.start),
                3 if cut.start < bytes.len() => bytes[cut.start] ^= 1 << self.below(8),
                _ => bytes.insert(cut.start, self.random.random()),
            }
        }
        bytes
    }

    /// A seed with a few of its words, numbers or marks cut, doubled, swapped, or replaced by others of the format.
    pub fn mutated_tokens(&mut self) -> Vec<u8> {
        let mut tokens = split(&self.seed());
        for _ in 0..=self.below(4) {
            let cut = self.part(tokens.len());
            match self.below(5) {
                0 => drop(tokens.drain(cut)),
                1 => {
                    let doubled = tokens[cut.clone()].to_vec();
                    drop(tokens.splice(cut.start..cut.start, doubled));
                }
                2 if !tokens.is_empty() => {
                    let (one, two) = (self.below(tokens.len()), self.below(tokens.len()));
                    tokens.swap(one, two);
                }
                3 if cut.start < tokens.len() => tokens[cut.start] = self.token(),
                _ => tokens.insert(cut.start, self.token()),
            }
        }
        tokens.concat()
    }

    /// Words of the format in any order.
    pub fn random_tokens(&mut self) -> Vec<u8> {
        let count = self.below(40);
        (0..count).flat_map(|_| self.token()).collect()
    }

    pub fn random_bytes(&mut self) -> Vec<u8> {
        let count = self.below(300);
        (0..count).map(|_| self.random.random()).collect()
    }
}

/// The words, numbers, spaces and marks of a text.
fn split(bytes: &[u8]) -> Vec<Vec<u8>> {
    let alike = |one: &u8, two: &u8| {
        one.is_ascii_alphabetic() && two.is_ascii_alphabetic()
            || one.is_ascii_digit() && two.is_ascii_digit()
            || *one == b' ' && *two == b' '
            || !one.is_ascii() && !two.is_ascii()
    };
    bytes.chunk_by(alike).map(<[u8]>::to_vec).collect()
}
