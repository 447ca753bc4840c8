//! Reads what people type in answer to a question.

use parlor_rules::canoga::{Move, Squares, Thrown};
use parlor_rules::kono::Color;
use parlor_rules::{Choice, Coin, Decision, DiceCount, Throw};
use parlor_table::{Answer, Ask, MenuItem, MenuKind};

/// What a line means.
#[derive(Clone, PartialEq, Debug)]
pub enum Typed {
    /// It answers the question.
    Answer(Answer),
    /// Advice is wanted.
    Help,
    /// The last decision is to be taken back.
    Undo,
    /// The game's rules are wanted.
    Rules,
    /// The list of what can be typed here is wanted.
    Hint,
    /// The player leaves.
    Leave,
    /// It can't be understood, and why.
    Unclear(String),
}

/// Reads a line that was typed in answer to a question.
pub fn read(line: &str, ask: &Ask) -> Typed {
    let word = line.to_lowercase();
    if matches!(ask, Ask::FileName) {
        return match word.as_str() {
            "" => Typed::Unclear("a file needs a name; cancel goes back".to_owned()),
            "?" => Typed::Hint,
            "cancel" | "undo" => Typed::Answer(Answer::Cancel),
            "leave" | "quit" => Typed::Leave,
            "help" | "rules" | "save" => Typed::Unclear(format!(
                "{word} is a word of this program; for a file of that name type ./{word}, and cancel to go back"
            )),
            _ => Typed::Answer(Answer::File(line.to_owned())),
        };
    }
    match word.as_str() {
        "?" => return Typed::Hint,
        "help" => return Typed::Help,
        "undo" => return Typed::Undo,
        "rules" => return Typed::Rules,
        "leave" => return Typed::Leave,
        "save" => return menu(MenuItem::Save, ask),
        "quit" => return menu(MenuItem::Quit, ask),
        _ => {}
    }
    answer(line, &word, ask).unwrap_or_else(Typed::Unclear)
}

/// Reads what real dice show, like `4 3`, `4,3` or `43`.
pub fn throw(line: &str) -> Result<Throw, String> {
    let line = match *line.trim().as_bytes() {
        [one @ b'1'..=b'6', two @ b'1'..=b'6'] => format!("{} {}", char::from(one), char::from(two)),
        _ => line.to_owned(),
    };
    line.replace(',', " ").parse::<Throw>().map_err(|error| error.to_string())
}

/// Reads "save" and "quit", which the table takes only at some questions.
fn menu(item: MenuItem, ask: &Ask) -> Typed {
    let answer = Answer::Menu(item);
    if ask.accepts(&answer).is_ok() {
        return Typed::Answer(answer);
    }
    let can = if item == MenuItem::Quit { "given up" } else { "saved" };
    Typed::Unclear(format!("a game is {can} at the menu before a turn. To stop right here, type leave"))
}

fn answer(line: &str, word: &str, ask: &Ask) -> Result<Typed, String> {
    let wanted = || ask.wanted();
    let answer = match ask {
        Ask::Size { usual, .. } if word.is_empty() => Answer::Size(*usual),
        Ask::Size { .. } => Answer::Size(word.parse().map_err(|_| wanted())?),
        Ask::Decide(Decision::Call) => Answer::Choice(Choice::Coin(match word {
            "heads" | "head" | "h" | "1" => Coin::Heads,
            "tails" | "tail" | "t" | "2" => Coin::Tails,
            _ => return Err(wanted()),
        })),
        Ask::Decide(Decision::Color(_)) => Answer::Choice(Choice::Color(match word {
            "white" | "w" | "1" => Color::White,
            "black" | "b" | "2" => Color::Black,
            _ => return Err(wanted()),
        })),
        Ask::Menu { before, items, .. } => return menu_choice(word, *before, items),
        Ask::Decide(Decision::Dice(_)) => Answer::Choice(Choice::Dice(match word {
            "1" | "one" | "one die" => DiceCount::One,
            "2" | "two" | "two dice" => DiceCount::Two,
            _ => return Err(wanted()),
        })),
        Ask::Decide(Decision::Canoga(thrown)) => Answer::Choice(Choice::Canoga(squares(word, thrown)?)),
        Ask::Decide(Decision::Congkak(_)) => {
            let letter = word.strip_prefix("pit ").unwrap_or(word);
            Answer::Choice(Choice::Congkak(
                letter.parse().map_err(|error: parlor_rules::congkak::BadPit| error.to_string())?,
            ))
        }
        Ask::Decide(Decision::Kono(_)) => {
            Answer::Choice(Choice::Kono(line.parse().map_err(|error: parlor_rules::kono::BadMove| error.to_string())?))
        }
        Ask::Another => Answer::Another(match word {
            "yes" | "y" | "1" => true,
            "no" | "n" | "2" => false,
            _ => return Err(wanted()),
        }),
        Ask::FileName => Answer::File(line.to_owned()),
    };
    Ok(Typed::Answer(answer))
}

/// Reads the choice from a menu, by number or by word.
fn menu_choice(word: &str, before: MenuKind, items: &[MenuItem]) -> Result<Typed, String> {
    let by_number = word.parse::<usize>().ok().and_then(|number| items.get(number.checked_sub(1)?).copied());
    let by_word = match word {
        "move" if before == MenuKind::Turn => Some(MenuItem::Play),
        "throw" if before != MenuKind::Win => Some(MenuItem::Play),
        // Enter alone plays on.
        "go on" | "go" | "play" | "" => Some(MenuItem::Play),
        _ => None,
    };
    match by_number.or(by_word) {
        Some(MenuItem::Help) => Ok(Typed::Help),
        Some(item) if items.contains(&item) => Ok(Typed::Answer(Answer::Menu(item))),
        _ => Err(format!("type a number from 1 to {}, or a word of the menu", items.len())),
    }
}

/// Reads squares like `9 3`, `4,2`, `cover 4 2` or `u 9`. Without a word they are covered or uncovered, as the throw
/// allows.
fn squares(word: &str, thrown: &Thrown) -> Result<Move, String> {
    let mut words = word.split([' ', '\t', ',']).filter(|word| !word.is_empty()).peekable();
    let verb = match words.peek() {
        Some(&("cover" | "c")) => Some(Move::Cover as fn(Squares) -> Move),
        Some(&("uncover" | "u")) => Some(Move::Uncover as fn(Squares) -> Move),
        _ => None,
    };
    if verb.is_some() {
        words.next();
    }
    let numbers: Result<Vec<i64>, String> = words
        .map(|word| {
            word.parse()
                .map_err(|_| format!("\u{201c}{word}\u{201d} is not a square; type squares like 4 2, or cover 4 2"))
        })
        .collect();
    let set = Squares::named(numbers?).map_err(|error| error.to_string())?;
    if let Some(verb) = verb {
        return Ok(verb(set));
    }
    let legal = |chosen| thrown.moves().any(|legal| legal == chosen);
    match (legal(Move::Cover(set)), legal(Move::Uncover(set))) {
        (true, true) => Err(format!("you could cover or uncover {set}: say which, like cover {set}")),
        (false, true) => Ok(Move::Uncover(set)),
        // If neither is legal, the table refuses the covering and says why.
        (_, false) => Ok(Move::Cover(set)),
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Seat, kono};

    use super::*;
    use crate::trial::{self, which_color, which_pit, which_squares, which_step};

    fn answer(line: &str, ask: &Ask) -> Answer {
        match read(line, ask) {
            Typed::Answer(answer) => answer,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn unclear(line: &str, ask: &Ask) -> String {
        match read(line, ask) {
            Typed::Unclear(why) => why,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_read_at_every_question() {
        for ask in [Ask::Decide(Decision::Call), Ask::Another, which_squares(&[], &[], &[2, 4])] {
            assert_eq!(read("?", &ask), Typed::Hint);
            assert_eq!(read("HELP", &ask), Typed::Help);
            assert_eq!(read("undo", &ask), Typed::Undo);
            assert_eq!(read("rules", &ask), Typed::Rules);
            assert_eq!(read("leave", &ask), Typed::Leave);
        }
    }

    #[test]
    fn words_and_numbers_answer() {
        let sizes = Ask::Size { sizes: vec![5, 7, 9], usual: 5 };
        assert_eq!(answer("", &sizes), Answer::Size(5));
        assert_eq!(answer("7", &sizes), Answer::Size(7));
        assert_eq!(answer("Tails", &Ask::Decide(Decision::Call)), Answer::Choice(Choice::Coin(Coin::Tails)));
        assert_eq!(answer("b", &which_color()), Answer::Choice(Choice::Color(Color::Black)));
        let dice = Ask::Decide(Decision::Dice(trial::canoga(&[7, 8, 9], &[])));
        assert_eq!(answer("one die", &dice), Answer::Choice(Choice::Dice(DiceCount::One)));
        assert_eq!(
            [answer("y", &Ask::Another), answer("2", &Ask::Another)],
            [Answer::Another(true), Answer::Another(false)]
        );
        assert_eq!(unclear("maybe", &Ask::Another), "yes or no");
        assert_eq!(answer("pit q", &which_pit()), Answer::Choice(Choice::Congkak("Q".parse().unwrap())));
        let step = "2 1 southeast".parse::<kono::Move>().unwrap();
        assert_eq!(answer("2 1 se", &which_step()), Answer::Choice(Choice::Kono(step)));
        assert!(unclear("2", &which_step()).contains("a row, a column and a direction"));
    }

    #[test]
    fn squares_without_a_word_are_covered_or_uncovered_as_the_throw_allows() {
        let ask = which_squares(&[6], &[1, 5, 6], &[2, 4]);
        let read = |line| answer(line, &ask).to_string();
        assert_eq!([read("2,4"), read("6"), read("u 5 1")], ["cover 4 2", "uncover 6", "uncover 5 1"]);
        assert!(unclear("5 1", &ask).contains("say which"));
        assert!(unclear("four", &ask).contains("\u{201c}four\u{201d}"));
        assert_eq!(read("3"), "cover 3", "the table says why that isn't legal");
    }

    #[test]
    fn a_menu_takes_numbers_and_words() {
        let items = vec![MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
        let ask = Ask::Menu { before: MenuKind::Turn, turn: Some(Seat::Human), items };
        let play = Answer::Menu(MenuItem::Play);
        assert_eq!(["", "2", "move", "throw"].map(|line| answer(line, &ask)), [(); 4].map(|()| play.clone()));
        assert_eq!(read("3", &ask), Typed::Help);
        assert_eq!(answer("quit", &ask), Answer::Menu(MenuItem::Quit));
        assert!(unclear("5", &ask).contains("from 1 to 4"));
        let won = Ask::Menu { before: MenuKind::Win, turn: None, items: vec![MenuItem::Save, MenuItem::Play] };
        assert!(unclear("throw", &won).contains("from 1 to 2"));
    }

    #[test]
    fn saving_and_quitting_wait_for_a_menu() {
        let ask = which_squares(&[], &[], &[2, 4]);
        assert!(unclear("save", &ask).starts_with("a game is saved at the menu before a turn"));
        assert!(unclear("quit", &ask).starts_with("a game is given up at the menu before a turn"));
        // Whether the game is kept is for the host to say.
        assert!(!unclear("save", &ask).contains("kept") && !unclear("quit", &ask).contains("kept"));
        assert_eq!(answer("save", &which_step()), Answer::Menu(MenuItem::Save));
    }

    #[test]
    fn nearly_anything_is_the_name_of_a_file() {
        let ask = Ask::FileName;
        assert_eq!(answer("My Game.txt", &ask), Answer::File("My Game.txt".to_owned()));
        assert_eq!([answer("cancel", &ask), answer("undo", &ask)], [Answer::Cancel, Answer::Cancel]);
        assert_eq!([read("?", &ask), read("quit", &ask)], [Typed::Hint, Typed::Leave]);
        assert!(unclear("", &ask).contains("needs a name"));
        assert!(unclear("help", &ask).contains("./help"));
    }

    #[test]
    fn throws_are_read_in_every_spelling() {
        for line in ["4 3", "4,3", "43", " 4  3 "] {
            assert_eq!(throw(line), Ok(Throw::new(&[4, 3]).unwrap()), "{line}");
        }
        assert_eq!(throw("6"), Ok(Throw::new(&[6]).unwrap()));
        for line in ["", "7", "4 7", "1 2 3", "four"] {
            assert!(throw(line).is_err(), "{line}");
        }
    }
}
