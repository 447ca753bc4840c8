//! The settings file: lines like `speed = fast`, in the platform's folder for configuration.
//!
//! People may edit it, so an invalid line is reported with its number and skipped, and all unchanged lines are written
//! back as they were.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use parlor_saves::disk::{Existing, write_file};
use parlor_saves::printable;

use super::Preferences;

/// The maximum size of the file.
const MOST_BYTES: u64 = 64 * 1024;

/// A settings file, as it was read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PreferencesFile {
    /// `None` if the home folder isn't known; then settings aren't remembered.
    path: Option<PathBuf>,
    lines: Vec<String>,
    pub preferences: Preferences,
    /// A sentence for each fault.
    pub wrong: Vec<String>,
}

impl PreferencesFile {
    /// Reads the file in the platform's configuration folder.
    pub fn standard() -> PreferencesFile {
        let folder = etcetera::choose_base_strategy().map(|places| places.config_dir().join("parlor"));
        folder.map(|folder| PreferencesFile::read(&folder.join("settings.txt"))).unwrap_or_default()
    }

    /// Reads a file. A missing file counts as empty.
    pub fn read(path: &Path) -> PreferencesFile {
        let shown = printable(&path.display().to_string());
        let (text, mut wrong) = match read_text(path) {
            Ok(text) => (text, Vec::new()),
            Err(why) => (String::new(), vec![format!("The settings in {shown} can't be read: {why}.")]),
        };
        let mut preferences = Preferences::default();
        for (line, number) in text.lines().zip(1..) {
            let trimmed = line.trim_start_matches('\u{feff}').trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            let taken = match trimmed.split_once('=') {
                Some((key, value)) => preferences.set(key.trim(), value.trim()).map_err(|why| why.to_string()),
                None => Err("a setting is written like speed = fast".to_owned()),
            };
            if let Err(why) = taken {
                let quoted: String = printable(trimmed).chars().take(40).collect();
                wrong.push(format!("{shown}, line {number}: \u{201c}{quoted}\u{201d} is ignored: {why}."));
            }
        }
        let lines = text.lines().map(str::to_owned).collect();
        PreferencesFile { path: Some(path.to_owned()), lines, preferences, wrong }
    }

    /// Writes the settings that have changed. Other lines stay as they are.
    pub fn write(&mut self, before: &Preferences, after: &Preferences) -> Result<(), String> {
        let changes = after.changes_since(before);
        let Some(path) = self.path.as_deref().filter(|_| !changes.is_empty()) else { return Ok(()) };
        for (key, value) in changes {
            let line = format!("{key} = {value}");
            let has_key = |line: &&mut String| line.split_once('=').is_some_and(|(found, _)| found.trim() == key);
            match self.lines.iter_mut().rev().find(has_key) {
                Some(old) => *old = line,
                None => self.lines.push(line),
            }
        }
        let mut text = self.lines.join("\n");
        text.push('\n');
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        write_file(path, text.as_bytes(), Existing::Replace).map_err(|error| error.to_string())
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(error.to_string()),
    };
    if !found.is_file() {
        return Err("it is not a file".to_owned());
    }
    let mut bytes = Vec::new();
    let opened = fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    opened.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("it is too long".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())
}

#[cfg(test)]
mod tests {
    use parlor_review::Tutor;
    use parlor_rules::{Game, Level};

    use super::*;
    use crate::{AdviceFrom, ColorScheme, Looks, Palette, Speed};

    fn full() -> Preferences {
        let looks = Looks {
            palette: Palette::Light,
            scheme: ColorScheme::Dark,
            ascii: true,
            speed: Speed::Fast,
            bell: true,
            advice: AdviceFrom::Level,
            tutor: Tutor::Mild,
            value_bar: false,
            flip: true,
            sounds: true,
            phrases: false,
        };
        let name = |name: &str| Some(name.to_owned());
        let (name, name2) = (name("Zo\u{eb}"), name("Ben"));
        let mut full = Preferences { name, name2, level: Level::Master, looks, ..Preferences::default() };
        for (game, size) in [(Game::Canoga, 10), (Game::Congkak, 5), (Game::Kono, 9)] {
            full.set_size(game, Some(size));
        }
        full
    }

    #[test]
    fn settings_read_back_as_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder").join("settings.txt");
        let mut file = PreferencesFile::read(&path);
        let empty = PreferencesFile { path: Some(path.clone()), ..PreferencesFile::default() };
        assert_eq!(file, empty, "a file that isn't there is empty");
        file.write(&Preferences::default(), &full()).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("theme = light\n"));
        let read = PreferencesFile::read(&path);
        assert_eq!((read.preferences, read.wrong), (full(), Vec::new()));
    }

    #[test]
    fn invalid_lines_are_reported_and_the_rest_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.txt");
        let text = "# mine\n\nspeed = quick\nlevel=Novice\nbogus\ncolour = red\nsize of kono = 6\nname =\n";
        fs::write(&path, text).unwrap();
        let mut file = PreferencesFile::read(&path);
        assert_eq!(file.preferences, Preferences { level: Level::Novice, ..Preferences::default() });
        let wrong = file.wrong.clone();
        let says = |line: usize, words: &str| {
            let found = wrong.iter().any(|why| why.contains(&format!("line {line}:")) && why.contains(words));
            assert!(found, "{line} {words}: {wrong:?}");
        };
        says(3, "it must be slow, normal, fast or off");
        says(5, "like speed = fast");
        says(6, "no such setting");
        says(7, "it must be 5, 7 or 9");
        says(8, "a name can't be empty");
        // Lines that people wrote are kept.
        file.write(&Preferences::default(), &full()).unwrap();
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept.starts_with("# mine\n\nspeed = fast\nlevel = master\nbogus\n"), "{kept}");
    }

    #[test]
    fn files_other_than_short_texts_are_reported_and_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.txt");
        for bytes in [vec![0xff, 0xfe, 0], vec![b'x'; 70_000]] {
            fs::write(&path, &bytes).unwrap();
            let read = PreferencesFile::read(&path);
            assert_eq!((&read.preferences, read.wrong.len()), (&Preferences::default(), 1), "{read:?}");
        }
        let wrong = PreferencesFile::read(folder.path()).wrong;
        assert!(wrong[0].contains("it is not a file"), "{wrong:?}");
    }
}
