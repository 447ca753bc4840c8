//! `parlor solve kono`.

use assert_cmd::Command;

fn parlor(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("parlor").unwrap().arg("solve").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn kono_tells_what_it_found() {
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
