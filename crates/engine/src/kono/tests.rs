//! Tests of internals: the search's own board and its hash, and that no pruning changes a value.

mod ending_twin;
mod search_twin;

use std::collections::{BTreeMap, BTreeSet};

use parlor_rules::kono::{Cell, Color, Draft, End, Move, Position, Size, Standing};
use parlor_rules::{Pair, Seat};
use parlor_testkit::effort;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bits::Bits;
use super::ending;
use super::lattice::{self, AnyLattice, Lattice};
use super::player::{best, rank};
use super::search::{Root, Search, SearchOptions};
use super::state::{PackedMove, SearchState, StepKind};
use crate::Limits;
use crate::chance::TieBreak;
use ending_twin::{Twin, bounds};
use parlor_rules::Level;
use search_twin::Twin as SearchTwin;

/// A standing after up to `moves` random moves, with some preference for captures and arrivals, so that all kinds of
/// positions occur.
fn random_standing(size: Size, seed: u64, moves: u32) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let color = if random.random() { Color::White } else { Color::Black };
    let mut standing = Standing::new(size).choose(Seat::Human, color);
    for _ in 0..random.random_range(0..=moves) {
        let mut next = standing.clone();
        next.play(random_move(&standing, &mut random)).unwrap();
        if next.position.unwrap().turn().is_none() {
            break;
        }
        standing = next;
    }
    standing
}

fn random_move(standing: &Standing, random: &mut ChaCha8Rng) -> Move {
    let position = standing.position.unwrap();
    let moves: Vec<Move> = position.legal_moves().collect();
    let loud = moves.iter().find(|&&chosen| {
        let play = position.play_with_details(chosen).unwrap();
        play.captured || play.arrived
    });
    let forward = |chosen: &&Move| match chosen {
        Move::Step(_, direction) => {
            let south = position.color(position.turn().unwrap()) == Color::White;
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
        match lattice::of($size, lattice::BEGUN) {
            AnyLattice::Narrow(lattice) => $check(lattice, $($argument),*),
            AnyLattice::Wide(lattice) => $check(lattice, $($argument),*),
        }
    };
}

#[test]
fn the_search_board_agrees_with_the_rules() {
    for size in Size::ALL {
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
        let position = standing.position.unwrap();
        let mover = position.color(position.turn().unwrap());
        assert_eq!(root.state, SearchState::new(lattice, position.board(), mover), "the board, its count and its hash");
        assert_eq!(root.before.len(), standing.history().len());
        let mut steps = vec![];
        root.state.steps(lattice, |step, kind| steps.push((step.to_move::<B>(), kind)));
        for &(chosen, kind) in &steps {
            let play = position.play_with_details(chosen).unwrap();
            let told = match kind {
                StepKind::Capture => (true, play.arrived),
                StepKind::Arrival => (false, true),
                StepKind::Quiet => (false, false),
            };
            assert_eq!((play.captured, play.arrived), told);
            assert_eq!(kind, root.state.kind_of(lattice, PackedMove::of_move::<B>(chosen)));
        }
        let expected = steps.iter().filter(|(_, kind)| *kind != StepKind::Quiet).count();
        let mut tactical = 0;
        root.state.tactical_steps(lattice, |_, _| tactical += 1);
        assert_eq!((tactical, root.state.has_tactical(lattice)), (expected, expected > 0));
        let mut moves: Vec<Move> = steps.into_iter().map(|(chosen, _)| chosen).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves.sort_unstable();
        assert_eq!(moves, position.legal_moves().collect::<Vec<_>>());

        let chosen = random_move(&standing, &mut random);
        root = root.after(lattice, PackedMove::of_move::<B>(chosen));
        assert_eq!((root.state.count, root.state.hash), root.state.sums(lattice), "updated and recomputed");
        standing.play(chosen).unwrap();
        assert_eq!(root.is_over(lattice), standing.position.unwrap().turn().is_none());
        if let Some(outcome) = standing.position.unwrap().outcome() {
            let seat = standing.position.unwrap().seat([Color::White, Color::Black][root.state.mover]);
            assert_eq!(root.state.ahead(lattice), outcome.scores[seat] - outcome.scores[seat.other()]);
            return;
        }
    }
}

/// Value and end of the line, with contempt and without.
#[test]
fn the_search_equals_a_plain_one() {
    let mut ended = 0;
    for size in Size::ALL {
        for seed in 0..effort(350, 2000) {
            // Every other standing is close to being called.
            let moves = if seed % 2 == 0 { 60 } else { 200 };
            let standing = random_standing(size, seed, moves);
            let deepest = if size.points() == 5 { 4 } else { effort(3, 4) };
            let depth = 1 + (seed / 2 % deepest) as i32;
            let contempt = [1000, 600, 200, 0][seed as usize % 4];
            let standoff = [0, 250][seed as usize / 4 % 2];
            ended += u32::from(on_lattice!(size, compare(&standing, depth, contempt, standoff)));
        }
    }
    assert!(ended >= 100, "only {ended} lines ended the round");
}

fn plain_options(depth: i32, contempt: i32, standoff: i32) -> SearchOptions {
    let limits = Limits::default();
    SearchOptions { nodes: u64::MAX, depth, limits, contempt, standoff, reductions: false, same_depth: true }
}

/// Compares the search with its twin: for the position, for its best move, and for the opponent's search after it with the
/// same table, which contains the mover's contempt. Returns whether the line ended the round.
fn compare<B: Bits>(
    lattice: &'static Lattice<B>,
    standing: &Standing,
    depth: i32,
    contempt: i32,
    standoff: i32,
) -> bool {
    let root = Root::new(lattice, standing).unwrap();
    let position = standing.position.unwrap();
    let mover = position.turn().unwrap();
    let twin = |standing: &Standing, position: &Position, searcher: Seat, seat: Seat, depth: i32| {
        SearchTwin::new(standing, searcher, contempt, standoff).value(position, seat, standing.history().len(), depth)
    };
    let mut search = Search::new(lattice, 10, plain_options(depth, contempt, standoff));
    let found = search.run(&root, |_| ());
    assert_eq!(
        found.value,
        twin(standing, &position, mover, mover, depth),
        "depth {depth}, contempt {contempt} of {standing:?}"
    );

    let step = found.line[0];
    let (mut next, root) = (standing.clone(), root.after(lattice, step));
    let after = next.play(step.to_move::<B>()).unwrap().after;
    if depth > 1 && !root.is_over(lattice) {
        search.restart(plain_options(depth - 1, contempt, standoff));
        let reply = search.run(&root, |_| ()).value;
        assert_eq!(
            reply,
            twin(&next, &after, mover.other(), mover.other(), depth - 1),
            "after {step:?} of {standing:?}"
        );
    }
    let value =
        Search::new(lattice, 10, plain_options(depth, contempt, standoff)).value(&root, depth - 1, None).unwrap();
    assert_eq!(value, twin(&next, &after, mover, mover.other(), depth - 1), "{step:?} of {standing:?}");
    found.value.ended
}

/// A regression: evaluations that equalled a tie with contempt were reported as a tie, so their bin was empty.
#[test]
fn no_value_is_missing_from_histograms() {
    check_histogram(5, Level::Club, effort(1000, 8000));
    check_histogram(7, Level::Club, effort(2500, 8000));
    check_histogram(9, Level::Master, effort(0, 2000));
}

/// No bin of 0.2 points has less than a quarter of what its neighbours have on average, if that is 20 or more.
fn check_histogram(size: i64, level: Level, positions: u64) {
    let mut bins: BTreeMap<i32, u32> = BTreeMap::new();
    for seed in 0..positions {
        let standing = random_standing(Size::new(size).unwrap(), seed, 60);
        let ranked = rank(&standing, level, &Limits::effort(20_000), TieBreak::default()).into_iter();
        // Ends of the round have whole points, and equal values of one position add no information.
        let found: BTreeSet<i32> =
            ranked.filter(|choice| !choice.exact).map(|choice| (choice.value * 5.0).round() as i32).collect();
        for bin in found {
            *bins.entry(bin).or_default() += 1;
        }
    }
    let count = |bin: i32| bins.get(&bin).copied().unwrap_or(0);
    for bin in bins.keys().flat_map(|&bin| [bin - 1, bin + 1]) {
        let neighbours = count(bin - 1) + count(bin + 1);
        let around: Vec<u32> = (bin - 3..=bin + 3).map(count).collect();
        let missing = neighbours >= 40 && 8 * count(bin) < neighbours;
        assert!(!missing, "{level} on {size}\u{d7}{size}: {around:?} around {:.1}", f64::from(bin) / 5.0);
    }
}

/// By its own look at all replies, a club player's move is often worse than another, but not always.
#[test]
fn a_club_player_errs_only_with_a_seed() {
    for size in Size::ALL {
        let mut errors = 0;
        for seed in 0..200 {
            let standing = random_standing(size, seed, 60);
            let choose = |chance| best(&standing, Level::Club, &Limits::default(), chance).unwrap();
            let ranked = rank(&standing, Level::Club, &Limits::default(), TieBreak::default());
            assert_eq!(choose(TieBreak::default()).choice, ranked[0].choice);
            let chosen = choose(TieBreak(Some(seed)));
            assert_eq!(chosen, choose(TieBreak(Some(seed))), "a seed always gives the same move");
            let seen = ranked.iter().find(|other| other.choice == chosen.choice).unwrap();
            errors += u32::from(ranked[0].value - seen.value > 0.3);
        }
        assert!((20..190).contains(&errors), "{errors} of 200 on {size:?}");
    }
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
    let options = SearchOptions { nodes: 20_000, reductions: true, same_depth: false, ..plain_options(30, 600, 0) };
    let mut search = Search::new(lattice, 10, options.clone());
    let first = search.run(&root, |_| ());
    search.forget();
    search.restart(options.clone());
    assert_eq!(first, search.run(&root, |_| ()));
    assert_eq!(first, Search::new(lattice, 10, options).run(&root, |_| ()));
}

fn narrow() -> &'static Lattice<u64> {
    let AnyLattice::Narrow(lattice) = lattice::of(Size::ALL[0], lattice::BEGUN) else { panic!("5\u{d7}5 is narrow") };
    lattice
}

/// Proven values hold in play: one player keeps to proven moves, the other plays at random.
#[test]
fn proven_endings_hold_in_play() {
    let lattice = narrow();
    for pieces in 2..=4 {
        let mut proven = 0;
        for seed in 0..effort(400, 4000) {
            let standing = ending_standing(seed, pieces);
            let root = Root::new(lattice, &standing).unwrap();
            let Some(proofs) = ending::prove(lattice, &root, 20_000, &Limits::default()) else { continue };
            let value = proofs.iter().map(|proof| proof.least).max().unwrap();
            assert!(proofs.iter().all(|proof| proof.least <= proof.most));
            proven += 1;
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let seat = standing.position.unwrap().turn().unwrap();
            let mut now = standing.clone();
            while now.position.unwrap().turn().is_some() {
                let chosen = if now.position.unwrap().turn() == Some(seat) {
                    let root = Root::new(lattice, &now).unwrap();
                    let proofs = ending::prove(lattice, &root, 20_000, &Limits::default()).unwrap();
                    let best = proofs.iter().max_by_key(|proof| (proof.least, std::cmp::Reverse(proof.steps)));
                    assert!(best.unwrap().least >= value, "{value} was proven, now {best:?}");
                    best.unwrap().step.to_move::<u64>()
                } else {
                    random_move(&now, &mut random)
                };
                now.play(chosen).unwrap();
            }
            let scores = now.position.unwrap().outcome().unwrap().scores;
            assert!(scores[seat] - scores[seat.other()] >= value);
            if proven >= effort(6, 60) {
                break;
            }
        }
        assert!(proven >= 3, "of {pieces} pieces only {proven} endings were small enough");
    }
}

/// The proof of every step agrees with the slow twin, for both players.
#[test]
fn proven_endings_are_those_of_a_slow_solver() {
    let lattice = narrow();
    for pieces in 2..=effort(4, 5) {
        let mut compared = 0;
        let most = effort(12_000, 100_000);
        for seed in 0..effort(400, 1000) {
            let standing = ending_standing(seed, pieces);
            let root = Root::new(lattice, &standing).unwrap();
            let proofs = ending::prove(lattice, &root, most, &Limits::default());
            let position = standing.position.unwrap();
            let twin = Twin::new(position, most);
            assert_eq!(proofs.is_some(), twin.is_some(), "the same positions can follow");
            let (Some(proofs), Some(twin)) = (proofs, twin) else { continue };
            let mover = position.color(position.turn().unwrap());
            // The step itself may be a quiet move too.
            let [own, theirs] = [mover, mover.other()].map(|color| twin.forced(color, Size::ALL[0].quiet_limit() - 2));
            // If all steps are proven, the master says so; otherwise only ends of the round are exact.
            let all = proofs.iter().all(|proof| proof.least == proof.most);
            let limits = Limits { effort: if all { None } else { Some(300) }, ..Limits::default() };
            for choice in rank(&standing, Level::Master, &limits, TieBreak::default()) {
                let parlor_rules::Choice::Kono(step) = choice.choice else { panic!("{choice:?}") };
                let after = position.play(step).unwrap();
                let place = twin.place(&after);
                let forced = [&own, &theirs].map(|forced| forced[place].map(|forced| f64::from(forced.points)));
                assert!(choice.exact || !all && after.turn().is_some(), "{choice:?} of {standing:?}");
                if choice.exact {
                    assert_eq!(forced, [Some(choice.value), Some(-choice.value)], "{choice:?} of {standing:?}");
                }
            }
            for proof in proofs {
                let after = position.play(proof.step.to_move::<u64>()).unwrap();
                let place = twin.place(&after);
                let told = (Some(proof.least), Some(-proof.most));
                assert_eq!(
                    told,
                    (own[place].map(|f| f.points), theirs[place].map(|f| f.points)),
                    "{proof:?} of {standing:?}"
                );
                assert_eq!(
                    own[place].map(|forced| forced.steps),
                    Some(proof.steps as usize),
                    "{proof:?} of {standing:?}"
                );
            }
            compared += 1;
            if compared >= effort(3, 12) {
                break;
            }
        }
        assert!(compared >= 2, "of {pieces} pieces only {compared} endings were small enough");
    }
}

/// After any number of quiet moves, proofs agree with every line that the rules allow.
#[test]
fn proven_endings_agree_with_the_rules_when_a_call_is_near() {
    let lattice = narrow();
    let mut decided = 0;
    for seed in 0..effort(400, 6000) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut standing = ending_standing(seed, random.random_range(2..=4));
        for _ in 0..random.random_range(0..Size::ALL[0].quiet_limit()) {
            let mut next = standing.clone();
            let moves: Vec<Move> = standing.position.unwrap().legal_moves().collect();
            next.play(moves[random.random_range(0..moves.len())]).unwrap();
            if next.position.unwrap().turn().is_some() {
                standing = next;
            }
        }
        let root = Root::new(lattice, &standing).unwrap();
        let Some(proofs) = ending::prove(lattice, &root, 20_000, &Limits::default()) else { continue };
        let position = standing.position.unwrap();
        let mover = position.color(position.turn().unwrap());
        for proof in proofs {
            let mut next = standing.clone();
            next.play(proof.step.to_move::<u64>()).unwrap();
            let (low, high) = bounds(&next, mover, 5);
            assert!(proof.least <= high && low <= proof.most, "{proof:?}, but {low} to {high} in {standing:?}");
            decided += u64::from(low == high);
        }
    }
    assert!(decided >= effort(100, 2000), "only {decided} were decided");
}

/// A random ending with `pieces` pieces, most of which can capture.
fn ending_standing(seed: u64, pieces: usize) -> Standing {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut board = vec![vec![Cell::Vacant; 5]; 5];
        let mut colors = [Color::White, Color::Black].into_iter().cycle();
        let mut left = pieces;
        while left > 0 {
            let (row, column) = (random.random_range(0..5), random.random_range(0..5));
            if board[row][column] == Cell::Vacant {
                let color = colors.next().unwrap();
                board[row][column] = Cell::Piece { color, captures: random.random_range(0..8) > 0 };
                left -= 1;
            }
        }
        let draft = Draft {
            size: 5,
            round: 1,
            colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
            scores: Pair { human: 0, computer: 0 },
            board,
            next: Some(Seat::BOTH[random.random_range(0..2)]),
            history: vec![],
            over: None,
        };
        if let Ok(standing) = draft.check()
            && standing.position.is_some_and(|position| position.turn().is_some())
        {
            return standing;
        }
    }
}

/// If every move of a proven ending is equally good, the master still brings the ending to its end.
#[test]
fn a_proven_ending_is_brought_to_its_end() {
    let (mut ended, mut forced) = (0, 0);
    for seed in 0..effort(60, 600) {
        let mut standing = ending_standing(seed, 3);
        let root = Root::new(narrow(), &standing).unwrap();
        let Some(proofs) = ending::prove(narrow(), &root, 20_000, &Limits::default()) else { continue };
        let best = proofs.iter().max_by_key(|proof| (proof.least, proof.end.map(std::cmp::Reverse))).unwrap();
        let Some(steps) = best.end.filter(|_| best.least == best.most) else { continue };
        forced += 1;
        let (mut random, seat) = (ChaCha8Rng::seed_from_u64(seed), standing.position.unwrap().turn().unwrap());
        for _ in 0..=steps {
            let Some(turn) = standing.position.unwrap().turn() else { break };
            let chosen = if turn == seat { chosen(&standing, None) } else { random_move(&standing, &mut random) };
            standing.play(chosen).unwrap();
        }
        let outcome = standing.position.unwrap().outcome();
        ended += u32::from(outcome.is_some_and(|outcome| !matches!(outcome.end, End::Called(_))));
    }
    assert!(forced >= 5, "only {forced} endings can be forced");
    assert_eq!(ended, forced);
}

/// The master's move in an ending, with its usual effort.
fn chosen(standing: &Standing, seed: Option<u64>) -> Move {
    let best = best(standing, Level::Master, &Limits::default(), TieBreak(seed)).unwrap();
    let parlor_rules::Choice::Kono(chosen) = best.choice else { panic!("{best:?}") };
    chosen
}

/// A regression: a leader with pieces that no opposing piece can meet moved in circles until the round was called.
#[test]
fn a_leader_with_nothing_to_fight_goes_home() {
    use Cell::Vacant;
    let white = |captures| Cell::Piece { color: Color::White, captures };
    let black = Cell::Piece { color: Color::Black, captures: false };
    for size in Size::ALL {
        let n = usize::from(size.points());
        let mut board = vec![vec![Vacant; n]; n];
        // Black's piece stands on a point of the other kind.
        (board[1][1], board[2][2], board[2][1]) = (white(true), white(true), black);
        let draft = Draft {
            size: n as i64,
            round: 1,
            colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
            scores: Pair { human: 0, computer: 0 },
            board,
            next: Some(Seat::Human),
            history: vec![],
            over: None,
        };
        let mut standing = draft.check().unwrap();
        let mut moves = 0;
        while let Some(turn) = standing.position.unwrap().turn() {
            let back_and_forth = standing.position.unwrap().legal_moves().last().unwrap();
            let best = |level| best(&standing, level, &Limits::effort(20_000), TieBreak(Some(3))).unwrap().choice;
            let chosen = match turn {
                Seat::Human => best(Level::Master),
                Seat::Computer => parlor_rules::Choice::Kono(back_and_forth),
            };
            let parlor_rules::Choice::Kono(chosen) = chosen else { panic!("{chosen}") };
            standing.play(chosen).unwrap();
            moves += 1;
        }
        let outcome = standing.position.unwrap().outcome().unwrap();
        assert_eq!(outcome.end, End::Home, "{n}\u{d7}{n} after {moves} moves");
        assert!(moves <= 5 * n, "{moves} moves on {n}\u{d7}{n}");
    }
}

#[test]
fn the_same_seed_plays_the_same_and_others_play_otherwise() {
    for size in Size::ALL {
        for level in Level::ALL {
            let opening = |seed: u64| -> String {
                let mut standing = Standing::new(size).choose(Seat::Human, Color::White);
                let step = |number: u64| {
                    let chance = TieBreak(Some(1000 * seed + number));
                    let best = best(&standing, level, &Limits::effort(50_000), chance).unwrap().choice;
                    let parlor_rules::Choice::Kono(step) = best else { panic!("{best}") };
                    standing.play(step).unwrap();
                    step.to_string()
                };
                (0..8).map(step).collect()
            };
            let openings: BTreeSet<String> = (0..6).map(opening).collect();
            assert!(openings.len() > 2, "{level} on {size:?}: {openings:?}");
            assert_eq!(opening(2), opening(2));
        }
    }
}

/// Without the penalty for a standoff, some of these rounds are called before a piece has arrived.
#[test]
fn masters_leave_a_standoff() {
    for seed in 0..8 {
        let mut standing = Standing::new(Size::ALL[0]).choose(Seat::Human, Color::White);
        let mut number = 1000 * seed;
        loop {
            let best = best(&standing, Level::Master, &Limits::effort(20_000), TieBreak(Some(number)));
            let parlor_rules::Choice::Kono(step) = best.expect("the round isn't over").choice else { panic!() };
            if standing.play(step).unwrap().arrived {
                break;
            }
            number += 1;
        }
    }
}

#[test]
fn a_blocked_lead_leaves_nothing_to_gain_and_an_open_way_does() {
    use Cell::Vacant as O;
    let draft = |board: [[Cell; 5]; 5]| Draft {
        size: 5,
        round: 1,
        colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
        scores: Pair { human: 0, computer: 0 },
        board: board.map(|row| row.to_vec()).to_vec(),
        next: Some(Seat::Human),
        history: vec![],
        over: None,
    };
    let w = Cell::Piece { color: Color::White, captures: false };
    let b = Cell::Piece { color: Color::Black, captures: false };
    let o = [O; 5];
    let double = Cell::Piece { color: Color::Black, captures: true };
    // Black's piece on the other kind of points can always move, so the three at home need never let White in.
    let blocked = [[O, double, O, O, O], [O, w, O, O, O], o, o, [b, O, b, O, b]];
    let open = [o, o, [O, O, w, O, O], o, [O, b, O, b, O]];
    let gain = |board| super::call::gain(&draft(board).check().unwrap(), &Limits::effort(200_000)).unwrap();
    assert!(gain(blocked) < 1.0, "{}", gain(blocked));
    assert!(gain(open) >= 1.0, "{}", gain(open));
}
