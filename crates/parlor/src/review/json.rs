//! A review as JSON; `docs/play/review.md` describes the fields.

use parlor_review::{DecisionReview, Review, ReviewStep, RoundReview, ThrowReview};
use parlor_rpc::{choice_value, position_value};
use parlor_rules::{Choice, Decision, Game, Seat};
use parlor_table::Table;
use serde_json::{Value, json};

pub(super) fn text(table: &Table, review: &Review, quick: bool, journal: Option<&str>) -> String {
    let rounds: Vec<Value> = review.rounds.iter().map(|round| one(review.game, round)).collect();
    let mut whole = json!({
        "game": review.game.to_string().to_lowercase(),
        "rules": review.game.rules(),
        "engine": parlor_engine::VERSION,
        "revision": table.revision(),
        "quick": quick,
        "rounds": rounds,
    });
    if let Some(journal) = journal {
        whole["journal"] = json!(journal);
    }
    whole.to_string() + "\n"
}

fn one(game: Game, round: &RoundReview) -> Value {
    json!({
        "round": round.round,
        "size": round.size,
        "first": round.first.map(|first| first.seat.word()),
        "start": round.start.map(digits),
        "points": round.points,
        "luck": round.luck().map(digits),
        "skill": digits(round.skill()),
        "hindsight": round.equation().map(|equation| digits(equation.hindsight)),
        "given_up": round.given_up.map(Seat::word),
        "throws": round.throws.iter().map(thrown).collect::<Vec<_>>(),
        "steps": round.steps().iter().map(step).collect::<Vec<_>>(),
        "decisions": round.decisions.iter().filter_map(|decision| decided(game, decision)).collect::<Vec<_>>(),
    })
}

fn step(step: &ReviewStep<'_>) -> Value {
    let judged = step.decision.and_then(|decision| decision.judged.as_ref());
    json!({
        "entry": step.entry,
        "seat": step.seat.word(),
        "value": step.value().map(digits),
        "luck": step.luck().map(digits),
        "cost": judged.map(|judged| digits(judged.cost())),
        "mark": step.mark().map(|mark| mark.to_string()),
    })
}

fn thrown(throw: &ThrowReview) -> Value {
    json!({
        "entry": throw.revision,
        "seat": throw.seat.word(),
        "dice": throw.throw.dice(),
        "luck": throw.luck.map(digits),
    })
}

/// A decision as JSON; `None` if the decision was forced.
fn decided(game: Game, decision: &DecisionReview) -> Option<Value> {
    let judged = decision.judged.as_ref()?;
    let dice = match &decision.decided.decision {
        Decision::Canoga(thrown) => Some(thrown.throw().dice().to_vec()),
        _ => None,
    };
    let choices = |choices: &[Choice]| match (game, choices) {
        (Game::Congkak, choices) => Value::Array(choices.iter().copied().map(choice_value).collect()),
        (_, choices) => choices.first().copied().map_or(Value::Null, choice_value),
    };
    let played: Vec<Choice> = decision.decided.plays.iter().map(|play| play.choice).collect();
    let earlier = decision.decided.plays.iter().find_map(|play| play.rationale.as_ref());
    Some(json!({
        "entry": decision.revision,
        "seat": decision.seat.word(),
        "position": position_value(&decision.decided.standing),
        "dice": dice,
        "played": choices(&played),
        "best": choices(&judged.best),
        "value": digits(judged.value),
        "cost": digits(judged.cost()),
        "costs": judged.costs.iter().copied().map(digits).collect::<Vec<_>>(),
        "exact": judged.exact,
        "mark": decision.mark.map(|mark| mark.to_string()),
        "worse": decision.drawbacks().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "why": judged.reasons,
        "said": earlier.map(|rationale| rationale.reasons.clone()),
    }))
}

/// Rounds to six decimals, which is more than the solution's precision.
fn digits(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
