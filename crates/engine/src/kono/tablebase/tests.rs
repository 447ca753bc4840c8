#![allow(clippy::unwrap_used, reason = "tests may stop")]

use std::collections::{BTreeSet, HashMap};

use parlor_rules::kono::{Cell, Draft, Point};
use parlor_rules::{Pair, Seat};
use parlor_testkit::effort;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

fn solve(pieces: u8, limit: u8) -> Tablebase {
    Tablebase::solve_with_limit(pieces, limit, |_| ControlFlow::Continue(())).unwrap()
}

/// A standing on 5×5, whose round may be over; `None` if the rules refuse it.
fn any_standing(pieces: &[(Point, Color, bool)], mover: Color) -> Option<Standing> {
    let mut board = vec![vec![Cell::Vacant; 5]; 5];
    for &(Point { row, column }, color, captures) in pieces {
        let cell = &mut board[usize::from(row) - 1][usize::from(column) - 1];
        if *cell != Cell::Vacant {
            return None;
        }
        *cell = Cell::Piece { color, captures };
    }
    let draft = Draft {
        size: 5,
        round: 1,
        colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
        scores: Pair { human: 0, computer: 0 },
        board,
        next: Some(if mover == Color::White { Seat::Human } else { Seat::Computer }),
        history: vec![],
        over: None,
    };
    draft.check().ok()
}

/// A standing on 5×5; `None` if the rules refuse it or the round is over.
fn standing(pieces: &[(Point, Color, bool)], mover: Color) -> Option<Standing> {
    any_standing(pieces, mover).filter(|standing| standing.position.is_some_and(|position| position.turn().is_some()))
}

/// A random standing with this number of pieces.
fn random_standing(seed: u64, pieces: usize) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let colors = [Color::White, Color::Black].into_iter().chain(std::iter::repeat_with(|| Color::White));
        let mut pieces: Vec<_> = colors
            .take(pieces)
            .map(|color| {
                let point = Point { row: random.random_range(1..=5), column: random.random_range(1..=5) };
                (point, color, random.random())
            })
            .collect();
        for (_, color, _) in pieces.iter_mut().skip(2) {
            *color = if random.random() { Color::White } else { Color::Black };
        }
        let mover = if random.random() { Color::White } else { Color::Black };
        if let Some(standing) = standing(&pieces, mover) {
            return standing;
        }
    }
}

/// Plain recursion over the rules' own positions.
struct Twin {
    limit: usize,
    known: HashMap<(Position, usize), i32>,
}

impl Twin {
    fn new(limit: usize) -> Twin {
        Twin { limit, known: HashMap::new() }
    }

    /// The net points for the player to move, with this number of quiet moves left.
    fn value(&mut self, position: &Position, left: usize) -> i32 {
        if let Some(&value) = self.known.get(&(*position, left)) {
            return value;
        }
        let seat = position.turn().unwrap();
        let score = |position: &Position| position.scores()[seat] - position.scores()[seat.other()];
        let value = if left == 0 {
            score(position)
        } else {
            let moves: Vec<Move> = position.legal_moves().collect();
            let values = moves.into_iter().map(|chosen| {
                let play = position.play_with_details(chosen).unwrap();
                if play.after.turn().is_none() {
                    score(&play.after)
                } else {
                    -self.value(&play.after, if play.captured || play.arrived { self.limit } else { left - 1 })
                }
            });
            values.max().unwrap()
        };
        self.known.insert((*position, left), value);
        value
    }
}

/// Compares the entry of a position with the twin's values for every number of quiet moves left.
fn compare(base: &Tablebase, twin: &mut Twin, position: &Position) {
    let entry = base.entry(position.board(), position.color(position.turn().unwrap())).unwrap();
    let values: Vec<i32> = (0..=twin.limit).map(|left| twin.value(position, left)).collect();
    let since = values.iter().rposition(|&value| value != values[twin.limit]).map_or(0, |last| last + 1);
    let expected = (values[twin.limit], since);
    assert_eq!((i32::from(entry.value), usize::from(entry.since)), expected, "{values:?} of {position:?}");
    for (left, value) in values.into_iter().enumerate() {
        assert_eq!(base.value(position, left), (left >= since).then_some(value));
    }
}

#[test]
fn all_positions_with_two_pieces_equal_plain_recursion() {
    let limit = effort(10, 50);
    let (base, mut twin) = (solve(2, limit as u8), Twin::new(limit));
    let points: Vec<Point> = Board::start(SIZE).points().collect();
    let mut found = BTreeSet::new();
    for (&white, &black) in points.iter().flat_map(|white| points.iter().map(move |black| (white, black))) {
        for captures in 0..4 {
            for mover in [Color::White, Color::Black] {
                let pieces = [(white, Color::White, captures & 1 > 0), (black, Color::Black, captures & 2 > 0)];
                let Some(position) = any_standing(&pieces, mover).and_then(|standing| standing.position) else {
                    continue;
                };
                let Location { material, row, column } = base.index.locate(position.board(), mover).unwrap();
                found.insert((material, row, column));
                if position.turn().is_some() {
                    compare(&base, &mut twin, &position);
                }
            }
        }
    }
    assert_eq!(found.len() as u64, base.positions());
}

#[test]
fn random_positions_with_more_pieces_equal_plain_recursion() {
    for (pieces, limit) in [(3, effort(8, 50)), (4, effort(2, 4))] {
        let (base, mut twin) = (solve(pieces, limit as u8), Twin::new(limit));
        for seed in 0..effort(20, 100) {
            compare(&base, &mut twin, &random_standing(seed, pieces.into()).position.unwrap());
        }
    }
}

/// The value of a move counts the quiet moves that were made before it.
#[test]
fn moves_are_ranked_by_the_quiet_moves_that_are_left() {
    let (base, mut twin) = (solve(2, 50), Twin::new(50));
    let mut ranked = 0;
    for seed in 0..effort(60, 600) {
        let mut standing = random_standing(seed, 2);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..random.random_range(0..60) {
            let moves: Vec<Move> = standing.position.unwrap().legal_moves().collect();
            let mut next = standing.clone();
            next.play(moves[random.random_range(0..moves.len())]).unwrap();
            if next.position.unwrap().turn().is_some() {
                standing = next;
            }
        }
        let position = standing.position.unwrap();
        let left = 50 - standing.history().len();
        let Some(moves) = base.rank(&standing) else { continue };
        ranked += 1;
        assert_eq!(moves.len(), position.legal_moves().count());
        assert!(moves.is_sorted_by_key(|ranked| std::cmp::Reverse(ranked.value)), "{moves:?}");
        assert_eq!(moves[0].value, twin.value(&position, left), "{standing:?}");
    }
    assert!(ranked >= effort(40, 400), "only {ranked} were ranked");
}

/// The values of random positions are consistent with those after each legal step.
#[test]
fn values_are_those_of_the_best_move() {
    let pieces = effort(3, 5);
    let base = solve(pieces, 50);
    let mut checked = 0;
    for seed in 0..effort(500, 100_000) {
        let standing = random_standing(seed, pieces.into());
        let Some(ranked) = base.rank(&standing) else { continue };
        checked += 1;
        assert_eq!(base.value(&standing.position.unwrap(), 50), Some(ranked[0].value), "{standing:?}");
    }
    assert!(checked >= effort(450, 90_000), "only {checked} were checked");
}

/// A player who follows the ranking gets the value of the position, whatever the opponent plays.
#[test]
fn the_best_moves_lead_to_the_value() {
    let base = solve(3, 50);
    let mut played = 0;
    for seed in 0..effort(200, 2000) {
        let mut standing = random_standing(seed, 3);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let seat = standing.position.unwrap().turn().unwrap();
        let Some(value) = base.rank(&standing).map(|moves| moves[0].value) else { continue };
        let mut known = true;
        while let Some(turn) = standing.position.unwrap().turn() {
            let moves: Vec<Move> = standing.position.unwrap().legal_moves().collect();
            let chosen = if turn == seat {
                let ranked = base.rank(&standing);
                known &= ranked.is_some();
                ranked.map_or(moves[0], |ranked| ranked[0].chosen)
            } else {
                moves[random.random_range(0..moves.len())]
            };
            standing.play(chosen).unwrap();
        }
        let outcome = standing.outcome().unwrap();
        let repeated = outcome.end == parlor_rules::kono::End::Called(parlor_rules::kono::Called::Repetition);
        if known && !repeated {
            played += 1;
            assert!(outcome.scores[seat] - outcome.scores[seat.other()] >= value, "seed {seed}: {value}, {outcome:?}");
        }
    }
    assert!(played >= effort(100, 1000), "only {played} rounds were played to the end");
}

#[test]
fn a_position_and_its_mirror_image_have_one_entry() {
    let base = solve(3, 2);
    for seed in 0..effort(200, 2000) {
        let position = random_standing(seed, 3).position.unwrap();
        let mover = position.color(position.turn().unwrap());
        let pieces = |image: &dyn Fn(Point) -> Point, swaps: bool| {
            let cells = position.board().points().map(|point| (image(point), position.board().cell(point)));
            let pieces = cells.filter_map(|(point, cell)| match cell {
                Cell::Piece { color, captures } => Some((point, if swaps { color.other() } else { color }, captures)),
                Cell::Vacant => None,
            });
            pieces.collect::<Vec<_>>()
        };
        let mirrored = pieces(&|Point { row, column }| Point { row, column: 6 - column }, false);
        let turned = pieces(&|Point { row, column }| Point { row: 6 - row, column: 6 - column }, true);
        let locate = |standing: Option<Standing>, mover| {
            base.index.locate(standing.unwrap().position.unwrap().board(), mover).unwrap()
        };
        let found = base.index.locate(position.board(), mover).unwrap();
        let images =
            [locate(standing(&mirrored, mover), mover), locate(standing(&turned, mover.other()), mover.other())];
        // If the even half is its own mirror image, the odd half isn't mirrored.
        let same_row = images.iter().filter(|image| (image.material, image.row) == (found.material, found.row)).count();
        assert_eq!(same_row, 2, "{position:?}");
        let entry =
            |column| base.tables[&found.material].entries[found.row * base.index.shape(found.material).1 + column];
        assert!(images.iter().all(|image| entry(image.column) == entry(found.column)), "{position:?}");
    }
}

#[test]
fn a_written_table_is_read_again_and_any_damage_is_noticed() {
    let base = solve(2, 50);
    let mut bytes = vec![];
    base.write(&mut bytes).unwrap();
    let read = Tablebase::read(&bytes).unwrap();
    assert_eq!((read.pieces(), read.positions()), (2, base.positions()));
    for seed in 0..100 {
        let position = random_standing(seed, 2).position.unwrap();
        assert_eq!(read.value(&position, 50), base.value(&position, 50));
        assert!(read.value(&position, 50).is_some());
        assert_eq!(read.value(&random_standing(seed, 3).position.unwrap(), 50), None);
    }
    for place in (0..24).chain((24..bytes.len()).step_by(effort(17, 1))) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        let error = Tablebase::read(&damaged).err().unwrap();
        let expected = match place {
            0..20 => TablebaseError::OtherFormat,
            20..22 | 23 => TablebaseError::OtherVersion,
            22 => continue,
            _ => TablebaseError::Damaged,
        };
        assert_eq!(error, expected, "byte {place}");
    }
    for pieces in [0, 1, 7, 255] {
        let mut other = bytes.clone();
        other[22] = pieces;
        assert_eq!(Tablebase::read(&other).err(), Some(TablebaseError::OtherVersion));
    }
    let mut other = bytes.clone();
    other[22] = 3;
    assert!(matches!(Tablebase::read(&other).err(), Some(TablebaseError::CutOff(..))));
    for length in (0..30).chain((30..bytes.len()).step_by(effort(17, 1))) {
        let error = Tablebase::read(&bytes[..length]).err().unwrap();
        let format = length < 20 && error == TablebaseError::OtherFormat;
        assert!(format || matches!(error, TablebaseError::CutOff(found, _) if found == length), "{length}: {error}");
    }
    bytes.push(0);
    assert_eq!(Tablebase::read(&bytes).err(), Some(TablebaseError::Damaged));
}

#[test]
fn solving_can_be_stopped() {
    let mut reports = vec![];
    let stopped = Tablebase::solve(3, |progress| {
        reports.push(progress);
        if progress.solved > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(stopped.is_none());
    assert!(reports.is_sorted_by_key(|progress| progress.solved));
    assert_eq!((reports[0].solved, reports[0].positions), (0, 42_815));
}
