//! Saving to a file: which name is proposed, and what happens to a file that exists.

use parlor_host::Existing;
use parlor_table::{Answer, Entry, MenuItem};

use super::GameScreen;
use super::mode::Mode;
use super::overlay::Overlay;
use crate::paths::Paths;
use crate::text_input::TextInput;

/// What is known about the save that a person asked for.
pub(super) struct Saving {
    /// What typed file names are relative to.
    pub(super) paths: Paths,
    /// The name of a file that couldn't be written, to be corrected.
    pub(super) refused_name: Option<String>,
    /// The name of a file that exists and is to be replaced.
    replaced_name: Option<String>,
    /// The game has just been saved, and what to do next hasn't been asked yet.
    pub(super) just_saved: bool,
    /// What the tournament or the save ended with, to be said again after the screen is gone.
    pub(super) farewell: Option<String>,
}

impl Default for Saving {
    fn default() -> Saving {
        Saving { paths: Paths::new(""), refused_name: None, replaced_name: None, just_saved: false, farewell: None }
    }
}

impl GameScreen {
    /// Writes the save that the table asked for. A game that is saved may be left or played on.
    pub(super) fn save(&mut self, name: String) -> bool {
        let replace = self.saving.replaced_name.take().is_some_and(|replaced| replaced == name);
        let existing = if replace { Existing::Replace } else { Existing::Keep };
        let entry = self.session.host.save(&self.saving.paths.resolve(&name), existing);
        self.apply(&entry).expect("the table waits for word of its save");
        match entry {
            Entry::NotSaved(why) => {
                // The same question is asked again, with the name to be corrected.
                self.caption.note_later(format!("Not saved: {why}"));
                self.saving.refused_name = Some(name);
                self.turn.wanted = Some(MenuItem::Save);
            }
            _ => self.saving.just_saved = true,
        }
        true
    }

    /// Takes the name of a file for a save. A file that exists is replaced only if the person says so.
    pub(super) fn take_file_name(&mut self, name: &str) {
        if self.saving.paths.resolve(name).is_file() {
            self.overlay = Some(Overlay::replace(name));
        } else {
            self.answer(Answer::File(name.to_owned()));
        }
    }

    /// Saves in a file that exists.
    pub(super) fn replace_file(&mut self, name: String) {
        if let Mode::Naming(..) = self.mode {
            self.save_copy(&name, Existing::Replace);
        } else {
            self.saving.replaced_name = Some(name.trim().to_owned());
            self.answer(Answer::File(name));
        }
    }

    /// The name of the file that the game came from or was last saved in, or else one that no file has yet.
    pub(super) fn proposed_file_name(&self) -> String {
        self.session.host.proposed_file_name(&self.saving.paths.resolve(""))
    }

    /// Asks for the name of a file for a copy of the game.
    pub(super) fn ask_copy_name(&mut self) {
        if let Mode::Failed(buttons) = &self.mode {
            self.mode = Mode::Naming(buttons.clone(), TextInput::proposing(&self.proposed_file_name()));
        }
    }

    /// The name of a file for a copy of the game.
    pub(super) fn read_copy_name(&mut self, name: &str) {
        if name.is_empty() {
            self.caption.note("A file needs a name; Esc goes back.");
        } else if self.saving.paths.resolve(name).is_file() {
            self.overlay = Some(Overlay::replace(name));
        } else {
            self.save_copy(name, Existing::Keep);
        }
    }

    /// Writes the game as it stands to a file. The table doesn't take part in this.
    fn save_copy(&mut self, name: &str, existing: Existing) {
        match self.session.host.save_copy(&self.saving.paths.resolve(name), existing) {
            Ok(()) => {
                self.caption.note(format!("A copy is saved in {name}."));
                self.close_line();
            }
            Err(why) => self.caption.note(format!("Not saved: {why}")),
        }
    }

    /// Saves: now if the table takes it, or else before the next turn.
    pub(super) fn want_to_save(&mut self) {
        if let Mode::Ended(..) = self.mode {
            let again = if self.turn.can.undo { " Undo opens it again." } else { "" };
            self.caption.note(format!("The tournament is over, so there is nothing to save.{again}"));
        } else if let Mode::Failed(_) = &self.mode {
            self.ask_copy_name();
        } else if self.accepts(MenuItem::Save) {
            self.turn.wanted = None;
            self.answer(Answer::Menu(MenuItem::Save));
        } else if !self.setup().has_people() {
            let kept = self.kept_words();
            self.caption.note(format!("Two programs don't save to a file; {kept}, and q leaves."));
        } else if self.turn.wanted == Some(MenuItem::Save) {
            self.turn.wanted = None;
            self.caption.note("The game won't be saved.");
        } else {
            self.turn.wanted = Some(MenuItem::Save);
            self.caption.note("The game will be saved before the next turn. (The same key again: not saved.)");
        }
    }
}
