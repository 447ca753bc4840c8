//! Many people answer at a few tables while servers, workers and the database are killed and suspended. Everything that
//! was sent and shown is recorded, and compared with the journals afterwards.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use parlor_store::Store;
use parlor_table::{Entry, write_entry};
use parlor_testkit::effort;
use rustix::process::Signal;

use parlor_testkit::{Random, Server, Worker};

use crate::cluster::{Cluster, name_of};
use crate::person::{AcceptedAnswer, Answered, Person, check_kept};

/// An operation at a table, and its result.
struct Done {
    table: String,
    begun: Instant,
    ended: Instant,
    what: What,
}

enum What {
    /// The table was shown at this revision.
    Seen(u64),
    /// An answer was sent; `true` if a server acknowledged it.
    Sent(AcceptedAnswer, bool),
}

/// The current table at each place. When its game is over, it is replaced by a new table.
type Places = Arc<Vec<Mutex<Person>>>;

#[test]
fn answers_in_a_storm_are_linearisable() {
    let seconds = effort(10, 300);
    let cluster = Cluster::new();
    let mut fleet = Fleet::start(&cluster);
    let addresses = fleet.addresses();
    let kinds = ["here", "here", "here", "computer"];
    let begin = move |place: usize| Person::begin(addresses[place % 2], "congkak", "6", "novice", kinds[place]);
    let places: Places = Arc::new((0..kinds.len()).map(|place| Mutex::new(begin(place))).collect());
    let stop = Arc::new(AtomicBool::new(false));
    let people: Vec<_> = (0..12)
        .map(|number| {
            let (places, stop) = (Arc::clone(&places), Arc::clone(&stop));
            thread::spawn(move || play(number, &places, addresses, &stop))
        })
        .collect();
    let mut numbers = Random::new(20);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut faults = Vec::new();
    while Instant::now() < until || faults.len() < FAULTS.len() {
        thread::sleep(Duration::from_millis(200 + numbers.bits() % 500));
        // Each kind of fault occurs once; after that, the faults are random.
        let fault = FAULTS.get(faults.len()).copied().unwrap_or_else(|| FAULTS[numbers.below(FAULTS.len())]);
        fleet.suffer(fault, &mut numbers);
        faults.push(fault);
    }
    thread::sleep(Duration::from_secs(1));
    stop.store(true, Ordering::Relaxed);
    let mut history: Vec<Done> = people.into_iter().flat_map(|person| person.join().unwrap()).collect();
    history.sort_by_key(|done| done.begun);
    let kept = history.iter().filter(|done| matches!(done.what, What::Sent(_, true))).count();
    let sent = history.iter().filter(|done| matches!(done.what, What::Sent(..))).count();
    println!("{} faults: {sent} answers sent, {kept} acknowledged, {} pages", faults.len(), history.len() - sent);
    assert!(kept > 50, "{kept}");
    let tables: HashSet<&str> = history.iter().map(|done| done.table.as_str()).collect();
    for table in tables {
        check(&cluster, table, &history.iter().filter(|done| done.table == table).collect::<Vec<_>>());
    }
    // Every game can still be continued.
    for (place, person) in places.iter().enumerate() {
        let mut person = person.lock().unwrap().clone();
        person.browser.address = addresses[place % 2];
        person.play_until_accepted(&mut numbers);
    }
    fleet.assert_healthy();
}

/// Compares the operations at a table with its journal. The operations are ordered by their start times.
fn check(cluster: &Cluster, table: &str, history: &[&Done]) {
    let store = cluster.store();
    let name = name_of(&store, table);
    let (journal, now) = (store.read(&name, 0).unwrap(), store.look(&name).unwrap().table);
    assert_eq!(now.revision(), journal.len() as u64);
    // Every acknowledged answer is at its place in the journal. A repeated answer for a revision is also acknowledged.
    let kept = |done: &&&Done| matches!(done.what, What::Sent(_, true));
    let acknowledged: Vec<AcceptedAnswer> = history
        .iter()
        .filter(kept)
        .filter_map(|done| if let What::Sent(kept, _) = &done.what { Some(kept.clone()) } else { None })
        .collect();
    // The page offers each pit twice: on the board and in a list.
    let mut first: HashMap<u64, &str> = HashMap::new();
    for AcceptedAnswer { revision, answer: (_, answer) } in &acknowledged {
        assert_eq!(first.entry(*revision).or_insert(answer), answer, "two answers count at {revision} of {table}");
    }
    check_kept(&journal, &acknowledged);
    // Every entry was sent for its revision, so no entry was written twice.
    let sent: HashSet<(u64, &str)> = history
        .iter()
        .filter_map(|done| if let What::Sent(sent, _) = &done.what { Some(sent) } else { None })
        .map(|sent| (sent.revision, sent.answer.1.as_str()))
        .collect();
    for (entry, revision) in journal.iter().zip(0..) {
        let Entry::Decision { seat, .. } = entry else { continue };
        let line = write_entry(entry);
        let answer = line.split_once(' ').unwrap().1;
        if now.player(*seat).is_person() && answer.starts_with("pit ") {
            assert!(sent.contains(&(revision, answer)), "{answer} was not sent at {revision} of {table}");
        }
    }
    // A request that starts after the end of another one sees its result.
    let mut ends: Vec<(Instant, u64)> = history
        .iter()
        .filter_map(|done| match &done.what {
            What::Seen(revision) => Some((done.ended, *revision)),
            What::Sent(kept, true) => Some((done.ended, kept.revision + 1)),
            What::Sent(_, false) => None,
        })
        .collect();
    ends.sort_unstable();
    let (mut ends, mut known) = (ends.into_iter().peekable(), 0);
    for done in history {
        while let Some((_, revision)) = ends.next_if(|(ended, _)| *ended < done.begun) {
            known = known.max(revision);
        }
        if let What::Seen(revision) = done.what {
            assert!(revision >= known, "{table} was at {known} and is shown at {revision}");
        }
    }
}

/// Answers at random tables and servers, sometimes twice, until `stop` is set.
fn play(number: u64, places: &Places, servers: [SocketAddr; 2], stop: &AtomicBool) -> Vec<Done> {
    let mut numbers = Random::new(number);
    let mut history = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let place = numbers.below(places.len());
        let mut person = places[place].lock().unwrap().clone();
        person.browser.address = servers[numbers.below(2)];
        let mut record = |begun, what| {
            history.push(Done { table: person.table.clone(), begun, ended: Instant::now(), what });
        };
        let begun = Instant::now();
        let Ok(page) = person.clone().look() else {
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        record(begun, What::Seen(page.revision));
        if page.is_over {
            let mut next = places[place].lock().unwrap();
            if next.table == person.table {
                // Only one thread replaces the table. It fails if its server is down.
                let seats = if place == 3 { "computer" } else { "here" };
                if let Some(begun) = Person::try_begin(person.browser.address, "congkak", "6", "novice", seats) {
                    *next = begun;
                }
            }
            continue;
        }
        if page.waits || page.answers.is_empty() {
            thread::sleep(Duration::from_millis(5));
            continue;
        }
        let answer = page.answers[numbers.below(page.answers.len())].clone();
        let times = 1 + usize::from(numbers.below(4) == 0);
        for _ in 0..times {
            let begun = Instant::now();
            let answered = person.clone().send(&page, &answer);
            let kept = AcceptedAnswer { revision: page.revision, answer: answer.clone() };
            record(begun, What::Sent(kept, matches!(answered, Ok(Answered::Accepted))));
            person.browser.address = servers[numbers.below(2)];
        }
    }
    history
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    KillServer,
    KillWorker,
    PauseServer,
    PauseWorker,
    KillDatabase,
    PauseDatabase,
}

const FAULTS: [Fault; 6] = [
    Fault::KillServer,
    Fault::KillWorker,
    Fault::PauseServer,
    Fault::PauseWorker,
    Fault::KillDatabase,
    Fault::PauseDatabase,
];

/// Two servers and a worker.
struct Fleet<'a> {
    cluster: &'a Cluster,
    servers: [Server; 2],
    worker: Option<Worker>,
}

impl Fleet<'_> {
    fn start(cluster: &Cluster) -> Fleet<'_> {
        Fleet { cluster, servers: [cluster.serve(), cluster.serve()], worker: Some(cluster.worker()) }
    }

    fn addresses(&self) -> [SocketAddr; 2] {
        self.servers.each_ref().map(|server| server.address)
    }

    fn suffer(&mut self, fault: Fault, numbers: &mut Random) {
        let pause = Duration::from_millis(100 + numbers.bits() % 900);
        let server = &mut self.servers[numbers.below(2)];
        match fault {
            Fault::KillServer => {
                let address = server.address;
                server.kill_in_place();
                *server = self.cluster.serve_at(address, 1);
            }
            Fault::KillWorker => {
                if let Some(worker) = self.worker.take() {
                    worker.kill();
                }
                self.worker = Some(self.cluster.worker());
            }
            Fault::PauseServer => {
                server.signal(Signal::STOP);
                thread::sleep(pause);
                server.signal(Signal::CONT);
            }
            Fault::PauseWorker => {
                if let Some(worker) = &self.worker {
                    worker.signal(Signal::STOP);
                    thread::sleep(pause);
                    worker.signal(Signal::CONT);
                }
            }
            Fault::KillDatabase => {
                self.cluster.database.kill();
                self.cluster.database.begin();
            }
            Fault::PauseDatabase => {
                self.cluster.database.pause();
                thread::sleep(pause);
                self.cluster.database.resume();
            }
        }
    }

    fn assert_healthy(&self) {
        for server in &self.servers {
            assert!(!server.stderr().contains("panicked"), "{}", server.stderr());
        }
    }
}
