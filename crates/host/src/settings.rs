use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use parlor_rules::{Game, Level, Pair};
use parlor_saves::{Save, disk};
use parlor_table::{DiceSource, Player, QueuedThrow, Setup};

use crate::read_dice_file;

/// A game as somebody wants it, before anything is read or drawn for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Which game.
    pub game: Game,
    /// The size of the first round; asked for at the table if left out.
    pub size: Option<i64>,
    /// Who plays.
    pub seats: Seats,
    /// How well the program plays in each seat that it has.
    pub levels: Pair<Level>,
    /// Where dice and coins come from.
    pub dice: Dice,
    /// Where random ones come from; any, if left out.
    pub seed: Option<u64>,
    /// What to call the person in the Human seat, where it isn't just Human.
    pub name: Option<String>,
    /// How many rounds two programs play.
    pub rounds: u32,
}

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Seats {
    /// A person against the program.
    #[default]
    HumanComputer,
    /// Two people.
    HumanHuman,
    /// Two programs, and nobody is asked anything.
    ComputerComputer,
}

impl Seats {
    /// All of them.
    pub const ALL: [Seats; 3] = [Seats::HumanComputer, Seats::HumanHuman, Seats::ComputerComputer];
}

/// Where dice come from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Dice {
    /// From the seed.
    #[default]
    Random,
    /// From a person who throws real ones.
    ByHand,
    /// From a file with a throw on each line, and then from the seed.
    File(PathBuf),
}

/// The sizes that people choose from.
pub fn sizes(game: Game) -> &'static [i64] {
    match game {
        Game::Canoga => &[9, 10, 11],
        Game::Congkak => &[5, 6, 7, 8, 9, 10, 11],
        Game::Kono => &[5, 7, 9],
    }
}

/// The size that most people choose.
pub fn usual_size(game: Game) -> i64 {
    match game {
        Game::Canoga => 9,
        Game::Congkak => 7,
        Game::Kono => 5,
    }
}

impl Settings {
    /// A person against the computer at club level, with random dice.
    pub fn new(game: Game) -> Settings {
        Settings {
            game,
            size: None,
            seats: Seats::default(),
            levels: Pair::default(),
            dice: Dice::default(),
            seed: None,
            name: None,
            rounds: 1,
        }
    }

    /// The setup that they ask for; what is wrong with them is a sentence.
    pub fn setup(&self) -> Result<Setup, String> {
        let game = self.game;
        let mut setup = Setup::new(game);
        setup.seed = self.seed.unwrap_or_else(any_seed);
        setup.size = self.size;
        setup.rounds = self.rounds;
        let person = |name: &str| Player::Human(name.to_owned());
        let name = self.name.as_deref().unwrap_or("Human").trim();
        if name.is_empty() || name.eq_ignore_ascii_case("computer") || name.chars().any(char::is_control) {
            return Err("--name: choose a name of letters, and not Computer".to_owned());
        }
        let program = self.levels.map(Player::Computer);
        setup.players = match self.seats {
            Seats::HumanComputer => Pair { human: person(name), ..program },
            Seats::HumanHuman => Pair { human: person(name), computer: person("Human 2") },
            Seats::ComputerComputer => program,
        };
        match &self.dice {
            Dice::Random => {}
            Dice::ByHand => setup.dice = DiceSource::Manual,
            Dice::File(file) => setup.queue = throws(file)?,
        }
        if let Some(size) = self.size.filter(|size| !sizes(game).contains(size)) {
            let sizes = match game {
                Game::Canoga => "rows of 9, 10 or 11 squares",
                Game::Congkak => "5 to 11 pits a side",
                Game::Kono => "5, 7 or 9 points a side",
            };
            return Err(format!("--size {size}: {game} has {sizes}"));
        }
        Ok(setup)
    }
}

/// No dice file is nearly as long.
const MAX_BYTES: u64 = 64 << 20;

fn throws(file: &Path) -> Result<Vec<QueuedThrow>, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = File::open(file).and_then(|file| io::read_to_string(file.take(MAX_BYTES)));
    read_dice_file(&text.map_err(|error| said(&error))?).map_err(|error| said(&error))
}

/// A seed that nobody chose, short enough to be typed again.
pub fn any_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}

/// Reads a save that is to be played on, and gives its text too; if it can't be read, what is wrong with it, in lines.
pub fn load(file: &Path) -> Result<(Save, String), String> {
    let bytes = disk::read_file(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match parlor_saves::read_bytes(&bytes, None) {
        Ok(save) => Ok((save, text)),
        Err(refusal) => {
            let picture = refusal.picture(&file.display().to_string(), &text);
            Err(format!("this save can't be read\n{}", picture.trim_end()))
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_table::{Ask, Need, Table};

    use super::*;

    #[test]
    fn sizes_are_those_that_the_table_asks_for() {
        for game in Game::ALL {
            let (mut table, _) = Table::new(Settings::new(game).setup().unwrap()).unwrap();
            while let Need::Throw { .. } | Need::Coin = table.need() {
                let parlor_table::Draw::Entry(entry) = parlor_table::draw(&table) else { panic!() };
                table.apply(entry).unwrap();
            }
            let Need::Answer(question) = table.need() else { panic!("{:?}", table.need()) };
            assert_eq!(question.ask, Ask::Size { sizes: sizes(game).to_vec(), usual: usual_size(game) });
        }
    }

    #[test]
    fn every_seat_gets_its_player() {
        let levels = Pair { human: Level::Novice, computer: Level::Master };
        let players = |seats| Settings { seats, levels, ..Settings::new(Game::Kono) }.setup().unwrap().players;
        let human = |name: &str| Player::Human(name.to_owned());
        let program = Player::Computer;
        assert_eq!(players(Seats::HumanComputer), Pair { human: human("Human"), computer: program(Level::Master) });
        assert_eq!(players(Seats::HumanHuman), Pair { human: human("Human"), computer: human("Human 2") });
        assert_eq!(
            players(Seats::ComputerComputer),
            Pair { human: program(Level::Novice), computer: program(Level::Master) }
        );
    }
}
