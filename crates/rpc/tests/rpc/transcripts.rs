//! `tests/transcripts/*.txt`: requests after `> `, their answers after `< `; everything else is prose. A request
//! without an answer line gets no answer.

use std::fmt::Write as _;
use std::path::PathBuf;

use parlor_testkit::assert_golden;

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
    assert_golden(path, &played);
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
