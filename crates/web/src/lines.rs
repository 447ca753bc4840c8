//! Lines of play that are only tried: what an address says is played at a table of its own, step by step.

use parlor_rules::Pair;
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, MenuKind, Next, Table};

use crate::answers::{Meant, Said};
use crate::fault::sentence;

/// What stands between two steps in an address.
const BETWEEN: char = ';';

/// The most steps of a line.
const MOST_STEPS: usize = 300;

/// The longest step, in characters.
const LONGEST_STEP: usize = 40;

/// People decide for both.
pub(crate) const BOTH: Pair<bool> = Pair { human: true, computer: true };

/// A table on which something is tried.
#[derive(Clone)]
pub(crate) struct Tried {
    /// The table. It changes no other.
    pub(crate) table: Table,
    /// The table as the engine is asked about it, if there is something to decide.
    pub(crate) asked: Option<Table>,
    /// The steps that led to it, as they are written.
    pub(crate) steps: Vec<String>,
    /// What the last step told.
    pub(crate) told: Vec<Event>,
}

impl Tried {
    /// A table from which something is tried.
    pub(crate) fn from(table: &Table) -> Tried {
        let mut tried = Tried { table: table.analysis(), asked: None, steps: Vec::new(), told: Vec::new() };
        tried.pass_menus();
        tried
    }

    /// After the steps of a line. A sentence says which step can't be played, and why.
    pub(crate) fn after(mut self, line: &str) -> Result<Tried, String> {
        for (number, step) in steps(line).into_iter().enumerate() {
            let number = number + 1;
            if number > MOST_STEPS {
                return Err(format!("A line has at most {MOST_STEPS} steps."));
            }
            let shown: String = step.chars().take(LONGEST_STEP).collect();
            let said = match step.parse::<Answer>() {
                _ if shown.len() < step.len() => Err("It is too long.".to_owned()),
                // What a coin shows is written like a call.
                Ok(_) if self.table.next() == Next::Toss => Ok(Said::Typed(step.to_owned())),
                Ok(answer) => Ok(Said::Answer(answer)),
                Err(_) => Ok(Said::Typed(step.to_owned())),
            };
            let played = said.and_then(|said| match self.meaning(said) {
                Meant::Entry(entry) => self.play(entry),
                Meant::Unclear(why) => Err(why),
                _ => Err("That is not a move.".to_owned()),
            });
            played.map_err(|why| format!("Step {number}, \u{201c}{shown}\u{201d}, can\u{2019}t be played: {why}"))?;
        }
        Ok(self)
    }

    /// What somebody means who plays for both.
    pub(crate) fn meaning(&self, said: Said) -> Meant {
        said.means(&self.table, BOTH)
    }

    /// Plays on. A sentence says why not.
    pub(crate) fn play(&mut self, entry: Entry) -> Result<(), String> {
        let step = match &entry {
            Entry::Decision { answer: answer @ (Answer::Choice(_) | Answer::Size(_)), .. } => answer.to_string(),
            Entry::Throw { throw, .. } => throw.to_string(),
            Entry::Coin(coin) => coin.to_string(),
            _ => return Err("That is not a move.".to_owned()),
        };
        if self.steps.len() >= MOST_STEPS {
            return Err(format!("A line has at most {MOST_STEPS} steps."));
        }
        self.told = self.table.apply(entry).map_err(|refusal| sentence(&refusal.to_string()))?;
        self.steps.push(step);
        self.pass_menus();
        Ok(())
    }

    /// Nobody needs a menu here: what it offers besides playing on makes no sense.
    fn pass_menus(&mut self) {
        self.asked = self.table.decision().map(|_| self.table.clone());
        while let Next::Ask(question) = self.table.next()
            && let Ask::Menu { before, .. } = question.ask
        {
            if before == MenuKind::Turn {
                self.asked = Some(self.table.clone());
            }
            let Ok(told) = self.table.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Play))) else {
                return;
            };
            self.told.extend(told);
            if self.table.decision().is_some() {
                self.asked = Some(self.table.clone());
            }
        }
    }
}

/// The steps of a line.
pub(crate) fn steps(line: &str) -> Vec<&str> {
    line.split(BETWEEN).map(str::trim).filter(|step| !step.is_empty()).collect()
}

/// Steps that were taken back, as far as there is room for them.
pub(crate) fn bounded(line: &str) -> Vec<String> {
    let fits = |step: &&str| step.chars().count() <= LONGEST_STEP;
    steps(line).into_iter().filter(fits).take(MOST_STEPS).map(str::to_owned).collect()
}

/// A line of these steps.
pub(crate) fn line<S: AsRef<str>>(steps: &[S]) -> String {
    let mut line = String::new();
    for step in steps {
        if !line.is_empty() {
            line.push(BETWEEN);
        }
        line.push_str(step.as_ref());
    }
    line
}
