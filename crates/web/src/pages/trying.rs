//! A board on which something is tried: nothing that is pressed here changes a game, so every form asks for a page.

use parlor_rules::{DiceCount, Game};
use parlor_table::{Ask, Table};
use parlor_view::svg::{self, Shape, hits_class, paint};
use parlor_view::{BoardView, DiceView, Names, Scene, Spot};

use super::ShownAdvice;
use super::table::{AskView, Asked, BoardHtml, ask_view};

/// The board, what is asked, and every way to answer.
pub(super) struct TryView {
    /// Where the forms lead.
    pub(super) action: String,
    /// What they say besides the answer.
    pub(super) hidden: Vec<(&'static str, String)>,
    pub(super) square: bool,
    pub(super) board: Option<BoardHtml>,
    pub(super) ask: Option<AskView>,
    /// What dice may show, where that is said by hand.
    pub(super) throws: Vec<String>,
    /// The address without what was picked.
    pub(super) unpicked: String,
}

/// Where forms lead and what they say.
pub(super) struct Form {
    pub(super) action: String,
    pub(super) hidden: Vec<(&'static str, String)>,
}

impl Form {
    /// Its address with nothing filled in.
    pub(super) fn url(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(&self.hidden);
        format!("{}?{}", self.action, query.finish())
    }
}

/// A table as it is tried on: people decide for both.
pub(super) fn try_view(
    table: &Table,
    names: &Names,
    picks: &[Spot],
    advice: Option<&ShownAdvice>,
    form: Form,
) -> TryView {
    let game = table.game();
    let asked = Asked::of(table);
    // Whether there is another round isn't a question of how to play.
    let over = asked.question().is_some_and(|question| matches!(question.ask, Ask::Another));
    let chooser = if over { None } else { asked.chooser(game, picks) };
    let mut board = BoardView::of(table);
    if let Some(board) = &mut board {
        if let Some((seat, throw)) = table.last_throw() {
            board.dice.get_or_insert(DiceView { seat, throw, rolling: false });
        }
        board.can_choose.clear();
    }
    let mut ask = if over { None } else { ask_view(table, advice, &asked, chooser.as_ref(), board.as_ref(), names) };
    let throws = match asked {
        Asked::Throw(_, dice) => throws(dice),
        _ => Vec::new(),
    };
    if let Some(ask) = &mut ask
        && !throws.is_empty()
    {
        "Choose what the dice show.".clone_into(&mut ask.hint);
    }
    let advised: &[Spot] = advice.map_or(&[], |advice| &advice.spots);
    let board = board.map(|board| {
        let class = hits_class(&board);
        let scene = match &chooser {
            Some(chooser) => {
                let scene = Scene::of(board).with_choice(chooser);
                let board = BoardView { can_choose: chooser.can_click(), ..scene.board };
                Scene { board, cursor: None, ..scene }
            }
            None => Scene::of(board),
        };
        let hits = if chooser.is_some() { svg::hits(&scene, names, advised) } else { Vec::new() };
        let picture = |shape| paint(&scene, names, advised, shape);
        BoardHtml::new(game, &picture(Shape::Wide), &picture(Shape::Narrow), hits, class)
    });
    let unpicked = form.url();
    let mut hidden = form.hidden;
    hidden.extend(picks.iter().filter(|_| chooser.is_some()).map(|pick| ("pick", pick.to_string())));
    TryView { action: form.action, hidden, square: game == Game::Kono, board, ask, throws, unpicked }
}

/// Everything that so many dice can show, whichever falls first.
fn throws(dice: DiceCount) -> Vec<String> {
    match dice {
        DiceCount::One => (1..=6).map(|one: u8| one.to_string()).collect(),
        DiceCount::Two => (1..=6u8).flat_map(|one| (one..=6).map(move |two| format!("{one} {two}"))).collect(),
    }
}
