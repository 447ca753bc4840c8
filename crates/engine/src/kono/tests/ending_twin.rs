//! A slow and simple version of the proven endings, on the rules' own positions, without bit boards and queues. It
//! finds every set by visiting all positions until nothing changes.

use std::collections::{BTreeSet, HashMap};

use parlor_rules::kono::{Color, Position, Standing};

/// All positions that can follow one.
pub(super) struct Twin {
    places: HashMap<Position, usize>,
    positions: Vec<Position>,
    successors: Vec<Vec<usize>>,
}

/// The points that a player can force from a position, and the number of steps until they are safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forced {
    pub(super) points: i32,
    pub(super) steps: usize,
}

impl Twin {
    /// `None` if more than `most` positions can follow.
    pub(super) fn new(root: Position, most: usize) -> Option<Twin> {
        let mut twin = Twin { places: HashMap::from([(root, 0)]), positions: vec![root], successors: vec![] };
        while let Some(&position) = twin.positions.get(twin.successors.len()) {
            let mut next = vec![];
            for chosen in position.legal_moves() {
                let after = position.play(chosen).unwrap();
                let place = *twin.places.entry(after).or_insert(twin.positions.len());
                if place == twin.positions.len() {
                    twin.positions.push(after);
                }
                next.push(place);
            }
            twin.successors.push(next);
            if twin.positions.len() > most {
                return None;
            }
        }
        Some(twin)
    }

    pub(super) fn place(&self, position: &Position) -> usize {
        self.places[position]
    }

    /// For each position, the most that a player can force `within` a number of steps.
    pub(super) fn forced(&self, player: Color, within: usize) -> Vec<Option<Forced>> {
        let values: BTreeSet<i32> = self.positions.iter().map(|position| ahead(position, player)).collect();
        let mut best = vec![None; self.positions.len()];
        for points in values {
            for (best, steps) in best.iter_mut().zip(self.steps_to(player, points)) {
                if let Some(steps) = steps.filter(|&steps| steps <= within) {
                    *best = Some(Forced { points, steps });
                }
            }
        }
        best
    }

    /// The number of steps in which the player can force a position with enough points that can be kept.
    fn steps_to(&self, player: Color, points: i32) -> Vec<Option<usize>> {
        let all = 0..self.positions.len();
        let forces = |place: usize, into: &dyn Fn(usize) -> bool| {
            let mut next = self.successors[place].iter().map(|&next| into(next));
            if mover(&self.positions[place]) == Some(player) { next.any(|good| good) } else { next.all(|good| good) }
        };
        let mut safe: Vec<bool> = self.positions.iter().map(|position| ahead(position, player) >= points).collect();
        loop {
            let kept: Vec<bool> = all
                .clone()
                .map(|place| {
                    let over = self.positions[place].turn().is_none();
                    safe[place] && (over || forces(place, &|next| safe[next]))
                })
                .collect();
            if kept == safe {
                break;
            }
            safe = kept;
        }
        let mut steps: Vec<Option<usize>> = safe.iter().map(|&safe| safe.then_some(0)).collect();
        for count in 1.. {
            let reached: Vec<usize> = all
                .clone()
                .filter(|&place| steps[place].is_none() && self.positions[place].turn().is_some())
                .filter(|&place| forces(place, &|next| steps[next].is_some()))
                .collect();
            if reached.is_empty() {
                break;
            }
            for place in reached {
                steps[place] = Some(count);
            }
        }
        steps
    }
}

/// The mover; `None` if the round is over.
fn mover(position: &Position) -> Option<Color> {
    position.turn().map(|seat| position.color(seat))
}

/// The lead of a colour.
pub(super) fn ahead(position: &Position, color: Color) -> i32 {
    let (scores, seat) = (position.scores(), position.seat(color));
    scores[seat] - scores[seat.other()]
}

/// Bounds on a colour's result at the end of the round, from every line by the rules, including calls, to this depth.
/// Lines that don't end the round are unbounded.
pub(super) fn bounds(standing: &Standing, color: Color, depth: u32) -> (i32, i32) {
    let position = standing.position.unwrap();
    if position.turn().is_none() {
        let ahead = ahead(&position, color);
        return (ahead, ahead);
    }
    if depth == 0 {
        return (i32::MIN, i32::MAX);
    }
    let each = position.legal_moves().map(|chosen| {
        let mut next = standing.clone();
        next.play(chosen).unwrap();
        bounds(&next, color, depth - 1)
    });
    if mover(&position) == Some(color) {
        each.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))).unwrap()
    } else {
        each.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).unwrap()
    }
}
