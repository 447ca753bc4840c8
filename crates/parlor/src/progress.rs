//! Progress on standard error: a bar on a terminal, otherwise a line for each quarter.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

use crate::output::stderr_line;
use crate::solve::progress_bar;

pub(crate) struct ReviewProgress {
    bar: ProgressBar,
    /// The start of each line; none on a terminal.
    line: Option<String>,
    length: u64,
    /// Locked while a line is printed, so that lines are in order.
    done: Mutex<u64>,
}

impl ReviewProgress {
    /// Without `what`, nothing is printed if standard error isn't a terminal.
    pub(crate) fn new(what: Option<String>, length: u64) -> ReviewProgress {
        ReviewProgress {
            bar: progress_bar(length),
            line: what.filter(|_| !stderr().is_terminal()),
            length,
            done: Mutex::new(0),
        }
    }

    /// One more step is done.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        let Some(line) = &self.line else { return };
        let quarter = |done: u64| 4 * done / self.length.max(1);
        if quarter(*done) > quarter(*done - 1) {
            stderr_line(&format!("{line}: {} %", 25 * quarter(*done)));
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
