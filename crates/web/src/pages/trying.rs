//! A board on which something is tried. Nothing that is pressed here changes a game.

use parlor_rules::{DiceCount, Game};
use parlor_table::{Ask, Table};
use parlor_view::{Names, Spot};

use super::ShownAdvice;
use super::table::{AskView, Asked, BoardHtml, ask_view, board_of};

/// The board, what is asked, and every way to answer.
pub(super) struct TryView {
    /// Where the forms lead, and what they say besides the answer.
    pub(super) form: Form,
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
    /// `get`, or `post` if a try is remembered.
    pub(super) method: &'static str,
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
    mut form: Form,
) -> TryView {
    let game = table.game();
    let asked = Asked::of(table);
    // Whether there is another round isn't a question of how to play.
    let over = asked.question().is_some_and(|question| matches!(question.ask, Ask::Another));
    let chooser = if over { None } else { asked.chooser(game, picks) };
    let board = board_of(table);
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
    let board = board.map(|board| BoardHtml::of(game, board, chooser.as_ref(), names, advised));
    let unpicked = form.url();
    form.hidden.extend(picks.iter().filter(|_| chooser.is_some()).map(|pick| ("pick", pick.to_string())));
    TryView { form, square: game == Game::Kono, board, ask, throws, unpicked }
}

/// Everything that this many dice can show, whichever falls first.
fn throws(dice: DiceCount) -> Vec<String> {
    match dice {
        DiceCount::One => (1..=6).map(|one: u8| one.to_string()).collect(),
        DiceCount::Two => (1..=6u8).flat_map(|one| (one..=6).map(move |two| format!("{one} {two}"))).collect(),
    }
}
