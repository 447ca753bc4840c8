//! Canoga: two rows of tiles on felt. Open squares show maple, covered ones the walnut back.

use parlor_rules::{Pair, Seat};

use super::marks::SpotMarks;
use super::writer::{REGULAR, Svg, fitted};
use super::{Aspect, Painting, Part, possessive, smallest_letters};
use crate::board::seat_word;
use crate::{CanogaView, DiceView, Names, Scene, Spot, SquareView, capitalised, listed};

/// The distance between the left edges of neighbouring tiles; the style sheet of the buttons over them repeats it.
const STEP: f64 = 100.0;
/// A covered tile lies this much lower than an open one.
pub(super) const SINK: f64 = 6.0;

/// The dimensions of a picture.
pub(super) struct Measures {
    /// The suffix of its shapes' ids in the defs.
    pub(super) key: &'static str,
    /// From the edge of the picture to the first tile.
    side: f64,
    height: f64,
    frame: (f64, f64),
    tops: Pair<f64>,
    /// Half of a tile's width.
    pub(super) half: f64,
    pub(super) tall: f64,
    numeral: f64,
    small: f64,
    name: f64,
    name_margin: f64,
    name_lines: Pair<f64>,
    die: f64,
    sum_lines: [f64; 2],
}

pub(super) const WIDE: Measures = Measures {
    key: "w",
    side: 44.0,
    height: 516.0,
    frame: (32.0, 22.0),
    tops: Pair { human: 336.0, computer: 42.0 },
    half: 43.0,
    tall: 132.0,
    numeral: 60.0,
    small: 34.0,
    name: 27.0,
    name_margin: 54.0,
    name_lines: Pair { human: 315.0, computer: 217.0 },
    die: 92.0,
    sum_lines: [254.0, 297.0],
};

pub(super) const NARROW: Measures = Measures {
    key: "n",
    side: 16.0,
    height: 634.0,
    frame: (8.0, 8.0),
    tops: Pair { human: 439.0, computer: 23.0 },
    half: 46.0,
    tall: 166.0,
    numeral: 66.0,
    small: 45.0,
    name: 45.0,
    name_margin: 26.0,
    name_lines: Pair { human: 409.0, computer: 250.0 },
    die: 132.0,
    sum_lines: [304.0, 378.0],
};

pub(super) fn paint(view: &CanogaView, scene: &Scene, names: &Names, advised: &[Spot], aspect: Aspect) -> Painting {
    let measures = aspect.shape.pick(&WIDE, &NARROW);
    let width = measures.width(view);
    let mut parts = vec![Part::new("names", measures.names(width, names, aspect))];
    for seat in [Seat::Computer, Seat::Human] {
        for square in &view.rows[seat] {
            let marks = SpotMarks::of(scene, Spot::Square(seat, square.number));
            parts.push(Part::new(part_id(seat, square.number), measures.tile(aspect.side(seat), *square, marks)));
        }
    }
    let dice = scene.board.dice;
    parts.push(Part::new("dice", dice.map_or(String::new(), |dice| measures.dice(width, dice))));
    let settled = dice.filter(|dice| !dice.rolling);
    parts.push(Part::new("throw", settled.map_or(String::new(), |dice| measures.throw(width, dice, names))));
    parts.push(Part::new("advice", measures.advice(view, advised, aspect)));
    Painting {
        width: width as u32,
        height: measures.height as u32,
        label: label(view, scene, names, advised),
        background: measures.background(width),
        parts,
    }
}

/// The id of a square's part.
pub(super) fn part_id(seat: Seat, number: u8) -> String {
    format!("square-{}-{number}", seat_word(seat))
}

impl Measures {
    fn width(&self, view: &CanogaView) -> f64 {
        2.0 * self.side + STEP * view.rows.human.len() as f64
    }

    fn background(&self, width: f64) -> String {
        let mut svg = Svg::default();
        let (across, down) = self.frame;
        for fill in ["walnut", "grain"] {
            svg.rect((0.0, 0.0), (width, self.height), 26.0, &format!("fill=\"url(#{fill})\""));
        }
        for fill in [
            "fill=\"url(#felt)\"",
            "fill=\"url(#nap)\"",
            "fill=\"none\" stroke=\"#0c0602\" stroke-opacity=\".55\" stroke-width=\"5\"",
        ] {
            svg.rect((across, down), (width - 2.0 * across, self.height - 2.0 * down), 18.0, fill);
        }
        svg.done()
    }

    fn names(&self, width: f64, names: &Names, aspect: Aspect) -> String {
        let mut svg = Svg::default();
        // Leave room for the dice in the middle.
        let room = width / 2.0 - 1.45 * self.die - self.name_margin;
        for seat in Seat::BOTH {
            let (name, size) = fitted(names.label(seat), room, self.name, smallest_letters(width, aspect.shape));
            svg.text("on-felt strong", (self.name_margin, self.name_lines[aspect.side(seat)]), size, &name);
        }
        svg.done()
    }

    /// The middle of a tile's upper edge, in the row at a seat's side.
    fn place(&self, side: Seat, square: SquareView) -> (f64, f64) {
        let sink = if square.covered { SINK } else { 0.0 };
        (self.side + STEP * (f64::from(square.number) - 0.5), self.tops[side] + sink)
    }

    fn tile(&self, side: Seat, square: SquareView, marks: SpotMarks) -> String {
        let SquareView { number, covered, locked } = square;
        let key = self.key;
        let (x, y) = self.place(side, square);
        let number = number.to_string();
        let mut svg = Svg::default();
        svg.at(x, y);
        if covered {
            svg.put(format_args!("{}-{key}", if locked { "lock" } else { "back" }), 0.0, 0.0);
            svg.text("n-down", (0.0, self.tall * 0.79 + 6.0), self.small, &number);
        } else {
            // Above the middle, because marks lie on the lower edge.
            let line = self.tall * 0.5 + self.numeral * 0.36 - 10.0;
            svg.put(format_args!("up-{key}"), 0.0, 0.0);
            svg.text("n-light", (0.0, line + 2.0), self.numeral, &number);
            svg.text("n-up", (0.0, line), self.numeral, &number);
        }
        for (shown, id) in [(marks.fresh, "new"), (marks.can, "can"), (marks.chosen, "chosen")] {
            if shown {
                svg.put(format_args!("{id}-{key}"), 0.0, 0.0);
            }
        }
        svg.close().done()
    }

    fn dice(&self, width: f64, dice: DiceView) -> String {
        let (middle, across) = (width / 2.0, self.die * 0.66);
        let y = f64::midpoint(self.tops.human, self.tops.computer + self.tall);
        let mut svg = Svg::default();
        match dice.throw.dice() {
            [one] => svg.put_turned(format_args!("d{one}"), (middle, y), -7.0, self.die / 100.0),
            many => {
                for (face, (side, turn)) in many.iter().zip([(-1.0, -7.0), (1.0, 9.0)]) {
                    // Vary the angle slightly.
                    let turn = turn + 4.0 * (f64::from(face % 3) - 1.0);
                    let place = (middle + side * across, y - side * 3.0);
                    svg.put_turned(format_args!("d{face}"), place, turn, self.die / 100.0);
                }
                &mut svg
            }
        };
        svg.done()
    }

    fn throw(&self, width: f64, dice: DiceView, names: &Names) -> String {
        let x = width - self.name_margin;
        let [upper, lower] = self.sum_lines;
        let faces: Vec<String> = dice.throw.dice().iter().map(ToString::to_string).collect();
        let (numbers, sum) = match &faces[..] {
            [one] => (String::new(), one.clone()),
            _ => (faces.join(" + "), format!("= {}", dice.throw.sum())),
        };
        let mut svg = Svg::default();
        let mut line = |y: f64, size: f64, words: &str| {
            if !words.is_empty() {
                svg.text("on-felt end", (x, y), size, words);
            }
        };
        let room = (x - (width / 2.0 + 1.45 * self.die)) / REGULAR;
        // A line has only one font size.
        let smallest = 0.8 * self.name;
        let threw = format!("{} threw", names.subject(dice.seat));
        let (whole, size) = fitted(format!("{threw} {numbers}").trim_end(), room, self.name, smallest);
        if self.key == "n" {
            line(upper, self.name, &numbers);
        } else if numbers.is_empty() || !whole.ends_with('…') {
            line(upper, size, &whole);
        } else {
            // On a short row the numbers have a separate line, so that the name isn't cut.
            let (threw, size) = fitted(&threw, room, self.name, smallest);
            line(upper - 37.0, size, &threw);
            line(upper, self.name, &numbers);
        }
        svg.text("on-felt strong end", (x, lower), self.name * 1.7, &sum).done()
    }

    fn advice(&self, view: &CanogaView, advised: &[Spot], aspect: Aspect) -> String {
        let mut svg = Svg::default();
        for spot in advised {
            if let Spot::Square(seat, number) = spot
                && let Some(square) = view.rows[*seat].iter().find(|square| square.number == *number)
            {
                let (x, y) = self.place(aspect.side(*seat), *square);
                svg.put_turned("star", (x + self.half - 8.0, y + 6.0), 0.0, if self.key == "w" { 1.45 } else { 2.1 });
            }
        }
        svg.done()
    }
}

fn label(view: &CanogaView, scene: &Scene, names: &Names, advised: &[Spot]) -> String {
    let mut label = vec!["Canoga board.".to_owned()];
    let numbers = |seat: Seat, which: fn(&SquareView) -> bool| {
        listed(view.rows[seat].iter().filter(|square| which(square)).map(|square| square.number.to_string()))
    };
    for seat in [Seat::Computer, Seat::Human] {
        let covered = match numbers(seat, |square| square.covered).as_str() {
            "" => "nothing covered".to_owned(),
            numbers => format!("{numbers} covered"),
        };
        let locked = match numbers(seat, |square| square.locked).as_str() {
            "" => String::new(),
            number => format!(", {number} locked"),
        };
        label.push(format!("{}: {covered}{locked}.", names.label(seat)));
    }
    label.extend(thrown_words(scene.board.dice, names));
    let squares = |spots: &[Spot]| {
        let square = |spot: &Spot| match spot {
            Spot::Square(seat, number) => Some((*seat, number.to_string())),
            _ => None,
        };
        let squares: Vec<(Seat, String)> = spots.iter().filter_map(square).collect();
        let row = squares.first()?.0;
        Some((row, listed(squares.into_iter().map(|(_, number)| number))))
    };
    if let Some((row, numbers)) = squares(&scene.chosen) {
        label.push(format!("Chosen: {} {numbers}.", possessive(names, row)));
    }
    if let Some((row, numbers)) = squares(advised) {
        label.push(format!("Advice: {}.", act(scene, names, row, &numbers)));
    }
    label.join(" ")
}

/// "Anna threw 1 and 6, 7 in all."
pub(super) fn thrown_words(dice: Option<DiceView>, names: &Names) -> Option<String> {
    let DiceView { seat, throw, .. } = dice.filter(|dice| !dice.rolling)?;
    let faces = listed(throw.dice().iter().map(ToString::to_string));
    let sum = if throw.dice().len() > 1 { format!(", {} in all", throw.sum()) } else { String::new() };
    Some(format!("{} threw {faces}{sum}.", names.subject(seat)))
}

/// The action of choosing squares in a row: "cover your 4" for the player who threw, else "uncover the Computer's 7".
pub(super) fn act(scene: &Scene, names: &Names, row: Seat, numbers: &str) -> String {
    if scene.board.dice.map_or(Seat::Human, |dice| dice.seat) == row {
        format!("cover your {numbers}")
    } else {
        format!("uncover {} {numbers}", possessive(names, row))
    }
}

/// The accessible name of a square's button.
pub(super) fn hit_name(scene: &Scene, names: &Names, row: Seat, number: u8) -> String {
    capitalised(&act(scene, names, row, &number.to_string()))
}
