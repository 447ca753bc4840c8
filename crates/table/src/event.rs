use std::sync::Arc;

use parlor_rules::{Coin, DiceCount, NextRoundError, Pair, Seat, Standing, Throw, canoga, congkak, kono};

use crate::{Commitment, Offer, Rationale, Salt};

/// Something to announce to the players.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The tournament resumes from a save.
    Resumed,
    RoundBegins {
        round: u32,
        /// Squares, pits or points per side.
        size: i64,
        /// Rounds count from the save, because its file has no round number.
        since_save: bool,
    },
    /// A throw for the first turn.
    FirstThrow {
        seat: Seat,
        throw: Throw,
    },
    /// Both throws were equal and are repeated.
    FirstTied,
    /// The coin toss for the first turn.
    CoinFell {
        call: Coin,
        shown: Coin,
    },
    First {
        seat: Seat,
    },
    /// The advantage from the last round (rule can-handicap).
    Handicap(canoga::Handicap, /** Whether it is locked now. */ bool),
    /// The last round gave no points, so there is no advantage.
    NoHandicap,
    /// The first player has picked a colour.
    ColorChosen {
        seat: Seat,
        color: kono::Color,
    },
    /// A queued throw isn't allowed now and was skipped.
    DiceSkipped {
        /// Its line in the file.
        line: u32,
        throw: Throw,
    },
    /// The queue of throws is used up.
    QueueEmpty,
    /// A throw within a turn.
    Thrown {
        seat: Seat,
        throw: Throw,
        /// The number of dice that the thrower chose, if the queued throw has another number.
        instead_of: Option<DiceCount>,
        /// The reasons for the thrower's choice.
        rationale: Option<Arc<Rationale>>,
    },
    /// The throw allows no move, so the turn ends.
    NothingToPlay {
        seat: Seat,
    },
    Moved {
        seat: Seat,
        chosen: canoga::Move,
        rationale: Option<Arc<Rationale>>,
    },
    Sowed {
        seat: Seat,
        play: congkak::Play,
        rationale: Option<Arc<Rationale>>,
    },
    Stepped {
        seat: Seat,
        from: kono::Point,
        direction: kono::Direction,
        captured: bool,
        /// The piece may capture from now on.
        arrived: bool,
        rationale: Option<Arc<Rationale>>,
    },
    /// A stuck player has passed (rule kon-stuck).
    Passed {
        seat: Seat,
        /// The number of passes in a row, since the last capture or first arrival.
        times: usize,
    },
    /// The position has come up for the second time (rule kon-called).
    Repeated,
    /// The number of consecutive quiet moves, and the number of further ones that would end the round (rule
    /// kon-called). Only emitted in the last fifth before the limit.
    Quiet {
        moves: usize,
        left: usize,
    },
    /// A person's last decision was undone.
    TakenBack,
    /// Undone entries were restored; their events follow.
    Redone,
    /// A throw by hand was corrected; the events of the new throw follow.
    Corrected {
        was: Throw,
        /// The corrected throw.
        now: Throw,
    },
    /// A player has made an offer.
    Offered {
        seat: Seat,
        offer: Offer,
    },
    Accepted {
        seat: Seat,
        offer: Offer,
    },
    Declined {
        seat: Seat,
        offer: Offer,
    },
    GaveUp {
        seat: Seat,
    },
    RoundOver {
        end: RoundEnd,
        /// Points or seeds of the tournament so far.
        totals: Pair<u32>,
        /// The board at the end of the round.
        standing: Box<Standing>,
    },
    NoMoreRounds(NextRoundError),
    TournamentOver {
        totals: Pair<u32>,
        rounds: Option<Pair<u32>>,
    },
    /// Draws come from a new seed from now on.
    NewSeed {
        /// The old seed isn't known here.
        was_hidden: bool,
        /// The commitment to the new seed.
        commitment: Option<Commitment>,
    },
    /// The seed and the salt behind the commitment.
    Revealed {
        seed: u64,
        salt: Salt,
    },
    Saved {
        name: String,
    },
    NotSaved {
        why: String,
    },
}

/// The end of a round of each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    Canoga(canoga::Outcome),
    Congkak {
        winner: Seat,
        /// The number of seeds that the winner collected from the remaining pits; `None` if the round was over before
        /// this tournament resumed from a save.
        swept: Option<u8>,
    },
    Kono(kono::Outcome),
}

impl RoundEnd {
    /// `None` after a tie. In Congkak the winner may have fewer seeds.
    pub fn winner(&self) -> Option<Seat> {
        match self {
            RoundEnd::Canoga(outcome) => Some(outcome.winner),
            RoundEnd::Congkak { winner, .. } => Some(*winner),
            RoundEnd::Kono(outcome) => outcome.winner,
        }
    }

    /// The result in net points or seeds, from Human's side; `standing` is the board at the end of the round.
    pub fn net(&self, standing: &Standing) -> i32 {
        let of = |winner: Option<Seat>, points: u32| {
            let points = i32::try_from(points).unwrap_or(i32::MAX);
            winner.map_or(0, |winner| if winner == Seat::Human { points } else { -points })
        };
        match (self, standing) {
            (RoundEnd::Canoga(outcome), _) => of(Some(outcome.winner), outcome.points),
            (RoundEnd::Kono(outcome), _) => of(outcome.winner, outcome.points),
            (RoundEnd::Congkak { .. }, Standing::Congkak(standing)) => {
                i32::from(standing.position.store(Seat::Human)) - i32::from(standing.position.store(Seat::Computer))
            }
            (RoundEnd::Congkak { .. }, _) => 0,
        }
    }
}
