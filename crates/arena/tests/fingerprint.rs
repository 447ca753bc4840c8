//! The engines play as they did: `crates/arena/tests/fingerprint.txt` changes only with their play. If it has to,
//! `PARLOR_BLESS=1 cargo test -p parlor-arena --test fingerprint` writes it again; raise `parlor_engine::VERSION` with it.
#![allow(clippy::unwrap_used, reason = "tests may stop")]

use std::fs;

use parlor_arena::workload::{fingerprint, measure};
use parlor_rules::Game;

#[test]
fn the_fingerprint_is_the_one_that_is_written() {
    let measured = Game::ALL.map(measure);
    let lines: Vec<String> = measured.iter().map(|one| format!("{} {:016x}", one.game, one.fingerprint)).collect();
    let found = format!("{}\nall {}\n", lines.join("\n"), fingerprint(&measured));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fingerprint.txt");
    if std::env::var_os("PARLOR_BLESS").is_some() {
        fs::write(file, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(file).unwrap());
}
