//! Access to the test data.

use std::fs;
use std::path::{Path, PathBuf};

/// A file or folder of the test data.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The files of a folder, by name, with their bytes.
pub(crate) fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(data(folder))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}
