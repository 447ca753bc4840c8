//! The pairings of Swiss tournaments: in each round, players with about equal scores meet.
//!
//! Players are ordered by score, and players with equal scores by lot. From the top, each meets the next player below
//! whom they haven't met yet, unless the others then couldn't be paired without a repetition, or only with a larger
//! difference of scores than is necessary. With an odd number of players, the last one of those with the fewest byes
//! has a bye, which counts as a pairing won.

use std::cmp::{Ordering, Reverse};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::opening::pair_seed;
use crate::{Match, MatchTally};

/// The pairings of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SwissRound {
    pub(crate) pairings: Vec<(usize, usize)>,
    /// The player without an opponent.
    pub(crate) bye: Option<usize>,
}

/// The points of each player, in halves: 2 for a pairing won or a bye, 1 for a tie. Pairings and byes of an unfinished
/// round don't count yet.
pub(crate) fn half_points(plan: &Match, tally: &MatchTally) -> Vec<u32> {
    let mut points = vec![0; plan.players.len()];
    let finished = tally.finished_stages(plan);
    for pairing in &tally.pairings[..finished * plan.pairings_per_stage()] {
        let [won, _, lost] = pairing.results;
        let (one, other) = match won.cmp(&lost) {
            Ordering::Greater => (2, 0),
            Ordering::Equal => (1, 1),
            Ordering::Less => (0, 2),
        };
        points[pairing.players.0] += one;
        points[pairing.players.1] += other;
    }
    for player in tally.byes[..finished].iter().flatten() {
        points[*player] += 2;
    }
    points
}

/// The next round, after the rounds in the tally.
pub(crate) fn next_round(plan: &Match, tally: &MatchTally) -> SwissRound {
    let count = plan.players.len();
    let points = half_points(plan, tally);
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(plan.seed));
    order.sort_by_key(|player| Reverse(points[*player]));
    let mut standings = Standings { order, points, met: vec![vec![0; count]; count], byes: vec![0; count] };
    for (one, other) in tally.pairings.iter().map(|pairing| pairing.players) {
        standings.met[one][other] += 1;
        standings.met[other][one] += 1;
    }
    tally.byes.iter().flatten().for_each(|player| standings.byes[*player] += 1);
    standings.pair_up()
}

/// Everything that the next pairings depend on.
struct Standings {
    /// The players, the best first.
    order: Vec<usize>,
    /// Half points of each player.
    points: Vec<u32>,
    /// How often two players have met.
    met: Vec<Vec<u32>>,
    byes: Vec<u32>,
}

/// The pairings that are allowed.
#[derive(Clone, Copy)]
struct Allowed {
    /// The most times that two players may have met before.
    met: u32,
    /// The largest difference of their half points.
    difference: u32,
}

impl Standings {
    fn pair_up(&self) -> SwissRound {
        let fewest = self.byes.iter().min();
        let candidates: Vec<Option<usize>> = if self.order.len().is_multiple_of(2) {
            vec![None]
        } else {
            self.order.iter().rev().copied().filter(|player| Some(&self.byes[*player]) == fewest).map(Some).collect()
        };
        let highest = self.points.iter().max().copied().unwrap_or(0);
        // Once a player has met all others, a pairing has to be repeated.
        let mut met = 0;
        loop {
            for bye in &candidates {
                let players: Vec<usize> = self.order.iter().copied().filter(|player| Some(*player) != *bye).collect();
                let found = (0..=highest).find_map(|difference| self.pairings(&players, Allowed { met, difference }));
                if let Some(pairings) = found {
                    return SwissRound { pairings, bye: *bye };
                }
            }
            met += 1;
        }
    }

    fn may_meet(&self, one: usize, other: usize, allowed: Allowed) -> bool {
        self.met[one][other] <= allowed.met && self.points[one].abs_diff(self.points[other]) <= allowed.difference
    }

    /// Pairs players from the top; `None` if that is impossible.
    fn pairings(&self, players: &[usize], allowed: Allowed) -> Option<Vec<(usize, usize)>> {
        if !self.can_be_paired(players, allowed) {
            return None;
        }
        let mut left = players.to_vec();
        let mut pairings = Vec::with_capacity(left.len() / 2);
        while let [first, below @ ..] = &left[..] {
            let first = *first;
            let mut opponents: Vec<usize> =
                below.iter().copied().filter(|other| self.may_meet(first, *other, allowed)).collect();
            // The standings decide between opponents who have been met equally often.
            opponents.sort_by_key(|other| self.met[first][*other]);
            let (opponent, rest) = opponents.into_iter().find_map(|other| {
                let rest: Vec<usize> = below.iter().copied().filter(|player| *player != other).collect();
                self.can_be_paired(&rest, allowed).then_some((other, rest))
            })?;
            pairings.push((first.min(opponent), first.max(opponent)));
            left = rest;
        }
        Some(pairings)
    }

    /// True if all these players can be paired.
    ///
    /// By Tutte's theorem this is so if the determinant of a certain matrix isn't 0: it has a variable for each allowed
    /// pairing, and its negative on the other side of the diagonal. Fixed random numbers stand for the variables. The
    /// determinant could be 0 by chance, with a probability below 10⁻¹⁶ for 100 players; then a worse pairing is found.
    fn can_be_paired(&self, players: &[usize], allowed: Allowed) -> bool {
        let cell = |one: usize, other: usize| {
            let number = pair_seed(one.min(other) as u64, one.max(other) as u64) % PRIME;
            match one.cmp(&other) {
                Ordering::Less if self.may_meet(one, other, allowed) => number,
                Ordering::Greater if self.may_meet(one, other, allowed) => minus(0, number),
                _ => 0,
            }
        };
        let rows = players.iter().map(|one| players.iter().map(|other| cell(*one, *other)).collect());
        is_regular(rows.collect())
    }
}

/// A prime, so that every number but 0 has an inverse modulo it.
const PRIME: u64 = (1 << 61) - 1;

fn minus(one: u64, other: u64) -> u64 {
    (one + PRIME - other) % PRIME
}

#[expect(clippy::cast_possible_truncation, reason = "less than PRIME")]
fn times(one: u64, other: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(PRIME)) as u64
}

/// The inverse, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut result, mut square, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent /= 2;
    }
    result
}

/// True if the determinant isn't 0, by Gaussian elimination.
fn is_regular(mut rows: Vec<Vec<u64>>) -> bool {
    for pivot in 0..rows.len() {
        let Some(found) = (pivot..rows.len()).find(|row| rows[*row][pivot] != 0) else { return false };
        rows.swap(pivot, found);
        let (done, below) = rows.split_at_mut(pivot + 1);
        let above = &done[pivot];
        let by = inverse(above[pivot]);
        for row in below.iter_mut().filter(|row| row[pivot] != 0) {
            let factor = times(row[pivot], by);
            row.iter_mut().zip(above).skip(pivot).for_each(|(cell, above)| *cell = minus(*cell, times(factor, *above)));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::Schedule;

    /// A match of `players` players, with one pair of rounds per pairing.
    fn plan(players: usize, rounds: u32) -> Match {
        let players = (0..players).map(|number| format!("name=p{number} club").parse().unwrap()).collect();
        Match { pairs: 1, schedule: Schedule::Swiss { rounds }, ..Match::new(Game::Kono, 5, players) }
    }

    /// Plays a Swiss tournament in which `result` is the result of a pairing.
    fn played(plan: &Match, result: impl Fn(usize, usize) -> Ordering) -> MatchTally {
        let mut tally = MatchTally::new(plan);
        while tally.pairs() < plan.all_pairs() {
            let (pairing, _) = plan.pair(tally.pairs());
            let (one, other) = tally.pairings[pairing].players;
            tally.add_pairing_result(plan, result(one, other));
        }
        tally
    }

    fn rounds(plan: &Match, tally: &MatchTally) -> Vec<Vec<(usize, usize)>> {
        let pairings: Vec<(usize, usize)> = tally.pairings.iter().map(|pairing| pairing.players).collect();
        pairings.chunks(plan.pairings_per_stage()).map(<[(usize, usize)]>::to_vec).collect()
    }

    /// Eight players with equal scores. Those in `order` play, those in `met` have met before, and those in `had_bye`
    /// had a bye.
    fn standings(order: &[usize], met: &[(usize, usize)], had_bye: &[usize]) -> Standings {
        let mut standings =
            Standings { order: order.to_vec(), points: vec![0; 8], met: vec![vec![0; 8]; 8], byes: vec![1; 8] };
        for (one, other) in met {
            standings.met[*one][*other] += 1;
            standings.met[*other][*one] += 1;
        }
        order.iter().filter(|player| !had_bye.contains(player)).for_each(|player| standings.byes[*player] = 0);
        standings
    }

    #[test]
    fn neighbours_in_the_standings_meet() {
        let mut standings = standings(&[0, 2, 4, 1, 3, 5], &[(0, 1), (2, 3), (4, 5)], &[]);
        for winner in [0, 2, 4] {
            standings.points[winner] = 2;
        }
        // 0, 2 and 4 have a point each. 4 is left over, and meets the first player without a point that it hasn't
        // met.
        let round = standings.pair_up();
        assert_eq!(round, SwissRound { pairings: vec![(0, 2), (1, 4), (3, 5)], bye: None });
    }

    #[test]
    fn players_who_have_met_dont_meet_again() {
        let round = standings(&[0, 2, 4, 1, 3, 5], &[(0, 2), (0, 1)], &[]).pair_up();
        assert_eq!(round.pairings, [(0, 4), (1, 2), (3, 5)]);
    }

    /// If 0 met its neighbour 1, then 2 and 3 would be left, who have already met.
    #[test]
    fn the_players_at_the_bottom_can_still_be_paired() {
        let round = standings(&[0, 1, 2, 3], &[(2, 3)], &[]).pair_up();
        assert_eq!(round.pairings, [(0, 2), (1, 3)]);
    }

    /// If 0 met its neighbour 1, then 2 would have to meet one of the players without points, because 2 has met 3.
    #[test]
    fn players_with_equal_scores_meet_wherever_possible() {
        let mut standings = standings(&[0, 1, 2, 3, 4, 5], &[(2, 3)], &[]);
        standings.points[..4].fill(2);
        assert_eq!(standings.pair_up().pairings, [(0, 2), (1, 3), (4, 5)]);
    }

    #[test]
    fn no_player_has_a_second_bye_before_all_had_one() {
        assert_eq!(standings(&[0, 1, 4, 2, 3], &[], &[3]).pair_up().bye, Some(2), "3 is last, but had a bye");
        assert_eq!(standings(&[0, 1, 4, 2, 3], &[], &[0, 1, 2, 3, 4]).pair_up().bye, Some(3));
        // 2 can't have the bye, because it is the only player whom 0 hasn't met.
        let round = standings(&[0, 1, 4, 2, 3], &[(0, 1), (0, 3), (0, 4)], &[3, 4]).pair_up();
        assert_eq!(round, SwissRound { pairings: vec![(0, 2), (3, 4)], bye: Some(1) });
    }

    #[test]
    fn players_meet_again_only_once_that_cant_be_avoided() {
        for count in 3..=9 {
            let all = if count % 2 == 0 { count - 1 } else { count };
            let plan = plan(count, 2 * all as u32);
            let tally = played(&plan, |one, other| other.cmp(&one));
            let (mut met, mut byes) = (vec![vec![0; count]; count], vec![0; count]);
            for ((number, round), bye) in (1..).zip(rounds(&plan, &tally)).zip(&tally.byes) {
                let free: Vec<usize> = (0..count).filter(|player| Some(*player) != *bye).collect();
                let unmet = |one: usize, other: usize| met[one][other] == 0;
                let repeats = round.iter().any(|(one, other)| met[*one][*other] > 0);
                assert!(!repeats || bye.is_some() || !pairable(&free, &unmet), "{count} players, round {number}");
                for (one, other) in round {
                    met[one][other] += 1;
                    met[other][one] += 1;
                }
                if let Some(player) = bye {
                    byes[*player] += 1;
                }
                let (fewest, most) = (byes.iter().min().unwrap(), byes.iter().max().unwrap());
                assert!(most - fewest <= 1, "{count} players, round {number}: {byes:?}");
                assert_eq!(bye.is_some(), count % 2 == 1);
            }
        }
    }

    /// Tries all pairings.
    fn pairable(players: &[usize], may_meet: &dyn Fn(usize, usize) -> bool) -> bool {
        let [first, rest @ ..] = players else { return true };
        rest.iter().any(|other| {
            let left: Vec<usize> = rest.iter().copied().filter(|player| player != other).collect();
            may_meet(*first, *other) && pairable(&left, may_meet)
        })
    }

    #[test]
    fn players_can_be_paired_if_some_pairing_exists() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut found = [0, 0];
        for _ in 0..2_000 {
            let count = 2 * random.random_range(1..=4);
            let share = random.random_range(0.3..0.95);
            let all = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
            let met: Vec<(usize, usize)> = all.filter(|_| random.random_bool(share)).collect();
            let players: Vec<usize> = (0..count).collect();
            let expected = pairable(&players, &|one, other| !met.contains(&(one.max(other), one.min(other))));
            let allowed = Allowed { met: 0, difference: 0 };
            assert_eq!(standings(&players, &met, &[]).can_be_paired(&players, allowed), expected, "{met:?}");
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|count| *count > 200), "{found:?}");
    }

    /// The player with the lower number always wins. After three rounds with eight players, one player has won all
    /// pairings.
    #[test]
    fn equal_scores_meet_and_the_best_player_wins() {
        let plan = plan(8, 3);
        let tally = played(&plan, |one, other| other.cmp(&one));
        let points = half_points(&plan, &tally);
        assert_eq!((points[0], points[7]), (6, 0));
        assert_eq!(points.iter().filter(|points| **points == 4).count(), 3, "{points:?}");
        assert_eq!(points.iter().filter(|points| **points == 2).count(), 3, "{points:?}");
    }

    #[test]
    fn a_tie_is_half_a_point_and_a_bye_a_whole_one() {
        let plan = plan(3, 1);
        let tally = played(&plan, |_, _| Ordering::Equal);
        let mut points = half_points(&plan, &tally);
        let bye = tally.byes[0].unwrap();
        assert_eq!(points.remove(bye), 2);
        assert_eq!(points, [1, 1]);
    }

    #[test]
    fn the_seed_draws_the_order_of_equal_players() {
        let pairings = |seed| {
            let plan = Match { seed, ..plan(8, 1) };
            rounds(&plan, &MatchTally::new(&plan))
        };
        assert_eq!(pairings(1), pairings(1));
        assert!((2..10).any(|seed| pairings(seed) != pairings(1)));
    }
}
