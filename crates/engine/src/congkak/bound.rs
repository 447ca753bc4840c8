use parlor_rules::congkak::Position;

/// The most seeds that the player to play can have in the store when this turn ends.
///
/// Sowing drops a seed into every pit that it passes. Let `a` and `b` be neighbours in the opponent's row, in sowing order, and
/// look at the last seed of the turn that falls into `a`. If it doesn't end its lap, `a` stays filled. If it ends its lap in
/// the filled pit `a`, at least two seeds are taken up there, so the next one falls into `b` and does not end its lap. Nothing
/// empties `b` after that, because sowing would have to pass `a` again to get there. So if no two neighbours of the opponent's
/// row are both empty before the turn, none are at its end, and at least every second pit of that row is filled. Only a capture
/// can empty one more, and it ends the turn. A turn from such a position leaves at least ⌊n/2⌋ − 1 seeds in the opponent's row,
/// and with four pits or more it can't win the round.
pub fn most_banked(position: &Position) -> u8 {
    let Some(seat) = position.turn() else { return 0 };
    let seeds = position.store(seat) + position.seeds_in_play();
    let row = position.pits(seat.other());
    let gap = row.windows(2).any(|neighbours| neighbours == [0, 0]);
    if gap || row.len() < 4 { seeds } else { seeds - (row.len() as u8 / 2 - 1) }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Seat;
    use parlor_rules::congkak::{Pit, Size};
    use parlor_testkit::effort;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn first_turns_leave_at_least_so_many_seeds() {
        let most = |size: Size| most_banked(&Position::start(size, Seat::Computer));
        assert_eq!(Size::ALL.map(most), [49, 70, 96, 125, 159, 196, 238]);
    }

    /// Plays random turns, many of them long, and checks each step of the argument.
    #[test]
    fn no_turn_passes_the_bound_or_leaves_neighbours_empty() {
        let mut random = ChaCha8Rng::seed_from_u64(97);
        let (mut longest, mut nearest) = (0, u8::MAX);
        for round in 0..effort(20_000, 2_000_000) {
            let size = Size::ALL[round % Size::ALL.len()];
            let (mut now, mut plays) = (Position::start(size, Seat::Human), 0);
            let most = most_banked(&now);
            while now.turn() == Some(Seat::Human) {
                assert_eq!(most_banked(&now), most, "{now:?} has empty neighbours");
                let playable: Vec<Pit> = now.legal_moves().collect();
                let free = |&&pit: &&Pit| now.play(pit).is_ok_and(|after| after.turn() == Some(Seat::Human));
                let free: Vec<Pit> = playable.iter().filter(free).copied().collect();
                let from = if free.is_empty() { playable } else { free };
                now = now.play(from[random.random_range(0..from.len())]).expect("it is playable");
                plays += 1;
            }
            assert!(now.outcome().is_none_or(|outcome| outcome.winner == Seat::Computer), "{now:?}");
            let store = now.store(Seat::Human);
            assert!(store <= most, "{now:?}");
            (longest, nearest) = (longest.max(plays), nearest.min(most - store));
        }
        assert!(longest > 20 && nearest < 20, "{longest} {nearest}");
    }
}
