//! A table with its surroundings: the journal in a store, save files, dice files, and the computer player.
//!
//! A [`Host`] writes every entry to the journal before it returns its events, so that nothing that was
//! acknowledged is lost when the process dies.

mod clock;
mod dice_file;
mod engine_service;
mod host;
mod load;
mod log_limit;
pub mod metrics;
mod monitor;
mod opponent;
mod practice;
mod preferences;
pub mod questions;
mod recent_tables;
mod resume_command;
mod settings;
mod worker;

pub use clock::local_time;
pub use dice_file::{BadDiceFile, read_dice_file};
pub use engine_service::{EngineService, MOST_IN_BATCH, REVIEW_EFFORT};
pub use host::{AppliedEntry, ApplyError, Fork, Host, SaveError, value_job};
pub use load::{BadSetup, MAX_DICE_BYTES, load_save, load_setup, parse_dice, parse_save};
pub use log_limit::LogLimit;
pub use monitor::{Monitor, MonitorAnswer};
pub use opponent::{Engine, EngineTurn, Failed, Opponent, OpponentDecision};
pub use parlor_saves::disk::Existing;
pub use practice::{PracticeFile, StudyCache, seconds};
pub use preferences::{
    AdviceFrom, BadSetting, BoardSize, ColorScheme, Looks, Named, Palette, Preferences, PreferencesFile, Speed,
};
pub use recent_tables::RecentTables;
pub use settings::{BadSettings, Dice, FirstPlayer, Seats, Settings, check_name, random_committed_seed, random_seed};
pub use worker::{Worker, WorkerError};
