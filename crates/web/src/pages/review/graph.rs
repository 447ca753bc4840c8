//! The value curve of a round, as a picture with a link at every step.

#![allow(clippy::cast_precision_loss, reason = "a round has few steps")]

use std::fmt::Write;

use parlor_review::{Mark, ReviewStep};
use parlor_rules::{Game, Seat};
use parlor_view::{Names, review_cost, step_title};

use super::number;
use crate::pages::minus;

/// Measures of the picture, in its own units, which are pixels.
const LEFT: f64 = 48.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 230.0;
const LUCK: f64 = 272.0;
const LUCK_HALF: f64 = 24.0;
const STEP: f64 = 26.0;
const LEAST_WIDTH: f64 = 720.0;

/// What the picture is made from.
pub(super) struct Graph<'a> {
    pub(super) game: Game,
    pub(super) names: &'a Names,
    pub(super) steps: &'a [ReviewStep<'a>],
    /// What Human could expect at the start, and what it came to.
    pub(super) start: Option<f64>,
    pub(super) points: Option<i32>,
    /// The step in sight.
    pub(super) at: usize,
    /// What a step's address begins with; its revision follows.
    pub(super) link: &'a str,
}

/// The sign of a mark, in a shape of its own, around (0, 0).
pub(super) fn badge(mark: Mark) -> &'static str {
    match mark {
        Mark::Best => "<circle class=\"badge-best\" r=\"12\"/><path class=\"badge-best\" d=\"M-5 0l4 5L6 -5\"/>",
        Mark::Good => "<path class=\"badge-best\" d=\"M-7 0l5 6L8 -7\"/>",
        Mark::Inaccuracy => {
            "<g class=\"m-inaccuracy\"><circle r=\"12\"/><text class=\"m-text\" y=\"4.6\">?!</text></g>"
        }
        Mark::Mistake => {
            "<g class=\"m-mistake\"><rect x=\"-12\" y=\"-12\" width=\"24\" height=\"24\" rx=\"4\"/>\
             <text class=\"m-text\" y=\"4.6\">?</text></g>"
        }
        Mark::Blunder => {
            "<g class=\"m-blunder\"><path d=\"M0 -16L16 0L0 16L-16 0Z\"/><text class=\"m-text\" y=\"4.6\">??</text></g>"
        }
    }
}

/// Text as it can stand in a picture.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The lines across: a step of 1, 2 or 5 times a power of ten, at most six of them.
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

/// The picture, if anything is known yet.
pub(super) fn graph(graph: &Graph<'_>) -> Option<String> {
    let Graph { names, steps, .. } = graph;
    let ends = graph.start.into_iter().chain(graph.points.map(f64::from));
    let values: Vec<f64> = steps.iter().filter_map(ReviewStep::value).chain(ends).chain([0.0]).collect();
    if steps.iter().all(|step| step.value().is_none()) {
        return None;
    }
    let (low, high) = values.iter().fold((0.0f64, 0.0f64), |(low, high), value| (low.min(*value), high.max(*value)));
    let (low, high, tick) = scale(low, high.max(low + 1.0));
    let count = steps.len() as f64 + 1.0;
    let width = (LEFT + 20.0 + STEP * count).max(LEAST_WIDTH);
    let right = width - 20.0;
    let wide = (right - LEFT) / count;
    let has_luck = steps.iter().any(|step| step.luck().is_some());
    let height = if has_luck { LUCK + LUCK_HALF + 26.0 } else { BOTTOM + 30.0 };
    let x = |place: f64| LEFT + wide * place;
    let y = |value: f64| BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP);
    let mut svg = String::new();
    let mut put = |part: std::fmt::Arguments<'_>| svg.write_fmt(part).expect("a string can always be written to");

    let human = names.label(Seat::Human);
    let label = format!(
        "What the round was worth before each of {} steps, from {human}\u{2019}s side. The steps are links.",
        steps.len()
    );
    put(format_args!(
        "<svg class=\"graph\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         role=\"group\" aria-label=\"{}\">",
        escaped(&label)
    ));
    bands(&mut put, steps, names, &x, height);
    grid(&mut put, (low, high, tick), right, &y);
    // The line, from what the start was worth to what it came to.
    let mut line: Vec<(f64, f64)> = graph.start.map(|start| (0.0, start)).into_iter().collect();
    line.extend(steps.iter().zip(1..).filter_map(|(step, place)| Some((f64::from(place), step.value()?))));
    line.extend(graph.points.map(|points| (count, f64::from(points))));
    let path: Vec<String> = line.iter().map(|(place, value)| format!("{:.1} {:.1}", x(*place), y(*value))).collect();
    let path = path.join("L");
    if let Some((first, _)) = line.first() {
        shades(&mut put, &format!("M{:.1} {:.1}L{path}V{:.1}Z", x(*first), y(0.0), y(0.0)), y(0.0), (width, height));
    }
    put(format_args!("<path class=\"curve\" d=\"M{path}\"/>"));
    for (arrow, seat, base) in [("\u{2191}", Seat::Human, TOP + 17.0), ("\u{2193}", Seat::Computer, BOTTOM - 6.0)] {
        let words = escaped(&format!("{arrow} better for {}", names.short(seat)));
        put(format_args!("<text class=\"tick-text\" x=\"{}\" y=\"{base}\">{words}</text>", LEFT + 4.0));
    }
    if has_luck {
        luck_bars(&mut put, graph, right, &x);
    }
    let mut last = graph.start.unwrap_or(0.0);
    for (place, step) in steps.iter().enumerate() {
        let (value, known) = (step.value().unwrap_or(last), step.value().is_some());
        last = value;
        let (cx, cy) = (x(place as f64 + 1.0), y(value));
        let here = place == graph.at;
        let words = point_label(graph.game, step, names);
        put(format_args!(
            "<a class=\"dot-link\" href=\"{}{}#moment\" aria-label=\"{}\"{}>",
            escaped(graph.link),
            step.entry,
            escaped(&words),
            if here { " aria-current=\"true\"" } else { "" }
        ));
        put(format_args!(
            "<rect class=\"reach\" x=\"{:.1}\" y=\"{TOP}\" width=\"{wide:.1}\" height=\"{}\"/>",
            cx - wide / 2.0,
            BOTTOM - TOP
        ));
        if here {
            put(format_args!("<path class=\"here\" d=\"M{cx:.1} {TOP}V{BOTTOM}\"/>"));
        }
        let class = if known { "dot" } else { "dot unknown" };
        put(format_args!("<circle class=\"{class}\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\"/>"));
        if let Some(mark) = step.mark().filter(|_| step.is_costly()) {
            let above = if cy - 24.0 > TOP { cy - 22.0 } else { cy + 22.0 };
            put(format_args!("<g transform=\"translate({cx:.1} {above:.1}) scale(.8)\">{}</g>", badge(mark)));
        }
        put(format_args!("</a>"));
    }
    for (step, place) in steps.iter().zip(1..).filter(|(_, place)| *place == 1 || place % 5 == 0) {
        let (left, base) = (x(f64::from(place)), height - 6.0);
        put(format_args!("<text class=\"tick-text middle\" x=\"{left:.1}\" y=\"{base:.0}\">{}</text>", step.entry));
    }
    put(format_args!("</svg>"));
    Some(svg)
}

/// Who is better off: the area between the line and zero, in one colour above it and in another below.
fn shades(put: &mut impl FnMut(std::fmt::Arguments<'_>), area: &str, zero: f64, (width, height): (f64, f64)) {
    for (name, top, tall) in [("above", 0.0, zero), ("below", zero, height - zero)] {
        put(format_args!(
            "<clipPath id=\"{name}\"><rect y=\"{top:.1}\" width=\"{width:.0}\" height=\"{tall:.1}\"/></clipPath>\
             <path class=\"area {name}\" clip-path=\"url(#{name})\" d=\"{area}\"/>"
        ));
    }
}

/// The lines across, with what they stand for.
fn grid(
    put: &mut impl FnMut(std::fmt::Arguments<'_>),
    (low, high, tick): (f64, f64, f64),
    right: f64,
    y: &impl Fn(f64) -> f64,
) {
    let mut value = low;
    while value <= high + tick / 2.0 {
        let is_zero = value.abs() < tick / 2.0;
        let class = if is_zero { "zero" } else { "axis" };
        put(format_args!("<path class=\"{class}\" d=\"M{LEFT} {:.1}H{right:.1}\"/>", y(value)));
        let text = if is_zero { "0".to_owned() } else { minus(&format!("{value:+.0}")) };
        let (x, y) = (LEFT - 7.0, y(value) + 4.5);
        put(format_args!("<text class=\"tick-text end\" x=\"{x}\" y=\"{y:.1}\">{text}</text>"));
        value += tick;
    }
}

/// What each throw changed.
fn luck_bars(put: &mut impl FnMut(std::fmt::Arguments<'_>), graph: &Graph<'_>, right: f64, x: &impl Fn(f64) -> f64) {
    put(format_args!("<path class=\"axis\" d=\"M{LEFT} {LUCK}H{right:.1}\"/>"));
    let human = graph.names.label(Seat::Human);
    let words = escaped(&format!("Luck of each throw: filled {human}\u{2019}s, outlined the other\u{2019}s"));
    let (left, top) = (LEFT + 4.0, LUCK - LUCK_HALF - 4.0);
    put(format_args!("<text class=\"tick-text\" x=\"{left}\" y=\"{top:.0}\">{words}</text>"));
    let most = graph.steps.iter().filter_map(ReviewStep::luck).fold(1.0f64, |most, luck| most.max(luck.abs()));
    for (step, place) in graph.steps.iter().zip(1..) {
        let Some(luck) = step.luck() else { continue };
        let tall = (luck.abs() / most * LUCK_HALF).max(1.0);
        let top = if luck > 0.0 { LUCK - tall } else { LUCK };
        let class = if step.seat == Seat::Human { "luck-bar" } else { "luck-bar them" };
        let left = x(f64::from(place)) - 7.0;
        put(format_args!("<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"14\" height=\"{tall:.1}\"/>"));
    }
}

/// Whose turn it was: a shade behind the other player's steps, and names where there is room for them.
fn bands(
    put: &mut impl FnMut(std::fmt::Arguments<'_>),
    steps: &[ReviewStep<'_>],
    names: &Names,
    x: &impl Fn(f64) -> f64,
    height: f64,
) {
    let mut begin = 0;
    while begin < steps.len() {
        let seat = steps[begin].seat;
        let end = begin + steps[begin..].iter().take_while(|step| step.seat == seat).count();
        let (left, right) = (x(begin as f64 + 0.5), x(end as f64 + 0.5));
        if seat == Seat::Computer {
            put(format_args!(
                "<rect class=\"band\" x=\"{left:.1}\" y=\"12\" width=\"{:.1}\" height=\"{:.0}\"/>",
                right - left,
                height - 34.0
            ));
        }
        let name = names.short(seat);
        if right - left > 9.0 * name.chars().count() as f64 {
            let middle = f64::midpoint(left, right);
            put(format_args!(
                "<text class=\"tick-text middle strong\" x=\"{middle:.1}\" y=\"28\">{}</text>",
                escaped(name)
            ));
        }
        begin = end;
    }
}

/// The label of a point: "Entry 18, Anna, 4 and 2, blunder, cost 9.53 points, value −10.8".
fn point_label(game: Game, step: &ReviewStep<'_>, names: &Names) -> String {
    let mut words = step_title(step, names);
    if let Some(decision) = step.decision
        && let (Some(mark), Some(judged)) = (decision.mark, &decision.judged)
    {
        let _ = write!(words, ", {mark}");
        if mark >= Mark::Inaccuracy {
            let _ = write!(words, ", cost {}", review_cost(game, judged.cost(), judged.exact));
        }
    }
    if let Some(value) = step.value() {
        let _ = write!(words, ", value {}", number(value, 1));
    }
    words
}
