//! `parlor solve kono`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

fn parlor(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("parlor").unwrap().arg("solve").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn kono_prints_its_findings() {
    let (code, out, progress) = parlor(&["kono", "--budget", "20000"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("Kono 5\u{d7}5, the start of a round: not solved.\nBest value found: "), "{out}");
    assert_eq!(progress, "", "progress is drawn only on a terminal");
    let (code, json, _) = parlor(&["kono", "--size", "9", "--budget", "5000", "--json"]);
    assert_eq!(code, Some(0));
    assert!(json.starts_with(r#"{"game":"kono","size":9,"exact":false,"value":"#), "{json}");
    assert_eq!(json.lines().count(), 1);
}

#[test]
fn kono_refuses_other_boards() {
    let (code, out, error) = parlor(&["kono", "--size", "6"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("5, 7 or 9"), "{error}");
}

/// White can take the only black piece.
const SAVE: &str = "\
Round: 1

Computer:
   Score: 0
   Color: B

Human:
   Score: 0
   Color: W

Board:
   O  O  O  O  O
   O  O  O  O  O
   O  O  B  O  O
   O  O  O  WW O
   W  O  O  O  O

Next Player: Human
";

fn in_folder(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("parlor").unwrap();
    let output = command.args(["solve", "kono"]).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn endings_are_written_and_answer_for_a_position() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    fs::write(folder.path().join("save"), SAVE).unwrap();
    let (code, out, error) = run(&["--endings", "two", "--pieces", "2", "--json"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let solved: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((solved["positions"].as_u64(), solved["by_pieces"][0]["count"].as_u64()), (Some(1181), Some(7)));
    let (code, out, error) = run(&["--position", "save", "--endings", "two"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(error.contains("it has only positions on 5\u{d7}5 with up to 2 pieces"), "{error}");

    let (code, out, _) = run(&["--endings", "three", "--pieces", "3"]);
    assert_eq!(code, Some(0));
    assert_eq!(run(&["--endings", "two", "--pieces", "2"]).0, Some(0), "a table is replaced");
    assert!(out.contains("     3        41634        41517     15\n"), "{out}");
    let (code, out, error) = run(&["--position", "save", "--endings", "three"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    // The capture ends the round, with two pieces against none, one of them on a home point.
    assert!(out.contains("\n +13  4 4 northwest\n"), "{out}");
    let (_, json, _) = run(&["--position", "save", "--endings", "three", "--json"]);
    assert!(json.starts_with(r#"{"game":"kono","next":"human","moves":[{"move":"#), "{json}");
}

/// The answer of `parlor rpc` to one request.
fn rpc(folder: &Path, arguments: &[&str], method: &str, params: &serde_json::Value) -> serde_json::Value {
    let request = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut command = Command::cargo_bin("parlor").unwrap();
    let output =
        command.arg("rpc").args(arguments).current_dir(folder).write_stdin(request.to_string()).output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["result"].clone()
}

#[test]
fn rpc_answers_from_endings_if_they_are_given() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    assert_eq!(in_folder(folder, &["--endings", "three", "--pieces", "3"]).0, Some(0));
    let read = rpc(folder, &[], "read", &serde_json::json!({ "text": SAVE }));
    let position = serde_json::json!({ "position": read["position"] });
    let ranked = rpc(folder, &["--endings", "three"], "rank", &position);
    let values: Vec<f64> =
        ranked["choices"].as_array().unwrap().iter().map(|choice| choice["value"].as_f64().unwrap()).collect();
    // As in the test above.
    assert_eq!(values, [13.0, 13.0, 11.0, 5.0, 3.0]);
    assert_eq!(rpc(folder, &["--endings", "three"], "best", &position), ranked["choices"][0]);
    let mut command = Command::cargo_bin("parlor").unwrap();
    let output = command.args(["rpc", "--endings", "none"]).current_dir(folder).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]));
}

#[test]
fn a_wrong_file_of_endings_is_refused() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    fs::write(folder.path().join("save"), SAVE).unwrap();
    assert_eq!(run(&["--endings", "good", "--pieces", "2"]).0, Some(0));
    let good = fs::read(folder.path().join("good")).unwrap();
    let mut damaged = good.clone();
    damaged[100] ^= 1;
    let mut other = good.clone();
    other[20] += 1;
    let files: [(&[u8], &str); 4] = [
        (&damaged, "this file of Kono endings is damaged"),
        (&good[..1000], "this file of Kono endings is cut off: it has 1000 bytes instead of 2390"),
        (&other, "this file of Kono endings is for another version of Parlor"),
        (b"1181 positions", "this is not a file of Kono endings"),
    ];
    for (bytes, sentence) in files {
        fs::write(folder.path().join("file"), bytes).unwrap();
        let (code, out, error) = run(&["--position", "save", "--endings", "file"]);
        assert_eq!((code, out.as_str()), (Some(2), ""));
        let advice = "Write it again with parlor solve kono --endings FILE.";
        assert_eq!(error.trim_end(), format!("error: file: {sentence}. {advice}"));
        let mut command = Command::cargo_bin("parlor").unwrap();
        let output = command.args(["rpc", "--endings", "file"]).current_dir(folder.path()).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), error, "rpc says the same");
    }
    for arguments in
        [&["--position", "save"][..], &["--endings", "x", "--size", "7"], &["--endings", "x", "--pieces", "9"]]
    {
        assert_eq!(run(arguments).0, Some(2), "{arguments:?}");
    }
    assert!(!folder.path().join("x").exists());
}
