use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlor_engine::{EngineJob, Evaluation, Limits, NoAnswer, kono};
use parlor_review::rationale;
use parlor_rules::{Choice, Decision, Seat};
use parlor_store::panic_message;
use parlor_table::{Answer, Entry, Offer, Rationale};

/// A computer player: the engine, a bot, or a list of answers in a test.
pub trait Opponent: Send + Sync {
    /// Makes a decision. An error is a sentence without its full stop.
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String>;

    /// True if `seat` has nothing more to gain in this job's Kono round, so that it agrees to call the round
    /// (rule kon-offer).
    fn has_nothing_to_gain(&self, _job: &EngineJob, _seat: Seat) -> bool {
        false
    }
}

/// The choice of a computer player, with its explanation.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentDecision {
    pub choice: Choice,
    /// The expected result of the round for the player who chooses, if known.
    pub value: Option<f64>,
    /// The reasons, if it gives any.
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

    fn has_nothing_to_gain(&self, job: &EngineJob, seat: Seat) -> bool {
        let Decision::Kono(standing) = &job.decision else { return false };
        let limits = Limits { stop: job.limits.stop.clone(), ..Limits::default() };
        kono::agrees_to_call(standing, seat, &limits)
    }
}

/// Stands in for the bot that the game was played against and that isn't running. It is never started automatically: a
/// journal may come from anywhere, and must not be able to run commands.
pub(crate) struct NotRunning(pub(crate) String);

impl Opponent for NotRunning {
    fn decide(&self, _: &EngineJob) -> Result<OpponentDecision, String> {
        let name = parlor_saves::printable(&self.0);
        Err(format!(
            "this game is against {name}, which isn't running; to start it, run parlor continue with --level \"{name}\""
        ))
    }
}

impl From<&Evaluation> for OpponentDecision {
    fn from(judged: &Evaluation) -> OpponentDecision {
        OpponentDecision { choice: judged.choice, value: Some(judged.value), rationale: rationale(judged) }
    }
}

/// A decision of the computer player, detached from the table so that another thread can work on it.
#[derive(Clone)]
pub struct EngineTurn {
    pub seat: Seat,
    /// The revision of the table that the decision is about.
    pub revision: u64,
    pub job: EngineJob,
    pub(crate) purpose: TurnPurpose,
    pub(crate) opponent: Arc<dyn Opponent>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TurnPurpose {
    /// The computer player has to decide; it may first offer to call the round (rule kon-offer).
    Decide { may_offer: bool },
    /// The job is the decision of the other player, who has offered to call the round (rule kon-offer).
    ReplyToCall { may_accept: bool },
}

/// The computer player has failed, with the reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the computer player has failed: {0}")]
pub struct Failed(pub String);

impl EngineTurn {
    /// Searches until it is done or stopped, and returns the entry for the table. A panic of the
    /// engine is returned as an error too, so that the game can continue.
    pub fn run(&self) -> Result<Entry, Failed> {
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer()));
        answered.unwrap_or_else(|panic| Err(panic_message(&*panic))).map_err(Failed)
    }

    fn answer(&self) -> Result<Entry, String> {
        let seat = self.seat;
        let agrees = || self.opponent.has_nothing_to_gain(&self.job, seat);
        let reply = |entry| if self.job.limits.stop.is_set() { Err(NoAnswer::Stopped.to_string()) } else { Ok(entry) };
        Ok(match self.purpose {
            TurnPurpose::ReplyToCall { may_accept } if may_accept && agrees() => reply(Entry::Accept { seat })?,
            TurnPurpose::ReplyToCall { .. } => reply(Entry::Decline { seat })?,
            TurnPurpose::Decide { may_offer } if may_offer && agrees() => Entry::Offer { seat, offer: Offer::Call },
            TurnPurpose::Decide { .. } => {
                let OpponentDecision { choice, rationale, .. } = self.opponent.decide(&self.job)?;
                Entry::Decision { seat, answer: Answer::Choice(choice), rationale: rationale.map(Arc::new) }
            }
        })
    }

    pub fn stop(&self) {
        self.job.limits.stop.set();
    }
}
