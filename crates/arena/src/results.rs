//! The results file: a header line with the match's settings, then a line per pair, in order. An interrupted match resumes
//! from it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use parlor_saves::Dialect;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Match, MatchPlayer, MatchTally, Openings, PairOfRounds, Schedule};

/// The first line: everything that determines the results. The number of pairs isn't included, because it may grow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    arena: u32,
    game: String,
    size: i64,
    players: Vec<String>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    rounds: u32,
    gauntlet: bool,
    /// The number of pairs of rounds in each pairing of a Swiss tournament, because later pairings depend on
    /// it. The number of Swiss rounds may grow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    swiss_pairs: Option<u64>,
    seed: u64,
    openings: Value,
    effort: Option<u64>,
    millis: Option<u64>,
    max_plays: u32,
    sprt: Option<String>,
    rules: u32,
    engine: u32,
}

const FORMAT: u32 = 1;

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(rounds: &u32) -> bool {
    *rounds == 1
}

impl Header {
    fn of(plan: &Match) -> Header {
        Header {
            arena: FORMAT,
            game: plan.game.to_string(),
            size: plan.size,
            players: plan.players.iter().map(MatchPlayer::to_string).collect(),
            rounds: plan.rounds,
            gauntlet: plan.schedule == Schedule::Gauntlet,
            swiss_pairs: matches!(plan.schedule, Schedule::Swiss { .. }).then_some(plan.pairs),
            seed: plan.seed,
            openings: match &plan.openings {
                Openings::Plays(plays) => json!({ "plays": plays }),
                Openings::Positions(positions) => {
                    let save = |standing| parlor_saves::write(standing, Dialect::Text).text;
                    json!({ "positions": positions.iter().map(save).collect::<Vec<_>>() })
                }
            },
            effort: plan.limits.effort,
            millis: plan.limits.bots.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            max_plays: plan.max_plays,
            sprt: plan.sprt.map(|sprt| sprt.to_string()),
            rules: plan.game.rules(),
            engine: parlor_engine::VERSION,
        }
    }

    /// The first field that differs, by its name in the file.
    fn difference(&self, other: &Header) -> Option<String> {
        let [mine, theirs] = [self, other].map(|header| serde_json::to_value(header).unwrap_or_default());
        let fields = mine.as_object()?;
        fields.iter().find(|(name, value)| theirs.get(name.as_str()) != Some(value)).map(|(name, value)| {
            let found = theirs.get(name.as_str()).unwrap_or(&Value::Null);
            format!("\"{name}\" is {found} in the file, but {value} in this match")
        })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum BadResults {
    #[error("the file already has results; use --resume to continue that match")]
    Used,
    #[error("the file belongs to another match: {0}")]
    OtherMatch(String),
    #[error(
        "the file already has {found} pairs of rounds, but this match only has {wanted}; a match can only be continued \
         with at least as many"
    )]
    TooMany { found: u64, wanted: u64 },
    #[error("another match is writing to the file")]
    InUse,
    /// A device, a folder or a pipe.
    #[error("not a regular file")]
    NotAFile,
    /// Not a results file, or damaged.
    #[error("line {0} is not a valid result")]
    Line(usize),
    #[error(transparent)]
    Disk(#[from] io::Error),
}

pub struct Results {
    file: File,
}

impl Results {
    /// Creates a file or, with `resume`, adds the file's pairs to the tally. A truncated last line is removed.
    pub fn open(path: &Path, plan: &Match, resume: bool, tally: &mut MatchTally) -> Result<Results, BadResults> {
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(BadResults::NotAFile);
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => BadResults::InUse,
            TryLockError::Error(error) => BadResults::Disk(error),
        })?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        if !text.is_empty() && !resume {
            return Err(BadResults::Used);
        }
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = (1..).zip(text[..whole].split(|byte| *byte == b'\n')).filter(|(_, line)| !line.is_empty());
        let header = Header::of(plan);
        let begun = lines.next();
        if let Some((number, line)) = begun {
            let found: Header = serde_json::from_slice(line).map_err(|_| BadResults::Line(number))?;
            if let Some(difference) = header.difference(&found) {
                return Err(BadResults::OtherMatch(difference));
            }
        }
        let wanted = plan.all_pairs();
        let mut found = 0;
        for (number, line) in lines {
            let pair: PairOfRounds = serde_json::from_slice(line).map_err(|_| BadResults::Line(number))?;
            if pair.pair != found {
                return Err(BadResults::Line(number));
            }
            found += 1;
            if found <= wanted {
                tally.add(plan, &pair);
            }
        }
        if found > wanted {
            return Err(BadResults::TooMany { found, wanted });
        }
        file.set_len(whole as u64)?;
        if begun.is_none() {
            write_line(&mut file, &header)?;
        }
        Ok(Results { file })
    }

    pub fn append(&mut self, pair: &PairOfRounds) -> io::Result<()> {
        write_line(&mut self.file, pair)
    }
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}
