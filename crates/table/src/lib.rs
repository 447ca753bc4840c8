//! A tournament at a table, without I/O: no output, keys, clocks or files.
//!
//! A [`Table`] is a function of its journal: everything that happens is an [`Entry`], and the same entries in the same
//! order give the same table. A host asks the table for the [next](Table::next) step, applies the result as an entry,
//! and shows the [events](Event) returned.
//!
//! ```
//! use parlor_rules::Game;
//! use parlor_table::{Answer, Ask, Entry, Next, Setup, Table};
//!
//! let (mut table, _) = Table::new(Setup::new(Game::Congkak));
//! let Next::Ask(question) = table.next() else { panic!() };
//! assert!(matches!(question.ask, Ask::Size { .. }));
//! table.apply(Entry::decision(question.seat, Answer::Size(7))).unwrap();
//! assert_eq!(table.revision(), 1);
//! let refused = table.apply(Entry::decision(question.seat, Answer::Size(7))).unwrap_err();
//! assert_eq!(refused.to_string(), "call heads or tails");
//! ```

mod answer;
mod chance;
mod entry;
mod event;
mod history;
mod journal;
mod next;
mod player;
mod question;
mod seed;
mod setup;
mod state;
mod summary;
mod table;
mod tournament;
mod verify;

pub use answer::{Answer, BadAnswer, MenuItem};
pub use chance::{Draw, Drawn};
pub use entry::{Entry, Offer, Rationale};
pub use event::{Event, RoundEnd};
pub use history::Record;
pub use journal::{
    BadEntry, BadJournal, Damage, JournalLines, JournalWriter, ReadJournal, join_journal, public_journal, read_entry,
    read_header, read_journal, read_journal_from, read_journal_within, read_summary, split_journal, with_checksums,
    write_entry, write_journal,
};
pub use next::Next;
pub use player::Player;
pub use question::{Ask, MenuKind, Question};
pub use seed::{BadHex, Commitment, Salt, Seed};
pub use setup::{DiceSource, QueuedThrow, Setup};
pub use summary::{BadSummary, Progress, Summary};
pub use table::{BadReplay, OpenOffer, Refusal, Table};
pub use verify::{CheckedDraw, Origin, UsedSeed, Verified, verify};
