//! The licences of all crates that are linked, each text once.

use std::collections::BTreeMap;
use std::path::Path;

use super::{entries, read, sbom};

/// Prefixes of the names of licence files, ignoring case.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

pub(crate) fn text() -> Result<String, String> {
    let mut text = "Parlor contains these libraries.\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in sbom::packages()?.iter().filter(|package| package.is_foreign) {
        let name = format!("{} {}", package.name, package.version);
        let licence = if package.licence.is_empty() { "see its text" } else { &package.licence };
        text.extend([name.as_str(), ": ", licence, "\n"]);
        let folder = Path::new(&package.manifest).parent().unwrap_or(Path::new(""));
        for file in entries(folder)? {
            let file_name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            if file.is_file() && NAMES.iter().any(|start| file_name.starts_with(start)) {
                // Some texts differ only in their line endings and trailing spaces.
                let licence = read(&file)?.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
                let names = texts.entry(licence).or_default();
                if !names.contains(&name) {
                    names.push(name.clone());
                }
            }
        }
    }
    if texts.is_empty() {
        return Err("no licence was found".to_owned());
    }
    for (licence, names) in texts {
        text.extend(["\n", "-".repeat(78).as_str(), "\n", names.join(", ").as_str(), ":\n\n", licence.trim(), "\n"]);
    }
    Ok(text)
}
