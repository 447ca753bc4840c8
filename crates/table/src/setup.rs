use parlor_rules::{Game, Level, Pair, Seat, Standing, Throw};
use parlor_saves::{Dialect, Save};

use crate::{Player, Seed};

/// Everything that is known before the first question: the journal's header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Which game.
    pub game: Game,
    /// Who decides for each seat.
    pub players: Pair<Player>,
    /// Where random dice and coins come from (rule dice-seed).
    pub seed: Seed,
    /// Where dice come from.
    pub dice: DiceSource,
    /// Throws that come first, from a save or a dice file (rule dice-file).
    pub queue: Vec<QueuedThrow>,
    /// The size of the first round, where it isn't asked for.
    pub size: Option<i64>,
    /// How many rounds are played where nobody can be asked for another.
    pub rounds: u32,
    /// The number of plays at the start that an arena drew at random. They are nobody's decisions.
    pub opening: u32,
    /// The save that the tournament continues from, and its dialect.
    pub resumed: Option<(Standing, Dialect)>,
    /// The file that it was read from, as it was named.
    pub save_name: Option<String>,
}

/// Where dice come from once the queue is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceSource {
    /// From the seed.
    Random,
    /// From a person who throws real ones (rule dice-manual).
    Manual,
}

/// A throw that waits to be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueuedThrow {
    /// Its line in the file it came from, from 1.
    pub line: u32,
    /// The dice.
    pub throw: Throw,
    /// Whether a save brought it along; then saving again keeps it.
    pub of_save: bool,
}

impl Setup {
    /// A person against the computer at club level, with random dice of seed 0.
    pub fn new(game: Game) -> Setup {
        Setup {
            game,
            players: Pair { human: Player::Human("Human".to_owned()), computer: Player::Computer(Level::Club) },
            seed: Seed::Open(0),
            dice: DiceSource::Random,
            queue: Vec::new(),
            size: None,
            rounds: 1,
            opening: 0,
            resumed: None,
            save_name: None,
        }
    }

    /// Continues from a save: its game, its throws, and its people.
    #[must_use]
    pub fn resuming(mut self, save: &Save) -> Setup {
        self.game = save.standing.game();
        self.resumed = Some((save.standing.clone(), save.dialect));
        let throws = save.dice.iter().zip(1..).map(|(&throw, line)| QueuedThrow { line, throw, of_save: true });
        self.queue = throws.chain(self.queue).collect();
        if let (Some(name), Player::Human(old)) = (&save.names.human, &mut self.players.human) {
            old.clone_from(name);
        }
        if let Some(name) = &save.names.computer {
            self.players.computer = Player::Human(name.clone());
        }
        self
    }

    /// The dialect of the save that was read, for saves whose name doesn't tell another.
    pub(crate) fn dialect(&self) -> Dialect {
        self.resumed.as_ref().map_or(Dialect::Text, |(_, dialect)| *dialect)
    }

    /// Gives a person another name. A program keeps its own.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        if let Player::Human(old) = &mut self.players[seat] {
            name.clone_into(old);
        }
    }

    /// The seat of the person who is asked about the table itself: the first one, if there is one.
    pub fn keeper(&self) -> Seat {
        Seat::BOTH.into_iter().find(|&seat| self.players[seat].is_person()).unwrap_or(Seat::Human)
    }

    /// Whether anybody can be asked.
    pub fn has_people(&self) -> bool {
        self.players.human.is_person() || self.players.computer.is_person()
    }
}
