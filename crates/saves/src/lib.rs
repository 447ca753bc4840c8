//! The save files of Canoga, Congkak and Kono, in three dialects.
//!
//! Reading accepts variations if the meaning is clear, and notes each of them. Anything else is refused, with
//! all faults at once: their places, what was expected and how to fix them. Writing is exact. Only
//! [`disk`] touches files.
//!
//! ```
//! use parlor_saves::{Dialect, read};
//!
//! let text = "\
//! Human Player: 3 7 7 0 8 8 8 8 2
//! Computer Player: 0 7 7 7 7 7 7 7 3
//! Next Player: Human
//! ";
//! let save = read(text, None).unwrap();
//! assert_eq!(save.standing.to_string(), "Congkak, 7 pits a side, Human is next");
//! assert_eq!(save.write(Dialect::Lisp).text, "\
//! (
//!    ( 3 7 7 0 8 8 8 8 2 )
//!
//!    ( 0 7 7 7 7 7 7 7 3 )
//!
//!    Human
//! )
//! ");
//! ```

#![warn(missing_docs)]

pub mod disk;

mod dialect;
mod fault;
mod note;
mod printable;
mod read;
mod save;
mod source;

mod names;
mod reading;
mod report;

mod fields;
mod layout;
mod marks;
mod sheet;
mod text;
mod tree;
mod write;

mod canoga;
mod congkak;
mod kono;

pub use dialect::{BadDialect, Dialect};
pub use fault::{ReadError, SaveFault};
pub use note::{Leniency, Note};
pub use printable::printable;
pub use read::{MAX_BYTES, read, read_bytes};
pub use save::{Save, Written, write};
pub use source::Span;
