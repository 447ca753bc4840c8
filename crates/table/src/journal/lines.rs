//! Formats and parses the lines of a journal.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use parlor_rules::{Coin, Game, Level, Seat};

use crate::{
    Answer, BadJournal, Commitment, DiceSource, Entry, Offer, Player, QueuedThrow, Rationale, Salt, Seed, Setup,
};

/// Separates the header from the entries.
pub(super) const END_OF_HEADER: &str = "begin";

/// The lines about a seed. A commitment includes the seed, so that readers can check it.
fn seed_lines(seed: Seed) -> Vec<String> {
    match seed {
        Seed::Open(seed) => vec![format!("seed {seed}")],
        Seed::Committed { seed, salt } => {
            vec![format!("seed {seed}"), format!("salt {salt}"), format!("commitment {}", Commitment::of(seed, salt))]
        }
        Seed::Hidden(commitment) => vec![format!("commitment {commitment}")],
    }
}

/// The lines of the header after the format and the rules.
pub(super) fn header_lines(setup: &Setup) -> Vec<String> {
    let mut lines = vec![format!("game {}", setup.game.to_string().to_lowercase())];
    for seat in Seat::BOTH {
        let player = match &setup.players[seat] {
            Player::Human(name) => format!("person {}", quoted(name)),
            Player::Computer(level) => format!("program {level}"),
            Player::Bot(name) => format!("bot {}", quoted(name)),
        };
        lines.push(format!("{} {player}", seat.word()));
    }
    lines.extend(seed_lines(setup.seed));
    lines.push(match setup.dice {
        DiceSource::Random => "dice random".to_owned(),
        DiceSource::Manual => "dice manual".to_owned(),
    });
    for QueuedThrow { line, throw, of_save } in &setup.queue {
        let source = if *of_save { "save" } else { "file" };
        lines.push(format!("queue {source} {line} {throw}"));
    }
    lines.extend(setup.first.map(|seat| format!("first {}", seat.word())));
    lines.extend(setup.size.map(|size| format!("size {size}")));
    lines.push(format!("rounds {}", setup.rounds));
    lines.extend((setup.opening > 0).then(|| format!("opening {}", setup.opening)));
    lines.extend(setup.save_name.as_ref().map(|name| format!("file {}", quoted(name))));
    if let Some((standing, dialect)) = &setup.resumed {
        let save = parlor_saves::write(standing, *dialect).text;
        lines.extend(save.lines().map(|line| format!("save {line}")));
    }
    lines.push(END_OF_HEADER.to_owned());
    lines
}

/// Parser for the header lines after the format, the rules and the game.
pub(super) struct HeaderLines {
    setup: Setup,
    seed: SeedParts,
    /// The text of the save, or empty.
    save: String,
    /// The first words of all lines, to detect duplicates.
    keys: HashSet<String>,
}

/// The parts of a seed found so far.
#[derive(PartialEq, Default)]
struct SeedParts {
    seed: Option<u64>,
    salt: Option<Salt>,
    commitment: Option<Commitment>,
}

impl SeedParts {
    /// Parses `seed 1 salt 2 commitment 3`.
    fn read(text: &str) -> Option<SeedParts> {
        let words: Vec<&str> = text.split(' ').collect();
        let mut parts = SeedParts::default();
        for pair in words.chunks(2) {
            let [key, value] = pair else { return None };
            parts.add(key, value)?;
        }
        Some(parts)
    }

    fn add(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "seed" => self.seed = Some(value.parse().ok()?),
            "salt" => self.salt = Some(value.parse().ok()?),
            "commitment" => self.commitment = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }

    /// The error is the commitment that doesn't match, or `None` if parts are missing.
    fn finish(self) -> Result<Seed, Option<Commitment>> {
        match (self.seed, self.salt, self.commitment) {
            (Some(seed), None, None) => Ok(Seed::Open(seed)),
            (None, None, Some(commitment)) => Ok(Seed::Hidden(commitment)),
            (Some(seed), Some(salt), Some(commitment)) => match Commitment::of(seed, salt) {
                fits if fits == commitment => Ok(Seed::Committed { seed, salt }),
                _ => Err(Some(commitment)),
            },
            _ => Err(None),
        }
    }
}

impl HeaderLines {
    pub(super) fn new(game: Game) -> HeaderLines {
        HeaderLines { setup: Setup::new(game), seed: SeedParts::default(), save: String::new(), keys: HashSet::new() }
    }

    /// Parses a line; `None` if it is invalid.
    pub(super) fn line(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let setup = &mut self.setup;
        match key {
            "human" => setup.players.human = player(value)?,
            "computer" => setup.players.computer = player(value)?,
            "seed" | "salt" | "commitment" => self.seed.add(key, value)?,
            "dice" => {
                setup.dice = match value {
                    "random" => DiceSource::Random,
                    "manual" => DiceSource::Manual,
                    _ => return None,
                }
            }
            "queue" => setup.queue.push(queued(value)?),
            "first" if setup.game == Game::Congkak => {
                setup.first = Some(Seat::BOTH.into_iter().find(|seat| seat.word() == value)?);
            }
            "size" => setup.size = Some(value.parse().ok()?),
            "rounds" => setup.rounds = value.parse().ok()?,
            "opening" => setup.opening = value.parse().ok()?,
            "file" => setup.save_name = Some(unquoted(value)?),
            "save" => self.save.extend([value, "\n"]),
            _ => return None,
        }
        self.keys.insert(key.to_owned());
        Some(())
    }

    /// The setup, once the whole header has been parsed.
    pub(super) fn finish(mut self) -> Result<Setup, BadJournal> {
        let need = |key| if self.keys.contains(key) { Ok(()) } else { Err(BadJournal::Missing(key)) };
        need("human").and_then(|()| need("computer"))?;
        if self.seed == SeedParts::default() {
            return Err(BadJournal::Missing("seed or commitment"));
        }
        self.setup.seed = self.seed.finish().map_err(|given| given.map_or(BadJournal::Seed, BadJournal::Commitment))?;
        if !self.save.is_empty() {
            let save = parlor_saves::read(&self.save, Some(self.setup.game))?;
            self.setup.resumed = Some((save.standing, save.dialect));
        }
        need("dice").and_then(|()| need("rounds"))?;
        Ok(self.setup)
    }
}

fn player(value: &str) -> Option<Player> {
    let (kind, rest) = value.split_once(' ')?;
    match kind {
        "person" => unquoted(rest).map(Player::Human),
        "program" => rest.parse::<Level>().ok().map(Player::Computer),
        "bot" => unquoted(rest).map(Player::Bot),
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

/// Separates an answer from its rationale, and the parts of a rationale from each other.
const BECAUSE: &str = " \u{2190} ";

/// Separates a value from the plan behind it.
const THEN: &str = " then ";

/// Free text in a line, quoted only where it would be ambiguous.
fn quoted(text: &str) -> String {
    let harmful = |letter: char| letter.is_control() || letter == '\u{2190}';
    if !text.is_empty() && text.trim() == text && !text.starts_with('"') && !text.contains(harmful) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if harmful(letter) => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// The inverse of [`quoted`]; `None` if the quotes are broken.
fn unquoted(text: &str) -> Option<String> {
    match text.strip_prefix('"') {
        None => Some(text.to_owned()),
        Some(rest) => unescaped(rest.strip_suffix('"')?),
    }
}

fn unescaped(inner: &str) -> Option<String> {
    let mut plain = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '"' => return None,
            '\\' => match letters.next()? {
                escaped @ ('"' | '\\') => escaped,
                'u' => {
                    let (code, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                    letters = rest.chars();
                    char::from_u32(u32::from_str_radix(code, 16).ok()?)?
                }
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(plain)
}

/// Formats an entry as a line, without the newline.
pub fn write_entry(entry: &Entry) -> String {
    match entry {
        Entry::Decision { seat, answer, rationale } => {
            let answer = match answer {
                Answer::File(name) => format!("file {}", quoted(name)),
                answer => answer.to_string(),
            };
            let mut line = format!("{} {answer}", seat.word());
            if let Some(Rationale { value, exact, plan, reasons }) = rationale.as_deref() {
                // `{:?}` of a number parses back to the same number.
                let _ = write!(line, "{BECAUSE}{value:?}{}", if *exact { " exact" } else { "" });
                if !plan.is_empty() {
                    line.push_str(THEN);
                    line.push_str(&plan.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
                }
                for sentence in reasons {
                    line.push_str(BECAUSE);
                    line.push_str(&quoted(sentence));
                }
            }
            line
        }
        Entry::Throw { throw, queued: true } => format!("throw {throw} from the queue"),
        Entry::Throw { throw, queued: false } => format!("throw {throw}"),
        Entry::Correct(throw) => format!("correct {throw}"),
        Entry::Skip => "skip".to_owned(),
        Entry::Coin(shown) => format!("coin {shown}"),
        Entry::Saved => "saved".to_owned(),
        Entry::NotSaved(why) => format!("not saved {}", quoted(why)),
        Entry::Undo => "undo".to_owned(),
        Entry::Redo => "redo".to_owned(),
        Entry::Offer { seat, offer: Offer::Undo } => format!("{} offer undo", seat.word()),
        Entry::Offer { seat, offer: Offer::Call } => format!("{} offer call", seat.word()),
        Entry::Accept { seat } => format!("{} accept", seat.word()),
        Entry::Decline { seat } => format!("{} decline", seat.word()),
        Entry::NewSeed(seed) => format!("new {}", seed_lines(*seed).join(" ")),
        Entry::Reveal => "reveal".to_owned(),
    }
}

/// The line isn't an entry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadEntry {
    #[error("\u{201c}{0}\u{201d} is not a journal entry")]
    Unknown(/** How it begins. */ String),
    #[error("the commitment {0} doesn't match the seed and the salt")]
    Commitment(Commitment),
}

pub fn read_entry(line: &str) -> Result<Entry, BadEntry> {
    let bad = || BadEntry::Unknown(line.chars().filter(|letter| !letter.is_control()).take(60).collect());
    let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match (key, rest) {
        ("human", rest) => by_player(Seat::Human, rest).ok_or_else(bad)?,
        ("computer", rest) => by_player(Seat::Computer, rest).ok_or_else(bad)?,
        ("throw", rest) => {
            let (dice, queued) = match rest.strip_suffix(" from the queue") {
                Some(dice) => (dice, true),
                None => (rest, false),
            };
            Entry::Throw { throw: dice.parse().map_err(|_| bad())?, queued }
        }
        ("correct", dice) => Entry::Correct(dice.parse().map_err(|_| bad())?),
        ("skip", "") => Entry::Skip,
        ("coin", "heads") => Entry::Coin(Coin::Heads),
        ("coin", "tails") => Entry::Coin(Coin::Tails),
        ("saved", "") => Entry::Saved,
        ("not", rest) => Entry::NotSaved(rest.strip_prefix("saved ").and_then(unquoted).ok_or_else(bad)?),
        ("undo", "") => Entry::Undo,
        ("redo", "") => Entry::Redo,
        ("new", seed) => {
            let parts = SeedParts::read(seed).ok_or_else(bad)?;
            Entry::NewSeed(parts.finish().map_err(|given| given.map_or_else(bad, BadEntry::Commitment))?)
        }
        ("reveal", "") => Entry::Reveal,
        _ => return Err(bad()),
    })
}

fn by_player(seat: Seat, text: &str) -> Option<Entry> {
    match text {
        "offer undo" => return Some(Entry::Offer { seat, offer: Offer::Undo }),
        "offer call" => return Some(Entry::Offer { seat, offer: Offer::Call }),
        "accept" => return Some(Entry::Accept { seat }),
        "decline" => return Some(Entry::Decline { seat }),
        _ => {}
    }
    if let Some(name) = text.strip_prefix("file ") {
        // Computer players never name files, so there is no rationale to split off, whatever the name contains.
        return Some(Entry::decision(seat, Answer::File(unquoted(name)?)));
    }
    let mut parts = text.split(BECAUSE);
    let answer = parts.next()?.parse().ok()?;
    let rationale = match parts.next() {
        None => None,
        Some(value) => Some(rationale(value, parts)?),
    };
    Some(Entry::Decision { seat, answer, rationale })
}

fn rationale<'a>(value: &str, reasons: impl Iterator<Item = &'a str>) -> Option<Arc<Rationale>> {
    let (value, plan) = value.split_once(THEN).unwrap_or((value, ""));
    let plan = plan.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let (value, exact) = match value.strip_suffix(" exact") {
        Some(value) => (value, true),
        None => (value, false),
    };
    let value = value.parse().ok().filter(|value: &f64| value.is_finite())?;
    let reasons = reasons.map(unquoted).collect::<Option<_>>()?;
    Some(Arc::new(Rationale { value, exact, plan, reasons }))
}
