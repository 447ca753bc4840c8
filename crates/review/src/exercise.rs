//! "Find better": replay the position before a mistake.

use parlor_engine::StopFlag;
use parlor_rules::{Choice, Decision, Game, Pair, Seat, Standing};
use parlor_table::{Ask, Question};

use crate::{
    DecisionRecord, DecisionReview, Effort, Judgement, Mark, Marks, Matter, Review, ReviewAnswer, ReviewQuestion,
    RoundReview, Stopped,
};

/// A mistake to practise. In Congkak it is the most costly play of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    pub round: u32,
    /// Squares, pits or points per side.
    pub size: i64,
    /// The table's revision after the mistake.
    pub revision: u64,
    pub seat: Seat,
    pub standing: Standing,
    pub decision: Decision,
    pub played: Choice,
    pub cost: f64,
    pub exact: bool,
    pub mark: Mark,
}

/// The result of an attempt.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    Best,
    /// It costs next to nothing: less than an inaccuracy.
    Found {
        cost: f64,
        exact: bool,
    },
    /// It gives away too much.
    Worse {
        cost: f64,
        exact: bool,
    },
    Mistake,
}

impl Verdict {
    /// True if the exercise is solved.
    pub fn is_found(self) -> bool {
        matches!(self, Verdict::Best | Verdict::Found { .. })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ExerciseRun {
    pub exercise: Exercise,
    /// The verdict on the last attempt.
    pub verdict: Option<Verdict>,
    /// The engine's judgement of the mistake, once the answer is shown.
    pub answer: Option<Judgement>,
}

impl ExerciseRun {
    pub fn new(exercise: Exercise) -> ExerciseRun {
        ExerciseRun { exercise, verdict: None, answer: None }
    }

    /// True if the choice can be tried here.
    pub fn can_try(&self, choice: Choice) -> bool {
        self.exercise.decision.choices().contains(&choice)
    }

    pub fn is_solved(&self) -> bool {
        self.verdict.is_some_and(Verdict::is_found)
    }

    /// True if it is solved or its answer is shown.
    pub fn is_over(&self) -> bool {
        self.is_solved() || self.answer.is_some()
    }
}

impl Exercise {
    /// The mistakes and blunders of these seats, in the order of play.
    pub fn all(review: &Review, seats: Pair<bool>) -> Vec<Exercise> {
        let of_round = |round: &RoundReview| {
            let wanted = |decision: &&DecisionReview| seats[decision.seat] && decision.mark >= Some(Mark::Mistake);
            round
                .decisions
                .iter()
                .filter(wanted)
                .filter_map(|decision| Exercise::of(round, decision))
                .collect::<Vec<_>>()
        };
        review.rounds.iter().flat_map(of_round).collect()
    }

    fn of(round: &RoundReview, decision: &DecisionReview) -> Option<Exercise> {
        let judged = decision.judged.as_ref()?;
        let plays = &decision.decided.plays;
        let worst = worst_play(decision)?;
        let (standing, asked) = before(&decision.decided, worst)?;
        Some(Exercise {
            round: round.round,
            size: round.size,
            revision: plays[worst].revision,
            seat: decision.seat,
            standing,
            decision: asked,
            played: plays[worst].choice,
            cost: judged.costs[worst],
            exact: judged.exact,
            mark: decision.mark?,
        })
    }

    /// The entry of the exercise about a decision; `None` if the decision wasn't a mistake.
    pub fn entry_of(decision: &DecisionReview) -> Option<u64> {
        let is_mistake = decision.mark >= Some(Mark::Mistake);
        is_mistake.then(|| worst_play(decision).map(|play| decision.decided.plays[play].revision)).flatten()
    }

    pub fn game(&self) -> Game {
        self.standing.game()
    }

    /// The question to the player.
    pub fn asked(&self) -> Question {
        Question { seat: self.seat, ask: Ask::Decide(self.decision.clone()) }
    }

    /// The question a review would ask about this choice.
    pub fn question(&self, choice: Choice) -> ReviewQuestion {
        let decided = DecisionRecord::one(self.standing.clone(), self.decision.clone(), choice);
        ReviewQuestion { revision: self.revision, seat: self.seat, matter: Matter::Decision(Box::new(decided)) }
    }

    /// The engine's judgement of a choice here. The mistake is never judged the best.
    pub fn judge(&self, choice: Choice, effort: Effort, stop: &StopFlag) -> Result<Judgement, Stopped> {
        match self.question(choice).answer(effort, stop)? {
            ReviewAnswer::Judged(judged) if judged.best.first() == Some(&self.played) => {
                self.judge_rest(choice, effort, stop)
            }
            ReviewAnswer::Judged(judged) => Ok(judged),
            ReviewAnswer::Nothing | ReviewAnswer::Luck { .. } => unreachable!("a decision that isn't forced is judged"),
        }
    }

    /// A search of this position alone may prefer the mistake, because the review judged it as part of a turn or with
    /// different effort. It was presented as a mistake, so the answer is the best of the other choices.
    fn judge_rest(&self, choice: Choice, effort: Effort, stop: &StopFlag) -> Result<Judgement, Stopped> {
        let ranked = effort.job(self.decision.clone(), stop).rank()?;
        let best = ranked.iter().find(|judged| judged.choice != self.played);
        let best = best.expect("a mistake had an alternative");
        let chosen = ranked.iter().find(|judged| judged.choice == choice).unwrap_or(best);
        let cost = if choice == self.played { self.cost } else { (best.value - chosen.value).max(0.0) };
        Ok(Judgement::new(self.seat, best, vec![cost], false))
    }

    pub fn attempt(&self, choice: Choice, effort: Effort, stop: &StopFlag) -> Result<Verdict, Stopped> {
        if choice == self.played {
            return Ok(Verdict::Mistake);
        }
        Ok(self.verdict(choice, &self.judge(choice, effort, stop)?))
    }

    /// The verdict on a choice, given the engine's judgement.
    pub fn verdict(&self, choice: Choice, judged: &Judgement) -> Verdict {
        // It was presented as a mistake, so it stays one even if this search disagrees.
        if choice == self.played {
            return Verdict::Mistake;
        }
        let (cost, exact) = (judged.cost(), judged.exact);
        if judged.best.first() == Some(&choice) {
            Verdict::Best
        } else if cost < Marks::of(self.game(), self.size).inaccuracy {
            Verdict::Found { cost, exact }
        } else {
            Verdict::Worse { cost, exact }
        }
    }
}

/// The index of a decision's most costly play.
fn worst_play(decision: &DecisionReview) -> Option<usize> {
    let costs = &decision.judged.as_ref()?.costs;
    (0..decision.decided.plays.len().min(costs.len())).max_by(|one, other| costs[*one].total_cmp(&costs[*other]))
}

/// The standing before one of the plays of a decision, and the decision that remained.
fn before(decided: &DecisionRecord, play: usize) -> Option<(Standing, Decision)> {
    let (Standing::Congkak(standing), Decision::Congkak(first)) = (&decided.standing, &decided.decision) else {
        return Some((decided.standing.clone(), decided.decision.clone()));
    };
    let mut position = *first;
    for earlier in &decided.plays[..play] {
        let Choice::Congkak(pit) = earlier.choice else { return None };
        position = position.play(pit).ok()?;
    }
    let mut standing = *standing;
    standing.position = position;
    Some((Standing::Congkak(standing), Decision::Congkak(position)))
}
