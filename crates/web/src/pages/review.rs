//! The review of a game: the cost of each decision, and the luck.

mod graph;

use askama::Template;
use parlor_review::{Exercise, Mark, Marks, Printed, Review, ReviewStep, RoundReview};
use parlor_rules::{Game, Pair, Seat};
use parlor_table::Table;
use parlor_view::svg::{Num, defs};
use parlor_view::{
    Names, Scene, StepBoard, StepRow, StepText, capitalised, review_cost, review_played, review_result, review_summary,
    signed_number, size_in_words, step_title,
};

use self::graph::{BOTTOM, GraphSvg, LEFT, LUCK, LUCK_HALF, TOP, badge_y, has_room};
use super::table::{BoardHtml, is_turned, names_for, signed};
use super::{NavItem, Preview, Shell, Site, minus};

/// The review of a table's rounds, with the results so far.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "review.html")]
pub struct ReviewPage<'a> {
    pub site: Site<'a>,
    pub id: &'a str,
    pub table: &'a Table,
    /// The seats that this browser holds; none for a viewer.
    pub seats: Pair<bool>,
    /// The number of changes outside the game when the page was made.
    pub extra_changes: u64,
    pub review: &'a Review,
    /// The number of answered questions, and of all questions.
    pub answered: (usize, usize),
    /// The review is still running.
    pub under_way: bool,
    /// The round on screen; `None` means the last one.
    pub round: Option<u32>,
    /// The revision of the step on screen; `None` means the most costly one.
    pub at: Option<u64>,
    /// The list shows the most costly decisions first.
    pub by_cost: bool,
}

/// A number with its sign.
fn number(value: f64, digits: usize) -> String {
    minus(&signed_number(value, digits))
}

#[allow(clippy::cast_precision_loss, reason = "results of rounds are small")]
fn hundredths(hundredths: i64) -> String {
    number(hundredths as f64 / 100.0, 2)
}

impl ReviewPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table.game();
        let title = format!("{} \u{2013} {game} \u{2013} Parlor", self.title());
        let shell = Shell::new(self.site, title, NavItem::Elsewhere);
        let preview = Preview::of_table(self.table, self.id);
        Shell { waits: !self.is_complete(), skip_to: "Skip to the review", defs: defs(game), preview, ..shell }
    }

    fn base(&self) -> String {
        format!("/t/{}", self.id)
    }

    fn is_complete(&self) -> bool {
        self.answered.0 == self.answered.1
    }

    /// The requested round, or else the round of the requested step, or else the last one.
    fn shown(&self) -> Option<&RoundReview> {
        let rounds = &self.review.rounds;
        let asked = self.round.and_then(|wanted| rounds.iter().find(|round| round.round == wanted));
        let has_step =
            |round: &&RoundReview| round.steps().iter().any(|step| self.at.is_some_and(|at| step.contains(at)));
        asked.or_else(|| rounds.iter().find(has_step)).or(rounds.last())
    }

    fn title(&self) -> String {
        self.shown().map_or("Review".to_owned(), |round| format!("Review of round {}", round.round))
    }

    fn about(&self) -> String {
        let game = self.table.game();
        let size = self.shown().map(|round| format!(" \u{b7} {}", size_in_words(game, round.size)));
        format!("{game}{}", size.unwrap_or_default())
    }

    fn shown_round(&self) -> Option<ShownRound<'_>> {
        let round = self.shown()?;
        let steps = round.steps();
        // The requested step, or else the most costly one, or else the first.
        let asked = self.at.and_then(|entry| steps.iter().position(|step| step.contains(entry)));
        let costly = || (0..steps.len()).rev().max_by(|one, other| steps[*one].cost().total_cmp(&steps[*other].cost()));
        let at = asked.or_else(costly).unwrap_or(0);
        Some(ShownRound { page: self, round, names: names_for(self.table, self.seats), steps, at })
    }
}

struct ShownRound<'a> {
    page: &'a ReviewPage<'a>,
    round: &'a RoundReview,
    names: Names,
    steps: Vec<ReviewStep<'a>>,
    at: usize,
}

impl ShownRound<'_> {
    fn game(&self) -> Game {
        self.page.table.game()
    }

    /// The address of a step, except for its entry at the end.
    fn link(&self) -> String {
        let order = if self.page.by_cost { "&order=cost" } else { "" };
        format!("/t/{}/review?round={}{order}&at=", self.page.id, self.round.round)
    }

    fn result(&self) -> String {
        review_result(self.game(), self.round, &self.names)
    }

    /// The numbers shown in boxes.
    fn equation(&self) -> Option<Printed> {
        self.round.equation().filter(|_| self.game() == Game::Canoga).map(|equation| equation.printed())
    }

    fn sentences(&self) -> Vec<String> {
        // If the numbers are shown in boxes, the sentence with the same numbers is left out.
        let boxed = usize::from(self.equation().is_some());
        signed(&review_summary(self.game(), self.round, &self.names)[boxed..])
    }

    fn graph(&self) -> Option<GraphSvg<'_>> {
        GraphSvg::of(self)
    }

    fn has_luck(&self) -> bool {
        self.steps.iter().any(|step| step.luck().is_some())
    }

    fn rows(&self) -> Vec<StepRow> {
        let mut rows: Vec<&ReviewStep<'_>> = self.steps.iter().filter(|step| step.decision.is_some()).collect();
        if self.page.by_cost {
            rows.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
        }
        rows.into_iter().map(|step| StepRow::of(self.game(), step)).collect()
    }

    fn is_here(&self, row: &StepRow) -> bool {
        row.entry == self.steps[self.at].entry
    }

    fn marks(&self) -> [(Mark, String); 5] {
        let Marks { inaccuracy, mistake, blunder } = Marks::of(self.game(), self.round.size);
        let cost = |least: f64| review_cost(self.game(), least, true);
        Mark::ALL.map(|mark| {
            let words = match mark {
                Mark::Best => "costs nothing".to_owned(),
                Mark::Good => format!("less than {}", cost(inaccuracy)),
                Mark::Inaccuracy => format!("{} or more", cost(inaccuracy)),
                Mark::Mistake => format!("{} or more", cost(mistake)),
                Mark::Blunder => format!("{} or more", cost(blunder)),
            };
            (mark, format!("{mark}: {words}"))
        })
    }

    fn step(&self) -> Option<&ReviewStep<'_>> {
        self.steps.get(self.at)
    }

    fn text(&self, step: &ReviewStep<'_>) -> StepText {
        let mut text = StepText::of(self.game(), step, &self.names);
        text.value = text.value.map(|value| signed(&[value]).concat());
        text
    }

    /// The board of a step, and a sentence that describes its marks.
    fn board(&self, step: &ReviewStep<'_>) -> Option<(BoardHtml, &'static str)> {
        let StepBoard { scene, played, best, .. } = StepBoard::of(self.page.table, step);
        let legend = match (played.is_empty(), best.is_empty()) {
            (false, false) => "On the board, the best choice has a star, and the played one is outlined.",
            (false, true) => "On the board, the played choice is outlined.",
            _ => "",
        };
        let scene = Scene { chosen: played, ..scene? };
        let turned = is_turned(&scene.board, self.page.seats, self.page.site);
        Some((BoardHtml::small(self.game(), &scene, &self.names, &best, turned), legend))
    }

    /// The entries of the steps before and after the one on screen, with the labels of their links.
    fn neighbours(&self) -> [(&'static str, &'static str, Option<u64>); 2] {
        let entry = |place: Option<usize>| place.and_then(|place| self.steps.get(place)).map(|step| step.entry);
        [("previous", "Back", entry(self.at.checked_sub(1))), ("next", "Next", entry(Some(self.at + 1)))]
    }
}
