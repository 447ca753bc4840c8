//! Where a round begins, to be changed by hand.

use parlor_rules::{Game, Seat, Standing, canoga, congkak, kono};
use parlor_saves::Dialect;

/// The position with which a round of this size begins, with Human first, and the same as the text of a save. Any other
/// size stands for the usual one.
pub fn starting_save(game: Game, size: i64) -> (String, Standing) {
    let first = Seat::Human;
    let standing = match game {
        Game::Canoga => {
            Standing::Canoga(canoga::Standing::new(canoga::Size::new(size).unwrap_or(canoga::Size::USUAL), first))
        }
        Game::Congkak => {
            Standing::Congkak(congkak::Standing::new(congkak::Size::new(size).unwrap_or(congkak::Size::USUAL), first))
        }
        Game::Kono => {
            let start = kono::Standing::new(kono::Size::new(size).unwrap_or(kono::Size::USUAL));
            Standing::Kono(start.choose(first, kono::Color::White))
        }
    };
    (parlor_saves::write(&standing, Dialect::Text).text, standing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_begins_with_a_position_that_can_be_read() {
        for game in Game::ALL {
            for size in game.sizes() {
                let (text, standing) = starting_save(game, size);
                let save = parlor_saves::read(&text, Some(game)).unwrap();
                assert_eq!(save.standing, standing, "{text}");
                assert_eq!(standing.size(), size, "{game}");
            }
            assert_eq!(starting_save(game, 1), starting_save(game, game.usual_size()));
        }
    }
}
