//! Saves read back as the standings they were written from, in every dialect, for thousands of positions of random
//! tournaments.

use parlor_rules::{DiceCount, Seat, Standing, Throw, canoga, congkak, kono};
use parlor_saves::{Dialect, Written, read, write};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of different standings that each test must see.
const MANY: usize = 3_000;

/// Writes and reads in all three dialects, which must all lose the same facts.
fn round_trip(standing: &Standing) -> Vec<String> {
    let mut all_lost = Vec::new();
    for dialect in Dialect::ALL {
        let Written { text, lost } = write(standing, dialect);
        let save = read(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(save.dialect, dialect);
        assert!(text.ends_with('\n') && !text.ends_with("\n\n") && !text.contains(" \n"), "{text:?}");
        assert_eq!(lost.is_empty(), save.standing == *standing, "{lost:?}\n{standing:?}\n{text}");
        assert_eq!(read(&text, Some(standing.game())), Ok(save));
        all_lost.push(lost);
    }
    assert!(all_lost.iter().all(|lost| *lost == all_lost[0]), "{all_lost:?}");
    all_lost.swap_remove(0)
}

fn pick<T: Copy>(from: impl IntoIterator<Item = T>, rng: &mut impl Rng) -> Option<T> {
    let all: Vec<T> = from.into_iter().collect();
    all.choose(rng).copied()
}

#[test]
fn canoga_reads_back_as_itself() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut seen, mut won, mut locked) = (0, 0, 0);
    while seen < MANY {
        let size = pick(canoga::Size::ALL, &mut rng).unwrap();
        let mut standing = canoga::Standing::new(size, pick(Seat::BOTH, &mut rng).unwrap());
        standing.scores.human = rng.random_range(0..=999_000);
        standing.scores.computer = rng.random_range(0..60);
        for _ in 0..4 {
            let mut turn_begins = true;
            while standing.position.outcome().is_none() {
                let lost = round_trip(&standing.into());
                seen += 1;
                let mid_turn_lock = standing.position.locked().is_some() && !turn_begins;
                assert_eq!(!lost.is_empty(), mid_turn_lock, "only a lock within a turn is lost: {lost:?}");
                locked += usize::from(standing.position.locked().is_some());
                let dice =
                    if standing.position.may_throw_one() && rng.random() { DiceCount::One } else { DiceCount::Two };
                let thrown = standing.position.throw(pick(Throw::all(dice), &mut rng).unwrap()).unwrap();
                let chosen = pick(thrown.legal_moves(), &mut rng);
                turn_begins = chosen.is_none();
                standing.position = chosen.map_or_else(|| thrown.pass(), |chosen| thrown.play(chosen)).unwrap();
            }
            assert_eq!(round_trip(&standing.into()), Vec::<String>::new(), "a won round is never lost");
            won += 1;
            let size = pick(canoga::Size::ALL, &mut rng).unwrap();
            standing = standing.next_round(size, pick(Seat::BOTH, &mut rng).unwrap()).unwrap();
        }
    }
    println!("Canoga: {seen} standings, {won} won rounds, {locked} with a locked square");
    assert!(won > 20 && locked > 20);
}

/// Rows that no play leads to are read too, and facts that a file can't hold are reported.
#[test]
fn any_canoga_rows_read_back_or_are_reported_lost() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let (mut held, mut lost) = (0, 0);
    for _ in 0..MANY {
        let size = rng.random_range(9..=11);
        let mut row = |chance: f64| canoga::DraftRow {
            covered: (1..=size).filter(|_| rng.random_bool(chance)).collect(),
            score: rng.random_range(0..=999_999),
        };
        let chance = if held % 3 == 0 { 0.05 } else { 0.5 };
        let rows = parlor_rules::Pair { human: row(chance), computer: row(0.3) };
        let (first, next) = (pick(Seat::BOTH, &mut rng).unwrap(), pick(Seat::BOTH, &mut rng).unwrap());
        let draft = canoga::Draft { size, rows, first, next, advantage: None, over: None };
        let Ok(standing) = draft.check() else { continue };
        if round_trip(&standing.into()).is_empty() { held += 1 } else { lost += 1 }
    }
    assert!(held > 1_000 && lost > 50, "{held} held, {lost} reported lost");
}

#[test]
fn congkak_reads_back_as_itself() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let (mut seen, mut won) = (0, 0);
    while seen < MANY {
        let size = pick(congkak::Size::ALL, &mut rng).unwrap();
        let mut standing = congkak::Standing::new(size, pick(Seat::BOTH, &mut rng).unwrap());
        for _ in 0..4 {
            while let Some(pit) = pick(standing.position.legal_moves(), &mut rng) {
                assert_eq!(round_trip(&standing.into()), Vec::<String>::new());
                seen += 1;
                standing.position = standing.position.play(pit).unwrap();
            }
            assert_eq!(round_trip(&standing.into()), Vec::<String>::new());
            won += 1;
            let Ok(next) = standing.next_round() else { break };
            standing = next;
        }
    }
    println!("Congkak: {seen} standings, {won} won rounds");
    assert!(won > 20);
}

#[test]
fn kono_reads_back_as_itself_but_for_its_history() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let (mut seen, mut called, mut quit) = (0, 0, 0);
    while seen < MANY {
        let size = pick(kono::Size::ALL, &mut rng).unwrap();
        let mut standing = kono::Standing::new(size);
        standing.round = rng.random_range(1..=999_999);
        standing.scores.human = rng.random_range(0..=999_999);
        assert_eq!(round_trip(&standing.clone().into()), Vec::<String>::new(), "not chosen yet");
        let color = pick([kono::Color::White, kono::Color::Black], &mut rng).unwrap();
        standing = standing.choose(pick(Seat::BOTH, &mut rng).unwrap(), color);
        while let Some(chosen) = pick(standing.position.unwrap().legal_moves(), &mut rng) {
            seen += 1;
            let lost = round_trip(&standing.clone().into());
            assert_eq!(lost.len(), standing.history().len().min(1), "{lost:?}");
            if rng.random_bool(0.002) {
                standing.quit(Seat::Human).unwrap();
                quit += 1;
                break;
            }
            standing.play(chosen).unwrap();
        }
        let lost = round_trip(&standing.clone().into());
        let end = standing.outcome().unwrap().end;
        called += usize::from(matches!(end, kono::End::Called(_)));
        let unsaid = matches!(end, kono::End::Called(_) | kono::End::Quit(_));
        assert_eq!(lost.len(), usize::from(unsaid) + standing.history().len().min(1), "{lost:?}");
    }
    println!("Kono: {seen} standings, {called} called and {quit} quit rounds");
    assert!(called + quit > 0);
}

/// Boards that no play leads to are fine if they are well-formed, even finished and tied ones.
#[test]
fn any_kono_board_reads_back_as_itself() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let (mut seen, mut over, mut tied) = (0, 0, 0);
    while seen < MANY {
        let size = pick(kono::Size::ALL, &mut rng).unwrap();
        let (n, pieces) = (usize::from(size.points()), size.pieces());
        let mut board = vec![vec![kono::Cell::Vacant; n]; n];
        let start = kono::Board::start(size);
        let mostly_home = rng.random_bool(0.5);
        for color in [kono::Color::White, kono::Color::Black] {
            for _ in 0..rng.random_range(0..=pieces) {
                let home = |point: &kono::Point| start.home(*point).is_some_and(|(owner, _)| owner != color);
                let spots: Vec<kono::Point> = start.points().filter(|point| !mostly_home || home(point)).collect();
                let Some(point) = pick(spots, &mut rng) else { continue };
                let captures = home(&point) || rng.random();
                let cell = &mut board[usize::from(point.row) - 1][usize::from(point.column) - 1];
                if *cell == kono::Cell::Vacant {
                    *cell = kono::Cell::Piece { color, captures };
                }
            }
        }
        let white = pick(Seat::BOTH, &mut rng).unwrap();
        let colors = parlor_rules::Pair::from_fn(|seat| {
            Some(if seat == white { kono::Color::White } else { kono::Color::Black })
        });
        let draft = kono::Draft {
            size: n as i64,
            round: 1,
            colors,
            scores: parlor_rules::Pair::default(),
            board,
            next: pick(Seat::BOTH, &mut rng),
            history: Vec::new(),
            over: None,
        };
        let standing = draft.check().unwrap();
        assert_eq!(round_trip(&standing.clone().into()), Vec::<String>::new());
        let outcome = standing.position.unwrap().outcome();
        over += usize::from(outcome.is_some());
        tied += usize::from(outcome.is_some_and(|outcome| outcome.winner.is_none()));
        seen += 1;
    }
    assert!(over > 100 && tied > 10, "{over} over, {tied} tied");
}
