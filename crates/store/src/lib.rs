//! Where tables are kept: journals, who holds the seats, and questions that wait for the engine.
//!
//! - A [`Store`] keeps journals: [`FileStore`] for the terminal, [`SqliteStore`] for one server, `PostgresStore` for
//!   several, and [`Shelf`] for all games of a computer in one list.
//! - A [`Registry`] is a store that also keeps what a server knows of a table.
//! - [`TaskQueue`] is a queue of questions for the engine, and [`Workers`] are the threads that answer them.

mod address;
mod checking;
#[cfg(feature = "conformance")]
pub mod conformance;
mod copying;
mod database;
mod dump;
mod files;
pub mod jobs;
mod name;
#[cfg(feature = "postgres")]
mod postgres;
pub mod registry;
mod schema;
mod shelf;
mod sqlite;
mod store;
mod watch;

pub use address::{BadAddress, OpenMode, StoreAddress, open_registry, open_store};
pub use checking::{CheckReport, check_store};
pub use copying::{CantCopy, CopyReport, copy_store};
pub use dump::{DumpStore, People, TableDump};
pub use files::FileStore;
pub use jobs::{
    Claimed, EngineTask, JobSettings, MemoryJobs, OnOutcome, Priority, TaskOutcome, TaskQueue, Thinker, Workers,
    panic_message,
};
pub use name::{BadName, JournalName};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresAddress, PostgresJobs, PostgresStore};
pub use registry::{
    BadToken, Creator, Holder, LinkKind, NewTable, NoteChange, Registry, SharedStore, TableVersion, Tidied, Token,
};
pub use shelf::Shelf;
pub use sqlite::SqliteStore;
pub(crate) use store::bad_journal;
pub use store::{
    Append, JournalInfo, Listed, ReadBack, Store, StoreError, data_folder, default_tables_path, newest_unfinished,
};
pub use watch::{TableChange, Tell, Watching};
