use super::{Handicap, Outcome, Position, Size, Squares, Standing, WonBy};
use crate::{FaultKind, Faults, Pair, Place, Seat};

/// A Canoga tournament as written down, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The number of squares in a row.
    pub size: i64,
    /// The rows of both seats.
    pub rows: Pair<DraftRow>,
    /// The player who has the first turn of the round.
    pub first: Seat,
    /// The player who throws next.
    pub next: Seat,
    /// The stated locked square.
    pub advantage: Option<DraftAdvantage>,
    /// The stated end of the round. A full row ends it even if this is left out.
    pub over: Option<DraftOver>,
}

/// A row as written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftRow {
    /// The covered squares, in any order.
    pub covered: Vec<i64>,
    /// The player's points from earlier rounds.
    pub score: i64,
}

/// A locked square as written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftAdvantage {
    /// The player whose row the square is in.
    pub player: Seat,
    /// Its number, from 1 to 9 if valid.
    pub square: i64,
}

/// The end of a round, as a draft states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftOver {
    /// The player who won the round.
    pub winner: Seat,
    /// The way in which the round was won.
    pub by: WonBy,
    /// The points that the winner gets.
    pub points: i64,
}

impl Draft {
    /// A draft from a save file. Save files have no field for the lock, and `won_by_uncovering` is optional:
    /// both follow from the rows, because no turn ends with the mover's own row empty.
    pub fn from_save(
        size: i64,
        rows: Pair<DraftRow>,
        first: Seat,
        next: Seat,
        won_by_uncovering: Option<Seat>,
    ) -> Draft {
        let is_full = |seat: Seat| i64::try_from(rows[seat].covered.len()) == Ok(size);
        let full_row = Seat::BOTH.into_iter().any(is_full);
        let nothing_covered = Seat::BOTH.into_iter().all(|seat| rows[seat].covered.is_empty());
        // Real programs write the other player as next before the first throw, so this means that the round hasn't
        // begun.
        let first = if nothing_covered && won_by_uncovering.is_none() { next } else { first };
        let second = first.other();
        let mut advantage = None;
        let mut winner = won_by_uncovering;
        if winner.is_none() && !full_row && rows[first].covered.is_empty() {
            match (next == first, rows[second].covered.as_slice()) {
                (true, []) => {}
                (true, &[square @ 1..=9]) => advantage = Some(DraftAdvantage { player: second, square }),
                _ => winner = Some(second),
            }
        }
        let over = winner.map(|winner| DraftOver {
            winner,
            by: WonBy::Uncovering,
            points: rows[winner].covered.iter().fold(0, |sum, square| square.saturating_add(sum)),
        });
        let next = winner.unwrap_or(next);
        Draft { size, rows, first, next, advantage, over }
    }

    /// Checks everything; returns a standing, or all faults.
    pub fn check(&self) -> Result<Standing, Faults> {
        let mut faults = Faults::default();
        let size = Size::new(self.size);
        if size.is_none() {
            faults.add(Place::Size, FaultKind::Size { choices: Size::CHOICES, given: self.size });
        }
        let covered = Pair::from_fn(|seat| self.covered(seat, size, &mut faults));
        let scores = Pair::from_fn(|seat| faults.tally(Place::Score(seat), 0, self.rows[seat].score));
        let Some(size) = size else { return Err(faults) };

        let mut position = Position::start(size, self.first, None);
        position.next = self.next;
        position.covered = covered;
        if let Some(advantage) = self.advantage {
            position.locked = self.locked(advantage, covered, &mut faults);
        }
        self.end(&mut position, &mut faults);
        faults.none()?;
        Ok(Standing { position, scores })
    }

    /// Checks a row. If the size is wrong, the row is checked as one of the largest size.
    fn covered(&self, seat: Seat, size: Option<Size>, faults: &mut Faults) -> Squares {
        let all = size.unwrap_or(Size::LARGEST).full_row();
        let mut row = Squares::NONE;
        for (i, &number) in self.rows[seat].covered.iter().enumerate() {
            let square = u8::try_from(number).map_or(Squares::NONE, Squares::one);
            if square.is_empty() || !square.within(all) {
                let kind = size.map_or(FaultKind::NoRowHasSquare(number), |size| FaultKind::NoSuchSquare {
                    square: number,
                    squares: size.squares(),
                });
                faults.add(Place::Square(seat, i), kind);
            } else if square.within(row) {
                faults.add(Place::Square(seat, i), FaultKind::SquareTwice(number));
            }
            row = row.with(square);
        }
        row
    }

    /// Rule can-lock: only the second player's square can be locked, and only during the first player's first turn.
    fn locked(&self, advantage: DraftAdvantage, covered: Pair<Squares>, faults: &mut Faults) -> Squares {
        let DraftAdvantage { player, square } = advantage;
        if player == self.first || self.next != self.first {
            let (first, next) = (self.first, self.next);
            faults.add(Place::Advantage, FaultKind::NothingLockedNow { owner: player, square, first, next });
        }
        let locked = u8::try_from(square).ok().filter(|square| (1..=9).contains(square));
        match locked.map(Squares::one) {
            None => faults.add(Place::Advantage, FaultKind::NoAdvantageSquare(square)),
            Some(locked) if !locked.within(covered[player]) => {
                faults.add(Place::Advantage, FaultKind::LockedButOpen { owner: player, square });
            }
            Some(locked) => return locked,
        }
        Squares::NONE
    }

    /// Ends the round if it is over, and checks the end stated in the draft.
    fn end(&self, position: &mut Position, faults: &mut Faults) {
        let full = Pair::from_fn(|seat| position.covered[seat] == position.size.full_row());
        if full.human && full.computer {
            faults.add(Place::Over, FaultKind::BothRowsFull);
            return;
        }
        let found = full.leader().map(|winner| (winner, WonBy::Covering));
        let stated = self.over.map(|over| (over.winner, over.by));
        match (found, stated) {
            (Some((winner, _)), Some(_)) if stated != found => {
                faults.add(Place::Over, FaultKind::WonByCovering(winner));
                return;
            }
            (None, Some((winner, WonBy::Covering))) => {
                faults.add(Place::Over, FaultKind::RowNotFull(winner));
                return;
            }
            (None, Some((winner, WonBy::Uncovering))) if !position.covered[winner.other()].is_empty() => {
                let covered = position.covered[winner.other()];
                faults.add(Place::Over, FaultKind::RowNotEmpty { winner, covered });
                return;
            }
            _ => {}
        }
        let Some((winner, by)) = stated.or(found) else { return };
        if self.over.is_some() && self.next != winner {
            faults.add(Place::Next, FaultKind::NextMustHaveWon(winner));
        }
        if self.advantage.is_some() {
            faults.add(Place::Advantage, FaultKind::NothingLockedAtEnd);
        }
        position.next = winner;
        position.won = Some(by);
        position.locked = Squares::NONE;
        let right = position.outcome().expect("the round has just been ended").points;
        if let Some(over) = self.over
            && over.points != i64::from(right)
        {
            faults.add(Place::Over, FaultKind::Points { right, given: over.points });
        }
    }
}

/// A draft of the standing with every field filled in.
impl From<&Standing> for Draft {
    fn from(standing: &Standing) -> Draft {
        let Standing { position, scores } = standing;
        Draft {
            size: position.size.squares().into(),
            rows: Pair::from_fn(|seat| DraftRow {
                covered: position.covered[seat].ascending().map(i64::from).collect(),
                score: scores[seat].into(),
            }),
            first: position.first,
            next: position.next,
            advantage: position
                .locked()
                .map(|Handicap { owner, square }| DraftAdvantage { player: owner, square: square.into() }),
            over: position.outcome().map(|Outcome { winner, by, points }| DraftOver {
                winner,
                by,
                points: points.into(),
            }),
        }
    }
}
