//! Every link from one of our pages to a file leads to a file.

use std::fs;
use std::path::Path;

pub(crate) fn check(root: &Path) -> Result<(), String> {
    println!("== links");
    let mut pages = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    let docs = fs::read_dir(root.join("docs")).map_err(|error| format!("docs: {error}"))?;
    pages.extend(
        docs.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "md")),
    );
    let mut links = 0;
    let mut broken = vec![];
    for page in &pages {
        let text = fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
        for target in targets(&text) {
            links += 1;
            let folder = page.parent().unwrap_or(root);
            if !folder.join(target).exists() {
                broken.push(format!("{}: {target} isn't there", page.strip_prefix(root).unwrap_or(page).display()));
            }
        }
    }
    if links == 0 {
        return Err("found no link to check".to_owned());
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// The files that a page links to: `](target)`, without anchors and addresses.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains(':'))
}
