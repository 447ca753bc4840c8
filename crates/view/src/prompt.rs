use std::fmt;

use parlor_rules::canoga::{Move, Thrown};
use parlor_rules::{Decision, DiceCount, Seat, kono};
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

/// A line of the menu before a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MenuLine {
    /// What it does.
    pub item: MenuItem,
    /// What it is called.
    pub label: &'static str,
    /// Why it can't be chosen now, if it can't.
    pub unavailable: Option<&'static str>,
}

/// The four lines of every menu, always in this order: 1 save, 2 play, 3 help, 4 quit (rule can-menu).
pub fn menu_lines(before: MenuKind, items: &[MenuItem]) -> [MenuLine; 4] {
    [MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit].map(|item| {
        let why = match (item, before) {
            (MenuItem::Help, MenuKind::Turn) => "Help is for your own turns.",
            (MenuItem::Help, MenuKind::FirstDice) => "Before the dice are thrown there is nothing to advise.",
            (MenuItem::Help, MenuKind::Win) => "The round is won, so there is nothing to advise.",
            (MenuItem::Quit, _) => "The round is won, so there is nothing to give up.",
            (MenuItem::Save | MenuItem::Play, _) => "That can't be chosen now.",
        };
        let unavailable = (!items.contains(&item)).then_some(why);
        MenuLine { item, label: menu_label(item, before), unavailable }
    })
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
            format!("like {}", either(examples(thrown))),
        ),
        Ask::Decide(Decision::Congkak(position)) => {
            Prompt::plain(format!("{who}, which pit? {}", either(position.legal_moves().map(|pit| pit.to_string()))))
        }
        Ask::Decide(Decision::Kono(standing)) if !can_move(standing) => {
            Prompt::with_hint(format!("{who}, none of your pieces can move"), "Enter passes")
        }
        Ask::Decide(Decision::Kono(standing)) => Prompt::with_hint(
            format!("{who}, which piece, and where to?"),
            format!("row column direction, like \u{201c}{}\u{201d}", example_step(standing)),
        ),
        Ask::Another => Prompt::with_hint("Another round?", "yes or no"),
        Ask::FileName => Prompt::with_hint("Save in which file?", "cancel goes back"),
    }
}

/// Whether the player whose turn it is has a move other than to pass (rule kon-stuck).
fn can_move(standing: &kono::Standing) -> bool {
    standing.position.is_some_and(|position| position.legal_moves().any(|chosen| chosen != kono::Move::Pass))
}

/// One move of each kind that can be played now, as they are typed.
fn examples(thrown: &Thrown) -> Vec<String> {
    let first = |kind: fn(&Move) -> bool| thrown.legal_moves().find(kind);
    let kinds: [fn(&Move) -> bool; 2] =
        [|chosen| matches!(chosen, Move::Cover(_)), |chosen| matches!(chosen, Move::Uncover(_))];
    kinds.into_iter().filter_map(first).map(|chosen| format!("\u{201c}{chosen}\u{201d}")).collect()
}

/// A direction as it is typed.
pub fn short_direction(direction: kono::Direction) -> &'static str {
    match direction {
        kono::Direction::Northwest => "nw",
        kono::Direction::Northeast => "ne",
        kono::Direction::Southeast => "se",
        kono::Direction::Southwest => "sw",
    }
}

/// A step that can be played now, as it is typed.
fn example_step(standing: &kono::Standing) -> String {
    match standing.position.and_then(|position| position.legal_moves().next()) {
        Some(kono::Move::Step(kono::Point { row, column }, direction)) => {
            format!("{row} {column} {}", short_direction(direction))
        }
        Some(kono::Move::Pass) | None => "pass".to_owned(),
    }
}

/// What a person who throws real dice is asked (rule dice-manual).
pub fn throw_prompt(seat: Seat, dice: DiceCount, names: &Names) -> Prompt {
    let (how_many, example) = if dice == DiceCount::One {
        ("one die: what does it show?", "like 4")
    } else {
        ("two dice: what do they show?", "like 4 3")
    };
    Prompt::with_hint(format!("{} throws {how_many}", names.label(seat)), example)
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
        assert_eq!(words(which_squares(&[], &[], &[3, 4])), "Human, which squares add up to 7? (like “cover 7”)");
        assert_eq!(words(which_pit()), "Human, which pit? P, Q, R, S, T, U or V");
        assert_eq!(words(which_step()), "Human, which piece, and where to? (row column direction, like “1 1 se”)");
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
    fn examples_in_prompts_are_possible_now() {
        let cover_or_uncover = words(which_squares(&[6], &[1, 5, 6], &[2, 4]));
        assert!(cover_or_uncover.contains("like \u{201c}cover 5 1\u{201d} or \u{201c}uncover"), "{cover_or_uncover}");
        trial::play(parlor_rules::Game::Kono, 5, 1, |table, _| {
            let parlor_table::Next::Ask(question) = table.next() else { return };
            let Ask::Decide(Decision::Kono(_)) = &question.ask else { return };
            let words = prompt(&question, &Names::plain()).to_string();
            let example = words.split(['\u{201c}', '\u{201d}']).nth(1).unwrap_or("");
            let crate::typed::Typed::Answer(answer) = crate::typed::read(example, &question.ask) else {
                panic!("{words}")
            };
            table.clone().apply(parlor_table::Entry::decision(question.seat, answer)).unwrap();
        });
    }

    #[test]
    fn one_menu_with_one_numbering_everywhere() {
        let all = [MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
        for before in [MenuKind::Turn, MenuKind::FirstDice, MenuKind::Win] {
            assert_eq!(menu_lines(before, &[MenuItem::Save, MenuItem::Play]).map(|line| line.item), all);
        }
        let lines = menu_lines(MenuKind::Turn, &[MenuItem::Save, MenuItem::Play, MenuItem::Quit]);
        assert_eq!(lines.map(|line| line.unavailable), [None, None, Some("Help is for your own turns."), None]);
        assert_eq!(menu_lines(MenuKind::Turn, &all).map(|line| line.unavailable), [None; 4]);
    }

    #[test]
    fn real_dice_and_coins_are_asked_for() {
        let throw = |dice| throw_prompt(Seat::Computer, dice, &Names::plain()).to_string();
        assert_eq!(throw(DiceCount::One), "Computer throws one die: what does it show? (like 4)");
        assert_eq!(throw(DiceCount::Two), "Computer throws two dice: what do they show? (like 4 3)");
        assert_eq!(coin_prompt().to_string(), "Toss the coin: heads or tails?");
    }
}
