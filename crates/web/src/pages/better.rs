use askama::Template;
use parlor_review::ExerciseRun;
use parlor_rules::Pair;
use parlor_table::Table;
use parlor_view::{
    Advice, LineKind, Names, Spot, exercise_answer, mistake_words, review_best, spots_of, verdict_in_words,
};

use super::practice::playing_color;
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
    /// The seats that this browser holds; none for a viewer.
    pub seats: Pair<bool>,
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
        let words = mistake_words(&self.run.exercise, &Names::of(&self.table.setup().players));
        words + &playing_color(&self.run.exercise)
    }

    fn trial(&self) -> TryView {
        let hidden = vec![("at", self.run.exercise.revision.to_string())];
        let form = Form { method: "post", action: format!("/t/{}/better", self.id), hidden };
        // Once the answer is known, it is marked on the board.
        let best = self.run.answer.as_ref().and_then(|answer| answer.best.first());
        let spots = best.map_or_else(Vec::new, |best| spots_of(*best, self.run.exercise.seat));
        let answer = Advice { spots, ..Advice::default() };
        try_view(self.site, self.seats, self.table, self.picks, Some(&answer), form)
    }

    /// The drawbacks of the move from the game.
    fn drawbacks(&self) -> Vec<String> {
        let lines = self.run.answer.as_ref().map(|answer| exercise_answer(&self.run.exercise, answer));
        let sentences = lines.into_iter().flatten().filter(|line| line.kind == LineKind::Sentence);
        sentences.map(|line| line.text).collect()
    }
}
