//! Canoga is solved, so that cost and luck are exact. The values of positions before a throw are computed here from those of
//! the boards after it, and never read from the solution: that is why the equation of a round can fail if a value is wrong.

use parlor_engine::canoga::{Analysis, Solution, solution_within};
use parlor_engine::{Assessed, Limits, StopFlag};
use parlor_rules::canoga::{Move, Position, Size, Thrown};
use parlor_rules::{Choice, Decision, DiceCount, Pair, Seat, Throw, first_by_dice};

use crate::{Answer, Judgement, Matter, Question, Stopped};

/// The solution of a size, once it is there.
pub(crate) fn solved(size: Size, stop: &StopFlag) -> Result<&'static Solution, Stopped> {
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    solution_within(size, &limits).ok_or(Stopped)
}

/// The length of the rows, if this is a question about Canoga that takes a solution.
pub(crate) fn size(question: &Question) -> Option<Size> {
    match &question.matter {
        Matter::FirstThrow { starts, .. } => starts.map(|starts| starts.human.size()),
        Matter::Throw { position, .. } => Some(position.size()),
        Matter::Decision(decided) if decided.is_forced() => None,
        Matter::Decision(decided) => match &decided.decision {
            Decision::Dice(position) => Some(position.size()),
            Decision::Canoga(thrown) => Some(thrown.position().size()),
            _ => None,
        },
    }
}

/// The answer by these values.
pub(crate) fn answer(question: &Question, solution: &Solution) -> Answer {
    match &question.matter {
        Matter::FirstThrow { throw, human, starts: Some(starts) } => first_throw(solution, starts, *human, *throw),
        Matter::FirstThrow { starts: None, .. } => Answer::Nothing,
        Matter::Throw { position, chosen, throw } => self::throw(solution, position, *chosen, *throw),
        Matter::Decision(decided) if decided.is_forced() => Answer::Nothing,
        Matter::Decision(decided) => match (&decided.decision, decided.plays[0].choice) {
            (Decision::Dice(position), Choice::Dice(dice)) => Answer::Judged(judge_dice(solution, position, dice)),
            (Decision::Canoga(thrown), Choice::Canoga(chosen)) => Answer::Judged(judge_move(solution, thrown, chosen)),
            _ => Answer::Nothing,
        },
    }
}

/// From Human's side.
fn for_human(seat: Seat, value: f64) -> f64 {
    if seat == Seat::Human { value } else { -value }
}

fn analysis<'a>(solution: &'a Solution, position: &Position) -> Analysis<'a> {
    Analysis::new(solution, position).expect("a round that goes on was thrown or decided in")
}

/// What the dice for the first player change: what the round is worth with them, minus the mean over all throws.
fn first_throw(solution: &Solution, starts: &Pair<Position>, human: Option<Throw>, throw: Throw) -> Answer {
    let worth = |first: Seat| for_human(first, analysis(solution, &starts[first]).value());
    let worth = Pair { human: worth(Seat::Human), computer: worth(Seat::Computer) };
    // Equal throws are thrown again. Both are equally likely to be first, so that this is worth the mean of the two.
    let again = f64::midpoint(worth.human, worth.computer);
    let settled =
        |human: Throw, computer: Throw| first_by_dice(Pair { human, computer }).map_or(again, |first| worth[first]);
    let mean = |human: Throw| mean(Throw::all(DiceCount::Two).map(|computer| settled(human, computer)));
    match human {
        None => Answer::Luck { before: self::mean(Throw::all(DiceCount::Two).map(mean)), after: mean(throw) },
        Some(human) => Answer::Luck { before: mean(human), after: settled(human, throw) },
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are 36 throws at most")]
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0usize);
    for value in values {
        sum += value;
        count += 1;
    }
    sum / count as f64
}

/// What a throw changes.
fn throw(solution: &Solution, position: &Position, chosen: DiceCount, throw: Throw) -> Answer {
    let analysis = analysis(solution, position);
    let seat = position.next();
    Answer::Luck {
        before: for_human(seat, analysis.before_throw(chosen)),
        after: for_human(seat, analysis.after_throw(throw.sum())),
    }
}

/// What a number of dice cost.
fn judge_dice(solution: &Solution, position: &Position, played: DiceCount) -> Judgement {
    judge(&analysis(solution, position).rank_throws(), position.next(), played, Choice::Dice)
}

/// What a move cost.
fn judge_move(solution: &Solution, thrown: &Thrown, played: Move) -> Judgement {
    let position = thrown.position();
    let ranked = analysis(solution, position).rank_moves(thrown.throw().sum());
    judge(&ranked, position.next(), played, Choice::Canoga)
}

fn judge<T: Copy + PartialEq, R: std::fmt::Display>(
    ranked: &[Assessed<T, R>],
    seat: Seat,
    played: T,
    choice: impl Fn(T) -> Choice,
) -> Judgement {
    let best = &ranked[0];
    let value = ranked.iter().find(|other| other.chosen == played).expect("a legal choice is ranked").value;
    Judgement {
        best: vec![choice(best.chosen)],
        value: for_human(seat, best.value),
        costs: vec![best.value - value],
        exact: true,
        reasons: best.reasons.iter().map(ToString::to_string).collect(),
    }
}

#[cfg(test)]
mod tests;
