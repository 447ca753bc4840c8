//! The table of crates in `docs/develop/architecture.md` agrees with the Cargo files.
#![allow(clippy::unwrap_used, reason = "tests may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Graph = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The crates of the table, with those that its last column names.
fn documented() -> Graph {
    let page = fs::read_to_string(root().join("docs/develop/architecture.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `crates/"));
    rows.map(|row| {
        let (name, rest) = row.split_once('`').unwrap();
        let needs = rest.trim_end().trim_end_matches('|').rsplit('|').next().unwrap();
        let needs = needs.split(',').map(str::trim).filter(|name| *name != "\u{2013}").map(str::to_owned);
        (name.to_owned(), needs.collect())
    })
    .collect()
}

/// The crates of the workspace, with those that their `[dependencies]` name.
fn declared() -> Graph {
    let folders = fs::read_dir(root().join("crates")).unwrap().flatten();
    folders
        .map(|folder| {
            let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
            let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
            let lines = section.lines().take_while(|line| !line.starts_with('['));
            let needs = lines.filter_map(|line| line.strip_prefix("parlor-")?.split(['.', ' ', '=']).next());
            (folder.file_name().to_string_lossy().into_owned(), needs.map(str::to_owned).collect())
        })
        .collect()
}

/// Everything that a crate builds on, directly or not.
fn reachable(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(name) = open.pop() {
        for next in graph.get(name).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn the_documented_crates_and_dependencies_are_those_of_the_cargo_files() {
    let (documented, declared) = (documented(), declared());
    assert!(declared.len() > 10, "the crates were found");
    assert_eq!(documented.keys().collect::<Vec<_>>(), declared.keys().collect::<Vec<_>>(), "a row for each crate");
    for (name, needs) in &documented {
        let surplus: Vec<_> = needs.difference(&declared[name]).collect();
        assert!(surplus.is_empty(), "docs/develop/architecture.md: {name} doesn't build on {surplus:?}");
        assert_eq!(
            reachable(&documented, name),
            reachable(&declared, name),
            "docs/develop/architecture.md, {name}: what it builds on, directly or not (left: documented, right: Cargo.toml)",
        );
    }
}
