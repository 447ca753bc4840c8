//! Saving in line mode.

use std::io::{self, BufRead, Write};

use parlor_host::Existing;
use parlor_table::Event;
use parlor_view::capitalised;

use super::{LineMode, with_command};

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// Asks for confirmation before an existing file is replaced. `None` if the input ended.
    pub(super) fn may_write(&mut self, name: &str) -> io::Result<Option<bool>> {
        let name = name.trim();
        self.replaces = None;
        // Folders and devices are refused when the save is written.
        if !self.folder.join(name).is_file() {
            return Ok(Some(true));
        }
        let sure = self.yes_or_no(&format!("{name} exists already. Replace it?"))?;
        if sure == Some(true) {
            self.replaces = Some(name.to_owned());
        }
        Ok(sure)
    }

    fn existing(&mut self, name: &str) -> Existing {
        if self.replaces.take().is_some_and(|replaced| replaced == name) { Existing::Replace } else { Existing::Keep }
    }

    /// Writes the save that the table requested. Returns `false` if that failed.
    pub(super) fn save(&mut self, name: &str) -> io::Result<bool> {
        let existing = self.existing(name);
        let entry = self.host.save(&self.folder.join(name), existing);
        let revision = self.host.table().revision();
        let events = self.try_entry(revision, entry)?.expect("the table waits for the result of its save");
        let saved = events.contains(&Event::Saved { name: name.to_owned() });
        if let Some(note) = self.host.not_in_save(name).filter(|_| saved) {
            self.talk.say(&note)?;
        }
        Ok(saved)
    }

    /// Writes a copy. Unlike `save`, this adds no entry to the table and doesn't end the program.
    pub(super) fn save_copy(&mut self, name: &str) -> io::Result<()> {
        let name = name.trim();
        if self.may_write(name)? != Some(true) {
            return self.talk.say("The game is not saved.");
        }
        let existing = self.existing(name);
        match self.host.save_copy(&self.folder.join(name), existing) {
            Ok(()) => self.talk.say(&format!("A copy of the game is saved in {name}.")),
            Err(why) => self.talk.say(&format!("The game is not saved: {why}.")),
        }
    }

    /// Explains why the game can't be saved to a file now, and how to leave without a file.
    pub(super) fn say_why_not_saved(&mut self) -> io::Result<()> {
        let Some(why) = self.host.table().cant_save() else { return Ok(()) };
        self.talk.say(&format!("{}.", capitalised(&why)))?;
        let words = with_command("Type leave to stop here. The game is saved; to continue:", &self.host, self.talk);
        self.talk.say(&words.unwrap_or_else(|| "You can save again once the next round has started.".to_owned()))
    }
}
