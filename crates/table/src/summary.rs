use std::fmt;
use std::str::FromStr;

use parlor_rules::Pair;

/// The state of a tournament in one line, so that lists don't have to replay it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    pub progress: Progress,
    /// The current round, from 1.
    pub round: u32,
    /// Points or seeds of the tournament so far.
    pub totals: Pair<u32>,
    /// The size of the round, once chosen.
    pub size: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    Unfinished,
    /// Unfinished, and the last entry saved it to a file.
    Saved,
    Finished,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Progress::Unfinished => "unfinished",
            Progress::Saved => "saved",
            Progress::Finished => "finished",
        })
    }
}

/// The form used in journals: `unfinished round 2 human 12 computer 30 size 9`.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { progress, round, totals, size } = self;
        write!(f, "{progress} round {round} human {} computer {}", totals.human, totals.computer)?;
        size.map_or(Ok(()), |size| write!(f, " size {size}"))
    }
}

/// The text isn't a summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a summary of a tournament")]
pub struct BadSummary;

impl FromStr for Summary {
    type Err = BadSummary;
    fn from_str(text: &str) -> Result<Summary, BadSummary> {
        let words: Vec<&str> = text.split(' ').collect();
        let [progress, "round", round, "human", human, "computer", computer, ref size @ ..] = words[..] else {
            return Err(BadSummary);
        };
        let size = match *size {
            [] => None,
            ["size", size] => Some(size.parse().map_err(|_| BadSummary)?),
            _ => return Err(BadSummary),
        };
        let progress = match progress {
            "unfinished" => Progress::Unfinished,
            "saved" => Progress::Saved,
            "finished" => Progress::Finished,
            _ => return Err(BadSummary),
        };
        let number = |word: &str| word.parse().map_err(|_| BadSummary);
        let totals = Pair { human: number(human)?, computer: number(computer)? };
        Ok(Summary { progress, round: number(round)?, totals, size })
    }
}
