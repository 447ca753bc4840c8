//! A server or the database is killed or hangs during games.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::cluster::Cluster;
use crate::nginx::Nginx;
use crate::person::{Answered, Person, PlayOutcome, check_kept};
use parlor_testkit::Random;

/// Gives several answers, and returns the longest time for one of them.
fn play_on(person: &mut Person, numbers: &mut Random, answers: usize) -> Duration {
    let mut longest = Duration::ZERO;
    for _ in 0..answers {
        let (went, took) = person.play_until_accepted(numbers);
        longest = longest.max(took);
        if went == PlayOutcome::Over {
            break;
        }
    }
    longest
}

#[test]
fn players_continue_at_the_other_server_when_one_is_killed() {
    let cluster = Cluster::new();
    let mut servers = [cluster.serve(), cluster.serve()];
    let nginx = Nginx::start(&servers.each_ref().map(|server| server.address));
    let _worker = cluster.worker();
    let mut person = Person::begin(nginx.address, "congkak", "8", "novice", "computer");
    let mut numbers = Random::new(7);
    let mut longest = play_on(&mut person, &mut numbers, 2);
    for victim in [0, 1, 0] {
        let address = servers[victim].address;
        servers[victim].kill_in_place();
        longest = longest.max(play_on(&mut person, &mut numbers, 4));
        servers[victim] = cluster.serve_at(address, 1);
        longest = longest.max(play_on(&mut person, &mut numbers, 2));
    }
    println!("with servers killed, an answer and the move before it took {longest:?} at most");
    check_kept(&cluster.journal(&person), &person.kept);
}

#[test]
fn games_continue_after_the_database_was_killed_and_restarted() {
    let cluster = Cluster::new();
    let servers = [cluster.serve(), cluster.serve()];
    let nginx = Nginx::start(&servers.each_ref().map(|server| server.address));
    let _worker = cluster.worker();
    let mut person = Person::begin(nginx.address, "congkak", "8", "novice", "computer");
    let mut numbers = Random::new(8);
    play_on(&mut person, &mut numbers, 2);
    for _ in 0..2 {
        cluster.database.kill();
        for server in &servers {
            let reply = server.browser().get("/readyz").unwrap();
            assert_eq!(reply.status, 503, "{}", reply.text());
            assert_eq!(server.browser().get("/healthz").unwrap().status, 200);
        }
        assert!(person.look().is_err(), "without the database, no page is shown");
        cluster.database.begin();
        let longest = play_on(&mut person, &mut numbers, 3);
        println!("after kill -9 of PostgreSQL, an answer and the move before it took {longest:?} at most");
        for server in &servers {
            assert_eq!(server.browser().get("/readyz").unwrap().text(), "ready\n");
        }
    }
    check_kept(&cluster.journal(&person), &person.kept);
}

#[test]
fn games_continue_after_the_database_hung() {
    let cluster = Cluster::new();
    let server = cluster.serve();
    let mut person = Person::begin(server.address, "congkak", "8", "novice", "computer");
    let mut numbers = Random::new(9);
    play_on(&mut person, &mut numbers, 2);
    cluster.database.pause();
    let begun = Instant::now();
    let reply = server.browser().get("/readyz").unwrap();
    assert_eq!(reply.status, 503, "{}", reply.text());
    println!("while PostgreSQL hung, a server said so after {:?}", begun.elapsed());
    assert!(person.look().is_err());
    cluster.database.resume();
    let longest = play_on(&mut person, &mut numbers, 3);
    println!("after that, an answer and the move before it took {longest:?} at most");
    check_kept(&cluster.journal(&person), &person.kept);
}

#[test]
fn players_continue_at_the_other_server_when_one_hangs() {
    let cluster = Cluster::new();
    let servers = [cluster.serve(), cluster.serve()];
    let nginx = Nginx::start(&servers.each_ref().map(|server| server.address));
    let mut person = Person::begin(nginx.address, "congkak", "5", "novice", "here");
    let mut numbers = Random::new(10);
    play_on(&mut person, &mut numbers, 2);
    let page = person.look().unwrap();
    servers[0].signal(Signal::STOP);
    // At this moment, an answer is being sent to the hanging server.
    let mut other_device = person.clone();
    other_device.browser.address = servers[0].address;
    other_device.kept.clear();
    let sent = {
        let (page, message) = (page.clone(), page.answers[0].clone());
        thread::spawn(move || {
            let answered = other_device.send(&page, &message);
            (answered, other_device)
        })
    };
    let longest = play_on(&mut person, &mut numbers, 6);
    println!("with a server that hung, an answer took {longest:?} at most");
    servers[0].signal(Signal::CONT);
    let (answered, other_device) = sent.join().unwrap();
    let journal = cluster.journal(&person);
    // If a server hung for longer than the request timeout, it closes the connection, so the outcome is unknown.
    if let Ok(answered) = answered {
        assert!(matches!(answered, Answered::Accepted | Answered::Late));
    }
    check_kept(&journal, &other_device.kept);
    check_kept(&journal, &person.kept);
    person.browser.address = servers[0].address;
    play_on(&mut person, &mut numbers, 2);
    check_kept(&cluster.journal(&person), &person.kept);
}

/// A machine with servers may start before the machine with the database.
#[test]
fn servers_and_workers_wait_for_their_database_and_report_it() {
    let cluster = Cluster::new();
    cluster.database.kill();
    let start = |arguments: &[&str]| {
        let mut child = cluster.command(arguments).stdin(Stdio::null()).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut message = String::new();
        stderr.read_line(&mut message).unwrap();
        assert!(message.starts_with("Waiting for the database: postgres://"), "{message}");
        (child, stderr)
    };
    let waiting = [start(&["web", "--bind", "127.0.0.1:0"]), start(&["worker"])];
    cluster.database.begin();
    for (mut child, _stderr) in waiting {
        let mut message = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut message).unwrap();
        assert!(
            message.starts_with("Parlor is at http://") || message.starts_with("Working for postgres://"),
            "{message}"
        );
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
