use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use parlor_engine::StopFlag;
use parlor_rules::Level;
use parlor_saves::printable;

use crate::BotLimits;
use crate::bot::Bot;

/// A player of a match: a level of the engine, or a program that speaks the protocol. Settings can come first.
///
/// ```
/// use parlor_arena::MatchPlayer;
/// for text in ["master", "club:nodes=20000", "name=Ann dir=students/ann env=SEED=1 millis=50 cmd:./mybot --fast"] {
///     assert_eq!(text.parse::<MatchPlayer>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchPlayer {
    /// The name in reports and journals, if one was given.
    pub name: Option<String>,
    /// Milliseconds per move; the match's time if left out.
    pub millis: Option<u64>,
    pub kind: PlayerKind,
    text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    Level {
        level: Level,
        /// Maximum positions or plays to search; the match's effort if left out.
        nodes: Option<u64>,
    },
    Bot(BotCommand),
}

/// A bot's command, and where it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotCommand {
    pub(crate) words: Vec<String>,
    /// The folder to start it in; the current one if left out.
    pub(crate) folder: Option<PathBuf>,
    /// Variables that are added to its environment.
    pub(crate) variables: Vec<(String, String)>,
}

/// The prefix of a command.
const COMMAND: &str = "cmd:";

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;

const MOST_MILLIS: u64 = 3_600_000;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlayer {
    /// Neither a level nor a command.
    #[error(
        "\u{201c}{0}\u{201d} is not a player: name {levels}, like master or club:nodes=20000 or master:millis=50; or \
         a program, like \"cmd:./mybot --fast\"",
        levels = Level::names_in_words()
    )]
    Unknown(String),
    #[error("the command after cmd: is missing; name a program, like \"cmd:./mybot --fast\"")]
    NoCommand,
    #[error("\u{201c}{0}\u{201d} has an unclosed quotation mark")]
    Quotation(String),
    #[error("\u{201c}{0}\u{201d}: nodes must be at least 1, and millis from 1 to 3600000")]
    Limit(String),
    #[error("\u{201c}{0}\u{201d}: a name has 1 to 40 characters")]
    Name(String),
    #[error("\u{201c}{0}\u{201d}: env= is followed by a variable and its value, like env=SEED=1")]
    Variable(String),
    #[error("{0} is for programs; a level has only name= and millis=")]
    OnlyForBots(&'static str),
    #[error("{0} is given twice")]
    Twice(&'static str),
}

impl MatchPlayer {
    /// A level with the match's limits.
    pub fn level(level: Level) -> MatchPlayer {
        MatchPlayer {
            name: None,
            millis: None,
            kind: PlayerKind::Level { level, nodes: None },
            text: level.to_string(),
        }
    }

    pub fn is_bot(&self) -> bool {
        matches!(self.kind, PlayerKind::Bot(_))
    }

    /// Starts a bot once and asks for its own name. `None` for a level, and for a bot that doesn't answer `version`: the
    /// match will count that as a fault.
    ///
    /// # Errors
    /// The command can't be started.
    pub fn own_name(&self, limits: BotLimits) -> std::io::Result<Option<String>> {
        let PlayerKind::Bot(command) = &self.kind else { return Ok(None) };
        let mut bot = Bot::new(command.clone(), limits, StopFlag::default());
        bot.launch()?;
        let Ok(version) = bot.version() else { return Ok(None) };
        let name: String = version["name"].as_str().unwrap_or_default().trim().chars().take(LONGEST_NAME).collect();
        Ok(Some(printable(&name)).filter(|name| !name.is_empty()))
    }

    /// The name to use without asking the bot.
    fn given_name(&self) -> Option<String> {
        self.name.clone().or_else(|| (!self.is_bot()).then(|| self.text.clone()))
    }
}

/// The names of players in reports and journals, all different: the name that was given, a bot's own one, or the command.
/// Given names come first, so that a bot that calls itself `master` can't be mistaken for the level.
pub fn unique_names(players: &[MatchPlayer], own_names: &[Option<String>]) -> Vec<String> {
    let mut names = vec![String::new(); players.len()];
    let mut taken = HashSet::new();
    for given in [true, false] {
        for (index, player) in players.iter().enumerate() {
            let fixed = player.given_name();
            if fixed.is_some() != given {
                continue;
            }
            let own = own_names.get(index).cloned().flatten();
            let name = fixed.or(own).unwrap_or_else(|| player.text.clone());
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let mut candidates = std::iter::once(name.clone()).chain(numbered);
            names[index] = candidates.find(|name| taken.insert(name.clone())).expect("there is always another number");
        }
    }
    names
}

/// Splits off the first word as a shell would; `None` if a quotation mark isn't closed.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote != Some('\'') => escaped = true,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            c if quote.is_none() && c.is_whitespace() => return Some((&text[..at], &text[at..])),
            _ => {}
        }
    }
    quote.is_none().then_some((text, ""))
}

fn set<T>(place: &mut Option<T>, value: T, name: &'static str) -> Result<(), BadPlayer> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(BadPlayer::Twice(name)),
    }
}

impl FromStr for MatchPlayer {
    type Err = BadPlayer;
    fn from_str(text: &str) -> Result<MatchPlayer, BadPlayer> {
        let text = text.trim();
        let short = |text: &str| text.chars().take(60).collect::<String>();
        let (mut name, mut millis, mut folder, mut variables) = (None, None, None, vec![]);
        let mut rest = text;
        while ["name=", "dir=", "env=", "millis="].iter().any(|setting| rest.starts_with(setting)) {
            let (word, after) = first_word(rest).ok_or_else(|| BadPlayer::Quotation(short(text)))?;
            let word = shlex::split(word).ok_or_else(|| BadPlayer::Quotation(short(text)))?.concat();
            let (setting, value) = word.split_once('=').unwrap_or_default();
            match setting {
                "name" => {
                    if value.trim().is_empty() || value.chars().count() > LONGEST_NAME {
                        return Err(BadPlayer::Name(short(&word)));
                    }
                    set(&mut name, printable(value.trim()), "name=")?;
                }
                "millis" => {
                    let number = value.parse().ok().filter(|millis| (1..=MOST_MILLIS).contains(millis));
                    set(&mut millis, number.ok_or_else(|| BadPlayer::Limit(short(&word)))?, "millis=")?;
                }
                "dir" => set(&mut folder, PathBuf::from(value), "dir=")?,
                _ => {
                    let variable = value.split_once('=').filter(|(name, _)| !name.is_empty() && !value.contains('\0'));
                    let (name, value) = variable.ok_or_else(|| BadPlayer::Variable(short(&word)))?;
                    variables.push((name.to_owned(), value.to_owned()));
                }
            }
            rest = after.trim_start();
        }
        let kind = if let Some(line) = rest.strip_prefix(COMMAND) {
            let words = shlex::split(line).ok_or_else(|| BadPlayer::Quotation(short(text)))?;
            if words.is_empty() {
                return Err(BadPlayer::NoCommand);
            }
            PlayerKind::Bot(BotCommand { words, folder, variables })
        } else {
            match (&folder, &variables[..]) {
                (Some(_), _) => return Err(BadPlayer::OnlyForBots("dir=")),
                (None, [_, ..]) => return Err(BadPlayer::OnlyForBots("env=")),
                (None, []) => level(rest, &mut millis)?,
            }
        };
        Ok(MatchPlayer { name, millis, kind, text: text.to_owned() })
    }
}

/// Reads a level with its limits, like `club:nodes=20000`.
fn level(text: &str, millis: &mut Option<u64>) -> Result<PlayerKind, BadPlayer> {
    let short = || text.chars().take(60).collect::<String>();
    let unknown = || BadPlayer::Unknown(short());
    let mut parts = text.split(':');
    let level = parts.next().unwrap_or_default().parse().map_err(|_| unknown())?;
    let mut nodes = None;
    for part in parts {
        let (name, number) = part.split_once('=').ok_or_else(unknown)?;
        let number = number.parse::<u64>().map_err(|_| unknown())?;
        match name {
            "nodes" | "millis" if number == 0 => return Err(BadPlayer::Limit(short())),
            "nodes" if nodes.is_none() => nodes = Some(number),
            "millis" if number > MOST_MILLIS => return Err(BadPlayer::Limit(short())),
            "millis" if millis.is_none() => *millis = Some(number),
            _ => return Err(unknown()),
        }
    }
    Ok(PlayerKind::Level { level, nodes })
}

/// The player as it was given.
impl fmt::Display for MatchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> BotCommand {
        let PlayerKind::Bot(command) = text.parse::<MatchPlayer>().unwrap().kind else { panic!("{text} is a level") };
        command
    }

    #[test]
    fn commands_are_split_as_a_shell_would() {
        let words = command("cmd:python3 'my bot.py' --name \"a b\"").words;
        assert_eq!(words, ["python3", "my bot.py", "--name", "a b"]);
    }

    #[test]
    fn settings_come_before_the_player() {
        let player: MatchPlayer =
            "name='Ann Lee'  dir=\"a b\" env=X=1=2 env=Y= millis=50 cmd:./bot name=x".parse().unwrap();
        assert_eq!((player.name.as_deref(), player.millis), (Some("Ann Lee"), Some(50)));
        let PlayerKind::Bot(BotCommand { words, folder, variables }) = player.kind else { panic!() };
        assert_eq!((words, folder), (vec!["./bot".to_owned(), "name=x".to_owned()], Some("a b".into())));
        assert_eq!(variables, [("X".to_owned(), "1=2".to_owned()), ("Y".to_owned(), String::new())]);
        let player: MatchPlayer = "name=Slow millis=500 club:nodes=10".parse().unwrap();
        assert_eq!(
            (player.millis, player.kind),
            (Some(500), PlayerKind::Level { level: Level::Club, nodes: Some(10) })
        );
    }

    #[test]
    fn malformed_players_are_rejected() {
        let wrong = |text: &str| text.parse::<MatchPlayer>().unwrap_err();
        for bad in
            ["", "grandmaster", "club:", "club:nodes", "club:nodes=x", "club:nodes=1:nodes=2", "club:x=1", "name=x"]
        {
            assert!(matches!(wrong(bad), BadPlayer::Unknown(_)), "{bad}");
        }
        for bad in ["club:nodes=0", "club:millis=0", "club:millis=3600001", "millis=0 club", "millis=x cmd:a"] {
            assert!(matches!(wrong(bad), BadPlayer::Limit(_)), "{bad}");
        }
        for bad in ["cmd:", "cmd:  ", "name=x cmd:"] {
            assert_eq!(wrong(bad), BadPlayer::NoCommand, "{bad}");
        }
        for bad in ["cmd:a 'b", "name='x cmd:a", "name=\"x\\"] {
            assert!(matches!(wrong(bad), BadPlayer::Quotation(_)), "{bad}");
        }
        assert!(matches!(wrong("name= cmd:a"), BadPlayer::Name(_)));
        assert!(matches!(wrong("env=X cmd:a"), BadPlayer::Variable(_)));
        assert_eq!(wrong("dir=x club"), BadPlayer::OnlyForBots("dir="));
        assert_eq!(wrong("env=X=1 club"), BadPlayer::OnlyForBots("env="));
        assert_eq!(wrong("dir=x dir=y cmd:a"), BadPlayer::Twice("dir="));
    }

    #[test]
    fn names_are_unique_and_given_ones_come_first() {
        let players =
            ["cmd:a", "club", "club", "name=greedy cmd:b", "cmd:c", "cmd:d"].map(|text| text.parse().unwrap());
        let own = [Some("club"), None, None, Some("other"), Some("greedy"), None].map(|name| name.map(str::to_owned));
        assert_eq!(unique_names(&players, &own), ["club (3)", "club", "club (2)", "greedy", "greedy (2)", "cmd:d"]);
    }
}
