//! The files of every package other than the program, and the archive for any Linux.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Release, bytes, entries, install, licences, make_folder, output, run, set_modes, write};
use crate::root;

/// The shells that have completions, with the names that their folders expect.
const SHELLS: [(&str, &str); 3] = [("bash", "parlor"), ("zsh", "_parlor"), ("fish", "parlor.fish")];

/// Files that more than one package contains.
pub(crate) struct Parts {
    pub(crate) man: PathBuf,
    /// Completions: a folder for each shell.
    pub(crate) completions: PathBuf,
    /// The licences of everything that is linked.
    pub(crate) licences: PathBuf,
}

pub(crate) fn prepare(release: &Release) -> Result<Parts, String> {
    let man = release.folder("man")?;
    run(Command::new(&release.program).arg("man").arg(&man))?;
    let completions = release.folder("completions")?;
    for (shell, name) in SHELLS {
        let script = output(Command::new(&release.program).args(["completions", shell]))?;
        write(&completions.join(shell).join(name), script.as_bytes())?;
    }
    let licences = release.folder("licences")?.join("THIRD-PARTY-LICENCES.txt");
    write(&licences, licences::text()?.as_bytes())?;
    Ok(Parts { man, completions, licences })
}

/// The documents for users, below `docs`.
const DOCS: [&str; 5] = ["play", "bots", "host", "course", "research"];

pub(crate) fn install_docs(folder: &Path) -> Result<(), String> {
    let root = root();
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/README.md", "docs/stability.md"] {
        install(&root.join(name), &folder.join(name), 0o644)?;
    }
    for name in DOCS {
        for path in entries(&root.join("docs").join(name))? {
            let file = path.file_name().unwrap_or_default();
            if path.extension().is_some_and(|end| end == "md") {
                install(&path, &folder.join("docs").join(name).join(file), 0o644)?;
            }
        }
    }
    Ok(())
}

/// `parlor-VERSION-x86_64-linux.tar.xz`.
pub(crate) fn tarball(release: &Release, parts: &Parts) -> Result<(), String> {
    let name = format!("parlor-{}-{}-linux", release.version, std::env::consts::ARCH);
    let parent = release.folder("tarball")?;
    let folder = parent.join(&name);
    install(&release.program, &folder.join("bin/parlor"), 0o755)?;
    copy_folder(&parts.man, &folder.join("man/man1"))?;
    for shell in entries(&parts.completions)? {
        copy_folder(&shell, &folder.join("completions").join(shell.file_name().unwrap_or_default()))?;
    }
    for path in entries(&root().join("docs/host"))? {
        if path.extension().is_some_and(|end| end != "md") {
            install(&path, &folder.join("host").join(path.file_name().unwrap_or_default()), 0o644)?;
        }
    }
    install_docs(&folder)?;
    install(&parts.licences, &folder.join("THIRD-PARTY-LICENCES.txt"), 0o644)?;
    set_modes(&folder)?;
    let archive = release.out.join(format!("{name}.tar"));
    release.tar(&parent, &name, &archive)?;
    run(Command::new("xz").args(["-9", "--threads=1"]).arg(&archive))
}

pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    make_folder(to)?;
    for path in entries(from)? {
        write(&to.join(path.file_name().unwrap_or_default()), &bytes(&path)?)?;
    }
    Ok(())
}
