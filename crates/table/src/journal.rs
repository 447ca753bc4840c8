//! The journal as lines of text: a header, then one entry a line. `docs/journal.md` shows one.

use std::fmt::Write as _;

use parlor_rules::{Coin, Level, Seat};

use crate::{DiceSource, Entry, Player, QueuedThrow, Setup, Thought};

/// The first line of every journal; another number is another format.
const FORMAT: &str = "parlor journal 1";

/// Stands between the header and the entries.
const END_OF_HEADER: &str = "begin";

/// Writes the header; every line of it ends with a newline.
pub fn write_header(setup: &Setup) -> String {
    let mut text = format!("{FORMAT}\ngame {}\n", setup.game.to_string().to_lowercase());
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    for seat in Seat::BOTH {
        let player = match &setup.players[seat] {
            Player::Human(name) => format!("person {}", one_line(name)),
            Player::Computer(level) => format!("program {level}"),
        };
        line(&format!("{} {player}", word(seat)));
    }
    line(&format!("seed {}", setup.seed));
    line(match setup.dice {
        DiceSource::Random => "dice random",
        DiceSource::Manual => "dice manual",
    });
    for QueuedThrow { line: number, throw, of_save } in &setup.queue {
        let source = if *of_save { "save" } else { "file" };
        line(&format!("queue {source} {number} {throw}"));
    }
    if let Some(size) = setup.size {
        line(&format!("size {size}"));
    }
    line(&format!("rounds {}", setup.rounds));
    if let Some(save) = &setup.save {
        for saved in save.lines() {
            line(&format!("save {saved}"));
        }
    }
    line(END_OF_HEADER);
    text
}

/// A header that isn't one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadHeader {
    /// The file isn't a journal of ours, or of a format that we don't know.
    #[error("the first line must be \u{201c}{FORMAT}\u{201d}")]
    Format,
    /// A line that can't be understood.
    #[error("line {0} can't be understood: {1}")]
    Line(usize, String),
    /// The header doesn't end.
    #[error("the header doesn't end with \u{201c}{END_OF_HEADER}\u{201d}")]
    Unfinished,
}

/// Reads a header; tells how many lines it had.
pub fn read_header<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<(Setup, usize), BadHeader> {
    let mut lines = lines.into_iter().zip(1..);
    if lines.next().map(|(line, _)| line) != Some(FORMAT) {
        return Err(BadHeader::Format);
    }
    let mut setup = Setup::new(parlor_rules::Game::Canoga);
    let mut save: Option<String> = None;
    for (line, number) in lines {
        if line == END_OF_HEADER {
            setup.save = save;
            return Ok((setup, number));
        }
        let bad = || BadHeader::Line(number, line.chars().take(60).collect());
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "game" => setup.game = value.parse().map_err(|_| bad())?,
            "human" => setup.players.human = player(value).ok_or_else(bad)?,
            "computer" => setup.players.computer = player(value).ok_or_else(bad)?,
            "seed" => setup.seed = value.parse().map_err(|_| bad())?,
            "dice" => {
                setup.dice = match value {
                    "random" => DiceSource::Random,
                    "manual" => DiceSource::Manual,
                    _ => return Err(bad()),
                }
            }
            "queue" => setup.queue.push(queued(value).ok_or_else(bad)?),
            "size" => setup.size = Some(value.parse().map_err(|_| bad())?),
            "rounds" => setup.rounds = value.parse().map_err(|_| bad())?,
            "save" => {
                let text = save.get_or_insert_default();
                text.push_str(value);
                text.push('\n');
            }
            _ => return Err(bad()),
        }
    }
    Err(BadHeader::Unfinished)
}

fn player(value: &str) -> Option<Player> {
    let (kind, rest) = value.split_once(' ')?;
    match kind {
        "person" => Some(Player::Human(rest.to_owned())),
        "program" => rest.parse::<Level>().ok().map(Player::Computer),
        _ => None,
    }
}

fn queued(value: &str) -> Option<QueuedThrow> {
    let mut words = value.splitn(3, ' ');
    let of_save = match words.next()? {
        "save" => true,
        "file" => false,
        _ => return None,
    };
    let line = words.next()?.parse().ok()?;
    let throw = words.next()?.parse().ok()?;
    Some(QueuedThrow { line, throw, of_save })
}

fn word(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "human",
        Seat::Computer => "computer",
    }
}

/// Text that can't end its line.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// What separates an answer from a thought; no answer contains it.
const BECAUSE: &str = " \u{2190} ";

/// What separates a value from the plan that leads to it.
const THEN: &str = " then ";

/// Writes one entry as a line, without its end.
pub fn write_entry(entry: &Entry) -> String {
    match entry {
        Entry::Decision { seat, answer, thought } => {
            let mut line = format!("{} {}", word(*seat), one_line(&answer.to_string()));
            if let Some(Thought { value, exact, then, why }) = thought {
                // `{:?}` of a number reads back as the same number.
                let _ = write!(line, "{BECAUSE}{value:?}{}", if *exact { " exact" } else { "" });
                if !then.is_empty() {
                    line.push_str(THEN);
                    line.push_str(&then.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
                }
                for sentence in why {
                    line.push_str(BECAUSE);
                    line.push_str(&one_line(sentence));
                }
            }
            line
        }
        Entry::Throw { throw, queued: true } => format!("throw {throw} from the queue"),
        Entry::Throw { throw, queued: false } => format!("throw {throw}"),
        Entry::Skip => "skip".to_owned(),
        Entry::Coin(Coin::Heads) => "coin heads".to_owned(),
        Entry::Coin(Coin::Tails) => "coin tails".to_owned(),
        Entry::Saved => "saved".to_owned(),
        Entry::NotSaved(why) => format!("not saved {}", one_line(why)),
        Entry::Undo => "undo".to_owned(),
    }
}

/// A line that is no entry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is no entry of a journal")]
pub struct BadLine(String);

/// Reads one entry.
pub fn read_entry(line: &str) -> Result<Entry, BadLine> {
    let bad = || BadLine(line.chars().take(60).collect());
    let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match (key, rest) {
        ("human", rest) => decision(Seat::Human, rest).ok_or_else(bad)?,
        ("computer", rest) => decision(Seat::Computer, rest).ok_or_else(bad)?,
        ("throw", rest) => {
            let (dice, queued) = match rest.strip_suffix(" from the queue") {
                Some(dice) => (dice, true),
                None => (rest, false),
            };
            Entry::Throw { throw: dice.parse().map_err(|_| bad())?, queued }
        }
        ("skip", "") => Entry::Skip,
        ("coin", "heads") => Entry::Coin(Coin::Heads),
        ("coin", "tails") => Entry::Coin(Coin::Tails),
        ("saved", "") => Entry::Saved,
        ("not", rest) => Entry::NotSaved(rest.strip_prefix("saved ").ok_or_else(bad)?.to_owned()),
        ("undo", "") => Entry::Undo,
        _ => return Err(bad()),
    })
}

fn decision(seat: Seat, text: &str) -> Option<Entry> {
    let mut parts = text.split(BECAUSE);
    let answer = parts.next()?.parse().ok()?;
    let thought = match parts.next() {
        None => None,
        Some(value) => {
            let (value, then) = value.split_once(THEN).unwrap_or((value, ""));
            let then = then.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
            let (value, exact) = match value.strip_suffix(" exact") {
                Some(value) => (value, true),
                None => (value, false),
            };
            Some(Thought { value: value.parse().ok()?, exact, then, why: parts.map(str::to_owned).collect() })
        }
    };
    Some(Entry::Decision { seat, answer, thought })
}

/// For whoever lists journals: a pair of players in a few words.
impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Player::Human(name) => f.write_str(name),
            Player::Computer(level) => write!(f, "the {level} program"),
        }
    }
}
