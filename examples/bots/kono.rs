//! A bot for Kono: it looks four steps ahead and evaluates how far the pieces have come. See `docs/bots/bots.md`.

use std::io::BufRead;

use serde_json::{Value, json};

/// Rows of points: 0 is vacant, 1 and 2 are White's pieces, -1 and -2 Black's. 2 and -2 may capture.
type Board = Vec<Vec<i32>>;

const DIRECTIONS: [(isize, isize, &str); 4] =
    [(-1, -1, "northwest"), (-1, 1, "northeast"), (1, 1, "southeast"), (1, -1, "southwest")];

/// Every legal step of a side, 1 for White and -1 for Black, with the board after it.
fn steps(board: &Board, side: i32) -> Vec<(Value, Board)> {
    let mut found = Vec::new();
    let points = (0..board.len()).flat_map(|row| (0..board.len()).map(move |column| (row, column)));
    for (row, column) in points.filter(|&(row, column)| board[row][column] * side > 0) {
        for (down, right, direction) in DIRECTIONS {
            let (to_row, to_column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            let Some(there) = board.get(to_row).and_then(|cells| cells.get(to_column)) else { continue };
            let piece = board[row][column];
            if *there != 0 && (there * side > 0 || piece != 2 * side) {
                continue;
            }
            // A piece that reaches a point where the other side started may capture from then on.
            let left = if side > 0 { board.len() - 1 - to_row } else { to_row };
            let home = left == 0 || (left == 1 && (to_column == 0 || to_column + 1 == board.len()));
            let mut after = board.clone();
            after[row][column] = 0;
            after[to_row][to_column] = if home { 2 * side } else { piece };
            found.push((json!({ "piece": [row + 1, column + 1], "direction": direction }), after));
        }
    }
    found
}

/// White's lead over Black: 20 for each piece, and 4 for each row that it has advanced.
fn lead(board: &Board) -> i32 {
    let last = board.len() as i32 - 1;
    let rows = board.iter().zip(0..).flat_map(|(cells, row)| cells.iter().map(move |&cell| (cell, row)));
    rows.map(|(cell, row)| cell.signum() * (20 + if cell > 0 { 4 * row } else { 4 * (last - row) })).sum()
}

/// The value of a board for the side to move, looking `depth` steps ahead (alpha–beta).
fn value(board: &Board, side: i32, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return side * lead(board);
    }
    for (_, after) in steps(board, side) {
        alpha = alpha.max(-value(&after, -side, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn best(position: &Value) -> Option<Value> {
    let cell = |cell: &Value| ["BB", "B", "O", "W", "WW"].iter().position(|name| cell == name).map(|at| at as i32 - 2);
    let row = |row: &Value| row.as_array()?.iter().map(cell).collect::<Option<Vec<i32>>>();
    let board = position["board"].as_array()?.iter().map(row).collect::<Option<Board>>()?;
    let side = if position[position["next"].as_str()?]["color"] == "white" { 1 } else { -1 };
    let best = steps(&board, side).into_iter().max_by_key(|(_, after)| -value(after, -side, 3, -9999, 9999));
    Some(best.map_or(json!("pass"), |(step, _)| step))
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let request: Value = serde_json::from_str(&line).unwrap_or_default();
        let answer = match request["method"].as_str() {
            Some("version") => Some(json!({ "name": "rows", "version": "1" })),
            Some("best") => best(&request["params"]["position"]).map(|chosen| json!({ "move": chosen })),
            _ => None,
        };
        let error = json!({ "code": -32602, "message": "this bot answers version, and best for Kono" });
        let (name, answer) = answer.map_or(("error", error), |answer| ("result", answer));
        println!("{}", json!({ "jsonrpc": "2.0", "id": request["id"], name: answer }));
    }
}
