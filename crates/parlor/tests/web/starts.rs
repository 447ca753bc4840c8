//! The start of a server, its failures to start, and its shutdown.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::process::Output;
use std::time::Duration;

use parlor_store::{SqliteStore, Store};
use rustix::process::Signal;

use parlor_testkit::http::{connect, read_reply, read_to_end};
use parlor_testkit::{Home, Player, Random, Server, Turn};

/// Checks that the program ended at once with a single sentence, and returns the sentence.
fn refused(output: &Output) -> String {
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    message.strip_prefix("error: ").unwrap_or_else(|| panic!("{message}")).trim_end().to_owned()
}

#[test]
fn the_address_is_printed_and_answers() {
    let home = Home::new();
    let mut server = home.serve(&[]);
    assert_eq!(server.first_line, format!("Parlor is at http://{}/ (Ctrl-C to stop)\n", server.address));
    let lobby = server.browser().get("/").unwrap();
    assert_eq!(lobby.status, 200);
    assert!(lobby.text().contains("<main "));
    server.assert_healthy("a page");
    server.signal(Signal::INT);
    let message = server.next_line();
    assert_eq!(message, "", "it prints nothing else");
    assert_eq!(server.wait().0, Some(0));
}

#[test]
fn the_public_link_is_printed_if_others_can_connect() {
    let home = Home::new();
    let mut server = home.serve_at("0.0.0.0:0", &["--public-url", "https://games.example.org/"]);
    assert!(server.first_line.starts_with("Parlor is at http://127.0.0.1:"), "{}", server.first_line);
    assert_eq!(server.next_line(), "Other people can connect to https://games.example.org/\n");
    server.end();
    let mut server = home.serve_at("0.0.0.0:0", &[]);
    let link = server.next_line();
    let host =
        link.strip_prefix("Other people can connect to http://").and_then(|rest| rest.strip_suffix("/\n")).unwrap();
    assert!(host.ends_with(&format!(":{}", server.address.port())), "{host}");
    // The server responds to any Host header.
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.browser().send(request.as_bytes()).unwrap().status, 200);
    server.end();
}

#[test]
fn an_unusable_address_is_reported() {
    let home = Home::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let message = refused(&home.run(&["web", "--bind", &address], ""));
    assert!(message.starts_with(&format!("can't listen on {address}: another program is using it")), "{message}");
    // An address that is reserved for documentation, so no machine has it.
    let message = refused(&home.run(&["web", "--bind", "192.0.2.1:7433"], ""));
    assert!(message.contains("this machine doesn't have that address"), "{message}");
    for wrong in [["--bind", "here"], ["--bind", "127.0.0.1"], ["--bind", "127.0.0.1:99999"], ["--public-url", "games"]]
    {
        let output = home.run(&["web", wrong[0], wrong[1]], "");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{wrong:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with(&format!("error: invalid value '{}' for '{}", wrong[1], wrong[0])), "{message}");
    }
}

#[test]
fn an_unusable_store_is_reported() {
    let home = Home::new();
    fs::create_dir(home.file("folder")).unwrap();
    fs::write(home.file("text"), "nothing that SQLite wrote, and long enough to be looked into\n".repeat(50)).unwrap();
    fs::write(home.file("file"), "").unwrap();
    let serve = |store: &str| refused(&home.run(&["web", "--bind", "127.0.0.1:0", "--store", store], ""));
    for (store, why) in
        [("folder", ""), ("text", "file is not a database"), ("file/tables.sqlite", ""), ("/proc/x/y", "")]
    {
        let message = serve(store);
        assert!(message.contains(store.split('/').next().unwrap()) && message.contains(why), "{store}: {message}");
    }
    let text = fs::read(home.file("text")).unwrap();
    assert!(text.starts_with(b"nothing"), "a file that isn't a store is left unchanged");
}

#[test]
fn a_store_in_use_or_of_a_newer_version_is_refused() {
    let home = Home::new();
    let store = home.tables();
    let store = store.to_str().unwrap();
    let server = home.serve(&[]);
    let message = refused(&home.run(&["web", "--bind", "127.0.0.1:0", "--store", store], ""));
    assert_eq!(message, format!("{store} is open in another program"));
    // Read-only commands work, but commands that change a game don't.
    assert_eq!(home.run(&["journals", "--store", store], "").status.code(), Some(0));
    let message = refused(&home.run(&["continue", "--store", store], ""));
    assert!(message.contains("is open in another program"), "{message}");
    server.end();
    let rewritten = |version: u8| {
        // The schema version is at byte 60 of the file's header.
        let mut bytes = fs::read(home.tables()).unwrap();
        bytes[60..64].copy_from_slice(&[0, 0, 0, version]);
        fs::write(home.tables(), bytes).unwrap();
    };
    let known = fs::read(home.tables()).unwrap()[63];
    rewritten(known + 1);
    let newer = format!("was written by another version of this program (schema {}", known + 1);
    for arguments in [&["web", "--bind", "127.0.0.1:0", "--store", store][..], &["journals", "--store", store]] {
        let message = refused(&home.run(arguments, ""));
        assert!(message.contains(&newer), "{message}");
    }
    rewritten(known);
    home.serve(&[]).end();
}

/// A server with a game in progress.
fn busy_server(home: &Home, more: &[&str]) -> (Server, Player) {
    let server = home.serve(more);
    let player = Player::begin(server.browser(), "congkak", "5").unwrap();
    (server, player)
}

#[test]
fn a_signal_ends_streams_first_and_loses_nothing() {
    for signal in [Signal::TERM, Signal::INT] {
        let home = Home::new();
        let (server, mut player) = busy_server(&home, &[]);
        let mut numbers = Random::new(7);
        while !matches!(player.play(&mut numbers, |_| ()).unwrap(), Turn::Answered) {}
        let before = player.look().unwrap();
        let streams: Vec<_> = (0..10).map(|_| player.browser.follow(&player.table).unwrap()).collect();
        // An idle connection, one with half a header, and one with half a form.
        let mut others: Vec<_> = (0..3).map(|_| connect(server.address).unwrap()).collect();
        others[1].write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
        let head = player.browser.head("POST", &format!("{}/answer", player.table));
        let half =
            format!("{head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 90\r\n\r\nrevision=");
        others[2].write_all(half.as_bytes()).unwrap();
        server.signal(signal);
        for mut stream in streams {
            // More events may follow before the stream ends cleanly.
            while let Some((_, revision)) = stream.next_event().unwrap() {
                assert!(revision >= before.revision);
            }
        }
        let (code, took, message) = server.wait();
        assert_eq!((code, message.as_str()), (Some(0), ""));
        println!("ended by {signal:?} in {took:?} with half a request open");
        let left: Vec<_> = fs::read_dir(home.file(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.iter().all(|name| name != "tables.sqlite-wal"), "everything is in the file itself: {left:?}");
        let store = SqliteStore::open(&home.tables()).unwrap();
        let name = store.list().unwrap().remove(0).name;
        assert!(store.open(&name).unwrap().table.revision() >= before.revision);
        drop(store);
        let server = home.serve(&[]);
        player.browser.address = server.address;
        assert!(player.look().unwrap().revision >= before.revision);
        println!("ended at rest in {:?}", server.end());
    }
}

/// Requests sent before the signal get a response, and the answers in them are stored.
#[test]
fn requests_in_progress_are_finished() {
    let home = Home::new();
    let server = home.serve(&[]);
    let mut tables = Vec::new();
    for _ in 0..20 {
        let player = Player::begin(server.browser(), "kono", "5").unwrap();
        let mut stream = player.browser.connect().unwrap();
        let body = "game=congkak";
        let head = player.browser.head("POST", "/tables");
        let kind = "Content-Type: application/x-www-form-urlencoded";
        let request = format!("{head}{kind}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes()).unwrap();
        tables.push((player, stream));
    }
    server.signal(Signal::TERM);
    let mut begun = Vec::new();
    for (player, stream) in tables {
        begun.push(player.table);
        // A connection that hasn't been accepted yet is refused as a whole; an accepted one gets its response.
        if let Ok(reply) = read_reply(&mut std::io::BufReader::new(stream)) {
            assert_eq!(reply.status, 303);
            begun.push(reply.header("location").to_owned());
        }
    }
    assert_eq!(server.wait().0, Some(0));
    let server = home.serve(&[]);
    for table in begun {
        assert_eq!(server.browser().get(&table).unwrap().status, 200, "{table}");
    }
    server.end();
}

/// Idle clients can't delay the shutdown of the server.
#[test]
fn a_server_without_a_free_connection_ends() {
    let home = Home::new();
    let server = home.serve(&["--max-connections", "3"]);
    let held: Vec<_> = (0..6).map(|_| connect(server.address).unwrap()).collect();
    // By the time it is this connection's turn, some of the earlier ones have been accepted.
    let mut one = connect(server.address).unwrap();
    one.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    one.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    assert_eq!(read_to_end(&mut one), b"", "there was a free connection");
    let took = server.end();
    println!("ended without a free connection in {took:?}");
    assert!(took < Duration::from_secs(10), "it waited for a request head: {took:?}");
    drop(held);
}

/// A program that starts the server may read only the first line and then close its end.
#[test]
fn the_output_may_be_left_unread() {
    let home = Home::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let store = home.tables();
    let mut command = home.command(&["web", "--bind", "127.0.0.1:0", "--store", store.to_str().unwrap()]);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
