//! The animation between two revisions.

use std::collections::HashMap;

use parlor_table::Table;
use parlor_view::svg::{Aspect, Effect, Frame, FramePart, Shape, frames};
use parlor_view::{BoardView, Names, Scene, TurnPace, animate};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct RevisionFrames {
    from: u64,
    to: u64,
    frames: Vec<SentFrame>,
}

/// A frame as it is sent to a page.
#[derive(Serialize)]
struct SentFrame {
    ms: u32,
    parts: Vec<SentPart>,
    /// The hand has to move there first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hand: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
}

/// A part that is replaced. If the part was sent before, only the difference is sent: a seed that falls into a pit of
/// fifty must not cost fifty-one.
#[derive(Serialize)]
struct SentPart {
    id: String,
    /// The number of unchanged UTF-16 units at the start and at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<(usize, usize)>,
    /// The new SVG, between the unchanged ends.
    svg: String,
    #[serde(flatten, skip_serializing_if = "is_swap")]
    effect: Effect,
}

/// The picture on a page, as its script names it.
pub(crate) fn read_aspect(picture: &str) -> Option<Aspect> {
    let (shape, turned) = match picture {
        "wide" => (Shape::Wide, false),
        "wide-turned" => (Shape::Wide, true),
        "narrow" => (Shape::Narrow, false),
        "narrow-turned" => (Shape::Narrow, true),
        _ => return None,
    };
    Some(Aspect { shape, turned })
}

fn is_swap(effect: &Effect) -> bool {
    *effect == Effect::Swap
}

/// The limit of animated entries. After a longer absence the page shows the current board at once.
const MOST: u64 = 100;

impl RevisionFrames {
    /// The frames since a revision; none if an undo happened since.
    pub(crate) fn since(table: &Table, from: u64, aspect: Aspect, names: &Names) -> RevisionFrames {
        let to = table.revision();
        let film = |frames| RevisionFrames { from, to, frames: sent(frames) };
        let new = table.records().rev().take_while(|record| record.revision > from).count();
        let passed = to.saturating_sub(from);
        if passed == 0 || passed > MOST || passed != new as u64 {
            return film(Vec::new());
        }
        let mut shown = Vec::new();
        let mut board: Option<BoardView> = None;
        let mut pace = TurnPace::default();
        table.replay_from(from, |table, _, events| {
            for event in events {
                let steps = pace.fit(event, animate(event, board.as_ref(), names));
                if let Some(before) = &board {
                    shown.extend(frames(&Scene::of(before.clone()), &steps, names, aspect));
                }
                board = steps.into_iter().next_back().and_then(|step| step.board).or(board.take());
            }
            let dice = board.as_ref().and_then(|board| board.dice);
            board = BoardView::of(table).or(board.take());
            // Dice stay on screen until the next throw, as on a real table.
            if let Some(board) = &mut board {
                board.dice = board.dice.or(dice);
                board.can_choose.clear();
            }
        });
        film(shown)
    }
}

fn sent(frames: Vec<Frame>) -> Vec<SentFrame> {
    let mut known: HashMap<String, String> = HashMap::new();
    let mut part = |FramePart { id, svg, effect }: FramePart| {
        let before = known.insert(id.clone(), svg.clone());
        match before {
            Some(before) => {
                let (keep, svg) = difference(&before, &svg);
                SentPart { id, keep: Some(keep), svg, effect }
            }
            None => SentPart { id, keep: None, svg, effect },
        }
    };
    let mut frame = |Frame { ms, parts, hand, caption, points }: Frame| {
        let parts = parts.into_iter().map(&mut part).collect();
        SentFrame { ms, parts, hand: hand.is_some(), caption, points }
    };
    frames.into_iter().map(&mut frame).collect()
}

/// The lengths of the common start and end of two texts, and the second text's part between them.
fn difference(before: &str, after: &str) -> ((usize, usize), String) {
    let units = |text: &str| text.encode_utf16().count();
    let start: usize =
        before.chars().zip(after.chars()).take_while(|(was, is)| was == is).map(|(_, is)| is.len_utf8()).sum();
    let (was, is) = (&before[start..], &after[start..]);
    let end: usize =
        was.chars().rev().zip(is.chars().rev()).take_while(|(was, is)| was == is).map(|(_, is)| is.len_utf8()).sum();
    let middle = &is[..is.len() - end];
    ((units(&after[..start]), units(&is[is.len() - end..])), middle.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_between_two_texts_is_sent() {
        for (before, after, kept, middle) in [
            ("<a/><b/>", "<a/><c/><b/>", (5, 3), "c/><"),
            ("same", "same", (4, 0), ""),
            ("aa", "aaa", (2, 0), "a"),
            ("", "new", (0, 0), "new"),
            ("é\u{1f600}x", "é\u{1f600}\u{1f601}x", (3, 1), "\u{1f601}"),
        ] {
            assert_eq!(difference(before, after), (kept, middle.to_owned()), "{before} {after}");
        }
    }
}
