//! `parlor web` in a program without it.

use std::ffi::OsString;

use clap::Args;

use crate::exit::{Exit, Failure};

/// Not in this program: it was built without the page.
#[derive(Args)]
pub(crate) struct Web {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}

impl Web {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        drop(self.rest);
        Err(Failure::Error(
            "this program was built without the page; cargo build --release --features web has it".to_owned(),
        ))
    }
}
