//! The three games again, slow and obvious: lists and maps, one seed at a time, names instead of bits.
//! Nothing here uses the code that it checks.

pub mod canoga;
pub mod congkak;
pub mod kono;
