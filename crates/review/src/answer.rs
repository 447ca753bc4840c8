use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use parlor_engine::{EngineJob, NoAnswer, StopFlag};
use parlor_rules::{Choice, Decision};

use crate::{Course, Decided, Matter, Question, canoga, search};

/// How long a review thinks about what isn't solved. Both are counted in positions and plays, so that a review is the same
/// on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// As long as help does.
    Help,
    /// A tenth of that. It may differ from what help says.
    Quick,
}

/// What the engine says about a question. Values are expected net points or seeds at the end of the round, from Human's
/// side.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Nothing: the decision was forced, or nobody measures that luck.
    Nothing,
    /// What a throw changed (Canoga).
    Luck {
        /// The mean over all throws, each with the best play after it.
        before: f64,
        /// With the best play after this throw.
        after: f64,
    },
    /// What a decision cost.
    Judged(Judgement),
}

/// What the engine says about a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The best choice; in Congkak the best turn, play by play.
    pub best: Vec<Choice>,
    /// What the round is worth with it, from Human's side.
    pub value: f64,
    /// What each play gave away; one but in Congkak. Never below zero.
    pub costs: Vec<f64>,
    /// Whether the cost is proven. Else it is about right; see [`crate::noise`].
    pub exact: bool,
    /// Why the best is best, in sentences.
    pub reasons: Vec<String>,
}

impl Judgement {
    /// What the decision gave away altogether.
    pub fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }
}

/// The stop flag was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl Effort {
    /// The engine at this effort.
    pub(crate) fn job(self, decision: Decision, stop: &StopFlag) -> EngineJob {
        let mut job = match self {
            Effort::Help => EngineJob::full_strength(decision),
            Effort::Quick => EngineJob::glance(decision),
        };
        job.limits.stop = stop.clone();
        job
    }

    /// The engine at a share of this effort: `of` such jobs take three tenths as long as [`Self::job`] in Kono, and one tenth
    /// in Congkak, where thinking takes longer. So a decision takes about a second at most.
    pub(crate) fn share(self, decision: Decision, of: u64, stop: &StopFlag) -> EngineJob {
        let tenths = if matches!(decision, Decision::Kono(_)) { 3 } else { 1 };
        let mut job = EngineJob::glance(decision);
        let tenth = job.limits.effort.unwrap_or(1) / if self == Effort::Quick { 10 } else { 1 };
        job.limits.effort = Some((tenth * tenths / of.max(1)).max(LEAST));
        job.limits.stop = stop.clone();
        job
    }
}

/// With less effort a search says nothing.
const LEAST: u64 = 2_000;

impl Question {
    /// Thinks about it. The same question has the same answer on every thread and every machine.
    pub fn answer(&self, effort: Effort, stop: &StopFlag) -> Result<Answer, Stopped> {
        if stop.is_set() {
            return Err(Stopped);
        }
        if let Some(size) = canoga::size(self) {
            return Ok(canoga::answer(self, canoga::solved(size, stop)?));
        }
        match &self.matter {
            Matter::Decision(decided) if !decided.is_forced() => judge(decided, effort, stop).map(Answer::Judged),
            _ => Ok(Answer::Nothing),
        }
    }
}

fn judge(decided: &Decided, effort: Effort, stop: &StopFlag) -> Result<Judgement, Stopped> {
    match (&decided.decision, decided.plays[0].choice) {
        (Decision::Congkak(position), _) => {
            let pits = decided.plays.iter().filter_map(|play| match play.choice {
                Choice::Congkak(pit) => Some(pit),
                _ => None,
            });
            search::judge_turn(position, &pits.collect::<Vec<_>>(), effort, stop)
        }
        (Decision::Kono(standing), Choice::Kono(chosen)) => search::judge_step(standing, chosen, effort, stop),
        _ => unreachable!("a table takes only choices that fit, and calls and colours aren't judged"),
    }
}

impl From<NoAnswer> for Stopped {
    /// The other error can't be: somebody chose something, so there was something to choose.
    fn from(_: NoAnswer) -> Stopped {
        Stopped
    }
}

/// Answers all questions of a course on this many threads. Those that weren't answered when the stop flag was set are `None`.
/// `progress` is told each answer with its place, in no order.
pub fn answer_all(
    course: &Course,
    effort: Effort,
    threads: usize,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, &Answer) + Sync),
) -> Vec<Option<Answer>> {
    let questions: Vec<&Question> = course.questions().collect();
    let answers = Mutex::new(vec![None; questions.len()]);
    let (order, next) = (course.order(), AtomicUsize::new(0));
    let work = || {
        loop {
            let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let Ok(answer) = questions[place].answer(effort, stop) else { return };
            progress(place, &answer);
            answers.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(answer);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.clamp(1, questions.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    answers.into_inner().unwrap_or_else(PoisonError::into_inner)
}
