use askama::Template;
use parlor_review::{Start, Variation, write_position};
use parlor_rules::Pair;
use parlor_table::Table;
use parlor_view::{Advice, Names, Spot, long_list, sentences, size_in_words};

use super::table::{AdviceView, LogLine, log_lines};
use super::trying::{Form, TryView, try_view};
use super::{Shell, Site};

#[derive(Clone, Copy)]
pub(crate) enum AnalysisOrigin<'a> {
    /// A table at a revision, with the seats that the browser holds there.
    Table { id: &'a str, at: u64, seats: Pair<bool> },
    /// The start of a game.
    Start(Start),
    /// A position that was set up by hand, written as a save.
    Position(&'a str),
}

impl AnalysisOrigin<'_> {
    /// The form fields that lead back to the start of the line.
    fn form(self) -> Form {
        let (action, hidden) = match self {
            AnalysisOrigin::Table { id, at, .. } => (format!("/t/{id}/analyse"), ("at", at.to_string())),
            AnalysisOrigin::Start(start) => ("/analyse".to_owned(), ("start", start.to_string())),
            AnalysisOrigin::Position(text) => ("/analyse".to_owned(), ("position", text.to_owned())),
        };
        Form { method: "get", action, hidden: vec![hidden] }
    }

    pub(crate) fn url(self) -> String {
        self.form().url()
    }
}

/// A position at which the user chooses the moves of both players.
#[derive(Template, Clone, Copy)]
#[template(path = "analyse.html")]
pub(crate) struct AnalysePage<'a> {
    pub(crate) site: Site<'a>,
    pub(crate) origin: AnalysisOrigin<'a>,
    pub(crate) tried: &'a Variation,
    /// Steps after this position that were undone.
    pub(crate) ahead: &'a [String],
    pub(crate) picks: &'a [Spot],
    /// `None` if the engine is busy.
    pub(crate) advice: Option<&'a Advice>,
    /// The reason why a move was refused.
    pub(crate) message: Option<&'a str>,
}

/// The number of steps before and after the position that are linked. Each link contains the whole line.
const LINKED_STEPS: usize = 20;

impl AnalysePage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table().game();
        Shell::at_board(self.site, format!("Analysis \u{2013} {game} \u{2013} Parlor"), self.table())
    }

    fn table(&self) -> &Table {
        &self.tried.table
    }

    fn about(&self) -> String {
        let table = self.table();
        let size = table.size().map(|size| size_in_words(table.game(), size) + " \u{b7} ");
        format!("{}round {}", size.unwrap_or_default(), table.round())
    }

    fn trial(&self) -> TryView {
        let mut form = self.origin.form();
        form.hidden.push(("line", Variation::line(&self.tried.steps)));
        let seats = match self.origin {
            AnalysisOrigin::Table { seats, .. } => seats,
            AnalysisOrigin::Start(_) | AnalysisOrigin::Position(_) => Pair::default(),
        };
        try_view(self.site, seats, self.table(), self.picks, self.advice, form)
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let mut links = match self.origin {
            AnalysisOrigin::Table { id, .. } => {
                vec![("Back to the table", format!("/t/{id}")), ("Review", format!("/t/{id}/review"))]
            }
            AnalysisOrigin::Start(_) | AnalysisOrigin::Position(_) => vec![("Another game", "/analyse".to_owned())],
        };
        links.extend(self.table().standing().map(|standing| {
            let mut form = AnalysisOrigin::Position(&write_position(&standing)).form();
            form.hidden.push(("by", "hand".to_owned()));
            ("Change by hand", form.url())
        }));
        links
    }

    fn advised(&self) -> Option<AdviceView<'_>> {
        self.advice.map(|advice| AdviceView { advice, game: self.table().game() })
    }

    fn lines(&self) -> Vec<LogLine> {
        let names = Names::of(&self.table().setup().players);
        let log_sentences: Vec<_> = self.tried.events.iter().flat_map(|event| sentences(event, &names)).collect();
        log_lines(&log_sentences, &names, None)
    }

    /// All steps, including undone ones.
    fn all(&self) -> Vec<String> {
        self.tried.steps.iter().chain(self.ahead).cloned().collect()
    }

    /// The address of the position after some steps of the line.
    fn url(&self, steps: usize) -> String {
        let all = self.all();
        let (before, after) = all.split_at(steps);
        let mut form = self.origin.form();
        form.hidden.push(("line", Variation::line(before)));
        if !after.is_empty() {
            form.hidden.push(("ahead", Variation::line(after)));
        }
        form.url()
    }

    /// The linked steps: their numbers and descriptions.
    fn linked(&self) -> Vec<(usize, String)> {
        let first = self.tried.steps.len().saturating_sub(LINKED_STEPS);
        let all = self.all().into_iter().enumerate().skip(first).take(2 * LINKED_STEPS);
        all.map(|(place, words)| (place + 1, words)).collect()
    }

    /// Label and address of the links to other steps.
    fn moves(&self) -> [(&'static str, Option<String>); 4] {
        let (now, count) = (self.tried.steps.len(), self.tried.steps.len() + self.ahead.len());
        [
            ("First", (now > 0).then(|| self.url(0))),
            ("Back", (now > 0).then(|| self.url(now - 1))),
            ("Next", (now < count).then(|| self.url(now + 1))),
            ("Last", (now < count).then(|| self.url(count))),
        ]
    }
}
