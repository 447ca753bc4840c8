//! The project's chores. `cargo xtask` lists them.

mod count;
mod links;
mod needs;
mod source;
mod types;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test    every check: format, lints, documentation, links, tests
cargo xtask needs   installs what the tests need besides Rust, if it is missing; part of test
cargo xtask man     writes the manual pages to target/man
cargo xtask prove   the long proofs, of which the tests run a short part
cargo xtask deny    licences, sources, bans and, with a network, advisories of the dependencies (deny.toml);
                    not part of test, because it needs cargo-deny
cargo xtask count [FOLDER]
                    lines of code of the product's crates, without tests, comments and blank lines
cargo xtask types   type names that the product's crates define more than once";

fn main() -> ExitCode {
    let chore = env::args().nth(1);
    let done = match chore.as_deref() {
        Some("test") => test(),
        Some("needs") => needs::for_tests(),
        Some("man") => man(),
        Some("prove") => prove(),
        Some("deny") => deny(),
        Some("types") => types::print(&root()),
        Some("count") => count::print(&env::args().nth(2).map_or_else(root, PathBuf::from)),
        Some(other) => Err(format!("there is no chore \u{201c}{other}\u{201d}\n{HELP}")),
        None => {
            println!("{HELP}");
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    needs_component("rustfmt", &["fmt", "--version"])?;
    needs_component("clippy", &["clippy", "--version"])?;
    needs::for_tests()?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    links::check(&root())?;
    cargo(&["test", "--workspace", "--quiet", "--no-fail-fast"], &[])?;
    real_saves()?;
    println!("All checks passed.");
    Ok(())
}

/// Saves that other programs wrote. They are other people's, so they are not in the repository.
fn real_saves() -> Result<(), String> {
    if root().join("../shared/saves").is_dir() {
        return cargo(&["test", "--quiet", "-p", "parlor-saves", "--test", "all", "--", "--ignored", "real_files::"], &[]);
    }
    println!("Not run: crates/saves/tests/all/real_files.rs, because ../shared/saves isn't there.");
    Ok(())
}

/// The program describes itself, so that pages and options never differ.
fn man() -> Result<(), String> {
    let folder = root().join("target/man");
    cargo(&["run", "--quiet", "--package", "parlor", "--", "man", &folder.to_string_lossy()], &[])?;
    println!("The manual pages are in {}.", folder.display());
    Ok(())
}

fn prove() -> Result<(), String> {
    needs::for_tests()?;
    let mut arguments = vec!["test", "--workspace", "--release", "--", "--include-ignored"];
    for of_real_saves in ["real_files_read_as_their_list_says", "samples_of_the_descriptions_read_alike"] {
        arguments.extend(["--skip", of_real_saves]);
    }
    cargo(&arguments, &[("PARLOR_PROVE", "1")])?;
    real_saves()
}

fn deny() -> Result<(), String> {
    if !succeeds(&["deny", "--version"]) {
        return Err("cargo-deny is missing: cargo install cargo-deny --locked".to_owned());
    }
    cargo(&["deny", "check", "bans", "licenses", "sources"], &[])?;
    if !succeeds(&["deny", "fetch", "db"]) {
        println!("Advisories are not checked: their database can't be fetched.");
        return Ok(());
    }
    cargo(&["deny", "check", "--disable-fetch", "advisories"], &[])
}

/// The workspace's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask is a folder of the workspace").to_owned()
}

fn needs_component(name: &str, probe: &[&str]) -> Result<(), String> {
    if succeeds(probe) { Ok(()) } else { Err(format!("{name} is missing: rustup component add {name}")) }
}

fn succeeds(arguments: &[&str]) -> bool {
    Command::new("cargo").args(arguments).output().is_ok_and(|output| output.status.success())
}

fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    println!("== cargo {}", arguments.join(" "));
    let status = Command::new("cargo")
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo can't be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", arguments[0])) }
}
