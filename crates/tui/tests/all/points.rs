//! A test for each thing that players and an examiner met on the screen, named after it.

mod asking;
mod dice_by_hand;
mod help_and_values;
mod kono;
mod menus_and_keys;
mod names;
mod saving_and_leaving;
mod settings;
mod telling;
