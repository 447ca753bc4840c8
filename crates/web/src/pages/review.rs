//! What every decision of a game cost, and what was luck.

mod graph;

use askama::Template;
use parlor_review::{Exercise, Mark, Marks, Printed, Review, ReviewStep, RoundReview};
use parlor_rules::{Game, Seat};
use parlor_table::Table;
use parlor_view::svg::defs;
use parlor_view::{
    Names, Scene, StepBoard, StepRow, StepText, capitalised, review_cost, review_played, review_result, review_summary,
    signed_number, size_in_words, step_title,
};

use self::graph::{Graph, badge, graph};
use super::table::{BoardHtml, signed};
use super::{Place, Shell, Site, minus};

/// The review of a table's rounds, as far as it is made.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "review.html")]
pub struct ReviewPage<'a> {
    pub site: Site<'a>,
    /// The table's id.
    pub id: &'a str,
    /// The table.
    pub table: &'a Table,
    /// How often something beside the game had changed when this was put together.
    pub asides: u64,
    /// What is known.
    pub review: &'a Review,
    /// How many questions are answered, and of how many.
    pub answered: (usize, usize),
    /// Whether it goes on by itself.
    pub under_way: bool,
    /// The round in sight; `None` is the last one.
    pub round: Option<u32>,
    /// The moment in sight, by its revision; `None` is the most costly one.
    pub at: Option<u64>,
    /// The list has the most costly decisions first.
    pub by_cost: bool,
}

struct RoundView {
    number: u32,
    result: String,
    sentences: Vec<String>,
    equation: Option<EquationView>,
    unit: &'static str,
    human: String,
    graph: Option<String>,
    rows: Vec<RowView>,
    has_luck: bool,
    by_cost: bool,
    moment: Option<MomentView>,
    marks: Vec<(&'static str, String)>,
}

struct EquationView {
    points: String,
    start: String,
    luck: String,
    skill: String,
}

struct RowView {
    entry: u64,
    here: bool,
    who: String,
    throw: String,
    played: String,
    best: String,
    luck: String,
    cost: String,
    mark: String,
    badge: &'static str,
}

struct MomentView {
    title: String,
    tag: String,
    square: bool,
    board: Option<BoardHtml>,
    legend: &'static str,
    best: Option<(String, Vec<String>)>,
    played: Option<(&'static str, String, Vec<String>)>,
    said: Option<String>,
    value: Option<String>,
    previous: Option<u64>,
    next: Option<u64>,
    /// The revision before it, to be analysed from.
    before: u64,
    /// The mistake can be tried again.
    better: Option<u64>,
}

/// A number with its sign.
fn number(value: f64, digits: usize) -> String {
    minus(&signed_number(value, digits))
}

/// Hundredths with their sign.
fn hundredths(number: i64) -> String {
    let sign = match number {
        0 => "",
        1.. => "+",
        _ => "\u{2212}",
    };
    format!("{sign}{}.{:02}", number.abs() / 100, number.abs() % 100)
}

impl ReviewPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table.game();
        let title = format!("{} \u{2013} {game} \u{2013} Parlor", self.title());
        let shell = Shell::new(self.site, title, Place::Elsewhere);
        Shell { waits: !self.is_complete(), skip_to: "To the review", defs: defs(game), ..shell }
    }

    fn base(&self) -> String {
        format!("/t/{}", self.id)
    }

    fn round_numbers(&self) -> impl Iterator<Item = u32> {
        self.review.rounds.iter().map(|round| round.round)
    }

    fn is_complete(&self) -> bool {
        self.answered.0 == self.answered.1
    }

    /// The round that was asked for, or that of the step, or the last one.
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

    fn progress(&self) -> String {
        let (answered, all) = self.answered;
        let rest = if self.under_way {
            "You can leave this page: it goes on."
        } else {
            "The server is busy with other reviews; this one goes on later."
        };
        format!("{answered} of {all} throws and decisions are reviewed. {rest}")
    }

    fn shown_round(&self) -> Option<RoundView> {
        let names = Names::of(&self.table.setup().players);
        self.shown().map(|round| round_view(self, round, self.table.game(), &names))
    }
}

fn round_view(page: &ReviewPage<'_>, round: &RoundReview, game: Game, names: &Names) -> RoundView {
    let steps = round.steps();
    let at = chosen(&steps, page.at);
    let order = if page.by_cost { "&order=cost" } else { "" };
    let link = format!("/t/{}/review?round={}{order}&at=", page.id, round.round);
    let equation = round.equation();
    // Where the numbers stand in boxes, the sentence with the same numbers is left out.
    let boxed = equation.is_some() && game == Game::Canoga;
    let sentences: Vec<String> = review_summary(game, round, names).into_iter().skip(usize::from(boxed)).collect();
    let mut rows: Vec<&ReviewStep<'_>> = steps.iter().filter(|step| step.decision.is_some()).collect();
    if page.by_cost {
        rows.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
    }
    let Marks { inaccuracy, mistake, blunder } = Marks::of(game, round.size);
    let from = |least: f64| format!("{} or more", review_cost(game, least, true));
    let marks = vec![
        (badge(Mark::Best), "best: costs nothing".to_owned()),
        (badge(Mark::Good), format!("good: less than {}", review_cost(game, inaccuracy, true))),
        (badge(Mark::Inaccuracy), format!("inaccuracy: {}", from(inaccuracy))),
        (badge(Mark::Mistake), format!("mistake: {}", from(mistake))),
        (badge(Mark::Blunder), format!("blunder: {}", from(blunder))),
    ];
    RoundView {
        number: round.round,
        result: review_result(game, round, names),
        sentences: signed(&sentences),
        equation: equation.filter(|_| boxed).map(|equation| {
            let Printed { start, luck, skill, points, .. } = equation.printed();
            EquationView {
                points: hundredths(points),
                start: hundredths(start),
                luck: hundredths(luck),
                skill: hundredths(skill),
            }
        }),
        unit: game.unit(),
        human: names.label(Seat::Human).to_owned(),
        graph: graph(&Graph { game, names, steps: &steps, start: round.start, points: round.points, at, link: &link }),
        rows: rows.into_iter().map(|step| row(step, step.entry == steps[at].entry, game, names)).collect(),
        has_luck: steps.iter().any(|step| step.luck().is_some()),
        by_cost: page.by_cost,
        moment: steps.get(at).map(|_| moment(page.table, &steps, at, game, names)),
        marks,
    }
}

fn row(step: &ReviewStep<'_>, here: bool, game: Game, names: &Names) -> RowView {
    let row = StepRow::of(game, step);
    RowView {
        entry: row.entry,
        here,
        who: names.label(row.seat).to_owned(),
        throw: row.throw.map_or_else(String::new, |throw| throw.to_string().replace(' ', " + ")),
        played: capitalised(&row.played),
        best: if row.best.is_empty() { "\u{2013}".to_owned() } else { capitalised(&row.best) },
        luck: row.luck.map_or_else(String::new, |luck| number(luck, 2)),
        cost: row.cost,
        badge: row.mark.map_or("", badge),
        mark: row.mark_words,
    }
}

/// The step to show: that of an entry, or else the most costly one, or else the first.
fn chosen(steps: &[ReviewStep<'_>], entry: Option<u64>) -> usize {
    let asked = entry.and_then(|entry| steps.iter().position(|step| step.contains(entry)));
    let costly = || (0..steps.len()).rev().max_by(|one, other| steps[*one].cost().total_cmp(&steps[*other].cost()));
    asked.or_else(costly).unwrap_or(0)
}

fn moment(table: &Table, steps: &[ReviewStep<'_>], at: usize, game: Game, names: &Names) -> MomentView {
    let step = &steps[at];
    let text = StepText::of(game, step, names);
    let shown = StepBoard::of(table, step);
    let legend = match (shown.played.is_empty(), shown.best.is_empty()) {
        (false, false) => "Marked on the board: the best has a star, and what was played is outlined.",
        (false, true) => "On the board, what was played is outlined.",
        _ => "",
    };
    let played = step.decision.filter(|_| step.mark() != Some(Mark::Best));
    MomentView {
        title: step_title(step, names),
        tag: text.tag,
        square: game == Game::Kono,
        board: shown
            .scene
            .map(|scene| BoardHtml::small(game, &Scene { chosen: shown.played, ..scene }, names, &shown.best)),
        legend,
        best: text.best,
        played: played.map(|decision| (step.mark().map_or("", badge), review_played(decision), text.worse)),
        said: text.said,
        value: text.value.map(|value| signed(&[value]).concat()),
        previous: at.checked_sub(1).map(|earlier| steps[earlier].entry),
        next: steps.get(at + 1).map(|step| step.entry),
        before: step.shown_at(),
        better: step.decision.and_then(Exercise::entry_of),
    }
}
