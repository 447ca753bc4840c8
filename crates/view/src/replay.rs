use std::sync::Arc;

use parlor_table::{Event, Table};

use crate::animation::sowing_in_words;
use crate::{BoardLayout, BoardView, Line, Names, Scene, animate, changed_by, sentences};

/// A finished round or a whole tournament, step by step.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Shared, because a long game has a great many moments.
    moments: Arc<[Moment]>,
    at: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    pub round: u32,
    /// The table's revision after this step; 0 for the events of its setup.
    pub revision: u64,
    /// The board afterwards, with its latest changes and dice. `None` before the round has a board.
    pub scene: Option<Scene>,
    pub lines: Vec<Line>,
    /// A sowing within a relay. The sentences about the whole relay come with its last sowing.
    pub within: bool,
}

impl Replay {
    /// `None` if the round wasn't played at this table.
    pub fn of_round_number(table: &Table, round: u32, names: &Names) -> Option<Replay> {
        Replay::new(table, Some(round), names)
    }

    pub fn of_tournament(table: &Table, names: &Names) -> Option<Replay> {
        Replay::new(table, None, names)
    }

    fn new(table: &Table, wanted: Option<u32>, names: &Names) -> Option<Replay> {
        let mut moments: Vec<Moment> = Vec::new();
        let mut seen = ReplayBuilder { board: None, round: 0, revision: 0 };
        table.replay_all(|table, made, events| {
            seen.revision = made.map_or(0, |record| record.revision);
            if made.is_none() {
                // A tournament resumed from a save starts in the middle of a round. So may an analysis, which has no
                // event about its board.
                seen.round = table.round();
                seen.board = BoardView::of(table).filter(|_| events.is_empty());
            }
            moments.extend(seen.moments(table, events, names));
        });
        moments.retain(|moment| wanted.is_none_or(|round| round == moment.round));
        (!moments.is_empty()).then_some(Replay { moments: moments.into(), at: 0 })
    }

    /// Goes to the first moment of the last round.
    #[must_use]
    pub fn at_last_round(mut self) -> Replay {
        let last = self.moments[self.moments.len() - 1].round;
        self.at = self.moments.iter().position(|moment| moment.round == last).unwrap_or(0);
        self
    }

    /// Goes to the start of the next round; or back to the start of this round, and then of earlier ones.
    pub fn turn_round(&mut self, back: bool) {
        let begins = |at: &usize| *at == 0 || self.moments[*at].round != self.moments[*at - 1].round;
        let found = if back { (0..self.at).rev().find(begins) } else { (self.at + 1..self.moments.len()).find(begins) };
        self.at = found.unwrap_or(if back { 0 } else { self.moments.len() - 1 });
    }

    pub fn is_at_end(&self) -> bool {
        self.at + 1 == self.moments.len()
    }

    pub fn rounds(&self) -> usize {
        1 + self.moments.windows(2).filter(|pair| pair[0].round != pair[1].round).count()
    }

    /// Goes to a moment, from 1, at most to the last one.
    pub fn go_to(&mut self, moment: usize) {
        self.at = moment.saturating_sub(1).min(self.moments.len() - 1);
    }

    pub fn moment(&self) -> &Moment {
        &self.moments[self.at]
    }

    /// The log of its round up to this moment.
    pub fn log_so_far(&self) -> impl DoubleEndedIterator<Item = &Line> {
        let round = self.moment().round;
        let here = self.moments[..=self.at].iter().filter(move |moment| moment.round == round);
        here.filter(|moment| !moment.within).flat_map(|moment| &moment.lines)
    }

    /// The moments around this one with their numbers, at most `most`, without the parts of a relay.
    pub fn nearby(&self, most: usize) -> impl Iterator<Item = (usize, &Moment)> {
        let first = (self.at.saturating_sub(most / 2)).min(self.moments.len().saturating_sub(most));
        let near = self.moments.iter().enumerate().skip(first).take(most);
        near.filter(|(_, moment)| !moment.within).map(|(place, moment)| (place + 1, moment))
    }

    /// The number of the current moment, from 1, and the number of moments.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.moments.len())
    }

    /// Moves by a number of moments, backwards if it is negative.
    pub fn turn(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.moments.len() - 1);
    }
}

/// The state of a replay under construction.
struct ReplayBuilder {
    /// The board after the last moment.
    board: Option<BoardView>,
    round: u32,
    revision: u64,
}

impl ReplayBuilder {
    /// The moments of one entry. Each event gets its own, so that an entry that ends a round and starts the next, as
    /// happens between two computer players, doesn't show the next board too early.
    fn moments(&mut self, table: &Table, events: &[Event], names: &Names) -> Vec<Moment> {
        // Boards are expensive, and a long game has many entries without events, such as menus.
        if events.is_empty() {
            return Vec::new();
        }
        let begins = |event: &Event| matches!(event, Event::RoundBegins { .. });
        let after = BoardView::of(table).map(|board| BoardView { can_choose: Vec::new(), ..board });
        let mut moments = Vec::new();
        for (number, event) in events.iter().enumerate() {
            let lines = sentences(event, names);
            if let Event::RoundBegins { round, .. } = event {
                self.round = *round;
                self.board = None;
            }
            // The table's own board is valid from here on, unless a later event starts another round.
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
            if !lines.is_empty() {
                let scene = self.board.clone().map(Scene::of);
                moments.push(Moment { round: self.round, revision: self.revision, scene, lines, within: false });
            }
        }
        moments
    }

    /// All but the last sowing of a relay.
    fn sowings(&self, event: &Event, before: &BoardView, names: &Names, moments: &mut Vec<Moment>) {
        let Event::Sowed { seat, play, .. } = event else { return };
        let steps = animate(event, Some(before), names);
        // A step with a caption starts a sowing, so the step before it ends the previous one.
        let begins: Vec<usize> = (0..steps.len()).filter(|&at| steps[at].caption.is_some()).collect();
        for (number, at) in begins.into_iter().skip(1).enumerate() {
            let lines = vec![Line::sentence(sowing_in_words(*seat, play, number, names))];
            let scene = steps[at - 1].board.clone().map(Scene::of);
            moments.push(Moment { round: self.round, revision: self.revision, scene, lines, within: true });
        }
    }
}

/// A board after the event that ends its round, with the new points.
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
