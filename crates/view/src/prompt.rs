use std::fmt;

use parlor_rules::{Decision, DiceCount, Seat};
use parlor_table::{Ask, MenuItem, MenuKind, Question};

use crate::Names;
use crate::words::either;

/// A question in words. Its `Display` is both parts on one line.
///
/// ```
/// use parlor_view::Prompt;
///
/// let prompt = Prompt { question: "Another round?".to_owned(), hint: Some("yes or no".to_owned()) };
/// assert_eq!(prompt.to_string(), "Another round? (yes or no)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// What is asked.
    pub question: String,
    /// How to answer, where that isn't plain from the question.
    pub hint: Option<String>,
}

impl Prompt {
    fn plain(question: impl Into<String>) -> Prompt {
        Prompt { question: question.into(), hint: None }
    }

    fn with_hint(question: impl Into<String>, hint: impl Into<String>) -> Prompt {
        Prompt { question: question.into(), hint: Some(hint.into()) }
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.question)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

/// What a menu's item is called. "Play" leads to something else in each kind of menu.
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

/// A question of the table's in words.
pub fn prompt(question: &Question, names: &Names) -> Prompt {
    let who = names.label(question.seat);
    match &question.ask {
        Ask::Size { sizes, usual } => {
            let sizes = either(sizes.iter().map(ToString::to_string));
            Prompt::with_hint(format!("Which size? {sizes}"), format!("Enter for {usual}"))
        }
        Ask::Decide(Decision::Call) => Prompt::plain(format!("{who}, heads or tails?")),
        Ask::Decide(Decision::Color(_)) => {
            Prompt::with_hint(format!("{who}, white or black?"), "White starts in the North")
        }
        Ask::Menu { before, turn, .. } => Prompt::plain(match (before, turn) {
            (MenuKind::Turn, Some(seat)) => format!("It is {}'s turn.", names.label(*seat)),
            (MenuKind::FirstDice, _) | (MenuKind::Turn, None) => "The dice decide who plays first.".to_owned(),
            (MenuKind::Win, Some(seat)) => format!("{} has won the round.", names.label(*seat)),
            (MenuKind::Win, None) => "The round is won.".to_owned(),
        }),
        Ask::Decide(Decision::Dice(_)) => Prompt::plain(format!("{who}, one die or two?")),
        Ask::Decide(Decision::Canoga(thrown)) => Prompt::with_hint(
            format!("{who}, which squares add up to {}?", thrown.throw().sum()),
            "like \u{201c}cover 4 2\u{201d} or \u{201c}uncover 9\u{201d}",
        ),
        Ask::Decide(Decision::Congkak(position)) => {
            Prompt::plain(format!("{who}, which pit? {}", either(position.moves().map(|pit| pit.to_string()))))
        }
        Ask::Decide(Decision::Kono(_)) => Prompt::with_hint(
            format!("{who}, which piece, and where to?"),
            "row column direction, like \u{201c}2 1 se\u{201d}",
        ),
        Ask::Another => Prompt::with_hint("Another round?", "yes or no"),
        Ask::FileName => Prompt::with_hint("Save in which file?", "cancel goes back"),
    }
}

/// What a person who throws real dice is asked (rule dice-manual).
pub fn throw_prompt(seat: Seat, dice: DiceCount, names: &Names) -> Prompt {
    let how_many = if dice == DiceCount::One { "one die" } else { "two dice" };
    Prompt::plain(format!("{} throws {how_many}: what do they show?", names.label(seat)))
}

/// What a person who tosses a real coin is asked.
pub fn coin_prompt() -> Prompt {
    Prompt::plain("Toss the coin: heads or tails?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{self, which_color, which_pit, which_squares, which_step};

    fn words(ask: Ask) -> String {
        prompt(&Question { seat: Seat::Human, ask }, &Names::plain()).to_string()
    }

    #[test]
    fn every_question_has_its_words() {
        assert_eq!(words(Ask::Size { sizes: vec![9, 10, 11], usual: 9 }), "Which size? 9, 10 or 11 (Enter for 9)");
        assert_eq!(words(Ask::Decide(Decision::Call)), "Human, heads or tails?");
        assert_eq!(words(which_color()), "Human, white or black? (White starts in the North)");
        assert_eq!(words(Ask::Decide(Decision::Dice(trial::canoga(&[7, 8, 9], &[])))), "Human, one die or two?");
        assert_eq!(
            words(which_squares(&[], &[], &[3, 4])),
            "Human, which squares add up to 7? (like “cover 4 2” or “uncover 9”)"
        );
        assert_eq!(words(which_pit()), "Human, which pit? P, Q, R, S, T, U or V");
        assert_eq!(words(which_step()), "Human, which piece, and where to? (row column direction, like “2 1 se”)");
        assert_eq!(words(Ask::Another), "Another round? (yes or no)");
        assert_eq!(words(Ask::FileName), "Save in which file? (cancel goes back)");
    }

    #[test]
    fn a_menu_says_what_it_stands_before() {
        let menu = |before, turn| words(Ask::Menu { before, turn, items: vec![MenuItem::Play] });
        assert_eq!(menu(MenuKind::Turn, Some(Seat::Computer)), "It is Computer's turn.");
        assert_eq!(menu(MenuKind::FirstDice, None), "The dice decide who plays first.");
        assert_eq!(menu(MenuKind::Win, Some(Seat::Human)), "Human has won the round.");
        let play =
            [MenuKind::Turn, MenuKind::FirstDice, MenuKind::Win].map(|before| menu_label(MenuItem::Play, before));
        assert_eq!(play, ["Make a move", "Throw the dice", "Go on"]);
    }

    #[test]
    fn real_dice_and_coins_are_asked_for() {
        let throw = |dice| throw_prompt(Seat::Computer, dice, &Names::plain()).to_string();
        assert_eq!(throw(DiceCount::One), "Computer throws one die: what do they show?");
        assert_eq!(throw(DiceCount::Two), "Computer throws two dice: what do they show?");
        assert_eq!(coin_prompt().to_string(), "Toss the coin: heads or tails?");
    }
}
