//! What every decision of a game cost, and what was luck: a pure function of its journal and of the engine at the effort of
//! help. `docs/review.md` says what the numbers mean.
//!
//! 1. [`Course::of`] finds everything that happened: a [`Question`] for each throw and each decision. This is cheap.
//! 2. [`Question::answer`] thinks about one of them. Questions don't depend on one another, so that they can be answered in
//!    any order, on any thread, and left at any time. [`answer_all`] does it on several threads.
//! 3. [`Review::of`] puts the answers together. Some may still be missing.
//!
//! ```
//! use parlor_engine::StopFlag;
//! use parlor_review::{Course, Effort, Review, answer_all};
//! use parlor_rules::Game;
//! use parlor_table::{Setup, Table};
//!
//! let (table, _) = Table::new(Setup::new(Game::Canoga)).unwrap();
//! let course = Course::of(&table);
//! let answers = answer_all(&course, Effort::Help, 2, &StopFlag::default(), &|_, _| ());
//! let review = Review::of(&course, &answers);
//! assert!(review.rounds.is_empty(), "nothing was decided yet");
//! ```

mod add_up;
mod answer;
mod canoga;
mod course;
mod drawback;
mod exercise;
mod kept;
mod marks;
mod practice;
mod review;
mod search;
mod statistics;
mod tutor;

pub use add_up::add_up;
pub use answer::{Answer, Effort, Judgement, Stopped, answer_all};
pub use course::{Course, Decided, First, FirstBy, Matter, Play, Question, RoundCourse};
pub use drawback::{Drawback, drawbacks};
pub use exercise::{Exercise, Verdict};
pub use kept::{answer_missing, answered_before, keep, kept_answers, known_answers, read_answers, write_answers};
pub use marks::{Grade, Mark, Marks, Spread, noise};
pub use practice::{Kept, Seen};
pub use review::{DecisionReview, Equation, Printed, Review, RoundReview, SeatReview, ThrowReview};
pub use statistics::{Against, Kind, Moment, Statistics, Tally};
pub use tutor::{Tutor, Warning};
