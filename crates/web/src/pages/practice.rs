use askama::Template;
use parlor_review::Exercise;
use parlor_view::svg::defs;
use parlor_view::{Names, Scene, exercise_board, mistake_words, size_in_words, without_review};

use super::table::BoardHtml;
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
        format!("{}, {}", self.exercise.game(), size_in_words(self.exercise.game(), self.exercise.size))
    }

    /// Names the player and the severity of the mistake, but not the better choice.
    fn words(&self) -> String {
        let seen = match self.days {
            None => String::new(),
            Some(0) => " \u{b7} seen today".to_owned(),
            Some(1) => " \u{b7} seen yesterday".to_owned(),
            Some(days) => format!(" \u{b7} seen {days} days ago"),
        };
        mistake_words(&self.exercise, &self.names) + &seen
    }

    fn board(&self) -> BoardHtml {
        let scene = Scene::of(exercise_board(&self.exercise));
        BoardHtml::small(self.exercise.game(), &scene, &self.names, &[])
    }
}

/// The maximum number of listed mistakes.
const LISTED: usize = 50;

impl PracticePage<'_> {
    fn shell(&self) -> Shell<'_> {
        let defs = self.exercises.first().map_or("", |first| defs(first.exercise.game()));
        Shell { defs, ..Shell::new(self.site, "Practice \u{2013} Parlor", NavItem::Elsewhere) }
    }

    fn listed(&self) -> impl Iterator<Item = &ToPractise> {
        self.exercises.iter().take(LISTED)
    }
}
