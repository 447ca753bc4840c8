//! The choice of mistakes to practise: the worst, and those not seen for a long time, come first.

use std::collections::BTreeMap;
use std::fmt;

use parlor_rules::Pair;
use parlor_table::Player;

use crate::{Exercise, Spread};

/// A mistake, and the game it was made in.
#[derive(Clone, PartialEq, Debug)]
pub struct Mistake {
    /// The name of its journal; `None` if the game isn't stored.
    pub journal: Option<String>,
    pub players: Pair<Player>,
    pub exercise: Exercise,
}

/// The times when exercises were last seen. `Display` writes lines like `20261117-1-canoga 42 1794900000`, which
/// [`PracticeLog::read`] parses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PracticeLog(BTreeMap<(String, u64), u64>);

/// The time after which waiting doesn't raise the priority further: 30 days in seconds.
const LONG: u64 = 30 * 24 * 60 * 60;

impl PracticeLog {
    /// Parses a log. Skips invalid lines, because no game depends on them.
    pub fn read(text: &str) -> PracticeLog {
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let key = (words.next()?.to_owned(), words.next()?.parse().ok()?);
            Some((key, words.next()?.parse().ok()?))
        };
        PracticeLog(text.lines().filter_map(line).collect())
    }

    /// Records that an exercise was seen, in seconds since 1970.
    pub fn note(&mut self, mistake: &Mistake, now: u64) {
        if let Some(journal) = &mistake.journal {
            self.0.insert((journal.clone(), mistake.exercise.revision), now);
        }
    }

    /// Keeps only the `most` exercises seen last.
    pub fn keep_last(&mut self, most: usize) {
        let mut times: Vec<u64> = self.0.values().copied().collect();
        times.sort_unstable_by(|one, other| other.cmp(one));
        let Some(&newest_left_out) = times.get(most) else { return };
        self.0.retain(|_, at| *at > newest_left_out);
    }

    /// The time when an exercise was last seen, in seconds since 1970.
    pub fn last(&self, mistake: &Mistake) -> Option<u64> {
        self.0.get(&(mistake.journal.clone()?, mistake.exercise.revision)).copied()
    }

    /// Sorts exercises by priority: the cost in per cent of the spread, times the time since they were last seen, at
    /// most 30 days. New exercises count as 30 days.
    #[expect(clippy::cast_precision_loss, reason = "there are 30 days of seconds at most")]
    pub fn sort(&self, exercises: &mut [Mistake], now: u64) {
        let urgency = |mistake: &Mistake| {
            let exercise = &mistake.exercise;
            let since = self.last(mistake).map_or(LONG, |at| now.saturating_sub(at).min(LONG));
            exercise.cost / Spread::of(exercise.game(), exercise.size).deviation * since as f64
        };
        exercises.sort_by(|one, other| {
            urgency(other).total_cmp(&urgency(one)).then_with(|| self.last(one).cmp(&self.last(other)))
        });
    }
}

impl fmt::Display for PracticeLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((journal, revision), at) in &self.0 {
            writeln!(f, "{journal} {revision} {at}")?;
        }
        Ok(())
    }
}
