//! The options of a game.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use parlor_host::{BadSettings, BadSetup, Dice, Seats, Settings, load_setup};
use parlor_rules::{Game, Level, Pair};
use parlor_saves::Save;
use parlor_table::Setup;
use parlor_view::guided_setup;

use crate::exit::Failure;
use crate::screen::ScreenOptions;

/// The settings of a game. Those that are left out are asked for, or have their usual values.
#[derive(Args, Clone)]
pub(crate) struct PlayOptions {
    /// Squares in a row, pits a side, or points a side; asked for if left out.
    #[arg(long)]
    size: Option<i64>,
    /// How well the computer plays: novice, club or master; two with a comma where both seats are programs.
    #[arg(long, value_delimiter = ',')]
    pub(crate) level: Vec<Level>,
    /// Who plays.
    #[arg(long, value_enum, default_value = "human,computer")]
    pub(crate) players: Players,
    /// What to call you.
    #[arg(long)]
    name: Option<String>,
    /// Where dice come from: random, manual (you throw real ones), or a file with a throw on each line.
    #[arg(long, default_value = "random")]
    dice: String,
    /// Where random dice and coins come from: the same number and the same answers give the same game.
    #[arg(long)]
    seed: Option<u64>,
    /// How many rounds two programs play.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// A first round with a guide, who says before each question what can be done and why.
    #[arg(long, conflicts_with_all = ["size", "level", "players", "dice", "seed", "rounds", "resume"])]
    pub(crate) guided: bool,
    /// Go on from a save file.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) screen: ScreenOptions,
}

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Players {
    /// You against the program.
    #[value(name = "human,computer")]
    HumanComputer,
    /// Two people at one keyboard.
    #[value(name = "human,human")]
    HumanHuman,
    /// Two programs, without any questions.
    #[value(name = "computer,computer")]
    ComputerComputer,
}

impl PlayOptions {
    /// The settings that they ask for.
    pub(crate) fn settings(&self, game: Game) -> Settings {
        let level = |i: usize| self.level.get(i).or(self.level.first()).copied().unwrap_or_default();
        let (seats, levels) = match self.players {
            Players::HumanComputer => (Seats::HumanComputer, (level(0), level(0))),
            Players::HumanHuman => (Seats::HumanHuman, (level(0), level(0))),
            Players::ComputerComputer => (Seats::ComputerComputer, (level(0), level(1))),
        };
        let dice = match self.dice.as_str() {
            "random" => Dice::Random,
            "manual" => Dice::ByHand,
            file => Dice::File(file.into()),
        };
        Settings {
            game,
            size: self.size,
            seats,
            levels: Pair { human: levels.0, computer: levels.1 },
            dice,
            seed: self.seed,
            name: self.name.clone(),
            rounds: self.rounds,
        }
    }

    /// The same options with their files in another folder.
    #[cfg(test)]
    pub(crate) fn in_folder(mut self, folder: &std::path::Path) -> PlayOptions {
        if !["random", "manual"].contains(&self.dice.as_str()) {
            self.dice = folder.join(&self.dice).display().to_string();
        }
        self.resume = self.resume.map(|file| folder.join(file));
        self
    }

    /// The setup of a new game; a dice file is read now.
    pub(crate) fn setup(&self, game: Game) -> Result<Setup, Failure> {
        let setup = load_setup(&self.settings(game)).map_err(|error| {
            let option = match error {
                BadSetup::Settings(BadSettings::Size { .. }) => "--size: ",
                BadSetup::Settings(BadSettings::Name) => "--name: ",
                BadSetup::DiceFile { .. } => "",
            };
            Failure::Error(format!("{option}{error}"))
        })?;
        Ok(if self.guided { guided_setup(game, self.name.as_deref()) } else { setup })
    }

    /// The setup of a game that goes on from a save, which must be of the game that was asked for, if one was.
    pub(crate) fn resume(&self, asked: Option<Game>, save: &Save, text: &str) -> Result<Setup, Failure> {
        let found = save.standing.game();
        if asked.is_some_and(|asked| asked != found) {
            return Err(Failure::Error(format!("--resume: that is a save of {found}")));
        }
        Ok(self.setup(found)?.resuming(save, text))
    }
}
