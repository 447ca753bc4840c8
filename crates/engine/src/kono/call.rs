//! A computer player's decision to offer a call of the round, or to accept one (rule kon-offer).

use parlor_rules::kono::Standing;
use parlor_rules::{Decision, Seat};

use super::bits::Bits;
use super::lattice::{self, AnyLattice, Lattice, POINT};
use super::player::{MASTER_NODES, table_bits};
use super::search::{Root, Search, SearchOptions};
use super::searcher::points;
use crate::{EngineJob, Limits};

/// A computer player continues for a gain of at least this number of points.
const WORTH_PLAYING_FOR: f64 = 1.0;

/// True if a computer player considers whether to continue a round, because it has been quiet for so long that a piece could
/// have walked home, or, if the scores are level, for half of the quiet moves that end the round. At 0 to 0 it always
/// continues: pieces may still be on their way, and neither player gains if both arrive.
pub fn considers_a_call(standing: &Standing) -> bool {
    let Some(position) = standing.position else { return false };
    let (size, quiet, scores) = (standing.board().size(), standing.history().len(), position.scores());
    let patience = if scores.leader().is_none() { size.quiet_limit() / 2 } else { 2 * usize::from(size.points()) };
    (scores.human, scores.computer) != (0, 0) && quiet >= patience
}

/// The parts of the effort with which a computer player looks for a gain before it searches with all of it. There usually
/// is one, and a server can't search for a second before each move of a quiet round.
const SHORT: [u64; 2] = [1000, 30];

/// With less effort a search sees too little.
const LEAST: u64 = 2000;

/// True if a computer player agrees to call the round, because a search with the effort of help, whatever its level, and
/// shorter ones before it find nothing more to gain for it. So it never gives away a gain that help would show.
pub fn agrees_to_call(standing: &Standing, seat: Seat, limits: &Limits) -> bool {
    let all = limits.effort.unwrap_or(MASTER_NODES);
    let short = SHORT.map(|part| Limits { effort: Some((all / part).max(LEAST).min(all)), ..limits.clone() });
    short.iter().chain([limits]).all(|limits| has_nothing_to_gain(standing, seat, limits))
}

fn has_nothing_to_gain(standing: &Standing, seat: Seat, limits: &Limits) -> bool {
    let Some(position) = standing.position else { return false };
    let Some(gain) = gain(standing, limits) else { return false };
    let own = |value: f64| if position.turn() == Some(seat) { value } else { -value };
    let scores = position.scores();
    // If the scores are level, a better position may still lead to a gain.
    let promise = || {
        let decision = Decision::Kono(standing.clone());
        let job = EngineJob { limits: limits.clone(), ..EngineJob::full_strength(decision) };
        job.decide().map_or(WORTH_PLAYING_FOR, |best| own(best.value))
    };
    own(gain) < WORTH_PLAYING_FOR && (scores.human != scores.computer || promise() < WORTH_PLAYING_FOR)
}

/// The net points that the player to move can still gain on the score as it stands, as far as a master's search sees;
/// `None` without a legal move, or if the limits are reached first. Only points that would be scored count, not the
/// places of pieces.
pub(super) fn gain(standing: &Standing, limits: &Limits) -> Option<f64> {
    match lattice::of_scores(standing.board().size()) {
        AnyLattice::Narrow(lattice) => gain_on(lattice, standing, limits),
        AnyLattice::Wide(lattice) => gain_on(lattice, standing, limits),
    }
}

fn gain_on<B: Bits>(lattice: &'static Lattice<B>, standing: &Standing, limits: &Limits) -> Option<f64> {
    let root = Root::new(lattice, standing)?;
    let options = SearchOptions::new(limits, MASTER_NODES, 0);
    let found = Search::new(lattice, table_bits(&options), options).run(&root, |_| ());
    (!limits.stop.is_set()).then(|| points(found.value.expected - root.state.ahead(lattice) * POINT))
}
