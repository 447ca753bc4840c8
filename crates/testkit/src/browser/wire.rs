//! Messages to and from a browser: JSON commands with numbers, their answers, and events.

use super::failure::{Failure, Result};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{ChildStdin, ChildStdout};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// The time limit for the answer to a command. Only a browser that hangs takes that long.
const ANSWER: Duration = Duration::from_mins(3);

/// An unsolicited message from the browser.
pub(crate) struct Event {
    pub(crate) method: String,
    pub(crate) params: Value,
}

struct Listener {
    /// The tab whose events are wanted; `None` for those of the browser itself.
    tab: Option<String>,
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

enum Sender {
    /// Chromium: each message ends with a zero byte.
    Pipe(ChildStdin),
    Socket(Box<WebSocket<TcpStream>>),
}

/// Both directions of the connection. It is read by a thread, not by a task, because every test has its own runtime and
/// a browser outlives them.
pub(crate) struct Wire {
    to_browser: Mutex<Option<Sender>>,
    shared: Arc<Mutex<Shared>>,
}

impl Wire {
    pub(crate) fn pipe(to_browser: ChildStdin, from_browser: ChildStdout) -> Self {
        let mut from_browser = BufReader::new(from_browser);
        Self::new(Sender::Pipe(to_browser), move || {
            let mut message = Vec::new();
            from_browser.read_until(0, &mut message).ok().filter(|read| *read > 0)?;
            Some(message.strip_suffix(b"\0").unwrap_or(&message).to_vec())
        })
    }

    pub(crate) fn socket(address: &str) -> Result<Self> {
        let refused = |error: String| Failure::new(format!("{address} can't be opened: {error}"));
        let stream = TcpStream::connect(address).map_err(|error| refused(error.to_string()))?;
        let sending = stream.try_clone().map_err(|error| refused(error.to_string()))?;
        let (mut receiving, _) = tungstenite::client(format!("ws://{address}/session"), stream)
            .map_err(|error| refused(error.to_string()))?;
        let sending = WebSocket::from_raw_socket(sending, Role::Client, None);
        Ok(Self::new(Sender::Socket(Box::new(sending)), move || Some(receiving.read().ok()?.into_data().to_vec())))
    }

    fn new(to_browser: Sender, mut next: impl FnMut() -> Option<Vec<u8>> + Send + 'static) -> Self {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let reader = Arc::clone(&shared);
        thread::spawn(move || {
            while let Some(message) = next() {
                if let Ok(message) = serde_json::from_slice(&message) {
                    lock(&reader).take(message);
                }
            }
            let mut shared = lock(&reader);
            shared.ended = true;
            shared.waiting.clear();
            shared.listeners.clear();
        });
        Self { to_browser: Mutex::new(Some(to_browser)), shared }
    }

    /// Sends a command and waits for its answer. Chromium's commands to a tab need its session.
    pub(crate) async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let (to, answer) = oneshot::channel();
        self.write(session, method, &params, Some(to))?;
        let answer = tokio::time::timeout(ANSWER, answer)
            .await
            .map_err(|_| Failure::new(format!("the browser doesn't answer {method}")))?;
        let mut answer = answer.map_err(|_| ended())?;
        // In Chromium the error is an object with a message and data, in Firefox a kind of error beside a message.
        let error = &answer["error"];
        let (what, more) =
            if error.is_object() { (&error["message"], &error["data"]) } else { (error, &answer["message"]) };
        if let Some(what) = what.as_str() {
            let more = more.as_str().unwrap_or_default();
            return Err(Failure::new(format!("{method}: {what} {more}").trim_end()));
        }
        Ok(answer["result"].take())
    }

    /// Sends a command without waiting for its answer.
    pub(crate) fn post(&self, method: &str, params: &Value) {
        // If the browser has ended, the command isn't needed.
        let _ = self.write(None, method, params, None);
    }

    /// The events of a tab, or of the browser itself, from now on.
    pub(crate) fn listen(&self, tab: Option<&str>) -> mpsc::UnboundedReceiver<Event> {
        let (to, events) = mpsc::unbounded_channel();
        lock(&self.shared).listeners.push(Listener { tab: tab.map(str::to_owned), to });
        events
    }

    pub(crate) fn close(&self) {
        if let Some(Sender::Socket(socket)) = lock(&self.to_browser).take() {
            // The reading thread uses the same socket.
            let _ = socket.get_ref().shutdown(Shutdown::Both);
        }
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
        let message = message.to_string();
        let sent = match lock(&self.to_browser).as_mut() {
            Some(Sender::Pipe(pipe)) => pipe.write_all(format!("{message}\0").as_bytes()).is_ok(),
            Some(Sender::Socket(socket)) => socket.send(Message::text(message)).is_ok(),
            None => false,
        };
        if sent { Ok(()) } else { Err(ended()) }
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
        let tab = session.or_else(|| params["source"]["context"].as_str().map(str::to_owned));
        self.listeners.retain(|listener| {
            if listener.tab != tab {
                return !listener.to.is_closed();
            }
            listener.to.send(Event { method: method.clone(), params: params.clone() }).is_ok()
        });
    }
}

fn ended() -> Failure {
    Failure::new("the browser has ended")
}

/// Ignores poisoning: a test that panicked while it held a lock must not make the others fail.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
