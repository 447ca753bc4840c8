//! Typed file names: resolving and completing them.

use std::fs;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf, is_separator};

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::text_input::TextInput;

/// The maximum number of names shown from a folder.
const MOST_SHOWN: usize = 300;

/// The maximum number of names read from a folder.
const MOST_READ: usize = 20_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paths {
    /// The folder for names that don't start with `~` or a separator.
    base: PathBuf,
    /// The folder for `~`.
    home: Option<PathBuf>,
}

/// An input for a file name, with its completions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FileInput {
    pub(crate) paths: Paths,
    pub(crate) line: TextInput,
    pub(crate) completion: Completion,
}

impl FileInput {
    pub(crate) fn new(paths: Paths, text: &str) -> FileInput {
        FileInput { completion: paths.complete(text), line: TextInput::new(text), paths }
    }

    pub(crate) fn text(&self) -> &str {
        self.line.text()
    }

    /// Updates the completions.
    pub(crate) fn refresh(&mut self) {
        self.completion = self.paths.complete(self.line.text());
    }

    pub(crate) fn set(&mut self, text: &str) {
        if self.text() != text {
            self.line = TextInput::new(text);
        }
        self.refresh();
    }

    /// Handles a key that edits or completes the name; returns `false` if it is a different key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        if key.code == KeyCode::Tab {
            self.set(&self.paths.complete(self.text()).common);
            return true;
        }
        let edits = self.line.key(key);
        if edits {
            self.refresh();
        }
        edits
    }

    /// Inserts pasted text.
    pub(crate) fn insert(&mut self, text: &str) {
        self.line.insert(text);
        self.refresh();
    }
}

/// The completions of a typed name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Completion {
    /// All matching files and folders, sorted by name.
    pub(crate) matches: Vec<PathMatch>,
    /// The folder of the matches.
    pub(crate) folder: PathBuf,
    /// The typed name, extended by the common prefix of all matches.
    pub(crate) common: String,
    /// The reason why the folder can't be read, or a note that there are more matches.
    pub(crate) note: Option<String>,
}

/// A file or folder that matches a typed name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PathMatch {
    /// The name; the name of a folder ends with a separator.
    pub(crate) name: String,
    pub(crate) typed: String,
    pub(crate) path: PathBuf,
    pub(crate) folder: bool,
}

impl Paths {
    /// Resolves relative paths from this folder.
    pub(crate) fn new(base: impl Into<PathBuf>) -> Paths {
        Paths { base: base.into(), home: std::env::home_dir() }
    }

    #[cfg(test)]
    pub(crate) fn with_home(base: impl Into<PathBuf>, home: impl Into<PathBuf>) -> Paths {
        Paths { base: base.into(), home: Some(home.into()) }
    }

    pub(crate) fn resolve(&self, typed: &str) -> PathBuf {
        let in_home = typed.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_separator));
        match (in_home, &self.home) {
            (Some(rest), Some(home)) => home.join(rest.trim_start_matches(is_separator)),
            _ => self.base.join(typed),
        }
    }

    /// The completions of a typed name.
    pub(crate) fn complete(&self, typed: &str) -> Completion {
        if typed == "~" && self.home.is_some() {
            return Completion { common: format!("~{MAIN_SEPARATOR}"), ..Completion::default() };
        }
        let cut = typed.rfind(is_separator).map_or(0, |last| last + 1);
        let (front, begun) = typed.split_at(cut);
        let folder = self.resolve(front);
        let nothing = |note: String| Completion {
            folder: folder.clone(),
            common: typed.to_owned(),
            note: Some(note),
            ..Completion::default()
        };
        // An empty name stands for the current folder, but can't be opened as such.
        let here = folder.as_os_str().is_empty();
        let entries = match fs::read_dir(if here { Path::new(".") } else { &folder }) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return nothing(format!("There is no folder {}.", folder_name(&folder)));
            }
            Err(error) => return nothing(format!("{} can't be read: {error}.", folder_name(&folder))),
        };
        let fits = |name: &str| name.starts_with(begun) && (!name.starts_with('.') || begun.starts_with('.'));
        let mut read = 0;
        let mut names: Vec<(String, PathBuf)> = entries
            .take(MOST_READ)
            .flatten()
            .inspect(|_| read += 1)
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), folder.join(entry.file_name())))
            .filter(|(name, _)| fits(name))
            .collect();
        names.sort();
        let mut common = shared(names.iter().map(|(name, _)| name.as_str())).unwrap_or(begun).to_owned();
        let found = names.len();
        names.truncate(MOST_SHOWN);
        let found_in = |(mut name, path): (String, PathBuf)| {
            let folder = path.is_dir();
            if folder {
                name.push(MAIN_SEPARATOR);
            }
            PathMatch { typed: format!("{front}{name}"), name, path, folder }
        };
        let matches: Vec<PathMatch> = names.into_iter().map(found_in).collect();
        if let ([only], 1) = (&matches[..], found) {
            common.clone_from(&only.name);
        }
        let note = (found > MOST_SHOWN || read == MOST_READ)
            .then(|| format!("Showing the first {}; type more of the name to see others.", matches.len()));
        Completion { matches, folder, common: format!("{front}{common}"), note }
    }
}

/// Turns a typed name into the name of a folder, with a separator at the end.
pub(crate) fn as_folder(typed: &str) -> String {
    if typed.is_empty() || typed.ends_with(is_separator) {
        typed.to_owned()
    } else {
        format!("{typed}{MAIN_SEPARATOR}")
    }
}

/// The name of a folder for display. The current folder has an empty name.
pub(crate) fn folder_name(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { "this folder".to_owned() } else { folder.display().to_string() }
}

/// True unless the path is a regular file, because reading a pipe or a terminal would block.
pub(crate) fn is_not_a_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// The common prefix of all names.
fn shared<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = names.next()?;
    let alike = |a: &'a str, b: &str| {
        let same = a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
        &a[..same.unwrap_or(a.len().min(b.len()))]
    };
    Some(names.fold(first, alike))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["my game.txt", "my games", "möve.txt", "mörder.txt", ".hidden", "zebra"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("saves of mine")).unwrap();
        fs::write(folder.path().join("saves of mine").join("eins.txt"), "").unwrap();
        folder
    }

    fn names(completion: &Completion) -> Vec<&str> {
        completion.matches.iter().map(|found| found.name.as_str()).collect()
    }

    #[test]
    fn where_the_program_was_started_needs_no_name() {
        // Cargo runs tests in the folder of the crate's manifest.
        let found = Paths::new("").complete("Cargo.to");
        assert_eq!((found.common.as_str(), found.note), ("Cargo.toml", None));
        assert_eq!(found.matches[0].path, Path::new("Cargo.toml"));
        assert_eq!(folder_name(&found.folder), "this folder");
    }

    #[test]
    fn names_are_completed_as_in_a_shell() {
        let folder = folder();
        let paths = Paths::new(folder.path());
        let all = paths.complete("");
        assert_eq!(names(&all), ["my game.txt", "my games", "mörder.txt", "möve.txt", "saves of mine/", "zebra"]);
        assert_eq!((all.common.as_str(), all.note), ("", None));
        assert_eq!(paths.complete("my").common, "my game");
        assert_eq!(paths.complete("mö").common, "mö");
        assert_eq!(paths.complete("möv").common, "möve.txt");
        assert_eq!(paths.complete("sa").common, "saves of mine/");
        assert_eq!(paths.complete("saves of mine/").common, "saves of mine/eins.txt");
        assert_eq!(names(&paths.complete(".")), [".hidden"]);
        assert_eq!(paths.complete("none").matches, []);
        assert_eq!(paths.complete("none").common, "none");
    }

    #[test]
    fn a_tilde_is_home() {
        let folder = folder();
        let paths = Paths::with_home(folder.path().join("elsewhere"), folder.path());
        assert_eq!(paths.complete("~").common, "~/");
        assert_eq!(paths.complete("~/ze").common, "~/zebra");
        assert_eq!(paths.resolve("~/zebra"), folder.path().join("zebra"));
        assert_eq!(paths.resolve("~zebra"), folder.path().join("elsewhere").join("~zebra"));
    }

    #[test]
    fn unreadable_folders_are_reported() {
        let folder = folder();
        let paths = Paths::new(folder.path());
        assert!(paths.complete("nowhere/a").note.unwrap().starts_with("There is no folder"));
        assert!(paths.complete("zebra/a").note.unwrap().contains("can't be read"));
        assert!(is_not_a_file(folder.path()) && !is_not_a_file(&folder.path().join("zebra")));
    }

    #[test]
    fn a_huge_folder_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..400 {
            fs::write(folder.path().join(format!("save-{number:03}")), "").unwrap();
        }
        let found = Paths::new(folder.path()).complete("s");
        assert_eq!((found.matches.len(), found.common.as_str()), (MOST_SHOWN, "save-"));
        assert!(found.note.unwrap().contains("first 300"));
    }

    #[test]
    fn shared_letters_are_whole() {
        assert_eq!(shared(["möve", "mörder", "mö"].into_iter()), Some("mö"));
        assert_eq!(shared(["mö", "mörder"].into_iter()), Some("mö"));
        assert_eq!(shared(["ä", "ö"].into_iter()), Some(""));
        assert_eq!(shared(["möwe", "möw"].into_iter()), Some("möw"));
    }
}
