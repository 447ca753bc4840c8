//! Congkak: a carved board with all its seeds. On phones it stands upright, turned to the left.

use std::f64::consts::{PI, TAU};

use parlor_rules::Seat;

use super::marks::SpotMarks;
use super::writer::{REGULAR, Svg, fitted};
use super::{Aspect, Painting, Part, possessive, smallest_letters};
use crate::board::seat_word;
use crate::{CongkakView, Hand, Names, PitView, Scene, Spot};

/// The number of orientations of a seed, for each of the two pictures.
pub(super) const WAYS: u32 = 8;

/// A bowl with seeds: half its width and half its height.
#[derive(Clone, Copy)]
pub(super) struct Bowl {
    pub(super) half: (f64, f64),
}

/// The dimensions of a picture.
pub(super) struct Measures {
    /// The suffix of its shapes' ids in the defs.
    pub(super) key: &'static str,
    /// The prefix of its seeds' ids in the defs: short, because there are hundreds.
    pub(super) seed: &'static str,
    pub(super) pit: Bowl,
    pub(super) store: Bowl,
    pub(super) seed_scale: f64,
    letter: f64,
    number: f64,
    name: f64,
    name_room: f64,
    store_number: f64,
    pub(super) hand: f64,
    star: f64,
}

pub(super) const WIDE: Measures = Measures {
    key: "w",
    seed: "s",
    pit: Bowl { half: (49.0, 84.0) },
    store: Bowl { half: (68.0, 142.0) },
    seed_scale: 1.12,
    letter: 27.0,
    number: 38.0,
    name: 26.0,
    name_room: 176.0,
    store_number: 40.0,
    hand: 1.2,
    star: 1.5,
};

pub(super) const NARROW: Measures = Measures {
    key: "n",
    seed: "t",
    pit: Bowl { half: (50.0, 22.5) },
    store: Bowl { half: (60.0, 33.0) },
    seed_scale: 0.66,
    letter: 30.0,
    number: 33.0,
    name: 30.0,
    // The names of this picture aren't bold.
    name_room: 144.0 / REGULAR,
    store_number: 34.0,
    hand: 0.75,
    star: 0.9,
};

pub(super) fn paint(view: &CongkakView, scene: &Scene, names: &Names, advised: &[Spot], aspect: Aspect) -> Painting {
    let measures = aspect.shape.pick(&WIDE, &NARROW);
    let size = measures.size(view);
    let mut parts = vec![Part::new("names", measures.names(size, names, aspect))];
    for seat in [Seat::Computer, Seat::Human] {
        let marks = SpotMarks::of(scene, Spot::Store(seat));
        let id = format!("store-{}", seat_word(seat));
        parts.push(Part::new(id, measures.store(size, aspect.side(seat), view.stores[seat], marks)));
    }
    for seat in [Seat::Computer, Seat::Human] {
        for (at, pit) in view.rows[seat].iter().enumerate() {
            let marks = SpotMarks::of(scene, Spot::Pit(pit.letter));
            // Larger boards are displayed smaller, so their text is larger.
            let larger = ((view.rows[seat].len() as f64 - 7.0) / 4.0).clamp(0.0, 1.0);
            let place = measures.pit_place(view, seat, at, aspect);
            let svg = measures.pit(aspect.side(seat), place, *pit, marks, larger);
            parts.push(Part::new(format!("pit-{}", pit.letter), svg));
        }
    }
    let hand = hand_at(view, scene, aspect);
    parts.push(Part::new("hand", hand.map_or(String::new(), |(x, y, seeds)| measures.hand(x, y, seeds))));
    parts.push(Part::new("advice", measures.advice(view, advised, aspect)));
    Painting {
        width: size.0 as u32,
        height: size.1 as u32,
        label: label(view, scene, names, advised, aspect),
        background: measures.background(size),
        parts,
    }
}

/// The position and contents of the hand, which is over the place that has just changed.
pub(super) fn hand_at(view: &CongkakView, scene: &Scene, aspect: Aspect) -> Option<(f64, f64, u8)> {
    let measures = aspect.shape.pick(&WIDE, &NARROW);
    let Hand { seeds, .. } = scene.hand?;
    let (x, y) = measures.spot_place(view, *scene.board.changed.first()?, aspect)?;
    Some((x, y, seeds))
}

impl Measures {
    fn is_wide(&self) -> bool {
        self.key == "w"
    }

    fn size(&self, view: &CongkakView) -> (f64, f64) {
        let pits = view.rows.human.len() as f64;
        if self.is_wide() { (380.0 + 116.0 * pits, 538.0) } else { (440.0, 154.0 + 52.0 * pits) }
    }

    /// The middle of a pit; `at` is its index in the row from the left.
    fn pit_place(&self, view: &CongkakView, seat: Seat, at: usize, aspect: Aspect) -> (f64, f64) {
        let last = view.rows[seat].len() - 1;
        let (seat, at) = (aspect.side(seat), if aspect.turned { last - at } else { at });
        if self.is_wide() {
            let y = if seat == Seat::Computer { 170.0 } else { 368.0 };
            (248.0 + 116.0 * at as f64, y)
        } else {
            // Turned to the left, the right end is at the top.
            let x = if seat == Seat::Computer { 162.0 } else { 278.0 };
            (x, 103.0 + 52.0 * (last - at) as f64)
        }
    }

    fn store_place(&self, (width, height): (f64, f64), seat: Seat) -> (f64, f64) {
        match (self.is_wide(), seat) {
            (true, Seat::Human) => (104.0, height / 2.0),
            (true, Seat::Computer) => (width - 104.0, height / 2.0),
            (false, Seat::Human) => (width / 2.0, height - 42.0),
            (false, Seat::Computer) => (width / 2.0, 42.0),
        }
    }

    fn spot_place(&self, view: &CongkakView, spot: Spot, aspect: Aspect) -> Option<(f64, f64)> {
        match spot {
            Spot::Store(seat) => Some(self.store_place(self.size(view), aspect.side(seat))),
            Spot::Pit(letter) => view.find(letter).map(|(seat, at)| self.pit_place(view, seat, at, aspect)),
            Spot::Square(..) | Spot::Point(_) => None,
        }
    }

    fn background(&self, (width, height): (f64, f64)) -> String {
        let mut svg = Svg::default();
        let round = if self.is_wide() { 120.0 } else { 52.0 };
        for fill in ["wood", "grain"] {
            svg.rect((0.0, 0.0), (width, height), round, &format!("fill=\"url(#{fill})\""));
        }
        let edge = if self.is_wide() { 1.0 } else { 0.6 };
        for (inset, line) in [
            (3.0 * edge, "fill=\"none\" stroke=\"#fff3da\" stroke-opacity=\".35\" stroke-width=\"4\""),
            (9.0 * edge, "fill=\"none\" stroke=\"#2b1708\" stroke-opacity=\".35\" stroke-width=\"3\""),
        ] {
            svg.rect((inset, inset), (width - 2.0 * inset, height - 2.0 * inset), round - inset, line);
        }
        svg.done()
    }

    fn names(&self, size: (f64, f64), names: &Names, aspect: Aspect) -> String {
        let mut svg = Svg::default();
        for seat in [Seat::Computer, Seat::Human] {
            let side = aspect.side(seat);
            let (x, y) = self.store_place(size, side);
            let smallest = smallest_letters(size.0, aspect.shape);
            // Larger boards are displayed smaller.
            let larger = if self.is_wide() { ((size.0 - 1192.0) / 464.0).clamp(0.0, 1.0) } else { 0.0 };
            let (room, wanted) = (self.name_room + 30.0 * larger, self.name + 9.0 * larger);
            let (name, letters) = fitted(names.label(seat), room, wanted, smallest);
            let (class, place) = if self.is_wide() {
                // Keep away from the rounded corners of the board.
                let inwards = if side == Seat::Human { 6.0 } else { -6.0 };
                ("on-wood strong middle", (x + inwards, y - self.store.half.1 - 16.0))
            } else {
                ("on-wood end", (x - self.store.half.0 - 8.0, y + 10.0))
            };
            svg.text(class, place, letters, &name);
        }
        svg.done()
    }

    fn store(&self, size: (f64, f64), seat: Seat, seeds: u8, marks: SpotMarks) -> String {
        let (x, y) = self.store_place(size, seat);
        let number = seeds.to_string();
        let mut svg = Svg::default();
        svg.at(x, y).put(format_args!("store-{}", self.key), 0.0, 0.0);
        self.seeds(&mut svg, self.store, seeds, if seat == Seat::Human { 1 } else { 2 });
        if self.is_wide() {
            let inwards = if seat == Seat::Human { 6.0 } else { -6.0 };
            svg.text("on-wood strong middle", (inwards, self.store.half.1 + 46.0), self.store_number, &number);
        } else {
            svg.text("on-wood strong", (self.store.half.0 + 14.0, 12.0), self.store_number, &number);
        }
        if marks.fresh {
            svg.put(format_args!("new-store-{}", self.key), 0.0, 0.0);
        }
        svg.close().done()
    }

    fn pit(&self, seat: Seat, (x, y): (f64, f64), pit: PitView, marks: SpotMarks, larger: f64) -> String {
        let PitView { letter, seeds } = pit;
        let key = self.key;
        let mut svg = Svg::default();
        svg.at(x, y).put(format_args!("pit-{key}"), 0.0, 0.0);
        if marks.can || marks.chosen {
            svg.put(format_args!("rim-{key}"), 0.0, 0.0);
        }
        // Labels are on the outer side of the board: above the Computer's row and below the other; on the upright
        // board, at the left and the right.
        let out = if seat == Seat::Computer { -1.0 } else { 1.0 };
        let (wide, tall) = self.pit.half;
        let (letter, number) = (letter.to_string(), seeds.to_string());
        // Three digits need smaller type to stay clear of the letter.
        let size =
            if number.len() > 2 { 0.75 } else { 1.0 } * (self.number + if self.is_wide() { 6.0 * larger } else { 0.0 });
        // The letter never changes, so it comes before the seeds: an animation sends everything between two changes.
        let dot = if self.is_wide() {
            let line = if seat == Seat::Computer { -tall - 13.0 } else { tall + 39.0 };
            svg.text("on-wood", (-42.0, line - 1.0), self.letter + 9.0 * larger, &letter);
            self.seeds(&mut svg, self.pit, seeds, pit.letter.into());
            svg.text("on-wood strong end", (44.0, line + 1.0), size, &number);
            (0.0, out * tall)
        } else {
            let (near, far) = if seat == Seat::Computer { (" end", "") } else { ("", " end") };
            svg.text(&format!("on-wood{far}"), (out * 146.0, 10.5), self.letter, &letter);
            self.seeds(&mut svg, self.pit, seeds, pit.letter.into());
            svg.text(&format!("on-wood strong{near}"), (out * (wide + 7.0), 11.0), size, &number);
            (-out * wide, 0.0)
        };
        if marks.can {
            svg.put(format_args!("dot-{key}"), dot.0, dot.1);
        }
        if marks.fresh {
            svg.put(format_args!("new-pit-{key}"), 0.0, 0.0);
        }
        svg.close().done()
    }

    /// All seeds of a bowl. Its letter seeds the arrangement, so that a picture is reproducible, and so that a new seed
    /// doesn't move the others while there is room.
    fn seeds(&self, svg: &mut Svg, bowl: Bowl, seeds: u8, bowl_number: u32) {
        let (places, scale) = spiral(seeds, bowl, 10.5 * self.seed_scale, f64::from(bowl_number));
        let shrunk = scale < 1.0;
        if shrunk {
            svg.raw(format_args!("<g transform=\"scale({})\">", (scale * 100.0).round() / 100.0));
        }
        for (seed, (x, y)) in (0..).zip(places) {
            let way = scattered(bowl_number, seed) % WAYS;
            svg.put(format_args!("{}{way}", self.seed), (x / scale).round(), (y / scale).round());
        }
        if shrunk {
            svg.close();
        }
    }

    fn hand(&self, x: f64, y: f64, seeds: u8) -> String {
        let mut svg = Svg::default();
        svg.at(x, y).put(format_args!("hand-{}", self.key), 0.0, 0.0);
        if seeds > 0 {
            svg.put(format_args!("held-{}", self.key), 0.0, 0.0);
            svg.text("worth-text", (0.0, 15.0 * self.hand), 20.0 * self.hand, &seeds.to_string());
        }
        svg.close().done()
    }

    fn advice(&self, view: &CongkakView, advised: &[Spot], aspect: Aspect) -> String {
        let mut svg = Svg::default();
        for spot in advised {
            if let Some((x, y)) = self.spot_place(view, *spot, aspect) {
                let (wide, tall) = self.pit.half;
                let at = if self.is_wide() { (x + wide - 5.0, y - tall + 14.0) } else { (x + wide - 14.0, y - tall) };
                svg.put_turned("star", at, 0.0, self.star);
            }
        }
        svg.done()
    }
}

/// Places in a bowl in a sunflower pattern, and the scale at which the seeds fit.
fn spiral(seeds: u8, bowl: Bowl, apart: f64, start: f64) -> (Vec<(f64, f64)>, f64) {
    // With the golden angle, seeds never line up.
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    let mut scale = 1.0;
    loop {
        let apart = apart * scale;
        // Seeds stay inside the bowl, with a little of its wall visible.
        let margin = apart * 1.35;
        let (wide, tall) = (bowl.half.0 - margin, bowl.half.1 - margin);
        let round = wide.min(tall);
        let inside = |(x, y): (f64, f64)| {
            let beyond = ((x.abs() - (wide - round)).max(0.0), (y.abs() - (tall - round)).max(0.0));
            beyond.0.hypot(beyond.1) <= round
        };
        let place = |seed: u32| {
            let (turn, away) = (start + golden * f64::from(seed), apart * (f64::from(seed) + 0.5).sqrt());
            (away * (turn % TAU).cos(), away * (turn % TAU).sin())
        };
        let reach = (wide.hypot(tall) / apart).powi(2) as u32 + 1;
        let places: Vec<(f64, f64)> =
            (0..reach).map(place).filter(|place| inside(*place)).take(usize::from(seeds)).collect();
        if places.len() == usize::from(seeds) {
            return (places, scale);
        }
        // Each new size moves all seeds, and an animation has to send all of them, so there are only a few sizes.
        scale *= 0.9;
    }
}

/// A deterministic hash, to scatter the seeds.
fn scattered(bowl: u32, seed: u32) -> u32 {
    let mixed = (bowl.wrapping_mul(0x9e37_79b9) ^ seed.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35);
    mixed ^ (mixed >> 15)
}

fn label(view: &CongkakView, scene: &Scene, names: &Names, advised: &[Spot], aspect: Aspect) -> String {
    let mut label = vec!["Congkak board.".to_owned()];
    for (seat, row) in [(Seat::Computer, "top"), (Seat::Human, "bottom")] {
        let seat = aspect.side(seat);
        let mut pits: Vec<&PitView> = view.rows[seat].iter().collect();
        // In sowing order, which is the order of their letters.
        pits.sort_by_key(|pit| pit.letter);
        let pits: Vec<String> = pits.iter().map(|pit| format!("{} {}", pit.letter, pit.seeds)).collect();
        label.push(format!("{}, {row} row: {}, store {}.", names.label(seat), pits.join(", "), view.stores[seat]));
    }
    if let Some(Hand { seat, seeds }) = scene.hand {
        label.push(format!("In {} hand: {seeds}.", possessive(names, seat)));
    }
    for spot in advised {
        if let Spot::Pit(letter) = spot {
            label.push(format!("Advice: pit {letter}."));
        }
    }
    label.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_is_in_its_bowl_and_shrinks_only_when_it_must() {
        for measures in [&WIDE, &NARROW] {
            for bowl in [measures.pit, measures.store] {
                let mut last = 1.0;
                for seeds in 0..=242 {
                    let (places, scale) = spiral(seeds, bowl, 10.5 * measures.seed_scale, 3.0);
                    assert_eq!(places.len(), usize::from(seeds));
                    assert!(places.iter().all(|(x, y)| x.abs() < bowl.half.0 && y.abs() < bowl.half.1));
                    assert!(scale <= last && scale > 0.2, "{seeds} seeds: {scale}");
                    last = scale;
                }
                assert!(last < 1.0, "242 seeds don't fit at full size");
                assert!((spiral(7, bowl, 10.5 * measures.seed_scale, 3.0).1 - 1.0).abs() < f64::EPSILON);
            }
        }
    }

    #[test]
    fn a_new_seed_does_not_move_the_others() {
        let at = |seeds| spiral(seeds, WIDE.pit, 11.0, 80.0).0;
        assert_eq!(at(8)[..7], at(7)[..]);
    }
}
