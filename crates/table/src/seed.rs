use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// The source of random dice and coin tosses (rule dice-seed).
///
/// An open seed and a committed seed with the same number give the same results.
///
/// ```
/// use parlor_table::{Salt, Seed};
/// let seed = Seed::Committed { seed: 12345, salt: Salt([0; 16]) };
/// assert_eq!(seed.commitment(), seed.hidden().commitment());
/// assert_eq!((seed.number(), seed.hidden().number()), (Some(12345), None));
/// assert_eq!(Seed::from(7).commitment(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seed {
    /// Public from the start.
    Open(u64),
    /// The commitment is shown at the start, seed and salt after the tournament.
    Committed {
        seed: u64,
        /// Makes it impossible to guess the seed from the commitment.
        salt: Salt,
    },
    /// Only the commitment is known, so nothing can be drawn.
    Hidden(Commitment),
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Seed {
        Seed::Open(seed)
    }
}

impl Seed {
    /// The number behind the dice, if it is known here.
    pub fn number(self) -> Option<u64> {
        match self {
            Seed::Open(seed) | Seed::Committed { seed, .. } => Some(seed),
            Seed::Hidden(_) => None,
        }
    }

    /// `None` for an open seed.
    pub fn commitment(self) -> Option<Commitment> {
        match self {
            Seed::Open(_) => None,
            Seed::Committed { seed, salt } => Some(Commitment::of(seed, salt)),
            Seed::Hidden(commitment) => Some(commitment),
        }
    }

    /// The seed as others may see it before it is revealed.
    #[must_use]
    pub fn hidden(self) -> Seed {
        self.commitment().map_or(self, Seed::Hidden)
    }
}

/// 128 random bits that go into a commitment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Salt(pub [u8; 16]);

/// A commitment to a seed and a salt: the SHA-256 of [their line](Commitment::line).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    pub fn of(seed: u64, salt: Salt) -> Commitment {
        Commitment(Sha256::digest(Commitment::line(seed, salt)).into())
    }

    /// The hashed text: one line of ASCII characters, without newline. The 1 is the version of the mapping from seeds
    /// to dice.
    pub fn line(seed: u64, salt: Salt) -> String {
        format!("parlor dice 1 seed {seed} salt {salt}")
    }
}

/// Not lower-case hex of the expected length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{wanted} digits from 0 to 9 and a to f were expected")]
pub struct BadHex {
    wanted: usize,
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl FromStr for Salt {
    type Err = BadHex;
    fn from_str(text: &str) -> Result<Salt, BadHex> {
        read_hex(text).map(Salt)
    }
}

impl FromStr for Commitment {
    type Err = BadHex;
    fn from_str(text: &str) -> Result<Commitment, BadHex> {
        read_hex(text).map(Commitment)
    }
}

fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn read_hex<const N: usize>(text: &str) -> Result<[u8; N], BadHex> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let bad = BadHex { wanted: 2 * N };
    if text.len() != 2 * N {
        return Err(bad);
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = digit(pair[0]).zip(digit(pair[1])).map(|(high, low)| high << 4 | low).ok_or(bad)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of `docs/play/journal.md`; `printf '%s' "…" | sha256sum` gives the same.
    #[test]
    fn a_commitment_is_the_hash_of_the_documented_line() {
        let salt: Salt = "00112233445566778899aabbccddeeff".parse().unwrap();
        assert_eq!(Commitment::line(12345, salt), "parlor dice 1 seed 12345 salt 00112233445566778899aabbccddeeff");
        assert_eq!(
            Commitment::of(12345, salt).to_string(),
            "708d4f62bdcf7c29b64b7d217332e11be865def2f527faf8eff8e0080e102936"
        );
        assert_ne!(Commitment::of(12346, salt), Commitment::of(12345, salt));
        assert_ne!(Commitment::of(12345, Salt([0; 16])), Commitment::of(12345, salt));
    }

    #[test]
    fn only_hexadecimal_digits_of_the_right_length_are_parsed() {
        let salt = Salt([0x0f; 16]);
        assert_eq!(salt.to_string().parse(), Ok(salt));
        for bad in [
            "",
            "0f",
            "0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F",
            "+f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
            "é0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
        ] {
            let error = bad.parse::<Salt>().unwrap_err();
            assert_eq!(error.to_string(), "32 digits from 0 to 9 and a to f were expected");
        }
    }
}
