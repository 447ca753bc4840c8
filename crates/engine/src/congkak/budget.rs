use std::time::{Duration, Instant};

/// How long to think: so many plays tried out, and, if somebody is waiting, so many milliseconds.
///
/// With plays alone the answer is the same on every machine and every run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plays that may be tried out; more than a billion count as a billion, because a plan of so many fills
    /// gigabytes.
    pub plays: u64,
    /// A cap on the time as well; the answer then depends on the machine.
    pub millis: Option<u64>,
}

/// What `master` thinks with unless told otherwise: about a second.
impl Default for Limits {
    fn default() -> Limits {
        Limits { plays: 10_000_000, millis: None }
    }
}

impl Limits {
    /// So many plays, and no clock.
    pub fn plays(plays: u64) -> Limits {
        Limits { plays, millis: None }
    }
}

/// The plays still to be spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    spent: u64,
    most: u64,
    deadline: Option<Instant>,
    late: bool,
}

/// Asking for the time costs more than a play, so it is asked once in so many.
const PLAYS_PER_GLANCE: u64 = 4096;

impl Budget {
    pub(super) fn plays(most: u64) -> Budget {
        let most = most.min(1_000_000_000);
        Budget { spent: 0, most, deadline: None, late: false }
    }

    /// Sets a time to stop at, `millis` from now.
    pub(super) fn with_millis(self, millis: Option<u64>) -> Budget {
        let deadline = millis.and_then(|millis| Instant::now().checked_add(Duration::from_millis(millis)));
        Budget { deadline, ..self }
    }

    pub(super) fn left(&self) -> u64 {
        if self.late { 0 } else { self.most.saturating_sub(self.spent) }
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether the clock, not the count of plays, has ended the thinking.
    pub(super) fn late(&self) -> bool {
        self.late
    }

    /// Takes one play; `false` if there is none left.
    #[inline]
    pub(super) fn take(&mut self) -> bool {
        if self.spent >= self.most || self.late {
            return false;
        }
        self.spent += 1;
        if self.spent.is_multiple_of(PLAYS_PER_GLANCE) {
            self.glance();
        }
        true
    }

    #[cold]
    fn glance(&mut self) {
        self.late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// A budget of at most so many plays, under the same clock, to be handed back with [`Self::spend`].
    pub(super) fn part(&self, plays: u64) -> Budget {
        Budget { spent: 0, most: plays, ..*self }
    }

    /// Counts what a part has spent.
    pub(super) fn spend(&mut self, part: &Budget) {
        self.spent += part.spent;
        self.late |= part.late;
    }
}
