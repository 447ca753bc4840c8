//! Checks that all links from our pages to files and headings have a target.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn check(root: &Path) -> Result<(), String> {
    println!("== links");
    let mut pages: Vec<PathBuf> =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "fuzz/README.md"].map(|name| root.join(name)).into();
    add_pages(&root.join("docs"), &mut pages)?;
    let mut links = 0;
    let mut broken = vec![];
    for page in &pages {
        let text = read(page)?;
        for target in targets(&text) {
            links += 1;
            if let Err(problem) = follow(page, target) {
                broken.push(format!("{}: {problem}", page.strip_prefix(root).unwrap_or(page).display()));
            }
        }
    }
    if links == 0 {
        return Err("found no link to check".to_owned());
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// Adds every Markdown file in a folder and its subfolders.
fn add_pages(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            add_pages(&path, pages)?;
        } else if path.extension().is_some_and(|end| end == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

/// Fails if a link of `page` leads to a missing file, or to a missing heading of a Markdown file.
fn follow(page: &Path, target: &str) -> Result<(), String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_owned() } else { page.with_file_name(file) };
    if !path.exists() {
        return Err(format!("{file} doesn't exist"));
    }
    if !anchor.is_empty() && !anchors(&read(&path)?).contains(anchor) {
        return Err(format!("{target}: no such heading"));
    }
    Ok(())
}

fn read(page: &Path) -> Result<String, String> {
    fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))
}

/// Links to files and headings: `](target)` in running text, and `[label]: target` on a separate line.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let defined = text.lines().filter_map(|line| Some(line.strip_prefix('[')?.split_once("]: ")?.1));
    inline.chain(defined).filter(|target| !target.is_empty() && !target.contains(':'))
}

/// Anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> HashSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings
        .map(|heading| {
            let letters = heading.to_lowercase().replace(' ', "-");
            letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{anchors, targets};

    #[test]
    fn links_and_headings_are_found() {
        let page =
            "# A title: two words\n[one](a.md#b) and ![two](c.svg), [web](https://example.org)\n[label]: ../d.rs\n";
        assert_eq!(targets(page).collect::<Vec<_>>(), ["a.md#b", "c.svg", "../d.rs"]);
        assert!(anchors(page).contains("a-title-two-words"));
    }
}
