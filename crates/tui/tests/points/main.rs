//! A test for each thing that players and an examiner met on the screen, named after it.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

#[path = "../common/mod.rs"]
mod common;

mod asking;
mod dice_by_hand;
mod help_and_values;
mod kono;
mod menus_and_keys;
mod names;
mod saving_and_leaving;
mod settings;
mod telling;
