use std::ops::ControlFlow;

use parlor_rules::canoga::Squares;

use super::board::{After, ThrowerBoard, throws, ways};
use super::policy::Policy;
use super::solution::{Cancelled, Chebyshev, Solution};
use super::turn::{POINTS, Pays, Turn};

/// The values of boards in a tournament: the expected points of this round, and the value of the advantage
/// squares in later rounds.
///
/// A round's points decide the advantage square of the next one, and its owner is the player who had the second turn.
/// So the value of a win is its points and, for the second player, the next advantage too, which the first player
/// loses. The dice decide who goes first, so the value of an advantage to its owner is the mean of going first and
/// second.
///
/// ```
/// use parlor_engine::canoga::{Solution, LongTournament};
///
/// let long = LongTournament::solve(&Solution::solve(5), None);
/// assert!(long.residual() < 1e-4);
/// assert_eq!(long.advantage(0), 0.0, "without an advantage square, neither player is better off");
/// ```
pub struct LongTournament {
    turn: Turn,
    squares: u8,
    /// The values of all boards for the player who throws. In `first`, that is the round's first player; in `second`,
    /// it is the second one.
    first: Vec<f32>,
    second: Vec<f32>,
    pays: PaysOfBoth,
    values: StartValues,
    /// The values of the starts with 0, 1, 2 … rounds to follow, as far as they were computed.
    by_rounds: Vec<StartValues>,
    residual: f32,
    sweeps: u32,
}

/// The values of the starts of a round in a tournament, in net points of this and all later rounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StartValues {
    /// The value of a start without advantage for the first player.
    pub going_first: f64,
    /// Indexed by square: the value of owning this advantage square, before the dice decide who goes first. Index 0
    /// means no square.
    pub advantage: [f64; 10],
}

/// A player who plays each round for its own sake, compared with one who plays for the tournament.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShortSight {
    /// The number of decisions between several moves in which the two players choose different moves.
    pub different: u64,
    /// The number of all such decisions. Each board counts twice, because it can be either player's turn.
    pub decisions: u64,
    /// Points lost with the first turn of a round that begins without advantage.
    pub cost_going_first: f64,
    /// Points lost with the second turn.
    pub cost_going_second: f64,
}

struct PaysOfBoth {
    first: Pays,
    second: Pays,
}

/// A tournament counts as long when no start's value changes by more than this.
const LONG: f64 = 5e-5;

/// Each round changes the values by only a fraction of the change before it, so this is never reached.
const MOST_ROUNDS: usize = 100;

const MOST_SWEEPS: u32 = 200;

impl LongTournament {
    /// Solves a tournament in which `rounds` follow this round, or infinitely many if that is `None`. On rows of fewer
    /// than nine squares, which the game doesn't use, there are no advantage squares beyond the row.
    pub fn solve(round: &Solution, rounds: Option<u32>) -> LongTournament {
        match Self::solve_with(round, rounds, |_| ControlFlow::Continue(())) {
            Ok(tournament) => tournament,
            Err(Cancelled) => unreachable!("no one asked to stop"),
        }
    }

    /// Like [`Self::solve`], but calls `progress` after each round with the number of solved rounds, and can be
    /// cancelled.
    pub fn solve_with(
        round: &Solution,
        rounds: Option<u32>,
        mut progress: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<LongTournament, Cancelled> {
        let squares = round.squares();
        let turn = Turn::new(squares);
        let values = round.all().to_vec();
        let nothing = StartValues { going_first: 0.0, advantage: [0.0; 10] };
        let mut tournament = LongTournament {
            turn,
            squares,
            second: values.clone(),
            first: values,
            pays: PaysOfBoth { first: POINTS, second: POINTS },
            values: nothing,
            by_rounds: Vec::new(),
            residual: round.residual(),
            sweeps: 0,
        };
        tournament.values = tournament.start_values();
        tournament.by_rounds.push(tournament.values);
        let mut memory = Vec::new();
        while rounds.is_none_or(|rounds| tournament.by_rounds.len() <= rounds as usize) {
            if progress(tournament.by_rounds.len()).is_break() {
                return Err(Cancelled);
            }
            let before = tournament.values;
            tournament.add_round(&mut memory);
            let changes = before.advantage.iter().zip(&tournament.values.advantage).map(|(old, new)| (old - new).abs());
            if rounds.is_none() && changes.fold(0.0, f64::max) < LONG || tournament.by_rounds.len() >= MOST_ROUNDS {
                break;
            }
        }
        Ok(tournament)
    }

    /// Solves the round before those already solved: the values of the advantages become part of the value of a win.
    fn add_round(&mut self, first_ends: &mut Vec<f32>) {
        let LongTournament { turn, pays, values, .. } = self;
        let wins = POINTS.iter().zip(pays.first.iter_mut().zip(&mut pays.second)).skip(1);
        for ((points, (first, second)), square) in wins.zip((1..=9).cycle()) {
            #[expect(clippy::cast_possible_truncation, reason = "values are stored with 24 bits")]
            let advantage = values.advantage[square] as f32;
            *first = points - advantage;
            *second = points + advantage;
        }
        let boards = turn.boards();
        let mut second_ends = vec![0.0; boards];
        let mut before = vec![0.0; boards];
        let (nothing, mut ends) = (vec![0.0; boards], vec![0.0; boards]);
        if first_ends.is_empty() {
            first_ends.resize(boards, 0.0);
            turn.update_ends(&self.second, &nothing, first_ends, 1.0, 0.0);
        }
        let mut chebyshev = Chebyshev::of_pairs_of_turns();
        let until = self.sweeps + MOST_SWEEPS;
        self.residual = loop {
            turn.solve(first_ends, &mut self.first, &pays.first);
            turn.update_ends(&self.first, &nothing, &mut second_ends, 1.0, 0.0);
            turn.solve(&second_ends, &mut self.second, &pays.second);
            self.sweeps += 2;
            let (step, memory) = chebyshev.next();
            let off = turn.update_ends(&self.second, first_ends, &mut before, step, memory);
            std::mem::swap(first_ends, &mut before);
            if off <= Solution::RESIDUAL || self.sweeps >= until {
                turn.update_ends(&self.second, &nothing, &mut ends, 1.0, 0.0);
                let of_first = turn.residual(&ends, &self.first, &pays.first);
                let found = of_first.max(turn.residual(&second_ends, &self.second, &pays.second));
                if found <= Solution::RESIDUAL || self.sweeps >= until {
                    break found;
                }
                chebyshev = Chebyshev::of_pairs_of_turns();
            }
        };
        self.values = self.start_values();
        self.by_rounds.push(self.values);
    }

    fn start_values(&self) -> StartValues {
        let mut advantage = [0.0; 10];
        for (square, value) in (1..=self.squares.min(9)).zip(&mut advantage[1..]) {
            let owner_first = self.turn.index(self.turn.row(Squares::one(square).bits()), 0);
            *value = f64::midpoint(self.first[owner_first].into(), -self.locked_start(square));
        }
        StartValues { going_first: self.first[self.turn.index(0, 0)].into(), advantage }
    }

    /// The value, for the first player, of the start at which the second player's advantage square is locked (rule
    /// can-lock). Nothing can be uncovered in the first turn, so its boards differ only in the first player's row.
    fn locked_start(&self, square: u8) -> f64 {
        let locked = Squares::one(square);
        let full = Squares::up_to(self.squares).bits();
        let mut values = vec![0.0; usize::from(full)];
        for own in (0..full).rev() {
            let board = ThrowerBoard { squares: self.squares, own: Squares::from_bits(own), opponent: locked, locked };
            let turned = self.turn.index(self.turn.row(locked.bits()), self.turn.row(own));
            let after_sum = |sum: u8| {
                let after_move = |chosen| match board.after(chosen) {
                    After::Won(_, points) => f64::from(self.pays.first[points as usize]),
                    After::Continues(next) => values[usize::from(next.own.bits())],
                };
                board.moves(sum).map(after_move).reduce(f64::max).unwrap_or_else(|| -f64::from(self.second[turned]))
            };
            let by_dice = board.dice().iter().map(|&dice| {
                ways(dice).map(|(sum, ways)| f64::from(ways) * after_sum(sum)).sum::<f64>() / f64::from(throws(dice))
            });
            values[usize::from(own)] = by_dice.fold(f64::NEG_INFINITY, f64::max);
        }
        values[0]
    }

    /// The values of the starts of a round, including all rounds that follow.
    pub fn values(&self) -> &StartValues {
        &self.values
    }

    /// The value of owning an advantage square, 0 for none, before the dice decide who goes first.
    pub fn advantage(&self, square: u8) -> f64 {
        self.values.advantage.get(usize::from(square)).copied().unwrap_or(0.0)
    }

    /// The values of the starts with 0, 1, 2 … rounds to follow. In an endless tournament, until they no longer change.
    pub fn by_rounds(&self) -> &[StartValues] {
        &self.by_rounds
    }

    /// The value of a board with nothing locked, for the player who throws: the round's first player or the second one.
    pub fn value(&self, thrower_was_first: bool, own: Squares, opponent: Squares) -> f32 {
        let values = if thrower_was_first { &self.first } else { &self.second };
        let row = |squares: Squares| self.turn.row(squares.bits() & Squares::up_to(self.squares).bits());
        values[self.turn.index(row(own), row(opponent))]
    }

    /// The number of boards that have a value: each counts twice, once with either player to throw.
    pub fn states(&self) -> u64 {
        2 * ((1u64 << self.squares) - 1).pow(2)
    }

    /// The largest difference, over all boards, between the value of a board and the value that one throw gives it.
    pub fn residual(&self) -> f32 {
        self.residual
    }

    /// The number of sweeps over all boards, not counting the sweeps for the single round that it started
    /// from.
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// The cost of playing each round for its own sake.
    pub fn short_sight(&self, round: &Solution) -> ShortSight {
        let first = |own: usize| &self.first[self.turn.index(own, 0)..][..self.turn.row_len()];
        let second = |own: usize| &self.second[self.turn.index(own, 0)..][..self.turn.row_len()];
        let best_first = Policy::best_by(self.squares, first, second, &self.pays.first);
        let best_second = Policy::best_by(self.squares, second, first, &self.pays.second);
        let short = Policy::best(round);
        let (different, decisions) = short.different_moves(&best_first);
        let (more_different, more_decisions) = short.different_moves(&best_second);
        let PaysOfBoth { first, second } = &self.pays;
        let (going_first, _) = short.meet(&best_second, first, second, ENOUGH);
        let (best_going_first, _) = best_first.meet(&best_second, first, second, ENOUGH);
        let (_, going_second) = short.meet(&best_first, second, first, ENOUGH);
        ShortSight {
            different: different + more_different,
            decisions: decisions + more_decisions,
            cost_going_first: best_going_first - going_first,
            cost_going_second: -best_going_first - going_second,
        }
    }
}

/// The change of values at which a comparison of policies stops.
const ENOUGH: f32 = 1e-4;
