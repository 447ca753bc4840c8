//! `parlor store`: copying and checking whole stores.

use std::fs;

use parlor_testkit::Home;

use crate::output::{out, refusal};
use parlor_store::SqliteStore;

const JOURNAL: &str = include_str!("../../../host/tests/data/journals/congkak-finished.journal");

/// A home with a folder of three journals, one of them damaged.
fn home() -> Home {
    let home = Home::new();
    let folder = home.path().join("journals");
    fs::create_dir(&folder).unwrap();
    for (name, text) in [("congkak-1", JOURNAL), ("congkak-2", JOURNAL), ("congkak-3", "no journal")] {
        fs::write(folder.join(format!("{name}.journal")), text).unwrap();
    }
    home
}

#[test]
fn tables_go_from_files_to_a_server_to_a_database_and_back() {
    let home = home();
    let database = parlor_testkit::postgres::shared();
    let address = database.address(&database.database());
    fs::write(home.path().join("address"), format!("{address}\n")).unwrap();
    for (from, to) in [("journals", "tables.sqlite"), ("tables.sqlite", "@address"), ("@address", "back/")] {
        let output = home.run(&["store", "copy", from, to], "");
        assert_eq!(out(&output), "3 tables copied, 0 already there.\n", "{from} {to}");
        assert_eq!(output.status.code(), Some(0));
    }
    assert_eq!(out(&home.run(&["store", "copy", "@address", "back"], "")), "0 tables copied, 3 already there.\n");
    for name in ["congkak-1", "congkak-2", "congkak-3"] {
        let read = |folder: &str| fs::read(home.path().join(folder).join(format!("{name}.journal"))).unwrap();
        assert_eq!(read("journals"), read("back"));
    }
    for store in ["journals", "tables.sqlite", "@address", "back"] {
        let output = home.run(&["store", "check", store], "");
        let printed = "3 tables, 2 finished, 0 archived.\ncongkak-3: its first line must be \u{201c}parlor journal 1\u{201d} \
                    with its checksum\n";
        assert_eq!(out(&output), printed, "{store}");
        assert_eq!(output.status.code(), Some(1));
    }
    fs::remove_file(home.path().join("back/congkak-3.journal")).unwrap();
    let output = home.run(&["store", "check", "back"], "");
    assert_eq!(out(&output), "2 tables, 2 finished, 0 archived.\nNo faults found.\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn tables_that_cant_be_copied_are_reported() {
    let home = home();
    let copy = |from: &str, to: &str| refusal(&home.run(&["store", "copy", from, to], ""));
    assert!(copy("nothing", "tables.sqlite").contains("FROM: nothing is neither a file nor a folder"));
    assert!(
        copy("journals", "new")
            .contains("use new.sqlite for a new file of tables, or new/ for a new folder of journals")
    );
    assert!(copy("journals", "mysql://ada:s3cret@db/x").contains("TO: a store is a file or an address"));
    assert!(copy("journals", "@nothing").contains("nothing: No such file"));
    out(&home.run(&["store", "copy", "journals", "tables.sqlite"], ""));
    fs::write(home.path().join("journals/congkak-4.journal"), JOURNAL).unwrap();
    let printed = copy("tables.sqlite", "journals");
    assert!(
        printed.contains("the store to copy to isn't empty: it has congkak-4, which the source doesn't have"),
        "{printed}"
    );
    // A server has the file open.
    let server = SqliteStore::open(&home.path().join("tables.sqlite")).unwrap();
    assert!(copy("tables.sqlite", "other/").contains("tables.sqlite is open in another program"));
    assert_eq!(home.run(&["store", "check", "tables.sqlite"], "").status.code(), Some(1), "it can be checked");
    drop(server);
    assert!(refusal(&home.run(&["store", "check", "nothing"], "")).contains("STORE: nothing is neither"));
}
