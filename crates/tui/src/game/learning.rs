//! What leads from a game to its review, and to an analysis of its position.

use parlor_host::{Host, JournalName};
use parlor_table::{Ask, Table};

use super::mode::{Ending, Mode};
use super::{After, GameScreen};
use crate::reviewing::why_not_yet;

impl GameScreen {
    /// A table of its own, to try things out from here. People decide for both seats, and nothing of it is kept.
    pub(crate) fn analysis(table: &Table) -> GameScreen {
        let words = "You decide for both sides and say what dice show. Nothing of this is kept, and the game that it \
                     comes from stays as it is.";
        let mut screen = GameScreen::new(Host::unkept(table.analysis()), &[], &[words.to_owned()]);
        screen.is_analysis = true;
        screen.bar.toggle();
        screen
    }

    /// Whether this is an analysis, and no game.
    pub(crate) fn is_analysis(&self) -> bool {
        self.is_analysis
    }

    /// Where the game's review is kept, if it can be.
    pub(crate) fn journal(&self) -> Option<&JournalName> {
        self.host.journal_name().or(self.looked_at.as_ref())
    }

    /// The table as it is, to be reviewed.
    pub(crate) fn table_to_review(&self) -> Table {
        self.table().clone()
    }

    /// The table as it is in sight: in a replay, after the step that is shown.
    pub(crate) fn table_to_analyse(&self) -> Table {
        match self.replay() {
            Some(replay) => self.table().at(replay.moment().revision),
            None => self.table().clone(),
        }
    }

    /// Whether a round or the tournament has just ended, so that a review is offered.
    pub(super) fn offers_review(&self) -> bool {
        let ended = match &self.mode {
            Mode::Ended(ending, _) => *ending == Ending::Finished,
            mode => mode.question().is_some_and(|question| question.ask == Ask::Another),
        };
        ended && !self.is_analysis && why_not_yet(self.table()).is_none()
    }

    /// Asks for the review.
    pub(super) fn review(&mut self) -> After {
        if self.is_analysis {
            self.caption.note("An analysis isn't reviewed: h ranks what can be chosen.");
            return After::Stay;
        }
        if let Some(why) = why_not_yet(self.table()) {
            self.caption.note(why);
            return After::Stay;
        }
        if self.replay().is_none() && !self.offers_review() {
            self.caption.note("The review comes when the round is over.");
            return After::Stay;
        }
        After::Review
    }

    /// Asks for an analysis.
    pub(super) fn analyse(&mut self) -> After {
        let table = self.table_to_analyse();
        if table.is_over() {
            self.caption
                .note("The tournament is over: there is nothing to try out here. In a replay, x analyses a step.");
            return After::Stay;
        }
        After::Analyse
    }
}
