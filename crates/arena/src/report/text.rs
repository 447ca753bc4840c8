use std::fmt::Write;

use super::Report;
use crate::{BotFaultKind, Estimate, LIMITS_MEMORY, Match, MatchEnd, MatchPlayer, MatchTally, Openings, PairingTally};

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
        if plan.pairings().len() > 1 {
            text.push_str(&table(plan, tally));
        }
        for (pairing, (one, other)) in tally.pairings.iter().zip(plan.pairings()) {
            let (one, other) = (plan.names[one].as_str(), plan.names[other].as_str());
            let _ = writeln!(text, "\n{one} against {other}");
            text.push_str(&self.pairing(pairing, [one, other]));
        }
        if self.ended == MatchEnd::Stopped {
            let _ = writeln!(text, "\nStopped after {} of {} pairs.", tally.pairs(), plan.all_pairs());
        }
        if !LIMITS_MEMORY && plan.players.iter().any(MatchPlayer::is_bot) {
            text.push_str("\nNote: the memory of bots can't be limited on this system.\n");
        }
        text
    }

    fn pairing(&self, tally: &PairingTally, players: [&str; 2]) -> String {
        let mut text = String::new();
        let mut line = |name: &str, words: String| {
            let _ = writeln!(text, "  {name:8}{words}");
        };
        let [won, tied, lost] = tally.results;
        let share = tally.counts.score().map_or(String::new(), |score| format!(" ({:.1} %)", 100.0 * score));
        line("rounds", format!("{}: {won} won, {tied} tied, {lost} lost{share}", tally.rounds()));
        let unit = self.plan.game.unit();
        line(
            "points",
            tally.points.mean().map_or(TOO_FEW.to_owned(), |mean| format!("{} {unit} a round", interval(mean, 2))),
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
        }
        if tally.too_long > 0 {
            line("long", format!("{} rounds had {} plays and count as tied", tally.too_long, self.plan.max_plays));
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
    let effort = plan.limits.effort.map_or(String::new(), |effort| format!(", effort {effort}"));
    let time = plan.limits.bots.time.map_or(String::new(), |time| format!(", {} ms a move", time.as_millis()));
    format!("{} of size {}, seed {}, {opening}{effort}{time}", plan.game, plan.size, plan.seed)
}

/// The results of all players, best first.
pub(super) fn table(plan: &Match, tally: &MatchTally) -> String {
    struct Row {
        name: String,
        results: [u64; 3],
        points: f64,
        faults: u64,
    }
    let mut rows: Vec<Row> =
        plan.names.iter().map(|name| Row { name: name.clone(), results: [0; 3], points: 0.0, faults: 0 }).collect();
    for (pairing, (one, other)) in tally.pairings.iter().zip(plan.pairings()) {
        let [won, tied, lost] = pairing.results;
        #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 rounds")]
        let net = pairing.points.mean().map_or(0.0, |mean| mean.value * pairing.rounds() as f64);
        for (player, results, net, faults) in
            [(one, [won, tied, lost], net, &pairing.faults[0]), (other, [lost, tied, won], -net, &pairing.faults[1])]
        {
            let row = &mut rows[player];
            row.results.iter_mut().zip(results).for_each(|(sum, more)| *sum += more);
            row.points += net;
            row.faults += faults.all();
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 rounds")]
    let share = |row: &Row| {
        let [won, tied, lost] = row.results.map(|count| count as f64);
        100.0 * (won + tied / 2.0) / (won + tied + lost).max(1.0)
    };
    rows.sort_by(|one, other| share(other).total_cmp(&share(one)));
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(6, LONGEST_NAME);
    let mut text = format!(
        "  {:width$} {:>7} {:>7} {:>7} {:>7} {:>8} {:>7}\n",
        "", "won", "tied", "lost", "%", "points", "faults"
    );
    for row in &rows {
        let [won, tied, lost] = row.results;
        let name = cut_in_the_middle(&row.name, LONGEST_NAME);
        let _ = writeln!(
            text,
            "  {name:width$} {won:>7} {tied:>7} {lost:>7} {:>7.1} {:>+8.0} {:>7}",
            share(row),
            row.points,
            row.faults
        );
    }
    text
}

/// The most characters of a name in a table.
const LONGEST_NAME: usize = 40;

/// A longer text without its middle: commands of a class begin alike and differ at the end.
fn cut_in_the_middle(text: &str, longest: usize) -> String {
    let length = text.chars().count();
    if length <= longest {
        return text.to_owned();
    }
    let start = (longest - 1) / 3;
    let end = text.chars().skip(length - (longest - 1 - start));
    text.chars().take(start).chain(['\u{2026}']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(cut_in_the_middle("short", 5), "short");
        let cut = cut_in_the_middle("cmd:python3 students/assignment-3/submissions/ann/bot.py", 40);
        assert_eq!((cut.as_str(), cut.chars().count()), ("cmd:python3 s\u{2026}t-3/submissions/ann/bot.py", 40));
    }
}

impl Report<'_> {
    /// The table alone, to show while the match is running.
    pub fn live(&self) -> String {
        table(self.plan, self.tally).trim_end().to_owned()
    }
}
