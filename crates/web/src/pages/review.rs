//! What every decision of a game cost, and what was luck.

mod graph;
mod steps;

use askama::Template;
use parlor_review::{DecisionReview, Mark, Marks, Printed, Review, RoundReview};
use parlor_rules::{Game, Seat, Throw};
use parlor_table::Table;
use parlor_view::svg::defs;
use parlor_view::{
    BoardView, DiceView, Names, Scene, capitalised, review_best, review_chance, review_cost, review_equation,
    review_played, review_result, review_seat, size_in_words, spots_of,
};

use self::graph::{Graph, badge, graph};
use self::steps::{Step, chosen, steps};
use super::table::{BoardHtml, signed};
use super::{Place, Shell, Site, minus, render};

/// The review of a table's rounds, as far as it is made.
#[derive(Clone, Copy, Debug)]
pub struct ReviewPage<'a> {
    /// What every page needs.
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

#[derive(Template)]
#[template(path = "review.html")]
struct ReviewView<'a> {
    shell: Shell<'a>,
    base: String,
    revision: u64,
    asides: u64,
    say: &'static str,
    title: String,
    about: String,
    progress: Option<ProgressView>,
    rounds: Vec<(u32, bool)>,
    round: Option<RoundView>,
}

struct ProgressView {
    answered: usize,
    all: usize,
    words: String,
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
    number: usize,
    revision: u64,
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
    previous: Option<u64>,
    next: Option<u64>,
    /// The revision before it, to be analysed from.
    before: u64,
    /// The mistake can be tried again.
    better: Option<u64>,
}

/// A number with its sign.
fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.trim_matches(['+', '-', '0', '.']).is_empty() { text[1..].to_owned() } else { minus(&text) }
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

fn dice(throw: Throw) -> String {
    throw.to_string().replace(' ', " and ")
}

/// "Step 18, Anna, 4 and 2".
fn step_name(step: &Step<'_>, names: &Names) -> String {
    let who = names.label(step.seat);
    match step.throw {
        Some(throw) => format!("Step {}, {who}, {}", step.number, dice(throw.throw)),
        None => format!("Step {}, {who}", step.number),
    }
}

/// The review.
pub fn review_page(page: &ReviewPage<'_>) -> String {
    let game = page.table.game();
    let names = Names::of(&page.table.setup().players);
    let rounds = &page.review.rounds;
    let round = page.round.and_then(|wanted| rounds.iter().find(|round| round.round == wanted));
    let round = round.or_else(|| {
        let at = page.at?;
        rounds.iter().find(|round| steps(round).iter().any(|step| step.revision() == at))
    });
    let round = round.or(rounds.last());
    let title = match round {
        Some(round) => format!("Review of round {}", round.round),
        None => "Review".to_owned(),
    };
    let about = round.map(|round| format!("{game} \u{b7} {}", size_in_words(game, round.size)));
    let (answered, all) = page.answered;
    let complete = answered == all;
    let shell = Shell::new(page.site, format!("{title} \u{2013} {game} \u{2013} Parlor"), Place::Elsewhere);
    let html = ReviewView {
        shell: Shell { waits: !complete, skip_to: "To the review", defs: defs(game), ..shell },
        base: format!("/t/{}", page.id),
        revision: page.table.revision(),
        asides: page.asides,
        say: if complete { "The review is complete." } else { "" },
        title,
        about: about.unwrap_or_else(|| game.to_string()),
        progress: (!complete).then(|| ProgressView {
            answered,
            all,
            words: if page.under_way {
                format!("{answered} of {all} throws and decisions are reviewed. You can leave this page: it goes on.")
            } else {
                format!("{answered} of {all} throws and decisions are reviewed. The server is busy with other reviews; this one goes on later.")
            },
        }),
        rounds: rounds.iter().map(|other| (other.round, round.is_some_and(|round| round.round == other.round))).collect(),
        round: round.map(|round| round_view(page, round, game, &names)),
    };
    render(&html)
}

fn round_view(page: &ReviewPage<'_>, round: &RoundReview, game: Game, names: &Names) -> RoundView {
    let steps = steps(round);
    let at = chosen(&steps, page.at);
    let order = if page.by_cost { "&order=cost" } else { "" };
    let link = format!("/t/{}/review?round={}{order}&at=", page.id, round.round);
    let equation = round.equation();
    // Where the numbers stand in boxes, the sentence with the same numbers is left out.
    let mut sentences: Vec<String> =
        review_equation(round, names).into_iter().skip(usize::from(equation.is_some())).collect();
    sentences.extend(review_chance(game, round, names));
    sentences.extend(Seat::BOTH.map(|seat| review_seat(game, seat, &round.seat(game, seat), names)));
    let mut rows: Vec<&Step<'_>> = steps.iter().filter(|step| step.decision.is_some()).collect();
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
        equation: equation.map(|equation| {
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
        rows: rows.into_iter().map(|step| row(step, step.number == at + 1, game, names)).collect(),
        has_luck: steps.iter().any(|step| step.luck().is_some()),
        by_cost: page.by_cost,
        moment: steps.get(at).map(|_| moment(page.table, &steps, at, game, names)),
        marks,
    }
}

fn row(step: &Step<'_>, here: bool, game: Game, names: &Names) -> RowView {
    let decision = step.decision;
    let judged = decision.and_then(|decision| decision.judged.as_ref());
    let mark = decision.and_then(|decision| decision.mark);
    let best = judged.filter(|judged| judged.cost() > 0.0).map(|judged| capitalised(&review_best(judged)));
    let cost = match (judged, mark) {
        (Some(_), Some(Mark::Best)) => "0".to_owned(),
        (Some(judged), _) => {
            let text = review_cost(game, judged.cost(), judged.exact);
            text.trim_end_matches(&format!(" {}", game.unit()))
                .trim_end_matches(" point")
                .trim_end_matches(" seed")
                .to_owned()
        }
        (None, _) => String::new(),
    };
    let forced = decision.is_some_and(|decision| decision.decided.is_forced());
    RowView {
        number: step.number,
        revision: step.revision(),
        here,
        who: names.label(step.seat).to_owned(),
        throw: step.throw.map_or_else(String::new, |throw| throw.throw.to_string().replace(' ', " + ")),
        played: decision.map_or_else(String::new, |decision| capitalised(&review_played(decision))),
        best: best.unwrap_or_else(|| "\u{2013}".to_owned()),
        luck: step.luck().map_or_else(String::new, |luck| number(luck, 2)),
        cost,
        mark: match mark {
            Some(mark) => mark.to_string(),
            None if forced => "forced".to_owned(),
            None => "not yet".to_owned(),
        },
        badge: mark.map_or("", badge),
    }
}

/// The first play of a decision that differs from the best line.
fn first_difference(decision: &DecisionReview) -> usize {
    let Some(judged) = &decision.judged else { return 0 };
    let plays = &decision.decided.plays;
    plays.iter().zip(&judged.best).position(|(play, best)| play.choice != *best).unwrap_or(0)
}

fn moment(table: &Table, steps: &[Step<'_>], at: usize, game: Game, names: &Names) -> MomentView {
    let step = &steps[at];
    let decision = step.decision;
    let place = decision.map_or(0, first_difference);
    let before = decision
        .and_then(|decision| decision.decided.plays.get(place))
        .map_or_else(|| step.throw.map_or(0, |throw| throw.revision), |play| play.revision.saturating_sub(1));
    let then = table.at(before);
    let judged = decision.and_then(|decision| decision.judged.as_ref());
    let mark = decision.and_then(|decision| decision.mark);
    let costs = judged.is_some_and(|judged| judged.cost() > 0.0);
    let spots = |choice| spots_of(choice, step.seat);
    let played_spots = decision.map_or_else(Vec::new, |decision| spots(decision.decided.plays[place].choice));
    let best_spots = judged.and_then(|judged| judged.best.get(place)).map_or_else(Vec::new, |best| spots(*best));
    let legend = match (played_spots.is_empty(), best_spots.is_empty()) {
        (false, false) => "Marked on the board: the best has a star, and what was played is outlined.",
        (false, true) => "On the board, what was played is outlined.",
        _ => "",
    };
    let board = BoardView::of(&then).map(|mut board| {
        board.can_choose.clear();
        if let Some(throw) = step.throw {
            board.dice.get_or_insert(DiceView { seat: throw.seat, throw: throw.throw, rolling: false });
        }
        let scene = Scene { chosen: played_spots, ..Scene::of(board) };
        BoardHtml::small(game, &scene, names, &best_spots)
    });
    let mut why_worse: Vec<String> =
        decision.map_or_else(Vec::new, |decision| decision.drawbacks().iter().map(ToString::to_string).collect());
    if let (Some(decision), Some(judged)) = (decision, judged)
        && costs
        && decision.decided.plays.len() > 1
    {
        let shares = decision.decided.plays.iter().zip(&judged.costs).filter(|(_, cost)| **cost > 0.0);
        why_worse.extend(shares.map(|(play, cost)| {
            format!("{} cost {}.", capitalised(&play.choice.to_string()), review_cost(game, *cost, judged.exact))
        }));
    }
    let said = decision.and_then(|decision| {
        let told = decision.decided.plays.iter().find_map(|play| play.rationale.as_ref())?;
        (!told.reasons.is_empty()).then(|| format!("{} said then: {}", names.label(step.seat), told.reasons.join(" ")))
    });
    MomentView {
        title: step_name(step, names),
        tag: match (mark, judged) {
            (Some(Mark::Best), _) => "Best".to_owned(),
            (Some(mark), Some(judged)) => {
                format!("{}, {}", capitalised(&mark.to_string()), review_cost(game, judged.cost(), judged.exact))
            }
            _ if decision.is_some_and(|decision| decision.decided.is_forced()) => "Forced".to_owned(),
            _ if step.luck().is_some() && decision.is_none() => "Nothing to play".to_owned(),
            _ => "Not reviewed yet".to_owned(),
        },
        square: game == Game::Kono,
        board,
        legend,
        best: judged.map(|judged| (review_best(judged), judged.reasons.clone())),
        played: decision
            .filter(|_| costs || judged.is_none())
            .map(|decision| (mark.map_or("", badge), review_played(decision), why_worse)),
        said,
        previous: at.checked_sub(1).map(|earlier| steps[earlier].revision()),
        next: steps.get(at + 1).map(Step::revision),
        before,
        better: decision.filter(|_| mark >= Some(Mark::Mistake)).and_then(worst_play),
    }
}

/// The revision of the play that an exercise is about: the one that cost most.
fn worst_play(decision: &DecisionReview) -> Option<u64> {
    let judged = decision.judged.as_ref()?;
    let plays = decision.decided.plays.iter().zip(&judged.costs);
    plays.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(play, _)| play.revision)
}
