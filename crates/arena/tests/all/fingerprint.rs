//! Ties the engines' values, choices and reasons to `parlor_engine::VERSION`: `fingerprint.snap` holds both, and a new
//! fingerprint is accepted only with a new version.

use std::fs;

use insta::{Settings, assert_snapshot};
use parlor_arena::workload::{fingerprint, measure};
use parlor_engine::VERSION;
use parlor_rules::Game;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

const ACCEPT: &str = "INSTA_UPDATE=always cargo test -p parlor-arena --test all fingerprint";

/// The version of a snapshot's text, and the fingerprints after it.
fn parse(snapshot: &str) -> (u32, &str) {
    let (_, rest) = snapshot.rsplit_once("version ").expect("the fingerprint names its version");
    let (version, fingerprints) = rest.split_once('\n').expect("fingerprints follow the version");
    (version.parse().unwrap(), fingerprints.trim_end())
}

/// Refuses a new fingerprint under an old version; the snapshot decides everything else.
fn check_version(stored: &str, found: &str) -> Result<(), String> {
    let ((stored_version, stored), (version, found)) = (parse(stored), parse(found));
    if version < stored_version {
        return Err(format!("parlor_engine::VERSION is {version}, but the fingerprint is of {stored_version}."));
    }
    if version == stored_version && stored != found {
        return Err(format!(
            "The engines' answers changed, but parlor_engine::VERSION is still {version}, and a fingerprint of that version \
             can't be replaced. Raise VERSION in crates/engine/src/lib.rs to {}, then run: {ACCEPT}",
            version + 1
        ));
    }
    Ok(())
}

#[test]
fn answers_change_only_with_the_version() {
    let measured = Game::ALL.map(measure);
    let lines: Vec<String> = measured.iter().map(|one| format!("{} {:016x}", one.game, one.fingerprint)).collect();
    let found = format!("version {VERSION}\n{}\nall {}\n", lines.join("\n"), fingerprint(&measured));
    let stored = fs::read_to_string(format!("{FOLDER}/fingerprint.snap")).unwrap();
    check_version(&stored, &found).unwrap_or_else(|why| panic!("{why}"));
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(FOLDER);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(format!("Accept a new version with: {ACCEPT}"));
    settings.bind(|| assert_snapshot!("fingerprint", found));
}

#[test]
fn a_new_fingerprint_needs_a_new_version() {
    let refusal = check_version("version 3\nKono 1\n", "version 3\nKono 2\n").unwrap_err();
    assert!(refusal.contains("is still 3") && refusal.contains("to 4"), "{refusal}");
    assert!(check_version("version 4\nKono 1\n", "version 3\nKono 1\n").is_err());
    assert_eq!(check_version("version 3\nKono 1\n", "version 3\nKono 1\n"), Ok(()));
    assert_eq!(check_version("version 3\nKono 1\n", "version 4\nKono 2\n"), Ok(()));
}
