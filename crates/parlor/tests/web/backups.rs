//! Backups, damaged files, and the documented systemd units.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use parlor_testkit::{Home, Player, Random, Server, Turn};

fn code_and_text(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// A server with a file as its store, and a browser's tables with some moves played.
fn serve(home: &Home) -> (Server, String) {
    (home.serve(&[]), home.tables().display().to_string())
}

fn begin(server: &Server, tables: usize) -> Vec<String> {
    let mut random = Random::new(5);
    let mut begun = Vec::new();
    for _ in 0..tables {
        let mut player = Player::begin(server.browser(), "congkak", "5").unwrap();
        let mut answers = 0;
        while answers < 4 {
            match player.play(&mut random, |_| {}).unwrap() {
                Turn::Answered => answers += 1,
                Turn::Waiting => thread::sleep(Duration::from_millis(1)),
                Turn::Over => break,
            }
        }
        begun.push(player.table);
    }
    begun
}

#[test]
fn a_backup_of_a_running_server_is_restored_and_no_stale_wal_is_applied_to_it() {
    let home = Home::new();
    let (server, store) = serve(&home);
    begin(&server, 2);
    let backup = home.file("copy.sqlite").display().to_string();
    let (code, text) = code_and_text(&home.run(&["store", "backup", "--store", &store, &backup], ""));
    assert_eq!((code, text.as_str()), (Some(0), format!("The tables of {store} backed up to {backup}.\n").as_str()));
    begin(&server, 3);
    let (code, text) = code_and_text(&home.run(&["store", "restore", "--store", &store, &backup], ""));
    assert_eq!(code, Some(2));
    assert!(text.contains("is open in another program"), "{text}");
    server.kill();
    assert!(Path::new(&format!("{store}-wal")).exists(), "a killed server leaves its -wal file behind");
    let (code, text) = code_and_text(&home.run(&["store", "restore", "--store", &store, &backup], ""));
    assert_eq!(code, Some(0), "{text}");
    let tables = |path: &str| {
        let (code, text) = code_and_text(&home.run(&["store", "check", path], ""));
        assert_eq!(code, Some(0), "{text}");
        text.split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(tables(&store), 2);
    assert_eq!(tables(&format!("{store}.before-restore")), 5, "the previous tables are still there");
    let (again, _) = serve(&home);
    begin(&again, 1);
    again.end();
    assert_eq!(tables(&store), 3);
}

#[test]
fn a_rubbish_backup_is_not_restored() {
    let home = Home::new();
    let (server, store) = serve(&home);
    begin(&server, 1);
    server.end();
    let before = fs::read(&store).unwrap();
    let rubbish = home.file("rubbish.sqlite");
    fs::write(&rubbish, "no tables at all\n".repeat(1000)).unwrap();
    let (code, _) = code_and_text(&home.run(&["store", "restore", "--store", &store, rubbish.to_str().unwrap()], ""));
    assert_eq!((code, fs::read(&store).unwrap()), (Some(2), before));
}

#[test]
fn an_administrator_deletes_a_table_by_its_address() {
    let home = Home::new();
    let (server, store) = serve(&home);
    let tables = begin(&server, 2);
    let url = format!("https://games.example.org{}", tables[0]);
    let delete = |what: &str| code_and_text(&home.run(&["store", "delete", "--store", &store, what], ""));
    assert!(delete(&url).1.contains("is open in another program"));
    server.end();
    let (code, text) = delete(&url);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("congkak-") && text.ends_with(" was deleted.\n"), "{text}");
    assert_eq!(delete(&url).0, Some(2), "the table is deleted");
    let (server, _) = serve(&home);
    assert_eq!(server.browser().get(&tables[0]).unwrap().status, 404);
    assert_eq!(server.browser().get(&tables[1]).unwrap().status, 200);
    server.end();
}

#[test]
fn a_file_with_damaged_pages_is_refused_at_the_start_with_a_sentence() {
    let home = Home::new();
    let (server, store) = serve(&home);
    begin(&server, 6);
    // The latest tables of a running server may still be in its -wal file. A backup contains all of them in one file.
    let copy = home.file("copy.sqlite").display().to_string();
    assert_eq!(code_and_text(&home.run(&["store", "backup", "--store", &store, &copy], "")).0, Some(0));
    server.end();
    let store = copy;
    let mut bytes = fs::read(&store).unwrap();
    let page = 4096;
    assert!(bytes.len() > 8 * page, "{}", bytes.len());
    let end = bytes.len() - page;
    bytes[4 * page..end].fill(0);
    fs::write(&store, bytes).unwrap();
    let (code, text) = code_and_text(&home.run(&["web", "--bind", "127.0.0.1:0", "--store", &store], ""));
    assert_eq!(code, Some(2));
    assert!(text.contains(" is damaged: ") && text.contains("parlor store restore"), "{text}");
    let (code, text) = code_and_text(&home.run(&["store", "check", &store], ""));
    assert_eq!(code, Some(1), "the check reports the damage: {text}");
    assert!(text.contains("the file: "), "{text}");
}

#[test]
fn check_names_every_table_with_a_changed_entry() {
    let home = Home::new();
    let (server, store) = serve(&home);
    let tables = begin(&server, 3);
    server.end();
    let text = String::from_utf8_lossy(&fs::read(&store).unwrap()).into_owned();
    assert!(text.contains(" pit "), "a pit was played");
    let mut bytes = fs::read(&store).unwrap();
    for at in 0..bytes.len() - 5 {
        if &bytes[at..at + 5] == b" pit " {
            bytes[at + 2] = b'o';
        }
    }
    fs::write(&store, bytes).unwrap();
    let (code, text) = code_and_text(&home.run(&["store", "check", &store], ""));
    assert_eq!(code, Some(1), "{text}");
    let named = text.lines().filter(|line| line.contains("was changed in the store: the checksum is wrong")).count();
    assert_eq!(named, tables.len(), "{text}");
    let (server, _) = serve(&home);
    let page = server.browser().get(&tables[0]).unwrap();
    assert_eq!((page.status, page.one("h1").as_str()), (500, "This game can\u{2019}t be read"));
    server.signal(Signal::TERM);
    let (code, _, log) = server.wait();
    assert_eq!(code, Some(0));
    assert!(log.contains("the checksum is wrong"), "{log}");
}

const UNITS: [(&str, &str); 4] = [
    ("parlor-web@7433.service", include_str!("../../../../docs/host/parlor-web@.service")),
    ("parlor-worker@1.service", include_str!("../../../../docs/host/parlor-worker@.service")),
    ("parlor-backup.service", include_str!("../../../../docs/host/parlor-backup.service")),
    ("parlor-backup.timer", include_str!("../../../../docs/host/parlor-backup.timer")),
];

#[test]
fn the_documented_units_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("systemd-analyze");
    command.arg("verify");
    for (name, text) in UNITS {
        let path = folder.path().join(name);
        // The check would report programs that aren't installed.
        fs::write(&path, text.replace("/usr/local/bin/parlor", "/bin/true")).unwrap();
        command.arg(path);
    }
    let output = command.output().expect("systemd-analyze is missing: install it (Debian: apt-get install systemd)");
    assert_eq!(code_and_text(&output), (Some(0), String::new()));
    for (name, text) in &UNITS[..2] {
        assert!(text.contains("\nStartLimitIntervalSec=0\n"), "{name} would give up");
    }
}

/// The command in a systemd unit, to be run by a shell, with the tested program.
fn command_of(unit: &str, home: &Home) -> String {
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let folder = home.file("").display().to_string();
    line.replace("%%", "%")
        .replace("%i", "0")
        .replace("/var/lib/parlor-backup/", &folder)
        .replace("/usr/local/bin/parlor", home.command(&[]).get_program().to_str().unwrap())
}

#[test]
fn the_commands_of_the_documented_units_run() {
    let home = Home::new();
    let store = home.file("store");
    fs::write(&store, home.file("tables.sqlite").display().to_string()).unwrap();
    let shell = |line: String| {
        let mut command = home.command(&[]);
        let environment: Vec<_> =
            command.get_envs().map(|(key, value)| (key.to_owned(), value.map(ToOwned::to_owned))).collect();
        command = Command::new("/bin/sh");
        for (key, value) in environment {
            match value {
                Some(value) => command.env(key, value),
                None => command.env_remove(key),
            };
        }
        command.env("PARLOR_STORE_FILE", &store).env("PARLOR_BIND", "127.0.0.1").args(["-c", &format!("exec {line}")]);
        command
    };
    let options = "--public-url https://games.example.org --trust-proxy 127.0.0.1 --metrics 127.0.0.1:0";
    let server = Server::start(shell(command_of(UNITS[0].1, &home)).env("PARLOR_OPTIONS", options));
    begin(&server, 1);
    let backup = shell(command_of(UNITS[2].1, &home)).output().unwrap();
    assert_eq!(backup.status.code(), Some(0), "{backup:?}");
    server.end();
    let worker = shell(command_of(UNITS[1].1, &home)).output().unwrap();
    let (code, text) = code_and_text(&worker);
    assert_eq!(code, Some(2));
    assert!(text.contains("a worker needs a store that several programs can use"), "{text}");
}
