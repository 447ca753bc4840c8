use askama::Template;
use parlor_review::Exercise;
use parlor_table::Table;
use parlor_view::{Names, Spot, mistake_words};

use super::trying::{Form, TryView, try_view};
use super::{Shell, Site};

/// "Find better": the position before a mistake.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "better.html")]
pub struct BetterPage<'a> {
    pub site: Site<'a>,
    /// The id of the table that it comes from.
    pub id: &'a str,
    /// The mistake.
    pub exercise: &'a Exercise,
    /// The table before it.
    pub table: &'a Table,
    /// What was chosen on the board so far.
    pub picks: &'a [Spot],
    /// What came of a try, in a sentence, and whether it is solved.
    pub verdict: Option<(&'a str, bool)>,
    /// The answer, once it is asked for: what is best, and why.
    pub answer: Option<(&'a str, &'a [String])>,
    /// Why something can't be tried.
    pub message: Option<&'a str>,
}

impl BetterPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.exercise.game();
        Shell::at_board(self.site, format!("Find better \u{2013} {game} \u{2013} Parlor"), game)
    }

    fn names(&self) -> Names {
        Names::of(&self.table.setup().players)
    }

    fn tried(&self) -> TryView {
        let hidden = vec![("at", self.exercise.revision.to_string())];
        let form = Form { method: "post", action: format!("/t/{}/better", self.id), hidden };
        try_view(self.table, &self.names(), self.picks, None, form)
    }
}
