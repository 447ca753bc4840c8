//! Reading: which dialect, which game, and then the game's own reader.

use crate::fault::{Faults, Message};
use crate::reading::Reading;
use crate::save::Contents;
use crate::source::{BYTE_ORDER_MARK, Span, Word, lines};
use crate::text::SourceLine;
use crate::tree::{Node, Tree};
use crate::{Dialect, Kindness, ReadError, Save, canoga, congkak, kono, lisp, prolog, text};
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
/// assert_eq!(save.notes[0].to_string(), "spaces, tabs or blank lines differ from the usual layout");
/// ```
pub fn read(text: &str, game: Option<Game>) -> Result<Save, ReadError> {
    let one = |span: Span, message: Message| {
        let mut faults = Faults::default();
        faults.add(span, || message);
        Err(faults.into_error(text, game, None))
    };
    if let Some((span, message)) = no_text(text) {
        return one(span, message);
    }
    let unmarked = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let dialect = Dialect::of(unmarked);
    let mut reading = Reading::default();
    let start = Span::at(text.len() - unmarked.trim_start().len());
    let source = Source::lex(text, dialect, &mut reading);
    let found_game = source.as_ref().and_then(Source::game);
    let refuse = |reading: Reading, game| Err(reading.faults.into_error(text, game, Some(dialect)));
    let Some(source) = source else { return refuse(reading, game) };
    let game = match (game, found_game) {
        (Some(asked), Some(found)) if asked != found => {
            reading.fault(start, || {
                Message::new(
                    format!("this is a save of {found}"),
                    format!("a save of {asked}"),
                    format!("open it as {found}"),
                )
            });
            return refuse(reading, found_game);
        }
        (None, None) => {
            if reading.faults.is_empty() {
                reading.fault(source.first().unwrap_or(start), not_recognised);
            }
            return refuse(reading, None);
        }
        (Some(game), _) | (None, Some(game)) => game,
    };
    let found = source.read(game, &mut reading);
    match found {
        Some(Contents { standing, dice, names }) if reading.faults.is_empty() => {
            let mut save = Save { standing, dialect, dice, names, notes: Vec::new() };
            note_layout(text, &save, &mut reading);
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
    let mut faults = Faults::default();
    if bytes.len() > MAX_BYTES {
        faults.add(Span::at(0), too_long);
        return Err(faults.into_error(good, game, None));
    }
    let problem = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is in UTF-16",
        _ => "this is not text, or not in UTF-8",
    };
    faults.add(Span { start: bad, end: bad + 1 }, || {
        Message::new(problem, "text in UTF-8", "save it again as UTF-8 or plain ASCII text, if it is a save at all")
    });
    Err(faults.into_error(good, game, None))
}

fn too_long() -> Message {
    Message::new(
        "the file is too large",
        format!("at most {MAX_BYTES} bytes"),
        "a save has a few hundred bytes: this is some other file",
    )
}

/// Why the text can't be a save of any kind.
fn no_text(text: &str) -> Option<(Span, Message)> {
    if text.len() > MAX_BYTES {
        return Some((Span::at(0), too_long()));
    }
    let is_bad = |c: char| c.is_control() && !c.is_whitespace();
    if let Some((at, c)) = text.char_indices().find(|&(_, c)| is_bad(c)) {
        let message = Message::new(
            format!("the file has a control character (U+{:04X})", u32::from(c)),
            "text",
            "take it out, if this is a save at all",
        );
        return Some((Span { start: at, end: at + c.len_utf8() }, message));
    }
    text.trim_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK).is_empty().then(|| {
        (Span::at(0), Message::new("the file is empty", "a save", "choose another file, or save the game again"))
    })
}

fn not_recognised() -> Message {
    Message::new(
        "this is not a save of Canoga, Congkak or Kono",
        "labels like \u{201c}Squares:\u{201d}, \u{201c}Human Player:\u{201d} or \u{201c}Board:\u{201d}, or a list in ( ) or [ ]",
        "choose another file, or compare with the examples in the guide to save files",
    )
}

/// A text after its dialect's lexer.
enum Source<'a> {
    Lines(Vec<SourceLine<'a>>),
    /// The flag says whether the dialect writes names in lower case.
    Tree(Tree<'a>, bool),
}

impl<'a> Source<'a> {
    fn lex(text: &'a str, dialect: Dialect, reading: &mut Reading) -> Option<Source<'a>> {
        match dialect {
            Dialect::Text => Some(Source::Lines(text::lex(text))),
            Dialect::Lisp => lisp::lex(text, reading).map(|tree| Source::Tree(tree, false)),
            Dialect::Prolog => prolog::lex(text, reading).map(|tree| Source::Tree(tree, true)),
        }
    }

    fn game(&self) -> Option<Game> {
        match self {
            Source::Lines(lines) => game_of_lines(lines),
            Source::Tree(tree, _) => game_of_tree(tree),
        }
    }

    /// The place of the first line or list.
    fn first(&self) -> Option<Span> {
        match self {
            Source::Lines(lines) => lines.first().map(SourceLine::span),
            Source::Tree(tree, _) => Some(tree.top.span),
        }
    }

    fn read(self, game: Game, reading: &mut Reading) -> Option<Contents> {
        match (self, game) {
            (Source::Lines(lines), Game::Canoga) => canoga::read_text(lines, reading),
            (Source::Lines(lines), Game::Congkak) => congkak::read_text(lines, reading),
            (Source::Lines(lines), Game::Kono) => kono::read_text(lines, reading),
            (Source::Tree(tree, small), game) => {
                let passed_over = |comment: &str| game != Game::Canoga || !canoga::is_won_line(comment);
                if let Some(comment) = tree.comments.iter().find(|comment| passed_over(comment.text)) {
                    reading.note(Kindness::Comments, comment.span);
                }
                match game {
                    Game::Canoga => canoga::read_tree(&tree, small, reading),
                    Game::Congkak => congkak::read_tree(&tree, small, reading),
                    Game::Kono => kono::read_tree(&tree, small, reading),
                }
            }
        }
    }
}

/// The game that most labels belong to; `None` if there is no such game.
fn game_of_lines(lines: &[SourceLine<'_>]) -> Option<Game> {
    let (mut canoga, mut congkak, mut kono) = (0, 0, 0);
    for line in lines {
        let Some(label) = &line.label else { continue };
        let is_number = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
        let numbers = line.words.len() > 2 && line.words.iter().all(is_number);
        match label.key.as_str() {
            "squares" | "first turn" | "next turn" | "dice" | "round won by" => canoga += 2,
            "round" | "board" | "color" => kono += 2,
            "score" | "scores" => (canoga, kono) = (canoga + 1, kono + 1),
            "next player" => (congkak, kono) = (congkak + 1, kono + 1),
            key if key.ends_with(" player") || numbers => congkak += 2,
            _ => {}
        }
    }
    let most = canoga.max(congkak).max(kono);
    let leaders = [(canoga, Game::Canoga), (congkak, Game::Congkak), (kono, Game::Kono)];
    let mut leaders = leaders.into_iter().filter(|&(votes, _)| votes == most && most > 0);
    match (leaders.next(), leaders.next()) {
        (Some((_, game)), None) => Some(game),
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

/// Notes differences in layout between the file and what we would write.
fn note_layout(text: &str, save: &Save, reading: &mut Reading) {
    if text.starts_with(BYTE_ORDER_MARK) {
        reading.note_whole(Kindness::ByteOrderMark);
    }
    if text.contains('\r') {
        reading.note_whole(Kindness::LineEnds);
    }
    if !text.ends_with(['\n', '\r']) {
        reading.note_whole(Kindness::NoLastNewline);
    }
    let ours = save.write(save.dialect).text;
    let lines: Vec<&str> = lines(text).map(|(_, line)| line).collect();
    let without_last = if lines.last() == Some(&"") { &lines[..lines.len() - 1] } else { &lines[..] };
    let same_lines = without_last.iter().copied().eq(ours.lines());
    let untidy = lines.iter().any(|line| line.contains('\t') || line.ends_with(' '));
    if untidy || (!same_lines && without_spaces(text).eq(without_spaces(&ours))) {
        reading.note_whole(Kindness::Spacing);
    }
}

fn without_spaces(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|&c| !c.is_whitespace() && c != BYTE_ORDER_MARK)
}
