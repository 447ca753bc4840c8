//! The options of a game.

use std::error::Error;
use std::ffi::OsStr;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueHint};
use parlor_arena::{BadPlayer, BotLimits, BotOpponent};
use parlor_engine::EngineJob;
use parlor_host::{
    AdviceFrom, BadSettings, BadSetup, Dice, FirstPlayer, Looks, MAX_DICE_BYTES, Named, Opponent, OpponentDecision,
    Preferences, Seats, Settings, load_save, load_setup, parse_dice, parse_save,
};
use parlor_review::Tutor;
use parlor_rules::{BadLevel, Game, Level, Pair};
use parlor_saves::{Dialect, Save, disk};
use parlor_table::{Player, Setup};
use parlor_view::{ChanceDevice, chance, guided_setup};

use crate::exit::Failure;
use crate::files::is_stdio;
use crate::screen::ScreenOptions;

/// The settings of a game. If one is left out, Parlor asks for it or uses its default.
#[derive(Args, Clone)]
pub(crate) struct PlayOptions {
    /// The size of the board; if left out, Parlor asks for it. Canoga: 9, 10 or 11 squares in a row; Congkak: 5 to 11
    /// pits per side; Kono: 5, 7 or 9 points per side.
    #[arg(long)]
    size: Option<i64>,
    #[arg(long, value_parser = level_or::<Levels>(), help = level_help())]
    pub(crate) level: Option<Levels>,
    /// The players.
    #[arg(long, value_parser = named::<Seats>(), default_value = "human,computer")]
    pub(crate) players: Seats,
    /// Your name.
    #[arg(long)]
    name: Option<String>,
    /// The second player's name, with --players human,human.
    #[arg(long, value_name = "NAME")]
    name2: Option<String>,
    /// The source of dice: random, manual (you throw real dice and type the result), or a file with one throw per line.
    /// If both players are computers, - reads standard input.
    #[arg(long, default_value = "random", value_hint = ValueHint::FilePath)]
    dice: String,
    /// The player who starts the first round of Congkak; later the winner of the last round starts.
    #[arg(long, value_parser = named::<FirstPlayer>(), default_value = "coin")]
    first: FirstPlayer,
    /// The seed for random dice and coin tosses. With the same seed and the same answers, the game is the same.
    #[arg(long)]
    seed: Option<u64>,
    /// The number of rounds if both players are computers; by default 1.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Play a first round with a guide that explains, before each question, what you can do and why.
    #[arg(long, conflicts_with_all = ["size", "level", "players", "name2", "dice", "first", "seed", "rounds", "resume"])]
    pub(crate) guided: bool,
    /// Resume the game in a save file. If both players are computers, - reads standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableOptions,
    #[command(flatten)]
    pub(crate) screen: ScreenOptions,
}

#[derive(Clone)]
pub(crate) enum Levels {
    /// One level for the computer, or one for each seat.
    Engine(Vec<Level>),
    Bot(parlor_arena::MatchPlayer),
}

fn level_help() -> String {
    format!(
        "The strength of the computer: {} (by default club); two levels separated by a comma if both players are \
         computers. In Congkak, master may win in its first turn. Or a bot as your opponent, like \"cmd:./mybot --fast\"",
        Level::names_in_words()
    )
}

/// Parses a value with `FromStr`. Help and shells list some of its values by name.
#[derive(Clone)]
pub(crate) struct Suggesting<T> {
    names: Vec<&'static str>,
    value: PhantomData<fn() -> T>,
}

impl<T> TypedValueParser for Suggesting<T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let read: fn(&str) -> Result<T, T::Err> = str::parse;
        read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Parses levels, or something that may also be a bot.
pub(crate) fn level_or<T>() -> Suggesting<T> {
    Suggesting { names: Level::ALL.map(Level::name).to_vec(), value: PhantomData }
}

pub(crate) fn dialect() -> Suggesting<Dialect> {
    Suggesting { names: vec!["text", "lisp", "prolog"], value: PhantomData }
}

/// A bot that plays against you.
pub(crate) struct OtherProgram {
    /// The command as it was typed.
    pub(crate) name: String,
    pub(crate) opponent: Arc<dyn Opponent>,
}

struct BotSeat(BotOpponent);

impl Opponent for BotSeat {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        Ok(OpponentDecision { choice: self.0.decide(job)?, value: None, rationale: None })
    }
}

impl Levels {
    /// Starts the bot now, so that a wrong command is reported before the game starts. `None` for the engine.
    pub(crate) fn start(&self) -> Result<Option<OtherProgram>, Failure> {
        let Levels::Bot(player) = self else { return Ok(None) };
        let Some(bot) = BotOpponent::new(player, BotLimits::default()) else { return Ok(None) };
        bot.start().map_err(|why| format!("--level: {why}"))?;
        Ok(Some(OtherProgram { name: player.to_string(), opponent: Arc::new(BotSeat(bot)) }))
    }
}

impl OtherProgram {
    pub(crate) fn note(&self) -> String {
        format!("{} plays for the computer.", self.name)
    }
}

impl FromStr for Levels {
    type Err = String;
    fn from_str(text: &str) -> Result<Levels, String> {
        // A command, and the settings before it, may contain commas.
        if text.contains("cmd:") {
            return text.parse().map(Levels::Bot).map_err(|wrong: BadPlayer| wrong.to_string());
        }
        let levels: Result<Vec<Level>, _> = text.split(',').map(str::parse).collect();
        levels.map(Levels::Engine).map_err(|wrong: BadLevel| wrong.to_string())
    }
}

/// Options that don't change the rules or the players, so that `continue` accepts them, too.
#[derive(Args, Clone, Default)]
pub(crate) struct TableOptions {
    /// The dialect of saves: text, lisp or prolog. By default, .lisp and .pl files use these dialects, and other files
    /// use the dialect of the save you resumed, or text.
    #[arg(long, value_name = "DIALECT", value_parser = dialect(), hide_possible_values = true)]
    pub(crate) dialect: Option<Dialect>,
    /// In line mode, don't show the board after each move of the computer.
    #[arg(long)]
    pub(crate) no_boards: bool,
    /// The strength of the advice; by default full.
    #[arg(long, value_parser = named::<AdviceFrom>(), value_name = "WHOSE")]
    advice: Option<AdviceFrom>,
    /// Warn you before a costly move; by default off. If the tutor needs more than a second after your choice, the move
    /// is played, with a note that it wasn't checked. Answers from a file or a pipe always wait for the tutor, so that
    /// the same answers give the same game.
    #[arg(long, value_parser = named::<Tutor>(), value_name = "HOW")]
    tutor: Option<Tutor>,
}

impl TableOptions {
    /// Options override remembered settings.
    pub(crate) fn looks(&self, remembered: Looks) -> Looks {
        let (advice, tutor) = (self.advice.unwrap_or(remembered.advice), self.tutor.unwrap_or(remembered.tutor));
        Looks { advice, tutor, ..remembered }
    }

    /// Fills in the options that weren't given, from remembered settings.
    pub(crate) fn remembering(&self, remembered: Looks) -> TableOptions {
        let Looks { advice, tutor, .. } = self.looks(remembered);
        TableOptions { advice: Some(advice), tutor: Some(tutor), ..self.clone() }
    }
}

/// Parses a value by its name. The help lists the names.
pub(crate) fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    let values = T::NAMES.iter().map(|(value, name, about)| {
        let aliases = T::ALIASES.iter().filter(|(aliased, _)| aliased == value).map(|(_, alias)| *alias);
        let shown = PossibleValue::new(*name).aliases(aliases);
        if about.is_empty() { shown } else { shown.help(*about) }
    });
    PossibleValuesParser::new(values).try_map(|name| T::named(&name))
}

/// The reason why standard input can't be read as a file.
const ANSWERS_COME_THERE: &str = "standard input is where your answers come from; name a file, or let two computers play \
                                  (--players computer,computer)";

impl PlayOptions {
    pub(crate) fn settings(&self, game: Game) -> Settings {
        let levels = self.levels();
        let level = |i: usize| levels.get(i).or(levels.first()).copied().unwrap_or_default();
        let second = if self.players == Seats::ComputerComputer { level(1) } else { level(0) };
        let dice = match self.dice.as_str() {
            "random" => Dice::Random,
            "manual" => Dice::ByHand,
            file => Dice::File(file.into()),
        };
        Settings {
            game,
            size: self.size,
            seats: self.players,
            levels: Pair { human: level(0), computer: second },
            dice,
            first: self.first,
            seed: self.seed,
            name: self.name.clone(),
            name2: self.name2.clone(),
            rounds: self.rounds.unwrap_or(1),
            dialect: self.table.dialect,
        }
    }

    /// Fills in the options that weren't given, from remembered preferences.
    pub(crate) fn remembering(&self, game: Option<Game>, remembered: &Preferences) -> PlayOptions {
        let mut options = self.remembering_names(remembered);
        if self.guided {
            return options;
        }
        if self.players == Seats::HumanComputer && options.level.is_none() {
            options.level = Some(Levels::Engine(vec![remembered.level]));
        }
        if self.resume.is_none() {
            options.size = options.size.or_else(|| remembered.size(game?));
        }
        options
    }

    /// Fills in the names that weren't given, from remembered preferences.
    pub(crate) fn remembering_names(&self, remembered: &Preferences) -> PlayOptions {
        let mut options = self.clone();
        if self.players != Seats::ComputerComputer {
            options.name = options.name.or_else(|| remembered.name.clone());
        }
        if self.players == Seats::HumanHuman {
            options.name2 = options.name2.or_else(|| remembered.name2.clone());
        }
        options
    }

    fn levels(&self) -> &[Level] {
        match &self.level {
            Some(Levels::Engine(levels)) => levels,
            Some(Levels::Bot(_)) | None => &[],
        }
    }

    /// The bot that plays against you, which has already been started.
    pub(crate) fn opponent(&self) -> Result<Option<OtherProgram>, Failure> {
        self.level.as_ref().map_or(Ok(None), Levels::start)
    }

    /// Resolves relative paths from `folder`.
    #[cfg(test)]
    pub(crate) fn in_folder(mut self, folder: &Path) -> PlayOptions {
        if !["random", "manual"].contains(&self.dice.as_str()) {
            self.dice = folder.join(&self.dice).display().to_string();
        }
        self
    }

    /// False if an option was given whose value is fixed in a guided round.
    pub(crate) fn can_be_guided(&self) -> bool {
        let usual = self.players == Seats::HumanComputer && self.dice == "random";
        usual
            && self.first == FirstPlayer::Coin
            && self.size.is_none()
            && self.level.is_none()
            && self.seed.is_none()
            && !self.guided
    }

    /// Refuses options that would have no effect.
    pub(crate) fn check(&self, game: Option<Game>) -> Result<(), Failure> {
        let programs = self.players == Seats::ComputerComputer;
        let people = self.players == Seats::HumanHuman;
        let file = !["random", "manual"].contains(&self.dice.as_str());
        let from_stdin = |path: &Path| is_stdio(path) || is_standard_input(path);
        let resumes_stdin = self.resume.as_deref().is_some_and(from_stdin);
        let dice_stdin = file && from_stdin(Path::new(&self.dice));
        let wrong = if self.rounds.is_some() && !programs {
            "--rounds: only for two computers; you are asked after each round (--players computer,computer)"
        } else if self.size.is_some() && self.resume.is_some() {
            "--size: the save file sets the size"
        } else if matches!(self.level, Some(Levels::Bot(_))) && self.players != Seats::HumanComputer {
            "--level: a bot can only play against you; parlor arena lets bots play each other"
        } else if self.levels().len() > 2 || (self.levels().len() > 1 && !programs) {
            "--level: give one level, because there is only one computer player (for two: --players computer,computer)"
        } else if people && self.level.is_some() {
            "--level: two people play, so no level is needed"
        } else if self.name2.is_some() && !people {
            "--name2: only for two people (--players human,human)"
        } else if self.name.is_some() && programs {
            "--name: two computer players are named after their levels"
        } else if programs && self.table.advice.is_some() {
            "--advice: two computer players need no help"
        } else if people && self.table.advice == Some(AdviceFrom::Level) {
            "--advice: the value level needs a computer player"
        } else if people && self.table.no_boards {
            "--no-boards: without a computer player there is no board to leave out"
        } else if self.seed.is_some() && self.dice == "manual" {
            "--seed: has no effect when you throw the dice yourself"
        } else if game.is_some_and(|game| chance(game) == ChanceDevice::Coin) && file {
            "--dice: Congkak has no dice, only a coin; use random or manual"
        } else if self.first != FirstPlayer::Coin && game.is_some_and(|game| chance(game) != ChanceDevice::Coin) {
            "--first: only for Congkak; in Canoga and Kono both players throw dice for the first turn"
        } else if self.first != FirstPlayer::Coin && self.resume.is_some() {
            "--first: the save file says who is next"
        } else if self.first != FirstPlayer::Coin && self.dice == "manual" {
            "--dice: with --first no coin is tossed"
        } else if resumes_stdin && dice_stdin {
            "--resume and --dice can't both read standard input"
        } else if resumes_stdin && !programs {
            return Err(Failure::Error(format!("--resume: {ANSWERS_COME_THERE}")));
        } else if dice_stdin && !programs {
            return Err(Failure::Error(format!("--dice: {ANSWERS_COME_THERE}")));
        } else {
            return Ok(());
        };
        Err(Failure::Error(wrong.to_owned()))
    }

    /// The setup of a new game. This reads the dice file.
    pub(crate) fn setup(&self, game: Game) -> Result<Setup, Failure> {
        self.check(Some(game))?;
        let mut settings = self.settings(game);
        let stdin = matches!(&settings.dice, Dice::File(file) if is_stdio(file));
        if stdin {
            settings.dice = Dice::Random;
        }
        let mut setup = load_setup(&settings).map_err(|error| {
            let option = match error {
                BadSetup::Settings(BadSettings::Size { .. }) => "--size: ",
                BadSetup::Settings(BadSettings::Name) => "--name: ",
                BadSetup::Settings(BadSettings::Name2) => "--name2: ",
                BadSetup::Unreadable(_) => "--dice: ",
                BadSetup::DiceFile { .. } => "",
            };
            Failure::Error(format!("{option}{error}"))
        })?;
        if let Some(Levels::Bot(player)) = &self.level {
            setup.players.computer = Player::Bot(player.to_string());
        }
        if stdin {
            let bytes = disk::read_some(io::stdin().lock(), MAX_DICE_BYTES + 1)?;
            setup.queue = parse_dice(&bytes).map_err(|why| format!("--dice: standard input: {why}"))?;
        }
        Ok(if self.guided { guided_setup(game, self.name.as_deref()) } else { setup })
    }

    pub(crate) fn dice_note(&self, setup: &Setup) -> Option<String> {
        let file = !["random", "manual"].contains(&self.dice.as_str()) && !self.guided;
        let empty = file && setup.queue.iter().all(|queued| queued.of_save);
        let name = disk::shown(Path::new(&self.dice));
        empty.then(|| format!("{name} is empty, so the dice are random."))
    }

    pub(crate) fn load(&self, file: &Path, asked: Option<Game>) -> Result<Save, Failure> {
        self.check(asked)?;
        if is_stdio(file) {
            let bytes = disk::read_all(io::stdin().lock())?;
            return Ok(parse_save(&bytes, "standard input")?);
        }
        Ok(load_save(file)?)
    }

    /// The setup for a save. Fails if the save isn't of the game `asked`.
    pub(crate) fn resume(&self, asked: Option<Game>, file: &Path, save: &Save) -> Result<Setup, Failure> {
        let found = save.standing.game();
        if asked.is_some_and(|asked| asked != found) {
            return Err(Failure::Error(format!("--resume: that is a save of {found}")));
        }
        let name = (!is_stdio(file)).then(|| file.display().to_string());
        Ok(Setup { save_name: name, ..self.setup(found)?.resuming(save) })
    }
}

fn is_standard_input(path: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path == Path::new(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_and_dialect_is_suggested() {
        let levels = level_or::<Levels>().names.into_iter().map(str::parse::<Level>);
        assert_eq!(levels.map(Result::unwrap).collect::<Vec<_>>(), Level::ALL);
        let dialects = dialect().names.into_iter().map(str::parse::<Dialect>);
        assert_eq!(dialects.map(Result::unwrap).collect::<Vec<_>>(), Dialect::ALL);
    }
}
