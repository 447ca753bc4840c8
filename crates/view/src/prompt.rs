use std::fmt;

use parlor_rules::canoga::{Move, Thrown};
use parlor_rules::{Decision, DiceCount, Seat, kono};
use parlor_table::{Ask, MenuItem, MenuKind, Question};

use crate::Names;
use crate::words::either;

/// A question in words. `Display` puts both parts on one line.
///
/// ```
/// use parlor_view::Prompt;
///
/// let prompt = Prompt { question: "Another round?".to_owned(), hint: Some("yes or no".to_owned()) };
/// assert_eq!(prompt.to_string(), "Another round? (yes or no)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    pub question: String,
    /// A hint on how to answer, unless the question makes that clear.
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

/// The label of a menu item. "Play" means something different in each kind of menu.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MenuLine {
    pub item: MenuItem,
    pub label: &'static str,
    /// The reason why the item can't be chosen now.
    pub unavailable: Option<&'static str>,
}

/// The four lines of every menu, always in this order: 1 save, 2 play, 3 help, 4 quit (rule can-menu).
pub fn menu_lines(before: MenuKind, items: &[MenuItem]) -> [MenuLine; 4] {
    [MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit].map(|item| {
        let why = match (item, before) {
            (MenuItem::Help, MenuKind::Turn) => "Help is for your own turns.",
            (MenuItem::Help, MenuKind::FirstDice) => "Throw the dice first: there is no advice yet.",
            (MenuItem::Help, MenuKind::Win) => "The round is won, so no advice is needed.",
            (MenuItem::Quit, _) => "The round is won, so there is nothing to give up.",
            (MenuItem::Save | MenuItem::Play, _) => "That can't be chosen now.",
        };
        let unavailable = (!items.contains(&item)).then_some(why);
        MenuLine { item, label: menu_label(item, before), unavailable }
    })
}

pub fn prompt(question: &Question, names: &Names) -> Prompt {
    // "Your turn: which pit?" or "Ada, which pit?"
    let ask = |yours: &str, rest: &str| match names.is_addressed(question.seat) {
        true => format!("{yours}: {rest}"),
        false => format!("{}, {rest}", names.label(question.seat)),
    };
    match &question.ask {
        Ask::Size { sizes, usual } => {
            let sizes = either(sizes.iter().map(ToString::to_string));
            Prompt::with_hint(format!("Which size? {sizes}"), format!("Enter for {usual}"))
        }
        Ask::Decide(Decision::Call) => Prompt::plain(ask("Your call", "heads or tails?")),
        Ask::Decide(Decision::Color(_)) => {
            Prompt::with_hint(ask("Your choice", "white or black?"), "White starts in the North")
        }
        Ask::Menu { before, turn, .. } => Prompt::plain(match (before, turn) {
            (MenuKind::Turn, Some(seat)) if names.is_addressed(*seat) => "Your turn.".to_owned(),
            (MenuKind::Turn, Some(seat)) => format!("It is {} turn.", names.possessive(*seat)),
            (MenuKind::FirstDice, _) | (MenuKind::Turn, None) => "The dice decide who plays first.".to_owned(),
            (MenuKind::Win, Some(seat)) => format!("{} won the round.", names.does(*seat, "has", "have")),
            (MenuKind::Win, None) => "The round is won.".to_owned(),
        }),
        Ask::Decide(Decision::Dice(_)) => Prompt::plain(ask("Your choice", "one die or two?")),
        Ask::Decide(Decision::Canoga(thrown)) => Prompt::with_hint(
            ask("Your turn", &format!("which squares add up to {}?", thrown.throw().sum())),
            format!("like {}", either(examples(thrown))),
        ),
        Ask::Decide(Decision::Congkak(position)) => {
            let pits = either(position.legal_moves().map(|pit| pit.to_string()));
            Prompt::plain(ask("Your turn", &format!("which pit? {pits}")))
        }
        Ask::Decide(Decision::Kono(standing)) => Prompt::with_hint(
            ask("Your turn", "which piece, and where to?"),
            format!("row column direction, like \u{201c}{}\u{201d}", example_step(standing)),
        ),
        Ask::Another => Prompt::with_hint("Another round?", "yes or no"),
        Ask::FileName => Prompt::with_hint("Save in which file?", "cancel goes back"),
    }
}

/// One legal move of each kind, as the player would type it.
fn examples(thrown: &Thrown) -> Vec<String> {
    let first = |kind: fn(&Move) -> bool| thrown.legal_moves().find(kind);
    let kinds: [fn(&Move) -> bool; 2] =
        [|chosen| matches!(chosen, Move::Cover(_)), |chosen| matches!(chosen, Move::Uncover(_))];
    kinds.into_iter().filter_map(first).map(|chosen| format!("\u{201c}{chosen}\u{201d}")).collect()
}

pub fn short_direction(direction: kono::Direction) -> &'static str {
    match direction {
        kono::Direction::Northwest => "nw",
        kono::Direction::Northeast => "ne",
        kono::Direction::Southeast => "se",
        kono::Direction::Southwest => "sw",
    }
}

/// A step of Kono as a player would type it: "1 1 se".
pub fn short_step(step: kono::Move) -> String {
    match step {
        kono::Move::Step(kono::Point { row, column }, direction) => {
            format!("{row} {column} {}", short_direction(direction))
        }
        kono::Move::Pass => "pass".to_owned(),
    }
}

fn example_step(standing: &kono::Standing) -> String {
    let first = standing.position.and_then(|position| position.legal_moves().next());
    // If a player has no move, the table passes automatically.
    short_step(first.unwrap_or(kono::Move::Pass))
}

/// Asks for the result of a throw by hand (rule dice-manual).
pub fn throw_prompt(seat: Seat, dice: DiceCount, names: &Names) -> Prompt {
    let (dice, shows, example) = match dice {
        DiceCount::One => ("one die", "what does it show?", "like 4"),
        DiceCount::Two => ("two dice", "what do they show?", "like 4 3"),
    };
    Prompt::with_hint(format!("{} {dice}: {shows}", names.does(seat, "throws", "throw")), example)
}

/// Asks a player to throw, in front ends where the dice roll on request.
pub fn roll_prompt(seat: Seat, names: &Names) -> String {
    match names.is_addressed(seat) {
        true => "Your turn: throw the dice.".to_owned(),
        false => format!("{}, throw the dice.", names.label(seat)),
    }
}

/// Asks for the result of a coin tossed by hand.
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
    fn a_person_against_the_computer_is_addressed() {
        let players = &trial::setup(parlor_rules::Game::Kono, 1).players;
        let words = |seat, ask| prompt(&Question { seat, ask }, &Names::for_player(players)).to_string();
        let menu = |turn| Ask::Menu { before: MenuKind::Turn, turn: Some(turn), items: vec![MenuItem::Play] };
        assert_eq!(words(Seat::Human, menu(Seat::Human)), "Your turn.");
        assert_eq!(words(Seat::Human, menu(Seat::Computer)), "It is the computer's turn.");
        assert_eq!(words(Seat::Human, which_pit()), "Your turn: which pit? P, Q, R, S, T, U or V");
        assert_eq!(words(Seat::Human, Ask::Decide(Decision::Call)), "Your call: heads or tails?");
        assert_eq!(roll_prompt(Seat::Human, &Names::for_player(players)), "Your turn: throw the dice.");
        assert_eq!(roll_prompt(Seat::Human, &Names::plain()), "Human, throw the dice.");
    }

    #[test]
    fn a_menu_names_the_player_to_move() {
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
    fn all_menus_have_the_same_numbers() {
        let all = [MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
        for before in [MenuKind::Turn, MenuKind::FirstDice, MenuKind::Win] {
            assert_eq!(menu_lines(before, &[MenuItem::Save, MenuItem::Play]).map(|line| line.item), all);
        }
        let lines = menu_lines(MenuKind::Turn, &[MenuItem::Save, MenuItem::Play, MenuItem::Quit]);
        assert_eq!(lines.map(|line| line.unavailable), [None, None, Some("Help is for your own turns."), None]);
        assert_eq!(menu_lines(MenuKind::Turn, &all).map(|line| line.unavailable), [None; 4]);
    }

    #[test]
    fn prompts_for_real_dice_and_coins() {
        let throw = |dice| throw_prompt(Seat::Computer, dice, &Names::plain()).to_string();
        assert_eq!(throw(DiceCount::One), "Computer throws one die: what does it show? (like 4)");
        assert_eq!(throw(DiceCount::Two), "Computer throws two dice: what do they show? (like 4 3)");
        assert_eq!(coin_prompt().to_string(), "Toss the coin: heads or tails?");
    }
}
