//! Save files and dice files on disk, read to be played with.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use parlor_saves::{Save, disk};
use parlor_table::{QueuedThrow, Setup};

use crate::{BadSettings, Dice, Settings, read_dice_file};

/// The longest dice file that is read: a few hundred thousand throws.
const MAX_DICE_BYTES: u64 = 1 << 20;

/// Why a game can't be set up.
#[derive(Debug, thiserror::Error)]
pub enum BadSetup {
    /// Something is wrong with the settings themselves.
    #[error(transparent)]
    Settings(#[from] BadSettings),
    /// The dice file can't be used.
    #[error("{}: {why}", file.display())]
    DiceFile {
        /// Which file.
        file: PathBuf,
        /// Why.
        why: String,
    },
}

/// The setup that settings ask for, with the throws of their dice file.
pub fn load_setup(settings: &Settings) -> Result<Setup, BadSetup> {
    let setup = settings.setup()?;
    let Dice::File(file) = &settings.dice else { return Ok(setup) };
    let queue = load_dice(file).map_err(|why| BadSetup::DiceFile { file: file.clone(), why })?;
    Ok(Setup { queue, ..setup })
}

fn load_dice(file: &Path) -> Result<Vec<QueuedThrow>, String> {
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(MAX_DICE_BYTES + 1).read_to_string(&mut text));
    let bytes = read.map_err(|error| error.to_string())?;
    if bytes as u64 > MAX_DICE_BYTES {
        return Err(format!("a dice file has at most {MAX_DICE_BYTES} bytes"));
    }
    read_dice_file(&text).map_err(|error| error.to_string())
}

/// Reads a save that is to be played on, and gives its text too; if it can't be read, what is wrong with it, in lines.
pub fn load_save(file: &Path) -> Result<(Save, String), String> {
    let bytes = disk::read_file(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match parlor_saves::read_bytes(&bytes, None) {
        Ok(save) => Ok((save, text)),
        Err(refusal) => {
            let picture = refusal.picture(&file.display().to_string(), &text);
            Err(format!("this save can't be read\n{}", picture.trim_end()))
        }
    }
}
