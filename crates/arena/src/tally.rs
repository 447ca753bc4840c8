use crate::{BotFaultKind, Match, PairCounts, PairOfRounds, Sample, SprtVerdict};

/// Everything that is counted of a match so far.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchTally {
    pairs: u64,
    /// For each pairing, in order.
    pub pairings: Vec<PairingTally>,
}

/// What is counted of a pairing, from the first player's side.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PairingTally {
    /// Rounds won, tied and lost.
    pub results: [u64; 3],
    /// Pairs by what they gave.
    pub counts: PairCounts,
    /// Points a round: the mean of each pair.
    pub points: Sample,
    /// The same without luck (Canoga).
    pub adjusted: Option<Sample>,
    /// Rounds that were too long.
    pub too_long: u64,
    /// What each of the two did wrong.
    pub faults: [FaultCounts; 2],
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FaultCounts {
    counts: [u64; BotFaultKind::ALL.len()],
    /// The first of each kind, in words.
    pub examples: Vec<String>,
}

impl FaultCounts {
    /// How often.
    pub fn of(&self, kind: BotFaultKind) -> u64 {
        self.counts[kind as usize]
    }

    /// How often altogether.
    pub fn all(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl MatchTally {
    /// Nothing yet.
    pub fn new(plan: &Match) -> MatchTally {
        MatchTally { pairs: 0, pairings: vec![PairingTally::default(); plan.pairings().len()] }
    }

    /// How many pairs are counted.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Counts the next pair.
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

    /// What the match's test says, if there is one and it knows.
    pub fn verdict(&self, plan: &Match) -> Option<SprtVerdict> {
        let sprt = plan.sprt?;
        sprt.verdict(sprt.llr(&self.pairings.first()?.counts))
    }
}

impl PairingTally {
    /// How many times fewer rounds tell as much without luck; nothing where that isn't measured, or where nothing but luck
    /// has made a difference.
    pub fn fewer_rounds(&self) -> Option<f64> {
        let (with, without) = (self.points.variance()?, self.adjusted?.variance()?);
        // Below this, what is left is the solution's precision.
        (without > 1e-6).then(|| with / without)
    }

    /// How many rounds were played.
    pub fn rounds(&self) -> u64 {
        self.results.iter().sum()
    }
}
