//! Two programs can be paused, and played on step by step.

use parlor_table::Event;

use super::GameScreen;

/// Whether two programs wait.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Pause {
    /// They play.
    #[default]
    Off,
    /// They wait.
    On,
    /// They play until something was told, and then wait again.
    Step {
        /// Whether something was told.
        told: bool,
    },
}

impl Pause {
    /// Whether the step that was wanted has happened.
    pub(super) fn has_stepped(self) -> bool {
        self == Pause::Step { told: true }
    }

    /// Something happened at the table.
    pub(super) fn happened(&mut self, events: &[Event]) {
        if let Pause::Step { told } = self {
            *told |= !events.is_empty();
        }
    }
}

impl GameScreen {
    /// Whether there is anything to pause.
    pub(super) fn can_pause(&self) -> bool {
        !self.setup().has_people() && self.is_open()
    }

    /// Lets two programs wait, or go on.
    pub(super) fn toggle_pause(&mut self) {
        if self.can_pause() {
            self.turn.pause = if self.turn.pause == Pause::Off { Pause::On } else { Pause::Off };
        } else {
            self.caption.note("Only two programs can be paused.");
        }
    }

    /// Lets two programs that wait play one step.
    pub(super) fn step_once(&mut self) {
        if self.can_pause() && self.turn.pause != Pause::Off {
            // What is still to be shown of the step before is part of that one.
            for queued in self.stage.finish() {
                self.tell(queued);
            }
            self.turn.pause = Pause::Step { told: false };
        }
    }
}
