use parlor_rules::{Choice, Decision, Game, Standing};
use parlor_saves::{Dialect, write};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The openings of a match. Both rounds of a pair have the same opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// A number of random legal plays.
    Plays(u32),
    /// Positions, used in turn. A save file can hold each of them, so that a journal can start with it.
    Positions(Vec<Standing>),
}

impl Openings {
    /// Canoga has dice, so it needs none. In the other games, two levels would always play the same round.
    pub fn usual(game: Game) -> Openings {
        Openings::Plays(match game {
            Game::Canoga => 0,
            Game::Congkak => 3,
            Game::Kono => 4,
        })
    }

    /// Reads one position of `docs/bots/protocol.md` per line. Blank lines and lines that begin with # are skipped. An error names
    /// the line and the reason.
    ///
    /// ```
    /// use parlor_arena::Openings;
    /// use parlor_rules::Game;
    /// let wrong = Openings::read("# nothing\n{\"game\":\"kono\"}", Game::Kono, 5).unwrap_err();
    /// assert!(wrong.starts_with("line 2: position.size: is missing"), "{wrong}");
    /// ```
    pub fn read(text: &str, game: Game, size: i64) -> Result<Openings, String> {
        let mut positions = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |why: String| format!("line {number}: {why}");
            if !line.starts_with('{') {
                return Err(wrong("each line must be a position in the JSON format of parlor rpc".to_owned()));
            }
            let standing = parlor_rpc::read_position(line).map_err(wrong)?;
            if (standing.game(), standing.size()) != (game, size) {
                return Err(wrong(format!("this is {standing}; the match is {game} of size {size}")));
            }
            if standing.turn().is_none() {
                return Err(wrong("the round is over, or no player is to move".to_owned()));
            }
            if let Some(lost) = write(&standing, Dialect::Text).lost.first() {
                return Err(wrong(format!("a journal can't begin with {lost}")));
            }
            positions.push(standing);
        }
        if positions.is_empty() {
            return Err(
                "the file has no positions; each line must be a position in the JSON format of parlor rpc".to_owned()
            );
        }
        Ok(Openings::Positions(positions))
    }

    /// The position that a pair starts with, if positions were given.
    pub(crate) fn standing(&self, pair: u64) -> Option<Standing> {
        match self {
            Openings::Plays(_) => None,
            Openings::Positions(positions) => {
                let count = positions.len() as u64;
                Some(positions[usize::try_from(pair % count).expect("less than a length")].clone())
            }
        }
    }
}

/// Random plays that open a round. They depend only on the pair and the attempt.
pub(crate) struct RandomPlays {
    random: ChaCha8Rng,
    left: u32,
}

impl RandomPlays {
    /// If an opening ends the round, it is drawn again with the next `attempt`.
    pub(crate) fn new(plays: u32, seed: u64, attempt: u64) -> RandomPlays {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // Counts down from the last stream, because the dice use the first ones.
        random.set_stream(u64::MAX - attempt);
        RandomPlays { random, left: plays }
    }

    /// A random choice, or `None` after the opening. Choosing the number of dice doesn't count as a play.
    pub(crate) fn draw(&mut self, decision: &Decision) -> Option<Choice> {
        if self.left == 0 {
            return None;
        }
        if !matches!(decision, Decision::Dice(_)) {
            self.left -= 1;
        }
        let choices = decision.choices();
        choices.get(self.random.random_range(0..choices.len().max(1))).copied()
    }
}

/// The seed of a pair's dice. `SplitMix64`, so that neighbouring numbers give unrelated seeds.
pub(crate) fn pair_seed(seed: u64, pair: u64) -> u64 {
    let mut mixed = seed.wrapping_add(pair.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
