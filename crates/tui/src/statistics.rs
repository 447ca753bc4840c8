//! Statistics over all reviewed games.

use std::sync::Arc;

use parlor_review::ReviewedGames;
use parlor_review::Statistics;
use parlor_rules::Game;
use parlor_view::{statistics_table, without_review};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::{Dataset, GraphType};

use crate::kit::{self, LineKey, Scroll, chart, next_of, panel, part, put, row};
use crate::player_filter::{PLAYER_KEY, PlayerFilter};
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// Statistics, as soon as they have been collected.
pub(crate) struct StatisticsScreen {
    /// `None` while the games are being read.
    found: Option<Statistics>,
    filter: PlayerFilter,
    scroll: Scroll,
    /// The game whose results are plotted.
    game: Game,
}

impl StatisticsScreen {
    /// Plots the first game with results.
    pub(crate) fn new(games: Option<Arc<ReviewedGames>>, filter: PlayerFilter) -> StatisticsScreen {
        let found = games.map(|games| games.statistics(filter.name()));
        let played = |game: &Game| found.as_ref().is_some_and(|found| !found.over_time(*game).is_empty());
        let game = Game::ALL.into_iter().find(played).unwrap_or(Game::Canoga);
        StatisticsScreen { found, filter, scroll: Scroll::default(), game }
    }

    /// The mean cost of a decision, game by game.
    fn paint_plot(&self, found: &Statistics, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let moments = found.over_time(self.game);
        let means: Vec<f64> = moments.iter().filter_map(|moment| moment.seat.mean()).collect();
        let points: Vec<(f64, f64)> = means.iter().zip(0u32..).map(|(mean, at)| (f64::from(at), *mean)).collect();
        let unit = self.game.unit();
        let title = format!("{}: {unit} given away per decision, oldest game first", self.game);
        let plot = panel(&title, theme, area, buffer);
        if points.is_empty() {
            put("There are no reviewed games of this kind.", Role::Quiet, theme, plot, buffer);
            return;
        }
        let most = means.iter().fold(0.1f64, |most, mean| most.max(*mean));
        let label = |value: f64| format!("{value:>6.2} ");
        put(&label(most), Role::Quiet, theme, plot, buffer);
        put(&label(0.0), Role::Quiet, theme, row(plot, plot.height.saturating_sub(1)), buffer);
        let inside = part(plot, 7, 0, plot.width.saturating_sub(8), plot.height);
        let data = Dataset::default()
            .graph_type(if points.len() == 1 { GraphType::Scatter } else { GraphType::Line })
            .marker(if theme.ascii || points.len() == 1 { Marker::Dot } else { Marker::Braille })
            .style(theme.style(Role::Title))
            .data(&points);
        chart(vec![data], (points.len() - 1).max(1), [0.0, most], theme, inside, buffer);
    }
}

impl Screen for StatisticsScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        match kit::arrow_of(code) {
            KeyCode::Up => self.scroll.by(-1),
            KeyCode::Down => self.scroll.by(1),
            KeyCode::Left => self.game = next_of(self.game, &Game::ALL, true),
            KeyCode::Right | KeyCode::Tab => self.game = next_of(self.game, &Game::ALL, false),
            KeyCode::Char(PLAYER_KEY) if self.filter.has_several() => return Request::StatisticsOfNext,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Request::Back,
            _ => {}
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        self.scroll.by(by);
    }

    fn keys(&self, _theme: Theme) -> Vec<LineKey> {
        let mut keys = kit::line_keys([("Tab", "another game's plot"), ("Esc", "back")]);
        if self.filter.has_several() {
            keys.insert(1, ("@", "player").into());
        }
        keys
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading(&format!("Statistics{}", self.filter.heading()), theme, area, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
        let body = kit::body(area);
        let Some(found) = &self.found else {
            put("Reading your games.", Role::Quiet, theme, body, buffer);
            return;
        };
        let table = statistics_table(found);
        let how = "Press v in the list of your games to review one, or run parlor review --all.";
        let note = match (table.is_empty(), found.without_review) {
            (true, 0) => "You haven't decided anything in a reviewed game yet.".to_owned(),
            (false, 0) => without_review(0),
            (_, games) => format!("{} {how}", without_review(games)),
        };
        let lines = kit::wrapped(&[(Role::Quiet, note)], theme, body.width);
        let used = lines.len() as u16;
        kit::put_roles(&lines, theme, body, buffer);
        let Some((heads, rows)) = table.split_first() else { return };
        let rest = part(body, 0, used + 1, body.width, body.height);
        let plot = (rest.height / 2).min(14);
        let list = part(rest, 0, 1, rest.width, rest.height.saturating_sub(plot + 1));
        put(heads, Role::Quiet, theme, rest, buffer);
        let rows: Vec<(Role, String)> = rows.iter().map(|row| (Role::Text, row.clone())).collect();
        self.scroll.paint(&rows, theme, list, buffer);
        self.paint_plot(found, theme, part(rest, 0, rest.height - plot, rest.width, plot), buffer);
    }

    fn collected(&mut self, games: &Arc<ReviewedGames>) {
        *self = StatisticsScreen::new(Some(Arc::clone(games)), self.filter.among(games.names()));
    }
}
