//! `tests/transcripts/*.txt`: requests after `> `, their answers after `< `, everything else is prose. A request without
//! an answer line gets no answer. `PARLOR_TRANSCRIPTS_WRITE=1` rewrites the answers; review them before you commit.

use std::fmt::Write as _;
use std::path::PathBuf;

fn check(name: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    let kept = std::fs::read_to_string(&path).unwrap();
    let mut played = String::new();
    let mut requests = 0;
    for line in kept.lines() {
        if line.starts_with("< ") {
            continue;
        }
        played.push_str(line);
        played.push('\n');
        if let Some(request) = line.strip_prefix("> ") {
            requests += 1;
            if let Some(answer) = parlor_rpc::answer(request.as_bytes()) {
                writeln!(played, "< {answer}").unwrap();
            }
        }
    }
    assert!(requests > 0, "{name} has no request");
    if std::env::var_os("PARLOR_TRANSCRIPTS_WRITE").is_some() {
        std::fs::write(&path, &played).unwrap();
    }
    for (kept, played) in kept.lines().zip(played.lines()) {
        assert_eq!(kept, played, "in {name}");
    }
    assert!(kept == played || std::env::var_os("PARLOR_TRANSCRIPTS_WRITE").is_some(), "{name} differs in its length");
}

#[test]
fn canoga() {
    check("canoga.txt");
}

#[test]
fn congkak() {
    check("congkak.txt");
}

#[test]
fn kono() {
    check("kono.txt");
}

#[test]
fn envelopes() {
    check("envelopes.txt");
}

#[test]
fn saves() {
    check("saves.txt");
}

#[test]
fn thinking() {
    check("thinking.txt");
}
