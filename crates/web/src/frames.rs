//! What a browser animates between two revisions.

use parlor_table::Table;
use parlor_view::svg::{Frame, Shape, frames};
use parlor_view::{BoardView, Names, Scene, animate};
use serde::Serialize;

/// What is animated from one revision to another.
#[derive(Serialize)]
pub(crate) struct RevisionFrames {
    from: u64,
    to: u64,
    frames: Vec<Frame>,
}

/// The most entries that are animated. Who has been away for longer sees the board as it is.
const MOST: u64 = 100;

impl RevisionFrames {
    /// What has happened since a revision; nothing if something was taken back meanwhile.
    pub(crate) fn since(table: &Table, from: u64, shape: Shape) -> RevisionFrames {
        let to = table.revision();
        let film = |frames| RevisionFrames { from, to, frames };
        let new = table.records().rev().take_while(|record| record.revision > from).count();
        let passed = to.saturating_sub(from);
        if passed == 0 || passed > MOST || passed != new as u64 {
            return film(Vec::new());
        }
        let names = Names::of(&table.setup().players);
        let mut shown = Vec::new();
        let mut board: Option<BoardView> = None;
        table.retell_from(from, |table, _, events| {
            for event in events {
                let steps = animate(event, board.as_ref(), &names);
                if let Some(before) = &board {
                    shown.extend(frames(&Scene::of(before.clone()), &steps, &names, shape));
                }
                board = steps.into_iter().next_back().and_then(|step| step.board).or(board.take());
            }
            let dice = board.as_ref().and_then(|board| board.dice);
            board = BoardView::of(table).or(board.take());
            // Dice stay in sight until the next ones, as on a real table.
            if let Some(board) = &mut board {
                board.dice = board.dice.or(dice);
                board.can_choose.clear();
            }
        });
        film(shown)
    }
}
