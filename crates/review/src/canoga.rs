//! Canoga is solved, so cost and luck are exact. The values of positions before a throw are computed here from those of
//! the boards after it, and never read from the solution, so that a wrong value would break the equation of a round.

use parlor_engine::canoga::{Analysis, Solution, solution_within};
use parlor_engine::{Limits, StopFlag};
use parlor_rules::canoga::{Position, Size};
use parlor_rules::{Choice, Decision, DiceCount, Pair, Seat, Throw, first_by_dice};

use crate::answer::for_human;
use crate::{Judgement, Matter, ReviewAnswer, ReviewQuestion, Stopped};

/// The solution of a size; waits until it is computed.
pub(crate) fn solved(size: Size, stop: &StopFlag) -> Result<&'static Solution, Stopped> {
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    solution_within(size, &limits).ok_or(Stopped)
}

/// The size of the solution needed for a question about Canoga.
pub(crate) fn size(question: &ReviewQuestion) -> Option<Size> {
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

/// The answer according to the solution.
pub(crate) fn answer(question: &ReviewQuestion, solution: &Solution) -> ReviewAnswer {
    match &question.matter {
        Matter::FirstThrow { throw, human, starts: Some(starts) } => first_throw(solution, starts, *human, *throw),
        Matter::FirstThrow { starts: None, .. } => ReviewAnswer::Nothing,
        Matter::Throw { position, chosen, throw } => self::throw(solution, position, *chosen, *throw),
        Matter::Decision(decided) if decided.is_forced() => ReviewAnswer::Nothing,
        Matter::Decision(decided) => match (&decided.decision, decided.plays[0].choice) {
            (Decision::Dice(position), played) => judge(solution, position, None, played),
            (Decision::Canoga(thrown), played) => {
                judge(solution, thrown.position(), Some(thrown.throw().sum()), played)
            }
            _ => ReviewAnswer::Nothing,
        },
    }
}

fn analysis<'a>(solution: &'a Solution, position: &Position) -> Analysis<'a> {
    Analysis::new(solution, position).expect("questions come from unfinished rounds")
}

/// The luck of the dice for the first turn: the value of the round with them, minus the mean over all throws.
fn first_throw(solution: &Solution, starts: &Pair<Position>, human: Option<Throw>, throw: Throw) -> ReviewAnswer {
    let worth = |first: Seat| for_human(first, analysis(solution, &starts[first]).value());
    let worth = Pair { human: worth(Seat::Human), computer: worth(Seat::Computer) };
    // Equal throws are repeated. Both players are equally likely to be first, so the value is the mean of the two.
    let again = f64::midpoint(worth.human, worth.computer);
    let settled =
        |human: Throw, computer: Throw| first_by_dice(Pair { human, computer }).map_or(again, |first| worth[first]);
    let mean = |human: Throw| mean(Throw::all(DiceCount::Two).map(|computer| settled(human, computer)));
    match human {
        None => ReviewAnswer::Luck { before: self::mean(Throw::all(DiceCount::Two).map(mean)), after: mean(throw) },
        Some(human) => ReviewAnswer::Luck { before: mean(human), after: settled(human, throw) },
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

fn mover(position: &Position) -> Seat {
    position.turn().expect("a round that is being played has a player to throw")
}

fn throw(solution: &Solution, position: &Position, chosen: DiceCount, throw: Throw) -> ReviewAnswer {
    let analysis = analysis(solution, position);
    let seat = mover(position);
    ReviewAnswer::Luck {
        before: for_human(seat, analysis.before_throw(chosen)),
        after: for_human(seat, analysis.after_throw(throw.sum())),
    }
}

/// The cost of a choice of dice, or of a move after a throw with this sum.
fn judge(solution: &Solution, position: &Position, sum: Option<u8>, played: Choice) -> ReviewAnswer {
    let ranked = analysis(solution, position).rank(sum);
    let best = &ranked[0];
    let value = ranked.iter().find(|other| other.choice == played).expect("a legal choice is ranked").value;
    ReviewAnswer::Judged(Judgement::new(mover(position), best, vec![best.value - value], true))
}

#[cfg(test)]
mod tests;
