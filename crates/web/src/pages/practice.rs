use askama::Template;
use parlor_review::Exercise;
use parlor_view::svg::defs;
use parlor_view::{Names, Scene, exercise_board, mistake_words, size_in_words, without_review};

use super::table::BoardHtml;
use super::{NavItem, Shell, Site};

/// The mistakes of a browser's seats.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "practice.html")]
pub struct PracticePage<'a> {
    pub site: Site<'a>,
    /// The mistakes, the worst and the long-unseen first.
    pub exercises: &'a [ToPractise],
    /// How many tables have no review yet.
    pub without_review: usize,
}

/// A mistake in the collection.
#[derive(Clone, Debug)]
pub struct ToPractise {
    /// The id of its table.
    pub id: String,
    /// Who played there.
    pub names: Names,
    /// How many days ago it was last seen; `None` if it never was.
    pub days: Option<u64>,
    /// The mistake.
    pub exercise: Exercise,
}

impl ToPractise {
    /// Where it can be tried.
    pub fn url(&self) -> String {
        format!("/t/{}/better?at={}", self.id, self.exercise.revision)
    }

    fn title(&self) -> String {
        format!("{}, {}", self.exercise.game(), size_in_words(self.exercise.game(), self.exercise.size))
    }

    /// Who made it and how bad it was. It says where a mistake was made, not which.
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

/// The most mistakes in the list.
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
