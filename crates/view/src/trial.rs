//! Tournaments that are played at random, to show everything that happens in them.

use parlor_rules::kono::Color;
use parlor_rules::{Coin, DiceCount, Game, Level, Pair};
use parlor_table::{Answer, Ask, Draw, Entry, Event, MenuItem, Need, Player, Setup, Table, draw};

use crate::BoardView;

/// A person against the computer, without a name.
pub(crate) fn setup(game: Game, seed: u64) -> Setup {
    let players = Pair { human: Player::Human(String::new()), computer: Player::Computer(Level::Club) };
    Setup { seed, players, ..Setup::new(game) }
}

/// What happened with one entry: the table before and after it, and its events.
pub(crate) struct Happened {
    pub(crate) before: Option<BoardView>,
    pub(crate) events: Vec<Event>,
}

/// Plays rounds at random, and shows every entry with the table after it.
pub(crate) fn play(game: Game, seed: u64, rounds: usize, mut visit: impl FnMut(&Table, Happened)) -> Table {
    let (mut table, _) = Table::new(setup(game, seed)).unwrap();
    let mut random = seed;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut left = rounds;
    loop {
        let entry = match table.need() {
            Need::Throw { .. } | Need::Coin => match draw(&table) {
                Draw::Entry(entry) => entry,
                Draw::ByHand | Draw::NotNow => panic!("dice come from the seed"),
            },
            Need::Answer(question) => {
                let answer = match &question.ask {
                    Ask::Size { sizes, .. } => Answer::Size(sizes[next(sizes.len())]),
                    Ask::Coin => Answer::Coin([Coin::Heads, Coin::Tails][next(2)]),
                    Ask::Color => Answer::Color([Color::White, Color::Black][next(2)]),
                    Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
                    Ask::Dice => Answer::Dice([DiceCount::One, DiceCount::Two][next(2)]),
                    Ask::Canoga { moves, .. } => Answer::Canoga(moves[next(moves.len())]),
                    Ask::Congkak { pits } => Answer::Congkak(pits[next(pits.len())]),
                    Ask::Kono { moves } => Answer::Kono(moves[next(moves.len())]),
                    Ask::Another => {
                        left -= 1;
                        Answer::Another(left > 0)
                    }
                    Ask::FileName => Answer::Cancel,
                };
                Entry::decision(question.seat, answer)
            }
            Need::Save { .. } => panic!("nothing is saved"),
            Need::Nothing(_) => return table,
        };
        let before = BoardView::of(&table);
        let events = table.apply(entry).unwrap();
        visit(&table, Happened { before, events });
    }
}
