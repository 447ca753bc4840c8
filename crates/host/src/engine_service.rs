//! Answers questions about tables, on a thread of the server or in a worker.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, StopFlag};
use parlor_review::{Course, CustomPosition, Effort, Exercise, Marks, ReviewAnswer, Variation, write_answers};
use parlor_rpc::RequestBounds;
use parlor_rules::{Choice, Decision};
use parlor_store::{EngineTask, JobHandler, JournalName, Priority, Registry, Store, StoreError, TaskOutcome};
use parlor_table::{Refusal, Table};

use crate::questions::{Cost, EngineQuestion, HelpAnswer, move_is_light, write};
use crate::{AdviceFrom, ApplyError, Failed, Fork, Host, Opponent, RecentTables, log_limited, value_job};

/// Reviews use the same effort as help, so that the two never disagree.
pub const REVIEW_EFFORT: Effort = Effort::Help;

/// Answers questions about the tables of a store.
pub struct EngineService {
    registry: Arc<dyn Registry>,
    /// Replaces the engine: tests need a computer player that fails.
    opponent: Option<Arc<dyn Opponent>>,
    tables: Arc<RecentTables>,
    /// The games under review.
    courses: Mutex<VecDeque<(JournalName, Arc<Course>)>>,
    /// Called with the duration of each job.
    observer: Option<Box<dyn Fn(Priority, Duration) + Send + Sync>>,
}

/// The maximum number of games that are reviewed at the same time without rereading them.
const COURSES: usize = 8;

/// Limits of one request by a program: at most a second for each question.
const PROGRAM_BOUNDS: RequestBounds =
    RequestBounds { most_millis: Some(1000), most_in_batch: Some(MOST_IN_BATCH), endings: None };

/// The maximum number of requests in a program's batch.
pub const MOST_IN_BATCH: usize = 20;

/// A computer player's plays within this time are stored and shown together.
const TOGETHER: Duration = Duration::from_millis(100);

enum ServiceError {
    /// The reason why there can't be an answer.
    Failed(String),
    /// The store can't be reached or written to.
    Store(StoreError),
    /// The table is at a later revision, or the job was stopped.
    Dropped,
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::Unknown(_) | StoreError::Stale { .. } => ServiceError::Dropped,
            error => ServiceError::Store(error),
        }
    }
}

impl From<parlor_engine::NoAnswer> for ServiceError {
    fn from(error: parlor_engine::NoAnswer) -> ServiceError {
        ServiceError::Failed(error.to_string())
    }
}

impl JobHandler for EngineService {
    fn handle(&self, job: &EngineTask, stop: &StopFlag) -> TaskOutcome {
        let begun = Instant::now();
        let answer = self.answer(job, stop);
        if let Some(observer) = &self.observer {
            observer(job.priority, begun.elapsed());
        }
        match answer {
            Ok(answer) => TaskOutcome::Answer(answer),
            Err(ServiceError::Failed(why)) => TaskOutcome::Failed(why),
            Err(ServiceError::Dropped) => TaskOutcome::Dropped,
            Err(ServiceError::Store(error)) => {
                log_limited!(error, table = ?job.table, revision = job.revision, %error, "a question can't be answered");
                TaskOutcome::Busy
            }
        }
    }
}

impl EngineService {
    pub fn new(registry: Arc<dyn Registry>, opponent: Option<Arc<dyn Opponent>>) -> EngineService {
        EngineService { registry, opponent, tables: Arc::default(), courses: Mutex::default(), observer: None }
    }

    /// The tables that the engine plays at. A server adds its own tables, and finds the engine's moves there.
    pub fn tables(&self) -> Arc<RecentTables> {
        Arc::clone(&self.tables)
    }

    /// Reports the duration of each job to `observer`.
    #[must_use]
    pub fn observed_by(self, observer: impl Fn(Priority, Duration) + Send + Sync + 'static) -> EngineService {
        EngineService { observer: Some(Box::new(observer)), ..self }
    }

    fn courses(&self) -> MutexGuard<'_, VecDeque<(JournalName, Arc<Course>)>> {
        self.courses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, job: &EngineTask, stop: &StopFlag) -> Result<String, ServiceError> {
        let other = || ServiceError::Failed("the question is from another version of Parlor".to_owned());
        let question = EngineQuestion::read(&job.question).ok_or_else(other)?;
        let after = |table: &Table, line: &str| {
            let bad = |bad: parlor_review::BadLine| ServiceError::Failed(bad.why.to_string());
            let asked = Variation::from(table).after(line).map_err(bad)?.asked;
            glance(&asked.ok_or(parlor_engine::NoAnswer::NothingToChoose)?, stop)
        };
        let Some(name) = &job.table else {
            return match question {
                EngineQuestion::Program(request) => {
                    Ok(parlor_rpc::answer_within(request.as_bytes(), PROGRAM_BOUNDS).unwrap_or_default())
                }
                EngineQuestion::Start { start, line } => {
                    let start: parlor_review::Start = start.parse().map_err(|_| other())?;
                    after(&start.table(), &line)
                }
                EngineQuestion::Position { text, line } => {
                    after(&CustomPosition::read(&text).map_err(|_| other())?.table, &line)
                }
                _ => Err(other()),
            };
        };
        if let EngineQuestion::Review { from, to } = question {
            return self.review(name, job.revision, from..to, stop);
        }
        let table = self.table(name, job.revision)?;
        match question {
            EngineQuestion::Move => self.play(name, table, job.light, stop),
            EngineQuestion::Help => help(&table, stop),
            EngineQuestion::Value => value(&table, stop),
            EngineQuestion::Rank => rank(&table, stop),
            EngineQuestion::Analyse { at, line } => after(&table.at(at), &line),
            EngineQuestion::Judge { at, choice, played, cost } => {
                let read = |text: &str| text.parse::<Choice>().map_err(|_| other());
                judge(&table.at(at), read(&choice)?, read(&played)?, cost, stop)
            }
            EngineQuestion::Review { .. }
            | EngineQuestion::Start { .. }
            | EngineQuestion::Position { .. }
            | EngineQuestion::Program(_) => Err(other()),
        }
    }

    /// A table at a revision.
    fn table(&self, name: &JournalName, revision: u64) -> Result<Table, ServiceError> {
        let table = match self.tables.get(name).filter(|table| table.revision() <= revision) {
            Some(table) if table.revision() == revision => table,
            Some(mut table) => {
                let entries = self.registry.read(name, table.revision())?;
                let missing = usize::try_from(revision - table.revision()).unwrap_or(usize::MAX);
                for entry in entries.into_iter().take(missing) {
                    table.apply(entry).map_err(|refusal| ServiceError::Failed(refusal.to_string()))?;
                }
                table
            }
            None => {
                let table = self.registry.look(name)?.table;
                if table.revision() == revision { table } else { self.earlier(name, &table, revision)? }
            }
        };
        if table.revision() != revision {
            return Err(ServiceError::Dropped);
        }
        self.tables.put(name, &table);
        Ok(table)
    }

    /// A table as it was at a revision, including entries that were undone later.
    fn earlier(&self, name: &JournalName, table: &Table, revision: u64) -> Result<Table, ServiceError> {
        let entries = self.registry.read(name, 0)?;
        let before = entries.into_iter().take(usize::try_from(revision).unwrap_or(usize::MAX));
        Table::replay(table.setup().clone(), before).map_err(|why| ServiceError::Failed(why.to_string()))
    }

    /// Lets the computer player play, and writes its plays to the journal.
    fn play(&self, name: &JournalName, table: Table, light: bool, stop: &StopFlag) -> Result<String, ServiceError> {
        let revision = table.revision();
        let mut host = Host::kept(table, Arc::clone(&self.registry) as Arc<dyn Store>, name.clone()).committing();
        if let Some(opponent) = &self.opponent {
            host = host.against(Arc::clone(opponent));
        }
        let mut fork = host.fork_at(revision).expect("that is its revision");
        play_on(&mut fork, light, stop).map_err(|Failed(why)| ServiceError::Failed(why))?;
        if stop.is_set() || fork.is_empty() {
            return Err(ServiceError::Dropped);
        }
        match host.commit(fork) {
            Ok(applied) => {
                self.tables.put_played(name, revision, host.table(), applied);
                Ok(String::new())
            }
            // Another worker has already played this move, or a person took a move back.
            Err(ApplyError::Refused(Refusal::Stale { .. })) => Err(ServiceError::Dropped),
            Err(ApplyError::Refused(refusal)) => Err(ServiceError::Failed(refusal.to_string())),
            Err(ApplyError::NotSaved(error)) => Err(error.into()),
        }
    }

    fn review(
        &self,
        name: &JournalName,
        revision: u64,
        places: std::ops::Range<usize>,
        stop: &StopFlag,
    ) -> Result<String, ServiceError> {
        let course = self.course(name, revision)?;
        let questions = course.questions().skip(places.start).take(places.len());
        let answers = questions.map(|question| question.answer(REVIEW_EFFORT, stop)).collect::<Result<Vec<_>, _>>();
        Ok(write_answers(&answers.map_err(|_| ServiceError::Dropped)?))
    }

    fn course(&self, name: &JournalName, revision: u64) -> Result<Arc<Course>, ServiceError> {
        let same = |(other, course): &&(JournalName, Arc<Course>)| other == name && course.revision == revision;
        if let Some((_, course)) = self.courses().iter().find(same) {
            return Ok(Arc::clone(course));
        }
        let course = Arc::new(Course::of(&self.table(name, revision)?));
        let mut courses = self.courses();
        courses.retain(|(other, _)| other != name);
        courses.push_front((name.clone(), Arc::clone(&course)));
        courses.truncate(COURSES);
        Ok(course)
    }
}

/// Lets the computer play until a person has to decide, or until `TOGETHER` has passed. A thread that is reserved for
/// light questions leaves a master's move to others.
fn play_on(fork: &mut Fork, light: bool, stop: &StopFlag) -> Result<(), Failed> {
    let begun = Instant::now();
    while let Some(mut thinking) = fork.host().thinking() {
        let is_too_long = begun.elapsed() > TOGETHER || (light && !move_is_light(fork.host().table()));
        if !fork.is_empty() && is_too_long {
            break;
        }
        thinking.job.limits.stop = stop.clone();
        fork.apply(thinking.run()?).map_err(|refusal| Failed(refusal.to_string()))?;
        fork.follow();
    }
    Ok(())
}

fn stoppable(job: EngineJob, stop: &StopFlag) -> EngineJob {
    let mut job = job;
    job.limits.stop = stop.clone();
    job
}

fn help(table: &Table, stop: &StopFlag) -> Result<String, ServiceError> {
    let host = Host::unsaved(table.clone());
    let job = host.help_job(AdviceFrom::FullStrength).ok_or(parlor_engine::NoAnswer::NothingToChoose)?;
    let help = stoppable(job, stop).help()?;
    Ok(write(&HelpAnswer::from(help)))
}

fn glance(table: &Table, stop: &StopFlag) -> Result<String, ServiceError> {
    let (_, decision) = table.decision().ok_or(parlor_engine::NoAnswer::NothingToChoose)?;
    let help = stoppable(EngineJob::quick(decision), stop).help()?;
    Ok(write(&HelpAnswer::from(help)))
}

fn value(table: &Table, stop: &StopFlag) -> Result<String, ServiceError> {
    let (_, job) = value_job(table).ok_or(parlor_engine::NoAnswer::NothingToChoose)?;
    Ok(write(&stoppable(job, stop).decide()?))
}

fn rank(table: &Table, stop: &StopFlag) -> Result<String, ServiceError> {
    let (_, decision) = table.decision().ok_or(parlor_engine::NoAnswer::NothingToChoose)?;
    Ok(write(&stoppable(EngineJob::full_strength(decision), stop).rank()?))
}

/// The cost of an alternative to the choice that was played.
fn judge(
    table: &Table,
    choice: Choice,
    played: Choice,
    Cost(cost): Cost,
    stop: &StopFlag,
) -> Result<String, ServiceError> {
    let nothing = parlor_engine::NoAnswer::NothingToChoose;
    let asked = Variation::from(table).asked.ok_or(nothing)?;
    let (seat, decision) = asked.decision().ok_or(nothing)?;
    let judged = !matches!(decision, Decision::Call | Decision::Color(_));
    if !judged || decision.choices().len() < 2 || !decision.choices().contains(&choice) {
        return Err(nothing.into());
    }
    let size = asked.size().ok_or(nothing)?;
    let exercise = Exercise {
        round: asked.round(),
        size,
        revision: table.revision() + 1,
        seat,
        standing: asked.standing().ok_or(nothing)?,
        mark: Marks::of(asked.game(), size).mark(cost),
        decision,
        played,
        cost,
        exact: false,
    };
    let judged = exercise.judge(choice, REVIEW_EFFORT, stop).map_err(|_| ServiceError::Dropped)?;
    Ok(write_answers(&[ReviewAnswer::Judged(judged)]))
}
