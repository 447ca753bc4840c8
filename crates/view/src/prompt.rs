use parlor_rules::{DiceCount, Seat};
use parlor_table::{Ask, MenuItem, MenuKind, Question};

use crate::Names;
use crate::sentences::either;

/// What a menu's item is called where it stands.
pub fn menu_label(item: MenuItem, before: MenuKind) -> &'static str {
    match (item, before) {
        (MenuItem::Save, _) => "Save the game",
        (MenuItem::Play, MenuKind::Turn) => "Make a move",
        (MenuItem::Play, MenuKind::FirstDice) => "Throw the dice",
        (MenuItem::Play, MenuKind::Win) => "Go on",
        (MenuItem::Help, _) => "Ask for help",
        (MenuItem::Quit, _) => "Quit the game",
    }
}

/// A question in words, with what can be answered.
pub fn prompt(question: &Question, names: &Names) -> String {
    let who = names.label(question.seat);
    match &question.ask {
        Ask::Size { sizes, usual } => {
            format!("Which size? {} (Enter for {usual})", either(sizes.iter().map(ToString::to_string)))
        }
        Ask::Coin => format!("{who}, heads or tails?"),
        Ask::Color => format!("{who}, white or black? (White starts in the North)"),
        Ask::Menu { before, turn, .. } => match (before, turn) {
            (MenuKind::Turn, Some(seat)) => format!("It is {}'s turn.", names.label(*seat)),
            (MenuKind::FirstDice, _) | (MenuKind::Turn, None) => "The dice decide who plays first.".to_owned(),
            (MenuKind::Win, Some(seat)) => format!("{} has won the round.", names.label(*seat)),
            (MenuKind::Win, None) => "The round is won.".to_owned(),
        },
        Ask::Dice => format!("{who}, one die or two?"),
        Ask::Canoga { throw, .. } => {
            format!(
                "{who}, which squares add up to {}? (like \u{201c}cover 4 2\u{201d} or \u{201c}uncover 9\u{201d})",
                throw.sum()
            )
        }
        Ask::Congkak { pits } => format!("{who}, which pit? {}", either(pits.iter().map(ToString::to_string))),
        Ask::Kono { .. } => {
            format!("{who}, which piece, and where to? (row column direction, like \u{201c}2 1 se\u{201d})")
        }
        Ask::Another => "Another round? (yes or no)".to_owned(),
        Ask::FileName => "Save in which file? (cancel goes back)".to_owned(),
    }
}

/// What is asked of somebody who throws real dice (rule dice-manual).
pub fn throw_prompt(seat: Seat, dice: DiceCount, names: &Names) -> String {
    let how_many = if dice == DiceCount::One { "one die" } else { "two dice" };
    format!("{} throws {how_many}: what do they show?", names.label(seat))
}

/// What is asked of somebody who tosses a real coin.
pub fn coin_prompt() -> &'static str {
    "Toss the coin: heads or tails?"
}
