//! A round that was played, step by step.

use parlor_table::{Entry, Event, Setup, Table};
use parlor_view::{BoardView, Names, sentences};

use crate::beats::beats;
use crate::scene::{Dice, Marks, Scene};

/// A round, or a whole tournament, that somebody leafs through.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Replay {
    steps: Vec<Step>,
    at: usize,
}

/// What happened at once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    /// The board afterwards, with what has changed and the dice.
    pub(crate) scene: Option<Scene>,
    /// What was told.
    pub(crate) told: Vec<String>,
}

impl Replay {
    /// The round that is on the table.
    pub(crate) fn of_round(setup: &Setup, entries: &[Entry]) -> Option<Replay> {
        Replay::new(setup, entries, true)
    }

    /// Everything from the start.
    pub(crate) fn of_tournament(setup: &Setup, entries: &[Entry]) -> Option<Replay> {
        Replay::new(setup, entries, false)
    }

    fn new(setup: &Setup, entries: &[Entry], last_round: bool) -> Option<Replay> {
        let names = Names::of(&setup.players);
        let (mut table, mut told) = Table::new(setup.clone()).ok()?;
        let mut steps: Vec<Step> = Vec::new();
        let mut entries = entries.iter();
        loop {
            if last_round && told.iter().any(|event| matches!(event, Event::RoundBegins { .. })) {
                steps.clear();
            }
            let before = steps.last().and_then(|step| step.scene.as_ref()).map(|scene| scene.board.clone());
            let lines: Vec<String> = told.iter().flat_map(|event| sentences(event, &names)).collect();
            if !lines.is_empty() {
                steps.push(Step { scene: scene(&table, &told, before.as_ref(), &names), told: lines });
            }
            let Some(entry) = entries.next() else { break };
            // Entries that counted once count again.
            told = table.apply(entry.clone()).ok()?;
        }
        let at = 0;
        (!steps.is_empty()).then_some(Replay { steps, at })
    }

    /// What is in sight.
    pub(crate) fn step(&self) -> &Step {
        &self.steps[self.at]
    }

    /// Which step that is, from 1, and of how many.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.at + 1, self.steps.len())
    }

    /// Leafs on by so many, or back.
    pub(crate) fn leaf(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.steps.len() - 1);
    }
}

fn scene(table: &Table, told: &[Event], before: Option<&BoardView>, names: &Names) -> Option<Scene> {
    let board = BoardView::from(&table.standing()?);
    let moments = told.iter().flat_map(|event| beats(event, before, names));
    let mut marks = Marks::default();
    let mut dice: Option<Dice> = None;
    for moment in moments {
        if !moment.changed.is_empty() {
            marks.changed = moment.changed;
        }
        dice = moment.dice.or(dice);
    }
    Some(Scene { board, marks, dice, hand: None })
}
