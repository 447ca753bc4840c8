//! Common misreadings of Congkak's rules, to say which one a program follows.

use parlor_rules::Seat;
use parlor_rules::congkak::Position;

/// A rule and a different reading of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Misreading {
    pub(super) rule: &'static str,
    /// The program's apparent behaviour; continues "a program".
    pub(super) what: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    StartInPit,
    IntoTheirStore,
    SkipStart,
    Backward,
    NoRelay,
    RelayOnOwnSide,
    NoCapture,
    CaptureLeavesLast,
    CaptureNeedsSeeds,
    CaptureAnywhere,
    NoFreePlay,
    LoserGathers,
}

const fn variation(rule: &'static str, what: &'static str, kind: Kind) -> Misreading {
    Misreading { rule, what, kind }
}

/// All variations, the likely ones first.
pub(super) const ALL: [Misreading; 12] = [
    variation("con-sow", "sows the first seed into the pit that it came from", Kind::StartInPit),
    variation("con-sow", "sows into the opponent's store", Kind::IntoTheirStore),
    variation("con-sow", "skips the pit that the seeds came from", Kind::SkipStart),
    variation("con-sow", "sows counterclockwise", Kind::Backward),
    variation("con-relay", "doesn't continue sowing from an occupied pit", Kind::NoRelay),
    variation("con-relay", "continues sowing only from its own side", Kind::RelayOnOwnSide),
    variation("con-capture", "captures nothing", Kind::NoCapture),
    variation("con-capture", "leaves the capturing seed in its pit", Kind::CaptureLeavesLast),
    variation("con-capture", "doesn't take the last seed if the pit across is empty", Kind::CaptureNeedsSeeds),
    variation("con-capture", "captures from either side", Kind::CaptureAnywhere),
    variation("con-free", "ends the turn after a last seed in its own store", Kind::NoFreePlay),
    variation("con-end", "gives the remaining seeds to the wrong player", Kind::LoserGathers),
];

/// The maximum number of pick-ups in a play, because some misreadings never end.
const MOST_LAPS: usize = 1000;

/// A board as a ring from the mover's first pit: the mover's pits and store, then the opponent's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PitRing {
    pub(super) holes: Vec<u32>,
    mover: Seat,
    pub(super) over: bool,
    /// The player who plays next, or who has won.
    pub(super) next: Seat,
}

impl PitRing {
    pub(super) fn of(position: &Position, mover: Seat) -> PitRing {
        let side = |seat: Seat| {
            position.pits(seat).iter().copied().chain([position.store(seat)]).map(u32::from).collect::<Vec<u32>>()
        };
        let next = position.turn().or(position.outcome().map(|outcome| outcome.winner)).unwrap_or(mover);
        PitRing { holes: [side(mover), side(mover.other())].concat(), mover, over: position.turn().is_none(), next }
    }

    fn pits(&self) -> usize {
        self.holes.len() / 2 - 1
    }

    /// The mover's pits with seeds.
    pub(super) fn choices(&self) -> Vec<usize> {
        (0..self.pits()).filter(|pit| self.holes[*pit] > 0).collect()
    }

    /// The board after a play under a variation; `None` if it never ends.
    pub(super) fn play(&self, pit: usize, variation: Misreading) -> Option<PitRing> {
        let kind = variation.kind;
        let mut ring = self.clone();
        let (n, holes) = (self.pits(), self.holes.len());
        let (own_store, their_store) = (n, 2 * n + 1);
        let mut at = pit;
        for _ in 0..MOST_LAPS {
            let start = at;
            let mut hand = std::mem::take(&mut ring.holes[start]);
            let mut held_before = 0;
            if kind == Kind::StartInPit {
                at = (at + holes - 1) % holes;
            }
            while hand > 0 {
                at = (at + if kind == Kind::Backward { holes - 1 } else { 1 }) % holes;
                let skipped =
                    (at == their_store && kind != Kind::IntoTheirStore) || (at == start && kind == Kind::SkipStart);
                if skipped {
                    continue;
                }
                held_before = ring.holes[at];
                ring.holes[at] += 1;
                hand -= 1;
            }
            if at == own_store {
                ring.next = if kind == Kind::NoFreePlay { self.mover.other() } else { self.mover };
                return Some(ring.ended(kind));
            }
            let own = at < n;
            let relays = match kind {
                Kind::NoRelay => false,
                Kind::RelayOnOwnSide => own,
                _ => true,
            };
            if held_before > 0 && relays && at != their_store {
                continue;
            }
            ring.next = self.mover.other();
            let captures = (own || kind == Kind::CaptureAnywhere) && kind != Kind::NoCapture;
            if held_before == 0 && captures && at != their_store {
                // The indices of two pits across from each other add up to `2 * n`.
                let across = 2 * n - at;
                let taken = ring.holes[across];
                if taken > 0 || kind != Kind::CaptureNeedsSeeds {
                    ring.holes[across] = 0;
                    ring.holes[own_store] += taken;
                    if kind != Kind::CaptureLeavesLast {
                        ring.holes[own_store] += std::mem::take(&mut ring.holes[at]);
                    }
                }
            }
            return Some(ring.ended(kind));
        }
        None
    }

    fn ended(mut self, kind: Kind) -> PitRing {
        let n = self.pits();
        let rows = [0..n, n + 1..2 * n + 1];
        let sums = rows.clone().map(|row| self.holes[row].iter().sum::<u32>());
        let next = usize::from(self.next != self.mover);
        let loser = match (sums[next] == 0, sums[1 - next] == 0) {
            (true, _) => next,
            (false, true) => 1 - next,
            (false, false) => return self,
        };
        let winner = 1 - loser;
        for row in rows {
            self.holes[row].fill(0);
        }
        let gatherer = if kind == Kind::LoserGathers { loser } else { winner };
        self.holes[[n, 2 * n + 1][gatherer]] += sums[0] + sums[1];
        self.over = true;
        self.next = [self.mover, self.mover.other()][winner];
        self
    }
}
