//! An analysis of a position, and what leads from a game to it and to a review.

use parlor_host::Host;
use parlor_review::NotReviewed;
use parlor_store::JournalName;
use parlor_table::{Ask, Table};
use parlor_view::not_reviewed;

use super::GameScreen;
use super::mode::{Ending, Mode};
use super::overlay::Overlay;
use crate::screen::Request;

/// What a table is for, where its screen says something else for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScreenPurpose {
    Game,
    Analysis,
}

impl ScreenPurpose {
    /// What comes before the game in the title.
    pub(super) fn title(self) -> Option<&'static str> {
        (self == ScreenPurpose::Analysis).then_some("Analysis")
    }

    /// What the key for quitting does, in a word.
    pub(super) fn quit_word(self) -> &'static str {
        if self == ScreenPurpose::Analysis { "back" } else { "quit" }
    }

    /// What that key and Ctrl-C do, in more words.
    pub(super) fn ways_out(self, kept: &str) -> [String; 2] {
        match self {
            ScreenPurpose::Game => [format!("quit: leave ({kept}) or give up"), format!("leave at once; {kept}")],
            ScreenPurpose::Analysis => {
                ["back to where the analysis was opened from", "leave the program at once"].map(str::to_owned)
            }
        }
    }
}

impl GameScreen {
    /// A table of its own, to try things out from a position. People decide for both seats, and nothing of it is kept.
    pub(crate) fn analysing(table: &Table) -> GameScreen {
        let words = "You decide for both sides and say what dice show. Nothing of this is kept, and the game that it \
                     comes from stays as it is.";
        let mut screen = GameScreen::new(Host::unkept(table.analysis()), &[], &[words.to_owned()]);
        screen.session.purpose = ScreenPurpose::Analysis;
        screen.panels.value.toggle();
        screen
    }

    /// An analysis has nothing to lose, so whatever leaves it goes back without a question.
    pub(super) fn leaving_analysis(&mut self, request: Request) -> Request {
        match request {
            Request::Quit | Request::Start => Request::Back,
            Request::Stay if matches!(self.overlay, Some(Overlay::Quit(_))) => Request::Back,
            Request::ReviewTable(..) => {
                self.caption.note("An analysis isn't reviewed: h ranks what can be chosen.");
                Request::Stay
            }
            request => request,
        }
    }

    /// Whether a round or the tournament has just ended, so that a review is offered.
    pub(super) fn offers_review(&self) -> bool {
        self.turn.can.review && self.is_at_an_end()
    }

    /// Whether a round or the tournament has just ended.
    pub(super) fn is_at_an_end(&self) -> bool {
        match &self.mode {
            Mode::Ended(ending, _) => *ending == Ending::Finished,
            mode => mode.question().is_some_and(|question| question.ask == Ask::Another),
        }
    }

    /// Asks for the review.
    pub(super) fn review(&mut self) -> Request {
        if let Some(why) = NotReviewed::at_one_screen(self.table()) {
            self.caption.note(not_reviewed(why));
        } else if self.replay().is_none() && !self.is_at_an_end() {
            self.caption.note("The review comes when the round is over.");
        } else {
            let journal: Option<&JournalName> = self.session.host.journal_name().or(self.session.looked_at.as_ref());
            return Request::ReviewTable(Box::new(self.table().clone()), journal.cloned());
        }
        Request::Stay
    }

    /// Asks for an analysis of what is visible: in a replay, the table after the step that is shown.
    pub(super) fn analyse(&mut self) -> Request {
        let table = match self.replay() {
            Some(replay) => self.table().at(replay.moment().revision),
            None => self.table().clone(),
        };
        if table.is_over() {
            self.caption
                .note("The tournament is over: there is nothing to try out here. In a replay, x analyses a step.");
            return Request::Stay;
        }
        Request::Analyse(Box::new(table))
    }
}
