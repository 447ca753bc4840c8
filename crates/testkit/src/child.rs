use std::env;
use std::process::Command;

/// The environment variable for the job of a child process.
pub const JOB: &str = "PARLOR_TEST_JOB";

/// The command that runs a test of this test program again, in a separate process in which [`job`] returns `job`.
pub fn rerun(test: &str, job: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("a test knows its program"));
    command.args(["--exact", "--nocapture", test]).env(JOB, job);
    command
}

/// The job of this process, if [`rerun`] started it.
pub fn job() -> Option<String> {
    env::var(JOB).ok()
}
