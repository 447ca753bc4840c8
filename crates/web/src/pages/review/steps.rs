use parlor_review::{DecisionReview, RoundReview, ThrowReview};
use parlor_rules::{Decision, Seat};

/// A step of a round: a throw with what was played after it, a turn of Congkak, a step of Kono.
pub(super) struct Step<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) seat: Seat,
    pub(super) throw: Option<&'a ThrowReview>,
    pub(super) decision: Option<&'a DecisionReview>,
}

impl Step<'_> {
    /// The revision that stands for it in addresses.
    pub(super) fn revision(&self) -> u64 {
        let decided = self.decision.map(|decision| decision.revision);
        decided.or(self.throw.map(|throw| throw.revision)).unwrap_or(0)
    }

    fn is_at(&self, revision: u64) -> bool {
        let played = |decision: &DecisionReview| decision.decided.plays.iter().any(|play| play.revision == revision);
        self.throw.is_some_and(|throw| throw.revision == revision) || self.decision.is_some_and(played)
    }

    /// What Human can expect after it, if that is known.
    pub(super) fn value(&self) -> Option<f64> {
        let judged = self.decision.and_then(|decision| {
            let judged = decision.judged.as_ref()?;
            let lost = if decision.seat == Seat::Human { judged.cost() } else { -judged.cost() };
            Some(judged.value - lost)
        });
        judged.or(self.throw.and_then(|throw| throw.value))
    }

    pub(super) fn luck(&self) -> Option<f64> {
        self.throw.and_then(|throw| throw.luck)
    }

    pub(super) fn cost(&self) -> f64 {
        self.decision.map_or(0.0, DecisionReview::cost)
    }
}

/// The steps of a round, in order. How many dice are thrown is a step only where that could be chosen.
pub(super) fn steps(round: &RoundReview) -> Vec<Step<'_>> {
    enum Item<'a> {
        Throw(&'a ThrowReview),
        Decision(&'a DecisionReview),
    }
    let throws = round.throws.iter().map(|throw| (throw.revision, Item::Throw(throw)));
    let decisions = round.decisions.iter().map(|decision| (decision.revision, Item::Decision(decision)));
    let mut items: Vec<(u64, Item<'_>)> = throws.chain(decisions).collect();
    // One entry can throw and decide; then the throw comes first.
    items.sort_by_key(|(revision, item)| (*revision, matches!(item, Item::Decision(_))));
    let mut steps: Vec<Step<'_>> = Vec::new();
    for (_, item) in items {
        let number = steps.len() + 1;
        match item {
            Item::Throw(throw) => steps.push(Step { number, seat: throw.seat, throw: Some(throw), decision: None }),
            Item::Decision(decision) => match (&decision.decided.decision, steps.last_mut()) {
                (Decision::Canoga(_), Some(last)) if last.throw.is_some() && last.decision.is_none() => {
                    last.decision = Some(decision);
                }
                (Decision::Dice(_), _) if decision.decided.is_forced() => {}
                _ => steps.push(Step { number, seat: decision.seat, throw: None, decision: Some(decision) }),
            },
        }
    }
    steps
}

/// Which step is in sight: that of a revision, or else the most costly one, or else the first.
pub(super) fn chosen(steps: &[Step<'_>], at: Option<u64>) -> usize {
    let asked = at.and_then(|at| steps.iter().position(|step| step.is_at(at)));
    let costly = || (0..steps.len()).rev().max_by(|one, other| steps[*one].cost().total_cmp(&steps[*other].cost()));
    asked.or_else(costly).unwrap_or(0)
}
