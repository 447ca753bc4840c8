//! Boards drawn with plain characters, for line mode, `parlor show` and screen readers.

use std::fmt::Write;

use parlor_rules::kono::{Cell, Color};
use parlor_rules::{Pair, Seat};
use textwrap::core::display_width;

use crate::words::count;
use crate::{
    BoardLayout, BoardView, CanogaView, CongkakView, DiceView, KonoView, Names, PitView, PointView, SquareView,
};

pub fn board(view: &BoardView, names: &Names) -> String {
    match &view.layout {
        BoardLayout::Canoga(view) => canoga(view, names),
        BoardLayout::Congkak(view) => congkak(view, names),
        BoardLayout::Kono(view) => kono(view, names),
    }
}

/// Draws a board in a few lines, with the scores and the dice, for the moves between two questions to a person.
pub fn compact(view: &BoardView, names: &Names) -> String {
    match &view.layout {
        BoardLayout::Canoga(canoga) => compact_canoga(canoga, view.dice, names),
        BoardLayout::Congkak(view) => compact_congkak(view, names),
        BoardLayout::Kono(view) => compact_kono(view, names),
    }
}

/// The dice are beside the row of the player who threw them.
fn compact_canoga(view: &CanogaView, dice: Option<DiceView>, names: &Names) -> String {
    let mut text = String::new();
    for seat in [Seat::Computer, Seat::Human] {
        let dice =
            dice.filter(|dice| dice.seat == seat).map_or(String::new(), |dice| format!("   dice {}", dice.throw));
        line(&mut text, &format!("{}{dice}", canoga_row(view, seat, names)));
    }
    text
}

/// A line for each player: the pits in board order, then the store, all seeds and the rounds won.
fn compact_congkak(view: &CongkakView, names: &Names) -> String {
    let mut text = String::new();
    let width = label_width(names);
    for seat in [Seat::Computer, Seat::Human] {
        let mut row = padded(names.short(seat), width);
        for PitView { letter, seeds } in &view.rows[seat] {
            write!(row, " {letter}{seeds:<3}").expect("a string can always be written to");
        }
        let (store, seeds, rounds) = (view.stores[seat], view.seeds[seat], count(view.rounds[seat], "round"));
        line(&mut text, &format!("{row}  store {store:2}, {} in all, {rounds} won", count(seeds, "seed")));
    }
    text
}

fn compact_kono(view: &KonoView, names: &Names) -> String {
    let mut text = String::new();
    let column = |column: usize| format!("{column:<3}");
    line(&mut text, &format!("    {}", (1..=view.rows.len()).map(column).collect::<String>()));
    for (row, number) in view.rows.iter().zip(1..) {
        let cells: String = row.iter().map(|point| format!("{:<3}", piece(point.cell))).collect();
        line(&mut text, &format!("{number:>2}  {cells}"));
    }
    let tally = [Seat::Computer, Seat::Human].map(|seat| kono_tally(view, seat, names));
    line(&mut text, &tally.join("; "));
    text
}

/// The columns for the players' names at the left.
fn label_width(names: &Names) -> usize {
    Seat::BOTH.into_iter().map(|seat| display_width(names.short(seat))).max().expect("there are two seats").clamp(8, 20)
}

/// Pads a name to a number of columns. Wide letters take two.
fn padded(name: &str, columns: usize) -> String {
    format!("{name}{}", " ".repeat(columns.saturating_sub(display_width(name))))
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Draws both rows from left to right. Covered squares are in brackets.
fn canoga(view: &CanogaView, names: &Names) -> String {
    let mut text = String::new();
    for seat in [Seat::Computer, Seat::Human] {
        line(&mut text, &canoga_row(view, seat, names));
    }
    let any = |test: fn(&SquareView) -> bool| Seat::BOTH.iter().any(|&seat| view.rows[seat].iter().any(test));
    if any(|square| square.locked) {
        line(&mut text, "[n] is covered, #n# is covered and locked.");
    } else if any(|square| square.covered) {
        line(&mut text, "[n] is covered.");
    }
    text
}

fn canoga_row(view: &CanogaView, seat: Seat, names: &Names) -> String {
    let mut row = padded(names.short(seat), label_width(names));
    for SquareView { number, covered, locked } in &view.rows[seat] {
        let square = match (covered, locked) {
            (true, true) => format!("#{number}#"),
            (true, false) => format!("[{number}]"),
            _ => format!(" {number} "),
        };
        write!(row, "{square:>5}").expect("a string can always be written to");
    }
    format!("{row}   score {}", view.scores[seat])
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
    let (at_left, at_right) = (padded(names.short(Seat::Human), width), names.short(Seat::Computer));
    line(&mut text, &format!("{at_left} [{left:3}]{:between$}  [{right:3}] {at_right}", ""));
    line(&mut text, &(padded(names.short(Seat::Human), indent) + &cells(human, seeds)));
    line(&mut text, &format!("{:indent$}{}", "", cells(human, letters)));
    let tally = |seat: Seat| {
        let (seeds, rounds) = (count(view.seeds[seat], "seed"), count(view.rounds[seat], "round"));
        format!("{} has {seeds} and has won {rounds}", names.short(seat))
    };
    line(&mut text, &format!("{}; {}.", tally(Seat::Human), tally(Seat::Computer)));
    text
}

/// Rows numbered from North, columns from West, with the values of home points to the other player.
fn kono(view: &KonoView, names: &Names) -> String {
    let mut text = String::new();
    line(&mut text, "N");
    for (row, number) in view.rows.iter().zip(1..) {
        let mut drawn = format!("{number}  ");
        for (i, PointView { cell, .. }) in row.iter().enumerate() {
            let piece = piece(*cell);
            // The second letter of a piece takes the place of a space, so that the columns stay aligned.
            let road = match (i + 1 == row.len(), piece.len()) {
                (true, _) => "",
                (false, 2) => "- ",
                (false, _) => " - ",
            };
            drawn.push_str(piece);
            drawn.push_str(road);
        }
        // The values of this row's home points are beside it.
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
        line(&mut text, &kono_tally(view, seat, names));
    }
    text
}

/// A point as drawn. A piece that may capture has two letters.
fn piece(cell: Cell) -> &'static str {
    match cell {
        Cell::Vacant => "+",
        Cell::Piece { color: Color::White, captures: false } => "W",
        Cell::Piece { color: Color::White, captures: true } => "WW",
        Cell::Piece { color: Color::Black, captures: false } => "B",
        Cell::Piece { color: Color::Black, captures: true } => "BB",
    }
}

fn kono_tally(view: &KonoView, seat: Seat, names: &Names) -> String {
    let color = view.colors[seat].map_or("no colour yet".to_owned(), |color| color.to_string());
    let now = view.now.map_or(String::new(), |now| format!(", this round {}", now[seat]));
    format!("{}: {color}, score {}{now}", names.short(seat), view.scores[seat])
}
