//! Tests that every job queue must pass. `make` creates an empty queue.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::StopFlag;

use super::{Asker, EngineTask, JobHandler, JobSettings, Priority, TaskOutcome, TaskQueue, Workers};

pub fn check<J: TaskQueue + 'static>(make: impl Fn(JobSettings) -> Arc<J>) {
    let with_share = |threads, queue, share| {
        let settings = JobSettings { threads, queue, share };
        desk(make(settings), settings.all_threads())
    };
    let desk = |threads, queue| with_share(threads, queue, queue);
    work_is_done_by_priority_and_then_in_the_order_in_which_it_came(desk(1, 3));
    one_table_cannot_block_other_tables(desk(1, 10));
    askers_take_turns_and_so_do_their_tables(desk(1, 20));
    one_asker_cannot_fill_the_queue(with_share(1, 3, 2));
    light_questions_never_wait_for_long_ones(desk(2, 20));
    a_full_queue_refuses(desk(1, 2));
    the_same_question_is_answered_once_and_its_answer_is_kept(desk(1, 5));
    outdated_jobs_are_stopped_or_never_begun(desk(1, 5));
    a_panic_is_reported_and_costs_no_thread(desk(2, 20));
    one_thread_is_left_by_reviews(desk(2, 20));
    closing_stops_running_jobs_and_refuses_new_ones(desk(1, 10));
    long_questions_and_answers_arrive_whole(desk(2, 10));
    moves_answered_while_they_are_being_asked_keep_their_answers(desk(2, 200));
}

/// Answers with the question. "hold" waits until it is released, "panic" panics, and "stop" waits to be stopped.
struct Echo {
    begun: Sender<()>,
    held: Mutex<Receiver<()>>,
    /// The questions, in the order in which they were handled.
    handled: Arc<Mutex<Vec<String>>>,
}

impl JobHandler for Echo {
    fn handle(&self, job: &EngineTask, stop: &StopFlag) -> TaskOutcome {
        self.handled.lock().unwrap_or_else(PoisonError::into_inner).push(job.question.clone());
        match job.question.as_str() {
            "hold" => {
                let _ = self.begun.send(());
                let _ = self.held.lock().unwrap_or_else(PoisonError::into_inner).recv();
            }
            "panic" => panic!("as it must"),
            "stop" => {
                let _ = self.begun.send(());
                while !stop.is_set() {
                    thread::sleep(Duration::from_millis(1));
                }
            }
            _ => {}
        }
        TaskOutcome::Answer(job.question.clone())
    }
}

const LONG: Duration = Duration::from_mins(1);

/// A question and its outcome.
type Answered = (String, TaskOutcome);

struct Desk {
    jobs: Arc<dyn TaskQueue>,
    workers: Workers,
    begun: Receiver<()>,
    release: Sender<()>,
    answered: (Sender<Answered>, Receiver<Answered>),
    handled: Arc<Mutex<Vec<String>>>,
}

fn desk<J: TaskQueue + 'static>(jobs: Arc<J>, threads: usize) -> Desk {
    let jobs: Arc<dyn TaskQueue> = jobs;
    let (begun, begins) = mpsc::channel();
    let (release, held) = mpsc::channel();
    let handled = Arc::default();
    let handler: Arc<dyn JobHandler> = Arc::new(Echo { begun, held: Mutex::new(held), handled: Arc::clone(&handled) });
    let workers = Workers::start(&jobs, &handler, threads).expect("threads can be started");
    Desk { jobs, workers, begun: begins, release, answered: mpsc::channel(), handled }
}

fn job(priority: Priority, table: &str, question: &str) -> EngineTask {
    let question = question.to_owned();
    EngineTask { table: table.parse().ok(), revision: 1, question, priority, ephemeral: true, light: false }
}

/// The asker for a letter.
fn asker(letter: u8) -> Asker {
    Asker::of_hash([letter; 32])
}

impl Desk {
    /// Asks on behalf of the table.
    fn ask(&self, job: EngineTask) {
        let by = job.table.as_ref().map_or(asker(0), Asker::table);
        self.ask_by(by, job);
    }

    fn ask_by(&self, by: Asker, job: EngineTask) {
        let (answered, question) = (self.answered.0.clone(), job.question.clone());
        let tell = move |outcome| {
            let _ = answered.send((question, outcome));
        };
        self.jobs.ask(job, by, Box::new(tell));
    }

    /// Asks, and waits until `waiting` jobs are queued.
    fn ask_to_wait(&self, job: EngineTask, waiting: usize) {
        let priority = job.priority;
        self.ask(job);
        until(|| self.jobs.waiting(priority) == waiting);
    }

    /// Keeps a thread busy until it is released.
    fn hold(&self, table: &str) {
        self.ask(job(Priority::Move, table, "hold"));
        self.begins();
    }

    fn begins(&self) {
        self.begun.recv_timeout(LONG).expect("a thread begins");
    }

    fn next(&self) -> Answered {
        self.answered.1.recv_timeout(LONG).expect("an outcome arrives")
    }

    /// Like `end`, but returns the questions in the order in which they were handled. Outcomes of a shared queue can
    /// arrive in another order.
    fn end_in_order(self) -> Vec<String> {
        let handled = Arc::clone(&self.handled);
        self.end();
        std::mem::take(&mut *handled.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Releases held threads, finishes all jobs, and returns their outcomes.
    fn end(self) -> Vec<Answered> {
        let Desk { jobs, workers, release, answered: (sender, answered), .. } = self;
        drop((release, sender));
        // Each callback holds a sender, so this ends when all have been called.
        let all = answered.iter().collect();
        jobs.close();
        workers.join();
        all
    }
}

fn until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LONG, "this takes too long");
        thread::sleep(Duration::from_millis(1));
    }
}

fn questions(answered: &[Answered]) -> Vec<&str> {
    answered.iter().map(|(question, _)| question.as_str()).collect()
}

fn answer(text: &str) -> Answered {
    (text.to_owned(), TaskOutcome::Answer(text.to_owned()))
}

fn work_is_done_by_priority_and_then_in_the_order_in_which_it_came(desk: Desk) {
    desk.hold("kono-0");
    let asked = [
        (Priority::Review, "9", 1),
        (Priority::Value, "7", 1),
        (Priority::Help, "4", 1),
        (Priority::Move, "1", 1),
        (Priority::Value, "8", 2),
        (Priority::Move, "2", 2),
        (Priority::Help, "5", 2),
        (Priority::Move, "3", 3),
    ];
    for (priority, question, waiting) in asked {
        desk.ask_to_wait(job(priority, &format!("kono-{question}"), question), waiting);
    }
    assert_eq!(Priority::ALL.map(|priority| desk.jobs.waiting(priority)), [3, 2, 2, 1]);
    assert_eq!(desk.end_in_order()[1..], ["1", "2", "3", "4", "5", "7", "8", "9"]);
}

fn one_table_cannot_block_other_tables(desk: Desk) {
    desk.hold("kono-9");
    let asked = [("kono-1", "a1"), ("kono-1", "a2"), ("kono-1", "a3"), ("kono-2", "b1"), ("kono-3", "c1")];
    for ((table, question), waiting) in asked.into_iter().zip(1..) {
        desk.ask_to_wait(job(Priority::Help, table, question), waiting);
    }
    assert_eq!(desk.end_in_order()[1..], ["a1", "b1", "c1", "a2", "a3"]);
}

fn askers_take_turns_and_so_do_their_tables(desk: Desk) {
    desk.hold("kono-9");
    let asked = [
        (b'x', "kono-1", "x1a"),
        (b'x', "kono-1", "x1b"),
        (b'x', "kono-1", "x1c"),
        (b'x', "kono-2", "x2a"),
        (b'y', "kono-3", "y3a"),
        (b'x', "kono-2", "x2b"),
        (b'y', "kono-3", "y3b"),
        (b'z', "kono-1", "z1a"),
    ];
    for ((by, table, question), waiting) in asked.into_iter().zip(1..) {
        desk.ask_by(asker(by), job(Priority::Move, table, question));
        until(|| desk.jobs.waiting(Priority::Move) == waiting);
    }
    assert_eq!(desk.end_in_order()[1..], ["x1a", "y3a", "z1a", "x2a", "y3b", "x1b", "x2b", "x1c"]);
}

fn one_asker_cannot_fill_the_queue(desk: Desk) {
    desk.hold("kono-0");
    for (question, waiting) in [("x1", 1), ("x2", 2)] {
        desk.ask_by(asker(b'x'), job(Priority::Move, "kono-1", question));
        until(|| desk.jobs.waiting(Priority::Move) == waiting);
    }
    desk.ask_by(asker(b'x'), job(Priority::Move, "kono-2", "x3"));
    assert_eq!(desk.next(), ("x3".to_owned(), TaskOutcome::Busy));
    desk.ask_by(asker(b'x'), job(Priority::Help, "kono-2", "help"));
    desk.ask_by(asker(b'y'), job(Priority::Move, "kono-3", "y1"));
    until(|| desk.jobs.waiting(Priority::Move) == 3 && desk.jobs.waiting(Priority::Help) == 1);
    assert_eq!(desk.end_in_order()[1..], ["x1", "y1", "x2", "help"]);
}

fn light_questions_never_wait_for_long_ones(desk: Desk) {
    desk.hold("kono-1");
    desk.hold("kono-2");
    for (number, waiting) in (3..9).zip(1..) {
        desk.ask_to_wait(job(Priority::Move, &format!("kono-{number}"), "long"), waiting);
    }
    for question in ["light 1", "light 2"] {
        desk.ask(EngineTask { light: true, ..job(Priority::Help, "kono-9", question) });
        assert_eq!(desk.next(), answer(question));
    }
    assert_eq!(desk.jobs.waiting(Priority::Move), 6, "the kept thread takes no long question");
    assert_eq!(desk.end().len(), 8);
}

fn a_full_queue_refuses(desk: Desk) {
    desk.hold("kono-0");
    for (question, waiting) in ["1", "2"].into_iter().zip(1..) {
        desk.ask_to_wait(job(Priority::Help, "kono-1", question), waiting);
    }
    desk.ask(job(Priority::Help, "kono-1", "3"));
    assert_eq!(desk.next(), ("3".to_owned(), TaskOutcome::Busy));
    // Each priority has a separate queue.
    desk.ask_to_wait(job(Priority::Move, "kono-1", "0"), 1);
    assert_eq!(desk.end_in_order()[1..], ["0", "1", "2"]);
}

fn the_same_question_is_answered_once_and_its_answer_is_kept(desk: Desk) {
    desk.hold("kono-0");
    for _ in 0..3 {
        desk.ask_to_wait(job(Priority::Help, "kono-1", "same"), 1);
    }
    desk.release.send(()).expect("a thread is held");
    let mut answered = [desk.next(), desk.next(), desk.next(), desk.next()];
    answered.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(answered, [answer("hold"), answer("same"), answer("same"), answer("same")]);
    // No thread is free to answer it now.
    desk.hold("kono-7");
    desk.ask(job(Priority::Help, "kono-1", "same"));
    assert_eq!(desk.next(), answer("same"));
    assert_eq!(questions(&desk.end()), ["hold"]);
}

fn outdated_jobs_are_stopped_or_never_begun(desk: Desk) {
    desk.ask(job(Priority::Move, "kono-1", "stop"));
    desk.begins();
    desk.ask_to_wait(job(Priority::Value, "kono-1", "waits"), 1);
    desk.ask_to_wait(EngineTask { ephemeral: false, ..job(Priority::Review, "kono-1", "stays") }, 1);
    desk.ask_to_wait(EngineTask { revision: 2, ..job(Priority::Move, "kono-1", "now") }, 1);
    desk.ask_to_wait(job(Priority::Move, "kono-2", "other"), 2);
    desk.jobs.cancel_before(&"kono-1".parse().expect("a name"), 2);
    let mut answered = desk.end();
    answered.sort_by(|(one, _), (other, _)| one.cmp(other));
    let dropped = |text: &str| (text.to_owned(), TaskOutcome::Dropped);
    assert_eq!(answered, [answer("now"), answer("other"), answer("stays"), dropped("stop"), dropped("waits")]);
}

fn a_panic_is_reported_and_costs_no_thread(desk: Desk) {
    for revision in 0..10 {
        desk.ask(EngineTask { revision, ..job(Priority::Move, "kono-1", "panic") });
    }
    for _ in 0..10 {
        assert_eq!(desk.next(), ("panic".to_owned(), TaskOutcome::Failed("as it must".to_owned())));
    }
    desk.hold("kono-1");
    desk.hold("kono-2");
    assert_eq!(questions(&desk.end()), ["hold", "hold"]);
}

fn one_thread_is_left_by_reviews(desk: Desk) {
    desk.ask(job(Priority::Review, "kono-1", "hold"));
    desk.begins();
    desk.ask(job(Priority::Review, "kono-2", "later"));
    desk.ask(job(Priority::Move, "kono-3", "move"));
    assert_eq!(desk.next(), answer("move"));
    assert!(desk.answered.1.try_recv().is_err(), "the other review waits");
    assert_eq!(desk.end().len(), 2);
}

fn closing_stops_running_jobs_and_refuses_new_ones(desk: Desk) {
    desk.ask(job(Priority::Move, "kono-1", "stop"));
    desk.begins();
    for revision in 0..10 {
        desk.ask_to_wait(EngineTask { revision, ..job(Priority::Value, "kono-1", "value") }, revision as usize + 1);
    }
    desk.jobs.close();
    let mut answered: Vec<Answered> = (0..11).map(|_| desk.next()).collect();
    answered.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert!(answered.iter().all(|(_, outcome)| *outcome == TaskOutcome::Dropped), "{answered:?}");
    desk.ask(job(Priority::Move, "kono-2", "late"));
    assert_eq!(desk.next(), ("late".to_owned(), TaskOutcome::Busy));
    assert!(desk.end().is_empty());
}

fn long_questions_and_answers_arrive_whole(desk: Desk) {
    let long = "\u{20ac}\n".repeat(50_000);
    desk.ask(EngineTask { table: None, ..job(Priority::Help, "", &long) });
    desk.ask(EngineTask { ephemeral: false, ..job(Priority::Review, "kono-1", &long) });
    assert_eq!(desk.end(), [answer(&long), answer(&long)]);
}

/// A thread that is just looking for work can claim and answer a question before its asker knows that it was queued.
fn moves_answered_while_they_are_being_asked_keep_their_answers(desk: Desk) {
    let texts: Vec<String> = (0..100).map(|number| format!("move {number:02}")).collect();
    for (text, revision) in texts.iter().zip(0..) {
        desk.ask(EngineTask { revision, ..job(Priority::Move, "kono-1", text) });
    }
    let mut answered = desk.end();
    answered.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(answered, texts.iter().map(|text| answer(text)).collect::<Vec<_>>());
}
