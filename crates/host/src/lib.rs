//! A table in the real world: its journal in a store, save files, dice files, and the program that thinks.
//!
//! A [`Host`] writes every entry to the journal before anybody is told of it, so that nothing that was
//! acknowledged is lost when the process dies.

mod clock;
mod dice_file;
mod engine_service;
mod host;
mod learning;
mod load;
mod preferences;
pub mod questions;
mod settings;
mod thinking;
mod worker;

pub use clock::local_time;
pub use dice_file::{BadDiceFile, read_dice_file};
pub use engine_service::{EngineService, REVIEW_EFFORT};
pub use host::{AppliedEntry, ApplyError, Fork, Host, SaveError, value_job};
pub use learning::{PracticeFile, StudyCache, seconds};
pub use load::{BadSetup, MAX_DICE_BYTES, dice_of, load_save, load_setup, save_of};
pub use parlor_saves::disk::Existing;
pub use preferences::{AdviceFrom, BadSetting, BoardSize, Looks, Named, Palette, Preferences, PreferencesFile, Speed};
pub use settings::{BadSettings, Dice, Seats, Settings, any_committed_seed, any_seed, check_name};
pub use thinking::{Engine, Failed, Opponent, OpponentDecision, Thinking};
pub use worker::{Worker, WorkerError};
