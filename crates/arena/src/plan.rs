use parlor_rules::Game;

use crate::{BotLimits, MatchPlayer, Openings, Sprt, unique_names};

/// Everything that determines the result of a match. Without time limits, a plan always gives the same result.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    pub game: Game,
    /// Squares, pits or points per side.
    pub size: i64,
    pub players: Vec<MatchPlayer>,
    /// The players' names in reports and journals, all different.
    pub names: Vec<String>,
    /// Rounds of a tournament. With more than one the totals decide, and a round has the advantage, deal or first player
    /// that follows from the round before it.
    pub rounds: u32,
    /// The first player plays all others, instead of all against all.
    pub gauntlet: bool,
    /// Maximum pairs of rounds per pairing.
    pub pairs: u64,
    /// The seed of dice and openings.
    pub seed: u64,
    pub openings: Openings,
    pub limits: MoveLimits,
    /// A round that reaches this number of plays is a tie; a tournament, this number times its rounds.
    pub max_plays: u32,
    /// Stops the match as soon as this test is decided.
    pub sprt: Option<Sprt>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveLimits {
    /// Maximum positions or plays that a level without its own limit searches. Not sent to bots.
    pub effort: Option<u64>,
    /// The time limit of levels and bots, and the other limits of bots.
    pub bots: BotLimits,
}

pub const MAX_PLAYS: u32 = 1000;

impl Match {
    /// A match of two or more players with the default settings.
    pub fn new(game: Game, size: i64, players: Vec<MatchPlayer>) -> Match {
        Match {
            game,
            size,
            names: unique_names(&players, &[]),
            players,
            rounds: 1,
            gauntlet: false,
            pairs: 100,
            seed: 1,
            openings: Openings::usual(game),
            limits: MoveLimits::default(),
            max_plays: MAX_PLAYS,
            sprt: None,
        }
    }

    /// The pairings as indices of players: all against all, or the first against all.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let firsts = if self.gauntlet { 1 } else { count };
        (0..firsts.min(count)).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
    }

    /// Maximum pairs of rounds of all pairings.
    pub fn all_pairs(&self) -> u64 {
        self.pairs.saturating_mul(self.pairings().len() as u64)
    }

    /// The unit that is won or lost.
    pub(crate) fn unit(&self) -> &'static str {
        if self.rounds == 1 { "round" } else { "tournament" }
    }

    /// The pairing of a pair, and the pair's index in it. Pairings take turns, so that a stopped match has about as
    /// many pairs of each.
    pub(crate) fn pair(&self, number: u64) -> (usize, u64) {
        let pairings = self.pairings().len().max(1) as u64;
        (usize::try_from(number % pairings).expect("less than a length"), number / pairings)
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Level;

    use super::*;

    #[test]
    fn pairings_are_a_round_robin_or_a_gauntlet() {
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
