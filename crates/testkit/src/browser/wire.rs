//! The browser's protocol over a pipe: JSON messages, each ended by a zero byte.

use super::failure::{Failure, Result};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::ChildStdin;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long the browser may take to answer one command. Only a browser that hangs takes that long.
const ANSWER: Duration = Duration::from_mins(1);

/// Something that the browser tells without having been asked.
pub(crate) struct Event {
    pub(crate) method: String,
    pub(crate) params: Value,
}

struct Listener {
    /// The session whose events are wanted; `None` for those of the browser itself.
    session: Option<String>,
    to: mpsc::UnboundedSender<Event>,
}

#[derive(Default)]
struct Shared {
    last_id: u64,
    /// Commands without an answer so far.
    waiting: HashMap<u64, oneshot::Sender<Value>>,
    listeners: Vec<Listener>,
    ended: bool,
}

/// The two ends of the pipe. A thread reads it, not a task, because every test has a runtime of its own and a browser
/// outlives them.
pub(crate) struct Wire {
    to_browser: Mutex<Option<ChildStdin>>,
    shared: Arc<Mutex<Shared>>,
}

impl Wire {
    pub(crate) fn new(to_browser: ChildStdin, from_browser: impl Read + Send + 'static) -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let reader = Arc::clone(&shared);
        thread::spawn(move || {
            let mut from_browser = BufReader::new(from_browser);
            let mut message = Vec::new();
            while from_browser.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                if message.last() == Some(&0) {
                    message.pop();
                }
                if let Ok(message) = serde_json::from_slice(&message) {
                    lock(&reader).take(message);
                }
                message.clear();
            }
            let mut shared = lock(&reader);
            shared.ended = true;
            shared.waiting.clear();
            shared.listeners.clear();
        });
        Self { to_browser: Mutex::new(Some(to_browser)), shared }
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let (to, answer) = oneshot::channel();
        self.write(session, method, &params, Some(to))?;
        let answer = tokio::time::timeout(ANSWER, answer)
            .await
            .map_err(|_| Failure::new(format!("the browser doesn't answer {method}")))?;
        let mut answer = answer.map_err(|_| ended())?;
        if let Some(error) = answer["error"]["message"].as_str() {
            let more = answer["error"]["data"].as_str().unwrap_or_default();
            return Err(Failure::new(format!("{method}: {error} {more}").trim_end()));
        }
        Ok(answer["result"].take())
    }

    /// Sends a command and doesn't wait.
    pub(crate) fn tell(&self, method: &str, params: &Value) {
        // An ended browser needs no telling.
        let _ = self.write(None, method, params, None);
    }

    /// Events of a session from now on, or of the browser itself.
    pub(crate) fn listen(&self, session: Option<&str>) -> mpsc::UnboundedReceiver<Event> {
        let (to, events) = mpsc::unbounded_channel();
        lock(&self.shared).listeners.push(Listener { session: session.map(str::to_owned), to });
        events
    }

    /// Closes the pipe, upon which the browser ends.
    pub(crate) fn close(&self) {
        lock(&self.to_browser).take();
    }

    fn write(
        &self,
        session: Option<&str>,
        method: &str,
        params: &Value,
        to: Option<oneshot::Sender<Value>>,
    ) -> Result<()> {
        let id = {
            let mut shared = lock(&self.shared);
            if shared.ended {
                return Err(ended());
            }
            shared.last_id += 1;
            let id = shared.last_id;
            if let Some(to) = to {
                shared.waiting.insert(id, to);
            }
            id
        };
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut message = message.to_string().into_bytes();
        message.push(0);
        lock(&self.to_browser).as_mut().ok_or_else(ended)?.write_all(&message).map_err(|_| ended())
    }
}

impl Shared {
    fn take(&mut self, mut message: Value) {
        if let Some(id) = message["id"].as_u64() {
            if let Some(to) = self.waiting.remove(&id) {
                // The test may have stopped waiting.
                let _ = to.send(message);
            }
            return;
        }
        let Some(method) = message["method"].as_str().map(str::to_owned) else { return };
        let session = message["sessionId"].as_str().map(str::to_owned);
        let params = message["params"].take();
        self.listeners.retain(|listener| {
            if listener.session != session {
                return !listener.to.is_closed();
            }
            listener.to.send(Event { method: method.clone(), params: params.clone() }).is_ok()
        });
    }
}

fn ended() -> Failure {
    Failure::new("the browser has ended")
}

/// A test that panicked while it held a lock must not fail the others.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
