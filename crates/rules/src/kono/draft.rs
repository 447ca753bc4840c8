use super::{
    Board, Called, Cell, Color, End, Outcome, PastPositions, Point, Position, QUIT_PENALTY, RepetitionKey, Size,
    Standing,
};
use crate::{FaultKind, Faults, Pair, Place, Seat};

/// A Kono tournament as written down, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The number of points on a side.
    pub size: i64,
    /// The number of the round, from 1.
    pub round: i64,
    /// The colours; both are `None` until the first player is chosen.
    pub colors: Pair<Option<Color>>,
    /// Each player's points from earlier rounds.
    pub scores: Pair<i64>,
    /// The rows of the board, from the north.
    pub board: Vec<Vec<Cell>>,
    /// The player who moves next; `None` while the first player has not been chosen, and after a tie.
    pub next: Option<Seat>,
    /// The positions since the last capture or first arrival, oldest first.
    pub history: Vec<DraftPosition>,
    /// The stated end of the round. The board and the history can end it even if this is left out.
    pub over: Option<DraftOver>,
}

/// An earlier position as written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftPosition {
    /// The rows of the board, from the north.
    pub board: Vec<Vec<Cell>>,
    /// The player who was to move.
    pub next: Seat,
}

/// An end of a round as written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftOver {
    /// The winner; `None` on a tie.
    pub winner: Option<Seat>,
    /// The reason why the round ended.
    pub reason: OverReason,
    /// Both scores of the round.
    pub scores: Pair<i64>,
    /// The points for the winner: the difference of the scores.
    pub points: i64,
}

/// The stated reason why a round ended. The scores show which player quit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverReason {
    /// Corresponds to [`End::Home`] in a standing.
    Home,
    /// Corresponds to [`End::Stuck`] in a standing.
    Stuck,
    /// Corresponds to [`End::Called`] in a standing.
    Called,
    /// Corresponds to [`End::Quit`] in a standing.
    Quit,
}

impl Draft {
    /// Checks everything; returns a standing, or all faults.
    pub fn check(&self) -> Result<Standing, Faults> {
        let mut faults = Faults::default();
        let round = faults.tally(Place::Round, 1, self.round);
        let scores = Pair::from_fn(|seat| faults.tally(Place::Score(seat), 0, self.scores[seat]));
        let seating = self.seating(&mut faults);
        let Some(size) = Size::new(self.size) else {
            faults.add(Place::Size, FaultKind::Size { choices: Size::CHOICES, given: self.size });
            return Err(faults);
        };
        let board = read_board(&self.board, size, None, &mut faults);
        let history = self.history(size, &mut faults);
        faults.none()?;

        let position = seating.map(|(white, next)| Position::new(board, white, next));
        let start = if position.is_some() { Board::start(size) } else { board };
        let mut standing = Standing { round, scores, position, start, history };
        let mut faults = Faults::default();
        self.end(&mut standing, &mut faults);
        faults.none()?;
        Ok(standing)
    }

    /// The seats of White and of the next player; `None` if neither is chosen yet.
    fn seating(&self, faults: &mut Faults) -> Option<(Seat, Seat)> {
        let white = match (self.colors.human, self.colors.computer) {
            (None, None) => None,
            (Some(Color::White), Some(Color::Black)) => Some(Seat::Human),
            (Some(Color::Black), Some(Color::White)) => Some(Seat::Computer),
            (Some(color), Some(_)) => {
                faults.add(Place::Color(Seat::Computer), FaultKind::SameColor(color.other()));
                return None;
            }
            (Some(color), None) | (None, Some(color)) => {
                let open = if self.colors.human.is_none() { Seat::Human } else { Seat::Computer };
                faults.add(Place::Color(open), FaultKind::ColorOpen(color.other()));
                return None;
            }
        };
        match (white, self.next) {
            (Some(white), Some(next)) => Some((white, next)),
            // After a tie no player is next. A later check verifies that the round is a tie.
            (Some(white), None) => Some((white, Seat::Human)),
            (None, Some(next)) => {
                faults.add(Place::Color(next), FaultKind::ColorsOpenInTurn(next));
                None
            }
            (None, None) => {
                if self.over.is_some() {
                    faults.add(Place::Color(Seat::Human), FaultKind::ColorsOpenAtEnd);
                }
                None
            }
        }
    }

    fn history(&self, size: Size, faults: &mut Faults) -> PastPositions {
        if self.history.len() > size.quiet_limit() {
            faults.add(
                Place::History,
                FaultKind::HistoryTooLong { limit: size.quiet_limit(), given: self.history.len() },
            );
            return PastPositions::with_capacity(0);
        }
        // Room for all quiet moves, so that further moves allocate nothing.
        let mut history = PastPositions::with_capacity(size.quiet_limit());
        for (i, DraftPosition { board, next }) in self.history.iter().enumerate() {
            let board = read_board(board, size, Some(i), faults);
            history.push(RepetitionKey { board, next: *next });
        }
        history
    }

    /// Ends the round if it is over, and checks the end stated in the draft.
    fn end(&self, standing: &mut Standing, faults: &mut Faults) {
        // The draft of a tied round doesn't name the player who was to move when it was called, so either is possible.
        let movers = self.next.map_or(Seat::BOTH.to_vec(), |next| vec![next]);
        let called = standing.call_by_history(if self.over.is_some() { &Seat::BOTH } else { &movers });
        let Some(position) = &mut standing.position else { return };
        match self.over {
            None => self.end_by_board(position, called, faults),
            Some(over) => {
                if let Some(kind) = end_as_stated(position, over, called) {
                    faults.add(Place::Over, kind);
                }
                if let Some(outcome) = position.outcome() {
                    self.check_outcome(over, outcome, position.scores(), faults);
                }
            }
        }
    }

    /// The board or the history can end a round, whatever the draft says.
    fn end_by_board(&self, position: &mut Position, called: Option<Called>, faults: &mut Faults) {
        match called {
            _ if position.end.is_some() => {}
            Some(called) => position.finish(End::Called(called)),
            None if self.next.is_none() => faults.add(Place::Next, FaultKind::NextOpen),
            None => {}
        }
    }

    /// Compares the stated end of the round with its actual outcome.
    fn check_outcome(&self, over: DraftOver, outcome: Outcome, plain: Pair<i32>, faults: &mut Faults) {
        let Outcome { scores, winner, points, .. } = outcome;
        if over.scores != scores.map(i64::from) {
            // Winner and points follow from the scores.
            faults.add(Place::Over, wrong_scores(over.reason, scores, plain));
            return;
        }
        if over.points != i64::from(points) {
            faults.add(Place::Over, FaultKind::Points { right: points, given: over.points });
        }
        if over.winner != winner {
            faults.add(Place::Over, FaultKind::Winner(winner));
        }
        if self.next != winner {
            faults.add(Place::Next, winner.map_or(FaultKind::NextAfterTie, FaultKind::NextMustHaveWon));
        }
    }
}

/// Ends the round as the draft states, or returns the reason why it can't have ended in that way.
fn end_as_stated(position: &mut Position, over: DraftOver, called: Option<Called>) -> Option<FaultKind> {
    match (position.end, over.reason) {
        (Some(End::Home), OverReason::Home) | (Some(End::Stuck), OverReason::Stuck) => None,
        (Some(End::Home), _) => Some(FaultKind::OverReason(OverReason::Home)),
        (Some(_), _) => Some(FaultKind::OverReason(OverReason::Stuck)),
        (None, OverReason::Home) => Some(FaultKind::NotHome),
        (None, OverReason::Stuck) => Some(FaultKind::NotStuck),
        (None, OverReason::Called) => match called {
            Some(called) => {
                position.finish(End::Called(called));
                None
            }
            None => Some(FaultKind::NotCalled(position.board().size().quiet_limit())),
        },
        (None, OverReason::Quit) => {
            // The player who quit is the one whose score differs from the one that the board gives.
            let human_stayed = over.scores.human == i64::from(position.scores().human);
            position.finish(End::Quit(if human_stayed { Seat::Computer } else { Seat::Human }));
            None
        }
    }
}

fn wrong_scores(reason: OverReason, scores: Pair<i32>, plain: Pair<i32>) -> FaultKind {
    if reason != OverReason::Quit {
        return FaultKind::Scores(scores);
    }
    let Pair { human, computer } = plain;
    FaultKind::QuitScores {
        human_quit: Pair { human: human - QUIT_PENALTY, computer },
        computer_quit: Pair { human, computer: computer - QUIT_PENALTY },
    }
}

/// Checks the current board, or that of an earlier position.
fn read_board(rows: &[Vec<Cell>], size: Size, earlier: Option<usize>, faults: &mut Faults) -> Board {
    let mut board = Board::empty(size);
    let n = usize::from(size.points());
    let mut fault = |place, kind| match earlier {
        None => faults.add(place, kind),
        Some(i) => faults.add(Place::Earlier(i), kind),
    };
    if rows.len() != n {
        fault(Place::Board, FaultKind::BoardRows { right: n, given: rows.len() });
    }
    // A square board of the wrong size is one fault, not one more for each row.
    for (r, row) in rows.iter().take(n).enumerate() {
        if row.len() != n && row.len() != rows.len() {
            fault(Place::BoardRow(r), FaultKind::RowPoints { row: r + 1, right: n, given: row.len() });
        }
        for (c, &cell) in row.iter().take(n).enumerate() {
            let Cell::Piece { color, captures } = cell else { continue };
            let point = Point { row: r as u8 + 1, column: c as u8 + 1 };
            let on_their_home = board.home(point).is_some_and(|(home, _)| home != color);
            if on_their_home && !captures {
                fault(Place::Point(r, c), FaultKind::NotDouble(color, point));
            }
            board.put(point, color, captures);
        }
    }
    for color in [Color::White, Color::Black] {
        let (count, most) = (board.count(color), size.pieces());
        if count > most {
            fault(Place::Board, FaultKind::TooManyPieces { count, color, points: n, most });
        }
    }
    board
}

/// A draft of the standing with every field filled in.
impl From<&Standing> for Draft {
    fn from(standing: &Standing) -> Draft {
        let position = standing.position.as_ref();
        let outcome = standing.outcome();
        Draft {
            size: standing.board().size().points().into(),
            round: standing.round.into(),
            colors: Pair::from_fn(|seat| position.map(|position| position.color(seat))),
            scores: standing.scores.map(i64::from),
            board: write_board(standing.board()),
            next: position.and_then(Position::turn).or(outcome.and_then(|outcome| outcome.winner)),
            history: standing
                .history
                .iter()
                .map(|earlier| DraftPosition { board: write_board(&earlier.board), next: earlier.next })
                .collect(),
            over: outcome.map(|outcome| DraftOver {
                winner: outcome.winner,
                reason: match outcome.end {
                    End::Home => OverReason::Home,
                    End::Stuck => OverReason::Stuck,
                    End::Called(_) => OverReason::Called,
                    End::Quit(_) => OverReason::Quit,
                },
                scores: outcome.scores.map(i64::from),
                points: outcome.points.into(),
            }),
        }
    }
}

fn write_board(board: &Board) -> Vec<Vec<Cell>> {
    let cells: Vec<Cell> = board.points().map(|point| board.cell(point)).collect();
    cells.chunks(board.size().points().into()).map(<[Cell]>::to_vec).collect()
}
