use parlor_rules::{Game, Level, Pair, Seat, Standing, Throw};
use parlor_saves::{Dialect, Save};

use crate::{Player, Seed};

/// The journal's header: everything fixed before the first question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub game: Game,
    pub players: Pair<Player>,
    /// The source of random dice and coin tosses (rule dice-seed).
    pub seed: Seed,
    pub dice: DiceSource,
    /// Throws to use first, from a save or a dice file (rule dice-file).
    pub queue: Vec<QueuedThrow>,
    /// The player who starts the first round of Congkak; if `None`, a coin decides (rule con-first).
    pub first: Option<Seat>,
    /// The size of the first round; if `None`, the table asks for it.
    pub size: Option<i64>,
    /// The number of rounds between computer players, who can't be asked for another one.
    pub rounds: u32,
    /// The number of random plays at the start of an arena round. They don't count as decisions.
    pub opening: u32,
    /// The save that the tournament continues from, and its dialect.
    pub resumed: Option<(Standing, Dialect)>,
    /// The save's file name, as the user typed it.
    pub save_name: Option<String>,
}

/// The source of dice once the queue is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceSource {
    Random,
    /// A person throws real dice (rule dice-manual).
    Manual,
}

/// A throw that is waiting to be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueuedThrow {
    /// Its line in the file, from 1.
    pub line: u32,
    pub throw: Throw,
    /// True if the throw was read from a save; the next save contains it again.
    pub of_save: bool,
}

impl Setup {
    /// A person against the computer at club level, with random dice from seed 0.
    pub fn new(game: Game) -> Setup {
        Setup {
            game,
            players: Pair { human: Player::Human("Human".to_owned()), computer: Player::Computer(Level::Club) },
            seed: Seed::Open(0),
            dice: DiceSource::Random,
            queue: Vec::new(),
            first: None,
            size: None,
            rounds: 1,
            opening: 0,
            resumed: None,
            save_name: None,
        }
    }

    /// Resumes from a save, taking over its game, its throws and the names of people.
    #[must_use]
    pub fn resuming(mut self, save: &Save) -> Setup {
        self.game = save.standing.game();
        self.first = None;
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

    /// The dialect of the save that was read, for file names whose extension doesn't select one.
    pub(crate) fn dialect(&self) -> Dialect {
        self.resumed.as_ref().map_or(Dialect::Text, |(_, dialect)| *dialect)
    }

    /// Renames a person. Computer players keep their names.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        if let Player::Human(old) = &mut self.players[seat] {
            name.clone_into(old);
        }
    }

    /// The seat that answers questions about the table itself: the first person's, or Human's if no person plays.
    pub fn owner_seat(&self) -> Seat {
        Seat::BOTH.into_iter().find(|&seat| self.players[seat].is_person()).unwrap_or(Seat::Human)
    }

    pub fn has_people(&self) -> bool {
        self.players.human.is_person() || self.players.computer.is_person()
    }
}
