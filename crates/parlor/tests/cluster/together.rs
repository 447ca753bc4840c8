//! Two servers behave like a single one: cookies, games, streams, and simultaneous answers.

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Instant;

use crate::cluster::Cluster;
use crate::nginx::Nginx;
use crate::person::{Answered, Person, check_kept, play_a_round};
use parlor_testkit::Random;

#[test]
fn a_cookie_works_on_both_servers() {
    let cluster = Cluster::new();
    let (one, other) = (cluster.serve(), cluster.serve());
    let mut person = Person::begin(one.address, "congkak", "5", "novice", "here");
    for address in [other.address, one.address, other.address] {
        person.browser.address = address;
        let lobby = person.browser.get("/").unwrap().text();
        assert!(lobby.contains(&person.table), "the table is in the list");
        let page = person.look().unwrap();
        assert_eq!(person.send(&page, &page.answers[0]).unwrap(), Answered::Accepted);
    }
    // A browser without the cookie has no seat at either server.
    for address in [one.address, other.address] {
        let mut stranger = Person { browser: crate::cluster::browser_at(address), ..person.clone() };
        assert!(stranger.look().unwrap().answers.is_empty());
    }
    check_kept(&cluster.journal(&person), &person.kept);
}

#[test]
fn two_people_at_different_servers_play_rounds() {
    let cluster = Cluster::new();
    let (one, other) = (cluster.serve(), cluster.serve());
    let nginx = Nginx::start(&[one.address, other.address]);
    for (game, size) in [("canoga", "9"), ("congkak", "5")] {
        for (here, there) in [(one.address, other.address), (nginx.address, nginx.address)] {
            let mut people = Person::two(here, there, game, size);
            play_a_round(&mut people, &mut Random::new(17));
            let journal = cluster.journal(&people[0]);
            for person in &people {
                assert!(!person.kept.is_empty());
                check_kept(&journal, &person.kept);
            }
        }
    }
    // Plain http is redirected to https, and the monitoring pages aren't public.
    let mut person = crate::cluster::browser_at(nginx.plain);
    let reply = person.get("/rules").unwrap();
    assert_eq!((reply.status, reply.header("location")), (301, "https://games.example.org/rules"));
    person.address = nginx.address;
    for (path, status) in [("/metrics", 404), ("/readyz", 404), ("/healthz", 200)] {
        assert_eq!(person.get(path).unwrap().status, status, "{path}");
    }
}

#[test]
fn a_stream_announces_changes_at_the_other_server() {
    let cluster = Cluster::new();
    let (one, other) = (cluster.serve(), cluster.serve());
    let nginx = Nginx::start(&[one.address, other.address]);
    let mut person = Person::begin(one.address, "congkak", "5", "novice", "here");
    let first = person.look().unwrap().revision;
    let mut through = person.browser.clone();
    through.address = nginx.address;
    let mut streams = [&person.browser, &through].map(|browser| browser.follow(&person.table).unwrap());
    for stream in &mut streams {
        assert_eq!(stream.next_event().unwrap(), Some(("table".to_owned(), first)));
    }
    person.browser.address = other.address;
    let mut longest = std::time::Duration::ZERO;
    for _ in 0..10 {
        let page = person.look().unwrap();
        if page.is_over {
            break;
        }
        let begun = Instant::now();
        assert_eq!(person.send(&page, &page.answers[0]).unwrap(), Answered::Accepted);
        for stream in &mut streams {
            // An event about a change outside the game may come first.
            while stream.next_event().unwrap().unwrap().1 <= page.revision {}
        }
        longest = longest.max(begun.elapsed());
    }
    println!("streams of both servers had the event of an answer after {longest:?} at most");
}

#[test]
fn one_of_fifty_writers_at_two_servers_wins() {
    let cluster = Cluster::new();
    let servers = [cluster.serve(), cluster.serve()];
    let mut person = Person::begin(servers[0].address, "congkak", "5", "novice", "here");
    let mut output = [0, 0];
    for round in 0..12 {
        let page = person.look().unwrap();
        if page.is_over {
            break;
        }
        let together = Arc::new(Barrier::new(50));
        let writers: Vec<_> = (0..50)
            .map(|number| {
                let (mut writer, page, together) = (person.clone(), page.clone(), Arc::clone(&together));
                writer.browser.address = servers[number % 2].address;
                let answer = page.answers[number / 2 % page.answers.len()].clone();
                thread::spawn(move || {
                    together.wait();
                    // Fails on any outcome other than accepted or too late.
                    (writer.send(&page, &answer).unwrap(), answer)
                })
            })
            .collect();
        let answered: Vec<_> = writers.into_iter().map(|writer| writer.join().unwrap()).collect();
        // The page offers each pit twice: on the board and in a list.
        let kept: BTreeSet<&str> = answered
            .iter()
            .filter(|(answered, _)| *answered == Answered::Accepted)
            .map(|(_, answer)| answer.1.as_str())
            .collect();
        assert_eq!(kept.len(), 1, "round {round}: {kept:?}");
        // If several browsers send the same answer, it counts once, and all of them are accepted.
        for (answered, answer) in &answered {
            assert_eq!(*answered == Answered::Accepted, kept.contains(answer.1.as_str()), "round {round}: {answer:?}");
            output[usize::from(*answered == Answered::Late)] += 1;
        }
        let winner = answered.into_iter().find(|(answered, _)| *answered == Answered::Accepted).unwrap().1;
        person.kept.push(crate::person::AcceptedAnswer { revision: page.revision, answer: winner });
    }
    println!("{} were accepted, {} were late", output[0], output[1]);
    assert!(output[1] > 0);
    check_kept(&cluster.journal(&person), &person.kept);
    for server in &servers {
        assert!(!server.stderr().contains("panicked"), "{}", server.stderr());
    }
}
