use super::{
    Board, Cell, Color, End, Moment, Outcome, Point, Position, QUIET_MOVES, QUIT_PENALTY, REPETITIONS, Size, Stage,
    Standing,
};
use crate::{Faults, MAX_TALLY, Pair, Place, Seat};

/// A Kono tournament as written down, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// Points a side.
    pub size: i64,
    /// Which round it is.
    pub round: i64,
    /// The colours; both open while the first player has not been chosen.
    pub colors: Pair<Option<Color>>,
    /// Points of earlier rounds.
    pub scores: Pair<i64>,
    /// Rows from the north.
    pub board: Vec<Vec<Cell>>,
    /// Who moves next; open while the first player has not been chosen, and after a tie.
    pub next: Option<Seat>,
    /// The moments since the last capture or first arrival, oldest first.
    pub history: Vec<DraftMoment>,
    /// How the round is said to have ended. The board and the history can end it even if this is left out.
    pub over: Option<DraftOver>,
}

/// An earlier moment as written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftMoment {
    /// Rows from the north.
    pub board: Vec<Vec<Cell>>,
    /// Who was to move.
    pub next: Seat,
}

/// An end of a round as written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftOver {
    /// Who won; `None` on a tie.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: OverReason,
    /// Both scores of the round.
    pub scores: Pair<i64>,
    /// The difference.
    pub points: i64,
}

/// Why a round is said to have ended. Who quit follows from the scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverReason {
    /// See [`End::Home`].
    Home,
    /// See [`End::Stuck`].
    Stuck,
    /// See [`End::Called`].
    Called,
    /// See [`End::Quit`].
    Quit,
}

impl Draft {
    /// Checks everything: gives a standing, or all faults.
    pub fn check(&self) -> Result<Standing, Faults> {
        let mut faults = Faults::default();
        let round = match u32::try_from(self.round) {
            Ok(round) if (1..=MAX_TALLY).contains(&round) => round,
            _ => {
                faults.add(Place::Round, format!("must be a whole number from 1 to {MAX_TALLY}, not {}", self.round));
                1
            }
        };
        let scores = Pair::from_fn(|seat| faults.tally(Place::Score(seat), self.scores[seat]));
        let seating = self.seating(&mut faults);
        let Some(size) = Size::new(self.size) else {
            faults.add(Place::Size, format!("must be {}, not {}", Size::CHOICES, self.size));
            return Err(faults);
        };
        let board = read_board(&self.board, size, None, &mut faults);
        let history = self.history(size, &mut faults);
        faults.none()?;

        let stage = match seating {
            Some((white, next)) => Stage::Playing(Position::new(board, white, next)),
            None => Stage::Choosing(board),
        };
        let mut standing = Standing { round, scores, stage, history };
        let mut faults = Faults::default();
        self.end(&mut standing, &mut faults);
        faults.none()?;
        Ok(standing)
    }

    /// Who plays White and who is next; `None` if neither is chosen yet.
    fn seating(&self, faults: &mut Faults) -> Option<(Seat, Seat)> {
        let white = match (self.colors.human, self.colors.computer) {
            (None, None) => None,
            (Some(Color::White), Some(Color::Black)) => Some(Seat::Human),
            (Some(Color::Black), Some(Color::White)) => Some(Seat::Computer),
            (Some(color), Some(_)) => {
                faults.add(Place::Color(Seat::Computer), format!("must be {}: Human plays {color}", color.other()));
                return None;
            }
            (Some(color), None) | (None, Some(color)) => {
                let open = if self.colors.human.is_none() { Seat::Human } else { Seat::Computer };
                faults.add(Place::Color(open), format!("must be {}: the other player's is {color}", color.other()));
                return None;
            }
        };
        match (white, self.next) {
            (Some(white), Some(next)) => Some((white, next)),
            // After a tie no player is next; whether this is a tie is checked later.
            (Some(white), None) => Some((white, Seat::Human)),
            (None, Some(next)) => {
                faults.add(
                    Place::Color(next),
                    format!("must be a colour, because {next} is next; so must the other player's"),
                );
                None
            }
            (None, None) => {
                if self.over.is_some() {
                    faults.add(
                        Place::Color(Seat::Human),
                        "must be a colour in a round that is over; so must the other player's",
                    );
                }
                None
            }
        }
    }

    fn history(&self, size: Size, faults: &mut Faults) -> Vec<Moment> {
        if self.history.len() > QUIET_MOVES {
            let problem = format!(
                "at most {QUIET_MOVES} positions, not {}: that many quiet moves end the round",
                self.history.len()
            );
            faults.add(Place::History, problem);
            return Vec::new();
        }
        // Room for all quiet moves, so that playing on allocates nothing.
        let mut history = Vec::with_capacity(QUIET_MOVES);
        for (i, DraftMoment { board, next }) in self.history.iter().enumerate() {
            let board = read_board(board, size, Some(i), faults);
            history.push(Moment { board, next: *next });
        }
        history
    }

    /// Ends the round if it is over, and checks what the draft says about that.
    fn end(&self, standing: &mut Standing, faults: &mut Faults) {
        // A tied round doesn't say who was to move when it was called, so either player may have been.
        let called = standing.call_by_history(&Seat::BOTH);
        let Some(said) = self.over else {
            match (&mut standing.stage, called) {
                (Stage::Playing(position), Some(called)) if self.next.is_none() && position.end.is_none() => {
                    position.finish(End::Called(called));
                }
                _ => standing.call_if_due(),
            }
            let goes_on = standing.position().is_some_and(|position| position.end.is_none());
            if goes_on && self.next.is_none() {
                faults.add(Place::Next, "must be a player: the colours are chosen and the round isn't over");
            }
            return;
        };
        let Stage::Playing(position) = &mut standing.stage else {
            unreachable!("open colours in a round that is over were a fault before")
        };
        match (position.end, said.reason) {
            (Some(End::Home), OverReason::Home) | (Some(End::Stuck), OverReason::Stuck) => {}
            (Some(End::Home), _) => {
                faults.add(Place::Over, "the reason must be \"home\": all pieces of a player stand on the other's home points");
            }
            (Some(_), _) => faults.add(Place::Over, "the reason must be \"stuck\": neither player can move"),
            (None, OverReason::Home) => faults.add(Place::Over, "no player has all pieces on the other's home points"),
            (None, OverReason::Stuck) => faults.add(Place::Over, "not both players are stuck"),
            (None, OverReason::Called) => match called {
                Some(called) => position.finish(End::Called(called)),
                None => faults.add(
                    Place::Over,
                    format!("the history doesn't show a called round: neither {QUIET_MOVES} quiet moves nor the same position {REPETITIONS} times"),
                ),
            },
            (None, OverReason::Quit) => {
                let plain = position.scores().map(i64::from);
                // The quitter is the one whose score differs from what the board shows.
                let quitter = if said.scores.human == plain.human { Seat::Computer } else { Seat::Human };
                position.finish(End::Quit(quitter));
            }
        }
        let Some(Outcome { scores, winner, points, .. }) = position.outcome() else { return };
        if said.scores != scores.map(i64::from) {
            let problem = match said.reason {
                OverReason::Quit => {
                    let Pair { human, computer } = position.scores();
                    let (human_quit, computer_quit) = (human - QUIT_PENALTY, computer - QUIT_PENALTY);
                    format!(
                        "the scores must be {human_quit} for Human and {computer} for Computer if Human quit, \
                         or {human} and {computer_quit} if Computer did"
                    )
                }
                _ => format!("the scores must be {} for Human and {} for Computer", scores.human, scores.computer),
            };
            faults.add(Place::Over, problem);
            // Winner and points follow from the scores.
            return;
        }
        if said.points != i64::from(points) {
            faults.add(Place::Over, format!("the points must be {points}, not {}", said.points));
        }
        let name = |seat: Option<Seat>| seat.map_or("null".to_owned(), |seat| seat.to_string());
        if said.winner != winner {
            faults.add(Place::Over, format!("the winner must be {}, not {}", name(winner), name(said.winner)));
        }
        if self.next != winner {
            faults.add(Place::Next, format!("must be {}, the winner of the round", name(winner)));
        }
    }
}

/// Checks the present board, or that of an earlier moment.
fn read_board(rows: &[Vec<Cell>], size: Size, earlier: Option<usize>, faults: &mut Faults) -> Board {
    let mut board = Board::empty(size);
    let n = usize::from(size.points());
    let mut fault = |place, problem: String| match earlier {
        None => faults.add(place, problem),
        Some(i) => faults.add(Place::Earlier(i), problem),
    };
    if rows.len() != n {
        fault(Place::Board, format!("must have {n} rows, not {}", rows.len()));
    }
    // A square board of the wrong size is one fault, not one more for each row.
    for (r, row) in rows.iter().take(n).enumerate() {
        if row.len() != n && row.len() != rows.len() {
            fault(Place::BoardRow(r), format!("row {} must have {n} points, not {}", r + 1, row.len()));
        }
        for (c, &cell) in row.iter().take(n).enumerate() {
            let Cell::Piece { color, captures } = cell else { continue };
            let point = Point { row: r as u8 + 1, column: c as u8 + 1 };
            let on_their_home = board.home(point).is_some_and(|(home, _)| home != color);
            if on_their_home && !captures {
                fault(
                    Place::Point(r, c),
                    format!(
                        "the {color} piece at {point} is on an opponent's home point, so it must be a double piece"
                    ),
                );
            }
            board.put(point, color, captures);
        }
    }
    for color in [Color::White, Color::Black] {
        let (count, most) = (board.count(color), size.pieces());
        if count > most {
            fault(Place::Board, format!("has {count} {color} pieces; on {n}\u{d7}{n} a player has at most {most}"));
        }
    }
    board
}

/// The draft with every field that leads to this standing.
impl From<&Standing> for Draft {
    fn from(standing: &Standing) -> Draft {
        let position = standing.position();
        let outcome = position.and_then(Position::outcome);
        Draft {
            size: standing.board().size().points().into(),
            round: standing.round.into(),
            colors: Pair::from_fn(|seat| position.map(|position| position.color(seat))),
            scores: standing.scores.map(i64::from),
            board: write_board(standing.board()),
            next: position.and_then(Position::next),
            history: standing
                .history
                .iter()
                .map(|moment| DraftMoment { board: write_board(&moment.board), next: moment.next })
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
