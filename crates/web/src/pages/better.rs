use askama::Template;
use parlor_review::ExerciseRun;
use parlor_table::Table;
use parlor_view::{Names, Spot, mistake_words, review_best, verdict_in_words};

use super::trying::{Form, TryView, try_view};
use super::{Shell, Site};

/// "Find better": the position before a mistake, at which the player can try another move.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "better.html")]
pub struct BetterPage<'a> {
    pub site: Site<'a>,
    /// The id of the table with the mistake.
    pub id: &'a str,
    pub run: &'a ExerciseRun,
    pub table: &'a Table,
    pub picks: &'a [Spot],
    /// The reason why a move was refused.
    pub message: Option<&'a str>,
}

impl BetterPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table.game();
        Shell::at_board(self.site, format!("Find a better move \u{2013} {game} \u{2013} Parlor"), self.table)
    }

    fn about(&self) -> String {
        mistake_words(&self.run.exercise, &Names::of(&self.table.setup().players))
    }

    fn trial(&self) -> TryView {
        let hidden = vec![("at", self.run.exercise.revision.to_string())];
        let form = Form { method: "post", action: format!("/t/{}/better", self.id), hidden };
        try_view(self.table, self.picks, None, form)
    }
}
