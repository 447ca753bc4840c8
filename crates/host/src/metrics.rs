//! Numbers about a process, in Prometheus's text format 0.0.4.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlor_store::Priority;

/// The content type of the format.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The values of a family's labels, in their order.
type LabelValues = Vec<String>;

/// Counts durations, for each combination of labels.
pub struct Durations {
    labels: &'static [&'static str],
    series: Mutex<BTreeMap<LabelValues, Histogram>>,
}

#[derive(Clone, Default)]
struct Histogram {
    /// The number of durations in each bucket, not cumulative.
    buckets: [u64; BOUNDS.len()],
    count: u64,
    sum: f64,
}

/// The bounds of the buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Counts events, for each combination of labels.
pub struct Counters {
    labels: &'static [&'static str],
    series: Mutex<BTreeMap<LabelValues, u64>>,
}

fn lock<T>(series: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it is locked.
    series.lock().unwrap_or_else(PoisonError::into_inner)
}

fn values(of: &[&str]) -> LabelValues {
    of.iter().map(|value| (*value).to_owned()).collect()
}

impl Durations {
    pub fn new(labels: &'static [&'static str]) -> Durations {
        Durations { labels, series: Mutex::default() }
    }

    /// `of` has the values of the labels.
    pub fn observe(&self, of: &[&str], took: Duration) {
        let seconds = took.as_secs_f64();
        let mut series = lock(&self.series);
        let histogram = series.entry(values(of)).or_default();
        if let Some(place) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            histogram.buckets[place] += 1;
        }
        histogram.count += 1;
        histogram.sum += seconds;
    }

    pub fn write(&self, text: &mut MetricsText, name: &str, help: &str) {
        text.family(name, "histogram", help);
        for (of, histogram) in lock(&self.series).iter() {
            let labels = || self.labels.iter().copied().zip(of.iter().map(String::as_str));
            let mut up_to = 0;
            for (bound, count) in BOUNDS.iter().zip(histogram.buckets) {
                up_to += count;
                text.sample(&format!("{name}_bucket"), labels().chain([("le", bound.to_string().as_str())]), up_to);
            }
            text.sample(&format!("{name}_bucket"), labels().chain([("le", "+Inf")]), histogram.count);
            text.sample(&format!("{name}_sum"), labels(), histogram.sum);
            text.sample(&format!("{name}_count"), labels(), histogram.count);
        }
    }
}

impl Counters {
    pub fn new(labels: &'static [&'static str]) -> Counters {
        Counters { labels, series: Mutex::default() }
    }

    pub fn count(&self, of: &[&str]) {
        *lock(&self.series).entry(values(of)).or_default() += 1;
    }

    pub fn write(&self, text: &mut MetricsText, name: &str, help: &str) {
        text.family(name, "counter", help);
        let series = lock(&self.series);
        if self.labels.is_empty() && series.is_empty() {
            text.sample(name, [], 0);
        }
        for (of, count) in series.iter() {
            text.sample(name, self.labels.iter().copied().zip(of.iter().map(String::as_str)), count);
        }
    }
}

/// Builds the text of the metrics.
#[derive(Default)]
pub struct MetricsText(String);

impl MetricsText {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string can't fail.
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    fn sample<'a>(&mut self, name: &str, labels: impl IntoIterator<Item = (&'a str, &'a str)>, value: impl Display) {
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let labels: Vec<String> =
            labels.into_iter().map(|(label, text)| format!("{label}=\"{}\"", escaped(text))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    /// A number that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.family(name, "gauge", help);
        self.sample(name, [], value);
    }

    /// A number that goes up and down for each kind of question.
    pub fn gauge_by_kind(&mut self, name: &str, help: &str, value: impl Fn(Priority) -> usize) {
        self.family(name, "gauge", help);
        for priority in Priority::ALL {
            self.sample(name, [("kind", priority.name())], value(priority));
        }
    }

    /// The program's version, and the system's data about the process.
    pub fn process(&mut self) {
        self.family("parlor_build_info", "gauge", "The version of the program; the value is 1");
        self.sample("parlor_build_info", [("version", env!("CARGO_PKG_VERSION"))], 1);
        let Some(process) = ProcessUse::read() else { return };
        self.family("process_cpu_seconds_total", "counter", "Processor time used, in seconds");
        self.sample("process_cpu_seconds_total", [], process.cpu_seconds);
        self.gauge("process_resident_memory_bytes", "Resident memory in bytes", process.resident);
        self.gauge("process_virtual_memory_bytes", "Virtual memory in bytes", process.virtual_memory);
        self.gauge("process_threads", "Threads", process.threads);
        self.gauge("process_open_fds", "Open file handles", process.handles);
        self.gauge("process_start_time_seconds", "Start time in seconds since 1970", process.started);
    }

    pub fn finish(self) -> String {
        self.0
    }
}

/// This process's use of resources, from Linux's `/proc`.
struct ProcessUse {
    cpu_seconds: f64,
    resident: u64,
    virtual_memory: u64,
    threads: u64,
    handles: usize,
    started: f64,
}

/// Clock ticks in a second, as `/proc` counts them.
const TICKS: f64 = 100.0;

impl ProcessUse {
    /// `None` on systems without `/proc`.
    fn read() -> Option<ProcessUse> {
        let read = |path: &str| std::fs::read_to_string(path).ok();
        let stat = read("/proc/self/stat")?;
        // The name of the process is in parentheses and may contain spaces.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<f64>().ok();
        let status = read("/proc/self/status")?;
        let line = |key: &str| status.lines().find_map(|line| line.strip_prefix(key)?.split_whitespace().next());
        let number = |key: &str| line(key)?.parse::<u64>().ok();
        let boot = read("/proc/stat")?.lines().find_map(|line| line.strip_prefix("btime ")?.parse::<f64>().ok())?;
        Some(ProcessUse {
            cpu_seconds: (field(14)? + field(15)?) / TICKS,
            resident: number("VmRSS:")? << 10,
            virtual_memory: number("VmSize:")? << 10,
            threads: number("Threads:")?,
            handles: std::fs::read_dir("/proc/self/fd").ok()?.count(),
            started: boot + field(22)? / TICKS,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_written_as_prometheus_reads_them() {
        let (durations, counters) = (Durations::new(&["route"]), Counters::new(&["result"]));
        for millis in [1, 3, 3, 7000] {
            durations.observe(&["/t/{id}"], Duration::from_millis(millis));
        }
        counters.count(&["a \"b\"\n"]);
        let mut text = MetricsText::default();
        durations.write(&mut text, "took_seconds", "How long it took");
        counters.write(&mut text, "answers_total", "Answers");
        text.gauge("rooms", "Rooms", 3);
        let text = text.finish();
        for line in [
            "# TYPE took_seconds histogram",
            "took_seconds_bucket{route=\"/t/{id}\",le=\"0.001\"} 1",
            "took_seconds_bucket{route=\"/t/{id}\",le=\"0.0025\"} 1",
            "took_seconds_bucket{route=\"/t/{id}\",le=\"0.005\"} 3",
            "took_seconds_bucket{route=\"/t/{id}\",le=\"5\"} 3",
            "took_seconds_bucket{route=\"/t/{id}\",le=\"+Inf\"} 4",
            "took_seconds_sum{route=\"/t/{id}\"} 7.007",
            "took_seconds_count{route=\"/t/{id}\"} 4",
            "# HELP answers_total Answers",
            "answers_total{result=\"a \\\"b\\\"\\n\"} 1",
            "rooms 3",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} isn't in\n{text}");
        }
    }

    #[test]
    fn a_process_knows_its_size() {
        let process = ProcessUse::read().unwrap();
        assert!(process.resident > 1 << 20 && process.virtual_memory >= process.resident);
        assert!(process.threads >= 1 && process.handles >= 3);
        assert!(process.cpu_seconds >= 0.0 && process.started > 1.7e9);
    }
}
