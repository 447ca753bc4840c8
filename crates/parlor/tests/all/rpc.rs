//! `parlor rpc` as a process: it ends at the end of its input, answers each request at once, and ends without a message
//! when its output is closed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::CommandCargoExt;

fn start() -> Child {
    let mut command = Command::cargo_bin("parlor").unwrap();
    command.arg("rpc").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

const VERSION: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"version\"}\n";

#[test]
fn end_of_input_ends_it_cleanly() {
    let output = start().wait_with_output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn each_request_is_answered_while_the_input_stays_open() {
    let mut program = start();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    for _ in 0..3 {
        input.write_all(VERSION.as_bytes()).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.contains("\"name\":\"parlor\""), "{answer}");
    }
    drop(input);
    assert!(program.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let mut program = start();
    drop(program.stdout.take());
    let mut input = program.stdin.take().unwrap();
    // The program may end before everything has been written; the test allows that.
    let _ = input.write_all(VERSION.repeat(10_000).as_bytes());
    drop(input);
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
