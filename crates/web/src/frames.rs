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
    /// The hand first has to move to this part.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hand: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
}

/// A part that is replaced. If an earlier version of the part was sent, only the difference is sent: drawing a pit of
/// fifty seeds again for each new seed would take too many bytes.
#[derive(Serialize)]
struct SentPart {
    id: String,
    /// The number of UTF-16 units that are unchanged at the start and at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<(usize, usize)>,
    /// The new SVG between the unchanged ends.
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

/// The maximum number of entries that are animated. After a longer absence the page shows the current board at once.
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
        // JSON escapes double quotes. Text has neither kind: they are entities there.
        let svg = svg.replace('"', "'");
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
    use parlor_engine::{EngineJob, Limits};
    use parlor_rules::{Decision, Game, Level, Pair, Seat};
    use parlor_table::{Answer, Ask, Entry, Next, Player, Question, Setup};
    use parlor_testkit::{RandomPlayer, next_entry};

    use super::*;

    /// The longest turns are the first ones of Congkak, planned to their ends.
    #[test]
    fn the_animation_of_a_long_turn_is_small_and_short() {
        for size in [7, 9, 11] {
            let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Master) };
            let (mut table, _) =
                Table::new(Setup { players, size: Some(size), seed: 1.into(), ..Setup::new(Game::Congkak) });
            let mut random = RandomPlayer::new(1, 1);
            let mut plan = Vec::new();
            let mut from = None;
            while let Some(entry) = next_entry(&table, |question| random.answer(question)) {
                let (seat, decision) = match table.next() {
                    Next::Ask(Question { seat, ask: Ask::Decide(decision @ Decision::Congkak(_)) }) => (seat, decision),
                    Next::Ask(Question { ask: Ask::Another, .. }) => break,
                    _ => {
                        table.apply(entry).unwrap();
                        continue;
                    }
                };
                if seat == Seat::Human && from.is_some() {
                    break;
                }
                if seat == Seat::Human {
                    table.apply(entry).unwrap();
                    continue;
                }
                from.get_or_insert(table.revision());
                if plan.is_empty() {
                    let limits = Limits::effort(20_000);
                    let best = EngineJob { limits, ..EngineJob::new(decision, Level::Master) }.rank().unwrap();
                    plan = best.into_iter().next().unwrap().plan;
                }
                let pit = parlor_rules::Choice::Congkak(plan.remove(0));
                table.apply(Entry::decision(seat, Answer::Choice(pit))).unwrap();
            }
            let plays = table.revision() - from.unwrap();
            for shape in [Shape::Wide, Shape::Narrow] {
                let film = RevisionFrames::since(&table, from.unwrap(), shape.into(), &Names::plain());
                let bytes = serde_json::to_string(&film).unwrap().len();
                let ms: u32 = film.frames.iter().map(|frame| frame.ms).sum();
                println!("{size} pits, {plays} plays, {} frames: {bytes} bytes, {ms} ms", film.frames.len());
                assert!(plays > 10 && bytes <= 120_000, "{size} pits, {plays} plays: {bytes} bytes");
                assert!(ms <= 12_000, "{size} pits, {plays} plays: {ms} ms at normal speed");
            }
        }
    }

    #[test]
    fn only_the_difference_of_two_texts_is_sent() {
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
