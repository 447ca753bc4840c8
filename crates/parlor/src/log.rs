//! Messages of servers and workers about themselves.

/// Writes them to standard error: what went wrong, and with `requests` every request, without secrets, names or addresses.
pub(crate) fn to_stderr(requests: bool) {
    let level = if requests { tracing::Level::INFO } else { tracing::Level::WARN };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false).init();
}
