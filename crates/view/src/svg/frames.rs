use std::time::Duration;

use parlor_rules::Seat;
use parlor_rules::kono::{Cell, Point};
use serde::Serialize;

use super::{Aspect, Painting, Part, canoga, congkak, kono, paint};
use crate::{BoardLayout, BoardView, Hand, KonoView, Names, Scene, Step};

/// The changes of a picture in one step of an animation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Frame {
    /// The duration at normal speed.
    pub ms: u32,
    pub parts: Vec<FramePart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<HandAt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The points, or seeds in Congkak, of each player afterwards, Human's first, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[i64; 2]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FramePart {
    pub id: String,
    pub svg: String,
    #[serde(flatten)]
    pub effect: Effect,
}

/// The transition of a part from its old to its new content. Lengths are in units of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
pub enum Effect {
    Swap,
    /// Turns over its middle axis; the face changes halfway.
    Flip,
    /// Rolls in from beside its place.
    Roll {
        /// The offset of the start to the right.
        dx: i32,
        /// The offset of the start downwards.
        dy: i32,
    },
    Slide {
        /// The offset of the start to the right.
        dx: i32,
        /// The offset of the start downwards.
        dy: i32,
    },
    /// Fades in, or out if the new content is empty.
    Fade,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HandAt {
    /// From the picture's left edge.
    pub x: i32,
    pub y: i32,
    pub seeds: u8,
}

/// The time that a captured stone takes to vanish, in milliseconds.
const VANISH: u32 = 160;

/// The frames of an animation, found by comparing the parts of consecutive steps; empty if nothing moves. Replacing all
/// parts gives the picture of the last step on this board.
pub fn frames(before: &Scene, steps: &[Step], names: &Names, aspect: impl Into<Aspect>) -> Vec<Frame> {
    let aspect = aspect.into();
    let (points, shown) = (before.board.points(), paint(before, names, &[], aspect));
    let mut film = Film { scene: before.clone(), shown, points, names, aspect, frames: vec![] };
    // Tumbling dice are one movement, which ends when they lie still.
    let mut tumbling: Option<(Scene, u32)> = None;
    for (at, step) in steps.iter().enumerate() {
        let Some(board) = &step.board else { continue };
        let scene = Scene { hand: step.hand, ..Scene::of(board.clone()) };
        let ms = millis(step.lasts);
        if board.dice.is_some_and(|dice| dice.rolling) {
            tumbling = Some((scene, ms + tumbling.map_or(0, |(_, before)| before)));
            continue;
        }
        let fits = if let Some((_, tumbled)) = tumbling.take() {
            film.roll(scene, tumbled, ms)
        } else {
            let goes_on = steps.get(at + 1).is_some_and(|next| next.hand.is_some());
            film.sow(scene, ms, step.caption.clone(), goes_on)
        };
        if !fits {
            return film.done();
        }
    }
    if let Some((scene, ms)) = tumbling {
        film.roll(scene, ms, 0);
    }
    film.done()
}

struct Film<'a> {
    scene: Scene,
    shown: Painting,
    points: [i64; 2],
    names: &'a Names,
    aspect: Aspect,
    frames: Vec<Frame>,
}

impl Film<'_> {
    /// The next scene as a painting; `None` if it is a different board, with different parts.
    fn next(&self, scene: &Scene) -> Option<Painting> {
        let next = paint(scene, self.names, &[], self.aspect);
        let same = next.background == self.shown.background
            && next.parts.len() == self.shown.parts.len()
            && next.parts.iter().zip(&self.shown.parts).all(|(next, shown)| next.id == shown.id);
        same.then_some(next)
    }

    fn push(&mut self, ms: u32, parts: Vec<FramePart>, caption: Option<String>) {
        let points = self.scene.board.points();
        let points = (points != self.points).then(|| {
            self.points = points;
            points
        });
        self.frames.push(Frame { ms, parts, hand: hand_at(&self.scene, self.aspect), caption, points });
    }

    /// Shows a scene; returns whether it has the same board.
    fn show(&mut self, scene: Scene, ms: u32, caption: Option<String>) -> bool {
        let Some(next) = self.next(&scene) else { return false };
        let moved = moved_stone(&self.scene.board, &scene.board);
        if let Some((_, to)) = moved {
            self.vanish(to);
        }
        let parts: Vec<FramePart> = changed(&self.shown, &next)
            .map(|Part { id, svg }| {
                let effect = self.effect(id, &scene, moved);
                FramePart { id: id.clone(), svg: svg.clone(), effect }
            })
            .collect();
        (self.scene, self.shown) = (scene, next);
        self.push(ms, parts, caption);
        true
    }

    /// Shows a scene of sowing. When the hand drops its last seed, it moves there first, and stays if it picks up more
    /// seeds.
    fn sow(&mut self, scene: Scene, ms: u32, caption: Option<String>, goes_on: bool) -> bool {
        let Some(emptied) = self.scene.hand.filter(|_| scene.hand.is_none()) else {
            return self.show(scene, ms, caption);
        };
        let held = Scene { hand: Some(Hand { seeds: 0, ..emptied }), ..scene.clone() };
        if goes_on {
            return self.show(held, ms, caption);
        }
        let pace = self.frames.last().map_or(0, |frame| frame.ms).min(ms / 2);
        self.show(held, pace, caption) && self.show(scene, ms - pace, None)
    }

    fn effect(&self, id: &str, scene: &Scene, moved: Option<(Point, Point)>) -> Effect {
        if let Some((from, to)) = moved
            && id == format!("point-{}-{}", to.row, to.column)
        {
            let step = if self.aspect.turned { -kono::STEP } else { kono::STEP } as i32;
            let away = |from: u8, to: u8| (i32::from(from) - i32::from(to)) * step;
            return Effect::Slide { dx: away(from.column, to.column), dy: away(from.row, to.row) };
        }
        match id {
            "throw" | "dice" | "advice" => Effect::Fade,
            "hand" => match (hand_at(&self.scene, self.aspect), hand_at(scene, self.aspect)) {
                (Some(was), Some(is)) => Effect::Slide { dx: was.x - is.x, dy: was.y - is.y },
                _ => Effect::Fade,
            },
            _ if is_turned(&self.scene.board, &scene.board, id) => Effect::Flip,
            _ => Effect::Swap,
        }
    }

    /// A captured stone vanishes before the other arrives.
    fn vanish(&mut self, point: Point) {
        let BoardLayout::Kono(view) = &mut self.scene.board.layout else { return };
        let Some(cell) = cell(view, point).filter(|cell| **cell != Cell::Vacant) else { return };
        *cell = Cell::Vacant;
        let next = paint(&self.scene, self.names, &[], self.aspect);
        let fade = |part: &Part| FramePart { id: part.id.clone(), svg: part.svg.clone(), effect: Effect::Fade };
        let parts = changed(&self.shown, &next).map(fade).collect();
        self.shown = next;
        self.push(VANISH, parts, None);
    }

    /// Dice roll in from the thrower's side. Their numbers are announced when they have stopped.
    fn roll(&mut self, scene: Scene, tumbled: u32, ms: u32) -> bool {
        let Some(next) = self.next(&scene) else { return false };
        let upper = scene.board.dice.is_some_and(|dice| scene.board.is_upper(dice.seat) != self.aspect.turned);
        let side = if upper { -1 } else { 1 };
        let (dx, dy) = (-side * self.shown.width as i32 / 5, side * self.shown.height as i32 / 2);
        let (mut rolling, mut numbers) = (Vec::new(), Vec::new());
        for Part { id, svg } in &next.parts {
            let was = self.shown.parts.iter().find(|part| part.id == *id).map(|part| &part.svg);
            let part = |svg: &str, effect| FramePart { id: id.clone(), svg: svg.to_owned(), effect };
            match id.as_str() {
                // Roll the dice even if they show the same throw as before.
                "dice" => rolling.push(part(svg, Effect::Roll { dx, dy })),
                "throw" => {
                    rolling.push(part("", Effect::Fade));
                    numbers.push(part(svg, Effect::Fade));
                }
                _ if was != Some(svg) => rolling.push(part(svg, Effect::Swap)),
                _ => {}
            }
        }
        (self.scene, self.shown) = (scene, next);
        self.push(tumbled, rolling, None);
        if ms > 0 {
            self.push(ms, numbers, None);
        }
        true
    }

    fn done(mut self) -> Vec<Frame> {
        let still = |frame: &Frame| frame.parts.is_empty() && frame.caption.is_none() && frame.points.is_none();
        while self.frames.last().is_some_and(still) {
            self.frames.pop();
        }
        // The picture on the page may show advice about the previous position.
        if let Some(first) = self.frames.first_mut() {
            first.parts.retain(|part| part.id != "advice");
            first.parts.push(FramePart { id: "advice".to_owned(), svg: String::new(), effect: Effect::Fade });
        }
        self.frames
    }
}

fn millis(lasts: Duration) -> u32 {
    u32::try_from(lasts.as_millis()).unwrap_or(u32::MAX)
}

fn changed<'a>(shown: &'a Painting, next: &'a Painting) -> impl Iterator<Item = &'a Part> {
    next.parts.iter().zip(&shown.parts).filter(|(next, shown)| next != shown).map(|(next, _)| next)
}

fn hand_at(scene: &Scene, aspect: Aspect) -> Option<HandAt> {
    let BoardLayout::Congkak(view) = &scene.board.layout else { return None };
    let (x, y, seeds) = congkak::hand_at(view, scene, aspect)?;
    Some(HandAt { x: x as i32, y: y as i32, seeds })
}

/// True if a part is a tile that is turned over between two boards.
fn is_turned(before: &BoardView, after: &BoardView, id: &str) -> bool {
    let (BoardLayout::Canoga(before), BoardLayout::Canoga(after)) = (&before.layout, &after.layout) else {
        return false;
    };
    Seat::BOTH.into_iter().any(|seat| {
        let mut squares = before.rows[seat].iter().zip(&after.rows[seat]);
        squares.any(|(was, is)| was.covered != is.covered && id == canoga::part_id(seat, is.number))
    })
}

/// The start and the target of a stone that moved between two boards.
fn moved_stone(before: &BoardView, after: &BoardView) -> Option<(Point, Point)> {
    let (BoardLayout::Kono(before), BoardLayout::Kono(after)) = (&before.layout, &after.layout) else { return None };
    let mut changes = Vec::new();
    for (row, (was, is)) in (1..).zip(before.rows.iter().zip(&after.rows)) {
        for (column, (was, is)) in (1..).zip(was.iter().zip(is)) {
            if was.cell != is.cell {
                changes.push((Point { row, column }, is.cell));
            }
        }
    }
    match changes[..] {
        [(from, Cell::Vacant), (to, Cell::Piece { .. })] | [(to, Cell::Piece { .. }), (from, Cell::Vacant)] => {
            Some((from, to))
        }
        _ => None,
    }
}

fn cell(view: &mut KonoView, point: Point) -> Option<&mut Cell> {
    let row = view.rows.get_mut(usize::from(point.row).checked_sub(1)?)?;
    Some(&mut row.get_mut(usize::from(point.column).checked_sub(1)?)?.cell)
}
