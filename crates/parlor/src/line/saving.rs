//! Saving in line mode: where to, over what, and why not.

use std::io::{self, BufRead, Write};

use parlor_host::Existing;
use parlor_table::Event;
use parlor_view::capitalised;

use super::LineMode;

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// Whether a save may be written to this file: a new one, or one that the player wants replaced. `None` if there is
    /// no answer any more.
    pub(super) fn may_write(&mut self, name: &str) -> io::Result<Option<bool>> {
        let name = name.trim();
        self.replaces = None;
        // What isn't a file is refused when it comes to writing.
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

    /// Writes the save that the table asked for; tells whether it is written.
    pub(super) fn save(&mut self, name: &str) -> io::Result<bool> {
        let existing = self.existing(name);
        let entry = self.host.save(&self.folder.join(name), existing);
        let revision = self.host.table().revision();
        let told = self.try_entry(revision, entry)?.expect("the table waits for word of its save");
        Ok(told.contains(&Event::Saved { name: name.to_owned() }))
    }

    /// Writes a copy without ending anything. The table doesn't take part in this.
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

    /// Why a save file can't hold the game now, and what can be done instead.
    pub(super) fn say_why_not_saved(&mut self) -> io::Result<()> {
        let Some(why) = self.host.table().cant_save() else { return Ok(()) };
        self.talk.say(&format!("{}.", capitalised(&why)))?;
        match self.host.continue_command() {
            Some(command) => {
                self.talk.say(&format!("Type leave to stop here: the game is kept, and {command} goes on."))
            }
            None => self.talk.say("After the next round has begun it can be saved again."),
        }
    }
}
