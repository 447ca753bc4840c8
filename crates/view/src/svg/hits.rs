use std::cmp::Reverse;

use parlor_rules::Seat;
use parlor_rules::kono::Point;

use super::{canoga, kono};
use crate::words::count;
use crate::{BoardLayout, BoardView, Names, Scene, Spot};

/// A button over the picture. Where it lies is said by classes, on the measures of the pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// What it chooses.
    pub spot: Spot,
    /// All that has to be known to choose it: "Pit C, 5 seeds", "Uncover the Computer's 7. Advised."
    pub name: String,
    /// Its place: "lower k3", "row-you c4", "r1 c3".
    pub class: String,
    /// Whether it is chosen already; choosing it again takes it back.
    pub chosen: bool,
}

/// The buttons over a picture, in reading order: one for every place that can be chosen or is chosen already.
pub fn hits(scene: &Scene, names: &Names, advised: &[Spot]) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for &spot in scene.chosen.iter().chain(&scene.board.can_choose) {
        let chosen = scene.chosen.contains(&spot);
        if hits.iter().all(|hit| hit.spot != spot)
            && let Some((class, mut name)) = placed(scene, names, spot)
        {
            if chosen {
                name += ": chosen; choose again to put it back";
            } else if advised.contains(&spot) {
                name += ". Advised.";
            }
            hits.push(Hit { spot, name, class, chosen });
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

/// The classes of the form that holds the buttons: the game and how many places a row has.
pub fn hits_class(view: &BoardView) -> String {
    match &view.layout {
        BoardLayout::Canoga(view) => format!("canoga n{}", view.rows.human.len()),
        BoardLayout::Congkak(view) => format!("congkak n{}", view.rows.human.len()),
        BoardLayout::Kono(view) => format!("kono n{}", view.rows.len()),
    }
}

/// The class and the name of a place; `None` if this board doesn't have it, or if it can't be chosen at all.
fn placed(scene: &Scene, names: &Names, spot: Spot) -> Option<(String, String)> {
    match (&scene.board.layout, spot) {
        (BoardLayout::Canoga(view), Spot::Square(seat, number)) => {
            view.rows[seat].iter().find(|square| square.number == number)?;
            let row = if seat == Seat::Human { "row-you" } else { "row-them" };
            Some((format!("{row} c{number}"), canoga::hit_name(scene, names, seat, number)))
        }
        (BoardLayout::Congkak(view), Spot::Pit(letter)) => {
            let (seat, at) = view.find(letter)?;
            let row = &view.rows[seat];
            // In the order of sowing, which is from right to left in the lower row.
            let place = match seat {
                Seat::Computer => format!("upper k{}", at + 1),
                Seat::Human => format!("lower k{}", row.len() - at),
            };
            Some((place, format!("Pit {letter}, {}", count(row[at].seeds.into(), "seed"))))
        }
        (BoardLayout::Kono(view), Spot::Point(point)) => {
            let on_board = |number: u8| (1..=view.rows.len()).contains(&usize::from(number));
            (on_board(point.row) && on_board(point.column))
                .then(|| (format!("r{} c{}", point.row, point.column), kono::hit_name(view, scene, point)))
        }
        _ => None,
    }
}
