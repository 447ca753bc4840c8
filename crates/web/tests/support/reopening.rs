//! Opening a store again after a server of the same process.

use std::path::Path;
use std::thread;
use std::time::Duration;

use parlor_store::{SqliteStore, StoreError};

/// Opens the store. A search that the previous server started may hold the file for a moment, so this waits for it.
pub fn open_store(file: &Path) -> SqliteStore {
    loop {
        match SqliteStore::open(file) {
            Err(StoreError::StoreBusy(_)) => thread::sleep(Duration::from_millis(10)),
            opened => return opened.unwrap(),
        }
    }
}
