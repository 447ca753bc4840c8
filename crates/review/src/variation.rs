//! A variation: a line of play tried out at a separate table.

use std::fmt;

use parlor_rules::{Choice, Throw};
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, MenuKind, Next, Refusal, Table};

/// Separates the steps of a line.
const BETWEEN: char = ';';

/// The maximum number of steps.
const MOST_STEPS: usize = 300;

/// The longest step, in characters.
const LONGEST_STEP: usize = 40;

/// A table after the steps of a variation. People decide for both seats and enter the results of dice and coin tosses.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    pub table: Table,
    /// The table for questions to the engine, if there is something to decide.
    pub asked: Option<Table>,
    /// The steps of the line: choices, sizes, throws and coin tosses, in the format of journals.
    pub steps: Vec<String>,
    /// The events of the last step.
    pub events: Vec<Event>,
}

/// The reason why a step can't be played.
#[derive(Clone, PartialEq, Debug)]
pub enum BadStep {
    TooMany,
    TooLong,
    /// Not a choice, size, throw or coin toss, or not one that is possible now.
    NotAMove,
    Refused(Refusal),
}

/// The first illegal step of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct BadLine {
    pub number: usize,
    /// The step, cut off if it is too long.
    pub step: String,
    pub why: BadStep,
}

impl fmt::Display for BadStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadStep::TooMany => write!(f, "a line has at most {MOST_STEPS} steps"),
            BadStep::TooLong => f.write_str("it is too long"),
            BadStep::NotAMove => f.write_str("that is not a move"),
            BadStep::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl Variation {
    /// An empty line from a table, which stays unchanged.
    pub fn from(table: &Table) -> Variation {
        let table = table.analysis();
        let mut variation = Variation { table, asked: None, steps: Vec::new(), events: Vec::new() };
        variation.pass_menus();
        variation
    }

    /// Plays the steps of a line.
    pub fn after(mut self, line: &str) -> Result<Variation, BadLine> {
        for (step, number) in steps(line).zip(1..) {
            let played = self.entry(step).and_then(|entry| self.play(entry));
            played.map_err(|why| BadLine { number, step: step.chars().take(LONGEST_STEP).collect(), why })?;
        }
        Ok(self)
    }

    fn entry(&self, step: &str) -> Result<Entry, BadStep> {
        if !fits(step) {
            return Err(BadStep::TooLong);
        }
        let entry = match (self.table.next(), step.parse()) {
            (Next::Ask(question), Ok(answer)) => Some(Entry::decision(question.seat, answer)),
            (Next::Toss, Ok(Answer::Choice(Choice::Coin(coin)))) => Some(Entry::Coin(coin)),
            (Next::Throw { .. }, _) => step.parse::<Throw>().ok().map(|throw| Entry::Throw { throw, queued: false }),
            _ => None,
        };
        entry.ok_or(BadStep::NotAMove)
    }

    /// Adds a step to the line.
    pub fn play(&mut self, entry: Entry) -> Result<(), BadStep> {
        let step = match &entry {
            Entry::Decision { answer: answer @ (Answer::Choice(_) | Answer::Size(_)), .. } => answer.to_string(),
            Entry::Throw { throw, .. } => throw.to_string(),
            Entry::Coin(coin) => coin.to_string(),
            _ => return Err(BadStep::NotAMove),
        };
        if self.steps.len() >= MOST_STEPS {
            return Err(BadStep::TooMany);
        }
        self.events = self.table.apply(entry).map_err(BadStep::Refused)?;
        self.steps.push(step);
        self.pass_menus();
        Ok(())
    }

    /// Passes menus, whose other items make no sense here.
    fn pass_menus(&mut self) {
        self.asked = self.table.decision().map(|_| self.table.clone());
        while let Next::Ask(question) = self.table.next()
            && let Ask::Menu { before, .. } = question.ask
        {
            if before == MenuKind::Turn {
                self.asked = Some(self.table.clone());
            }
            let Ok(events) = self.table.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Play))) else {
                return;
            };
            self.events.extend(events);
            if self.table.decision().is_some() {
                self.asked = Some(self.table.clone());
            }
        }
    }

    /// The steps of an undone line, up to the maximum.
    pub fn steps_of(line: &str) -> Vec<String> {
        steps(line).filter(|step| fits(step)).take(MOST_STEPS).map(str::to_owned).collect()
    }

    /// Joins steps to a line.
    pub fn line(steps: &[String]) -> String {
        steps.join(";")
    }
}

fn steps(line: &str) -> impl Iterator<Item = &str> {
    line.split(BETWEEN).map(str::trim).filter(|step| !step.is_empty())
}

fn fits(step: &str) -> bool {
    step.chars().count() <= LONGEST_STEP
}
