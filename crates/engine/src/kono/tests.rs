//! Proofs of what only the inside can see: the search's own board, its hash, and that no shortcut of the
//! search changes a value.

use std::env;

use parlor_rules::kono::{Cell, Color, Draft, Move, Position, QUIET_MOVES, REPETITIONS, Size, Standing};
use parlor_rules::{Pair, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bits::Bits;
use super::lattice::{self, AnyLattice, Lattice, POINT};
use super::search::{Budget, Root, Search};
use super::state::{Noise, State, Step};
use super::{ending, evaluate};

/// How much to do: the first number in the tests, the second where `cargo xtask prove` asks for more.
fn effort(test: u64, prove: u64) -> u64 {
    if env::var_os("PARLOR_PROVE").is_some() { prove } else { test }
}

/// Sizes that people choose, and those only studied.
fn sizes() -> impl Iterator<Item = Size> {
    (4..=9).filter_map(Size::for_study)
}

/// A standing after up to so many moves, which are random but seek captures and home points a little, so
/// that all kinds of positions come up.
fn random_standing(size: Size, seed: u64, moves: u32) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let color = if random.random() { Color::White } else { Color::Black };
    let mut standing = Standing::new(size).choose(Seat::Human, color);
    for _ in 0..random.random_range(0..=moves) {
        let mut next = standing.clone();
        next.play(random_move(&standing, &mut random)).unwrap();
        if next.position().unwrap().end().is_some() {
            break;
        }
        standing = next;
    }
    standing
}

fn random_move(standing: &Standing, random: &mut ChaCha8Rng) -> Move {
    let position = standing.position().unwrap();
    let moves: Vec<Move> = position.moves().collect();
    let loud = moves.iter().find(|&&chosen| {
        let play = position.play_telling(chosen).unwrap();
        play.captured || play.arrived
    });
    let forward = |chosen: &&Move| match chosen {
        Move::Step(_, direction) => {
            let south = position.color(position.next().unwrap()) == Color::White;
            (direction.offsets().0 > 0) == south
        }
        Move::Pass => true,
    };
    let ahead: Vec<&Move> = moves.iter().filter(forward).collect();
    match random.random_range(0..4) {
        0 if loud.is_some() => *loud.unwrap(),
        1 | 2 if !ahead.is_empty() => *ahead[random.random_range(0..ahead.len())],
        _ => moves[random.random_range(0..moves.len())],
    }
}

/// Runs a check on the lattice of a size.
macro_rules! on_lattice {
    ($size:expr, $check:ident($($argument:expr),*)) => {
        match lattice::of($size) {
            AnyLattice::Narrow(lattice) => $check(lattice, $($argument),*),
            AnyLattice::Wide(lattice) => $check(lattice, $($argument),*),
        }
    };
}

#[test]
fn the_search_board_agrees_with_the_rules() {
    for size in sizes() {
        for seed in 0..effort(60, 2000) {
            on_lattice!(size, follow(seed));
        }
    }
}

/// A random round, played on both boards.
fn follow<B: Bits>(lattice: &'static Lattice<B>, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut standing = Standing::new(lattice.size).choose(Seat::Human, Color::White);
    let mut root = Root::new(lattice, &standing).unwrap();
    loop {
        let position = standing.position().unwrap();
        let mover = position.color(position.next().unwrap());
        assert_eq!(root.state, State::new(lattice, position.board(), mover), "the board, its count and its hash");
        assert_eq!(root.before.len(), standing.history().len());
        let mut steps = vec![];
        root.state.steps(lattice, |step, noise| steps.push((step.to_move::<B>(), noise)));
        for &(chosen, noise) in &steps {
            let play = position.play_telling(chosen).unwrap();
            let told = match noise {
                Noise::Captures => (true, play.arrived),
                Noise::Arrives => (false, true),
                Noise::Quiet => (false, false),
            };
            assert_eq!((play.captured, play.arrived), told);
            assert_eq!(noise, root.state.noise(lattice, Step::of_move::<B>(chosen)));
        }
        let loud = steps.iter().filter(|(_, noise)| *noise != Noise::Quiet).count();
        let mut noisy = 0;
        root.state.noisy_steps(lattice, |_, _| noisy += 1);
        assert_eq!((noisy, root.state.has_noise(lattice)), (loud, loud > 0));
        let mut moves: Vec<Move> = steps.into_iter().map(|(chosen, _)| chosen).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves.sort_unstable();
        assert_eq!(moves, position.moves().collect::<Vec<_>>());

        let chosen = random_move(&standing, &mut random);
        root = root.after(lattice, Step::of_move::<B>(chosen));
        assert_eq!((root.state.count, root.state.hash), root.state.sums(lattice), "kept up and worked out anew");
        standing.play(chosen).unwrap();
        assert_eq!(root.is_over(lattice), standing.position().unwrap().end().is_some());
        if let Some(outcome) = standing.position().unwrap().outcome() {
            let seat = standing.position().unwrap().seat([Color::White, Color::Black][root.state.mover]);
            assert_eq!(root.state.ahead(lattice), outcome.scores[seat] - outcome.scores[seat.other()]);
            return;
        }
    }
}

#[test]
fn the_search_equals_a_plain_one() {
    let mut compared = 0;
    for size in Size::ALL {
        for seed in 0..effort(350, 3000) {
            // Every other standing is close to being called.
            let moves = if seed % 2 == 0 { 60 } else { 200 };
            let standing = random_standing(size, seed, moves);
            let depth = if seed % 5 == 0 && size.points() == 5 { 4 } else { 1 + (seed % 3) as i32 };
            on_lattice!(size, compare(&standing, depth));
            compared += 1;
        }
    }
    assert!(compared >= 1000);
}

fn plain_budget(depth: i32) -> Budget {
    Budget { nodes: u64::MAX, depth, deadline: None, contempt: 0, reductions: false, same_depth: true }
}

fn compare<B: Bits>(lattice: &'static Lattice<B>, standing: &Standing, depth: i32) {
    let root = Root::new(lattice, standing).unwrap();
    let found = Search::new(lattice, 10).run(&root, plain_budget(depth), |_| ());
    let value = plain(standing, &[], depth);
    assert_eq!(found.value, value, "depth {depth} of {standing:?}");
    // The first move of the line has that value.
    let chosen = found.line[0].to_move::<B>();
    let mut next = standing.clone();
    next.play(chosen).unwrap();
    let path = [standing.clone()];
    assert_eq!(-plain_child(&next, &path, depth - 1), value, "{chosen} of {standing:?}");
}

/// Negamax without any shortcut, on the rules' own standings.
fn plain(standing: &Standing, path: &[Standing], depth: i32) -> i32 {
    let mut path = path.to_vec();
    path.push(standing.clone());
    let moves = standing.position().unwrap().moves();
    let values = moves.map(|chosen| {
        let mut next = standing.clone();
        next.play(chosen).unwrap();
        -plain_child(&next, &path, depth - 1)
    });
    values.max().unwrap()
}

/// The same for a position within the search: it may be over, and comes back at its own risk.
fn plain_child(standing: &Standing, path: &[Standing], depth: i32) -> i32 {
    let position = standing.position().unwrap();
    // In a finished round `next` is the winner; here it is whoever didn't move last.
    let last = path.last().unwrap().position().unwrap();
    let seat = last.next().unwrap().other();
    let scores = position.scores();
    let again =
        |earlier: &Standing| earlier.board() == standing.board() && earlier.position().unwrap().next() == Some(seat);
    // The quiet part of the path is what the history still holds.
    let within = path.iter().rev().take(standing.history().len()).any(again);
    if position.end().is_some() || within {
        return POINT * (scores[seat] - scores[seat.other()]);
    }
    if depth == 0 { settle(position) } else { plain(standing, path, depth) }
}

fn settle(position: &Position) -> i32 {
    settle_to(position, 10)
}

fn settle_to(position: &Position, depth: i32) -> i32 {
    let mut best = evaluate(position);
    if depth == 0 {
        return best;
    }
    for chosen in position.moves() {
        let play = position.play_telling(chosen).unwrap();
        if !play.captured && !play.arrived {
            continue;
        }
        let seat = position.next().unwrap();
        let value = match play.after.end() {
            Some(_) => {
                let scores = play.after.scores();
                POINT * (scores[seat] - scores[seat.other()])
            }
            None => -settle_to(&play.after, depth - 1),
        };
        best = best.max(value);
    }
    best
}

#[test]
fn the_search_is_deterministic() {
    for size in Size::ALL {
        for seed in 0..10 {
            let standing = random_standing(size, seed, 60);
            on_lattice!(size, twice(&standing));
        }
    }
}

fn twice<B: Bits>(lattice: &'static Lattice<B>, standing: &Standing) {
    let root = Root::new(lattice, standing).unwrap();
    let budget = Budget { nodes: 20_000, reductions: true, same_depth: false, ..plain_budget(30) };
    let mut search = Search::new(lattice, 10);
    let first = search.run(&root, budget, |_| ());
    search.forget();
    assert_eq!(first, search.run(&root, budget, |_| ()));
    assert_eq!(first, Search::new(lattice, 10).run(&root, budget, |_| ()));
}

/// Proven values hold against every play: the stronger player keeps to proven moves, the other tries
/// everything, at random.
#[test]
fn proven_endings_hold_in_play() {
    let AnyLattice::Narrow(lattice) = lattice::of(Size::ALL[0]) else { panic!("5×5 is narrow") };
    let mut proven = 0;
    for seed in 0..effort(4000, 20_000) {
        let standing = ending_standing(lattice.size, seed);
        let root = Root::new(lattice, &standing).unwrap();
        let Some(proofs) = ending::prove(lattice, &root, 20_000) else { continue };
        let value = proofs.iter().map(|proof| proof.least).max().unwrap();
        assert!(proofs.iter().all(|proof| proof.least <= proof.most));
        proven += 1;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let seat = standing.position().unwrap().next().unwrap();
        let mut now = standing.clone();
        while now.position().unwrap().end().is_none() {
            let chosen = if now.position().unwrap().next() == Some(seat) {
                let root = Root::new(lattice, &now).unwrap();
                let proofs = ending::prove(lattice, &root, 20_000).unwrap();
                let best = proofs.iter().max_by_key(|proof| (proof.least, std::cmp::Reverse(proof.steps))).unwrap();
                assert!(best.least >= value, "{value} was proven, now {best:?}");
                best.step.to_move::<u64>()
            } else {
                random_move(&now, &mut random)
            };
            now.play(chosen).unwrap();
        }
        let scores = now.position().unwrap().outcome().unwrap().scores;
        assert!(scores[seat] - scores[seat.other()] >= value);
        if proven >= effort(25, 200) {
            break;
        }
    }
    assert!(proven >= 5, "only {proven} endings were small enough");
}

/// Two or three pieces, most of which capture, anywhere on a board.
fn ending_standing(size: Size, seed: u64) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut board = vec![vec![Cell::Vacant; 5]; 5];
        for color in [Color::White, Color::Black, Color::Black].into_iter().take(random.random_range(2..=3)) {
            let (row, column) = (random.random_range(0..5), random.random_range(0..5));
            let there = board[row][column] != Cell::Vacant;
            if !there {
                board[row][column] = Cell::Piece { color, captures: random.random_range(0..5) > 0 };
            }
        }
        let draft = Draft {
            size: size.points().into(),
            round: 1,
            colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
            scores: Pair { human: 0, computer: 0 },
            board,
            next: Some(Seat::Human),
            history: vec![],
            over: None,
        };
        if let Ok(standing) = draft.check()
            && standing.position().is_some_and(|position| position.end().is_none())
        {
            return standing;
        }
    }
}

#[test]
fn limits_of_the_rules_are_the_searchs() {
    assert_eq!((QUIET_MOVES, REPETITIONS), (100, 3));
}
