//! How a table is shown, without saying on what: a terminal, a page, or plain lines.
//!
//! - [`BoardView`] has everything that is drawn of a board; [`text`] draws it with plain characters.
//! - [`sentences`] says what happened, [`prompt`] what is asked, [`rules_page`] how a game is played.
//! - A [`Chooser`] lets a person answer by pointing; [`typed`] reads what they type instead.
//! - [`animate`] turns an event into [`Step`]s, and a [`Scene`] is what is in sight at one moment. A [`Replay`] goes
//!   through a game that was played.
//! - [`svg`] paints a board as a picture, with what can be chosen on it and how it moves.
//! - [`guide`] tells a newcomer about each question of a first round.
//!
//! What each game needs of a front end (its sizes, whether it has dice) is answered here or in `parlor_rules`, so
//! that no front end has to know a rule.

mod advice;
mod animation;
mod board;
mod choices;
mod chooser;
mod games;
mod giving_up;
mod guide;
mod learning;
mod line;
mod log;
mod names;
mod prompt;
mod question;
mod record;
mod replay;
mod review;
mod rules_page;
mod sample;
mod scene;
mod scoreboard;
mod sentences;
pub mod svg;
pub mod text;
pub mod typed;
mod undone;
mod verified;
mod why_not;
mod words;
mod worth;
mod wrap;

#[cfg(test)]
mod trial;

pub use advice::{Advice, cost_amount};
pub use animation::{Step, animate, changed_by};
pub use board::{
    BadSpot, BoardLayout, BoardView, CanogaView, CongkakView, DiceView, KonoView, PitView, PointView, Spot, SquareView,
    spots_of,
};
pub use choices::{ChoiceButton, ChoiceDoes, choices};
pub use chooser::{
    Action, Arrow, Button, ButtonKeys, Buttons, Chooser, ChosenPit, ChosenSquares, ChosenStep, Reaction,
};
pub use games::{ChanceDevice, chance, decisive_lead, game_line, short_size, size_in_words};
pub use giving_up::give_up_question;
pub use guide::{guide, guide_before_first_throw, guided_setup};
pub use learning::{
    STATISTICS_COLUMNS, UNCHECKED, exercise_board, indented_reasons, mistake_words, statistics_lines, statistics_row,
    statistics_table, tutor_in_words, tutor_question, tutor_reasons, verdict_in_words, without_review,
};
pub use line::{Line, LineKind};
pub use log::{LogEntry, RoundLog};
pub use names::Names;
pub use prompt::{MenuLine, Prompt, coin_prompt, menu_label, menu_lines, prompt, short_direction, throw_prompt};
pub use question::{help_is_offered, is_between_rounds, round_in_words, turn_of};
pub use record::record;
pub use replay::{Moment, Replay};
pub use review::{
    StepBoard, StepRow, StepText, choice_name, not_reviewed, review_best, review_cost, review_played, review_result,
    review_seat, review_summary, review_to_do, signed_number, step_title,
};
pub use rules_page::{RulesPage, RulesSection, rules_page};
pub use sample::{RulesPicture, sample_board};
pub use scene::{Hand, Scene};
pub use scoreboard::{RoundResult, Scoreboard};
pub use sentences::sentences;
pub use undone::taken_back;
pub use verified::verified_in_words;
pub use why_not::why_not;
pub use words::{capitalised, listed};
pub use worth::Worth;
pub use wrap::{wrap, wrap_indented};

/// How many columns a text takes on a terminal.
pub use textwrap::core::display_width;
