//! `parlor worker`: runs engine jobs for the servers of a store.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use parlor_host::{Monitor, Worker, WorkerError};
use parlor_store::StoreAddress;

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::stores::{ServerStore, open_when_ready};

/// Compute moves, advice, values and reviews for the servers of a database. Start as many workers as you like, on any
/// machine.
#[derive(Args)]
pub(crate) struct WorkerCommand {
    #[command(flatten)]
    store: ServerStore,
    /// The number of engine threads; by default one per core.
    #[arg(long, value_name = "NUMBER")]
    thinkers: Option<usize>,
    /// Serve /metrics, /healthz and /readyz for monitoring on this address, which should be private.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// Log level; the log goes to standard error.
    #[arg(long, value_enum, default_value = "faults")]
    log: WorkerLog,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WorkerLog {
    /// Only errors of the worker.
    Faults,
    /// Also every engine question: its kind and duration.
    Questions,
}

impl WorkerCommand {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let address = self.store.address()?;
        if matches!(address, StoreAddress::File(_)) {
            // Opening the store would create the file.
            return Err(Failure::Error(WorkerError::NotShared.to_string()));
        }
        crate::log::to_stderr(self.log == WorkerLog::Questions);
        let registry = open_when_ready(&address)?;
        let threads = self.thinkers.unwrap_or_else(|| available_parallelism().map_or(2, |cores| cores.get().max(2)));
        let (send, end) = mpsc::channel();
        let handled = ctrlc::set_handler(move || {
            let _ = send.send(());
        });
        handled.map_err(|error| Failure::Error(format!("can't receive signals: {error}")))?;
        let worker = Worker::start(registry, threads).map_err(|error| Failure::Error(error.to_string()))?;
        let monitor = self.metrics.map(|address| Monitor::start(address, worker.monitored()));
        let _monitor = monitor.transpose().map_err(|error| Failure::Error(format!("--metrics: {error}")))?;
        to_stdout(|out| writeln!(out, "Working for {address} (Ctrl-C to stop)"))?;
        end.recv().map_err(|_| Failure::Error("can't receive signals".to_owned()))?;
        worker.stop();
        Ok(Exit::Fine)
    }
}
