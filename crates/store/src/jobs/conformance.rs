//! What every queue of questions must keep to. Each store of questions runs this with a maker of empty queues.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::StopFlag;

use super::{EngineTask, JobSettings, Priority, TaskOutcome, TaskQueue, Thinker, Workers};

/// Checks all rules.
pub fn check<J: TaskQueue + 'static>(make: impl Fn(JobSettings) -> Arc<J>) {
    let desk = |threads, queue| desk(make(JobSettings { threads, queue }), threads);
    work_is_done_by_priority_and_then_in_the_order_in_which_it_came(desk(1, 3));
    nobody_who_asks_much_keeps_the_others_waiting(desk(1, 10));
    a_full_queue_refuses(desk(1, 2));
    the_same_question_is_answered_once_and_its_answer_is_kept(desk(1, 5));
    what_has_passed_is_stopped_or_never_begun(desk(1, 5));
    a_panic_is_told_and_costs_no_thread(desk(2, 20));
    one_thread_is_left_by_reviews(desk(2, 20));
    closing_stops_what_is_under_way_and_takes_no_more(desk(1, 10));
    long_questions_and_answers_arrive_whole(desk(2, 10));
    moves_answered_while_they_are_being_asked_keep_their_answers(desk(2, 200));
}

/// Answers with the question. "hold" waits until somebody lets it go, "panic" panics, and "stop" waits to be stopped.
struct Echo {
    begun: Sender<()>,
    held: Mutex<Receiver<()>>,
}

impl Thinker for Echo {
    fn think(&self, job: &EngineTask, stop: &StopFlag) -> TaskOutcome {
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

/// Longer than anything takes.
const LONG: Duration = Duration::from_mins(1);

/// A question, and what came of it.
type Told = (String, TaskOutcome);

struct Desk {
    jobs: Arc<dyn TaskQueue>,
    workers: Workers,
    begun: Receiver<()>,
    release: Sender<()>,
    told: (Sender<Told>, Receiver<Told>),
}

fn desk<J: TaskQueue + 'static>(jobs: Arc<J>, threads: usize) -> Desk {
    let jobs: Arc<dyn TaskQueue> = jobs;
    let (begun, begins) = mpsc::channel();
    let (release, held) = mpsc::channel();
    let thinker: Arc<dyn Thinker> = Arc::new(Echo { begun, held: Mutex::new(held) });
    let workers = Workers::start(&jobs, &thinker, threads).expect("threads can be started");
    Desk { jobs, workers, begun: begins, release, told: mpsc::channel() }
}

fn job(priority: Priority, table: &str, question: &str) -> EngineTask {
    EngineTask { table: table.parse().ok(), revision: 1, question: question.to_owned(), priority, passing: true }
}

impl Desk {
    fn ask(&self, job: EngineTask) {
        let (told, question) = (self.told.0.clone(), job.question.clone());
        let tell = move |outcome| {
            let _ = told.send((question, outcome));
        };
        self.jobs.ask(job, Box::new(tell));
    }

    /// Asks, and waits until this many wait.
    fn ask_to_wait(&self, job: EngineTask, waiting: usize) {
        let priority = job.priority;
        self.ask(job);
        until(|| self.jobs.waiting(priority) == waiting);
    }

    /// Keeps a thread at work until it is let go.
    fn hold(&self, table: &str) {
        self.ask(job(Priority::Move, table, "hold"));
        self.begins();
    }

    fn begins(&self) {
        self.begun.recv_timeout(LONG).expect("somebody begins");
    }

    fn next(&self) -> Told {
        self.told.1.recv_timeout(LONG).expect("somebody is told")
    }

    /// Lets held threads go, works off what waits, and tells what came of everything.
    fn end(self) -> Vec<Told> {
        let Desk { jobs, workers, release, told: (sender, told), .. } = self;
        drop((release, sender));
        // Who asked holds a sender, so this ends when everybody has been told.
        let all = told.iter().collect();
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

fn questions(told: &[Told]) -> Vec<&str> {
    told.iter().map(|(question, _)| question.as_str()).collect()
}

fn answer(text: &str) -> Told {
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
    assert_eq!(questions(&desk.end())[1..], ["1", "2", "3", "4", "5", "7", "8", "9"]);
}

fn nobody_who_asks_much_keeps_the_others_waiting(desk: Desk) {
    desk.hold("kono-9");
    let asked = [("kono-1", "a1"), ("kono-1", "a2"), ("kono-1", "a3"), ("kono-2", "b1"), ("kono-3", "c1")];
    for ((table, question), waiting) in asked.into_iter().zip(1..) {
        desk.ask_to_wait(job(Priority::Help, table, question), waiting);
    }
    assert_eq!(questions(&desk.end())[1..], ["a1", "b1", "c1", "a2", "a3"]);
}

fn a_full_queue_refuses(desk: Desk) {
    desk.hold("kono-0");
    for (question, waiting) in ["1", "2"].into_iter().zip(1..) {
        desk.ask_to_wait(job(Priority::Help, "kono-1", question), waiting);
    }
    desk.ask(job(Priority::Help, "kono-1", "3"));
    assert_eq!(desk.next(), ("3".to_owned(), TaskOutcome::Busy));
    // Each priority has a queue of its own.
    desk.ask_to_wait(job(Priority::Move, "kono-1", "0"), 1);
    assert_eq!(questions(&desk.end())[1..], ["0", "1", "2"]);
}

fn the_same_question_is_answered_once_and_its_answer_is_kept(desk: Desk) {
    desk.hold("kono-0");
    for _ in 0..3 {
        desk.ask_to_wait(job(Priority::Help, "kono-1", "same"), 1);
    }
    desk.release.send(()).expect("somebody is held");
    let mut told = [desk.next(), desk.next(), desk.next(), desk.next()];
    told.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(told, [answer("hold"), answer("same"), answer("same"), answer("same")]);
    // Nobody could answer it now.
    desk.hold("kono-7");
    desk.ask(job(Priority::Help, "kono-1", "same"));
    assert_eq!(desk.next(), answer("same"));
    assert_eq!(questions(&desk.end()), ["hold"]);
}

fn what_has_passed_is_stopped_or_never_begun(desk: Desk) {
    desk.ask(job(Priority::Move, "kono-1", "stop"));
    desk.begins();
    desk.ask_to_wait(job(Priority::Value, "kono-1", "waits"), 1);
    desk.ask_to_wait(EngineTask { passing: false, ..job(Priority::Review, "kono-1", "stays") }, 1);
    desk.ask_to_wait(EngineTask { revision: 2, ..job(Priority::Move, "kono-1", "now") }, 1);
    desk.ask_to_wait(job(Priority::Move, "kono-2", "other"), 2);
    desk.jobs.has_moved_on(&"kono-1".parse().expect("a name"), 2);
    let mut told = desk.end();
    told.sort_by(|(one, _), (other, _)| one.cmp(other));
    let dropped = |text: &str| (text.to_owned(), TaskOutcome::Dropped);
    assert_eq!(told, [answer("now"), answer("other"), answer("stays"), dropped("stop"), dropped("waits")]);
}

fn a_panic_is_told_and_costs_no_thread(desk: Desk) {
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
    assert!(desk.told.1.try_recv().is_err(), "the other review waits");
    assert_eq!(desk.end().len(), 2);
}

fn closing_stops_what_is_under_way_and_takes_no_more(desk: Desk) {
    desk.ask(job(Priority::Move, "kono-1", "stop"));
    desk.begins();
    for revision in 0..10 {
        desk.ask_to_wait(EngineTask { revision, ..job(Priority::Value, "kono-1", "value") }, revision as usize + 1);
    }
    desk.jobs.close();
    let mut told: Vec<Told> = (0..11).map(|_| desk.next()).collect();
    told.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert!(told.iter().all(|(_, outcome)| *outcome == TaskOutcome::Dropped), "{told:?}");
    desk.ask(job(Priority::Move, "kono-2", "late"));
    assert_eq!(desk.next(), ("late".to_owned(), TaskOutcome::Busy));
    assert!(desk.end().is_empty());
}

fn long_questions_and_answers_arrive_whole(desk: Desk) {
    let long = "\u{20ac}\n".repeat(50_000);
    desk.ask(EngineTask { table: None, ..job(Priority::Help, "", &long) });
    desk.ask(EngineTask { passing: false, ..job(Priority::Review, "kono-1", &long) });
    assert_eq!(desk.end(), [answer(&long), answer(&long)]);
}

/// A thread that is just looking for work can claim and answer a question before its asker knows that it was queued.
fn moves_answered_while_they_are_being_asked_keep_their_answers(desk: Desk) {
    let texts: Vec<String> = (0..100).map(|number| format!("move {number:02}")).collect();
    for (text, revision) in texts.iter().zip(0..) {
        desk.ask(EngineTask { revision, ..job(Priority::Move, "kono-1", text) });
    }
    let mut told = desk.end();
    told.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(told, texts.iter().map(|text| answer(text)).collect::<Vec<_>>());
}
