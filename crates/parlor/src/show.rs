//! `parlor show`: a save as people see it.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parlor_rules::{Pair, Seat, canoga, congkak, kono};
use parlor_saves::{Save, Standing};

use crate::files::{FINE, complain, need, speak};

/// Show the board of a save, who is next, the scores, and whether the round is already won.
#[derive(Args)]
pub(crate) struct Show {
    /// The save; - is standard input.
    file: PathBuf,
}

impl Show {
    pub(crate) fn run(&self) -> ExitCode {
        self.show().map_or_else(|code| code, |()| FINE.into())
    }

    fn show(&self) -> Result<(), ExitCode> {
        let save = need(&self.file)?;
        for note in &save.notes {
            complain(&format!("note: {note}"));
        }
        speak(|out| out.write_all(picture(&save).as_bytes()))
    }
}

fn picture(save: &Save) -> String {
    let mut text = match &save.standing {
        Standing::Canoga(standing) => canoga(standing),
        Standing::Congkak(standing) => congkak(standing),
        Standing::Kono(standing) => kono(standing),
    };
    for seat in Seat::BOTH {
        if let Some(name) = &save.names[seat] {
            line(&mut text, &format!("{name} sits in {seat}'s seat."));
        }
    }
    if !save.dice.is_empty() {
        let throws: Vec<String> = save.dice.iter().map(ToString::to_string).collect();
        line(&mut text, &format!("To be thrown first: {}.", throws.join(", ")));
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Both rows read from left to right, the squares labelled with their numbers.
fn canoga(standing: &canoga::Standing) -> String {
    let position = &standing.position;
    let mut text = String::from("Canoga\n\n");
    let squares = 1..=position.size().squares();
    let row = |cells: Vec<String>| cells.iter().fold(String::new(), |row, cell| format!("{row}{cell:>4}"));
    line(&mut text, &format!("{:10}{}", "square", row(squares.clone().map(|square| square.to_string()).collect())));
    for seat in [Seat::Computer, Seat::Human] {
        let covered = position.covered()[seat];
        let cell = |square: u8| if covered.contains(square) { "*".to_owned() } else { square.to_string() };
        line(&mut text, &format!("{:10}{}", seat.to_string(), row(squares.clone().map(cell).collect())));
    }
    line(&mut text, "\n* is covered.");
    if let Some(lock) = position.locked() {
        line(&mut text, &format!("{}'s square {} can't be uncovered yet.", lock.owner, lock.square));
    }
    line(&mut text, &format!("{} took the first turn of the round.", position.first()));
    line(&mut text, &scores("Score", standing.scores));
    let state = match position.outcome() {
        None => format!("{} is next.", position.next()),
        Some(canoga::Outcome { winner, by, points }) => {
            let way = if by == canoga::WonBy::Covering { "covering" } else { "uncovering" };
            format!("The round is over: {winner} has won it by {way}, for {}.", counted(points, "point"))
        }
    };
    line(&mut text, &state);
    text
}

/// Computer above, Human below, each store at its owner's left (rule con-board).
fn congkak(standing: &congkak::Standing) -> String {
    let position = &standing.position;
    let cells = |items: Vec<String>| items.iter().fold(String::new(), |row, item| format!("{row}{item:>5}"));
    let row = |seat: Seat, backwards: bool, tell: &dyn Fn(congkak::Pit, u8) -> String| {
        let mut items: Vec<String> = position
            .pits(seat)
            .iter()
            .enumerate()
            .filter_map(|(i, &seeds)| Some(tell(congkak::Pit::new(seat, i)?, seeds)))
            .collect();
        if backwards {
            items.reverse();
        }
        cells(items)
    };
    let letter = |pit: congkak::Pit, _| pit.to_string();
    let seeds = |_, seeds: u8| seeds.to_string();
    let width = 5 * position.size().pits();
    let (human, computer) = (position.store(Seat::Human), position.store(Seat::Computer));
    let mut text = String::from("Congkak\n\n");
    for drawn in [
        format!("{:16}{}", "", row(Seat::Computer, false, &letter)),
        format!("{:16}{}", "Computer", row(Seat::Computer, false, &seeds)),
        format!("{:>16}{:width$}{:>5}", format!("store {human:3}"), "", format!("{computer:3} store").trim_start()),
        format!("{:16}{}", "Human", row(Seat::Human, true, &seeds)),
        format!("{:16}{}", "", row(Seat::Human, true, &letter)),
    ] {
        line(&mut text, drawn.trim_end());
    }
    line(&mut text, "\nHuman's store is at the left, Computer's at the right; seeds are sown clockwise.");
    line(&mut text, &scores("Seeds", position.totals()));
    line(&mut text, &scores("Rounds won", standing.rounds));
    let state = match position.winner() {
        None => format!("{} is next.", position.next()),
        Some(winner) => format!("The round is over: {winner} has won it."),
    };
    line(&mut text, &state);
    text
}

/// Rows numbered from North, columns from West.
fn kono(standing: &kono::Standing) -> String {
    let board = standing.board();
    let n = board.size().points();
    let mut text = format!("Kono, round {}\n\nN\n", standing.round);
    for row in 1..=n {
        let point = |column| match board.cell(kono::Point { row, column }) {
            kono::Cell::Vacant => "+",
            kono::Cell::Piece { color: kono::Color::White, captures: false } => "W",
            kono::Cell::Piece { color: kono::Color::White, captures: true } => "WW",
            kono::Cell::Piece { color: kono::Color::Black, captures: false } => "B",
            kono::Cell::Piece { color: kono::Color::Black, captures: true } => "BB",
        };
        let points: Vec<&str> = (1..=n).map(point).collect();
        let mut drawn = format!("{row}  ");
        for (i, point) in points.iter().enumerate() {
            let last = i + 1 == points.len();
            // A double piece takes the place of a space; the lines stay where they are.
            let lines = if last {
                ""
            } else if point.len() == 2 {
                "- "
            } else {
                " - "
            };
            let _ = write!(drawn, "{point}{lines}");
        }
        line(&mut text, &drawn);
        if row < n {
            line(&mut text, &format!("   {}", vec!["|"; n.into()].join("   ")));
        }
    }
    let columns: Vec<String> = (1..=n).map(|column| column.to_string()).collect();
    line(&mut text, &format!("S\nW  {}  E\n", columns.join("   ")));
    line(&mut text, "W and B are pieces, doubled if they may capture.");
    line(&mut text, &scores("Score", standing.scores));
    match standing.position() {
        None => line(&mut text, "The first player has not been chosen yet, and so the colours are open."),
        Some(position) => {
            let (human, computer) = (position.color(Seat::Human), position.color(Seat::Computer));
            line(&mut text, &format!("Human plays {human}, Computer plays {computer}."));
            line(&mut text, &kono_state(position));
        }
    }
    text
}

fn kono_state(position: &kono::Position) -> String {
    let Some(kono::Outcome { scores, winner, points, .. }) = position.outcome() else {
        let next = position.next().unwrap_or(Seat::Human);
        return format!("{next} is next.");
    };
    let count = format!("{} for Human, {} for Computer", scores.human, scores.computer);
    match winner {
        Some(winner) => format!("The round is over, {count}: {winner} has won it, for {}.", counted(points, "point")),
        None => format!("The round is over, {count}: nobody has won it."),
    }
}

fn scores(what: &str, scores: Pair<u32>) -> String {
    format!("{what}: {} Human, {} Computer.", scores.human, scores.computer)
}

fn counted(count: u32, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{s}")
}
