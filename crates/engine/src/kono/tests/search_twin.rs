//! The search again, slow and obvious: plain minimax on the rules' positions, without pruning, ordering or a table.
//! Only the static evaluation is the search's own.

use std::cmp::Ordering;

use parlor_rules::Seat;
use parlor_rules::kono::{Board, Cell, Position, REPETITIONS, Standing};

use super::super::evaluate;
use super::super::search::LineValue;

pub(super) struct Twin {
    searcher: Seat,
    contempt: i32,
    standoff: i32,
    /// Earlier positions, oldest first; those of the round itself come first.
    path: Vec<(Board, Seat)>,
    /// The number of these from before the search.
    played: usize,
}

impl Twin {
    /// A search of a standing by one of the players.
    pub(super) fn new(standing: &Standing, searcher: Seat, contempt: i32, standoff: i32) -> Twin {
        let path: Vec<(Board, Seat)> = standing.history().map(|moment| (moment.board, moment.next)).collect();
        Twin { searcher, contempt, standoff, played: path.len(), path }
    }

    /// The value of a position for the player who searches. `quiet` counts the moves since the last capture or arrival.
    pub(super) fn value(&mut self, position: &Position, mover: Seat, quiet: usize, depth: i32) -> LineValue {
        if position.turn().is_none()
            || quiet >= position.board().size().quiet_limit()
            || self.is_repeated(position, mover, quiet)
        {
            return self.end(position);
        }
        if depth == 0 {
            return self.quiescence(position, mover, self.evaluation(position, mover, quiet), 10);
        }
        self.path.push((*position.board(), mover));
        let mut values = vec![];
        for chosen in position.legal_moves() {
            let play = position.play_with_details(chosen).unwrap();
            let quiet = if play.captured || play.arrived { 0 } else { quiet + 1 };
            values.push(self.value(&play.after, mover.other(), quiet, depth - 1));
        }
        self.path.pop();
        self.best(mover, values)
    }

    /// The best value for a mover. Of equal values the player who searches prefers a standoff, then a certain end.
    fn best(&self, mover: Seat, values: Vec<LineValue>) -> LineValue {
        let order = |value: &LineValue| {
            (value.with_contempt, !value.ended && value.expected > value.with_contempt, value.ended)
        };
        let values = values.into_iter();
        if mover == self.searcher { values.max_by_key(order).unwrap() } else { values.min_by_key(order).unwrap() }
    }

    /// A position of the search counts as called as soon as it repeats; one from before the search only when the rules
    /// would call it.
    fn is_repeated(&self, position: &Position, mover: Seat, quiet: usize) -> bool {
        let here = (*position.board(), mover);
        let since = self.path.len() - quiet;
        let same = (since..self.path.len()).filter(|&place| self.path[place] == here);
        let within = same.clone().any(|place| place >= self.played);
        within || same.count() + 1 >= REPETITIONS
    }

    fn ahead(&self, position: &Position) -> i32 {
        let scores = position.scores();
        100 * (scores[self.searcher] - scores[self.searcher.other()])
    }

    fn end(&self, position: &Position) -> LineValue {
        let expected = self.ahead(position);
        let with_contempt = match expected.cmp(&0) {
            Ordering::Greater => expected,
            Ordering::Equal => -self.contempt,
            Ordering::Less => expected - self.contempt * 3 / 2,
        };
        LineValue { with_contempt, expected, ended: true }
    }

    fn evaluation(&self, position: &Position, mover: Seat, quiet: usize) -> LineValue {
        let sign = if mover == self.searcher { 1 } else { -1 };
        let ahead = sign * self.ahead(position);
        // Each move of the last fifth before a call takes away an equal part of the difference.
        let size = position.board().size();
        let soon = (size.quiet_limit() - size.counted_from()) as i32;
        let left = ((size.quiet_limit() - quiet) as i32).min(soon);
        let value = sign * (ahead + (evaluate(position).unwrap() - ahead) * left / soon);
        let unarmed = |point| !matches!(position.board().cell(point), Cell::Piece { captures: true, .. });
        let penalty = if position.board().points().all(unarmed) { self.standoff } else { 0 };
        LineValue { with_contempt: value - penalty, expected: value, ended: false }
    }

    fn quiescence(&self, position: &Position, mover: Seat, stand_pat: LineValue, depth: i32) -> LineValue {
        let mut values = vec![stand_pat];
        if depth == 0 {
            return stand_pat;
        }
        for chosen in position.legal_moves() {
            let play = position.play_with_details(chosen).unwrap();
            if !play.captured && !play.arrived {
                continue;
            }
            let next = mover.other();
            values.push(match play.after.turn() {
                None => self.end(&play.after),
                Some(_) => self.quiescence(&play.after, next, self.evaluation(&play.after, next, 0), depth - 1),
            });
        }
        self.best(mover, values)
    }
}
