//! Pairs among real files written by other programs. They belong to other people and are not part of this repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use parlor_referee::{Query, Ruling, follows};
use parlor_saves::read_bytes;
use serde_json::Value;

use crate::support::text;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/saves")
}

/// No pair takes too long or fails, a file follows itself after no turn, and each nearest result does follow.
#[test]
#[ignore = "the files are not in the repository: cargo xtask test runs this where they are"]
fn pairs_of_real_files_are_decided() {
    let list = fs::read_to_string(folder().join("MANIFEST.jsonl")).unwrap();
    let mut saves = vec![];
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let listed: Value = serde_json::from_str(line).unwrap();
        let name = listed["file"].as_str().unwrap().to_owned();
        if let Ok(save) = read_bytes(&fs::read(folder().join(&name)).unwrap(), None) {
            saves.push((name, save.standing));
        }
    }
    let mut verdicts = BTreeMap::<&str, usize>::new();
    for (one, before) in &saves {
        let none = Query { distance: parlor_referee::Distance::Turns(0), ..Query::new(before, before) };
        assert!(matches!(follows(&none), Some(Ruling::Follows(_))), "{one}");
        for (other, after) in saves.iter().filter(|(_, after)| after.game() == before.game()) {
            let verdict = follows(&Query::new(before, after)).unwrap();
            let word = match &verdict {
                Ruling::Follows(steps) => {
                    println!("{other} follows {one}: {}", steps.last().unwrap());
                    "yes"
                }
                Ruling::OnlyIf { conditions, .. } => {
                    println!("{other} follows {one} only if {}", conditions[0]);
                    "only if"
                }
                Ruling::Broken(breach) => {
                    let nearest = breach.nearest.as_ref();
                    let right = |nearest| {
                        let verdict = follows(&Query::new(before, nearest)).unwrap();
                        matches!(verdict, Ruling::Follows(_) | Ruling::OnlyIf { .. })
                    };
                    assert!(nearest.is_none_or(right), "{one} {other}: {}", nearest.map(text).unwrap());
                    "no"
                }
                Ruling::NotDecided { .. } => panic!("{one} {other}"),
            };
            *verdicts.entry(word).or_default() += 1;
        }
    }
    println!("{verdicts:?}");
    assert!(verdicts["no"] > 100);
}
