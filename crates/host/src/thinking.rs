use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlor_engine::{EngineJob, Evaluation};
use parlor_review::rationale;
use parlor_rules::{Choice, Seat};
use parlor_store::panic_message;
use parlor_table::{Answer, Entry, Rationale};

/// Who decides for the seats that no person has: the engine, another program, or a list of answers in a test.
pub trait Opponent: Send + Sync {
    /// Decides. An error is a sentence without its end.
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String>;
}

/// What an opponent chose, and what it says about that.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentDecision {
    /// What is chosen.
    pub choice: Choice,
    /// What the player who chooses can expect of the round's end, if it says so.
    pub value: Option<f64>,
    /// Why, if it says anything.
    pub rationale: Option<Rationale>,
}

/// The engine of this program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Engine;

impl Opponent for Engine {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        let judged = job.decide().map_err(|error| error.to_string())?;
        Ok(OpponentDecision::from(&judged))
    }
}

/// Another program that somebody played against, and that nobody has started this time. It is never started by itself: a journal
/// may come from anywhere, and must not be able to run commands.
pub(crate) struct NotRunning(pub(crate) String);

impl Opponent for NotRunning {
    fn decide(&self, _: &EngineJob) -> Result<OpponentDecision, String> {
        let name = parlor_saves::printable(&self.0);
        Err(format!(
            "this game is against {name}, which isn't running; parlor continue starts it with --level \"{name}\""
        ))
    }
}

impl From<&Evaluation> for OpponentDecision {
    fn from(judged: &Evaluation) -> OpponentDecision {
        OpponentDecision { choice: judged.choice, value: Some(judged.value), rationale: rationale(judged) }
    }
}

/// Something that the program has to decide at a table, apart from the table, so that another thread can work on it.
#[derive(Clone)]
pub struct Thinking {
    /// For which seat.
    pub seat: Seat,
    /// The revision of the table that it is about.
    pub revision: u64,
    /// What the engine is asked.
    pub job: EngineJob,
    pub(crate) purpose: ThinkingPurpose,
    pub(crate) opponent: Arc<dyn Opponent>,
}

/// What the engine's answer is used for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum ThinkingPurpose {
    /// It is the program's decision.
    Decide,
    /// The job is the other player's decision: what it is worth tells whether their offer to call the round is
    /// accepted, compared with what the program would get as it stands (rule kon-offer).
    ReplyToCall { as_it_stands: f64 },
}

/// The computer player has failed, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the computer player has failed: {0}")]
pub struct Failed(pub String);

impl Thinking {
    /// Thinks, for as long as it takes or until it is stopped, and gives the entry for the table. A panic of the
    /// engine is an error like any other: the game must not suffer from it.
    pub fn run(&self) -> Result<Entry, Failed> {
        let decided = catch_unwind(AssertUnwindSafe(|| self.opponent.decide(&self.job)));
        let decided = decided.unwrap_or_else(|panic| Err(panic_message(&*panic))).map_err(Failed)?;
        let OpponentDecision { choice, value, rationale } = decided;
        let seat = self.seat;
        Ok(match (self.purpose, value) {
            (ThinkingPurpose::Decide, _) => {
                Entry::Decision { seat, answer: Answer::Choice(choice), rationale: rationale.map(Arc::new) }
            }
            (ThinkingPurpose::ReplyToCall { as_it_stands }, Some(theirs)) if as_it_stands >= -theirs => {
                Entry::Accept { seat }
            }
            (ThinkingPurpose::ReplyToCall { .. }, _) => Entry::Decline { seat },
        })
    }

    /// The answer is no longer wanted.
    pub fn stop(&self) {
        self.job.limits.stop.set();
    }
}
