//! Cases of the rules: a save before a turn, its throws and moves, and the save after it. They are turns from random
//! tournaments, always the same ones, that were chosen because a rule decides their result.

mod canoga;
mod congkak;
mod kono;

use std::collections::BTreeMap;

use parlor_rules::{Choice, Game, Standing, Throw};
use parlor_saves::{Dialect, read, write};
use parlor_table::QueuedThrow;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Query, Ruling, TurnStep, follows};

/// A turn whose result depends on a rule.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleCase {
    /// The name of a rule in `docs/play/rules.md`.
    pub rule: &'static str,
    /// The aspect of the rule that the case shows, as a sentence.
    pub shows: &'static str,
    pub before: Standing,
    /// The throws of the turn in order, for a dice file.
    pub throws: Vec<Throw>,
    /// The colour, if one is chosen, and the moves.
    pub choices: Vec<Choice>,
    pub steps: Vec<TurnStep>,
    pub after: Standing,
}

/// A rule, and the cases that are looked for.
type RuleShown = (&'static str, &'static [&'static str]);

/// A rule, and why a save can't show it.
pub type RuleNotShown = (&'static str, &'static str);

/// The rules that saves show, in the order of the rule book.
pub fn shown_rules(game: Game) -> Vec<&'static str> {
    wanted(game).iter().map(|(rule, _)| *rule).collect()
}

/// The rules that no pair of saves can show.
pub fn rules_not_shown(game: Game) -> Vec<RuleNotShown> {
    let own = match game {
        Game::Canoga => canoga::NOT_SHOWN,
        Game::Congkak => congkak::NOT_SHOWN,
        Game::Kono => kono::NOT_SHOWN,
    };
    let dice: &[RuleNotShown] = match game {
        Game::Congkak => &[("dice-file", "there are no dice in Congkak")],
        Game::Canoga | Game::Kono => &[],
    };
    [own, dice, NOT_SHOWN_IN_ALL].concat()
}

const NOT_SHOWN_IN_ALL: &[RuleNotShown] = &[
    ("save-quit", "it says when files are written, not what they contain"),
    ("dice-manual", "a save doesn't record where throws come from"),
    ("dice-seed", "a save has no seed"),
    ("levels", "a save doesn't say who chose a move"),
];

fn wanted(game: Game) -> &'static [RuleShown] {
    match game {
        Game::Canoga => canoga::SHOWN,
        Game::Congkak => congkak::SHOWN,
        Game::Kono => kono::SHOWN,
    }
}

/// The maximum number of tournaments that are played to find cases. A few are enough.
const MOST_TOURNAMENTS: u64 = 3000;

/// The cases of every rule that saves show, by rule, then by what they show, then by the size of the board. Always the same.
pub fn cases(game: Game) -> Vec<RuleCase> {
    let mut order = BTreeMap::new();
    for (rule, showings) in wanted(game) {
        for shows in *showings {
            order.insert((*rule, *shows), order.len());
        }
    }
    let all = order.len() * game.sizes().len();
    let mut found = BTreeMap::new();
    for seed in 0..MOST_TOURNAMENTS {
        let mut choose = RandomChoices(ChaCha8Rng::seed_from_u64(seed));
        let turns = match game {
            Game::Canoga => canoga::tournament(&mut choose),
            Game::Congkak => congkak::tournament(&mut choose),
            Game::Kono => kono::tournament(&mut choose),
        };
        for turn in turns {
            for showing in &turn.shown {
                let place = (order[showing], turn.after.size());
                if !found.contains_key(&place)
                    && let Some(case) = turn.case(*showing)
                {
                    found.insert(place, case);
                }
            }
        }
        if found.len() == all {
            break;
        }
    }
    found.into_values().collect()
}

/// A turn that was played, and what it shows.
struct PlayedTurn {
    shown: Vec<(&'static str, &'static str)>,
    before: Standing,
    throws: Vec<Throw>,
    choices: Vec<Choice>,
    steps: Vec<TurnStep>,
    after: Standing,
}

impl PlayedTurn {
    fn new(before: impl Into<Standing>) -> PlayedTurn {
        let before = before.into();
        let after = before.clone();
        PlayedTurn { shown: vec![], before, throws: vec![], choices: vec![], steps: vec![], after }
    }

    fn shows(&mut self, rule: &'static str, what: &'static str) {
        self.shown.push((rule, what));
    }

    /// `None` if saves don't contain enough to tell that this turn was played.
    fn case(&self, (rule, shows): (&'static str, &'static str)) -> Option<RuleCase> {
        let (before, after) = (as_saved(&self.before)?, as_saved(&self.after)?);
        let queued = |(&throw, line)| QueuedThrow { line, throw, of_save: false };
        let dice: Vec<QueuedThrow> = self.throws.iter().zip(1..).map(queued).collect();
        let verdict = follows(&Query { dice: &dice, ..Query::new(&before, &after) });
        let case = RuleCase {
            rule,
            shows,
            before,
            throws: self.throws.clone(),
            choices: self.choices.clone(),
            steps: self.steps.clone(),
            after,
        };
        matches!(verdict, Some(Ruling::Follows(_))).then_some(case)
    }
}

/// The standing as read from its save; `None` if a second save would differ.
fn as_saved(standing: &Standing) -> Option<Standing> {
    let text = write(standing, Dialect::Text).text;
    let saved = read(&text, None).ok()?.standing;
    (write(&saved, Dialect::Text).text == text).then_some(saved)
}

struct RandomChoices(ChaCha8Rng);

impl RandomChoices {
    fn below(&mut self, limit: usize) -> usize {
        self.0.next_u32() as usize % limit
    }

    fn one<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
