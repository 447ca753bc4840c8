//! The `minimax` crate's iterative search with our rules of Congkak, and the difference of the stores as evaluation.
//!
//! The crate lets players take turns. After a play that earns another one, the other player therefore has a single move, which
//! is to wait.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Strategy, Winner};
use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

const TABLE_BYTES: usize = 1 << 20;

#[derive(Clone, Copy)]
struct State {
    position: Position,
    mover: Seat,
}

struct Congkak;

/// A pit, or waiting.
type Play = Option<Pit>;

impl Game for Congkak {
    type S = State;
    type M = Play;

    fn generate_moves(state: &State, moves: &mut Vec<Play>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            if state.position.next() == state.mover {
                moves.extend(state.position.moves().map(Some));
            } else {
                moves.push(None);
            }
        }
        winner
    }

    fn apply(state: &mut State, play: Play) -> Option<State> {
        let position = play.map_or(state.position, |pit| state.position.play(pit).unwrap());
        Some(State { position, mover: state.mover.other() })
    }

    fn get_winner(state: &State) -> Option<Winner> {
        let winner = state.position.winner()?;
        Some(if winner == state.mover { Winner::PlayerToMove } else { Winner::PlayerJustMoved })
    }

    fn zobrist_hash(state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        (state.position, state.mover).hash(&mut hasher);
        hasher.finish()
    }
}

struct Stores;

impl Evaluator for Stores {
    type G = Congkak;

    fn evaluate(&self, State { position, mover }: &State) -> Evaluation {
        Evaluation::from(position.store(*mover)) - Evaluation::from(position.store(mover.other()))
    }
}

/// The play that it chooses with so much time.
pub(crate) fn best(position: &Position, time: Duration) -> Option<Pit> {
    let mut search = IterativeSearch::new(Stores, IterativeOptions::new().with_table_byte_size(TABLE_BYTES));
    search.set_timeout(time);
    let state = State { position: *position, mover: position.next() };
    // On a busy machine its clock can run out before it has looked one play ahead.
    (0..100).find_map(|_| search.choose_move(&state)).flatten().or_else(|| position.moves().next())
}
