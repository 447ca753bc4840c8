//! Texts of the tutor, of exercises and of statistics.

use parlor_engine::{EngineJob, Evaluation};
use parlor_review::{
    DecisionRecord, Exercise, Judgement, SeatReview, Statistics, Tally, TallyKey, Tutor, Verdict, Warning, drawbacks,
};
use parlor_rules::{Choice, Decision, Game, Level};

use crate::advice::advised;
use crate::{BoardView, DiceView, Line, LineKind, Names, capitalised, review_cost, review_to_do};

/// The question asked before a costly choice is played. It offers the reasons unless they are already shown.
pub fn tutor_question(warning: &Warning, game: Game, explained: bool) -> String {
    let replies = if explained { "Play it, or think again?" } else { "Play it, think again, or see why?" };
    format!("This gives away {}. {replies}", review_cost(game, warning.cost, warning.exact))
}

/// Shown if the tutor ran out of time.
pub const UNCHECKED: &str = "The tutor ran out of time, so your choice was played without a check.";

pub fn tutor_in_words(tutor: Tutor) -> &'static str {
    match tutor {
        Tutor::Off => "off",
        Tutor::Mild => "mild: warns before blunders",
        Tutor::Strict => "strict: warns before mistakes and blunders",
    }
}

/// The drawbacks of a choice, starting with the opponent's reply, and the best choice with its reasons.
pub fn tutor_reasons(decided: &DecisionRecord, best: &Evaluation) -> Vec<String> {
    let mut lines = reply(decided);
    // A single play says little about a whole turn in Congkak.
    if !matches!(decided.decision, Decision::Congkak(_)) {
        lines.extend(drawbacks(decided, &[best.choice]).iter().map(ToString::to_string));
    }
    lines.push(format!("It would be better to {}.", advised(best.choice)));
    let reasons: Vec<String> = best.reasons.iter().map(ToString::to_string).collect();
    lines.extend(indented_reasons(&reasons));
    lines
}

/// The best reply to a choice in Congkak or Kono, from the cheap search of a club player.
fn reply(decided: &DecisionRecord) -> Vec<String> {
    let after = match (&decided.decision, decided.plays.first().map(|play| play.choice)) {
        (Decision::Congkak(position), Some(Choice::Congkak(pit))) => {
            let after = position.play(pit).ok().filter(|after| after.turn() == Some(pit.seat().other()));
            after.map(Decision::Congkak)
        }
        (Decision::Kono(standing), Some(Choice::Kono(step))) => {
            let mut after = standing.clone();
            let played = after.play(step).is_ok() && after.outcome().is_none();
            played.then_some(Decision::Kono(after))
        }
        _ => None,
    };
    let Some(Ok(reply)) = after.map(|decision| EngineJob::new(decision, Level::Club).decide()) else {
        return Vec::new();
    };
    let reasons: Vec<String> = reply.reasons.iter().take(2).map(ToString::to_string).collect();
    let mut lines = vec![format!("After your choice your opponent could {}.", advised(reply.choice))];
    lines.extend(indented_reasons(&reasons));
    lines
}

/// The verdict on an attempt to find a better choice.
pub fn verdict_in_words(verdict: Verdict, game: Game) -> String {
    match verdict {
        Verdict::Best => "Right: there is no better choice.".to_owned(),
        Verdict::Found { cost, exact } => {
            let cost = review_cost(game, cost, exact);
            let little = if cost.ends_with("nothing") { "" } else { ", which is almost nothing" };
            format!("Right: that gives away {cost}{little}.")
        }
        Verdict::Worse { cost, exact } => {
            format!("Not yet: that gives away {}. Try again.", review_cost(game, cost, exact))
        }
        Verdict::Mistake => "That is the move from the game. Find a better one.".to_owned(),
    }
}

pub fn indented_reasons(reasons: &[String]) -> Vec<String> {
    reasons.iter().map(|reason| format!("  {reason}")).collect()
}

/// The statistics as lines: the table, and the number of games without a review.
pub fn statistics_lines(statistics: &Statistics) -> Vec<String> {
    let mut lines = statistics_table(statistics);
    if lines.is_empty() {
        lines.push("You have no reviewed rounds yet.".to_owned());
    }
    lines.push(without_review(statistics.without_review));
    lines
}

/// The statistics as a table: column headings, and a line for each kind of game. Empty without reviewed rounds.
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
            // Text is aligned left, numbers right.
            if matches!(column, 0 | 2 | 6) { format!("{text}{space}") } else { format!("{space}{text}") }
        };
        row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

pub fn without_review(games: usize) -> String {
    match games {
        0 => "Every game has a review.".to_owned(),
        1 => "1 game has no review yet.".to_owned(),
        games => format!("{games} games have no review yet."),
    }
}

/// "fair 12/14": the grade, and the share of decisions it is based on.
fn grade_cell(game: Game, seat: &SeatReview) -> String {
    let grade = seat.grade(game).map_or("\u{2013}".to_owned(), |grade| grade.to_string());
    format!("{grade} {}/{}", seat.graded, seat.decisions)
}

/// The title of an exercise: "Ada’s blunder in round 2".
pub fn mistake_words(exercise: &Exercise, names: &Names) -> String {
    format!("{} {} in round {}", capitalised(&names.possessive(exercise.seat)), exercise.mark, exercise.round)
}

pub fn exercise_question(exercise: &Exercise, names: &Names) -> String {
    let dice = match &exercise.decision {
        Decision::Canoga(thrown) => format!(" with {}", thrown.throw()),
        _ => String::new(),
    };
    format!(
        "{} chose to {}{dice}, which cost {}. What would have been better?",
        names.subject(exercise.seat),
        review_to_do(exercise.played),
        review_cost(exercise.game(), exercise.cost, exercise.exact)
    )
}

/// The answer to an exercise: the drawbacks of the mistake, then the best choice with its reasons.
pub fn exercise_answer(exercise: &Exercise, judged: &Judgement) -> Vec<Line> {
    let decided = DecisionRecord::one(exercise.standing.clone(), exercise.decision.clone(), exercise.played);
    let mut lines: Vec<Line> =
        drawbacks(&decided, &judged.best).iter().map(|drawback| Line::sentence(drawback.to_string())).collect();
    let best = judged.best.first().map(|best| format!("The best choice is to {}.", review_to_do(*best)));
    lines.extend(best.map(|text| Line { kind: LineKind::Result, text }));
    lines.extend(judged.reasons.iter().map(Line::reason));
    lines
}

pub fn exercise_board(exercise: &Exercise) -> BoardView {
    let mut board = BoardView::of_standing(&exercise.standing);
    if let Decision::Canoga(thrown) = &exercise.decision {
        board.dice = Some(DiceView { seat: exercise.seat, throw: thrown.throw(), rolling: false });
    }
    board
}

pub const STATISTICS_COLUMNS: [&str; 8] =
    ["game", "size", "against", "rounds", "won", "mean cost", "grade", "mean luck"];

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
    fn the_tutor_names_the_cost_of_a_choice() {
        let asked = |cost, exact, game| tutor_question(&Warning { cost, exact, mark: Mark::Blunder }, game, false);
        let rest = ". Play it, think again, or see why?";
        assert_eq!(asked(6.0, false, Game::Kono), format!("This gives away about 6.0 points{rest}"));
        assert_eq!(asked(1.27, false, Game::Kono), format!("This gives away about 1.3 points{rest}"));
        assert_eq!(asked(2.348, true, Game::Canoga), format!("This gives away 2.35 points{rest}"));
        assert_eq!(asked(13.4, false, Game::Congkak), format!("This gives away about 7 seeds{rest}"));
        assert_eq!(asked(2.0, true, Game::Congkak), format!("This gives away 1 seed{rest}"));
        let warning = Warning { cost: 2.0, exact: true, mark: Mark::Blunder };
        let explained = tutor_question(&warning, Game::Congkak, true);
        assert_eq!(explained, "This gives away 1 seed. Play it, or think again?");
    }

    #[test]
    fn the_tutor_first_names_the_opponents_reply() {
        // Beside the double piece at (5,5), White's piece is lost.
        let text = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\nBoard:\n   \
                    W O O O O\n   O O O O O\n   O O W O O\n   O O O O O\n   B O O O BB\n\nNext Player: Human\n";
        let standing = parlor_saves::read(text, None).unwrap().standing;
        let decision = Decision::from(standing.clone());
        let ranked = EngineJob::full_strength(decision.clone()).rank().unwrap();
        let choice = Choice::Kono("3 3 southeast".parse().unwrap());
        let why = tutor_reasons(&DecisionRecord::one(standing, decision, choice), &ranked[0]);
        let [reply, captures, .., _] = &why[..] else { panic!("{why:?}") };
        assert_eq!(reply, "After your choice your opponent could move the piece at (5,5) northwest.");
        assert_eq!(captures, "  It captures the piece at (4,4), for 5 points.");
        let worse = "Then the opponent can gain 5 points with the next step; after the best step, none.";
        let order = [worse, "It would be better to "].map(|words| why.iter().position(|line| line.starts_with(words)));
        assert!(order[0].is_some() && order[0] < order[1], "{why:?}");
    }

    #[test]
    fn attempts_get_a_verdict() {
        let words = |verdict| verdict_in_words(verdict, Game::Kono);
        assert_eq!(words(Verdict::Found { cost: 0.01, exact: false }), "Right: that gives away next to nothing.");
        assert_eq!(
            words(Verdict::Found { cost: 0.15, exact: true }),
            "Right: that gives away 0.15 points, which is almost nothing."
        );
        assert_eq!(words(Verdict::Worse { cost: 5.0, exact: true }), "Not yet: that gives away 5 points. Try again.");
    }
}
