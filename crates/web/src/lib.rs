//! The page.

pub mod assets;
pub mod pages;
pub mod prefs;
