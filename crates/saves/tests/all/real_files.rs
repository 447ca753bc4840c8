//! Reads real files written by other programs, and compares them with a list of their contents. The files belong to
//! other people and are not part of this repository; fixtures with the same quirks (`data/kind/program-*`) always run.

use std::fs;
use std::path::{Path, PathBuf};

use parlor_rules::{Game, Seat, Standing, canoga, kono};
use parlor_saves::{Dialect, Save, read_bytes};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/saves")
}

fn name(seat: Seat) -> Value {
    json!(seat.to_string().to_lowercase())
}

/// A save as the list describes it.
fn summary(save: &Save) -> Value {
    let mut summary_json = json!({
        "game": save.standing.game().to_string().to_lowercase(),
        "dialect": save.dialect.to_string(),
        "size": save.standing.size(),
    });
    match &save.standing {
        Standing::Canoga(standing) => {
            let side = |seat: Seat| {
                let covered: Vec<u8> = standing.position.covered()[seat].ascending().collect();
                json!({ "covered": covered, "score": standing.scores[seat] })
            };
            let dice: Vec<&[u8]> = save.dice.iter().map(parlor_rules::Throw::dice).collect();
            let over = standing.position.outcome().map(|outcome| {
                let reason = if outcome.by == canoga::WonBy::Covering { "covered" } else { "uncovered" };
                json!({ "winner": name(outcome.winner), "reason": reason, "points": outcome.points })
            });
            let lock =
                standing.position.locked().map(|lock| json!({ "player": name(lock.owner), "square": lock.square }));
            summary_json["human"] = side(Seat::Human);
            summary_json["computer"] = side(Seat::Computer);
            summary_json["first"] = name(standing.position.first());
            summary_json["next"] = name(canoga::Draft::from(standing).next);
            summary_json["dice"] = json!(dice);
            summary_json["over"] = json!(over);
            summary_json["advantage"] = json!(lock);
        }
        Standing::Congkak(_) => panic!("the list has no Congkak saves"),
        Standing::Kono(standing) => {
            let position = standing.position.expect("the list has no open round");
            let side = |seat: Seat| json!({ "color": position.color(seat).to_string().to_lowercase(), "score": standing.scores[seat] });
            let cell = |cell: &kono::Cell| match cell {
                kono::Cell::Vacant => "O",
                kono::Cell::Piece { color: kono::Color::White, captures: false } => "W",
                kono::Cell::Piece { color: kono::Color::White, captures: true } => "WW",
                kono::Cell::Piece { color: kono::Color::Black, captures: false } => "B",
                kono::Cell::Piece { color: kono::Color::Black, captures: true } => "BB",
            };
            let board: Vec<Vec<&str>> =
                kono::Draft::from(standing).board.iter().map(|row| row.iter().map(cell).collect()).collect();
            summary_json["round"] = json!(standing.round);
            summary_json["human"] = side(Seat::Human);
            summary_json["computer"] = side(Seat::Computer);
            summary_json["board"] = json!(board);
            summary_json["next"] = kono::Draft::from(standing).next.map_or(Value::Null, name);
            summary_json["finished"] = json!(save.standing.outcome().is_some());
        }
    }
    summary_json
}

#[test]
#[ignore = "the files are not in the repository: cargo xtask test runs this where they are"]
fn real_files_read_as_their_list_says() {
    let list = fs::read_to_string(folder().join("MANIFEST.jsonl")).unwrap();
    let mut read = 0;
    let mut refused = 0;
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let mut listed: Value = serde_json::from_str(line).unwrap();
        let fields = listed.as_object_mut().unwrap();
        let file = fields.remove("file").unwrap();
        let file = file.as_str().unwrap();
        let bytes = fs::read(folder().join(file)).unwrap();
        let result = read_bytes(&bytes, None);
        if let Some(reason) = fields.get("refuse").and_then(Value::as_str) {
            let error = result.expect_err(file);
            assert_eq!(error.faults().len(), if reason.starts_with("row") { 2 } else { 1 }, "{file}: {error}");
            refused += 1;
            continue;
        }
        let save = result.unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut summary_json = summary(&save);
        if listed["finished"] == json!(true) {
            // The list has the player named in the file; we have the winner, or no player after a tie.
            summary_json["next"] = listed["next"].clone();
        }
        assert_eq!(summary_json, listed, "{file}");
        for dialect in Dialect::ALL {
            let again = read_bytes(save.write(dialect).text.as_bytes(), Some(save.standing.game())).unwrap();
            assert_eq!(again.standing, save.standing, "{file} by way of {dialect}");
        }
        read += 1;
    }
    println!("{read} real saves read, {refused} refused as they should be");
    assert!(read > 0 && refused > 0);
}

/// The part of a text from one string to the end of the line with another.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap_or_else(|| panic!("no {from}"));
    let last = start + text[start..].find(to).unwrap_or_else(|| panic!("no {to} after {from}"));
    &text[start..last + text[last..].find('\n').unwrap_or(text.len() - last)]
}

/// The samples in the descriptions of the games, with their comments and stray spaces.
#[test]
#[ignore = "the descriptions are not in the repository: cargo xtask test runs this where they are"]
fn samples_of_the_descriptions_read_alike() {
    let seed = |name: &str| fs::read_to_string(folder().join("../seeds").join(name)).unwrap();
    let (canoga, congkak, kono) = (seed("canoga.txt"), seed("congkak.txt"), seed("kono.txt"));
    let canoga = [
        between(&canoga, "Computer:\n   Squares", "Next Turn"),
        between(&canoga, "(\n   ; Computer", "\n)\n"),
        between(&canoga, "[\n   % Computer", "]."),
    ];
    let kono = [
        between(&kono, "Round: 3", "Next Player"),
        between(&kono, "(\n  ; Round", "\n)\n"),
        between(&kono, "[\n  % Round", "\n]\n"),
    ];
    // The last bracket is on the line after the string.
    let whole = |sample: &str| match sample.chars().next() {
        Some('(') => format!("{sample}\n)\n"),
        Some('[') if !sample.contains("].") => format!("{sample}\n]\n"),
        _ => format!("{sample}\n"),
    };
    let mut read = 0;
    for samples in [canoga, kono] {
        let saves = samples.map(|sample| {
            read += 1;
            read_bytes(whole(sample).as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{sample}"))
        });
        assert_eq!(saves[0].standing, saves[1].standing);
        assert_eq!(saves[0].standing, saves[2].standing);
        assert_eq!(saves.map(|save| save.dialect), Dialect::ALL);
    }
    let sample = between(&congkak, "Human Player:", "Next Player");
    let save = read_bytes(sample.as_bytes(), Some(Game::Congkak)).unwrap();
    assert_eq!(save.standing.to_string(), "Congkak, 7 pits a side, Human is next");
    println!("{} samples read", read + 1);
}
