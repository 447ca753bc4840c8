//! Programs that the tests need in addition to Rust. Missing ones are installed if possible, and otherwise reported,
//! because no test is ever skipped.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The names under which Chromium may be installed.
const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];

/// axe-core, which checks the accessibility of pages.
const AXE_VERSION: &str = "4.14.0";

/// Finds or installs everything. The tests then search for the programs independently.
pub fn for_tests() -> Result<(), String> {
    axe()?;
    if env::var_os("PARLOR_CHROMIUM").is_none() {
        needs_program(&CHROMIUM, "chromium")?;
    }
    needs_program(&FIREFOX, "firefox-esr")?;
    needs("PostgreSQL", "postgresql", postgres)?;
    needs_program(&["nginx"], "nginx")?;
    needs_program(&["python3"], "python3")?;
    // The compilers of the example bots.
    needs_program(&["g++"], "g++")?;
    needs_program(&["javac"], "default-jdk-headless")?;
    needs_program(&["sbcl"], "sbcl")?;
    needs_program(&["swipl"], "swi-prolog-nox")?;
    // Simulated machines in network namespaces, and the programs that their users need.
    needs_program(&["ip"], "iproute2")?;
    needs_program(&["curl"], "curl")?;
    needs_program(&["openssl"], "openssl")?;
    needs_program(&["systemd-analyze"], "systemd")?;
    Ok(())
}

/// The path of a program with one of these names. If it is missing, its Debian package is installed, as root.
pub fn needs_program(names: &[&str], debian_package: &str) -> Result<PathBuf, String> {
    needs(names[0], debian_package, || find(names))
}

/// Finds a program, after installing it if that is necessary and possible.
fn needs(wanted: &str, debian_package: &str, find_it: impl Fn() -> Option<PathBuf>) -> Result<PathBuf, String> {
    if let Some(program) = find_it() {
        return Ok(program);
    }
    let may_install = find(&["apt-get"]).is_some() && is_root();
    if !may_install {
        return Err(format!("{wanted} is missing: install it (Debian: apt-get install {debian_package})"));
    }
    println!("== {wanted} is missing: apt-get install {debian_package}");
    // A fresh container has no package lists yet.
    if !apt_get(&["install", "-y", debian_package]) {
        apt_get(&["update"]);
        apt_get(&["install", "-y", debian_package]);
    }
    find_it().ok_or_else(|| format!("{wanted} is missing, and apt-get install {debian_package} doesn't provide it"))
}

/// The folder with `initdb`. Debian has one for each version.
fn postgres() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let program = versions.map(|version| version.path().join("bin/initdb")).find(|program| program.is_file());
    program.or_else(|| find(&["initdb"]))
}

/// Installs axe-core, a single JavaScript file, in the target folder.
fn axe() -> Result<(), String> {
    let prefix = target()?.join("npm");
    let package = prefix.join("node_modules/axe-core");
    let file = package.join("axe.min.js");
    let description = fs::read_to_string(package.join("package.json")).unwrap_or_default();
    if file.is_file() && description.contains(&format!("\"version\": \"{AXE_VERSION}\"")) {
        return Ok(());
    }
    let npm = needs_program(&["npm"], "npm")?;
    println!("== npm install axe-core@{AXE_VERSION}");
    fs::create_dir_all(&prefix).map_err(|error| format!("{} can't be created: {error}", prefix.display()))?;
    let done = Command::new(npm)
        .arg("install")
        .arg("--prefix")
        .arg(&prefix)
        .arg(format!("axe-core@{AXE_VERSION}"))
        .args(["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund"])
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if done && file.is_file() {
        Ok(())
    } else {
        Err(format!(
            "axe-core is missing: npm install --prefix {} axe-core@{AXE_VERSION} --ignore-scripts",
            prefix.display()
        ))
    }
}

/// The target folder, found as the folder that contains this program.
pub(crate) fn target() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("the path of xtask is unknown: {error}"))?;
    let folder = program.ancestors().nth(2).expect("cargo puts programs two folders deep");
    Ok(folder.to_owned())
}

/// A program on the path, or in Debian's folders for system programs, which ordinary users don't have on theirs.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain(["/usr/sbin", "/sbin"].map(PathBuf::from)).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|program| program.is_file())
}

pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt_get(arguments: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command.arg("-qq").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
