//! Reviews in words, for all front ends.

use parlor_review::{
    DecisionReview, FirstBy, Grade, Judgement, Mark, NotReviewed, Printed, ReviewStep, RoundReview, SeatReview,
    ThrowReview,
};
use parlor_rules::kono::Move;
use parlor_rules::{Choice, Decision, Game, Seat, Throw};
use parlor_table::Table;

use crate::advice::{advised, cost_amount, cost_for_people};
use crate::words::count;
use crate::{BoardView, DiceView, Names, Scene, Spot, capitalised, spots_of};

/// The result of a round: "Ada won by 25 points."
pub fn review_result(game: Game, round: &RoundReview, names: &Names) -> String {
    let given_up = |seat: Seat| format!("{} gave up the round", names.object(seat));
    let won = round.points.map(|points| {
        let amount = count(points.unsigned_abs(), game.unit().trim_end_matches('s'));
        let Some(winner) = round.winner else { return "it was a tie".to_owned() };
        let who = names.object(winner);
        match if winner == Seat::Human { points } else { -points } {
            1.. => format!("{who} won by {amount}"),
            0 => format!("{who} won the round, with as many {} as {}", game.unit(), names.object(winner.other())),
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

/// The parts of a round's result, with rounded terms that add up.
fn review_equation(game: Game, round: &RoundReview, names: &Names) -> Vec<String> {
    let human = names.object(Seat::Human);
    if let Some(equation) = round.equation() {
        let Printed { start, luck, skill, hindsight, points, .. } = equation.printed();
        let term = |number: i64| {
            let sign = if number < 0 { '-' } else { '+' };
            format!("{sign} {}", hundredths(number.abs()).trim_start_matches('+'))
        };
        let unit = game.unit();
        let (start, sum) = (hundredths(start), hundredths(points));
        return if game == Game::Canoga {
            vec![
                format!("For {human}: {start} at the start {} luck {} skill = {sum} {unit}.", term(luck), term(skill)),
                without_luck(points - luck, unit, names),
            ]
        } else {
            vec![
                format!(
                    "For {human}: {start} at the start {} skill {} hindsight = {sum} {unit}.",
                    term(skill),
                    term(hindsight)
                ),
                "Hindsight is the part not explained by decisions: later searches saw further than earlier ones."
                    .to_owned(),
            ]
        };
    }
    match round.luck() {
        Some(luck) if round.unanswered == 0 => {
            vec![format!("So far, for {human}: luck {luck:+.2}, skill {:+.2} points.", round.skill())]
        }
        _ => Vec::new(),
    }
}

fn without_luck(points: i64, unit: &str, names: &Names) -> String {
    let winner = if points < 0 { Seat::Computer } else { Seat::Human };
    let amount = hundredths(points.abs());
    match points {
        0 => "Without luck, the round would have been a tie.".to_owned(),
        _ => format!(
            "Without luck, {} would have won by {} {unit}.",
            names.object(winner),
            amount.trim_start_matches('+')
        ),
    }
}

fn hundredths(number: i64) -> String {
    let sign = if number < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", number.abs() / 100, number.abs() % 100)
}

/// The only element of chance in Congkak and Kono: the choice of the first player.
fn review_chance(game: Game, round: &RoundReview, names: &Names) -> Option<String> {
    if game == Game::Canoga {
        return None;
    }
    let first = round.first?;
    let who = names.object(first.seat);
    Some(match first.by {
        FirstBy::Dice => {
            format!("The dice decided that {who} played first. Nothing else in this round was left to chance.")
        }
        FirstBy::Coin => {
            format!("The coin decided that {who} played first. Nothing else in this round was left to chance.")
        }
        FirstBy::Setting => {
            format!("{} played first, as agreed. Nothing in this round was left to chance.", names.subject(first.seat))
        }
        FirstBy::LastRound => {
            let who = names.subject(first.seat);
            format!(
                "{who} played first, as the winner of the previous round. Nothing in this round was left to chance."
            )
        }
    })
}

/// A player's result: "Ada gave away 3.20 points in 14 decisions, 0.23 each (1 mistake, 2 inaccuracies). Grade: fair,
/// from 12 of 14 decisions."
pub fn review_seat(game: Game, seat: Seat, found: &SeatReview, names: &Names) -> String {
    let who = names.subject(seat);
    let Some(mean) = found.mean() else { return format!("{who} had no decisions to make.") };
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
    let grade = grade_words(game, found);
    let (cost, mean) = (cost_for_people(game, found.cost), cost_for_people(game, mean));
    format!("{who} gave away {cost:.digits$} {unit} in {decisions}, {mean:.digits$} each{costly}. {grade}")
}

/// "Grade: fair, from 12 of 14 decisions."
fn grade_words(game: Game, found: &SeatReview) -> String {
    let SeatReview { graded, decisions, .. } = found;
    match found.grade(game) {
        Some(grade) => format!("Grade: {grade}, from {graded} of {decisions} decisions."),
        None if graded == decisions => format!("No grade: a grade needs {} decisions.", Grade::LEAST_DECISIONS),
        None => format!(
            "No grade: a grade needs {} decisions, and only {graded} of {decisions} count.",
            Grade::LEAST_DECISIONS
        ),
    }
}

pub fn review_played(decision: &DecisionReview) -> String {
    choices(decision.decided.plays.iter().map(|play| play.choice))
}

pub fn review_best(judged: &Judgement) -> String {
    choices(judged.best.iter().copied())
}

pub fn review_to_do(choice: Choice) -> String {
    to_do(&[choice])
}

pub fn choice_name(choice: Choice) -> String {
    match choice {
        Choice::Kono(Move::Step(piece, direction)) => format!("{piece} {direction}"),
        choice => choice.to_string(),
    }
}

/// A turn in Congkak is a list of pits.
fn choices(choices: impl Iterator<Item = Choice>) -> String {
    let choices: Vec<Choice> = choices.collect();
    match choices[..] {
        [Choice::Congkak(_), _, ..] => format!("pits {}", pits(&choices)),
        [choice, ..] => choice_name(choice),
        [] => "nothing".to_owned(),
    }
}

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

/// The cost of a decision: "1.25 points", "about 6 seeds", "nothing".
pub fn review_cost(game: Game, cost: f64, exact: bool) -> String {
    if cost < 0.0005 {
        return if exact { "nothing" } else { "next to nothing" }.to_owned();
    }
    let Some(amount) = cost_amount(game, cost, exact) else { return "next to nothing".to_owned() };
    let unit = if amount == "1" { game.unit().trim_end_matches('s') } else { game.unit() };
    format!("{}{amount} {unit}", if exact { "" } else { "about " })
}

/// A cost for a column: "1.25", "about 6", "0".
fn cost_cell(game: Game, cost: f64, exact: bool) -> String {
    match cost_amount(game, cost, exact) {
        None => "0".to_owned(),
        Some(amount) if exact => amount,
        Some(amount) => format!("about {amount}"),
    }
}

/// A row of a review's list. Front ends choose the columns.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRow {
    pub entry: u64,
    pub seat: Seat,
    pub throw: Option<Throw>,
    /// Empty for a throw that allowed no move.
    pub played: String,
    /// Empty if the move was best or isn't judged yet.
    pub best: String,
    pub luck: Option<f64>,
    /// The cost without its unit, with "about" for estimates; empty if unknown.
    pub cost: String,
    pub mark: Option<Mark>,
    /// The mark, or the reason why there is none.
    pub mark_words: String,
}

impl StepRow {
    pub fn of(game: Game, step: &ReviewStep<'_>) -> StepRow {
        let judged = step.decision.and_then(|decision| decision.judged.as_ref());
        let is_worse = step.mark() > Some(Mark::Best);
        StepRow {
            entry: step.entry,
            seat: step.seat,
            throw: step.throw.map(|throw| throw.throw),
            played: step.decision.map_or_else(String::new, review_played),
            best: judged.filter(|_| is_worse).map_or_else(String::new, review_best),
            luck: step.luck(),
            cost: judged.map_or_else(String::new, |judged| cost_cell(game, judged.cost(), judged.exact)),
            mark: step.mark(),
            mark_words: mark_words(step),
        }
    }
}

/// The mark of a step, or the reason why it has none.
fn mark_words(step: &ReviewStep<'_>) -> String {
    match (step.decision, step.mark()) {
        (_, Some(mark)) => mark.to_string(),
        (None, _) => String::new(),
        (Some(decision), _) if decision.decided.is_opening() => "random".to_owned(),
        (Some(decision), _) if decision.decided.is_forced() => "forced".to_owned(),
        _ => "not yet".to_owned(),
    }
}

/// A number with its sign: "+1.25", "0.0".
pub fn signed_number(value: f64, digits: usize) -> String {
    let text = format!("{value:+.digits$}");
    if text.trim_matches(['+', '-', '0', '.']).is_empty() { text[1..].to_owned() } else { text }
}

/// "Entry 18, Anna, 4 and 2".
pub fn step_title(step: &ReviewStep<'_>, names: &Names) -> String {
    let who = names.label(step.seat);
    match step.throw {
        Some(throw) => format!("Entry {}, {who}, {}", step.entry, throw.throw.to_string().replace(' ', " and ")),
        None => format!("Entry {}, {who}", step.entry),
    }
}

/// All texts about a step.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct StepText {
    /// The throw or play, and its cost.
    pub headline: String,
    /// The mark with the cost, in a few words.
    pub tag: String,
    /// The drawbacks of the choice.
    pub worse: Vec<String>,
    /// The best choice, and its reasons.
    pub best: Option<(String, Vec<String>)>,
    /// The computer's reasons at the time.
    pub rationale: Option<String>,
    pub luck: Option<String>,
    /// The value for Human before the decision.
    pub value: Option<String>,
    best_sentence: Option<String>,
}

impl StepText {
    pub fn of(game: Game, step: &ReviewStep<'_>, names: &Names) -> StepText {
        let luck = step.throw.and_then(|throw| luck_sentence(game, throw, names));
        let value = step.value().map(|value| {
            let (human, unit) = (names.object(Seat::Human), game.unit());
            let when = if step.decision.is_some() { "Before this choice" } else { "After this throw" };
            format!("{when}, with best play, {human} could expect {} {unit}.", signed_number(value, 2))
        });
        let Some(decision) = step.decision else {
            let purpose = if step.throw.is_some_and(|throw| throw.for_first) { " for the first turn" } else { "" };
            let dice = step.throw.map_or_else(String::new, |throw| throw.throw.to_string());
            let tag = if luck.is_some() && purpose.is_empty() { "No move possible" } else { "" };
            let headline = format!("{} threw {dice}{purpose}.", names.subject(step.seat));
            return StepText { headline, tag: tag.to_owned(), luck, value, ..StepText::default() };
        };
        let judged = decision.judged.as_ref();
        let tag = match (decision.mark, judged) {
            (Some(Mark::Best), _) => "Best".to_owned(),
            (Some(mark), Some(judged)) => {
                format!("{}, {}", capitalised(&mark.to_string()), review_cost(game, judged.cost(), judged.exact))
            }
            _ => capitalised(&mark_words(step)),
        };
        let best = judged.map(|judged| (review_best(judged), judged.reasons.clone()));
        let best_sentence = judged
            .filter(|_| decision.mark != Some(Mark::Best))
            .map(|judged| format!("The best choice was to {}.", to_do(&judged.best)));
        let rationale = decision.decided.plays.iter().find_map(|play| play.rationale.as_ref());
        let rationale = rationale
            .filter(|rationale| !rationale.reasons.is_empty())
            .map(|rationale| format!("{} said at the time: {}", names.subject(step.seat), rationale.reasons.join(" ")));
        let mut worse: Vec<String> = costs_within_turn(game, decision).into_iter().collect();
        worse.extend(decision.drawbacks().iter().map(ToString::to_string));
        StepText { headline: headline(game, decision, names), tag, worse, best, rationale, luck, value, best_sentence }
    }

    /// All texts, one sentence per line.
    pub fn lines(&self) -> Vec<String> {
        let reasons = self.best.iter().flat_map(|(_, reasons)| reasons);
        let parts = [self.headline.clone()].into_iter().chain(self.luck.clone()).chain(self.value.clone());
        let parts = parts.chain(self.worse.iter().cloned()).chain(self.best_sentence.clone());
        parts.chain(reasons.cloned()).chain(self.rationale.clone()).collect()
    }
}

fn luck_sentence(game: Game, throw: &ThrowReview, names: &Names) -> Option<String> {
    let luck = throw.luck?;
    let lucky = names.object(if luck >= 0.0 { Seat::Human } else { Seat::Computer });
    Some(if luck.abs() < 0.005 {
        "That throw was neither lucky nor unlucky.".to_owned()
    } else {
        let unit = game.unit();
        format!("Compared with the average throw, that throw was worth {:.2} {unit} to {lucky}.", luck.abs())
    })
}

/// The decision and its cost.
fn headline(game: Game, decision: &DecisionReview, names: &Names) -> String {
    let who = names.subject(decision.seat);
    let dice = match &decision.decided.decision {
        Decision::Canoga(thrown) => format!(" with {}", thrown.throw()),
        _ => String::new(),
    };
    let played: Vec<Choice> = decision.decided.plays.iter().map(|play| play.choice).collect();
    let played = to_do(&played);
    let (Some(judged), Some(mark)) = (&decision.judged, decision.mark) else {
        return match &decision.decided {
            decided if decided.is_opening() => format!("The opening, chosen at random, was to {played}{dice}."),
            decided if decided.is_forced() => format!("{who} had to {played}{dice}: there was no choice."),
            _ => format!("{who} chose to {played}{dice}. The cost isn't known yet."),
        };
    };
    let article = if mark == Mark::Inaccuracy { "an" } else { "a" };
    let cost = review_cost(game, judged.cost(), judged.exact);
    match mark {
        Mark::Best => format!("{who} chose to {played}{dice}, which is best."),
        Mark::Good => format!("{who} chose to {played}{dice}, which is good: it cost {cost}."),
        _ => format!("{who} chose to {played}{dice}. It cost {cost}, {article} {mark}."),
    }
}

/// The costly plays of a turn with several plays.
fn costs_within_turn(game: Game, decision: &DecisionReview) -> Option<String> {
    let judged = decision.judged.as_ref().filter(|judged| judged.cost() > 0.0)?;
    if decision.decided.plays.len() < 2 {
        return None;
    }
    let costly = decision.decided.plays.iter().zip(&judged.costs).filter(|(_, cost)| **cost >= 0.5);
    let costly: Vec<String> = costly
        .map(|(play, cost)| format!("{} cost {}", choice_name(play.choice), review_cost(game, *cost, judged.exact)))
        .collect();
    (!costly.is_empty()).then(|| format!("Within the turn, {}.", costly.join("; ")))
}

/// The board before a step's decision, with the choice made and the best one.
#[derive(Clone, Debug)]
pub struct StepBoard {
    pub table: Table,
    /// `None` before the round has a board.
    pub scene: Option<Scene>,
    pub played: Vec<Spot>,
    /// Empty if the choice was best.
    pub best: Vec<Spot>,
    /// The first plays that the turn and the best turn share; the board is shown after them.
    pub in_common: Vec<Choice>,
}

impl StepBoard {
    pub fn of(table: &Table, step: &ReviewStep<'_>) -> StepBoard {
        let table = table.at(step.shown_at());
        let place = step.first_difference();
        let spots = |choice: Choice| spots_of(choice, step.seat);
        let plays = step.decision.map_or(&[][..], |decision| &decision.decided.plays);
        let best = step.decision.filter(|_| step.mark() > Some(Mark::Best));
        let best = best.and_then(|decision| decision.judged.as_ref()?.best.get(place).copied());
        let scene = BoardView::of(&table).map(|mut board| {
            board.can_choose.clear();
            board.changed.clear();
            if let Some(throw) = step.throw.filter(|throw| !throw.for_first) {
                board.dice.get_or_insert(DiceView { seat: throw.seat, throw: throw.throw, rolling: false });
            }
            Scene::of(board)
        });
        StepBoard {
            table,
            scene,
            played: plays.get(place).map_or_else(Vec::new, |play| spots(play.choice)),
            best: best.map_or_else(Vec::new, spots),
            in_common: plays.iter().take(place).map(|play| play.choice).collect(),
        }
    }
}

/// The most costly decisions of a round, the worst first: the entry of each, and its cost in a sentence.
pub fn costliest(game: Game, round: &RoundReview, names: &Names, most: usize) -> Vec<(u64, String)> {
    let mut steps: Vec<ReviewStep<'_>> = round.steps().into_iter().filter(ReviewStep::is_costly).collect();
    steps.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
    steps.truncate(most);
    steps.iter().map(|step| (step.entry, StepText::of(game, step, names).headline)).collect()
}

/// The texts about a whole round: its result, chance, and both players.
pub fn review_summary(game: Game, round: &RoundReview, names: &Names) -> Vec<String> {
    let mut lines = review_equation(game, round, names);
    lines.extend(review_chance(game, round, names));
    let seats = Seat::BOTH.map(|seat| (seat, round.seat(game, seat)));
    // A player without a decision so far may still have some.
    let known = seats.into_iter().filter(|(_, found)| round.unanswered == 0 || found.mean().is_some());
    lines.extend(known.map(|(seat, found)| review_seat(game, seat, &found, names)));
    if round.unanswered > 0 {
        lines.push(format!("The review isn't complete: {} left.", count(round.unanswered as u32, "question")));
    }
    lines
}

pub fn not_reviewed(why: NotReviewed) -> &'static str {
    match why {
        NotReviewed::BetweenTwoPeople => {
            "A game between two people can be reviewed and analysed once it is over. Before that, it would help one of them."
        }
        NotReviewed::NothingDecided => "Nothing to review: nobody has thrown dice or made a decision in this game yet.",
    }
}
