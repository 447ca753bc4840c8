/// Breaks ties between choices that a level rates equally: by the job's seed or, without one, by their order.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TieBreak(pub(crate) Option<u64>);

impl TieBreak {
    /// Picks one of `count` places, all with the same chance; without a seed always the first.
    pub(crate) fn pick(self, count: usize) -> usize {
        self.number(0).map_or(0, |number| (number % count.max(1) as u64) as usize)
    }

    /// The error of a weaker level when it evaluates a choice: at most `most`, and 0 without a seed. So the level may
    /// prefer a choice to another that is better by no more than that.
    pub(crate) fn misjudges(self, place: usize, most: i32) -> i32 {
        let most = most.unsigned_abs();
        self.number(place as u64 + 1).map_or(0, |number| (number % (u64::from(most) + 1)) as i32)
    }

    /// True for `percent` of the places, and never without a seed.
    pub(crate) fn overlooks(self, place: usize, percent: u64) -> bool {
        // A range that `misjudges` doesn't use.
        self.number((1 << 32) + place as u64).is_some_and(|number| number % 100 < percent)
    }

    /// True if choices may depend on chance.
    pub(crate) fn is_seeded(self) -> bool {
        self.0.is_some()
    }

    /// True for one seed in `count`, and never without a seed.
    pub(crate) fn is_one_in(self, count: u64) -> bool {
        self.number(u64::MAX - count).is_some_and(|number| number % count.max(1) == 0)
    }

    /// A number from the seed itself, for breaking ties.
    pub(crate) fn salt(self) -> u64 {
        self.number(u64::MAX).unwrap_or(0)
    }

    /// One of the seed's numbers (splitmix64).
    fn number(self, place: u64) -> Option<u64> {
        let mut z = self.0?.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(z ^ (z >> 31))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_seed_the_first_choice_is_taken() {
        assert_eq!((TieBreak(None).pick(5), TieBreak(None).misjudges(3, 40), TieBreak(None).salt()), (0, 0, 0));
        assert!(!TieBreak(None).is_one_in(1));
    }

    #[test]
    fn one_seed_in_five_is_chosen() {
        let chosen = (0..1000).filter(|&seed| TieBreak(Some(seed)).is_one_in(5)).count();
        assert!((150..250).contains(&chosen), "{chosen}");
        assert!((0..9).all(|seed| TieBreak(Some(seed)).is_one_in(1)));
    }

    #[test]
    fn three_places_in_ten_are_overlooked() {
        let overlooked = (0..1000).filter(|&place| TieBreak(Some(4)).overlooks(place, 30)).count();
        assert!((250..350).contains(&overlooked), "{overlooked}");
        assert!((0..1000).all(|place| !TieBreak(None).overlooks(place, 100)));
    }

    #[test]
    fn seeds_spread_over_all_places() {
        let mut picked = [0; 3];
        for seed in 0..300 {
            picked[TieBreak(Some(seed)).pick(3)] += 1;
            assert!((0..=40).contains(&TieBreak(Some(seed)).misjudges(1, 40)));
        }
        assert!(picked.iter().all(|&times| times > 70), "{picked:?}");
        assert_eq!(TieBreak(Some(7)).pick(0), 0, "nothing to pick from");
    }
}
