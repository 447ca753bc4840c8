use askama::Template;
use parlor_review::Exercise;
use parlor_view::{BoardLayout, Names, exercise_board, mistake_words, review_cost, size_in_words, without_review};

use super::lobby::{all_defs, thumbnail};
use super::{NavItem, Shell, Site};

/// The mistakes of a browser's players.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "practice.html")]
pub struct PracticePage<'a> {
    pub site: Site<'a>,
    /// The mistakes; the worst and those not seen for the longest time come first.
    pub exercises: &'a [ToPractise],
    /// The number of tables without a review.
    pub without_review: usize,
}

/// A mistake in the collection.
#[derive(Clone, Debug)]
pub struct ToPractise {
    /// The id of its table.
    pub id: String,
    pub names: Names,
    /// Days since it was last seen; `None` if never.
    pub days: Option<u64>,
    pub exercise: Exercise,
}

impl ToPractise {
    /// The URL of the exercise.
    pub fn url(&self) -> String {
        format!("/t/{}/better?at={}", self.id, self.exercise.revision)
    }

    fn title(&self) -> String {
        let Exercise { size, seat, .. } = self.exercise;
        let game = self.exercise.game();
        format!("{game}, {}, against {}", size_in_words(game, size), self.names.label(seat.other()))
    }

    /// Names the player, the severity of the mistake and its cost, but not the better choice.
    fn words(&self) -> String {
        let Exercise { cost, exact, .. } = self.exercise;
        let seen = match self.days {
            None => String::new(),
            Some(0) => " \u{b7} seen today".to_owned(),
            Some(1) => " \u{b7} seen yesterday".to_owned(),
            Some(days) => format!(" \u{b7} seen {days} days ago"),
        };
        let cost = review_cost(self.exercise.game(), cost, exact);
        let mistake = mistake_words(&self.exercise, &self.names) + &playing_color(&self.exercise);
        format!("{mistake} \u{b7} cost {cost}{seen}")
    }

    fn board(&self) -> String {
        thumbnail(self.exercise.game(), exercise_board(&self.exercise), &self.names)
    }
}

/// In Kono, the player's colour: ", playing White".
pub(super) fn playing_color(exercise: &Exercise) -> String {
    match exercise_board(exercise).layout {
        BoardLayout::Kono(view) => {
            view.colors[exercise.seat].map_or_else(String::new, |color| format!(", playing {color}"))
        }
        BoardLayout::Canoga(_) | BoardLayout::Congkak(_) => String::new(),
    }
}

/// The maximum number of listed mistakes.
const LISTED: usize = 50;

/// The number of mistakes that are listed with their boards.
const PICTURED: usize = 20;

impl PracticePage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell { defs: all_defs(), ..Shell::new(self.site, "Practice \u{2013} Parlor", NavItem::Elsewhere) }
    }

    fn listed(&self) -> impl Iterator<Item = &ToPractise> {
        self.exercises.iter().take(LISTED)
    }
}
