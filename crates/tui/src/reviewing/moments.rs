//! The moments of a review, and the board of each.

use parlor_review::{Course, DecisionReview, Mark, Matter as Asked, Review};
use parlor_rules::Choice;
use parlor_table::Table;
use parlor_view::{BoardView, Scene, spots_of};

/// A throw or a decision. It stands at the place of its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    /// The round, counted from 0.
    pub(super) round: usize,
    pub(super) matter: Matter,
}

/// Which of the round's throws or decisions it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Matter {
    Throw(usize),
    Decision(usize),
}

/// Everything that happened, in order.
pub(super) fn moments(course: &Course) -> Vec<Moment> {
    let mut moments = Vec::new();
    for (round, asked) in course.rounds.iter().enumerate() {
        let (mut throws, mut decisions) = (0, 0);
        for question in &asked.questions {
            let matter = match question.matter {
                Asked::Decision(_) => {
                    decisions += 1;
                    Matter::Decision(decisions - 1)
                }
                Asked::FirstThrow { .. } | Asked::Throw { .. } => {
                    throws += 1;
                    Matter::Throw(throws - 1)
                }
            };
            moments.push(Moment { round, matter });
        }
    }
    moments
}

/// What is shown of a moment.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The table before it.
    pub(super) before: Table,
    /// The board then, with the best and the played choice marked; `None` before there is a board.
    pub(super) scene: Option<Scene>,
    /// Whether anything is marked.
    pub(super) is_marked: bool,
    /// The plays with which both the played and the best turn begin (Congkak). The board is that after them.
    pub(super) alike: Vec<Choice>,
}

impl Shown {
    pub(super) fn of(table: &Table, moment: Moment, review: &Review) -> Shown {
        let round = &review.rounds[moment.round];
        let (revision, decision, alike) = match moment.matter {
            Matter::Throw(number) => (round.throws[number].revision, None, 0),
            Matter::Decision(number) => {
                let decision = &round.decisions[number];
                let alike = alike(decision);
                (decision.decided.plays[alike].revision, Some(decision), alike)
            }
        };
        let before = table.at(revision.saturating_sub(1));
        let board =
            BoardView::of(&before).map(|board| BoardView { can_choose: Vec::new(), changed: Vec::new(), ..board });
        let mut scene = board.map(Scene::of);
        let mut is_marked = false;
        if let (Some(scene), Some(decision)) = (&mut scene, decision) {
            let spots = |choice: Choice| spots_of(choice, decision.seat);
            scene.board.changed = spots(decision.decided.plays[alike].choice);
            // Of two choices that are equally good the engine names one.
            let best = decision.judged.as_ref().filter(|_| decision.mark != Some(Mark::Best));
            if let Some(best) = best.and_then(|judged| judged.best.get(alike)) {
                scene.advised = spots(*best);
            }
            is_marked = !scene.board.changed.is_empty();
        }
        let plays = decision.map_or(&[][..], |decision| &decision.decided.plays[..alike]);
        Shown { before, scene, is_marked, alike: plays.iter().map(|play| play.choice).collect() }
    }
}

/// How many plays the played turn and the best one have in common at their beginning. If one of them is nothing but the
/// beginning of the other, they are shown from their start.
fn alike(decision: &DecisionReview) -> usize {
    let plays = decision.decided.plays.iter();
    let Some(judged) = decision.judged.as_ref().filter(|_| decision.mark != Some(Mark::Best)) else { return 0 };
    let pairs: Vec<bool> = plays.zip(&judged.best).map(|(play, best)| play.choice == *best).collect();
    pairs.iter().position(|same| !same).unwrap_or(0)
}
