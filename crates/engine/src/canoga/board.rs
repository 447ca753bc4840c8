use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Position, Squares, WonBy};

/// A position as seen by the player who is about to throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ThrowerBoard {
    pub(super) squares: u8,
    pub(super) own: Squares,
    pub(super) opponent: Squares,
    /// The opponent's square that can't be uncovered this turn (rule can-lock).
    pub(super) locked: Squares,
}

/// The result of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    Won(WonBy, u32),
    Continues(ThrowerBoard),
}

/// The number of equally likely throws that have some effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chance {
    /// The throws that have the effect.
    pub throws: u8,
    /// All throws: 6 or 36.
    pub of: u8,
}

impl Chance {
    /// The chance in 36ths, to compare chances of one die and of two.
    pub(super) fn of_36(self) -> u8 {
        36 / self.of * self.throws
    }

    /// The chance from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.throws) / f64::from(self.of)
    }
}

/// Every sum of these dice, with its number of throws.
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

/// The number of throws of these dice.
pub(super) fn throws(dice: DiceCount) -> u8 {
    match dice {
        DiceCount::One => 6,
        DiceCount::Two => 36,
    }
}

/// The number of throws of these dice that show one of these sums.
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

impl ThrowerBoard {
    /// The board of the player who throws next; `None` if the round is over.
    pub(super) fn of(position: &Position) -> Option<ThrowerBoard> {
        let seat = position.turn()?;
        let covered = position.covered();
        let locked = position.locked().map_or(Squares::NONE, |handicap| Squares::one(handicap.square));
        Some(ThrowerBoard {
            squares: position.size().squares(),
            own: covered[seat],
            opponent: covered[seat.other()],
            locked,
        })
    }

    pub(super) fn full_row(self) -> Squares {
        Squares::up_to(self.squares)
    }

    /// The thrower's squares that are still open.
    pub(super) fn open(self) -> Squares {
        self.full_row().without(self.own)
    }

    /// Every legal move, in the order of the rules.
    pub(super) fn moves(self, sum: u8) -> impl Iterator<Item = Move> + use<> {
        let (open, shut) = (self.open(), self.opponent.without(self.locked));
        let sets = Squares::adding_up_to(sum);
        let covers = sets.iter().filter(move |set| set.within(open)).map(|&set| Move::Cover(set));
        let sets = if shut.is_empty() { &[] } else { sets };
        covers.chain(sets.iter().filter(move |set| set.within(shut)).map(|&set| Move::Uncover(set)))
    }

    pub(super) fn after(self, chosen: Move) -> After {
        let mut board = self;
        match chosen {
            Move::Cover(set) => {
                board.own = self.own.with(set);
                if board.open().is_empty() {
                    return After::Won(WonBy::Covering, self.full_row().without(self.opponent).sum());
                }
            }
            Move::Uncover(set) => {
                board.opponent = self.opponent.without(set);
                if board.opponent.is_empty() {
                    return After::Won(WonBy::Uncovering, self.own.sum());
                }
            }
        }
        After::Continues(board)
    }

    /// The board at the end of the turn: the opponent throws next.
    pub(super) fn turned(self) -> ThrowerBoard {
        ThrowerBoard { own: self.opponent, opponent: self.own, locked: Squares::NONE, ..self }
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

    /// The number of throws of these dice that allow a move.
    pub(super) fn playable(self, dice: DiceCount) -> Chance {
        count(self.playable_sums(), dice)
    }

    /// The number of throws of these dice that can win at once.
    pub(super) fn winning(self, dice: DiceCount) -> Chance {
        count(self.winning_sums(), dice)
    }

    /// The best chance to win with the next throw, with one die or two.
    pub(super) fn best_winning(self) -> Chance {
        self.better_dice(ThrowerBoard::winning)
    }

    /// The best chance that the next throw allows a move, with one die or two.
    pub(super) fn best_playable(self) -> Chance {
        self.better_dice(ThrowerBoard::playable)
    }

    /// The better chance of one die and two; if they are equal, that of two dice.
    fn better_dice(self, chance: impl Fn(ThrowerBoard, DiceCount) -> Chance) -> Chance {
        let two = chance(self, DiceCount::Two);
        let [_, _] = self.dice() else { return two };
        let one = chance(self, DiceCount::One);
        if one.share() > two.share() { one } else { two }
    }

    /// The value of throwing these dice. `value` gives the value of a board for the player who throws.
    pub(super) fn throw_value(self, dice: DiceCount, value: &impl Fn(ThrowerBoard) -> f64) -> f64 {
        let total: f64 = ways(dice).map(|(sum, ways)| f64::from(ways) * self.best_value(sum, value)).sum();
        total / f64::from(throws(dice))
    }

    /// The value of a throw with this sum, with the best move. If it allows no move, the turn ends.
    pub(super) fn best_value(self, sum: u8, value: &impl Fn(ThrowerBoard) -> f64) -> f64 {
        let best = self.moves(sum).map(|chosen| self.move_value(chosen, value)).reduce(f64::max);
        best.unwrap_or_else(|| -value(self.turned()))
    }

    /// The value of a move, given the values of boards.
    pub(super) fn move_value(self, chosen: Move, value: &impl Fn(ThrowerBoard) -> f64) -> f64 {
        match self.after(chosen) {
            After::Won(_, points) => f64::from(points),
            After::Continues(board) => value(board),
        }
    }
}
