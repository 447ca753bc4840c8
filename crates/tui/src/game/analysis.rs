//! Analysis of a position, and the requests that lead from a game to an analysis or a review.

use parlor_host::Host;
use parlor_review::NotReviewed;
use parlor_store::JournalName;
use parlor_table::{Ask, Table};
use parlor_view::not_reviewed;

use super::GameScreen;
use super::mode::{Ending, Mode};
use super::overlay::Overlay;
use crate::screen::Request;

/// The purpose of the screen: a game or an analysis. Some words on it differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScreenPurpose {
    Game,
    Analysis,
}

impl ScreenPurpose {
    /// The first word of the title.
    pub(super) fn title(self) -> Option<&'static str> {
        (self == ScreenPurpose::Analysis).then_some("Analysis")
    }

    /// The label of the quit key.
    pub(super) fn quit_word(self) -> &'static str {
        if self == ScreenPurpose::Analysis { "back" } else { "quit" }
    }

    /// Explanations of the quit key and Ctrl-C for the list of keys.
    pub(super) fn ways_out(self, kept: &str) -> [String; 2] {
        match self {
            ScreenPurpose::Game => [format!("quit: leave ({kept}) or give up"), format!("leave at once; {kept}")],
            ScreenPurpose::Analysis => ["leave the analysis", "leave the program at once"].map(str::to_owned),
        }
    }
}

impl GameScreen {
    /// An analysis: a separate table that starts from a position. The user decides for both seats, and nothing is
    /// saved.
    pub(crate) fn analysing(table: &Table) -> GameScreen {
        let words = "You decide for both sides and type what the dice show. The original game doesn't change, and this \
                     analysis is lost when you leave it.";
        let mut screen = GameScreen::new(Host::unsaved(table.analysis()), &[], &[words.to_owned()]);
        screen.session.purpose = ScreenPurpose::Analysis;
        screen.panels.value.toggle();
        screen
    }

    /// An analysis has nothing to lose, so any request to leave it is carried out without a question.
    pub(super) fn leaving_analysis(&mut self, request: Request) -> Request {
        match request {
            Request::Quit | Request::Start => Request::Back,
            Request::Stay if matches!(self.overlay, Some(Overlay::Quit(_))) => Request::Back,
            Request::ReviewTable(..) => {
                self.caption.note("An analysis can't be reviewed; h ranks the choices.");
                Request::Stay
            }
            request => request,
        }
    }

    /// The table and its journal, if a person played at it and the tournament is over.
    pub(crate) fn finished(&self) -> Option<(&Table, &JournalName)> {
        let table = self.table();
        let is_finished = table.is_over() && table.setup().has_people();
        Some((table, self.journal()?)).filter(|_| is_finished)
    }

    /// The journal of the game that is played or looked at.
    fn journal(&self) -> Option<&JournalName> {
        self.session.host.journal_name().or(self.session.looked_at.as_ref())
    }

    pub(super) fn offers_review(&self) -> bool {
        self.turn.can.review && self.is_at_an_end()
    }

    /// A round or the tournament has just ended.
    pub(super) fn is_at_an_end(&self) -> bool {
        match &self.mode {
            Mode::Ended(ending, _) => *ending == Ending::Finished,
            mode => mode.question().is_some_and(|question| question.ask == Ask::Another),
        }
    }

    pub(super) fn review(&mut self) -> Request {
        if let Some(why) = NotReviewed::at_one_screen(self.table()) {
            self.caption.note(not_reviewed(why));
        } else if self.replay().is_none() && !self.is_at_an_end() {
            self.caption.note("You can review the game once the round is over.");
        } else {
            return Request::ReviewTable(Box::new(self.table().clone()), self.journal().cloned());
        }
        Request::Stay
    }

    /// Requests an analysis of the visible position; in a replay, of the position after the visible step.
    pub(super) fn analyse(&mut self) -> Request {
        let table = match self.replay() {
            Some(replay) => self.table().at(replay.moment().revision),
            None => self.table().clone(),
        };
        let has_ended = table.next().question().is_some_and(|question| question.ask == Ask::Another);
        if has_ended || table.is_over() {
            self.caption.note("The round is over. To analyse a step of it, press x in the replay.");
            return Request::Stay;
        }
        Request::Analyse(Box::new(table))
    }
}
