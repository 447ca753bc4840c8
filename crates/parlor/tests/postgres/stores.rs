//! The choice of the store that a server uses: a file, or a database.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use parlor_testkit::postgres::PASSWORD;
use parlor_testkit::{Home, Player, Server};

/// A server whose store is set by arguments or variables.
fn serve(home: &Home, arguments: &[&str], variables: &[(&str, &str)]) -> Server {
    let mut command = home.command(&["web", "--bind", "127.0.0.1:0"]);
    command.args(arguments).envs(variables.iter().copied());
    Server::start(&mut command)
}

/// Arguments, environment variables, and the expected message.
type Way<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)], &'a str);

#[test]
fn tables_in_a_database_are_the_same_at_every_server_however_it_is_named() {
    let database = parlor_testkit::postgres::shared();
    let address = database.tcp_address(&database.database(), PASSWORD, "");
    let home = Home::new();
    let (secret, open) = (home.file("secret"), home.file("open"));
    for (file, mode) in [(&secret, 0o640), (&open, 0o644)] {
        fs::write(file, format!("{address}\n")).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
    }
    let (secret, open) = (secret.to_str().unwrap(), open.to_str().unwrap());
    let hint_line = "hint: other users of this machine can see the password on the command line. PARLOR_STORE or \
                     --store-file hides it\n";
    let hint_file = format!("hint: other users of this machine can read the password in {open}: run chmod o= {open}\n");
    let ways: [Way; 5] = [
        (&["--store", &address], &[], hint_line),
        (&["--store-file", secret], &[], ""),
        (&["--store-file", open], &[], &hint_file),
        (&[], &[("PARLOR_STORE", &address)], ""),
        (&[], &[("PARLOR_STORE_FILE", secret)], ""),
    ];
    let mut tables: Vec<String> = Vec::new();
    for (arguments, variables, message) in ways {
        let server = serve(&home, arguments, variables);
        for table in &tables {
            assert_eq!(server.browser().get(table).unwrap().status, 200, "{arguments:?} {variables:?}");
        }
        tables.push(Player::begin(server.browser(), "kono", "5").unwrap().table);
        server.signal(rustix::process::Signal::TERM);
        let (code, _, stderr) = server.wait();
        assert_eq!((code, stderr.as_str()), (Some(0), message), "{arguments:?} {variables:?}");
    }
    assert!(!home.file("data").join("parlor/tables.sqlite").exists(), "no file was made");
}

#[test]
fn a_bad_address_is_refused_without_repeating_it() {
    let home = Home::new();
    let file = home.file("address");
    fs::write(&file, "postgres://ada:s3cret@db:many/tables\n").unwrap();
    let file = file.to_str().unwrap();
    for (arguments, why) in [
        (vec!["--store", "mysql://ada:s3cret@db/tables"], "--store: a store is a file or an address that begins with"),
        (vec!["--store", "postgres://ada:s3cret@db/tables?sslmode=s3cret"], "--store: sslmode can be disable, prefer"),
        (vec!["--store-file", file], "address: this isn't a valid database address (invalid port number)"),
    ] {
        let output = home.run(&[&["web", "--bind", "127.0.0.1:0"][..], &arguments].concat(), "");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(why) && !message.contains("s3cret"), "{message}");
    }
    // A server would wait for this database, which can't be reached.
    let output = home.run(&["journals", "--store", "postgres://ada:s3cret@127.0.0.1:1/t"], "");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("postgres://ada@127.0.0.1:1/t: ") && !message.contains("s3cret"), "{message}");
}

#[test]
fn servers_of_one_database_share_limits_and_notice_deletions() {
    let database = parlor_testkit::postgres::shared();
    let address = database.address(&database.database());
    let home = Home::new();
    let limits = ["--new-tables-per-browser", "3", "--new-tables-per-address", "4"];
    let start = || serve(&home, &[&["--store", &address][..], &limits].concat(), &[]);
    let (here, there) = (start(), start());
    let mut ada = here.browser();
    ada.get("/").unwrap();
    let mut tables = Vec::new();
    for (server, status) in [(&here, 303), (&there, 303), (&here, 303), (&there, 429), (&here, 429)] {
        ada.address = server.address;
        let reply = ada.post("/tables", &[("game", "kono")]).unwrap();
        assert_eq!(reply.status, status);
        if status == 303 {
            tables.push(reply.header("location").to_owned());
        }
    }
    for (server, status) in [(&there, 303), (&here, 429)] {
        let mut stranger = server.browser();
        assert_eq!(stranger.post("/tables", &[("game", "kono")]).unwrap().status, status, "it is the same address");
    }
    // A browser follows a table at the other server.
    let table = &tables[0];
    let mut watcher = there.browser();
    assert_eq!(watcher.get(table).unwrap().status, 200);
    let mut stream = watcher.follow(table).unwrap();
    assert!(stream.next_event().unwrap().is_some());
    let delete = format!("{table}/delete");
    assert_eq!(watcher.post(&delete, &[]).unwrap().status, 403);
    ada.address = here.address;
    assert_eq!(ada.post(&delete, &[]).unwrap().status, 303);
    let message = stream.until_it_ends().unwrap();
    assert!(message.ends_with("event: gone\ndata: gone\n\n"), "{message:?}");
    for server in [&here, &there] {
        assert_eq!(server.browser().get(table).unwrap().status, 404);
    }
}
