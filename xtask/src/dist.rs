//! `cargo xtask dist`: the files of a release, in `target/packages`.

mod deb;
mod files;
mod image;
mod licences;
mod sbom;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use crate::{cargo, needs, root};

/// The data about a release that its parts share.
pub(crate) struct Release {
    pub(crate) version: String,
    /// The commit's time: the date of every file in every package.
    pub(crate) epoch: u64,
    /// The program, stripped.
    pub(crate) program: PathBuf,
    /// The folder in which files are prepared.
    work: PathBuf,
    /// The folder for the packages.
    pub(crate) out: PathBuf,
}

impl Release {
    /// Creates an empty folder for one part.
    pub(crate) fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.work.join(name);
        empty(&folder)?;
        Ok(folder)
    }

    /// A tar archive of a folder. Its bytes depend only on the files.
    pub(crate) fn tar(&self, folder: &Path, name: &str, archive: &Path) -> Result<(), String> {
        let mut tar = Command::new("tar");
        tar.args(["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=posix"]);
        tar.arg("--pax-option=delete=atime,delete=ctime").arg(format!("--mtime=@{}", self.epoch));
        tar.arg("--file").arg(archive).arg("--directory").arg(folder).arg(name);
        run(&mut tar)
    }
}

/// Builds all packages of the commit that is checked out.
pub(crate) fn build() -> Result<PathBuf, String> {
    for (program, package) in
        [("git", "git"), ("tar", "tar"), ("xz", "xz-utils"), ("gzip", "gzip"), ("dpkg-deb", "dpkg")]
    {
        needs::needs_program(&[program], package)?;
    }
    let changed = output(Command::new("git").args(["status", "--porcelain"]))?;
    if !changed.is_empty() {
        return Err(format!("a release is built from a commit; these files differ from it:\n{changed}"));
    }
    let epoch = output(Command::new("git").args(["log", "-1", "--format=%ct"]))?;
    let epoch = epoch.trim().parse().map_err(|_| format!("git says {epoch:?} for the commit's time"))?;
    let target = needs::target()?;
    let out = target.join("packages");
    empty(&out)?;
    let release = Release {
        version: version()?,
        epoch,
        program: compile(&target, epoch)?,
        work: target.join("packages-work"),
        out: out.clone(),
    };
    let parts = files::prepare(&release)?;
    files::tarball(&release, &parts)?;
    deb::build(&release, &parts)?;
    image::build(&release)?;
    sbom::build(&release)?;
    sums(&out)?;
    println!("The packages are in {}.", out.display());
    Ok(out)
}

/// The version of all crates.
pub(crate) fn version() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| "Cargo.toml has no version".to_owned())
}

/// Compiles the program with all features. Its bytes don't depend on the folders in which it is compiled.
fn compile(target: &Path, epoch: u64) -> Result<PathBuf, String> {
    let root = root();
    let cargo_home = std::env::var_os("CARGO_HOME").map_or_else(
        || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")),
        |home| Some(PathBuf::from(home)),
    );
    let mut folders = vec![(root.clone(), "/parlor"), (target.to_owned(), "/target")];
    folders.extend(cargo_home.map(|home| (home, "/cargo")));
    let maps = |option: &str| -> Vec<String> {
        folders.iter().map(|(from, to)| format!("{option}={}={to}", from.display())).collect()
    };
    // Folders may have spaces, so rustc's options are separated by another character, and those of C are quoted.
    let flags = maps("--remap-path-prefix").join("\u{1f}");
    let c_flags = maps("-ffile-prefix-map").iter().map(|flag| format!("'{flag}'")).collect::<Vec<_>>().join(" ");
    let folder = target.join("dist-build");
    cargo(
        &["build", "--locked", "--profile", "dist", "--package", "parlor", "--features", "postgres"],
        &[
            ("CARGO_ENCODED_RUSTFLAGS", &flags),
            ("CFLAGS", &c_flags),
            ("CC_SHELL_ESCAPED_FLAGS", "1"),
            ("SOURCE_DATE_EPOCH", &epoch.to_string()),
            ("CARGO_TARGET_DIR", &folder.to_string_lossy()),
        ],
    )?;
    Ok(folder.join("dist/parlor"))
}

fn sums(out: &Path) -> Result<(), String> {
    let mut lines = String::new();
    for path in entries(out)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        lines.extend([sha256(&bytes(&path)?), format!("  {name}\n")]);
    }
    write(&out.join("SHA256SUMS"), lines.as_bytes())
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex_digit).collect()
}

fn hex_digit(digit: u8) -> char {
    char::from_digit(digit.into(), 16).expect("half a byte is one digit")
}

/// The entries of a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let found = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = found.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn empty(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", folder.display())),
        _ => make_folder(folder),
    }
}

pub(crate) fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file and the folders it needs.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies a file and sets its mode, independently of the umask.
pub(crate) fn install(from: &Path, to: &Path, mode: u32) -> Result<(), String> {
    write(to, &bytes(from)?)?;
    set_mode(to, mode)
}

pub(crate) fn set_mode(path: &Path, mode: u32) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Sets the modes of a folder and everything below it.
pub(crate) fn set_modes(folder: &Path) -> Result<(), String> {
    let mut chmod = Command::new("chmod");
    run(chmod.args(["-R", "u=rwX,go=rX"]).arg(folder))
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).status().map_err(|error| format!("{name} can't be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: {command:?}")) }
}

/// The output of a command.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.current_dir(root()).output().map_err(|error| format!("{name} can't be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name} printed no text"))
}
