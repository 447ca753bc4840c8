//! Random tournaments, for tests.

use parlor_rules::{Coin, Decision, Game, Level, Pair, Seat, Throw, canoga, congkak, kono};
use parlor_table::{Ask, Draw, Entry, Event, Next, Player, Setup, Table};

use parlor_testkit::RandomPlayer;

use crate::BoardView;

/// A person without a name against the computer.
pub(crate) fn setup(game: Game, seed: u64) -> Setup {
    let players = Pair { human: Player::Human(String::new()), computer: Player::Computer(Level::Club) };
    Setup { seed: seed.into(), players, ..Setup::new(game) }
}

/// A Canoga position with nine squares and Human to move.
pub(crate) fn canoga(human: &[i64], computer: &[i64]) -> canoga::Position {
    let row = |covered: &[i64]| canoga::DraftRow { covered: covered.to_vec(), score: 0 };
    let rows = Pair { human: row(human), computer: row(computer) };
    let (first, next) = (Seat::Human, Seat::Human);
    canoga::Draft { size: 9, rows, first, next, advantage: None, over: None }.check().unwrap().position
}

/// The question for squares after this throw by Human in [`canoga`].
pub(crate) fn which_squares(human: &[i64], computer: &[i64], dice: &[i64]) -> Ask {
    let thrown = canoga(human, computer).throw(Throw::new(dice).unwrap()).unwrap();
    Ask::Decide(Decision::Canoga(thrown))
}

/// The question that asks for a pit, at the start of a round.
pub(crate) fn which_pit() -> Ask {
    Ask::Decide(Decision::Congkak(congkak::Position::start(congkak::Size::USUAL, Seat::Human)))
}

/// The question that asks for a colour, at the start of a round of the smallest size.
pub(crate) fn which_color() -> Ask {
    Ask::Decide(Decision::Color(kono::Standing::new(kono::Size::ALL[0])))
}

/// The question that asks for a step, at the start of a round of the smallest size, with White to move.
pub(crate) fn which_step() -> Ask {
    Ask::Decide(Decision::Kono(kono::Standing::new(kono::Size::ALL[0]).choose(Seat::Human, kono::Color::White)))
}

/// One entry: the table before and after it, and its events.
pub(crate) struct Happened {
    pub(crate) before: Option<BoardView>,
    pub(crate) events: Vec<Event>,
}

/// Plays rounds at random and visits every entry with the table after it.
pub(crate) fn play(game: Game, seed: u64, rounds: usize, visit: impl FnMut(&Table, Happened)) -> Table {
    let (mut table, _) = Table::new(setup(game, seed));
    play_on(&mut table, seed, rounds, visit);
    table
}

/// Like [`play`], from the current state of a table.
pub(crate) fn play_on(table: &mut Table, seed: u64, rounds: usize, mut visit: impl FnMut(&Table, Happened)) {
    let mut player = RandomPlayer::new(seed, rounds);
    loop {
        let entry = match (table.draw(), table.next()) {
            (Some(Draw::ByHand), Next::Throw { dice, .. }) => {
                Entry::Throw { throw: Throw::numbered(dice, player.below(36) as u32), queued: false }
            }
            (Some(Draw::ByHand), _) => Entry::Coin(Coin::Heads),
            _ => match parlor_testkit::next_entry(table, |question| player.answer(question)) {
                Some(entry) => entry,
                None => return,
            },
        };
        let before = BoardView::of(table);
        let events = table.apply(entry).unwrap();
        visit(table, Happened { before, events });
    }
}
