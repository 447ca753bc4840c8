//! The decisions of random rounds of every game.

use parlor_rules::{Decision, DiceCount, Game, Seat, Throw, canoga, congkak, kono};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The decisions of whole random rounds, at least `count` of them.
pub(crate) fn decisions(game: Game, size: i64, count: usize, seed: u64) -> Vec<Decision> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut list = Vec::new();
    while list.len() < count {
        match game {
            Game::Canoga => canoga_round(size, &mut random, &mut list),
            Game::Congkak => congkak_round(size, &mut random, &mut list),
            Game::Kono => kono_round(size, &mut random, &mut list),
        }
    }
    list
}

fn any<T: Copy>(list: &[T], random: &mut ChaCha8Rng) -> T {
    list[random.random_range(0..list.len())]
}

fn canoga_round(size: i64, random: &mut ChaCha8Rng, list: &mut Vec<Decision>) {
    let size = canoga::Size::new(size).expect("a size of the game");
    let owner = any(&Seat::BOTH, random);
    let handicap = random.random_bool(0.5).then(|| canoga::Handicap { owner, square: random.random_range(1..=9) });
    let mut position = canoga::Position::start(size, any(&Seat::BOTH, random), handicap);
    while position.outcome().is_none() {
        list.push(Decision::Dice(position));
        let dice: Vec<DiceCount> = position.throws().collect();
        let throws: Vec<Throw> = Throw::all(any(&dice, random)).collect();
        let thrown = position.throw(any(&throws, random)).expect("these dice may be thrown");
        let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
        position = if moves.is_empty() {
            thrown.pass().expect("there is no move")
        } else {
            list.push(Decision::Canoga(thrown));
            thrown.play(any(&moves, random)).expect("listed moves can be played")
        };
    }
}

fn congkak_round(size: i64, random: &mut ChaCha8Rng, list: &mut Vec<Decision>) {
    let size = congkak::Size::new(size).expect("a size of the game");
    let mut position = congkak::Position::start(size, any(&Seat::BOTH, random));
    while position.turn().is_some() {
        list.push(Decision::Congkak(position));
        let moves: Vec<congkak::Pit> = position.legal_moves().collect();
        position = position.play(any(&moves, random)).expect("listed moves can be played");
    }
}

/// Every other move is a capture or an arrival if there is one, so that endings come up too.
fn kono_round(size: i64, random: &mut ChaCha8Rng, list: &mut Vec<Decision>) {
    let size = kono::Size::new(size).expect("a size of the game");
    let color = any(&[kono::Color::White, kono::Color::Black], random);
    let mut standing = kono::Standing::new(size).choose(any(&Seat::BOTH, random), color);
    while let Some(position) = standing.position.filter(|position| position.turn().is_some()) {
        list.push(Decision::Kono(standing.clone()));
        let moves: Vec<kono::Move> = position.legal_moves().collect();
        let is_tactical = |chosen: &kono::Move| {
            let play = position.play_with_details(*chosen).expect("listed moves can be played");
            play.captured || play.arrived
        };
        let tactical: Vec<kono::Move> = moves.iter().copied().filter(is_tactical).collect();
        let chosen = if tactical.is_empty() || random.random() { any(&moves, random) } else { any(&tactical, random) };
        standing.play(chosen).expect("listed moves can be played");
    }
}
