//! Boards drawn with plain characters, for line mode, `parlor show` and screen readers.

use std::fmt::Write;

use parlor_rules::kono::{Cell, Color};
use parlor_rules::{Pair, Seat};
use textwrap::core::display_width;

use crate::{BoardLayout, BoardView, CanogaView, CongkakView, KonoView, Names, PitView, PointView, SquareView};

/// Draws a board; every line ends with a newline.
pub fn board(view: &BoardView, names: &Names) -> String {
    match &view.layout {
        BoardLayout::Canoga(view) => canoga(view, names),
        BoardLayout::Congkak(view) => congkak(view, names),
        BoardLayout::Kono(view) => kono(view, names),
    }
}

/// The columns for the players' names at the left.
fn label_width(names: &Names) -> usize {
    Seat::BOTH.into_iter().map(|seat| display_width(names.short(seat))).max().expect("there are two seats").clamp(8, 20)
}

/// A name with spaces up to this many columns. Wide letters take two of them.
fn padded(name: &str, columns: usize) -> String {
    format!("{name}{}", " ".repeat(columns.saturating_sub(display_width(name))))
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Both rows run from left to right. A covered square is in brackets.
fn canoga(view: &CanogaView, names: &Names) -> String {
    let mut text = String::new();
    let width = label_width(names);
    for seat in [Seat::Computer, Seat::Human] {
        let mut row = padded(names.short(seat), width);
        for SquareView { number, covered, locked } in &view.rows[seat] {
            let square = match (covered, locked) {
                (true, true) => format!("#{number}#"),
                (true, false) => format!("[{number}]"),
                _ => format!(" {number} "),
            };
            write!(row, "{square:>5}").expect("a string can always be written to");
        }
        line(&mut text, &format!("{row}   score {}", view.scores[seat]));
    }
    let any = |test: fn(&SquareView) -> bool| Seat::BOTH.iter().any(|&seat| view.rows[seat].iter().any(test));
    if any(|square| square.locked) {
        line(&mut text, "[n] is covered, #n# is covered and locked.");
    } else if any(|square| square.covered) {
        line(&mut text, "[n] is covered.");
    }
    text
}

/// Computer above, Human below, each store at its owner's left (rule con-board) and with its owner's name.
fn congkak(view: &CongkakView, names: &Names) -> String {
    let mut text = String::new();
    let width = label_width(names);
    let cells = |row: &[PitView], cell: fn(&PitView) -> String| {
        row.iter().fold(String::new(), |mut text, pit| {
            write!(text, "{:>5}", cell(pit)).expect("a string can always be written to");
            text
        })
    };
    let letters: fn(&PitView) -> String = |pit| pit.letter.to_string();
    let seeds: fn(&PitView) -> String = |pit| pit.seeds.to_string();
    let (computer, human) = (&view.rows.computer, &view.rows.human);
    let Pair { human: left, computer: right } = view.stores;
    let between = 5 * computer.len() + 1;
    let indent = width + 6;
    line(&mut text, &format!("{:indent$}{}", "", cells(computer, letters)));
    line(&mut text, &(padded(names.short(Seat::Computer), indent) + &cells(computer, seeds)));
    // Each store carries its owner's name.
    let (at_left, at_right) = (padded(names.short(Seat::Human), width), names.short(Seat::Computer));
    line(&mut text, &format!("{at_left} [{left:3}]{:between$}  [{right:3}] {at_right}", ""));
    line(&mut text, &(padded(names.short(Seat::Human), indent) + &cells(human, seeds)));
    line(&mut text, &format!("{:indent$}{}", "", cells(human, letters)));
    let tally = |seat: Seat| format!("{} {} ({} won)", names.short(seat), view.seeds[seat], view.rounds[seat]);
    line(&mut text, &format!("Seeds and rounds: {}, {}", tally(Seat::Human), tally(Seat::Computer)));
    text
}

/// Rows numbered from North, columns from West, with what home points are worth to the other player.
fn kono(view: &KonoView, names: &Names) -> String {
    let mut text = String::new();
    line(&mut text, "N");
    for (row, number) in view.rows.iter().zip(1..) {
        let mut drawn = format!("{number}  ");
        for (i, PointView { cell, .. }) in row.iter().enumerate() {
            let piece = match cell {
                Cell::Vacant => "+",
                Cell::Piece { color: Color::White, captures: false } => "W",
                Cell::Piece { color: Color::White, captures: true } => "WW",
                Cell::Piece { color: Color::Black, captures: false } => "B",
                Cell::Piece { color: Color::Black, captures: true } => "BB",
            };
            // A double piece takes the place of a space, so that the columns stay aligned.
            let road = match (i + 1 == row.len(), piece.len()) {
                (true, _) => "",
                (false, 2) => "- ",
                (false, _) => " - ",
            };
            drawn.push_str(piece);
            drawn.push_str(road);
        }
        // What reaching the home points of this row is worth stands beside them.
        if row.iter().any(|point| point.home.is_some()) {
            let worth = row.iter().map(|point| point.home.map_or("-".to_owned(), |(_, worth)| worth.to_string()));
            let worth: Vec<String> = worth.collect();
            drawn = format!("{}  worth {}", padded(&drawn, 4 * row.len() + 1), worth.join(" "));
        }
        line(&mut text, &drawn);
        if number < view.rows.len() {
            line(&mut text, &format!("   {}", vec!["|"; row.len()].join("   ")));
        }
    }
    line(&mut text, "S");
    let columns: Vec<String> = (1..=view.rows.len()).map(|column| column.to_string()).collect();
    line(&mut text, &format!("W  {}  E", columns.join("   ")));
    for seat in [Seat::Computer, Seat::Human] {
        let color = view.colors[seat].map_or("no colour yet".to_owned(), |color| color.to_string());
        let now = view.now.map_or(String::new(), |now| format!(", this round {}", now[seat]));
        line(&mut text, &format!("{}: {color}, score {}{now}", names.short(seat), view.scores[seat]));
    }
    text
}
