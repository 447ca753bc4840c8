//! The presentation of a table, independent of the front end: terminal, web page, or plain lines.
//!
//! - [`BoardView`] is the contents of a board; [`text`] draws it with plain characters.
//! - [`sentences`] puts events into words, [`prompt`] questions, [`rules_page`] the rules.
//! - A [`Chooser`] is a choice made by pointing; [`typed`] parses typed answers.
//! - A [`PositionEdit`] changes a position that is set up on its board.
//! - [`animate`] turns an event into [`Step`]s, a [`Scene`] is everything on screen at one moment, and a [`Replay`]
//!   steps through a past game.
//! - [`svg`] paints a board as a picture, with buttons and animations.
//! - [`guide`] explains each question of a first round to a newcomer.
//!
//! Front ends contain no rules: they ask this crate or `parlor_rules` for anything that depends on a game, like its
//! sizes or its use of dice.

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
mod position_edit;
mod prompt;
mod question;
mod record;
mod replay;
mod result_card;
mod review;
mod rules_page;
mod sample;
mod scene;
mod scoreboard;
mod sentences;
mod shown_value;
pub mod svg;
pub mod text;
pub mod typed;
mod undone;
mod verified;
mod why_not;
mod words;
mod wrap;

#[cfg(test)]
mod trial;

pub use advice::{Advice, cost_amount, cost_for_people};
pub use animation::{LONGEST_TURN, Step, TurnPace, animate, changed_by};
pub use board::{
    BadSpot, BoardLayout, BoardView, CanogaView, CongkakView, DiceView, KonoView, PitView, PointView, Spot, SquareView,
    spots_of,
};
pub use choices::{ChoiceButton, ChoiceDoes, choices};
pub use chooser::{
    Action, Arrow, Button, ButtonKeys, Buttons, Chooser, ChosenPit, ChosenSquares, ChosenStep, Reaction,
};
pub use games::{ChanceDevice, chance, decisive_lead, game_line, level_in_words, short_size, size_in_words};
pub use giving_up::give_up_question;
pub use guide::{guide, guide_before_first_throw, guided_setup};
pub use learning::{
    STATISTICS_COLUMNS, UNCHECKED, exercise_answer, exercise_board, exercise_question, indented_reasons, mistake_words,
    statistics_lines, statistics_row, statistics_table, tutor_in_words, tutor_question, tutor_reasons,
    verdict_in_words, without_review,
};
pub use line::{Line, LineKind};
pub use log::{LogEntry, RoundLog};
pub use names::Names;
pub use position_edit::{
    BadEdit, Content, EditRefusal, PositionEdit, SeatSetting, earlier, editable_spots, notation, palette, seat_settings,
};
pub use prompt::{
    MenuLine, Prompt, coin_prompt, menu_label, menu_lines, prompt, roll_prompt, short_direction, short_step,
    throw_prompt,
};
pub use question::{help_is_offered, is_between_rounds, round_in_words, turn_of};
pub use record::record;
pub use replay::{Moment, Replay};
pub use result_card::{ResultCard, ResultRow};
pub use review::{
    StepBoard, StepRow, StepText, choice_name, costliest, not_reviewed, review_best, review_cost, review_played,
    review_result, review_seat, review_summary, review_to_do, signed_number, step_title,
};
pub use rules_page::{RulesPage, RulesSection, rules_page};
pub use sample::{RulesPicture, sample_board, sample_standing};
pub use scene::{Hand, Scene};
pub use scoreboard::{RoundResult, Scoreboard};
pub use sentences::sentences;
pub use shown_value::ShownValue;
pub use undone::taken_back;
pub use verified::verified_in_words;
pub use why_not::why_not;
pub use words::{capitalised, listed, long_list, time_ago};
pub use wrap::{wrap, wrap_indented};

/// The width of a text on a terminal, in columns.
pub use textwrap::core::display_width;
