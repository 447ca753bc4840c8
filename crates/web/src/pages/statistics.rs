//! How somebody has played, as a table and plots.

#![allow(clippy::cast_precision_loss, reason = "a picture has few points")]

use std::fmt::Write;

use askama::Template;
use parlor_review::{Moment, Statistics};
use parlor_rules::Game;
use parlor_view::{STATISTICS_COLUMNS, capitalised, statistics_row, without_review};

use super::{Place, Shell, Site, minus};

/// How a browser's people played over all reviewed tables.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "statistics.html")]
pub struct StatisticsPage<'a> {
    pub site: Site<'a>,
    /// What is known.
    pub statistics: &'a Statistics,
    /// Reviews were asked for just now.
    pub begun: bool,
}

/// That some games have no review yet, and what the button says that has them made.
pub(super) fn missing_reviews(games: usize) -> Option<(String, &'static str)> {
    let button = if games == 1 { "Review it" } else { "Review them" };
    (games > 0).then(|| (without_review(games), button))
}

impl StatisticsPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, "Statistics \u{2013} Parlor", Place::Elsewhere)
    }

    fn rows(&self) -> Vec<[String; STATISTICS_COLUMNS.len()]> {
        self.statistics.tallies().map(|(kind, tally)| statistics_row(kind, &tally).map(|cell| minus(&cell))).collect()
    }

    /// The plots of the games that were reviewed often enough.
    fn plots(&self) -> Vec<(Game, String)> {
        let plotted = Game::ALL.into_iter().map(|game| (game, plot(game, &self.statistics.over_time(game))));
        plotted.filter_map(|(game, plot)| Some((game, plot?))).collect()
    }
}

/// The mean cost of a decision in each game, oldest first; nothing for a single game.
#[allow(clippy::cast_precision_loss, reason = "nobody plays that many games")]
fn plot(game: Game, moments: &[Moment]) -> Option<String> {
    const LEFT: f64 = 48.0;
    const RIGHT: f64 = 620.0;
    const TOP: f64 = 14.0;
    const BOTTOM: f64 = 150.0;
    let costs: Vec<f64> = moments.iter().filter_map(|moment| moment.seat.mean()).collect();
    if costs.len() < 2 {
        return None;
    }
    let most = costs.iter().copied().fold(0.1, f64::max);
    let x = |place: usize| LEFT + (RIGHT - LEFT) * place as f64 / (costs.len() - 1) as f64;
    let y = |cost: f64| BOTTOM - cost / most * (BOTTOM - TOP);
    let (first, last) = (costs[0], costs[costs.len() - 1]);
    let unit = game.unit();
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 640 160\" role=\"img\" aria-label=\"Mean cost of a decision over {} games, \
         from {first:.2} {unit} in the oldest to {last:.2} in the newest\"><g aria-hidden=\"true\">\
         <path class=\"axis\" d=\"M{LEFT} {TOP}H{RIGHT}\"/><path class=\"zero\" d=\"M{LEFT} {BOTTOM}H{RIGHT}\"/>\
         <text class=\"tick-text end\" x=\"41\" y=\"{:.0}\">{most:.1}</text>\
         <text class=\"tick-text end\" x=\"41\" y=\"{:.0}\">0</text>",
        costs.len(),
        TOP + 4.5,
        BOTTOM + 4.5,
    );
    let path: Vec<String> =
        costs.iter().enumerate().map(|(place, cost)| format!("{:.1} {:.1}", x(place), y(*cost))).collect();
    let mut put = |part: std::fmt::Arguments<'_>| svg.write_fmt(part).expect("a string can always be written to");
    put(format_args!("<path class=\"curve\" d=\"M{}\"/>", path.join("L")));
    for (place, cost) in costs.iter().enumerate() {
        put(format_args!("<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>", x(place), y(*cost)));
    }
    svg.push_str("</g></svg>");
    Some(svg)
}
