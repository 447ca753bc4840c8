use parlor_rules::{Decision, Seat};

use crate::{DecisionReview, Mark, RoundReview, ThrowReview};

/// A step of a round, as listed by every front end: a throw with the move after it, a choice of dice, a turn in
/// Congkak, a step in Kono.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewStep<'a> {
    /// The number of its journal entry: the entry of the decision or, if there was none, of the throw. A turn has
    /// the number of its first play.
    pub entry: u64,
    pub seat: Seat,
    pub throw: Option<&'a ThrowReview>,
    pub decision: Option<&'a DecisionReview>,
}

impl ReviewStep<'_> {
    /// True if an entry belongs to this step.
    pub fn contains(&self, entry: u64) -> bool {
        let played = |decision: &DecisionReview| decision.decided.plays.iter().any(|play| play.revision == entry);
        self.throw.is_some_and(|throw| throw.revision == entry) || self.decision.is_some_and(played)
    }

    /// The value for Human before the decision, with best play; after a throw without a decision, the value after it.
    pub fn value(&self) -> Option<f64> {
        let judged = self.decision.and_then(|decision| decision.judged.as_ref());
        judged.map(|judged| judged.value).or(self.throw.and_then(|throw| throw.value))
    }

    /// The luck of the throw, from Human's side.
    pub fn luck(&self) -> Option<f64> {
        self.throw.and_then(|throw| throw.luck)
    }

    pub fn cost(&self) -> f64 {
        self.decision.map_or(0.0, DecisionReview::cost)
    }

    pub fn mark(&self) -> Option<Mark> {
        self.decision.and_then(|decision| decision.mark)
    }

    pub fn is_costly(&self) -> bool {
        self.mark() >= Some(Mark::Inaccuracy)
    }

    /// The index of the first play that differs from the best turn; 0 if there is no better turn.
    pub fn first_difference(&self) -> usize {
        let Some(decision) = self.decision.filter(|decision| decision.mark > Some(Mark::Best)) else { return 0 };
        let Some(judged) = &decision.judged else { return 0 };
        let plays = decision.decided.plays.iter();
        plays.zip(&judged.best).position(|(play, best)| play.choice != *best).unwrap_or(0)
    }

    /// The revision of the table to show: before the first play that differs from the best; for a throw alone, after
    /// it.
    pub fn shown_at(&self) -> u64 {
        match self.decision {
            Some(decision) => decision.decided.plays[self.first_difference()].revision.saturating_sub(1),
            None => self.throw.map_or(0, |throw| throw.revision),
        }
    }
}

impl RoundReview {
    /// The steps of the round, in order. A choice of dice is a step only if there was a choice.
    pub fn steps(&self) -> Vec<ReviewStep<'_>> {
        let throws = self.throws.iter().map(|throw| ReviewStep {
            entry: throw.revision,
            seat: throw.seat,
            throw: Some(throw),
            decision: None,
        });
        let decisions = self.decisions.iter().map(|decision| ReviewStep {
            entry: decision.revision,
            seat: decision.seat,
            throw: None,
            decision: Some(decision),
        });
        let mut parts: Vec<ReviewStep<'_>> = throws.chain(decisions).collect();
        // One entry can contain both a throw and a decision; in that case the throw comes first.
        parts.sort_by_key(|step| (step.entry, step.decision.is_some()));
        let mut steps: Vec<ReviewStep<'_>> = Vec::new();
        for step in parts {
            match (step.decision.map(|decision| &decision.decided), steps.last_mut()) {
                (Some(decided), Some(last))
                    if matches!(decided.decision, Decision::Canoga(_))
                        && last.throw.is_some_and(|throw| !throw.for_first)
                        && last.decision.is_none() =>
                {
                    (last.entry, last.decision) = (step.entry, step.decision);
                }
                (Some(decided), _) if matches!(decided.decision, Decision::Dice(_)) && decided.is_forced() => {}
                _ => steps.push(step),
            }
        }
        steps
    }

    /// The value curve: the value for Human at the start and at each step, and finally the result.
    pub fn values(&self) -> Vec<f64> {
        let steps = self.steps();
        let known = steps.iter().filter_map(ReviewStep::value);
        let result = self.points.filter(|_| self.given_up.is_none()).map(f64::from);
        self.start.into_iter().chain(known).chain(result).collect()
    }
}
