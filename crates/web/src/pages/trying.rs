//! A board on which something is tried. Nothing that is pressed here changes a game.

use parlor_rules::{DiceCount, Game};
use parlor_table::{Ask, Next, Table};
use parlor_view::{Advice, Names, Spot};

use super::table::{AskView, BoardHtml, ask_view, board_of, chooser, is_by_hand};

/// The board, what is asked, and every way to answer.
pub(super) struct TryView {
    /// Where the forms lead, and what they say besides the answer.
    pub(super) form: Form,
    pub(super) square: bool,
    pub(super) board: Option<BoardHtml>,
    pub(super) ask: Option<AskView>,
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
pub(super) fn try_view(table: &Table, picks: &[Spot], advice: Option<&Advice>, mut form: Form) -> TryView {
    let (game, names) = (table.game(), &Names::of(&table.setup().players));
    let next = table.next();
    // Whether there is another round isn't a question of how to play.
    let over = next.question().is_some_and(|question| matches!(question.ask, Ask::Another));
    let chooser = chooser(table, picks).filter(|_| !over);
    let mut ask = ask_view(table, advice, chooser.as_ref(), names).filter(|_| !over);
    if let (Some(ask), Next::Throw { dice, .. }) = (&mut ask, next)
        && is_by_hand(table)
    {
        ask.throws = throws(dice);
        "Choose what the dice show.".clone_into(&mut ask.hint);
    }
    let advised: &[Spot] = advice.map_or(&[], |advice| &advice.spots);
    let board = board_of(table).map(|board| BoardHtml::of(game, board, chooser.as_ref(), names, advised));
    let unpicked = form.url();
    form.hidden.extend(picks.iter().filter(|_| chooser.is_some()).map(|pick| ("pick", pick.to_string())));
    TryView { form, square: game == Game::Kono, board, ask, unpicked }
}

/// Everything that this many dice can show, whichever falls first.
fn throws(dice: DiceCount) -> Vec<String> {
    match dice {
        DiceCount::One => (1..=6).map(|one: u8| one.to_string()).collect(),
        DiceCount::Two => (1..=6u8).flat_map(|one| (one..=6).map(move |two| format!("{one} {two}"))).collect(),
    }
}
