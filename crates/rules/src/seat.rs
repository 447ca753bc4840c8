use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two places at the table. A person or a computer player may take either of them; the rules are
/// the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Seat {
    /// The bottom seat; first in every list.
    Human,
    /// The top seat; second in every list.
    Computer,
}

impl Seat {
    /// Both seats in order, Human first.
    pub const BOTH: [Seat; 2] = [Seat::Human, Seat::Computer];

    /// The seat across the table.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::Human => Seat::Computer,
            Seat::Computer => Seat::Human,
        }
    }

    /// Its name in lower case, as in files and protocols.
    pub const fn word(self) -> &'static str {
        match self {
            Seat::Human => "human",
            Seat::Computer => "computer",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Human => "Human",
            Seat::Computer => "Computer",
        })
    }
}

/// A value for each seat.
///
/// ```
/// use parlor_rules::{Pair, Seat};
/// let mut scores = Pair { human: 3, computer: 0 };
/// scores[Seat::Computer] += 5;
/// assert_eq!(scores, Pair { human: 3, computer: 5 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pair<T> {
    /// The value for the Human seat.
    pub human: T,
    /// The value for the Computer seat.
    pub computer: T,
}

impl<T> Pair<T> {
    /// Calls `make` for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Pair { human: make(Seat::Human), computer: make(Seat::Computer) }
    }

    /// Applies a function to both members.
    pub fn map<U>(self, mut turn: impl FnMut(T) -> U) -> Pair<U> {
        Pair { human: turn(self.human), computer: turn(self.computer) }
    }

    /// The seat whose member is greater; `None` if they are equal.
    ///
    /// Every tournament is decided this way (rules can-tournament, con-tournament, kon-tournament).
    pub fn leader(&self) -> Option<Seat>
    where
        T: Ord,
    {
        match self.human.cmp(&self.computer) {
            std::cmp::Ordering::Greater => Some(Seat::Human),
            std::cmp::Ordering::Less => Some(Seat::Computer),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl<T> Index<Seat> for Pair<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Human => &self.human,
            Seat::Computer => &self.computer,
        }
    }
}

impl<T> IndexMut<Seat> for Pair<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Human => &mut self.human,
            Seat::Computer => &mut self.computer,
        }
    }
}
