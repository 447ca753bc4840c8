//! Regression tests for problems that players reported on the game screen.

mod asking;
mod dice_by_hand;
mod help_and_values;
mod kono;
mod log_and_replay;
mod menus_and_keys;
mod names;
mod saving_and_leaving;
mod settings;
mod traps;
