use parlor_table::{Event, Table};

use crate::animation::sowing_in_words;
use crate::{BoardLayout, BoardView, Line, Names, Scene, animate, changed_by, sentences};

/// A round or a whole tournament that was played, moment by moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    moments: Vec<Moment>,
    at: usize,
}

/// One step of a replay.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Which round it belongs to.
    pub round: u32,
    /// The table's revision after what is told; 0 for what was told when it was set up.
    pub revision: u64,
    /// The board afterwards, with what changed and the dice that lie on the table. `None` before there is a board.
    pub scene: Option<Scene>,
    /// What was told.
    pub told: Vec<Line>,
    /// Whether this is a sowing within a relay. What the whole relay told comes with its last sowing.
    pub within: bool,
}

impl Replay {
    /// The round with this number. `None` if it wasn't played at this table.
    pub fn of_round_number(table: &Table, round: u32) -> Option<Replay> {
        Replay::new(table, Some(round))
    }

    /// Everything from the start.
    pub fn of_tournament(table: &Table) -> Option<Replay> {
        Replay::new(table, None)
    }

    fn new(table: &Table, wanted: Option<u32>) -> Option<Replay> {
        let names = Names::of(&table.setup().players);
        let mut moments: Vec<Moment> = Vec::new();
        let mut seen = Seen { board: None, round: 0, revision: 0 };
        table.retell(|table, made, events| {
            seen.revision = made.map_or(0, |record| record.revision);
            if made.is_none() {
                // A tournament that goes on from a save begins in the middle of a round, and so may an analysis, which
                // tells nothing about its board.
                seen.round = table.round();
                seen.board = BoardView::of(table).filter(|_| events.is_empty());
            }
            moments.extend(seen.moments(table, events, &names));
        });
        moments.retain(|moment| wanted.is_none_or(|round| round == moment.round));
        (!moments.is_empty()).then_some(Replay { moments, at: 0 })
    }

    /// Goes to the first moment of the round that is on the table.
    #[must_use]
    pub fn at_last_round(mut self) -> Replay {
        let last = self.moments[self.moments.len() - 1].round;
        self.at = self.moments.iter().position(|moment| moment.round == last).unwrap_or(0);
        self
    }

    /// Goes to the beginning of the next round, or of this one and then of those before.
    pub fn turn_round(&mut self, back: bool) {
        let begins = |at: &usize| *at == 0 || self.moments[*at].round != self.moments[*at - 1].round;
        let found = if back { (0..self.at).rev().find(begins) } else { (self.at + 1..self.moments.len()).find(begins) };
        self.at = found.unwrap_or(if back { 0 } else { self.moments.len() - 1 });
    }

    /// Whether the last moment is in sight.
    pub fn is_at_end(&self) -> bool {
        self.at + 1 == self.moments.len()
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        1 + self.moments.windows(2).filter(|pair| pair[0].round != pair[1].round).count()
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

/// What has been seen so far of a tournament that is replayed.
struct Seen {
    /// The board as the last moment left it.
    board: Option<BoardView>,
    round: u32,
    revision: u64,
}

impl Seen {
    /// The moments of one entry. Each event has its own, so that one entry that ends a round and begins the next,
    /// as happens between two programs, doesn't show the next board too early.
    fn moments(&mut self, table: &Table, events: &[Event], names: &Names) -> Vec<Moment> {
        // Boards take time, and a long game has many entries that tell nothing: menus.
        if events.is_empty() {
            return Vec::new();
        }
        let begins = |event: &Event| matches!(event, Event::RoundBegins { .. });
        let after = BoardView::of(table).map(|board| BoardView { can_choose: Vec::new(), ..board });
        let mut moments = Vec::new();
        for (number, event) in events.iter().enumerate() {
            let told = sentences(event, names);
            if let Event::RoundBegins { round, .. } = event {
                self.round = *round;
                self.board = None;
            }
            // From here on the table's own board is the true one, unless the round is still to end.
            let here = !events[number + 1..].iter().any(begins);
            let moves = !changed_by(event).is_empty();
            if moves && let Some(before) = self.board.clone() {
                self.sowings(event, &before, names, &mut moments);
            }
            let steps = animate(event, self.board.as_ref(), names);
            let shown = steps.into_iter().next_back().and_then(|step| step.board);
            self.board = match (after.clone().filter(|_| here), shown) {
                (Some(after), shown) => {
                    let put_away = begins(event) || matches!(event, Event::Stepped { .. });
                    let dice = shown.and_then(|board| board.dice).filter(|_| !put_away);
                    Some(BoardView { dice: dice.or(after.dice), changed: changed_by(event), ..after })
                }
                (None, Some(shown)) => Some(with_totals(shown, event)),
                (None, None) => None,
            };
            if !told.is_empty() {
                let scene = self.board.clone().map(Scene::of);
                moments.push(Moment { round: self.round, revision: self.revision, scene, told, within: false });
            }
        }
        moments
    }

    /// The sowings of a relay, all but the last.
    fn sowings(&self, event: &Event, before: &BoardView, names: &Names, moments: &mut Vec<Moment>) {
        let Event::Sowed { seat, play, .. } = event else { return };
        let steps = animate(event, Some(before), names);
        // A sowing begins where its caption is said, so the step before it is the end of the one before.
        let begins: Vec<usize> = (0..steps.len()).filter(|&at| steps[at].caption.is_some()).collect();
        for (number, at) in begins.into_iter().skip(1).enumerate() {
            let told = vec![Line::told(sowing_in_words(*seat, play, number, names))];
            let scene = steps[at - 1].board.clone().map(Scene::of);
            moments.push(Moment { round: self.round, revision: self.revision, scene, told, within: true });
        }
    }
}

/// A board after an event that ends its round, with the points that it told.
fn with_totals(mut board: BoardView, event: &Event) -> BoardView {
    if let Event::RoundOver { totals, .. } = event {
        match &mut board.layout {
            BoardLayout::Canoga(view) => view.scores = *totals,
            BoardLayout::Kono(view) => view.scores = *totals,
            BoardLayout::Congkak(view) => view.seeds = *totals,
        }
    }
    board
}

#[cfg(test)]
mod tests;
