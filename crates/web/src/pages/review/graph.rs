//! The value curve of a round, as a picture with a link at every step.

#![allow(clippy::cast_precision_loss, reason = "a round has few steps")]

use std::fmt::Write;

use parlor_review::{Mark, ReviewStep};
use parlor_rules::Seat;
use parlor_view::svg::Num;
use parlor_view::{review_cost, step_title};

use super::{ShownRound, number};
use crate::pages::minus;

/// Dimensions of the picture in its own units, which are pixels.
pub(super) const LEFT: f64 = 48.0;
pub(super) const TOP: f64 = 40.0;
pub(super) const BOTTOM: f64 = 230.0;
pub(super) const LUCK: f64 = 272.0;
pub(super) const LUCK_HALF: f64 = 24.0;
const STEP: f64 = 26.0;
const LEAST_WIDTH: f64 = 720.0;

/// Position 0 on the curve is the start; the steps and the result follow.
pub(super) struct GraphSvg<'a> {
    shown: &'a ShownRound<'a>,
    /// The lowest and the highest grid line, and the distance between two lines.
    scale: (f64, f64, f64),
}

/// The grid lines: at most six, at a distance of 1, 2 or 5 times a power of ten.
fn scale(low: f64, high: f64) -> (f64, f64, f64) {
    let span = (high - low).max(1.0);
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if span / step <= 5.0 {
            break;
        }
        step *= factor;
    }
    ((low / step).floor() * step, (high / step).ceil() * step, step)
}

pub(super) fn has_room(name: &str, wide: f64) -> bool {
    wide > 9.0 * name.chars().count() as f64
}

/// The y coordinate of a badge. It is above its dot, or below a dot at the top edge.
pub(super) fn badge_y(dot: Num) -> Num {
    Num(if dot.0 - 24.0 > TOP { dot.0 - 22.0 } else { dot.0 + 22.0 })
}

impl<'a> GraphSvg<'a> {
    /// The picture, if any value is already known.
    pub(super) fn of(shown: &'a ShownRound<'a>) -> Option<GraphSvg<'a>> {
        shown.steps.iter().find_map(ReviewStep::value)?;
        let mut graph = GraphSvg { shown, scale: (0.0, 0.0, 0.0) };
        let values = graph.values().into_iter().map(|(_, value)| value);
        let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
        graph.scale = scale(low, high.max(low + 1.0));
        Some(graph)
    }

    /// The positions on the curve with a known value.
    fn values(&self) -> Vec<(f64, f64)> {
        let known =
            self.shown.steps.iter().zip(1..).filter_map(|(step, place)| Some((f64::from(place), step.value()?)));
        let start = self.shown.round.start.map(|start| (0.0, start));
        let end = self.shown.round.points.map(|points| (self.count(), f64::from(points)));
        start.into_iter().chain(known).chain(end).collect()
    }

    fn count(&self) -> f64 {
        self.shown.steps.len() as f64 + 1.0
    }

    pub(super) fn width(&self) -> Num {
        Num((LEFT + 20.0 + STEP * self.count()).max(LEAST_WIDTH))
    }

    pub(super) fn height(&self) -> Num {
        Num(if self.shown.has_luck() { LUCK + LUCK_HALF + 26.0 } else { BOTTOM + 30.0 })
    }

    pub(super) fn right(&self) -> Num {
        Num(self.width().0 - 20.0)
    }

    /// The distance from one step to the next.
    pub(super) fn wide(&self) -> f64 {
        (self.right().0 - LEFT) / self.count()
    }

    pub(super) fn x(&self, place: f64) -> Num {
        Num(LEFT + self.wide() * place)
    }

    pub(super) fn y(&self, value: f64) -> Num {
        let (low, high, _) = self.scale;
        Num(BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP))
    }

    /// The seat of each turn, with the turn's left and right edges.
    pub(super) fn turns(&self) -> Vec<(Seat, f64, f64)> {
        let mut begin = 0;
        let turn = |steps: &[ReviewStep<'_>]| {
            let (left, right) = (self.x(begin as f64 + 0.5), self.x((begin + steps.len()) as f64 + 0.5));
            begin += steps.len();
            (steps[0].seat, left.0, right.0)
        };
        self.shown.steps.chunk_by(|one, other| one.seat == other.seat).map(turn).collect()
    }

    /// The values of the grid lines.
    pub(super) fn lines_across(&self) -> Vec<f64> {
        let (low, high, tick) = self.scale;
        std::iter::successors(Some(low), |value| Some(value + tick))
            .take_while(|value| *value <= high + tick / 2.0)
            .collect()
    }

    pub(super) fn tick(&self, value: f64) -> String {
        if value.abs() < self.scale.2 / 2.0 { "0".to_owned() } else { minus(&format!("{value:+.0}")) }
    }

    /// The curve, from the value at the start to the result.
    pub(super) fn curve(&self) -> String {
        let points = self.values().into_iter().map(|(place, value)| format!("{} {}", self.x(place), self.y(value)));
        points.collect::<Vec<_>>().join("L")
    }

    pub(super) fn curve_start(&self) -> Num {
        self.x(self.values().first().map_or(0.0, |(place, _)| *place))
    }

    /// The luck of each throw: left edge, top and height of its bar.
    pub(super) fn luck_bars(&self) -> Vec<(&ReviewStep<'a>, Num, Num, Num)> {
        let most = self.shown.steps.iter().filter_map(ReviewStep::luck).fold(1.0f64, |most, luck| most.max(luck.abs()));
        let bar = |(step, place): (&'a ReviewStep<'a>, i32)| {
            let luck = step.luck()?;
            let tall = (luck.abs() / most * LUCK_HALF).max(1.0);
            let top = if luck > 0.0 { LUCK - tall } else { LUCK };
            Some((step, Num(self.x(f64::from(place)).0 - 7.0), Num(top), Num(tall)))
        };
        self.shown.steps.iter().zip(1..).filter_map(bar).collect()
    }

    /// Every step with its coordinates. A step with an unknown value is as high as the previous one.
    pub(super) fn dots(&self) -> Vec<(&ReviewStep<'a>, Num, Num)> {
        let mut last = self.shown.round.start.unwrap_or(0.0);
        let dot = |(step, place): (&'a ReviewStep<'a>, i32)| {
            last = step.value().unwrap_or(last);
            (step, self.x(f64::from(place)), self.y(last))
        };
        self.shown.steps.iter().zip(1..).map(dot).collect()
    }

    pub(super) fn is_here(&self, step: &ReviewStep<'_>) -> bool {
        std::ptr::eq(step, &raw const self.shown.steps[self.shown.at])
    }

    /// The first step and every fifth.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (f64, &ReviewStep<'a>)> {
        let numbered = (1..).zip(&self.shown.steps).filter(|(place, _)| *place == 1 || place % 5 == 0);
        numbered.map(|(place, step)| (f64::from(place), step))
    }

    /// The label of a point: "Entry 18, Anna, 4 and 2, blunder, cost 9.53 points, value −10.8".
    pub(super) fn label(&self, step: &ReviewStep<'_>) -> String {
        let mut words = step_title(step, &self.shown.names);
        if let Some(decision) = step.decision
            && let (Some(mark), Some(judged)) = (decision.mark, &decision.judged)
        {
            let _ = write!(words, ", {mark}");
            if mark >= Mark::Inaccuracy {
                let _ = write!(words, ", cost {}", review_cost(self.shown.game(), judged.cost(), judged.exact));
            }
        }
        if let Some(value) = step.value() {
            let _ = write!(words, ", value {}", number(value, 1));
        }
        words
    }
}
