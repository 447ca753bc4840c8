use parlor_rules::kono::{Move, Position, Size, Standing};

use super::bits::Bits;
use super::lattice::{self, AnyLattice, POINT};
use super::search::{MAX_DEPTH, Root, Search, SearchOptions, SearchResult};
use super::state::SearchState;
use crate::Limits;

/// The contempt of the player who searches, in hundredths of a point.
const CONTEMPT: i32 = 200;

/// The result of a search, or of one depth of it.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// The value for the player to move, in net points of the round.
    pub value: f64,
    /// The search depth in plies.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The principal variation, beginning with the move to make.
    pub line: Vec<Move>,
}

impl SearchReport {
    fn new<B: Bits>(found: &SearchResult) -> SearchReport {
        SearchReport {
            value: points(found.value.expected),
            depth: found.depth.unsigned_abs(),
            nodes: found.nodes,
            line: found.line.iter().map(|step| step.to_move::<B>()).collect(),
        }
    }
}

/// Hundredths as points.
pub(super) fn points(hundredths: i32) -> f64 {
    f64::from(hundredths) / f64::from(POINT)
}

/// The search alone, for studies and matches. It keeps its tables from move to move, separately for searches by White and
/// by Black.
pub struct Searcher(AnySearch);

enum AnySearch {
    Narrow(Box<Search<u64>>),
    Wide(Box<Search<u128>>),
}

impl Searcher {
    /// A search on boards of one size with a table of 2^`bits` pairs of positions, 32 bytes each.
    pub fn new(size: Size, bits: u32) -> Searcher {
        let options = options(None, &Limits::default());
        Searcher(match lattice::of(size, lattice::BEGUN) {
            AnyLattice::Narrow(lattice) => AnySearch::Narrow(Box::new(Search::new(lattice, bits, options))),
            AnyLattice::Wide(lattice) => AnySearch::Wide(Box::new(Search::new(lattice, bits, options))),
        })
    }

    /// Searches within the limits, at most `depth` plies deep, and reports every finished depth. `None` without a legal
    /// move.
    ///
    /// # Panics
    /// If the board isn't of the searcher's size.
    pub fn search(
        &mut self,
        standing: &Standing,
        depth: Option<u32>,
        limits: &Limits,
        report: impl FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let options = options(depth, limits);
        match &mut self.0 {
            AnySearch::Narrow(search) => run(search, standing, options, report),
            AnySearch::Wide(search) => run(search, standing, options, report),
        }
    }

    /// Clears the tables, so that the next search doesn't depend on earlier ones.
    pub fn forget(&mut self) {
        match &mut self.0 {
            AnySearch::Narrow(search) => search.forget(),
            AnySearch::Wide(search) => search.forget(),
        }
    }
}

/// The options of a search for studies and matches.
fn options(depth: Option<u32>, limits: &Limits) -> SearchOptions {
    let depth = depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
    SearchOptions { depth, ..SearchOptions::new(limits, u64::MAX, CONTEMPT) }
}

fn run<B: Bits>(
    search: &mut Search<B>,
    standing: &Standing,
    options: SearchOptions,
    mut report: impl FnMut(&SearchReport),
) -> Option<SearchReport> {
    assert_eq!(standing.board().size(), search.lattice.size, "a searcher is for boards of one size");
    let root = Root::new(search.lattice, standing)?;
    search.restart(options);
    let found = search.run(&root, |found| report(&SearchReport::new::<B>(found)));
    Some(SearchReport::new::<B>(&found))
}

/// The static evaluation for the player to move, in hundredths of a point; `None` if the round is over.
pub fn evaluate(position: &Position) -> Option<i32> {
    let next = position.turn()?;
    let (board, mover) = (position.board(), position.color(next));
    Some(match lattice::of(board.size(), lattice::BEGUN) {
        AnyLattice::Narrow(lattice) => SearchState::new(lattice, board, mover).evaluate(lattice),
        AnyLattice::Wide(lattice) => SearchState::new(lattice, board, mover).evaluate(lattice),
    })
}
