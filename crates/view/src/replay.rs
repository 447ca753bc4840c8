use parlor_table::{Event, Table};

use crate::{BoardView, DiceView, Line, Names, Scene, changed_by, sentences};

/// A round or a whole tournament that was played, moment by moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    moments: Vec<Moment>,
    at: usize,
}

/// What one entry of the journal led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The board afterwards, with what changed and dice that were thrown. `None` before there is a board.
    pub scene: Option<Scene>,
    /// What was told.
    pub told: Vec<Line>,
}

/// How much of a tournament is replayed.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    All,
    LastRound,
    Round(u32),
}

impl Replay {
    /// The round that is on the table. `None` if nothing has happened in it.
    pub fn of_round(table: &Table) -> Option<Replay> {
        Replay::new(table, Part::LastRound)
    }

    /// The round with this number. `None` if it wasn't played at this table.
    pub fn of_round_number(table: &Table, round: u32) -> Option<Replay> {
        Replay::new(table, Part::Round(round))
    }

    /// Everything from the start.
    pub fn of_tournament(table: &Table) -> Option<Replay> {
        Replay::new(table, Part::All)
    }

    fn new(table: &Table, part: Part) -> Option<Replay> {
        let names = Names::of(&table.setup().players);
        let mut moments: Vec<Moment> = Vec::new();
        let entries = table.records().map(|record| &record.entry);
        let mut round = 0;
        Table::replay(table.setup().clone(), entries, |table, entry, events| {
            if entry.is_none() {
                // A tournament that goes on from a save begins in the middle of a round.
                round = table.round();
            }
            let begins = |event: &Event| if let Event::RoundBegins { round, .. } = event { Some(*round) } else { None };
            if let Some(begun) = events.iter().find_map(begins) {
                round = begun;
                if part == Part::LastRound {
                    moments.clear();
                }
            }
            if let Part::Round(wanted) = part
                && wanted != round
            {
                return;
            }
            let told: Vec<Line> = events.iter().flat_map(|event| sentences(event, &names)).collect();
            if !told.is_empty() {
                moments.push(Moment { scene: scene(table, events), told });
            }
        })
        .expect("the table took these entries before");
        (!moments.is_empty()).then_some(Replay { moments, at: 0 })
    }

    /// Goes to a moment, counted from 1, or to the last one if there are fewer.
    pub fn go_to(&mut self, moment: usize) {
        self.at = moment.saturating_sub(1).min(self.moments.len() - 1);
    }

    /// The moment in sight.
    pub fn moment(&self) -> &Moment {
        &self.moments[self.at]
    }

    /// Which moment that is, counted from 1, and how many there are.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.moments.len())
    }

    /// Goes forward by a number of moments, or back by a negative one, as far as there are any.
    pub fn turn(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.moments.len() - 1);
    }
}

fn scene(table: &Table, events: &[Event]) -> Option<Scene> {
    let mut board = BoardView::of(table)?;
    // No one is asked in a replay, and only what this moment changed is marked.
    board.can_choose.clear();
    board.changed.clear();
    for event in events {
        let changed = changed_by(event);
        if !changed.is_empty() {
            board.changed = changed;
        }
        if let Event::FirstThrow { seat, throw } | Event::Thrown { seat, throw, .. } = event {
            board.dice = Some(DiceView { seat: *seat, throw: *throw, rolling: false });
        }
    }
    Some(Scene::of(board))
}

#[cfg(test)]
mod tests;
