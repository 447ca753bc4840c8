//! `parlor web` as a process, over real sockets: how it starts and ends, what a kill leaves, and what nobody should send.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
#![cfg(target_os = "linux")]

mod hostile;
mod kills;
mod starts;
