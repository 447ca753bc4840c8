//! Checks `docs/course/seeds.md`: every row of its tables must name a test or a transcript that a reader can open.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: [&str; 4] = ["what is asked", "where it is done", "how to see it", "test or transcript"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A link, `[words][file]`, with the file that its definition names.
struct Link<'a> {
    words: &'a str,
    file: Option<&'a str>,
}

/// A page with its rows by heading (`## …`), and the files that the labels of its links stand for.
struct Page<'a> {
    rows: Vec<(&'a str, Vec<&'a str>)>,
    files: HashMap<&'a str, &'a str>,
}

impl<'a> Page<'a> {
    fn read(page: &'a str) -> Page<'a> {
        let (mut rows, mut files, mut text) = (Vec::new(), HashMap::new(), "");
        for line in page.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                text = title;
            } else if let Some((label, file)) = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
                files.insert(label, file);
            } else if let Some(row) = line.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                if cells != HEAD && !cells.iter().all(|cell| *cell == "---") {
                    rows.push((text, cells));
                }
            }
        }
        Page { rows, files }
    }

    fn links(&self, cell: &'a str) -> Vec<Link<'a>> {
        let ends = cell.match_indices("][").map(|(at, _)| at);
        ends.map(|at| {
            let words = cell[..at].rsplit('[').next().unwrap_or_default();
            let label = cell[at + 2..].split(']').next().unwrap_or_default();
            Link { words, file: self.files.get(label).copied() }
        })
        .collect()
    }

    /// All faults on the page. The files that it links to are looked up relative to this folder.
    fn faults(&self, folder: &Path) -> Vec<String> {
        let mut faults = Vec::new();
        for (_, cells) in &self.rows {
            let mut fault = |what: &str| faults.push(format!("{what}: {}", cells.join(" | ")));
            let [asked, .., proof] = cells[..] else {
                fault("is not a row");
                continue;
            };
            if cells.len() != HEAD.len() || cells.contains(&"") {
                fault("every row has four cells with something in them");
            }
            if asked.contains("partly") {
                fault("nothing is done partly");
            }
            if self.links(proof).is_empty() {
                fault("names neither a test nor a transcript");
            }
            for link in cells.iter().flat_map(|cell| self.links(cell)) {
                match link.file.map(|file| fs::read_to_string(folder.join(file))) {
                    Some(Ok(text)) => {
                        let test = link.words.strip_prefix('`').and_then(|words| words.strip_suffix('`'));
                        if let Some(test) = test.filter(|test| !has_test(&text, test)) {
                            fault(&format!("there is no test {test} in {}", link.file.unwrap_or_default()));
                        }
                    }
                    Some(Err(error)) => fault(&format!("{}: {error}", link.file.unwrap_or_default())),
                    None => fault(&format!("the link [{}] leads nowhere", link.words)),
                }
            }
        }
        faults
    }
}

/// True if a source file has a test of this name.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let begins = format!("fn {name}(");
    let named = (0..lines.len()).filter(|&at| lines[at].trim_start_matches("async ").starts_with(&begins));
    named.into_iter().any(|at| {
        let above = lines[..at].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("///"));
        above.into_iter().any(|line| *line == "#[test]" || line.starts_with("#[tokio::test"))
    })
}

#[test]
fn every_row_of_the_seeds_names_a_test_that_exists() {
    let docs = root().join("docs/course");
    let text = fs::read_to_string(docs.join("seeds.md")).unwrap();
    let page = Page::read(&text);
    for (title, least) in [("Canoga, first text", 60), ("Canoga, revised", 20), ("Congkak", 45), ("Kono", 55)] {
        let rows = page.rows.iter().filter(|(text, _)| *text == title).count();
        assert!(rows >= least, "{title} has only {rows} rows");
    }
    let faults = page.faults(&docs);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let unused: Vec<&&str> = page.files.keys().filter(|label| !text.contains(&format!("][{label}]"))).collect();
    assert!(unused.is_empty(), "links that nothing uses: {unused:?}");
}

#[test]
fn a_row_that_names_nothing_is_refused() {
    let faults = |row: &str| {
        Page::read(&format!("[here]: seeds.rs\n[gone]: gone.rs\n{row}\n")).faults(&root().join("xtask/tests"))
    };
    assert_eq!(faults("| a | b | c | [`a_row_that_names_nothing_is_refused`][here] |"), [""; 0]);
    for (row, fault) in [
        ("| a | b | c | [`has_test`][here] |", "there is no test has_test in seeds.rs"),
        ("| a | b | c | [`no_such_test`][here] |", "there is no test no_such_test in seeds.rs"),
        ("| a | b | c | [transcript][gone] |", "gone.rs: "),
        ("| a | b | [see][nowhere] | [transcript][here] |", "the link [see] leads nowhere"),
        ("| a | b | c | by hand |", "names neither a test nor a transcript"),
        ("| a |  | c | [transcript][here] |", "every row has four cells"),
        ("| a | b | [transcript][here] |", "every row has four cells"),
        ("| partly a | b | c | [transcript][here] |", "nothing is done partly"),
    ] {
        let found = faults(row);
        assert!(matches!(&found[..], [one] if one.starts_with(fault)), "{row}: {found:?}");
    }
}

/// The assignments require original code: rules, engine and tournament use other crates only for errors, hashing and
/// random numbers.
#[test]
fn the_games_and_their_player_use_only_original_code() {
    for (name, others) in [
        ("rules", &["thiserror"][..]),
        ("engine", &["crc32fast", "thiserror"]),
        ("table", &["crc32fast", "rand_chacha", "sha2", "thiserror"]),
    ] {
        let manifest = fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap();
        let (_, rest) = manifest.split_once("[dependencies]\n").unwrap();
        // serde is optional: it only serialises the engine's results for other processes.
        let listed = rest.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.contains("optional"));
        let used = listed.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty());
        let used: Vec<&str> = used.filter(|name| !name.starts_with("parlor-")).collect();
        assert_eq!(used, others, "{name}");
    }
}
