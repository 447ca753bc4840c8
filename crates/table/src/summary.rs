use std::fmt;
use std::str::FromStr;

use parlor_rules::Pair;

/// A tournament in a line, for lists: what can be told of it without replaying it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How far it has come.
    pub progress: Progress,
    /// Which round it is, from 1.
    pub round: u32,
    /// Points or seeds of the whole tournament so far.
    pub totals: Pair<u32>,
    /// The size of the round, once it is chosen.
    pub size: Option<i64>,
}

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// It can be continued.
    Unfinished,
    /// The same, and the last thing that happened is that it was saved to a file.
    Saved,
    /// It is over.
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

/// As it stands in a journal: `unfinished round 2 human 12 computer 30 size 9`.
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
