//! Reviews in words: what every front end says about them.

use parlor_review::{DecisionReview, FirstBy, Judgement, Mark, Printed, RoundReview, SeatReview, ThrowReview};
use parlor_rules::kono::Move;
use parlor_rules::{Choice, Decision, Game, Seat};

use crate::advice::advised;
use crate::words::count;
use crate::{Names, capitalised};

/// How a round ended: "Ada won by 25 points."
pub fn review_result(game: Game, round: &RoundReview, names: &Names) -> String {
    let given_up = |seat: Seat| format!("{} gave the round up", names.label(seat));
    let won = round.points.map(|points| {
        let amount = count(points.unsigned_abs(), game.unit().trim_end_matches('s'));
        let Some(winner) = round.winner else { return "nobody won anything".to_owned() };
        let who = names.label(winner);
        match if winner == Seat::Human { points } else { -points } {
            1.. => format!("{who} won by {amount}"),
            0 => format!("{who} won the round, with as many {} as {}", game.unit(), names.label(winner.other())),
            _ => format!("{who} won the round, though with {amount} fewer"),
        }
    });
    let words = match (round.given_up, won) {
        (Some(seat), Some(won)) => format!("{}, and {won}", given_up(seat)),
        (Some(seat), None) => given_up(seat),
        (None, Some(won)) => won,
        (None, None) => "the round isn't over".to_owned(),
    };
    format!("{}.", capitalised(&words))
}

/// Luck and skill of a round of Canoga. They add up as printed.
pub fn review_equation(round: &RoundReview, names: &Names) -> Vec<String> {
    let human = names.label(Seat::Human);
    if let Some(equation) = round.equation() {
        let Printed { start, luck, skill, points, .. } = equation.printed();
        let sign = |number: i64| if number < 0 { "-" } else { "+" };
        return vec![
            format!(
                "For {human}: {} at the start {} {} luck {} {} skill = {} points.",
                hundredths(start),
                sign(luck),
                hundredths(luck.abs()).trim_start_matches('+'),
                sign(skill),
                hundredths(skill.abs()).trim_start_matches('+'),
                hundredths(points),
            ),
            format!("Without luck it would have been {} points.", hundredths(points - luck)),
        ];
    }
    match round.luck() {
        Some(luck) if round.unanswered == 0 => {
            vec![format!("So far, for {human}: luck {luck:+.2}, skill {:+.2} points.", round.skill())]
        }
        _ => Vec::new(),
    }
}

/// "+12.34".
fn hundredths(number: i64) -> String {
    let sign = if number < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", number.abs() / 100, number.abs() % 100)
}

/// The only chance of a round of Congkak or Kono: who played first.
pub fn review_chance(game: Game, round: &RoundReview, names: &Names) -> Option<String> {
    if game == Game::Canoga {
        return None;
    }
    let first = round.first?;
    let who = names.label(first.seat);
    Some(match first.by {
        FirstBy::Dice => format!("The dice decided that {who} played first. There was no other chance in this round."),
        FirstBy::Coin => format!("The coin decided that {who} played first. There was no other chance in this round."),
        FirstBy::LastRound => {
            format!("{who} played first, as the winner of the round before. There was no chance in this round.")
        }
    })
}

/// How somebody played: "Ada gave away 3.20 points in 14 decisions, 0.23 each: fair (1 mistake, 2 inaccuracies)."
pub fn review_seat(game: Game, seat: Seat, found: &SeatReview, names: &Names) -> String {
    let who = names.label(seat);
    let (Some(mean), Some(grade)) = (found.mean(), found.grade(game)) else {
        return format!("{who} had nothing to decide.");
    };
    let digits = if game == Game::Congkak { 1 } else { 2 };
    let unit = game.unit();
    let marks = |(mark, number): (Mark, u32)| {
        let plural = if mark == Mark::Inaccuracy { "inaccuracies".to_owned() } else { format!("{mark}s") };
        match number {
            0 => None,
            1 => Some(format!("1 {mark}")),
            number => Some(format!("{number} {plural}")),
        }
    };
    let costly = [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy].map(|mark| (mark, found.marks[mark as usize]));
    let costly: Vec<String> = costly.into_iter().filter_map(marks).collect();
    let costly = if costly.is_empty() { String::new() } else { format!(" ({})", costly.join(", ")) };
    let decisions = count(found.decisions, "decision");
    format!("{who} gave away {:.digits$} {unit} in {decisions}, {mean:.digits$} each: {grade}{costly}.", found.cost)
}

/// What was played.
pub fn review_played(decision: &DecisionReview) -> String {
    choices(decision.decided.plays.iter().map(|play| play.choice))
}

/// What would have been best.
pub fn review_best(judged: &Judgement) -> String {
    choices(judged.best.iter().copied())
}

/// One choice after "to".
pub fn review_to_do(choice: Choice) -> String {
    to_do(&[choice])
}

/// One choice, in a few words.
pub fn review_choice(choice: Choice) -> String {
    match choice {
        Choice::Kono(Move::Step(piece, direction)) => format!("{piece} {direction}"),
        choice => choice.to_string(),
    }
}

/// A turn of Congkak is a list of pits.
fn choices(choices: impl Iterator<Item = Choice>) -> String {
    let choices: Vec<Choice> = choices.collect();
    match choices[..] {
        [Choice::Congkak(_), _, ..] => format!("pits {}", pits(&choices)),
        [choice, ..] => review_choice(choice),
        [] => "nothing".to_owned(),
    }
}

/// The same after "to".
fn to_do(choices: &[Choice]) -> String {
    match choices {
        [Choice::Congkak(_), _, ..] => format!("play the pits {}", pits(choices)),
        [choice, ..] => advised(*choice),
        [] => "do nothing".to_owned(),
    }
}

fn pits(choices: &[Choice]) -> String {
    let pit = |choice: &Choice| choice.to_string().trim_start_matches("pit ").to_owned();
    choices.iter().map(pit).collect::<Vec<_>>().join(" ")
}

/// What a decision cost: "1.25 points", "about 6 seeds"; "nothing".
pub fn review_cost(game: Game, cost: f64, exact: bool) -> String {
    let digits = match (game, exact) {
        (Game::Congkak, _) => 0,
        (_, true) if cost.fract().abs() < 0.005 => 0,
        (_, true) => 2,
        (_, false) => 1,
    };
    let amount = format!("{cost:.digits$}");
    if cost < 0.0005 {
        return if exact { "nothing" } else { "about nothing" }.to_owned();
    }
    if amount.trim_matches(['0', '.']).is_empty() {
        return "next to nothing".to_owned();
    }
    let unit = if amount == "1" { game.unit().trim_end_matches('s') } else { game.unit() };
    format!("{}{amount} {unit}", if exact { "" } else { "about " })
}

/// A throw in sentences: what it was, and what it changed.
pub fn review_throw(game: Game, throw: &ThrowReview, names: &Names) -> Vec<String> {
    let purpose = if throw.for_first { " for the first turn" } else { "" };
    let mut lines = vec![format!("{} threw {}{purpose}.", names.label(throw.seat), throw.throw)];
    let Some(luck) = throw.luck else { return lines };
    let lucky = names.label(if luck >= 0.0 { Seat::Human } else { Seat::Computer });
    lines.push(if luck.abs() < 0.005 {
        "That was neither lucky nor unlucky.".to_owned()
    } else {
        let unit = game.unit();
        format!("Compared with the mean of all throws, that was worth {:.2} {unit} to {lucky}.", luck.abs())
    });
    lines
}

/// A decision in sentences: what was played, what was best, what it cost, why it is worse, and why the best is best.
pub fn review_moment(game: Game, decision: &DecisionReview, names: &Names) -> Vec<String> {
    let who = names.label(decision.seat);
    let dice = match &decision.decided.decision {
        Decision::Canoga(thrown) => format!(" with {}", thrown.throw()),
        _ => String::new(),
    };
    let mut lines = Vec::new();
    let played: Vec<Choice> = decision.decided.plays.iter().map(|play| play.choice).collect();
    let (Some(judged), Some(mark)) = (&decision.judged, decision.mark) else {
        return vec![format!("{who} had to {}{dice}: there was no choice.", to_do(&played))];
    };
    let article = if mark == Mark::Inaccuracy { "an" } else { "a" };
    let cost = review_cost(game, judged.cost(), judged.exact);
    let played = format!("{who} chose to {}{dice}", to_do(&played));
    lines.push(match mark {
        Mark::Best => format!("{played}, which is best."),
        Mark::Good => format!("{played}, which is good: it cost {cost}."),
        _ => format!("{played}. It cost {cost}, {article} {mark}."),
    });
    if decision.decided.plays.len() > 1 && judged.cost() > 0.0 {
        let costly = decision.decided.plays.iter().zip(&judged.costs).filter(|(_, cost)| **cost >= 0.5);
        let told: Vec<String> = costly
            .map(|(play, cost)| {
                format!("{} cost {}", review_choice(play.choice), review_cost(game, *cost, judged.exact))
            })
            .collect();
        if !told.is_empty() {
            lines.push(format!("Within the turn, {}.", told.join("; ")));
        }
    }
    lines.extend(decision.drawbacks().iter().map(ToString::to_string));
    if mark != Mark::Best {
        lines.push(format!("The best was to {}.", to_do(&judged.best)));
    }
    lines.extend(judged.reasons.iter().cloned());
    if let Some(told) = decision.decided.plays.iter().find_map(|play| play.rationale.as_ref())
        && !told.reasons.is_empty()
    {
        lines.push(format!("{who} said then: {}", told.reasons.join(" ")));
    }
    lines
}
