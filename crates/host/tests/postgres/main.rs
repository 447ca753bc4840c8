//! The store for several servers, with a real PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod copying;
mod faults;
mod jobs;
mod secrets;
mod several;

use std::sync::Arc;

use parlor_store::conformance::next_entry;
use parlor_store::{Append, conformance};
use parlor_store::{JournalName, PostgresStore, Registry, Store, StoreError};
use parlor_table::Table;
use parlor_testkit::postgres::Server;

fn open(server: &Server, database: &str) -> PostgresStore {
    PostgresStore::open(&server.address(database).parse().unwrap()).unwrap()
}

/// Appends the next entry of a table.
fn play(store: &dyn Store, name: &JournalName, table: &mut Table) -> Result<(), StoreError> {
    let mut tried = table.clone();
    let entry = next_entry(&tried).unwrap();
    tried.apply(entry.clone()).unwrap();
    let append = Append { revision: table.revision(), entries: &[entry], summary: tried.summary(), lasting: true };
    store.append(name, append)?;
    *table = tried;
    Ok(())
}

/// A table of two people.
fn begin(store: &dyn Registry) -> (JournalName, Table) {
    use parlor_store::registry::conformance::{create, holder, new_table};
    let name = create(store, &new_table(holder()));
    let table = store.look(&name).unwrap().table;
    (name, table)
}

#[test]
fn the_postgres_store_conforms_as_a_store() {
    let server = parlor_testkit::postgres::shared();
    conformance::check(&|| Arc::new(open(server, &server.database())) as Arc<dyn Store>);
}

#[test]
fn the_postgres_store_conforms_as_a_registry() {
    let server = parlor_testkit::postgres::shared();
    let make = || Arc::new(open(server, &server.database())) as Arc<dyn Registry>;
    parlor_store::registry::conformance::check(&make);
}

#[test]
fn it_is_called_from_within_a_runtime_and_dropped_there() {
    let server = parlor_testkit::postgres::shared();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let address = server.address(&server.database()).parse().unwrap();
    runtime.block_on(async move {
        let store = PostgresStore::open(&address).unwrap();
        assert!(store.list().unwrap().is_empty());
        drop(store);
    });
}
