use parlor_rules::Choice;
use parlor_rules::kono::{Move, Point, Position, Standing};
use parlor_table::Answer;

use super::{Action, Reaction, answer};
use crate::Spot;

/// A step in progress: first the piece, then its target.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenStep {
    moves: Vec<Move>,
    piece: Option<Point>,
    cursor: Point,
}

impl ChosenStep {
    /// `None` if no piece can move, which is a pass.
    pub(super) fn new(standing: &Standing) -> Option<ChosenStep> {
        let moves: Vec<Move> = standing.position.iter().flat_map(Position::legal_moves).collect();
        let cursor = *pieces(&moves).first()?;
        Some(ChosenStep { moves, piece: None, cursor })
    }

    pub(super) fn answers(&self) -> Vec<(Vec<Spot>, Choice)> {
        let targets = |piece| {
            targets(&self.moves, piece)
                .map(move |(step, to)| (vec![Spot::Point(piece), Spot::Point(to)], Choice::Kono(step)))
        };
        pieces(&self.moves).into_iter().flat_map(targets).collect()
    }

    /// The piece that is lifted.
    pub fn piece(&self) -> Option<Point> {
        self.piece
    }

    /// The pieces that can move, in reading order.
    pub(crate) fn pieces(&self) -> Vec<Point> {
        pieces(&self.moves)
    }

    /// The moves of a piece, with their targets.
    pub(crate) fn targets(&self, piece: Point) -> impl Iterator<Item = (Move, Point)> {
        targets(&self.moves, piece)
    }

    pub(super) fn cursor(&self) -> Spot {
        Spot::Point(self.cursor)
    }

    pub(super) fn can_choose(&self) -> Vec<Spot> {
        match self.piece {
            None => pieces(&self.moves).into_iter().map(Spot::Point).collect(),
            Some(piece) => targets(&self.moves, piece).map(|(_, to)| Spot::Point(to)).collect(),
        }
    }

    pub(super) fn chosen(&self) -> Vec<Spot> {
        self.piece.map(Spot::Point).into_iter().collect()
    }

    pub(super) fn point_at(&mut self, point: Point) -> bool {
        self.cursor = point;
        true
    }

    pub(super) fn enter(&mut self) -> Reaction<Action> {
        match self.piece {
            None => self.lift(self.cursor),
            Some(piece) => self.step(piece, self.cursor),
        }
    }

    fn lift(&mut self, point: Point) -> Reaction<Action> {
        let Some((_, to)) = targets(&self.moves, point).next() else { return Reaction::Ignored };
        self.piece = Some(point);
        self.cursor = to;
        Reaction::Moved
    }

    fn step(&self, piece: Point, to: Point) -> Reaction<Action> {
        let step = targets(&self.moves, piece).find(|(_, target)| *target == to);
        step.map_or(Reaction::Ignored, |(step, _)| answer(Answer::Choice(Choice::Kono(step))))
    }

    /// A click on a target of the lifted piece plays; a click on another piece lifts that one instead, and a second
    /// click on the lifted piece puts it back.
    pub(super) fn click(&mut self, point: Point) -> Reaction<Action> {
        if self.piece == Some(point) {
            self.back();
            return Reaction::Moved;
        }
        if let Some(piece) = self.piece
            && let played @ Reaction::Chosen(_) = self.step(piece, point)
        {
            return played;
        }
        self.lift(point)
    }

    pub(super) fn back(&mut self) -> bool {
        let piece = self.piece.take();
        self.cursor = piece.unwrap_or(self.cursor);
        piece.is_some()
    }

    pub(super) fn progress(&self) -> String {
        match self.piece {
            None => "Choose a piece.".to_owned(),
            Some(piece) => format!("The piece at {piece}: choose where it goes."),
        }
    }
}

/// The pieces that can move, in reading order.
fn pieces(moves: &[Move]) -> Vec<Point> {
    let piece = |chosen: &Move| if let Move::Step(piece, _) = chosen { Some(*piece) } else { None };
    let mut pieces: Vec<Point> = moves.iter().filter_map(piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

/// The moves of a piece, with their targets.
fn targets(moves: &[Move], piece: Point) -> impl Iterator<Item = (Move, Point)> {
    moves.iter().filter_map(move |&chosen| match chosen {
        Move::Step(from, direction) if from == piece => {
            Some((chosen, from.step(direction).expect("a legal step stays on the board")))
        }
        _ => None,
    })
}
