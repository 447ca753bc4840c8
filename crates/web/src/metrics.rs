//! What somebody who runs a server wants to watch, as Prometheus reads it.

use std::time::Duration;

use parlor_store::{Priority, TaskQueue};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// What a number is about.
type MetricLabel = [(&'static str, &'static str); 1];

/// Numbers about what a server does.
pub(crate) struct Metrics {
    registry: Registry,
    /// Only routes and methods that exist, so that nobody can make up new ones.
    requests: Family<[(&'static str, String); 2], Histogram>,
    answers: Family<MetricLabel, Counter>,
    thinking: Family<MetricLabel, Histogram>,
    waiting: Family<MetricLabel, Gauge>,
    streams: Gauge,
    rooms: Gauge,
    store_errors: Counter,
}

/// Seconds, from what a page takes to what a person notices.
const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("parlor");
        let metrics = Metrics {
            requests: Family::new_with_constructor(seconds),
            answers: Family::default(),
            thinking: Family::new_with_constructor(seconds),
            waiting: Family::default(),
            streams: Gauge::default(),
            rooms: Gauge::default(),
            store_errors: Counter::default(),
            registry: Registry::default(),
        };
        registry.register("request_seconds", "How long requests took", metrics.requests.clone());
        registry.register("answers", "What became of answers at tables", metrics.answers.clone());
        registry.register("thinking_seconds", "How long questions were thought about here", metrics.thinking.clone());
        registry.register("questions_waiting", "Questions that wait for a thread", metrics.waiting.clone());
        registry.register("streams", "Pages that are told of changes", metrics.streams.clone());
        registry.register("tables_in_memory", "Tables in memory", metrics.rooms.clone());
        registry.register("store_errors", "Requests that the store couldn't serve", metrics.store_errors.clone());
        Metrics { registry, ..metrics }
    }

    /// A request was answered.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        let labels = [("route", route.to_owned()), ("status", format!("{}xx", status / 100))];
        self.requests.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Somebody answered at a table: what became of it, in a word.
    pub(crate) fn answer(&self, result: &'static str) {
        self.answers.get_or_create(&[("result", result)]).inc();
    }

    /// A question was thought about on a thread of this server.
    pub(crate) fn thought(&self, priority: Priority, took: Duration) {
        self.thinking.get_or_create(&[("kind", priority.name())]).observe(took.as_secs_f64());
    }

    /// The store couldn't serve a request.
    pub(crate) fn store_error(&self) {
        self.store_errors.inc();
    }

    /// All numbers, as a text.
    pub(crate) fn text(&self, jobs: &dyn TaskQueue, streams: usize, rooms: usize) -> String {
        for priority in Priority::ALL {
            let waiting = i64::try_from(jobs.waiting(priority)).unwrap_or(i64::MAX);
            self.waiting.get_or_create(&[("kind", priority.name())]).set(waiting);
        }
        self.streams.set(i64::try_from(streams).unwrap_or(i64::MAX));
        self.rooms.set(i64::try_from(rooms).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a text doesn't fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
