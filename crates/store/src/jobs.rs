//! Engine searches as jobs: questions about tables, and threads that answer them.
//!
//! Questions and answers are text, so that one program can ask and another can answer. Only the askers and the
//! [`JobHandler`] interpret them. A queue ensures that each question is answered once, in a fair order, and limits the
//! number of waiting questions.

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod memory;
mod workers;

use parlor_engine::StopFlag;
use sha2::{Digest, Sha256};

use crate::{BrowserId, JournalName};

pub use memory::{JobSettings, MemoryJobs};
pub use workers::{Workers, panic_message};

/// A question for the engine. Two tasks with the same table, revision and question are one task.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineTask {
    /// The table that the question is about, if any.
    pub table: Option<JournalName>,
    /// The revision of the table.
    pub revision: u64,
    pub question: String,
    pub priority: Priority,
    /// Useless once the table is at a later revision.
    pub ephemeral: bool,
    /// Answered within [`LIGHT_NODES`]. One thread is reserved for such questions.
    pub light: bool,
}

/// A light question searches fewer positions than this.
pub const LIGHT_NODES: u64 = 200_000;

/// The browser, address or table on whose behalf a question is asked. Askers take turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Asker([u8; 16]);

impl Asker {
    pub fn browser(browser: BrowserId) -> Asker {
        Asker::of_hash(browser.0)
    }

    /// For an address or anything else that is identified by a hash.
    pub fn of_hash(hash: [u8; 32]) -> Asker {
        Asker(std::array::from_fn(|place| hash[place]))
    }

    /// For questions that no browser asks, such as when two computer players play.
    pub fn table(name: &JournalName) -> Asker {
        Asker::of_hash(Sha256::digest(name.as_str()).into())
    }

    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only a database has to write it down"))]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// In the order in which jobs are claimed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Priority {
    /// A move of the computer player.
    Move,
    /// Advice that a person has requested.
    Help,
    /// The value of a position, for the value bar.
    Value,
    /// A review of a game; not urgent.
    Review,
}

impl Priority {
    /// All priorities, the most urgent first.
    pub const ALL: [Priority; 4] = [Priority::Move, Priority::Help, Priority::Value, Priority::Review];

    pub fn name(self) -> &'static str {
        match self {
            Priority::Move => "move",
            Priority::Help => "help",
            Priority::Value => "value",
            Priority::Review => "review",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskOutcome {
    Answer(String),
    /// It can't be answered, however often it is tried; the text is the reason.
    Failed(String),
    /// It couldn't be answered now, because the queue is full or a store can't be reached. Asking again later may help.
    Busy,
    /// The answer isn't needed any more.
    Dropped,
}

/// Called once with the outcome of a job.
pub type OnOutcome = Box<dyn FnOnce(TaskOutcome) + Send>;

pub(crate) fn notify(then: Vec<OnOutcome>, outcome: &TaskOutcome) {
    for then in then {
        then(outcome.clone());
    }
}

/// A queue of jobs for the engine.
pub trait TaskQueue: Send + Sync {
    /// Asks a question. If it is already being asked, both askers get the same answer; if its answer is still cached,
    /// they get it at once. `then` may be called before this returns, so the caller must hold no lock that it needs.
    ///
    /// Within a priority, askers take turns, and so do the tables of each asker. An asker can have at most `share`
    /// questions of a priority waiting.
    fn ask(&self, job: EngineTask, by: Asker, then: OnOutcome);

    /// Drops the ephemeral jobs of a table about revisions before this one.
    fn cancel_before(&self, table: &JournalName, revision: u64);

    /// Waits for a job. `None` once the queue is closed.
    fn claim(&self) -> Option<Claimed>;

    /// Delivers the outcome of a claimed job.
    fn finish(&self, claimed: &Claimed, outcome: TaskOutcome);

    /// The number of questions that wait for a thread.
    fn waiting(&self, priority: Priority) -> usize;

    /// Refuses new jobs, drops waiting ones, stops running searches, and lets the threads end.
    fn close(&self);
}

/// A job that a thread is working on.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Its number in the queue.
    pub id: i64,
    pub job: EngineTask,
    /// Set when the answer is no longer needed.
    pub stop: StopFlag,
}

pub trait JobHandler: Send + Sync {
    /// Runs until it has an answer or `stop` is set.
    fn handle(&self, job: &EngineTask, stop: &StopFlag) -> TaskOutcome;
}
