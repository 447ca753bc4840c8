//! `parlor web` as a process with real sockets: start, shutdown, kills, and hostile requests.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod backups;
mod hostile;
mod kills;
mod starts;
