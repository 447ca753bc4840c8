//! What a command said.

use std::process::Output;

pub fn out(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a command said on standard error, which must not be much.
pub fn refusal(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.lines().count() <= 2, "a line or two: {said}");
    said
}
