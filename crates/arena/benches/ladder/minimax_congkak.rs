//! The `minimax` crate's iterative search with our rules of Congkak. It evaluates the difference between the stores.
//!
//! The crate makes players alternate. After a play that earns another one, the other player therefore has a single
//! move, which is to wait.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

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

type Play = Option<Pit>;

impl Game for Congkak {
    type S = State;
    type M = Play;

    fn generate_moves(state: &State, moves: &mut Vec<Play>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            if state.position.turn() == Some(state.mover) {
                moves.extend(state.position.legal_moves().map(Some));
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

    /// A finished round is won by the player with more seeds, as a tournament is.
    fn get_winner(state: &State) -> Option<Winner> {
        state.position.outcome()?;
        Some(match state.position.store(state.mover).cmp(&state.position.store(state.mover.other())) {
            Ordering::Greater => Winner::PlayerToMove,
            Ordering::Equal => Winner::Draw,
            Ordering::Less => Winner::PlayerJustMoved,
        })
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

/// The best play of a search to `depth`. Ties are broken arbitrarily.
pub(crate) fn best(position: &Position, depth: u32) -> Option<Pit> {
    let mut search = IterativeSearch::new(Stores, IterativeOptions::new().with_table_byte_size(TABLE_BYTES));
    search.set_max_depth(u8::try_from(depth).unwrap());
    search.choose_move(&State { position: *position, mover: position.turn()? }).flatten()
}
