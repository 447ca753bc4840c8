//! A board to try moves on. It never changes a game.

use parlor_rules::Pair;
use parlor_table::{Ask, Table};
use parlor_view::{Advice, BoardView, Names, Spot};

use super::Site;
use super::table::{AskView, BoardHtml, ask_view, chooser, is_turned};

/// A board, its question, and every way to answer it.
pub(super) struct TryView {
    pub(super) form: Form,
    pub(super) board: Option<BoardHtml>,
    pub(super) ask: Option<AskView>,
}

/// The target and the hidden fields of a form.
pub(super) struct Form {
    /// `get`, or `post` if a try is recorded.
    pub(super) method: &'static str,
    pub(super) action: String,
    pub(super) hidden: Vec<(&'static str, String)>,
}

impl Form {
    /// The address of the form with only its hidden fields.
    pub(super) fn url(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(&self.hidden);
        format!("{}?{}", self.action, query.finish())
    }
}

/// A table for trying moves; the user decides for both players. `seats` are those that the browser holds at the table
/// that the position comes from.
pub(super) fn try_view(
    site: Site<'_>,
    seats: Pair<bool>,
    table: &Table,
    picks: &[Spot],
    advice: Option<&Advice>,
    mut form: Form,
) -> TryView {
    let (game, names) = (table.game(), &Names::of(&table.setup().players));
    let next = table.next();
    // An analysis doesn't continue after the round.
    let over = next.question().is_some_and(|question| matches!(question.ask, Ask::Another));
    let chooser = chooser(table, picks).filter(|_| !over);
    let ask = ask_view(table, advice, chooser.as_ref(), names).filter(|_| !over);
    let advised: &[Spot] = advice.map_or(&[], |advice| &advice.spots);
    let board = BoardView::at_rest(table).map(|board| {
        let turned = is_turned(&board, seats, site);
        BoardHtml::of(game, board, chooser.as_ref(), names, advised, turned)
    });
    form.hidden.extend(picks.iter().filter(|_| chooser.is_some()).map(|pick| ("pick", pick.to_string())));
    TryView { form, board, ask }
}
