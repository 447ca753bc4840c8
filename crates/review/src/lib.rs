//! The cost of each decision of a game, and its luck: a pure function of its journal and of the engine at the effort of
//! help. `docs/play/review.md` explains the numbers.
//!
//! 1. [`Course::of`] lists a [`ReviewQuestion`] for each throw and each decision of a table. This is cheap.
//! 2. [`ReviewQuestion::answer`] searches one of them. Questions don't depend on one another. A [`ReviewRun`] keeps the
//!    answers and gives the next question; [`ReviewRun::finish`] answers all of them on several threads.
//! 3. [`ReviewRun::review`] puts the answers together. Some may still be missing.
//! 4. [`RoundReview::steps`] lists the steps of a round, each with its entry number and its value.
//!
//! ```
//! use parlor_engine::StopFlag;
//! use parlor_review::{Effort, ReviewRun};
//! use parlor_rules::Game;
//! use parlor_table::{Setup, Table};
//!
//! let (table, _) = Table::new(Setup::new(Game::Canoga));
//! let mut run = ReviewRun::new(&table, Effort::Help, "");
//! run.finish(2, &StopFlag::default(), &|_, _| ());
//! assert!(run.review().rounds.is_empty(), "nothing was decided yet");
//! ```

mod add_up;
mod answer;
mod canoga;
mod course;
mod drawback;
mod exercise;
mod games;
mod marks;
mod practice;
mod rationale;
mod review;
mod run;
mod search;
mod start;
mod statistics;
mod step;
mod stored;
mod tutor;
mod variation;

pub use add_up::add_up;
pub use answer::{Effort, Judgement, ReviewAnswer, Stopped};
pub use course::{
    Course, DecisionRecord, First, FirstBy, Matter, NotReviewed, PlayedChoice, ReviewQuestion, RoundCourse,
};
pub use drawback::{Drawback, drawbacks};
pub use exercise::{Exercise, ExerciseRun, Verdict};
pub use games::{ReviewedGames, Study, StudyGame};
pub use marks::{Grade, Mark, Marks, Spread, noise};
pub use practice::{Mistake, PracticeLog};
pub use rationale::rationale;
pub use review::{DecisionReview, Equation, Printed, Review, RoundReview, SeatReview, ThrowReview};
pub use run::ReviewRun;
pub use start::{BadPosition, BadStart, CustomPosition, Start, write_position};
pub use statistics::{Against, PlotPoint, Statistics, Tally, TallyKey};
pub use step::ReviewStep;
use stored::{keep, known_answers};
pub use stored::{read_answers, write_answers};
pub use tutor::{Tutor, Warning};
pub use variation::{BadLine, BadStep, Variation};
