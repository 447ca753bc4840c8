use std::fmt;
use std::str::FromStr;

use parlor_rules::Level;

/// A player of a match: a level of the engine, or a program that speaks the protocol.
///
/// ```
/// use parlor_arena::MatchPlayer;
/// for text in ["master", "club:nodes=20000", "master:millis=50", "cmd:./mybot --fast"] {
///     assert_eq!(text.parse::<MatchPlayer>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchPlayer {
    Level {
        level: Level,
        /// Maximum positions or plays to search; the match's effort if left out.
        nodes: Option<u64>,
        /// Milliseconds per move; the match's time if left out.
        millis: Option<u64>,
    },
    Bot(CommandLine),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    line: String,
    pub(crate) words: Vec<String>,
}

/// The prefix of a command.
const COMMAND: &str = "cmd:";

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlayer {
    /// Neither a level nor a command.
    #[error(
        "\u{201c}{0}\u{201d} is not a player: name novice, club or master, like master or club:nodes=20000 or master:millis=50; or \
         a program, like \"cmd:./mybot --fast\""
    )]
    Unknown(String),
    #[error("the command after cmd: is missing; name a program, like \"cmd:./mybot --fast\"")]
    NoCommand,
    #[error("\u{201c}{0}\u{201d} has an unclosed quotation mark")]
    Quotation(String),
    #[error("\u{201c}{0}\u{201d}: nodes must be at least 1, and millis from 1 to 3600000")]
    Limit(String),
}

impl MatchPlayer {
    /// A level with the match's limits.
    pub fn level(level: Level) -> MatchPlayer {
        MatchPlayer::Level { level, nodes: None, millis: None }
    }

    /// Tries to start a bot's command. For a level there is nothing to start.
    pub fn can_start(&self) -> std::io::Result<()> {
        match self {
            MatchPlayer::Level { .. } => Ok(()),
            MatchPlayer::Bot(command) => {
                crate::process::Process::start(&command.words, crate::BotLimits::default().memory_mib).map(|_| ())
            }
        }
    }

    pub fn is_bot(&self) -> bool {
        matches!(self, MatchPlayer::Bot(_))
    }
}

impl FromStr for MatchPlayer {
    type Err = BadPlayer;
    fn from_str(text: &str) -> Result<MatchPlayer, BadPlayer> {
        let short = || text.chars().take(60).collect::<String>();
        if let Some(line) = text.strip_prefix(COMMAND) {
            let words = shlex::split(line).ok_or_else(|| BadPlayer::Quotation(short()))?;
            if words.is_empty() {
                return Err(BadPlayer::NoCommand);
            }
            return Ok(MatchPlayer::Bot(CommandLine { line: line.trim().to_owned(), words }));
        }
        let unknown = || BadPlayer::Unknown(short());
        let mut parts = text.split(':');
        let level = parts.next().unwrap_or_default().parse().map_err(|_| unknown())?;
        let (mut nodes, mut millis) = (None, None);
        for part in parts {
            let (name, number) = part.split_once('=').ok_or_else(unknown)?;
            let number = number.parse::<u64>().map_err(|_| unknown())?;
            match name {
                "nodes" | "millis" if number == 0 => return Err(BadPlayer::Limit(short())),
                "nodes" if nodes.is_none() => nodes = Some(number),
                "millis" if number > 3_600_000 => return Err(BadPlayer::Limit(short())),
                "millis" if millis.is_none() => millis = Some(number),
                _ => return Err(unknown()),
            }
        }
        Ok(MatchPlayer::Level { level, nodes, millis })
    }
}

impl fmt::Display for MatchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchPlayer::Bot(CommandLine { line, .. }) => write!(f, "{COMMAND}{line}"),
            MatchPlayer::Level { level, nodes, millis } => {
                level.fmt(f)?;
                nodes.map_or(Ok(()), |nodes| write!(f, ":nodes={nodes}"))?;
                millis.map_or(Ok(()), |millis| write!(f, ":millis={millis}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_would() {
        let MatchPlayer::Bot(command) = "cmd:python3 'my bot.py' --name \"a b\"".parse().unwrap() else { panic!() };
        assert_eq!(command.words, ["python3", "my bot.py", "--name", "a b"]);
    }

    #[test]
    fn malformed_players_are_rejected() {
        for bad in ["", "expert", "club:", "club:nodes", "club:nodes=x", "club:nodes=1:nodes=2", "club:x=1"] {
            assert!(matches!(bad.parse::<MatchPlayer>(), Err(BadPlayer::Unknown(_))), "{bad}");
        }
        for bad in ["club:nodes=0", "club:millis=0", "club:millis=3600001"] {
            assert!(matches!(bad.parse::<MatchPlayer>(), Err(BadPlayer::Limit(_))), "{bad}");
        }
        for bad in ["cmd:", "cmd:  "] {
            assert_eq!(bad.parse::<MatchPlayer>(), Err(BadPlayer::NoCommand), "{bad}");
        }
        assert!(matches!("cmd:a 'b".parse::<MatchPlayer>(), Err(BadPlayer::Quotation(_))));
    }
}
