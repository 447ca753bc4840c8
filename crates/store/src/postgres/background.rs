//! The runtime for a store's connections.

use std::io;
use std::sync::mpsc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::StoreError;

/// A separate runtime: a store is called from any thread, with or without a runtime.
pub(super) struct Background(Option<Runtime>);

impl Background {
    pub(super) fn start() -> io::Result<Background> {
        // One thread is enough, because it only passes messages on.
        let runtime = Builder::new_multi_thread().worker_threads(1).thread_name("postgres").enable_all().build()?;
        Ok(Background(Some(runtime)))
    }

    /// Runs a future in the background.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.0 {
            runtime.spawn(work);
        }
    }

    /// Runs a future and waits for it.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        place: &str,
        longest: Option<Duration>,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = mpsc::sync_channel(1);
        self.spawn(async move {
            let result = match longest {
                Some(longest) => timeout(longest, work).await.ok(),
                None => Some(work.await),
            };
            // The caller may be gone.
            let _ = done.send(result);
        });
        let io = |error| StoreError::Io { path: place.to_owned(), error };
        match answer.recv() {
            Ok(Some(result)) => result,
            Ok(None) => Err(io(no_answer())),
            Err(_) => Err(io(io::Error::other("the database request failed"))),
        }
    }
}

/// The error for a database that accepted a statement and doesn't answer.
pub(super) fn no_answer() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the database doesn't answer")
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // A store may be dropped within another runtime, where blocking isn't allowed.
            runtime.shutdown_background();
        }
    }
}
