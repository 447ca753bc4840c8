use parlor_rules::Game;

use crate::{BotLimits, MatchPlayer, Openings, Sprt};

/// Everything that decides what a match gives. With limits of effort alone, the same plan always gives the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// Which game.
    pub game: Game,
    /// Squares, pits or points a side.
    pub size: i64,
    /// Who plays; two at least.
    pub players: Vec<MatchPlayer>,
    /// Whether only the first plays against the others, and not all against all.
    pub gauntlet: bool,
    /// How many pairs of rounds each pairing plays, at most.
    pub pairs: u64,
    /// Where dice and openings come from.
    pub seed: u64,
    /// How rounds begin.
    pub openings: Openings,
    /// What a move may cost.
    pub limits: MoveLimits,
    /// A round that has had this many plays is a tie.
    pub max_plays: u32,
    /// Stops the match as soon as this test knows its answer.
    pub sprt: Option<Sprt>,
}

/// What a move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveLimits {
    /// How many positions or plays a level may search, if it has no limit of its own. Bots aren't told.
    pub effort: Option<u64>,
    /// Time, for levels and bots, and what else holds for bots.
    pub bots: BotLimits,
}

/// A round that has had this many plays is a tie, unless something else is wanted.
pub const MAX_PLAYS: u32 = 1000;

impl Match {
    /// Two players or more, with everything as usual.
    pub fn new(game: Game, size: i64, players: Vec<MatchPlayer>) -> Match {
        Match {
            game,
            size,
            players,
            gauntlet: false,
            pairs: 100,
            seed: 1,
            openings: Openings::usual(game),
            limits: MoveLimits::default(),
            max_plays: MAX_PLAYS,
            sprt: None,
        }
    }

    /// Who plays against whom, by their places in the list: all against all, or the first against all.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let firsts = if self.gauntlet { 1 } else { count };
        (0..firsts.min(count)).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
    }

    /// How many pairs of rounds there are at most.
    pub fn all_pairs(&self) -> u64 {
        self.pairs.saturating_mul(self.pairings().len() as u64)
    }

    /// The pair of this number: its pairing and its place in it. Pairings take turns, so that a match that is stopped has
    /// told about as much of each.
    pub(crate) fn pair(&self, number: u64) -> (usize, u64) {
        let pairings = self.pairings().len().max(1) as u64;
        (usize::try_from(number % pairings).expect("it is less than a length"), number / pairings)
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Level;

    use super::*;

    #[test]
    fn everybody_meets_or_the_first_meets_all() {
        let players = vec![MatchPlayer::level(Level::Club); 4];
        let mut plan = Match::new(Game::Kono, 5, players);
        assert_eq!(plan.pairings(), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        plan.gauntlet = true;
        assert_eq!(plan.pairings(), [(0, 1), (0, 2), (0, 3)]);
        plan.pairs = 2;
        assert_eq!(
            (0..plan.all_pairs()).map(|n| plan.pair(n)).collect::<Vec<_>>(),
            [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
        );
    }
}
