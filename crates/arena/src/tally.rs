#[cfg(test)]
use crate::Round;
use crate::swiss::{self, SwissRound};
use crate::{BotFaultKind, Match, PairCounts, PairOfRounds, Sample, Schedule, SprtVerdict};

/// The counts of a match so far.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchTally {
    pairs: u64,
    /// All pairings that are known. In a Swiss tournament, those of a round follow from the rounds before it.
    pub pairings: Vec<PairingTally>,
    /// The player who has a bye in each round of a Swiss tournament.
    pub byes: Vec<Option<usize>>,
}

/// The counts of a pairing, from the first player's point of view.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PairingTally {
    /// The two players, by their index in the match.
    pub players: (usize, usize),
    /// Rounds won, tied and lost.
    pub results: [u64; 3],
    pub counts: PairCounts,
    /// Points per round: the mean of each pair.
    pub points: Sample,
    /// Points per round without luck (Canoga).
    pub adjusted: Option<Sample>,
    /// Rounds stopped at the maximum number of plays.
    pub too_long: u64,
    /// The faults of each of the two players.
    pub faults: [FaultCounts; 2],
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FaultCounts {
    counts: [u64; BotFaultKind::ALL.len()],
    /// The first fault of each kind as a message.
    pub examples: Vec<String>,
}

impl FaultCounts {
    pub fn of(&self, kind: BotFaultKind) -> u64 {
        self.counts[kind as usize]
    }

    pub fn all(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl MatchTally {
    pub fn new(plan: &Match) -> MatchTally {
        let mut tally = MatchTally { pairs: 0, pairings: Vec::new(), byes: Vec::new() };
        tally.begin_stage(plan);
        tally
    }

    /// Adds the pairings of the next stage.
    fn begin_stage(&mut self, plan: &Match) {
        let pairings = match plan.schedule {
            Schedule::RoundRobin | Schedule::Gauntlet => plan.fixed_pairings(),
            Schedule::Swiss { .. } => {
                let SwissRound { pairings, bye } = swiss::next_round(plan, self);
                self.byes.push(bye);
                pairings
            }
        };
        self.pairings.extend(pairings.into_iter().map(|players| PairingTally { players, ..PairingTally::default() }));
    }

    /// The number of stages whose pairs are all counted.
    pub(crate) fn finished_stages(&self, plan: &Match) -> usize {
        let pairs = (plan.pairings_per_stage() as u64).saturating_mul(plan.pairs).max(1);
        usize::try_from(self.pairs / pairs).unwrap_or(usize::MAX)
    }

    /// The number of pairs in all known pairings.
    pub(crate) fn known_pairs(&self, plan: &Match) -> u64 {
        plan.pairs.saturating_mul(self.pairings.len() as u64)
    }

    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    pub fn add(&mut self, plan: &Match, pair: &PairOfRounds) {
        let (pairing, _) = plan.pair(self.pairs);
        self.pairs += 1;
        let tally = &mut self.pairings[pairing];
        let mut halves = 0;
        for round in &pair.rounds {
            // 1, 0 and −1 are won, tied and lost.
            let place = match round.result {
                1 => 0,
                0 => 1,
                _ => 2,
            };
            tally.results[place] += 1;
            halves += 2 - place;
            tally.too_long += u64::from(round.too_long);
            if let Some((player, fault)) = &round.fault {
                let faults = &mut tally.faults[(*player).min(1)];
                faults.counts[fault.kind as usize] += 1;
                if faults.of(fault.kind) == 1 {
                    faults.examples.push(fault.to_string());
                }
            }
        }
        tally.counts.add(halves);
        let [first, second] = &pair.rounds;
        tally.points.add(f64::midpoint(first.points, second.points));
        if let (Some(one), Some(other)) = (first.luck, second.luck) {
            let without = f64::midpoint(first.points - one, second.points - other);
            tally.adjusted.get_or_insert_default().add(without);
        }
        if self.pairs == self.known_pairs(plan) && self.pairs < plan.all_pairs() {
            self.begin_stage(plan);
        }
    }

    /// Adds a pair with two rounds won by the first player, tied, or won by the second.
    #[cfg(test)]
    pub(crate) fn add_pairing_result(&mut self, plan: &Match, result: std::cmp::Ordering) {
        let result = result as i8;
        let round = Round { result, points: result.into(), luck: None, plays: 1, too_long: false, fault: None };
        self.add(plan, &PairOfRounds { pair: self.pairs, rounds: [round.clone(), round] });
    }

    /// The verdict of the match's sequential test, if it has one and it is decided.
    pub fn verdict(&self, plan: &Match) -> Option<SprtVerdict> {
        let sprt = plan.sprt?;
        sprt.verdict(sprt.llr(&self.pairings.first()?.counts))
    }
}

impl PairingTally {
    /// The factor by which removing luck reduces the rounds needed for the same confidence; `None` if luck isn't measured or
    /// if only luck made a difference.
    pub fn fewer_rounds(&self) -> Option<f64> {
        let (with, without) = (self.points.variance()?, self.adjusted?.variance()?);
        // Smaller variances are rounding errors of the solution.
        (without > 1e-6).then(|| with / without)
    }

    pub fn rounds(&self) -> u64 {
        self.results.iter().sum()
    }
}
