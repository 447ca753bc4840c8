//! The steps between boards of a half, as numbers.

use super::half::{Counts, Effect};
use super::index::{Index, IndexedBoard};

/// The boards of one half with the same counts, and the places that can follow them. All places after a step are those of boards
/// as the other player sees them.
pub(super) struct HalfMoves {
    pub(super) lead: Vec<i8>,
    pub(super) at_home: Vec<[bool; 2]>,
    /// True if each player has a step: the mover, then the opponent.
    pub(super) can_step: Vec<[bool; 2]>,
    /// The place of each board as the other player sees it.
    pub(super) turned: Vec<IndexedBoard>,
    /// The number of each board's mirror image; empty for the even half.
    pub(super) mirrored: Vec<u32>,
    quiet: Lists<IndexedBoard>,
    tactical: Lists<(u8, IndexedBoard)>,
    /// The counts after tactical steps, by the numbers in `tactical`.
    pub(super) tactical_counts: Vec<Counts>,
}

/// A list for each board, all in one vector.
struct Lists<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists { items: vec![], ends: vec![] }
    }

    fn end_list(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    #[inline]
    fn get(&self, number: usize) -> &[T] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.items[start as usize..self.ends[number] as usize]
    }
}

impl HalfMoves {
    pub(super) fn new(index: &Index, parity: usize, of_counts: Counts) -> HalfMoves {
        let (half, boards) = (&index.halves[parity], index.boards(parity, of_counts));
        let place = |board| index.place(parity, board).expect("the index has all boards that can follow");
        let mut moves = HalfMoves {
            lead: boards.iter().map(|&board| half.lead(board)).collect(),
            at_home: boards.iter().map(|&board| half.at_home(board)).collect(),
            can_step: boards.iter().map(|&board| [board, half.turn(board)].map(|board| half.can_step(board))).collect(),
            turned: boards.iter().map(|&board| place(half.turn(board))).collect(),
            mirrored: vec![],
            quiet: Lists::new(),
            tactical: Lists::new(),
            tactical_counts: vec![],
        };
        if parity == 1 {
            moves.mirrored = boards.iter().map(|&board| place(half.mirror(board)).number).collect();
        }
        for &board in boards {
            half.steps(board, |after, effect| match effect {
                Effect::Quiet => moves.quiet.items.push(place(after)),
                Effect::Tactical => {
                    let counts = super::half::counts(after);
                    let known = moves.tactical_counts.iter().position(|&known| known == counts);
                    let number = known.unwrap_or_else(|| {
                        moves.tactical_counts.push(counts);
                        moves.tactical_counts.len() - 1
                    });
                    moves.tactical.items.push((number as u8, place(after)));
                }
            });
            moves.quiet.end_list();
            moves.tactical.end_list();
        }
        moves
    }

    /// The places after each quiet step from a board.
    #[inline]
    pub(super) fn quiet(&self, number: usize) -> &[IndexedBoard] {
        self.quiet.get(number)
    }

    /// The places after each tactical step from a board, with the numbers of their counts.
    #[inline]
    pub(super) fn tactical(&self, number: usize) -> &[(u8, IndexedBoard)] {
        self.tactical.get(number)
    }
}
