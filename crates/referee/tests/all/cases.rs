//! The cases of all games: their number, and that no rule is missing. The tests of each game replay them on its twin.

use std::collections::{BTreeMap, BTreeSet};

use parlor_referee::{cases, rules_not_shown, shown_rules};
use parlor_rules::Game;

const RULE_BOOK: &str = include_str!("../../../../docs/play/rules.md");

/// The names of the rules in a chapter of the rule book: each paragraph starts with **Title** (name).
fn rules_of(chapter: &str) -> BTreeSet<String> {
    let chapters = RULE_BOOK.split("\n## ");
    let text = chapters.into_iter().find(|text| text.starts_with(chapter)).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("**")?.split_once("** (")).map(|(_, rest)| rest);
    names.map(|rest| rest.split([')', ',']).next().unwrap().to_owned()).collect()
}

#[test]
fn every_rule_has_three_cases_or_a_reason_why_saves_cannot_show_it() {
    for game in Game::ALL {
        let mut counts = BTreeMap::<&str, usize>::new();
        for case in cases(game) {
            *counts.entry(case.rule).or_default() += 1;
        }
        let shown = shown_rules(game);
        for rule in &shown {
            assert!(counts.get(rule) >= Some(&3), "{rule}: {counts:?}");
        }
        let not_shown = rules_not_shown(game).into_iter().map(|(rule, _)| rule);
        let mut listed: Vec<String> = shown.into_iter().chain(not_shown).map(str::to_owned).collect();
        listed.sort();
        let all: BTreeSet<String> = rules_of(&game.to_string()).union(&rules_of("In all games")).cloned().collect();
        assert_eq!(listed, all.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn cases_cover_every_aspect_on_each_size() {
    for game in Game::ALL {
        let cases = cases(game);
        let showings: BTreeSet<&str> = cases.iter().map(|case| case.shows).collect();
        for size in game.sizes() {
            for shows in &showings {
                let found = cases.iter().any(|case| case.shows == *shows && case.after.size() == size);
                assert!(found, "{game} {size}: {shows}");
            }
        }
    }
}
