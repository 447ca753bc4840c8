//! Workers run engine jobs for the servers, and are killed or hang in the meantime.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use parlor_testkit::{Random, Server, Worker};

use crate::cluster::Cluster;
use crate::person::{PATIENCE, Person, PlayOutcome, check_kept};

const ANYWHERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

/// A server without engine threads, and a person who plays against an opponent with long searches.
fn against_a_master(cluster: &Cluster) -> (Server, Person) {
    let server = cluster.serve_at(ANYWHERE, 0);
    let person = Person::begin(server.address, "kono", "9", "master", "computer");
    (server, person)
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) -> Duration {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what} takes too long");
        thread::sleep(Duration::from_millis(5));
    }
    begun.elapsed()
}

/// Plays until a worker runs a job, and calls `hit` at that moment. Retries if the job has finished before.
fn while_it_thinks(
    cluster: &Cluster,
    person: &mut Person,
    numbers: &mut Random,
    mut hit: impl FnMut(Worker) -> Option<Worker>,
) -> Option<Worker> {
    for _ in 0..30 {
        let worker = cluster.worker();
        until("being thought about", || {
            let _ = person.play(numbers);
            cluster.thinking() > 0
        });
        let left = hit(worker);
        if cluster.sql("SELECT count(*) FROM jobs WHERE finished IS NULL") == "1" {
            return left;
        }
    }
    panic!("every move was there at once");
}

#[test]
fn a_worker_computes_moves_for_servers_without_engine_threads() {
    let cluster = Cluster::new();
    let servers = [0, 1].map(|_| cluster.serve_at(ANYWHERE, 0));
    let mut person = Person::begin(servers[0].address, "congkak", "5", "novice", "computer");
    let mut numbers = Random::new(4);
    // Play until the server needs the engine.
    until("a question", || {
        let _ = person.play(&mut numbers);
        cluster.sql("SELECT count(*) FROM jobs") == "1"
    });
    assert_eq!(cluster.thinking(), 0);
    assert!(person.look().unwrap().waits);
    let _worker = cluster.worker();
    let mut longest = Duration::ZERO;
    for answer in 0..30 {
        person.browser.address = servers[answer % 2].address;
        let (went, took) = person.play_until_accepted(&mut numbers);
        longest = longest.max(took);
        if went == PlayOutcome::Over {
            break;
        }
    }
    println!("a worker's moves and an answer took {longest:?} at most");
    assert!(
        cluster
            .journal(&person)
            .iter()
            .any(|entry| matches!(entry, parlor_table::Entry::Decision { rationale: Some(_), .. }))
    );
    check_kept(&cluster.journal(&person), &person.kept);
}

#[test]
fn another_worker_takes_over_from_a_killed_one() {
    let cluster = Cluster::new();
    let (_server, mut person) = against_a_master(&cluster);
    let mut numbers = Random::new(5);
    while_it_thinks(&cluster, &mut person, &mut numbers, |worker| {
        worker.kill();
        None
    });
    let _second = cluster.worker();
    let known = person.look().unwrap().revision;
    let took = until("taking over", || person.look().unwrap().revision > known);
    println!("after kill -9 of the worker that thought, another had moved after {took:?}");
    assert_eq!(person.play_until_accepted(&mut numbers).0, PlayOutcome::Answered);
    check_kept(&cluster.journal(&person), &person.kept);
}

#[test]
fn another_worker_takes_over_from_a_hanging_one_whose_late_answer_is_ignored() {
    let cluster = Cluster::new();
    let (_server, mut person) = against_a_master(&cluster);
    let mut numbers = Random::new(6);
    let first = while_it_thinks(&cluster, &mut person, &mut numbers, |worker| {
        worker.signal(Signal::STOP);
        Some(worker)
    });
    let first = first.unwrap();
    let second = cluster.worker();
    let known = person.look().unwrap().revision;
    let took = until("taking over", || person.look().unwrap().revision > known);
    println!("after a worker hung that thought, another had moved after {took:?}");
    // Both workers are running now, and the answer of the first one comes too late.
    first.signal(Signal::CONT);
    for _ in 0..2 {
        assert_eq!(person.play_until_accepted(&mut numbers).0, PlayOutcome::Answered);
    }
    second.kill();
    assert_eq!(person.play_until_accepted(&mut numbers).0, PlayOutcome::Answered);
    check_kept(&cluster.journal(&person), &person.kept);
}
