//! `parlor web` in a build without the `web` feature.

use std::ffi::OsString;

use clap::Args;

use crate::exit::{Exit, Failure};

/// Not available, because this build doesn't include the web page.
#[derive(Args)]
pub(crate) struct Web {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}

impl Web {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        drop(self.rest);
        Err(Failure::Error("this build doesn't include the web page (feature web)".to_owned()))
    }
}
