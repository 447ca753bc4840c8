use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use tempfile::TempDir;

use crate::Server;

/// A temporary folder in which the program runs and keeps all its data.
pub struct Home(TempDir);

impl Home {
    #[expect(clippy::new_without_default, reason = "it makes a folder")]
    pub fn new() -> Home {
        Home(TempDir::new().expect("there is room for a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The folder of the program's saved games.
    pub fn journals(&self) -> PathBuf {
        self.file("data/parlor/journals")
    }

    /// The file in which [`Home::serve`] keeps tables.
    pub fn tables(&self) -> PathBuf {
        self.file("tables.sqlite")
    }

    /// A command for the program, with pipes for its input and outputs.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("parlor").expect("the program is built");
        command.args(arguments).current_dir(self.path()).env("XDG_DATA_HOME", self.file("data"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut program = self.command(arguments).spawn().expect("the program starts");
        // The program may end before it has read everything.
        let _ = program.stdin.take().expect("it is a pipe").write_all(input.as_bytes());
        program.wait_with_output().expect("the program ends")
    }

    /// A server on the home's tables, without rate limits.
    pub fn serve(&self, more: &[&str]) -> Server {
        self.serve_at("127.0.0.1:0", more)
    }

    pub fn serve_at(&self, bind: &str, more: &[&str]) -> Server {
        let mut command = self.command(&["web", "--bind", bind, "--store"]);
        Server::start(command.arg(self.tables()).args(Server::UNLIMITED).args(more))
    }
}
