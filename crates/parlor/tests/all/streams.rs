//! Exit codes of every command, and standard output and standard error that are full or closed.

use std::fs::{self, OpenOptions};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use tempfile::TempDir;

const GOOD: &str = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n";
const CANOGA: &str = "( ( (1 2 3 4 5 6 7 8 9) 0 ) ( (1 2 3 4 5 6 7 8 9) 0 ) Human Human )\n";

/// Commands that write to standard output and then succeed.
const WRITERS: [&[&str]; 11] = [
    &["--version"],
    &["--help"],
    &["help", "solve"],
    &["check", "good"],
    &["check", "--json", "good"],
    &["show", "good"],
    &["convert", "good", "--to", "lisp"],
    &["solve", "congkak", "--size", "5", "--budget", "1000"],
    &["solve", "kono", "--budget", "1000", "--json"],
    &["solve", "canoga", "--position", "canoga"],
    &["journals"],
];

/// Commands that fail, with their exit codes.
const FAILURES: [(&[&str], i32); 10] = [
    (&["check", "bad"], 1),
    (&["check", "good", "bad"], 1),
    (&["show", "bad"], 1),
    (&["convert", "bad", "--to", "lisp"], 1),
    (&["solve", "canoga", "--position", "good"], 1),
    (&["check", "bad", "missing"], 2),
    (&["show", "missing"], 2),
    (&["convert", "good", "--to", "lisp", "-o", "good"], 2),
    (&["continue", "--plain"], 2),
    (&["no-such-command"], 2),
];

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("good"), GOOD).unwrap();
        fs::write(folder.path().join("canoga"), CANOGA).unwrap();
        fs::write(folder.path().join("bad"), "bad").unwrap();
        Folder(folder)
    }

    fn parlor(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("parlor").unwrap();
        command.args(arguments).current_dir(self.0.path()).env("XDG_DATA_HOME", self.0.path().join("data"));
        command.stdin(Stdio::null());
        command
    }
}

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

/// A pipe whose reader has closed its end.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn exit_codes_distinguish_success_findings_and_errors() {
    let folder = Folder::new();
    for command in WRITERS {
        let output = folder.parlor(command).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {}", stderr(&output));
        assert!(!output.stdout.is_empty(), "{command:?}");
    }
    for (command, code) in FAILURES {
        let output = folder.parlor(command).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{command:?}: {}", stderr(&output));
    }
}

#[test]
fn a_closed_standard_output_is_not_an_error() {
    let folder = Folder::new();
    for command in WRITERS {
        let output = folder.parlor(command).stdout(closed()).stderr(Stdio::piped()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{command:?}");
    }
}

#[test]
fn a_full_standard_output_is_an_error() {
    let folder = Folder::new();
    for command in WRITERS {
        let output = folder.parlor(command).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(stderr(&output).starts_with("error: "), "{command:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("No space left on device"), "{command:?}: {}", stderr(&output));
    }
}

#[test]
fn standard_error_that_cant_be_written_changes_nothing() {
    let folder = Folder::new();
    for make in [full, closed] {
        for (command, code) in FAILURES {
            let output = folder.parlor(command).stderr(make()).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{command:?}");
        }
    }
}
