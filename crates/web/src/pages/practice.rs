use askama::Template;
use parlor_review::Exercise;
use parlor_rules::Decision;
use parlor_view::svg::defs;
use parlor_view::{BoardView, DiceView, Names, Scene, size_in_words};

use super::statistics::missing_reviews;
use super::table::BoardHtml;
use super::{Place, Shell, Site, render};

/// The mistakes of a browser's seats.
#[derive(Clone, Copy, Debug)]
pub struct PracticePage<'a> {
    /// What every page needs.
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
        let Exercise { seat, mark, round, .. } = &self.exercise;
        let seen = match self.days {
            None => String::new(),
            Some(0) => " \u{b7} seen today".to_owned(),
            Some(1) => " \u{b7} seen yesterday".to_owned(),
            Some(days) => format!(" \u{b7} seen {days} days ago"),
        };
        format!("{}\u{2019}s {mark} in round {round}{seen}", self.names.label(*seat))
    }
}

#[derive(Template)]
#[template(path = "practice.html")]
struct PracticeView<'a> {
    shell: Shell<'a>,
    first: Option<FirstView>,
    items: Vec<ItemView>,
    missing: Option<(String, &'static str)>,
}

struct FirstView {
    url: String,
    title: String,
    words: String,
    board: BoardHtml,
}

struct ItemView {
    url: String,
    title: String,
    words: String,
}

/// The most mistakes in the list.
const LISTED: usize = 50;

/// The collection.
pub fn practice_page(page: &PracticePage<'_>) -> String {
    let item = |to_practise: &ToPractise| ItemView {
        url: to_practise.url(),
        title: to_practise.title(),
        words: to_practise.words(),
    };
    let first = page.exercises.first().map(|first| {
        let ToPractise { names, exercise, .. } = first;
        let mut board = BoardView::of_standing(&exercise.standing);
        if let Decision::Canoga(thrown) = &exercise.decision {
            board.dice = Some(DiceView { seat: exercise.seat, throw: thrown.throw(), rolling: false });
        }
        let board = BoardHtml::small(exercise.game(), &Scene::of(board), names, &[]);
        FirstView { url: first.url(), title: first.title(), words: first.words(), board }
    });
    let shell = Shell::new(page.site, "Practice \u{2013} Parlor", Place::Elsewhere);
    let defs = page.exercises.first().map_or("", |first| defs(first.exercise.game()));
    render(&PracticeView {
        shell: Shell { defs, ..shell },
        first,
        items: page.exercises.iter().take(LISTED).map(item).collect(),
        missing: missing_reviews(page.without_review),
    })
}
