//! "Find better": the position before a mistake, to be played again.

use parlor_engine::StopFlag;
use parlor_rules::{Choice, Decision, Game, Pair, Seat, Standing};
use parlor_table::{Ask, Question};

use crate::{
    DecisionRecord, DecisionReview, Effort, Judgement, Mark, Marks, Matter, Review, ReviewAnswer, ReviewQuestion,
    RoundReview, Stopped,
};

/// A mistake that somebody made. In Congkak it is the play of a turn that cost most.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// The number of the round.
    pub round: u32,
    /// Squares, pits or points a side.
    pub size: i64,
    /// The table's revision after the mistake.
    pub revision: u64,
    /// Who made it.
    pub seat: Seat,
    /// The game before it.
    pub standing: Standing,
    /// What is to be decided.
    pub decision: Decision,
    /// The mistake.
    pub played: Choice,
    /// What it gave away.
    pub cost: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// How bad it was.
    pub mark: Mark,
}

/// What comes of a try.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Nothing is better.
    Best,
    /// It costs next to nothing: less than an inaccuracy.
    Found {
        /// What it gives away.
        cost: f64,
        /// Whether that is proven.
        exact: bool,
    },
    /// It gives away too much.
    Worse {
        /// How much.
        cost: f64,
        /// Whether that is proven.
        exact: bool,
    },
    /// It is the mistake itself.
    Mistake,
}

impl Verdict {
    /// Whether the exercise is solved.
    pub fn is_found(self) -> bool {
        matches!(self, Verdict::Best | Verdict::Found { .. })
    }
}

/// An exercise that somebody works on.
#[derive(Clone, PartialEq, Debug)]
pub struct ExerciseRun {
    pub exercise: Exercise,
    /// What came of the last try.
    pub verdict: Option<Verdict>,
    /// What the engine says about the mistake, once the answer is shown.
    pub answer: Option<Judgement>,
}

impl ExerciseRun {
    pub fn new(exercise: Exercise) -> ExerciseRun {
        ExerciseRun { exercise, verdict: None, answer: None }
    }

    /// Whether a choice can be tried here.
    pub fn can_try(&self, choice: Choice) -> bool {
        self.exercise.decision.choices().contains(&choice)
    }

    pub fn is_solved(&self) -> bool {
        self.verdict.is_some_and(Verdict::is_found)
    }

    /// Whether it is solved or its answer is shown.
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

    /// The entry that an exercise about this decision has, if it was a mistake.
    pub fn entry_of(decision: &DecisionReview) -> Option<u64> {
        let is_mistake = decision.mark >= Some(Mark::Mistake);
        is_mistake.then(|| worst_play(decision).map(|play| decision.decided.plays[play].revision)).flatten()
    }

    /// Which game.
    pub fn game(&self) -> Game {
        self.standing.game()
    }

    /// What the player is asked.
    pub fn asked(&self) -> Question {
        Question { seat: self.seat, ask: Ask::Decide(self.decision.clone()) }
    }

    /// What a review would ask if this had been chosen here.
    pub fn question(&self, choice: Choice) -> ReviewQuestion {
        let decided = DecisionRecord::one(self.standing.clone(), self.decision.clone(), choice);
        ReviewQuestion { revision: self.revision, seat: self.seat, matter: Matter::Decision(Box::new(decided)) }
    }

    /// What the engine says about a choice here. The mistake is never the best.
    pub fn judge(&self, choice: Choice, effort: Effort, stop: &StopFlag) -> Result<Judgement, Stopped> {
        match self.question(choice).answer(effort, stop)? {
            ReviewAnswer::Judged(judged) if judged.best.first() == Some(&self.played) => {
                self.judge_rest(choice, effort, stop)
            }
            ReviewAnswer::Judged(judged) => Ok(judged),
            ReviewAnswer::Nothing | ReviewAnswer::Luck { .. } => unreachable!("a decision that isn't forced is judged"),
        }
    }

    /// A search of this position alone may like the mistake best, because it was judged as a part of a turn or with another
    /// effort. It was shown as a mistake all the same, so the best of the other choices is the answer.
    fn judge_rest(&self, choice: Choice, effort: Effort, stop: &StopFlag) -> Result<Judgement, Stopped> {
        let ranked = effort.job(self.decision.clone(), stop).rank()?;
        let best = ranked.iter().find(|judged| judged.choice != self.played);
        let best = best.expect("a mistake had an alternative");
        let chosen = ranked.iter().find(|judged| judged.choice == choice).unwrap_or(best);
        let cost = if choice == self.played { self.cost } else { (best.value - chosen.value).max(0.0) };
        Ok(Judgement::new(self.seat, best, vec![cost], false))
    }

    /// Tries a choice that can be made here.
    pub fn attempt(&self, choice: Choice, effort: Effort, stop: &StopFlag) -> Result<Verdict, Stopped> {
        if choice == self.played {
            return Ok(Verdict::Mistake);
        }
        Ok(self.verdict(choice, &self.judge(choice, effort, stop)?))
    }

    /// What comes of a choice, given what the engine says about it.
    pub fn verdict(&self, choice: Choice, judged: &Judgement) -> Verdict {
        // Whatever a search says about it now, it was shown as a mistake.
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

/// The play of a decision that cost the most.
fn worst_play(decision: &DecisionReview) -> Option<usize> {
    let costs = &decision.judged.as_ref()?.costs;
    (0..decision.decided.plays.len().min(costs.len())).max_by(|one, other| costs[*one].total_cmp(&costs[*other]))
}

/// The game before a play of a decision, and what is to be decided there.
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
