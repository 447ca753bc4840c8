//! `cargo xtask dist-test`: builds the packages, and uses them on Debian systems without Rust, in chroots.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::dist::{bytes, entries, make_folder, output, read, run, sha256};
use crate::{dist, needs, root};

/// The Debian releases on which the package must work.
const SUITES: [&str; 2] = ["bookworm", "trixie"];

/// The limit for the Debian package, in bytes.
const MAX_DEB: usize = 9_000_000;

pub(crate) fn run_all() -> Result<(), String> {
    for (program, package) in [("debootstrap", "debootstrap"), ("lintian", "lintian"), ("umoci", "umoci")] {
        needs::needs_program(&[program], package)?;
    }
    needs::needs_program(&["systemd-analyze"], "systemd")?;
    if !needs::is_root() {
        return Err("dist-test needs root, because it uses chroots".to_owned());
    }
    let out = dist::build()?;
    builds_are_equal(&out)?;
    let deb = the_one(&out, ".deb")?;
    let size = bytes(&deb)?.len();
    if size >= MAX_DEB {
        return Err(format!("{} has {size} bytes; at most {MAX_DEB} are allowed", deb.display()));
    }
    println!("== {}: {size} bytes", deb.display());
    step("lintian");
    run(Command::new("lintian").args(["--fail-on", "error", "--allow-root"]).arg(&deb))?;
    for suite in SUITES {
        installs(suite, &deb)?;
    }
    tarball_works(&the_one(&out, ".tar.xz")?)?;
    image_works(&the_one(&out, "-oci.tar")?)?;
    println!("All packages work.");
    Ok(())
}

fn step(what: &str) {
    println!("== {what}");
}

/// The package whose file name has this ending.
fn the_one(out: &Path, end: &str) -> Result<PathBuf, String> {
    let found = entries(out)?.into_iter().find(|path| path.to_string_lossy().ends_with(end));
    found.ok_or_else(|| format!("there is no {end} in {}", out.display()))
}

/// Builds the same commit in another folder, and compares all packages.
fn builds_are_equal(out: &Path) -> Result<(), String> {
    step("a second build in another folder");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let copy = folder.path().join("a folder elsewhere");
    run(Command::new("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(root()).arg(&copy))?;
    let built =
        Command::new("cargo").args(["xtask", "dist"]).current_dir(&copy).env_remove("CARGO_TARGET_DIR").status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("cargo xtask dist failed in another folder".to_owned());
    }
    let mut compared = 0;
    for path in entries(out)? {
        let name = path.file_name().unwrap_or_default();
        let other = copy.join("target/packages").join(name);
        if sha256(&bytes(&path)?) != sha256(&bytes(&other)?) {
            return Err(format!("{} differs between two folders", name.display()));
        }
        compared += 1;
    }
    println!("{compared} files are the same.");
    if compared < 5 { Err("too few packages were compared".to_owned()) } else { Ok(()) }
}

/// A Debian system in a folder, created once and copied for each test.
fn system(suite: &str) -> Result<Chroot, String> {
    let base = needs::target()?.join("chroots");
    let pristine = base.join(suite);
    if !pristine.join("etc/debian_version").is_file() {
        step(&format!("debootstrap {suite}"));
        make_folder(&base)?;
        let unfinished = base.join(format!("{suite}.unfinished"));
        let _ = fs::remove_dir_all(&unfinished);
        let mut make = Command::new("debootstrap");
        make.args(["--variant=minbase", "--include=man-db,ca-certificates,systemd", suite]).arg(&unfinished);
        // Use the same mirror as this machine.
        if let Some(mirror) = mirror() {
            make.arg(mirror);
        }
        run(make.stdout(Stdio::null()))?;
        fs::rename(&unfinished, &pristine).map_err(|error| error.to_string())?;
    }
    let copy = base.join(format!("{suite}.used"));
    let _ = fs::remove_dir_all(&copy);
    run(Command::new("cp").arg("-a").arg(&pristine).arg(&copy))?;
    Ok(Chroot { folder: copy })
}

/// The address of Debian's packages from the settings of apt, which may name others' packages as well.
fn mirror() -> Option<String> {
    let lists = [PathBuf::from("/etc/apt/sources.list")];
    let more = entries(Path::new("/etc/apt/sources.list.d")).unwrap_or_default();
    lists.iter().chain(&more).filter_map(|path| read(path).ok()).find_map(|text| {
        let mut words = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        words
            .find(|word| word.starts_with("http") && word.trim_end_matches('/').ends_with("/debian"))
            .map(str::to_owned)
    })
}

struct Chroot {
    folder: PathBuf,
}

impl Drop for Chroot {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Chroot {
    fn command(&self, script: &str) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.folder).args(["/bin/sh", "-ec", script]).env_clear();
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/root").env("LANG", "C.UTF-8");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    /// Runs a script, which must print all of these words.
    fn prints(&self, script: &str, words: &[&str]) -> Result<(), String> {
        println!("   {script}");
        let printed = output(&mut self.command(script))?;
        match words.iter().find(|word| !printed.contains(**word)) {
            Some(missing) => Err(format!("{script}: no {missing:?} in\n{printed}")),
            None => Ok(()),
        }
    }
}

fn installs(suite: &str, deb: &Path) -> Result<(), String> {
    let system = system(suite)?;
    step(&format!("the package on {suite}"));
    let name = deb.file_name().unwrap_or_default().to_string_lossy().into_owned();
    fs::copy(deb, system.folder.join(&name)).map_err(|error| error.to_string())?;
    system.prints("if command -v cargo; then exit 1; fi; echo no Rust", &["no Rust"])?;
    system.prints(
        &format!("apt-get -qq install -y --no-install-recommends adduser >/dev/null 2>&1; dpkg -i /{name}"),
        &["Setting up parlor"],
    )?;
    let version = format!("parlor {}", dist::version()?);
    system.prints("parlor --version", &[&version, "commit", "web, postgres"])?;
    let round = "seq 400 | sed 's/.*/1/' | parlor congkak --plain --size 5 --seed 3 --level novice --players computer,computer --rounds 1";
    system.prints(round, &["wins the tournament"])?;
    system.prints("man parlor | cat", &["parlor(1)", "Canoga"])?;
    system.prints("ls /usr/share/bash-completion/completions/parlor", &["parlor"])?;
    system.prints("sh -n /usr/share/bash-completion/completions/parlor || bash -n /usr/share/bash-completion/completions/parlor; echo fine", &["fine"])?;
    system.prints(
        "parlor web --bind 127.0.0.1:7499 >/tmp/log 2>&1 & \
         for try in $(seq 300); do parlor health 127.0.0.1:7499 && break; sleep 0.2; done 2>/dev/null; kill $!",
        &["ready"],
    )?;
    let units = system.folder.join("usr/lib/systemd/system");
    step("units");
    let mut verify = Command::new("systemd-analyze");
    verify.arg("verify").arg(format!("--root={}", system.folder.display()));
    let mut found = 0;
    for unit in entries(&units)? {
        let name = unit.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("parlor") {
            verify.arg(name.replace("@.", "@7433."));
            found += 1;
        }
    }
    if found == 0 {
        return Err("the package has no units".to_owned());
    }
    run(&mut verify)?;
    system.prints("id parlor; stat -c %U:%a /var/lib/parlor; stat -c %a /etc/parlor/store", &["parlor:750", "600"])?;
    system.prints("touch /var/lib/parlor/tables.sqlite; dpkg --purge parlor >/dev/null; find / -xdev -path /proc -prune -o -name '*parlor*' -print", &[])?;
    let mut left = system
        .command("find / -xdev \\( -path /proc -o -path /tmp -o -path /root -o -path /var/cache/man \\) -prune -o -name '*parlor*' -print");
    let left = output(&mut left)?;
    let left: Vec<&str> =
        left.lines().filter(|path| !path.starts_with("/var/lib/parlor") && !path.ends_with("deb")).collect();
    if left.is_empty() { Ok(()) } else { Err(format!("a purge leaves {left:?}")) }
}

/// Checks that the archive's program runs from any folder, as any user.
fn tarball_works(archive: &Path) -> Result<(), String> {
    step("the archive as another user");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    run(Command::new("chmod").arg("755").arg(folder.path()))?;
    run(Command::new("tar").arg("xf").arg(archive).arg("-C").arg(folder.path()))?;
    let home = folder.path().join("home");
    make_folder(&home)?;
    run(Command::new("chown").arg("nobody").arg(&home))?;
    let program = entries(folder.path())?.into_iter().map(|path| path.join("bin/parlor")).find(|path| path.is_file());
    let program = program.ok_or("the archive has no bin/parlor")?;
    let mut play = Command::new("su");
    play.args(["nobody", "-s", "/bin/sh", "-c"]).arg(format!(
        "cd {home} && HOME={home} {program} kono --plain --seed 1 --size 5 --players computer,computer --level novice --rounds 1 </dev/null; \
         HOME={home} {program} kono --size 5 --seed 1 --plain </dev/null",
        home = home.display(),
        program = program.display()
    ));
    let printed = output(&mut play)?;
    if printed.contains("Kono") || printed.contains("parlor continue") {
        Ok(())
    } else {
        Err(format!("the archive's program said\n{printed}"))
    }
}

/// Checks that the image's program runs with only the image's files.
fn image_works(archive: &Path) -> Result<(), String> {
    step("the image");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let layout = folder.path().join("layout");
    make_folder(&layout)?;
    run(Command::new("tar").arg("xf").arg(archive).arg("-C").arg(&layout))?;
    let version = dist::version()?;
    let bundle = folder.path().join("bundle");
    run(Command::new("umoci").args(["unpack", "--image"]).arg(format!("{}:{version}", layout.display())).arg(&bundle))?;
    let config = read(&bundle.join("config.json"))?;
    if !config.contains("/usr/bin/parlor") || !config.contains("\"uid\":7433") && !config.contains("\"uid\": 7433") {
        return Err(format!("the image's process isn't parlor as user 7433: {config}"));
    }
    let files = bundle.join("rootfs");
    let mut server = Command::new("chroot")
        .arg("--userspec=7433:7433")
        .arg(&files)
        .args(["/usr/bin/parlor", "web", "--bind", "127.0.0.1:7498", "--store", "/data/tables.sqlite"])
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut healthy = Err("the image's server isn't ready".to_owned());
    for _ in 0..50 {
        std::thread::sleep(std::time::Duration::from_millis(200));
        let mut health = Command::new("chroot");
        health
            .arg(&files)
            .args(["/usr/bin/parlor", "health", "127.0.0.1:7498"])
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        if output(&mut health).is_ok_and(|printed| printed.contains("ready")) {
            healthy = Ok(());
            break;
        }
    }
    let _ = server.kill();
    let _ = server.wait();
    healthy
}
