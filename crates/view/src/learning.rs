//! What the tutor says before a costly choice, and what comes of a try to find better.

use parlor_engine::Evaluation;
use parlor_review::{
    DecisionRecord, Exercise, SeatReview, Statistics, Tally, TallyKey, Tutor, Verdict, Warning, drawbacks,
};
use parlor_rules::{Decision, Game};

use crate::advice::advised;
use crate::{BoardView, DiceView, Names, review_cost};

/// What the tutor asks before a costly choice is played.
pub fn tutor_question(warning: &Warning, game: Game) -> String {
    format!("This gives up {}. Play it, think again, or see why?", review_cost(game, warning.cost, warning.exact))
}

/// What is said when the tutor wasn't done in time.
pub const UNCHECKED: &str = "The tutor wasn't done in time, so this choice is played unchecked.";

/// What a tutor does, in a few words.
pub fn tutor_in_words(tutor: Tutor) -> &'static str {
    match tutor {
        Tutor::Off => "off",
        Tutor::Mild => "mild: warns before blunders",
        Tutor::Strict => "strict: warns before mistakes and blunders",
    }
}

/// Why there is something better than a choice: what the best is and why, and what is worse after the choice.
pub fn tutor_reasons(decided: &DecisionRecord, best: &Evaluation) -> Vec<String> {
    let reasons: Vec<String> = best.reasons.iter().map(ToString::to_string).collect();
    let mut lines = vec![format!("It would be better to {}.", advised(best.choice))];
    lines.extend(indented_reasons(&reasons));
    // One play of Congkak says little about a turn of many.
    if !matches!(decided.decision, Decision::Congkak(_)) {
        lines.extend(drawbacks(decided, &[best.choice]).iter().map(|drawback| format!("  {drawback}")));
    }
    lines
}

/// What comes of a try to find better.
pub fn verdict_in_words(verdict: Verdict, game: Game) -> String {
    match verdict {
        Verdict::Best => "Right: nothing is better.".to_owned(),
        Verdict::Found { cost, exact } => {
            format!("Right: that gives up {}, which is close enough.", review_cost(game, cost, exact))
        }
        Verdict::Worse { cost, exact } => {
            format!("Not yet: that gives up {}. Try again.", review_cost(game, cost, exact))
        }
        Verdict::Mistake => "That is what was played. There is something better.".to_owned(),
    }
}

/// Reasons as they stand below what they are about.
pub fn indented_reasons(reasons: &[String]) -> Vec<String> {
    reasons.iter().map(|reason| format!("  {reason}")).collect()
}

/// How somebody played, in lines: the table, and how many games have no review yet.
pub fn statistics_lines(statistics: &Statistics) -> Vec<String> {
    let mut lines = statistics_table(statistics);
    if lines.is_empty() {
        lines.push("There is no reviewed round of yours yet.".to_owned());
    }
    lines.push(without_review(statistics.without_review));
    lines
}

/// A table of how somebody played: the heads, and a line for each kind of game. Without a reviewed round there are none.
pub fn statistics_table(statistics: &Statistics) -> Vec<String> {
    let heads = STATISTICS_COLUMNS.map(str::to_owned);
    let tallies = statistics.tallies().map(|(kind, tally)| statistics_row(kind, &tally));
    let rows: Vec<[String; 8]> = std::iter::once(heads).chain(tallies).collect();
    if rows.len() == 1 {
        return Vec::new();
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..8).map(width).collect();
    let line = |row: &[String; 8]| {
        let cell = |(column, text): (usize, &String)| {
            let space = " ".repeat(widths[column] - text.chars().count());
            // Words stand at the left, numbers at the right.
            if matches!(column, 0 | 2 | 6) { format!("{text}{space}") } else { format!("{space}{text}") }
        };
        row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// How many games have no review yet.
pub fn without_review(games: usize) -> String {
    match games {
        0 => "Every game has a review.".to_owned(),
        1 => "1 game has no review yet.".to_owned(),
        games => format!("{games} games have no review yet."),
    }
}

/// "fair 12/14": the grade, and from how many of the decisions it is made.
fn grade_cell(game: Game, seat: &SeatReview) -> String {
    let grade = seat.grade(game).map_or("\u{2013}".to_owned(), |grade| grade.to_string());
    format!("{grade} {}/{}", seat.graded, seat.decisions)
}

/// Whose mistake an exercise is about: "Ada’s blunder in round 2".
pub fn mistake_words(exercise: &Exercise, names: &Names) -> String {
    format!("{}\u{2019}s {} in round {}", names.label(exercise.seat), exercise.mark, exercise.round)
}

/// The board of an exercise.
pub fn exercise_board(exercise: &Exercise) -> BoardView {
    let mut board = BoardView::of_standing(&exercise.standing);
    if let Decision::Canoga(thrown) = &exercise.decision {
        board.dice = Some(DiceView { seat: exercise.seat, throw: thrown.throw(), rolling: false });
    }
    board
}

/// What stands over the columns of the table.
pub const STATISTICS_COLUMNS: [&str; 8] =
    ["game", "size", "against", "rounds", "won", "cost each", "grade", "luck each"];

/// A row of the table, as [`STATISTICS_COLUMNS`] says.
pub fn statistics_row(kind: TallyKey, tally: &Tally) -> [String; 8] {
    let dash = || "\u{2013}".to_owned();
    let unit = kind.game.unit();
    [
        kind.game.to_string(),
        kind.size.to_string(),
        kind.against.to_string(),
        tally.played.to_string(),
        tally.won.to_string(),
        tally.seat.mean().map_or_else(dash, |mean| format!("{mean:.2} {unit}")),
        grade_cell(kind.game, &tally.seat),
        tally.mean_luck().map_or_else(dash, |luck| format!("{luck:+.2}")),
    ]
}

#[cfg(test)]
mod tests {
    use parlor_review::Mark;

    use super::*;

    #[test]
    fn point_6_the_tutor_says_what_a_choice_gives_up() {
        let asked = |cost, exact, game| tutor_question(&Warning { cost, exact, mark: Mark::Blunder }, game);
        let rest = ". Play it, think again, or see why?";
        assert_eq!(asked(6.0, false, Game::Kono), format!("This gives up about 6.0 points{rest}"));
        assert_eq!(asked(1.27, false, Game::Kono), format!("This gives up about 1.3 points{rest}"));
        assert_eq!(asked(2.348, true, Game::Canoga), format!("This gives up 2.35 points{rest}"));
        assert_eq!(asked(13.4, false, Game::Congkak), format!("This gives up about 13 seeds{rest}"));
        assert_eq!(asked(1.0, true, Game::Congkak), format!("This gives up 1 seed{rest}"));
    }

    #[test]
    fn point_5_a_try_is_answered_in_words() {
        let words = |verdict| verdict_in_words(verdict, Game::Kono);
        assert_eq!(
            words(Verdict::Found { cost: 0.01, exact: false }),
            "Right: that gives up next to nothing, which is close enough."
        );
        assert_eq!(
            words(Verdict::Found { cost: 0.15, exact: true }),
            "Right: that gives up 0.15 points, which is close enough."
        );
        assert_eq!(words(Verdict::Worse { cost: 5.0, exact: true }), "Not yet: that gives up 5 points. Try again.");
    }
}
