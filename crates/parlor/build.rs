//! Adds the commit and the Cargo features to the version that `parlor --version` prints.

use std::env;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn main() {
    let mut details = Vec::new();
    // Without git, or in an archive of the source, there is no commit to name.
    if let (Some(commit), Some(log)) = (
        git(&["rev-parse", "--short=10", "HEAD"]),
        git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]),
    ) {
        println!("cargo::rerun-if-changed={log}");
        details.push(format!("commit {commit}"));
    }
    let features: Vec<&str> = [("CARGO_FEATURE_WEB", "web"), ("CARGO_FEATURE_POSTGRES", "postgres")]
        .into_iter()
        .filter(|(variable, _)| env::var_os(variable).is_some())
        .map(|(_, name)| name)
        .collect();
    details.push(format!("features: {}", if features.is_empty() { "none".to_owned() } else { features.join(", ") }));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PARLOR_VERSION={} ({})", env!("CARGO_PKG_VERSION"), details.join("; "));
}
