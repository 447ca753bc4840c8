//! Endings proven from all positions that can follow, on small boards with few pieces.
//!
//! Rule kon-called makes the past count, so a value is proven only by an argument that no past can
//! spoil. For a player and a number of points p, a position is *safe* if the player, were the round
//! called at once, would have p, and can go on like that for ever, or to an end with p, whatever the
//! other does: however long it lasts and whenever it is called, p it is. And a position is *won* if the
//! player can force, with ever fewer steps to go, a safe one or an end with p. On the way nothing comes
//! up twice, so no call interferes unless the moves before were already close to one, and that can be
//! looked up. If p is won for one player, and its opposite for the other, p is the value.

use std::collections::HashMap;

use parlor_rules::kono::{QUIET_MOVES, REPETITIONS};

use super::bits::Bits;
use super::lattice::Lattice;
use super::search::Root;
use super::state::{State, Step};

/// More positions than this are left to the search.
pub(super) const MOST: usize = 150_000;

/// Not won in any number of steps.
const NEVER: u32 = u32::MAX;

/// What is proven of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) step: Step,
    /// The mover can have this, in points.
    pub(super) least: i32,
    /// The other can hold it to this.
    pub(super) most: i32,
    /// In so many further steps `least` is safe or scored.
    pub(super) steps: u32,
}

/// All positions that can follow one, and which lead to which.
struct Graph {
    /// What White is ahead by there.
    ahead: Vec<i32>,
    /// Whose move it is; `None` if the round is over there, apart from rule kon-called.
    mover: Vec<Option<usize>>,
    /// Where in `targets` the successors of each begin; one more at the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The same the other way round.
    origin_starts: Vec<u32>,
    origins: Vec<u32>,
}

/// What is proven of every step of a position; `None` if too much can follow.
pub(super) fn prove<B: Bits>(lattice: &Lattice<B>, root: &Root<B>, most: usize) -> Option<Vec<Proof>> {
    let graph = Graph::new(lattice, &root.state, most)?;
    let mover = root.state.mover & 1;
    let mut steps = vec![];
    root.state.steps(lattice, |step, _| steps.push(step));
    if steps.is_empty() {
        steps.push(Step::PASS);
    }
    // In the order in which the graph lists the successors of its first position.
    let children = graph.successors(0).to_vec();
    let mut values: Vec<i32> = graph.ahead.clone();
    values.sort_unstable();
    values.dedup();
    // For each player the best that can be forced, the most modest first.
    let mut forced = [vec![None; steps.len()], vec![None; steps.len()]];
    for (player, forced) in forced.iter_mut().enumerate() {
        let sign = if player == 0 { 1 } else { -1 };
        let mut wanted: Vec<i32> = values.iter().map(|value| sign * value).collect();
        wanted.sort_unstable();
        for points in wanted {
            let ranks = graph.won(player, points);
            let mut any = false;
            for (place, &step) in steps.iter().enumerate() {
                let rank = ranks[children[place] as usize];
                let after = root.after(lattice, step);
                if rank != NEVER && undisturbed(&after, rank) {
                    forced[place] = Some((points, rank));
                    any = true;
                }
            }
            if !any {
                break;
            }
        }
    }
    let proofs = steps.iter().enumerate().map(|(place, &step)| {
        let after = root.after(lattice, step);
        if after.is_over(lattice) {
            let ahead = -after.state.ahead(lattice);
            return Some(Proof { step, least: ahead, most: ahead, steps: 0 });
        }
        let (least, steps) = forced[mover][place]?;
        let (most, _) = forced[mover ^ 1][place]?;
        Some(Proof { step, least, most: -most, steps })
    });
    proofs.collect()
}

/// Whether so many steps can be made without rule kon-called cutting in.
fn undisturbed<B: Bits>(root: &Root<B>, steps: u32) -> bool {
    if steps == 0 {
        return true;
    }
    let twice = root.before.iter().enumerate().any(|(i, hash)| {
        let times = root.before[..i].iter().filter(|&other| other == hash).count() + 1;
        times + 1 >= REPETITIONS
    });
    !twice && root.before.len() + (steps as usize) < QUIET_MOVES
}

impl Graph {
    fn new<B: Bits>(lattice: &Lattice<B>, root: &State<B>, most: usize) -> Option<Graph> {
        let mut places: HashMap<(B, B, B, usize), u32> = HashMap::new();
        let key = |state: &State<B>| (state.own, state.theirs, state.capturing, state.mover);
        let mut states = vec![*root];
        places.insert(key(root), 0);
        let mut graph = Graph {
            ahead: vec![],
            mover: vec![],
            starts: vec![0],
            targets: vec![],
            origin_starts: vec![],
            origins: vec![],
        };
        let mut next = 0;
        while next < states.len() {
            let state = states[next];
            next += 1;
            let ahead = state.ahead(lattice);
            graph.ahead.push(if state.mover == 0 { ahead } else { -ahead });
            let stuck = !state.can_step(lattice);
            let over = state.is_home(lattice) || state.is_stuck(lattice);
            graph.mover.push((!over).then_some(state.mover & 1));
            if !over {
                let mut add = |step: Step| {
                    let after = state.after(lattice, step);
                    let place = *places.entry(key(&after)).or_insert_with(|| {
                        states.push(after);
                        states.len() as u32 - 1
                    });
                    graph.targets.push(place);
                };
                if stuck {
                    add(Step::PASS);
                } else {
                    state.steps(lattice, |step, _| add(step));
                }
                if states.len() > most {
                    return None;
                }
            }
            graph.starts.push(graph.targets.len() as u32);
        }
        graph.turn_round();
        Some(graph)
    }

    fn turn_round(&mut self) {
        let count = self.ahead.len();
        let mut starts = vec![0_u32; count + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut filled = starts.clone();
        let mut origins = vec![0; self.targets.len()];
        for origin in 0..count {
            for i in self.starts[origin]..self.starts[origin + 1] {
                let target = self.targets[i as usize] as usize;
                origins[filled[target] as usize] = origin as u32;
                filled[target] += 1;
            }
        }
        (self.origin_starts, self.origins) = (starts, origins);
    }

    fn successors(&self, place: usize) -> &[u32] {
        &self.targets[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    fn predecessors(&self, place: usize) -> &[u32] {
        &self.origins[self.origin_starts[place] as usize..self.origin_starts[place + 1] as usize]
    }

    /// For each position, in how many steps at most a player can have so many points safe or scored.
    fn won(&self, player: usize, points: i32) -> Vec<u32> {
        let sign = if player == 0 { 1 } else { -1 };
        let enough = |place: usize| sign * self.ahead[place] >= points;
        let count = self.ahead.len();

        // Safe at first is wherever there is enough; then whatever can't be kept safe falls away.
        let mut safe: Vec<bool> = (0..count).map(enough).collect();
        let mut ways: Vec<u32> = (0..count)
            .map(|place| self.successors(place).iter().filter(|&&next| safe[next as usize]).count() as u32)
            .collect();
        let keeps = |place: usize, ways: &[u32]| match self.mover[place] {
            None => true,
            Some(mover) if mover == player => ways[place] > 0,
            Some(_) => ways[place] as usize == self.successors(place).len(),
        };
        let mut falling: Vec<usize> = (0..count).filter(|&place| safe[place] && !keeps(place, &ways)).collect();
        for &place in &falling {
            safe[place] = false;
        }
        while let Some(place) = falling.pop() {
            for &origin in self.predecessors(place) {
                let origin = origin as usize;
                ways[origin] -= 1;
                if safe[origin] && !keeps(origin, &ways) {
                    safe[origin] = false;
                    falling.push(origin);
                }
            }
        }

        // From there backward: one way is enough for the player, the other must have no other.
        let mut ranks = vec![NEVER; count];
        let mut open: Vec<u32> = (0..count).map(|place| self.successors(place).len() as u32).collect();
        let mut front: Vec<usize> = (0..count).filter(|&place| safe[place]).collect();
        for &place in &front {
            ranks[place] = 0;
        }
        let mut rank = 0;
        while !front.is_empty() {
            rank += 1;
            let mut next = vec![];
            for place in front {
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
        ranks
    }
}
