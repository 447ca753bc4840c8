//! Both stores of this crate keep to what every store promises.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::sync::Arc;

use parlor_host::store::conformance::check;
use parlor_host::{FileStore, MemoryStore, Store};

#[test]
fn the_memory_store_conforms() {
    check(&|| Arc::new(MemoryStore::default()) as Arc<dyn Store>);
}

#[test]
fn the_file_store_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        // The folder isn't there yet: the first journal makes it.
        Arc::new(FileStore::at(folder.path().join(count.get().to_string()))) as Arc<dyn Store>
    });
}
