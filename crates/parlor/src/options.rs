//! The options of a game.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use parlor_arena::{BadPlayer, BotLimits, BotOpponent};
use parlor_engine::EngineJob;
use parlor_host::{
    AdviceFrom, BadSettings, BadSetup, Dice, Looks, MAX_DICE_BYTES, Named, Opponent, OpponentDecision, Preferences,
    Seats, Settings, dice_of, load_save, load_setup, save_of,
};
use parlor_review::Tutor;
use parlor_rules::{BadLevel, Game, Level, Pair};
use parlor_saves::{Dialect, Save, disk};
use parlor_table::{Player, Setup};
use parlor_view::{ChanceDevice, chance, guided_setup};

use crate::exit::Failure;
use crate::files::is_stdio;
use crate::screen::ScreenOptions;

/// The settings of a game. Those that are left out are asked for, or have their usual values.
#[derive(Args, Clone)]
pub(crate) struct PlayOptions {
    /// The size of the board; asked for if left out. Canoga: 9, 10 or 11 squares in a row; Congkak: 5 to 11 pits a
    /// side; Kono: 5, 7 or 9 points a side.
    #[arg(long)]
    size: Option<i64>,
    /// How well the computer plays: novice, club or master; two with a comma where both seats are programs. Or another
    /// program as your opponent, like "cmd:./mybot --fast"; see docs/bots.md.
    #[arg(long)]
    pub(crate) level: Option<Levels>,
    /// Who plays.
    #[arg(long, value_parser = named::<Seats>(), default_value = "human,computer")]
    pub(crate) players: Seats,
    /// What to call you.
    #[arg(long)]
    name: Option<String>,
    /// What to call the second person, with --players human,human.
    #[arg(long, value_name = "NAME")]
    name2: Option<String>,
    /// Where dice come from: random, manual (you throw real ones), or a file with a throw on each line. Two programs
    /// can take - for standard input.
    #[arg(long, default_value = "random")]
    dice: String,
    /// Where random dice and coins come from: the same number and the same answers give the same game.
    #[arg(long)]
    seed: Option<u64>,
    /// How many rounds two programs play; 1 if left out.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// A first round with a guide, who says before each question what can be done and why.
    #[arg(long, conflicts_with_all = ["size", "level", "players", "name2", "dice", "seed", "rounds", "resume"])]
    pub(crate) guided: bool,
    /// Go on from a save file. Two programs can take - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableOptions,
    #[command(flatten)]
    pub(crate) screen: ScreenOptions,
}

/// Who decides for the computer's seats.
#[derive(Clone)]
pub(crate) enum Levels {
    /// The engine, at one level or at two.
    Engine(Vec<Level>),
    /// Another program.
    Bot(parlor_arena::MatchPlayer),
}

/// Another program that is your opponent.
pub(crate) struct OtherProgram {
    /// As it was given.
    pub(crate) name: String,
    pub(crate) opponent: Arc<dyn Opponent>,
}

/// A bot of the arena that sits at a table.
struct BotSeat(BotOpponent);

impl Opponent for BotSeat {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        Ok(OpponentDecision { choice: self.0.decide(job)?, value: None, rationale: None })
    }
}

impl Levels {
    /// Starts another program, to find out whether that works; nothing if the engine decides.
    pub(crate) fn start(&self) -> Result<Option<OtherProgram>, Failure> {
        let Levels::Bot(player) = self else { return Ok(None) };
        let Some(bot) = BotOpponent::new(player, BotLimits::default()) else { return Ok(None) };
        bot.start().map_err(|why| format!("--level: {why}"))?;
        Ok(Some(OtherProgram { name: player.to_string(), opponent: Arc::new(BotSeat(bot)) }))
    }
}

impl OtherProgram {
    /// What is said of it before a game begins.
    pub(crate) fn note(&self) -> String {
        format!("{} decides for the computer.", self.name)
    }
}

impl FromStr for Levels {
    type Err = String;
    fn from_str(text: &str) -> Result<Levels, String> {
        // A command may have commas of its own.
        if text.starts_with("cmd:") {
            return text.parse().map(Levels::Bot).map_err(|wrong: BadPlayer| wrong.to_string());
        }
        let levels: Result<Vec<Level>, _> = text.split(',').map(str::parse).collect();
        levels.map(Levels::Engine).map_err(|wrong: BadLevel| wrong.to_string())
    }
}

/// What doesn't change the game that is played.
#[derive(Args, Clone, Default)]
pub(crate) struct TableOptions {
    /// What saves are written in: text, lisp or prolog. If left out, .lisp and .pl files get their dialect, and others
    /// that of the save that was resumed, or text.
    #[arg(long, value_name = "DIALECT")]
    pub(crate) dialect: Option<Dialect>,
    /// In line mode, show the board after each move of the computer.
    #[arg(long)]
    pub(crate) boards: bool,
    /// Whose view help gives; full if left out.
    #[arg(long, value_parser = named::<AdviceFrom>(), value_name = "WHOSE")]
    advice: Option<AdviceFrom>,
    /// Ask before a costly choice is played; off if left out. If the tutor isn't done a second after the choice, the choice is
    /// played and said to be unchecked. Answers that come from a file or a pipe wait until it is done, so that the same
    /// answers always give the same game.
    #[arg(long, value_parser = named::<Tutor>(), value_name = "HOW")]
    tutor: Option<Tutor>,
}

impl TableOptions {
    /// Settings with what the options say about help.
    pub(crate) fn looks(&self, remembered: Looks) -> Looks {
        let (advice, tutor) = (self.advice.unwrap_or(remembered.advice), self.tutor.unwrap_or(remembered.tutor));
        Looks { advice, tutor, ..remembered }
    }

    /// Options that say what was remembered, where they said nothing else.
    pub(crate) fn remembering(&self, remembered: Looks) -> TableOptions {
        let Looks { advice, tutor, .. } = self.looks(remembered);
        TableOptions { advice: Some(advice), tutor: Some(tutor), ..self.clone() }
    }
}

/// Reads an option with a few values, and lists them in its help.
pub(crate) fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    let values = T::NAMES.iter().map(|(value, name, about)| {
        let aliases = T::ALIASES.iter().filter(|(aliased, _)| aliased == value).map(|(_, alias)| *alias);
        let shown = PossibleValue::new(*name).aliases(aliases);
        if about.is_empty() { shown } else { shown.help(*about) }
    });
    PossibleValuesParser::new(values).try_map(|name| T::named(&name))
}

/// Why standard input can't be read as a file.
const ANSWERS_COME_THERE: &str = "standard input is where your answers come from; name a file, or let two programs play \
                                  (--players computer,computer)";

impl PlayOptions {
    /// The settings that they ask for.
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
            seed: self.seed,
            name: self.name.clone(),
            name2: self.name2.clone(),
            rounds: self.rounds.unwrap_or(1),
            dialect: self.table.dialect,
        }
    }

    /// The same with settings from the last time, where the options say nothing else.
    pub(crate) fn remembering(&self, game: Option<Game>, remembered: &Preferences) -> PlayOptions {
        let mut options = self.clone();
        if self.players != Seats::ComputerComputer {
            options.name = options.name.or_else(|| remembered.name.clone());
        }
        if self.players == Seats::HumanHuman {
            options.name2 = options.name2.or_else(|| remembered.name2.clone());
        }
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

    /// The levels that were asked for.
    fn levels(&self) -> &[Level] {
        match &self.level {
            Some(Levels::Engine(levels)) => levels,
            Some(Levels::Bot(_)) | None => &[],
        }
    }

    /// The other program that is to be your opponent, if there is one. It is started, to find out whether that works.
    pub(crate) fn opponent(&self) -> Result<Option<OtherProgram>, Failure> {
        self.level.as_ref().map_or(Ok(None), Levels::start)
    }

    /// The same options with their files in another folder.
    #[cfg(test)]
    pub(crate) fn in_folder(mut self, folder: &Path) -> PlayOptions {
        if !["random", "manual"].contains(&self.dice.as_str()) {
            self.dice = folder.join(&self.dice).display().to_string();
        }
        self
    }

    /// Whether nothing is set that a guided round sets itself.
    pub(crate) fn can_be_guided(&self) -> bool {
        let usual = self.players == Seats::HumanComputer && self.dice == "random";
        usual && self.size.is_none() && self.level.is_none() && self.seed.is_none() && !self.guided
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
            "--rounds: only two programs play a number of rounds; you are asked after each (--players computer,computer)"
        } else if self.size.is_some() && self.resume.is_some() {
            "--size: the board of a save has its size already"
        } else if matches!(self.level, Some(Levels::Bot(_))) && self.players != Seats::HumanComputer {
            "--level: another program can only be your own opponent; parlor arena lets programs play each other"
        } else if self.levels().len() > 2 || (self.levels().len() > 1 && !programs) {
            "--level: there is only one program, so one level (two programs: --players computer,computer)"
        } else if people && self.level.is_some() {
            "--level: two people play, so there is no program that needs a level"
        } else if self.name2.is_some() && !people {
            "--name2: there is no second person (--players human,human)"
        } else if self.name.is_some() && programs {
            "--name: two programs are called by their levels"
        } else if programs && self.table.advice.is_some() {
            "--advice: two programs ask for no help"
        } else if people && self.table.advice == Some(AdviceFrom::Level) {
            "--advice: there is no computer player whose view help could give"
        } else if people && self.table.boards {
            "--boards: there is no computer player, and you see the board before each move anyway"
        } else if self.seed.is_some() && self.dice == "manual" {
            "--seed: nothing is drawn from a seed when you throw the dice yourself"
        } else if game.is_some_and(|game| chance(game) == ChanceDevice::Coin) && file {
            "--dice: Congkak has no dice, only a coin; random and manual are possible"
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

    /// The setup of a new game; a dice file is read now.
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
            setup.queue = dice_of(&bytes).map_err(|why| format!("--dice: standard input: {why}"))?;
        }
        Ok(if self.guided { guided_setup(game, self.name.as_deref()) } else { setup })
    }

    /// What is to be said about the dice before a game begins.
    pub(crate) fn dice_note(&self, setup: &Setup) -> Option<String> {
        let file = !["random", "manual"].contains(&self.dice.as_str()) && !self.guided;
        let empty = file && setup.queue.iter().all(|queued| queued.of_save);
        let name = disk::shown(Path::new(&self.dice));
        empty.then(|| format!("{name} is empty: the dice are random from the start."))
    }

    /// Reads the save to go on from.
    pub(crate) fn load(&self, file: &Path, asked: Option<Game>) -> Result<Save, Failure> {
        self.check(asked)?;
        if is_stdio(file) {
            let bytes = disk::read_all(io::stdin().lock())?;
            return Ok(save_of(&bytes, "standard input")?);
        }
        Ok(load_save(file)?)
    }

    /// The setup of a game that goes on from a save, which must be of the game that was asked for, if one was.
    pub(crate) fn resume(&self, asked: Option<Game>, file: &Path, save: &Save) -> Result<Setup, Failure> {
        let found = save.standing.game();
        if asked.is_some_and(|asked| asked != found) {
            return Err(Failure::Error(format!("--resume: that is a save of {found}")));
        }
        let name = (!is_stdio(file)).then(|| file.display().to_string());
        Ok(Setup { save_name: name, ..self.setup(found)?.resuming(save) })
    }
}

/// Whether a path is another name of standard input.
fn is_standard_input(path: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|name| path == Path::new(name))
}
