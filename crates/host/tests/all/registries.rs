//! All registries pass the conformance tests.

use std::fs;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::SystemTime;

use parlor_rules::{Pair, Seat};
use parlor_store::registry::conformance::{check, create, holder, new_table};
use parlor_store::{CreationLimit, CreationOutcome, Creator, NewTable, Registry, SqliteStore};

#[test]
fn the_sqlite_store_in_memory_conforms() {
    check(&|| Arc::new(SqliteStore::in_memory().unwrap()) as Arc<dyn Registry>);
}

#[test]
fn the_sqlite_store_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        let file = folder.path().join(format!("{}.sqlite", count.get()));
        Arc::new(SqliteStore::open(&file).unwrap()) as Arc<dyn Registry>
    });
}

#[test]
fn an_sqlite_registry_keeps_its_contents_when_it_is_reopened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let (ada, bob) = (holder(), holder());
    let new = NewTable { holders: vec![(Seat::Human, ada)], ..new_table(ada) };
    let store = SqliteStore::open(&file).unwrap();
    let name = create(&store, &new);
    store.share_seat(&name, Seat::Human, bob).unwrap();
    store.take_free_seat(&name, Seat::Computer, bob).unwrap();
    store.change_note(&name, Box::new(|_| "help off".to_owned())).unwrap();
    let tables = store.tables_of(bob, 10).unwrap();
    drop(store);
    assert!(!folder.path().join("tables.sqlite-wal").exists(), "everything is in the one file");
    let store = SqliteStore::open(&file).unwrap();
    assert_eq!(store.people(&name).unwrap().links, new.links);
    for (purpose, token) in new.links {
        assert_eq!(store.follow(&token).unwrap(), Some((name.clone(), purpose)));
    }
    assert_eq!(store.people(&name).unwrap().seats, Pair { human: vec![ada, bob], computer: vec![bob] });
    assert_eq!(store.people(&name).unwrap().note, "help off");
    assert_eq!(tables.len(), 1);
    assert_eq!(store.tables_of(bob, 10).unwrap(), tables);
    assert_eq!(store.count_tables_of(ada).unwrap(), 1);
}

#[test]
fn no_address_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap();
    let now = SystemTime::now();
    let limit = CreationLimit { tables_per_minute: 1, bytes_per_hour: 0 };
    let counted = |store: &SqliteStore, address| {
        store.count_new_table(&[(Creator::Address(address), limit)], 0, now).unwrap() == CreationOutcome::Allowed
    };
    let addresses: [IpAddr; 2] = ["203.0.113.77".parse().unwrap(), "2001:db8:7f7f::1234".parse().unwrap()];
    for address in addresses {
        assert!(counted(&store, address));
        assert!(!counted(&store, address), "it is counted");
    }
    let kept = |octets: &[u8]| {
        // The `-wal` file, with changes that aren't in the main file yet, belongs to the store.
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
        files.filter(|bytes| bytes.windows(octets.len()).any(|some| some == octets)).count()
    };
    assert!(kept(b"beginnings") > 0, "the files are read");
    for address in addresses {
        assert_eq!(kept(address.to_string().as_bytes()), 0);
        match address {
            IpAddr::V4(address) => assert_eq!(kept(&address.octets()), 0),
            IpAddr::V6(address) => assert_eq!(kept(&address.octets()), 0),
        }
    }
    drop(store);
    let again = SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap();
    assert!(!counted(&again, addresses[0]), "the secret stays the same");
}
