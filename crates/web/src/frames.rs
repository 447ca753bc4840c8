//! What a browser animates between two revisions.

use parlor_table::Table;
use parlor_view::svg::{Effect, Frame, Shape, frames};
use parlor_view::{BoardView, Names, Scene, animate};
use serde::Serialize;

/// What is animated from one revision to another.
#[derive(Serialize)]
pub(crate) struct Film {
    from: u64,
    to: u64,
    frames: Vec<FilmFrame>,
}

#[derive(Serialize)]
struct FilmFrame {
    ms: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<FilmHand>,
    parts: Vec<FilmPart>,
}

#[derive(Serialize)]
struct FilmHand {
    x: i32,
    y: i32,
    seeds: u8,
}

#[derive(Serialize)]
struct FilmPart {
    id: String,
    svg: String,
    effect: &'static str,
    dx: i32,
    dy: i32,
}

/// The most entries that are animated. Who has been away for longer sees the board as it is.
const MOST: u64 = 100;

impl Film {
    /// What has happened since a revision; nothing if something was taken back meanwhile.
    pub(crate) fn since(table: &Table, from: u64, shape: Shape) -> Film {
        let to = table.revision();
        let film = |frames| Film { from, to, frames };
        let new = table.records().rev().take_while(|record| record.revision > from).count();
        let passed = to.saturating_sub(from);
        if passed == 0 || passed > MOST || passed != new as u64 {
            return film(Vec::new());
        }
        let names = Names::of(&table.setup().players);
        let mut shown = Vec::new();
        let mut board: Option<BoardView> = None;
        let records: Vec<_> = table.records().collect();
        let old = records.len() - new;
        let mut at = 0;
        let entries = records.iter().map(|record| &record.entry);
        let replayed = Table::replay(table.setup().clone(), entries, |table, entry, events| {
            if entry.is_some() {
                at += 1;
            }
            if at > old {
                for event in events {
                    let steps = animate(event, board.as_ref(), &names);
                    if let Some(before) = &board {
                        shown.extend(frames(&Scene::of(before.clone()), &steps, &names, shape));
                    }
                    board = steps.into_iter().next_back().and_then(|step| step.board).or(board.take());
                }
            }
            if at >= old {
                let dice = board.as_ref().and_then(|board| board.dice);
                board = BoardView::of(table).or(board.take());
                // Dice stay in sight until the next ones, as on a real table.
                if let Some(board) = &mut board {
                    board.dice = board.dice.or(dice);
                    board.can_choose.clear();
                }
            }
        });
        if replayed.is_err() {
            return film(Vec::new());
        }
        film(shown.into_iter().map(FilmFrame::of).collect())
    }
}

impl FilmFrame {
    fn of(frame: Frame) -> FilmFrame {
        let part = |part: parlor_view::svg::FramePart| {
            let (effect, dx, dy) = match part.effect {
                Effect::Swap => ("swap", 0, 0),
                Effect::Flip => ("flip", 0, 0),
                Effect::Fade => ("fade", 0, 0),
                Effect::Roll { from_x, from_y } => ("roll", from_x, from_y),
                Effect::Slide { dx, dy } => ("slide", dx, dy),
            };
            FilmPart { id: part.id, svg: part.svg, effect, dx, dy }
        };
        FilmFrame {
            ms: frame.ms,
            caption: frame.caption,
            hand: frame.hand.map(|hand| FilmHand { x: hand.x, y: hand.y, seeds: hand.seeds }),
            parts: frame.parts.into_iter().map(part).collect(),
        }
    }
}
