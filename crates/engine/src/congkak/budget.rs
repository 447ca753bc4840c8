use crate::Limits;

/// The default number of plays that `master` may try: about a second's worth.
pub(crate) const MASTER_PLAYS: u64 = 10_000_000;

/// A plan of more plays than this would fill gigabytes.
const MOST_PLAYS: u64 = 1_000_000_000;

/// The number of plays that a search with these limits may try.
pub(super) fn plays(limits: &Limits) -> u64 {
    limits.effort.unwrap_or(MASTER_PLAYS).min(MOST_PLAYS)
}

/// The plays and the time that are left.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    pub(super) spent: u64,
    most: u64,
    limits: Limits,
    /// Plays until the next check of the clock. Parts inherit it, so that a series of small parts doesn't go unchecked.
    until_check: u32,
    /// True if the clock or the stop flag, not the count of plays, ended the search.
    pub(super) timed_out: bool,
}

/// Plays between two checks of the clock, because reading it takes longer than a play. Well under a millisecond.
const CHECK_INTERVAL: u32 = 2048;

impl Budget {
    /// A budget with the effort and the time of these limits.
    pub(super) fn new(limits: &Limits) -> Budget {
        Budget { spent: 0, most: plays(limits), limits: limits.clone(), until_check: 0, timed_out: false }
    }

    pub(super) fn left(&self) -> u64 {
        if self.timed_out { 0 } else { self.most.saturating_sub(self.spent) }
    }

    /// Takes one play; `false` if none is left.
    #[inline]
    pub(super) fn take(&mut self) -> bool {
        if self.spent >= self.most || self.timed_out {
            return false;
        }
        self.spent += 1;
        if self.until_check == 0 {
            return !self.check();
        }
        self.until_check -= 1;
        true
    }

    /// Checks the clock and the stop flag, and returns true if the search is over.
    #[cold]
    pub(super) fn check(&mut self) -> bool {
        self.until_check = CHECK_INTERVAL;
        self.timed_out = self.timed_out || self.limits.is_up();
        self.timed_out
    }

    /// A budget of at most `plays` plays with the same clock. [`Self::spend`] then counts the plays that it has spent.
    pub(super) fn part(&self, plays: u64) -> Budget {
        Budget { spent: 0, most: plays, ..self.clone() }
    }

    /// Counts the plays that a part has spent.
    pub(super) fn spend(&mut self, part: &Budget) {
        self.spent += part.spent;
        self.until_check = part.until_check;
        self.timed_out |= part.timed_out;
    }
}
