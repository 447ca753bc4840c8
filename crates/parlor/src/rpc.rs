//! `parlor rpc`: the protocol on standard input and output.

use std::io;

use crate::exit::{Exit, Failure};

pub(crate) fn run() -> Result<Exit, Failure> {
    parlor_rpc::serve(io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Fine)
}
