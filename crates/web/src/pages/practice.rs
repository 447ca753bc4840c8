use askama::Template;
use parlor_review::Exercise;
use parlor_rules::Decision;
use parlor_view::svg::{Shape, defs, paint};
use parlor_view::{BoardView, DiceView, Names, Scene, size_in_words};

use super::table::BoardHtml;
use super::{Place, Shell, Site, render};

/// The mistakes of a browser's seats.
#[derive(Clone, Copy, Debug)]
pub struct PracticePage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The mistakes with the ids of their tables and the names of the players, the worst first.
    pub exercises: &'a [(String, Names, Exercise)],
    /// How many tables have no review yet.
    pub without_review: usize,
}

#[derive(Template)]
#[template(path = "practice.html")]
struct PracticeView<'a> {
    shell: Shell<'a>,
    first: Option<FirstView>,
    items: Vec<ItemView>,
    without_review: usize,
}

struct FirstView {
    url: String,
    title: String,
    board: BoardHtml,
}

struct ItemView {
    url: String,
    title: String,
    words: String,
}

/// The most mistakes in the list.
const LISTED: usize = 50;

/// The collection. It says where a mistake was made, not which.
pub fn practice_page(page: &PracticePage<'_>) -> String {
    let url = |id: &str, exercise: &Exercise| format!("/t/{id}/better?at={}", exercise.revision);
    let item = |(id, names, exercise): &(String, Names, Exercise)| ItemView {
        url: url(id, exercise),
        title: format!("{}, {}", exercise.game(), size_in_words(exercise.game(), exercise.size)),
        words: format!("{}\u{2019}s {} in round {}", names.label(exercise.seat), exercise.mark, exercise.round),
    };
    let first = page.exercises.first().map(|first| {
        let (id, names, exercise) = first;
        let mut board = BoardView::of_standing(&exercise.standing);
        if let Decision::Canoga(thrown) = &exercise.decision {
            board.dice = Some(DiceView { seat: exercise.seat, throw: thrown.throw(), rolling: false });
        }
        let scene = Scene::of(board);
        let picture = |shape| paint(&scene, names, &[], shape);
        let board = BoardHtml::new(
            exercise.game(),
            &picture(Shape::Narrow),
            &picture(Shape::Narrow),
            Vec::new(),
            String::new(),
        );
        FirstView { url: url(id, exercise), title: item(first).title, board }
    });
    let shell = Shell::new(page.site, "Practice \u{2013} Parlor", Place::Elsewhere);
    let defs = page.exercises.first().map_or("", |(.., exercise)| defs(exercise.game()));
    render(&PracticeView {
        shell: Shell { defs, ..shell },
        first,
        items: page.exercises.iter().take(LISTED).map(item).collect(),
        without_review: page.without_review,
    })
}
