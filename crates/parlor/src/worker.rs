//! `parlor worker`: thinks for the servers of a store.

use std::sync::mpsc;
use std::thread::available_parallelism;

use clap::Args;
use parlor_host::{Worker, WorkerError};
use parlor_store::{StoreAddress, open_registry};

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
            return Err(Failure::Error(WorkerError::NotShared.to_string()));
        }
        let registry = open_registry(&address)?;
        let threads = self.thinkers.unwrap_or_else(|| available_parallelism().map_or(2, |cores| cores.get().max(2)));
        let (tell, end) = mpsc::channel();
        let handled = ctrlc::set_handler(move || {
            let _ = tell.send(());
        });
        handled.map_err(|error| Failure::Error(format!("signals can't be received: {error}")))?;
        let worker = Worker::start(registry, threads).map_err(|error| Failure::Error(error.to_string()))?;
        crate::log::to_stderr(false);
        to_stdout(|out| writeln!(out, "Thinking for {address} (Ctrl-C ends it)"))?;
        end.recv().map_err(|_| Failure::Error("signals can't be received".to_owned()))?;
        worker.stop();
        Ok(Exit::Fine)
    }
}
