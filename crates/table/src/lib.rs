//! A tournament at a table, pure: it never prints, reads a key, knows a clock or touches a file.
//!
//! A [`Table`] is a function of its journal: everything that happens is an [`Entry`], a decision or
//! chance, and the same entries in the same order give the same table. Whoever hosts it asks what it
//! [needs](Table::need), brings that as an entry, and shows the [events](Event) it tells.
//!
//! ```
//! use parlor_rules::Game;
//! use parlor_table::{Answer, Ask, Entry, Need, Setup, Table};
//!
//! let (mut table, _) = Table::new(Setup::new(Game::Congkak)).unwrap();
//! let Need::Answer(question) = table.need() else { panic!() };
//! assert!(matches!(question.ask, Ask::Size { .. }));
//! table.apply(Entry::decision(question.seat, Answer::Size(7))).unwrap();
//! let refused = table.apply(Entry::decision(question.seat, Answer::Size(7))).unwrap_err();
//! assert_eq!(refused.to_string(), "heads or tails");
//! ```

mod answer;
mod chance;
mod entry;
mod event;
mod journal;
mod play;
mod player;
mod question;
mod setup;
mod table;

pub use answer::{Answer, BadAnswer, MenuItem};
pub use chance::{Draw, draw};
pub use entry::{Entry, Thought};
pub use event::{Event, RoundEnd};
pub use journal::{BadHeader, BadLine, read_entry, read_header, write_entry, write_header};
pub use player::Player;
pub use question::{Ask, MenuKind, Question};
pub use setup::{DiceSource, QueuedThrow, Setup};
pub use table::{Ending, Need, Refusal, Table};
