//! Saving to a file: the proposed name, and the handling of existing files.

use parlor_host::Existing;
use parlor_table::{Answer, Entry, MenuItem};

use super::GameScreen;
use super::mode::Mode;
use super::overlay::Overlay;
use crate::paths::Paths;
use crate::text_input::TextInput;
use crate::theme::Role;

pub(super) struct Saving {
    pub(super) paths: Paths,
    /// The name of a file that couldn't be written, for correction.
    pub(super) refused_name: Option<String>,
    /// The name of an existing file to replace.
    replaced_name: Option<String>,
    /// The game was just saved, and the player hasn't been asked yet what to do next.
    pub(super) just_saved: bool,
    /// The end of the tournament or the save, a sentence a line. It is printed again after the screen is closed.
    pub(super) farewell: Option<String>,
}

impl Default for Saving {
    fn default() -> Saving {
        Saving { paths: Paths::new(""), refused_name: None, replaced_name: None, just_saved: false, farewell: None }
    }
}

impl GameScreen {
    /// Writes the save that the table requested. Afterwards the player can leave the game or continue it.
    pub(super) fn save(&mut self, name: String) -> bool {
        let replace = self.saving.replaced_name.take().is_some_and(|replaced| replaced == name);
        let existing = if replace { Existing::Replace } else { Existing::Keep };
        let entry = self.session.host.save(&self.saving.paths.resolve(&name), existing);
        self.apply(&entry).expect("the table is waiting for the result of its save");
        match entry {
            Entry::NotSaved(why) => {
                // Ask again, with the name ready for correction.
                self.caption.note_later(format!("Not saved: {why}"));
                self.saving.refused_name = Some(name);
                self.turn.wanted = Some(MenuItem::Save);
            }
            _ => {
                if let Some(note) = self.session.host.not_in_save(&name) {
                    self.finish_stage();
                    self.log.note(Role::Quiet, &note);
                    self.saving.farewell = self.saving.farewell.take().map(|words| format!("{words}\n{note}"));
                }
                self.saving.just_saved = true;
            }
        }
        true
    }

    /// Handles the name of a file for a save. An existing file is replaced only after a confirmation.
    pub(super) fn take_file_name(&mut self, name: &str) {
        if self.saving.paths.resolve(name).is_file() {
            self.overlay = Some(Overlay::replace(name));
        } else {
            self.answer(Answer::File(name.to_owned()));
        }
    }

    /// Saves to an existing file.
    pub(super) fn replace_file(&mut self, name: String) {
        if let Mode::Naming(..) = self.mode {
            self.save_copy(&name, Existing::Replace);
        } else {
            self.saving.replaced_name = Some(name.trim().to_owned());
            self.answer(Answer::File(name));
        }
    }

    /// The file from which the game was resumed or to which it was last saved, or else an unused name.
    pub(super) fn proposed_file_name(&self) -> String {
        self.session.host.proposed_file_name(&self.saving.paths.resolve(""))
    }

    /// Asks for a file name for a copy of the game.
    pub(super) fn ask_copy_name(&mut self) {
        if let Mode::Failed(buttons) = &self.mode {
            self.mode = Mode::Naming(buttons.clone(), TextInput::proposing(&self.proposed_file_name()));
        }
    }

    /// Handles a file name for a copy of the game.
    pub(super) fn read_copy_name(&mut self, name: &str) {
        if name.is_empty() {
            self.caption.note("A file needs a name; Esc goes back.");
        } else if self.saving.paths.resolve(name).is_file() {
            self.overlay = Some(Overlay::replace(name));
        } else {
            self.save_copy(name, Existing::Keep);
        }
    }

    /// Writes the current position to a file, without adding an entry to the journal.
    fn save_copy(&mut self, name: &str, existing: Existing) {
        match self.session.host.save_copy(&self.saving.paths.resolve(name), existing) {
            Ok(()) => {
                self.caption.note(format!("A copy is saved in {name}."));
                self.close_line();
            }
            Err(why) => self.caption.note(format!("Not saved: {why}")),
        }
    }

    /// Saves: at once if the table accepts it, or else before the next turn.
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
            let kept = self.leaving_note();
            self.caption.note(format!("No save file for two computers; {kept}. Press q to leave."));
        } else {
            self.turn.wanted = Some(MenuItem::Save);
            self.caption.note("The game will be saved before the next turn. Press Esc to cancel.");
        }
    }

    /// Cancels a save or a resignation that was requested for the next turn.
    pub(super) fn cancel_wanted(&mut self) {
        self.caption.note(match self.turn.wanted.take() {
            Some(MenuItem::Save) => "The game won't be saved.",
            _ => "You won't be asked about giving up.",
        });
    }
}
