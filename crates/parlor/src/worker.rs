//! `parlor worker`: thinks for the servers of a store.

use clap::Args;
use parlor_host::{StoreAddress, open_registry};
use parlor_web::{Limits, ServeError, Worker};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::stores::ServerStore;

/// Think for the servers of a database: moves, help, values and reviews. Start as many as you like, anywhere.
#[derive(Args)]
pub(crate) struct WorkerCommand {
    #[command(flatten)]
    store: ServerStore,
    /// Threads that think; by default one for each core.
    #[arg(long, value_name = "NUMBER")]
    thinkers: Option<usize>,
}

impl WorkerCommand {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let address = self.store.address()?;
        if matches!(address, StoreAddress::File(_)) {
            // Opening it would make the file.
            return Err(Failure::Error(ServeError::NotShared.to_string()));
        }
        let registry = open_registry(&address)?;
        let threads = self.thinkers.unwrap_or(Limits::default().thinkers);
        let worker = Worker::start(registry, threads).map_err(|error| Failure::Error(error.to_string()))?;
        parlor_web::log_to_stderr(false);
        to_stdout(|out| writeln!(out, "Thinking for {address} (Ctrl-C ends it)"))?;
        worker.run()?;
        Ok(Exit::Fine)
    }
}
