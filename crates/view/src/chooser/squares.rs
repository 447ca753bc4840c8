use parlor_rules::canoga::{Move, Squares, Thrown};
use parlor_rules::{Choice, Seat, Throw};
use parlor_table::Answer;

use super::{Action, Reaction, answer};
use crate::Spot;
use crate::board::row_of;

#[derive(Clone, PartialEq, Debug)]
pub struct ChosenSquares {
    seat: Seat,
    throw: Throw,
    moves: Vec<Move>,
    cursor: (Seat, u8),
    /// In the order of selection, all in one row.
    chosen: Vec<(Seat, u8)>,
}

impl ChosenSquares {
    pub(super) fn new(seat: Seat, thrown: &Thrown) -> ChosenSquares {
        let moves = thrown.legal_moves().collect();
        let mut squares = ChosenSquares { seat, throw: thrown.throw(), moves, cursor: (seat, 1), chosen: Vec::new() };
        // Start on the largest square of the player's own row that can be chosen, because that is the usual choice.
        let first = squares.joinable().into_iter().max_by_key(|&(row, number)| (row == seat, number));
        squares.cursor = first.expect("a throw without a move is never asked about");
        squares
    }

    /// The owner of the row that a move changes, and the squares.
    pub(super) fn squares_of(&self, chosen: Move) -> (Seat, Squares) {
        row_of(self.seat, chosen)
    }

    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    pub(crate) fn sum(&self) -> u8 {
        self.throw.sum()
    }

    pub(crate) fn has_begun(&self) -> bool {
        !self.chosen.is_empty()
    }

    pub(super) fn answers(&self) -> Vec<(Vec<Spot>, Choice)> {
        let answer = |&chosen: &Move| {
            let (row, squares) = self.squares_of(chosen);
            (squares.ascending().map(|number| spot((row, number))).collect(), Choice::Canoga(chosen))
        };
        self.moves.iter().map(answer).collect()
    }

    /// The legal moves that include the selected squares.
    pub(crate) fn fitting(&self) -> impl Iterator<Item = Move> {
        let (set, row) = (self.set(), self.row());
        self.moves.iter().copied().filter(move |&chosen| {
            let (of, squares) = self.squares_of(chosen);
            row.is_none_or(|row| row == of) && set.within(squares)
        })
    }

    pub(super) fn set(&self) -> Squares {
        self.chosen.iter().fold(Squares::NONE, |set, &(_, number)| set.with(Squares::one(number)))
    }

    pub(super) fn row(&self) -> Option<Seat> {
        self.chosen.first().map(|&(row, _)| row)
    }

    /// Squares that can be added to the selected ones to complete a legal move.
    fn joinable(&self) -> Vec<(Seat, u8)> {
        let set = self.set();
        let mut joinable = Vec::new();
        for chosen in self.fitting() {
            let (of, squares) = self.squares_of(chosen);
            joinable.extend(squares.without(set).ascending().map(|number| (of, number)));
        }
        joinable.sort_unstable();
        joinable.dedup();
        joinable
    }

    pub(super) fn cursor(&self) -> Spot {
        spot(self.cursor)
    }

    pub(super) fn can_choose(&self) -> Vec<Spot> {
        self.joinable().into_iter().map(spot).collect()
    }

    pub(super) fn chosen(&self) -> Vec<Spot> {
        self.chosen.iter().copied().map(spot).collect()
    }

    pub(super) fn point_at(&mut self, row: Seat, number: u8) -> bool {
        self.cursor = (row, number);
        true
    }

    pub(super) fn enter(&mut self) -> Reaction<Action> {
        if self.complete().is_none() {
            self.toggle_cursor();
        }
        self.complete().map_or(Reaction::Moved, |chosen| answer(Answer::Choice(Choice::Canoga(chosen))))
    }

    pub(super) fn toggle_cursor(&mut self) -> Reaction<Action> {
        let (row, number) = self.cursor;
        self.toggle(row, number)
    }

    /// Selects or deselects a square.
    pub(super) fn toggle(&mut self, row: Seat, number: u8) -> Reaction<Action> {
        let square = (row, number);
        if let Some(at) = self.chosen.iter().position(|chosen| *chosen == square) {
            self.chosen.remove(at);
            self.cursor = square;
        } else if self.joinable().contains(&square) {
            self.chosen.push(square);
            // Move to the next square that fits, so that pressing Enter twice completes a move.
            let next =
                if self.complete().is_none() { self.joinable().into_iter().max_by_key(|next| next.1) } else { None };
            self.cursor = next.unwrap_or(square);
        } else {
            return Reaction::Ignored;
        }
        Reaction::Moved
    }

    pub(super) fn back(&mut self) -> bool {
        let last = self.chosen.pop();
        self.cursor = last.unwrap_or(self.cursor);
        last.is_some()
    }

    /// The move made up of exactly the selected squares, if it is legal.
    pub fn complete(&self) -> Option<Move> {
        let (set, row) = (self.set(), self.row()?);
        self.moves.iter().copied().find(|&chosen| self.squares_of(chosen) == (row, set))
    }

    pub(super) fn progress(&self) -> String {
        let wanted = self.throw.sum();
        let Some(row) = self.row() else {
            return format!("Choose squares that add up to {wanted}.");
        };
        let verb = if row == self.seat { "Cover" } else { "Uncover" };
        let numbers: Vec<String> = self.chosen.iter().map(|(_, number)| number.to_string()).collect();
        let sum = self.set().sum();
        let then = if self.complete().is_some() {
            "Enter plays".to_owned()
        } else {
            format!("{} to go", u32::from(wanted) - sum)
        };
        format!("{verb} {} = {sum} of {wanted}: {then}.", numbers.join(" + "))
    }
}

fn spot((row, number): (Seat, u8)) -> Spot {
    Spot::Square(row, number)
}
