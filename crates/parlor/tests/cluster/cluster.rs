//! The programs of a cluster.

use std::net::SocketAddr;
use std::process::Command;

use parlor_store::{JournalName, PostgresStore, Registry, Store};
use parlor_table::{Entry, Table};
use parlor_testkit::postgres::Server as Database;
use parlor_testkit::{FormBrowser, Home, Server, Worker};

use crate::person::Person;

/// The public host name of the servers.
pub(crate) const NAME: &str = "games.example.org";

/// A database, and a folder for the programs that use it.
pub(crate) struct Cluster {
    pub(crate) database: Database,
    name: String,
    pub(crate) home: Home,
}

impl Cluster {
    pub(crate) fn new() -> Cluster {
        let database = Database::start(parlor_testkit::postgres::Options::default());
        let name = database.database();
        Cluster { database, name, home: Home::new() }
    }

    /// A command of the program, with the database as its store.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.home.command(arguments);
        command.env("PARLOR_STORE", self.database.address(&self.name));
        command
    }

    /// A server with engine threads.
    pub(crate) fn serve(&self) -> Server {
        self.serve_at(SocketAddr::from(([127, 0, 0, 1], 0)), 1)
    }

    /// A server with `thinkers` engine threads.
    pub(crate) fn serve_at(&self, bind: SocketAddr, thinkers: usize) -> Server {
        let (bind, thinkers) = (bind.to_string(), thinkers.to_string());
        let mut arguments = vec!["web", "--bind", &bind, "--thinkers", &thinkers, "--trust-proxy", "127.0.0.1"];
        arguments.extend(["--public-url", "http://games.example.org"]);
        Server::start(self.command(&arguments).args(Server::UNLIMITED))
    }

    /// A worker with one thread.
    pub(crate) fn worker(&self) -> Worker {
        Worker::start(&mut self.command(&["worker", "--thinkers", "1"]))
    }

    /// The result of a database statement.
    pub(crate) fn sql(&self, statement: &str) -> String {
        self.database.sql(&self.name, statement)
    }

    /// The number of engine jobs in progress.
    pub(crate) fn thinking(&self) -> usize {
        self.sql("SELECT count(*) FROM jobs WHERE finished IS NULL AND lease > clock_timestamp()").parse().unwrap()
    }

    /// Opens the database as a store.
    pub(crate) fn store(&self) -> PostgresStore {
        PostgresStore::open(&self.database.address(&self.name).parse().unwrap()).unwrap()
    }

    /// The journal of a person's table, after checking it by a replay.
    pub(crate) fn journal(&self, person: &Person) -> Vec<Entry> {
        let store = self.store();
        let name = name_of(&store, &person.table);
        let entries = store.read(&name, 0).unwrap();
        let table = store.look(&name).unwrap().table;
        assert_eq!(table.revision(), entries.len() as u64, "the journal is gapless");
        Table::replay(table.setup().clone(), entries.iter().cloned()).unwrap();
        let gaps = self.sql(
            "SELECT count(*) FROM tables WHERE revision <> (SELECT count(*) FROM entries WHERE entries.name = tables.name) \
             OR revision <> (SELECT coalesce(max(revision), 0) FROM entries WHERE entries.name = tables.name)",
        );
        assert_eq!(gaps, "0", "entries are numbered without gaps");
        entries
    }
}

/// The name of the journal for a table's address.
pub(crate) fn name_of(store: &PostgresStore, table: &str) -> JournalName {
    let token = table.strip_prefix("/t/").unwrap().parse().unwrap();
    store.follow(&token).unwrap().unwrap().0
}

/// A new browser that connects to this server and uses the public host name.
pub(crate) fn browser_at(address: SocketAddr) -> FormBrowser {
    let mut browser = FormBrowser::new(address);
    browser.host = Some(NAME);
    // Computing values would occupy engine threads.
    browser.remember("parlor-settings", "speed=off&value_bar=no");
    browser
}
