//! Thinking as work that can be done anywhere: questions about tables, and threads that answer them.
//!
//! A question and its answer are texts, so that a question can be asked by one program and answered by another. What they
//! mean is known to those who ask and to the [`Thinker`]; this only sees to it that each is answered once, in a fair order,
//! and that no more of them wait than can be worked off.

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod memory;
mod workers;

use parlor_engine::StopFlag;

use crate::JournalName;

pub use memory::{JobSettings, MemoryJobs};
pub use workers::{Workers, panic_message};

/// A question for the engine. Two with the same table, revision and question are the same one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineTask {
    /// The table that it is about, if it is about one.
    pub table: Option<JournalName>,
    /// The revision of the table.
    pub revision: u64,
    /// What is asked.
    pub question: String,
    /// What it is for.
    pub priority: Priority,
    /// Whether it is of no use once the table has moved on.
    pub passing: bool,
}

/// What a question is for; the first goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Priority {
    /// A move of the computer player, which somebody waits for.
    Move,
    /// Advice that a person has asked for.
    Help,
    /// What a position is worth, for the value bar.
    Value,
    /// A review of a game that was played: nobody waits for it now.
    Review,
}

impl Priority {
    /// All of them, the first first.
    pub const ALL: [Priority; 4] = [Priority::Move, Priority::Help, Priority::Value, Priority::Review];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Priority::Move => "move",
            Priority::Help => "help",
            Priority::Value => "value",
            Priority::Review => "review",
        }
    }
}

/// What came of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskOutcome {
    /// The answer.
    Answer(String),
    /// It can't be answered, however often it is tried; the words say why.
    Failed(String),
    /// It couldn't be answered now: too many wait already, or what it needs can't be reached. Asking again later may help.
    Busy,
    /// Nobody needs it any more.
    Dropped,
}

/// Who is told what came of a job, once.
pub type OnOutcome = Box<dyn FnOnce(TaskOutcome) + Send>;

pub(crate) fn tell(then: Vec<OnOutcome>, outcome: &TaskOutcome) {
    for then in then {
        then(outcome.clone());
    }
}

/// Where questions wait for somebody who answers them.
pub trait TaskQueue: Send + Sync {
    /// Asks a question. If it is already being asked, both askers get the same answer; if its answer is still known, that
    /// comes at once. `then` may be called before this returns, so no lock may be held that it needs.
    fn ask(&self, job: EngineTask, then: OnOutcome);

    /// A table is at this revision now: what was asked about earlier ones in passing is dropped.
    fn has_moved_on(&self, table: &JournalName, revision: u64);

    /// Waits for a question. `None` when there will be no more of them.
    fn claim(&self) -> Option<Claimed>;

    /// Tells what came of a claimed question.
    fn finish(&self, claimed: &Claimed, outcome: TaskOutcome);

    /// How many questions wait for a thread.
    fn waiting(&self, priority: Priority) -> usize;

    /// Takes no more questions, drops those that wait, stops what is being thought about, and lets threads end.
    fn close(&self);
}

/// A question that somebody is at.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Its number among those of its queue.
    pub id: i64,
    /// The question.
    pub job: EngineTask,
    /// Set when the answer isn't wanted any more.
    pub stop: StopFlag,
}

/// Who knows what questions mean.
pub trait Thinker: Send + Sync {
    /// Thinks about a question, for as long as it takes or until it is stopped.
    fn think(&self, job: &EngineTask, stop: &StopFlag) -> TaskOutcome;
}
