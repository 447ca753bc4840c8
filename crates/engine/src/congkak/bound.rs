use parlor_rules::congkak::Position;

/// An upper bound on the seeds that the player to move can have in the store at the end of this turn.
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
    use parlor_rules::congkak::{Draft, DraftSide, Pit, Size};
    use parlor_rules::{Pair, Seat};
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

    /// The steps of the argument that no round ends with nothing for one player: every play adds to the store of the player who
    /// makes it, and the opponent gets to play.
    #[test]
    fn every_play_banks_a_seed_and_both_players_get_to_play() {
        let mut random = ChaCha8Rng::seed_from_u64(98);
        for round in 0..effort(1_000, 100_000) {
            let size = Size::ALL[round % Size::ALL.len()];
            let mut now = Position::start(size, Seat::Human);
            let mut played = Pair { human: false, computer: false };
            while let Some(seat) = now.turn() {
                let playable: Vec<Pit> = now.legal_moves().collect();
                let after = now.play(playable[random.random_range(0..playable.len())]).expect("it is playable");
                assert!(after.store(seat) > now.store(seat), "{now:?}");
                played[seat] = true;
                now = after;
            }
            assert!(played.human && played.computer, "{now:?}");
        }
    }

    /// The first of these steps on every board with up to this number of seeds in play, including those that no round
    /// reaches.
    #[test]
    fn every_play_on_a_small_board_banks_a_seed() {
        let size = Size::ALL[0];
        let pits = size.pits();
        let seeds = effort(5, 8);
        let mut plays = 0;
        let mut rows: Vec<Vec<i64>> = vec![vec![]];
        for _ in 0..2 * pits {
            let with_pit = |row: &Vec<i64>| {
                let left = seeds - row.iter().sum::<i64>();
                let row = row.clone();
                (0..=left).map(move |pit| row.iter().copied().chain([pit]).collect())
            };
            rows = rows.iter().flat_map(with_pit).collect();
        }
        for row in rows {
            let side = |pits: &[i64], store| DraftSide { store, pits: pits.to_vec(), rounds: 0 };
            let store = i64::from(size.seeds()) - row.iter().sum::<i64>();
            let sides = Pair { human: side(&row[..pits], store), computer: side(&row[pits..], 0) };
            let draft = Draft { size: pits as i64, sides, next: Seat::Human, over: None };
            let Ok(standing) = draft.check() else { continue };
            let position = standing.position;
            let Some(seat) = position.turn() else { continue };
            for pit in position.legal_moves() {
                let after = position.play(pit).expect("it is legal");
                assert!(after.store(seat) > position.store(seat), "{pit} of {position:?}");
                plays += 1;
            }
        }
        assert!(plays > 4_000, "only {plays} plays");
    }
}
