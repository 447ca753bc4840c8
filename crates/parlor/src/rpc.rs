//! `parlor rpc`: the protocol on standard input and output.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

pub(crate) fn run() -> ExitCode {
    match parlor_rpc::serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the answers has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlor: {error}");
            ExitCode::from(2)
        }
    }
}
