//! How a table is shown: a [`BoardView`] has everything that a front end draws, [`text`] draws it with plain
//! characters, and [`sentences`] and [`prompt`] say what happens and what is asked.

mod board;
mod prompt;
mod rules_page;
mod sentences;
pub mod text;

pub use board::{BoardView, CanogaView, CongkakView, KonoView, PitView, PointView, SquareView};
pub use prompt::{menu_label, prompt};
pub use rules_page::rules_page;
pub use sentences::{Names, listed, sentences};
