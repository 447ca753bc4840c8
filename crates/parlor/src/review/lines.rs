//! A review in lines.

use parlor_review::{DecisionReview, Mark, Review, RoundReview};
use parlor_rules::{Decision, Game, Seat};
use parlor_view::{
    BoardView, Names, review_best, review_chance, review_cost, review_equation, review_moment, review_played,
    review_result, review_seat, size_in_words, text, wrap_indented,
};

use super::graph::graph;

/// How much is shown, and with which characters.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) all_decisions: bool,
    pub(super) ascii: bool,
}

/// The columns of a line.
const WIDTH: usize = 78;

/// How many moments are shown with their boards.
const WORST: usize = 3;

pub(super) fn lines(review: &Review, names: &Names, shape: Shape, quick: bool) -> Vec<String> {
    let game = review.game;
    if review.rounds.is_empty() {
        return vec!["Nothing was thrown or decided in this game yet, so there is nothing to review.".to_owned()];
    }
    let mut lines = Vec::new();
    if quick && game != Game::Canoga {
        lines.push("This is a quick review: it may differ from help.".to_owned());
        lines.push(String::new());
    }
    for round in &review.rounds {
        lines.push(format!(
            "Round {}, {}. {}",
            round.round,
            size_in_words(game, round.size),
            review_result(game, round, names)
        ));
        lines.extend(review_equation(round, names));
        lines.extend(review_chance(game, round, names));
        lines.extend(Seat::BOTH.map(|seat| review_seat(game, seat, &round.seat(game, seat), names)));
        let values: Vec<f64> = round.values().into_iter().map(|(_, value)| value).collect();
        let drawn = graph(&values, shape.ascii);
        if !drawn.is_empty() {
            lines.push(String::new());
            lines.push(format!("What {} could expect, in {}:", names.label(Seat::Human), game.unit()));
            lines.extend(drawn);
        }
        lines.extend(table(game, round, names, shape));
        lines.extend(moments(game, round, names));
        lines.push(String::new());
    }
    lines.pop();
    if review.rounds.len() > 1 {
        lines.push(String::new());
        lines.push("All rounds together:".to_owned());
        lines.extend(Seat::BOTH.map(|seat| review_seat(game, seat, &review.seat(seat), names)));
    }
    lines
}

/// The decisions with their marks.
fn table(game: Game, round: &RoundReview, names: &Names, shape: Shape) -> Vec<String> {
    let shown = |decision: &&DecisionReview| match decision.mark {
        Some(mark) => shape.all_decisions || mark >= Mark::Inaccuracy,
        None => false,
    };
    let rows = round.decisions.iter().filter(shown).filter_map(|decision| {
        let judged = decision.judged.as_ref()?;
        let dice = match &decision.decided.decision {
            Decision::Canoga(thrown) => thrown.throw().to_string(),
            _ => String::new(),
        };
        let best = if decision.mark == Some(Mark::Best) { String::new() } else { cut(&review_best(judged)) };
        Some([
            decision.revision.to_string(),
            names.short(decision.seat).to_owned(),
            dice,
            cut(&review_played(decision)),
            best,
            review_cost(game, judged.cost(), judged.exact),
            decision.mark.map_or(String::new(), |mark| mark.to_string()),
        ])
    });
    let rows: Vec<[String; 7]> = rows.collect();
    if rows.is_empty() {
        return vec![String::new(), "No decision was costly.".to_owned()];
    }
    let dice = if game == Game::Canoga { "dice" } else { "" };
    let heads = ["entry", "player", dice, "played", "best", "cost", "mark"].map(str::to_owned);
    let rows: Vec<[String; 7]> = std::iter::once(heads).chain(rows).collect();
    let widths: Vec<usize> = (0..7)
        .map(|column| rows.iter().map(|row| parlor_view::display_width(&row[column])).max().unwrap_or(0))
        .collect();
    let mut lines = vec![String::new()];
    for row in &rows {
        let cells = row.iter().zip(&widths).filter(|(_, width)| **width > 0).map(|(cell, width)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(parlor_view::display_width(cell))))
        });
        lines.push(cells.collect::<Vec<_>>().join("  ").trim_end().to_owned());
    }
    lines
}

/// A long turn of Congkak doesn't fit a column.
fn cut(words: &str) -> String {
    const MOST: usize = 28;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST - 3).chain("...".chars()).collect()
}

/// The worst moments with their boards.
fn moments(game: Game, round: &RoundReview, names: &Names) -> Vec<String> {
    let worst = round.worst(WORST, Mark::Inaccuracy);
    let mut lines = Vec::new();
    for (place, decision) in worst.iter().enumerate() {
        let which = ["The worst moment", "The second worst", "The third worst"][place.min(2)];
        lines.push(String::new());
        lines.push(format!("{which}, entry {}:", decision.revision));
        let board = text::board(&BoardView::of_standing(&decision.decided.standing), names);
        lines.extend(board.lines().map(|line| format!("  {line}")));
        for sentence in review_moment(game, decision, names) {
            lines.extend(wrap_indented(&sentence, "  ", WIDTH));
        }
    }
    lines
}
