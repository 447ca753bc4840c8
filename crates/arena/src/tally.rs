use crate::{BotFaultKind, Match, PairCounts, PairOfRounds, Sample, SprtVerdict};

/// The counts of a match so far.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchTally {
    pairs: u64,
    pub pairings: Vec<PairingTally>,
}

/// The counts of a pairing, from the first player's point of view.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PairingTally {
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
        MatchTally { pairs: 0, pairings: vec![PairingTally::default(); plan.pairings().len()] }
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
