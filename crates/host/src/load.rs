//! Save files and dice files on disk, read to be played with.

use std::path::{Path, PathBuf};

use parlor_saves::Save;
use parlor_saves::disk::{self, DiskError, shown};
use parlor_table::{QueuedThrow, Setup};

use crate::{BadSettings, Dice, Settings, read_dice_file};

/// The longest dice file that is read: a few hundred thousand throws.
pub const MAX_DICE_BYTES: u64 = 1 << 20;

/// Why a game can't be set up.
#[derive(Debug, thiserror::Error)]
pub enum BadSetup {
    /// Something is wrong with the settings themselves.
    #[error(transparent)]
    Settings(#[from] BadSettings),
    /// The dice file can't be read.
    #[error(transparent)]
    Unreadable(#[from] DiskError),
    /// Something else than throws is in the dice file.
    #[error("{}: {why}", shown(file))]
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
    let bytes = disk::read_at_most(file, MAX_DICE_BYTES + 1)?;
    let queue = dice_of(&bytes).map_err(|why| BadSetup::DiceFile { file: file.clone(), why })?;
    Ok(Setup { queue, ..setup })
}

/// The throws of a dice file, which may be anything.
pub fn dice_of(bytes: &[u8]) -> Result<Vec<QueuedThrow>, String> {
    if bytes.len() as u64 > MAX_DICE_BYTES {
        return Err(format!("this is too long: a dice file has at most {MAX_DICE_BYTES} bytes"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "this is not text, so it can't be a dice file")?;
    read_dice_file(text).map_err(|error| error.to_string())
}

/// Reads a save that is to be played on; if it can't be read, what is wrong with it, in lines.
pub fn load_save(file: &Path) -> Result<Save, String> {
    let bytes = disk::read_file(file).map_err(|error| error.to_string())?;
    save_of(&bytes, &shown(file))
}

/// Like [`load_save`], for bytes from anywhere; messages call them by this name.
pub fn save_of(bytes: &[u8], name: &str) -> Result<Save, String> {
    parlor_saves::read_bytes(bytes, None).map_err(|refusal| {
        // What isn't even text of some dialect has nothing to show.
        if refusal.dialect.is_none() {
            let why = refusal.faults().first().map_or("", |fault| &fault.problem);
            return format!("{name} is not a save: {why}");
        }
        let text = String::from_utf8_lossy(bytes);
        format!("this save can't be read\n{}", refusal.picture(name, &text).trim_end())
    })
}
