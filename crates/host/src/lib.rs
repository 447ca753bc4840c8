//! A table in the real world: its journal in a store, save files, dice files, and the program that thinks.
//!
//! A [`Host`] writes every entry to the journal before anybody is told of it, so that nothing that was
//! acknowledged is lost when the process dies.

mod clock;
mod dice_file;
mod host;
pub mod jobs;
mod learning;
mod load;
mod preferences;
pub mod registry;
mod settings;
pub mod store;
mod thinking;

pub use clock::local_time;
pub use dice_file::{BadDiceFile, read_dice_file};
pub use host::{ApplyError, Host, SaveError, value_job};
pub use jobs::{Claimed, Job, JobSettings, Jobs, MemoryJobs, Outcome, Priority, Then, Thinker, Workers};
pub use learning::{PracticeFile, reviewed_games, seconds};
pub use load::{BadSetup, MAX_DICE_BYTES, dice_of, load_save, load_setup, save_of};
pub use parlor_saves::disk::Existing;
pub use preferences::{AdviceFrom, BadSetting, BoardSize, Looks, Named, Palette, Preferences, PreferencesFile, Speed};
pub use registry::{BadToken, Beginner, Holder, NewTable, Purpose, Registry, Stand, Tidied, Token};
pub use settings::{BadSettings, Dice, Seats, Settings, any_committed_seed, any_seed, check_name};
pub use store::{About, FileStore, JournalName, Listed, Store, StoreError, default_tables_path, newest_unfinished};
#[cfg(feature = "postgres")]
pub use store::{PostgresAddress, PostgresJobs, PostgresStore, StoreAddress, open_registry};
pub use store::{Shelf, SqliteStore};
pub use thinking::{Decided, Engine, Failed, Opponent, Thinking, panic_message};
