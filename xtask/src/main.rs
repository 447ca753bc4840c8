//! The project's chores. `cargo xtask` lists them.

mod count;
mod dist;
mod dist_test;
mod links;
mod needs;
mod sentences;
mod source;
mod types;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test    every check: format, lints, documentation, links, tests
cargo xtask quick   format, lints, links and the tests that need no browser, database or nginx
cargo xtask build   release builds with each set of features: none, web, postgres, both
cargo xtask needs   installs what the tests need besides Rust, if it is missing; part of test
cargo xtask man     writes the manual pages to target/man
cargo xtask prove   the long proofs, of which the tests run a short part
cargo xtask deny    licences, sources, bans and, with a network, advisories of the dependencies (deny.toml);
                    not part of test, because it needs cargo-deny
cargo xtask dist    the packages of a release, in target/packages: an archive, a Debian package, an image, checksums
cargo xtask dist-test
                    builds them twice and uses them in Debian chroots; needs root
cargo xtask count [FOLDER]
                    lines of code of the product's crates, without tests, comments and blank lines
cargo xtask types   type names that the product's crates define more than once
cargo xtask sentences
                    writes all sentences that a user can see to target/sentences.md";

fn main() -> ExitCode {
    let chore = env::args().nth(1);
    let done = match chore.as_deref() {
        Some("test") => test(),
        Some("quick") => quick(),
        Some("build") => build(),
        Some("needs") => needs::for_tests(),
        Some("man") => man(),
        Some("prove") => prove(),
        Some("deny") => deny(),
        Some("sentences") => sentences::write(&root()),
        Some("dist") => dist::build().map(drop),
        Some("dist-test") => dist_test::run_all(),
        Some("types") => types::print(&root()),
        Some("count") => count::print(&env::args().nth(2).map_or_else(root, PathBuf::from)),
        Some(other) => Err(format!("unknown chore \u{201c}{other}\u{201d}\n{HELP}")),
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
    clippy()?;
    cargo(&["clippy", "-p", "parlor", "--no-default-features", "--quiet", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    links::check(&root())?;
    cargo(&["test", "--workspace", "--all-features", "--quiet", "--no-fail-fast"], &[])?;
    real_saves()?;
    println!("All checks passed.");
    Ok(())
}

fn clippy() -> Result<(), String> {
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--quiet", "--", "-D", "warnings"], &[])
}

/// Test programs that need a browser, PostgreSQL or nginx. All others run in [`quick`].
const SLOW: [&str; 3] = ["browser", "cluster", "postgres"];

fn quick() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    clippy()?;
    links::check(&root())?;
    // A test of the arena runs this bot. Cargo doesn't build it when tests are selected by name.
    cargo(&["build", "--workspace", "--all-features", "--quiet", "--example", "kono"], &[])?;
    let programs = test_programs()?;
    let mut arguments = vec!["test", "--workspace", "--all-features", "--quiet", "--no-fail-fast", "--lib", "--bins"];
    for program in programs.iter().filter(|program| !SLOW.contains(&program.as_str())) {
        arguments.extend(["--test", program]);
    }
    // Tests of private parts of the store can't be in a separate test program.
    arguments.extend(["--", "--skip", "postgres::tests::"]);
    cargo(&arguments, &[])?;
    println!("All quick checks passed; the rest is in cargo xtask test.");
    Ok(())
}

/// The Cargo features of the program, in each combination.
const FEATURES: [&str; 4] = ["", "web", "postgres", "web,postgres"];

fn build() -> Result<(), String> {
    for features in FEATURES {
        let arguments =
            ["build", "--release", "--locked", "-p", "parlor", "--no-default-features", "--features", features];
        cargo(&arguments, &[])?;
    }
    Ok(())
}

/// The names of all test programs: `tests/NAME.rs` and `tests/NAME/main.rs` of each crate.
fn test_programs() -> Result<BTreeSet<String>, String> {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let crates = entries(&root().join("crates")).chain([root().join("xtask")]);
    let found = crates.flat_map(|folder| entries(&folder.join("tests")));
    let found = found.filter(|path| path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file());
    let names: BTreeSet<String> = found.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    match SLOW.iter().find(|slow| !names.contains(**slow)) {
        Some(missing) => Err(format!("there is no test program {missing}")),
        None => Ok(names),
    }
}

/// Checks saves that other programs wrote. They aren't in the repository, because they belong to other people.
fn real_saves() -> Result<(), String> {
    if root().join("../shared/saves").is_dir() {
        return cargo(
            &["test", "--quiet", "-p", "parlor-saves", "--test", "all", "--", "--ignored", "real_files::"],
            &[],
        );
    }
    println!("Not run: crates/saves/tests/all/real_files.rs, because ../shared/saves isn't there.");
    Ok(())
}

/// The program writes its own manual pages, so that they always match its options.
fn man() -> Result<(), String> {
    let folder = root().join("target/man");
    cargo(&["run", "--quiet", "--package", "parlor", "--", "man", &folder.to_string_lossy()], &[])?;
    println!("The manual pages are in {}.", folder.display());
    Ok(())
}

fn prove() -> Result<(), String> {
    needs::for_tests()?;
    let mut arguments = vec!["test", "--workspace", "--all-features", "--release", "--", "--include-ignored"];
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
