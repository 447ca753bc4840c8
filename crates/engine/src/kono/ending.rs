//! Proves endings on small boards with few pieces, from all positions that can follow.
//!
//! Rule kon-called makes the history matter, so a proof must hold for every history. For a player and a number of
//! points p, a position is *safe* if the player would have p if the round were called at once, and can keep it that
//! way forever, or until an end with p, whatever the opponent does. Then it doesn't matter how long the round lasts
//! or when it is called. A position is *won* if the player can force a safe one, or an end with p, in a bounded
//! number of steps. No position repeats on the way there, so the round isn't called unless the moves before were
//! already close to it, which can be checked. If p is won for one player and -p for the other, p is the value.

use std::collections::HashMap;

use parlor_rules::kono::REPETITIONS;

use super::bits::Bits;
use super::lattice::Lattice;
use super::search::Root;
use super::state::{PackedMove, SearchState};
use crate::Limits;
use crate::limits::LimitCheck;

/// Endings with more positions than this are left to the search.
pub(super) const MOST_POSITIONS: usize = 150_000;

/// Not won in any number of steps.
const NEVER: u32 = u32::MAX;

/// Positions between two checks of the clock: well under a millisecond, even while the map's memory is first touched.
const CHECK_INTERVAL: u32 = 64;

/// Proven bounds on a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EndingProof {
    pub(super) step: PackedMove,
    /// The points that the mover can force.
    pub(super) least: i32,
    /// The points that the opponent can hold the mover to.
    pub(super) most: i32,
    /// The number of further steps until `least` is safe or scored.
    pub(super) steps: u32,
    /// The number of further steps in which the mover can force the end of the round with `least`; `None` if that can't be
    /// forced, or isn't the most that the mover can have.
    pub(super) end: Option<u32>,
}

/// All positions that can follow one, and the steps between them.
struct PositionGraph {
    /// White's lead in each position.
    ahead: Vec<i32>,
    /// The player to move; `None` if the round is over, apart from rule kon-called.
    mover: Vec<Option<usize>>,
    /// The index in `targets` where the successors of each position begin, and where those of the last one end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The predecessors of each position, stored in the same way.
    origin_starts: Vec<u32>,
    origins: Vec<u32>,
}

/// The proof for every step of a position; `None` if too many positions can follow or time runs out.
pub(super) fn prove<B: Bits>(
    lattice: &Lattice<B>,
    root: &Root<B>,
    most_positions: usize,
    limits: &Limits,
) -> Option<Vec<EndingProof>> {
    let limit_check = &mut LimitCheck::new(limits, CHECK_INTERVAL);
    let graph = PositionGraph::new(lattice, &root.state, most_positions, limit_check)?;
    let mover = root.state.mover & 1;
    let mut steps = vec![];
    root.state.steps(lattice, |step, _| steps.push(step));
    if steps.is_empty() {
        steps.push(PackedMove::PASS);
    }
    // The graph lists the successors of its first position in the same order.
    let children = graph.successors(0).to_vec();
    let mut values: Vec<i32> = graph.ahead.clone();
    values.sort_unstable();
    values.dedup();
    // For each player the most points that can be forced, trying few points first.
    let mut forced = [vec![None; steps.len()], vec![None; steps.len()]];
    for (player, forced) in forced.iter_mut().enumerate() {
        let sign = if player == 0 { 1 } else { -1 };
        let mut wanted: Vec<i32> = values.iter().map(|value| sign * value).collect();
        wanted.sort_unstable();
        for points in wanted {
            let ranks = graph.won(player, points, limit_check)?;
            let mut any = false;
            for (place, &step) in steps.iter().enumerate() {
                let rank = ranks[children[place] as usize];
                let after = root.after(lattice, step);
                if rank != NEVER && undisturbed(lattice, &after, rank) {
                    forced[place] = Some((points, rank));
                    any = true;
                }
            }
            if !any {
                break;
            }
        }
    }
    let most_forced = forced[mover].iter().flatten().map(|&(points, _)| points).max()?;
    let ends = graph.forced_ends(mover, most_forced, limit_check)?;
    let proofs = steps.iter().enumerate().map(|(place, &step)| {
        let after = root.after(lattice, step);
        if after.is_over(lattice) {
            let ahead = -after.state.ahead(lattice);
            return Some(EndingProof { step, least: ahead, most: ahead, steps: 0, end: Some(0) });
        }
        let (least, steps) = forced[mover][place]?;
        let (most, _) = forced[mover ^ 1][place]?;
        let rank = ends[children[place] as usize];
        let end = (least == most_forced && rank != NEVER && undisturbed(lattice, &after, rank)).then_some(rank);
        Some(EndingProof { step, least, most: -most, steps, end })
    });
    proofs.collect()
}

/// True if `steps` further steps can't get the round called.
fn undisturbed<B: Bits>(lattice: &Lattice<B>, root: &Root<B>, steps: u32) -> bool {
    if steps == 0 {
        return true;
    }
    let twice = root.before.iter().enumerate().any(|(i, hash)| {
        let times = root.before[..i].iter().filter(|&other| other == hash).count() + 1;
        times + 1 >= REPETITIONS
    });
    !twice && root.before.len() + (steps as usize) < lattice.quiet_limit
}

impl PositionGraph {
    fn new<B: Bits>(
        lattice: &Lattice<B>,
        root: &SearchState<B>,
        most_positions: usize,
        limit_check: &mut LimitCheck<'_>,
    ) -> Option<PositionGraph> {
        // Allocated once, because rehashing a large map would take milliseconds.
        let mut places: HashMap<(B, B, B, usize), u32> = HashMap::with_capacity(most_positions);
        let key = |state: &SearchState<B>| (state.own, state.theirs, state.capturing, state.mover);
        let mut states = vec![*root];
        places.insert(key(root), 0);
        let mut graph = PositionGraph {
            ahead: vec![],
            mover: vec![],
            starts: vec![0],
            targets: vec![],
            origin_starts: vec![],
            origins: vec![],
        };
        let mut next = 0;
        while next < states.len() {
            if limit_check.step() {
                return None;
            }
            let state = states[next];
            next += 1;
            let ahead = state.ahead(lattice);
            graph.ahead.push(if state.mover == 0 { ahead } else { -ahead });
            let stuck = !state.can_step(lattice);
            let over = state.is_home(lattice) || state.is_stuck(lattice);
            graph.mover.push((!over).then_some(state.mover & 1));
            if !over {
                let mut add = |step: PackedMove| {
                    let after = state.after(lattice, step);
                    let place = *places.entry(key(&after)).or_insert_with(|| {
                        states.push(after);
                        states.len() as u32 - 1
                    });
                    graph.targets.push(place);
                };
                if stuck {
                    add(PackedMove::PASS);
                } else {
                    state.steps(lattice, |step, _| add(step));
                }
                if states.len() > most_positions {
                    return None;
                }
            }
            graph.starts.push(graph.targets.len() as u32);
        }
        graph.add_origins(limit_check)?;
        Some(graph)
    }

    /// Fills in the predecessors; `None` if time runs out.
    fn add_origins(&mut self, limit_check: &mut LimitCheck<'_>) -> Option<()> {
        let count = self.ahead.len();
        let mut starts = vec![0_u32; count + 1];
        for place in 0..count {
            if limit_check.step() {
                return None;
            }
            for &target in self.successors(place) {
                starts[target as usize + 1] += 1;
            }
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut filled = starts.clone();
        let mut origins = vec![0; self.targets.len()];
        for origin in 0..count {
            if limit_check.step() {
                return None;
            }
            for &target in self.successors(origin) {
                let filled = &mut filled[target as usize];
                origins[*filled as usize] = origin as u32;
                *filled += 1;
            }
        }
        (self.origin_starts, self.origins) = (starts, origins);
        Some(())
    }

    fn successors(&self, place: usize) -> &[u32] {
        &self.targets[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    fn predecessors(&self, place: usize) -> &[u32] {
        &self.origins[self.origin_starts[place] as usize..self.origin_starts[place + 1] as usize]
    }

    /// For each position, the maximum number of steps until a player has these points safe or scored. `None` if time runs
    /// out.
    fn won(&self, player: usize, points: i32, limit_check: &mut LimitCheck<'_>) -> Option<Vec<u32>> {
        let safe = self.safe(player, points, limit_check)?;
        self.ranks(player, &safe, limit_check)
    }

    /// For each position, the maximum number of steps until the round ends with these points for a player. `None` if time
    /// runs out.
    fn forced_ends(&self, player: usize, points: i32, limit_check: &mut LimitCheck<'_>) -> Option<Vec<u32>> {
        let sign = if player == 0 { 1 } else { -1 };
        let places = self.ahead.iter().zip(&self.mover);
        let ends: Vec<bool> = places.map(|(ahead, mover)| mover.is_none() && sign * ahead >= points).collect();
        self.ranks(player, &ends, limit_check)
    }

    /// For each position, the maximum number of steps until a player reaches one of the goals. `None` if time runs out.
    fn ranks(&self, player: usize, goals: &[bool], limit_check: &mut LimitCheck<'_>) -> Option<Vec<u32>> {
        let count = self.ahead.len();
        // Backward from the goals: the player needs one step that leads there, and the opponent must have no other
        // step.
        let mut ranks = vec![NEVER; count];
        let mut open: Vec<u32> = (0..count).map(|place| self.successors(place).len() as u32).collect();
        let mut front: Vec<usize> = (0..count).filter(|&place| goals[place]).collect();
        for &place in &front {
            ranks[place] = 0;
        }
        let mut rank = 0;
        while !front.is_empty() {
            rank += 1;
            let mut next = vec![];
            for place in front {
                if limit_check.step() {
                    return None;
                }
                for &origin in self.predecessors(place) {
                    let origin = origin as usize;
                    open[origin] -= 1;
                    let won = self.mover[origin] == Some(player) || open[origin] == 0;
                    if ranks[origin] == NEVER && won {
                        ranks[origin] = rank;
                        next.push(origin);
                    }
                }
            }
            front = next;
        }
        Some(ranks)
    }

    /// The positions that are safe for a player: all with enough points, without those that can't be kept safe. `None`
    /// if time runs out.
    fn safe(&self, player: usize, points: i32, limit_check: &mut LimitCheck<'_>) -> Option<Vec<bool>> {
        let sign = if player == 0 { 1 } else { -1 };
        let count = self.ahead.len();
        let mut safe: Vec<bool> = self.ahead.iter().map(|ahead| sign * ahead >= points).collect();
        // The number of safe successors of each position.
        let mut ways = Vec::with_capacity(count);
        for place in 0..count {
            if limit_check.step() {
                return None;
            }
            ways.push(self.successors(place).iter().filter(|&&next| safe[next as usize]).count() as u32);
        }
        let keeps = |place: usize, ways: &[u32]| match self.mover[place] {
            None => true,
            Some(mover) if mover == player => ways[place] > 0,
            Some(_) => ways[place] as usize == self.successors(place).len(),
        };
        let mut unsafe_now: Vec<usize> = (0..count).filter(|&place| safe[place] && !keeps(place, &ways)).collect();
        for &place in &unsafe_now {
            safe[place] = false;
        }
        while let Some(place) = unsafe_now.pop() {
            if limit_check.step() {
                return None;
            }
            for &origin in self.predecessors(place) {
                let origin = origin as usize;
                ways[origin] -= 1;
                if safe[origin] && !keeps(origin, &ways) {
                    safe[origin] = false;
                    unsafe_now.push(origin);
                }
            }
        }
        Some(safe)
    }
}
