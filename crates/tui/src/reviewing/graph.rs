//! The value of a round over time: a line from the point of view of the seat Human, luck as bars, and marks below.

use parlor_review::Mark;
use parlor_rules::{Pair, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::{Dataset, GraphType};

use crate::kit::{chart, number, part, put, put_raw, row};
use crate::theme::{Role, Theme};

/// The number of columns for the numbers beside the line and for the names beside the marks.
const LABEL: u16 = 9;

/// The number of rows below the line: a row of marks for each player, and the cursor.
const BELOW: u16 = 3;

/// The minimum number of rows for a graph.
pub(super) const LEAST: u16 = 4 + BELOW;

/// The data of a round's graph.
pub(super) struct Graph<'a> {
    pub(super) names: Pair<&'a str>,
    /// The number of moments of the round.
    pub(super) steps: usize,
    /// The expected result for the seat Human at each moment. The result follows after the last moment.
    pub(super) values: Vec<(f64, f64)>,
    pub(super) luck: Vec<(f64, f64)>,
    pub(super) marks: Vec<(usize, Seat, Mark)>,
    pub(super) at: usize,
}

/// The sign for a costly decision, shown below the line.
pub(super) fn sign(mark: Mark) -> Option<&'static str> {
    match mark {
        Mark::Best | Mark::Good => None,
        Mark::Inaccuracy => Some("."),
        Mark::Mistake => Some("?"),
        Mark::Blunder => Some("X"),
    }
}

pub(super) const LEGEND: &str = ". inaccuracy  ? mistake  X blunder";

impl Graph<'_> {
    /// The moment at a column of the screen, if the column is inside the graph.
    pub(super) fn step_at(steps: usize, x: u16, area: Rect) -> Option<usize> {
        let plot = plot(area);
        let inside = x.checked_sub(plot.x).filter(|x| *x < plot.width)?;
        let last = steps.checked_sub(1)?;
        let span = usize::from(plot.width.max(2)) - 1;
        Some(((usize::from(inside) * steps + span / 2) / span).min(last))
    }

    fn column(&self, moment: usize, plot: Rect) -> u16 {
        let span = usize::from(plot.width.max(1)) - 1;
        plot.x + (moment * span / self.steps.max(1)) as u16
    }

    pub(super) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let plot = plot(area);
        if plot.is_empty() {
            return;
        }
        let most = self.values.iter().chain(&self.luck).fold(1.0f64, |most, (_, value)| most.max(value.abs()));
        let quiet = theme.style(Role::Quiet);
        let middle = plot.height / 2;
        for (y, label) in
            [(0, format!("{most:+.1}")), (middle, "0".to_owned()), (plot.height - 1, format!("{:+.1}", -most))]
        {
            let label = format!("{label:>width$}", width = usize::from(LABEL) - 1);
            put_raw(&label, quiet, part(area, 0, y, LABEL, 1), buffer);
        }
        let zero = [(0.0, 0.0), (number(self.steps), 0.0)];
        // Later datasets are drawn over earlier ones.
        let line = |data, role| {
            let marker = theme.pick(Marker::Braille, Marker::Dot);
            Dataset::default().graph_type(GraphType::Line).marker(marker).style(theme.style(role)).data(data)
        };
        let bars = Dataset::default()
            .graph_type(GraphType::Bar)
            .marker(theme.pick(Marker::HalfBlock, Marker::Block))
            .style(theme.style(Role::Dice))
            .data(&self.luck);
        let datasets = if theme.ascii { vec![bars] } else { vec![line(&zero, Role::Line), bars] };
        let over = [line(&self.values, Role::Title)];
        let datasets = datasets.into_iter().chain(over).collect();
        chart(datasets, self.steps.max(1), [-most, most], theme, plot, buffer);
        // Draw the middle line where nothing else was drawn.
        for place in row(plot, middle).positions().filter(|_| theme.ascii) {
            if buffer[place].symbol() == " " {
                put_raw("-", theme.style(Role::Line), Rect::new(place.x, place.y, 1, 1), buffer);
            }
        }
        self.paint_marks(theme, area, plot, buffer);
    }

    fn paint_marks(&self, theme: Theme, area: Rect, plot: Rect, buffer: &mut Buffer) {
        for (seat, y) in [(Seat::Human, plot.height), (Seat::Computer, plot.height + 1)] {
            put(self.names[seat], Role::of(seat), theme, part(area, 0, y, LABEL - 1, 1), buffer);
            for (moment, _, mark) in self.marks.iter().filter(|(_, by, _)| *by == seat) {
                if let Some(sign) = sign(*mark) {
                    let at = Rect::new(self.column(*moment, plot), area.y + y, 1, 1);
                    put_raw(sign, theme.style(Role::Wrong), at.intersection(area), buffer);
                }
            }
        }
        let cursor = row(area, plot.height + 2);
        let at = Rect { x: self.column(self.at, plot), width: 1, ..cursor };
        put_raw(theme.pick("\u{25b2}", "^"), theme.style(Role::Key), at.intersection(area), buffer);
    }
}

fn plot(area: Rect) -> Rect {
    part(area, LABEL, 0, area.width.saturating_sub(LABEL + 1), area.height.saturating_sub(BELOW))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::text;

    #[test]
    fn the_graph_keeps_to_ascii_and_a_click_finds_its_moment() {
        let graph = Graph {
            names: Pair { human: "Ada", computer: "Computer" },
            steps: 4,
            values: vec![(0.0, 2.0), (1.0, 1.0), (2.0, 4.0), (3.0, -3.0), (4.0, -4.0)],
            luck: vec![(1.0, -1.0), (2.0, 3.0)],
            marks: vec![(2, Seat::Human, Mark::Blunder)],
            at: 2,
        };
        let area = Rect::new(0, 0, 49, 12);
        let mut buffer = Buffer::empty(area);
        graph.paint(Theme { ascii: true, ..Theme::default() }, area, &mut buffer);
        let shown = text(&buffer);
        assert!(shown.is_ascii(), "{shown}");
        assert!(shown.contains("+4.0") && shown.contains("-4.0") && shown.contains('|'), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let column = lines[9].find('X').expect("the blunder is marked");
        assert!(lines[9].starts_with("Ada"), "{shown}");
        assert_eq!(lines[11].find('^'), Some(column), "{shown}");
        assert_eq!(Graph::step_at(4, column as u16, area), Some(2));
        assert_eq!(Graph::step_at(4, 0, area), None, "the column is beside the line");
    }
}
