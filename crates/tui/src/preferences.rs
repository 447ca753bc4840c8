//! Settings that are remembered: a small file of lines like `speed = fast`, in the platform's folder for configuration.
//!
//! People may write it too, so what is wrong in it is named with its line and left out, and everything else is kept as
//! it was written.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use parlor_host::AdviceFrom;
use parlor_review::Tutor;
use parlor_rules::{Game, Level};
use parlor_saves::disk::{Existing, write_file};
use parlor_saves::printable;

use crate::speed::Speed;
use crate::theme::Palette;

/// The longest file that is read.
const MOST_BYTES: u64 = 64 * 1024;

/// What is remembered. What was never chosen is `None`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Preferences {
    /// What to call the person.
    pub name: Option<String>,
    /// What to call the second person.
    pub name2: Option<String>,
    /// How well the program plays.
    pub level: Option<Level>,
    /// The size of each game, in the order of [`Game::ALL`].
    pub sizes: [Option<i64>; 3],
    /// The colours.
    pub theme: Option<Palette>,
    /// Whether only ASCII characters are used.
    pub ascii: Option<bool>,
    /// How fast things move.
    pub speed: Option<Speed>,
    /// Whether the bell rings when a person is asked.
    pub bell: Option<bool>,
    /// Whose view help gives.
    pub advice: Option<AdviceFrom>,
    /// How soon the tutor speaks up.
    pub tutor: Option<Tutor>,
}

/// The file in which they are kept, as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreferencesFile {
    path: PathBuf,
    lines: Vec<String>,
}

impl Preferences {
    /// The size of a game.
    pub fn size(&self, game: Game) -> Option<i64> {
        self.sizes[place(game)]
    }

    /// Remembers the size of a game.
    pub fn set_size(&mut self, game: Game, size: Option<i64>) {
        self.sizes[place(game)] = size;
    }

    /// Every key with its value, as the file has them.
    fn values(&self) -> Vec<(String, Option<String>)> {
        let yes = |value: bool| if value { "yes" } else { "no" }.to_owned();
        let mut values = vec![
            ("name".to_owned(), self.name.clone()),
            ("name2".to_owned(), self.name2.clone()),
            ("level".to_owned(), self.level.map(|level| level.to_string())),
        ];
        values.extend(Game::ALL.map(|game| (size_key(game), self.size(game).map(|size| size.to_string()))));
        values.extend([
            ("theme".to_owned(), self.theme.map(|theme| theme.name().to_owned())),
            ("ascii".to_owned(), self.ascii.map(yes)),
            ("speed".to_owned(), self.speed.map(|speed| speed.name().to_owned())),
            ("bell".to_owned(), self.bell.map(yes)),
            ("advice".to_owned(), self.advice.map(|advice| advice.name().to_owned())),
            ("tutor".to_owned(), self.tutor.map(|tutor| tutor.name().to_owned())),
        ]);
        values
    }

    /// Takes a value; what would be right if it is wrong.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(game) = Game::ALL.into_iter().find(|game| size_key(*game) == key) {
            let size = value.parse().ok().filter(|size| game.sizes().contains(size));
            self.set_size(game, Some(size.ok_or_else(|| format!("it is {}", either(&game.sizes())))?));
            return Ok(());
        }
        match key {
            "name" | "name2" => {
                if value.is_empty() || value.eq_ignore_ascii_case("computer") || value.chars().any(char::is_control) {
                    return Err("a name can't be empty, contain control characters, or be Computer".to_owned());
                }
                *(if key == "name" { &mut self.name } else { &mut self.name2 }) = Some(value.to_owned());
            }
            "level" => self.level = Some(among(value, &Level::ALL, |level| level.to_string())?),
            "theme" => self.theme = Some(among(value, &Palette::ALL, |theme| theme.name().to_owned())?),
            "speed" => self.speed = Some(among(value, &Speed::ALL, |speed| speed.name().to_owned())?),
            "ascii" => self.ascii = Some(yes_or_no(value)?),
            "advice" => self.advice = Some(among(value, &AdviceFrom::ALL, |advice| advice.name().to_owned())?),
            "tutor" => self.tutor = Some(among(value, &Tutor::ALL, |tutor| tutor.name().to_owned())?),
            "bell" => self.bell = Some(yes_or_no(value)?),
            _ => return Err("there is no such setting".to_owned()),
        }
        Ok(())
    }
}

impl PreferencesFile {
    /// Where the file is unless somebody says otherwise; `None` if the home folder isn't known.
    pub fn usual_path() -> Option<PathBuf> {
        let places = etcetera::choose_base_strategy().ok()?;
        Some(places.config_dir().join("parlor").join("settings.txt"))
    }

    /// Reads a file, with a sentence about everything that is wrong in it. A file that isn't there is empty.
    pub fn read(path: &Path) -> (PreferencesFile, Preferences, Vec<String>) {
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
                Some((key, value)) => preferences.set(key.trim(), value.trim()),
                None => Err("a setting is written like speed = fast".to_owned()),
            };
            if let Err(why) = taken {
                let quoted: String = printable(trimmed).chars().take(40).collect();
                wrong.push(format!("{shown}, line {number}: \u{201c}{quoted}\u{201d} is left out; {why}."));
            }
        }
        let lines = text.lines().map(str::to_owned).collect();
        (PreferencesFile { path: path.to_owned(), lines }, preferences, wrong)
    }

    /// Writes what is remembered. Other lines stay as they are.
    pub fn write(&mut self, preferences: &Preferences) -> Result<(), String> {
        for (key, value) in preferences.values() {
            let Some(value) = value else { continue };
            let line = format!("{key} = {value}");
            let has_key = |line: &&mut String| line.split_once('=').is_some_and(|(found, _)| found.trim() == key);
            match self.lines.iter_mut().rev().find(has_key) {
                Some(old) => *old = line,
                None => self.lines.push(line),
            }
        }
        let mut text = self.lines.join("\n");
        text.push('\n');
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        write_file(&self.path, text.as_bytes(), Existing::Replace).map_err(|error| error.to_string())
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

fn place(game: Game) -> usize {
    Game::ALL.iter().position(|other| *other == game).expect("every game is among all games")
}

fn size_key(game: Game) -> String {
    format!("size of {}", game.to_string().to_lowercase())
}

fn either<T: ToString>(values: &[T]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    match &words[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn among<T: Copy>(value: &str, all: &[T], name: impl Fn(T) -> String) -> Result<T, String> {
    let found = all.iter().copied().find(|one| name(*one).eq_ignore_ascii_case(value));
    let names = || either(&all.iter().map(|one| name(*one)).collect::<Vec<_>>());
    found.ok_or_else(|| format!("it is {}", names()))
}

fn yes_or_no(value: &str) -> Result<bool, String> {
    match value.to_lowercase().as_str() {
        "yes" | "on" | "true" => Ok(true),
        "no" | "off" | "false" => Ok(false),
        _ => Err("it is yes or no".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Preferences {
        Preferences {
            name: Some("Zo\u{eb}".to_owned()),
            name2: Some("Ben".to_owned()),
            level: Some(Level::Master),
            sizes: [Some(10), Some(5), Some(9)],
            theme: Some(Palette::Light),
            ascii: Some(false),
            speed: Some(Speed::Fast),
            bell: Some(true),
            advice: Some(AdviceFrom::Level),
            tutor: Some(Tutor::Mild),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder").join("settings.txt");
        let (mut file, nothing, wrong) = PreferencesFile::read(&path);
        assert_eq!((nothing, wrong), (Preferences::default(), Vec::new()), "a file that isn't there is empty");
        file.write(&full()).unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("theme = light\n"));
        let (_, read, wrong) = PreferencesFile::read(&path);
        assert_eq!((read, wrong), (full(), Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_the_rest_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.txt");
        let text = "# mine\n\nspeed = quick\nlevel=Novice\nbogus\ncolour = red\nsize of kono = 6\nname =\n";
        fs::write(&path, text).unwrap();
        let (mut file, read, wrong) = PreferencesFile::read(&path);
        assert_eq!(read, Preferences { level: Some(Level::Novice), ..Preferences::default() });
        let says = |line: usize, words: &str| {
            let found = wrong.iter().any(|why| why.contains(&format!("line {line}:")) && why.contains(words));
            assert!(found, "{line} {words}: {wrong:?}");
        };
        says(3, "it is slow, normal, fast or off");
        says(5, "like speed = fast");
        says(6, "no such setting");
        says(7, "it is 5, 7 or 9");
        says(8, "a name can't be empty");
        // What people wrote stays.
        file.write(&full()).unwrap();
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept.starts_with("# mine\n\nspeed = fast\nlevel = master\nbogus\n"), "{kept}");
    }

    #[test]
    fn anything_else_than_a_small_text_is_said_and_harms_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.txt");
        for bytes in [vec![0xff, 0xfe, 0], vec![b'x'; 70_000]] {
            fs::write(&path, &bytes).unwrap();
            let (_, read, wrong) = PreferencesFile::read(&path);
            assert_eq!((read, wrong.len()), (Preferences::default(), 1), "{wrong:?}");
        }
        let (_, _, wrong) = PreferencesFile::read(folder.path());
        assert!(wrong[0].contains("it is not a file"), "{wrong:?}");
    }
}
