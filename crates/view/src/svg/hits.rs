use std::cmp::Reverse;

use parlor_rules::kono::{Cell, Point};
use parlor_rules::{Seat, Standing};

use super::{canoga, kono};
use crate::words::count;
use crate::{BoardLayout, BoardView, Chooser, Names, Scene, Spot, editable_spots};

/// A button over the picture. CSS classes give its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    pub spot: Spot,
    /// The accessible name: "Pit C, 5 seeds", "Uncover the Computer's 7. Advised."
    pub name: String,
    /// The classes for its position: "lower k3", "row-you c4", "r1 c3".
    pub class: String,
    /// Its mark while it can be chosen: "can", or "target" and "capture" where a piece can go.
    pub mark: &'static str,
    /// Already selected; choosing it again deselects it.
    pub chosen: bool,
    /// Can be chosen now. Other places become available once another one is chosen.
    pub open: bool,
}

/// The buttons over a picture, turned or not, in reading order: one for every place of every answer.
pub fn hits(board: &BoardView, chooser: &Chooser, names: &Names, advised: &[Spot], turned: bool) -> Vec<Hit> {
    let scene = Scene::of(board.clone());
    let (chosen, open) = (chooser.chosen(), chooser.can_click());
    let mut hits: Vec<Hit> = Vec::new();
    for (spots, _) in chooser.answers() {
        for (at, spot) in spots.into_iter().enumerate() {
            let is_target = at > 0 && matches!(chooser, Chooser::Step(_));
            if hits.iter().all(|hit| hit.spot != spot)
                && let Some((class, mut name)) = placed(&scene, names, spot, is_target, turned)
            {
                if advised.contains(&spot) {
                    name += ". Advised.";
                }
                let mark = match &board.layout {
                    BoardLayout::Kono(view) if is_target => kono::target_mark(view, spot),
                    _ => "can",
                };
                let (chosen, open) = (chosen.contains(&spot), open.contains(&spot));
                hits.push(Hit { spot, name, class, mark, chosen, open });
            }
        }
    }
    hits.sort_by_key(|hit| match hit.spot {
        // The Computer's row is the upper one.
        Spot::Square(seat, number) => (0, Reverse(seat), number, 0),
        Spot::Pit(letter) => (1, Reverse(Seat::Computer), letter as u8, 0),
        Spot::Store(seat) => (2, Reverse(seat), 0, 0),
        Spot::Point(Point { row, column }) => (3, Reverse(Seat::Computer), row, column),
    });
    hits
}

/// The buttons for setting up a position: one for every place that can be changed, in reading order.
pub fn edit_hits(standing: &Standing, names: &Names) -> Vec<Hit> {
    let board = BoardView::of_standing(standing);
    let scene = Scene::of(board.clone());
    let hit = |spot: Spot| {
        let class = match spot {
            Spot::Store(seat) => format!("store-{}", if seat == Seat::Human { "you" } else { "them" }),
            _ => placed(&scene, names, spot, false, false)?.0,
        };
        let name = content_name(&board, spot, names)?;
        Some(Hit { spot, name, class, mark: "place", chosen: false, open: true })
    };
    editable_spots(standing).into_iter().filter_map(hit).collect()
}

/// A place and its content: "Anna's square 4, covered", "pit C, 5 seeds", "row 1, column 3, White piece".
fn content_name(board: &BoardView, spot: Spot, names: &Names) -> Option<String> {
    Some(match (&board.layout, spot) {
        (BoardLayout::Canoga(view), Spot::Square(seat, number)) => {
            let square = view.rows[seat].iter().find(|square| square.number == number)?;
            let state = if square.covered { "covered" } else { "open" };
            format!("{}'s square {number}, {state}", names.label(seat))
        }
        (BoardLayout::Congkak(view), Spot::Pit(letter)) => {
            let (seat, at) = view.find(letter)?;
            format!("Pit {letter}, {}", count(view.rows[seat][at].seeds.into(), "seed"))
        }
        (BoardLayout::Congkak(view), Spot::Store(seat)) => {
            format!("{}'s store, {}", names.label(seat), count(view.stores[seat].into(), "seed"))
        }
        (BoardLayout::Kono(view), Spot::Point(point)) => {
            let row = view.rows.get(usize::from(point.row).checked_sub(1)?)?;
            let content = match row.get(usize::from(point.column).checked_sub(1)?)?.cell {
                Cell::Vacant => "no piece".to_owned(),
                Cell::Piece { color, captures: false } => format!("{color} piece"),
                Cell::Piece { color, captures: true } => format!("{color} piece that may capture"),
            };
            format!("Row {}, column {}, {content}", point.row, point.column)
        }
        _ => return None,
    })
}

/// The classes of the form that holds the buttons: the game, and the number of places in a row.
pub fn hits_class(view: &BoardView) -> String {
    match &view.layout {
        BoardLayout::Canoga(view) => format!("canoga n{}", view.rows.human.len()),
        BoardLayout::Congkak(view) => format!("congkak n{}", view.rows.human.len()),
        BoardLayout::Kono(view) => format!("kono n{}", view.rows.len()),
    }
}

/// The class and the name of a place; `None` if this board doesn't have it or it can never be chosen.
fn placed(scene: &Scene, names: &Names, spot: Spot, is_target: bool, turned: bool) -> Option<(String, String)> {
    let is_upper = |seat: Seat| (seat == Seat::Computer) != turned;
    match (&scene.board.layout, spot) {
        (BoardLayout::Canoga(view), Spot::Square(seat, number)) => {
            view.rows[seat].iter().find(|square| square.number == number)?;
            let row = if is_upper(seat) { "row-them" } else { "row-you" };
            Some((format!("{row} c{number}"), canoga::hit_name(scene, names, seat, number)))
        }
        (BoardLayout::Congkak(view), Spot::Pit(letter)) => {
            let (seat, at) = view.find(letter)?;
            let row = &view.rows[seat];
            let side = if is_upper(seat) { "upper" } else { "lower" };
            // In sowing order, which is from right to left in the lower row.
            let number = if seat == Seat::Human { row.len() - at } else { at + 1 };
            Some((format!("{side} k{number}"), format!("Pit {letter}, {}", count(row[at].seeds.into(), "seed"))))
        }
        (BoardLayout::Kono(view), Spot::Point(point)) => {
            let on_board = |number: u8| (1..=view.rows.len()).contains(&usize::from(number));
            let line = |number: u8| if turned { view.rows.len() + 1 - usize::from(number) } else { number.into() };
            (on_board(point.row) && on_board(point.column)).then(|| {
                (format!("r{} c{}", line(point.row), line(point.column)), kono::hit_name(view, point, is_target))
            })
        }
        _ => None,
    }
}
