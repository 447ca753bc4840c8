use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Size, Squares};

use super::Solution;
use super::board::Board;
use super::habit::Habit;
use super::judge::Judge;
use super::parallel;
use super::prospect::Prospect;
use super::solution::Pace;
use super::turn::{ONE_DIE, SUMS, TWO_DICE, Turn};
use parlor_rules::Level;

/// Everything that a level does: which dice and which move on every board. What two levels can expect against one
/// another is computed from it, not simulated.
pub struct Strategy {
    turn: Turn,
    /// By own and opponent's row: the move for each sum from 1 to 12.
    plays: Vec<[u8; SUMS - 1]>,
    /// Likewise: whether one die is thrown.
    one_die: Vec<bool>,
}

/// The entry for a throw that allows no move. Other entries number the sets, covers first.
const TURN_ENDS: u8 = u8::MAX;

/// What counts at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// Net points.
    Points,
    /// One for a win, minus one for a loss.
    Wins,
}

/// What the first of two strategies can expect at the start of a round without advantage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// If it has the first turn.
    pub going_first: f64,
    /// If the opponent has it.
    pub going_second: f64,
}

impl Expectation {
    /// The average of going first and going second.
    pub fn average(self) -> f64 {
        f64::midpoint(self.going_first, self.going_second)
    }
}

impl Strategy {
    /// What a level does on every board of the solution's size.
    pub fn of(level: Level, solution: &Solution) -> Strategy {
        Self::write_down(solution, || {
            let judge = match level {
                Level::Novice => Judge::Novice,
                Level::Club => Judge::Club,
                Level::Master => Judge::Master(Prospect::unlocked(solution)),
            };
            (judge, None)
        })
    }

    /// What a master with a habit does.
    pub fn with_habit(habit: Habit, solution: &Solution) -> Strategy {
        Self::write_down(solution, || (Judge::Master(Prospect::unlocked(solution)), Some(habit)))
    }

    fn write_down<'a>(solution: &Solution, player: impl Fn() -> (Judge<'a>, Option<Habit>) + Sync) -> Strategy {
        let size = solution.size();
        let turn = Turn::new(size.squares());
        let len = turn.row_len();
        let mut plays = vec![[TURN_ENDS; SUMS - 1]; turn.boards()];
        let mut one_die = vec![false; turn.boards()];
        let jobs = plays.chunks_exact_mut(len).zip(one_die.chunks_exact_mut(len)).enumerate();
        parallel::each(
            jobs,
            || (),
            |(), (own, (plays, one_die))| {
                for (opponent, (plays, one_die)) in plays.iter_mut().zip(one_die).enumerate() {
                    let Some(board) = board(&turn, size, own, opponent) else { continue };
                    let (judge, habit) = player();
                    let dice = habit.and_then(|habit| habit.dice(board)).unwrap_or_else(|| judge.best_dice(board));
                    *one_die = dice == DiceCount::One;
                    for (sum, play) in (1..).zip(plays) {
                        let best = match habit {
                            Some(habit) => habit.best_move(&judge, board, sum),
                            None => judge.best_move(board, sum),
                        };
                        if let Some(chosen) = best {
                            *play = turn.number_of(chosen);
                        }
                    }
                }
            },
        );
        Strategy { turn, plays, one_die }
    }

    /// What this strategy can expect against itself if it has the first turn.
    pub fn against_itself(&self, stake: Stake) -> f64 {
        let boards = self.turn.boards();
        let (mut values, mut ends, mut before) = (vec![0.0; boards], vec![0.0; boards], vec![0.0; boards]);
        let mut pace = Pace::of_turns();
        for _ in 0..MOST_TURNS {
            self.play_turn(&ends, &mut values, stake);
            let (step, memory) = pace.next();
            let off = self.turn.update_ends(&values, &ends, &mut before, step, memory);
            std::mem::swap(&mut ends, &mut before);
            if off < ENOUGH {
                break;
            }
        }
        values[self.turn.index(0, 0)].into()
    }

    /// What this strategy can expect against another.
    ///
    /// # Panics
    /// If the two are for rows of different sizes.
    pub fn against(&self, other: &Strategy, stake: Stake) -> Expectation {
        let boards = self.turn.boards();
        assert_eq!(other.turn.boards(), boards, "strategies must be for rows of the same size");
        let (mut mine, mut theirs) = (vec![0.0; boards], vec![0.0; boards]);
        let (mut my_ends, mut their_ends) = (vec![0.0; boards], vec![0.0; boards]);
        let mut before = vec![0.0; boards];
        let mut pace = Pace::of_pairs_of_turns();
        for _ in 0..MOST_TURNS {
            self.play_turn(&my_ends, &mut mine, stake);
            // The opponent's turn begins where this one ends. `theirs` is only used as a buffer here.
            self.turn.update_ends(&mine, &their_ends, &mut theirs, 1.0, 0.0);
            std::mem::swap(&mut their_ends, &mut theirs);
            other.play_turn(&their_ends, &mut theirs, stake);
            let (step, memory) = pace.next();
            let off = self.turn.update_ends(&theirs, &my_ends, &mut before, step, memory);
            std::mem::swap(&mut my_ends, &mut before);
            if off < ENOUGH {
                break;
            }
        }
        let start = self.turn.index(0, 0);
        Expectation { going_first: mine[start].into(), going_second: -f64::from(theirs[start]) }
    }

    /// What every board is worth if this strategy plays the turn, and `ends` is what the ends of turns are worth.
    fn play_turn(&self, ends: &[f32], values: &mut [f32], stake: Stake) {
        let len = self.turn.row_len();
        let levels = self.turn.levels();
        values[..levels[0] * len].fill(0.0);
        for level in levels.windows(2) {
            let (known, unknown) = values.split_at_mut(level[0] * len);
            let rows = self.turn.rows(level[0]..level[1]);
            parallel::each(
                unknown.chunks_exact_mut(len).zip(rows),
                || (),
                |(), (row, &own)| {
                    self.play_row(usize::from(own), known, ends, row, stake);
                },
            );
        }
    }

    fn play_row(&self, own: usize, known: &[f32], ends: &[f32], row: &mut [f32], stake: Stake) {
        let sets = self.turn.sets();
        let points = |points: f32| if stake == Stake::Points { points } else { 1.0 };
        for opponent in 0..row.len() {
            let at = own * row.len() + opponent;
            let after = |sum: usize| match self.plays[at][sum - 1] {
                TURN_ENDS => ends[at],
                cover if usize::from(cover) < sets.len() => {
                    let after = own | sets[usize::from(cover)].squares;
                    if self.turn.is_full(after) {
                        points(self.turn.sum(after) - self.turn.sum(opponent))
                    } else {
                        known[self.turn.index(after, opponent)]
                    }
                }
                uncover => match opponent & !sets[usize::from(uncover) - sets.len()].squares {
                    0 => points(self.turn.sum(own)),
                    after => row[after],
                },
            };
            row[opponent] = if self.one_die[at] {
                (1..=6).map(|sum| ONE_DIE * after(sum)).sum()
            } else {
                (2..SUMS).map(|sum| TWO_DICE[sum] * after(sum)).sum()
            };
        }
    }
}

/// Rounds hardly ever last longer.
const MOST_TURNS: usize = 200;
/// Smaller changes of values don't matter.
const ENOUGH: f32 = 1e-4;

/// The board with these rows; `None` if one is full, because then the round is over.
fn board(turn: &Turn, size: Size, own: usize, opponent: usize) -> Option<Board> {
    let (own, opponent) = (turn.squares_of(own), turn.squares_of(opponent));
    let full = size.full_row();
    let board = Board { size, own, opponent, locked: Squares::NONE };
    (own.within(full) && opponent.within(full) && own != full && opponent != full).then_some(board)
}

impl Turn {
    /// The number of a move's set, covers first.
    fn number_of(&self, chosen: Move) -> u8 {
        let (Move::Cover(set) | Move::Uncover(set)) = chosen;
        let row = self.row(set.bits());
        let found = self.sets().partition_point(|set| set.squares < row);
        match chosen {
            Move::Cover(_) => found as u8,
            Move::Uncover(_) => (found + self.sets().len()) as u8,
        }
    }

    /// The covered squares of a row, without the bits that pad a short row.
    fn squares_of(&self, row: usize) -> Squares {
        Squares::from_bits((row as u16).reverse_bits() >> (16 - self.bits()))
    }
}
