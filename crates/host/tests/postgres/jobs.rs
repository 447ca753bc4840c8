//! The job queue in the database.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use parlor_store::{Asker, Claimed, EngineTask, JobSettings, Priority, Registry, TaskOutcome, TaskQueue};

use super::open;

const LONG: Duration = Duration::from_mins(1);

const SETTINGS: JobSettings = JobSettings { threads: 1, queue: 10, share: 10 };

fn jobs(store: &dyn Registry) -> Arc<dyn TaskQueue> {
    store.shared_jobs(SETTINGS).unwrap().unwrap()
}

fn job(question: &str) -> EngineTask {
    let table = Some("kono-1".parse().unwrap());
    let question = question.to_owned();
    EngineTask { table, revision: 1, question, priority: Priority::Help, ephemeral: false, light: false }
}

fn ask(jobs: &dyn TaskQueue, job: EngineTask) -> mpsc::Receiver<TaskOutcome> {
    let (sender, outcomes) = mpsc::channel();
    jobs.ask(job, Asker::table(&"kono-1".parse().unwrap()), Box::new(move |outcome| sender.send(outcome).unwrap()));
    outcomes
}

fn until(is_so: impl Fn() -> bool) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn jobs_in_the_database_conform() {
    let server = parlor_testkit::postgres::shared();
    parlor_store::jobs::conformance::check(|settings| {
        let store = open(server, &server.database());
        Arc::new(store.jobs(settings))
    });
}

#[test]
fn a_question_asked_at_one_server_is_answered_at_another() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let (one, two) = (open(server, &database), open(server, &database));
    let (asker, worker) = (jobs(&one), jobs(&two));
    let outcomes = ask(&*asker, job("where"));
    let claimed = worker.claim().unwrap();
    assert_eq!(claimed.job, job("where"));
    worker.finish(&claimed, TaskOutcome::Answer("here".to_owned()));
    assert_eq!(outcomes.recv_timeout(LONG), Ok(TaskOutcome::Answer("here".to_owned())));
    for jobs in [&asker, &worker] {
        assert_eq!(ask(&**jobs, job("where")).recv_timeout(LONG), Ok(TaskOutcome::Answer("here".to_owned())));
    }
    // A failure is reported, and the task can be queued again.
    let outcomes = ask(&*asker, job("why"));
    worker.finish(&worker.claim().unwrap(), TaskOutcome::Failed("it broke".to_owned()));
    assert_eq!(outcomes.recv_timeout(LONG), Ok(TaskOutcome::Failed("it broke".to_owned())));
    let outcomes = ask(&*asker, job("why"));
    worker.finish(&worker.claim().unwrap(), TaskOutcome::Answer("because".to_owned()));
    assert_eq!(outcomes.recv_timeout(LONG), Ok(TaskOutcome::Answer("because".to_owned())));
}

#[test]
fn a_silent_worker_loses_its_lease_and_its_answer_is_ignored() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let (one, two) = (open(server, &database), open(server, &database));
    let (slow, quick) = (jobs(&one), jobs(&two));
    let outcomes = ask(&*quick, job("what"));
    let held: Claimed = slow.claim().unwrap();
    // Expire the lease, as if the worker had been silent for five seconds. It renews its lease regularly, so this may
    // take a few tries.
    let taken = std::thread::scope(|scope| {
        let taken = scope.spawn(|| quick.claim().unwrap());
        until(|| {
            server.sql(
                &database,
                "UPDATE jobs SET lease = now() - interval '1 second' WHERE tries = 1 AND finished IS NULL",
            );
            taken.is_finished()
        });
        taken.join().unwrap()
    });
    assert_eq!((taken.id, &taken.job), (held.id, &held.job));
    // The worker notices that it has lost the job.
    until(|| held.stop.is_set());
    slow.finish(&held, TaskOutcome::Answer("wrong".to_owned()));
    quick.finish(&taken, TaskOutcome::Answer("right".to_owned()));
    assert_eq!(outcomes.recv_timeout(LONG), Ok(TaskOutcome::Answer("right".to_owned())));
    assert_eq!(ask(&*slow, job("what")).recv_timeout(LONG), Ok(TaskOutcome::Answer("right".to_owned())));
}

#[test]
fn a_lease_is_renewed_while_a_worker_searches() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let store = open(server, &database);
    let jobs = jobs(&store);
    let _told = ask(&*jobs, job("long"));
    let claimed = jobs.claim().unwrap();
    let lease = || server.sql(&database, "SELECT extract(epoch FROM lease) FROM jobs");
    let first = lease();
    until(|| lease() != first);
    assert!(!claimed.stop.is_set());
    assert_eq!(server.sql(&database, "SELECT tries FROM jobs"), "1");
}

#[test]
fn a_question_that_crashes_workers_fails() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let store = open(server, &database);
    let (asker, worker) = (jobs(&store), jobs(&store));
    let outcomes = ask(&*asker, job("poison"));
    until(|| server.sql(&database, "SELECT count(*) FROM jobs") == "1");
    server.sql(&database, "UPDATE jobs SET tries = 3, lease = now() - interval '1 second', worker = 1");
    let _next = ask(&*asker, job("next"));
    assert_eq!(worker.claim().unwrap().job, job("next"));
    let failed = "every worker that tried it has crashed".to_owned();
    assert_eq!(outcomes.recv_timeout(LONG), Ok(TaskOutcome::Failed(failed)));
}

#[test]
fn a_server_with_a_free_thread_claims_its_own_question_at_once() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let store = open(server, &database);
    let jobs = jobs(&store);
    std::thread::scope(|scope| {
        let claimed = scope.spawn(|| jobs.claim().unwrap());
        // Give it time to wait for work, or the order of claims is random.
        std::thread::sleep(Duration::from_millis(300));
        let outcomes = ask(&*jobs, job("mine"));
        let claimed = claimed.join().unwrap();
        assert_eq!(claimed.job, job("mine"));
        jobs.finish(&claimed, TaskOutcome::Answer("done".to_owned()));
        assert_eq!(outcomes.recv_timeout(LONG), Ok(TaskOutcome::Answer("done".to_owned())));
    });
}

/// Moves of novice and club players are light. A server with a free thread writes them only into the journal.
#[test]
fn a_light_question_for_a_free_thread_needs_no_database() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let store = open(server, &database);
    let jobs = jobs(&store);
    let numbered = || server.sql(&database, "SELECT concat(last_value, is_called) FROM jobs_id_seq");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while let Some(claimed) = jobs.claim() {
                jobs.finish(&claimed, TaskOutcome::Answer(claimed.job.question.clone()));
            }
        });
        // The database counts the questions that it gets. While the thread is busy, it gets light ones too.
        until(|| {
            let before = numbered();
            let light = EngineTask { light: true, ..job(&format!("after {before}")) };
            let told = ask(&*jobs, light.clone()).recv_timeout(LONG);
            assert_eq!(told, Ok(TaskOutcome::Answer(light.question)));
            numbered() == before
        });
        jobs.close();
    });
}

#[test]
fn no_question_is_lost_when_the_database_is_killed() {
    let server = parlor_testkit::postgres::Server::start(parlor_testkit::postgres::Options {
        fsync: true,
        ..Default::default()
    });
    let database = server.database();
    let store = open(&server, &database);
    let (asker, worker) = (jobs(&store), jobs(&store));
    server.kill();
    assert_eq!(ask(&*asker, job("now")).recv_timeout(LONG), Ok(TaskOutcome::Busy));
    server.begin();
    let worker_ = Arc::clone(&worker);
    let thinking = std::thread::spawn(move || {
        let claimed = worker_.claim().unwrap();
        worker_.finish(&claimed, TaskOutcome::Answer("again".to_owned()));
    });
    // Lost connections are noticed one by one.
    let mut outcome = TaskOutcome::Busy;
    until(|| {
        let asked = ask(&*asker, job("then")).recv_timeout(LONG).unwrap();
        matches!(asked, TaskOutcome::Answer(_))
    });
    if let Ok(answered) = ask(&*asker, job("then")).recv_timeout(LONG) {
        outcome = answered;
    }
    assert_eq!(outcome, TaskOutcome::Answer("again".to_owned()));
    thinking.join().unwrap();
}
