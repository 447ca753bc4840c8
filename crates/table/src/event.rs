use std::sync::Arc;

use parlor_rules::{Coin, DiceCount, NextRoundError, Pair, Seat, Standing, Throw, canoga, congkak, kono};

use crate::{Commitment, Offer, Rationale, Salt};

/// Something that a front end tells people.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A tournament goes on from a save.
    Resumed,
    /// A round begins.
    RoundBegins {
        /// Which, from 1.
        round: u32,
        /// Squares, pits or points a side.
        size: i64,
        /// Whether the number counts from a save, because its file has none.
        since_save: bool,
    },
    /// Dice that decide who is first.
    FirstThrow {
        /// Who threw.
        seat: Seat,
        /// What.
        throw: Throw,
    },
    /// They were equal: both throw again.
    FirstTied,
    /// The coin that decides who is first.
    CoinFell {
        /// What was called.
        call: Coin,
        /// What it shows.
        shown: Coin,
    },
    /// Who plays first.
    First {
        /// That seat.
        seat: Seat,
    },
    /// The advantage of the last round (rule can-handicap).
    Handicap(canoga::Handicap, /** Whether it is locked now. */ bool),
    /// The last round was worth nothing, so there is no advantage.
    NoHandicap,
    /// The first player picked a colour.
    ColorChosen {
        /// Who.
        seat: Seat,
        /// Which.
        color: kono::Color,
    },
    /// A queued throw isn't allowed now and was left out.
    DiceSkipped {
        /// Its line in the file.
        line: u32,
        /// What it shows.
        throw: Throw,
    },
    /// The queue of throws is used up.
    QueueEmpty,
    /// A throw of a turn.
    Thrown {
        /// Who threw.
        seat: Seat,
        /// What.
        throw: Throw,
        /// What the thrower had chosen, where the queue gave another number of dice.
        instead_of: Option<DiceCount>,
        /// Why the program chose that number of dice.
        rationale: Option<Arc<Rationale>>,
    },
    /// A throw that allows nothing: the turn ends.
    NothingToPlay {
        /// Whose turn it was.
        seat: Seat,
    },
    /// A move in Canoga.
    Moved {
        /// Who moved.
        seat: Seat,
        /// What.
        chosen: canoga::Move,
        /// Why.
        rationale: Option<Arc<Rationale>>,
    },
    /// A play in Congkak.
    Sowed {
        /// Who played.
        seat: Seat,
        /// Everything that happened.
        play: congkak::Play,
        /// Why.
        rationale: Option<Arc<Rationale>>,
    },
    /// A move in Kono.
    Stepped {
        /// Who moved.
        seat: Seat,
        /// What.
        chosen: kono::Move,
        /// Whether it captured.
        captured: bool,
        /// Whether the piece may capture from now on.
        arrived: bool,
        /// Why.
        rationale: Option<Arc<Rationale>>,
    },
    /// The position has come up for the second time (rule kon-called).
    Repeated,
    /// How many quiet moves there have been in a row (rule kon-called), from the 80th on.
    Quiet(usize),
    /// The last decision of a person was taken back.
    TakenBack,
    /// What was taken back counts again; what it told follows.
    Redone,
    /// A throw by hand was corrected; what it told follows.
    Corrected {
        /// What was said first.
        was: Throw,
        /// What the dice really show.
        now: Throw,
    },
    /// A player proposes something to the other.
    Offered {
        /// Who.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// The other agrees.
    Accepted {
        /// Who agrees.
        seat: Seat,
        /// To what.
        offer: Offer,
    },
    /// The other declines.
    Declined {
        /// Who declines.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A player gave up.
    GaveUp {
        /// Who.
        seat: Seat,
    },
    /// A round ended.
    RoundOver {
        /// How.
        end: RoundEnd,
        /// Points or seeds of the whole tournament so far.
        totals: Pair<u32>,
        /// The board as the round left it.
        standing: Box<Standing>,
    },
    /// There can't be another round.
    NoMoreRounds(NextRoundError),
    /// The tournament ended.
    TournamentOver {
        /// Points or seeds.
        totals: Pair<u32>,
        /// Rounds won, in Congkak.
        rounds: Option<Pair<u32>>,
    },
    /// From here on dice and coins come from another seed.
    NewSeed {
        /// Whether the old one isn't known here.
        was_hidden: bool,
        /// What is promised with the new one.
        commitment: Option<Commitment>,
    },
    /// The seed that was promised, and its salt.
    Revealed {
        /// The seed.
        seed: u64,
        /// The salt.
        salt: Salt,
    },
    /// The game is saved.
    Saved {
        /// Where.
        name: String,
    },
    /// The game isn't saved.
    NotSaved {
        /// Why.
        why: String,
    },
}

/// How a round of each game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// Canoga's.
    Canoga(canoga::Outcome),
    /// Congkak's.
    Congkak {
        /// Who won it.
        winner: Seat,
        /// How many seeds the winner gathered from the own row; `None` if the round was over before this tournament
        /// went on from a save.
        swept: Option<u8>,
    },
    /// Kono's.
    Kono(kono::Outcome),
}

impl RoundEnd {
    /// Who won; nobody after a tie. In Congkak that can be the player with fewer seeds.
    pub fn winner(&self) -> Option<Seat> {
        match self {
            RoundEnd::Canoga(outcome) => Some(outcome.winner),
            RoundEnd::Congkak { winner, .. } => Some(*winner),
            RoundEnd::Kono(outcome) => outcome.winner,
        }
    }

    /// The result in net points or seeds, from Human's side; `standing` is the board as the round left it.
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
