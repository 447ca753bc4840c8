//! How somebody played over all games that are reviewed.

use std::sync::Arc;

use parlor_review::{Kind, Tally};
use parlor_rules::Game;
use parlor_view::short_size;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};

use crate::collection::Collection;
use crate::kit::{self, Pointed, in_sight, more_marks, number, panel, part, put, row, width};
use crate::theme::{Role, Theme};
use crate::wish::Wish;

/// Statistics, once they are collected.
pub(crate) struct StatisticsScreen {
    collection: Option<Arc<Collection>>,
    /// The line that is in sight at least.
    at: usize,
    /// The game of the plot.
    game: Game,
}

impl StatisticsScreen {
    pub(crate) fn new(collection: Option<Arc<Collection>>) -> StatisticsScreen {
        let mut screen = StatisticsScreen { collection: None, at: 0, game: Game::Canoga };
        if let Some(collection) = collection {
            screen.take(collection);
        }
        screen
    }

    /// Takes what was collected. The plot begins with a game that was played.
    pub(crate) fn take(&mut self, collection: Arc<Collection>) {
        let played = |game: &Game| !collection.statistics.over_time(*game).is_empty();
        self.game = Game::ALL.into_iter().find(played).unwrap_or(Game::Canoga);
        self.collection = Some(collection);
    }

    fn rows(&self) -> Vec<(Kind, Tally)> {
        self.collection.as_ref().map(|found| found.statistics.tallies().collect()).unwrap_or_default()
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        let Some(code) = kit::pressed(key) else { return Wish::Stay };
        match code {
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::Left => self.turn_game(2),
            KeyCode::Right | KeyCode::Tab => self.turn_game(1),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Wish::Back,
            _ => {}
        }
        Wish::Stay
    }

    /// Takes a click or the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect) -> Wish {
        match Pointed::of(event) {
            Some(Pointed::Up) => self.step(-1),
            Some(Pointed::Down) => self.step(1),
            Some(Pointed::Click(at)) => {
                let keys = kit::key_places(&KEYS, area);
                match keys.into_iter().find(|(.., place)| place.contains(at)) {
                    Some(("Esc", ..)) => return Wish::Back,
                    Some(("Tab", ..)) => self.turn_game(1),
                    _ => {}
                }
            }
            None => {}
        }
        Wish::Stay
    }

    fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.rows().len().saturating_sub(1));
    }

    fn turn_game(&mut self, by: usize) {
        let at = Game::ALL.iter().position(|game| *game == self.game).unwrap_or(0);
        self.game = Game::ALL[(at + by) % Game::ALL.len()];
    }

    /// Paints the screen.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Statistics", theme, area, buffer);
        kit::keys(&KEYS, theme, area, buffer);
        let body = kit::body(area);
        let Some(collection) = &self.collection else {
            put("Reading the games that are kept.", Role::Quiet, theme, body, buffer);
            return;
        };
        let note = match (self.rows().is_empty(), collection.statistics.without_review) {
            (true, 0) => "No game is kept yet in which you decided anything.".to_owned(),
            (true, _) => {
                "No game is reviewed yet. In the list of kept games, v reviews one; parlor review --all, all of them."
                    .to_owned()
            }
            (false, 0) => "Every game is reviewed.".to_owned(),
            (false, 1) => "1 game has no review yet, so it isn't counted here.".to_owned(),
            (false, games) => format!("{games} games have no review yet, so they aren't counted here."),
        };
        let lines = kit::wrapped(&[(Role::Quiet, note)], theme, body.width);
        let used = lines.len() as u16;
        kit::put_roles(&lines, theme, body, buffer);
        let rest = part(body, 0, used + 1, body.width, body.height);
        if self.rows().is_empty() {
            return;
        }
        let plot = (rest.height / 2).min(14);
        let table = part(rest, 0, 0, rest.width, rest.height - plot);
        self.paint_table(theme, table, buffer);
        self.paint_plot(collection, theme, part(rest, 0, rest.height - plot, rest.width, plot), buffer);
    }

    fn paint_table(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let heads =
            ["game", "against", "rounds", "won", "tied", "mean cost", "grade", "luck a round"].map(str::to_owned);
        put(&columns(&heads), Role::Quiet, theme, area, buffer);
        let list = part(area, 0, 1, area.width, area.height.saturating_sub(1));
        let rows = self.rows();
        let shown = in_sight(self.at, rows.len(), list.height);
        for (y, (kind, tally)) in (0..).zip(&rows[shown.clone()]) {
            put(&columns(&cells(*kind, tally)), Role::Text, theme, row(list, y), buffer);
        }
        more_marks(&shown, rows.len(), theme, list, buffer);
    }

    /// The mean cost of a decision, game by game.
    fn paint_plot(&self, collection: &Collection, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let moments = collection.statistics.over_time(self.game);
        let means: Vec<f64> = moments.iter().filter_map(|moment| moment.seat.mean()).collect();
        let points: Vec<(f64, f64)> = means.iter().zip(0u32..).map(|(mean, at)| (f64::from(at), *mean)).collect();
        let unit = self.game.unit();
        let title = format!("{}: {unit} given away for each decision, oldest game first", self.game);
        let plot = panel(&title, theme, area, buffer);
        if points.is_empty() {
            put("No reviewed game of this kind.", Role::Quiet, theme, plot, buffer);
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
        Chart::new(vec![data])
            .x_axis(Axis::default().bounds([0.0, number((points.len() - 1).max(1))]))
            .y_axis(Axis::default().bounds([0.0, most]))
            .legend_position(None)
            .style(theme.base())
            .render(inside, buffer);
        if theme.ascii {
            crate::reviewing::plain(inside, buffer);
        }
    }
}

const KEYS: [(&str, &str); 2] = [("Tab", "another game's plot"), ("Esc", "back")];

fn cells(kind: Kind, tally: &Tally) -> [String; 8] {
    let nothing = || "-".to_owned();
    [
        format!("{} {}", kind.game, short_size(kind.game, kind.size)),
        kind.level.map_or("a person".to_owned(), |level| level.to_string()),
        tally.played.to_string(),
        tally.won.to_string(),
        tally.tied.to_string(),
        tally.seat.mean().map_or_else(nothing, |mean| format!("{mean:.2}")),
        tally.seat.grade(kind.game).map_or_else(nothing, |grade| grade.to_string()),
        tally.mean_luck().map_or_else(nothing, |luck| format!("{luck:+.2}")),
    ]
}

fn columns(cells: &[String; 8]) -> String {
    const WIDTHS: [usize; 8] = [19, 9, 7, 4, 5, 10, 9, 12];
    let cell =
        |(text, columns): (&String, usize)| format!("{text}{} ", " ".repeat(columns.saturating_sub(width(text) + 1)));
    cells.iter().zip(WIDTHS).map(cell).collect::<String>().trim_end().to_owned()
}
