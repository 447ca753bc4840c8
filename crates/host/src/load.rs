//! Reads save files and dice files from disk to set up games.

use std::path::{Path, PathBuf};

use parlor_saves::Save;
use parlor_saves::disk::{self, DiskError, shown};
use parlor_table::{QueuedThrow, Setup};

use crate::{BadSettings, Dice, Settings, read_dice_file};

/// The maximum size of a dice file: a few hundred thousand throws.
pub const MAX_DICE_BYTES: u64 = 1 << 20;

/// The reason why a game can't be set up.
#[derive(Debug, thiserror::Error)]
pub enum BadSetup {
    /// The settings themselves are invalid.
    #[error(transparent)]
    Settings(#[from] BadSettings),
    /// The dice file can't be read.
    #[error(transparent)]
    Unreadable(#[from] DiskError),
    /// The dice file has invalid content.
    #[error("{}: {why}", shown(file))]
    DiceFile { file: PathBuf, why: String },
}

/// The setup for these settings, including the throws from the dice file.
pub fn load_setup(settings: &Settings) -> Result<Setup, BadSetup> {
    let setup = settings.setup()?;
    let Dice::File(file) = &settings.dice else { return Ok(setup) };
    let bytes = disk::read_at_most(file, MAX_DICE_BYTES + 1)?;
    let queue = parse_dice(&bytes).map_err(|why| BadSetup::DiceFile { file: file.clone(), why })?;
    Ok(Setup { queue, ..setup })
}

/// Parses the throws of a dice file. The bytes are untrusted.
pub fn parse_dice(bytes: &[u8]) -> Result<Vec<QueuedThrow>, String> {
    if bytes.len() as u64 > MAX_DICE_BYTES {
        return Err(format!("this is too long: a dice file can have at most {MAX_DICE_BYTES} bytes"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "this is not text, so it can't be a dice file")?;
    read_dice_file(text).map_err(|error| error.to_string())
}

/// Reads a save to continue its game. The error lists the faults, one per line.
pub fn load_save(file: &Path) -> Result<Save, String> {
    let bytes = disk::read_file(file).map_err(|error| error.to_string())?;
    parse_save(&bytes, &shown(file))
}

/// Like [`load_save`], but for bytes from any source. Messages refer to them by this name.
pub fn parse_save(bytes: &[u8], name: &str) -> Result<Save, String> {
    parlor_saves::read_bytes(bytes, None).map_err(|refusal| {
        // Without a dialect no line can be quoted.
        if refusal.dialect.is_none() {
            let why = refusal.faults().first().map_or("", |fault| &fault.problem);
            return format!("{name} is not a save: {why}");
        }
        let text = String::from_utf8_lossy(bytes);
        format!("this save can't be read\n{}", refusal.picture(name, &text).trim_end())
    })
}
