//! The rules of three old games: [`canoga`], [`congkak`] and [`kono`].
//!
//! Pure: no input or output, no randomness, no clock. Positions are small and `Copy`, and playing a
//! move allocates nothing. Input from outside (a file, a request) is a *draft*. Checking it gives
//! either all its faults or a *standing*: a position and the results of the earlier rounds.
//!
//! ```
//! use parlor_rules::{Seat, canoga};
//!
//! let size = canoga::Size::new(9).unwrap();
//! let position = canoga::Position::start(size, Seat::Human, None);
//! let thrown = position.throw("2 4".parse().unwrap()).unwrap();
//! let moves: Vec<_> = thrown.legal_moves().map(|m| m.to_string()).collect();
//! assert_eq!(moves, ["cover 6", "cover 5 1", "cover 4 2", "cover 3 2 1"]);
//! let after = thrown.play("cover 4 2".parse().unwrap()).unwrap();
//! assert_eq!(after.turn(), Some(Seat::Human), "the turn continues until a throw allows no move");
//! ```

#![warn(missing_docs)]

pub mod canoga;
pub mod congkak;
pub mod kono;

mod decision;
mod dice;
mod fault;
mod game;
mod level;
mod perft;
mod seat;
mod standing;

pub use decision::{BadChoice, Choice, Decision};
pub use dice::{BadThrow, Coin, DiceCount, Throw, first_by_coin, first_by_dice};
pub use fault::{Fault, FaultKind, Faults, MAX_TALLY, NextRoundError, Place};
pub use game::{BadGame, Game};
pub use level::{BadLevel, Level};
pub use perft::{PerftCount, perft};
pub use seat::{Pair, Seat};
pub use standing::{Outcome, Standing};
