//! The log of servers and workers.

/// Logs errors to standard error, and if `requests` is true, every request.
pub(crate) fn to_stderr(requests: bool) {
    let level = if requests { tracing::Level::INFO } else { tracing::Level::WARN };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false).init();
}
