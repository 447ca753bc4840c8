use parlor_rules::canoga::{Move, Position, Size, Squares, WonBy};
use parlor_rules::{DiceCount, Seat};

/// A position as seen by the player who is about to throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) size: Size,
    pub(super) own: Squares,
    pub(super) opponent: Squares,
    /// The opponent's square that can't be uncovered this turn (rule can-lock).
    pub(super) locked: Squares,
}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    Won(WonBy, u32),
    GoesOn(Board),
}

/// How many of the equally likely throws have some effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    /// Those that do.
    pub throws: u8,
    /// All of them: 6 or 36.
    pub of: u8,
}

impl Chance {
    /// As a number from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.throws) / f64::from(self.of)
    }
}

/// Every sum of that many dice, and how many throws show it.
pub(super) fn ways(dice: DiceCount) -> impl Iterator<Item = (u8, u8)> {
    let sums = match dice {
        DiceCount::One => 1..=6,
        DiceCount::Two => 2..=12,
    };
    sums.map(move |sum: u8| match dice {
        DiceCount::One => (sum, 1),
        DiceCount::Two => (sum, 6 - sum.abs_diff(7)),
    })
}

/// How many throws there are with that many dice.
pub(super) fn throws(dice: DiceCount) -> u8 {
    match dice {
        DiceCount::One => 6,
        DiceCount::Two => 36,
    }
}

/// How many throws of that many dice show one of these sums.
fn count(sums: u16, dice: DiceCount) -> Chance {
    let counted = ways(dice).filter(|(sum, _)| sums >> sum & 1 == 1).map(|(_, ways)| ways).sum();
    Chance { throws: counted, of: throws(dice) }
}

/// For every set of squares: the sums from 1 to 12, as bits, of its subsets.
static SUMS_WITHIN: [u16; 1 << 12] = {
    let mut sums = [0u16; 1 << 12];
    let mut set = 1usize;
    while set < sums.len() {
        let square = set.ilog2() + 1;
        let others = sums[set & !(1 << (square - 1))];
        sums[set] = (others | (others | 1) << square) & 0x1ffe;
        set += 1;
    }
    sums
};

impl Board {
    /// The board of the player who throws next; `None` if the round is over.
    pub(super) fn of(position: &Position) -> Option<Board> {
        if position.outcome().is_some() {
            return None;
        }
        let seat: Seat = position.next();
        let covered = position.covered();
        let locked = position.locked().map_or(Squares::NONE, |handicap| Squares::one(handicap.square));
        Some(Board { size: position.size(), own: covered[seat], opponent: covered[seat.other()], locked })
    }

    /// Own squares that are still open.
    pub(super) fn open(self) -> Squares {
        self.size.full_row().without(self.own)
    }

    /// Every legal move, in the order of the rules.
    pub(super) fn moves(self, sum: u8) -> impl Iterator<Item = Move> + use<> {
        let (open, shut) = (self.open(), self.opponent.without(self.locked));
        let sets = Squares::adding_up_to(sum);
        let covers = sets.iter().filter(move |set| set.within(open)).map(|&set| Move::Cover(set));
        let sets = if shut.is_empty() { &[] } else { sets };
        covers.chain(sets.iter().filter(move |set| set.within(shut)).map(|&set| Move::Uncover(set)))
    }

    /// Plays a legal move.
    pub(super) fn after(self, chosen: Move) -> After {
        let mut board = self;
        match chosen {
            Move::Cover(set) => {
                board.own = self.own.with(set);
                if board.open().is_empty() {
                    return After::Won(WonBy::Covering, self.size.full_row().without(self.opponent).sum());
                }
            }
            Move::Uncover(set) => {
                board.opponent = self.opponent.without(set);
                if board.opponent.is_empty() {
                    return After::Won(WonBy::Uncovering, self.own.sum());
                }
            }
        }
        After::GoesOn(board)
    }

    /// Whether a legal move wins the round.
    pub(super) fn wins(self, chosen: Move) -> bool {
        matches!(self.after(chosen), After::Won(..))
    }

    /// The board at the end of the turn: the opponent throws next.
    pub(super) fn turned(self) -> Board {
        Board { own: self.opponent, opponent: self.own, locked: Squares::NONE, ..self }
    }

    /// The numbers of dice that may be thrown (rule can-dice).
    pub(super) fn dice(self) -> &'static [DiceCount] {
        if self.open().within(Squares::up_to(6)) { &[DiceCount::One, DiceCount::Two] } else { &[DiceCount::Two] }
    }

    /// The sums, as bits, that allow a move.
    fn playable_sums(self) -> u16 {
        let within = |set: Squares| SUMS_WITHIN[usize::from(set.bits())];
        within(self.open()) | within(self.opponent.without(self.locked))
    }

    /// The sums, as bits, that can win at once: the sum of everything left to cover, or to uncover.
    fn winning_sums(self) -> u16 {
        let all_of = |set: Squares| if set.sum() <= 12 { 1u16 << set.sum() } else { 0 };
        let uncovering = if self.locked.is_empty() { all_of(self.opponent) } else { 0 };
        (all_of(self.open()) | uncovering) & !1
    }

    /// How many throws of that many dice allow a move.
    pub(super) fn playable(self, dice: DiceCount) -> Chance {
        count(self.playable_sums(), dice)
    }

    /// How many throws of that many dice can win at once.
    pub(super) fn winning(self, dice: DiceCount) -> Chance {
        count(self.winning_sums(), dice)
    }

    /// The best chance to win with the next throw, with one die or two.
    pub(super) fn best_winning(self) -> Chance {
        let mut best = self.winning(DiceCount::Two);
        for &dice in self.dice() {
            let chance = self.winning(dice);
            if chance.share() > best.share() {
                best = chance;
            }
        }
        best
    }

    /// What a throw of that many dice is worth, if `worth` is what a board is worth to the player who throws.
    pub(super) fn throw_worth(self, dice: DiceCount, worth: &impl Fn(Board) -> f64) -> f64 {
        let total: f64 = ways(dice).map(|(sum, ways)| f64::from(ways) * self.best_worth(sum, worth)).sum();
        total / f64::from(throws(dice))
    }

    /// What the best use of a throw with this sum is worth, likewise. If it allows no move, the turn ends.
    pub(super) fn best_worth(self, sum: u8, worth: &impl Fn(Board) -> f64) -> f64 {
        let best = self.moves(sum).map(|chosen| self.move_worth(chosen, worth)).reduce(f64::max);
        best.unwrap_or_else(|| -worth(self.turned()))
    }

    /// What a move is worth, likewise.
    pub(super) fn move_worth(self, chosen: Move, worth: &impl Fn(Board) -> f64) -> f64 {
        match self.after(chosen) {
            After::Won(_, points) => f64::from(points),
            After::GoesOn(board) => worth(board),
        }
    }
}
