//! Parses the lines that people type in answer to a question.

use parlor_rules::canoga::{BadMove, Move, Squares, Thrown};
use parlor_rules::kono::{self, Color};
use parlor_rules::{Choice, Coin, Decision, DiceCount, Seat, Throw};
use parlor_table::{Answer, Ask, Entry, MenuItem, MenuKind, Offer};

use crate::menu_lines;

#[derive(Clone, PartialEq, Debug)]
pub enum Typed {
    Answer(Answer),
    Help,
    Undo,
    Rules,
    /// A request for the list of possible inputs.
    Hint,
    Leave,
    /// A command that not every front end supports.
    Extra(Extra),
    /// Not understood, with the reason.
    Unclear(String),
}

/// A command that works at any question of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// Restores the last undone entries.
    Redo,
    /// Corrects the last throw by hand.
    Correct(Throw),
    /// Offers to call the round (rule kon-offer).
    OfferCall,
    Board,
}

impl Extra {
    /// The journal entry of a command given by the player in this seat; `None` if it doesn't change the table.
    pub fn entry(self, seat: Seat) -> Option<Entry> {
        match self {
            Extra::Redo => Some(Entry::Redo),
            Extra::Correct(throw) => Some(Entry::Correct(throw)),
            Extra::OfferCall => Some(Entry::Offer { seat, offer: Offer::Call }),
            Extra::Board => None,
        }
    }
}

/// The commands that work at every question of a game.
const COMMANDS: [&str; 9] = ["help", "undo", "redo", "rules", "board", "save", "quit", "leave", "offer call"];

/// True if `typed` is an abbreviation of `word`.
fn begins(typed: &str, word: &str) -> bool {
    !typed.is_empty() && word.starts_with(typed)
}

/// Parses a line typed in answer to a question.
pub fn read(line: &str, ask: &Ask) -> Typed {
    let line = line.trim();
    let word = line.to_lowercase();
    if matches!(ask, Ask::FileName) {
        return file_name(line, &word);
    }
    if let Some(typed) = command(&word, ask) {
        return typed;
    }
    match answer(line, &word, ask) {
        Ok(typed) => typed,
        Err(why) => {
            let meant = abbreviated(&word).or_else(|| single_letter(&word));
            meant.and_then(|whole| command(whole, ask)).unwrap_or(Typed::Unclear(why))
        }
    }
}

fn file_name(line: &str, word: &str) -> Typed {
    match word {
        "" => Typed::Unclear("type a file name, or cancel to go back".to_owned()),
        "?" => Typed::Hint,
        "cancel" => Typed::Answer(Answer::Cancel),
        "leave" | "exit" => Typed::Leave,
        word if COMMANDS.contains(&word) => {
            Typed::Unclear(format!("type cancel to go back and then {word}. For a file with that name, type ./{word}"))
        }
        _ => Typed::Answer(Answer::File(line.to_owned())),
    }
}

/// Parses a command written in full.
fn command(word: &str, ask: &Ask) -> Option<Typed> {
    if let Some(dice) = word.strip_prefix("correct").filter(|dice| dice.is_empty() || dice.starts_with(' ')) {
        return Some(match throw(dice) {
            Ok(throw) => Typed::Extra(Extra::Correct(throw)),
            Err(_) => Typed::Unclear(
                "type \u{201c}correct\u{201d} and what the dice really show, for example \u{201c}correct 4 3\u{201d}"
                    .to_owned(),
            ),
        });
    }
    Some(match word {
        "?" => Typed::Hint,
        "help" | "ask for help" => Typed::Help,
        "undo" => Typed::Undo,
        "redo" => Typed::Extra(Extra::Redo),
        "rules" => Typed::Rules,
        "board" => Typed::Extra(Extra::Board),
        "leave" | "exit" => Typed::Leave,
        "save" | "save the game" => menu(MenuItem::Save, ask),
        "quit" | "quit the game" | "give up" => menu(MenuItem::Quit, ask),
        "offer call" | "offer" => Typed::Extra(Extra::OfferCall),
        "cancel" => Typed::Unclear("there is nothing to cancel. To take back your last decision, type undo".to_owned()),
        _ => return None,
    })
}

/// Parses a command while the table has no open question: during throws and tosses by hand, and at the end.
pub fn command_only(line: &str) -> Option<Typed> {
    // During a throw, as at the call, the game can't be saved or given up.
    let ask = Ask::Decide(Decision::Call);
    let word = line.trim().to_lowercase();
    command(&word, &ask).or_else(|| command(abbreviated(&word).or_else(|| single_letter(&word))?, &ask))
}

/// The command that a word unambiguously abbreviates. Single letters are reserved for answers. "redo" can't be
/// abbreviated, so that typing "red" for a colour doesn't restore a move.
fn abbreviated(word: &str) -> Option<&'static str> {
    let short = |command: &&str| *command != "redo" && word.len() > 1 && begins(word, command);
    let mut commands = COMMANDS.into_iter().filter(short);
    commands.next().filter(|_| commands.next().is_none())
}

/// The command that a single letter abbreviates, unless the letter is an answer.
fn single_letter(word: &str) -> Option<&'static str> {
    ["help", "undo", "quit"].into_iter().find(|whole| word.len() == 1 && begins(word, whole))
}

/// Completions for an answer: answers first, then commands.
pub fn completions(ask: &Ask) -> Vec<String> {
    let mut words: Vec<String> = match ask {
        Ask::Size { sizes, .. } => sizes.iter().map(ToString::to_string).collect(),
        Ask::Menu { before: MenuKind::Turn, .. } => vec!["move".to_owned()],
        Ask::Menu { before: MenuKind::FirstDice, .. } => vec!["throw".to_owned()],
        Ask::Menu { before: MenuKind::Win, .. } => vec!["go on".to_owned()],
        Ask::Decide(decision) => decision.choices().into_iter().map(typed_choice).collect(),
        Ask::Another => vec!["yes".to_owned(), "no".to_owned()],
        Ask::FileName => return vec!["cancel".to_owned(), "leave".to_owned()],
    };
    words.extend(COMMANDS.map(str::to_owned));
    words
}

/// A choice in the form that people type.
fn typed_choice(choice: Choice) -> String {
    match choice {
        Choice::Congkak(pit) => pit.to_string(),
        Choice::Kono(kono::Move::Step(kono::Point { row, column }, direction)) => format!("{row} {column} {direction}"),
        choice => choice.to_string().to_lowercase(),
    }
}

/// Parses the result of a throw by hand, like `4 3`, `4,3` or `43`.
pub fn throw(line: &str) -> Result<Throw, String> {
    let line = match *line.trim().as_bytes() {
        [one @ b'1'..=b'6', two @ b'1'..=b'6'] => format!("{} {}", char::from(one), char::from(two)),
        _ => line.to_owned(),
    };
    line.replace(',', " ").parse::<Throw>().map_err(|error| error.to_string())
}

/// Parses "save" and "quit", which the table accepts only at some questions.
fn menu(item: MenuItem, ask: &Ask) -> Typed {
    let answer = Answer::Menu(item);
    if ask.accepts(&answer).is_ok() {
        return Typed::Answer(answer);
    }
    let can = if item == MenuItem::Quit { "give up" } else { "save" };
    Typed::Unclear(format!("you can {can} only before a turn. To stop now, type leave"))
}

fn answer(line: &str, word: &str, ask: &Ask) -> Result<Typed, String> {
    let wanted = || ask.wanted();
    let answer = match ask {
        Ask::Size { usual, .. } if word.is_empty() => Answer::Size(*usual),
        Ask::Size { .. } => Answer::Size(word.parse().map_err(|_| wanted())?),
        Ask::Decide(Decision::Call) => {
            let coin = one_of(word, [("heads", Coin::Heads), ("tails", Coin::Tails)]);
            Answer::Choice(Choice::Coin(coin.ok_or_else(wanted)?))
        }
        Ask::Decide(Decision::Color(_)) => {
            let colors = [("white", Color::White), ("black", Color::Black)];
            let color = if word.is_empty() { Some(Color::White) } else { one_of(word, colors) };
            Answer::Choice(Choice::Color(color.ok_or_else(wanted)?))
        }
        Ask::Menu { before, items, .. } => return menu_choice(word, *before, items),
        Ask::Decide(Decision::Dice(_)) => {
            let counts = [("one die", DiceCount::One), ("two dice", DiceCount::Two)];
            let dice = if word.is_empty() { Some(DiceCount::Two) } else { one_of(word, counts) };
            Answer::Choice(Choice::Dice(dice.ok_or_else(wanted)?))
        }
        Ask::Decide(Decision::Canoga(thrown)) => Answer::Choice(Choice::Canoga(squares(word, thrown)?)),
        Ask::Decide(Decision::Congkak(_)) => {
            let letter = word.strip_prefix("pit ").unwrap_or(word);
            Answer::Choice(Choice::Congkak(letter.parse().map_err(|_| wanted())?))
        }
        Ask::Decide(Decision::Kono(_)) => Answer::Choice(Choice::Kono(match line.parse::<kono::Move>() {
            Ok(step) => step,
            Err(kono::BadMove::Form) => compact_step(line).ok_or_else(wanted)?,
            Err(error) => return Err(error.to_string()),
        })),
        // No numbers: the 2 that plays at a menu would end the tournament here.
        Ask::Another if begins(word, "yes") => Answer::Another(true),
        Ask::Another if begins(word, "no") => Answer::Another(false),
        Ask::Another => return Err(wanted()),
        Ask::FileName => Answer::File(line.to_owned()),
    };
    Ok(Typed::Answer(answer))
}

/// Parses one of two choices, by number or abbreviation.
fn one_of<T>(word: &str, choices: [(&str, T); 2]) -> Option<T> {
    let numbered = ["1", "2"].into_iter().zip(choices);
    numbered.into_iter().find(|(number, (whole, _))| word == *number || begins(word, whole)).map(|(_, (_, one))| one)
}

/// Parses a menu choice, by its fixed number or an abbreviation.
fn menu_choice(word: &str, before: MenuKind, items: &[MenuItem]) -> Result<Typed, String> {
    let lines = menu_lines(before, items);
    let by_number = word.parse::<usize>().ok().and_then(|number| Some(lines.get(number.checked_sub(1)?)?.item));
    let play = match before {
        MenuKind::Turn => &["move", "play", "make a move", "throw", "go on"][..],
        MenuKind::FirstDice => &["throw", "play", "go on"],
        MenuKind::Win => &["go on", "play"],
    };
    let words = [
        (MenuItem::Save, &["save"][..]),
        (MenuItem::Help, &["help"]),
        (MenuItem::Quit, &["quit"]),
        (MenuItem::Play, play),
    ];
    let by_word =
        words.into_iter().find(|(_, words)| words.iter().any(|whole| begins(word, whole))).map(|(item, _)| item);
    // Enter alone continues the game.
    let enter = word.is_empty().then_some(MenuItem::Play);
    let Some(item) = by_number.or(by_word).or(enter) else {
        return Err("type a number from 1 to 4, or a word from the menu".to_owned());
    };
    match lines.iter().find(|line| line.item == item).and_then(|line| line.unavailable) {
        // The front end decides whether help is available.
        _ if item == MenuItem::Help => Ok(Typed::Help),
        Some(why) => Err(uncapitalised(why)),
        None => Ok(Typed::Answer(Answer::Menu(item))),
    }
}

/// Turns a sentence into a clause.
fn uncapitalised(sentence: &str) -> String {
    let mut letters = sentence.trim_end_matches('.').chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// A step of Kono typed without spaces, like `11se` or `11 se`.
fn compact_step(line: &str) -> Option<kono::Move> {
    let compact: String = line.split_whitespace().collect();
    let (point, direction) = compact.split_at_checked(2)?;
    let (row, column) = point.split_at_checked(1)?;
    format!("{row} {column} {direction}").parse().ok()
}

/// Parses squares like `9 3`, `4,2`, `4+2`, `cover 4 2`, `u 9` or `u9`. Without a verb, the legal one is assumed.
fn squares(word: &str, thrown: &Thrown) -> Result<Move, String> {
    // The initial of the verb may stand without a space.
    let spaced = match *word.as_bytes() {
        [b'c' | b'u', b'0'..=b'9', ..] => format!("{} {}", &word[..1], &word[1..]),
        _ => word.to_owned(),
    };
    let mut words = spaced.split([' ', '\t', ',', '+']).filter(|word| !["", "and"].contains(word)).peekable();
    let verb = match words.peek() {
        Some(&("cover" | "c")) => Some(Move::Cover as fn(Squares) -> Move),
        Some(&("uncover" | "u")) => Some(Move::Uncover as fn(Squares) -> Move),
        _ => None,
    };
    if verb.is_some() {
        words.next();
    }
    let not_a_square = |word: &str| {
        let word: String = word.chars().take(20).collect();
        let (last, sum) = (thrown.position().size().squares(), thrown.throw().sum());
        format!("\u{201c}{word}\u{201d} is not a square: type squares from 1 to {last} that add up to {sum}")
    };
    let numbers: Result<Vec<i64>, String> = words.map(|word| word.parse().map_err(|_| not_a_square(word))).collect();
    let set = Squares::named(numbers?).map_err(|error| match error {
        BadMove::NotASquare(word) => not_a_square(&word),
        error => error.to_string(),
    })?;
    if set.is_empty() {
        return Err(format!("type squares that add up to {}", thrown.throw().sum()));
    }
    if let Some(verb) = verb {
        return Ok(verb(set));
    }
    let legal = |chosen| thrown.legal_moves().any(|legal| legal == chosen);
    match (legal(Move::Cover(set)), legal(Move::Uncover(set))) {
        (true, true) => {
            Err(format!("you could cover or uncover {set}. Type which one, for example \u{201c}cover {set}\u{201d}"))
        }
        (false, true) => Ok(Move::Uncover(set)),
        // If neither is legal, the table rejects the covering with a reason.
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
            assert_eq!(read("redo", &ask), Typed::Extra(Extra::Redo));
            assert_eq!(read("offer call", &ask), Typed::Extra(Extra::OfferCall));
            assert_eq!(read("board", &ask), Typed::Extra(Extra::Board));
            let dice = Throw::new(&[4, 3]).unwrap();
            assert_eq!(read("correct 4 3", &ask), Typed::Extra(Extra::Correct(dice)));
            assert!(unclear("correct", &ask).contains("for example \u{201c}correct 4 3\u{201d}"));
            assert!(unclear("cancel", &ask).contains("nothing to cancel"));
        }
    }

    #[test]
    fn abbreviations_for_every_word_of_a_menu() {
        let items = vec![MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
        let ask = Ask::Menu { before: MenuKind::Turn, turn: Some(Seat::Human), items };
        let item = |line| match read(line, &ask) {
            Typed::Answer(Answer::Menu(item)) => item,
            other => panic!("{line}: {other:?}"),
        };
        for (word, means) in
            [("save", MenuItem::Save), ("move", MenuItem::Play), ("play", MenuItem::Play), ("quit", MenuItem::Quit)]
        {
            for length in 1..=word.len() {
                assert_eq!(item(&word[..length]), means);
            }
        }
        assert_eq!([read("h", &ask), read("hel", &ask)], [Typed::Help, Typed::Help]);
        assert_eq!([read("un", &ask), read("le", &ask)], [Typed::Undo, Typed::Leave]);
        // A letter that is a pit is never a command.
        assert_eq!(answer("q", &which_pit()), Answer::Choice(Choice::Congkak("Q".parse().unwrap())));
        assert!(matches!(read("red", &which_color()), Typed::Unclear(_)));
        assert_eq!(read("rul", &which_pit()), Typed::Rules);
    }

    #[test]
    fn completions_are_understood() {
        for ask in [Ask::Another, which_pit(), which_step(), which_color(), which_squares(&[6], &[1, 5, 6], &[2, 4])] {
            for word in completions(&ask) {
                let read = read(&word, &ask);
                let understood = !matches!(read, Typed::Unclear(_)) || ["save", "quit"].contains(&&*word);
                assert!(understood, "{word}: {read:?}");
            }
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
            [answer("y", &Ask::Another), answer("n", &Ask::Another)],
            [Answer::Another(true), Answer::Another(false)]
        );
        assert_eq!(unclear("maybe", &Ask::Another), "type yes or no");
        assert_eq!(unclear("2", &Ask::Another), "type yes or no", "2 is the usual choice of the menu");
        assert_eq!(answer("pit q", &which_pit()), Answer::Choice(Choice::Congkak("Q".parse().unwrap())));
        let step = "2 1 southeast".parse::<kono::Move>().unwrap();
        assert_eq!(answer("2 1 se", &which_step()), Answer::Choice(Choice::Kono(step)));
        assert_eq!(
            ["21se", "21 se", " 2 1se"].map(|line| answer(line, &which_step())),
            [(); 3].map(|()| Answer::Choice(Choice::Kono(step)))
        );
        assert!(unclear("21", &which_step()).contains("name a piece and a direction"));
        assert!(unclear("2", &which_step()).contains("name a piece and a direction, like 1 1 southeast"));
    }

    #[test]
    fn squares_without_a_verb_get_the_legal_one() {
        let ask = which_squares(&[6], &[1, 5, 6], &[2, 4]);
        let read = |line| answer(line, &ask).to_string();
        assert_eq!([read("2,4"), read("6"), read("u 5 1")], ["cover 4 2", "uncover 6", "uncover 5 1"]);
        assert!(unclear("5 1", &ask).contains("Type which one"));
        assert_eq!([read("4+2"), read("u 5+1"), read("4 and 2")], ["cover 4 2", "uncover 5 1", "cover 4 2"]);
        assert_eq!([read("u5+1"), read("c4 2")], ["uncover 5 1", "cover 4 2"]);
        assert!(unclear("four", &ask).contains("\u{201c}four\u{201d}"));
        let wanted = "\u{201c}99\u{201d} is not a square: type squares from 1 to 9 that add up to 6";
        assert_eq!(unclear("99", &ask), wanted, "the squares of this board");
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
        assert!(unclear("throw", &won).contains("from 1 to 4"));
        assert_eq!([answer("1", &won), answer("2", &won)], [Answer::Menu(MenuItem::Save), play]);
        assert_eq!(read("3", &won), Typed::Help, "the front end says that there is none");
        assert!(unclear("4", &won).contains("nothing to give up"));
    }

    #[test]
    fn enter_takes_two_dice_and_white() {
        let dice = Ask::Decide(Decision::Dice(trial::canoga(&[7, 8, 9], &[])));
        assert_eq!(answer("", &dice), Answer::Choice(Choice::Dice(DiceCount::Two)));
        assert_eq!(answer("", &which_color()), Answer::Choice(Choice::Color(Color::White)));
    }

    #[test]
    fn the_words_of_the_menu_are_commands_at_every_question() {
        let items = vec![MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
        let menu = Ask::Menu { before: MenuKind::Turn, turn: Some(Seat::Human), items };
        for ask in [menu, which_step(), which_pit()] {
            assert_eq!(answer("Save the game", &ask), Answer::Menu(MenuItem::Save));
            assert_eq!(answer("quit the game", &ask), Answer::Menu(MenuItem::Quit));
            assert_eq!(read("ask for help", &ask), Typed::Help);
            assert_eq!(read("exit", &ask), Typed::Leave);
        }
        assert_eq!(read("exit", &Ask::FileName), Typed::Leave);
    }

    #[test]
    fn single_letters_are_commands_where_they_are_no_answer() {
        let squares = which_squares(&[], &[], &[2, 4]);
        for ask in [&squares, &which_step(), &which_color()] {
            assert_eq!([read("h", ask), read("u", ask)], [Typed::Help, Typed::Undo]);
        }
        assert_eq!(answer("q", &which_step()), Answer::Menu(MenuItem::Quit));
        assert_eq!(answer("h", &Ask::Decide(Decision::Call)), Answer::Choice(Choice::Coin(Coin::Heads)));
        for pit in ["h", "u", "q"] {
            assert!(matches!(answer(pit, &which_pit()), Answer::Choice(Choice::Congkak(_))), "{pit}");
        }
    }

    #[test]
    fn saving_and_quitting_need_a_menu() {
        let ask = which_squares(&[], &[], &[2, 4]);
        assert!(unclear("save", &ask).starts_with("you can save only before a turn"));
        assert!(unclear("quit", &ask).starts_with("you can give up only before a turn"));
        // The host decides whether to save the game, so these messages don't mention it.
        assert!(!unclear("save", &ask).contains("kept") && !unclear("quit", &ask).contains("kept"));
        assert_eq!(answer("save", &which_step()), Answer::Menu(MenuItem::Save));
    }

    #[test]
    fn almost_any_text_is_a_file_name() {
        let ask = Ask::FileName;
        assert_eq!(answer("My Game.txt", &ask), Answer::File("My Game.txt".to_owned()));
        assert_eq!(answer("cancel", &ask), Answer::Cancel);
        assert_eq!([read("?", &ask), read("leave", &ask)], [Typed::Hint, Typed::Leave]);
        assert!(unclear("quit", &ask).contains("./quit") && unclear("undo", &ask).contains("type cancel to go back"));
        assert!(unclear("", &ask).contains("type a file name"));
        assert!(unclear("help", &ask).contains("./help"));
    }

    #[test]
    fn throws_are_parsed_in_every_spelling() {
        for line in ["4 3", "4,3", "43", " 4  3 "] {
            assert_eq!(throw(line), Ok(Throw::new(&[4, 3]).unwrap()), "{line}");
        }
        assert_eq!(throw("6"), Ok(Throw::new(&[6]).unwrap()));
        for line in ["", "7", "4 7", "1 2 3", "four"] {
            assert!(throw(line).is_err(), "{line}");
        }
    }
}
