//! The fuzz targets on stable Rust, with fixtures as they are, mutated fixtures, and random bytes. `cargo xtask prove`
//! uses many more inputs.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod mutate;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use mutate::Mutator;
use parlor_fuzz_targets::{entries, header, journal, lisp, prolog, request, text};
use parlor_table::{read_journal, with_checksums};
use parlor_testkit::effort;

/// Calls a target with every seed, then with mutations of them and with random bytes.
fn fuzz(target: fn(&[u8]), seeds: &[Vec<u8>], words: &[&str]) {
    assert!(!seeds.is_empty());
    let rounds = effort(3_000, 300_000);
    let mut mutator = Mutator::new(seeds, words);
    for seed in seeds {
        check(target, seed);
    }
    for _ in 0..rounds {
        check(target, &mutator.mutated_bytes());
        check(target, &mutator.mutated_tokens());
        check(target, &mutator.random_tokens());
    }
    for _ in 0..rounds / 10 {
        check(target, &mutator.random_bytes());
    }
}

/// Shows the input that made a check fail, so that it can become a fixture.
fn check(target: fn(&[u8]), bytes: &[u8]) {
    if let Err(broken) = panic::catch_unwind(AssertUnwindSafe(|| target(bytes))) {
        println!("this input violates a property:\n\"{}\"", bytes.escape_ascii());
        panic::resume_unwind(broken);
    }
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn files(folder: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(crates().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder} is empty");
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn saves() -> Vec<Vec<u8>> {
    ["golden", "kind", "bad"].iter().flat_map(|kind| files(&format!("saves/tests/data/{kind}"))).collect()
}

/// The saves whose first visible character is `right` for a dialect.
fn saves_beginning(right: impl Fn(u8) -> bool) -> Vec<Vec<u8>> {
    let first = |bytes: &[u8]| bytes.iter().find(|byte| !byte.is_ascii_whitespace()).copied().unwrap_or_default();
    saves().into_iter().filter(|bytes| right(first(bytes))).collect()
}

const SAVE_WORDS: [&str; 32] = [
    "Human",
    "Computer",
    "Human 2",
    "player1",
    "Player",
    "Squares:",
    "Score:",
    "First Turn:",
    "Next Turn:",
    "Dice:",
    "Round won by:",
    "Next Player:",
    "Round:",
    "Color:",
    "Board:",
    "White",
    "black",
    "WW",
    "BB",
    "O",
    "W",
    "nil",
    "*",
    "+",
    "; Round won by: Human",
    "% Round won by: Computer",
    "\u{feff}",
    "\r\n",
    "999999",
    "1000000",
    "99999999999999999999",
    "\u{202e}",
];

#[test]
fn saves_in_text() {
    fuzz(text, &saves_beginning(|first| !b"(;[%".contains(&first)), &SAVE_WORDS);
}

#[test]
fn saves_in_lisp() {
    fuzz(lisp, &saves_beginning(|first| b"(;".contains(&first)), &SAVE_WORDS);
}

#[test]
fn saves_in_prolog() {
    fuzz(prolog, &saves_beginning(|first| b"[%".contains(&first)), &SAVE_WORDS);
}

/// Journals without checksums, split into header and entries.
fn journals() -> Vec<(Vec<u8>, Vec<u8>)> {
    let split = |journal: Vec<u8>| {
        let journal = String::from_utf8(journal).unwrap();
        let end = journal.find("\nbegin\n").unwrap() + "\nbegin\n".len();
        (journal[..end].into(), journal[end..].into())
    };
    files("fuzz-targets/tests/journals").into_iter().map(split).collect()
}

/// Each journal with and without checksums.
fn whole_journals() -> Vec<Vec<u8>> {
    let plain = files("fuzz-targets/tests/journals");
    let checked = |plain: &Vec<u8>| {
        let text = with_checksums(str::from_utf8(plain).unwrap().lines());
        let read = read_journal(text.as_bytes()).unwrap();
        assert_eq!(read.damage, None, "a journal that is refused at once would test little");
        text.into_bytes()
    };
    plain.iter().map(checked).chain(plain.clone()).collect()
}

const SALT: &str = "000102030405060708090a0b0c0d0e0f";
const COMMITMENT: &str = "55c0a258bfca9c4cd6eea146772434bed6fcfd1a1e6b54e83d7524fc6eb97178";

#[test]
fn journals_as_a_whole() {
    let words = [
        "undo",
        "redo",
        "human offer call",
        "computer accept",
        "correct 3 4",
        "new seed 5",
        "reveal",
        "summary",
        "rules 2",
        "\n",
        " #",
    ];
    fuzz(journal, &whole_journals(), &words);
}

#[test]
fn journal_headers() {
    let words = [
        "game",
        "human",
        "computer",
        "person",
        "program",
        "novice",
        "master",
        "seed",
        "salt",
        "commitment",
        SALT,
        COMMITMENT,
        "dice",
        "random",
        "manual",
        "queue",
        "save",
        "file",
        "size",
        "rounds",
        "begin",
        "rules 1",
        "rules 2",
        "canoga",
        "congkak",
        "kono",
        "\r",
        "\u{1b}[2J",
    ];
    let headers: Vec<Vec<u8>> = journals().into_iter().map(|(header, _)| header).collect();
    fuzz(header, &headers, &words);
}

#[test]
fn journal_entries() {
    let words = [
        "human",
        "computer",
        "size",
        "play",
        "save",
        "quit",
        "heads",
        "coin tails",
        "throw",
        "from the queue",
        "skip",
        "saved",
        "not saved",
        "undo",
        "redo",
        "correct 3 4",
        "new seed 7",
        "new commitment",
        "salt",
        SALT,
        "commitment",
        COMMITMENT,
        "reveal",
        "offer undo",
        "offer call",
        "accept",
        "decline",
        "\"",
        "\\u{41}",
        "pit C",
        "cover 4 2",
        "uncover 9",
        "step 2 1 southeast",
        "pass",
        "one die",
        "two dice",
        "another round",
        "no more",
        "file x",
        "cancel",
        "white",
        "black",
        "\u{2190}",
        "exact",
        "then",
        "NaN",
        "inf",
        "-0.0",
        "1e400",
        "\r",
        "\u{1b}[2J",
    ];
    let journals: Vec<Vec<u8>> = journals().into_iter().map(|(_, entries)| entries).collect();
    fuzz(entries, &journals, &words);
}

#[test]
fn rpc_requests() {
    let requests: Vec<Vec<u8>> = files("rpc/tests/transcripts")
        .iter()
        .flat_map(|transcript| str::from_utf8(transcript).unwrap().lines())
        .filter_map(|line| line.strip_prefix("> "))
        .filter(|line| !line.contains("best") && !line.contains("rank"))
        .map(|line| line.as_bytes().to_vec())
        .collect();
    let words = [
        "jsonrpc",
        "id",
        "method",
        "params",
        "position",
        "new",
        "moves",
        "play",
        "next_round",
        "read",
        "write",
        "canoga",
        "congkak",
        "kono",
        "human",
        "computer",
        "null",
        "true",
        "-1",
        "9223372036854775808",
        "1e309",
        "\"",
        "\\u0000",
        "\\ud800",
        "{}",
        "[]",
        "[[[[[[[[",
        "size",
        "board",
        "history",
        "dice",
    ];
    fuzz(request, &requests, &words);
}
