use super::{Outcome, Position, Size, Standing, ring};
use crate::{FaultKind, Faults, Pair, Place, Seat};

/// A Congkak tournament as written down, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The number of pits in a row.
    pub size: i64,
    /// The stores and rows of both seats.
    pub sides: Pair<DraftSide>,
    /// The player who plays next.
    pub next: Seat,
    /// The stated end of the round. An empty row ends it even if this is left out.
    pub over: Option<Outcome>,
}

/// A side as written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftSide {
    /// The number of seeds in the store.
    pub store: i64,
    /// Seeds in the pits, in sowing order.
    pub pits: Vec<i64>,
    /// The number of earlier rounds won.
    pub rounds: i64,
}

impl Draft {
    /// Checks everything; returns a standing, or all faults.
    pub fn check(&self) -> Result<Standing, Faults> {
        let mut faults = Faults::default();
        let size = Size::new(self.size);
        if size.is_none() {
            faults.add(Place::Size, FaultKind::Size { choices: Size::CHOICES, given: self.size });
        }
        // If the size is wrong, the limit on seeds is that of the largest board.
        let most = size.unwrap_or(Size::LARGEST).seeds();
        let sides = Pair::from_fn(|seat| self.side(seat, most, &mut faults));
        let all_seeds_known = faults.is_empty();
        let rounds = Pair::from_fn(|seat| faults.tally(Place::Rounds(seat), 0, self.sides[seat].rounds));
        let Some(size) = size else { return Err(faults) };

        let seeds: u32 = Seat::BOTH.iter().flat_map(|&seat| sides[seat]).map(u32::from).sum();
        if all_seeds_known && seeds > most {
            faults.add(Place::Size, FaultKind::TooManySeeds { seeds, pits: self.size, most });
        }
        if let Some(Outcome { winner }) = self.over {
            for seat in Seat::BOTH.into_iter().filter(|&seat| !ring::row_is_empty(&sides[seat])) {
                faults.add(Place::Row(seat), FaultKind::SeedsLeftAtEnd);
            }
            if self.next != winner {
                faults.add(Place::Next, FaultKind::NextMustHaveWon(winner));
            }
        }
        faults.none()?;
        let mut position =
            Position { size, next: self.over.map_or(self.next, |over| over.winner), over: self.over.is_some(), sides };
        if !position.over {
            position.end_if_empty();
        }
        Ok(Standing { position, rounds })
    }

    fn side(&self, seat: Seat, most: u32, faults: &mut Faults) -> ring::SideSlots {
        let mut seeds = |place, given: i64| match u8::try_from(given) {
            Ok(seeds) if u32::from(seeds) <= most => seeds,
            _ => {
                faults.add(place, FaultKind::Seeds { most, given });
                0
            }
        };
        let mut side = [0; ring::SIDE];
        let DraftSide { store, pits, .. } = &self.sides[seat];
        *ring::store(&mut side) = seeds(Place::Store(seat), *store);
        for (i, &given) in pits.iter().enumerate() {
            let seeds = seeds(Place::Pit(seat, i), given);
            if let Some(slot) = side[..ring::MAX_PITS].get_mut(i) {
                *slot = seeds;
            }
        }
        // If the size itself is wrong, the right number of pits isn't known.
        if Size::new(self.size).is_some() && i64::try_from(pits.len()) != Ok(self.size) {
            faults.add(Place::Row(seat), FaultKind::Pits { right: self.size, given: pits.len() });
        }
        side
    }
}

/// A draft of the standing with every field filled in.
impl From<&Standing> for Draft {
    fn from(standing: &Standing) -> Draft {
        let Standing { position, rounds } = standing;
        Draft {
            size: position.size.0.into(),
            sides: Pair::from_fn(|seat| DraftSide {
                store: position.store(seat).into(),
                pits: position.pits(seat).iter().map(|&seeds| seeds.into()).collect(),
                rounds: rounds[seat].into(),
            }),
            next: position.next,
            over: position.outcome(),
        }
    }
}
