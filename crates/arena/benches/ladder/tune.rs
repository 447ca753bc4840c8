//! Fits weights by least squares: the weights that the pieces of positions from self-play should have had, so that
//! score and weights together come closest to the results of the rounds.

use parlor_engine::Limits;
use parlor_engine::kono::Searcher;
use parlor_rules::Seat;
use parlor_rules::kono::{Cell, Color, Direction, Move, Point, Position, Size, Standing};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of positions that the players of a tuning round search before each move.
const NODES: u64 = 3000;

/// The strength with which a weight that has little data is pulled to zero.
const RIDGE: f64 = 200.0;

pub(crate) fn tune(size: Size, rounds: usize) {
    let n = usize::from(size.points());
    let columns = n.div_ceil(2);
    let features = 2 * n * columns + 2;
    let mut sums = vec![vec![0.0; features + 1]; features];
    let mut positions = 0_u64;
    let mut error = 0.0;
    let mut searcher = Searcher::new(size, 14);
    for round in 0..rounds as u64 {
        let (seen, net) = play(size, round, &mut searcher);
        for position in seen {
            let scores = position.scores();
            let white = position.seat(Color::White);
            let now = f64::from(scores[white] - scores[white.other()]);
            let row = describe(&position, n, columns, features);
            let target = 100.0 * (net - now);
            positions += 1;
            error += target * target;
            for (i, &x) in row.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                for (j, &y) in row.iter().enumerate() {
                    sums[i][j] += x * y;
                }
                sums[i][features] += x * target;
            }
        }
    }
    for (i, row) in sums.iter_mut().enumerate() {
        row[i] += RIDGE;
    }
    let weights = solve(sums);
    println!("// {rounds} rounds, {positions} positions, mean square {:.0} before", error / positions as f64);
    let whole = |weight: f64| weight.round() as i32;
    println!("tempo: {}, mobility: {}", whole(weights[features - 2]), whole(weights[features - 1]));
    for table in 0..2 {
        println!("&[");
        for row in 0..n {
            let start = (table * n + row) * columns;
            let row: Vec<String> = weights[start..start + columns].iter().map(|&w| whole(w).to_string()).collect();
            println!("    &[{}],", row.join(", "));
        }
        println!("],");
    }
}

/// One round of self-play: the positions after the random opening, and White's net points at the end.
fn play(size: Size, seed: u64, searcher: &mut Searcher) -> (Vec<Position>, f64) {
    let mut random = ChaCha8Rng::seed_from_u64(1_000_000 + seed);
    let mut standing = Standing::new(size).choose(Seat::Human, Color::White);
    let opening = random.random_range(4..12);
    let mut seen = vec![];
    let mut count = 0;
    while let Some(position) = standing.position.filter(|position| position.turn().is_some()) {
        let moves: Vec<Move> = position.legal_moves().collect();
        // A few random moves later on add positions that good play avoids.
        let stray = count < opening || random.random_range(0..40) == 0;
        let chosen = if stray {
            moves[random.random_range(0..moves.len())]
        } else {
            seen.push(position);
            searcher.search(&standing, None, &Limits::effort(NODES), |_| ()).unwrap().line[0]
        };
        standing.play(chosen).unwrap();
        count += 1;
    }
    let scores = standing.position.unwrap().outcome().unwrap().scores;
    (seen, f64::from(scores.human - scores.computer))
}

fn describe(position: &Position, n: usize, columns: usize, features: usize) -> Vec<f64> {
    let board = position.board();
    let mut row = vec![0.0; features];
    for point in board.points() {
        let Cell::Piece { color, captures } = board.cell(point) else { continue };
        let sign = if color == Color::White { 1.0 } else { -1.0 };
        let from_own_side = usize::from(if color == Color::White { point.row - 1 } else { n as u8 - point.row });
        let column = usize::from((point.column - 1).min(n as u8 - point.column));
        row[(usize::from(captures) * n + from_own_side) * columns + column] += sign;
        let on_board = |to: &Point| usize::from(to.row) <= n && usize::from(to.column) <= n;
        let roads = Direction::ALL.into_iter().filter_map(|direction| point.step(direction)).filter(on_board);
        row[features - 1] += sign * roads.filter(|&to| board.cell(to) == Cell::Vacant).count() as f64;
    }
    row[features - 2] = if position.color(position.turn().unwrap()) == Color::White { 1.0 } else { -1.0 };
    row
}

/// Gaussian elimination; the last column is the right-hand side.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs())).unwrap();
        rows.swap(i, pivot);
        let pivot = rows[i].clone();
        for (j, row) in rows.iter_mut().enumerate() {
            if j != i {
                let factor = row[i] / pivot[i];
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}
