//! One list of ratings for all players of a match.
//!
//! The ratings are those that explain the scores of all pairings best, if a player's expected score against another depends
//! on the difference of their ratings alone, as Elo assumes. Their errors come from how much the pairs differ, so they are
//! right for pairs of rounds that aren't independent, too.

use serde::Serialize;

use crate::normal::Z95;
use crate::pairs::PAIR_SCORES;
use crate::{Estimate, Match, MatchTally, Schedule, swiss};

/// A player's place in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    pub player: String,
    /// Elo relative to the mean of all players.
    pub elo: Estimate,
    /// Rounds won, tied and lost.
    pub won: u64,
    pub tied: u64,
    pub lost: u64,
    /// The share of rounds won, ties counting half.
    pub score: f64,
    /// In a Swiss tournament, 1 for each pairing won and each bye, and ½ for each tied pairing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swiss: Option<f64>,
    /// Net points or seeds of all rounds.
    pub points: f64,
    pub faults: u64,
}

/// Elo of one unit of the logistic function.
fn elo_per_unit() -> f64 {
    400.0 / std::f64::consts::LN_10
}

/// The players of a match, the best first: by Elo, and in a Swiss tournament by its score and then by Elo, which takes the
/// opponents' strength into account.
#[expect(clippy::cast_precision_loss, reason = "no match has 2^53 rounds")]
pub fn ratings(plan: &Match, tally: &MatchTally) -> Vec<Rating> {
    let estimates = estimates(plan, tally);
    let mut list: Vec<Rating> = plan
        .names
        .iter()
        .zip(estimates)
        .map(|(name, elo)| Rating {
            player: name.clone(),
            elo,
            won: 0,
            tied: 0,
            lost: 0,
            score: 0.0,
            swiss: None,
            points: 0.0,
            faults: 0,
        })
        .collect();
    for pairing in &tally.pairings {
        let (one, other) = pairing.players;
        let [won, tied, lost] = pairing.results;
        let net = pairing.points.average() * pairing.rounds() as f64;
        for (player, won, lost, net, faults) in
            [(one, won, lost, net, &pairing.faults[0]), (other, lost, won, -net, &pairing.faults[1])]
        {
            let row = &mut list[player];
            row.won += won;
            row.tied += tied;
            row.lost += lost;
            row.points += net;
            row.faults += faults.all();
        }
    }
    for row in &mut list {
        let rounds = (row.won + row.tied + row.lost).max(1) as f64;
        row.score = (row.won as f64 + row.tied as f64 / 2.0) / rounds;
    }
    if let Schedule::Swiss { .. } = plan.schedule {
        for (row, halves) in list.iter_mut().zip(swiss::half_points(plan, tally)) {
            row.swiss = Some(f64::from(halves) / 2.0);
        }
    }
    let score = |row: &Rating| row.swiss.unwrap_or_default();
    list.sort_by(|one, other| score(other).total_cmp(&score(one)).then(other.elo.value.total_cmp(&one.elo.value)));
    list
}

/// Newton's method on the likelihood. Each player also has one tied round against a player with the mean rating, so that a
/// player who won everything has a rating, too.
#[expect(clippy::cast_precision_loss, reason = "no match has 2^53 rounds")]
fn estimates(plan: &Match, tally: &MatchTally) -> Vec<Estimate> {
    let count = plan.players.len();
    let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
    let mut ratings = vec![0.0_f64; count];
    let mut curvature = Matrix::zero(count);
    for _ in 0..MOST_STEPS {
        let mut slope: Vec<f64> = ratings.iter().map(|rating| 0.5 - expected(*rating)).collect();
        curvature = Matrix::zero(count);
        for (player, rating) in ratings.iter().enumerate() {
            let p = expected(*rating);
            curvature.0[player][player] += p * (1.0 - p);
        }
        for pairing in &tally.pairings {
            let (one, other) = pairing.players;
            let rounds = pairing.rounds() as f64;
            let p = expected(ratings[one] - ratings[other]);
            let missing = rounds * (pairing.counts.score().unwrap_or(0.5) - p);
            slope[one] += missing;
            slope[other] -= missing;
            curvature.add_pair(one, other, rounds * p * (1.0 - p));
        }
        let step = curvature.inverse().times(&slope);
        ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += step.clamp(-1.0, 1.0));
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    // How far the pairs are from the scores that the ratings predict.
    let mut spread = Matrix::zero(count);
    for pairing in &tally.pairings {
        let (one, other) = pairing.players;
        let p = expected(ratings[one] - ratings[other]);
        let squares =
            pairing.counts.numbers().into_iter().zip(PAIR_SCORES).map(|(n, score)| n * (2.0 * (score - p)).powi(2));
        spread.add_pair(one, other, squares.sum());
    }
    let inverse = curvature.inverse();
    let covariance = inverse.product(&spread).product(&inverse);
    let mean = ratings.iter().sum::<f64>() / count as f64;
    let unit = elo_per_unit();
    (0..count)
        .map(|player| {
            // The weights of all ratings in this one minus the mean.
            let weights: Vec<f64> =
                (0..count).map(|other| f64::from(u8::from(other == player)) - 1.0 / count as f64).collect();
            let variance: f64 = covariance.times(&weights).iter().zip(&weights).map(|(one, other)| one * other).sum();
            let (value, error) = (unit * (ratings[player] - mean), unit * Z95 * variance.max(0.0).sqrt());
            Estimate { value, low: value - error, high: value + error }
        })
        .collect()
}

/// Far more steps than needed: each squares the error.
const MOST_STEPS: u32 = 100;

/// A square matrix by rows.
struct Matrix(Vec<Vec<f64>>);

impl Matrix {
    fn zero(size: usize) -> Matrix {
        Matrix(vec![vec![0.0; size]; size])
    }

    /// Adds a term that depends on the difference of two players' ratings.
    fn add_pair(&mut self, one: usize, other: usize, term: f64) {
        for (row, column, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)] {
            self.0[row][column] += sign * term;
        }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.0.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
    }

    fn product(&self, other: &Matrix) -> Matrix {
        let size = self.0.len();
        let cell = |row: usize, column: usize| (0..size).map(|k| self.0[row][k] * other.0[k][column]).sum();
        Matrix((0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect())
    }

    /// By Gauss-Jordan elimination. The matrix is positive definite, so no pivot is 0.
    fn inverse(&self) -> Matrix {
        let size = self.0.len();
        let mut left = self.0.clone();
        let mut right = Matrix::zero(size).0;
        for (index, row) in right.iter_mut().enumerate() {
            row[index] = 1.0;
        }
        for pivot in 0..size {
            let by = left[pivot][pivot];
            for side in [&mut left, &mut right] {
                side[pivot].iter_mut().for_each(|cell| *cell /= by);
            }
            for row in (0..size).filter(|row| *row != pivot) {
                let factor = left[row][pivot];
                for side in [&mut left, &mut right] {
                    let source = side[pivot].clone();
                    side[row].iter_mut().zip(source).for_each(|(cell, other)| *cell -= factor * other);
                }
            }
        }
        Matrix(right)
    }
}

/// The format of a rating list in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatingsFormat {
    Table,
    Csv,
    Html,
    Json,
}

impl RatingsFormat {
    /// The format for a file name extension: txt, csv, html or json.
    pub fn of_extension(extension: &str) -> Option<RatingsFormat> {
        match extension.to_ascii_lowercase().as_str() {
            "txt" => Some(RatingsFormat::Table),
            "csv" => Some(RatingsFormat::Csv),
            "html" | "htm" => Some(RatingsFormat::Html),
            "json" => Some(RatingsFormat::Json),
            _ => None,
        }
    }

    pub fn write(self, list: &[Rating]) -> String {
        match self {
            RatingsFormat::Table => table(list),
            RatingsFormat::Csv => csv(list),
            RatingsFormat::Html => html(list),
            RatingsFormat::Json => serde_json::to_string_pretty(list).expect("numbers and names are JSON") + "\n",
        }
    }
}

/// The maximum length of a name in a table, in characters.
const LONGEST_NAME: usize = 40;

fn table(list: &[Rating]) -> String {
    let names: Vec<String> = list.iter().map(|row| cut_in_the_middle(&row.player, LONGEST_NAME)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let swiss = |words: String| if list.iter().any(|row| row.swiss.is_some()) { words } else { String::new() };
    let mut text = format!(
        "  {:width$}{} {:>7} {:>6} {:>7} {:>7} {:>7} {:>7} {:>8} {:>7}\n",
        "",
        swiss(format!(" {:>6}", "Swiss")),
        "Elo",
        "\u{b1}",
        "won",
        "tied",
        "lost",
        "%",
        "points",
        "faults"
    );
    for (name, row) in names.iter().zip(list) {
        let matches = swiss(format!(" {:>6.1}", row.swiss.unwrap_or_default()));
        let Rating { won, tied, lost, points, faults, .. } = row;
        let (elo, error, share) = (rounded(row.elo.value), error(row), 100.0 * row.score);
        text.push_str(&format!(
            "  {name:width$}{matches} {elo:>7} {error:>6} {won:>7} {tied:>7} {lost:>7} {share:>7.1} {points:>+8.0} {faults:>7}\n"
        ));
    }
    text
}

/// A whole number with its sign, and no sign before 0.
fn rounded(number: f64) -> String {
    let text = format!("{number:+.0}");
    if matches!(text.as_str(), "+0" | "-0") { "0".to_owned() } else { text }
}

fn error(row: &Rating) -> String {
    format!("{:.0}", row.elo.high - row.elo.value)
}

const COLUMNS: [&str; 12] =
    ["place", "player", "elo", "low", "high", "won", "tied", "lost", "score", "points", "faults", "swiss"];

/// The cells of a row. The last one is empty if this isn't a Swiss tournament.
fn cells(place: usize, row: &Rating) -> [String; 12] {
    [
        place.to_string(),
        row.player.clone(),
        format!("{:.1}", row.elo.value),
        format!("{:.1}", row.elo.low),
        format!("{:.1}", row.elo.high),
        row.won.to_string(),
        row.tied.to_string(),
        row.lost.to_string(),
        format!("{:.4}", row.score),
        format!("{:.1}", row.points),
        row.faults.to_string(),
        row.swiss.map_or_else(String::new, |score| format!("{score:.1}")),
    ]
}

fn csv(list: &[Rating]) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for (place, row) in (1..).zip(list) {
        let mut cells = cells(place, row);
        // A spreadsheet would run a name that starts like a formula.
        let formula = cells[1].starts_with(['=', '+', '-', '@']);
        cells[1] = format!("\"{}{}\"", if formula { "'" } else { "" }, cells[1].replace('"', "\"\""));
        text.push_str(&(cells.join(",") + "\n"));
    }
    text
}

fn html(list: &[Rating]) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
            .replace('\'', "&#39;")
    };
    let mut rows = String::new();
    for (place, row) in (1..).zip(list) {
        let [place, player, _, _, _, won, tied, lost, _, _, faults, swiss] =
            cells(place, row).map(|cell| escaped(&cell));
        let swiss = if row.swiss.is_some() { format!("<td>{swiss}") } else { String::new() };
        let (elo, error, share, points) = (rounded(row.elo.value), error(row), 100.0 * row.score, rounded(row.points));
        rows.push_str(&format!(
            "<tr><td>{place}<th scope=\"row\">{player}{swiss}<td>{elo}<td>{error}<td>{won}<td>{tied}<td>{lost}<td>{share:.1}<td>{points}<td>{faults}\n"
        ));
    }
    let swiss = if list.iter().any(|row| row.swiss.is_some()) { "<th>Swiss" } else { "" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Ratings</title>\n<style>body{{font-family:sans-serif}}td,th{{padding:.2em .6em;text-align:right}}\
         th[scope=row]{{text-align:left}}</style>\n<table>\n<tr><th>Place<th scope=\"row\">Player{swiss}<th>Elo<th>\u{b1}<th>Won<th>Tied\
         <th>Lost<th>%<th>Points<th>Faults\n{rows}</table>\n</html>\n"
    )
}

/// A longer text without its middle, because the commands of a class often begin alike and differ at the end.
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
    use parlor_rules::Game;

    use super::*;
    use crate::elo::elo_of;
    use crate::{PairCounts, PairingTally};

    fn rated(players: usize, counts: &[[u64; 5]]) -> Vec<Rating> {
        let names = ["a", "b", "c", "d"].map(|name| format!("name={name} club").parse().unwrap());
        let plan = Match::new(Game::Kono, 5, names[..players].to_vec());
        let mut tally = MatchTally::new(&plan);
        for (pairing, counts) in tally.pairings.iter_mut().zip(counts) {
            let [none, half, one, more, both] = *counts;
            let results = [one + 2 * both + more, half + more, one + 2 * none + half];
            *pairing = PairingTally {
                players: pairing.players,
                results,
                counts: PairCounts(*counts),
                ..PairingTally::default()
            };
        }
        let mut list = ratings(&plan, &tally);
        list.sort_by(|one, other| one.player.cmp(&other.player));
        list
    }

    #[test]
    fn two_players_have_the_elo_of_their_pairing() {
        let counts = [[100, 50, 300, 120, 430]];
        let list = rated(2, &counts);
        let known = PairCounts(counts[0]).elo().unwrap();
        let difference = list[0].elo.value - list[1].elo.value;
        assert!((difference - known.value).abs() < 0.3, "{difference} {known:?}");
        // Each player is half of the difference away from the mean, so the error is halved, too.
        let error = 2.0 * (list[0].elo.high - list[0].elo.value);
        let known_error = (known.high - known.low) / 2.0;
        assert!((error / known_error - 1.0).abs() < 0.02, "{error} {known_error}");
    }

    /// If a scores 10 to 1 against b and b 10 to 1 against c, each step is 400 Elo; a and c agree with it at 100 to 1.
    #[test]
    fn ratings_explain_all_pairings() {
        let list = rated(3, &[[100, 0, 0, 0, 1000], [1000, 0, 0, 0, 100_000], [100, 0, 0, 0, 1000]]);
        for (row, elo) in list.iter().zip([400.0, 0.0, -400.0]) {
            assert!((row.elo.value - elo).abs() < 2.0, "{list:?}");
        }
        assert!(list[0].elo.low < 400.0 && list[0].elo.high - list[0].elo.low < 200.0, "{list:?}");
    }

    #[test]
    fn a_player_who_won_everything_has_a_rating() {
        let list = rated(3, &[[0, 0, 0, 0, 20], [0, 0, 0, 0, 20], [0, 0, 20, 0, 0]]);
        assert!(list[0].elo.value > 300.0 && list[0].elo.value.is_finite(), "{list:?}");
        assert!((list[1].elo.value - list[2].elo.value).abs() < 1e-6, "{list:?}");
        assert!((list[0].score - 1.0).abs() < 1e-9 && list[1].lost == 60, "{list:?}");
        assert!(rated(3, &[[0; 5]; 3]).iter().all(|row| row.elo.value == 0.0));
    }

    /// The player named first in the list wins every pairing. So after two rounds, one player has won twice and one
    /// never.
    #[test]
    fn a_swiss_tournament_is_won_by_its_score_and_elo_decides_between_equal_scores() {
        let names = ["a", "b", "c", "d"].map(|name| format!("name={name} club").parse().unwrap());
        let schedule = Schedule::Swiss { rounds: 2 };
        let plan = Match { pairs: 1, schedule, ..Match::new(Game::Kono, 5, names.to_vec()) };
        let mut tally = MatchTally::new(&plan);
        while tally.pairs() < plan.all_pairs() {
            let (pairing, _) = plan.pair(tally.pairs());
            let (one, other) = tally.pairings[pairing].players;
            tally.add_pairing_result(&plan, other.cmp(&one));
        }
        let list = ratings(&plan, &tally);
        let scores: Vec<Option<f64>> = list.iter().map(|row| row.swiss).collect();
        assert_eq!(scores, [Some(2.0), Some(1.0), Some(1.0), Some(0.0)]);
        assert!(list[1].elo.value >= list[2].elo.value, "{list:?}");
        assert_eq!((&*list[0].player, &*list[3].player), ("a", "d"));
        let text = RatingsFormat::Table.write(&list);
        assert!(text.lines().next().unwrap().contains(" Swiss     Elo"), "{text}");
        assert!(text.lines().nth(1).unwrap().starts_with("  a         2.0 "), "{text}");
        assert!(RatingsFormat::Csv.write(&list).contains(",swiss\n1,\"a\","));
        assert!(RatingsFormat::Csv.write(&list).lines().nth(1).unwrap().ends_with(",2.0"));
        assert!(RatingsFormat::Html.write(&list).contains("<th scope=\"row\">a<td>2.0<td>"));
        assert!(!RatingsFormat::Table.write(&rated(2, &[[1; 5]])).contains("Swiss"));
    }

    #[test]
    fn names_are_escaped_in_every_format() {
        let mut list = rated(2, &[[1, 0, 2, 0, 3]]);
        list[0].player = "=1+<b>\"x\"".to_owned();
        let csv = RatingsFormat::Csv.write(&list);
        assert!(csv.contains("\n1,\"'=1+<b>\"\"x\"\"\","), "{csv}");
        let html = RatingsFormat::Html.write(&list);
        assert!(html.contains("=1+&lt;b&gt;&quot;x&quot;") && !html.contains("<b>"), "{html}");
        let json: serde_json::Value = serde_json::from_str(&RatingsFormat::Json.write(&list)).unwrap();
        assert_eq!(json[0]["player"], "=1+<b>\"x\"");
        assert_eq!(csv.lines().map(|line| line.split(',').count()).collect::<Vec<_>>(), [12, 12, 12]);
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(cut_in_the_middle("short", 5), "short");
        let cut = cut_in_the_middle("cmd:python3 students/assignment-3/submissions/ann/bot.py", 40);
        assert_eq!((cut.as_str(), cut.chars().count()), ("cmd:python3 s\u{2026}t-3/submissions/ann/bot.py", 40));
    }

    #[test]
    fn elo_of_a_unit_is_that_of_the_logistic_function() {
        let share = 1.0 / (1.0 + (-1.0_f64).exp());
        assert!((elo_of(share) - elo_per_unit()).abs() < 1e-9);
    }
}
