//! The server's metrics.

use std::time::Duration;

use parlor_host::metrics::{Counters, Durations, MetricsText};
use parlor_store::Priority;

use crate::app::AppState;

pub(crate) struct Metrics {
    /// Labelled by known routes only, so that clients can't create new labels.
    requests: Durations,
    answers: Counters,
    thinking: Durations,
    store_errors: Counters,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        Metrics {
            requests: Durations::new(&["route", "status"]),
            answers: Counters::new(&["result"]),
            thinking: Durations::new(&["kind"]),
            store_errors: Counters::new(&[]),
        }
    }

    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        self.requests.observe(&[route, &format!("{}xx", status / 100)], took);
    }

    pub(crate) fn answer(&self, result: &'static str) {
        self.answers.count(&[result]);
    }

    pub(crate) fn engine_time(&self, priority: Priority, took: Duration) {
        self.thinking.observe(&[priority.name()], took);
    }

    pub(crate) fn store_error(&self) {
        self.store_errors.count(&[]);
    }
}

/// All metrics as text. Blocking: the queue may be in a database.
pub(crate) fn text(app: &AppState) -> String {
    let mut text = MetricsText::default();
    let metrics = &app.metrics;
    metrics.requests.write(&mut text, "parlor_request_seconds", "Request duration");
    metrics.answers.write(&mut text, "parlor_answers_total", "Answers at tables by result");
    metrics.thinking.write(&mut text, "parlor_thinking_seconds", "Time spent on engine questions by this process");
    let waiting = |priority| app.jobs.waiting(priority);
    text.gauge_by_kind("parlor_questions_waiting", "Queued engine questions", waiting);
    text.gauge("parlor_streams", "Open event streams", app.streams.total());
    text.gauge("parlor_tables_in_memory", "Tables in memory", app.rooms.count());
    metrics.store_errors.write(&mut text, "parlor_store_errors_total", "Requests that the store couldn't serve");
    text.process();
    text.finish()
}
