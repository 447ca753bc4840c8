use std::path::PathBuf;

use parlor_rules::{Game, Level, Pair, Seat};
use parlor_saves::Dialect;
use parlor_table::{DiceSource, Player, Salt, Seed, Setup};

/// The settings for a new game, before any random numbers are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub game: Game,
    /// The size of the first round; asked for at the table if left out.
    pub size: Option<i64>,
    pub seats: Seats,
    /// The level of each computer player.
    pub levels: Pair<Level>,
    /// The source of dice throws and coin tosses.
    pub dice: Dice,
    /// The player who starts the first round (Congkak).
    pub first: FirstPlayer,
    /// The seed of random dice; drawn from the operating system if left out.
    pub seed: Option<u64>,
    /// The name of the person in the Human seat; by default Human.
    pub name: Option<String>,
    /// The name of the second person; by default Human 2.
    pub name2: Option<String>,
    /// The number of rounds if two computer players play.
    pub rounds: u32,
    /// The dialect of saves; by default, the file's extension selects it.
    pub dialect: Option<Dialect>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Seats {
    /// A person against the computer.
    #[default]
    HumanComputer,
    HumanHuman,
    ComputerComputer,
}

impl Seats {
    pub const ALL: [Seats; 3] = [Seats::HumanComputer, Seats::HumanHuman, Seats::ComputerComputer];
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Dice {
    #[default]
    Random,
    /// Real dice, entered by a person.
    ByHand,
    /// From a file with one throw per line, and then from the seed.
    File(PathBuf),
}

/// The player who starts the first round of Congkak.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FirstPlayer {
    /// The one who wins the toss of a coin.
    #[default]
    Coin,
    You,
    Computer,
}

impl FirstPlayer {
    pub const ALL: [FirstPlayer; 3] = [FirstPlayer::Coin, FirstPlayer::You, FirstPlayer::Computer];

    fn seat(self) -> Option<Seat> {
        match self {
            FirstPlayer::Coin => None,
            FirstPlayer::You => Some(Seat::Human),
            FirstPlayer::Computer => Some(Seat::Computer),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSettings {
    /// The game doesn't have this size.
    #[error("{game} has {}, not {size}", game.sizes_in_words())]
    Size { game: Game, size: i64 },
    /// The name is empty, contains control characters, or is the computer player's.
    #[error("a name can't be empty, contain control characters, or be Computer")]
    Name,
    /// The second person's name is invalid in the same way, or equals the first one's.
    #[error("the second name can't be empty, contain control characters, be Computer, or be the same as the first")]
    Name2,
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
            first: FirstPlayer::default(),
            seed: None,
            name: None,
            name2: None,
            rounds: 1,
            dialect: None,
        }
    }

    /// The setup for these settings, without the throws of a dice file: see [`crate::load_setup`].
    pub fn setup(&self) -> Result<Setup, BadSettings> {
        let game = self.game;
        if let Some(size) = self.size.filter(|size| !game.sizes().contains(size)) {
            return Err(BadSettings::Size { game, size });
        }
        let name = self.name.as_deref().unwrap_or("Human").trim();
        check_name(name)?;
        let second = self.name2.as_deref().unwrap_or("Human 2").trim();
        if self.seats == Seats::HumanHuman {
            check_name(second).map_err(|_| BadSettings::Name2)?;
            if second.to_lowercase() == name.to_lowercase() {
                return Err(BadSettings::Name2);
            }
        }
        let person = |name: &str| Player::Human(name.to_owned());
        let program = self.levels.map(Player::Computer);
        let players = match self.seats {
            Seats::HumanComputer => Pair { human: person(name), ..program },
            Seats::HumanHuman => Pair { human: person(name), computer: person(second) },
            Seats::ComputerComputer => program,
        };
        let dice = match &self.dice {
            Dice::Random | Dice::File(_) => DiceSource::Random,
            Dice::ByHand => DiceSource::Manual,
        };
        let seed = Seed::Open(self.seed.unwrap_or_else(random_seed));
        let first = self.first.seat().filter(|_| game == Game::Congkak);
        Ok(Setup { players, seed, dice, first, size: self.size, rounds: self.rounds, ..Setup::new(game) })
    }
}

/// Checks that a person can have this name.
pub fn check_name(name: &str) -> Result<(), BadSettings> {
    let name = name.trim();
    if name.is_empty() || name.eq_ignore_ascii_case("computer") || name.chars().any(char::is_control) {
        return Err(BadSettings::Name);
    }
    Ok(())
}

/// An unpredictable seed.
///
/// # Panics
/// If the operating system provides no randomness, without which there are no fair dice.
pub fn random_seed() -> u64 {
    getrandom::u64().expect("the operating system gives random numbers")
}

/// An unpredictable seed that is revealed when the tournament is over.
///
/// # Panics
/// Like [`random_seed`].
pub fn random_committed_seed() -> Seed {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the operating system gives random numbers");
    Seed::Committed { seed: random_seed(), salt: Salt(salt) }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn errors_do_not_mention_command_line_options() {
        let bad = |settings: Settings| settings.setup().unwrap_err().to_string();
        let size = Settings { size: Some(8), ..Settings::new(Game::Canoga) };
        assert_eq!(bad(size), "Canoga has rows of 9, 10 or 11 squares, not 8");
        for name in ["", "  ", "computer", "a\u{1b}b"] {
            let named = Settings { name: Some(name.to_owned()), ..Settings::new(Game::Kono) };
            assert_eq!(bad(named), "a name can't be empty, contain control characters, or be Computer");
        }
    }

    #[test]
    fn two_people_have_two_names() {
        let settings = Settings { seats: Seats::HumanHuman, ..Settings::new(Game::Kono) };
        let named = |one: &str, two: &str| {
            let settings = Settings { name: Some(one.to_owned()), name2: Some(two.to_owned()), ..settings.clone() };
            settings.setup().map(|setup| setup.players)
        };
        let person = |name: &str| Player::Human(name.to_owned());
        assert_eq!(named("Ada", "Ben").unwrap(), Pair { human: person("Ada"), computer: person("Ben") });
        assert_eq!(named("Ada", "ada").unwrap_err(), BadSettings::Name2);
        assert_eq!(named("Ada", " ").unwrap_err(), BadSettings::Name2);
        let human_2 = Settings { name: Some("Human 2".to_owned()), ..settings.clone() };
        assert_eq!(human_2.setup().unwrap_err(), BadSettings::Name2);
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(random_seed(), random_seed());
        assert_ne!(random_committed_seed().commitment(), random_committed_seed().commitment());
    }
}
