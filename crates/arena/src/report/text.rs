use std::fmt::Write;

use super::Report;
use crate::{
    BotFaultKind, Estimate, Match, MatchEnd, Openings, PairCounts, PairingTally, RatingsFormat, Schedule, Superiority,
};

impl Report<'_> {
    pub fn text(&self) -> String {
        let (plan, tally) = (self.plan, self.tally);
        let mut text = format!("{}\n", what_is_played(plan));
        for (name, player) in plan.names.iter().zip(&plan.players) {
            let given = player.to_string();
            if *name != given {
                let _ = writeln!(text, "{name}: {given}");
            }
        }
        if plan.players.len() > 2 {
            text.push_str(&RatingsFormat::Table.write(&self.ratings()));
        }
        for (number, pairing) in tally.pairings.iter().enumerate() {
            if let Schedule::Swiss { rounds } = plan.schedule
                && number % plan.pairings_per_stage() == 0
            {
                let round = number / plan.pairings_per_stage();
                let bye =
                    tally.byes[round].map_or(String::new(), |player| format!("; {} has a bye", plan.names[player]));
                let _ = writeln!(text, "\nSwiss round {} of {rounds}{bye}", round + 1);
            }
            let (one, other) = (plan.names[pairing.players.0].as_str(), plan.names[pairing.players.1].as_str());
            let _ = writeln!(text, "\n{one} against {other}");
            text.push_str(&self.pairing(pairing, [one, other]));
        }
        if self.ended == MatchEnd::Stopped {
            let _ = writeln!(text, "\nStopped after {} of {} pairs.", tally.pairs(), plan.all_pairs());
        }
        text
    }

    fn pairing(&self, tally: &PairingTally, players: [&str; 2]) -> String {
        let mut text = String::new();
        let width = if self.plan.rounds == 1 { 8 } else { 13 };
        let mut line = |name: &str, words: String| {
            let _ = writeln!(text, "  {name:width$}{words}");
        };
        let [won, tied, lost] = tally.results;
        let share = tally.counts.score().map_or(String::new(), |score| format!(" ({:.1} %)", 100.0 * score));
        line(
            &format!("{}s", self.plan.unit()),
            format!("{}: {won} won, {tied} tied, {lost} lost{share}", tally.rounds()),
        );
        let unit = self.plan.game.unit();
        line(
            "points",
            tally
                .points
                .mean()
                .map_or(TOO_FEW.to_owned(), |mean| format!("{} {unit} a {}", interval(mean, 2), self.plan.unit())),
        );
        if let Some(adjusted) = tally.adjusted {
            let fewer = match tally.fewer_rounds() {
                Some(times) => format!(", which needs {times:.1} times fewer rounds"),
                None => String::new(),
            };
            let mean =
                adjusted.mean().map_or(TOO_FEW.to_owned(), |mean| format!("{} without luck{fewer}", interval(mean, 2)));
            line("", mean);
        }
        let [none, half, one, more, both] = tally.counts.0;
        line("pairs", format!("won 0: {none}, \u{bd}: {half}, 1: {one}, 1\u{bd}: {more}, 2: {both}"));
        line("Elo", elo_in_words(tally));
        line("nElo", tally.counts.nelo().map_or(TOO_FEW.to_owned(), |nelo| interval(nelo, 1)));
        if let Some(los) = tally.counts.los() {
            line("LOS", format!("{:.1} % (likelihood of superiority)", 100.0 * los));
        }
        if let Some(sprt) = self.plan.sprt {
            line("SPRT", self.sprt_sentence(sprt, tally));
        } else {
            line("verdict", superiority(&tally.counts, players));
        }
        if tally.too_long > 0 {
            line(
                "long",
                format!(
                    "{} {}s were stopped because they took too long, and count as ties",
                    tally.too_long,
                    self.plan.unit()
                ),
            );
        }
        for (faults, player) in tally.faults.iter().zip(players) {
            if faults.all() > 0 {
                let kinds = BotFaultKind::ALL.into_iter().filter(|kind| faults.of(*kind) > 0);
                let kinds: Vec<String> = kinds.map(|kind| format!("{} {}", faults.of(kind), kind.word())).collect();
                line("faults", format!("{player}: {}", kinds.join(", ")));
                for example in &faults.examples {
                    line("", example.clone());
                }
            }
        }
        text
    }
}

/// Shown instead of a number that can't be computed yet.
const TOO_FEW: &str = "not enough different results yet";

/// If all pairs had the same result, their variance is unknown, so the line has no interval.
fn elo_in_words(tally: &PairingTally) -> String {
    match tally.counts.elo() {
        Some(elo) if elo.value == f64::INFINITY => "unbounded: every round was won".to_owned(),
        Some(elo) if elo.value == f64::NEG_INFINITY => "unbounded: every round was lost".to_owned(),
        Some(elo) if tally.counts.nelo().is_some() => interval(elo, 1),
        _ => TOO_FEW.to_owned(),
    }
}

fn interval(estimate: Estimate, digits: usize) -> String {
    let number = |number: f64| {
        if number.is_finite() {
            // No minus sign before a zero.
            let rounded = format!("{number:+.digits$}");
            if rounded.trim_start_matches(['-', '0', '.']).is_empty() { rounded.replace('-', "+") } else { rounded }
        } else if number > 0.0 {
            "no limit".to_owned()
        } else {
            "no lower limit".to_owned()
        }
    };
    format!("{} ({} to {})", number(estimate.value), number(estimate.low), number(estimate.high))
}

/// The game and the settings of all rounds.
fn what_is_played(plan: &Match) -> String {
    let opening = match &plan.openings {
        Openings::Plays(0) => "no random plays first".to_owned(),
        Openings::Plays(1) => "1 random play first".to_owned(),
        Openings::Plays(plays) => format!("{plays} random plays first"),
        Openings::Positions(positions) => format!("{} openings", positions.len()),
    };
    let swiss = match plan.schedule {
        Schedule::Swiss { rounds: 1 } => ", 1 Swiss round".to_owned(),
        Schedule::Swiss { rounds } => format!(", {rounds} Swiss rounds"),
        Schedule::RoundRobin | Schedule::Gauntlet => String::new(),
    };
    let rounds = if plan.rounds == 1 { String::new() } else { format!(", tournaments of {} rounds", plan.rounds) };
    let effort = plan.limits.effort.map_or(String::new(), |effort| format!(", effort {effort}"));
    let time = plan.limits.bots.time.map_or(String::new(), |time| format!(", {} ms a move", time.as_millis()));
    format!("{} of size {}{swiss}{rounds}, seed {}, {opening}{effort}{time}", plan.game, plan.size, plan.seed)
}

impl Report<'_> {
    /// The list of players, to show while the match is running.
    pub fn live(&self) -> String {
        RatingsFormat::Table.write(&self.ratings()).trim_end().to_owned()
    }
}

fn superiority(counts: &PairCounts, [one, other]: [&str; 2]) -> String {
    match counts.superiority() {
        Superiority::First => format!("{one} is better, with 95 % confidence"),
        Superiority::Second => format!("{other} is better, with 95 % confidence"),
        Superiority::TooSmall { pairs: None } => {
            "no difference, or the match is too small to tell who is better".to_owned()
        }
        Superiority::TooSmall { pairs: Some(pairs) } => {
            format!(
                "the match is too small to tell who is better; if the difference is as large as it seems, \
                 about {pairs} pairs would show it"
            )
        }
    }
}
