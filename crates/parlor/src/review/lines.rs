//! A review as text.

use parlor_review::{NotReviewed, Review, ReviewStep, RoundReview};
use parlor_rules::{Game, Seat};
use parlor_view::{
    BoardView, Names, StepRow, StepText, not_reviewed, review_result, review_seat, review_summary, size_in_words, text,
    wrap_indented,
};

use super::graph::graph;

#[derive(Clone, Copy)]
pub(super) struct ListFormat {
    pub(super) all_decisions: bool,
    pub(super) ascii: bool,
}

const WIDTH: usize = 78;

pub(super) fn lines(review: &Review, names: &Names, format: ListFormat, quick: bool) -> Vec<String> {
    let game = review.game;
    if review.rounds.is_empty() {
        return vec![not_reviewed(NotReviewed::NothingDecided).to_owned()];
    }
    let mut lines = Vec::new();
    if quick && game != Game::Canoga {
        lines.push("Quick review: the result may differ from help.".to_owned());
        lines.push(String::new());
    }
    for round in &review.rounds {
        lines.push(format!(
            "Round {}, {}. {}",
            round.round,
            size_in_words(game, round.size),
            review_result(game, round, names)
        ));
        lines.extend(review_summary(game, round, names));
        let values = round.values();
        let drawn = graph(&values, format.ascii);
        if !drawn.is_empty() {
            lines.push(String::new());
            lines.push(format!("Value for {}, in {}:", names.label(Seat::Human), game.unit()));
            lines.extend(drawn);
        }
        lines.extend(table(game, round, names, format));
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

fn table(game: Game, round: &RoundReview, names: &Names, format: ListFormat) -> Vec<String> {
    let shown = |step: &&ReviewStep<'_>| step.is_costly() || format.all_decisions && step.mark().is_some();
    let steps = round.steps();
    let rows = steps.iter().filter(shown).map(|step| StepRow::of(game, step)).map(|row| {
        [
            row.entry.to_string(),
            names.short(row.seat).to_owned(),
            row.throw.map_or_else(String::new, |throw| throw.to_string()),
            cut(&row.played),
            cut(&row.best),
            row.cost,
            row.mark_words,
        ]
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

/// Shortens a choice, because a long Congkak turn doesn't fit into a column.
fn cut(words: &str) -> String {
    const MOST: usize = 28;
    if words.chars().count() <= MOST {
        return words.to_owned();
    }
    words.chars().take(MOST - 3).chain("...".chars()).collect()
}

/// The worst moments with their boards.
fn moments(game: Game, round: &RoundReview, names: &Names) -> Vec<String> {
    let mut steps = round.steps();
    steps.retain(ReviewStep::is_costly);
    steps.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
    let mut lines = Vec::new();
    for (which, step) in ["The worst moment", "The second worst", "The third worst"].into_iter().zip(&steps) {
        lines.push(String::new());
        lines.push(format!("{which}, entry {}:", step.entry));
        let board = step.decision.map(|decision| BoardView::of_standing(&decision.decided.standing));
        let board = board.map_or_else(String::new, |board| text::board(&board, names));
        lines.extend(board.lines().map(|line| format!("  {line}")));
        for sentence in StepText::of(game, step, names).lines() {
            lines.extend(wrap_indented(&sentence, "  ", WIDTH));
        }
    }
    lines
}
