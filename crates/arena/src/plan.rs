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
    pub schedule: Schedule,
    /// Maximum pairs of rounds per pairing.
    pub pairs: u64,
    /// The seed of dice and openings.
    pub seed: u64,
    pub openings: Openings,
    pub limits: MoveLimits,
    /// The maximum number of plays in a round, which then is a tie. A tournament is a tie after this number
    /// times its rounds.
    pub max_plays: u32,
    /// Stops the match as soon as this test is decided.
    pub sprt: Option<Sprt>,
}

/// The pairings of a match.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Schedule {
    /// Every player against every other.
    #[default]
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
    /// In each of these rounds, players with about equal scores meet.
    Swiss { rounds: u32 },
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
            schedule: Schedule::default(),
            pairs: 100,
            seed: 1,
            openings: Openings::usual(game),
            limits: MoveLimits::default(),
            max_plays: MAX_PLAYS,
            sprt: None,
        }
    }

    /// The pairings as indices of players, if they don't depend on results.
    pub(crate) fn fixed_pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let firsts = if self.schedule == Schedule::Gauntlet { 1 } else { count };
        (0..firsts.min(count)).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
    }

    /// The number of stages, whose pairings are known once the stage before is over: the rounds of a Swiss tournament, or
    /// one.
    pub(crate) fn stages(&self) -> u64 {
        match self.schedule {
            Schedule::Swiss { rounds } => rounds.into(),
            Schedule::RoundRobin | Schedule::Gauntlet => 1,
        }
    }

    pub(crate) fn pairings_per_stage(&self) -> usize {
        match self.schedule {
            Schedule::Swiss { .. } => self.players.len() / 2,
            Schedule::RoundRobin | Schedule::Gauntlet => self.fixed_pairings().len(),
        }
    }

    /// Maximum pairs of rounds of all pairings.
    pub fn all_pairs(&self) -> u64 {
        self.pairs.saturating_mul(self.pairings_per_stage() as u64).saturating_mul(self.stages())
    }

    /// The unit that is won or lost.
    pub(crate) fn unit(&self) -> &'static str {
        if self.rounds == 1 { "round" } else { "tournament" }
    }

    /// The index of a pair's pairing, and the number of its dice. A stage takes its pairings in turn, so that a stopped
    /// match has about as many pairs of each. Pairs of the same turn have the same dice.
    pub(crate) fn pair(&self, number: u64) -> (usize, u64) {
        let pairings_per_stage = self.pairings_per_stage().max(1) as u64;
        let stage = number / pairings_per_stage.saturating_mul(self.pairs).max(1);
        let pairing = stage * pairings_per_stage + number % pairings_per_stage;
        (usize::try_from(pairing).unwrap_or(usize::MAX), number / pairings_per_stage)
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
        assert_eq!(plan.fixed_pairings(), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        plan.schedule = Schedule::Gauntlet;
        assert_eq!(plan.fixed_pairings(), [(0, 1), (0, 2), (0, 3)]);
        plan.pairs = 2;
        assert_eq!(
            (0..plan.all_pairs()).map(|n| plan.pair(n)).collect::<Vec<_>>(),
            [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
        );
    }
    #[test]
    fn pairings_of_a_swiss_round_take_turns() {
        let plan = Match {
            pairs: 2,
            schedule: Schedule::Swiss { rounds: 2 },
            ..Match::new(Game::Kono, 5, vec![MatchPlayer::level(Level::Club); 5])
        };
        assert_eq!(
            (0..plan.all_pairs()).map(|n| plan.pair(n)).collect::<Vec<_>>(),
            [(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (3, 2), (2, 3), (3, 3)]
        );
    }
}
