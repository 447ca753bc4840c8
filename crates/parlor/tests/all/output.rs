//! The output of commands.

use std::process::Output;

pub fn out(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The standard error of a refused command, which must be short.
pub fn refusal(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.lines().count() <= 2, "a line or two: {message}");
    message
}
