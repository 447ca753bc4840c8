//! Tests which crates the program links with fewer features.
#![allow(clippy::unwrap_used, reason = "tests may stop")]

use std::process::Command;

/// The names of all crates that `parlor` links with these features.
fn linked(features: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--package", "parlor", "--edges", "normal", "--prefix", "none", "--offline"]);
    command.args(["--no-default-features", "--features", features]);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

const SERVER: [&str; 6] = ["axum", "askama", "hyper", "tower-http", "prometheus-client", "parlor-web"];

#[test]
fn a_worker_links_no_web_server() {
    let linked = linked("postgres");
    assert!(linked.iter().any(|name| name == "sqlx-postgres"), "{linked:?}");
    for name in SERVER {
        assert!(!linked.iter().any(|other| other == name), "{name} in {linked:?}");
    }
}

#[test]
fn the_terminal_game_alone_links_neither_server_nor_database_client() {
    let linked = linked("");
    assert!(linked.iter().any(|name| name == "parlor-tui"), "{linked:?}");
    for name in SERVER.into_iter().chain(["sqlx-postgres", "tokio", "rustls"]) {
        assert!(!linked.iter().any(|other| other == name), "{name} in {linked:?}");
    }
}
