//! Storage: journals, seats and links of tables, and the queue of engine jobs.
//!
//! - A [`Store`] holds journals: [`FileStore`] for the terminal, [`SqliteStore`] for one server, `PostgresStore` for
//!   several, and [`LocalGames`] for all games of a computer in one list.
//! - A [`Registry`] is a store that also holds the seats, links and notes of a server's tables.
//! - A [`TaskQueue`] holds jobs for the engine, and [`Workers`] are the threads that run them.

mod address;
mod backup;
mod checking;
#[cfg(feature = "conformance")]
pub mod conformance;
mod copying;
mod database;
mod dump;
mod files;
pub mod jobs;
mod local_games;
mod name;
#[cfg(feature = "postgres")]
mod postgres;
pub mod registry;
mod schema;
mod sqlite;
mod store;
mod watch;

pub use address::{BadAddress, OpenMode, StoreAddress, open_registry, open_store};
pub use backup::{BackupReport, back_up, restore};
pub use checking::{CheckReport, check_store};
pub use copying::{CantCopy, CopyReport, copy_store};
pub use dump::{DumpRest, DumpStore, DumpVisitor, People, TableDump};
pub use files::FileStore;
pub use jobs::{
    Asker, Claimed, EngineTask, JobHandler, JobSettings, MemoryJobs, OnOutcome, Priority, TaskOutcome, TaskQueue,
    Workers, panic_message,
};
pub use local_games::LocalGames;
pub use name::{BadName, JournalName};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresAddress, PostgresJobs, PostgresStore};
pub use registry::{
    BadToken, BrowserId, CookieKeys, CreationLimit, CreationOutcome, Creator, LinkKind, NewTable, NoteChange, Registry,
    SharedStore, TableVersion, Tidied, Token,
};
pub use sqlite::SqliteStore;
pub(crate) use store::bad_journal;
pub use store::{
    Append, JournalInfo, Listed, ReadBack, Store, StoreError, data_folder, default_tables_path, newest_begun,
    newest_unfinished,
};
pub use watch::{OnChange, TableChange, Watching};
