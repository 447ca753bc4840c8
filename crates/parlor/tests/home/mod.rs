//! A place for the program in tests.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use parlor_host::FileStore;
use tempfile::TempDir;

/// A home of its own for each test: journals go there.
pub struct Home(TempDir);

impl Home {
    pub fn new() -> Home {
        Home(TempDir::new().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("parlor").unwrap();
        command.args(arguments).current_dir(self.path()).env("XDG_DATA_HOME", self.path().join("data"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut program = self.command(arguments).spawn().unwrap();
        // It may end before it has read everything.
        let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
        program.wait_with_output().unwrap()
    }

    pub fn store(&self) -> FileStore {
        FileStore::at(self.path().join("data/parlor/journals"))
    }
}

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
