//! `parlor cases`: writes turns that show the rules, to test other programs with.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use parlor_referee::{RuleCase, cases, rules_not_shown, shown_rules};
use parlor_rules::{Game, Throw};
use parlor_saves::disk::{self, Existing, write_file};
use parlor_saves::{Dialect, write};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::options::dialect;
use crate::output::to_stdout;

/// Write a kit of cases for each rule of a game: a save before a turn, the throws and moves, and the save after it.
///
/// Each case has its own folder; index.md lists them with their moves, and so does index.json. Resume the first save in
/// the program to test, play the moves with these throws, save, and compare the result with the second save (parlor compare).
#[derive(Args)]
pub(crate) struct CasesCommand {
    /// The game: canoga, congkak or kono.
    #[arg(value_parser = crate::game())]
    game: Game,
    /// Only the cases of this rule, like can-lock.
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// The dialect of the saves: text, lisp or prolog.
    #[arg(long, value_name = "DIALECT", value_parser = dialect(), hide_possible_values = true)]
    to: Dialect,
    /// The folder to write, which must be new or empty.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// A case and its place in the kit.
struct Filed {
    folder: String,
    case: RuleCase,
}

impl CasesCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        self.check_rule()?;
        prepare(&self.output)?;
        let filed =
            file(cases(self.game).into_iter().filter(|case| self.rule.as_deref().is_none_or(|rule| case.rule == rule)));
        for Filed { folder, case } in &filed {
            let folder = self.output.join(folder);
            fs::create_dir(&folder).map_err(|error| not_written(&folder, &error))?;
            let new = |name: &str, text: &str| write_file(&folder.join(name), text.as_bytes(), Existing::Keep);
            new(&self.save_name("before"), &write(&case.before, self.to).text)?;
            new(&self.save_name("after"), &write(&case.after, self.to).text)?;
            if !case.throws.is_empty() {
                let lines: String = case.throws.iter().map(|throw| format!("{throw}\n")).collect();
                new(DICE, &lines)?;
            }
        }
        let new = |name: &str, text: &str| write_file(&self.output.join(name), text.as_bytes(), Existing::Keep);
        new("index.md", &self.in_words(&filed))?;
        new("index.json", &format!("{:#}\n", self.as_json(&filed)))?;
        let rules =
            shown_rules(self.game).iter().filter(|rule| filed.iter().any(|filed| filed.case.rule == **rule)).count();
        let s = if rules == 1 { "" } else { "s" };
        to_stdout(|out| {
            writeln!(
                out,
                "{} cases of {rules} rule{s} in {}, listed in index.md",
                filed.len(),
                disk::shown(&self.output)
            )
        })
    }

    fn check_rule(&self) -> Result<(), Failure> {
        let Some(rule) = &self.rule else { return Ok(()) };
        let shown = shown_rules(self.game);
        if shown.contains(&rule.as_str()) {
            return Ok(());
        }
        if let Some((rule, why)) = rules_not_shown(self.game).into_iter().find(|(name, _)| name == rule) {
            return Err(Failure::Error(format!("--rule: saves can't show {rule}: {why}")));
        }
        let short: String = rule.chars().take(30).collect();
        let choices = shown.join(", ");
        Err(Failure::Error(format!(
            "--rule: {} has no rule \u{201c}{short}\u{201d}; choose one of {choices}",
            self.game
        )))
    }

    fn save_name(&self, name: &str) -> String {
        format!("{name}.{}", self.to.extension())
    }

    fn in_words(&self, filed: &[Filed]) -> String {
        let (before, after) = (self.save_name("before"), self.save_name("after"));
        let mut text = format!(
            "# Cases of {}\n\
             Each folder has a save before a turn and the only correct save after the throws and moves listed here. To test a program, resume\n\
             `{before}` in it{}, play these moves, and save. `parlor compare {after} YOURS` lists the differences. If the\n\
             program chose its own moves, ask `parlor follows {before} YOURS` instead.\n",
            self.game,
            if filed.iter().any(|filed| !filed.case.throws.is_empty()) {
                format!(" with the throws of `{DICE}`, if there is one")
            } else {
                String::new()
            },
        );
        let mut rule = "";
        for Filed { folder, case } in filed {
            if case.rule != rule {
                rule = case.rule;
                let _ = write!(text, "\n## {rule}\n");
            }
            let _ = write!(text, "\n**{folder}** (size {}). {}\n\n", case.after.size(), case.shows);
            for step in &case.steps {
                let _ = writeln!(text, "- {step}");
            }
        }
        if self.rule.is_none() {
            text.push_str("\n## Rules that saves can't show\n\n");
            for (rule, why) in rules_not_shown(self.game) {
                let _ = writeln!(text, "- {rule}: {why}.");
            }
        }
        text
    }

    fn as_json(&self, filed: &[Filed]) -> Value {
        let cases: Vec<Value> = filed
            .iter()
            .map(|Filed { folder, case }| {
                json!({
                    "rule": case.rule,
                    "shows": case.shows,
                    "size": case.after.size(),
                    "before": format!("{folder}/{}", self.save_name("before")),
                    "dice": (!case.throws.is_empty()).then(|| format!("{folder}/{DICE}")),
                    "throws": case.throws.iter().map(Throw::dice).collect::<Vec<_>>(),
                    "choices": case.choices.iter().map(ToString::to_string).collect::<Vec<_>>(),
                    "steps": crate::follows::steps(&case.steps),
                    "after": format!("{folder}/{}", self.save_name("after")),
                })
            })
            .collect();
        let not_shown: Vec<Value> =
            rules_not_shown(self.game).into_iter().map(|(rule, why)| json!({ "rule": rule, "why": why })).collect();
        json!({
            "game": self.game.to_string().to_lowercase(),
            "dialect": self.to.to_string(),
            "cases": cases,
            "not_shown": not_shown,
        })
    }
}

const DICE: &str = "dice.txt";

/// Numbers the cases of each rule.
fn file(cases: impl Iterator<Item = RuleCase>) -> Vec<Filed> {
    let mut filed: Vec<Filed> = Vec::new();
    let mut number = 0;
    for case in cases {
        number = if filed.last().is_some_and(|last| last.case.rule == case.rule) { number + 1 } else { 1 };
        filed.push(Filed { folder: format!("{}-{number:02}", case.rule), case });
    }
    filed
}

/// Creates the folder, and refuses one that holds anything.
fn prepare(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| not_written(folder, &error))?;
    let mut inside = fs::read_dir(folder).map_err(|error| not_written(folder, &error))?;
    if inside.next().is_some() {
        let why = "the folder isn't empty; name a new one";
        return Err(Failure::Error(format!("-o: {}: {why}", disk::shown(folder))));
    }
    Ok(())
}

fn not_written(path: &Path, error: &std::io::Error) -> String {
    format!("-o: {}: {error}", disk::shown(path))
}
