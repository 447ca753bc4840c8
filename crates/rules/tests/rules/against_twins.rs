//! The rules agree with the slow twins in random rounds. `cargo xtask prove` plays many more.

use crate::support::{player, random, seat};
use crate::twins::canoga::Canoga;
use crate::twins::congkak::{Congkak, row, store};
use crate::twins::kono::Kono;
use parlor_rules::{DiceCount, Pair, Throw, canoga, congkak, kono};
use parlor_testkit::effort;
use rand::RngExt;

/// Rounds per game and size.
fn rounds() -> usize {
    effort(2_000, 50_000)
}

fn assert_same_canoga(twin: &Canoga, real: &canoga::Position) {
    let rows = real.covered();
    for p in [0, 1] {
        assert_eq!(rows[seat(p)].ascending().collect::<Vec<_>>(), twin.covered[p]);
    }
    assert_eq!(real.first(), seat(twin.first));
    assert_eq!(real.turn(), twin.over.is_none().then_some(seat(twin.next)));
    assert_eq!(real.locked().map(|lock| (player(lock.owner), lock.square)), twin.locked);
    let over = real.outcome().map(|outcome| {
        let how = match outcome.by {
            canoga::WonBy::Covering => "covered",
            canoga::WonBy::Uncovering => "uncovered",
        };
        (player(outcome.winner), how, outcome.points)
    });
    assert_eq!(over, twin.over);
}

#[test]
fn canoga_equals_its_twin() {
    for size in canoga::Size::ALL {
        let mut random = random(size.squares().into());
        let mut first = random.random_range(0..2);
        let mut twin = Canoga::start(size.squares(), first);
        let mut standing = canoga::Standing::new(size, seat(first));
        let mut totals = [0; 2];
        for round in 0..rounds() {
            let mut turn_of_first = true;
            while twin.over.is_none() {
                let real = standing.position;
                assert_same_canoga(&twin, &real);
                assert_eq!(real.may_throw_one(), twin.may_throw_one());
                let dice =
                    if twin.may_throw_one() && random.random_bool(0.5) { DiceCount::One } else { DiceCount::Two };
                let all: Vec<Throw> = Throw::all(dice).collect();
                let throw = all[random.random_range(0..all.len())];
                let thrown = real.throw(throw).unwrap();
                let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
                assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), twin.moves(throw.sum()));
                for chosen in &moves {
                    let (canoga::Move::Cover(set) | canoga::Move::Uncover(set)) = chosen;
                    assert_eq!(set.sum(), u32::from(throw.sum()), "squares match the dice");
                    assert!(set.count() <= 4);
                }
                if moves.is_empty() {
                    twin.play(None);
                    standing.position = thrown.pass().unwrap();
                    turn_of_first = false;
                } else {
                    let chosen = moves[random.random_range(0..moves.len())];
                    twin.play(Some(&chosen.to_string()));
                    standing.position = thrown.play(chosen).unwrap();
                }
                if let (Some(lock), true) = (real.locked(), turn_of_first) {
                    let row = standing.position.covered()[lock.owner];
                    assert!(row.contains(lock.square), "a locked square never opens");
                }
                assert!(turn_of_first || standing.position.locked().is_none());
            }
            assert_same_canoga(&twin, &standing.position);
            let (winner, _, points) = twin.over.unwrap();
            totals[winner] += points;
            assert_eq!(standing.totals(), Pair { human: totals[0], computer: totals[1] });
            first = random.random_range(0..2);
            let size = canoga::Size::ALL[random.random_range(0..3)];
            let size = if round % 2 == 0 { size } else { standing.position.size() };
            twin = twin.next_round(size.squares(), first);
            standing = standing.next_round(size, seat(first)).unwrap();
            assert_eq!(standing.scores, Pair { human: totals[0], computer: totals[1] });
            if totals.iter().any(|&total| total > 900_000) {
                totals = [0; 2];
                standing.scores = Pair::default();
            }
        }
    }
}

fn assert_same_congkak(twin: &Congkak, real: &congkak::Position) {
    for p in [0, 1] {
        let pits: Vec<u32> = real.pits(seat(p)).iter().map(|&seeds| seeds.into()).collect();
        let theirs: Vec<u32> = row(twin.size, p).iter().map(|pit| twin.seeds[pit]).collect();
        assert_eq!(pits, theirs);
        assert_eq!(u32::from(real.store(seat(p))), twin.seeds[&store(p)]);
    }
    assert_eq!(real.turn(), twin.winner.is_none().then_some(seat(twin.next)));
    assert_eq!(real.outcome().map(|outcome| outcome.winner), twin.winner.map(seat));
    let totals = real.seeds();
    assert_eq!(totals.human + totals.computer, real.size().seeds(), "no seed is lost or made");
}

/// A lap as the twin writes it: the pit, then every stop.
fn lap_letters(lap: congkak::Lap, store: char) -> String {
    let stops = lap.stops().map(|hole| match hole {
        congkak::Hole::Pit(pit) => pit.letter(),
        congkak::Hole::OwnStore => store,
    });
    std::iter::once(lap.from.letter()).chain(stops).collect()
}

#[test]
fn congkak_equals_its_twin() {
    for size in congkak::Size::ALL {
        let mut random = random(size.seeds().into());
        let mut twin = Congkak::start(size.pits(), 0);
        let mut standing = congkak::Standing::new(size, seat(0));
        for _ in 0..rounds() {
            while twin.winner.is_none() {
                assert_same_congkak(&twin, &standing.position);
                let moves: Vec<congkak::Pit> = standing.position.legal_moves().collect();
                assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), twin.moves());
                let chosen = moves[random.random_range(0..moves.len())];
                let mover = twin.next;
                let play_record = twin.play(chosen.letter());
                let play = standing.position.play_with_details(chosen).unwrap();
                let laps: Vec<String> = play.laps.iter().map(|&lap| lap_letters(lap, store(mover))).collect();
                assert_eq!(laps, play_record.laps);
                assert_eq!(
                    play.capture.map(|capture| (capture.across.letter(), capture.seeds.into())),
                    play_record.captured
                );
                assert_eq!(play.free, play_record.laps.last().unwrap().ends_with(store(mover)));
                assert_eq!(standing.position.play(chosen), Ok(play.after), "details don't change the result");
                standing.position = play.after;
            }
            assert_same_congkak(&twin, &standing.position);
            // Random play never takes all seeds, so there is always another round.
            let rounds = standing.rounds;
            standing = standing.next_round().unwrap();
            let winner = seat(twin.winner.unwrap());
            assert_eq!(standing.rounds[winner], rounds[winner] + 1);
            twin = twin.next_round().unwrap();
        }
    }
}

/// Every way in which the seeds can be divided when a round ends.
#[test]
fn congkak_deals_like_its_twin() {
    for size in congkak::Size::ALL {
        let n = size.pits();
        for human in 0..=size.seeds() {
            let computer = size.seeds() - human;
            let mut twin = Congkak::start(n, 0);
            for pit in [row(n, 0), row(n, 1)].concat() {
                twin.seeds.insert(pit, 0);
            }
            twin.seeds.insert(store(0), human);
            twin.seeds.insert(store(1), computer);
            twin.winner = Some(usize::from(human % 2 == 0));
            let winner = seat(twin.winner.unwrap());
            let side = |store: u32| congkak::DraftSide { store: store.into(), pits: vec![0; n], rounds: 3 };
            let draft = congkak::Draft {
                size: n as i64,
                sides: Pair { human: side(human), computer: side(computer) },
                next: winner,
                over: Some(congkak::Outcome { winner }),
            };
            let next = draft.check().unwrap().next_round();
            match twin.next_round() {
                Some(dealt) => assert_same_congkak(&dealt, &next.unwrap().position),
                None => assert!(next.is_err() && (human == 0 || computer == 0)),
            }
        }
    }
}

fn assert_same_kono(twin: &Kono, real: &kono::Standing) {
    let draft = kono::Draft::from(real);
    let cell = |cell: &kono::Cell| match cell {
        kono::Cell::Vacant => "O",
        kono::Cell::Piece { color: kono::Color::White, captures: false } => "W",
        kono::Cell::Piece { color: kono::Color::White, captures: true } => "WW",
        kono::Cell::Piece { color: kono::Color::Black, captures: false } => "B",
        kono::Cell::Piece { color: kono::Color::Black, captures: true } => "BB",
    };
    let board: Vec<Vec<&str>> = draft.board.iter().map(|row| row.iter().map(cell).collect()).collect();
    assert_eq!(board, twin.board());
    assert_eq!(real.history().len(), twin.before.len());
    let position = real.position.unwrap();
    assert_eq!(position.color(seat(twin.white)), kono::Color::White);
    let scores = twin.scores();
    match position.outcome() {
        None => {
            assert_eq!(twin.over, None);
            assert_eq!(position.turn(), Some(seat(twin.next)));
            assert_eq!(position.scores(), Pair { human: scores[0], computer: scores[1] });
        }
        Some(outcome) => {
            let end = match outcome.end {
                kono::End::Home => "home",
                kono::End::Stuck => "stuck",
                kono::End::Called(_) => "called",
                kono::End::Quit(_) => "quit",
            };
            assert_eq!(Some(end), twin.over);
            assert_eq!(outcome.scores, Pair { human: scores[0], computer: scores[1] });
            let winner = match scores[0] - scores[1] {
                0 => None,
                difference => Some(seat(usize::from(difference < 0))),
            };
            assert_eq!((outcome.winner, position.turn()), (winner, None));
            assert_eq!(outcome.points, scores[0].abs_diff(scores[1]));
        }
    }
}

#[test]
fn kono_equals_its_twin() {
    for size in kono::Size::ALL {
        let mut random = random(size.points().into());
        let mut ends = std::collections::BTreeMap::<_, usize>::new();
        for round in 0..rounds() {
            let first = random.random_range(0..2);
            let (color, letter) = [(kono::Color::White, 'w'), (kono::Color::Black, 'b')][random.random_range(0..2)];
            let mut twin = Kono::start(size.points().into(), first, letter);
            let mut standing = kono::Standing::new(size).choose(seat(first), color);
            // In half of the rounds pieces prefer to go forward, so that they often get home and capture.
            let hurry = if round % 2 == 0 { 0.8 } else { 0.0 };
            while twin.over.is_none() {
                assert_same_kono(&twin, &standing);
                let moves: Vec<kono::Move> = standing.position.unwrap().legal_moves().collect();
                assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), twin.moves());
                if random.random_bool(0.0005) {
                    twin.quit();
                    standing.quit(seat(twin.next)).unwrap();
                    continue;
                }
                let forward = if (twin.next == first) == (letter == 'w') { "south" } else { "north" };
                let hurried: Vec<kono::Move> =
                    moves.iter().copied().filter(|chosen| chosen.to_string().contains(forward)).collect();
                let list = if random.random_bool(hurry) && !hurried.is_empty() { &hurried } else { &moves };
                let chosen = list[random.random_range(0..list.len())];
                let before = *standing.board();
                twin.play(&chosen.to_string());
                let play = standing.play(chosen).unwrap();
                let after = standing.board();
                for color in [kono::Color::White, kono::Color::Black] {
                    assert!(after.count(color) <= before.count(color), "pieces never appear");
                }
                let pieces = |board: &kono::Board| board.count(kono::Color::White) + board.count(kono::Color::Black);
                assert_eq!(pieces(after) + u32::from(play.captured), pieces(&before));
            }
            assert_same_kono(&twin, &standing);
            *ends.entry(twin.over.unwrap()).or_default() += 1;
        }
        for end in ["home", "called", "quit"] {
            assert!(ends.contains_key(end), "no round of {size:?} ended with {end}: {ends:?}");
        }
    }
}
