//! The Debian package: the program with manual pages, completions, units and an account for servers.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::files::{Parts, copy_folder, install_docs};
use super::{Release, bytes, entries, install, output, read, run, set_mode, set_modes, write};
use crate::root;

const MAINTAINER: &str = "Parlor developers <parlor@packages.debian.org>";

pub(crate) fn build(release: &Release, parts: &Parts) -> Result<(), String> {
    let package = release.folder("deb")?;
    install(&release.program, &package.join("usr/bin/parlor"), 0o755)?;
    copy_folder(&parts.man, &package.join("usr/share/man/man1"))?;
    for page in entries(&package.join("usr/share/man/man1"))? {
        gzip(&page)?;
    }
    let shells = [
        ("bash", "usr/share/bash-completion/completions"),
        ("zsh", "usr/share/zsh/vendor-completions"),
        ("fish", "usr/share/fish/vendor_completions.d"),
    ];
    for (shell, folder) in shells {
        copy_folder(&parts.completions.join(shell), &package.join(folder))?;
    }
    let docs = package.join("usr/share/doc/parlor");
    install_docs(&docs)?;
    // Debian installs these two files under other names.
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        std::fs::remove_file(docs.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    write(&docs.join("copyright"), copyright()?.as_bytes())?;
    install(&parts.licences, &docs.join("THIRD-PARTY-LICENCES.txt"), 0o644)?;
    gzip(&docs.join("THIRD-PARTY-LICENCES.txt"))?;
    write(&docs.join("changelog"), changelog(release)?.as_bytes())?;
    gzip(&docs.join("changelog"))?;
    host_files(&package)?;
    set_modes(&package)?;
    // The address of a database contains its password.
    set_mode(&package.join("etc/parlor/store"), 0o600)?;
    control(release, &package)?;
    let name = format!("parlor_{}_{}.deb", release.version, architecture()?);
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "-z9", "--build"]).arg(&package).arg(release.out.join(name));
    run(build.env("SOURCE_DATE_EPOCH", release.epoch.to_string()))
}

/// Installs the units and settings of servers.
fn host_files(package: &Path) -> Result<(), String> {
    for path in entries(&root().join("docs/host"))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|end| end == "service" || end == "timer") {
            let unit = read(&path)?.replace("/usr/local/bin/", "/usr/bin/");
            write(&package.join("usr/lib/systemd/system").join(name), unit.as_bytes())?;
        } else if path.extension().is_some_and(|end| end == "conf") {
            install(&path, &package.join("usr/share/doc/parlor/examples").join(name), 0o644)?;
        }
    }
    write(&package.join("etc/parlor/store"), b"/var/lib/parlor/tables.sqlite\n")?;
    write(&package.join("etc/parlor/web.conf"), OPTIONS.as_bytes())
}

/// Read by the units.
const OPTIONS: &str = "\
# For the units parlor-web@PORT. Options are those of parlor web --help. For example:
# PARLOR_BIND=0.0.0.0
# PARLOR_OPTIONS=--public-url https://games.example.org --trust-proxy 127.0.0.1
";

fn control(release: &Release, package: &Path) -> Result<(), String> {
    let folder = package.join("DEBIAN");
    let kilobytes = output(Command::new("du").args(["-k", "-s", "--apparent-size"]).arg(package))?;
    let kilobytes = kilobytes.split_whitespace().next().unwrap_or("0").to_owned();
    let control = format!(
        "Package: parlor\nVersion: {}\nArchitecture: {}\nMaintainer: {MAINTAINER}\nInstalled-Size: {kilobytes}\n\
         Depends: libc6 (>= 2.36), libgcc-s1, adduser\nRecommends: ca-certificates\nSuggests: nginx, postgresql\n\
         Section: misc\nPriority: optional\n\
         Description: three old board games against a computer that explains itself\n \
         Play tournaments of Canoga, Congkak and Kono in a terminal or on a web\n \
         page, alone or with a friend. The computer plays to win, says why, helps\n \
         when asked, and reviews games, separating luck from skill.\n",
        release.version,
        architecture()?
    );
    write(&folder.join("control"), control.as_bytes())?;
    write(&folder.join("conffiles"), b"/etc/parlor/web.conf\n/etc/parlor/store\n")?;
    let mut sums = String::new();
    for path in all_files(package)? {
        let name = path.strip_prefix(package).unwrap_or(&path).to_string_lossy().into_owned();
        if !name.starts_with("DEBIAN") {
            let line = output(Command::new("md5sum").arg(&path))?;
            let sum = line.split_whitespace().next().unwrap_or_default();
            sums.extend([sum, "  ", name.as_str(), "\n"]);
        }
    }
    write(&folder.join("md5sums"), sums.as_bytes())?;
    for (name, script) in [("postinst", POSTINST), ("prerm", PRERM), ("postrm", POSTRM)] {
        write(&folder.join(name), script.as_bytes())?;
        set_mode(&folder.join(name), 0o755)?;
    }
    Ok(())
}

/// No unit is started automatically, because the administrator has to choose a port and an address.
const POSTINST: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = configure ]; then
    adduser --system --quiet --group --home /var/lib/parlor --no-create-home parlor
    mkdir -p /var/lib/parlor
    chown parlor:parlor /var/lib/parlor
    chmod 0750 /var/lib/parlor
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload || true
    fi
fi
";

const PRERM: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then
    systemctl stop 'parlor-*' || true
fi
";

/// Games in /var/lib/parlor outlive the package, and so does the account that owns them.
const POSTRM: &str = "\
#!/bin/sh
set -e
if [ \"$1\" = purge ]; then
    rm -rf /etc/parlor
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
fi
";

fn copyright() -> Result<String, String> {
    let mit = read(&root().join("LICENSE-MIT"))?;
    Ok(format!(
        "Parlor may be used under the MIT licence or the Apache licence, version 2.0, as you prefer.\n\
         On Debian systems the latter is in /usr/share/common-licenses/Apache-2.0. The licences of the\n\
         libraries in the program are in THIRD-PARTY-LICENCES.txt.gz beside this file.\n\n{mit}"
    ))
}

/// The changelog in Debian's format. The changes themselves are in CHANGELOG.md beside it.
fn changelog(release: &Release) -> Result<String, String> {
    let epoch = format!("@{}", release.epoch);
    let date = output(Command::new("date").args(["-u", "-R", "-d", &epoch]).env("LC_ALL", "C"))?;
    Ok(format!(
        "parlor ({}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {MAINTAINER}  {}\n",
        release.version,
        date.trim()
    ))
}

fn architecture() -> Result<String, String> {
    Ok(output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned())
}

/// Compresses a file in place, without its name and date.
fn gzip(path: &Path) -> Result<(), String> {
    run(Command::new("gzip").args(["-9", "-n"]).arg(path))
}

fn all_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            files.extend(all_files(&path)?);
        } else {
            bytes(&path)?;
            files.push(path);
        }
    }
    Ok(files)
}
