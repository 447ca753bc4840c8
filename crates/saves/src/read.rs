//! Reading: the dialect, the game, its fields, and then the game's own checks.

use crate::layout::{Blocks, Layout};
use crate::reading::Reading;
use crate::source::{BYTE_ORDER_MARK, Span};
use crate::text::SourceLine;
use crate::tree::{Node, Tree};
use crate::{Dialect, Leniency, ReadError, Save, canoga, congkak, kono, sheet, text};
use parlor_rules::Game;

/// The largest save that is read, in bytes; real ones are far smaller.
pub const MAX_BYTES: usize = 64 * 1024;

/// Reads a save. The dialect and the game are recognised from the text. If `game` is given, any other
/// game is an error.
///
/// ```
/// use parlor_rules::Game;
/// use parlor_saves::{Dialect, read};
///
/// let save = read("[ [0, 5,5,5,5,5, 0], [0, 5,5,5,5,5, 0], human ].\n", None).unwrap();
/// assert_eq!((save.standing.game(), save.dialect), (Game::Congkak, Dialect::Prolog));
/// assert_eq!(save.notes[0].to_string(), "not in our layout, which makes no difference");
/// ```
pub fn read(text: &str, game: Option<Game>) -> Result<Save, ReadError> {
    let mut reading = Reading::default();
    check_text(text, &mut reading);
    if reading.has_faults() {
        return Err(reading.into_error(text, game, None));
    }
    let unmarked = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let dialect = Dialect::of(unmarked);
    let start = Span::at(text.len() - unmarked.trim_start().len());
    let source = Lexed::lex(text, dialect, &mut reading);
    let found_game = source.as_ref().and_then(Lexed::game);
    let refuse = |reading: Reading, game| Err(reading.into_error(text, game, Some(dialect)));
    let Some(source) = source else { return refuse(reading, game) };
    let game = match (game, found_game) {
        (Some(asked), Some(found)) if asked != found => {
            reading.fault(
                start,
                format!("this is a {found} save"),
                format!("a {asked} save"),
                format!("open it as {found}"),
            );
            return refuse(reading, found_game);
        }
        (None, None) => {
            if !reading.has_faults() {
                reading.fault(
                    source.first().unwrap_or(start),
                    "this is not a Canoga, Congkak or Kono save",
                    "labels like \u{201c}Squares:\u{201d}, \u{201c}Human Player:\u{201d} or \u{201c}Board:\u{201d}, or a list in ( ) or [ ]",
                    "choose another file, or compare with the examples in the guide to save files",
                );
            }
            return refuse(reading, None);
        }
        (Some(game), _) | (None, Some(game)) => game,
    };
    let layout = Layout::of(game);
    let fields = match source {
        Lexed::Lines(lines) => sheet::read(lines, layout, &mut reading),
        Lexed::Tree(tree) => tree.read(layout, &mut reading),
    };
    let contents = match game {
        Game::Canoga => canoga::read(&fields, &mut reading).map(|(standing, dice)| (standing.into(), dice)),
        Game::Congkak => congkak::read(&fields, &mut reading).map(|standing| (standing.into(), Vec::new())),
        Game::Kono => kono::read(&fields, &mut reading).map(|standing| (standing.into(), Vec::new())),
    };
    match contents {
        Some((standing, dice)) if !reading.has_faults() => {
            let mut save = Save { standing, dialect, dice, names: fields.names, notes: Vec::new() };
            // Other notes already say how the text differs.
            if reading.only_about_the_game() && save.write(dialect).text != text {
                reading.note_whole(Leniency::Layout);
            }
            save.notes = reading.into_notes(text);
            Ok(save)
        }
        _ => refuse(reading, Some(game)),
    }
}

/// Reads a save from the bytes of a file, which may not even be text.
pub fn read_bytes(bytes: &[u8], game: Option<Game>) -> Result<Save, ReadError> {
    let bad = match std::str::from_utf8(bytes) {
        Ok(text) => return read(text, game),
        Err(error) => error.valid_up_to(),
    };
    let good = std::str::from_utf8(&bytes[..bad]).expect("the bytes before the first bad one are UTF-8");
    let mut reading = Reading::default();
    if bytes.len() > MAX_BYTES {
        too_long(&mut reading);
    } else {
        let problem = match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is in UTF-16",
            _ => "this is not text, or not in UTF-8",
        };
        let fix = "save it again as UTF-8 or plain ASCII text, if it is a save at all";
        reading.fault(Span { start: bad, end: bad + 1 }, problem, "text in UTF-8", fix);
    }
    Err(reading.into_error(good, game, None))
}

fn too_long(reading: &mut Reading) {
    let fix = "a save has a few hundred bytes: this is some other file";
    reading.fault(Span::at(0), "the file is too large", format!("at most {MAX_BYTES} bytes"), fix);
}

/// Reports why the text can't be a save of any kind.
fn check_text(text: &str, reading: &mut Reading) {
    let is_bad = |c: char| c.is_control() && !c.is_whitespace();
    if text.len() > MAX_BYTES {
        too_long(reading);
    } else if let Some((at, c)) = text.char_indices().find(|&(_, c)| is_bad(c)) {
        let problem = format!("the file has a control character (U+{:04X})", u32::from(c));
        reading.fault(
            Span { start: at, end: at + c.len_utf8() },
            problem,
            "text",
            "take it out, if this is a save at all",
        );
    } else if text.trim_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK).is_empty() {
        reading.fault(Span::at(0), "the file is empty", "a save", "choose another file, or save the game again");
    }
}

/// The output of a dialect's lexer.
enum Lexed<'a> {
    Lines(Vec<SourceLine<'a>>),
    Tree(Tree<'a>),
}

impl<'a> Lexed<'a> {
    fn lex(text: &'a str, dialect: Dialect, reading: &mut Reading) -> Option<Lexed<'a>> {
        match dialect.marks() {
            None => Some(Lexed::Lines(text::lex(text))),
            Some(marks) => marks.lex(text, reading).map(Lexed::Tree),
        }
    }

    fn game(&self) -> Option<Game> {
        match self {
            Lexed::Lines(lines) => game_of_lines(lines),
            Lexed::Tree(tree) => game_of_tree(tree),
        }
    }

    /// The place of the first line or list.
    fn first(&self) -> Option<Span> {
        match self {
            Lexed::Lines(lines) => lines.first().map(SourceLine::span),
            Lexed::Tree(tree) => Some(tree.top.span),
        }
    }
}

/// The game that most labels belong to; `None` on a tie.
fn game_of_lines(lines: &[SourceLine<'_>]) -> Option<Game> {
    let mut votes = Game::ALL.map(|game| (0, game));
    for line in lines {
        let Some(label) = &line.label else { continue };
        let numbers = line.words.len() > 2 && line.words.iter().all(|word| word.number().is_some());
        let mut has_label = Game::ALL.map(|game| Layout::of(game).field(&label.key).is_some());
        if !has_label.contains(&true) && (label.key.ends_with(" player") || numbers) {
            has_label = Game::ALL.map(|game| Layout::of(game).blocks == Blocks::Line);
        }
        let games = has_label.iter().filter(|has| **has).count();
        for ((votes, _), _) in votes.iter_mut().zip(has_label).filter(|(_, has)| *has) {
            *votes += if games == 1 { 2 } else { 1 };
        }
    }
    votes.sort();
    match votes {
        [.., (second, _), (most, game)] if most > second => Some(game),
        _ => None,
    }
}

/// A Kono list begins with a number. A Canoga list has nested lists or, failing that, covered squares.
fn game_of_tree(tree: &Tree<'_>) -> Option<Game> {
    let items = &tree.top.items;
    let is_list = |node: &Node<'_>| matches!(node, Node::List(_));
    let of_canoga = |node: &Node<'_>| is_list(node) || matches!(node, Node::Word(word) if word.text == "*");
    let has_canoga = |node: &Node<'_>| matches!(node, Node::List(list) if list.items.iter().any(of_canoga));
    match items.first()? {
        Node::Word(_) => items.iter().any(is_list).then_some(Game::Kono),
        Node::List(_) if items.iter().any(has_canoga) => Some(Game::Canoga),
        Node::List(_) => Some(Game::Congkak),
        Node::Gap(_) | Node::Wrong(_) => None,
    }
}
