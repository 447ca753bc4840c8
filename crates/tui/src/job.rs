//! Thinking that is done on another thread while the screen lives on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use parlor_host::{Advice, Thinking, Worth};
use parlor_table::Entry;

/// Something to think about.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// By which its result is known again.
    pub(crate) id: u64,
    pub(crate) kind: JobKind,
    pub(crate) thinking: Thinking,
}

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobKind {
    /// The program's decision.
    Decide,
    /// Advice for a person.
    Advise,
    /// What the position is worth.
    Weigh,
}

/// What came of a [`Job`].
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    pub(crate) id: u64,
    pub(crate) found: Found,
}

/// What was found out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Found {
    Decided(Option<Entry>),
    Advised(Advice),
    Weighed(Option<Worth>),
    /// The engine has a fault; the game must not suffer from it.
    Failed,
}

impl Job {
    /// With a number that no other has, of whatever game: what is thought of a game that was left must never
    /// be taken for another's.
    pub(crate) fn new(kind: JobKind, thinking: Thinking) -> Job {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Job { id: LAST.fetch_add(1, Ordering::Relaxed), kind, thinking }
    }

    /// Thinks. It takes as long as it takes.
    pub fn run(self) -> Thought {
        let Job { id, kind, thinking } = self;
        let think = || match kind {
            JobKind::Decide => Found::Decided(thinking.decide()),
            JobKind::Advise => Found::Advised(thinking.advise()),
            JobKind::Weigh => Found::Weighed(thinking.worth()),
        };
        Thought { id, found: catch_unwind(AssertUnwindSafe(think)).unwrap_or(Found::Failed) }
    }
}
