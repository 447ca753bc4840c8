//! A browser's statistics, as a table and plots.

use askama::Template;
use parlor_review::Statistics;
use parlor_rules::Game;
use parlor_view::svg::Num;
use parlor_view::{STATISTICS_COLUMNS, capitalised, statistics_row, without_review};

use super::{NavItem, Shell, Site, minus};

/// Dimensions of a plot, in its own units.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 150.0;

/// The results of a browser's players at all reviewed tables.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "statistics.html")]
pub struct StatisticsPage<'a> {
    pub site: Site<'a>,
    pub statistics: &'a Statistics,
    /// Reviews have just been requested.
    pub begun: bool,
}

impl StatisticsPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, "Statistics \u{2013} Parlor", NavItem::Elsewhere)
    }

    fn rows(&self) -> Vec<[String; STATISTICS_COLUMNS.len()]> {
        self.statistics.tallies().map(|(kind, tally)| statistics_row(kind, &tally).map(|cell| minus(&cell))).collect()
    }

    /// The plots for the games that were reviewed often enough.
    fn plots(&self) -> Vec<Plot> {
        let costs = |game| self.statistics.over_time(game).iter().filter_map(|moment| moment.seat.mean()).collect();
        let plots = Game::ALL.into_iter().map(|game| Plot { game, costs: costs(game) });
        plots.filter(|plot| plot.costs.len() > 1).collect()
    }
}

/// The mean cost of a decision in each game, oldest first.
struct Plot {
    game: Game,
    costs: Vec<f64>,
}

impl Plot {
    fn most(&self) -> f64 {
        self.costs.iter().copied().fold(0.1, f64::max)
    }

    #[allow(clippy::cast_precision_loss, reason = "a picture has few points")]
    fn dots(&self) -> Vec<(Num, Num)> {
        let apart = (RIGHT - LEFT) / (self.costs.len() - 1) as f64;
        let x = |place: usize| Num(LEFT + apart * place as f64);
        let y = |cost: f64| Num(BOTTOM - cost / self.most() * (BOTTOM - TOP));
        self.costs.iter().enumerate().map(|(place, cost)| (x(place), y(*cost))).collect()
    }
}
