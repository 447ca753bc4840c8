//! How a table is shown: a [`BoardView`] has everything that a front end draws, [`text`] draws it with plain
//! characters, [`sentences`] and [`prompt`] say what happens and what is asked, and [`typed`] reads the answers.

mod board;
mod prompt;
mod rules_page;
mod sentences;
pub mod text;
pub mod typed;

pub use board::{BoardView, CanogaView, CongkakView, KonoView, PitView, PointView, SquareView};
pub use prompt::{coin_prompt, menu_label, prompt, throw_prompt};
pub use rules_page::{game_line, give_up_line, rules_page};
pub use sentences::{Names, listed, sentences};
