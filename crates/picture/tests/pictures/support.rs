//! Random games, and decoded pictures.

use parlor_rules::{Game, Level, Pair};
use parlor_table::{Player, Setup, Table};
use parlor_testkit::{RandomPlayer, next_entry};

pub fn setup(game: Game, size: i64, players: [Player; 2]) -> Setup {
    let [human, computer] = players;
    Setup { players: Pair { human, computer }, seed: 4.into(), size: Some(size), ..Setup::new(game) }
}

pub fn person(name: &str) -> Player {
    Player::Human(name.to_owned())
}

pub fn against_computer(game: Game, size: i64) -> Setup {
    setup(game, size, [person("Anna"), Player::Computer(Level::Club)])
}

/// Plays rounds at random; `visit` gets the table after each entry.
pub fn play(setup: Setup, rounds: usize, mut visit: impl FnMut(&Table)) -> Table {
    let mut player = RandomPlayer::new(setup.seed.number().expect("test seeds are open"), rounds);
    let (mut table, _) = Table::new(setup);
    visit(&table);
    while let Some(entry) = next_entry(&table, |question| player.answer(question)) {
        table.apply(entry).expect("a random answer is legal");
        visit(&table);
    }
    table
}

/// A table in the middle of its first round.
pub fn midgame(setup: Setup, entries: u64) -> Table {
    let mut found = None;
    let table = play(setup, 1, |table| {
        if table.revision() == entries {
            found = Some(table.clone());
        }
    });
    found.unwrap_or(table)
}
